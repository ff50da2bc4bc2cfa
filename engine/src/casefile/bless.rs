//! Rewrites the expectations of a file of cases to what came out. Knows nothing of how it came out.

use std::collections::BTreeMap;

use super::{CaseFile, Report};

/// The file's text with every exact expectation listing the rows that came out, explanations as they came out,
/// and carets where diagnostics were. Expectations that only include rows are for people to write, and stay.
#[must_use]
pub fn bless(file: &CaseFile, report: &Report) -> String {
    let mut dropped = vec![false; file.text.lines().count() + 2];
    let mut inserted: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    for (case, outcome) in file.cases.iter().zip(&report.outcomes) {
        if outcome.differences.is_empty() {
            continue;
        }
        for caret in &case.carets {
            dropped[caret.line as usize] = true;
        }
        for (line, column, text) in &outcome.diagnostics {
            // The comment's own slashes take the first two columns.
            let indent = " ".repeat((*column as usize).saturating_sub(3));
            let caret = format!("//{indent}^ {text}");
            inserted.entry(*line).or_default().push(caret);
        }
        for (expectation, rows) in case.expectations.iter().zip(&outcome.rows) {
            if expectation.includes {
                continue;
            }
            let (from, to) = expectation.rows;
            for line in from..to {
                dropped[line as usize] = true;
            }
            let mut lines = rows.clone();
            lines.push(String::new());
            inserted.entry(expectation.line).or_default().extend(lines);
        }
        for (explanation, came) in case.explanations.iter().zip(&outcome.explanations) {
            let Some(came) = came else {
                continue;
            };
            let (from, to) = explanation.lines;
            for line in from..to {
                dropped[line as usize] = true;
            }
            let mut lines: Vec<String> = came.iter().map(|line| format!("// {line}")).collect();
            lines.push(String::new());
            inserted.entry(explanation.line).or_default().extend(lines);
        }
    }
    let mut text = String::with_capacity(file.text.len());
    for (number, line) in (1u32..).zip(file.text.lines()) {
        let kept = (!dropped[number as usize]).then_some(line);
        let after = inserted.get(&number).into_iter().flatten();
        for line in kept.into_iter().chain(after.map(String::as_str)) {
            text.push_str(line);
            text.push('\n');
        }
    }
    let end = text.trim_end().len();
    text.truncate(end);
    text.push('\n');
    text
}

//! Reports for people: each finding with the line that it is about, then the figures and the verdict.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use miette::{LabeledSpan, MietteDiagnostic, NamedSource, Severity, SourceSpan};

use super::report::{Finding, Kind, Outcome, Place, Report, Verdict};
use crate::print;

/// Findings of one kind that a report shows.
const MOST: usize = 40;

/// Bytes of a file that is shown from.
const LARGEST: u64 = 4 << 20;

/// Characters of a line that are shown.
const WIDEST: usize = 400;

/// The reports, one after another.
pub(super) fn rendered(tree: &str, reports: &[Report]) -> String {
    let mut out = String::new();
    let mut texts = Texts { tree, read: BTreeMap::new() };
    for report in reports {
        for (kind, list) in report.lists() {
            for finding in list.iter().take(MOST) {
                out.push_str(&shown(&report.check, kind, finding, &mut texts));
            }
            if list.len() > MOST {
                let _ = writeln!(out, "… {} more of this kind; `--format json` has all\n", list.len() - MOST);
            }
        }
        out.push_str(&summary(report));
    }
    out
}

/// What the rules came to, the figures and the verdict of a check.
fn summary(report: &Report) -> String {
    let mut out = outcomes(&report.outcomes);
    let figures: Vec<String> = report.counts.iter().map(|(name, n)| format!("{name} {n}")).collect();
    if !figures.is_empty() {
        let _ = writeln!(out, "{}: {}", report.check, figures.join(", "));
    }
    let word = match report.verdict() {
        Verdict::Pass => "passes",
        Verdict::Fail => "fails",
        Verdict::Unverified => "could not be made",
    };
    let count = |list: &[Finding], one: &str, many: &str| match list.len() {
        0 => None,
        1 => Some(format!("1 {one}")),
        n => Some(format!("{n} {many}")),
    };
    let counts: Vec<String> = [
        count(&report.violations, "violation", "violations"),
        count(&report.unverified, "thing unverified", "things unverified"),
        count(&report.warnings, "warning", "warnings"),
        count(&report.stand_downs, "rule not applied", "rules not applied"),
    ]
    .into_iter()
    .flatten()
    .collect();
    let counts = if counts.is_empty() { String::new() } else { format!(": {}", counts.join(", ")) };
    let _ = writeln!(out, "{} {word}{counts}", report.check);
    if let Some(first) = report.violations.first() {
        // The language's escapes are those of JSON.
        let atom = format!("violation(_, {}, _)", serde_json::Value::from(first.subject.as_str()));
        let _ = writeln!(out, "why: gatelog explain --check {} '{}'", report.check, atom.replace('\'', "'\\''"));
    }
    out
}

/// A row for each rule.
fn outcomes(outcomes: &[Outcome]) -> String {
    let width = |of: fn(&Outcome) -> &str| outcomes.iter().map(|row| of(row).chars().count()).max().unwrap_or(0);
    let (rule, about, state) = (width(|row| &row.rule), width(|row| &row.about), width(|row| &row.state));
    let mut out = String::new();
    for row in outcomes {
        let line = format!("{:rule$}  {:about$}  {:state$}  {}", row.rule, row.about, row.state, row.why);
        let _ = writeln!(out, "{}", line.trim_end());
    }
    out
}

/// The texts of files, each read once; nothing where a file cannot be shown.
struct Texts<'t> {
    tree: &'t str,
    read: BTreeMap<String, Option<String>>,
}

impl Texts<'_> {
    fn of(&mut self, file: &str) -> Option<&str> {
        let tree = self.tree;
        let read = || {
            let path = Path::new(tree).join(file);
            let about = fs::metadata(&path).ok()?;
            (about.is_file() && about.len() <= LARGEST).then(|| fs::read_to_string(&path).ok())?
        };
        self.read.entry(file.to_owned()).or_insert_with(read).as_deref()
    }
}

fn shown(check: &str, kind: Kind, finding: &Finding, texts: &mut Texts<'_>) -> String {
    let severity = match kind {
        Kind::Violation | Kind::Unverified => Severity::Error,
        Kind::Warning => Severity::Warning,
        Kind::StandDown => Severity::Advice,
    };
    let title = match finding.rule.as_str() {
        "" => format!("{check}: {}", kind.word()),
        rule => format!("{check}: {} [{rule}]", kind.word()),
    };
    let subject = if finding.subject.is_empty() { String::new() } else { format!(" {}", finding.subject) };
    let mut diagnostic =
        MietteDiagnostic::new(finding.message.clone()).with_severity(severity).with_code(title + &subject);
    let Some(place) = &finding.place else {
        return print::diagnostic(&diagnostic);
    };
    match texts.of(&place.file).and_then(|text| Some((text, span(text, place)?))) {
        Some((text, span)) => {
            let source = NamedSource::new(&place.file, text.to_owned());
            diagnostic = diagnostic.with_label(LabeledSpan::new_primary_with_span(None, span));
            print::diagnostic(miette::Report::new(diagnostic).with_source_code(source).as_ref())
        }
        None => {
            let at = if place.line > 0 { format!("{}:{}", place.file, place.line) } else { place.file.clone() };
            if !diagnostic.message.contains(&at) && finding.subject != at {
                diagnostic.message = format!("{} ({at})", diagnostic.message);
            }
            print::diagnostic(&diagnostic)
        }
    }
}

/// What is underlined: from the place to the end of its line, where that can be shown.
fn span(text: &str, place: &Place) -> Option<SourceSpan> {
    let nth = usize::try_from(place.line).ok()?.checked_sub(1)?;
    let mut start = 0;
    let mut lines = text.split_inclusive('\n');
    for line in lines.by_ref().take(nth) {
        start += line.len();
    }
    let line = lines.next()?.trim_end();
    if line.chars().count() > WIDEST {
        return None;
    }
    let column = usize::try_from(place.column).ok()?.saturating_sub(1);
    let skipped: usize = line.chars().take(column).map(char::len_utf8).sum();
    Some(SourceSpan::new((start + skipped).into(), line.len() - skipped))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// L2, L8: a finding shows its line, and a long report says what it leaves out.
    #[test]
    fn a_place_is_a_span_of_its_line() {
        let text = "# Tête\n| é | b |\n";
        let place = Place { file: "a.md".to_owned(), line: 2, column: 7 };
        let found = span(text, &place).unwrap();
        assert_eq!(&text[found.offset()..found.offset() + found.len()], "b |");
        assert!(span(text, &Place { line: 9, ..place.clone() }).is_none());
        assert!(span(text, &Place { line: 0, ..place }).is_none());
    }
}

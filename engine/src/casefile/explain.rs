//! The explanations of a case: the lines that come out, and how they differ from those that were written. Explanations
//! name no places, so that they stay what they are where a line is added above.

use super::Explanation;
use crate::absence::{Bounds, Query, WhyNot};
use crate::explain::Explainer;
use crate::host::Value;
use crate::show;

/// How far a written absence is explained.
const WHOLE: Bounds = Bounds { depth: 6, attempts: 200 };

/// How far it is explained why an expected row is missing.
const SHORT: Bounds = Bounds { depth: 3, attempts: 12 };

/// Facts that a proof may rest on.
const MOST_FACTS: usize = 1_000_000;

/// Lines that are compared one by one; of longer explanations each line that differs is one on its own.
const COMPARED: usize = 2_000;

/// The lines of an explanation: of the first row, in the order of values, that an atom matches; or of why none does.
///
/// # Errors
/// If there is nothing to explain, with the reason.
pub(super) fn lines(explainer: &mut Explainer<'_, '_>, explanation: &Explanation) -> Result<Vec<String>, String> {
    let atom = &explanation.atom;
    let query = Query::parse(explainer.program(), atom).map_err(|error| format!("`{atom}`: {error}"))?;
    if explanation.absent {
        let absence = explainer.why_not(&query, &WHOLE);
        return match absence.why {
            WhyNot::There { total, .. } => Err(format!("{atom} is not absent: {total} rows match")),
            _ => Ok(show::absence(&absence, &|_| String::new())),
        };
    }
    let Some(&row) = explainer.matching(&query).first() else {
        let absence = explainer.why_not(&query, &SHORT);
        let why = show::absence(&absence, &|_| String::new());
        return Err(format!("no row matches {atom}\n  {}", why.join("\n  ")));
    };
    let proof = explainer.prove(query.relation, row).map_err(|error| format!("{atom}: {error}"))?;
    let document = explainer.document(&proof, MOST_FACTS).map_err(|error| format!("{atom}: {error}"))?;
    Ok(show::proof(&document, &[], &[], usize::MAX).lines)
}

/// Why a row is missing, in a few lines.
pub(super) fn shortly(explainer: &mut Explainer<'_, '_>, relation: &str, values: &[Value]) -> Option<Vec<String>> {
    let relation = explainer.program().find(relation)?;
    let query = Query { relation, pattern: values.iter().cloned().map(Some).collect() };
    let absence = explainer.why_not(&query, &SHORT);
    Some(show::absence(&absence, &|_| String::new()))
}

/// What is wrong with what was written, if anything.
pub(super) fn difference(explanation: &Explanation, came: &Result<Vec<String>, String>) -> Option<String> {
    let word = if explanation.absent { "absence" } else { "proof" };
    match came {
        Err(reason) => Some(reason.clone()),
        Ok(came) if explanation.text == *came => None,
        Ok(came) if explanation.text.is_empty() => {
            Some(format!("the {word} of {} is not written; BLESS=1 writes it\n{}", explanation.atom, marked(&[], came)))
        }
        Ok(came) => {
            Some(format!("another {word} of {} came out\n{}", explanation.atom, marked(&explanation.text, came)))
        }
    }
}

/// Both texts line by line: `-` before what was written, `+` before what came out.
fn marked(written: &[String], came: &[String]) -> String {
    let mut lines = Vec::new();
    let (mut left, mut right) = (0, 0);
    for (in_written, in_came) in common(written, came).into_iter().chain([(written.len(), came.len())]) {
        lines.extend(written[left..in_written].iter().map(|line| format!("- {line}")));
        lines.extend(came[right..in_came].iter().map(|line| format!("+ {line}")));
        lines.extend(written.get(in_written).map(|line| format!("  {line}")));
        (left, right) = (in_written + 1, in_came + 1);
    }
    lines.join("\n")
}

/// Positions of the longest common subsequence, by dynamic programming.
fn common(written: &[String], came: &[String]) -> Vec<(usize, usize)> {
    if written.len() > COMPARED || came.len() > COMPARED {
        let equal = (0..written.len().min(came.len())).filter(|&at| written[at] == came[at]);
        return equal.map(|at| (at, at)).collect();
    }
    let width = came.len() + 1;
    let mut length = vec![0_u32; (written.len() + 1) * width];
    for left in (0..written.len()).rev() {
        for right in (0..came.len()).rev() {
            length[left * width + right] = match written[left] == came[right] {
                true => length[(left + 1) * width + right + 1] + 1,
                false => length[(left + 1) * width + right].max(length[left * width + right + 1]),
            };
        }
    }
    let mut pairs = Vec::new();
    let (mut left, mut right) = (0, 0);
    while left < written.len() && right < came.len() {
        if written[left] == came[right] {
            pairs.push((left, right));
            (left, right) = (left + 1, right + 1);
        } else if length[(left + 1) * width + right] >= length[left * width + right + 1] {
            left += 1;
        } else {
            right += 1;
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::marked;

    #[test]
    fn what_differs_is_marked_line_by_line() {
        let lines = |text: &str| -> Vec<String> { text.split_whitespace().map(str::to_owned).collect() };
        assert_eq!(marked(&lines("a b c"), &lines("a x c d")), "  a\n- b\n+ x\n  c\n+ d");
        assert_eq!(marked(&lines("a b"), &[]), "- a\n- b");
        let (long, other) = ("a ".repeat(3_000), format!("b {}", "a ".repeat(2_999)));
        assert!(marked(&lines(&long), &lines(&other)).starts_with("- a\n+ b\n  a\n"));
    }
}

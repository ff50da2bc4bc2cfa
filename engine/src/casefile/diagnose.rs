//! Holds the diagnostics of a case against its carets. Knows nothing of rows.

use super::{Caret, Case};
use crate::diagnostic::{Diagnostic, Severity};
use crate::source::{SourceId, Sources, Span};

/// What the diagnostics have that no caret expects, and the other way round. Warnings count where carets are used at
/// all.
pub(super) fn differences(
    case: &Case,
    found: &[Diagnostic],
    root: SourceId,
    sources: &Sources,
    carets_in_file: bool,
) -> Vec<String> {
    let mut open: Vec<&Caret> = case.carets.iter().collect();
    let mut differences = Vec::new();
    for diagnostic in found {
        let met = open.iter().position(|caret| meets(caret, diagnostic, root, sources));
        match met {
            Some(position) => {
                open.remove(position);
            }
            None if diagnostic.severity == Severity::Error || carets_in_file => {
                differences.push(format!("unexpected: {}", diagnostic.line(sources)));
            }
            None => {}
        }
    }
    differences.extend(open.into_iter().map(|caret| {
        format!(
            "missing: line {}, column {}: {}[{}] {}",
            caret.target, caret.column, caret.severity, caret.code, caret.text
        )
    }));
    differences
}

fn meets(caret: &Caret, found: &Diagnostic, root: SourceId, sources: &Sources) -> bool {
    let Some(span) = found.span() else {
        return false;
    };
    let said = |text: &str| text.contains(&caret.text);
    let labels = found.labels.iter().any(|label| said(&label.text));
    span.source == root
        && found.severity == caret.severity
        && found.code == caret.code
        && (said(&found.message) || labels || found.help.as_deref().is_some_and(said))
        && points_into(caret, span, sources)
}

/// Whether the caret stands under the span's first line.
fn points_into(caret: &Caret, span: Span, sources: &Sources) -> bool {
    let start = sources.position(span);
    let text = sources.text(span);
    let width = text.lines().next().unwrap_or("").chars().count().max(1);
    let width = u32::try_from(width).unwrap_or(u32::MAX);
    start.line == caret.target && caret.column >= start.column && caret.column < start.column.saturating_add(width)
}

//! Relations that nothing reads: no rule of another relation, no action, no output. Input relations of the host are
//! there to be read or not. Refuses to know tuples.

use super::{Checking, annotation};
use crate::diagnostic::Diagnostic;

/// Warns of each.
pub(super) fn check(checking: &mut Checking<'_>) {
    let Some(analysis) = &checking.analysis else {
        return;
    };
    for id in analysis.unread.clone() {
        let relation = checking.program.relation(id);
        if annotation::has(&relation.annotations, "host") {
            continue;
        }
        let name = &relation.name;
        let warning = Diagnostic::warning("unread", relation.span, format!("nothing reads `{name}`"))
            .with_help(format!("write `.output {name}`, or remove it and its rules"));
        let annotations = relation.annotations.clone();
        checking.warn(&annotations, warning);
    }
}

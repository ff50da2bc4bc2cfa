//! What the declared points ask now, as fingerprints, for rules that hold the journal of answers against it. A reader can rely
//! on: it is the question that `gatelog ask` puts. Where a tree has no journal, nobody needs it, and nothing is read.

use ::ask::fingerprint::Fingerprint;
use facts::evidence::PointQuestion;

use crate::checks::Checks;
use crate::declared::Declared;
use crate::layout;

/// The relation that they are the rows of.
pub(crate) const RELATION: &str = "point_question";

/// The questions; none where there is no journal, or no point can be read: the check says so itself.
pub(crate) fn of(checks: &mut Checks) -> Vec<PointQuestion> {
    let journals = layout::texts(&checks.rules.program, "journal_file");
    let is_there = journals.iter().any(|file| !matches!(checks.read(file), Ok(None)));
    let declared = if is_there { Declared::of(checks).ok() } else { None };
    let Some(declared) = declared else {
        return Vec::new();
    };
    let asked = declared.points.iter().filter_map(|point| {
        // A point that cannot be answered has no question that an answer could be held against.
        let question = declared.question(&point.id).ok()?;
        let Fingerprint { schema, message } = Fingerprint::of(&question.message, &question.schema);
        Some(PointQuestion {
            tree: checks.tree.clone(),
            file: declared.file.clone(),
            id: point.id.clone(),
            schema,
            message,
            line: point.line,
            column: point.column,
        })
    });
    asked.collect()
}

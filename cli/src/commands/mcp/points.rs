//! The declared points, for an agent that is about to write. Which are settled is the rules' to say.

use engine::Value as Row;
use facts::point::Recommended;
use serde_json::{Value, json};

use crate::checks::{CheckOptions, Checks};
use crate::declared::Declared;

/// The relation of the points that are settled.
const SETTLED: &str = "point_settled";

/// The points as JSON.
///
/// # Errors
/// If there are none here, or they cannot be read.
pub(super) fn listed() -> Result<Value, String> {
    let mut checks = Checks::new(&CheckOptions::default())?;
    let declared = Declared::of(&mut checks)?;
    let case = checks.derived(&[SETTLED])?;
    let mut settled = Vec::new();
    for row in case.model.rows(SETTLED) {
        if let [_, _, Row::Symbol(id), Row::Symbol(state), Row::Number(line)] = row.as_slice() {
            settled.push((id.clone(), state.clone(), *line));
        }
    }
    let points = declared.points.iter().map(|point| {
        let row = settled.iter().find(|(id, ..)| *id == point.id);
        json!({
            "id": point.id,
            "question": point.asks,
            "scope": point.scope,
            "required": point.required,
            "options": declared.options(&point.id),
            "recommended": match &point.recommended { Recommended::Option(option) => Some(option), _ => None },
            "states": point.states,
            "gates": point.globs,
            "gates_moves": point.renames,
            "status": if row.is_some() { "settled" } else { "open" },
            "settled_by": row.map(|(_, state, line)| json!({ "state": state, "ledger_line": line })),
        })
    });
    Ok(json!({ "file": declared.file, "points": points.collect::<Vec<_>>() }))
}

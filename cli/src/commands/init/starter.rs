//! Points and a ledger to begin with, for a repository that has none. A reader can rely on: the ledger has a row for each
//! point that must be answered, and what the same layout gives is the same to the byte. Refuses to touch files.

use engine::Program;

use crate::layout;

const POINTS: &str = include_str!("starter/points.json");
const LEDGER: &str = include_str!("starter/ledger.md");

/// A file to begin with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StarterFile {
    /// From the tree's top.
    pub(super) path: String,
    pub(super) text: String,
}

/// The points and the ledger, where the layout in force puts them.
///
/// # Errors
/// If the layout has no place for one.
pub(super) fn files(program: &Program) -> Result<Vec<StarterFile>, String> {
    let first = |relation: &str| {
        let row = layout::rows(program, relation).into_iter().next();
        row.ok_or_else(|| format!("the layout in force has no `{relation}`"))
    };
    let points = first("layer_points")?.concat();
    let pending = first("pending_state")?.concat();
    let ledger = first("ledger_file")?;
    let [file, end] = ledger.as_slice() else {
        return Err("`ledger_file` of the layout in force has no file and heading".to_owned());
    };
    let declared = facts::point::read(POINTS.as_bytes()).map_err(|fault| fault.to_string())?;
    let required = declared.points.iter().filter(|point| point.required);
    let rows: String = required.map(|point| format!("| {} | {pending} | - | - | - | - |\n", point.id)).collect();
    let ledger = [("points", points.as_str()), ("pending", &pending), ("rows", &rows), ("end", end)]
        .iter()
        .fold(LEDGER.to_owned(), |text, (slot, value)| text.replace(&format!("{{{{{slot}}}}}"), value));
    Ok(vec![StarterFile { path: points, text: POINTS.to_owned() }, StarterFile { path: file.clone(), text: ledger }])
}

/// The points files that the layout knows: one of them is enough.
pub(super) fn points_files(program: &Program) -> Vec<String> {
    ["layer_points", "shipped_points"].iter().flat_map(|relation| layout::texts(program, relation)).collect()
}

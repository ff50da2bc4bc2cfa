//! What the rules' layout says, for commands that need to know where things live.

use std::path::PathBuf;

use engine::{Constant, Program};

/// The texts in the first column of a relation's facts, in the order of the rules.
pub(crate) fn texts(program: &Program, relation: &str) -> Vec<String> {
    column(program, relation, 0)
}

/// The texts in a column of a relation's facts, in the order of the rules.
pub(crate) fn column(program: &Program, relation: &str, column: usize) -> Vec<String> {
    rows(program, relation).into_iter().filter_map(|row| row.into_iter().nth(column)).collect()
}

/// The facts of a relation, as texts.
pub(crate) fn rows(program: &Program, relation: &str) -> Vec<Vec<String>> {
    let Some(relation) = program.find(relation) else {
        return Vec::new();
    };
    let text = |value: &Constant| match value {
        Constant::Symbol(text) => text.to_string(),
        Constant::Number(n) => n.to_string(),
        other => format!("{other:?}"),
    };
    program
        .facts
        .iter()
        .filter(|fact| fact.relation == relation)
        .map(|fact| fact.row.iter().map(text).collect())
        .collect()
}

/// The points file of the nearest folder above the current directory that has one.
pub(crate) fn nearest_points(program: &Program) -> Option<PathBuf> {
    let names: Vec<String> = ["layer_points", "shipped_points"].iter().flat_map(|name| texts(program, name)).collect();
    let directory = std::env::current_dir().ok()?;
    directory.ancestors().find_map(|folder| names.iter().map(|name| folder.join(name)).find(|file| file.is_file()))
}

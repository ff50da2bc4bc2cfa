//! `gatelog rules list`: the relations of the rules in force. Reads what the engine's catalog says.

use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};

use super::docs::relation::{Described, Kind, described};
use super::{Format, checked, programs};
use crate::exit::Exit;
use crate::print;

/// Version of the JSON's shape.
const VERSION: u32 = 1;

/// List the relations of the rules in force.
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  gatelog rules list\n  gatelog rules list --kind input\n  gatelog rules list .gatelog/rules/mine.dl --format json"
)]
pub(super) struct ListArgs {
    /// Rule files; the rules in force in this work tree if left out
    files: Vec<PathBuf>,
    /// Relations of this kind only
    #[arg(long, value_enum)]
    kind: Option<Kind>,
    /// How to print
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

/// Lists.
pub(super) fn run(args: &ListArgs) -> Result<Exit, String> {
    let programs = checked(programs(&args.files)?)?;
    let mut relations = described(&programs);
    relations.retain(|relation| args.kind.is_none_or(|kind| relation.kind == kind));
    print::text(&match args.format {
        Format::Human => table(&relations),
        Format::Json => format!("{}\n", json!({ "version": VERSION, "relations": written(&relations) })),
    });
    Ok(Exit::Pass)
}

/// Columns under each other; the last two are as long as they are.
fn table(relations: &[Described]) -> String {
    let head = ["relation", "kind", "rules", "facts", "declared at", "read by"].map(str::to_owned);
    let rows = relations.iter().map(|relation| {
        let read_by = match relation.readers() {
            list if list.is_empty() => "-".to_owned(),
            list => list.join(", "),
        };
        let (rules, facts) = (relation.rules.len().to_string(), relation.facts.to_string());
        [relation.name.clone(), relation.kind.word().to_owned(), rules, facts, relation.place.text(), read_by]
    });
    let rows: Vec<[String; 6]> = std::iter::once(head).chain(rows).collect();
    let mut widths = [0; 5];
    for row in &rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = cell.chars().count().max(*width);
        }
    }
    let line = |row: &[String; 6]| {
        let cells: Vec<String> = row.iter().zip(widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
        format!("{}  {}\n", cells.join("  "), row[5])
    };
    rows.iter().map(line).collect()
}

fn written(relations: &[Described]) -> Vec<Value> {
    let one = |relation: &Described| {
        let columns = relation.columns.iter().map(|(name, kind)| json!({ "name": name, "type": kind }));
        let rules = relation
            .rules
            .iter()
            .map(|rule| json!({ "file": rule.place.file, "line": rule.place.line, "rule": rule.name }));
        json!({
            "name": relation.name,
            "kind": relation.kind.word(),
            "columns": columns.collect::<Vec<_>>(),
            "key": relation.key,
            "documentation": relation.documentation,
            "declared": { "file": relation.place.file, "line": relation.place.line },
            "rules": rules.collect::<Vec<_>>(),
            "facts": relation.facts,
            "read_by": relation.read_by,
            "output": relation.output,
            "actions": relation.actions.iter().map(|place| {
                json!({ "file": place.file, "line": place.line })
            }).collect::<Vec<_>>(),
        })
    };
    relations.iter().map(one).collect()
}

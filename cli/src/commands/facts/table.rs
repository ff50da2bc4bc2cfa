//! Facts for people, for machines, and for other engines.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use engine::Value;
use engine::show::plain;
use serde_json::{Value as Json, json};

use super::Facts;

/// Characters of a value that a table shows.
const WIDEST: usize = 60;

/// `relation(columns)`, then a line a row with its origin.
pub(super) fn human(facts: &[Facts]) -> String {
    let mut out = String::new();
    for relation in facts.iter().filter(|facts| !facts.rows.is_empty()) {
        let _ = writeln!(out, "{}({})", relation.relation.name, relation.relation.columns.join(", "));
        for (row, origin) in &relation.rows {
            let values: Vec<String> = row.iter().map(|value| shortened(&quoted(value))).collect();
            let _ = writeln!(out, "    {}    [{origin}]", values.join("  "));
        }
    }
    out
}

/// Versioned: `{"version": 1, "facts": [{"relation", "columns", "rows": [{"values", "origin"}]}]}`.
pub(super) fn json(facts: &[Facts]) -> Json {
    let row = |(row, origin): &(Vec<Value>, String)| json!({ "values": row.iter().map(bare).collect::<Vec<_>>(), "origin": origin });
    let relation = |facts: &Facts| {
        json!({
            "relation": facts.relation.name,
            "columns": facts.relation.columns,
            "rows": facts.rows.iter().map(row).collect::<Vec<_>>(),
        })
    };
    json!({ "version": 1, "facts": facts.iter().map(relation).collect::<Vec<_>>() })
}

/// One `NAME.facts` a relation, tab-separated. Tabs and line breaks within a text become blanks: the format has no
/// escape for them.
pub(super) fn souffle(facts: &[Facts], folder: &Path) -> Result<(), String> {
    let fault = |cause| format!("{} cannot be written: {cause}", folder.display());
    fs::create_dir_all(folder).map_err(fault)?;
    for relation in facts {
        let mut text = String::new();
        for (row, _) in &relation.rows {
            let values: Vec<String> = row.iter().map(|value| plain(value).replace(['\t', '\n', '\r'], " ")).collect();
            let _ = writeln!(text, "{}", values.join("\t"));
        }
        fs::write(folder.join(format!("{}.facts", relation.relation.name)), text).map_err(fault)?;
    }
    Ok(())
}

fn bare(value: &Value) -> Json {
    match value {
        Value::Symbol(text) => json!(text),
        Value::Number(n) => json!(n),
        Value::Unsigned(n) => json!(n),
        Value::Float(n) => json!(n),
        // Relations of the host have none.
        Value::Nil | Value::Record(_) | Value::Branch(..) => json!(plain(value)),
    }
}

fn quoted(value: &Value) -> String {
    match value {
        Value::Symbol(text) => json!(text).to_string(),
        other => plain(other),
    }
}

fn shortened(text: &str) -> String {
    match text.chars().count() > WIDEST {
        true => format!("{}…", text.chars().take(WIDEST - 1).collect::<String>()),
        false => text.to_owned(),
    }
}

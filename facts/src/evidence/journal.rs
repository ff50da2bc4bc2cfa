//! Rows of the journal of answers, as the working tree and `HEAD` have it, and of what the points ask now. A reader can rely
//! on: a line that is no entry is a row that says so, and hides no other. Refuses to know what an answer is worth.

use ::ask::journal::{Contents, contents};
use engine::{Datum, HostError};
use serde_json::Value;

use super::ledger::version_named;
use super::place::symbols;
use super::{Evidence, Rows};
use crate::git::Version;
use crate::origin::Origin;

/// What a declared point asks now, as the host made its question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointQuestion {
    /// The work tree.
    pub tree: String,
    /// The points file in it.
    pub file: String,
    /// The point.
    pub id: String,
    /// The fingerprint of the answer's schema.
    pub schema: String,
    /// The fingerprint of the message.
    pub message: String,
    /// Where the point is declared, from 1.
    pub line: u32,
    /// In characters, from 1.
    pub column: u32,
}

impl Evidence<'_> {
    pub(super) fn journal_rows(
        &mut self,
        relation: &str,
        key: &[&str],
        rows: &mut Rows<'_>,
    ) -> Result<bool, HostError> {
        match (relation, key) {
            ("journal_entry" | "journal_answer" | "journal_error", [tree, version, file]) => {
                let Some(which) = version_named(version) else {
                    return Ok(true);
                };
                let asked = Asked { tree, file, version: which, key: symbols(key) };
                match self.world.read(tree, file, which) {
                    Ok(bytes) => asked.rows(relation, &contents(&bytes.unwrap_or_default()), rows)?,
                    Err(reason) if relation == "journal_error" => asked.row(rows, 0, &[Datum::Symbol(&reason)])?,
                    Err(_) => {}
                }
            }
            ("point_question", []) => {
                for question in self.questions {
                    let PointQuestion { tree, file, id, schema, message, line, column } = question;
                    let origin = Origin::in_file(tree, file, Version::Working, *line, *column);
                    rows.row(&symbols(&[tree, file, id, schema, message]), origin)?;
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
}

/// The version of the journal that rows are asked of, and the key as it was given.
struct Asked<'k> {
    tree: &'k str,
    file: &'k str,
    version: Version,
    key: Vec<Datum<'k>>,
}

impl Asked<'_> {
    /// A row that begins with the key and the line, and goes on with `more`.
    fn row(&self, rows: &mut Rows<'_>, line: usize, more: &[Datum<'_>]) -> Result<(), HostError> {
        let number = [Datum::Number(i64::try_from(line).unwrap_or(i64::MAX))];
        let place = u32::try_from(line).unwrap_or(u32::MAX);
        let origin = Origin::in_file(self.tree, self.file, self.version, place, 0);
        rows.row(&[self.key.as_slice(), &number, more].concat(), origin)
    }

    fn rows(&self, relation: &str, contents: &Contents, rows: &mut Rows<'_>) -> Result<(), HostError> {
        if relation == "journal_error" {
            for (line, fault) in &contents.damaged {
                self.row(rows, *line, &[Datum::Symbol(&fault.to_string())])?;
            }
            return Ok(());
        }
        for (line, entry) in &contents.entries {
            let question = &entry.question;
            if relation == "journal_entry" {
                let row = [&entry.name, &question.schema, &question.message, &entry.provider, &entry.when];
                self.row(rows, *line, &row.map(|text| Datum::Symbol(text)))?;
                continue;
            }
            for (pointer, text) in texts(&entry.answer) {
                self.row(rows, *line, &symbols(&[&pointer, text]))?;
            }
        }
        Ok(())
    }
}

/// The texts of an answer with their pointers: of itself, and of an object's members. What lies deeper is no choice that
/// a rule would look at.
fn texts(answer: &Value) -> Vec<(String, &str)> {
    let whole = answer.as_str().map(|text| (String::new(), text));
    let members = answer.as_object().into_iter().flatten().filter_map(|(name, value)| {
        let name = name.replace('~', "~0").replace('/', "~1");
        value.as_str().map(|text| (format!("/{name}"), text))
    });
    whole.into_iter().chain(members).collect()
}

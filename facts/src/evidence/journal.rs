//! Rows of the journal of answers, as the working tree and `HEAD` have it, and of what the points ask now. A reader can rely
//! on: a line that is no entry is a row that says so, and hides no other. Refuses to know what an answer is worth.

use ::ask::journal::{Contents, contents};
use engine::{Datum, HostError};

use super::ledger::version_named;
use super::row::{Asked, count, symbols};
use super::{Evidence, Rows};
use crate::git::Version;
use crate::origin::Origin;
use crate::payload;

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
                let asked = Asked::new(tree, file, which, key);
                match self.world.read(tree, file, which) {
                    Ok(bytes) => asked.journal_rows(relation, &contents(&bytes.unwrap_or_default()), rows)?,
                    Err(reason) if relation == "journal_error" => asked.line(rows, 0, &symbols(&[&reason]))?,
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

/// Of a journal.
impl Asked<'_> {
    fn journal_rows(&self, relation: &str, contents: &Contents, rows: &mut Rows<'_>) -> Result<(), HostError> {
        if relation == "journal_error" {
            let mut damaged = contents.damaged.iter();
            return damaged.try_for_each(|(line, fault)| self.line(rows, *line, &symbols(&[&fault.to_string()])));
        }
        for (line, entry) in &contents.entries {
            let question = &entry.question;
            if relation == "journal_entry" {
                let row = [&entry.name, &question.schema, &question.message, &entry.provider, &entry.when];
                self.line(rows, *line, &row.map(|text| Datum::Symbol(text)))?;
                continue;
            }
            for (pointer, text) in payload::texts(&entry.answer) {
                self.line(rows, *line, &symbols(&[&pointer, &text]))?;
            }
        }
        Ok(())
    }

    /// A row of a line; 0 for the file as a whole.
    fn line(&self, rows: &mut Rows<'_>, line: usize, more: &[Datum<'_>]) -> Result<(), HostError> {
        self.row(rows, &[&[count(line)], more].concat(), u32::try_from(line).unwrap_or(u32::MAX), 0)
    }
}

//! Rows of a draft: its elements, their notes and mentions, and the rows of its tables as they are written.

use std::rc::Rc;

use engine::{Datum, HostError};

use super::row::{count, number, symbols};
use super::{Evidence, Rows};
use crate::draft::{self, Element};
use crate::markdown;
use crate::origin::Origin;

impl Evidence<'_> {
    pub(super) fn draft_rows(&mut self, relation: &str, key: &[&str], rows: &mut Rows<'_>) -> Result<bool, HostError> {
        match (relation, key) {
            ("draft_element", [text, label]) => {
                for element in self.draft(text, label).iter() {
                    let texts = [&element.id, draft::prefix(&element.id), element.form.name(), &element.statement];
                    let (line, column) = (element.line, element.column);
                    let place = [number(line), number(column)];
                    rows.row(&[symbols(key), place.to_vec(), symbols(&texts)].concat(), Origin::Text { line, column })?;
                }
            }
            ("draft_note", [text, label]) => {
                for element in self.draft(text, label).iter() {
                    for note in &element.notes {
                        let texts = [element.id.as_str(), &note.class, &note.reference];
                        let (line, column) = (note.line, note.column);
                        let place = [number(line), number(column)];
                        rows.row(
                            &[symbols(key), place.to_vec(), symbols(&texts)].concat(),
                            Origin::Text { line, column },
                        )?;
                    }
                }
            }
            ("draft_mention", [text]) => {
                for element in self.draft(text, "").iter() {
                    for other in &element.mentions {
                        let (line, column) = (element.line, element.column);
                        let row = [Datum::Symbol(text), number(line), Datum::Symbol(&element.id), Datum::Symbol(other)];
                        rows.row(&row, Origin::Text { line, column })?;
                    }
                }
            }
            ("table_row" | "table_cell", [text]) => table_rows(relation, text, rows)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// A draft, read once.
    fn draft(&mut self, text: &str, label: &str) -> Rc<Vec<Element>> {
        let read = self.drafts.entry((text.to_owned(), label.to_owned()));
        Rc::clone(read.or_insert_with(|| Rc::new(draft::read(text, label))))
    }
}

fn table_rows(relation: &str, text: &str, rows: &mut Rows<'_>) -> Result<(), HostError> {
    for row in &markdown::read(text).rows {
        let origin = || Origin::Text { line: row.line, column: row.column };
        let place = [Datum::Symbol(text), number(row.table), number(row.line)];
        if relation == "table_row" {
            rows.row(&[place.as_slice(), &[count(row.cells.len())]].concat(), origin())?;
            continue;
        }
        for (nth, cell) in row.cells.iter().enumerate() {
            rows.row(&[place.as_slice(), &[count(nth + 1), Datum::Symbol(cell.trim())]].concat(), origin())?;
        }
    }
    Ok(())
}

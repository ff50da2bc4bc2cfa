//! Rows of ledgers, and of states that a text declares.

use std::collections::BTreeMap;
use std::rc::Rc;

use engine::{Datum, HostError};

use super::row::{Asked, count, number, symbols};
use super::{Evidence, Rows};
use crate::declaration;
use crate::git::Version;
use crate::ledger::{self, Ledger};
use crate::origin::Origin;
use crate::quotation;

impl Evidence<'_> {
    pub(super) fn ledger_rows(&mut self, relation: &str, key: &[&str], rows: &mut Rows<'_>) -> Result<bool, HostError> {
        match (relation, key) {
            (
                "ledger_row" | "ledger_cell" | "ledger_header" | "ledger_again" | "ledger_stray" | "ledger_end",
                [tree, version, file, end],
            ) => {
                let Some(which) = version_named(version) else {
                    return Ok(true);
                };
                let ledger = self.ledger(tree, which, file, end)?;
                let asked = Asked::new(tree, file, which, key);
                match relation {
                    "ledger_row" => asked.ledger_rows(&ledger, rows)?,
                    "ledger_cell" => asked.cells(&ledger, rows)?,
                    "ledger_header" => asked.headers(&ledger, rows)?,
                    "ledger_again" => asked.again(&ledger, rows)?,
                    "ledger_stray" => asked.strays(&ledger, rows)?,
                    _ => {
                        if let Some((line, column)) = ledger.end {
                            asked.row(rows, &[number(line)], line, column)?;
                        }
                    }
                }
            }
            ("declares", [text]) => {
                let declarations = self.declarations.entry((*text).to_owned());
                for declared in declarations.or_insert_with(|| Rc::new(declaration::read(text))).iter() {
                    let (line, column) = (declared.line, declared.column);
                    rows.row(&symbols(&[text, &declared.id, &declared.state]), Origin::Text { line, column })?;
                }
            }
            ("quoted" | "quoted_part", [text]) => quotation_rows(relation, text, rows)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// A ledger, read once; one that is not there has no rows, nor has one of the working tree that cannot be read, which
    /// `text_error` tells apart.
    fn ledger(&mut self, tree: &str, version: Version, file: &str, end: &str) -> Result<Rc<Ledger>, HostError> {
        let key = (tree.to_owned(), format!("{version:?}"), file.to_owned(), end.to_owned());
        if let Some(read) = self.ledgers.get(&key) {
            return Ok(Rc::clone(read));
        }
        let read = match version {
            Version::Working => self.text(tree, file).ok().flatten().map(|text| ledger::read(&text, end)),
            Version::Head => {
                let bytes = self.world.read(tree, file, version).map_err(HostError)?;
                bytes.map(|bytes| ledger::read(&String::from_utf8_lossy(&bytes), end))
            }
        };
        let read = Rc::new(read.unwrap_or_default());
        self.ledgers.insert(key, Rc::clone(&read));
        Ok(read)
    }
}

/// Of a ledger.
impl Asked<'_> {
    fn ledger_rows(&self, ledger: &Ledger, rows: &mut Rows<'_>) -> Result<(), HostError> {
        for row in &ledger.rows {
            let (point, state) = (Datum::Symbol(&row.point), Datum::Symbol(&row.state));
            self.row(rows, &[number(row.line), point, state, count(row.width)], row.line, row.column)?;
        }
        Ok(())
    }

    fn cells(&self, ledger: &Ledger, rows: &mut Rows<'_>) -> Result<(), HostError> {
        for row in &ledger.rows {
            for (nth, cell) in row.cells.iter().enumerate() {
                let text = cell.prose();
                let more = [number(row.line), count(nth + 1), Datum::Symbol(&text)];
                self.row(rows, &more, row.line, cell.column)?;
            }
        }
        Ok(())
    }

    fn headers(&self, ledger: &Ledger, rows: &mut Rows<'_>) -> Result<(), HostError> {
        for row in &ledger.rows {
            self.row(rows, &[number(row.line), count(row.header)], row.line, row.column)?;
        }
        Ok(())
    }

    fn again(&self, ledger: &Ledger, rows: &mut Rows<'_>) -> Result<(), HostError> {
        let mut seen: BTreeMap<&str, (u32, bool)> = BTreeMap::new();
        for row in &ledger.rows {
            match seen.get_mut(row.point.as_str()) {
                None => drop(seen.insert(&row.point, (row.line, false))),
                Some((_, true)) => {}
                Some((first, told)) => {
                    *told = true;
                    let first = number(*first);
                    self.row(rows, &[number(row.line), first], row.line, row.column)?;
                }
            }
        }
        Ok(())
    }

    fn strays(&self, ledger: &Ledger, rows: &mut Rows<'_>) -> Result<(), HostError> {
        for stray in &ledger.strays {
            let why = stray.why.name();
            let (point, why) = (Datum::Symbol(&stray.point), Datum::Symbol(&why));
            let more = [number(stray.line), number(stray.column), point, why];
            self.row(rows, &more, stray.line, stray.column)?;
        }
        Ok(())
    }
}

pub(super) fn version_named(name: &str) -> Option<Version> {
    match name {
        "working" => Some(Version::Working),
        "head" => Some(Version::Head),
        _ => None,
    }
}

/// Rows of the quotations in a text, or of their parts.
fn quotation_rows(relation: &str, text: &str, rows: &mut Rows<'_>) -> Result<(), HostError> {
    for quotation in quotation::read(text) {
        let (line, column) = (quotation.line, quotation.column);
        let place = [Datum::Symbol(text), Datum::Number(line.into()), Datum::Number(column.into())];
        let row = |rest: &[Datum<'_>], rows: &mut Rows<'_>| {
            rows.row(&[place.as_slice(), rest].concat(), Origin::Text { line, column })
        };
        if relation == "quoted" {
            let words = i64::try_from(quotation.words()).unwrap_or(i64::MAX);
            row(&[Datum::Symbol(&quotation.text), Datum::Number(words)], rows)?;
        } else {
            for part in quotation.parts() {
                row(&[Datum::Symbol(part)], rows)?;
            }
        }
    }
    Ok(())
}

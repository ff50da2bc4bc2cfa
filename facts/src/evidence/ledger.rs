//! Rows of ledgers, and of states that a text declares.

use std::rc::Rc;

use engine::{Datum, HostError};

use super::place::symbols;
use super::{Evidence, Rows};
use crate::declaration;
use crate::git::Version;
use crate::ledger::{self, Ledger};
use crate::origin::Origin;

impl Evidence<'_> {
    pub(super) fn ledger_rows(&mut self, relation: &str, key: &[&str], rows: &mut Rows<'_>) -> Result<bool, HostError> {
        match (relation, key) {
            ("ledger_row", [tree, version, file, end]) => {
                let Some(which) = version_named(version) else {
                    return Ok(true);
                };
                let ledger = self.ledger(tree, which, file, end)?;
                for row in &ledger.rows {
                    let origin = Origin::File {
                        tree: (*tree).to_owned(),
                        file: (*file).to_owned(),
                        version: which,
                        line: row.line,
                        column: row.column,
                    };
                    let cells = i64::try_from(row.width).unwrap_or(i64::MAX);
                    let mut values = symbols(&[tree, version, file, end]);
                    values.extend([
                        Datum::Number(i64::from(row.line)),
                        Datum::Symbol(&row.point),
                        Datum::Symbol(&row.state),
                        Datum::Number(cells),
                    ]);
                    rows.row(&values, origin)?;
                }
            }
            ("declares", [text]) => {
                let declarations = self.declarations.entry((*text).to_owned());
                for declared in declarations.or_insert_with(|| Rc::new(declaration::read(text))).iter() {
                    let (line, column) = (declared.line, declared.column);
                    rows.row(&symbols(&[text, &declared.id, &declared.state]), Origin::Text { line, column })?;
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// A ledger, read once; one that is not there has no rows.
    fn ledger(&mut self, tree: &str, version: Version, file: &str, end: &str) -> Result<Rc<Ledger>, HostError> {
        let key = (tree.to_owned(), format!("{version:?}"), file.to_owned());
        if let Some(read) = self.ledgers.get(&key) {
            return Ok(Rc::clone(read));
        }
        let bytes = self.world.read(tree, file, version).map_err(HostError)?.unwrap_or_default();
        let read = Rc::new(ledger::read(&String::from_utf8_lossy(&bytes), end));
        self.ledgers.insert(key, Rc::clone(&read));
        Ok(read)
    }
}

fn version_named(name: &str) -> Option<Version> {
    match name {
        "working" => Some(Version::Working),
        "head" => Some(Version::Head),
        _ => None,
    }
}

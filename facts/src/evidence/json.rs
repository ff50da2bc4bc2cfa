//! Rows of JSON files, as the working tree has them. A file that is not there has no rows; one that is there and
//! cannot be read is no JSON, and says why.

use std::rc::Rc;

use engine::{Datum, HostError};

use super::{Evidence, Rows};
use crate::git::Version;
use crate::json::{self, BUDGET, JsonError, JsonValue};
use crate::origin::Origin;

/// A JSON file as it was read; none where it is not there.
pub(super) type JsonRead = Option<Result<Vec<JsonValue>, JsonError>>;

impl Evidence<'_> {
    pub(super) fn json_rows(&mut self, relation: &str, key: &[&str], rows: &mut Rows<'_>) -> Result<bool, HostError> {
        let [tree, file] = key else { return Ok(false) };
        if !matches!(relation, "json_value" | "json_error") {
            return Ok(false);
        }
        let read = self.json(tree, file);
        let at = |line, column| Origin::File {
            tree: (*tree).to_owned(),
            file: (*file).to_owned(),
            version: Version::Working,
            line,
            column,
        };
        match (read.as_ref(), relation) {
            (Some(Ok(values)), "json_value") => {
                for value in values {
                    let columns = [*tree, *file, &value.pointer, value.kind.name(), &value.text];
                    rows.row(&columns.map(Datum::Symbol), at(value.line, value.column))?;
                }
            }
            (Some(Err(fault)), "json_error") => {
                let (line, column) = (Datum::Number(i64::from(fault.line)), Datum::Number(i64::from(fault.column)));
                let row = [Datum::Symbol(tree), Datum::Symbol(file), line, column, Datum::Symbol(&fault.message)];
                rows.row(&row, at(fault.line, fault.column))?;
            }
            _ => {}
        }
        Ok(true)
    }

    /// The values of a file, read once.
    fn json(&mut self, tree: &str, file: &str) -> Rc<JsonRead> {
        let key = (tree.to_owned(), file.to_owned());
        if let Some(read) = self.json.get(&key) {
            return Rc::clone(read);
        }
        let read = Rc::new(match self.world.read(tree, file, Version::Working) {
            Ok(bytes) => bytes.map(|bytes| json::read(&bytes, BUDGET)),
            Err(message) => Some(Err(JsonError { line: 1, column: 1, message })),
        });
        self.json.insert(key, Rc::clone(&read));
        read
    }
}

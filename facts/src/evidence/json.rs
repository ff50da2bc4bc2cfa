//! Rows of JSON files and of clients' settings, as the working tree has them. A file that is not there has no rows; one that is there and
//! cannot be read is no JSON, and says why.

use std::rc::Rc;

use engine::{Datum, HostError};

use super::row::symbols;
use super::{Evidence, Rows};
use crate::git::Version;
use crate::json::{self, BUDGET, JsonError};
use crate::origin::Origin;
use crate::settings;
use crate::toml;

/// A JSON file as it was read; none where it is not there.
pub(super) type JsonRead = Option<Result<Vec<json::JsonValue>, JsonError>>;

/// What a file may hold beside JSON.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Notation {
    /// Nothing.
    Strict,
    /// What clients allow in their settings: comments; TOML where the file's name says so.
    Settings,
}

impl Evidence<'_> {
    pub(super) fn json_rows(&mut self, relation: &str, key: &[&str], rows: &mut Rows<'_>) -> Result<bool, HostError> {
        let [tree, file] = key else { return Ok(false) };
        let notation = match relation {
            "json_value" | "json_error" => Notation::Strict,
            "settings_value" | "settings_error" | "wired_hook" => Notation::Settings,
            _ => return Ok(false),
        };
        let read = self.json(tree, file, notation);
        let at = |line, column| Origin::in_file(tree, file, Version::Working, line, column);
        match (read.as_ref(), relation) {
            (Some(Ok(values)), "json_value" | "settings_value") => {
                for value in values {
                    let row = symbols(&[tree, file, &value.pointer, value.kind.name(), &value.text]);
                    rows.row(&row, at(value.line, value.column))?;
                }
            }
            (Some(Ok(values)), "wired_hook") => {
                for hook in settings::hooks(values) {
                    let row = symbols(&[tree, file, hook.pointer, hook.event, hook.matcher]);
                    rows.row(&row, at(hook.line, hook.column))?;
                }
            }
            (Some(Err(fault)), "json_error" | "settings_error") => {
                let (line, column) = (Datum::Number(i64::from(fault.line)), Datum::Number(i64::from(fault.column)));
                let row = [Datum::Symbol(tree), Datum::Symbol(file), line, column, Datum::Symbol(&fault.message)];
                rows.row(&row, at(fault.line, fault.column))?;
            }
            _ => {}
        }
        Ok(true)
    }

    /// The values of a file, read once.
    pub(super) fn json(&mut self, tree: &str, file: &str, notation: Notation) -> Rc<JsonRead> {
        let key = (tree.to_owned(), file.to_owned(), notation);
        if let Some(read) = self.json.get(&key) {
            return Rc::clone(read);
        }
        let parsed = |bytes: Vec<u8>| match notation {
            Notation::Strict => json::read(&bytes, BUDGET),
            Notation::Settings if file.ends_with(".toml") => toml::read(&bytes, BUDGET),
            Notation::Settings => json::read(&settings::without_comments(&bytes), BUDGET),
        };
        let read = Rc::new(match self.world.read(tree, file, Version::Working) {
            Ok(bytes) => bytes.map(parsed),
            Err(message) => Some(Err(JsonError { line: 1, column: 1, message })),
        });
        self.json.insert(key, Rc::clone(&read));
        read
    }
}

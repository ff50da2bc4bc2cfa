//! A manifest: which files a standard ships, and the bytes that they had. A JSON object with `files`, an array of objects
//! with a text `path` and, where the bytes are known, their SHA-256 as `sha256`; other keys are left alone.
//! Refuses to know what is in the tree: an entry says what was shipped, not what is there.

use std::collections::BTreeMap;

use crate::json::{self, BUDGET, JsonValue, Kind};

mod entry;

use entry::Written;

/// What a manifest says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Manifest {
    /// In the order of the file; each path once.
    pub entries: Vec<Entry>,
    /// What cannot be used, in the order of the file.
    pub faults: Vec<Fault>,
}

/// A path that is shipped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Where its object begins, from 1.
    pub line: u32,
    /// In characters, from 1.
    pub column: u32,
    /// As the manifest has it.
    pub written: String,
    /// From the manifest's folder, without `.`, `..`, `//` and a slash at the end.
    pub path: String,
    /// In lower case.
    pub sha256: Option<String>,
}

/// What is wrong with a manifest or one of its entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// From 1.
    pub line: u32,
    /// In characters, from 1.
    pub column: u32,
    /// For a reader, without the position.
    pub message: String,
}

/// Reads a manifest. An entry that cannot be used is a fault and no entry: one that leads out of the tree, that is
/// absolute, that is listed twice, or of the wrong shape. Line ends do not matter, nor does the case of a hash.
#[must_use]
pub fn read(text: &[u8]) -> Manifest {
    let mut manifest = Manifest::default();
    match json::read(text, BUDGET) {
        Ok(values) => manifest.lower(&values),
        Err(fault) => {
            manifest.faults.push(Fault { line: fault.line, column: fault.column, message: fault.message });
        }
    }
    manifest
}

impl Manifest {
    fn lower(&mut self, values: &[JsonValue]) {
        let top = values.iter().find(|value| value.pointer.is_empty());
        let files = values.iter().find(|value| value.pointer == "/files");
        match (top, files) {
            (Some(top), _) if top.kind != Kind::Object => self.fault(top, "a manifest is an object with `files`"),
            (Some(top), None) => self.fault(top, "this manifest has no `files`"),
            (_, Some(files)) if files.kind != Kind::Array => self.fault(files, "`files` is no array"),
            _ => self.lower_entries(values),
        }
    }

    fn lower_entries(&mut self, values: &[JsonValue]) {
        let mut first: BTreeMap<String, u32> = BTreeMap::new();
        for written in Written::all(values) {
            let entry = match written.lower() {
                Ok(entry) => entry,
                Err((value, message)) => {
                    self.fault(value, message);
                    continue;
                }
            };
            match first.get(&entry.path) {
                Some(line) => {
                    let message = format!("`{}` is listed twice, first in line {line}", entry.path);
                    self.faults.push(Fault { line: entry.line, column: entry.column, message });
                }
                None => {
                    first.insert(entry.path.clone(), entry.line);
                    self.entries.push(entry);
                }
            }
        }
    }

    fn fault(&mut self, value: &JsonValue, message: impl Into<String>) {
        self.faults.push(Fault { line: value.line, column: value.column, message: message.into() });
    }
}

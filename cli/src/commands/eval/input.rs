//! Rows of input relations from files. A relation is read when the engine asks for it, once. Knows no rules.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use engine::program::{Access, Directive, Program, Purpose, Relation};
use engine::souffle_facts::read_rows;
use engine::{Datum, Host, HostError, Origin, Sink, Value};

/// A folder of `.facts` files.
pub(super) struct Folder<'a> {
    folder: &'a Path,
    program: &'a Program,
    /// Rows of relations that are asked for by key.
    keyed: BTreeMap<String, Vec<Vec<Value>>>,
}

impl<'a> Folder<'a> {
    pub(super) fn new(folder: &'a Path, program: &'a Program) -> Self {
        Self { folder, program, keyed: BTreeMap::new() }
    }

    fn relation(&self, name: &str) -> Result<(&'a Relation, Option<&'a Directive>), HostError> {
        let id = self.program.find(name);
        let id = id.ok_or_else(|| HostError("is not declared".to_owned()))?;
        let mut directives = self.program.directives.iter();
        let input = directives.find(|directive| directive.purpose == Purpose::Input && directive.relation == id);
        Ok((self.program.relation(id), input))
    }

    /// Reads the relation's file. One that is not there is an error where `.input` asks for it, and empty otherwise.
    fn read(&self, name: &str, sink: &mut dyn Sink) -> Result<(), HostError> {
        let (relation, input) = self.relation(name)?;
        let input_text = input.and_then(|input| parameter(input, "IO"));
        if let Some(other) = input_text.filter(|&io| io != "file") {
            return Err(HostError(format!("IO={other} cannot be read; IO=file can")));
        }
        let path = self.path(name, input);
        let text = match text_of(&path) {
            Ok(text) => text,
            Err((ErrorKind::NotFound, _)) if input.is_none() => return Ok(()),
            Err((_, message)) => return Err(HostError(message)),
        };
        let delimiter = input.and_then(|input| parameter(input, "delimiter"));
        let attributes = &relation.attributes;
        let names = input.is_some_and(has_headers);
        let rows = if names { text.split_once('\n').map_or("", |(_, rows)| rows) } else { &text };
        read_rows(rows, attributes, &self.program.types, &unescape(delimiter.unwrap_or("\t")), sink).map_err(
            |mut error| {
                error.line += u32::from(names);
                HostError(format!("{}:{error}", path.display()))
            },
        )
    }

    fn path(&self, name: &str, input: Option<&Directive>) -> PathBuf {
        match input.and_then(|input| parameter(input, "filename")) {
            Some(file) => self.folder.join(file),
            None => self.folder.join(format!("{name}.facts")),
        }
    }
}

impl Host for Folder<'_> {
    fn load(&mut self, name: &str, key: &[Datum<'_>], sink: &mut dyn Sink) -> Result<(), HostError> {
        let (relation, _) = self.relation(name)?;
        let Access::Keyed { key: columns } = &relation.access else {
            return self.read(name, sink);
        };
        if !self.keyed.contains_key(name) {
            let mut rows = Rows::default();
            self.read(name, &mut rows)?;
            self.keyed.insert(name.to_owned(), rows.0);
        }
        for row in self.keyed.get(name).into_iter().flatten() {
            let mut under_key = columns.iter().zip(key);
            if under_key.all(|(&column, wanted)| row.get(column).map(Value::as_datum).as_ref() == Some(wanted)) {
                let row: Vec<Datum<'_>> = row.iter().map(Value::as_datum).collect();
                sink.row(&row, Origin::NONE)?;
            }
        }
        Ok(())
    }

    fn call(&mut self, functor: &str, _: &[Datum<'_>]) -> Result<Value, HostError> {
        Err(HostError(format!("there is no functor `{functor}` in a bare evaluation")))
    }
}

/// Rows, kept.
#[derive(Default)]
struct Rows(Vec<Vec<Value>>);

impl Sink for Rows {
    fn row(&mut self, values: &[Datum<'_>], _: Origin) -> Result<(), HostError> {
        self.0.push(values.iter().map(Datum::to_value).collect());
        Ok(())
    }
}

/// A parameter of a directive.
pub(super) fn parameter<'a>(directive: &'a Directive, name: &str) -> Option<&'a str> {
    let mut parameters = directive.parameters.iter();
    parameters.find(|(known, _)| &**known == name).map(|(_, value)| &**value)
}

/// Whether the first line has the names of the columns.
pub(super) fn has_headers(directive: &Directive) -> bool {
    parameter(directive, "headers") == Some("true")
}

/// A delimiter as programs spell it.
pub(super) fn unescape(delimiter: &str) -> String {
    delimiter.replace("\\t", "\t")
}

/// The text of a file.
pub(super) fn text(path: &Path) -> Result<String, String> {
    text_of(path).map_err(|(_, message)| message)
}

fn text_of(path: &Path) -> Result<String, (ErrorKind, String)> {
    let bytes =
        fs::read(path).map_err(|cause| (cause.kind(), format!("{} cannot be read: {cause}", path.display())))?;
    String::from_utf8(bytes).map_err(|cause| {
        let offset = cause.utf8_error().valid_up_to();
        (ErrorKind::InvalidData, format!("{} is not UTF-8 (byte {offset})", path.display()))
    })
}

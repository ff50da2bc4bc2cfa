//! Records and branches as text: `[1, a]`, `nil`, `$Name(1, a)`, as Souffle writes them. A reader can rely on: what is
//! written reads back, since a text that would not stands in `"`, with the escapes of JSON. Knows no lines.

use std::fmt::Write as _;

use super::{datum, kind_name};
use crate::host::{Datum, Fields, Value};
use crate::limits::MOST_LEVELS;
use crate::program::types::{CompoundForm, TUPLE, of_kind};
use crate::program::{Attribute, CompoundType, Kind};
use crate::syntax::escape::{quote, unescape};

/// Writes a value that is no record's field.
pub(super) fn write(value: &Datum<'_>, into: &mut String) {
    // Writing to a text cannot fail.
    let _ = match value {
        Datum::Symbol(text) => into.write_str(text),
        Datum::Number(number) => write!(into, "{number}"),
        Datum::Unsigned(number) => write!(into, "{number}"),
        Datum::Float(number) => write!(into, "{number}"),
        Datum::Nil => into.write_str("nil"),
        Datum::Record(inner) => {
            fields(['[', ']'], *inner, into);
            Ok(())
        }
        Datum::Branch(name, inner) => {
            let written = write!(into, "${name}");
            if !inner.is_empty() {
                fields(['(', ')'], *inner, into);
            }
            written
        }
    };
}

fn fields([open, close]: [char; 2], inner: Fields<'_>, into: &mut String) {
    into.push(open);
    for (position, field) in inner.iter().enumerate() {
        into.push_str(if position > 0 { ", " } else { "" });
        match field {
            Datum::Symbol(text) if !is_plain(text) => quote(text, into),
            field => write(&field, into),
        }
    }
    into.push(close);
}

/// Whether a text within a record is read back as it stands.
fn is_plain(text: &str) -> bool {
    let marks = |letter: char| matches!(letter, ',' | '[' | ']' | '(' | ')' | '"') || letter.is_control();
    !text.is_empty() && text.trim() == text && !text.contains(marks)
}

/// Reads a value from the beginning of a text.
pub(super) struct Reader<'t> {
    text: &'t str,
    types: &'t [CompoundType],
}

impl<'t> Reader<'t> {
    /// Reads a compound of this kind; the value, and what is left of the text.
    pub(super) fn read(text: &'t str, kind: Kind, types: &'t [CompoundType]) -> Result<(Value, &'t str), String> {
        let mut reader = Self { text, types };
        let value = reader.value(kind, 0)?;
        Ok((value, reader.text))
    }

    fn value(&mut self, kind: Kind, level: u16) -> Result<Value, String> {
        self.text = self.text.trim_start_matches(' ');
        let Some(of) = of_kind(self.types, kind) else {
            return self.scalar(kind);
        };
        if level >= MOST_LEVELS {
            return Err(format!("a record of more than {MOST_LEVELS} levels"));
        }
        match of.form {
            CompoundForm::Record if self.eats("nil") => Ok(Value::Nil),
            CompoundForm::Record => {
                let tuple = of.constructor(TUPLE).map_or(&[][..], |tuple| &tuple.fields);
                self.fields(["[", "]"], tuple, &of.name, level).map(Value::Record)
            }
            CompoundForm::Algebraic => {
                let (name, attributes) = self.branch(of)?;
                let bare = attributes.is_empty() && !self.text.starts_with('(');
                let fields = if bare { Vec::new() } else { self.fields(["(", ")"], attributes, name, level)? };
                Ok(Value::Branch(name.into(), fields))
            }
        }
    }

    /// The branch that is named here.
    fn branch(&mut self, of: &'t CompoundType) -> Result<(&'t str, &'t [Attribute]), String> {
        let rest = self.text.strip_prefix('$').ok_or_else(|| self.no(&of.name))?;
        let length = rest.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').unwrap_or(rest.len());
        let (name, rest) = rest.split_at(length);
        let index = of.branch(name).ok_or_else(|| format!("`{}` has no branch `{name}`", of.name))?;
        self.text = rest;
        let branch = of.constructor(index).ok_or_else(|| self.no(&of.name))?;
        Ok((&branch.name, &branch.fields))
    }

    fn fields(
        &mut self,
        [open, close]: [&str; 2],
        attributes: &[Attribute],
        name: &str,
        level: u16,
    ) -> Result<Vec<Value>, String> {
        if !self.eats(open) {
            return Err(self.no(name));
        }
        let mut values = Vec::with_capacity(attributes.len());
        for (position, attribute) in attributes.iter().enumerate() {
            if position > 0 && !self.eats(",") {
                return Err(format!("{position} of {} fields of `{name}`", attributes.len()));
            }
            values.push(self.value(attribute.kind, level + 1)?);
        }
        match self.eats(close) {
            true => Ok(values),
            false if self.text.starts_with(',') => Err(format!("more than {} fields of `{name}`", attributes.len())),
            false => Err(format!("`{close}` is missing behind the fields of `{name}`")),
        }
    }

    fn scalar(&mut self, kind: Kind) -> Result<Value, String> {
        if kind == Kind::Symbol && self.text.starts_with('"') {
            return self.quoted();
        }
        let end = self.text.find([',', ']', ')']).unwrap_or(self.text.len());
        let (field, rest) = self.text.split_at(end);
        self.text = rest;
        let field = field.trim_end_matches(' ');
        let value = datum(field, kind).ok_or_else(|| format!("`{field}` is no {}", kind_name(kind)))?;
        Ok(value.to_value())
    }

    fn quoted(&mut self) -> Result<Value, String> {
        let mut escaped = true;
        let end = self.text.char_indices().find(|&(_, letter)| {
            let ends = letter == '"' && !escaped;
            escaped = letter == '\\' && !escaped;
            ends
        });
        let (end, _) = end.ok_or("a text in `\"` does not end")?;
        let inner = unescape(&self.text[1..end]).map_err(|_| "a text has an escape that JSON does not have")?;
        self.text = &self.text[end + 1..];
        Ok(Value::Symbol(inner))
    }

    fn eats(&mut self, what: &str) -> bool {
        let trimmed = self.text.trim_start_matches(' ');
        let rest = trimmed.strip_prefix(what);
        self.text = rest.unwrap_or(self.text);
        rest.is_some()
    }

    fn no(&self, name: &str) -> String {
        let found: String = self.text.chars().take(20).collect();
        format!("`{found}` is no `{name}`")
    }
}

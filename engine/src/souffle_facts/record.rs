//! Records and branches as text: `[1, a]`, `nil`, `$Name(1, a)`, as Souffle writes them. A reader can rely on: what is
//! written reads back, since a text that would not stands in `"`, with the escapes of JSON. Knows no lines.

use std::fmt::Write as _;

use super::{FactsError, Reader as Columns, column_of, datum, kind_name};
use crate::host::{Datum, Fields, HostError, Origin, Sink, Value};
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

/// Reads the rows of a relation with records, whose fields may hold the delimiter.
pub(super) fn read_rows(
    text: &str,
    columns: &Columns<'_>,
    types: &[CompoundType],
    sink: &mut dyn Sink,
) -> Result<(), FactsError> {
    for (number, line) in (1..).zip(text.lines()) {
        let read = row(line, columns, types).and_then(|row| {
            let row: Vec<Datum<'_>> = row.iter().map(Value::as_datum).collect();
            sink.row(&row, Origin::NONE).map_err(|HostError(message)| (0, message))
        });
        read.map_err(|(offset, message)| FactsError { line: number, column: column_of(line, offset), message })?;
    }
    Ok(())
}

fn row(line: &str, columns: &Columns<'_>, types: &[CompoundType]) -> Result<Vec<Value>, (usize, String)> {
    let mut rest = line;
    let mut row = Vec::with_capacity(columns.attributes.len());
    for (position, attribute) in columns.attributes.iter().enumerate() {
        let offset = line.len() - rest.len();
        let last = position + 1 == columns.attributes.len();
        let value = if let Kind::Compound(_) = attribute.kind {
            let (value, behind) = Reader::read(rest, attribute.kind, types).map_err(|message| (offset, message))?;
            rest = behind;
            value
        } else {
            let end = if last || columns.delimiter.is_empty() { None } else { rest.find(columns.delimiter) };
            let (field, behind) = rest.split_at(end.unwrap_or(rest.len()));
            rest = behind;
            let value = datum(field, attribute.kind);
            value.ok_or_else(|| (offset, format!("`{field}` is no {}", kind_name(attribute.kind))))?.to_value()
        };
        row.push(value);
        let offset = line.len() - rest.len();
        rest = match rest.strip_prefix(columns.delimiter) {
            Some(behind) if !last => behind,
            None if !last => return Err((offset, format!("{} of {} values", position + 1, columns.attributes.len()))),
            _ if rest.is_empty() => rest,
            _ => return Err((offset, format!("more than {} values", columns.attributes.len()))),
        };
    }
    Ok(row)
}

/// Reads a value from the beginning of a text.
struct Reader<'t> {
    text: &'t str,
    types: &'t [CompoundType],
}

impl<'t> Reader<'t> {
    /// Reads a compound of this kind; the value, and what is left of the text.
    fn read(text: &'t str, kind: Kind, types: &'t [CompoundType]) -> Result<(Value, &'t str), String> {
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

#[cfg(test)]
mod tests {
    use super::super::tests::read_typed;
    use super::super::write_row;
    use super::*;
    use crate::program::TypeId;
    use crate::program::types::Constructor;
    use crate::source::{SourceId, Span};

    fn read(text: &str, kinds: &[Kind], delimiter: &str) -> Result<Vec<Vec<Value>>, String> {
        read_typed(text, kinds, &types(), delimiter)
    }

    /// `.type list = [head: symbol, tail: list]` and `.type tree = Leaf {} | Node {of: list, left: tree, n: number}`.
    fn types() -> [CompoundType; 2] {
        let nowhere = Span { source: SourceId(0), start: 0, end: 0 };
        let column = |kind| Attribute { name: "x".into(), kind };
        let fields = vec![column(Kind::Compound(TypeId(0))), column(Kind::Compound(TypeId(1))), column(Kind::Number)];
        let leaf = Constructor { name: "Leaf".into(), fields: Vec::new() };
        let constructors = vec![leaf, Constructor { name: "Node".into(), fields }];
        let tree = CompoundType { name: "tree".into(), form: CompoundForm::Algebraic, constructors, span: nowhere };
        let list = vec![column(Kind::Symbol), column(Kind::Compound(TypeId(0)))];
        [CompoundType::record("list".into(), list, nowhere), tree]
    }

    /// E1: records are read as Souffle writes them; what would not read back is written in quotation marks.
    #[test]
    fn records_are_read_and_written_alike() {
        let kinds = [Kind::Symbol, Kind::Compound(TypeId(0)), Kind::Compound(TypeId(1))];
        let text = "a,nil,$Leaf\nb,[x y, [\"1,2\", [\"\", nil]]],$Node([\"]\", nil], $Leaf, -3)\n";
        let rows = read(text, &kinds, ",").unwrap();
        let list = |head: &str, tail| Value::Record(vec![Value::Symbol(head.into()), tail]);
        assert_eq!(rows[1][1], list("x y", list("1,2", list("", Value::Nil))));
        let mut back = String::new();
        for row in &rows {
            write_row(row.iter().map(Value::as_datum), ",", &mut back);
        }
        assert_eq!(back, text);
        let loose = read("[ a ,[\"b\\n\",nil ] ]\t$Leaf()\r\n", &kinds[1..], "\t").unwrap();
        assert_eq!(loose, [[list("a", list("b\n", Value::Nil)), Value::Branch("Leaf".into(), Vec::new())]]);
    }

    #[test]
    fn what_is_no_record_is_named_with_its_place() {
        let kinds = [Kind::Number, Kind::Compound(TypeId(1))];
        let cases = [
            ("1\tnil", "1:3: `nil` is no `tree`"),
            ("1\t$Lea", "1:3: `tree` has no branch `Lea`"),
            ("1\t$Leaf(1)", "1:3: `)` is missing behind the fields of `Leaf`"),
            ("1\t$Node(nil, $Leaf)", "1:3: 2 of 3 fields of `Node`"),
            ("1\t$Node(nil, $Leaf, 1, 2)", "1:3: more than 3 fields of `Node`"),
            ("1\t$Node([a], $Leaf, 1)", "1:3: 1 of 2 fields of `list`"),
            ("1\t$Node([\"a, nil], $Leaf, 1)", "1:3: a text in `\"` does not end"),
            ("1\t$Node(nil, $Leaf, x)", "1:3: `x` is no number"),
            ("1\t$Leaf\t2", "1:8: more than 2 values"),
            ("1", "1:2: 1 of 2 values"),
            ("x\t$Leaf", "1:1: `x` is no number"),
        ];
        for (text, message) in cases {
            assert_eq!(read(text, &kinds, "\t").unwrap_err(), message, "{text}");
        }
        let deep = |levels: usize| format!("{}nil{}", "[a, ".repeat(levels), "]".repeat(levels));
        assert!(read(&deep(999), &[Kind::Compound(TypeId(0))], "\t").is_ok());
        let error = read(&deep(100_000), &[Kind::Compound(TypeId(0))], "\t").unwrap_err();
        assert_eq!(error, "1:1: a record of more than 1000 levels");
    }
}

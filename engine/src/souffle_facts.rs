//! Souffle's text form of rows: one line a row, values as they are, with a delimiter between them. A reader can rely
//! on: what is written here reads back as the same rows, unless a text holds the delimiter or a line break. Knows no
//! files.

mod record;

use std::fmt;

use crate::host::{Datum, HostError, Origin, Sink};
use crate::program::{Attribute, CompoundType, Kind};

/// What is wrong with a text of rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactsError {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// Lower case, no full stop.
    pub message: String,
}

/// Reads the rows of a relation of a program with these types into `sink`, without origins.
///
/// A line ends at `\n`, with or without a `\r` before it. A line that is empty is a row of one empty text for a relation
/// of one text, and no row for a relation without columns, whose row is `()`. Numbers are decimal, or hexadecimal or
/// binary after `0x` or `0b`. A record is `[1, a]` or `nil`, a branch `$Name(1, a)`; a text in one ends at `,`, `]` or
/// `)`, or stands in `"` with the escapes of JSON.
///
/// # Errors
/// If a line has too few or too many values, a value is no number of its column's type, or the sink refuses a row.
pub fn read_rows(
    text: &str,
    attributes: &[Attribute],
    types: &[CompoundType],
    delimiter: &str,
    sink: &mut dyn Sink,
) -> Result<(), FactsError> {
    let reader = Reader { attributes, delimiter };
    if attributes.iter().any(|attribute| matches!(attribute.kind, Kind::Compound(_))) {
        return record::read_rows(text, &reader, types, sink);
    }
    let mut row = Vec::with_capacity(attributes.len());
    let mut rest = text;
    let mut number = 0;
    while !rest.is_empty() {
        number += 1;
        row.clear();
        let (line, there) = match reader.plain_row(rest, &mut row) {
            Some(length) => {
                let line = &rest[..length];
                rest = &rest[length + 1..];
                (line, Ok(true))
            }
            None => {
                row.clear();
                let (line, behind) = rest.split_once('\n').unwrap_or((rest, ""));
                rest = behind;
                let line = line.strip_suffix('\r').unwrap_or(line);
                (line, reader.row(line, &mut row))
            }
        };
        let added = there.and_then(|there| match there {
            true => sink.row(&row, Origin::NONE).map_err(|HostError(message)| (0, message)),
            false => Ok(()),
        });
        added.map_err(|(offset, message)| FactsError { line: number, column: column_of(line, offset), message })?;
    }
    Ok(())
}

/// Writes one row, with its line break.
pub fn write_row<'a>(values: impl IntoIterator<Item = Datum<'a>>, delimiter: &str, into: &mut String) {
    let mut empty = true;
    for value in values {
        if !std::mem::take(&mut empty) {
            into.push_str(delimiter);
        }
        record::write(&value, into);
    }
    if empty {
        into.push_str("()");
    }
    into.push('\n');
}

struct Reader<'a> {
    attributes: &'a [Attribute],
    delimiter: &'a str,
}

impl Reader<'_> {
    /// Reads the values of a line that holds nothing unusual, in one pass: a delimiter of one byte, numbers of a few
    /// digits, an end of just `\n`. The length of the line; none for any other line.
    fn plain_row<'t>(&self, text: &'t str, row: &mut Vec<Datum<'t>>) -> Option<usize> {
        let &[delimiter] = self.delimiter.as_bytes() else {
            return None;
        };
        if delimiter.is_ascii_digit() || delimiter == b'\n' {
            return None;
        }
        let bytes = text.as_bytes();
        let mut at = 0;
        for (position, attribute) in self.attributes.iter().enumerate() {
            let start = at;
            match attribute.kind {
                Kind::Number | Kind::Unsigned => {
                    let mut number = 0u64;
                    while let Some(value) =
                        bytes.get(at).map(|byte| byte.wrapping_sub(b'0')).filter(|&value| value < 10)
                    {
                        number = number.wrapping_mul(10).wrapping_add(u64::from(value));
                        at += 1;
                    }
                    if at == start || at - start > 18 {
                        return None;
                    }
                    row.push(match attribute.kind {
                        Kind::Number => Datum::Number(number.cast_signed()),
                        _ => Datum::Unsigned(number),
                    });
                }
                Kind::Symbol => {
                    let length = bytes[at..].iter().position(|&byte| byte == delimiter || byte == b'\n')?;
                    at += length;
                    let value = &text[start..at];
                    if value.ends_with('\r') {
                        return None;
                    }
                    row.push(Datum::Symbol(value));
                }
                Kind::Float | Kind::Compound(_) => return None,
            }
            let last = position + 1 == self.attributes.len();
            let end = if last { b'\n' } else { delimiter };
            if *bytes.get(at)? != end {
                return None;
            }
            if last {
                return Some(at);
            }
            at += 1;
        }
        None
    }

    /// Reads a line's values; false where the line is no row. The error comes with its place in the line.
    fn row<'t>(&self, line: &'t str, row: &mut Vec<Datum<'t>>) -> Result<bool, (usize, String)> {
        if self.attributes.is_empty() {
            return match line {
                "()" => Ok(true),
                "" => Ok(false),
                _ => Err((0, "a relation without columns has no row but `()`".to_owned())),
            };
        }
        let mut rest = line;
        let last = self.attributes.len() - 1;
        for (position, attribute) in self.attributes.iter().enumerate() {
            let offset = line.len() - rest.len();
            let value = match rest.find(self.delimiter) {
                _ if self.delimiter.is_empty() => std::mem::take(&mut rest),
                None => std::mem::take(&mut rest),
                Some(_) if position == last => {
                    let message = format!("more than {} values", self.attributes.len());
                    return Err((offset, message));
                }
                Some(end) => {
                    let value = &rest[..end];
                    rest = &rest[end + self.delimiter.len()..];
                    value
                }
            };
            let ended = rest.is_empty() && offset + value.len() == line.len();
            if position < last && ended {
                let message = format!("{} of {} values", position + 1, self.attributes.len());
                return Err((line.len(), message));
            }
            row.push(
                datum(value, attribute.kind)
                    .ok_or_else(|| (offset, format!("`{value}` is no {}", kind_name(attribute.kind))))?,
            );
        }
        Ok(true)
    }
}

/// The value of a text in a column of this kind.
fn datum(text: &str, kind: Kind) -> Option<Datum<'_>> {
    match kind {
        Kind::Symbol => Some(Datum::Symbol(text)),
        Kind::Number => short(text).map(Datum::Number).or_else(|| {
            let (sign, digits) = match text.strip_prefix('-') {
                Some(digits) => (-1, digits),
                None => (1, text),
            };
            let wide = magnitude(digits)?;
            i64::try_from(i128::from(wide) * sign).ok().map(Datum::Number)
        }),
        Kind::Unsigned => magnitude(text).map(Datum::Unsigned),
        Kind::Float => text.parse().ok().map(Datum::Float),
        // Read field by field.
        Kind::Compound(_) => None,
    }
}

/// A number of few decimal digits: nearly all there are.
fn short(text: &str) -> Option<i64> {
    if text.is_empty() || text.len() > 18 {
        return None;
    }
    text.bytes().try_fold(0, |number: i64, byte| byte.is_ascii_digit().then(|| number * 10 + i64::from(byte - b'0')))
}

fn magnitude(digits: &str) -> Option<u64> {
    let (digits, radix) = match (digits.strip_prefix("0x"), digits.strip_prefix("0b")) {
        (Some(digits), _) => (digits, 16),
        (_, Some(digits)) => (digits, 2),
        _ => (digits, 10),
    };
    let plain = digits.bytes().all(|byte| byte.is_ascii_alphanumeric());
    plain.then(|| u64::from_str_radix(digits, radix).ok())?
}

fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Symbol => "symbol",
        Kind::Number => "number",
        Kind::Unsigned => "unsigned number",
        Kind::Float => "float",
        Kind::Compound(_) => "record",
    }
}

fn column_of(line: &str, offset: usize) -> u32 {
    let before = line.get(..offset).unwrap_or(line).chars().count();
    u32::try_from(before + 1).unwrap_or(u32::MAX)
}

impl fmt::Display for FactsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for FactsError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::Value;

    #[derive(Default)]
    struct Rows(Vec<Vec<Value>>);

    impl Sink for Rows {
        fn row(&mut self, values: &[Datum<'_>], _: Origin) -> Result<(), HostError> {
            self.0.push(values.iter().map(Datum::to_value).collect());
            Ok(())
        }
    }

    fn read(text: &str, kinds: &[Kind], delimiter: &str) -> Result<Vec<Vec<Value>>, String> {
        read_typed(text, kinds, &[], delimiter)
    }

    /// The rows of a text, or the error in words.
    pub(super) fn read_typed(
        text: &str,
        kinds: &[Kind],
        types: &[CompoundType],
        delimiter: &str,
    ) -> Result<Vec<Vec<Value>>, String> {
        let attributes: Vec<_> = kinds.iter().map(|&kind| Attribute { name: "a".into(), kind }).collect();
        let mut rows = Rows::default();
        read_rows(text, &attributes, types, delimiter, &mut rows).map_err(|error| error.to_string())?;
        Ok(rows.0)
    }

    #[test]
    fn rows_are_read_and_written_alike() {
        let kinds = [Kind::Symbol, Kind::Number, Kind::Unsigned, Kind::Float];
        let text = "a b\t-9223372036854775808\t18446744073709551615\t1.5\n\t0\t0\t-0\n";
        let rows = read(text, &kinds, "\t").unwrap();
        assert_eq!(rows[0][1], Value::Number(i64::MIN));
        let mut back = String::new();
        for row in &rows {
            write_row(row.iter().map(Value::as_datum), "\t", &mut back);
        }
        assert_eq!(back, text);
        assert_eq!(read("0x1F;-0b11\r\n", &[Kind::Number; 2], ";").unwrap(), [[Value::Number(31), Value::Number(-3)]]);
        assert_eq!(read("()\n", &[], "\t").unwrap().len(), 1);
        assert_eq!(read("\n", &[Kind::Symbol], "\t").unwrap().len(), 1);
        assert_eq!(read("", &[Kind::Symbol], "\t").unwrap().len(), 0);
    }

    #[test]
    fn what_is_no_row_is_named_with_its_place() {
        let numbers = [Kind::Number; 2];
        assert_eq!(read("1\t2\n3\n", &numbers, "\t").unwrap_err(), "2:2: 1 of 2 values");
        assert_eq!(read("1\t2\t3\n", &numbers, "\t").unwrap_err(), "1:3: more than 2 values");
        assert_eq!(read("1\tä\n", &numbers, "\t").unwrap_err(), "1:3: `ä` is no number");
        assert_eq!(
            read("9223372036854775808\t1\n", &numbers, "\t").unwrap_err(),
            "1:1: `9223372036854775808` is no number"
        );
        assert_eq!(read("-1", &[Kind::Unsigned], "\t").unwrap_err(), "1:1: `-1` is no unsigned number");
    }
}

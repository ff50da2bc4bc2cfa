//! Operations on texts. Lengths and positions count bytes, as Souffle's do; a cut never splits a character.

use super::{Scalar, full_stop};
use crate::interner::{Full, Interner};
use crate::limits::{EvalError, Stop};
use crate::program::{Kind, Operation};
use crate::source::Span;

/// The value of an operation on texts, or from or to text.
pub(super) fn apply(
    operation: Operation,
    arguments: &[Scalar],
    kind: Kind,
    span: Span,
    interner: &mut Interner,
) -> Result<Scalar, Stop> {
    match (operation, arguments) {
        (Operation::Concatenate, _) => concatenate(arguments, interner),
        (Operation::Length, &[text]) => Ok(length(text.symbol(interner).len(), kind)),
        (Operation::Substring, &[text, from, length]) => {
            let part = substring(text.symbol(interner), integer(from), integer(length)).to_owned();
            intern(&part, interner)
        }
        (Operation::ToNumber, &[text]) => {
            let text = text.symbol(interner);
            to_number(text, kind).ok_or_else(|| Box::new(EvalError::BadNumber { text: text.to_owned(), span }))
        }
        (Operation::ToString, &[value]) => {
            let text = match value {
                Scalar::Symbol(_) => return Ok(value),
                Scalar::Number(number) => number.to_string(),
                Scalar::Unsigned(number) => number.to_string(),
                Scalar::Float(number) => number.to_string(),
                Scalar::Compound(_) => return Err(of_other_type(span)),
            };
            intern(&text, interner)
        }
        _ => Err(of_other_type(span)),
    }
}

/// What a checked program does not do.
fn of_other_type(span: Span) -> Stop {
    Box::new(EvalError::Undefined { what: "an operation on values of this type", span })
}

/// Joins the texts. The length is held against the limit before the text is made.
fn concatenate(arguments: &[Scalar], interner: &mut Interner) -> Result<Scalar, Stop> {
    let length: usize = arguments.iter().map(|argument| argument.symbol(interner).len()).sum();
    if length as u64 > interner.room() {
        return Err(full_stop(Full, interner));
    }
    let mut text = String::with_capacity(length);
    for argument in arguments {
        text.push_str(argument.symbol(interner));
    }
    intern(&text, interner)
}

fn intern(text: &str, interner: &mut Interner) -> Result<Scalar, Stop> {
    interner.text(text).map(Scalar::Symbol).map_err(|full| full_stop(full, interner))
}

fn length(bytes: usize, kind: Kind) -> Scalar {
    match kind {
        Kind::Unsigned => Scalar::Unsigned(bytes as u64),
        Kind::Float => Scalar::Float(bytes as f64),
        Kind::Symbol | Kind::Number | Kind::Compound(_) => Scalar::Number(i64::try_from(bytes).unwrap_or(i64::MAX)),
    }
}

/// A position or length, as far as it matters for a text.
fn integer(value: Scalar) -> i64 {
    match value {
        Scalar::Number(number) => number,
        Scalar::Unsigned(number) => i64::try_from(number).unwrap_or(i64::MAX),
        Scalar::Symbol(_) | Scalar::Float(_) | Scalar::Compound(_) => 0,
    }
}

/// `length` bytes from byte `from`, as far as the text has them, moved inwards to character boundaries; empty where
/// either is negative.
fn substring(text: &str, from: i64, length: i64) -> &str {
    let (Ok(from), Ok(length)) = (usize::try_from(from), usize::try_from(length)) else {
        return "";
    };
    let end = from.saturating_add(length).min(text.len());
    let start = (from..=end).find(|&start| text.is_char_boundary(start));
    let end = (0..=end).rev().find(|&end| text.is_char_boundary(end));
    match (start, end) {
        (Some(start), Some(end)) => text.get(start..end).unwrap_or(""),
        _ => "",
    }
}

/// A number in decimal, or in hexadecimal or binary after `0x` or `0b`, with an optional sign where the type has one.
fn to_number(text: &str, kind: Kind) -> Option<Scalar> {
    match kind {
        Kind::Float => text.parse().ok().map(Scalar::Float),
        Kind::Unsigned => match radix(text) {
            Some((digits, radix)) => u64::from_str_radix(digits, radix).ok(),
            None => text.parse().ok(),
        }
        .map(Scalar::Unsigned),
        Kind::Number | Kind::Symbol | Kind::Compound(_) => match radix(text) {
            Some((digits, radix)) => i64::from_str_radix(digits, radix).ok(),
            None => text.parse().ok(),
        }
        .map(Scalar::Number),
    }
}

fn radix(text: &str) -> Option<(&str, u32)> {
    let prefixes = [("0x", 16), ("0b", 2)];
    prefixes.into_iter().find_map(|(prefix, radix)| {
        let digits = text.strip_prefix(prefix)?;
        digits.bytes().all(|byte| byte.is_ascii_alphanumeric()).then_some((digits, radix))
    })
}

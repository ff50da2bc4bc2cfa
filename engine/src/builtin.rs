//! The operations of the language: total apart from the errors that they name, the same on every machine. Knows nothing
//! of rules, rows or registers.

mod arithmetic;
mod regex_cache;
mod tally;
mod text;

use std::cmp::Ordering;

use crate::interner::{Full, Interner, Word};
use crate::limits::{EvalError, Stop};
use crate::program::{Comparison, Kind, Operation};
use crate::source::Span;
pub(crate) use regex_cache::RegexCache;
pub(crate) use tally::{Misfit, Tally, Total};

/// A decoded value; a text stays a word.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Scalar {
    /// Text.
    Symbol(Word),
    /// Signed.
    Number(i64),
    /// Unsigned.
    Unsigned(u64),
    /// Float.
    Float(f64),
    /// A record stays a word too: all that is asked of it is whether it is another one.
    Compound(Word),
}

impl Scalar {
    /// The value of a word of this kind.
    pub(crate) fn decode(word: Word, kind: Kind, interner: &Interner) -> Self {
        match kind {
            Kind::Symbol => Self::Symbol(word),
            Kind::Number => Self::Number(interner.number_of(word)),
            Kind::Unsigned => Self::Unsigned(interner.unsigned_of(word)),
            Kind::Float => Self::Float(interner.float_of(word)),
            Kind::Compound(_) => Self::Compound(word),
        }
    }

    /// The word of the value.
    pub(crate) fn encode(self, interner: &mut Interner) -> Result<Word, Stop> {
        match self {
            Self::Symbol(word) | Self::Compound(word) => Ok(word),
            Self::Number(number) => interner.number(number).map_err(|full| full_stop(full, interner)),
            Self::Unsigned(number) => interner.unsigned(number).map_err(|full| full_stop(full, interner)),
            Self::Float(number) => interner.float(number).map_err(|full| full_stop(full, interner)),
        }
    }

    /// The text; the empty one for a number.
    fn symbol(self, interner: &Interner) -> &str {
        match self {
            Self::Symbol(word) => interner.text_of(word),
            Self::Number(_) | Self::Unsigned(_) | Self::Float(_) | Self::Compound(_) => "",
        }
    }

    /// How two values of one kind compare.
    pub(crate) fn compare(self, other: Self, interner: &Interner) -> Ordering {
        match (self, other) {
            (Self::Symbol(left), Self::Symbol(right)) => interner.compare(left, right, Kind::Symbol),
            (Self::Number(left), Self::Number(right)) => left.cmp(&right),
            (Self::Unsigned(left), Self::Unsigned(right)) => left.cmp(&right),
            (Self::Float(left), Self::Float(right)) => order(left, right),
            (Self::Compound(left), Self::Compound(right)) => left.cmp(&right),
            // Checked programs compare values of one kind.
            _ => Ordering::Equal,
        }
    }
}

/// The total order of floats, in which all NaNs are one value.
pub(crate) fn order(left: f64, right: f64) -> Ordering {
    match (left.is_nan(), right.is_nan()) {
        (true, true) => Ordering::Equal,
        _ => left.total_cmp(&right),
    }
}

/// Whether a comparison holds between values that compare like this.
#[inline]
pub(crate) fn holds(operator: Comparison, ordering: Ordering) -> bool {
    match operator {
        Comparison::Equal => ordering.is_eq(),
        Comparison::NotEqual => ordering.is_ne(),
        Comparison::Less => ordering.is_lt(),
        Comparison::LessEqual => ordering.is_le(),
        Comparison::Greater => ordering.is_gt(),
        Comparison::GreaterEqual => ordering.is_ge(),
    }
}

/// The value of an operation.
pub(crate) fn apply(
    operation: Operation,
    arguments: &[Scalar],
    kind: Kind,
    span: Span,
    interner: &mut Interner,
) -> Result<Scalar, Stop> {
    match operation {
        Operation::Min => Ok(extreme(arguments, Ordering::Less, interner)),
        Operation::Max => Ok(extreme(arguments, Ordering::Greater, interner)),
        Operation::Concatenate
        | Operation::Length
        | Operation::Substring
        | Operation::ToNumber
        | Operation::ToString => text::apply(operation, arguments, kind, span, interner),
        _ => arithmetic::apply(operation, arguments, span),
    }
}

/// Whether the operation fails on some values that are likely to be met: worth evaluating late.
pub(crate) fn is_partial(operation: Operation) -> bool {
    matches!(
        operation,
        Operation::Divide
            | Operation::Remainder
            | Operation::Power
            | Operation::ShiftLeft
            | Operation::ShiftRight
            | Operation::ToNumber
    )
}

/// The first argument that no other precedes in the wanted direction.
fn extreme(arguments: &[Scalar], wanted: Ordering, interner: &Interner) -> Scalar {
    let mut best = arguments.first().copied().unwrap_or(Scalar::Number(0));
    for &argument in arguments {
        if argument.compare(best, interner) == wanted {
            best = argument;
        }
    }
    best
}

/// The error of an interner that takes no more.
pub(crate) fn full_stop(_: Full, interner: &Interner) -> Stop {
    Box::new(EvalError::Bytes { relation: None, limit: interner.limit() })
}

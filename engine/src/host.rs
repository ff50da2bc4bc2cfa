//! What an evaluation asks of whoever runs it: rows of input relations, values of functors. The engine does not know
//! where they come from; an origin is a number that means something to the host only.

use std::fmt;

use crate::program::{Constant, Kind};

/// A value at the boundary of the engine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Datum<'a> {
    /// Text.
    Symbol(&'a str),
    /// Signed.
    Number(i64),
    /// Unsigned.
    Unsigned(u64),
    /// Float.
    Float(f64),
}

/// An owned value, such as a functor returns.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Text.
    Symbol(String),
    /// Signed.
    Number(i64),
    /// Unsigned.
    Unsigned(u64),
    /// Float.
    Float(f64),
}

impl From<Datum<'_>> for Value {
    fn from(value: Datum<'_>) -> Self {
        match value {
            Datum::Symbol(text) => Self::Symbol(text.to_owned()),
            Datum::Number(n) => Self::Number(n),
            Datum::Unsigned(n) => Self::Unsigned(n),
            Datum::Float(n) => Self::Float(n),
        }
    }
}

impl From<&Constant> for Value {
    fn from(constant: &Constant) -> Self {
        match constant {
            Constant::Symbol(text) => Self::Symbol(text.to_string()),
            Constant::Number(number) => Self::Number(*number),
            Constant::Unsigned(number) => Self::Unsigned(*number),
            Constant::Float(number) => Self::Float(*number),
        }
    }
}

/// Where a row comes from: the host's own number for it, below `u32::MAX`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Origin(pub u32);

/// Why the host cannot answer. Evaluation stops with it: what can be said as a fact is a fact, not an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostError(pub String);

/// Takes the rows of one request.
pub trait Sink {
    /// Adds a row: as many values as the relation has columns, of the columns' types. For a keyed request the key
    /// columns must equal the key. A row that is there already keeps its first origin.
    ///
    /// # Errors
    /// If the row does not fit the relation, or a limit is reached; the host passes the error on.
    fn row(&mut self, values: &[Datum<'_>], origin: Origin) -> Result<(), HostError>;
}

/// Answers an evaluation's questions. The same question must get the same answer within one evaluation.
pub trait Host {
    /// Puts the rows of `relation` into `sink`: all of them where `key` is empty, else those whose key columns equal
    /// `key` (in column order). Asked at most once per relation and key.
    ///
    /// # Errors
    /// If the rows cannot be had, with a message for a reader.
    fn load(&mut self, relation: &str, key: &[Datum<'_>], sink: &mut dyn Sink) -> Result<(), HostError>;

    /// The value of `@functor(arguments)`: pure and total.
    ///
    /// # Errors
    /// If there is no such functor.
    fn call(&mut self, functor: &str, arguments: &[Datum<'_>]) -> Result<Value, HostError>;
}

impl Datum<'_> {
    /// Its base type.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self {
            Self::Symbol(_) => Kind::Symbol,
            Self::Number(_) => Kind::Number,
            Self::Unsigned(_) => Kind::Unsigned,
            Self::Float(_) => Kind::Float,
        }
    }

    /// The same value, owned.
    #[must_use]
    pub fn to_value(&self) -> Value {
        match *self {
            Self::Symbol(text) => Value::Symbol(text.to_owned()),
            Self::Number(number) => Value::Number(number),
            Self::Unsigned(number) => Value::Unsigned(number),
            Self::Float(number) => Value::Float(number),
        }
    }
}

impl Origin {
    /// Nothing is known of where the row comes from.
    pub const NONE: Self = Self(u32::MAX);
}

impl Value {
    /// The same value, borrowed.
    #[must_use]
    pub fn as_datum(&self) -> Datum<'_> {
        match self {
            Self::Symbol(text) => Datum::Symbol(text),
            Self::Number(number) => Datum::Number(*number),
            Self::Unsigned(number) => Datum::Unsigned(*number),
            Self::Float(number) => Datum::Float(*number),
        }
    }
}

impl fmt::Display for HostError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for HostError {}

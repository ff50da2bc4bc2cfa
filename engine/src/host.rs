//! What an evaluation asks of whoever runs it: rows of input relations, values of functors. The engine does not know
//! where they come from; an origin is a number that means something to the host only.

mod value;

use std::fmt;

pub use value::{Datum, Fields, Value};

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

impl Origin {
    /// Nothing is known of where the row comes from.
    pub const NONE: Self = Self(u32::MAX);
}

impl fmt::Display for HostError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for HostError {}

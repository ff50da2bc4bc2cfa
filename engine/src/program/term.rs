//! Terms of checked rules. A reader can rely on: types are settled, so that an operation knows that of its operands.
//! Refuses to know values of variables.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{FunctorId, Kind, TypeId, VariableId, shared};
use crate::source::Span;

/// A term.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Term {
    /// A variable.
    Variable(VariableId),
    /// A constant.
    Constant(Constant),
    /// `_`; only as an argument of an atom.
    Wildcard,
    /// An operation of the language.
    Call {
        /// Which.
        operation: Operation,
        /// Its arguments.
        arguments: Vec<Term>,
        /// Base type of the arguments (of the result where they differ, as in `to_number`).
        kind: Kind,
        /// Where it stands, for run-time errors such as overflow.
        span: Span,
    },
    /// `@name(...)`, answered by the host.
    Functor {
        /// Which.
        functor: FunctorId,
        /// Its arguments.
        arguments: Vec<Term>,
        /// Where it stands.
        span: Span,
    },
}

/// A constant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Constant {
    /// Text.
    Symbol(#[serde(deserialize_with = "shared")] Arc<str>),
    /// Signed.
    Number(i64),
    /// Unsigned.
    Unsigned(u64),
    /// Float.
    Float(f64),
    /// `nil` of a record type.
    Nil(TypeId),
    /// `[...]` of a record type.
    Record(TypeId, Arc<[Constant]>),
    /// A branch of an algebraic data type, by its name.
    Branch(TypeId, #[serde(deserialize_with = "shared")] Arc<str>, Arc<[Constant]>),
}

/// Operations of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Operation {
    /// `a + b`, checked.
    Add,
    /// `a - b`, checked.
    Subtract,
    /// `a * b`, checked.
    Multiply,
    /// `a / b`; division by zero is an error.
    Divide,
    /// `a % b`; by zero is an error.
    Remainder,
    /// `a ^ b`, checked; a negative exponent of an integer is an error.
    Power,
    /// `-a`, checked.
    Negate,
    /// `a band b`
    BitAnd,
    /// `a bor b`
    BitOr,
    /// `a bxor b`
    BitXor,
    /// `bnot a`
    BitNot,
    /// `a bshl b`; a distance outside 0..64 is an error.
    ShiftLeft,
    /// `a bshr b`; arithmetic for Number, logical for Unsigned.
    ShiftRight,
    /// `a land b`, 1 or 0.
    LogicalAnd,
    /// `a lor b`, 1 or 0.
    LogicalOr,
    /// `lnot a`, 1 or 0.
    LogicalNot,
    /// `min(a, ...)`, two or more arguments.
    Min,
    /// `max(a, ...)`, two or more arguments.
    Max,
    /// `cat(a, ...)`, two or more texts.
    Concatenate,
    /// `strlen(a)`, in bytes as Souffle counts.
    Length,
    /// `substr(text, from, length)`, by bytes, moved inwards to character boundaries.
    Substring,
    /// `to_number(text)`; text that is no number is an error.
    ToNumber,
    /// `to_string(a)`; `kind` is that of `a`.
    ToString,
}

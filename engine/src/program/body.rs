//! What stands in the bodies of checked rules. A reader can rely on: alternatives are rules of their own, negations stand at
//! single atoms. Refuses to know how bodies are ordered.

use serde::{Deserialize, Serialize};

use super::{Kind, RelationId, Term, VariableId};
use crate::source::Span;

/// A part of a body.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Literal {
    /// What it says.
    pub form: Form,
    /// Where it stands in the text.
    pub span: Span,
}

/// What a literal says.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Form {
    /// A row is there. Arguments are variables, constants or wildcards.
    Positive(Atom),
    /// No row is there. Arguments are variables bound elsewhere, constants or wildcards.
    Negative(Atom),
    /// A comparison; `Equal` with one side an unbound variable binds it.
    Compare {
        /// The operator.
        operator: Comparison,
        /// Left side.
        left: Term,
        /// Right side.
        right: Term,
        /// Base type of both sides.
        kind: Kind,
    },
    /// `match(regex, text)` (the whole text must match) or `contains(part, text)`; `negated` for `!match(...)`.
    Test {
        /// Which.
        test: Test,
        /// Regex, or part.
        pattern: Term,
        /// The text.
        text: Term,
        /// Whether it must fail.
        negated: bool,
    },
    /// `result = operator target : { body }`; variables of the body that occur outside are bound outside (grouping).
    Aggregate(Box<Aggregate>),
    /// `result = range(from, to[, step])`: each value from `from` up to, not including, `to`.
    Range {
        /// Bound to each value in turn.
        result: VariableId,
        /// First value.
        from: Term,
        /// One past the last.
        to: Term,
        /// Distance; absent means 1, or -1 where `to` is below `from`.
        step: Option<Term>,
        /// Number, Unsigned or Float.
        kind: Kind,
    },
    /// `false`: never holds. (`true` is dropped.)
    Never,
}

/// A relation applied to terms.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Atom {
    /// The relation.
    pub relation: RelationId,
    /// One argument a column: `Variable`, `Constant` or `Wildcard` only.
    pub arguments: Vec<Term>,
}

/// An aggregate literal.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Aggregate {
    /// Bound to, or compared with, the result.
    pub result: VariableId,
    /// The operator.
    pub operator: AggregateOperator,
    /// What is folded; absent for `count`.
    pub target: Option<Term>,
    /// The body; may hold aggregates.
    pub body: Vec<Literal>,
    /// Type of the target (of the result for `count`: Number).
    pub kind: Kind,
}

/// Aggregate operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum AggregateOperator {
    /// Number of distinct bindings of the body's variables; 0 over nothing.
    Count,
    /// Sum; 0 over nothing.
    Sum,
    /// Least; no value over nothing.
    Min,
    /// Greatest; no value over nothing.
    Max,
    /// Mean, a Float; no value over nothing.
    Mean,
}

/// Comparison operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Comparison {
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
}

/// Tests on texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Test {
    /// The whole text matches the regular expression.
    Match,
    /// The text contains the part.
    Contains,
}

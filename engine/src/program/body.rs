//! What stands in the bodies of checked rules. A reader can rely on: alternatives are rules of their own, negations stand at
//! single atoms. Refuses to know how bodies are ordered.

use serde::{Deserialize, Serialize};

use super::types::ConstructorIndex;
use super::{Kind, RelationId, Term, TypeId, VariableId};
use crate::source::Span;

/// Most literals of a rule that loop, see [`loops`]: evaluation nests one in the other.
pub const MOST_LOOPS: usize = 400;

/// How many literals of a body loop: positive atoms and ranges, those of its aggregates among them.
#[must_use]
pub fn loops(body: &[Literal]) -> usize {
    let count = |literal: &Literal| match &literal.form {
        Form::Positive(_) | Form::Range { .. } => 1,
        Form::Aggregate(aggregate) => loops(&aggregate.body),
        Form::Negative(_) | Form::Compare { .. } | Form::Test { .. } | Form::Compound(_) | Form::Never => 0,
    };
    body.iter().map(count).sum()
}

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
    /// `result = [a, b]`, `result = $Branch(a, b)`: the value is made of these fields. Gives the result a value where all
    /// fields have one, and the fields theirs where the result has one.
    Compound(Compound),
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

/// What says of what a record, or a value of an algebraic data type, is made.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Compound {
    /// The whole.
    pub result: VariableId,
    /// Its type.
    pub of: TypeId,
    /// How it is made.
    pub constructor: ConstructorIndex,
    /// One a field: `Variable`, `Constant` or `Wildcard` only.
    pub fields: Vec<Term>,
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

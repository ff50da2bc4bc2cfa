//! A rule between text and program: names are resolved, types are being found. Refuses to know the tree.

use std::sync::Arc;

use super::kinds::KindId;
use crate::program::types::ConstructorIndex;
use crate::program::{AggregateOperator, Comparison, FunctorId, Operation, RelationId, Test, VariableId};
use crate::source::Span;

/// A term whose type is being found.
#[derive(Debug)]
pub(super) struct Draft {
    pub(super) form: DraftForm,
    pub(super) kind: KindId,
    pub(super) span: Span,
}

#[derive(Debug)]
pub(super) enum DraftForm {
    Variable(VariableId),
    Wildcard,
    Text(Arc<str>),
    Integer {
        magnitude: u64,
        negative: bool,
    },
    Unsigned(u64),
    Float(f64),
    Call(Operation, Vec<Draft>),
    Functor(FunctorId, Vec<Draft>),
    /// A record of constants; its type is that of the draft.
    Compound(ConstructorIndex, Vec<Draft>),
}

impl Draft {
    /// Whether the value stands in the text.
    pub(super) fn is_constant(&self) -> bool {
        match self.form {
            DraftForm::Text(_) | DraftForm::Integer { .. } | DraftForm::Unsigned(_) => true,
            DraftForm::Float(_) | DraftForm::Compound(..) => true,
            DraftForm::Variable(_) | DraftForm::Wildcard | DraftForm::Call(..) | DraftForm::Functor(..) => false,
        }
    }
}

#[derive(Debug)]
pub(super) struct DraftLiteral {
    pub(super) form: DraftLiteralForm,
    pub(super) span: Span,
}

#[derive(Debug)]
pub(super) enum DraftLiteralForm {
    Atom { negated: bool, atom: DraftAtom },
    Compare { operator: Comparison, left: Draft, right: Draft },
    Test { test: Test, pattern: Draft, text: Draft, negated: bool },
    Aggregate { result: VariableId, operator: AggregateOperator, target: Option<Draft>, body: DraftBody },
    Range { result: VariableId, bounds: Vec<Draft> },
    Compound { result: VariableId, constructor: ConstructorIndex, fields: Vec<Draft> },
    Never,
}

#[derive(Debug)]
pub(super) struct DraftAtom {
    pub(super) relation: RelationId,
    pub(super) arguments: Vec<Draft>,
}

/// The body of an aggregate.
#[derive(Debug)]
pub(super) enum DraftBody {
    One(Vec<DraftLiteral>),
    /// Alternatives, and the variables in them.
    Several {
        variables: Vec<VariableId>,
        alternatives: Vec<Vec<DraftLiteral>>,
    },
}

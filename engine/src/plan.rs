//! How one rule is evaluated: steps over registers, in an order chosen when the sizes of the relations are known. A
//! reader can rely on: every register is written before it is read, and every step's operands are registers. Holds no
//! rows, so the same plan could drive another evaluator.

mod bound;
mod expression;
mod lower;
mod order;
mod rank;

use crate::index::Payload;
use crate::program::types::ConstructorIndex;
use crate::program::{AggregateOperator, Comparison, FunctorId, Kind, Operation, RelationId, Test, TypeId};
use crate::source::Span;
pub(crate) use expression::kind_of;
pub(crate) use order::{Aim, Sizes, plan_rule};

/// Index of a register.
pub(crate) type Register = usize;

/// A rule, ready to run.
#[derive(Debug)]
pub(crate) struct RulePlan {
    /// What is done, in order.
    pub(crate) block: Block,
    /// Number of registers.
    pub(crate) registers: usize,
    /// Registers that hold a constant.
    pub(crate) constants: Vec<(Register, u32)>,
    /// Indexes that the steps use, by position.
    pub(crate) indexes: Vec<IndexKey>,
}

/// An index that a plan needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct IndexKey {
    /// Of this relation.
    pub(crate) relation: RelationId,
    /// By these columns.
    pub(crate) columns: Vec<usize>,
    /// What its lists hold.
    pub(crate) payload: Payload,
}

/// Steps, each done for every way in which those before it hold.
#[derive(Debug)]
pub(crate) struct Block {
    /// The last is [`Step::Emit`] or [`Step::Fold`].
    pub(crate) steps: Vec<Step>,
}

/// Which rows of a relation an atom sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// All of before this round.
    All,
    /// All but the last round's.
    Old,
    /// The last round's.
    Delta,
}

/// What is taken from a row, then compared.
#[derive(Debug, Default)]
pub(crate) struct Read {
    /// Column to register.
    pub(crate) binds: Vec<(usize, Register)>,
    /// Columns that must equal a register; read after `binds`.
    pub(crate) checks: Vec<(usize, Register)>,
}

/// One step.
#[derive(Debug)]
pub(crate) enum Step {
    /// For each row of a part.
    Scan { relation: RelationId, part: Part, read: Read },
    /// For each row in the list of a key.
    Probe { relation: RelationId, index: usize, key: Vec<Register>, part: Part, read: Read },
    /// For each word in the list of a key, where the list holds words: it goes to `bind`.
    ProbeColumn { relation: RelationId, index: usize, key: Register, part: Part, bind: Register },
    /// For each word that two atoms of two columns each allow for the variable `bind`.
    Intersect { sides: [Side; 2], bind: Register },
    /// If the row is there, or is not. Finished relations only.
    Member { relation: RelationId, row: Vec<Register>, wanted: bool },
    /// If a row with the key is there, or none is.
    Exists { index: usize, key: Vec<Register>, wanted: bool },
    /// If the relation has rows, or has none.
    NonEmpty { relation: RelationId, wanted: bool },
    /// For each row that the host has under a key, which the key columns must have.
    Ask { relation: RelationId, key: Vec<Register>, read: Read, mode: Mode, span: Span },
    /// If two registers hold the same value, or do not.
    Same { left: Register, right: Register, wanted: bool },
    /// If two values compare so.
    Compare { operator: Comparison, left: Expression, right: Expression },
    /// The value goes to the register.
    Assign { bind: Register, value: Expression },
    /// If a text passes a test, or fails it.
    Test { test: Test, pattern: Expression, text: Expression, wanted: bool, span: Span },
    /// For each number of a range, which goes to `bind`.
    Range { bind: Register, from: Expression, to: Expression, step: Option<Expression>, span: Span },
    /// The result of folding what the block finds goes to `bind`, or is compared with `check`.
    Aggregate {
        fold: Fold,
        block: Block,
        bind: Register,
        /// `bind` has a value already: the result must equal it.
        compare: bool,
    },
    /// The number of rows with the key goes to `bind`, or is compared with it.
    CountRows { index: usize, key: Vec<Register>, bind: Register, compare: bool },
    /// The record that a constructor makes of the fields goes to `bind`.
    Make { of: TypeId, constructor: ConstructorIndex, fields: Vec<Register>, bind: Register, span: Span },
    /// If the constructor made the record: its fields are read as a row's columns are.
    Take { record: Register, constructor: ConstructorIndex, read: Read },
    /// Never holds.
    Never,
    /// Derives a row.
    Emit(Vec<Register>),
    /// Takes one more binding into the innermost aggregate.
    Fold,
}

/// How rows under a key are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// For each.
    Each,
    /// If there is one.
    Any,
    /// If there is none.
    None,
}

/// One of the two atoms of [`Step::Intersect`]: `lookup` gives the words of the open column by the word of the other.
#[derive(Debug)]
pub(crate) struct Side {
    pub(crate) relation: RelationId,
    pub(crate) index: usize,
    pub(crate) key: Register,
    /// Whether the open column is the first.
    pub(crate) open_first: bool,
}

/// What an aggregate does with each binding.
#[derive(Clone, Debug)]
pub(crate) struct Fold {
    pub(crate) operator: AggregateOperator,
    /// Absent for a count.
    pub(crate) target: Option<Expression>,
    /// Of the target.
    pub(crate) kind: Kind,
    pub(crate) span: Span,
}

/// A value to compute.
#[derive(Clone, Debug)]
pub(crate) enum Expression {
    /// What a register holds.
    Register(Register, Kind),
    /// An operation.
    Call { operation: Operation, arguments: Vec<Expression>, kind: Kind, span: Span },
    /// A functor of the host.
    Functor { functor: FunctorId, arguments: Vec<Expression>, span: Span },
}

//! Ways out of a row that should not be: the minimal sets of actions (`@[remedy]` rules) after which it is gone. A
//! reader can rely on: every way was tried by evaluating again with its facts, under every key, and left no such row; no
//! part of it does; and where the bounds cut the search, it says so. Refuses to know what a verdict is, and where facts
//! come from.
//!
//! An action is open where its body holds. A set is a way if it has an order in which each action is open when it is
//! taken. Sets are tried in the order of their size (as in minimal-cardinality diagnosis), without actions whose facts
//! cannot take anything away and cannot open one that can.

mod actions;
mod cone;
mod memory;
mod pointless;
mod reach;
mod ways;

use std::sync::Arc;

use crate::eval::Demand;
use crate::host::Value;
use crate::limits::EvalError;
use crate::model::Model;
use crate::program::Program;
use crate::source::Span;
pub use memory::Memory;
pub use ways::{ways, ways_of_each};

/// The rows that must go: those of a relation with these values in these columns.
#[derive(Clone, Debug, PartialEq)]
pub struct Goal {
    /// The relation's name.
    pub relation: String,
    /// Column and value.
    pub columns: Vec<(usize, Value)>,
}

/// A fact that an action adds.
#[derive(Clone, Debug, PartialEq)]
pub struct Added {
    /// The relation's name.
    pub relation: Arc<str>,
    /// Its values; new values are texts and numbers that the evaluation has not seen.
    pub values: Vec<Value>,
}

/// An instance of a remedy.
#[derive(Clone, Debug, PartialEq)]
pub struct Action {
    /// The annotation's text, with `{P}` replaced by what `P` stands for.
    pub text: String,
    /// What those variables of the body stand for that heads or text use.
    pub bindings: Vec<(Arc<str>, Value)>,
    /// What it adds.
    pub adds: Vec<Added>,
    /// The remedy's clause in the program of the first key that has it.
    pub span: Span,
    /// What tells remedies apart: wording and canonical text.
    pub(crate) remedy: Arc<str>,
}

/// A minimal set of actions.
#[derive(Clone, Debug, PartialEq)]
pub struct Way {
    /// The actions, in an order in which each is open when it is taken.
    pub actions: Vec<Action>,
}

/// What a search for ways comes to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ways {
    /// The ways, smaller ones first, then by their actions' texts.
    pub ways: Vec<Way>,
    /// Whether there may be more than were found.
    pub cut: bool,
    /// Evaluations.
    pub trials: usize,
}

/// How much is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Sets of actions that are tried.
    pub trials: usize,
    /// Ways.
    pub ways: usize,
    /// Actions of one way.
    pub size: usize,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { trials: 200, ways: 20, size: 4 }
    }
}

/// Evaluates a program with whatever evidence belongs to it. The same program must get the same answers each time.
pub trait Evaluator {
    /// A model of the demanded relations.
    ///
    /// # Errors
    /// If the evaluation stops.
    fn evaluate<'p>(&mut self, program: &'p Program, demand: &Demand) -> Result<Model<'p>, EvalError>;
}

/// A program that must let something pass, and what evaluates it.
pub struct Key<'k> {
    /// The program, remedies included.
    pub program: &'k Program,
    /// Its evaluator.
    pub evaluator: &'k mut dyn Evaluator,
}

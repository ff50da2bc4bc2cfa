//! Why a row is there: the derivation of the fewest rounds, down to given facts. A reader can rely on: a proof has no
//! cycles, premises stand before what they prove, and the same rules and facts give the same proof whatever the order
//! of rules and facts in the text was. Refuses to know how proofs are shown, and never changes the model.
//!
//! Among derivations of equally few rounds (counted within the row's stratum, as semi-naive evaluation counts them), the
//! rule with the least canonical text wins, then the least premises by their values. The method, rows in order of
//! derivation as a clock, follows Zhao, Subotić, Scholz: Debugging Large-Scale Datalog (TOPLAS 2020), with nothing stored.

mod build;
pub(crate) mod canonical;
pub mod check;
mod derive;
pub mod document;
pub mod id;
mod premise;

use std::fmt;
use std::sync::Arc;

use crate::host::{Origin, Value};
use crate::model::RowId;
use crate::program::{RelationId, RuleId};
use crate::source::Span;
pub use check::{Rejection, check};
pub use document::ProofDocument;
pub use id::ProofId;

/// A graph of facts and what proves them. Facts that serve several times are there once.
#[derive(Clone, Debug, PartialEq)]
pub struct Proof {
    /// Premises before what they prove.
    pub nodes: Vec<Node>,
    /// Index of the proved fact.
    pub root: usize,
}

/// Proofs of several facts in one graph.
#[derive(Clone, Debug, PartialEq)]
pub struct Forest {
    /// Premises before what they prove.
    pub nodes: Vec<Node>,
    /// By fact that was asked for: its index, or why there is no proof.
    pub roots: Vec<Result<usize, ProofError>>,
}

/// A fact that holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The same for the same proof of the same fact.
    pub id: ProofId,
    /// Its relation.
    pub relation: Arc<str>,
    /// One value a column.
    pub values: Vec<Value>,
    /// Where the model has it.
    pub row: (RelationId, RowId),
    /// What it rests on.
    pub why: Why,
}

/// What a fact rests on.
#[derive(Clone, Debug, PartialEq)]
pub enum Why {
    /// Nobody derived it.
    Given {
        /// The host's number for where it comes from.
        origin: Option<Origin>,
        /// The fact of the text, where it is one.
        span: Option<Span>,
    },
    /// A rule.
    Derived(Derivation),
}

/// One use of a rule.
#[derive(Clone, Debug, PartialEq)]
pub struct Derivation {
    /// The rule.
    pub rule: RuleId,
    /// Its canonical text.
    pub text: Arc<str>,
    /// Its `@[rule("...")]`, else the name of its head.
    pub name: Arc<str>,
    /// The clause.
    pub span: Span,
    /// What its variables stand for, in the order of their first use; names of made-up ones begin with `_`.
    pub bindings: Vec<(Arc<str>, Value)>,
    /// One per literal of its body, in order.
    pub premises: Vec<Premise>,
}

/// A literal that holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Premise {
    /// The literal's place.
    pub span: Span,
    /// What holds.
    pub form: PremiseForm,
}

/// Why a literal holds.
#[derive(Clone, Debug, PartialEq)]
pub enum PremiseForm {
    /// A fact.
    Fact {
        /// Index into [`Proof::nodes`].
        node: usize,
    },
    /// No row matches.
    Absent {
        /// The relation.
        relation: Arc<str>,
        /// By column; nothing where any value would do.
        pattern: Vec<Option<Value>>,
    },
    /// A comparison, a test or a range, with the values that it was decided by.
    Holds {
        /// The literal's canonical text.
        text: String,
        /// Canonical text and value of each term that is no constant, those within terms too.
        values: Vec<(String, Value)>,
    },
    /// An aggregate.
    Aggregate {
        /// The literal's canonical text.
        text: String,
        /// What it comes to.
        result: Value,
        /// Matches of its body.
        matches: u64,
        /// Different rows that these use.
        total: u64,
        /// The first of these rows, by relation and values: indexes into [`Proof::nodes`].
        rows: Vec<usize>,
        /// A digest of all of these rows.
        digest: ProofId,
    },
}

/// Why there is no proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofError {
    /// The model has no such row.
    NoRow,
    /// A derivation was looked for among more rows than one search may look at.
    Cut,
    /// No derivation was found again: floats that were added up in another order gave another sum.
    NotFound,
}

impl fmt::Display for ProofError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoRow => "there is no such row",
            Self::Cut => "too many rows to search for a derivation",
            Self::NotFound => "no derivation was found again",
        })
    }
}

impl std::error::Error for ProofError {}

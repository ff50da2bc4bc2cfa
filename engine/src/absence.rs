//! Why a row is not there: for each rule that could derive it, how far its body matches and which premise fails, down to
//! given facts. A reader can rely on: every rule of the relation has its attempt, the shown bindings do match what is
//! said to match, and the work is bounded. Refuses to know how absences are shown, and asks nobody for values.
//!
//! The method is that of Lee, Ludäscher, Glavic: PUG, a framework and practical implementation for why and why-not
//! provenance (VLDB Journal 2019), kept to one instance a rule: the one nearest to holding.

mod query;
mod search;

use std::sync::Arc;

use crate::host::Value;
use crate::model::RowId;
use crate::program::{RelationId, RuleId};
use crate::source::Span;
pub use query::{Query, QueryError};

/// How much is explained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Levels of absent atoms.
    pub depth: usize,
    /// Attempts in all.
    pub attempts: usize,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { depth: 6, attempts: 200 }
    }
}

/// An atom that no row matches, or some do.
#[derive(Clone, Debug, PartialEq)]
pub struct Absence {
    /// Its relation.
    pub relation: Arc<str>,
    /// By column; nothing where any value would do.
    pub pattern: Vec<Option<Value>>,
    /// What is known of it.
    pub why: WhyNot,
}

/// What is known of an absent atom.
#[derive(Clone, Debug, PartialEq)]
pub enum WhyNot {
    /// It is not absent: the first rows that match, each of which can be proved, and how many do.
    There {
        /// The rows, in the order of their values.
        rows: Vec<(RelationId, RowId)>,
        /// How many match.
        total: usize,
    },
    /// No rule derives the relation: the rows that agree with the most columns, at most three.
    NotGiven {
        /// Those rows.
        nearest: Vec<Vec<Value>>,
    },
    /// The host was not asked for this key, since nothing needed it.
    NotAsked,
    /// What became of each rule, in the order of their canonical text; the nearest to holding is marked.
    Rules {
        /// The attempts.
        attempts: Vec<Attempt>,
        /// Index of the attempt that matches furthest, and in a tie the first.
        nearest: usize,
    },
    /// It is explained further up.
    Repeated,
    /// It lies deeper, or is more, than is explained.
    Cut,
}

/// A rule that derives the relation, and the match that comes nearest.
#[derive(Clone, Debug, PartialEq)]
pub struct Attempt {
    /// The rule.
    pub rule: RuleId,
    /// Its canonical text.
    pub text: Arc<str>,
    /// Its `@[rule("...")]`, else the name of its head.
    pub name: Arc<str>,
    /// The clause.
    pub span: Span,
    /// Canonical texts of the literals that match together.
    pub matched: Vec<String>,
    /// What variables stand for in this match.
    pub bindings: Vec<(Arc<str>, Value)>,
    /// What does not hold.
    pub failed: Failure,
    /// Whether not all matches could be looked at.
    pub cut: bool,
}

/// What does not hold.
#[derive(Clone, Debug, PartialEq)]
pub enum Failure {
    /// The rule's head gives other values.
    Head,
    /// No row matches an atom.
    Absent {
        /// The literal's canonical text.
        text: String,
        /// Why.
        absence: Box<Absence>,
    },
    /// A row matches a negated atom.
    Blocked {
        /// The literal's canonical text.
        text: String,
        /// The row, which can be proved.
        row: (RelationId, RowId),
        /// Its values.
        values: Vec<Value>,
    },
    /// A comparison, a test or a range.
    False {
        /// The literal's canonical text.
        text: String,
        /// Canonical text and value of each term.
        values: Vec<(String, Value)>,
    },
    /// An aggregate comes to something else, or to nothing.
    Aggregate {
        /// The literal's canonical text.
        text: String,
        /// What it comes to.
        result: Option<Value>,
        /// What the rule wants, where that is known.
        wanted: Option<Value>,
    },
    /// What decides it was not asked for in the evaluation.
    Unknown {
        /// The literal's canonical text.
        text: String,
    },
}

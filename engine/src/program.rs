//! A checked program, resolved and in the shape that planning wants. A reader can rely on: every relation exists and
//! has the right arity and types, every variable is ground, strata are in evaluation order. Only `check` makes one.
//! Knows nothing of tuples, plans or the text's layout.

mod body;
mod print;
mod term;
pub mod text;
pub mod types;

use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;
use serde::{Deserialize, Deserializer, Serialize};

use crate::source::Span;

pub use body::{Aggregate, AggregateOperator, Atom, Comparison, Compound, Form, Literal, MOST_LOOPS, Test, loops};
pub(crate) use print::{PRIMARY, UNARY};
pub use term::{Constant, Operation, Term};
pub use types::{CompoundType, TypeId, Types};

/// Index into [`Program::relations`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct RelationId(pub u32);

/// Index into [`Program::rules`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct RuleId(pub u32);

/// Index into [`Rule::variables`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct VariableId(pub u32);

/// Index into [`Program::functors`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct FunctorId(pub u32);

/// The base type of a column, a variable or a term; subtypes and unions are resolved to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Kind {
    /// Text.
    Symbol,
    /// Signed, 64 bits.
    Number,
    /// Unsigned, 64 bits.
    Unsigned,
    /// IEEE 754, 64 bits; compared by total order, NaN equal to itself.
    Float,
    /// A record or a value of an algebraic data type; told apart from others of its type, and not ordered.
    Compound(TypeId),
}

/// A checked program.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Program {
    /// Every declared relation.
    pub relations: Vec<Relation>,
    /// Rules with a body, disjunctions and several heads taken apart: in source order.
    pub rules: Vec<Rule>,
    /// Rules marked `@[remedy]`: actions, not run by evaluation.
    pub remedies: Vec<Rule>,
    /// Facts of the text, in source order.
    pub facts: Vec<GroundFact>,
    /// Declared functors.
    pub functors: Vec<Functor>,
    /// Record types and algebraic data types, in the order of the text.
    pub types: Types,
    /// Evaluation order: a stratum reads, under negation and aggregation, only relations of earlier ones.
    pub strata: Vec<Stratum>,
    /// `.input`, `.output`, `.printsize`.
    pub directives: Vec<Directive>,
    /// Relations by name, made when first asked for. One that was added or renamed since is missing or out of date here.
    #[serde(skip)]
    by_name: OnceLock<FxHashMap<Arc<str>, RelationId>>,
}

/// A declared relation.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Relation {
    /// Its name.
    #[serde(deserialize_with = "shared")]
    pub name: Arc<str>,
    /// Its columns.
    pub attributes: Vec<Attribute>,
    /// Where its rows come from besides rules and facts of the text.
    pub access: Access,
    /// `@[...]` before the declaration.
    pub annotations: Vec<Annotation>,
    /// `///` before the declaration, joined by newlines.
    #[serde(deserialize_with = "shared")]
    pub documentation: Arc<str>,
    /// The name in its declaration.
    pub span: Span,
}

/// A column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attribute {
    /// Its name.
    #[serde(deserialize_with = "shared")]
    pub name: Arc<str>,
    /// Its base type.
    pub kind: Kind,
}

/// How a relation's rows get in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Access {
    /// By rules and facts of the text only.
    Derived,
    /// The host loads it whole, before the first rule that could use it (`.input`, or `@[host]`).
    Input {
        /// `@[host(costly)]`: read as late as possible.
        costly: bool,
    },
    /// The host is asked per value of these columns, which every use binds (`@[host(key = "a, b")]`).
    Keyed {
        /// Columns of the key, ascending.
        key: Vec<usize>,
    },
}

/// `@[name(...)]`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Annotation {
    /// The name.
    #[serde(deserialize_with = "shared")]
    pub name: Arc<str>,
    /// `("text")`, the unnamed text argument.
    pub text: Option<Arc<str>>,
    /// `(name = "text")` and bare names, in order; a bare name has an empty value.
    pub arguments: Vec<(Arc<str>, Arc<str>)>,
    /// Where it stands.
    pub span: Span,
}

/// A fact of the text.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GroundFact {
    /// The relation.
    pub relation: RelationId,
    /// One constant a column.
    pub row: Vec<Constant>,
    /// Where it stands.
    pub span: Span,
}

/// One head, one conjunction, with at most [`MOST_LOOPS`] literals that loop.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Rule {
    /// The derived relation.
    pub head: RelationId,
    /// One term a column; every variable in it is bound by the body.
    pub terms: Vec<Term>,
    /// The conjunction, in source order.
    pub body: Vec<Literal>,
    /// All variables, those of aggregate bodies included.
    pub variables: Vec<Variable>,
    /// Index of the clause of the text that this came from: equal for the parts of one clause.
    pub clause: u32,
    /// `@[...]` before the clause.
    pub annotations: Vec<Annotation>,
    /// The whole clause.
    pub span: Span,
}

/// A variable of a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variable {
    /// As spelled; made-up variables have names that no text can have (they begin with `?`).
    #[serde(deserialize_with = "shared")]
    pub name: Arc<str>,
    /// Its base type.
    pub kind: Kind,
}

/// A declared functor.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Functor {
    /// Its name, without the `@`.
    #[serde(deserialize_with = "shared")]
    pub name: Arc<str>,
    /// Types of its arguments.
    pub parameters: Vec<Kind>,
    /// Type of its value.
    pub result: Kind,
    /// Its declaration.
    pub span: Span,
}

/// Relations that depend on each other, with their rules.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Stratum {
    /// Its relations, ascending.
    pub relations: Vec<RelationId>,
    /// The rules that derive them, ascending.
    pub rules: Vec<RuleId>,
    /// Whether a relation of it depends on itself.
    pub recursive: bool,
}

/// `.input`, `.output` or `.printsize`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Directive {
    /// Which.
    pub purpose: Purpose,
    /// The relation.
    pub relation: RelationId,
    /// `name=value` parameters in order.
    pub parameters: Vec<(Arc<str>, Arc<str>)>,
    /// Where it stands.
    pub span: Span,
}

/// What a directive asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Purpose {
    /// Load before evaluation.
    Input,
    /// Write after evaluation.
    Output,
    /// Print the number of rows after evaluation.
    PrintSize,
}

/// A text of an image, copied once.
fn shared<'de, D: Deserializer<'de>>(image: D) -> Result<Arc<str>, D::Error> {
    <&str>::deserialize(image).map(Arc::from)
}

impl Stratum {
    /// Whether a relation is of the stratum.
    #[must_use]
    pub fn has(&self, relation: RelationId) -> bool {
        self.relations.binary_search(&relation).is_ok()
    }
}

impl Program {
    /// The relation with this id.
    ///
    /// # Panics
    /// If the id is of another program.
    #[must_use]
    pub fn relation(&self, id: RelationId) -> &Relation {
        &self.relations[id.0 as usize]
    }

    /// The id of the relation with this name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<RelationId> {
        let by_name = self.by_name.get_or_init(|| {
            let names = self.relations.iter().map(|relation| relation.name.clone());
            names.zip((0..).map(RelationId)).collect()
        });
        let has_name = |id: &RelationId| self.relations.get(id.0 as usize).is_some_and(|found| &*found.name == name);
        by_name.get(name).copied().filter(has_name).or_else(|| {
            let index = self.relations.iter().position(|relation| &*relation.name == name)?;
            Some(RelationId(u32::try_from(index).ok()?))
        })
    }

    /// A type as the text names it.
    #[must_use]
    pub fn kind_name(&self, kind: Kind) -> &str {
        types::of_kind(&self.types, kind).map_or(kind.spelling(), |found| &found.name)
    }

    /// The rule with this id.
    ///
    /// # Panics
    /// If the id is of another program.
    #[must_use]
    pub fn rule(&self, id: RuleId) -> &Rule {
        &self.rules[id.0 as usize]
    }
}

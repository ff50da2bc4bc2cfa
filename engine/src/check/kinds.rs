//! Which base types a variable or a number may have: sets that shrink as its uses are met, joined where two things
//! must be of one type (unification by union-find). Refuses to know where terms stand and how faults are worded.

use crate::program::types::ConstructorIndex;
use crate::program::{FunctorId, Kind, Program, RelationId, TypeId};
use crate::source::Span;

/// A set of types: some of the base types, and no, one or each of the records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Allowed {
    base: u8,
    compound: Compounds,
}

/// Which records and algebraic data types are in a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Compounds {
    None,
    One(TypeId),
    All,
}

impl Allowed {
    pub(super) const ANY: Self = Self { base: 0b1111, compound: Compounds::All };
    pub(super) const SYMBOL: Self = Self::base(0b0001);
    pub(super) const NUMBER: Self = Self::base(0b0010);
    pub(super) const UNSIGNED: Self = Self::base(0b0100);
    pub(super) const FLOAT: Self = Self::base(0b1000);
    /// What has an order.
    pub(super) const ORDERED: Self = Self::base(0b1111);
    /// What can be computed with.
    pub(super) const NUMERIC: Self = Self::base(0b1110);
    /// What bits and remainders are defined on.
    pub(super) const WHOLE: Self = Self::base(0b0110);
    /// What can be below zero.
    pub(super) const SIGNED: Self = Self::base(0b1010);
    /// What is made of fields.
    pub(super) const COMPOUND: Self = Self { base: 0, compound: Compounds::All };

    const fn base(base: u8) -> Self {
        Self { base, compound: Compounds::None }
    }

    pub(super) const fn of(kind: Kind) -> Self {
        match kind {
            Kind::Symbol => Self::SYMBOL,
            Kind::Number => Self::NUMBER,
            Kind::Unsigned => Self::UNSIGNED,
            Kind::Float => Self::FLOAT,
            Kind::Compound(id) => Self { base: 0, compound: Compounds::One(id) },
        }
    }

    /// What is in both.
    fn and(self, other: Self) -> Self {
        let compound = match (self.compound, other.compound) {
            (Compounds::All, found) | (found, Compounds::All) => found,
            (Compounds::One(left), Compounds::One(right)) if left == right => Compounds::One(left),
            _ => Compounds::None,
        };
        Self { base: self.base & other.base, compound }
    }

    fn is_empty(self) -> bool {
        self.base == 0 && self.compound == Compounds::None
    }

    /// Its types for a message: `number or float`.
    pub(super) fn words(self, program: &Program) -> String {
        let mut words = Vec::new();
        for kind in [Kind::Symbol, Kind::Number, Kind::Unsigned, Kind::Float] {
            if !self.and(Self::of(kind)).is_empty() {
                words.push(kind.spelling().to_owned());
            }
        }
        match self.compound {
            Compounds::None => {}
            Compounds::One(id) => words.push(format!("`{}`", program.kind_name(Kind::Compound(id)))),
            Compounds::All => words.push("a record".to_owned()),
        }
        let last = words.pop().unwrap_or_else(|| "nothing".to_owned());
        if words.is_empty() {
            return last;
        }
        format!("{} or {last}", words.join(", "))
    }
}

/// Why a type is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// A column of a relation.
    Column(RelationId, usize),
    /// A parameter of a functor.
    Parameter(FunctorId, usize),
    /// The value of a functor.
    Value(FunctorId),
    /// A literal of the text.
    Written,
    /// An operation of the language, by its name.
    Operation(&'static str),
    /// The value of one.
    Result(&'static str),
    /// A field of a constructor.
    Field(TypeId, ConstructorIndex, usize),
}

/// A demand: where, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cause {
    pub(super) span: Span,
    pub(super) reason: Reason,
}

/// Index of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct KindId(u32);

/// Two demands that no type meets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mismatch {
    /// What the first thing may be, and why.
    pub(super) found: (Allowed, Option<Cause>),
    /// What the second may be, and why.
    pub(super) wanted: (Allowed, Option<Cause>),
}

/// The sets of one clause.
#[derive(Debug, Default)]
pub(super) struct Kinds {
    nodes: Vec<Node>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    parent: u32,
    allowed: Allowed,
    cause: Option<Cause>,
    /// A mismatch was reported: the next ones follow from it.
    reported: bool,
}

impl Kinds {
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
    }

    pub(super) fn fresh(&mut self, allowed: Allowed, cause: Option<Cause>) -> KindId {
        let id = u32::try_from(self.nodes.len()).unwrap_or(u32::MAX);
        self.nodes.push(Node { parent: id, allowed, cause, reported: false });
        KindId(id)
    }

    fn root(&mut self, KindId(mut at): KindId) -> usize {
        loop {
            let parent = self.nodes[at as usize].parent;
            if parent == at {
                return at as usize;
            }
            // Halve the path for the next search.
            let above = self.nodes[parent as usize].parent;
            self.nodes[at as usize].parent = above;
            at = above;
        }
    }

    /// Demands that two things be of one type.
    pub(super) fn unify(&mut self, found: KindId, wanted: KindId) -> Result<(), Mismatch> {
        let (left, right) = (self.root(found), self.root(wanted));
        if left == right {
            return Ok(());
        }
        let (a, b) = (self.nodes[left], self.nodes[right]);
        self.nodes[left].parent = u32::try_from(right).unwrap_or(u32::MAX);
        let joined = &mut self.nodes[right];
        joined.reported = a.reported || b.reported;
        joined.allowed = a.allowed.and(b.allowed);
        if joined.allowed != b.allowed || joined.cause.is_none() {
            joined.cause = a.cause;
        }
        if !joined.allowed.is_empty() {
            return Ok(());
        }
        joined.allowed = Allowed::ANY;
        if std::mem::replace(&mut joined.reported, true) {
            return Ok(());
        }
        Err(Mismatch { found: (a.allowed, a.cause), wanted: (b.allowed, b.cause) })
    }

    /// Demands that a thing be of one of these types.
    pub(super) fn restrict(&mut self, found: KindId, wanted: Allowed, cause: Cause) -> Result<(), Mismatch> {
        let root = self.root(found);
        let node = &mut self.nodes[root];
        let before = *node;
        let both = node.allowed.and(wanted);
        if both.is_empty() {
            node.allowed = Allowed::ANY;
            if std::mem::replace(&mut node.reported, true) {
                return Ok(());
            }
            return Err(Mismatch { found: (before.allowed, before.cause), wanted: (wanted, Some(cause)) });
        }
        if both != before.allowed || before.cause.is_none() {
            node.cause = Some(cause);
        }
        node.allowed = both;
        Ok(())
    }

    /// The type of a thing: the only one left, else `number` where it may be one.
    pub(super) fn solve(&mut self, of: KindId) -> Kind {
        let root = self.root(of);
        let allowed = self.nodes[root].allowed;
        let bases = [Kind::Number, Kind::Unsigned, Kind::Float, Kind::Symbol];
        let base = bases.into_iter().find(|&kind| allowed.base & Allowed::of(kind).base != 0);
        match (base, allowed.compound) {
            (Some(base), _) => base,
            (None, Compounds::One(id)) => Kind::Compound(id),
            (None, _) => Kind::Symbol,
        }
    }

    /// The record type of a thing that can be of no other type.
    pub(super) fn compound(&mut self, of: KindId) -> Option<TypeId> {
        let root = self.root(of);
        match self.nodes[root].allowed {
            Allowed { base: 0, compound: Compounds::One(id) } => Some(id),
            _ => None,
        }
    }

    /// Whether a mismatch of the thing was reported.
    pub(super) fn is_reported(&mut self, of: KindId) -> bool {
        let root = self.root(of);
        self.nodes[root].reported
    }
}

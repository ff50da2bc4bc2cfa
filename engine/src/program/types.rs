//! Declared types that are more than a name for a base type: records and algebraic data types. A reader can rely on:
//! each lists the ways in which its values are made, in the order of the text. Refuses to know values.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Attribute, Kind, shared};
use crate::source::Span;

/// Index into [`super::Program::types`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct TypeId(pub u32);

/// A record type or an algebraic data type.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CompoundType {
    /// Its name.
    #[serde(deserialize_with = "shared")]
    pub name: Arc<str>,
    /// Which of the two.
    pub form: CompoundForm,
    /// The ways to make a value: of a record type `nil` and `[...]`, of the other each branch.
    pub constructors: Vec<Constructor>,
    /// The name in its declaration.
    pub span: Span,
}

/// What sort of type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CompoundForm {
    /// `[a: T, b: U]`
    Record,
    /// `A {x: T} | B {}`
    Algebraic,
}

/// A way to make a value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Constructor {
    /// The branch's name; `nil`; of `[...]` the type's.
    #[serde(deserialize_with = "shared")]
    pub name: Arc<str>,
    /// The parts of the value.
    pub fields: Vec<Attribute>,
}

/// Position of a constructor in its type.
pub type ConstructorIndex = u32;

/// The position of `nil` among the constructors of a record type.
pub const NIL: ConstructorIndex = 0;

/// The position of `[...]` among the constructors of a record type.
pub const TUPLE: ConstructorIndex = 1;

/// All of a program, shared with what holds its values.
pub type Types = Arc<[CompoundType]>;

impl CompoundType {
    /// A record type with these fields.
    #[must_use]
    pub fn record(name: Arc<str>, fields: Vec<Attribute>, span: Span) -> Self {
        let nil = Constructor { name: "nil".into(), fields: Vec::new() };
        let constructors = vec![nil, Constructor { name: name.clone(), fields }];
        Self { name, form: CompoundForm::Record, constructors, span }
    }

    /// The constructor at a position.
    #[must_use]
    pub fn constructor(&self, index: ConstructorIndex) -> Option<&Constructor> {
        self.constructors.get(index as usize)
    }

    /// The position of the branch with this name; a record type has none.
    #[must_use]
    pub fn branch(&self, name: &str) -> Option<ConstructorIndex> {
        let at = self.constructors.iter().position(|one| *one.name == *name)?;
        if self.form == CompoundForm::Algebraic { u32::try_from(at).ok() } else { None }
    }
}

/// The type of a kind that is a compound.
#[must_use]
pub fn of_kind(types: &[CompoundType], kind: Kind) -> Option<&CompoundType> {
    match kind {
        Kind::Compound(id) => types.get(id.0 as usize),
        _ => None,
    }
}

//! Values at the boundary of the engine. A reader can rely on: a value is complete, fields of records included, and says
//! nothing of the declared type that it is of. Refuses to know words.

use std::fmt;
use std::sync::Arc;

use crate::interner::View;
use crate::program::{Constant, Kind};

/// A value, borrowed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Datum<'a> {
    /// Text.
    Symbol(&'a str),
    /// Signed.
    Number(i64),
    /// Unsigned.
    Unsigned(u64),
    /// Float.
    Float(f64),
    /// `nil`, of any record type.
    Nil,
    /// `[...]`
    Record(Fields<'a>),
    /// `$Name(...)`
    Branch(&'a str, Fields<'a>),
}

/// An owned value, such as a functor returns.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Text.
    Symbol(String),
    /// Signed.
    Number(i64),
    /// Unsigned.
    Unsigned(u64),
    /// Float.
    Float(f64),
    /// `nil`, of any record type.
    Nil,
    /// `[...]`
    Record(Vec<Value>),
    /// `$Name(...)`
    Branch(Arc<str>, Vec<Value>),
}

/// The parts of a record, in order.
#[derive(Clone, Copy)]
pub struct Fields<'a>(Source<'a>);

#[derive(Clone, Copy)]
enum Source<'a> {
    Values(&'a [Value]),
    Words(View<'a>),
}

impl<'a> Fields<'a> {
    pub(crate) fn of_words(view: View<'a>) -> Self {
        Self(Source::Words(view))
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        match self.0 {
            Source::Values(values) => values.len(),
            Source::Words(view) => view.len(),
        }
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Each of them.
    pub fn iter(&self) -> impl Iterator<Item = Datum<'a>> + use<'a> {
        let source = self.0;
        (0..self.len()).filter_map(move |at| match source {
            Source::Values(values) => values.get(at).map(Value::as_datum),
            Source::Words(view) => view.get(at),
        })
    }
}

impl PartialEq for Fields<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl fmt::Debug for Fields<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl Datum<'_> {
    /// Its base type; nothing for a record, whose type depends on where it stands.
    #[must_use]
    pub fn kind(&self) -> Option<Kind> {
        match self {
            Self::Symbol(_) => Some(Kind::Symbol),
            Self::Number(_) => Some(Kind::Number),
            Self::Unsigned(_) => Some(Kind::Unsigned),
            Self::Float(_) => Some(Kind::Float),
            Self::Nil | Self::Record(_) | Self::Branch(..) => None,
        }
    }

    /// The same value, owned.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let owned = |fields: &Fields<'_>| fields.iter().map(|field| field.to_value()).collect();
        match self {
            Self::Symbol(text) => Value::Symbol((*text).to_owned()),
            Self::Number(number) => Value::Number(*number),
            Self::Unsigned(number) => Value::Unsigned(*number),
            Self::Float(number) => Value::Float(*number),
            Self::Nil => Value::Nil,
            Self::Record(fields) => Value::Record(owned(fields)),
            Self::Branch(name, fields) => Value::Branch((*name).into(), owned(fields)),
        }
    }
}

impl Value {
    /// The same value, borrowed.
    #[must_use]
    pub fn as_datum(&self) -> Datum<'_> {
        match self {
            Self::Symbol(text) => Datum::Symbol(text),
            Self::Number(number) => Datum::Number(*number),
            Self::Unsigned(number) => Datum::Unsigned(*number),
            Self::Float(number) => Datum::Float(*number),
            Self::Nil => Datum::Nil,
            Self::Record(fields) => Datum::Record(Fields(Source::Values(fields))),
            Self::Branch(name, fields) => Datum::Branch(name, Fields(Source::Values(fields))),
        }
    }
}

impl From<Datum<'_>> for Value {
    fn from(value: Datum<'_>) -> Self {
        value.to_value()
    }
}

impl From<&Constant> for Value {
    fn from(constant: &Constant) -> Self {
        let values = |fields: &[Constant]| fields.iter().map(Self::from).collect();
        match constant {
            Constant::Symbol(text) => Self::Symbol(text.to_string()),
            Constant::Number(number) => Self::Number(*number),
            Constant::Unsigned(number) => Self::Unsigned(*number),
            Constant::Float(number) => Self::Float(*number),
            Constant::Nil(_) => Self::Nil,
            Constant::Record(_, fields) => Self::Record(values(fields)),
            Constant::Branch(_, name, fields) => Self::Branch(name.clone(), values(fields)),
        }
    }
}

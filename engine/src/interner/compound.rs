//! Records and values of algebraic data types as words: each is kept once, so two of one type are equal exactly if their
//! words are. A reader can rely on: none has more than [`MOST_LEVELS`] levels, so recursion over one is safe.

use std::cmp::Ordering;

use rustc_hash::FxHashMap;

use super::{Full, Interner, Word};
use crate::host::{Datum, Fields, Value};
use crate::limits::MOST_LEVELS;
use crate::program::types::{CompoundForm, Constructor, ConstructorIndex, NIL, TUPLE, of_kind};
use crate::program::{CompoundType, Constant, Kind, TypeId};

/// Why a value has no word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unfit {
    /// There is no room for it.
    Full,
    /// A record has more than [`MOST_LEVELS`] levels.
    Deep,
    /// It is of another type than its place.
    Kind,
}

impl From<Full> for Unfit {
    fn from(_: Full) -> Self {
        Self::Full
    }
}

/// All compounds, one behind the other: type, constructor, fields.
#[derive(Debug, Default)]
pub(super) struct Compounds {
    words: Vec<Word>,
    /// One past the last word of each.
    ends: Vec<u32>,
    /// Levels of each.
    levels: Vec<u16>,
    known: FxHashMap<Box<[Word]>, Word>,
}

impl Compounds {
    pub(super) fn bytes(&self) -> usize {
        // Each stands in the list and in the table.
        self.words.len() * 8 + self.ends.len() * (4 + 2 + 20)
    }

    fn of(&self, word: Word) -> &[Word] {
        let at = word as usize;
        let end = self.ends.get(at).copied().unwrap_or(0) as usize;
        let start = at.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or(0) as usize;
        self.words.get(start..end).unwrap_or(&[])
    }
}

/// The fields of a word's compound, to be looked at from outside.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    interner: &'a Interner,
    constructor: &'a Constructor,
    fields: &'a [Word],
}

impl<'a> View<'a> {
    pub(crate) fn len(&self) -> usize {
        self.fields.len()
    }

    pub(crate) fn get(&self, at: usize) -> Option<Datum<'a>> {
        Some(self.interner.datum_of(*self.fields.get(at)?, self.constructor.fields.get(at)?.kind))
    }
}

impl Interner {
    /// The word of what a constructor makes of fields.
    pub(crate) fn compound(
        &mut self,
        of: TypeId,
        constructor: ConstructorIndex,
        fields: &[Word],
    ) -> Result<Word, Unfit> {
        let key: Box<[Word]> = [of.0, constructor].into_iter().chain(fields.iter().copied()).collect();
        if let Some(&word) = self.compounds.known.get(&key) {
            return Ok(word);
        }
        let levels = self.levels(of, constructor, fields) + 1;
        if levels > MOST_LEVELS {
            return Err(Unfit::Deep);
        }
        let word = Word::try_from(self.compounds.ends.len()).map_err(|_| Full)?;
        let end = u32::try_from(self.compounds.words.len() + key.len()).map_err(|_| Full)?;
        if self.bytes() >= self.limit || word == Word::MAX {
            return Err(Unfit::Full);
        }
        self.compounds.words.extend_from_slice(&key);
        self.compounds.ends.push(end);
        self.compounds.levels.push(levels);
        self.compounds.known.insert(key, word);
        Ok(word)
    }

    /// The most levels that a field has.
    fn levels(&self, of: TypeId, constructor: ConstructorIndex, fields: &[Word]) -> u16 {
        let declared = of_kind(&self.types, Kind::Compound(of)).and_then(|of| of.constructor(constructor));
        let attributes = declared.map_or(&[][..], |constructor| &constructor.fields);
        let inner = attributes.iter().zip(fields).filter(|(attribute, _)| matches!(attribute.kind, Kind::Compound(_)));
        inner.filter_map(|(_, &word)| self.compounds.levels.get(word as usize)).copied().max().unwrap_or(0)
    }

    /// How a compound was made, and of what.
    pub(crate) fn parts(&self, word: Word) -> (ConstructorIndex, &[Word]) {
        match self.compounds.of(word) {
            [_, constructor, fields @ ..] => (*constructor, fields),
            _ => (0, &[]),
        }
    }

    /// The word of a value that stands where this kind does.
    pub(crate) fn datum(&mut self, datum: &Datum<'_>, kind: Kind) -> Result<Word, Unfit> {
        Ok(match (*datum, kind) {
            (Datum::Symbol(text), Kind::Symbol) => self.text(text)?,
            (Datum::Number(number), Kind::Number) => self.number(number)?,
            (Datum::Unsigned(number), Kind::Unsigned) => self.unsigned(number)?,
            (Datum::Float(number), Kind::Float) => self.float(number)?,
            (Datum::Nil | Datum::Record(_) | Datum::Branch(..), Kind::Compound(of)) => {
                let (constructor, kinds) = self.shape(datum, of).ok_or(Unfit::Kind)?;
                let fields = fields(datum).into_iter().flat_map(|fields| fields.iter());
                let words: Result<Vec<Word>, Unfit> =
                    fields.zip(kinds).map(|(field, kind)| self.datum(&field, kind)).collect();
                self.compound(of, constructor, &words?)?
            }
            _ => return Err(Unfit::Kind),
        })
    }

    /// The word of a value that stands where this kind does, if the value was seen before.
    pub(crate) fn find(&self, value: &Value, kind: Kind) -> Option<Word> {
        let datum = value.as_datum();
        let Kind::Compound(of) = kind else {
            return if datum.kind() == Some(kind) { self.find_scalar(value) } else { None };
        };
        let (constructor, kinds) = self.shape(&datum, of)?;
        let inner: &[Value] = match value {
            Value::Record(inner) | Value::Branch(_, inner) => inner,
            _ => &[],
        };
        let words: Option<Vec<Word>> = inner.iter().zip(kinds).map(|(field, kind)| self.find(field, kind)).collect();
        let key: Box<[Word]> = [of.0, constructor].into_iter().chain(words?).collect();
        self.compounds.known.get(&key).copied()
    }

    /// The constructor of a type that a value is of, and the kinds of its fields.
    fn shape(&self, datum: &Datum<'_>, of: TypeId) -> Option<(ConstructorIndex, Vec<Kind>)> {
        let declared = of_kind(&self.types, Kind::Compound(of))?;
        let constructor = match (datum, declared.form) {
            (Datum::Nil, CompoundForm::Record) => NIL,
            (Datum::Record(_), CompoundForm::Record) => TUPLE,
            (Datum::Branch(name, _), CompoundForm::Algebraic) => declared.branch(name)?,
            _ => return None,
        };
        let attributes = &declared.constructor(constructor)?.fields;
        let fits = attributes.len() == fields(datum).map_or(0, |fields| fields.len());
        fits.then(|| (constructor, attributes.iter().map(|attribute| attribute.kind).collect()))
    }

    /// The word of a compound constant, which the check has fitted to its type.
    pub(super) fn compound_constant(&mut self, constant: &Constant) -> Result<Word, Full> {
        let (of, constructor, fields): (TypeId, _, &[Constant]) = match constant {
            Constant::Nil(of) => (*of, NIL, &[]),
            Constant::Record(of, fields) => (*of, TUPLE, fields),
            Constant::Branch(of, name, fields) => {
                let declared = of_kind(&self.types, Kind::Compound(*of));
                (*of, declared.and_then(|of| of.branch(name)).ok_or(Full)?, fields)
            }
            Constant::Symbol(_) | Constant::Number(_) | Constant::Unsigned(_) | Constant::Float(_) => return Err(Full),
        };
        let words: Result<Vec<Word>, Full> = fields.iter().map(|field| self.constant(field)).collect();
        self.compound(of, constructor, &words?).map_err(|_| Full)
    }

    /// The value of a compound's word.
    pub(super) fn compound_of(&self, word: Word, of: TypeId) -> Datum<'_> {
        let (index, fields) = self.parts(word);
        let declared: Option<&CompoundType> = of_kind(&self.types, Kind::Compound(of));
        let Some((declared, constructor)) = declared.and_then(|of| Some((of, of.constructor(index)?))) else {
            return Datum::Nil;
        };
        let view = Fields::of_words(View { interner: self, constructor, fields });
        match (declared.form, index) {
            (CompoundForm::Algebraic, _) => Datum::Branch(&constructor.name, view),
            (CompoundForm::Record, NIL) => Datum::Nil,
            (CompoundForm::Record, _) => Datum::Record(view),
        }
    }

    /// An order of the values of a type that does not depend on when they were met: by constructor, then field by field.
    pub(super) fn compare_compounds(&self, left: Word, right: Word, of: TypeId) -> Ordering {
        let ((left, left_fields), (right, right_fields)) = (self.parts(left), self.parts(right));
        let declared = of_kind(&self.types, Kind::Compound(of)).and_then(|of| of.constructor(left));
        let kinds = declared.map_or(&[][..], |constructor| &constructor.fields);
        let pairs = left_fields.iter().zip(right_fields).zip(kinds);
        pairs.fold(left.cmp(&right), |before, ((&left, &right), attribute)| {
            before.then_with(|| self.compare(left, right, attribute.kind))
        })
    }
}

/// The fields of a value that may have some.
fn fields<'a>(datum: &Datum<'a>) -> Option<Fields<'a>> {
    match datum {
        Datum::Record(fields) | Datum::Branch(_, fields) => Some(*fields),
        _ => None,
    }
}

//! Values of terms under bindings, as evaluation computes them. Refuses to know rows and bodies.

use super::Explainer;
use crate::builtin::{self, Scalar};
use crate::host::{Datum, Value};
use crate::interner::Word;
use crate::plan::kind_of;
use crate::program::{FunctorId, Kind, Rule, Term};

/// Why a term has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gap {
    /// A variable is not bound.
    Unbound,
    /// The operation is not defined here.
    Undefined,
    /// The functor was not called with these arguments.
    NotCalled,
}

impl Explainer<'_, '_> {
    /// The word of a term's value.
    pub(crate) fn word(&mut self, rule: &Rule, term: &Term, bindings: &[Option<Word>]) -> Result<Word, Gap> {
        if let Term::Variable(id) = term {
            return bindings.get(id.0 as usize).copied().flatten().ok_or(Gap::Unbound);
        }
        let value = self.scalar(rule, term, bindings)?;
        self.encode(value)
    }

    pub(crate) fn encode(&mut self, value: Scalar) -> Result<Word, Gap> {
        let (interner, _) = self.model.parts_mut();
        value.encode(interner).map_err(|_| Gap::Undefined)
    }

    /// A term's value.
    pub(crate) fn scalar(&mut self, rule: &Rule, term: &Term, bindings: &[Option<Word>]) -> Result<Scalar, Gap> {
        let kind = kind_of(term, rule, self.program());
        match term {
            Term::Variable(_) => {
                let word = self.word(rule, term, bindings)?;
                Ok(Scalar::decode(word, kind, self.model.interner()))
            }
            Term::Constant(constant) => {
                let (interner, _) = self.model.parts_mut();
                let word = interner.constant(constant).map_err(|_| Gap::Undefined)?;
                Ok(Scalar::decode(word, kind, interner))
            }
            Term::Wildcard => Err(Gap::Unbound),
            Term::Call { operation, arguments, kind, span } => {
                let mut values = Vec::with_capacity(arguments.len());
                for argument in arguments {
                    values.push(self.scalar(rule, argument, bindings)?);
                }
                let (interner, _) = self.model.parts_mut();
                builtin::apply(*operation, &values, *kind, *span, interner).map_err(|_| Gap::Undefined)
            }
            Term::Functor { functor, arguments, .. } => {
                let mut words = Vec::with_capacity(arguments.len());
                for argument in arguments {
                    words.push(self.word(rule, argument, bindings)?);
                }
                self.call(*functor, words)
            }
        }
    }

    /// A functor's value: what evaluation was told, else what the host says.
    fn call(&mut self, id: FunctorId, words: Vec<Word>) -> Result<Scalar, Gap> {
        let index = id.0 as usize;
        let functor = self.program().functors.get(index).ok_or(Gap::NotCalled)?;
        let (interner, answers) = self.model.parts_mut();
        if let Some(&word) = answers.functors.get(index).and_then(|known| known.get(&words)) {
            return Ok(Scalar::decode(word, functor.result, interner));
        }
        let functors = self.functors.as_mut().ok_or(Gap::NotCalled)?;
        let typed = words.iter().zip(&functor.parameters);
        let arguments: Vec<Datum<'_>> = typed.map(|(&word, &kind)| interner.datum_of(word, kind)).collect();
        let answer = functors(&functor.name, &arguments).map_err(|_| Gap::NotCalled)?;
        if answer.as_datum().kind() != Some(functor.result) {
            return Err(Gap::NotCalled);
        }
        let word = interner.datum(&answer.as_datum(), functor.result).map_err(|_| Gap::Undefined)?;
        if answers.functors.len() <= index {
            answers.functors.resize_with(index + 1, Default::default);
        }
        answers.functors[index].insert(words, word);
        Ok(Scalar::decode(word, functor.result, interner))
    }

    /// The value of a word of this kind.
    pub(crate) fn value_of(&self, word: Word, kind: Kind) -> Value {
        self.model.interner().value_of(word, kind)
    }
}

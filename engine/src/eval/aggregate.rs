//! Folds what the body of an aggregate finds. Knows nothing of how it is found.

use crate::builtin::{self, Misfit, Scalar};
use crate::interner::{Interner, Word};
use crate::limits::{EvalError, Stop};
use crate::plan::{Expression, Fold};

/// What an aggregate has seen so far.
pub(super) struct Tally<'a> {
    fold: &'a Fold,
    seen: builtin::Tally,
}

impl<'a> Tally<'a> {
    /// Nothing seen.
    pub(super) fn new(fold: &'a Fold) -> Self {
        Self { fold, seen: builtin::Tally::new(fold.operator, fold.kind) }
    }

    /// What is folded.
    pub(super) fn target(&self) -> Option<&'a Expression> {
        self.fold.target.as_ref()
    }

    /// Takes one binding, with the target's value.
    pub(super) fn take(&mut self, value: Option<Scalar>, interner: &Interner) {
        self.seen.take(value, interner);
    }

    /// The result; none where there is no value over nothing.
    pub(super) fn finish(self) -> Result<Option<Scalar>, Stop> {
        self.seen.finish().map_err(|Misfit| Box::new(EvalError::Overflow { span: self.fold.span }))
    }
}

/// The word of a result.
pub(super) fn result(value: Scalar, interner: &mut Interner) -> Result<Word, Stop> {
    value.encode(interner)
}

//! Folds what the body of an aggregate finds. Knows nothing of how it is found.

use std::cmp::Ordering;

use crate::builtin::Scalar;
use crate::interner::{Interner, Word};
use crate::limits::{EvalError, Stop};
use crate::plan::{Expression, Fold};
use crate::program::{AggregateOperator, Kind};

/// What an aggregate has seen so far.
pub(super) struct Tally<'a> {
    fold: &'a Fold,
    count: i64,
    /// The sum, or the extreme; absent before the first binding.
    value: Option<Scalar>,
}

impl<'a> Tally<'a> {
    /// Nothing seen.
    pub(super) fn new(fold: &'a Fold) -> Self {
        Self { fold, count: 0, value: None }
    }

    /// What is folded.
    pub(super) fn target(&self) -> Option<&'a Expression> {
        self.fold.target.as_ref()
    }

    /// Takes one binding, with the target's value.
    pub(super) fn take(&mut self, value: Option<Scalar>, interner: &Interner) -> Result<(), Stop> {
        self.count += 1;
        let Some(value) = value else {
            return Ok(());
        };
        let before = match (self.value, self.fold.operator) {
            (Some(before), _) => before,
            (None, AggregateOperator::Mean) => Scalar::Float(0.0),
            (None, _) => {
                self.value = Some(value);
                return Ok(());
            }
        };
        self.value = Some(match self.fold.operator {
            AggregateOperator::Min => nearer(before, value, Ordering::Less, interner),
            AggregateOperator::Max => nearer(before, value, Ordering::Greater, interner),
            AggregateOperator::Mean => Scalar::Float(float(before) + float(value)),
            AggregateOperator::Sum | AggregateOperator::Count => {
                add(before, value).ok_or_else(|| Box::new(EvalError::Overflow { span: self.fold.span }))?
            }
        });
        Ok(())
    }

    /// The result; none where there is no value over nothing.
    pub(super) fn finish(self) -> Option<Scalar> {
        match self.fold.operator {
            AggregateOperator::Count => Some(Scalar::Number(self.count)),
            AggregateOperator::Sum => Some(self.value.unwrap_or(match self.fold.kind {
                Kind::Unsigned => Scalar::Unsigned(0),
                Kind::Float => Scalar::Float(0.0),
                Kind::Number | Kind::Symbol | Kind::Compound(_) => Scalar::Number(0),
            })),
            AggregateOperator::Min | AggregateOperator::Max => self.value,
            AggregateOperator::Mean => self.value.map(|sum| Scalar::Float(float(sum) / self.count as f64)),
        }
    }
}

/// The word of a result.
pub(super) fn result(value: Scalar, interner: &mut Interner) -> Result<Word, Stop> {
    value.encode(interner)
}

fn nearer(before: Scalar, value: Scalar, wanted: Ordering, interner: &Interner) -> Scalar {
    if value.compare(before, interner) == wanted { value } else { before }
}

fn add(before: Scalar, value: Scalar) -> Option<Scalar> {
    match (before, value) {
        (Scalar::Number(a), Scalar::Number(b)) => a.checked_add(b).map(Scalar::Number),
        (Scalar::Unsigned(a), Scalar::Unsigned(b)) => a.checked_add(b).map(Scalar::Unsigned),
        (Scalar::Float(a), Scalar::Float(b)) => Some(Scalar::Float(a + b)),
        _ => None,
    }
}

fn float(value: Scalar) -> f64 {
    match value {
        Scalar::Number(number) => number as f64,
        Scalar::Unsigned(number) => number as f64,
        Scalar::Float(number) => number,
        Scalar::Symbol(_) | Scalar::Compound(_) => 0.0,
    }
}

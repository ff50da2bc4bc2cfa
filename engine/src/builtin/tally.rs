//! What aggregates fold. Sums and means add integers exactly, so that only the result has to fit its type and the order does
//! not matter, and floats in the order in which they come. Knows nothing of where values come from.

use std::cmp::Ordering;

use super::Scalar;
use crate::interner::Interner;
use crate::program::{AggregateOperator, Kind};

/// Values added up. 128 bits have room for 2^63 integers of 64 bits, more than can be met.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Total {
    /// Of signed integers.
    Number(i128),
    /// Of unsigned integers.
    Unsigned(i128),
    /// Of floats.
    Float(f64),
}

impl Total {
    /// Of nothing, for values of a kind. The negative zero is what changes no float that is added to it.
    pub(crate) fn zero(kind: Kind) -> Self {
        match kind {
            Kind::Number | Kind::Symbol | Kind::Compound(_) => Self::Number(0),
            Kind::Unsigned => Self::Unsigned(0),
            Kind::Float => Self::Float(-0.0),
        }
    }

    /// With one more value, which has the kind of the others.
    pub(crate) fn and(self, value: Scalar) -> Self {
        match (self, value) {
            (Self::Number(total), Scalar::Number(value)) => Self::Number(total.saturating_add(value.into())),
            (Self::Unsigned(total), Scalar::Unsigned(value)) => Self::Unsigned(total.saturating_add(value.into())),
            (Self::Float(total), Scalar::Float(value)) => Self::Float(total + value),
            _ => self,
        }
    }

    /// The sum of `count` values, if it fits its type.
    pub(crate) fn sum(self, count: u64) -> Option<Scalar> {
        match self {
            Self::Number(total) => i64::try_from(total).ok().map(Scalar::Number),
            Self::Unsigned(total) => u64::try_from(total).ok().map(Scalar::Unsigned),
            Self::Float(_) if count == 0 => Some(Scalar::Float(0.0)),
            Self::Float(total) => Some(Scalar::Float(total)),
        }
    }

    /// The mean of `count` values; none of no value.
    pub(crate) fn mean(self, count: u64) -> Option<Scalar> {
        let total = match self {
            Self::Number(total) | Self::Unsigned(total) => total as f64,
            Self::Float(total) => total,
        };
        (count > 0).then(|| Scalar::Float(total / count as f64))
    }
}

/// What an aggregate has seen so far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tally {
    operator: AggregateOperator,
    count: u64,
    /// Of a sum or a mean.
    total: Total,
    /// The least or the greatest; absent before the first.
    extreme: Option<Scalar>,
}

/// A sum does not fit its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Misfit;

impl Tally {
    /// Nothing seen, of targets of this kind.
    pub(crate) fn new(operator: AggregateOperator, kind: Kind) -> Self {
        Self { operator, count: 0, total: Total::zero(kind), extreme: None }
    }

    /// Takes one binding, with the target's value where there is a target.
    pub(crate) fn take(&mut self, value: Option<Scalar>, interner: &Interner) {
        self.count += 1;
        let Some(value) = value else {
            return;
        };
        let nearer = |wanted| self.extreme.is_none_or(|before| value.compare(before, interner) == wanted);
        match self.operator {
            AggregateOperator::Sum | AggregateOperator::Mean => self.total = self.total.and(value),
            AggregateOperator::Min if nearer(Ordering::Less) => self.extreme = Some(value),
            AggregateOperator::Max if nearer(Ordering::Greater) => self.extreme = Some(value),
            AggregateOperator::Min | AggregateOperator::Max | AggregateOperator::Count => {}
        }
    }

    /// The result; none where there is no value over nothing.
    pub(crate) fn finish(self) -> Result<Option<Scalar>, Misfit> {
        Ok(match self.operator {
            AggregateOperator::Count => Some(Scalar::Number(i64::try_from(self.count).map_err(|_| Misfit)?)),
            AggregateOperator::Sum => Some(self.total.sum(self.count).ok_or(Misfit)?),
            AggregateOperator::Min | AggregateOperator::Max => self.extreme,
            AggregateOperator::Mean => self.total.mean(self.count),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn total(kind: Kind, values: &[Scalar]) -> Total {
        values.iter().fold(Total::zero(kind), |total, &value| total.and(value))
    }

    /// E5: a partial sum beyond the type is none beyond the total, in either direction.
    #[test]
    fn only_the_result_has_to_fit() {
        let number = |values: &[i64]| {
            let scalars: Vec<Scalar> = values.iter().map(|&value| Scalar::Number(value)).collect();
            total(Kind::Number, &scalars).sum(values.len() as u64)
        };
        assert_eq!(number(&[i64::MAX, 1, -1]), Some(Scalar::Number(i64::MAX)));
        assert_eq!(number(&[i64::MIN, -1, 1]), Some(Scalar::Number(i64::MIN)));
        assert_eq!(number(&[i64::MAX, 1]), None);
        assert_eq!(number(&[i64::MIN, -1]), None);
        let most = [Scalar::Unsigned(u64::MAX)];
        assert_eq!(total(Kind::Unsigned, &most).sum(1), Some(most[0]));
        assert_eq!(total(Kind::Unsigned, &[most[0], Scalar::Unsigned(1)]).sum(2), None);
    }

    #[test]
    fn means_and_sums_of_nothing() {
        for (kind, zero) in [
            (Kind::Number, Scalar::Number(0)),
            (Kind::Unsigned, Scalar::Unsigned(0)),
            (Kind::Float, Scalar::Float(0.0)),
        ] {
            assert_eq!(Total::zero(kind).sum(0), Some(zero));
            assert_eq!(Total::zero(kind).mean(0), None);
        }
        let Some(Scalar::Float(zero)) = Total::zero(Kind::Float).sum(0) else { unreachable!() };
        assert!(zero.is_sign_positive());
        // The terms of a mean are not rounded one by one.
        let odd = (1 << 53) + 1;
        assert_eq!(
            total(Kind::Number, &[Scalar::Number(odd), Scalar::Number(-odd + 2)]).mean(2),
            Some(Scalar::Float(1.0))
        );
    }
}

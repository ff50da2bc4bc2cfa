//! The numbers of `range(from, to, step)`: from `from` up to, not including, `to`. Knows nothing of rules.

use crate::builtin::Scalar;
use crate::limits::{EvalError, Stop};
use crate::source::Span;

/// Numbers at equal distances.
#[derive(Debug)]
pub(crate) struct Range {
    from: Scalar,
    step: f64,
    /// Distance of integers.
    integer_step: i128,
    next: u64,
    count: u64,
}

impl Range {
    /// The numbers, if there are at most `longest`. Without a step the distance is 1, or -1 where `to` is below `from`.
    pub(crate) fn new(from: Scalar, to: Scalar, step: Option<Scalar>, longest: u64, span: Span) -> Result<Self, Stop> {
        let (step, integer_step, count) = match (from, to) {
            (Scalar::Float(from), Scalar::Float(to)) => {
                let step = match step {
                    Some(Scalar::Float(step)) => step,
                    _ if to < from => -1.0,
                    _ => 1.0,
                };
                let steps = ((to - from) / step).ceil();
                let finite = from.is_finite() && to.is_finite() && step.is_finite();
                if !finite || step == 0.0 {
                    return Err(undefined(span));
                }
                (step, 0, steps.max(0.0) as u64)
            }
            (from, to) => {
                let (from, to) = (integer(from), integer(to));
                let step = match step {
                    Some(step) => integer(step),
                    None if to < from => -1,
                    None => 1,
                };
                if step == 0 {
                    return Err(undefined(span));
                }
                let distance = (to - from) * step.signum();
                let steps = (distance.max(0) + step.abs() - 1) / step.abs();
                (0.0, step, u64::try_from(steps).unwrap_or(u64::MAX))
            }
        };
        if count > longest {
            return Err(Box::new(EvalError::Undefined {
                what: "a range of more numbers than there may be rows",
                span,
            }));
        }
        Ok(Self { from, step, integer_step, next: 0, count })
    }

    /// How many numbers there are.
    pub(crate) fn len(&self) -> usize {
        usize::try_from(self.count).unwrap_or(usize::MAX)
    }
}

impl Iterator for Range {
    type Item = Scalar;

    fn next(&mut self) -> Option<Scalar> {
        if self.next >= self.count {
            return None;
        }
        let offset = self.next;
        self.next += 1;
        let distance = i128::from(offset) * self.integer_step;
        Some(match self.from {
            Scalar::Float(from) => Scalar::Float(from + offset as f64 * self.step),
            Scalar::Unsigned(from) => Scalar::Unsigned(u64::try_from(i128::from(from) + distance).ok()?),
            Scalar::Number(from) => Scalar::Number(i64::try_from(i128::from(from) + distance).ok()?),
            Scalar::Symbol(_) | Scalar::Compound(_) => return None,
        })
    }
}

fn integer(value: Scalar) -> i128 {
    match value {
        Scalar::Number(number) => i128::from(number),
        Scalar::Unsigned(number) => i128::from(number),
        Scalar::Float(_) | Scalar::Symbol(_) | Scalar::Compound(_) => 0,
    }
}

fn undefined(span: Span) -> Stop {
    Box::new(EvalError::Undefined { what: "a range without a finite distance other than 0", span })
}

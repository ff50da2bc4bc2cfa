//! Arithmetic, checked: a result that does not fit is an error, never another number.

use super::Scalar;
use crate::limits::{EvalError, Stop};
use crate::program::Operation;
use crate::source::Span;

/// The value of an operation on numbers of one kind.
pub(super) fn apply(operation: Operation, arguments: &[Scalar], span: Span) -> Result<Scalar, Stop> {
    let result = match *arguments {
        [Scalar::Number(a)] => number_unary(operation, a).map(Scalar::Number),
        [Scalar::Unsigned(a)] => unsigned_unary(operation, a).map(Scalar::Unsigned),
        [Scalar::Float(a)] => float_unary(operation, a).map(Scalar::Float),
        [Scalar::Number(a), Scalar::Number(b)] => number(operation, a, b).map(Scalar::Number),
        [Scalar::Unsigned(a), Scalar::Unsigned(b)] => unsigned(operation, a, b).map(Scalar::Unsigned),
        [Scalar::Float(a), Scalar::Float(b)] => float(operation, a, b).map(Scalar::Float),
        _ => Err(Fault::Kind),
    };
    result.map_err(|fault| {
        Box::new(match fault {
            Fault::Overflow => EvalError::Overflow { span },
            Fault::Zero => EvalError::DivisionByZero { span },
            Fault::Exponent => EvalError::Undefined { what: "a negative exponent of an integer", span },
            Fault::Distance => EvalError::Undefined { what: "a shift by less than 0 or more than 63", span },
            Fault::Kind => EvalError::Undefined { what: "an operation on values of this type", span },
        })
    })
}

#[derive(Clone, Copy)]
enum Fault {
    Overflow,
    Zero,
    Exponent,
    Distance,
    Kind,
}

fn fits<T>(result: Option<T>) -> Result<T, Fault> {
    result.ok_or(Fault::Overflow)
}

fn divided<T: Default + PartialEq>(by: T, result: Option<T>) -> Result<T, Fault> {
    if by == T::default() {
        return Err(Fault::Zero);
    }
    fits(result)
}

fn distance(by: Option<u32>) -> Result<u32, Fault> {
    by.filter(|&by| by < 64).ok_or(Fault::Distance)
}

fn number_unary(operation: Operation, a: i64) -> Result<i64, Fault> {
    match operation {
        Operation::Negate => fits(a.checked_neg()),
        Operation::BitNot => Ok(!a),
        Operation::LogicalNot => Ok(i64::from(a == 0)),
        _ => Err(Fault::Kind),
    }
}

fn number(operation: Operation, a: i64, b: i64) -> Result<i64, Fault> {
    match operation {
        Operation::Add => fits(a.checked_add(b)),
        Operation::Subtract => fits(a.checked_sub(b)),
        Operation::Multiply => fits(a.checked_mul(b)),
        Operation::Divide => divided(b, a.checked_div(b)),
        // The rest of the least number by -1 is 0, which fits, though the quotient does not.
        Operation::Remainder => divided(b, a.checked_rem(b).or(Some(0))),
        Operation::Power if b < 0 => Err(Fault::Exponent),
        Operation::Power => match (a, u32::try_from(b)) {
            (_, Ok(exponent)) => fits(a.checked_pow(exponent)),
            (0 | 1, Err(_)) => Ok(a),
            (-1, Err(_)) => Ok(if b % 2 == 0 { 1 } else { -1 }),
            (_, Err(_)) => Err(Fault::Overflow),
        },
        Operation::BitAnd => Ok(a & b),
        Operation::BitOr => Ok(a | b),
        Operation::BitXor => Ok(a ^ b),
        Operation::ShiftLeft => Ok(a << distance(b.try_into().ok())?),
        Operation::ShiftRight => Ok(a >> distance(b.try_into().ok())?),
        Operation::LogicalAnd => Ok(i64::from(a != 0 && b != 0)),
        Operation::LogicalOr => Ok(i64::from(a != 0 || b != 0)),
        _ => Err(Fault::Kind),
    }
}

fn unsigned_unary(operation: Operation, a: u64) -> Result<u64, Fault> {
    match operation {
        Operation::Negate => fits(a.checked_neg()),
        Operation::BitNot => Ok(!a),
        Operation::LogicalNot => Ok(u64::from(a == 0)),
        _ => Err(Fault::Kind),
    }
}

fn unsigned(operation: Operation, a: u64, b: u64) -> Result<u64, Fault> {
    match operation {
        Operation::Add => fits(a.checked_add(b)),
        Operation::Subtract => fits(a.checked_sub(b)),
        Operation::Multiply => fits(a.checked_mul(b)),
        Operation::Divide => divided(b, a.checked_div(b)),
        Operation::Remainder => divided(b, a.checked_rem(b)),
        Operation::Power => match (a, u32::try_from(b)) {
            (_, Ok(exponent)) => fits(a.checked_pow(exponent)),
            (0 | 1, Err(_)) => Ok(a),
            (_, Err(_)) => Err(Fault::Overflow),
        },
        Operation::BitAnd => Ok(a & b),
        Operation::BitOr => Ok(a | b),
        Operation::BitXor => Ok(a ^ b),
        Operation::ShiftLeft => Ok(a << distance(b.try_into().ok())?),
        Operation::ShiftRight => Ok(a >> distance(b.try_into().ok())?),
        Operation::LogicalAnd => Ok(u64::from(a != 0 && b != 0)),
        Operation::LogicalOr => Ok(u64::from(a != 0 || b != 0)),
        _ => Err(Fault::Kind),
    }
}

/// A result that is no finite number, of operands that are, does not fit.
fn finite(result: f64, operands: &[f64]) -> Result<f64, Fault> {
    if result.is_finite() || operands.iter().any(|operand| !operand.is_finite()) {
        return Ok(result);
    }
    Err(Fault::Overflow)
}

fn float_unary(operation: Operation, a: f64) -> Result<f64, Fault> {
    match operation {
        Operation::Negate => Ok(-a),
        Operation::LogicalNot => Ok(f64::from(u8::from(a == 0.0))),
        _ => Err(Fault::Kind),
    }
}

fn float(operation: Operation, a: f64, b: f64) -> Result<f64, Fault> {
    match operation {
        Operation::Add => finite(a + b, &[a, b]),
        Operation::Subtract => finite(a - b, &[a, b]),
        Operation::Multiply => finite(a * b, &[a, b]),
        Operation::Divide | Operation::Remainder if b == 0.0 => Err(Fault::Zero),
        Operation::Divide => finite(a / b, &[a, b]),
        Operation::Remainder => finite(a % b, &[a, b]),
        Operation::Power => finite(a.powf(b), &[a, b]),
        Operation::LogicalAnd => Ok(f64::from(u8::from(a != 0.0 && b != 0.0))),
        Operation::LogicalOr => Ok(f64::from(u8::from(a != 0.0 || b != 0.0))),
        _ => Err(Fault::Kind),
    }
}

//! Values of the naive evaluator, and what is computed with them.

use std::cmp::Ordering;

use engine::Value;
use engine::program::{AggregateOperator, Comparison, Constant, Kind, Operation};

/// A value, ordered within its kind.
#[derive(Clone, Debug)]
pub enum Plain {
    /// Text.
    Text(String),
    /// Either kind of integer.
    Integer(i128),
    /// Float.
    Float(f64),
    /// A record, by how it was made: `nil`, `[]` or the branch's name.
    Compound(String, Vec<Plain>),
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gap {
    /// A number outside its type, or a division by zero.
    Arithmetic,
    /// Something that this evaluator does not know.
    Unknown,
}

pub(super) fn fold(
    operator: AggregateOperator,
    kind: Kind,
    count: usize,
    found: Vec<Plain>,
) -> Result<Option<Plain>, Gap> {
    Ok(match operator {
        AggregateOperator::Count => Some(Plain::Integer(count as i128)),
        AggregateOperator::Min => found.into_iter().min(),
        AggregateOperator::Max => found.into_iter().max(),
        AggregateOperator::Sum => {
            let integers: i128 = found.iter().map(integer).sum();
            match kind {
                Kind::Float => Some(Plain::Float(found.iter().fold(0.0, |sum, value| sum + float(value)))),
                // Nothing is added, but held to its type.
                _ => Some(arithmetic(Operation::Add, &Plain::Integer(integers), &Plain::Integer(0), kind)?),
            }
        }
        AggregateOperator::Mean if found.is_empty() => None,
        AggregateOperator::Mean => {
            let sum = match kind {
                Kind::Float => found.iter().map(float).sum(),
                _ => found.iter().map(integer).sum::<i128>() as f64,
            };
            Some(Plain::Float(sum / found.len() as f64))
        }
    })
}

pub(super) fn arithmetic(operation: Operation, left: &Plain, right: &Plain, kind: Kind) -> Result<Plain, Gap> {
    let result = match (operation, left, right) {
        (Operation::Concatenate, Plain::Text(left), Plain::Text(right)) => {
            return Ok(Plain::Text(format!("{left}{right}")));
        }
        (Operation::Min, left, right) => return Ok(left.min(right).clone()),
        (Operation::Max, left, right) => return Ok(left.max(right).clone()),
        (Operation::Add, Plain::Float(left), Plain::Float(right)) => {
            return Ok(Plain::Float(left + right));
        }
        (Operation::Subtract, Plain::Float(left), Plain::Float(right)) => {
            return Ok(Plain::Float(left - right));
        }
        (Operation::Multiply, Plain::Float(left), Plain::Float(right)) => {
            return Ok(Plain::Float(left * right));
        }
        (Operation::Add, Plain::Integer(left), Plain::Integer(right)) => left + right,
        (Operation::Subtract, Plain::Integer(left), Plain::Integer(right)) => left - right,
        (Operation::Multiply, Plain::Integer(left), Plain::Integer(right)) => {
            left.checked_mul(*right).ok_or(Gap::Arithmetic)?
        }
        (Operation::Divide, Plain::Integer(left), Plain::Integer(right)) => {
            left.checked_div(*right).ok_or(Gap::Arithmetic)?
        }
        _ => return Err(Gap::Unknown),
    };
    let fits = match kind {
        Kind::Unsigned => u64::try_from(result).is_ok(),
        _ => i64::try_from(result).is_ok(),
    };
    if fits { Ok(Plain::Integer(result)) } else { Err(Gap::Arithmetic) }
}

/// The characters that lie whole between byte `from` and `length` bytes on.
pub(super) fn part(text: &str, from: i128, length: i128) -> Plain {
    let within = |&(at, letter): &(usize, char)| {
        at as i128 >= from && (at + letter.len_utf8()) as i128 <= from + length && from >= 0
    };
    Plain::Text(text.char_indices().filter(within).map(|(_, letter)| letter).collect())
}

pub(super) fn compare(operator: Comparison, left: &Plain, right: &Plain) -> bool {
    match operator {
        Comparison::Equal => left == right,
        Comparison::NotEqual => left != right,
        Comparison::Less => left < right,
        Comparison::LessEqual => left <= right,
        Comparison::Greater => left > right,
        Comparison::GreaterEqual => left >= right,
    }
}

pub(super) fn constant(constant: &Constant) -> Plain {
    match constant {
        Constant::Symbol(text) => Plain::Text(text.to_string()),
        Constant::Number(number) => Plain::Integer(i128::from(*number)),
        Constant::Unsigned(number) => Plain::Integer(i128::from(*number)),
        Constant::Float(number) => Plain::Float(*number),
        Constant::Nil(_) => Plain::Compound("nil".into(), Vec::new()),
        Constant::Record(_, fields) => Plain::Compound("[]".into(), fields.iter().map(self::constant).collect()),
        Constant::Branch(_, name, fields) => {
            Plain::Compound(name.to_string(), fields.iter().map(self::constant).collect())
        }
    }
}

pub(super) fn plain(value: &Value) -> Plain {
    match value {
        Value::Symbol(text) => Plain::Text(text.clone()),
        Value::Number(number) => Plain::Integer(i128::from(*number)),
        Value::Unsigned(number) => Plain::Integer(i128::from(*number)),
        Value::Float(number) => Plain::Float(*number),
        Value::Nil => Plain::Compound("nil".into(), Vec::new()),
        Value::Record(fields) => Plain::Compound("[]".into(), fields.iter().map(plain).collect()),
        Value::Branch(name, fields) => Plain::Compound(name.to_string(), fields.iter().map(plain).collect()),
    }
}

pub(super) fn float(value: &Plain) -> f64 {
    match value {
        Plain::Integer(number) => *number as f64,
        Plain::Float(number) => *number,
        Plain::Text(_) | Plain::Compound(..) => 0.0,
    }
}

fn integer(value: &Plain) -> i128 {
    match value {
        Plain::Integer(number) => *number,
        _ => 0,
    }
}

impl Ord for Plain {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Text(left), Self::Text(right)) => left.as_bytes().cmp(right.as_bytes()),
            (Self::Integer(left), Self::Integer(right)) => left.cmp(right),
            (Self::Float(left), Self::Float(right)) => left.total_cmp(right),
            (Self::Compound(left, left_fields), Self::Compound(right, right_fields)) => {
                left.cmp(right).then_with(|| left_fields.cmp(right_fields))
            }
            (Self::Text(_), _) | (Self::Integer(_), Self::Float(_)) | (_, Self::Compound(..)) => Ordering::Less,
            (_, Self::Text(_)) | (Self::Float(_), Self::Integer(_)) | (Self::Compound(..), _) => Ordering::Greater,
        }
    }
}

impl PartialOrd for Plain {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Plain {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Plain {}

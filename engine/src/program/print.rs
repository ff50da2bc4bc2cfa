//! How parts of a program are spelled. Refuses to know where they stood in the text.

use super::{AggregateOperator, Comparison, Kind, Operation};

/// How tightly unary operators bind, among the ranks of [`Operation::rank`].
pub(crate) const UNARY: u8 = 9;

/// How tightly a term binds that needs no parentheses anywhere.
pub(crate) const PRIMARY: u8 = 11;

impl Kind {
    /// Its name in the language; of a compound no more than what it is.
    #[must_use]
    pub fn spelling(self) -> &'static str {
        match self {
            Self::Symbol => "symbol",
            Self::Number => "number",
            Self::Unsigned => "unsigned",
            Self::Float => "float",
            Self::Compound(_) => "record",
        }
    }
}

impl Comparison {
    /// The operator as it is written.
    #[must_use]
    pub fn spelling(self) -> &'static str {
        match self {
            Self::Equal => "=",
            Self::NotEqual => "!=",
            Self::Less => "<",
            Self::LessEqual => "<=",
            Self::Greater => ">",
            Self::GreaterEqual => ">=",
        }
    }
}

impl AggregateOperator {
    /// The operator as it is written.
    #[must_use]
    pub fn spelling(self) -> &'static str {
        match self {
            Self::Count => "count",
            Self::Sum => "sum",
            Self::Min => "min",
            Self::Max => "max",
            Self::Mean => "mean",
        }
    }
}

impl Operation {
    /// The operator or name as it is written.
    #[must_use]
    pub fn spelling(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Subtract | Self::Negate => "-",
            Self::Multiply => "*",
            Self::Divide => "/",
            Self::Remainder => "%",
            Self::Power => "^",
            Self::BitAnd => "band",
            Self::BitOr => "bor",
            Self::BitXor => "bxor",
            Self::BitNot => "bnot",
            Self::ShiftLeft => "bshl",
            Self::ShiftRight => "bshr",
            Self::LogicalAnd => "land",
            Self::LogicalOr => "lor",
            Self::LogicalNot => "lnot",
            Self::Min => "min",
            Self::Max => "max",
            Self::Concatenate => "cat",
            Self::Length => "strlen",
            Self::Substring => "substr",
            Self::ToNumber => "to_number",
            Self::ToString => "to_string",
        }
    }

    /// How tightly an infix operator binds; nothing for other operations.
    pub(crate) fn rank(self) -> Option<u8> {
        Some(match self {
            Self::LogicalOr => 1,
            Self::LogicalAnd => 2,
            Self::BitOr => 3,
            Self::BitXor => 4,
            Self::BitAnd => 5,
            Self::ShiftLeft | Self::ShiftRight => 6,
            Self::Add | Self::Subtract => 7,
            Self::Multiply | Self::Divide | Self::Remainder => 8,
            Self::Power => 10,
            _ => return None,
        })
    }

    /// Whether it is written before its one operand, without parentheses.
    pub(crate) fn is_unary(self) -> bool {
        matches!(self, Self::Negate | Self::BitNot | Self::LogicalNot)
    }
}

//! When an evaluation stops without a result, and why. Limits count rows, rounds, bytes and steps, never time, so the
//! same input stops at the same place on every machine. Knows nothing of what is evaluated.

use std::fmt;
use std::sync::Arc;

use crate::host::HostError;
use crate::source::Span;

/// Most levels of a record in a record: deep enough for lists of a thousand, and safe to follow by recursion.
pub const MOST_LEVELS: u16 = 1_000;

/// What one evaluation may use. There is no default: the caller knows its machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Rows of all relations together; also the longest `range`.
    pub rows: u64,
    /// Rounds of one stratum.
    pub rounds: u32,
    /// Bytes of rows, tables, indexes and texts together, as counted (not as the allocator rounds them).
    pub bytes: u64,
    /// Rows that rules look at or derive, numbers of ranges, and runs of rules: each time, whether anything new comes of
    /// it or not. What bounds a join that derives nothing.
    pub steps: u64,
}

/// Why an evaluation stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EvalError {
    /// More rows than [`Limits::rows`].
    Rows {
        /// The relation that grew.
        relation: Arc<str>,
        /// The limit.
        limit: u64,
    },
    /// A stratum needs more rounds than [`Limits::rounds`].
    Rounds {
        /// A relation of the stratum.
        relation: Arc<str>,
        /// The limit.
        limit: u32,
    },
    /// More bytes than [`Limits::bytes`], or than 32-bit offsets can address.
    Bytes {
        /// The relation that was being computed, where one was.
        relation: Option<Arc<str>>,
        /// The limit.
        limit: u64,
    },
    /// More steps than [`Limits::steps`].
    Steps {
        /// The relation that a rule was to derive.
        relation: Arc<str>,
        /// The limit.
        limit: u64,
        /// That rule.
        span: Span,
    },
    /// A number outside its type.
    Overflow {
        /// The operation.
        span: Span,
    },
    /// Division, or remainder, by zero.
    DivisionByZero {
        /// The operation.
        span: Span,
    },
    /// An operation is not defined for its operand: a negative exponent, a shift of 64 or more.
    Undefined {
        /// What is not defined.
        what: &'static str,
        /// The operation.
        span: Span,
    },
    /// `to_number` of a text that is no number.
    BadNumber {
        /// The text.
        text: String,
        /// The operation.
        span: Span,
    },
    /// A pattern of `match` that is no regular expression.
    BadRegex {
        /// The pattern.
        pattern: String,
        /// What is wrong with it.
        reason: String,
        /// The literal.
        span: Span,
    },
    /// A record of more than [`MOST_LEVELS`] levels.
    DeepRecord {
        /// The record.
        span: Span,
    },
    /// The host could not answer.
    Host {
        /// The relation or `@functor` that was asked for.
        name: String,
        /// What the host said.
        error: HostError,
        /// The literal or call, where there is one.
        span: Option<Span>,
    },
    /// A rule that cannot be put into an order in which every variable is bound before its use. The check lets none
    /// through, by the same conditions that planning has: only a program that was changed by hand, or a defect, comes here.
    /// So there is no page of it.
    Unplannable {
        /// The rule.
        span: Span,
    },
}

/// An error on its way out of the inner loops, where a wide result would cost.
pub(crate) type Stop = Box<EvalError>;

impl EvalError {
    /// The place in the program's text, where there is one.
    #[must_use]
    pub fn span(&self) -> Option<Span> {
        match self {
            Self::Rows { .. } | Self::Rounds { .. } | Self::Bytes { .. } => None,
            Self::Steps { span, .. }
            | Self::Overflow { span }
            | Self::DivisionByZero { span }
            | Self::Undefined { span, .. }
            | Self::BadNumber { span, .. }
            | Self::BadRegex { span, .. }
            | Self::DeepRecord { span }
            | Self::Unplannable { span } => Some(*span),
            Self::Host { span, .. } => *span,
        }
    }

    /// Whether something has no value: it counts only in rows that no other literal rejects.
    pub(crate) fn is_of_value(&self) -> bool {
        matches!(
            self,
            Self::Overflow { .. }
                | Self::DivisionByZero { .. }
                | Self::Undefined { .. }
                | Self::BadNumber { .. }
                | Self::BadRegex { .. }
        )
    }

    /// A stable, kebab-case code.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Rows { .. } => "row-limit",
            Self::Rounds { .. } => "round-limit",
            Self::Bytes { .. } => "byte-limit",
            Self::Steps { .. } => "step-limit",
            Self::Overflow { .. } => "overflow",
            Self::DivisionByZero { .. } => "division-by-zero",
            Self::Undefined { .. } => "undefined-operation",
            Self::BadNumber { .. } => "not-a-number",
            Self::BadRegex { .. } => "bad-regex",
            Self::DeepRecord { .. } => "deep-record",
            Self::Host { .. } => "host",
            Self::Unplannable { .. } => "unplannable",
        }
    }
}

impl fmt::Display for EvalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rows { relation, limit } => {
                write!(f, "more than {limit} rows, reached in `{relation}`")
            }
            Self::Rounds { relation, limit } => {
                write!(f, "`{relation}` is not complete after {limit} rounds")
            }
            Self::Bytes { relation, limit } => {
                write!(f, "more than {limit} bytes")?;
                relation.as_ref().map_or(Ok(()), |relation| write!(f, ", reached in `{relation}`"))
            }
            Self::Steps { relation, limit, .. } => {
                write!(f, "more than {limit} steps, reached in a rule of `{relation}`")
            }
            Self::Overflow { .. } => f.write_str("the result does not fit its type"),
            Self::DivisionByZero { .. } => f.write_str("division by zero"),
            Self::Undefined { what, .. } => f.write_str(what),
            Self::BadNumber { text, .. } => write!(f, "`{}` is no number", excerpt(text)),
            Self::BadRegex { pattern, reason, .. } => {
                write!(f, "`{}` is no regular expression: {reason}", excerpt(pattern))
            }
            Self::DeepRecord { .. } => write!(f, "a record of more than {MOST_LEVELS} levels"),
            Self::Host { name, error, .. } => write!(f, "`{name}`: {error}"),
            Self::Unplannable { .. } => f.write_str(
                "this rule cannot be put into an order for evaluation, which the check should have found: a defect of gatelog; \
                 please report it with the rule, and give parts of the rule relations of their own until it is mended",
            ),
        }
    }
}

impl std::error::Error for EvalError {}

/// The first characters of a text, for a message.
fn excerpt(text: &str) -> String {
    const LONGEST: usize = 60;
    match text.char_indices().nth(LONGEST) {
        Some((cut, _)) => format!("{}…", &text[..cut]),
        None => text.to_owned(),
    }
}

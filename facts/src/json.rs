//! A JSON text as a list of its values, each with its pointer and its place. A reader can rely on this: it is the whole
//! text or none of it, with the place of the first fault; a key that stands twice in one object is a fault, because
//! readers differ in which one they believe. A byte order mark is accepted, and half of a surrogate pair becomes U+FFFD.
//! Refuses to know what any value means, and to go on where a text would cost more than a machine has.

mod cursor;
mod reader;

use std::fmt;

pub(crate) use cursor::Cursor;

/// A value of a JSON text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonValue {
    /// Its JSON pointer (RFC 6901): `~` in a key is `~0`, `/` is `~1`; empty for the whole.
    pub pointer: String,
    /// What it is.
    pub kind: Kind,
    /// A text without its escapes, a number or a flag as written; empty for the other kinds.
    pub text: String,
    /// Where it begins, from 1.
    pub line: u32,
    /// In characters, from 1.
    pub column: u32,
}

/// What a JSON value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A string.
    Text,
    /// A number.
    Number,
    /// `true` or `false`.
    Flag,
    /// `null`.
    Null,
    /// An object.
    Object,
    /// An array.
    Array,
}

impl Kind {
    /// Its name in facts.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Number => "number",
            Self::Flag => "flag",
            Self::Null => "null",
            Self::Object => "object",
            Self::Array => "array",
        }
    }
}

/// A key as a token of a JSON pointer (RFC 6901).
pub(crate) fn token(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

/// Why a text is no JSON, or is not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonError {
    /// From 1.
    pub line: u32,
    /// In characters, from 1.
    pub column: u32,
    /// For a reader, without the position.
    pub message: String,
}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for JsonError {}

/// How much of a text is read before it is given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Bytes of the text.
    pub bytes: usize,
    /// Values.
    pub values: usize,
    /// Bytes of all pointers and texts together: a long key stands in the pointer of everything below it.
    pub lowered: usize,
    /// Objects and arrays within each other.
    pub depth: usize,
}

/// What a file of evidence may cost: far more than one that a person looks after, and little enough for any machine.
pub const BUDGET: Budget = Budget { bytes: 64 << 20, values: 1_000_000, lowered: 256 << 20, depth: 128 };

/// The values of a JSON text in the order in which they begin: an object before its members.
///
/// # Errors
/// With the place of the first fault, or of the value that is beyond the budget.
pub fn read(text: &[u8], budget: Budget) -> Result<Vec<JsonValue>, JsonError> {
    reader::values(self::text(text, budget)?, budget)
}

/// The text within the budget, without its byte order mark.
pub(crate) fn text(text: &[u8], budget: Budget) -> Result<&str, JsonError> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let fault = |line, column, message| JsonError { line, column, message };
    if text.len() > budget.bytes {
        let message = format!("this file has {} bytes; at most {} are read", text.len(), budget.bytes);
        return Err(fault(1, 1, message));
    }
    std::str::from_utf8(text).map_err(|error| {
        let (line, column) = Cursor::new(text).position(error.valid_up_to());
        fault(line, column, "this is no UTF-8 text".into())
    })
}

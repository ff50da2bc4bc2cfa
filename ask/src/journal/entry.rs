//! A line of the journal: one answer to one question, as one JSON object. A reader can rely on: what is written is read
//! back as it was, on one line; a line that is none of ours is an error and no entry. Refuses to know the clock: the host
//! says when.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::fingerprint::Fingerprint;

/// The version of the form.
pub const VERSION: u64 = 1;

/// An answer that was judged and found to be what its question wants.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Of the form of the line; [`VERSION`].
    pub version: u64,
    /// What the question is called: a point's id, or what its asker calls it.
    pub name: String,
    /// `schema` and `message`, each `sha256:` and hexadecimal digits.
    #[serde(flatten)]
    pub question: Fingerprint,
    /// Which provider carried it: `terminal`, `browser`, `answers`, `script`, `mcp`.
    pub provider: String,
    /// When, in RFC 3339.
    pub when: String,
    /// What the person said.
    pub answer: Value,
}

/// Why a line is no entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineError {
    /// Not the JSON of an entry: cut off, or something else.
    Form(String),
    /// Written in a form that this program does not know.
    Version(u64),
}

impl Entry {
    /// The line, with its end.
    #[must_use]
    pub fn line(&self) -> String {
        // Every member is JSON already.
        let mut line = serde_json::to_string(self).unwrap_or_default();
        line.push('\n');
        line
    }

    /// The entry of a line.
    ///
    /// # Errors
    /// If it is none.
    pub fn read(line: &[u8]) -> Result<Self, LineError> {
        let entry: Self = serde_json::from_slice(line).map_err(|cause| LineError::Form(cause.to_string()))?;
        if entry.version == VERSION { Ok(entry) } else { Err(LineError::Version(entry.version)) }
    }
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Form(cause) => write!(f, "no recorded answer: {cause}"),
            Self::Version(version) => {
                write!(f, "a recorded answer of version {version}, and this program knows {VERSION}")
            }
        }
    }
}

impl std::error::Error for LineError {}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn entry(answer: Value) -> Entry {
        Entry {
            version: VERSION,
            name: "plan.goal".to_owned(),
            question: Fingerprint::of("What for?\n", &json!({ "type": "string" })),
            provider: "terminal".to_owned(),
            when: "2026-03-14T09:26:53Z".to_owned(),
            answer,
        }
    }

    /// J6: an entry is one line, and is read back as it was.
    #[test]
    fn an_entry_is_read_back() {
        for answer in [json!("two\nlines \u{2028}"), json!(null), json!({ "a": [1, 2.5, { "b": "ü" }] })] {
            let written = entry(answer);
            assert_eq!(written.line().matches('\n').count(), 1);
            assert_eq!(Entry::read(written.line().as_bytes()), Ok(written));
        }
        let line = entry(json!(1)).line();
        assert!(line.starts_with("{\"version\":1,\"name\":\"plan.goal\",\"schema\":\"sha256:"), "{line}");
    }

    /// J6: the other direction: a line that is cut off, of another version or of another form is no entry.
    #[test]
    fn what_is_no_entry_is_none() {
        let line = entry(json!("a")).line();
        assert!(matches!(Entry::read(&line.as_bytes()[..line.len() - 3]), Err(LineError::Form(_))));
        let other = line.replace("\"version\":1", "\"version\":2");
        assert_eq!(Entry::read(other.as_bytes()), Err(LineError::Version(2)));
        for bytes in [&b""[..], b"{}", b"[1]", b"\xff\xfe"] {
            assert!(matches!(Entry::read(bytes), Err(LineError::Form(_))), "{bytes:?}");
        }
        assert!(
            Entry::read(format!("{}{line}", line.trim_end()).as_bytes()).is_err(),
            "two entries on one line are none"
        );
    }
}

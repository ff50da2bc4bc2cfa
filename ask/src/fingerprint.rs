//! What identifies a question: SHA-256 over the canonical form (RFC 8785) of its schema and of its message, as `sha256:` and
//! hexadecimal digits. A reader can rely on: the order of members, white space and the spelling of a number change
//! nothing, and all else does.

use std::fmt::Write;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

/// What stands before the digits.
const ALGORITHM: &str = "sha256:";

/// A question's two halves, each by its digest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fingerprint {
    /// Of the schema.
    pub schema: String,
    /// Of the message.
    pub message: String,
}

impl Fingerprint {
    /// Of a question.
    #[must_use]
    pub fn of(message: &str, schema: &Value) -> Self {
        Self { schema: of_json(schema), message: of_json(&Value::from(message)) }
    }
}

/// Of a JSON value.
#[must_use]
pub fn of_json(value: &Value) -> String {
    // Only a writer that fails, or a number that JSON does not have, would be an error; neither can be here.
    let canonical = serde_json_canonicalizer::to_vec(value).unwrap_or_else(|_| value.to_string().into_bytes());
    let mut text = ALGORITHM.to_owned();
    for byte in Sha256::digest(canonical) {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn parsed(text: &str) -> String {
        of_json(&serde_json::from_str(text).expect("the case is JSON"))
    }

    /// J6: what is the same JSON has the same fingerprint, however it is written.
    #[test]
    fn spelling_changes_nothing() {
        assert_eq!(parsed(r#"{"b": 1.0, "a": [1e2, "é"]}"#), parsed("{\"a\":[100,\"\\u00e9\"],\n \"b\":1}"));
        assert_eq!(parsed("-0.0"), parsed("0"));
        // Members are sorted by their UTF-16 code units, which is not the order of the characters.
        assert_eq!(parsed(r#"{"\ud83d\ude00": 1, "\ufb33": 2}"#), parsed(r#"{"\ufb33": 2, "\ud83d\ude00": 1}"#));
    }

    /// J6: the other direction: another value, another order of items or another character is another fingerprint.
    #[test]
    fn all_else_changes_it() {
        let all =
            ["[1, 2]", "[2, 1]", "{\"a\": 1}", "{\"a\": \"1\"}", "{\"A\": 1}", "\"e\u{301}\"", "\"\u{e9}\"", "null"];
        for (nth, text) in all.iter().enumerate() {
            for other in &all[nth + 1..] {
                assert_ne!(parsed(text), parsed(other), "{text} and {other}");
            }
        }
    }

    /// J6: the digest is the one that other programs compute: `printf '{"a":1}' | sha256sum`.
    #[test]
    fn the_digest_is_sha_256_of_the_canonical_form() {
        assert_eq!(
            of_json(&json!({ "a": 1.0 })),
            "sha256:015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862"
        );
        let question = Fingerprint::of("a", &json!(true));
        assert_eq!(question.message, of_json(&json!("a")));
        assert_eq!(question.schema, of_json(&json!(true)));
    }
}

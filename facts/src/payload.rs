//! The payload of a hook call, read from bytes: one JSON object with a text `tool_name`, or the reason why it is not.
//! Refuses to know which tool does what, and which of its texts is a path.

use serde_json::Value;

use crate::json;

mod mend;

pub use mend::mend;

/// A hook call as the client sent it.
#[derive(Clone, Debug, PartialEq)]
pub struct Payload {
    /// The call's `tool_name`.
    pub tool: String,
    /// The top-level members that are texts, by name, sorted.
    pub fields: Vec<(String, String)>,
    /// Every text in `tool_input`, by its JSON pointer below `tool_input` (`/edits/0/new_string`).
    pub texts: Vec<(String, String)>,
    /// The whole `tool_input`; null where there is none.
    pub input: Value,
}

impl Payload {
    /// A call that was recorded: its tool, its input, and what else a payload would say.
    #[must_use]
    pub fn of(tool: &str, fields: Vec<(String, String)>, input: Value) -> Self {
        Payload { tool: tool.to_owned(), fields, texts: texts(&input), input }
    }
}

/// Reads the one JSON object that the client wrote. A byte order mark and white space around it are accepted; half
/// surrogate pairs, invalid UTF-8 and raw control characters in texts are replaced or escaped, not refused. A member
/// that is there twice has its last value, as the client reads it.
///
/// # Errors
/// With the reason, for a reader: empty, no JSON, something behind the object, no object, no text `tool_name`.
pub fn read(bytes: &[u8]) -> Result<Payload, String> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii();
    if bytes.is_empty() {
        return Err("standard input is empty".into());
    }
    let value = parse(bytes).map_err(|fault| format!("standard input is not one JSON object: {fault}"))?;
    let Value::Object(mut members) = value else {
        return Err(format!("standard input is {}, not a JSON object", kind(&value)));
    };
    let tool = match members.get("tool_name") {
        Some(Value::String(tool)) => tool.clone(),
        Some(other) => return Err(format!("`tool_name` is {}, not a text", kind(other))),
        None => return Err("the payload has no `tool_name`".into()),
    };
    let input = members.remove("tool_input").unwrap_or(Value::Null);
    let fields = members
        .into_iter()
        .filter_map(|(name, value)| match value {
            Value::String(text) => Some((name, text)),
            _ => None,
        })
        .collect();
    Ok(Payload { tool, fields, texts: texts(&input), input })
}

/// Every text in a value, by its JSON pointer.
pub(crate) fn texts(value: &Value) -> Vec<(String, String)> {
    let mut texts = Vec::new();
    collect_texts(value, &mut String::new(), &mut texts);
    texts
}

/// As it stands if it is sound, else mended.
fn parse(bytes: &[u8]) -> Result<Value, serde_json::Error> {
    serde_json::from_slice(bytes).or_else(|_| serde_json::from_str(&mend(bytes)))
}

/// Depth is bounded by the parser's own limit of nesting.
fn collect_texts(value: &Value, pointer: &mut String, texts: &mut Vec<(String, String)>) {
    let here = pointer.len();
    match value {
        Value::String(text) => texts.push((pointer.clone(), text.clone())),
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                pointer.push_str(&format!("/{index}"));
                collect_texts(item, pointer, texts);
                pointer.truncate(here);
            }
        }
        Value::Object(members) => {
            for (name, member) in members {
                pointer.push('/');
                pointer.push_str(&json::token(name));
                collect_texts(member, pointer, texts);
                pointer.truncate(here);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a truth value",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

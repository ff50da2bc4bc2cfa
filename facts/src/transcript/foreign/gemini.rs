//! Gemini's session files: a line for each message, written again when its calls are done, and `$set` lines. A reader can
//! rely on a call standing in one entry and its result in a later one of the same line. Which calls matter is not
//! known here.
//!
//! Left out: what `$set` lines hold, which is the client's context and its copies of messages; a sub-agent's turns, as an
//! agent typed them; where the session was, which the file does not say.

use serde_json::{Map, Value, json};

use super::{Made, Part, call};
use crate::transcript::entry::text;

/// A key of a file's first line.
pub(super) const OPENING: &str = "\"projectHash\"";

/// The tool that asks the person. Tools of servers have names with a prefix.
pub(super) const QUESTION_TOOL: &str = "ask_user";

/// Beginnings of texts that the client puts into a turn. The last one stands before the texts of files that the turn
/// names, up to its end.
const CONTEXT: [&str; 2] = ["<session_context>", "<hook_context>"];
const FILES: &str = "--- Content from referenced files ---";

/// What the first line says about the others.
pub(in crate::transcript) struct Session {
    /// The file is a sub-agent's.
    is_subagents: bool,
}

impl Session {
    pub(super) fn opened_by(line: &Value) -> Option<Session> {
        let opens = line["sessionId"].is_string() && line["projectHash"].is_string() && line.get("type").is_none();
        opens.then(|| Session { is_subagents: text(&line["kind"]) == "subagent" })
    }

    pub(super) fn entries(&self, line: &Value) -> Vec<Made> {
        match text(&line["type"]) {
            "gemini" => calls(line),
            "user" if !self.is_subagents => turn(line).into_iter().collect(),
            _ => Vec::new(),
        }
    }
}

/// The message with its calls and its text, then a result for each call that is over.
fn calls(line: &Value) -> Vec<Made> {
    let calls = line["toolCalls"].as_array().map_or(&[][..], Vec::as_slice);
    let mut content: Vec<Value> =
        calls.iter().map(|made| call(text(&made["id"]), text(&made["name"]), &made["args"])).collect();
    let parts = (0..calls.len()).flat_map(|at| {
        let part = |made: &str, line: &str| {
            Part::alike(format!("/message/content/{at}{made}"), format!("/toolCalls/{at}{line}"))
        };
        [part("", ""), part("/input/", "/args/")]
    });
    // What is longer comes first: the other can be its beginning.
    let mut parts: Vec<Part> = parts.collect::<Vec<_>>().into_iter().rev().collect();
    parts.insert(0, Part::above(format!("/message/content/{}/", content.len()), "/content"));
    content.push(json!({ "type": "text", "text": reply(&line["content"]) }));
    let mut entries = vec![Made::calls(text(&line["id"]), None, content, parts)];
    entries.extend(calls.iter().enumerate().filter_map(|(at, call)| result(call, &format!("/toolCalls/{at}/result"))));
    entries
}

/// What the model wrote to the person: a text, or parts, of which its thoughts are none.
fn reply(content: &Value) -> String {
    match content {
        Value::Array(parts) => {
            let shown = parts.iter().filter(|part| part["thought"] != json!(true));
            shown.map(|part| text(&part["text"])).collect()
        }
        written => text(written).to_owned(),
    }
}

fn result(call: &Value, at: &str) -> Option<Made> {
    let failed = match text(&call["status"]) {
        "success" => false,
        "error" | "cancelled" => true,
        _ => return None,
    };
    let answers = (text(&call["name"]) == QUESTION_TOOL && !failed).then(|| answers(call));
    Some(Made::result(text(&call["id"]), failed, answers, None, at))
}

/// The answers by the questions' texts, as the output `{"answers":{"0":CHOICE}}` has them by position. An output that is
/// none says that the person sent the dialog away.
fn answers(call: &Value) -> Value {
    let output = text(&call["result"][0]["functionResponse"]["response"]["output"]);
    let output: Value = serde_json::from_str(output).unwrap_or(Value::Null);
    let mut answers: Map<String, Value> = Map::new();
    for (at, question) in call["args"]["questions"].as_array().into_iter().flatten().enumerate() {
        let value = output["answers"].get(at.to_string()).cloned().unwrap_or(Value::Null);
        let earlier = answers.insert(text(&question["question"]).to_owned(), value);
        // Two questions with one text: answered only if both are.
        if let Some(earlier) = earlier.filter(|earlier| text(earlier).trim().is_empty()) {
            answers.insert(text(&question["question"]).to_owned(), earlier);
        }
    }
    json!({ "answers": answers })
}

/// What the person typed, as they saw it where the client says so. A result's copy in the history is nobody's turn.
fn turn(line: &Value) -> Option<Made> {
    let (written, at) = match &line["displayContent"] {
        Value::Null => (&line["content"], "/content"),
        shown => (shown, "/displayContent"),
    };
    let parts = match written {
        Value::String(typed) => return Some(Made::turn(None, json!(typed), at)),
        Value::Array(parts) => parts,
        _ => return None,
    };
    if parts.iter().any(|part| part.get("functionResponse").is_some()) {
        return None;
    }
    let own = parts.iter().take_while(|part| !text(&part["text"]).trim_start().starts_with(FILES));
    let blocks = own.map(|part| match text(&part["text"]) {
        typed if CONTEXT.iter().any(|context| typed.trim_start().starts_with(context)) => json!({ "type": "context" }),
        typed => json!({ "type": "text", "text": typed }),
    });
    Some(Made::turn(None, Value::Array(blocks.collect()), at))
}

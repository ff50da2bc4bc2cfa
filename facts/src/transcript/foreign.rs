//! Other clients' files, turned into the entries that this module lowers. A reader can rely on this: a file is another
//! client's only by its first line, which no call of a tool can write; and an entry made here says no more than the
//! line that it was made of. What the entries mean is not known here.
//!
//! Both clients write a call and its result before they go on, so what is not in the file did not happen: unlike in
//! the first client's file, no call is looked for around an open question.

mod codex;
mod gemini;

use memchr::memmem;
use serde_json::{Value, json};

use super::blocks::Block;
use super::json;
use super::lower::Lowering;
use super::record::{DamagedLine, Place};

/// A file of another client, read from its beginning.
pub(super) enum Foreign {
    Codex(codex::Session),
    Gemini(gemini::Session),
}

/// An entry as the first client would write it, and where its parts stand in the line.
pub(super) struct Made {
    pub(super) value: Value,
    pub(super) parts: Vec<Part>,
}

/// A part of an entry, and the part of the line that it was made of.
pub(super) struct Part {
    made: String,
    line: String,
    /// What is below it has the same shape in the line.
    alike: bool,
}

impl Foreign {
    /// Whether the file's first line is one that another client begins its files with.
    pub(super) fn opened_by(line: &[u8]) -> Option<Foreign> {
        // The first client's files are not parsed for this.
        let known = [codex::OPENING, gemini::OPENING];
        known.iter().find(|opening| memmem::find(line, opening.as_bytes()).is_some())?;
        let read = json::read(line);
        let first = &read.pieces.first()?.value;
        match codex::Session::opened_by(first) {
            Some(session) => Some(Foreign::Codex(session)),
            None => gemini::Session::opened_by(first).map(Foreign::Gemini),
        }
    }

    /// The client's question tool.
    pub(super) fn question_tool(&self) -> &'static str {
        match self {
            Foreign::Codex(_) => codex::QUESTION_TOOL,
            Foreign::Gemini(_) => gemini::QUESTION_TOOL,
        }
    }

    /// The entries in a value of a line; none in one that is no turn, call or result.
    pub(super) fn entries(&mut self, value: &Value) -> Vec<Made> {
        match self {
            Foreign::Codex(session) => session.entries(value),
            Foreign::Gemini(session) => session.entries(value),
        }
    }

    /// Whether the line can say something about a question.
    fn is_about_questions(&self, line: &[u8]) -> bool {
        memmem::find(line, self.question_tool().as_bytes()).is_some()
            || matches!(self, Foreign::Codex(session) if session.holds_a_result(line))
    }
}

/// The hook's way through a block: finds the same question records that reading every line finds.
pub(super) fn questions(block: &Block<'_>, lowering: &mut Lowering<'_>) {
    for line in block.lines() {
        if !lowering.foreign().is_some_and(|foreign| foreign.is_about_questions(line.bytes)) {
            continue;
        }
        if block.cut {
            lowering.damaged(DamagedLine::cut(line.number, json::excerpt(line.bytes)));
        } else {
            lowering.line(line.number, line.bytes, line.finished);
        }
    }
}

impl Made {
    /// The place in the line of something in the entry, which is made of value `piece` of the line.
    pub(super) fn restore(parts: &[Part], piece: u32, place: &mut Place) {
        place.entry = piece;
        let found = parts.iter().find_map(|part| Some((part, place.pointer.strip_prefix(part.made.as_str())?)));
        place.pointer = match found {
            Some((part, below)) if part.alike => format!("{}{below}", part.line),
            Some((part, _)) => part.line.clone(),
            None => String::new(),
        };
    }

    /// An assistant's entry with its calls.
    fn calls(message: &str, directory: Option<&str>, content: Vec<Value>, parts: Vec<Part>) -> Made {
        let message = json!({ "role": "assistant", "id": message, "content": content });
        Made::of("assistant", directory, message, parts)
    }

    /// A user's entry that somebody typed.
    fn turn(directory: Option<&str>, content: Value, at: &str) -> Made {
        let message = json!({ "role": "user", "content": content });
        Made::of("user", directory, message, vec![Part::alike("/message/content", at)])
    }

    /// A user's entry that holds a call's result; `answers` is what the result gives the call's questions.
    fn result(call: &str, failed: bool, answers: Option<Value>, directory: Option<&str>, at: &str) -> Made {
        let block = json!({ "type": "tool_result", "tool_use_id": call, "is_error": failed });
        let message = json!({ "role": "user", "content": [block] });
        let mut made = Made::of("user", directory, message, vec![Part::above("", at)]);
        // A result without answers says nothing of questions, whatever its text quotes.
        made.value["toolUseResult"] = answers.unwrap_or_else(|| json!(""));
        made
    }

    fn of(kind: &str, directory: Option<&str>, message: Value, parts: Vec<Part>) -> Made {
        let mut value = json!({ "type": kind, "message": message });
        if let Some(directory) = directory {
            value["cwd"] = json!(directory);
        }
        Made { value, parts }
    }
}

impl Part {
    fn alike(made: impl Into<String>, line: impl Into<String>) -> Part {
        Part { made: made.into(), line: line.into(), alike: true }
    }

    /// Of what is below, the line says no more than that it is in there.
    fn above(made: impl Into<String>, line: impl Into<String>) -> Part {
        Part { made: made.into(), line: line.into(), alike: false }
    }
}

/// A call of a tool.
fn call(id: &str, tool: &str, input: &Value) -> Value {
    json!({ "type": "tool_use", "id": id, "name": tool, "input": input })
}

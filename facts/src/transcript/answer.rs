//! The outcome of a question call, from the entry that holds its result. The structured result comes first; the
//! result's text is read only where the client wrote no structured one, and only for the questions that the call put.
//! Which outcomes count as an answer is not known here.

use serde_json::Value;

use crate::json::token;

use super::entry::text;
use super::record::{Answer, AnswerNote, AnswerTimeout, DecidedBy, Place, Transcript, Unanswered};

/// What the client writes as the value of a question where nothing was chosen.
const NOTHING_CHOSEN: &str = "(no option selected)";

/// What an entry says about one result, apart from its place. Two entries that say the same compare equal.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Outcome {
    /// Question, value, pointer.
    answers: Vec<(String, String, String)>,
    /// Question, how, pointer.
    unanswered: Vec<(String, String, String)>,
    /// Question, text, pointer.
    notes: Vec<(String, String, String)>,
    timed_out: bool,
    decided_by: Option<String>,
}

/// Reads the outcome of the result in block `index`. `structured` says that the entry's structured result is this
/// block's; `asked` are the texts of the call's questions, empty for other calls.
pub(super) fn outcome(entry: &Value, index: usize, failed: bool, structured: bool, asked: &[String]) -> Outcome {
    let mut outcome = Outcome {
        decided_by: entry["permissionDecision"]["source"].as_str().map(str::to_string),
        ..Outcome::default()
    };
    match entry.get("toolUseResult") {
        Some(result @ Value::Object(_)) if structured => outcome.read(result),
        None | Some(Value::Null) if !failed => {
            let said = content(&entry["message"]["content"][index]["content"]);
            let pointer = format!("/message/content/{index}/content");
            let found = said_answers(&said, asked).into_iter();
            outcome.answers = found.map(|(question, value)| (question, value, pointer.clone())).collect();
        }
        // A text says how the call failed; a list is another tool's result.
        _ => {}
    }
    outcome
}

impl Outcome {
    fn read(&mut self, result: &Value) {
        let members = |key: &str| result[key].as_object().into_iter().flatten();
        for (question, value) in members("answers") {
            let pointer = format!("/toolUseResult/answers/{}", token(question));
            self.answers.push((question.clone(), value_text(value), pointer));
        }
        let mut note = |question: &str, text: &Value, pointer: String| match text.as_str().map(str::trim) {
            None | Some("") => {}
            Some(text) => self.notes.push((question.to_owned(), text.to_owned(), pointer)),
        };
        note("", &result["response"], "/toolUseResult/response".to_string());
        for (question, annotation) in members("annotations") {
            let pointer = format!("/toolUseResult/annotations/{}/notes", token(question));
            note(question, &annotation["notes"], pointer);
            let how = match &annotation["unanswered"] {
                Value::Null | Value::Bool(false) => continue,
                Value::String(how) => how.clone(),
                other => other.to_string(),
            };
            let pointer = format!("/toolUseResult/annotations/{}/unanswered", token(question));
            self.unanswered.push((question.clone(), how, pointer));
        }
        self.timed_out = !matches!(result["afkTimeoutMs"], Value::Null | Value::Bool(false));
    }

    /// Adds the outcome's records.
    pub(super) fn record(self, use_id: &str, transcript: &mut Transcript, place: impl Fn(String) -> Place) {
        let use_id = || use_id.to_string();
        for (question, value, pointer) in self.answers {
            let place = place(pointer);
            transcript.answers.push(Answer { place, use_id: use_id(), question, value });
        }
        for (question, how, pointer) in self.unanswered {
            let place = place(pointer);
            transcript.unanswered.push(Unanswered { place, use_id: use_id(), question, how });
        }
        for (question, text, pointer) in self.notes {
            let place = place(pointer);
            transcript.notes.push(AnswerNote { place, use_id: use_id(), question, text });
        }
        if self.timed_out {
            let place = place("/toolUseResult/afkTimeoutMs".to_string());
            transcript.timeouts.push(AnswerTimeout { place, use_id: use_id() });
        }
        if let Some(source) = self.decided_by {
            let place = place("/permissionDecision/source".to_string());
            transcript.decided_by.push(DecidedBy { place, use_id: use_id(), source });
        }
    }
}

/// One text for what one client writes as a text and another as a list.
fn value_text(value: &Value) -> String {
    match value {
        Value::String(value) => chosen(value).to_string(),
        Value::Array(values) => {
            let values: Vec<&str> = values.iter().map(|value| chosen(text(value))).collect();
            let values: Vec<&str> = values.into_iter().filter(|value| !value.is_empty()).collect();
            values.join(", ")
        }
        Value::Number(value) => value.to_string(),
        Value::Bool(value) => value.to_string(),
        Value::Null | Value::Object(_) => String::new(),
    }
}

fn chosen(value: &str) -> &str {
    match value.trim() {
        NOTHING_CHOSEN => "",
        value => value,
    }
}

/// Answers in the client's sentence `…: "QUESTION"="VALUE", "QUESTION"="VALUE". You can now …`. Nothing in it is escaped,
/// so the questions, which are known, are the only sure marks: a value runs up to the next one, or to the last quote
/// that the client's own words can follow.
fn said_answers(said: &str, asked: &[String]) -> Vec<(String, String)> {
    const ENDS: [&str; 5] = ["\" selected preview:", "\" user notes:", "\" notes:", "\". ", "\""];
    let mut from = 0;
    let mut found: Vec<(usize, usize, &str)> = Vec::new();
    for question in asked.iter().filter(|question| !question.is_empty()) {
        let mark = format!("\"{question}\"=\"");
        if let Some(at) = said[from..].find(&mark).map(|at| from + at) {
            from = at + mark.len();
            found.push((at, from, question));
        }
    }
    let ends: Vec<usize> = found.iter().skip(1).map(|&(at, ..)| at).chain([said.len()]).collect();
    found
        .into_iter()
        .zip(ends)
        .map(|((_, start, question), end)| {
            let value = &said[start..end];
            let end = ENDS.into_iter().find_map(|end| value.rfind(end)).unwrap_or(0);
            (question.to_string(), chosen(&value[..end]).to_string())
        })
        .collect()
}

/// The text of a result's content: a text, or a list of blocks.
fn content(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(blocks) => blocks.iter().map(|block| text(&block["text"])).collect(),
        _ => String::new(),
    }
}

//! Codex's session files: a line for each thing that happens, with a `payload`. A reader can rely on tools having the
//! names and inputs that the client hands to its hooks, so that one rule reads both. Which calls matter is not known
//! here.
//!
//! Left out: a result whose call does not stand before it; calls within a script of the `exec` tool, which the file holds
//! as the script's text only; a sub-agent's turns, as an agent typed them.

use std::collections::{HashMap, HashSet};

use memchr::memmem;
use serde_json::{Map, Value, json};

use super::{Made, Part, call};
use crate::transcript::entry::text;
use crate::transcript::scan::id_after;

/// The type of a file's first line.
pub(super) const OPENING: &str = "\"session_meta\"";

/// The tool that asks the person. A server's tool of this name has a namespace.
pub(super) const QUESTION_TOOL: &str = "request_user_input";

/// What stands before a note that the person typed beside or instead of a choice.
const NOTE: &str = "user_note: ";

/// Beginnings of results of calls that did not run.
const REFUSED: [&str; 3] = ["Command blocked by", "aborted", "unsupported call"];

/// What the lines so far say about the ones to come.
pub(in crate::transcript) struct Session {
    directory: Option<String>,
    /// The file is a sub-agent's.
    is_subagents: bool,
    /// The calls of the question tool: the ids of the questions with their texts.
    asked: HashMap<String, Vec<(String, String)>>,
    /// The other calls.
    others: HashSet<String>,
}

impl Session {
    pub(super) fn opened_by(line: &Value) -> Option<Session> {
        if text(&line["type"]) != "session_meta" || !line["payload"].is_object() {
            return None;
        }
        let payload = &line["payload"];
        let is_subagents = payload["source"].get("subagent").is_some() || text(&payload["thread_source"]) == "subagent";
        Some(Session { directory: directory(payload), is_subagents, asked: HashMap::new(), others: HashSet::new() })
    }

    /// Whether the line names a question call as its own.
    pub(super) fn holds_a_result(&self, line: &[u8]) -> bool {
        const KEY: &[u8] = b"\"call_id\"";
        // An id that cannot be read here is left to the parser.
        let is_asked = |at: usize| id_after(&line[at + KEY.len()..]).is_none_or(|id| self.asked.contains_key(id));
        !self.asked.is_empty() && memmem::find_iter(line, KEY).any(is_asked)
    }

    pub(super) fn entries(&mut self, line: &Value) -> Vec<Made> {
        let payload = &line["payload"];
        let made = match (text(&line["type"]), text(&payload["type"])) {
            ("session_meta" | "turn_context", _) => {
                self.directory = directory(payload).or_else(|| self.directory.take());
                None
            }
            ("response_item", "function_call") => {
                let input = serde_json::from_str(text(&payload["arguments"])).unwrap_or(Value::Null);
                Some(self.call(payload, input, "/payload/arguments"))
            }
            ("response_item", "custom_tool_call") => {
                let key = if text(&payload["name"]) == "apply_patch" { "command" } else { "input" };
                Some(self.call(payload, json!({ key: payload["input"] }), "/payload/input"))
            }
            ("response_item", "function_call_output" | "custom_tool_call_output") => self.result(payload),
            ("response_item", "message") if text(&payload["role"]) == "assistant" => Some(self.reply(payload)),
            ("event_msg", "item_completed") if text(&payload["item"]["type"]) == "UserMessage" => {
                self.turn(&payload["item"]["content"], "/payload/item/content")
            }
            // Until version 0.150 or so.
            ("event_msg", "user_message") => self.turn(&payload["message"], "/payload/message"),
            _ => None,
        };
        made.into_iter().collect()
    }

    fn directory(&self) -> Option<&str> {
        self.directory.as_deref()
    }

    /// What the person typed. The model's copy of it has the client's own texts beside it, so it is not read.
    fn turn(&self, content: &Value, at: &str) -> Option<Made> {
        (!self.is_subagents).then(|| Made::turn(self.directory(), content.clone(), at))
    }

    /// What the model wrote to the person.
    fn reply(&self, payload: &Value) -> Made {
        let parts = payload["content"].as_array().map_or(&[][..], Vec::as_slice);
        let content = parts.iter().map(|part| json!({ "type": "text", "text": part["text"] })).collect();
        Made::calls(
            text(&payload["id"]),
            self.directory(),
            content,
            vec![Part::alike("/message/content", "/payload/content")],
        )
    }

    fn call(&mut self, payload: &Value, input: Value, at: &str) -> Made {
        let id = text(&payload["call_id"]);
        let tool = match text(&payload["namespace"]) {
            "" => text(&payload["name"]).to_owned(),
            server => format!("{}__{}", server.trim_end_matches('_'), text(&payload["name"])),
        };
        let (tool, input, works_in) = shell(tool, input);
        if tool == QUESTION_TOOL && !id.is_empty() {
            // A call that only shares its id with a question does not replace it.
            self.asked.entry(id.to_owned()).or_insert_with(|| questions(&input));
        } else {
            self.others.insert(id.to_owned());
        }
        let directory = match (self.directory(), works_in) {
            (Some(base), Some(folder)) if !folder.starts_with('/') => Some(format!("{base}/{folder}")),
            (base, folder) => folder.or(base.map(str::to_owned)),
        };
        let parts = vec![Part::above("/message/content/0/input", at), Part::above("", "/payload")];
        Made::calls(text(&payload["id"]), directory.as_deref(), vec![call(id, &tool, &input)], parts)
    }

    fn result(&self, payload: &Value) -> Option<Made> {
        let id = text(&payload["call_id"]);
        let output = output(&payload["output"]);
        let Some(questions) = self.asked.get(id) else {
            let made = || Made::result(id, has_failed(&output), None, self.directory(), "/payload/output");
            return self.others.contains(id).then(made);
        };
        let answers = serde_json::from_str::<Value>(&output).ok().and_then(|output| answers(&output, questions));
        Some(Made::result(id, answers.is_none(), answers, self.directory(), "/payload/output"))
    }
}

fn directory(payload: &Value) -> Option<String> {
    payload["cwd"].as_str().map(str::to_owned)
}

/// A call of a shell as hooks see it, whatever the model's tool is called, and the directory that it names.
fn shell(tool: String, mut input: Value) -> (String, Value, Option<String>) {
    let command = match tool.as_str() {
        "exec_command" => input["cmd"].as_str().map(str::to_owned),
        "shell_command" => input["command"].as_str().map(str::to_owned),
        "shell" | "container.exec" | "local_shell" => input["command"].as_array().map(|words| {
            let words: Vec<&str> = words.iter().map(text).collect();
            match words[..] {
                [_, "-c" | "-lc", script] => script.to_owned(),
                _ => words.join(" "),
            }
        }),
        _ => None,
    };
    let Some(command) = command else { return (tool, input, None) };
    let folder = input["workdir"].as_str().filter(|folder| !folder.is_empty()).map(str::to_owned);
    if let Some(input) = input.as_object_mut() {
        input.remove("cmd");
        input.insert("command".to_owned(), Value::String(command));
    }
    ("Bash".to_owned(), input, folder)
}

/// The ids and the texts of a call's questions. An id that two of them have names none.
fn questions(input: &Value) -> Vec<(String, String)> {
    let questions = input["questions"].as_array().map_or(&[][..], Vec::as_slice);
    let shared = |id: &str| questions.iter().filter(|question| text(&question["id"]) == id).count() > 1;
    let known = questions.iter().map(|question| (text(&question["id"]), text(&question["question"])));
    known.filter(|(id, _)| !shared(id)).map(|(id, asked)| (id.to_owned(), asked.to_owned())).collect()
}

/// The answers by the questions' texts, as `{"answers":{ID:{"answers":[CHOICE]}}}` has them by id. Nothing where the
/// output has no answers at all: then nobody was asked, or nobody answered.
fn answers(output: &Value, questions: &[(String, String)]) -> Option<Value> {
    let given = output["answers"].as_object()?;
    let (mut answers, mut annotations) = (Map::new(), Map::new());
    for (id, question) in questions {
        let Some(values) = given.get(id).and_then(|answer| answer["answers"].as_array()) else { continue };
        let (notes, choices): (Vec<&str>, Vec<&str>) =
            values.iter().map(text).partition(|value| value.starts_with(NOTE));
        let notes: Vec<&str> = notes.iter().filter_map(|note| note.strip_prefix(NOTE)).collect();
        let values = if choices.is_empty() { notes.clone() } else { choices };
        let earlier = answers.insert(question.clone(), json!(values));
        // Two questions with one text: answered only if both are.
        if let Some(earlier) = earlier.filter(|earlier| earlier.as_array().is_none_or(Vec::is_empty)) {
            answers.insert(question.clone(), earlier);
        }
        if !notes.is_empty() {
            annotations.insert(question.clone(), json!({ "notes": notes.join("\n") }));
        }
    }
    Some(json!({ "answers": answers, "annotations": annotations }))
}

/// The text of a result: a text, one beside a mark of success, or a list of parts.
fn output(output: &Value) -> String {
    match output {
        Value::String(output) => output.clone(),
        Value::Array(parts) => parts.iter().map(|part| text(&part["text"])).collect(),
        other => text(&other["content"]).to_owned(),
    }
}

/// The client says that the call did not run, or that the command failed.
fn has_failed(output: &str) -> bool {
    const CODES: [&str; 2] = ["Exit code: ", "Process exited with code "];
    let head = output.lines().take_while(|line| !line.starts_with("Output:"));
    let code = head.flat_map(|line| CODES.iter().filter_map(|code| line.strip_prefix(code))).next();
    REFUSED.iter().any(|refused| output.starts_with(refused)) || code.is_some_and(|code| code.trim() != "0")
}

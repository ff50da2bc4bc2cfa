//! The tools: what agents read of them, and what a call of one does. A reader can rely on: an argument that a tool does not
//! know is refused and never passed over, and each tool is a command's own function.

use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use serde_json::{Value, json};

use super::ask::{self, Client};
use super::points;
use crate::checks::CheckOptions;
use crate::commands::{check, explain};
use crate::judge;

/// What a tool gives.
pub(super) enum Given {
    /// For reading.
    Text(String),
    /// For reading and for programs.
    Json(Value),
}

/// A tool, as agents see it.
struct Described {
    name: &'static str,
    description: &'static str,
    /// Argument and its schema.
    arguments: fn() -> Value,
    reads_only: bool,
}

const TOOLS: [Described; 4] = [
    Described {
        name: "explain",
        description: "Why a call was refused, or would be, and how to make it pass. Give `id`, which every refusal \
            carries, or `call`, a tool call that you consider, as the hook would see it; it is judged and not made. \
            You get the verdict, the ways out, and the proof with the file and line of every fact. Do not try \
            variations of a refused call: take one of the ways out.",
        arguments: || {
            json!({
                "id": { "type": "string", "description": "The id of a refusal, 12 hexadecimal digits or more" },
                "call": {
                    "type": "object",
                    "description": "A tool call: {\"tool_name\": \"Write\", \"tool_input\": {\"file_path\": \"…\", \"content\": \"…\"}, \"transcript_path\": \"…\"}. Without `transcript_path` no question counts as put.",
                    "properties": { "tool_name": { "type": "string" }, "tool_input": { "type": "object" } },
                    "required": ["tool_name", "tool_input"],
                },
            })
        },
        reads_only: true,
    },
    Described {
        name: "check",
        description: "Holds the repository to what it claims: its ledger of answers, its points, its run records. Gives \
            a JSON report: `verdict` is `pass`, `fail` or `unverified`; each violation says what is wrong, where, and \
            what to do. Without `names` every check is made that has something to look at.",
        arguments: || {
            json!({
                "names": {
                    "type": "array", "items": { "type": "string" },
                    "description": "Checks to make, such as `provenance`, `points` and `claims`",
                },
            })
        },
        reads_only: true,
    },
    Described {
        name: "points",
        description: "The questions that a person must be asked here, before the paths that they gate are written: id, \
            question, options (the recommended one is named), the states that an answer may have, the globs of gated \
            paths, and whether a committed row of the ledger has settled it. An open point: ask the person first.",
        arguments: || json!({}),
        reads_only: true,
    },
    Described {
        name: "ask",
        description: "Puts a question to the person, through this client, and waits. Give `point` for a declared point: \
            its question and options are the repository's, the answer goes into the journal, and its row into the \
            ledger. Or give `message` and `schema` for any other question. You cannot answer for the person: there \
            is no argument for an answer. A point that was answered is not asked again.",
        arguments: || {
            json!({
                "point": { "type": "string", "description": "The id of a declared point" },
                "landed_in": { "type": "string", "description": "With `point`: the file that the answer lands in" },
                "message": { "type": "string", "description": "Without `point`: the question" },
                "schema": {
                    "type": "object",
                    "description": "With `message`: the JSON Schema of the answer, an object whose properties are texts, numbers, flags or choices",
                },
                "name": { "type": "string", "description": "With `message`: what the journal calls the question" },
            })
        },
        reads_only: false,
    },
];

/// The tools.
pub(super) fn all() -> Vec<Tool> {
    let described = |tool: &Described| {
        let schema = json!({ "type": "object", "properties": (tool.arguments)(), "additionalProperties": false });
        let schema = schema.as_object().cloned().unwrap_or_default();
        let mut annotations = ToolAnnotations::new();
        annotations.read_only_hint = Some(tool.reads_only);
        annotations.destructive_hint = Some(false);
        annotations.open_world_hint = Some(false);
        Tool::new(tool.name, tool.description, schema).with_annotations(annotations)
    };
    TOOLS.iter().map(described).collect()
}

/// Calls a tool.
///
/// # Errors
/// What went wrong, and what to do, for the agent.
pub(super) fn call(name: &str, arguments: &JsonObject, client: Client) -> Result<Given, String> {
    let Some(tool) = TOOLS.iter().find(|tool| tool.name == name) else {
        let known: Vec<&str> = TOOLS.iter().map(|tool| tool.name).collect();
        return Err(format!("there is no tool `{name}`; there are {}", known.join(", ")));
    };
    let known = (tool.arguments)();
    if let Some(unknown) = arguments.keys().find(|key| known.get(key.as_str()).is_none()) {
        let all: Vec<String> = known.as_object().into_iter().flatten().map(|(name, _)| format!("`{name}`")).collect();
        let all = if all.is_empty() { "takes none".to_owned() } else { format!("takes {}", all.join(", ")) };
        return Err(format!("`{name}` has no argument `{unknown}`; it {all}"));
    }
    match name {
        "explain" => explained(arguments).map(Given::Text),
        "check" => checked(arguments).map(Given::Json),
        "points" => judge::on_a_large_stack(points::listed).map(Given::Json),
        "ask" => judge::on_a_large_stack(|| ask::asked(arguments, client)).map(Given::Json),
        _ => Err(format!("`{name}` is not served")),
    }
}

fn explained(arguments: &JsonObject) -> Result<String, String> {
    match (text(arguments, "id")?, arguments.get("call")) {
        (Some(id), None) => explain::of_id(id),
        (None, Some(call)) => explain::of_call(call.to_string().as_bytes()),
        _ => Err("give either `id`, a refusal's id, or `call`, the call that you consider".to_owned()),
    }
}

fn checked(arguments: &JsonObject) -> Result<Value, String> {
    let wrong = || "`names` must be a list of texts, such as [\"provenance\"]".to_owned();
    let names = match arguments.get("names") {
        None => Vec::new(),
        Some(Value::Array(names)) => {
            let texts = names.iter().map(|name| name.as_str().map(str::to_owned).ok_or_else(wrong));
            texts.collect::<Result<Vec<String>, String>>()?
        }
        Some(_) => return Err(wrong()),
    };
    let report = check::as_json(&names, &CheckOptions::default())?;
    serde_json::from_str(&report).map_err(|cause| format!("the report is no JSON: {cause}"))
}

/// An argument that is a text, if it is given.
pub(super) fn text<'a>(arguments: &'a JsonObject, name: &str) -> Result<Option<&'a str>, String> {
    match arguments.get(name) {
        None => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(_) => Err(format!("`{name}` must be a text")),
    }
}

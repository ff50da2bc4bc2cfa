//! Tries a hook as its client would run it: through the shell or, with arguments apart, without one, below the tree's top, with the client's variables and payload.
//! A reader can rely on: a hook is run once for a call. Refuses to know which call should come to what.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use facts::evidence::{Outcome, ProbeResult};
use serde_json::{Value, json};

use super::{attempt, verdict};

/// Characters of a detail that are kept.
const MOST: usize = 400;

/// A call to try on a hook.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ProbeCall {
    /// The client's name in the layout.
    pub(super) client: String,
    /// The folder of the settings file's path.
    pub(super) tree: String,
    pub(super) file: String,
    /// The hook's JSON pointer in it.
    pub(super) pointer: String,
    /// The event that the hook runs on.
    pub(super) event: String,
    pub(super) command: String,
    /// The program and its arguments, where the settings keep them apart; empty: the command is the shell's.
    pub(super) words: Vec<String>,
    /// What the call is called.
    pub(super) name: String,
    pub(super) tool: String,
    /// Where in the tool's input the text stands.
    pub(super) place: String,
    pub(super) text: String,
    /// How long the client would wait.
    pub(super) seconds: u64,
}

/// What the hook did with the call. `variables` are pairs of a client and a variable that it sets to the tree's top.
pub(super) fn result(call: &ProbeCall, top: &str, variables: &[Vec<String>]) -> ProbeResult {
    let (outcome, detail) = outcome(call, top, variables);
    ProbeResult {
        tree: call.tree.clone(),
        file: call.file.clone(),
        pointer: call.pointer.clone(),
        name: call.name.clone(),
        outcome,
        detail: detail.chars().take(MOST).collect(),
    }
}

fn outcome(call: &ProbeCall, top: &str, variables: &[Vec<String>]) -> (Outcome, String) {
    let below = Path::new(&call.file).parent().map(|folder| Path::new(top).join(folder));
    let directory = below.filter(|folder| folder.is_dir()).unwrap_or_else(|| Path::new(top).to_path_buf());
    let mut command = match call.words.split_first() {
        Some((program, arguments)) => {
            let mut command = Command::new(program);
            command.args(arguments);
            command
        }
        None => {
            let mut command = Command::new("sh");
            command.arg("-c").arg(&call.command);
            command
        }
    };
    command.current_dir(&directory);
    for variable in variables.iter().filter(|row| row.first() == Some(&call.client)).filter_map(|row| row.get(1)) {
        command.env(variable, top);
    }
    let payload = payload(call, &directory).to_string();
    let limit = Duration::from_secs(call.seconds);
    match attempt::run(command, payload.as_bytes(), limit) {
        Err(cause) => (Outcome::Failed, format!("it cannot be started: {cause}")),
        Ok(ended) => match ended.status {
            None => (Outcome::Late, format!("it was still running after {} s", call.seconds)),
            Some(status) => verdict::read(&call.client, status.code(), &ended.output, &ended.errors),
        },
    }
}

/// The call as the client hands it to a hook.
fn payload(call: &ProbeCall, directory: &Path) -> Value {
    let mut input = serde_json::Map::new();
    input.insert(call.place.trim_start_matches('/').to_owned(), Value::String(call.text.clone()));
    json!({
        "session_id": "doctor",
        "cwd": directory,
        "hook_event_name": call.event,
        "tool_name": call.tool,
        "tool_input": input,
    })
}

//! How a client is wired: which settings file, which event, which tools, which command. Read out of the rules' layout, so
//! that `init` writes what `doctor` expects. Refuses to touch files.

use std::collections::BTreeSet;

use clap::ValueEnum;
use engine::Program;
use facts::world::Disk;

use crate::client::Client;
use crate::{layout, rule_set};

pub(crate) mod command;
pub(crate) mod settings;

pub(crate) use settings::Entry;

/// What wires one client in a work tree.
#[derive(Clone, Debug)]
pub(crate) struct Wiring {
    /// The client.
    pub(crate) client: Client,
    /// The settings file that is written, from the tree's top.
    pub(crate) file: String,
    /// The event before a tool call.
    pub(crate) event: String,
    /// The hook.
    pub(crate) entry: Entry,
    /// The words by which a hook of the guard is known.
    pub(crate) words: Vec<String>,
}

/// The client's name in the layout, and on the command line.
pub(crate) fn name(client: Client) -> String {
    client.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
}

impl Wiring {
    /// What wires `client` by the layout, with the program at the absolute path `executable`, for the tools of the layout and
    /// those that rules watch.
    ///
    /// # Errors
    /// If the layout does not know the client.
    pub(crate) fn of(program: &Program, client: Client, executable: &str, watched: &[String]) -> Result<Self, String> {
        let name = name(client);
        let lacking = |relation: &str| format!("the layout in force has no `{relation}` for {name}");
        let of_client = |relation| layout::rows(program, relation).into_iter().filter(|row| row.first() == Some(&name));
        let file = of_client("settings_file").find(|row| row.get(1).is_some_and(|scope| scope == "tree"));
        let file = file.and_then(|row| row.get(2).cloned()).ok_or_else(|| lacking("settings_file"))?;
        let gate = of_client("gate_event").next().ok_or_else(|| lacking("gate_event"))?;
        let [_, event, units] = gate.as_slice() else {
            return Err(lacking("gate_event"));
        };
        let seconds = layout::rows(program, "guard_seconds").first().and_then(|row| row.first()?.parse::<u64>().ok());
        let timeout = seconds.zip(units.parse::<u64>().ok()).map(|(seconds, units)| seconds.saturating_mul(units));
        let settings = of_client("hook_setting").filter_map(|row| Some((row.get(1)?.clone(), row.get(2)?.clone())));
        let entry = Entry {
            matcher: matcher(program, &name, watched),
            command: command::line(executable, client),
            timeout: timeout.ok_or_else(|| lacking("guard_seconds"))?.to_string(),
            settings: settings.collect(),
        };
        Ok(Self { client, file, event: event.clone(), entry, words: layout::texts(program, "guard_word") })
    }
}

/// The tools that a client's hook runs for, as an expression that matches whole names.
fn matcher(program: &Program, client: &str, watched: &[String]) -> String {
    let owned = layout::rows(program, "client_tool");
    let has = |tool: &str| {
        let mut owners = owned.iter().filter(|row| row.get(1).is_some_and(|name| name == tool)).peekable();
        owners.peek().is_none() || owners.any(|row| row.first().is_some_and(|name| name == client))
    };
    let mut names: Vec<String> = Vec::new();
    let of_layout = ["write_tool", "shell_tool", "patch_tool"].iter().flat_map(|kind| layout::texts(program, kind));
    for tool in of_layout.chain(watched.iter().cloned()) {
        if has(&tool) && !names.contains(&tool) {
            names.push(tool);
        }
    }
    let of_servers =
        layout::rows(program, "server_tool").into_iter().filter(|row| row.first().is_some_and(|name| name == client));
    names.extend(of_servers.filter_map(|row| row.get(1).cloned()));
    format!("^({})$", names.join("|"))
}

/// The relation of tools that the hook must see beside those of the layout.
pub(crate) const WATCHES: &str = "watches";

/// The tools that rules in force in a work tree watch, beside those of the layout.
///
/// # Errors
/// If a rule file cannot be read.
pub(crate) fn watched(disk: &mut Disk, tree: Option<&str>) -> Result<Vec<String>, String> {
    let programs = rule_set::in_force(disk.repositories(), tree)?;
    let rows = programs.iter().filter_map(|(_, compiled)| compiled.program.as_ref());
    let tools: BTreeSet<String> = rows.flat_map(|program| layout::texts(program, WATCHES)).collect();
    Ok(tools.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::hook;

    /// X1: what the layout says of the guard's own deadline is so, and each client is wired for its own tools.
    #[test]
    fn the_layout_knows_the_guard_and_its_clients() {
        let rules = rule_set::checks(&mut Disk::new(None), None).expect("the shipped rules compile");
        let seconds: Vec<u64> =
            layout::rows(&rules.program, "guard_seconds").concat().iter().flat_map(|n| n.parse()).collect();
        assert_eq!(seconds.get(1), Some(&hook::DEADLINE.as_secs()));
        assert!(seconds.first() > seconds.get(1), "the client waits longer");
        for (client, file, matcher) in [
            (Client::Claude, "settings.json", "^(Write|Edit|MultiEdit|NotebookEdit|Bash|Monitor|PowerShell|mcp__.*)$"),
            (Client::Codex, "hooks.json", "^(Bash|apply_patch|mcp__.*)$"),
            (Client::Gemini, "settings.json", "^(write_file|replace|run_shell_command|mcp_.*)$"),
        ] {
            let wiring = Wiring::of(&rules.program, client, "/bin/gatelog", &[]).expect("the layout knows it");
            assert_eq!(wiring.entry.matcher, matcher);
            assert!(wiring.file.ends_with(file), "{}", wiring.file);
        }
    }
}

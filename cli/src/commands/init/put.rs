//! The plan that wires a work tree: hooks into settings, a copy of each settings file from before, and points to begin with.

use super::{Ground, Plan, starter};
use crate::change::Change;
use crate::client::Client;
use crate::wiring::{Wiring, name, settings};

/// What wires the tree; nothing where it is wired already.
///
/// # Errors
/// If a settings file cannot be edited, with the place.
pub(super) fn plan(ground: &mut Ground, wirings: &[Wiring], with_points: bool) -> Result<Plan, String> {
    let mut plan = Plan::default();
    for wiring in wirings {
        wire(ground, wiring, &mut plan)?;
    }
    if with_points {
        begin(ground, &mut plan)?;
    }
    next_steps(wirings, &mut plan);
    Ok(plan)
}

fn wire(ground: &Ground, wiring: &Wiring, plan: &mut Plan) -> Result<(), String> {
    let mut change = Change::of(&ground.tree, &wiring.file)?;
    let before = change.before.clone();
    let after = settings::wired(before.as_deref().unwrap_or_default(), wiring.place(), &wiring.entry);
    change.after = Some(after.map_err(|fault| format!("{}:{fault}; mend the file first", wiring.file))?);
    let (file, client) = (&wiring.file, name(wiring.client));
    match (&before, change.is_needed()) {
        (_, false) => plan.remarks.push(format!("{file}: {client} is wired already; unchanged")),
        (None, true) => plan.remarks.push(format!("{file}: made, runs the guard before each tool call of {client}")),
        (Some(before), true) if settings::is_wired(before, wiring.place()) => {
            plan.remarks.push(format!("{file}: the hook of {client} was brought up to date"));
        }
        (Some(before), true) => {
            let mut copy = Change::of(&ground.tree, &wiring.backup())?;
            if copy.before.is_none() {
                copy.after = Some(before.clone());
            }
            plan.remarks.push(format!(
                "{file}: runs the guard before each tool call of {client}; as it was before: {}",
                copy.file
            ));
            plan.changes.push(copy);
        }
    }
    plan.changes.push(change);
    Ok(())
}

/// Points to begin with, where there are none.
fn begin(ground: &mut Ground, plan: &mut Plan) -> Result<(), String> {
    let known = starter::points_files(&ground.program);
    if ground.has_any(&known)? {
        return Ok(());
    }
    let files = starter::files(&ground.program)?;
    for file in files {
        let mut change = Change::of(&ground.tree, &file.path)?;
        if change.before.is_some() {
            plan.remarks.push(format!("{}: is there already; unchanged", file.path));
            continue;
        }
        change.after = Some(file.text);
        plan.remarks.push(format!("{}: made, to begin with; make it yours", file.path));
        plan.changes.push(change);
    }
    Ok(())
}

fn next_steps(wirings: &[Wiring], plan: &mut Plan) {
    if !plan.changes.iter().any(Change::is_needed) {
        return;
    }
    let has_copy = wirings.iter().any(|wiring| {
        let backup = wiring.backup();
        plan.changes.iter().any(|change| change.file == backup && change.is_needed())
    });
    let but = if has_copy { " (not *.before-gatelog)" } else { "" };
    plan.remarks.push(format!("next: commit the new and changed files{but}, so that they hold for everybody"));
    plan.remarks.push("      run `gatelog doctor`: it tries the wiring".to_owned());
    plan.remarks.push("      start running sessions of the client anew".to_owned());
    if wirings.iter().any(|wiring| wiring.client == Client::Codex) {
        plan.remarks.push("      trust the hook when Codex asks, or in /hooks; until then it is not run".to_owned());
    }
    plan.remarks.push("      `gatelog init --undo` takes it back".to_owned());
}

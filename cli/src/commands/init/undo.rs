//! The plan that takes a wiring back. A settings file that has nothing new but the hook becomes what it was; in another one
//! the hook alone goes. Files to begin with go where nobody changed them.

use super::{Ground, Plan, starter};
use crate::change::Change;
use crate::wiring::{Wiring, settings};

/// What unwires the tree.
///
/// # Errors
/// If a settings file cannot be edited, with the place.
pub(super) fn plan(ground: &Ground, wirings: &[Wiring]) -> Result<Plan, String> {
    let mut plan = Plan::default();
    for wiring in wirings {
        unwire(ground, wiring, &mut plan)?;
    }
    // A ledger belongs to its points: where those stay, it stays.
    let mut kept = None;
    for file in starter::files(&ground.program)? {
        let mut change = Change::of(&ground.tree, &file.path)?;
        match &change.before {
            None => {}
            Some(text) if *text == file.text => {
                if let Some(points) = &kept {
                    plan.remarks.push(format!("{}: left, since {points} stays", file.path));
                    continue;
                }
                change.after = None;
                plan.remarks.push(format!("{}: removed", file.path));
                plan.changes.push(change);
            }
            Some(_) => {
                plan.remarks.push(format!("{}: left, since it is not as `gatelog init` made it", file.path));
                kept = Some(file.path);
            }
        }
    }
    if !plan.changes.iter().any(Change::is_needed) {
        plan.remarks.push("nothing to take back".to_owned());
    }
    Ok(plan)
}

fn unwire(ground: &Ground, wiring: &Wiring, plan: &mut Plan) -> Result<(), String> {
    let file = &wiring.file;
    let mut change = Change::of(&ground.tree, file)?;
    let mut copy = Change::of(&ground.tree, &wiring.backup())?;
    let Some(text) = change.before.clone() else {
        return Ok(());
    };
    let unwired =
        settings::unwired(&text, wiring.place()).map_err(|fault| format!("{file}:{fault}; mend the file first"))?;
    if unwired == text {
        plan.remarks.push(format!("{file}: has no hook of the guard; unchanged"));
        return Ok(());
    }
    // The file with nothing new but the hook is the old one, wired.
    let entry = settings::entry(&text, wiring.place(), &wiring.entry.settings);
    let wired = |old: &str| entry.as_ref().and_then(|entry| settings::wired(old, wiring.place(), entry).ok());
    let was_unwired = |old: &str| settings::entry(old, wiring.place(), &[]).is_none();
    match &copy.before {
        None if wired("").is_some_and(|wired| wired == text) || is_empty(&unwired) => {
            change.after = None;
            plan.remarks.push(format!("{file}: removed"));
        }
        Some(old) if was_unwired(old) && wired(old).is_some_and(|wired| wired == text) => {
            change.after = Some(old.clone());
            copy.after = None;
            plan.remarks.push(format!("{file}: as it was before"));
        }
        None => {
            change.after = Some(unwired);
            plan.remarks.push(format!("{file}: the hook was taken out; all else stays"));
        }
        Some(_) => {
            change.after = Some(unwired);
            plan.remarks.push(format!("{file}: the hook was taken out; all else stays, and so does {}", copy.file));
        }
    }
    plan.changes.extend([change, copy]);
    Ok(())
}

/// Whether nothing but an object without members is left.
fn is_empty(text: &str) -> bool {
    text.chars().filter(|c| !c.is_whitespace()).eq("{}".chars())
}

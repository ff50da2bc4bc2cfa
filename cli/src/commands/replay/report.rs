//! A replay for people and for machines.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use serde_json::{Value, json};

use super::{Judged, Session};

/// Characters of a path that a line shows.
const PATH_WIDTH: usize = 60;

/// Each session's calls, then a table of all sessions.
pub(super) fn human(sessions: &[Session]) -> String {
    let mut out = String::new();
    for session in sessions {
        let _ = writeln!(out, "{}", session.transcript.display());
        let mut said = BTreeSet::new();
        for call in &session.calls {
            human_call(&mut out, call, &mut said);
        }
        if session.damaged > 0 {
            let _ = writeln!(out, "  {} could not be read", count(session.damaged, "line"));
        }
        out.push('\n');
    }
    table(&mut out, sessions);
    out
}

/// A call, and below it why it was stopped. Advice that a session has been given already is not repeated.
fn human_call<'c>(out: &mut String, call: &'c Judged, said: &mut BTreeSet<&'c str>) {
    let verdict = if call.stopped { "stopped" } else { "through" };
    let path = match call.paths.is_empty() {
        true => begun(&call.words),
        false => shortened(&call.paths.join(", ")),
    };
    let points = call.points();
    let mut because: Vec<String> = call
        .because
        .iter()
        .map(|(by, subject)| if points.contains(&subject.as_str()) { format!("{by} {subject}") } else { by.clone() })
        .collect();
    because.dedup();
    let because = because.join(", ");
    let _ = writeln!(out, "  line {:<4} {verdict}  {:<5} {path}  ({because})", call.line, call.tool);
    if call.stopped {
        for (at, line) in call.reason.lines().enumerate() {
            if said.insert(line) || at == 0 {
                let _ = writeln!(out, "      {line}");
            }
        }
    }
}

/// A command on one line, its beginning kept.
fn begun(words: &str) -> String {
    let words = words.replace(['\n', '\r'], " ");
    match words.chars().count() > PATH_WIDTH {
        true => format!("{}…", words.chars().take(PATH_WIDTH - 1).collect::<String>()),
        false => words,
    }
}

/// A path on one line, its end kept: that is where paths differ.
fn shortened(path: &str) -> String {
    let path = path.replace(['\n', '\r'], " ");
    let length = path.chars().count();
    match length > PATH_WIDTH {
        true => format!("…{}", path.chars().skip(length - PATH_WIDTH + 1).collect::<String>()),
        false => path,
    }
}

fn table(out: &mut String, sessions: &[Session]) {
    let name = |session: &Session| session.transcript.display().to_string();
    let width = sessions.iter().map(|session| name(session).chars().count()).max().unwrap_or(0).max("all".len());
    let _ = writeln!(out, "{:<width$}  stopped  through", "session");
    for session in sessions {
        let _ = writeln!(out, "{:<width$}  {:>7}  {:>7}", name(session), session.stopped(), session.through());
    }
    let (stopped, through) = totals(sessions);
    let _ = writeln!(out, "{:<width$}  {stopped:>7}  {through:>7}", "all");
    let mut by: BTreeMap<&str, usize> = BTreeMap::new();
    for call in sessions.iter().flat_map(|session| &session.calls).filter(|call| !call.stopped) {
        for what in call.by() {
            *by.entry(what).or_default() += 1;
        }
    }
    if !by.is_empty() {
        let list: Vec<String> = by.iter().map(|(what, n)| format!("{what} {n}")).collect();
        let _ = writeln!(out, "\nwhat let calls through: {}", list.join(", "));
    }
}

fn totals(sessions: &[Session]) -> (usize, usize) {
    let stopped = sessions.iter().map(Session::stopped).sum();
    (stopped, sessions.iter().map(Session::through).sum())
}

fn count(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

/// The versioned form of CLI users: see `gatelog replay --help`.
pub(super) fn json(sessions: &[Session]) -> Value {
    let call = |call: &Judged| {
        json!({
            "line": call.line,
            "tool": call.tool,
            "path": call.paths.join(", "),
            "verdict": if call.stopped { "stopped" } else { "through" },
            "by": call.by().join(", "),
            "points": call.points(),
            "reason": call.reason,
        })
    };
    let session = |session: &Session| {
        json!({
            "transcript": session.transcript.display().to_string(),
            "calls": session.calls.iter().map(call).collect::<Vec<_>>(),
            "stopped": session.stopped(),
            "through": session.through(),
            "unreadable_lines": session.damaged,
        })
    };
    json!({ "version": 1, "sessions": sessions.iter().map(session).collect::<Vec<_>>() })
}

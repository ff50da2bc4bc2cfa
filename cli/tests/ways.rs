//! The ways out of a refusal, each taken for real (G16): what is shown makes the call pass, and nothing less does.

#![expect(clippy::panic, clippy::unwrap_used, reason = "what a test cannot do fails it")]

use std::fs;

use serde_json::{Value, json};
use tests::sandbox::{POINTS_FILE, Sandbox, Verdict, answer, bash_call, question, verdict, write_call};

fn hook(sandbox: &Sandbox, call: &Value, transcript: &str) -> Verdict {
    let mut call = call.clone();
    call["transcript_path"] = json!(transcript);
    let mut command = sandbox.command(env!("CARGO_BIN_EXE_gatelog"), "main");
    // Where several tests run at once, a slow machine needs longer than a client would wait.
    command.args(["hook", "--deadline", "120"]);
    verdict(&sandbox.run(command, call.to_string().as_bytes()))
}

fn reason(verdict: Verdict) -> String {
    match verdict {
        Verdict::Deny(reason) => reason,
        other => panic!("expected a refusal, got {other:?}"),
    }
}

/// The lines of the ways out of a subject.
fn ways(reason: &str, subject: &str) -> Vec<String> {
    let mut lines = reason.lines().skip_while(|line| !(line.starts_with("ways out of ") && line.contains(subject)));
    lines.next().unwrap_or_else(|| panic!("no ways out of {subject}: {reason}"));
    lines.map_while(|line| line.strip_prefix("- ")).map(str::to_owned).collect()
}

const LEDGER: &str = "docs/adoption-provenance.md";

fn ledger(row: &str) -> String {
    format!("# Record\n\n| point | state | who | when | landed in | backlog row |\n|---|---|---|---|---|---|\n{row}\n")
}

/// The text between backticks, by its number.
fn quoted(way: &str, number: usize) -> &str {
    way.split('`').nth(2 * number + 1).unwrap_or_else(|| panic!("{way}"))
}

/// Takes a way; the call and the transcript with which it is called again.
fn taken(sandbox: &Sandbox, way: &str, call: &Value, transcript: &str) -> (Value, String) {
    if way.starts_with("ask with AskUserQuestion") {
        let point = way.split('"').nth(1).unwrap();
        return (call.clone(), sandbox.transcript(&[question("q9", point), answer("q9")]));
    }
    if way.starts_with("put the line") {
        let mut call = call.clone();
        let content = format!("{}\n{}\n", call["tool_input"]["content"].as_str().unwrap(), quoted(way, 0));
        call["tool_input"]["content"] = json!(content);
        return (call, transcript.to_owned());
    }
    if way.starts_with("put the row") {
        sandbox.write("main", &[(LEDGER, &ledger(quoted(way, 0)))]);
        return (call.clone(), transcript.to_owned());
    }
    assert!(way.starts_with("let the person commit a row"), "a way that this test does not know: {way}");
    let row = format!("| {} | {} | Ann | 2026-01-01 | docs/plan.md | B-1 |", quoted(way, 0), quoted(way, 1));
    sandbox.write("main", &[(LEDGER, &ledger(&row))]);
    sandbox.commit("main");
    (call.clone(), transcript.to_owned())
}

/// G16: each way that is shown was tried, and works when it is taken.
#[test]
fn every_way_that_is_shown_works() {
    let expected = [("plan.goal", 5), ("note.topic", 1), ("tree.layout", 3)];
    for (subject, count) in expected {
        let call = |sandbox: &Sandbox| match subject {
            "plan.goal" => write_call(&sandbox.text("main/docs/plan.md"), "# Plan"),
            "note.topic" => write_call(&sandbox.text("main/notes/a.md"), "# Note"),
            _ => bash_call("git mv README.md READ.md"),
        };
        let sandbox = Sandbox::with_points();
        let silent = sandbox.transcript(&[]);
        let shown = ways(&reason(hook(&sandbox, &call(&sandbox), &silent)), subject);
        assert_eq!(shown.len(), count, "{shown:?}");
        for way in &shown {
            // Each in a tree of its own, so that no way helps another.
            let sandbox = Sandbox::with_points();
            let silent = sandbox.transcript(&[]);
            reason(hook(&sandbox, &call(&sandbox), &silent));
            let (again, transcript) = taken(&sandbox, way, &call(&sandbox), &silent);
            assert_eq!(hook(&sandbox, &again, &transcript), Verdict::Silent, "{subject}: {way}");
        }
    }
}

/// X4: a way must open both keys. A row in the working tree settles nothing, and where `HEAD` gates, its points count.
#[test]
fn ways_hold_under_both_keys() {
    let sandbox = Sandbox::with_points();
    let silent = sandbox.transcript(&[]);
    let points = r#"{"points": [{"id": "plan.goal", "asks": "What?", "allowed_provenance": ["human", "absent"], "gate_globs": ["docs/plan.md"]},
        {"id": "plan.owner", "asks": "Who?", "allowed_provenance": ["human"], "gate_globs": ["docs/plan.md"]}]}"#;
    sandbox.write("main", &[(POINTS_FILE, points)]);
    let refused = reason(hook(&sandbox, &write_call(&sandbox.text("main/docs/plan.md"), "x"), &silent));
    let goal = ways(&refused, "plan.goal");
    // In the working tree's points it is no repository's, so no ledger row would open both.
    assert!(goal.iter().any(|way| way.starts_with("ask with")), "{refused}");
    assert!(!goal.iter().any(|way| way.contains("commit a row")), "{refused}");
    assert_eq!(ways(&refused, "plan.owner").len(), 1, "{refused}");
}

/// G17: where nothing that is added helps, the rule says what does; such a refusal names no ways.
#[test]
fn a_refusal_without_ways_says_what_to_do() {
    let sandbox = Sandbox::with_points();
    let transcript = sandbox.transcript(&[]);
    let refused = reason(hook(&sandbox, &write_call(&transcript, "{}"), &transcript));
    assert!(!refused.contains("ways out"), "{refused}");
    assert!(refused.contains("mend of evidence") && refused.contains("outside the session"), "{refused}");
}

/// G16: ten points that gate one write stay readable, and each is answered.
#[test]
fn ten_points_stay_below_four_thousand_characters() {
    let point = |number: usize| {
        json!({ "id": format!("topic.number{number}"), "scope": "repository", "gate_globs": ["docs/**"],
            "asks": format!("What shall the thing number {number} that this repository settles be called, and why?"),
            "allowed_provenance": ["human", "provisional", "absent"] })
    };
    let points = json!({ "points": (0..10).map(point).collect::<Vec<_>>() }).to_string();
    let sandbox = Sandbox::new();
    sandbox.tree("main", &[(POINTS_FILE, &points)]);
    let transcript = sandbox.transcript(&[]);
    let refused = reason(hook(&sandbox, &write_call(&sandbox.text("main/docs/a.md"), "x"), &transcript));
    assert!(refused.chars().count() < 4_000, "{}", refused.chars().count());
    for number in 0..10 {
        assert!(refused.contains(&format!("topic.number{number} asks")), "{refused}");
    }
    assert_eq!(refused.matches("ways out of ").count(), 1, "equal ways share their lines: {refused}");
    assert_eq!(ways(&refused, "topic.number0").len(), 5, "{refused}");
    assert!(!refused.contains("there may be more"), "what other points need is no part of a way: {refused}");
    fs::remove_dir_all(sandbox.path("main")).unwrap();
}

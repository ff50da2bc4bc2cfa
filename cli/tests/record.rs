//! `gatelog record`: the ledger and the backlog that it writes are what the provenance check wants, and what the check would
//! find wrong is not written.

use std::fs;

use tests::sandbox::{POINTS_FILE, Sandbox};

const POINTS: &str = r#"{"points": [
  {"id": "plan.goal", "asks": "What is the plan for?", "scope": "repository", "required": true, "recommended": null,
   "allowed_provenance": ["human", "provisional"], "gate_globs": ["docs/plan.md"]},
  {"id": "plan.tone", "asks": "In what tone?", "scope": "repository", "required": true, "recommended": null,
   "allowed_provenance": ["human"], "gate_globs": ["docs/tone.md"]}
]}
"#;

fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.tree("main", &[(POINTS_FILE, POINTS), ("docs/plan.md", "# Plan\n")]);
    sandbox
}

fn gatelog(sandbox: &Sandbox, arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = sandbox.command(env!("CARGO_BIN_EXE_gatelog"), "main");
    command.args(arguments);
    let output = sandbox.run(command, b"");
    let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    (output.status.code(), text)
}

/// X7, L2: a ledger written by the command alone passes the check, backlog row and all.
#[test]
fn what_is_written_passes_the_check() {
    let sandbox = sandbox();
    assert_eq!(gatelog(&sandbox, &["check", "provenance"]).0, Some(1), "no ledger yet");
    let (status, text) =
        gatelog(&sandbox, &["record", "plan.goal", "provisional", "--backlog", "B-7", "--landed-in", "docs/plan.md"]);
    assert_eq!(status, Some(0), "{text}");
    let (status, text) =
        gatelog(&sandbox, &["record", "plan.tone", "human", "--who", "Ann | Bo", "--when", "2026-03-14"]);
    assert_eq!(status, Some(0), "{text}");
    let ledger = fs::read_to_string(sandbox.path("main/docs/adoption-provenance.md")).unwrap();
    assert!(ledger.contains("| plan.goal | provisional | - | - | docs/plan.md | B-7 |"), "{ledger}");
    assert!(ledger.contains("| plan.tone | human | Ann \\| Bo | 2026-03-14 | - | - |"), "{ledger}");
    assert!(fs::read_to_string(sandbox.path("main/backlog.md")).unwrap().contains("B-7"));
    let (status, text) = gatelog(&sandbox, &["check", "provenance"]);
    assert_eq!(status, Some(0), "{text}");
}

/// X7: a second row for a point takes the place of the first, and the rest of the ledger stays.
#[test]
fn a_row_is_replaced() {
    let sandbox = sandbox();
    let record = |arguments: &[&str]| gatelog(&sandbox, &[&["record"], arguments].concat()).0;
    assert_eq!(record(&["plan.goal", "provisional", "--backlog", "B-7"]), Some(0));
    assert_eq!(record(&["plan.goal", "human", "--who", "Ann"]), Some(0));
    let ledger = fs::read_to_string(sandbox.path("main/docs/adoption-provenance.md")).unwrap();
    assert_eq!(ledger.matches("plan.goal").count(), 1, "{ledger}");
    assert!(ledger.contains("| plan.goal | human | Ann | 20"), "today, where nothing is said: {ledger}");
}

/// X7, L2: the other direction: what the check would find wrong is said and not written.
#[test]
fn what_the_check_finds_wrong_is_not_written() {
    let sandbox = sandbox();
    for (arguments, said) in [
        (&["plan.tone", "provisional", "--backlog", "B-1"][..], "provisional"),
        (&["plan.goal", "provisional"], "backlog"),
        (&["plan.tone", "human"], "who"),
        (&["plan.nobody", "human", "--who", "Ann"], "plan.nobody"),
    ] {
        let (status, text) = gatelog(&sandbox, &[&["record"], arguments].concat());
        assert_eq!(status, Some(1), "{arguments:?}: {text}");
        assert!(text.contains(said) && text.contains("nothing was written"), "{arguments:?}: {text}");
    }
    assert!(!sandbox.path("main/docs/adoption-provenance.md").exists() && !sandbox.path("main/backlog.md").exists());
    let (status, text) = gatelog(&sandbox, &["record", "plan.tone", "human", "--who", "Ann", "--dry-run"]);
    assert_eq!(status, Some(0));
    assert!(text.contains("| plan.tone | human | Ann |"), "{text}");
    assert!(!sandbox.path("main/docs/adoption-provenance.md").exists());
}

/// X7: where the check cannot be made, or there is nothing to record in, nothing is written.
#[test]
fn what_cannot_be_checked_is_not_written() {
    let sandbox = sandbox();
    sandbox.write("main", &[(POINTS_FILE, "{")]);
    let (status, text) = gatelog(&sandbox, &["record", "plan.tone", "human", "--who", "Ann"]);
    assert_eq!(status, Some(2), "{text}");
    let bare = Sandbox::new();
    bare.tree("main", &[("README.md", "# Nothing\n")]);
    let (status, text) = gatelog(&bare, &["record", "plan.tone", "human", "--who", "Ann"]);
    assert_ne!(status, Some(0), "{text}");
    for sandbox in [&sandbox, &bare] {
        assert!(!sandbox.path("main/docs/adoption-provenance.md").exists());
    }
}

//! `gatelog ask` where nobody is at a terminal: questions with a file of answers, what is recorded, and what is refused.

#![expect(clippy::unwrap_used, reason = "what a test cannot do fails it")]

use std::fs;

use serde_json::Value;
use tests::sandbox::Sandbox;

const SCHEMA: &str = r#"{"type": "string", "minLength": 2}"#;
const ANSWERS: &str =
    r#"{"answers": [{"message": "Ship {?version}?", "answer": "now"}, {"message": "Short?", "answer": "x"}]}"#;

fn sandbox() -> Sandbox {
    let sandbox = Sandbox::with_points();
    sandbox.write("main", &[("q.json", SCHEMA), ("a.json", ANSWERS)]);
    sandbox
}

/// Status, standard output, standard error; `input` comes through a pipe.
fn gatelog(sandbox: &Sandbox, arguments: &[&str], input: &str) -> (Option<i32>, String, String) {
    let mut command = sandbox.command(env!("CARGO_BIN_EXE_gatelog"), "main");
    command.arg("ask").args(arguments);
    let output = sandbox.run(command, input.as_bytes());
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

fn general<'a>(message: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["--message", message, "--schema", "q.json"], more].concat()
}

fn journal(sandbox: &Sandbox) -> Vec<Value> {
    let text = fs::read_to_string(sandbox.path("main/.gatelog/answers.jsonl")).unwrap_or_default();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// J4, J6: a file answers, the answer is JSON on standard output and in the journal, and then nobody is asked.
#[test]
fn an_answer_is_printed_and_recorded() {
    let sandbox = sandbox();
    let (status, out, _) = gatelog(&sandbox, &general("Ship 2?", &["--answers", "a.json", "--name", "ship"]), "");
    assert_eq!((status, out.as_str()), (Some(0), "\"now\"\n"));
    let entries = journal(&sandbox);
    assert_eq!(entries.len(), 1);
    assert_eq!((&entries[0]["name"], &entries[0]["provider"]), (&"ship".into(), &"answers".into()));
    let (status, out, _) = gatelog(&sandbox, &general("Ship 2?", &["--name", "ship"]), "");
    assert_eq!((status, out.as_str()), (Some(0), "\"now\"\n"), "no provider is needed");
    assert_eq!(journal(&sandbox).len(), 1);
    // Without a name the message is one, so another message is another question.
    assert_eq!(gatelog(&sandbox, &general("Ship 2?", &[]), "").0, Some(2));
    assert_eq!(gatelog(&sandbox, &general("Ship 2?", &["--answers", "a.json"]), "").0, Some(0));
    assert_eq!(journal(&sandbox)[1]["name"], "Ship 2?");
}

/// J6: a question that has changed since is refused with what changed, and asked anew only where that is said.
#[test]
fn a_stale_answer_is_refused() {
    let sandbox = sandbox();
    let ask = |message, more: &[&str]| {
        gatelog(&sandbox, &general(message, &[&["--answers", "a.json", "--name", "ship"], more].concat()), "")
    };
    assert_eq!(ask("Ship 2?", &[]).0, Some(0));
    let (status, out, said) = ask("Ship 3?", &[]);
    assert_eq!((status, out.as_str()), (Some(1), ""));
    assert!(said.contains("the message has changed") && !said.contains("the schema has changed"), "{said}");
    assert!(said.matches("sha256:").count() == 2 && said.contains("--again"), "{said}");
    fs::write(sandbox.path("main/q.json"), r#"{"minLength":2,  "type":"string"}"#).unwrap();
    assert_eq!(ask("Ship 2?", &[]).0, Some(0), "the same schema, written otherwise");
    assert_eq!(ask("Ship 3?", &["--again"]).0, Some(0));
    assert_eq!((ask("Ship 3?", &[]).0, ask("Ship 2?", &[]).0), (Some(0), Some(1)));
}

/// J1, J5: what cannot be used, and what does not fit, is said, leaves nothing, and has its own exit status.
#[test]
fn what_is_wrong_is_said_and_not_recorded() {
    let sandbox = sandbox();
    sandbox.write(
        "main",
        &[("bad.json", r#"{"properties": {"__proto__": {}}}"#), ("broken.json", "{"), ("none.json", "[]")],
    );
    let asked = |arguments: &[&str]| gatelog(&sandbox, arguments, "");
    let (status, _, said) = asked(&general("Short?", &["--answers", "a.json"]));
    assert_eq!(status, Some(1));
    assert!(said.contains("shorter than 2"), "{said}");
    for (schema, part) in [
        ("bad.json", "/properties/__proto__"),
        ("broken.json", "line 1"),
        ("none.json", "an array"),
        ("gone.json", "gone.json"),
    ] {
        let (status, _, said) = asked(&["--message", "Ship 1?", "--schema", schema, "--answers", "a.json"]);
        assert_eq!(status, Some(2), "{schema}");
        assert!(said.contains(part), "{said}");
    }
    let (status, _, said) = asked(&general("What?", &["--answers", "a.json"]));
    assert_eq!(status, Some(2));
    assert!(said.contains("- Ship {?version}?") && said.contains("- Short?"), "{said}");
    for arguments in
        [&["--message", "m"][..], &["--schema", "q.json"], &[], &["plan.goal", "--message", "m", "--schema", "q.json"]]
    {
        assert_eq!(asked(arguments).0, Some(2), "{arguments:?}");
    }
    assert!(!sandbox.path("main/.gatelog").exists());
}

/// J3: nobody answers through a pipe, whatever it says, and the way to an answer is told.
#[test]
fn a_pipe_is_no_person() {
    let sandbox = sandbox();
    // Who started the command reads the form's address too, so a point has no form without a terminal.
    for arguments in [&["plan.goal"][..], &["plan.goal", "--browser"], &general("Ship 1?", &[])] {
        let (status, out, said) = gatelog(&sandbox, arguments, "\"now\"\n{\"state\": \"human\"}\ny\n");
        assert_eq!((status, out.as_str()), (Some(2), ""));
        assert!(said.contains("terminal") && said.contains("--browser") && !said.contains("http"), "{said}");
    }
    assert!(!sandbox.path("main/.gatelog").exists() && !sandbox.path("main/docs/adoption-provenance.md").exists());
}

/// J3: a file answers no point: not by its id, and not under its name.
#[test]
fn a_file_answers_no_point() {
    let sandbox = sandbox();
    assert_eq!(gatelog(&sandbox, &["plan.goal", "--answers", "a.json"], "").0, Some(2));
    // Nor is there another question of its name, whose answer would be taken for the point's.
    let named = general("[plan.goal] What is the plan for?", &["--name", "plan.goal", "--answers", "a.json"]);
    let (status, _, said) = gatelog(&sandbox, &named, "");
    assert_eq!(status, Some(2));
    assert!(said.contains("gatelog ask plan.goal"), "{said}");
    for name in ["plan.goal ", "`plan.goal`", "\u{200b}plan.goal", "plan.other"] {
        let (status, _, said) = gatelog(&sandbox, &general("Ship 1?", &["--name", name, "--answers", "a.json"]), "");
        assert!(status == Some(2) && said.contains("is a point's id"), "{name}: {said}");
    }
    assert!(!sandbox.path("main/.gatelog").exists());
    let near = general("Ship 1?", &["--name", "plan goal", "--answers", "a.json"]);
    assert_eq!(gatelog(&sandbox, &near, "").0, Some(0));
    fs::remove_dir_all(sandbox.path("main/.gatelog")).unwrap();
    // What stands there all the same, and nobody said, is neither recalled nor stale.
    let line = r#"{"version":1,"name":"plan.goal","schema":"sha256:00","message":"sha256:00","provider":"answers","when":"2026-03-14T09:26:53Z","answer":{"state":"human","answer":"x","who":"Ann"}}"#;
    sandbox.write("main", &[(".gatelog/answers.jsonl", &format!("{line}\n"))]);
    let (status, _, said) = gatelog(&sandbox, &["plan.goal"], "");
    assert_eq!(status, Some(2));
    assert!(said.contains("nobody can be asked"), "{said}");
    assert!(!sandbox.path("main/docs/adoption-provenance.md").exists());
}

/// J1: a point that is not declared, or that allows no answer, is said.
#[test]
fn an_unknown_point_is_said() {
    let sandbox = sandbox();
    let (status, _, said) = gatelog(&sandbox, &["plan.gaol"], "");
    assert_eq!(status, Some(2));
    assert!(said.contains("plan.gaol") && said.contains("plan.goal"), "{said}");
    let (status, _, said) = gatelog(&sandbox, &["goal"], "");
    assert_eq!(status, Some(2));
    assert!(said.contains("joined by dots"), "{said}");
    let bare = Sandbox::new();
    bare.tree("main", &[("README.md", "# Nothing\n")]);
    let (status, _, said) = gatelog(&bare, &["plan.goal"], "");
    assert_eq!(status, Some(2));
    assert!(said.contains("no points file"), "{said}");
}

/// J6, J8: a line that was cut off is told, and hides nothing; a journal that leads out of the tree is refused.
#[test]
fn the_journal_is_the_trees_own() {
    let sandbox = sandbox();
    let arguments = general("Ship 2?", &["--answers", "a.json"]);
    assert_eq!(gatelog(&sandbox, &arguments, "").0, Some(0));
    let file = sandbox.path("main/.gatelog/answers.jsonl");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, format!("{text}{}", &text[..text.len() / 2])).unwrap();
    let (status, out, said) = gatelog(&sandbox, &arguments, "");
    assert_eq!((status, out.as_str()), (Some(0), "\"now\"\n"));
    assert!(said.contains("answers.jsonl:2"), "{said}");
    #[cfg(unix)]
    {
        fs::remove_file(&file).unwrap();
        std::os::unix::fs::symlink(sandbox.path("elsewhere.jsonl"), &file).unwrap();
        fs::write(sandbox.path("elsewhere.jsonl"), &text).unwrap();
        assert_eq!(gatelog(&sandbox, &arguments, "").0, Some(2));
    }
}

//! `gatelog check dialogue` from the outside: the sixteen rows, every format, and that each finding is explained. What the
//! rules find is shown beside them.

use serde_json::{Value, json};
use tests::root;
use tests::sandbox::Sandbox;

/// Runs the command over a session of the example, from the top of the project.
fn gatelog(session: &str, arguments: &[&str]) -> (i32, String) {
    let sandbox = Sandbox::new();
    let mut command = sandbox.command(env!("CARGO_BIN_EXE_gatelog"), ".");
    command.current_dir(root()).args(arguments);
    let transcript = format!("examples/dialogue/{session}.jsonl");
    command.args(["--transcript", &transcript, "--draft", "examples/dialogue/draft.md"]);
    let output = command.output().expect("the program was built");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    (output.status.code().expect("the command ends by itself"), text)
}

fn report(session: &str) -> Value {
    let (_, text) = gatelog(session, &["check", "dialogue", "--format", "json"]);
    serde_json::from_str(&text).expect("the report is JSON")
}

/// D1 to D16: a row for each rule, in order; what failed has a violation, what warned a warning, what holds neither.
#[test]
fn sixteen_rows_agree_with_the_findings() {
    for (session, verdict) in [("good", "pass"), ("bad", "fail")] {
        let report = report(session);
        assert_eq!(report["verdict"], verdict);
        let rows = report["outcomes"].as_array().unwrap();
        let names: Vec<&str> = rows.iter().filter_map(|row| row["rule"].as_str()).collect();
        assert_eq!(names, (1..=16).map(|n| format!("D{n}")).collect::<Vec<_>>());
        let found = |list: &str, rule: &str| {
            let findings = report[list].as_array().unwrap().iter();
            findings.filter_map(|found| found["rule"].as_str()).any(|name| name.split('-').next() == Some(rule))
        };
        for row in rows {
            let rule = row["rule"].as_str().unwrap();
            let (fails, warns) = (found("violations", rule), found("warnings", rule));
            match row["state"].as_str().unwrap() {
                "failed" => assert!(fails, "{row}"),
                "warned" => assert!(warns && !fails, "{row}"),
                "held" => assert!(!warns && !fails, "{row}"),
                _ => assert!(!warns && !fails && !row["why"].as_str().unwrap().is_empty(), "{row}"),
            }
        }
    }
}

/// D1 to D16, F2: each finding cites its line in the transcript, or in the draft, and the line is the one that it names.
#[test]
fn each_finding_has_its_line() {
    let report = report("bad");
    for list in ["violations", "warnings"] {
        for found in report[list].as_array().unwrap() {
            let origin = &found["origin"];
            let line = origin["line"].as_u64().unwrap_or_default();
            assert!(line > 0 && origin["file"].as_str().unwrap().starts_with("examples/dialogue/"), "{found}");
            if let Some(named) = found["subject"].as_str().unwrap().strip_prefix('T') {
                assert_eq!(named.parse(), Ok(line), "{found}");
            }
        }
    }
}

/// D16: the figures of the gate. A draft that the session did not lead to has silent elements.
#[test]
fn the_gate_has_its_figures() {
    let figures = |session: &str| {
        let counts = report(session)["counts"].clone();
        ["elicited", "ratified", "parked", "silent"].map(|name| counts[name].as_i64().unwrap())
    };
    assert_eq!(figures("good"), [3, 1, 1, 0]);
    assert_eq!(figures("bad"), [2, 1, 1, 1]);
}

/// X3: every format has the findings.
#[test]
fn every_format_has_the_findings() {
    for format in ["human", "github", "junit", "sarif"] {
        let (exit, text) = gatelog("bad", &["check", "dialogue", "--format", format]);
        assert_eq!(exit, 1, "{text}");
        assert!(text.contains("REQ-2 is silent") && text.contains("D16-silent"), "{format}: {text}");
    }
    let (_, human) = gatelog("good", &["check", "dialogue"]);
    assert!(human.contains("\nD16  provenance gate               held\n"), "{human}");
}

/// E4: each finding is proved by `explain`.
#[test]
fn each_finding_is_explained() {
    let report = report("bad");
    for (list, relation) in [("violations", "violation"), ("warnings", "warning")] {
        for found in report[list].as_array().unwrap() {
            let atom = format!("{relation}(\"dialogue\", {}, {})", found["subject"], found["message"]);
            let (exit, text) = gatelog("bad", &["explain", "--check", "dialogue", &atom, "--format", "json"]);
            let explained: Value =
                serde_json::from_str(&text).unwrap_or_else(|fault| panic!("{fault}: {atom}: {text}"));
            assert_eq!((exit, explained["proofs"].as_array().map(Vec::len)), (0, Some(1)), "{atom}");
        }
    }
}

/// D9: what was open at a revision, read through git; a revision that is none makes no check.
#[test]
fn a_revision_is_compared() {
    let sandbox = Sandbox::new();
    let ledger = |rows: &str| format!("| ID | Assumption | Default chosen | Why | Status |\n|-|-|-|-|-|\n{rows}");
    sandbox.tree("main", &[("draft.md", &ledger("| ASSUME-1 | a | b | c | open |\n"))]);
    let said = json!({"type": "user", "sessionId": "s", "message": {"role": "user", "content": "One day."}});
    sandbox.write(
        "main",
        &[("s.jsonl", &format!("{said}\n")), ("draft.md", &ledger("| ASSUME-2 | a | b | c | open |\n"))],
    );
    let check = |more: &[&str]| {
        let mut command = sandbox.command(env!("CARGO_BIN_EXE_gatelog"), "main");
        command.args(["check", "dialogue", "--transcript", "s.jsonl", "--draft", "draft.md"]).args(more);
        let output = command.output().expect("the program was built");
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    assert_eq!(check(&[]).0, Some(0));
    let (exit, text) = check(&["--since", "HEAD"]);
    assert!(exit == Some(1) && text.contains("ASSUME-1 was open at HEAD"), "{text}");
    let (exit, text) = check(&["--since", "nope"]);
    assert!(exit == Some(2) && text.contains("names no commit"), "{text}");
}

//! The journal of answers as evidence: what it says about rows of the ledger, that it lets no write pass, and that a session
//! may not touch it.

#![expect(clippy::unwrap_used, reason = "what a test cannot do fails it")]

use std::fs;

use ask::journal::FILE;
use ask::provider::PERSONS;
use engine::Constant;
use serde_json::{Value, json};
use tests::sandbox::{POINTS_FILE, Sandbox, Verdict, answer, bash_call, question, verdict, write_call};
use tests::shipped_rules;

fn judge(sandbox: &Sandbox, mut call: Value, transcript: &str) -> Verdict {
    call["transcript_path"] = json!(transcript);
    let mut command = sandbox.command(env!("CARGO_BIN_EXE_gatelog"), "main");
    command.arg("hook");
    verdict(&sandbox.run(command, call.to_string().as_bytes()))
}

fn provenance(sandbox: &Sandbox) -> Value {
    let mut command = sandbox.command(env!("CARGO_BIN_EXE_gatelog"), "main");
    command.args(["check", "provenance", "--format", "json"]);
    serde_json::from_slice(&sandbox.run(command, b"").stdout).unwrap()
}

/// The finding of a rule, and its subject, file and line.
fn found<'r>(report: &'r Value, kind: &str, rule: &str) -> Option<(&'r Value, &'r Value)> {
    let findings = report[kind].as_array().unwrap();
    findings.iter().find(|finding| finding["rule"] == rule).map(|finding| (&finding["subject"], &finding["origin"]))
}

/// What the point asks, as its question's fingerprints: as `gatelog ask` makes them.
fn entry(name: &str, message: &str, schema: &Value) -> String {
    let question = ask::fingerprint::Fingerprint::of(message, schema);
    let entry = ask::journal::entry::Entry {
        version: 1,
        name: name.to_owned(),
        question,
        provider: "terminal".to_owned(),
        when: "2026-03-14T09:26:53Z".to_owned(),
        answer: json!({ "state": "human", "answer": "to sell", "who": "Ann" }),
    };
    entry.line()
}

/// The question of a point that allows `human` alone.
fn asked(id: &str, asks: &str) -> (String, Value) {
    let states = ask::point::States { decided: "human", promised: "provisional", open: "absent" };
    let allowed = ["human".to_owned()];
    let point = ask::point::Point { id, asks, options: &[], recommended: None, allowed: &allowed };
    let question = ask::point::question(&point, &states).unwrap();
    (question.message, question.schema)
}

fn points(asks: &str) -> String {
    let point = |id: &str, asks: &str| {
        json!({ "id": id, "asks": asks, "scope": "repository", "required": true, "recommended": null,
            "allowed_provenance": ["human"], "gate_globs": [format!("docs/{id}.md")] })
    };
    json!({ "points": [point("plan.goal", asks), point("plan.tone", "In what tone?")] }).to_string()
}

fn sandbox() -> Sandbox {
    let row = |id: &str| format!("| {id} | human | Ann | 2026-03-14 | docs/a.md | - |\n");
    let ledger = format!(
        "# Ledger\n\n| Point | State | Who | When | Landed in | Backlog row |\n|---|---|---|---|---|---|\n{}{}\n\
         ## Questions this run asked that no point declares\n\nNone.\n",
        row("plan.goal"),
        row("plan.tone")
    );
    let sandbox = Sandbox::new();
    sandbox.tree(
        "main",
        &[(POINTS_FILE, &points("What for?")), ("docs/adoption-provenance.md", &ledger), ("docs/a.md", "a\n")],
    );
    sandbox
}

/// J7: an answer to the question as it is confirms its row; once the question is another, the row fails, at the journal's
/// line; a row without an answer is a warning; without a journal there is nothing to say.
#[test]
fn a_row_is_held_against_its_answer() {
    let sandbox = sandbox();
    let report = provenance(&sandbox);
    assert_eq!((&report["verdict"], &report["warnings"]), (&json!("pass"), &json!([])));

    let (message, schema) = asked("plan.goal", "What for?");
    sandbox.write("main", &[(FILE, &entry("plan.goal", &message, &schema))]);
    let report = provenance(&sandbox);
    assert_eq!(report["verdict"], "pass", "{report}");
    assert_eq!(found(&report, "warnings", "missing-answer").unwrap().0, "plan.tone");
    assert_eq!(report["warnings"].as_array().unwrap().len(), 1, "{report}");

    sandbox.write("main", &[(POINTS_FILE, &points("Who for?"))]);
    let report = provenance(&sandbox);
    assert_eq!(report["verdict"], "fail", "{report}");
    let (subject, _) = found(&report, "violations", "stale-answer").unwrap();
    assert_eq!(subject, "plan.goal");

    let (message, schema) = asked("plan.goal", "Who for?");
    let before = fs::read_to_string(sandbox.path(&format!("main/{FILE}"))).unwrap();
    let torn = format!("{before}{}{{\"version\":1,\"na", entry("plan.goal", &message, &schema));
    sandbox.write("main", &[(FILE, &torn)]);
    let report = provenance(&sandbox);
    assert_eq!(report["verdict"], "pass", "asked anew: {report}");
    let (subject, origin) = found(&report, "warnings", "journal-line").unwrap();
    assert_eq!((subject, &origin["line"]), (&json!(FILE), &json!(3)));
}

/// J7, G12, G15: a line of the journal lets no write pass, committed or not, at a point of either scope; a question does, and
/// for a point of the repository's a committed row.
#[test]
fn the_journal_licenses_no_write() {
    let sandbox = Sandbox::with_points();
    let silent = sandbox.transcript(&[]);
    let write = |file: &str| write_call(&sandbox.text(&format!("main/{file}")), "x");
    let (goal, topic) = (write("docs/plan.md"), write("notes/a.md"));
    let refused = |call: &Value| matches!(judge(&sandbox, call.clone(), &silent), Verdict::Deny(_));
    let lines: String = ["plan.goal", "note.topic"].iter().map(|id| entry(id, "m", &json!(true))).collect();
    sandbox.write("main", &[(FILE, &lines)]);
    assert!(refused(&goal) && refused(&topic), "the lines are not committed");
    sandbox.commit("main");
    assert!(refused(&goal) && refused(&topic), "nor do they count when they are");

    for (id, call) in [("plan.goal", &goal), ("note.topic", &topic)] {
        let put = sandbox.transcript(&[question("q1", id), answer("q1")]);
        assert_eq!(judge(&sandbox, call.clone(), &put), Verdict::Silent, "{id}");
    }
    let row = "| Point | State | Who | When | Landed in | Backlog row |\n|---|---|---|---|---|---|\n\
         | plan.goal | human | Ann | 2026-03-14 | docs/plan.md | - |\n";
    sandbox.write("main", &[("docs/adoption-provenance.md", row)]);
    sandbox.commit("main");
    let settled = sandbox.transcript(&[]);
    assert_eq!(judge(&sandbox, goal, &settled), Verdict::Silent);
}

/// G17: a session writes, moves and removes no journal, and answers no point in a shell of its own; it may read the journal,
/// and ask what is no point.
#[test]
fn the_session_leaves_the_journal_alone() {
    let sandbox = Sandbox::with_points();
    sandbox.write("main", &[(FILE, &entry("plan.goal", "m", &json!(true)))]);
    let silent = sandbox.transcript(&[]);
    let shell = |command: &str| judge(&sandbox, bash_call(command), &silent);
    let stopped = [
        "echo '{}' >> .gatelog/answers.jsonl",
        "mv .gatelog/answers.jsonl /tmp/a",
        "rm -r .gatelog",
        "cd .gatelog && sed -i d answers.jsonl",
        "gatelog ask plan.goal",
        "script -qc 'gatelog ask plan.goal' /dev/null",
        "timeout 9 ./bin/gatelog ask plan.goal --browser",
    ];
    for command in stopped {
        let Verdict::Deny(reason) = shell(command) else { unreachable!("{command} passes") };
        assert!(reason.starts_with("gatelog[evidence]"), "{command}: {reason}");
    }
    let write = write_call(&sandbox.text(&format!("main/{FILE}")), "{}");
    assert!(matches!(judge(&sandbox, write, &silent), Verdict::Deny(_)));
    let free = [
        "cat .gatelog/answers.jsonl",
        "echo x > .gatelog/notes.md",
        "gatelog ask --help",
        "gatelog ask --message 'Ship?' --schema q.json --answers a.json",
        "echo x > results/answers.jsonl",
        "gatelog docs mcp",
        "grep -r 'gatelog ask' docs",
    ];
    for command in free {
        assert_eq!(shell(command), Verdict::Silent, "{command}");
    }
}

/// J7: what the rules call the journal and its channels is what the library that writes it does.
#[test]
fn the_layout_names_the_journal_that_is_written() {
    let (_, compiled) = shipped_rules(&["checks.dl"], false);
    let program = compiled.program.unwrap();
    let named = |relation: &str| -> Vec<String> {
        let of = program.find(relation).unwrap();
        let facts = program.facts.iter().filter(|fact| fact.relation == of);
        facts
            .filter_map(|fact| if let Constant::Symbol(text) = &fact.row[0] { Some(text.to_string()) } else { None })
            .collect()
    };
    assert_eq!(named("journal_file"), [FILE]);
    assert_eq!(named("personal_channel"), PERSONS);
}

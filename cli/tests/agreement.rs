//! The hook and the checks agree: what the hook refuses, the checks find in the tree if it was done all the same, and what
//! the hook lets through, they leave alone. So a session that runs without the hook is caught by the checks.

use std::fs;
use std::process::Output;

use serde_json::{Value, json};
use tests::sandbox::{POINTS_FILE, Sandbox, Verdict, answer, bash_call, question, verdict, write_call};

const LAYER: &str = r#"{"points": [
  {"id": "plan.goal", "asks": "What is the plan for?", "scope": "repository", "recommended": null, "required": true,
   "allowed_provenance": ["human", "provisional", "absent"], "gate_globs": ["docs/plan.md", "notes/**"]}
]}
"#;

/// A ledger with one row.
fn ledger(row: &str) -> String {
    format!(
        "# Ledger\n\n| Point | State | Who | When | Landed in | Backlog row |\n|---|---|---|---|---|---|\n{row}\n\n\
         ## Questions this run asked that no point declares\n\nNone.\n"
    )
}

const PENDING: &str = "| plan.goal | pending | - | - | - | - |";
const HUMAN: &str = "| plan.goal | human | Ann | 2026-09-03 | docs/plan.md | - |";
const LEDGER: &str = "docs/adoption-provenance.md";

/// A tree whose files are older than its layer, and whose one required point is pending; and a draft beside it.
fn adopted() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.tree("main", &[("README.md", "# Read\n"), ("docs/plan.md", "# Old plan\n"), ("src/a.rs", "\n")]);
    sandbox.write("main", &[(POINTS_FILE, LAYER), (LEDGER, &ledger(PENDING))]);
    sandbox.commit("main");
    sandbox.write("drafts", &[("plan.md", "# Drafted plan\n")]);
    sandbox
}

fn gatelog(sandbox: &Sandbox, arguments: &[&str]) -> Output {
    let mut command = sandbox.command(env!("CARGO_BIN_EXE_gatelog"), "main");
    command.args(arguments);
    sandbox.run(command, b"")
}

/// A check's exit status, and rule and subject of its violations, sorted.
fn check(sandbox: &Sandbox, arguments: &[&str]) -> (Option<i32>, Vec<(String, String)>) {
    let output = gatelog(sandbox, &[&["check"], arguments, &["--format", "json"]].concat());
    let printed: Value = serde_json::from_slice(&output.stdout).expect("a report is JSON");
    let found = printed["violations"].as_array().expect("it lists them").iter();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut found: Vec<_> = found.map(|found| (text(&found["rule"]), text(&found["subject"]))).collect();
    found.sort();
    (output.status.code(), found)
}

fn refused(sandbox: &Sandbox, call: &Value) -> bool {
    let mut hook = sandbox.command(env!("CARGO_BIN_EXE_gatelog"), "main");
    hook.arg("hook");
    matches!(verdict(&sandbox.run(hook, call.to_string().as_bytes())), Verdict::Deny(_))
}

/// Does what a call asks for, as a client without the hook would.
fn carry_out(sandbox: &Sandbox, call: &Value) {
    let text = |key: &str| call["tool_input"][key].as_str().unwrap_or_default();
    match call["tool_name"].as_str() {
        Some("Write") => fs::write(text("file_path"), text("content")).expect("the folder is ours"),
        Some("Edit") => {
            let old = fs::read_to_string(text("file_path")).expect("it is there");
            fs::write(text("file_path"), old.replace(text("old_string"), text("new_string")))
                .expect("the folder is ours");
        }
        _ => {
            let mut shell = sandbox.command("bash", "main");
            shell.args(["-c", text("command")]);
            let done = sandbox.run(shell, b"");
            assert!(done.status.success(), "{}: {done:?}", text("command"));
        }
    }
}

fn edit_call(file: &str, old: &str, new: &str) -> Value {
    json!({ "tool_name": "Edit", "tool_input": { "file_path": file, "old_string": old, "new_string": new } })
}

/// G6, G9, L3: each form of a gated write that the hook refuses ends `pending`, uncommitted and committed.
#[test]
fn what_the_hook_refuses_the_check_finds() {
    let commands = [
        "cat > docs/plan.md <<'EOF'\n# New\nEOF",
        "echo '# New' > docs/plan.md",
        "echo more >> ./docs//plan.md",
        "printf '# New\\n' | tee docs/plan.md",
        "sed -i 's/Old/New/' docs/plan.md",
        "perl -pi -e 's/Old/New/' docs/plan.md",
        "cp ../drafts/plan.md docs/plan.md",
        "cp ../drafts/plan.md docs/",
        "mv ../drafts/plan.md docs/plan.md",
        "cd docs && mv ../../drafts/plan.md plan.md",
        "mkdir notes && mv ../drafts/plan.md notes/today.md",
        "mv ../drafts notes",
        "cp -r ../drafts/. docs",
        "install -m 644 ../drafts/plan.md docs/plan.md",
        "dd if=../drafts/plan.md of=docs/plan.md status=none",
        "truncate -s 3 docs/plan.md",
        "bash -c 'echo new > docs/plan.md'",
        "true; (cd docs; echo new > plan.md)",
        "F=docs/plan.md; echo new > \"$F\"",
        "find ../drafts -name plan.md -exec cp {} docs/plan.md ';'",
        "cp README.md docs/plan.md",
        "ln -f README.md docs/plan.md",
    ];
    let sandbox = adopted();
    let file = sandbox.text("main/docs/plan.md");
    let tools =
        [write_call(&file, "# New\n"), write_call("docs/../docs/plan.md", "# New\n"), edit_call(&file, "Old", "New")];
    let calls: Vec<Value> = tools.into_iter().chain(commands.map(bash_call)).collect();
    for call in calls {
        let sandbox = adopted();
        // Paths of the first sandbox, in this one.
        let text = call.to_string().replace(&file, &sandbox.text("main/docs/plan.md"));
        let text = text.replace("\"docs/../docs/plan.md", &format!("\"{}", sandbox.text("main/docs/../docs/plan.md")));
        let call: Value = serde_json::from_str(&text).expect("still JSON");
        assert_eq!(check(&sandbox, &["provenance"]), (Some(0), Vec::new()), "before {call}");
        assert!(refused(&sandbox, &call), "{call}");
        carry_out(&sandbox, &call);
        let found = (Some(1), vec![("pending".to_owned(), "plan.goal".to_owned())]);
        assert_eq!(check(&sandbox, &["provenance"]), found, "{call}");
        sandbox.commit("main");
        assert_eq!(check(&sandbox, &["provenance"]), found, "committed: {call}");
    }
}

/// G4, L3: near misses pass the hook, and the check finds nothing in what they did.
#[test]
fn what_the_hook_lets_through_the_check_leaves_alone() {
    for command in [
        "echo '# New' > README.md",
        "sed -i 's/Read/Write/' README.md",
        "cat docs/plan.md > copy.md",
        "cp docs/plan.md docs/plan.md.bak",
        "mkdir -p other/notes && echo x > other/plan.md",
        "echo 'echo x > docs/plan.md' > todo.txt",
    ] {
        let sandbox = adopted();
        let call = bash_call(command);
        assert!(!refused(&sandbox, &call), "{command}");
        carry_out(&sandbox, &call);
        assert_eq!(check(&sandbox, &["provenance"]), (Some(0), Vec::new()), "{command}");
        sandbox.commit("main");
        assert_eq!(check(&sandbox, &["provenance"]), (Some(0), Vec::new()), "committed: {command}");
    }
}

fn entry(sandbox: &Sandbox, id: &str, call: &Value) -> [Value; 2] {
    [
        json!({ "type": "assistant", "cwd": sandbox.text("main"), "message": { "id": format!("msg_{id}"), "role": "assistant", "content": [
            { "type": "tool_use", "id": id, "name": call["tool_name"], "input": call["tool_input"] } ] } }),
        json!({ "type": "user", "message": { "role": "user", "content": [{ "type": "tool_result", "tool_use_id": id, "content": "done" }] } }),
    ]
}

/// How many calls of a session a replay stops.
fn stopped(sandbox: &Sandbox, transcript: &str) -> i64 {
    let points = sandbox.text(&format!("main/{POINTS_FILE}"));
    let output = gatelog(sandbox, &["replay", transcript, "--points", &points, "--format", "json"]);
    let printed: Value = serde_json::from_slice(&output.stdout).expect("a report is JSON");
    printed["sessions"][0]["stopped"].as_i64().expect("a number")
}

/// A session that writes the plan and a row, done without the hook; with the question in front, or without it.
fn session(asked: bool, row: &str) -> (Sandbox, String) {
    let sandbox = adopted();
    let plan = write_call(&sandbox.text("main/docs/plan.md"), "# New plan\n");
    let record = write_call(&sandbox.text(&format!("main/{LEDGER}")), &ledger(row));
    let mut entries = Vec::new();
    if asked {
        entries.extend([question("q", "plan.goal"), answer("q")]);
    }
    for (id, call) in [("w1", &plan), ("w2", &record)] {
        entries.extend(entry(&sandbox, id, call));
        carry_out(&sandbox, call);
    }
    let transcript = sandbox.transcript(&entries);
    (sandbox, transcript)
}

/// R1, L3, S3, S4, S5: a replay of a session and the checks of what it left behind tell one story.
#[test]
fn a_replay_and_the_checks_tell_one_story() {
    let about = |sandbox: &Sandbox, transcript: &str| {
        check(sandbox, &["session", "--transcript", transcript, "--points", POINTS_FILE])
    };
    let rules =
        |found: &(Option<i32>, Vec<(String, String)>)| found.1.iter().map(|found| found.0.clone()).collect::<Vec<_>>();

    // Asked and recorded: nothing is stopped, nothing found.
    let (sandbox, transcript) = session(true, HUMAN);
    assert_eq!(stopped(&sandbox, &transcript), 0);
    assert_eq!(check(&sandbox, &["provenance"]), (Some(0), Vec::new()));
    assert_eq!(about(&sandbox, &transcript), (Some(0), Vec::new()));

    // Not asked, and left pending: the replay stops the write, the ledger's check finds it.
    let (sandbox, transcript) = session(false, PENDING);
    assert_eq!(stopped(&sandbox, &transcript), 1);
    assert_eq!(rules(&check(&sandbox, &["provenance"])), ["pending"]);
    let found = about(&sandbox, &transcript);
    assert_eq!((found.0, rules(&found)), (Some(1), vec!["never-asked".to_owned(), "nobody-there".to_owned()]));

    // Not asked, and the row says that a person decided: the ledger looks sound, and the transcript contradicts it.
    let (sandbox, transcript) = session(false, HUMAN);
    assert_eq!(stopped(&sandbox, &transcript), 1);
    assert_eq!(check(&sandbox, &["provenance"]), (Some(0), Vec::new()));
    assert_eq!(rules(&about(&sandbox, &transcript)), ["contradicted-row", "never-asked", "nobody-there"]);
}

/// G10, S3, S4: a question that no person answered counts for neither.
#[test]
fn a_rejected_question_counts_for_neither() {
    let sandbox = adopted();
    let plan = write_call(&sandbox.text("main/docs/plan.md"), "# New plan\n");
    let mut rejected = answer("q");
    rejected["message"]["content"][0]["is_error"] = json!(true);
    rejected["toolUseResult"] = json!("User rejected tool use");
    let written = entry(&sandbox, "w", &plan);
    let transcript = sandbox.transcript(&[vec![question("q", "plan.goal"), rejected], written.to_vec()].concat());
    assert_eq!(stopped(&sandbox, &transcript), 1);
    let found = check(&sandbox, &["session", "--transcript", &transcript, "--points", POINTS_FILE]);
    let expected = [("nobody-there", transcript.as_str()), ("not-answered", "plan.goal")];
    assert_eq!(found, (Some(1), expected.map(|(rule, subject)| (rule.to_owned(), subject.to_owned())).to_vec()));
}

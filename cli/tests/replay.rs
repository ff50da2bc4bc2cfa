//! `gatelog replay` and `gatelog facts` end to end.

use std::fs;
use std::process::Output;

use serde_json::{Value, json};
use tests::sandbox::{POINTS, Sandbox, answer, question};

fn gatelog(sandbox: &Sandbox, arguments: &[&str]) -> Output {
    let mut command = sandbox.command(env!("CARGO_BIN_EXE_gatelog"), ".");
    command.args(arguments);
    sandbox.run(command, b"")
}

fn entry(tool: &str, input: &Value) -> Value {
    json!({ "type": "assistant", "cwd": "/r", "message": { "id": "m", "role": "assistant", "content": [
        { "type": "tool_use", "id": format!("use_{tool}"), "name": tool, "input": input } ] } })
}

fn session(sandbox: &Sandbox, name: &str, entries: &[Value]) {
    let lines: String = entries.iter().map(|entry| format!("{entry}\n")).collect();
    sandbox.write("sessions", &[(name, &lines)]);
}

/// R1, R2: folders are searched in depth, each session is judged, and the totals are a table; what was stopped is no
/// failure, a transcript that is not there is.
#[test]
fn a_folder_of_sessions_is_replayed() {
    let sandbox = Sandbox::new();
    sandbox.write(".", &[("points.json", POINTS)]);
    let write = entry("Write", &json!({ "file_path": "/r/docs/plan.md", "content": "x" }));
    let move_it = entry("Bash", &json!({ "command": "git mv a.md b.md" }));
    session(&sandbox, "one.jsonl", &[write.clone(), move_it]);
    session(&sandbox, "deep/two.jsonl", &[question("q", "plan.goal"), answer("q"), write]);
    let output = gatelog(&sandbox, &["replay", "sessions", "--points", "points.json", "--format", "json"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let printed: Value = serde_json::from_slice(&output.stdout).unwrap();
    let counts: Vec<_> =
        printed["sessions"].as_array().unwrap().iter().map(|s| (&s["stopped"], &s["through"])).collect();
    assert_eq!(counts, [(&json!(0), &json!(1)), (&json!(2), &json!(0))]);
    let table = gatelog(&sandbox, &["replay", "sessions", "--points", "points.json"]);
    let table = String::from_utf8(table.stdout).unwrap();
    let all = table.lines().find(|line| line.starts_with("all ")).unwrap();
    assert_eq!(all.split_whitespace().collect::<Vec<_>>(), ["all", "2", "1"]);
    assert_eq!(gatelog(&sandbox, &["replay", "gone.jsonl", "--points", "points.json"]).status.code(), Some(2));
}

/// F2, F4: facts are printed with their origins, as a table, as JSON and as files for another engine.
#[test]
fn facts_are_printed_in_three_forms() {
    let sandbox = Sandbox::new();
    let shell = |more: &[&str]| gatelog(&sandbox, &[&["facts", "shell", "--command", "echo x > a.md"], more].concat());
    let table = String::from_utf8(shell(&[]).stdout).unwrap();
    let row = table.lines().find(|line| line.contains("\"write\"")).unwrap();
    assert!(row.contains("\"a.md\"") && row.contains("[command:1:"), "{row}");
    let printed: Value = serde_json::from_slice(&shell(&["--format", "json"]).stdout).unwrap();
    let relations = printed["facts"].as_array().unwrap();
    let effects = relations.iter().find(|relation| relation["relation"] == "shell_effect").unwrap();
    assert_eq!(effects["rows"][0]["values"][3], "write");
    assert_eq!(shell(&["--format", "souffle", "--out", "out"]).status.code(), Some(0));
    let file = fs::read_to_string(sandbox.path("out/shell_effect.facts")).unwrap();
    assert_eq!(file, "bash\techo x > a.md\t1\twrite\ta.md\n");
    let wrong = gatelog(&sandbox, &["facts", "shel"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("the sources are"), "{wrong:?}");
}

/// F4: `facts` reads every line of a transcript, where the hook reads those that can matter.
#[test]
fn every_line_of_a_transcript_is_lowered() {
    let sandbox = Sandbox::new();
    let read = entry("Read", &json!({ "file_path": "/r/a" }));
    session(&sandbox, "one.jsonl", &[read, question("q", "plan.goal"), answer("q")]);
    let output = gatelog(&sandbox, &["facts", "transcript", "--transcript", "sessions/one.jsonl"]);
    let table = String::from_utf8(output.stdout).unwrap();
    assert!(table.contains("\"Read\"") && table.contains("\"AskUserQuestion\""), "{table}");
    assert!(table.contains("sessions/one.jsonl:3]"), "{table}");
}

/// X4: the rules of the examples can stand together in one repository: no name of one is another's.
#[test]
fn the_examples_rules_stand_together() {
    let sandbox = Sandbox::with_points();
    let examples = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    let mut command = sandbox.command(env!("CARGO_BIN_EXE_gatelog"), "main");
    command.arg("replay").arg(examples.join("no-force-push/session.jsonl"));
    command.arg("--points").arg(examples.join("points.json"));
    let mut folders = 0;
    for entry in std::fs::read_dir(&examples).unwrap() {
        let rules = entry.unwrap().path().join("rules");
        if rules.is_dir() {
            folders += 1;
            command.arg("--rules").arg(rules);
        }
    }
    assert!(folders >= 6, "{folders}");
    let output = sandbox.run(command, b"");
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(text.contains("no-force-push --force") && text.contains("tests-before-push push"), "{text}");
}

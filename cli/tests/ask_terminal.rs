//! `gatelog ask` at a terminal, driven through a pseudo-terminal: what a person sees, types and takes back, and what is left when
//! it ends otherwise.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "what a test cannot do fails it")]

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use rexpect::session::{PtySession, spawn_command};
use serde_json::{Value, json};
use tests::sandbox::Sandbox;

/// U+FFFD, byte by byte, as the driver of the terminal reads it.
const REPLACED: &str = "\u{ef}\u{bf}\u{bd}";

/// Something on the screen, and what is typed then.
type Steps<'a> = &'a [(&'a str, &'a str)];

/// A call site of `plan.goal` with two options.
const SKILL: &str = "# Plan\n\n## [plan.goal] What for\n\nCall AskUserQuestion.\n\nOptions, in order: **sell** (recommended) / **teach**\n";
const POINTS: &str = r#"{"points": [
  {"id": "plan.goal", "asks": "What is the plan for?", "scope": "repository", "required": true, "recommended": "sell",
   "allowed_provenance": ["human", "provisional", "absent"], "gate_globs": ["docs/plan.md"], "skill": "plan"}
]}
"#;

fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.tree(
        "main",
        &[
            (".claude/elicitation/points.json", POINTS),
            (".claude/skills/plan/SKILL.md", SKILL),
            ("docs/plan.md", "# Plan\n"),
            ("backlog.md", "# Backlog\n\n- [ ] B-7: something else\n"),
        ],
    );
    sandbox
}

/// A shell at a terminal, which runs a script in the work tree.
fn at_a_terminal(sandbox: &Sandbox, script: &str) -> PtySession {
    let mut command = sandbox.command("sh", "main");
    let gatelog = std::path::Path::new(env!("CARGO_BIN_EXE_gatelog")).parent().unwrap();
    let path = format!("{}:{}", gatelog.display(), std::env::var("PATH").unwrap());
    command.env("PATH", path).env("TERM", "xterm").args(["-c", script]);
    spawn_command(command, Some(30_000)).unwrap()
}

fn follow(session: &mut PtySession, steps: Steps<'_>) {
    for (seen, typed) in steps {
        session.exp_string(seen).unwrap();
        session.send(typed).unwrap();
        session.flush().unwrap();
    }
}

/// Runs a command to its end, which is to have this exit status.
fn asked(sandbox: &Sandbox, arguments: &str, steps: Steps<'_>, status: i32) {
    let mut session = at_a_terminal(sandbox, &format!("gatelog ask {arguments}; echo ended with $?."));
    follow(&mut session, steps);
    let (before, ended) = session.exp_regex("ended with [0-9]+\\.").unwrap();
    assert_eq!(ended, format!("ended with {status}."), "{before}");
}

fn journal(sandbox: &Sandbox) -> Vec<Value> {
    let text = fs::read_to_string(sandbox.path("main/.gatelog/answers.jsonl")).unwrap_or_default();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn file(sandbox: &Sandbox, name: &str) -> String {
    fs::read_to_string(sandbox.path("main").join(name)).unwrap_or_default()
}

/// J1, J3, J6: a person decides: the recommended option leads, the answer is recorded, the ledger has its row, the check passes,
/// and nobody is asked again.
#[test]
fn a_point_is_decided() {
    let sandbox = sandbox();
    let steps: Steps<'_> = &[
        ("1. sell (recommended)", ""),
        ("2. teach", ""),
        ("How is this answered?", "\r"),
        ("What is the answer?", "\r"),
        ("Who answers?", "Mira Novak\r"),
        ("Is this the answer?", "\r"),
        ("\"answer\":\"sell\"", ""),
    ];
    asked(&sandbox, "plan.goal --landed-in docs/plan.md", steps, 0);
    let entries = journal(&sandbox);
    assert_eq!(entries[0]["answer"], json!({ "state": "human", "answer": "sell", "who": "Mira Novak" }));
    assert_eq!((&entries[0]["provider"], &entries[0]["name"]), (&json!("terminal"), &json!("plan.goal")));
    let day = entries[0]["when"].as_str().unwrap().split('T').next().unwrap().to_owned();
    let row = format!("| plan.goal | human | Mira Novak | {day} | docs/plan.md | - |");
    let ledger = file(&sandbox, "docs/adoption-provenance.md");
    assert!(ledger.contains(&row), "{ledger}");
    let check = sandbox.run(
        {
            let mut command = sandbox.command(env!("CARGO_BIN_EXE_gatelog"), "main");
            command.args(["check", "provenance"]);
            command
        },
        b"",
    );
    assert_eq!(check.status.code(), Some(0), "{check:?}");
    // The row stays as it is, though this run says nothing of where the answer landed.
    asked(&sandbox, "plan.goal", &[("\"answer\":\"sell\"", "")], 0);
    assert_eq!((journal(&sandbox).len(), file(&sandbox, "docs/adoption-provenance.md")), (1, ledger));
}

/// J3: a suggestion gets a row of the backlog with an id that is free, and the ledger's row names it.
#[test]
fn a_suggestion_comes_back() {
    let sandbox = sandbox();
    let steps: Steps<'_> = &[
        ("How is this answered?", "\x1b[B\r"),
        ("What is the answer?", "\x1b[B\x1b[B\r"),
        ("What is the answer?", "both of them\r"),
        ("Which row of the backlog", "\r"),
        ("Who answers?", "\r"),
        ("Is this the answer?", "\r"),
    ];
    asked(&sandbox, "plan.goal", steps, 0);
    assert_eq!(journal(&sandbox)[0]["answer"], json!({ "state": "provisional", "answer": "both of them" }));
    assert!(file(&sandbox, "docs/adoption-provenance.md").contains("| plan.goal | provisional | - | - | - | B-8 |"));
    assert!(file(&sandbox, "backlog.md").contains("- [ ] B-8: look again at plan.goal (suggested: both of them)"));
}

/// J3: a gap asks for nothing else.
#[test]
fn a_gap_is_left() {
    let sandbox = sandbox();
    let steps: Steps<'_> = &[("How is this answered?", "\x1b[B\x1b[B\r"), ("Is this the answer?", "\r")];
    asked(&sandbox, "plan.goal", steps, 0);
    assert_eq!(journal(&sandbox)[0]["answer"], json!({ "state": "absent" }));
    assert!(file(&sandbox, "docs/adoption-provenance.md").contains("| plan.goal | absent |"));
}

const SHAPE: &str = r#"{"type": "object", "title": "Release", "required": ["name", "size", "ready", "parts", "place"], "properties": {
  "name": {"type": "string", "title": "Name", "pattern": "^[a-z]+$"}, "size": {"type": "integer", "title": "Size", "maximum": 9},
  "ready": {"type": "boolean", "title": "Ready"}, "parts": {"type": "array", "title": "Parts", "items": {"enum": ["api", "docs", "web"]}},
  "place": {"type": "object", "title": "Place", "required": ["city"], "properties": {"city": {"type": "string", "title": "City"}}},
  "note": {"type": "string", "title": "Note"}}}"#;

/// J3: every kind of value is filled in; what does not fit is told where it is typed; the whole can be changed before it is sent.
#[test]
fn a_form_is_filled_in_and_changed() {
    let sandbox = sandbox();
    sandbox.write("main", &[("shape.json", SHAPE)]);
    let steps: Steps<'_> = &[
        ("Name", "Bad\r"),
        ("does not match", "\x7f\x7f\x7fgood\r"),
        ("Size", "ten\r"),
        ("no JSON", "\x7f\x7f\x7f4\r"),
        ("Ready", "\r"),
        ("Parts", " \x1b[B\x1b[B \r"),
        ("City", "Graz\r"),
        ("Note", "\r"),
        ("Is this the answer?", "\x1b[B\r"),
        ("Name", "er\r"),
        ("Size", "\r"),
        ("Ready", "\x1b[B\r"),
        ("Parts", "\r"),
        ("City", "\r"),
        ("Note", "tomorrow\r"),
        ("Is this the answer?", "\r"),
    ];
    asked(&sandbox, "--message 'Which \x1b[31mrelease?' --schema shape.json --name r", steps, 0);
    let expected = json!({ "name": "gooder", "size": 4, "ready": false, "parts": ["api", "web"], "place": { "city": "Graz" }, "note": "tomorrow" });
    assert_eq!(journal(&sandbox)[0]["answer"], expected);
}

/// J3: what a question says does not act on the terminal.
#[test]
fn a_question_is_only_text() {
    let sandbox = sandbox();
    sandbox.write("main", &[("shape.json", r#"{"type": "string", "title": "a\u001b[2Jb"}"#)]);
    let mut session = at_a_terminal(
        &sandbox,
        "exec gatelog ask --message \"$(printf 'Which \\033]0;x\\007one?')\" --schema shape.json",
    );
    let before = session.exp_string("one?").unwrap();
    assert!(before.contains(REPLACED) && !before.contains("\x1b]0;"), "{before:?}");
    let title = session.exp_string("[2Jb").unwrap();
    assert!(title.ends_with(&format!("a{REPLACED}")), "{title:?}");
}

/// J8: an interrupt, by key or by signal, ends it, leaves nothing, and gives the terminal back as it was.
#[test]
fn an_interrupt_leaves_nothing() {
    let restored = "stty -a | grep -q 'isig icanon' && echo RESTORED";
    let sandbox = sandbox();
    let mut session = at_a_terminal(&sandbox, &format!("gatelog ask plan.goal; echo status $?; {restored}"));
    follow(&mut session, &[("How is this answered?", "\x03"), ("interrupted", ""), ("status 2", ""), ("RESTORED", "")]);
    let signalled = format!("sh -c 'echo process $$; exec gatelog ask plan.goal'; echo status $?; {restored}");
    let mut session = at_a_terminal(&sandbox, &signalled);
    let (_, process) = session.exp_regex("process [0-9]+").unwrap();
    session.exp_string("How is this answered?").unwrap();
    // It draws once more after it has put the terminal into its own mode.
    let process = process.trim_start_matches("process ").to_owned();
    let killed = std::process::Command::new("kill").args(["-TERM", &process]).status().unwrap();
    assert!(killed.success());
    follow(&mut session, &[("status 143", ""), ("RESTORED", "")]);
    assert!(!sandbox.path("main/.gatelog").exists());
}

/// J8: the end of input, when the terminal goes away, ends it and leaves nothing.
#[test]
fn a_terminal_that_goes_away_ends_it() {
    let sandbox = sandbox();
    // The shell that goes away with the terminal is not the program.
    let mut session = at_a_terminal(&sandbox, "sh -c 'echo process $$; exec gatelog ask plan.goal'; echo ended");
    let (_, process) = session.exp_regex("process [0-9]+").unwrap();
    session.exp_string("How is this answered?").unwrap();
    drop(session);
    let process = process.trim_start_matches("process ").to_owned();
    let is_there = || std::process::Command::new("kill").args(["-0", &process]).output().unwrap().status.success();
    let begun = std::time::Instant::now();
    while is_there() {
        assert!(begun.elapsed() < std::time::Duration::from_secs(20), "it waits for nobody");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    assert!(!sandbox.path("main/.gatelog").exists());
}

/// J3: giving up ends it; so does a pipe on either side, though there is a terminal.
#[test]
fn no_answer_is_no_answer() {
    let sandbox = sandbox();
    sandbox.write("main", &[("q.json", r#"{"type": "boolean"}"#)]);
    let general = "gatelog ask --message Sure? --schema q.json";
    let steps: Steps<'_> = &[("Your answer", "\r"), ("Is this the answer?", "\x1b[B\x1b[B\r")];
    asked(&sandbox, "--message Sure? --schema q.json", steps, 2);
    for piped in
        [format!("echo true | {general}"), format!("{general} 2>&1 >/dev/null | cat"), format!("{general} < q.json")]
    {
        let mut session = at_a_terminal(&sandbox, &piped);
        session.exp_string("nobody can be asked").unwrap();
    }
    assert!(!sandbox.path("main/.gatelog").exists());
}

/// J3, J6: at a terminal a point can be answered in the browser: the journal says so, and the ledger has its row.
#[test]
fn a_point_is_answered_in_the_browser() {
    let sandbox = sandbox();
    let mut session = at_a_terminal(&sandbox, "gatelog ask plan.goal --browser; echo ended with $?.");
    let (_, address) = session.exp_regex("http://[0-9.:]+/[0-9a-f]{64}").unwrap();
    let (host, path) = address.trim_start_matches("http://").split_once('/').unwrap();
    let body = "v/state=0&v/answer=To+sell&v/who=Mira+Novak&v/backlog=";
    let request = format!(
        "POST /{path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nConnection: close\r\n\
         Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut stream = TcpStream::connect(host).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut page = String::new();
    stream.read_to_string(&mut page).unwrap();
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("Sent"), "{page}");
    session.exp_string("ended with 0.").unwrap();
    let entries = journal(&sandbox);
    let expected = json!({ "state": "human", "answer": "To sell", "who": "Mira Novak" });
    assert_eq!((&entries[0]["provider"], &entries[0]["answer"]), (&json!("browser"), &expected));
    assert!(file(&sandbox, "docs/adoption-provenance.md").contains("| plan.goal | human | Mira Novak | 20"));
}

//! The decision log end to end (X5): what it keeps, how it is found again, and that nothing about it changes a verdict.

#![expect(clippy::panic, clippy::unwrap_used, reason = "what a test cannot do fails it")]

use std::fs;
use std::process::Command;

use serde_json::{Value, json};
use tests::sandbox::{Sandbox, Verdict, bash_call, question, verdict, write_call};

fn gatelog(sandbox: &Sandbox, words: &[&str]) -> Command {
    let mut command = sandbox.command(env!("CARGO_BIN_EXE_gatelog"), "main");
    command.args(words);
    command
}

fn hook(sandbox: &Sandbox, call: &Value) -> Verdict {
    verdict(&sandbox.run(gatelog(sandbox, &["hook", "--log"]), call.to_string().as_bytes()))
}

const LOG: &str = "home/state/gatelog/decisions.jsonl";

fn entries(sandbox: &Sandbox) -> Vec<Value> {
    let text = fs::read_to_string(sandbox.path(LOG)).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|fault| panic!("{fault}: {line}"))).collect()
}

fn plan(sandbox: &Sandbox, content: &str) -> Value {
    write_call(&sandbox.text("main/docs/plan.md"), content)
}

fn id_of(verdict: &Verdict) -> String {
    let Verdict::Deny(reason) = verdict else { panic!("{verdict:?}") };
    reason.lines().last().unwrap()["id: ".len()..].split(' ').next().unwrap().to_owned()
}

/// X5: a decision is a line; refusals have their proofs, other calls none; without `--log` nothing is kept.
#[test]
fn a_decision_is_a_line() {
    let sandbox = Sandbox::with_points();
    let call = plan(&sandbox, "x");
    verdict(&sandbox.run(gatelog(&sandbox, &["hook"]), call.to_string().as_bytes()));
    assert!(!sandbox.path("home/state").exists());
    let refused = id_of(&hook(&sandbox, &call));
    assert_eq!(hook(&sandbox, &bash_call("ls")), Verdict::Silent);
    let entries = entries(&sandbox);
    let [first, second] = entries.as_slice() else { panic!("{entries:?}") };
    assert!(first["id"].as_str().unwrap().starts_with(&refused));
    assert_eq!((&first["verdict"], &first["tool"]), (&json!("refused"), &json!("Write")));
    assert_eq!(first["denials"][0]["subject"], "plan.goal");
    assert!(first["payload"].as_str().unwrap().starts_with("sha256:"));
    assert_eq!(first["proofs"].as_array().unwrap().len(), 1);
    assert_eq!((&second["verdict"], &second["id"], &second["proofs"]), (&json!("passed"), &Value::Null, &json!([])));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = |path: &str| fs::metadata(sandbox.path(path)).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode("home/state/gatelog"), mode(LOG)), (0o700, 0o600));
    }
}

/// X5: the same proof, when what it rested on is gone; by the id or the beginning of it.
#[test]
fn a_refusal_is_explained_after_its_evidence_is_gone() {
    let sandbox = Sandbox::with_points();
    let transcript = sandbox.transcript(&[question("q1", "note.topic")]);
    let mut call = plan(&sandbox, "x");
    call["transcript_path"] = json!(transcript);
    let id = id_of(&hook(&sandbox, &call));
    let before = sandbox.run(gatelog(&sandbox, &["explain"]), call.to_string().as_bytes());
    fs::remove_file(&transcript).unwrap();
    fs::remove_dir_all(sandbox.path("main/.git")).unwrap();
    for prefix in [id.clone(), entries(&sandbox)[0]["id"].as_str().unwrap().to_owned(), id.to_uppercase()] {
        let output = sandbox.run(gatelog(&sandbox, &["explain", &prefix]), b"");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert!(text.contains("checked now, and accepted"), "{text}");
        let tree = |text: &str| text.split_once("\nproof under").unwrap().1.to_owned();
        assert_eq!(tree(&text), tree(&String::from_utf8_lossy(&before.stdout)));
    }
    let unknown = sandbox.run(gatelog(&sandbox, &["explain", "0123456789ab"]), b"");
    assert_eq!(unknown.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&unknown.stderr).contains("gatelog hook --log"));
}

/// X5: what a call writes is there as digests only, whichever rule looked at it, and the proof still holds.
#[test]
fn written_contents_are_digests() {
    let sandbox = Sandbox::with_points();
    let secret = "the password is swordfish";
    let script = format!("cat > docs/plan.md <<'EOF'\n{secret}\nEOF");
    let transcript = sandbox.transcript(&[]);
    let program = format!("python3 -c \"open('{transcript}', 'a').write('swordfish')\"");
    let mut last = bash_call(&program);
    last["transcript_path"] = json!(transcript);
    let calls = [
        plan(&sandbox, secret),
        plan(&sandbox, &format!("{secret} {}", "long ".repeat(100))),
        bash_call(&script),
        last,
    ];
    for call in &calls {
        let id = id_of(&hook(&sandbox, call));
        let output = sandbox.run(gatelog(&sandbox, &["explain", &id]), b"");
        assert_eq!(output.status.code(), Some(0), "{call}: {output:?}");
        assert!(String::from_utf8_lossy(&output.stdout).contains("accepted"), "{call}");
    }
    assert_eq!(entries(&sandbox).len(), calls.len());
    let text = fs::read_to_string(sandbox.path(LOG)).unwrap();
    assert!(!text.contains("swordfish"), "{text}");
}

/// A proof in the log that was changed is not shown as one.
#[test]
fn a_changed_log_is_noticed() {
    let sandbox = Sandbox::with_points();
    let id = id_of(&hook(&sandbox, &plan(&sandbox, "x")));
    let text = fs::read_to_string(sandbox.path(LOG)).unwrap();
    fs::write(sandbox.path(LOG), text.replace("docs/plan.md\"", "docs/other.md\"")).unwrap();
    let output = sandbox.run(gatelog(&sandbox, &["explain", &id]), b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("does not hold"), "{output:?}");
}

/// Hooks that run at the same time write whole lines.
#[test]
fn parallel_hooks_do_not_mix_their_lines() {
    let sandbox = Sandbox::with_points();
    let call = plan(&sandbox, "x").to_string();
    std::thread::scope(|scope| {
        for _ in 0..20 {
            scope.spawn(|| sandbox.run(gatelog(&sandbox, &["hook", "--log", "--deadline", "120"]), call.as_bytes()));
        }
    });
    let entries = entries(&sandbox);
    assert_eq!(entries.len(), 20);
    assert!(entries.iter().all(|entry| entry["id"] == entries[0]["id"]));
}

/// The log's size is bounded: a full one becomes the previous one, and both are searched. A line that a full disk cut
/// spoils none that come after.
#[test]
fn a_full_log_becomes_the_previous_one() {
    let sandbox = Sandbox::with_points();
    let first = id_of(&hook(&sandbox, &plan(&sandbox, "x")));
    let log = sandbox.path(LOG);
    let mut text = fs::read_to_string(&log).unwrap();
    text.push_str("{\"version\": 1, \"id\": \"cut");
    fs::write(&log, &text).unwrap();
    hook(&sandbox, &bash_call("ls"));
    assert_eq!(fs::read_to_string(&log).unwrap().lines().count(), 3);
    let mut text = fs::read_to_string(&log).unwrap();
    text.push_str(&format!("{}\n", " ".repeat(16 << 20)));
    fs::write(&log, text).unwrap();
    let second = id_of(&hook(&sandbox, &write_call(&sandbox.text("main/notes/a.md"), "x")));
    assert_eq!(entries(&sandbox).len(), 1);
    assert!(fs::metadata(sandbox.path("home/state/gatelog/decisions.1.jsonl")).unwrap().len() > 16 << 20);
    for id in [first, second] {
        assert_eq!(sandbox.run(gatelog(&sandbox, &["explain", &id]), b"").status.code(), Some(0));
    }
}

/// G3, X5: a log that cannot be written changes nothing and says nothing.
#[cfg(unix)]
#[test]
fn a_log_that_cannot_be_written_changes_no_verdict() {
    let hinder: [fn(&Sandbox); 4] = [
        |sandbox| fs::write(sandbox.path("home/state"), "a file").unwrap(),
        |sandbox| {
            fs::create_dir_all(sandbox.path("home/state/gatelog")).unwrap();
            std::os::unix::fs::symlink("/dev/full", sandbox.path(LOG)).unwrap();
        },
        |sandbox| fs::create_dir_all(sandbox.path(LOG)).unwrap(),
        |sandbox| {
            fs::create_dir_all(sandbox.path("home/state/gatelog")).unwrap();
            let made = Command::new("mkfifo").arg(sandbox.path(LOG)).status();
            assert!(made.is_ok_and(|made| made.success()));
        },
    ];
    for hinder in hinder {
        let sandbox = Sandbox::with_points();
        let expected = hook(&sandbox, &plan(&sandbox, "x"));
        fs::remove_dir_all(sandbox.path("home/state")).unwrap();
        hinder(&sandbox);
        assert_eq!(hook(&sandbox, &plan(&sandbox, "x")), expected);
        assert_eq!(hook(&sandbox, &bash_call("ls")), Verdict::Silent);
    }
}

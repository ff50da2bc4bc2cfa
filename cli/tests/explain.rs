//! `gatelog explain` end to end: it decides as the hook does, every refusal has a proof whose leaves have origins, what a
//! user checks is what was proved, and an absence says what is missing.

#![expect(clippy::panic, clippy::unwrap_used, reason = "what a test cannot do fails it")]

use std::fs;
use std::process::{Command, Output};

use serde_json::{Value, json};
use tests::sandbox::{POINTS, POINTS_FILE, Sandbox, Verdict, answer, bash_call, question, verdict, write_call};

fn gatelog(sandbox: &Sandbox, words: &[&str]) -> Command {
    let mut command = sandbox.command(env!("CARGO_BIN_EXE_gatelog"), "main");
    command.args(words);
    command
}

fn hook(sandbox: &Sandbox, payload: &[u8]) -> Verdict {
    verdict(&sandbox.run(gatelog(sandbox, &["hook", "--log"]), payload))
}

fn printed(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The explanation as JSON.
fn explained(sandbox: &Sandbox, payload: &[u8]) -> Value {
    let output = sandbox.run(gatelog(sandbox, &["explain", "--format", "json"]), payload);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

fn verified(sandbox: &Sandbox, explanation: &Value) -> Output {
    sandbox.run(gatelog(sandbox, &["explain", "--verify", "-"]), explanation.to_string().as_bytes())
}

/// The id at the end of a refusal.
fn id_of(reason: &str) -> String {
    let line = reason.lines().last().unwrap();
    let id = line.strip_prefix("id: ").and_then(|rest| rest.split(' ').next()).unwrap_or_else(|| panic!("{reason}"));
    assert!(line == format!("id: {id} (gatelog explain {id})") || line == format!("id: {id}"), "{line}");
    assert_eq!(id.len(), 12);
    id.to_owned()
}

fn with_transcript(mut call: Value, transcript: &str) -> Vec<u8> {
    call["transcript_path"] = json!(transcript);
    call.to_string().into_bytes()
}

/// A payload for every rule that refuses, by the code of the rule.
fn refused_calls(sandbox: &Sandbox, transcript: &str) -> Vec<(&'static str, Vec<u8>)> {
    let bash = |command: &str| with_transcript(bash_call(command), transcript);
    let write = |path: &str| with_transcript(write_call(&sandbox.text(path), "some words"), transcript);
    vec![
        ("ask-first", write("main/docs/plan.md")),
        ("ask-first", write("main/notes/a.md")),
        ("ask-first", bash("echo x > docs/plan.md")),
        ("ask-first", bash("mv README.md READ.md")),
        ("ask-first", bash("echo x > \"docs/$NAME\"")),
        ("ask-first", bash("python3 -c \"open('docs/plan.md', 'w')\"")),
        ("evidence", write("session.jsonl")),
        ("evidence", write("main/.claude/settings.json")),
        ("evidence", write("home/state/gatelog/decisions.jsonl")),
        ("evidence", bash(&format!("python3 -c \"open('{transcript}', 'a')\""))),
        ("call", b"{}".to_vec()),
        ("call", json!({ "tool_name": "Write", "tool_input": {} }).to_string().into_bytes()),
        ("command", bash("echo 'x")),
    ]
}

/// E4, X5: what the hook refuses, `explain` explains: the same verdict and id, leaves with origins, proofs that hold.
#[test]
fn every_refusal_is_explained() {
    let sandbox = Sandbox::with_points();
    let transcript = sandbox.transcript(&[question("q1", "other.point"), answer("q1")]);
    for (code, payload) in refused_calls(&sandbox, &transcript) {
        let shown = String::from_utf8_lossy(&payload).into_owned();
        let Verdict::Deny(reason) = hook(&sandbox, &payload) else { panic!("{shown} passed") };
        assert!(reason.starts_with(&format!("gatelog[{code}] ")), "{shown}: {reason}");
        let explanation = explained(&sandbox, &payload);
        assert_eq!(explanation["verdict"], "refused", "{shown}");
        assert!(explanation["id"].as_str().unwrap().starts_with(&id_of(&reason)), "{shown}");
        let proofs = explanation["proofs"].as_array().unwrap();
        assert!(!proofs.is_empty(), "{shown}");
        for fact in proofs.iter().flat_map(|proof| proof["facts"].as_array().unwrap()) {
            assert_ne!(fact["origin"], "", "{shown}: {fact}");
        }
        let output = verified(&sandbox, &explanation);
        assert_eq!(output.status.code(), Some(0), "{shown}: {}", printed(&output));
        assert_eq!(printed(&output).lines().count(), proofs.len());
        assert!(printed(&output).lines().all(|line| line.starts_with("accepted: deny(")), "{}", printed(&output));
    }
}

/// G19: the verdict is the hook's, for calls that pass and under both keys too.
#[test]
fn explain_decides_as_the_hook_does() {
    let sandbox = Sandbox::with_points();
    let transcript = sandbox.transcript(&[question("q1", "plan.goal"), answer("q1")]);
    let silent = sandbox.text("gone.jsonl");
    let calls = || {
        let plan = write_call(&sandbox.text("main/docs/plan.md"), "x");
        vec![
            with_transcript(plan.clone(), &transcript),
            with_transcript(plan, &silent),
            with_transcript(write_call(&sandbox.text("main/docs/plan.md"), "plan.goal: absent"), &silent),
            with_transcript(write_call(&sandbox.text("main/src/a.rs"), "x"), &silent),
            bash_call("cat docs/plan.md").to_string().into_bytes(),
            json!({ "tool_name": "Read", "tool_input": {} }).to_string().into_bytes(),
            bash_call("git mv README.md a.md").to_string().into_bytes(),
        ]
    };
    let compare = |passing: usize| {
        let mut passed = 0;
        for payload in calls() {
            let expected = if hook(&sandbox, &payload) == Verdict::Silent { "passed" } else { "refused" };
            passed += usize::from(expected == "passed");
            let shown = String::from_utf8_lossy(&payload).into_owned();
            assert_eq!(explained(&sandbox, &payload)["verdict"], expected, "{shown}");
        }
        assert_eq!(passed, passing);
    };
    compare(5);
    sandbox.write("main", &[(POINTS_FILE, "{\"points\": [{\"id\": \"src.all\", \"gate_globs\": [\"src/**\"]}]}")]);
    compare(4);
    sandbox.write("main", &[(POINTS_FILE, POINTS), (".gatelog/rules/bad.dl", "deny(")]);
    compare(0);
}

/// X4: a denial of either key has a proof that names the key.
#[test]
fn both_keys_are_proved() {
    let sandbox = Sandbox::with_points();
    let plan = write_call(&sandbox.text("main/docs/plan.md"), "x").to_string();
    sandbox.write("main", &[(POINTS_FILE, "{\"points\": []}")]);
    let explanation = explained(&sandbox, plan.as_bytes());
    let keys: Vec<&Value> = explanation["proofs"].as_array().unwrap().iter().map(|proof| &proof["key"]).collect();
    assert_eq!(keys, ["HEAD"]);
    assert_eq!(verified(&sandbox, &explanation).status.code(), Some(0));
}

/// G3: where the guard itself cannot judge there is no proof, and it says so.
#[test]
fn a_call_that_cannot_be_judged_has_an_id_and_no_proof() {
    let sandbox = Sandbox::with_points();
    sandbox.write("main", &[(".gatelog/rules/bad.dl", "deny(")]);
    let payload = write_call(&sandbox.text("main/src/a.rs"), "x").to_string();
    let Verdict::Deny(reason) = hook(&sandbox, payload.as_bytes()) else { panic!("it passed") };
    let explanation = explained(&sandbox, payload.as_bytes());
    assert!(explanation["id"].as_str().unwrap().starts_with(&id_of(&reason)));
    assert_eq!(verified(&sandbox, &explanation).status.code(), Some(2));
    let kept = sandbox.run(gatelog(&sandbox, &["explain", &id_of(&reason)]), b"");
    assert!(printed(&kept).contains("could not be judged"), "{}", printed(&kept));
}

/// A proof that was changed in any of its parts is rejected.
#[test]
fn a_tampered_proof_is_rejected() {
    let sandbox = Sandbox::with_points();
    let payload = write_call(&sandbox.text("main/docs/plan.md"), "x").to_string();
    let whole = explained(&sandbox, payload.as_bytes());
    let root = whole["proofs"][0]["root"].as_u64().unwrap();
    let rule = &whole["proofs"][0]["steps"][usize::try_from(root).unwrap()]["rule"];
    let facts = whole["proofs"][0]["facts"].as_array().unwrap();
    let glob = facts.iter().position(|fact| fact["relation"] == "point_glob").unwrap();
    let changes: [(&str, Value); 6] = [
        (&format!("/proofs/0/facts/{glob}/values/3"), json!("src/**")),
        (&format!("/proofs/0/steps/{root}/values/1"), json!("other.point")),
        (&format!("/proofs/0/steps/{root}/id"), json!("0".repeat(64))),
        (&format!("/proofs/0/steps/{root}/premises/0/step"), json!(root)),
        (&format!("/proofs/0/rules/{rule}/text"), json!("deny(\"a\", \"b\", \"c\") :- true.")),
        ("/proofs/0/root", json!(100_000)),
    ];
    for (pointer, value) in changes {
        let mut tampered = whole.clone();
        *tampered.pointer_mut(pointer).unwrap() = value;
        let output = verified(&sandbox, &tampered);
        assert_eq!(output.status.code(), Some(1), "{pointer}: {output:?}");
        assert!(printed(&output).starts_with("rejected: "), "{pointer}");
    }
    for broken in ["", "[]", "{\"proofs\": []}", "{\"proofs\": [{\"rules\": 1}]}", "nonsense"] {
        let output = sandbox.run(gatelog(&sandbox, &["explain", "--verify", "-"]), broken.as_bytes());
        assert_eq!(output.status.code(), Some(2), "{broken}: {output:?}");
    }
}

/// E1, E4: a repository's rules may hold their evidence in records; the proof says of which type each is, and is checked
/// without the program.
#[test]
fn proofs_through_records_are_verified() {
    let sandbox = Sandbox::with_points();
    let rules = r#".include "gatelog/guard/call.dl"
.include "gatelog/contract.dl"
.type Trail = [file: symbol, before: Trail]
.type Kind = Protected {trail: Trail} | Free {}
.decl kind_of(path: symbol, kind: Kind)
kind_of(F, $Protected([F, ["docs", nil]])) :- target(_, _, F), contains("/docs/", F).
kind_of(F, $Free) :- target(_, _, F), !contains("/docs/", F).
deny("no-docs", F, cat("`", F, "` is protected by ", D)) :- kind_of(F, $Protected([F, [D, _]])), !kind_of(F, $Free).
"#;
    sandbox.write("main", &[(".gatelog/rules/trail.dl", rules)]);
    let payload = write_call(&sandbox.text("main/docs/other.md"), "x").to_string();
    let Verdict::Deny(reason) = hook(&sandbox, payload.as_bytes()) else { panic!("it passed") };
    assert!(reason.contains("is protected by docs"), "{reason}");
    let whole = explained(&sandbox, payload.as_bytes());
    let types = whole["proofs"][0]["types"].to_string();
    assert!(types.contains(r#"[["file","symbol"],["before","Trail"]]"#) && types.contains("Protected"), "{types}");
    assert_eq!(verified(&sandbox, &whole).status.code(), Some(0));
    let text = whole.to_string();
    for (from, to) in [
        (r#"{"record":["docs",{"record":null}]}"#, r#"{"record":["src",{"record":null}]}"#),
        (r#""branch":"Protected""#, r#""branch":"Free""#),
        (r#"["before","Trail"]"#, r#"["before","symbol"]"#),
    ] {
        assert!(text.contains(from), "{from}: {text}");
        let tampered: Value = serde_json::from_str(&text.replacen(from, to, 1)).unwrap();
        assert_eq!(verified(&sandbox, &tampered).status.code(), Some(1), "{from}");
    }
}

/// E4: an atom that holds is proved, one that does not is explained down to what is missing.
#[test]
fn atoms_are_explained() {
    let sandbox = Sandbox::with_points();
    let transcript = sandbox.transcript(&[question("q1", "note.topic"), answer("q1")]);
    let payload = with_transcript(write_call(&sandbox.text("main/docs/plan.md"), "x"), &transcript);
    let run = |words: &[&str]| {
        let output = sandbox.run(gatelog(&sandbox, &[&["explain"], words].concat()), &payload);
        (output.status.code(), printed(&output), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (status, text, _) = run(&["fired(\"note.topic\")"]);
    assert_eq!(status, Some(0));
    assert!(
        text.contains(&format!("question_source(\"{transcript}\", \"q1\", \"note.topic\")  [{transcript}:1]")),
        "{text}"
    );
    let (status, text, _) = run(&["--why-not", "fired(\"plan.goal\")"]);
    assert_eq!(status, Some(0));
    assert!(text.contains("no fired(\"plan.goal\"), because none of its") && text.contains("fails: "), "{text}");
    let (_, text, _) = run(&["--why-not", "fired(\"note.topic\")"]);
    assert!(text.contains("it does hold"), "{text}");
    for wrong in ["nothing(1)", "fired(1)", "fired(", "fired", "12345", "0123456789ab"] {
        let (status, text, complaint) = run(&[wrong]);
        assert_eq!((status, text.as_str()), (Some(2), ""), "{wrong}");
        assert!(complaint.starts_with("gatelog: "), "{wrong}: {complaint}");
    }
}

/// The other formats draw the same steps; a text that is cut says how to see more.
#[test]
fn a_proof_has_several_forms() {
    let sandbox = Sandbox::with_points();
    let payload = write_call(&sandbox.text("main/docs/plan.md"), "x").to_string();
    let run =
        |words: &[&str]| printed(&sandbox.run(gatelog(&sandbox, &[&["explain"], words].concat()), payload.as_bytes()));
    let steps = explained(&sandbox, payload.as_bytes())["proofs"][0]["steps"].as_array().unwrap().len();
    let dot = run(&["--format", "dot"]);
    assert!(dot.starts_with("digraph proof {") && dot.matches(" [style=").count() == steps, "{dot}");
    let mermaid = run(&["--format", "mermaid"]);
    assert!(mermaid.starts_with("flowchart BT\n") && mermaid.contains("p0_0 --> p0_1"), "{mermaid}");
    let cut = run(&["--depth", "2"]);
    assert!(cut.contains("--depth 4 shows more"), "{cut}");
    let whole = run(&[]);
    assert!(!whole.contains("shows more") && whole.contains("[payload /tool_input/file_path]"), "{whole}");
    assert_eq!(whole, run(&[]), "the same call is explained in the same words");
}

/// X5: a logged refusal is explained in the hook's own words, advice included; of several with one id the newest is shown.
#[test]
fn a_logged_refusal_says_what_the_hook_said() {
    let sandbox = Sandbox::with_points();
    let payload = write_call(&sandbox.text("main/docs/plan.md"), "x").to_string();
    let Verdict::Deny(reason) = hook(&sandbox, payload.as_bytes()) else { panic!("it passed") };
    let explained = || printed(&sandbox.run(gatelog(&sandbox, &["explain", &id_of(&reason)]), b""));
    let once = explained();
    assert!(reason.contains("\nPut the question with AskUserQuestion"), "{reason}");
    for line in reason.lines().filter(|line| !line.starts_with("id: ")) {
        assert!(once.lines().any(|other| other == line), "{line} is not in\n{once}");
    }
    assert!(!once.contains("decisions have this id"), "{once}");
    assert!(once.contains("gatelog explain --why-not 'fired(\"plan.goal\")'"), "{once}");
    hook(&sandbox, payload.as_bytes());
    hook(&sandbox, bash_call("ls").to_string().as_bytes());
    assert!(explained().contains("\n2 decisions have this id; this is the newest\n"), "{}", explained());
}

/// G3, E4: broken points and a broken repository refuse, and the proof rests on what could not be read.
#[test]
fn what_cannot_be_read_is_proved_too() {
    let sandbox = Sandbox::new();
    sandbox.tree("main", &[(POINTS_FILE, "{\"points\": [\n  {\"id\": 7}\n]}\n"), ("src/a.rs", "\n")]);
    let payload = write_call(&sandbox.text("main/src/a.rs"), "x").to_string();
    let explanation = explained(&sandbox, payload.as_bytes());
    let facts = explanation["proofs"][0]["facts"].as_array().unwrap();
    assert!(
        facts
            .iter()
            .any(|fact| fact["relation"] == "points_error"
                && fact["origin"].as_str().unwrap().contains("points.json:2:"))
    );
    fs::write(sandbox.path("main/.git/HEAD"), "no reference at all").unwrap();
    let explanation = explained(&sandbox, payload.as_bytes());
    assert_eq!(explanation["verdict"], "refused");
}

//! `gatelog hook` end to end: what it refuses, what it lets pass, and that nothing makes it fail open.

#![expect(clippy::panic, reason = "what a test cannot do fails it")]

use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant, SystemTime};

use serde_json::{Value, json};
use tests::sandbox::{POINTS, POINTS_FILE, Sandbox, Verdict, answer, bash_call, question, verdict, write_call};

/// The hook on a payload, in a tree.
fn judge_in(sandbox: &Sandbox, tree: &str, mut call: Value, transcript: Option<&str>) -> Verdict {
    if let (Some(file), Some(members)) = (transcript, call.as_object_mut()) {
        members.insert("transcript_path".to_owned(), json!(file));
    }
    verdict(&sandbox.run(hook(sandbox, tree), call.to_string().as_bytes()))
}

fn hook(sandbox: &Sandbox, tree: &str) -> Command {
    let mut command = sandbox.command(env!("CARGO_BIN_EXE_gatelog"), tree);
    command.arg("hook");
    command
}

fn judge(sandbox: &Sandbox, call: Value, transcript: Option<&str>) -> Verdict {
    judge_in(sandbox, "main", call, transcript)
}

fn reason(verdict: Verdict) -> String {
    match verdict {
        Verdict::Deny(reason) => reason,
        other => panic!("expected a refusal, got {other:?}"),
    }
}

/// G1, G2, G10, G15: refused until the question was put.
#[test]
fn a_gated_write_waits_for_its_question() {
    let sandbox = Sandbox::with_points();
    let call = write_call(&sandbox.text("main/docs/plan.md"), "# Plan\n");
    let silent = sandbox.transcript(&[]);
    let refused = reason(judge(&sandbox, call.clone(), Some(&silent)));
    assert!(refused.starts_with("gatelog[ask-first] plan.goal: "), "{refused}");
    let asked = sandbox.transcript(&[question("q1", "plan.goal"), answer("q1")]);
    assert_eq!(judge(&sandbox, call, Some(&asked)), Verdict::Silent);
}

/// G2: the exact output that clients read; a wrapper that they ignore would let the call through.
#[test]
fn a_refusal_is_one_object_in_the_clients_form() {
    let sandbox = Sandbox::with_points();
    let call = write_call(&sandbox.text("main/docs/plan.md"), "# Plan\n");
    let output = sandbox.run(hook(&sandbox, "main"), call.to_string().as_bytes());
    let printed: Value = serde_json::from_slice(&output.stdout).unwrap();
    let decision = printed["hookSpecificOutput"].as_object().unwrap();
    assert_eq!(printed.as_object().unwrap().len(), 1);
    assert_eq!(decision.len(), 3);
    assert_eq!(decision["hookEventName"], "PreToolUse");
    assert_eq!(decision["permissionDecision"], "deny");
    assert!(decision["permissionDecisionReason"].as_str().unwrap().len() < 4_000);
}

/// G3: whatever comes in ends as a refusal, with a reason, never as a pass.
#[test]
fn input_that_is_no_call_is_refused() {
    let sandbox = Sandbox::with_points();
    let whole = write_call(&sandbox.text("main/src/a.rs"), "x").to_string();
    let cut = &whole.as_bytes()[..whole.len() - 3];
    let twice = format!("{whole}{whole}");
    let inputs: [&[u8]; 9] =
        [b"", b" \n", b"null", b"[]", b"\"x\"", b"{}", b"{\"tool_name\": 5}", cut, twice.as_bytes()];
    for input in inputs {
        let output = sandbox.run(hook(&sandbox, "main"), input);
        let refused = reason(verdict(&output));
        assert!(refused.starts_with("gatelog[call] payload: "), "{}: {refused}", String::from_utf8_lossy(input));
    }
    let deep = format!("{{\"tool_name\": \"Write\", \"tool_input\": {}1{}}}", "[".repeat(100_000), "]".repeat(100_000));
    reason(verdict(&sandbox.run(hook(&sandbox, "main"), deep.as_bytes())));
}

/// G3: the same payload with what hosts put around it, or in it, is read.
#[test]
fn a_payload_is_read_leniently() {
    let sandbox = Sandbox::with_points();
    let whole = write_call(&sandbox.text("main/src/a.rs"), "x").to_string();
    let marked = [b"\xef\xbb\xbf\n".as_slice(), whole.as_bytes(), b"\n\n"].concat();
    assert_eq!(verdict(&sandbox.run(hook(&sandbox, "main"), &marked)), Verdict::Silent);
    let lone = whole.replace("\"x\"", "\"\\ud83c cut\"");
    assert_eq!(verdict(&sandbox.run(hook(&sandbox, "main"), lone.as_bytes())), Verdict::Silent);
    let gated = write_call(&sandbox.text("main/docs/plan.md"), "x").to_string().replace("\"x\"", "\"\\ud83c cut\"");
    reason(verdict(&sandbox.run(hook(&sandbox, "main"), gated.as_bytes())));
}

/// G3: no transcript, or one that cannot be read, is no evidence.
#[test]
fn a_transcript_that_cannot_be_read_is_no_question() {
    let sandbox = Sandbox::with_points();
    let call = write_call(&sandbox.text("main/docs/plan.md"), "x");
    assert!(reason(judge(&sandbox, call.clone(), None)).contains("names no transcript"));
    for (path, _) in [("gone.jsonl", ()), ("main", ())] {
        let refused = reason(judge(&sandbox, call.clone(), Some(&sandbox.text(path))));
        assert!(refused.contains("cannot be read") || refused.contains("cannot read"), "{refused}");
    }
    let empty = sandbox.raw_transcript(b"");
    reason(judge(&sandbox, call, Some(&empty)));
}

/// G3: a points file that cannot be read refuses every write, names the place, and can be mended by a Write.
#[test]
fn a_broken_points_file_refuses_until_it_is_mended() {
    let sandbox = Sandbox::new();
    sandbox.tree("main", &[(POINTS_FILE, "{\"points\": [\n  {\"id\": 7}\n]}\n"), ("src/a.rs", "\n")]);
    let refused = reason(judge(&sandbox, write_call(&sandbox.text("main/src/a.rs"), "x"), None));
    assert!(refused.contains("points.json:2:"), "{refused}");
    assert_eq!(judge(&sandbox, bash_call("cat src/a.rs"), None), Verdict::Silent);
    reason(judge(&sandbox, bash_call("mv src/a.rs src/b.rs"), None));
    let points = sandbox.text(&format!("main/{POINTS_FILE}"));
    assert_eq!(judge(&sandbox, write_call(&points, POINTS), None), Verdict::Silent);
    reason(judge(&sandbox, write_call(&points, "{\"points\": {}}"), None));
}

/// G4: what is none of the guard's concern is silent.
#[test]
fn what_no_point_gates_is_silent() {
    let sandbox = Sandbox::with_points();
    for call in [
        json!({ "tool_name": "Read", "tool_input": { "file_path": sandbox.text("main/docs/plan.md") } }),
        json!({ "tool_name": "TodoWrite", "tool_input": {} }),
        write_call(&sandbox.text("main/src/a.rs"), "x"),
        bash_call("grep -rn 'git mv README.md' docs"),
        bash_call("mv /nowhere/a /nowhere/b"),
        bash_call("echo hi >&2"),
    ] {
        assert_eq!(judge(&sandbox, call.clone(), None), Verdict::Silent, "{call}");
    }
}

/// G4: the points are found from any folder of the tree, and no variable of git's changes which tree is asked.
#[test]
fn the_tree_is_found_from_below_and_not_by_variables() {
    let sandbox = Sandbox::with_points();
    sandbox.tree("other", &[("a", "a")]);
    let call = write_call(&sandbox.text("main/docs/plan.md"), "x");
    reason(judge_in(&sandbox, "main/docs", call.clone(), None));
    let mut command = hook(&sandbox, "main");
    command.env("GIT_DIR", sandbox.path("other/.git")).env("GIT_WORK_TREE", sandbox.path("other"));
    reason(verdict(&sandbox.run(command, call.to_string().as_bytes())));
}

/// G8: tracked is asked where the path is.
#[test]
fn a_move_is_judged_where_the_path_is() {
    let sandbox = Sandbox::with_points();
    sandbox.tree("other", &[("a.md", "a")]);
    reason(judge(&sandbox, bash_call(&format!("git -C {} mv a.md b.md", sandbox.text("other"))), None));
    sandbox.write("other", &[("new.md", "n")]);
    assert_eq!(
        judge(&sandbox, bash_call(&format!("mv {}/new.md /tmp/", sandbox.text("other"))), None),
        Verdict::Silent
    );
}

/// G9, A27: the shell walks past no gate.
#[test]
fn shell_writes_are_writes() {
    let sandbox = Sandbox::with_points();
    for command in [
        "echo x > docs/plan.md",
        "echo x | tee -a docs/plan.md",
        "cp README.md docs/plan.md",
        "cd docs && cat > plan.md <<'EOF'\nx\nEOF",
        "python3 -c \"open('docs/plan.md', 'w')\"",
        "sed -i s/a/b/ docs/plan.md",
        "echo x > \"docs/$NAME\"",
        "bash -c 'echo x > docs/plan.md'",
    ] {
        reason(judge(&sandbox, bash_call(command), None));
    }
    for command in ["cat docs/plan.md > src/copy.md", "echo 'x > docs/plan.md'"] {
        assert_eq!(judge(&sandbox, bash_call(command), None), Verdict::Silent, "{command}");
    }
}

/// G11: a heredoc may carry the stub; a second write of the same command must carry its own.
#[test]
fn each_write_of_a_command_declares_its_stub() {
    let sandbox = Sandbox::with_points();
    let stub = "cat > docs/plan.md <<'EOF'\nplan.goal: absent\nEOF";
    assert_eq!(judge(&sandbox, bash_call(stub), None), Verdict::Silent);
    reason(judge(&sandbox, bash_call(&format!("{stub}\necho made up > docs/plan.md")), None));
}

/// X4: an uncommitted change of the points can tighten a decision and never loosen one.
#[test]
fn both_versions_of_the_points_must_let_a_call_pass() {
    let sandbox = Sandbox::with_points();
    let plan = write_call(&sandbox.text("main/docs/plan.md"), "x");
    sandbox.write("main", &[(POINTS_FILE, "{\"points\": []}")]);
    reason(judge(&sandbox, plan.clone(), None));
    fs::remove_file(sandbox.path("main").join(POINTS_FILE)).unwrap();
    reason(judge(&sandbox, plan, None));
    let tighter = "{\"points\": [{\"id\": \"src.all\", \"gate_globs\": [\"src/**\"]}]}";
    sandbox.write("main", &[(POINTS_FILE, tighter)]);
    let refused = reason(judge(&sandbox, write_call(&sandbox.text("main/src/a.rs"), "x"), None));
    assert!(refused.contains("src.all"), "{refused}");
}

/// X4: a repository's rules derive contract relations and their own, at once, without a rebuild; committed or not.
#[test]
fn a_repository_extends_the_rules() {
    let sandbox = Sandbox::with_points();
    let call = write_call(&sandbox.text("main/src/a.rs"), "x");
    let rule = "/// Frozen.\n.decl frozen(path: symbol)\nfrozen(P) :- target(_, \"write\", P), contains(\"/src/\", P).\n\
                deny(\"frozen\", P, \"src is frozen this week\") :- frozen(P).\n";
    sandbox.write("main", &[(".gatelog/rules/frozen.dl", rule)]);
    let refused = reason(judge(&sandbox, call.clone(), None));
    let lines: Vec<&str> = refused.lines().collect();
    assert_eq!(lines[0], format!("gatelog[frozen] {}: src is frozen this week", sandbox.text("main/src/a.rs")));
    assert!(lines.len() == 2 && lines[1].starts_with("id: "), "{refused}");
    sandbox.commit("main");
    sandbox.write("main", &[(".gatelog/rules/frozen.dl", "// nothing\n")]);
    reason(judge(&sandbox, call.clone(), None));
    fs::remove_dir_all(sandbox.path("main/.gatelog")).unwrap();
    reason(judge(&sandbox, call, None));
}

/// G2, X4: `ask` and `warn` of a repository's rules reach the client in its form; `deny` beats `ask`.
#[test]
fn a_repository_may_ask_and_remark() {
    let sandbox = Sandbox::with_points();
    let rules = "ask(\"look\", P, \"look at this first\") :- target(_, \"write\", P).\nwarn(\"note\", P, \"noted\") :- target(_, \"write\", P), contains(\"a.rs\", P).\n";
    sandbox.write("main", &[(".gatelog/rules/look.dl", rules)]);
    let verdict = judge(&sandbox, write_call(&sandbox.text("main/src/a.rs"), "x"), None);
    assert!(matches!(&verdict, Verdict::Ask(reason) if reason.contains("look at this first")), "{verdict:?}");
    reason(judge(&sandbox, write_call(&sandbox.text("main/docs/plan.md"), "x"), None));
    sandbox.write("main", &[(".gatelog/rules/look.dl", rules.split_once('\n').unwrap().1)]);
    let verdict = judge(&sandbox, write_call(&sandbox.text("main/src/a.rs"), "x"), None);
    assert!(matches!(&verdict, Verdict::Remark(text) if text.contains("noted")), "{verdict:?}");
}

/// G3, E2: a rule file that does not compile refuses, with its place.
#[test]
fn a_rule_file_that_does_not_compile_refuses() {
    let sandbox = Sandbox::with_points();
    for rule in [
        "deny(\"x\", P, \"y\") :- targt(_, _, P).\n",
        "deny(",
        "fired(\"plan.goal\").\n",
        "stub_state(\"human\", 3).\n",
    ] {
        sandbox.write("main", &[(".gatelog/rules/bad.dl", rule)]);
        let refused = reason(judge(&sandbox, write_call(&sandbox.text("main/src/a.rs"), "x"), None));
        assert!(refused.contains(".gatelog/rules/bad.dl:1:"), "{rule}: {refused}");
    }
}

/// G3, E5: rules that reach a limit refuse, with the limit and the place of the rule where it has one; the same rules with a
/// bound let the call pass.
#[test]
fn rules_that_reach_a_limit_refuse() {
    let sandbox = Sandbox::with_points();
    let cases = [
        // A recursion that does not end, and a join that derives nothing for ever.
        ("n(X + 1) :- n(X), X < LAST.\nm(X) :- n(X), X < 1.", "error[round-limit]: `n` is not complete"),
        (
            "p(X, X + 1) :- X = range(0, LAST).\nn(X) :- X = range(0, 200).\nm(X) :- n(X), p(Y, Y).",
            ".gatelog/rules/slow.dl:7:1: error[step-limit]: more than 134217728 steps, reached in a rule of `m`",
        ),
    ];
    for (rules, message) in cases {
        let text = |last: &str| {
            let rules = rules.replace("LAST", last);
            format!(
                ".decl n, m(x: number)\n.decl p(x: number, y: number)\nn(1).\ndeny(\"slow\", P, \"it is slow\") :- target(_, \"write\", P), m(0).\n{rules}\n"
            )
        };
        let judged = |last: &str| {
            sandbox.write("main", &[(".gatelog/rules/slow.dl", &text(last))]);
            let mut command = hook(&sandbox, "main");
            command.args(["--deadline", "600"]);
            let call = write_call(&sandbox.text("main/src/a.rs"), "x");
            verdict(&sandbox.run(command, call.to_string().as_bytes()))
        };
        let refused = reason(judged("1000000"));
        assert!(refused.starts_with("gatelog[evaluation]") && refused.contains(message), "{refused}");
        assert_eq!(judged("9"), Verdict::Silent);
    }
}

/// X4: a whole set in `.gatelog/policy/` replaces the shipped one once it is committed; before that, both decide.
#[test]
fn a_repository_replaces_the_rules() {
    let sandbox = Sandbox::with_points();
    let gated = write_call(&sandbox.text("main/docs/plan.md"), "x");
    let policy = ".include \"gatelog/schema.dl\"\n.include \"gatelog/contract.dl\"\ndeny(\"no\", T, \"nothing may be written\") :- call(T), input_text(\"/content\", _).\n";
    sandbox.write("main", &[(".gatelog/policy/guard.dl", policy)]);
    let refused = reason(judge(&sandbox, gated.clone(), None));
    assert!(refused.contains("gatelog[no]") && refused.contains("gatelog[ask-first]"), "{refused}");
    sandbox.commit("main");
    let refused = reason(judge(&sandbox, gated, None));
    assert!(refused.contains("gatelog[no]") && !refused.contains("ask-first"), "{refused}");
}

/// G17: the transcript, gatelog's state, the wiring and the program are not the session's to write.
#[test]
fn evidence_protects_itself() {
    let sandbox = Sandbox::new();
    sandbox.tree("main", &[("a", "a"), (".claude/settings.json", "{}")]);
    let transcript = sandbox.transcript(&[]);
    for call in [
        write_call(&transcript, "{}"),
        write_call(&sandbox.text("main/.claude/settings.json"), "{}"),
        write_call(&sandbox.text("main/.claude/settings.local.json"), "{}"),
        write_call(&sandbox.text("home/state/gatelog/log"), "x"),
        bash_call(&format!("echo '{{}}' >> {transcript}")),
        bash_call("mv .claude away"),
        bash_call("rm -rf .claude"),
        bash_call("rm -rf .cl*"),
        bash_call(&format!("cp a {}", env!("CARGO_BIN_EXE_gatelog"))),
        bash_call("cd .claude && sed -i s/a/b/ settings.json"),
        bash_call(&format!("python3 -c \"open('{transcript}', 'a')\"")),
    ] {
        let refused = reason(judge(&sandbox, call.clone(), Some(&transcript)));
        assert!(refused.starts_with("gatelog[evidence]"), "{call}: {refused}");
    }
    for call in [
        write_call(&sandbox.text("main/.claude/notes.md"), "x"),
        bash_call("cat .claude/settings.json"),
        bash_call("rm a"),
        bash_call("rm -rf data/*"),
        bash_call("rm -f *.log"),
        bash_call("mv src/* lib/"),
    ] {
        assert_eq!(judge(&sandbox, call.clone(), Some(&transcript)), Verdict::Silent, "{call}");
    }
}

/// G18: a fresh transcript is read on for up to a second; an answer that arrives in that time counts.
#[test]
fn a_fresh_transcript_is_read_on() {
    let sandbox = Sandbox::with_points();
    let call = write_call(&sandbox.text("main/docs/plan.md"), "x");
    let path = sandbox.transcript(&[question("q1", "note.topic")]);
    let old = Instant::now();
    reason(judge(&sandbox, call.clone(), Some(&path)));
    assert!(old.elapsed() < Duration::from_millis(900), "an old transcript is not waited for");
    fs::File::options().write(true).open(&path).unwrap().set_modified(SystemTime::now()).unwrap();
    let late = path.clone();
    let writer = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(300));
        let lines = format!("{}\n{}\n", question("q2", "plan.goal"), answer("q2"));
        let mut text = fs::read_to_string(&late).unwrap();
        text.push_str(&lines);
        fs::write(&late, text).unwrap();
    });
    assert_eq!(judge(&sandbox, call, Some(&path)), Verdict::Silent);
    writer.join().unwrap();
}

/// G2, G3: a refusal that cannot be written ends with status 2 and its reason on standard error.
#[cfg(target_os = "linux")]
#[test]
fn a_closed_standard_output_still_refuses() {
    let sandbox = Sandbox::with_points();
    let call = write_call(&sandbox.text("main/docs/plan.md"), "x").to_string();
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let mut command = hook(&sandbox, "main");
    command.stdin(Stdio::piped()).stdout(full).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), call.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("gatelog[ask-first] plan.goal: "));
}

/// G3: standard input that never ends is refused at the deadline.
#[test]
fn the_deadline_refuses() {
    let sandbox = Sandbox::with_points();
    let mut command = hook(&sandbox, "main");
    command.args(["--deadline", "0.2"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let held = child.stdin.take();
    let output = child.wait_with_output().unwrap();
    drop(held);
    assert!(reason(verdict(&output)).starts_with("gatelog[failure] deadline: "));
}

/// G3: a repository that cannot be read refuses what is written into it.
#[test]
fn a_damaged_repository_refuses() {
    let sandbox = Sandbox::with_points();
    fs::write(sandbox.path("main/.git/HEAD"), "no reference at all").unwrap();
    reason(judge(&sandbox, write_call(&sandbox.text("main/docs/plan.md"), "x"), None));
    fs::write(sandbox.path("main/.git/config"), "[core\n").unwrap();
    reason(judge(&sandbox, write_call(&sandbox.text("main/src/a.rs"), "x"), None));
}

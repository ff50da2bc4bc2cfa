//! `gatelog doctor`: a wiring as `gatelog init` writes it passes, and each thing that reduces it, made for real, is found.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use serde_json::{Value, json};
use tests::sandbox::{POINTS_FILE, Sandbox};

const SETTINGS: &str = ".claude/settings.json";

/// A wired and committed repository.
fn wired(clients: &[&str]) -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.tree("main", &[("README.md", "# Read\n")]);
    let arguments = clients.iter().flat_map(|client| ["--client", client]);
    let output = gatelog(&sandbox).arg("init").args(arguments).output().expect("the program was built");
    assert!(output.status.success(), "{output:?}");
    sandbox.commit("main");
    sandbox
}

/// The program, in the tree; of the machine's programs only the shell's and git are in `PATH`.
fn gatelog(sandbox: &Sandbox) -> Command {
    let mut command = sandbox.command(env!("CARGO_BIN_EXE_gatelog"), "main");
    command.env("PATH", format!("{}:/usr/bin:/bin", sandbox.path("bin").display()));
    command
}

/// The exit status, and the rules of violations and warnings.
fn doctor(sandbox: &Sandbox) -> (i32, Vec<String>, Vec<String>, String) {
    let output = gatelog(sandbox).args(["doctor", "--format", "json"]).output().expect("the program was built");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let report: Value = serde_json::from_str(&text).expect("a report is JSON");
    let rules = |list: &str| {
        let found = report[list].as_array().cloned().unwrap_or_default();
        let mut rules: Vec<String> =
            found.iter().filter_map(|found| found["rule"].as_str().map(str::to_owned)).collect();
        rules.dedup();
        rules
    };
    (output.status.code().expect("it ends by itself"), rules("violations"), rules("warnings"), text)
}

/// Changes the settings, or the hook in them.
fn edit(sandbox: &Sandbox, change: impl FnOnce(&mut Value)) {
    let path = sandbox.path("main").join(SETTINGS);
    let mut settings: Value =
        serde_json::from_str(&fs::read_to_string(&path).expect("it is wired")).expect("it is JSON");
    change(&mut settings);
    fs::write(&path, settings.to_string()).expect("the folder is ours");
}

fn edit_hook(sandbox: &Sandbox, change: impl FnOnce(&mut Value)) {
    edit(sandbox, |settings| change(&mut settings["hooks"]["PreToolUse"][0]["hooks"][0]));
}

fn program(sandbox: &Sandbox, name: &str, text: &str, mode: u32) -> String {
    fs::create_dir_all(sandbox.path("bin")).expect("the folder is ours");
    let path = sandbox.path("bin").join(name);
    fs::write(&path, format!("#!/bin/sh\n{text}\n")).expect("the folder is ours");
    fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("the folder is ours");
    path.display().to_string()
}

/// Violations of a wiring with one change to its hook.
fn with_hook(change: impl FnOnce(&Sandbox, &mut Value)) -> (i32, Vec<String>, Vec<String>, String) {
    let sandbox = wired(&["claude"]);
    edit_hook(&sandbox, |hook| change(&sandbox, hook));
    doctor(&sandbox)
}

/// X1: what `init` writes passes, for every client: the canary is refused, a reading call passes, a gated write is refused.
#[test]
fn a_wiring_of_init_passes() {
    let sandbox = wired(&["claude", "codex", "gemini"]);
    let (status, violations, warnings, text) = doctor(&sandbox);
    assert_eq!((status, violations.len(), warnings.len()), (0, 0, 0), "{text}");
    let report: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(
        (&report["counts"]["calls tried"], &report["counts"]["refused as they must be"]),
        (&json!(9), &json!(6)),
        "{text}"
    );
}

/// X1: a command that does not run, one that is no guard, and one that refuses everything.
#[test]
fn a_command_that_does_not_guard_is_found() {
    let set = |command: String| move |_: &Sandbox, hook: &mut Value| hook["command"] = json!(command);
    let (status, violations, _, text) = with_hook(set("/nowhere/gatelog hook --log".to_owned()));
    assert!(status == 1 && violations == ["program"] && text.contains("127"), "{text}");

    let (status, violations, _, text) = with_hook(|sandbox, hook| {
        hook["command"] = json!(program(sandbox, "gatelog", "exit 0", 0o644) + " hook --log");
    });
    assert!(status == 1 && violations == ["program"] && text.contains("126"), "{text}");

    let (status, violations, _, text) = with_hook(|sandbox, hook| {
        hook["command"] = json!(program(sandbox, "gatelog", "cat >/dev/null", 0o755) + " hook --log");
    });
    assert!(status == 1 && violations.contains(&"refuses-nothing".to_owned()), "{text}");
    assert!(violations.contains(&"gate-open".to_owned()), "{text}");

    let (status, violations, _, text) = with_hook(|_, hook| {
        let command = hook["command"].as_str().unwrap().replace(env!("CARGO_BIN_EXE_gatelog"), "/nowhere/gatelog");
        hook["command"] = json!(command);
    });
    assert!(status == 1 && violations == ["refuses-all"] && text.contains("did not judge this call"), "{text}");

    let (status, violations, _, text) = with_hook(|sandbox, hook| {
        hook["command"] = json!(program(sandbox, "gatelog", "sleep 30", 0o755) + " hook --log");
        hook["timeout"] = json!(1);
    });
    assert!(status == 1 && violations.contains(&"late".to_owned()), "{text}");
    assert!(violations.contains(&"timeout".to_owned()), "{text}");
}

/// X1: a hook whose arguments stand apart from its program is tried without a shell; one that is no guard is found.
#[test]
fn arguments_apart_from_the_program_are_tried() {
    let (status, violations, warnings, text) = with_hook(|_, hook| {
        hook["command"] = json!(env!("CARGO_BIN_EXE_gatelog"));
        hook["args"] = json!(["hook", "--log"]);
    });
    assert_eq!((status, violations.len(), warnings.len()), (0, 0, 0), "{text}");
    let (status, violations, _, text) = with_hook(|sandbox, hook| {
        hook["command"] = json!(program(sandbox, "gatelog", "cat >/dev/null", 0o755));
        hook["args"] = json!(["hook", "--log"]);
    });
    assert!(status == 1 && violations.contains(&"refuses-nothing".to_owned()), "{text}");
}

/// X1: Codex's hook in `config.toml` is tried like one in `hooks.json`; hooks switched off there, and a text that is no TOML, are
/// found with their place.
#[test]
fn a_wiring_in_toml_is_tried() {
    let sandbox = wired(&["codex"]);
    let (json, toml) = (sandbox.path("main/.codex/hooks.json"), sandbox.path("main/.codex/config.toml"));
    let wired: Value = serde_json::from_str(&fs::read_to_string(&json).unwrap()).unwrap();
    let (group, hook) = (&wired["hooks"]["PreToolUse"][0], &wired["hooks"]["PreToolUse"][0]["hooks"][0]);
    let hook = format!(
        "[[hooks.PreToolUse]]\nmatcher = {}\n[[hooks.PreToolUse.hooks]]\ntype = \"command\"\ncommand = {}\ntimeout = 20\n",
        group["matcher"], hook["command"]
    );
    fs::remove_file(json).unwrap();
    fs::write(&toml, &hook).unwrap();
    let (status, violations, _, text) = doctor(&sandbox);
    assert_eq!((status, violations.len()), (0, 0), "{text}");
    assert!(text.contains("\"calls tried\":3"), "{text}");

    fs::write(&toml, format!("[features]\nhooks = false\n{hook}")).unwrap();
    let (status, violations, _, text) = doctor(&sandbox);
    assert!(status == 1 && violations == ["hooks-off"] && text.contains("\"line\":2"), "{text}");

    fs::write(&toml, format!("{hook}features = \n")).unwrap();
    let (status, violations, _, text) = doctor(&sandbox);
    assert!(status == 1 && violations == ["settings"] && text.contains(".codex/config.toml:7:"), "{text}");
}

/// X1: where the wired program is not there and another one judges, both are named.
#[test]
fn another_program_in_its_place_is_said() {
    let (status, violations, warnings, text) = with_hook(|sandbox, hook| {
        let command = hook["command"].as_str().unwrap().replace(env!("CARGO_BIN_EXE_gatelog"), "/nowhere/gatelog");
        hook["command"] = json!(command);
        program(sandbox, "gatelog", &format!("exec '{}' \"$@\"", env!("CARGO_BIN_EXE_gatelog")), 0o755);
    });
    assert_eq!((status, violations.len()), (0, 0), "{text}");
    assert!(
        warnings == ["other-program"] && text.contains("/nowhere/gatelog") && text.contains("bin/gatelog from PATH"),
        "{text}"
    );
}

/// X4: a tool that a rule of the repository watches must be covered, and `init` covers it.
#[test]
fn a_watched_tool_is_wired() {
    let sandbox = wired(&["claude"]);
    sandbox.write("main", &[(".gatelog/rules/mine.dl", WATCHING)]);
    sandbox.commit("main");
    let (status, violations, _, text) = doctor(&sandbox);
    assert!(status == 1 && violations == ["matcher"] && text.contains("does not run for WebFetch"), "{text}");
    let output = gatelog(&sandbox).arg("init").output().expect("the program was built");
    assert!(String::from_utf8_lossy(&output.stdout).contains("brought up to date"), "{output:?}");
    assert!(fs::read_to_string(sandbox.path("main").join(SETTINGS)).unwrap().contains("|WebFetch|"));
    let (status, violations, warnings, text) = doctor(&sandbox);
    assert_eq!((status, violations.len(), warnings.len()), (0, 0, 0), "{text}");
}

const WATCHING: &str = concat!(
    ".include \"gatelog/guard/call.dl\"\n.include \"gatelog/contract.dl\"\n",
    "watches(\"WebFetch\").\nwarn(\"a\", T, \"b\") :- call(T), T = \"WebFetch\".\n",
);

/// X1: a matcher that leaves tools out, hooks that are off, a hook that is not there.
#[test]
fn a_wiring_that_does_not_reach_is_found() {
    let sandbox = wired(&["claude"]);
    edit(&sandbox, |settings| {
        settings["hooks"]["PreToolUse"][0]["matcher"] = json!("Write|Edit|MultiEdit|NotebookEdit")
    });
    let (status, violations, _, text) = doctor(&sandbox);
    assert!(status == 1 && violations == ["matcher"], "{text}");
    assert!(text.contains("does not run for Bash") && text.contains("mcp__acp__Write"), "{text}");

    let sandbox = wired(&["claude"]);
    edit(&sandbox, |settings| settings["disableAllHooks"] = json!(true));
    let (status, violations, _, text) = doctor(&sandbox);
    assert!(status == 1 && violations == ["hooks-off"], "{text}");

    let sandbox = wired(&["claude"]);
    fs::write(sandbox.path("main").join(SETTINGS), "{").unwrap();
    let (status, violations, _, text) = doctor(&sandbox);
    assert!(status == 1 && violations == ["settings"] && text.contains("settings.json:1:"), "{text}");

    let sandbox = wired(&["claude"]);
    fs::remove_file(sandbox.path("main").join(SETTINGS)).unwrap();
    let (status, violations, _, text) = doctor(&sandbox);
    assert!(status == 1 && violations == ["no-hook"], "{text}");
}

/// X1: what weakens the guard and does not take it away is a warning: another hook, permissions, an old client, no log.
#[test]
fn what_weakens_the_guard_is_said() {
    let sandbox = wired(&["claude"]);
    edit(&sandbox, |settings| {
        let hook = json!({ "matcher": "*", "hooks": [{ "type": "command", "command": "true" }] });
        settings["hooks"]["PreToolUse"].as_array_mut().unwrap().push(hook);
        settings["permissions"] = json!({ "allow": ["AskUserQuestion"] });
    });
    edit_hook(&sandbox, |hook| hook["command"] = json!(hook["command"].as_str().unwrap().replace(" --log", "")));
    program(&sandbox, "claude", "echo '2.1.200 (Claude Code)'", 0o755);
    let (status, violations, warnings, text) = doctor(&sandbox);
    assert_eq!((status, violations.len()), (0, 0), "{text}");
    for rule in ["another-hook", "can-answer", "no-log", "old-client"] {
        assert!(warnings.contains(&rule.to_owned()), "{rule}: {text}");
    }
    program(&sandbox, "claude", "echo '2.1.300 (Claude Code)'", 0o755);
    let (_, _, warnings, text) = doctor(&sandbox);
    assert!(!warnings.contains(&"old-client".to_owned()), "{text}");
}

/// X1, X4: points that gate nothing or do not parse, points and rules that differ from HEAD, rules that do not compile.
#[test]
fn points_and_rules_are_looked_at() {
    let nothing = r#"{"points": [{"id": "a.b", "asks": "What?", "allowed_provenance": ["human"]}]}"#;
    let sandbox = wired(&["claude"]);
    sandbox.write("main", &[(POINTS_FILE, nothing)]);
    let (status, violations, warnings, text) = doctor(&sandbox);
    assert!(status == 1 && violations == ["gates-nothing"] && warnings == ["two-keys"], "{text}");

    sandbox.write("main", &[(POINTS_FILE, "{")]);
    let (status, violations, _, text) = doctor(&sandbox);
    assert!(status == 1 && violations.contains(&"points".to_owned()), "{text}");

    let sandbox = wired(&["claude"]);
    sandbox.write("main", &[(".gatelog/rules/mine.dl", "broken(")]);
    let (status, violations, warnings, text) = doctor(&sandbox);
    assert!(status == 1 && violations.contains(&"rules".to_owned()), "{text}");
    assert!(!violations.contains(&"refuses-all".to_owned()) && warnings.contains(&"two-keys".to_owned()), "{text}");
    assert!(!text.contains("run `gatelog init`"), "rules that do not compile are not mended by wiring: {text}");

    let rule = ".include \"gatelog/contract.dl\"\n.decl never(x: symbol)\nwarn(\"a\", X, \"b\") :- never(X).\n";
    sandbox.write("main", &[(".gatelog/rules/mine.dl", rule)]);
    let (status, violations, warnings, text) = doctor(&sandbox);
    assert!(status == 0 && violations.is_empty() && warnings.contains(&"never-fires".to_owned()), "{text}");
}

/// X3: people see the line of the settings that a finding is about, and `check` makes the same check without trying.
#[test]
fn the_report_shows_the_place() {
    let sandbox = wired(&["claude"]);
    edit_hook(&sandbox, |hook| hook["timeout"] = json!(5));
    let output = gatelog(&sandbox).arg("doctor").output().expect("the program was built");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains(".claude/settings.json:1") && text.contains("doctor fails"), "{text}");
    let explain = ["explain", "--check", "doctor", "violation(_, _, _)"];
    let output = gatelog(&sandbox).args(explain).output().expect("the program was built");
    let why = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(why.contains("hook_seconds") && why.contains(".claude/settings.json:1:"), "{why}");
    let output = gatelog(&sandbox).args(["check", "doctor"]).output().expect("the program was built");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("[timeout]") && text.contains("no hook was tried"), "{text}");
}

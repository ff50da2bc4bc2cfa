//! `gatelog init`: what it writes, what it leaves as it is, and that all of it can be taken back.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

use serde_json::{Value, json};
use tests::sandbox::{POINTS_FILE, Sandbox, write_call};

const SETTINGS: &str = ".claude/settings.json";
const BACKUP: &str = ".claude/settings.json.before-gatelog";
const LEDGER: &str = "docs/adoption-provenance.md";

/// Exit status, standard output and standard error of a command in the tree `main`.
fn gatelog(sandbox: &Sandbox, arguments: &[&str]) -> (i32, String, String) {
    let mut command = sandbox.command(env!("CARGO_BIN_EXE_gatelog"), "main");
    let output = command.args(arguments).output().expect("the program was built");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().expect("it ends by itself"), text(&output.stdout), text(&output.stderr))
}

/// Runs `gatelog init`, which must do it.
fn init(sandbox: &Sandbox, arguments: &[&str]) -> String {
    let (status, out, err) = gatelog(sandbox, &[&["init"], arguments].concat());
    assert_eq!((status, err.as_str()), (0, ""), "{out}");
    out
}

fn bare() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.tree("main", &[("README.md", "# Read\n"), ("src/a.rs", "\n")]);
    sandbox
}

fn text(sandbox: &Sandbox, file: &str) -> String {
    fs::read_to_string(sandbox.path("main").join(file)).unwrap_or_else(|cause| format!("{file}: {cause}"))
}

fn exists(sandbox: &Sandbox, file: &str) -> bool {
    sandbox.path("main").join(file).exists()
}

/// The wired command of a client's settings.
fn command(sandbox: &Sandbox, file: &str, event: &str) -> String {
    let settings: Value = serde_json::from_str(&text(sandbox, file)).expect("settings are JSON");
    settings["hooks"][event][0]["hooks"][0]["command"].as_str().expect("it is wired").to_owned()
}

/// X1: a repository without anything is wired for all clients that it knows, and what was wired refuses, below the root too.
#[test]
fn a_repository_is_wired() {
    let sandbox = bare();
    fs::create_dir(sandbox.path("main/.codex")).unwrap();
    fs::create_dir(sandbox.path("main/.gemini")).unwrap();
    let out = init(&sandbox, &[]);
    assert!(out.lines().filter(|line| line.contains("next:") || line.starts_with("      ")).count() <= 6, "{out}");
    let claude: Value = serde_json::from_str(&text(&sandbox, SETTINGS)).unwrap();
    let group = &claude["hooks"]["PreToolUse"][0];
    let matcher = group["matcher"].as_str().unwrap();
    assert!(matcher.starts_with("^(Write|Edit|") && matcher.ends_with("|mcp__.*)$"), "{matcher}");
    assert_eq!((&group["hooks"][0]["timeout"], &group["hooks"][0]["onFailure"]), (&json!(20), &json!("block")));
    let gemini: Value = serde_json::from_str(&text(&sandbox, ".gemini/settings.json")).unwrap();
    assert_eq!(gemini["hooks"]["BeforeTool"][0]["hooks"][0]["timeout"], 20_000);

    let gated = write_call(&sandbox.path("main/.github/workflows/ci.yml").display().to_string(), "on: push\n");
    for (file, event, client) in [
        (SETTINGS, "PreToolUse", "claude"),
        (".gemini/settings.json", "BeforeTool", "gemini"),
        (".codex/hooks.json", "PreToolUse", "codex"),
    ] {
        let line = command(&sandbox, file, event);
        assert_eq!(line.contains(&format!("--client {client}")), client != "claude", "{line}");
        let mut shell = sandbox.command("sh", "main/src");
        shell.args(["-c", &line]);
        let output = sandbox.run(shell, gated.to_string().as_bytes());
        assert!(String::from_utf8_lossy(&output.stdout).contains("repo.pipeline"), "{client}: {output:?}");
        let mut shell = sandbox.command("sh", "main/src");
        shell.args(["-c", &line]);
        let output = sandbox.run(shell, br#"{"tool_name": "Read", "tool_input": {"file_path": "a"}}"#);
        assert!(output.stdout.is_empty() && output.status.success(), "{client}: {output:?}");
    }
}

/// X1: a second run changes nothing and says so; the starter's ledger passes its check once it is committed.
#[test]
fn a_second_run_changes_nothing() {
    let sandbox = bare();
    init(&sandbox, &[]);
    let files = [SETTINGS, POINTS_FILE, LEDGER];
    let before: Vec<String> = files.iter().map(|file| text(&sandbox, file)).collect();
    let out = init(&sandbox, &[]);
    assert!(out.contains("unchanged") && !out.contains("next:"), "{out}");
    assert_eq!(files.iter().map(|file| text(&sandbox, file)).collect::<Vec<_>>(), before);
    assert!(!exists(&sandbox, BACKUP));
    sandbox.commit("main");
    let (status, out, err) = gatelog(&sandbox, &["check", "provenance"]);
    assert_eq!(status, 0, "{out}{err}");
    sandbox.write("main", &[(".github/workflows/ci.yml", "on: push\n")]);
    let (status, out, _) = gatelog(&sandbox, &["check", "provenance"]);
    assert!(status == 1 && out.contains("repo.pipeline"), "the near miss: {out}");
}

/// X1: what stands in a settings file stays byte for byte, its copy is kept once, and undoing gives the old bytes back.
#[test]
fn settings_are_merged_and_given_back() {
    let old = "{\n    \"model\": \"opus\",\n    \"permissions\": { \"allow\": [\"Bash(ls *)\"] }, // mine\n    \"hooks\": {\n        \"Stop\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"say done\"}]}]\n    }\n}\n";
    let sandbox = bare();
    sandbox.write("main", &[(SETTINGS, old)]);
    fs::set_permissions(sandbox.path("main").join(SETTINGS), fs::Permissions::from_mode(0o600)).unwrap();
    init(&sandbox, &["--no-points"]);
    let new = text(&sandbox, SETTINGS);
    for line in old
        .lines()
        .take(3)
        .chain(["        \"Stop\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"say done\"}]}]"])
    {
        assert!(new.contains(line), "{new}");
    }
    assert_eq!(text(&sandbox, BACKUP), old);
    let mode = fs::metadata(sandbox.path("main").join(SETTINGS)).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    assert!(!exists(&sandbox, POINTS_FILE));

    init(&sandbox, &["--undo"]);
    assert_eq!(text(&sandbox, SETTINGS), old);
    assert!(!exists(&sandbox, BACKUP));
    let out = init(&sandbox, &["--undo"]);
    assert!(out.contains("no hook of the guard") && out.contains("nothing to take back"), "{out}");
}

/// X1: what was changed since is left, and said.
#[test]
fn undoing_leaves_what_others_changed() {
    let sandbox = bare();
    sandbox.write("main", &[(SETTINGS, "{\"a\": 1}\n")]);
    init(&sandbox, &[]);
    let wired = text(&sandbox, SETTINGS);
    sandbox.write("main", &[(SETTINGS, &wired.replace("\"a\": 1", "\"a\": 2")), (LEDGER, "# Ours\n")]);
    let out = init(&sandbox, &["--undo"]);
    assert!(out.contains(BACKUP) && out.contains(&format!("{LEDGER}: left")), "{out}");
    let settings: Value = serde_json::from_str(&text(&sandbox, SETTINGS)).unwrap();
    assert_eq!(settings, json!({ "a": 2 }));
    assert!(!exists(&sandbox, POINTS_FILE) && exists(&sandbox, LEDGER));

    let fresh = bare();
    init(&fresh, &[]);
    init(&fresh, &["--undo"]);
    assert!(!exists(&fresh, ".claude") && !exists(&fresh, "docs"), "nothing is left of nothing");
}

/// X1: a repair says what it is, keeps no copy of what was wired, and undoing after it leaves nothing; the ledger of points
/// that stay, stays.
#[test]
fn a_repair_is_taken_back_too() {
    let sandbox = bare();
    let out = init(&sandbox, &["--no-points"]);
    assert!(out.contains("next: commit") && !out.contains("before-gatelog"), "{out}");
    let whole = text(&sandbox, SETTINGS);
    sandbox.write("main", &[(SETTINGS, &whole.replace("^(Write|", "("))]);
    let out = init(&sandbox, &["--no-points"]);
    assert!(out.contains("brought up to date") && !out.contains("before-gatelog"), "{out}");
    assert!(text(&sandbox, SETTINGS) == whole && !exists(&sandbox, BACKUP));
    init(&sandbox, &["--undo"]);
    assert!(!exists(&sandbox, ".claude"), "{}", text(&sandbox, SETTINGS));
    assert_eq!(init(&sandbox, &["--undo"]), "nothing to take back\n");

    sandbox.write("main", &[(SETTINGS, "{\"a\": 1}\n")]);
    let out = init(&sandbox, &[]);
    assert!(out.contains("(not *.before-gatelog)"), "{out}");
    let whole = text(&sandbox, SETTINGS);
    sandbox.write("main", &[(SETTINGS, &whole.replace("^(Write|", "(")), (POINTS_FILE, "{\"points\": []}\n")]);
    init(&sandbox, &[]);
    assert_eq!(text(&sandbox, BACKUP), "{\"a\": 1}\n", "the state before the first wiring");
    let out = init(&sandbox, &["--undo"]);
    assert!(text(&sandbox, SETTINGS) == "{\"a\": 1}\n" && !exists(&sandbox, BACKUP), "{out}");
    assert!(
        exists(&sandbox, POINTS_FILE) && exists(&sandbox, LEDGER) && out.contains(&format!("{LEDGER}: left")),
        "{out}"
    );
}

/// X1: a hook whose arguments stand apart from its program is replaced, and no second one is put beside it.
#[test]
fn arguments_apart_from_the_program_are_replaced() {
    let sandbox = bare();
    let old = json!({ "hooks": { "PreToolUse": [
        { "matcher": "Write", "hooks": [{ "type": "command", "command": "/x/gatelog", "args": ["hook", "--log"] }] },
    ] } });
    sandbox.write("main", &[(SETTINGS, &old.to_string())]);
    init(&sandbox, &["--no-points"]);
    let settings: Value = serde_json::from_str(&text(&sandbox, SETTINGS)).unwrap();
    let groups = settings["hooks"]["PreToolUse"].as_array().unwrap();
    assert_eq!(groups.len(), 1, "{settings}");
    assert!(groups[0]["hooks"][0]["args"].is_null() && !settings.to_string().contains("/x/"), "{settings}");
}

/// X1: an older wiring of the guard is brought up to date, beside other hooks.
#[test]
fn an_older_wiring_is_updated() {
    let sandbox = bare();
    let old = json!({ "hooks": { "PreToolUse": [
        { "matcher": "Bash", "hooks": [{ "type": "command", "command": "lint" }] },
        { "matcher": "Write|Edit", "hooks": [{ "type": "command", "command": "/old/bin/gatelog hook" }] },
    ] } });
    sandbox.write("main", &[(SETTINGS, &old.to_string())]);
    init(&sandbox, &[]);
    let settings: Value = serde_json::from_str(&text(&sandbox, SETTINGS)).unwrap();
    let groups = settings["hooks"]["PreToolUse"].as_array().unwrap();
    assert_eq!(groups.len(), 2, "{settings}");
    assert_eq!(groups[0]["hooks"][0]["command"], "lint");
    assert!(groups[1]["matcher"].as_str().unwrap().contains("Bash"), "{settings}");
    assert!(!settings.to_string().contains("/old/bin"), "{settings}");
}

/// X1: nothing is written where a settings file cannot be read, and where a link leads out of the tree.
#[test]
fn what_cannot_be_done_changes_nothing() {
    let sandbox = bare();
    sandbox.write("main", &[(".gemini/settings.json", "{\n  \"a\": ]\n}\n")]);
    let (status, out, err) = gatelog(&sandbox, &["init"]);
    assert_eq!((status, out.as_str()), (2, ""));
    assert!(err.contains(".gemini/settings.json:2:8"), "{err}");
    assert!(!exists(&sandbox, SETTINGS) && !exists(&sandbox, POINTS_FILE));

    let sandbox = bare();
    fs::create_dir(sandbox.path("main/.claude")).unwrap();
    fs::write(sandbox.path("home/mine.json"), "{}").unwrap();
    symlink(sandbox.path("home/mine.json"), sandbox.path("main").join(SETTINGS)).unwrap();
    let (status, _, err) = gatelog(&sandbox, &["init"]);
    assert!(status == 2 && err.contains("leads out of the work tree"), "{err}");
    assert_eq!(fs::read_to_string(sandbox.path("home/mine.json")).unwrap(), "{}");

    let sandbox = bare();
    sandbox.write("main", &[("conf/claude.json", "{}\n")]);
    fs::create_dir(sandbox.path("main/.claude")).unwrap();
    symlink("../conf/claude.json", sandbox.path("main").join(SETTINGS)).unwrap();
    init(&sandbox, &[]);
    assert!(text(&sandbox, "conf/claude.json").contains("PreToolUse"), "the near miss: a link within the tree");
    assert!(fs::symlink_metadata(sandbox.path("main").join(SETTINGS)).unwrap().is_symlink());

    let plain = Sandbox::new();
    fs::create_dir(plain.path("main")).unwrap();
    let (status, _, err) = gatelog(&plain, &["init"]);
    assert!(status == 2 && err.contains("git init"), "{err}");
}

/// X1: a dry run shows what would change and changes nothing; points that are there are left alone.
#[test]
fn a_dry_run_is_dry() {
    let sandbox = Sandbox::with_points();
    let out = init(&sandbox, &["--dry-run", "--client", "codex"]);
    assert!(out.contains("+++ b/.codex/hooks.json") && out.contains("dry run"), "{out}");
    assert!(!out.contains("settings.json") && !out.contains(LEDGER), "{out}");
    assert!(!exists(&sandbox, ".codex"));
    init(&sandbox, &["--client", "codex"]);
    assert!(exists(&sandbox, ".codex/hooks.json") && !exists(&sandbox, SETTINGS) && !exists(&sandbox, LEDGER));
    let out = init(&sandbox, &["--undo", "--dry-run", "--client", "codex"]);
    assert!(out.contains("+++ /dev/null") && exists(&sandbox, ".codex/hooks.json"), "{out}");
}

//! A throw-away folder with work trees and transcripts, where nothing of the machine shows: home, git's configuration,
//! identity and clock are pinned.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, SystemTime};

use serde_json::{Value, json};

/// The folder; it goes when this is dropped.
pub struct Sandbox {
    folder: tempfile::TempDir,
    root: PathBuf,
}

/// What a run of the hook came to.
#[derive(Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing on standard output.
    Silent,
    /// Refused, and why.
    Deny(String),
    /// Left to the person, and why.
    Ask(String),
    /// Only a remark.
    Remark(String),
}

/// A point that gates `docs/plan.md`, one that gates `notes/**` for one piece of work, and one that gates moves.
pub const POINTS: &str = r#"{"points": [
  {"id": "plan.goal", "asks": "What is the plan for?", "scope": "repository",
   "allowed_provenance": ["human", "provisional", "absent"], "gate_globs": ["docs/plan.md"]},
  {"id": "note.topic", "asks": "What are the notes about?",
   "allowed_provenance": ["human"], "gate_globs": ["notes/**"]},
  {"id": "tree.layout", "asks": "May files move?", "scope": "repository",
   "allowed_provenance": ["human", "provisional"], "gate_renames": true}
]}
"#;

/// Where the points are.
pub const POINTS_FILE: &str = ".claude/elicitation/points.json";

impl Sandbox {
    /// An empty one.
    pub fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let root = folder.path().canonicalize().expect("it was just made");
        fs::create_dir_all(root.join("home")).expect("the folder is ours");
        Self { folder, root }
    }

    /// One with a committed work tree `main` that has [`POINTS`] and a few tracked files.
    pub fn with_points() -> Self {
        let sandbox = Self::new();
        sandbox.tree(
            "main",
            &[(POINTS_FILE, POINTS), ("README.md", "# Read\n"), ("docs/plan.md", "# Plan\n"), ("src/a.rs", "\n")],
        );
        sandbox
    }

    /// A path in the sandbox.
    pub fn path(&self, name: &str) -> PathBuf {
        self.root.join(name)
    }

    /// A path as text.
    pub fn text(&self, name: &str) -> String {
        self.path(name).display().to_string()
    }

    /// Makes a work tree and commits the files.
    pub fn tree(&self, name: &str, files: &[(&str, &str)]) {
        fs::create_dir_all(self.path(name)).expect("the folder is ours");
        self.git(name, &["init", "-q", "-b", "main"]);
        self.write(name, files);
        self.commit(name);
    }

    /// Writes files into a tree, without committing them.
    pub fn write(&self, tree: &str, files: &[(&str, &str)]) {
        for (file, text) in files {
            let path = self.path(tree).join(file);
            fs::create_dir_all(path.parent().expect("a file has a folder")).expect("the folder is ours");
            fs::write(path, text).expect("the folder is ours");
        }
    }

    /// Commits everything in a tree.
    pub fn commit(&self, tree: &str) {
        self.git(tree, &["add", "-A"]);
        self.git(tree, &["commit", "-q", "--allow-empty", "-m", "a commit"]);
    }

    /// Runs git in a tree.
    pub fn git(&self, tree: &str, arguments: &[&str]) {
        let mut git = self.command("git", tree);
        let done = git
            .args(["-c", "user.name=t", "-c", "user.email=t@example.test", "-c", "commit.gpgsign=false"])
            .args(arguments)
            .output();
        let done = done.expect("git runs");
        assert!(done.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&done.stderr));
    }

    /// A command in a tree with nothing of the machine's environment but where programs are.
    pub fn command(&self, program: impl AsRef<std::ffi::OsStr>, tree: &str) -> Command {
        let mut command = Command::new(program);
        command.env_clear().current_dir(self.path(tree));
        command.envs(["PATH", "TMPDIR"].iter().filter_map(|name| Some((name, std::env::var_os(name)?))));
        command.env("HOME", self.path("home")).env("XDG_STATE_HOME", self.path("home/state"));
        command.env("GIT_CONFIG_NOSYSTEM", "1").env("GIT_CONFIG_GLOBAL", "/dev/null").env("NO_COLOR", "1");
        command.env("GIT_AUTHOR_DATE", "2026-01-01T00:00:00Z").env("GIT_COMMITTER_DATE", "2026-01-01T00:00:00Z");
        command
    }

    /// Writes a transcript of entries, old enough that the hook does not wait for more; its path.
    pub fn transcript(&self, entries: &[Value]) -> String {
        let lines: String = entries.iter().map(|entry| format!("{entry}\n")).collect();
        self.raw_transcript(lines.as_bytes())
    }

    /// The same from raw bytes.
    pub fn raw_transcript(&self, bytes: &[u8]) -> String {
        let path = self.path("session.jsonl");
        fs::write(&path, bytes).expect("the folder is ours");
        let file = fs::File::options().write(true).open(&path).expect("just written");
        file.set_modified(SystemTime::now() - Duration::from_secs(3600)).expect("the file is ours");
        path.display().to_string()
    }

    /// Runs a program with a text on standard input.
    pub fn run(&self, mut command: Command, input: &[u8]) -> Output {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let mut stdin = child.stdin.take().expect("it is piped");
        // A program that ends without reading closes the pipe; that is no fault of the test.
        let _ = stdin.write_all(input);
        drop(stdin);
        child.wait_with_output().expect("the program ends")
    }

    /// What a command prints in a folder, as a terminal shows it: both outputs in their order. The shell finds the program by
    /// its name, and nothing of the machine's settings; the sandbox's own folder shows as `/home/ada`, and its tree
    /// `shop` as `/shop`.
    pub fn shell(&self, program: &Path, folder: &Path, command: &str) -> String {
        let programs = program.parent().expect("the program is in a folder");
        let path = std::env::var("PATH").unwrap_or_default();
        let mut shell = self.command("sh", "home");
        for who in ["AUTHOR", "COMMITTER"] {
            shell.env(format!("GIT_{who}_NAME"), "Ada").env(format!("GIT_{who}_EMAIL"), "ada@example.test");
        }
        shell
            .current_dir(folder)
            .env("PATH", format!("{}:{path}", programs.display()))
            .args(["-c", &format!("{{ {command}\n}} 2>&1")]);
        let output = shell.output().expect("a shell runs");
        let text = String::from_utf8_lossy(&output.stdout).replace(&self.text("shop"), "/shop");
        let text = text.replace(&self.root.display().to_string(), "/home/ada");
        with_an_id(&text.replace(&program.display().to_string(), "/usr/local/bin/gatelog"))
    }

    /// Keeps the folder for a look, and says where it is.
    pub fn keep(self) -> PathBuf {
        self.folder.keep()
    }
}

/// Ids are made of values, and a folder that has another name every time is among these.
fn with_an_id(text: &str) -> String {
    let line = |line: &str| match line.strip_prefix("id: ") {
        Some(id) if id.len() == 12 && id.bytes().all(|byte| byte.is_ascii_hexdigit()) => "id: 467a13a41d00".to_owned(),
        _ => line.to_owned(),
    };
    text.lines().map(|one| line(one) + "\n").collect()
}

impl Default for Sandbox {
    fn default() -> Self {
        Self::new()
    }
}

/// A Write of a file.
pub fn write_call(file: &str, content: &str) -> Value {
    json!({ "tool_name": "Write", "tool_input": { "file_path": file, "content": content } })
}

/// A shell command.
pub fn bash_call(command: &str) -> Value {
    json!({ "tool_name": "Bash", "tool_input": { "command": command } })
}

/// An assistant entry that asks one question, with the id in `metadata.source`.
pub fn question(id: &str, point: &str) -> Value {
    let questions = json!([{ "question": "What?", "header": "What", "options": [{ "label": "A", "description": "a" }, { "label": "B", "description": "b" }], "multiSelect": false }]);
    json!({ "type": "assistant", "isSidechain": false, "message": { "id": format!("msg_{id}"), "role": "assistant", "content": [
        { "type": "tool_use", "id": id, "name": "AskUserQuestion", "input": { "questions": questions, "metadata": { "source": point } } }
    ] } })
}

/// The person's answer to such a question.
pub fn answer(id: &str) -> Value {
    json!({ "type": "user", "message": { "role": "user", "content": [{ "type": "tool_result", "tool_use_id": id, "content": "Your questions have been answered: \"What?\"=\"A\"." }] },
        "toolUseResult": { "questions": [], "answers": { "What?": "A" }, "annotations": {} } })
}

/// What the output of the hook says.
///
/// # Panics
/// If it is not what a hook may print.
pub fn verdict(output: &Output) -> Verdict {
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
    if output.stdout.is_empty() {
        return Verdict::Silent;
    }
    let printed: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    let decision = &printed["hookSpecificOutput"];
    let reason = decision["permissionDecisionReason"].as_str().unwrap_or_default().to_owned();
    match decision["permissionDecision"].as_str() {
        Some("deny") => Verdict::Deny(reason),
        Some("ask") => Verdict::Ask(reason),
        _ => Verdict::Remark(printed["systemMessage"].as_str().unwrap_or_default().to_owned()),
    }
}

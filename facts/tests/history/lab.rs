//! Scripted repositories in a temporary folder, with a git of fixed identity.

#![allow(dead_code, reason = "each test program uses a part")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Files whose names and folders are easily taken for each other.
pub(crate) const FILES: [(&str, &str); 5] = [
    ("README.md", "# Shop\n"),
    ("docs/personas.md", "people\n"),
    ("docs/decisions/0001 start.md", "start\n"),
    ("docs.md", "a name between `docs` and `docs/`\n"),
    ("src/[id]/\"q\" żółw.ts", "x\n"),
];

/// A temporary folder with resolved paths.
pub(crate) struct Lab {
    pub(crate) top: PathBuf,
    _folder: tempfile::TempDir,
}

impl Lab {
    pub(crate) fn new() -> Lab {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let top = fs::canonicalize(folder.path()).expect("it exists");
        Lab { top, _folder: folder }
    }

    pub(crate) fn path(&self, name: &str) -> String {
        let path = if name.is_empty() { self.top.clone() } else { self.top.join(name) };
        path.to_str().expect("UTF-8").to_owned()
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.top.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("new");
        fs::write(path, text).expect("new");
    }

    pub(crate) fn remove(&self, name: &str) {
        fs::remove_file(self.top.join(name)).expect("it is there");
    }

    pub(crate) fn link(&self, target: &str, name: &str) {
        std::os::unix::fs::symlink(target, self.top.join(name)).expect("new");
    }

    /// Git's own answer, from a folder of the lab.
    pub(crate) fn git(&self, folder: &str, arguments: &[&str]) -> String {
        let output = self.run(folder, arguments);
        assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("UTF-8")
    }

    /// The same where git may refuse.
    pub(crate) fn run(&self, folder: &str, arguments: &[&str]) -> Output {
        git(&self.top.join(folder), arguments)
    }

    pub(crate) fn init(&self, folder: &str) {
        fs::create_dir_all(self.top.join(folder)).expect("new");
        self.git(folder, &["init", "-q", "-b", "main"]);
    }

    /// A repository with one commit of these files.
    pub(crate) fn repository(&self, folder: &str, files: &[(&str, &str)]) {
        self.init(folder);
        for (name, text) in files {
            self.write(&format!("{folder}/{name}"), text);
        }
        self.commit(folder);
    }

    /// Commits all that lies there, and gives the commit's id.
    pub(crate) fn commit(&self, folder: &str) -> String {
        self.git(folder, &["add", "-A"]);
        self.git(folder, &["commit", "-q", "--allow-empty", "-m", "a commit"]);
        self.id(folder, "HEAD")
    }

    pub(crate) fn id(&self, folder: &str, name: &str) -> String {
        self.git(folder, &["rev-parse", name]).trim().to_owned()
    }

    /// Runs a test of this program again, in the repository `other` and with every variable that git would heed; the test finds
    /// the repository `r` in `GATELOG_TEST_TREE`.
    pub(crate) fn rerun(&self, test: &str, more: &[(&str, String)]) {
        let other = self.path("other/.git");
        let output = Command::new(std::env::current_exe().expect("this test"))
            .args(["--exact", test, "--nocapture"])
            .current_dir(self.top.join("other"))
            .env("GATELOG_TEST_TREE", self.path("r"))
            .env("HOME", "/nonexistent")
            .envs([("GIT_DIR", other.as_str()), ("GIT_COMMON_DIR", &other), ("GIT_WORK_TREE", &self.path("other"))])
            .envs([
                ("GIT_INDEX_FILE", "/nonexistent"),
                ("GIT_OBJECT_DIRECTORY", "/nonexistent"),
                ("GIT_NAMESPACE", "n"),
            ])
            .envs([("GIT_SHALLOW_FILE", "/nonexistent"), ("GIT_CONFIG_GLOBAL", "/nonexistent")])
            .envs([("GIT_CONFIG_COUNT", "1"), ("GIT_CONFIG_VALUE_0", "true")])
            .envs(more.iter().map(|(name, value)| (*name, value.as_str())))
            .output()
            .expect("runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(said.contains("1 passed"), "a test of another name: {said}");
    }
}

fn git(folder: &Path, arguments: &[&str]) -> Output {
    Command::new("git")
        .args(["-c", "protocol.file.allow=always", "-c", "core.quotePath=false"])
        .args(arguments)
        .current_dir(folder)
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .env("HOME", "/nonexistent")
        .envs([("GIT_CONFIG_NOSYSTEM", "1"), ("GIT_CONFIG_GLOBAL", "/dev/null"), ("LC_ALL", "C")])
        .envs([("GIT_AUTHOR_NAME", "A"), ("GIT_AUTHOR_EMAIL", "a@x"), ("GIT_AUTHOR_DATE", "1700000000 +0200")])
        .envs([("GIT_COMMITTER_NAME", "A"), ("GIT_COMMITTER_EMAIL", "a@x"), ("GIT_COMMITTER_DATE", "1700000000 +0200")])
        .output()
        .expect("git runs")
}

//! Shared by the test suites: the workspace's files and the shipped rules.

use std::fs;
use std::path::{Path, PathBuf};

use engine::{Compiled, Loader, Options, Sources};

pub mod markdown;
pub mod oracle;
pub mod sandbox;

/// How many generated programs a property is tried on: `PROPTEST_CASES`, or as many as a usual run has time for.
pub fn cases(usual: u32) -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|number| number.parse().ok()).unwrap_or(usual)
}

/// The workspace's folder.
pub fn root() -> PathBuf {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    tests.parent().expect("the workspace holds this crate").to_path_buf()
}

/// Every file below a folder, sorted.
pub fn walk(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let entries = fs::read_dir(folder).unwrap_or_else(|cause| unreadable(folder, &cause));
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            files.extend(walk(&path));
        } else {
            files.push(path);
        }
    }
    files.sort();
    files
}

#[expect(clippy::panic, reason = "a suite without its files must not pass")]
fn unreadable(folder: &Path, cause: &std::io::Error) -> fs::ReadDir {
    panic!("{} cannot be read: {cause}", folder.display())
}

/// Every Rust file below a folder, sorted.
pub fn rust_sources(folder: &Path) -> Vec<PathBuf> {
    walk(folder).into_iter().filter(|path| path.extension().is_some_and(|extension| extension == "rs")).collect()
}

/// Rule files below `rules/`.
struct Folder(PathBuf);

impl Loader for Folder {
    fn load(&mut self, path: &str) -> Result<String, String> {
        fs::read_to_string(self.0.join(path)).map_err(|cause| cause.to_string())
    }
}

/// The shipped programs: the guard, and the checks.
pub const PROGRAMS: [&str; 2] = ["guard.dl", "checks.dl"];

/// Compiles shipped rule files, by their paths below `rules/`, as one program.
pub fn shipped_rules(files: &[&str], analyse: bool) -> (Sources, Compiled) {
    let mut sources = Sources::new();
    let mut folder = Folder(root().join("rules"));
    let mut roots = Vec::new();
    for file in files {
        let text = folder.load(file).expect("the rule file is there");
        roots.push(sources.add(*file, text));
    }
    let compiled = engine::compile(&mut sources, &roots, &mut folder, &Options { analyse, ..Options::default() });
    (sources, compiled)
}

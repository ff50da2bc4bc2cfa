//! `cargo bench -p tests --bench check`: whole processes, measured in turn, as ratios of medians. `gatelog check provenance`
//! in a repository of 100,000 files and 50,000 commits against `git status` and `git log --name-only` one after the
//! other; once with the layer in the first commit, so that every commit is the adoption's, once near the end.
//! `-- --quick` takes a fiftieth of both.

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use wait4::Wait4;

/// Counted rounds of each command.
const ROUNDS: usize = 5;

/// One point is pending, so that every commit must be looked at for what it gates; nothing wrote that.
const POINTS: &str = r#"{"points": [{"id": "shop.plan", "asks": "What is built?", "scope": "repository", "required": true,
 "allowed_provenance": ["human", "provisional"], "gate_globs": ["docs/plan.md", "docs/decisions/**"]},
 {"id": "shop.audience", "asks": "Who is it for?", "scope": "repository", "required": true,
 "allowed_provenance": ["human", "provisional"], "gate_globs": ["docs/audience.md"]}]}"#;

const LEDGER: &str = "# Answers\n\n| Point | State | Who | When | Landed in | Backlog row |\n|---|---|---|---|---|---|\n\
| shop.plan | human | Ann | 2026-03-14 | docs/plan.md | - |\n\
| shop.audience | pending | - | - | - | - |\n\n\
## Questions this run asked that no point declares\n\nNone.\n";

fn main() {
    let share = if std::env::args().any(|argument| argument == "--quick") { 50 } else { 1 };
    let size = Size { files: 100_000 / share, commits: 50_000 / share };
    println!("{:<44} {:>10} {:>10} {:>6} {:>9}", "check provenance / git", "gatelog", "git", "ratio", "peak");
    for (name, layer) in [("layer in the first commit", 0), ("layer near the end", size.commits - size.commits / 20)] {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let tree = folder.path().canonicalize().expect("it exists").join("shop");
        repository(&tree, &size, layer).expect("there is room");
        row(&format!("{} files, {} commits, {name}", size.files, size.commits), &tree);
    }
}

struct Size {
    files: usize,
    commits: usize,
}

/// A repository whose commits each change two files, every tenth of them a merge; its work tree is checked out.
fn repository(tree: &Path, size: &Size, layer: usize) -> io::Result<()> {
    fs::create_dir_all(tree)?;
    git(tree, &["init", "-q", "-b", "main"]);
    let mut import = Command::new("git");
    import.args(["fast-import", "--quiet"]).current_dir(tree).stdin(Stdio::piped());
    let mut child = import.spawn()?;
    let mut out = BufWriter::new(child.stdin.take().expect("it is piped"));
    for number in 0..size.commits {
        commit(&mut out, number, size.files, number == layer)?;
    }
    out.flush()?;
    drop(out);
    assert!(child.wait()?.success(), "git fast-import");
    git(tree, &["repack", "-adq"]);
    git(tree, &["reset", "-q", "--hard"]);
    // As after some work: the index knows what it has seen.
    git(tree, &["status", "--short"]);
    Ok(())
}

fn commit(out: &mut impl Write, number: usize, files: usize, is_layer: bool) -> io::Result<()> {
    // A merge's second parent is some commits back, as of a short branch.
    let is_merge = number > 20 && number.is_multiple_of(10);
    writeln!(out, "commit refs/heads/main\nmark :{}", number + 1)?;
    writeln!(out, "committer Ann <ann@example.test> {} +0000", 1_600_000_000 + number)?;
    data(out, &format!("commit {number}\n"))?;
    if is_merge {
        writeln!(out, "merge :{}", number - 5)?;
    }
    if number == 0 {
        for file in 0..files {
            write_file(out, &path(file), &format!("file {file}\n"))?;
        }
    } else {
        for turn in [number * 7919, number * 104_729 + 1] {
            write_file(out, &path(turn % files), &format!("file {} in {number}\n", turn % files))?;
        }
    }
    if number.is_multiple_of(500) {
        write_file(out, &format!("docs/decisions/{number}.md"), "decided\n")?;
    }
    if is_layer {
        write_file(out, ".claude/elicitation/points.json", POINTS)?;
        write_file(out, "docs/adoption-provenance.md", LEDGER)?;
        write_file(out, "docs/adoption-intake.md", "# Intake\n")?;
    }
    writeln!(out)
}

/// A hundred files a folder, ten folders a package.
fn path(file: usize) -> String {
    format!("packages/p{}/src{}/file{file}.rs", file / 1000, file / 100 % 10)
}

fn write_file(out: &mut impl Write, path: &str, text: &str) -> io::Result<()> {
    writeln!(out, "M 100644 inline {path}")?;
    data(out, text)
}

fn data(out: &mut impl Write, text: &str) -> io::Result<()> {
    writeln!(out, "data {}\n{text}", text.len())
}

/// Measures both in turn and prints medians, their ratio and the check's peak memory.
fn row(name: &str, tree: &Path) {
    let check = || {
        let mut command = Command::new(gatelog());
        command.args(["check", "provenance"]).current_dir(tree);
        command
    };
    let peer = |arguments: &'static [&'static str]| {
        let mut command = Command::new("git");
        command.args(arguments).current_dir(tree);
        command
    };
    let (mut ours, mut theirs, mut peak) = (Vec::new(), Vec::new(), 0);
    for round in 0..=ROUNDS {
        let (time, memory) = measure(&mut check());
        let status = measure(&mut peer(&["status"])).0;
        let log = measure(&mut peer(&["log", "--name-only"])).0;
        if round > 0 {
            ours.push(time);
            theirs.push(status + log);
            peak = peak.max(memory);
        }
    }
    let (ours, theirs) = (median(ours), median(theirs));
    println!(
        "{name:<44} {:>7.0} ms {:>7.0} ms {:>6.2} {:>6.1} MB",
        ours.as_secs_f64() * 1000.0,
        theirs.as_secs_f64() * 1000.0,
        ours.as_secs_f64() / theirs.as_secs_f64(),
        peak as f64 / 1e6,
    );
}

/// Wall time of a whole process that succeeds, and its peak memory in bytes.
fn measure(command: &mut Command) -> (Duration, u64) {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let start = Instant::now();
    let ended = command.spawn().expect("the command starts").wait4().expect("the child is ours");
    assert!(ended.status.success(), "{command:?}: {}", ended.status);
    (start.elapsed(), ended.rusage.maxrss)
}

fn git(tree: &Path, arguments: &[&str]) {
    let done = Command::new("git").args(arguments).current_dir(tree).stdout(Stdio::null()).status();
    assert!(done.expect("git runs").success(), "git {arguments:?}");
}

/// The release binary beside this one: `cargo build --release -p gatelog` makes it.
fn gatelog() -> PathBuf {
    let beside = std::env::current_exe().expect("this program has a path");
    let release = beside.ancestors().nth(2).expect("target/release/deps/check").join("gatelog");
    assert!(release.exists(), "build it first: cargo build --release -p gatelog");
    release
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

//! `cargo bench -p tests --bench hook`: whole processes, measured in turn, as ratios of medians. `gatelog hook` on a call that
//! no point gates against a process that does nothing; on a gated call over transcripts of 1, 20 and 100 MB against
//! `wc -l` on the same file. `-- --quick` leaves the large ones out.

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant, SystemTime};

use serde_json::json;
use wait4::Wait4;

mod transcripts;

/// Counted rounds of each command.
const ROUNDS: usize = 21;

const POINT: &str = "adopt.personas";

fn main() {
    let quick = std::env::args().any(|argument| argument == "--quick");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let root = folder.path().canonicalize().expect("it exists");
    let bench = Bench::new(&root);
    println!("{:<34} {:>9} {:>9} {:>7} {:>9}", "call", "gatelog", "peer", "ratio", "peak");
    bench.row("not gated / empty process", &bench.payload("src/cart.py", None), &bench.empty());
    for megabytes in if quick { vec![1] } else { vec![1, 20, 100] } {
        for (what, point) in [("asked", Some(POINT)), ("refused", None)] {
            let transcript = bench.transcript(megabytes, point);
            let payload = bench.payload("docs/personas.md", Some(&transcript));
            bench.row(&format!("gated, {what}, {megabytes} MB / wc -l"), &payload, &count_again(&transcript));
        }
    }
}

struct Bench {
    root: PathBuf,
    tree: PathBuf,
}

/// A command that can be started again and again.
type Start = Box<dyn Fn() -> Command>;

impl Bench {
    /// A repository with the example's points, committed.
    fn new(root: &Path) -> Self {
        let tree = root.join("library");
        let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/adoption/repository");
        copy(&example, &tree);
        for arguments in [
            &["init", "-q", "-b", "main"][..],
            &["add", "-A"],
            &["-c", "user.name=t", "-c", "user.email=t@example.test", "commit", "-q", "-m", "start"],
        ] {
            let done = Command::new("git").arg("-C").arg(&tree).args(arguments).status();
            assert!(done.expect("git runs").success(), "git {arguments:?}");
        }
        Self { root: root.to_path_buf(), tree }
    }

    fn empty(&self) -> Start {
        Box::new(|| Command::new(env!("CARGO_BIN_EXE_empty")))
    }

    fn transcript(&self, megabytes: u64, point: Option<&str>) -> PathBuf {
        let path = self.root.join(format!("{megabytes}-{}.jsonl", point.is_some()));
        let mut out = BufWriter::new(File::create(&path).expect("the folder is ours"));
        transcripts::write(&mut out, megabytes * 1_000_000, point).expect("there is room");
        out.flush().expect("there is room");
        // A transcript that changed a moment ago is read on for a second; this one is old.
        let file = File::options().write(true).open(&path).expect("just written");
        file.set_modified(SystemTime::now() - Duration::from_secs(60)).expect("the file is ours");
        path
    }

    fn payload(&self, file: &str, transcript: Option<&Path>) -> String {
        let mut payload = json!({
            "hook_event_name": "PreToolUse",
            "tool_name": "Write",
            "tool_input": { "file_path": self.tree.join(file), "content": "Ann\n" },
        });
        if let (Some(transcript), Some(members)) = (transcript, payload.as_object_mut()) {
            members.insert("transcript_path".to_owned(), json!(transcript));
        }
        payload.to_string()
    }

    /// Measures both in turn and prints medians, their ratio and the guard's peak memory.
    fn row(&self, name: &str, payload: &str, peer: &Start) {
        let mut ours = Vec::new();
        let mut theirs = Vec::new();
        let mut peak = 0;
        for round in 0..=ROUNDS {
            let (time, memory) = measure(&mut self.hook(), payload);
            let (peer_time, _) = measure(&mut peer(), "");
            if round > 0 {
                ours.push(time);
                theirs.push(peer_time);
                peak = peak.max(memory);
            }
        }
        let (ours, theirs) = (median(ours), median(theirs));
        let milliseconds = |time: Duration| time.as_secs_f64() * 1000.0;
        println!(
            "{name:<34} {:>6.2} ms {:>6.2} ms {:>7.2} {:>6.1} MB",
            milliseconds(ours),
            milliseconds(theirs),
            ours.as_secs_f64() / theirs.as_secs_f64(),
            peak as f64 / 1e6,
        );
    }

    fn hook(&self) -> Command {
        let mut command = Command::new(gatelog());
        command.arg("hook").current_dir(&self.tree).env("XDG_STATE_HOME", self.root.join("state"));
        command
    }
}

fn count_again(file: &Path) -> Start {
    let file = file.to_path_buf();
    Box::new(move || {
        let mut command = Command::new("wc");
        command.arg("-l").arg(&file);
        command
    })
}

/// The release binary beside this one: `cargo build --release -p gatelog` makes it.
fn gatelog() -> PathBuf {
    let beside = std::env::current_exe().expect("this program has a path");
    let release = beside.ancestors().nth(2).expect("target/release/deps/hook").join("gatelog");
    assert!(release.exists(), "build it first: cargo build --release -p gatelog");
    release
}

/// Wall time of a whole process, and its peak memory in bytes.
fn measure(command: &mut Command, input: &str) -> (Duration, u64) {
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let start = Instant::now();
    let mut child = command.spawn().expect("the command starts");
    let mut stdin = child.stdin.take().expect("it is piped");
    // A process that ends without reading closes the pipe; that is no fault.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    let ended = child.wait4().expect("the child is ours");
    (start.elapsed(), ended.rusage.maxrss)
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("the folder is ours");
    for entry in fs::read_dir(from).expect("the example is there") {
        let path = entry.expect("it can be read").path();
        let target = to.join(path.file_name().expect("an entry has a name"));
        if path.is_dir() {
            copy(&path, &target);
        } else {
            fs::copy(&path, &target).expect("there is room");
        }
    }
}

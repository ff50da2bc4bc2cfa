//! `gatelog replay`: feeds every write and move of recorded sessions to the guard, with the transcript as it stood before
//! that call. It measures: what was stopped is no failure.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;

use clap::{Args, ValueEnum};
use engine::Program;
use facts::evidence::Call;
use facts::payload::Payload;
use facts::transcript;
use facts::world::Recorded;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rayon::prelude::*;

use crate::exit::Exit;
use crate::judge;
use crate::judgement::{Judgement, REPORT};
use crate::refusal;
use crate::rule_set::{self, Keys};
use crate::{layout, print};

mod report;

/// Recorded sessions past the guard.
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  gatelog replay examples/adoption/sessions --points examples/adoption/repository/.claude/elicitation/points.json"
)]
pub(crate) struct ReplayArgs {
    /// Transcripts, or folders of them (`*.jsonl`, searched in depth)
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// The points file in force; that of the current work tree if left out
    #[arg(long, value_name = "FILE")]
    points: Option<PathBuf>,
    /// How to print
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Human,
    /// For machines, versioned
    Json,
}

/// A replayed session.
pub(crate) struct Session {
    transcript: PathBuf,
    calls: Vec<Judged>,
    /// Lines that could not be read.
    damaged: usize,
}

/// A call of a session that writes or moves something.
pub(crate) struct Judged {
    line: u64,
    tool: String,
    paths: Vec<String>,
    stopped: bool,
    /// Which rules stopped it, or what let it through; each with its subject: a point, or one of the paths.
    because: Vec<(String, String)>,
    reason: String,
}

impl Judged {
    /// What stopped it or let it through, each once.
    fn by(&self) -> Vec<&str> {
        let mut by: Vec<&str> = self.because.iter().map(|(by, _)| by.as_str()).collect();
        by.dedup();
        by
    }

    /// The points among the subjects, each once.
    fn points(&self) -> Vec<&str> {
        let subjects = self.because.iter().map(|(_, subject)| subject.as_str());
        let mut points: Vec<&str> = subjects.filter(|subject| !self.paths.iter().any(|path| path == subject)).collect();
        points.sort_unstable();
        points.dedup();
        points
    }
}

impl Session {
    fn stopped(&self) -> usize {
        self.calls.iter().filter(|call| call.stopped).count()
    }

    fn through(&self) -> usize {
        self.calls.len() - self.stopped()
    }
}

/// Replays and reports.
pub(crate) fn run(args: &ReplayArgs) -> ExitCode {
    match replay(args) {
        Ok(sessions) => {
            match args.format {
                Format::Human => print::text(&report::human(&sessions)),
                Format::Json => print::line(&report::json(&sessions).to_string()),
            }
            Exit::Pass.into()
        }
        Err(reasons) => {
            for reason in reasons {
                print::complaint(&format!("gatelog: {reason}"));
            }
            Exit::Unmade.into()
        }
    }
}

/// The sessions in the order of the arguments; or every reason why one cannot be replayed.
fn replay(args: &ReplayArgs) -> Result<Vec<Session>, Vec<String>> {
    let working = rule_set::shipped_guard().map_err(|finding| vec![finding.text])?;
    let rules = Keys { working, head: None };
    let program = &rules.working.program;
    let layer = layout::texts(program, "layer_points");
    let layer = layer.first().ok_or_else(|| vec!["the rules name no points file".to_owned()])?;
    let points = read_points(args, program).map_err(|reason| vec![reason])?;
    let files = transcripts(&args.paths)?;
    let progress = progress(files.len());
    let replayed: Vec<Result<Session, String>> = files
        .par_iter()
        .map(|file| {
            let session = session(file, &rules, layer, &points);
            progress.inc(1);
            session
        })
        .collect();
    progress.finish_and_clear();
    let mut sessions = Vec::new();
    let mut reasons = Vec::new();
    for result in replayed {
        match result {
            Ok(session) => sessions.push(session),
            Err(reason) => reasons.push(reason),
        }
    }
    if reasons.is_empty() { Ok(sessions) } else { Err(reasons) }
}

fn read_points(args: &ReplayArgs, program: &Program) -> Result<Vec<u8>, String> {
    let file = match &args.points {
        Some(file) => file.clone(),
        None => layout::nearest_points(program)
            .ok_or("no points file above the current directory; name one with --points FILE")?,
    };
    let bytes =
        fs::read(&file).map_err(|cause| format!("the points file {} cannot be read: {cause}", file.display()))?;
    match facts::point::read(&bytes) {
        Ok(_) => Ok(bytes),
        Err(fault) => Err(format!("{}:{}:{}: {}", file.display(), fault.line, fault.column, fault.message)),
    }
}

/// Every `*.jsonl` at or below the paths, sorted within each.
fn transcripts(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Vec<String>> {
    let mut files = Vec::new();
    let mut reasons = Vec::new();
    for path in paths {
        let before = files.len();
        match fs::metadata(path) {
            Ok(about) if about.is_dir() => collect(path, &mut files, &mut reasons),
            Ok(_) => files.push(path.clone()),
            Err(cause) => reasons.push(format!("{} cannot be read: {cause}", path.display())),
        }
        if files.len() == before && reasons.is_empty() {
            reasons.push(format!("{} holds no transcript (*.jsonl)", path.display()));
        }
    }
    if reasons.is_empty() { Ok(files) } else { Err(reasons) }
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>, reasons: &mut Vec<String>) {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(cause) => return reasons.push(format!("{} cannot be read: {cause}", folder.display())),
    };
    let mut entries: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    entries.sort();
    for path in entries {
        // A link to a folder is not followed: it could lead back here.
        if path.is_dir() && !path.is_symlink() {
            collect(&path, files, reasons);
        } else if path.extension().is_some_and(|extension| extension == "jsonl") {
            files.push(path);
        }
    }
}

/// A bar on standard error, where that is a terminal.
fn progress(sessions: usize) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(sessions as u64), ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} sessions, {eta} left") {
        bar.set_style(style);
    }
    bar
}

/// Replays one session.
fn session(file: &Path, rules: &Keys, layer: &str, points: &[u8]) -> Result<Session, String> {
    let recording = transcript::read_recording(file).map_err(|error| error.to_string())?;
    let transcript = Rc::new(recording.transcript);
    let points: Rc<[u8]> = points.into();
    let mut calls = Vec::new();
    for recorded in &recording.calls {
        let mut world = Recorded::new(layer, &points, &transcript, recorded);
        let fields = vec![("transcript_path".to_owned(), file.display().to_string())];
        let call = Call {
            payload: Ok(Payload::of(&recorded.tool, fields, recorded.input.clone())),
            directory: recorded.cwd.clone().unwrap_or_else(|| "/".to_owned()),
            program: None,
            state: None,
        };
        let judgement = match judge::decide(rules, &REPORT, &call, &mut world, |_, _| ()) {
            Ok((judgement, ())) => judgement,
            Err(finding) => Judgement::refused(finding),
        };
        calls.extend(judged(recorded.place.line, &recorded.tool, judgement));
    }
    Ok(Session { transcript: file.to_path_buf(), calls, damaged: transcript.damaged.len() })
}

/// The report on a call; none where it writes and moves nothing.
fn judged(line: u64, tool: &str, judgement: Judgement) -> Option<Judged> {
    if judgement.deny.is_empty() && judgement.touches.is_empty() {
        return None;
    }
    let stopped = !judgement.deny.is_empty();
    let mut because: Vec<(String, String)> = match stopped {
        true => judgement.deny.iter().map(|denial| (denial.rule.clone(), denial.subject.clone())).collect(),
        false => judgement.through,
    };
    because.sort();
    because.dedup();
    Some(Judged {
        line,
        tool: tool.to_owned(),
        paths: judgement.touches,
        stopped,
        because,
        reason: refusal::text(&judgement.deny, &judgement.advice),
    })
}

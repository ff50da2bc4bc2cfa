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
use facts::transcript::{self, Answer, Transcript};
use facts::world::Recorded;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rayon::prelude::*;

use crate::exit::Exit;
use crate::judge::{self, Case};
use crate::judgement::{Judgement, REPORT};
use crate::proofs::{Asked, Proved};
use crate::refusal;
use crate::rule_set::{self, Keys};
use crate::{layout, print};

mod report;
mod timeline;

/// Recorded sessions past the guard.
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  gatelog replay examples/adoption/sessions --points examples/adoption/repository/.claude/elicitation/points.json\n  gatelog replay ~/.claude/projects --html timeline.html"
)]
pub(crate) struct ReplayArgs {
    /// Transcripts, or folders of them (`*.jsonl`, searched in depth)
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// The points file in force; that of the current work tree if left out
    #[arg(long, value_name = "FILE")]
    points: Option<PathBuf>,
    /// A folder of rule files that are added to the shipped ones, as `.gatelog/rules` would be; may be given several times
    #[arg(long, value_name = "DIR")]
    rules: Vec<PathBuf>,
    /// How to print
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    /// Also write a page for a browser: each session as a timeline, each verdict with its proof
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
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
    /// What else happened, where a page wants it.
    around: Vec<Around>,
    /// Lines that could not be read.
    damaged: usize,
}

/// A call of a session that writes or moves something.
pub(crate) struct Judged {
    line: u64,
    tool: String,
    paths: Vec<String>,
    /// What the call says where it touches no path: its command, or its first text.
    words: String,
    stopped: bool,
    /// Which rules stopped it, or what let it through; each with its subject: a point, or one of the paths.
    because: Vec<(String, String)>,
    reason: String,
    /// Why, where a page wants it.
    proofs: Vec<Result<Proved, String>>,
}

/// What happens around the calls.
pub(crate) enum Around {
    /// The person typed something.
    Said { line: u64, text: String },
    /// A question was put; the answers are what the transcript records, each where it stands.
    Asked { line: u64, header: String, text: String, answers: Vec<(u64, String)> },
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
            if let Some(file) = &args.html
                && let Err(cause) = fs::write(file, timeline::page(&sessions))
            {
                print::complaint(&format!("gatelog: {} cannot be written: {cause}", file.display()));
                return Exit::Unmade.into();
            }
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
    let working = rule_set::shipped_guard_with(&args.rules).map_err(|reason| vec![reason])?;
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
            let session = session(file, &rules, layer, &points, args.html.is_some());
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
fn session(file: &Path, rules: &Keys, layer: &str, points: &[u8], for_page: bool) -> Result<Session, String> {
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
            options: Vec::new(),
        };
        let decided = judge::decide(rules, &REPORT, &call, &mut world, |judgement, cases| match for_page {
            true => proofs(judgement, cases),
            false => Vec::new(),
        });
        let (judgement, proofs) = decided.unwrap_or_else(|finding| (Judgement::refused(finding), Vec::new()));
        let words = call.payload.as_ref().ok().and_then(|payload| payload.texts.first()).map(|(_, text)| text.as_str());
        calls.extend(judged(recorded, words.unwrap_or_default(), judgement, proofs));
    }
    let around = if for_page { around(&transcript) } else { Vec::new() };
    Ok(Session { transcript: file.to_path_buf(), calls, around, damaged: transcript.damaged.len() })
}

/// Facts that a proof on a page may rest on.
const MOST_FACTS: usize = 2_000;

/// Proofs of what stopped a call, or of what let it through.
fn proofs(judgement: &Judgement, cases: Vec<Case<'_>>) -> Vec<Result<Proved, String>> {
    let relation = if judgement.deny.is_empty() { "through" } else { "deny" };
    let mut proofs = Vec::new();
    for mut asked in cases.into_iter().map(Asked::from) {
        for row in asked.rows(relation) {
            proofs.push(asked.prove(row).and_then(|proof| asked.document(&proof, MOST_FACTS)));
        }
    }
    proofs
}

/// What the person said and was asked, in the order of the file.
fn around(transcript: &Transcript) -> Vec<Around> {
    let said = transcript.said.iter().map(|said| Around::Said { line: said.place.line, text: said.text.clone() });
    let asked = transcript.questions.iter().map(|question| {
        let of = |answer: &&Answer| answer.use_id == question.use_id && answer.question == question.text;
        let answers = transcript.answers.iter().filter(of);
        Around::Asked {
            line: question.place.line,
            header: question.header.clone(),
            text: question.text.clone(),
            answers: answers.map(|answer| (answer.place.line, answer.value.clone())).collect(),
        }
    });
    said.chain(asked).collect()
}

/// The report on a call; none where it writes and moves nothing.
fn judged(
    recorded: &transcript::Call,
    words: &str,
    judgement: Judgement,
    proofs: Vec<Result<Proved, String>>,
) -> Option<Judged> {
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
        line: recorded.place.line,
        tool: recorded.tool.clone(),
        words: words.to_owned(),
        paths: judgement.touches,
        stopped,
        because,
        reason: refusal::text(&judgement.deny, &judgement.advice),
        proofs,
    })
}

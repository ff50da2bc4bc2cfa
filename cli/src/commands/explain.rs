//! `gatelog explain`: why a call is refused or passes, why something holds or does not, what a logged decision rested on.
//! A reader can rely on: it decides by the function by which the hook decides, and prints proofs as they are kept.

use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, ValueEnum};

use crate::checks::CheckOptions;
use crate::exit::Exit;
use crate::proofs::Proved;
use crate::{judge, print};

mod absence;
mod ask;
mod checked;
mod dot;
pub(crate) mod html;
mod json;
mod kept;
mod mermaid;
mod text;
mod verify;

/// Why a call is refused, why something holds, or does not.
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  gatelog explain < payload.json\n  gatelog explain 1a2b3c4d5e6f\n  gatelog explain 'deny(_, \"adopt.personas\", _)' < payload.json\n  gatelog explain --why-not 'fired(\"adopt.personas\")' < payload.json\n  gatelog explain --format json < payload.json | gatelog explain --verify -\n  gatelog explain --check provenance 'violation(_, \"adopt.personas\", _)'"
)]
pub(crate) struct ExplainArgs {
    /// The id of a logged decision (12 digits or more), or an atom that holds: for the call on standard input, or for the check
    #[arg(value_name = "ID|ATOM", conflicts_with_all = ["why_not", "verify"])]
    what: Option<String>,
    /// An atom that does not hold for the call on standard input
    #[arg(long, value_name = "ATOM", conflicts_with = "verify")]
    why_not: Option<String>,
    /// Ask about a check of this work tree instead of a call: why an atom holds (its violations, if none is given)
    #[arg(long, value_name = "NAME", conflicts_with = "verify")]
    check: Option<String>,
    #[command(flatten)]
    options: CheckOptions,
    /// Check the proofs of a JSON explanation instead; `-` for standard input
    #[arg(long, value_name = "FILE")]
    verify: Option<PathBuf>,
    /// How to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Levels of a proof, or of an absence, that the text shows
    #[arg(long, value_name = "N", default_value_t = DEPTH)]
    depth: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people: an indented tree
    Text,
    /// For machines, versioned; see docs/explain.md
    Json,
    /// A graph for Graphviz
    Dot,
    /// A graph for Markdown pages
    Mermaid,
    /// A page for a browser, in one file
    Html,
}

/// What was found out, to be printed.
#[derive(Debug, Default)]
struct Explanation {
    /// `refused`, `asked` or `passed`; none where no call was judged.
    verdict: Option<String>,
    /// The check that was asked about; none where it was a call.
    check: Option<String>,
    /// The id of a refusal.
    id: Option<String>,
    /// What the hook says, or whatever else a reader needs first.
    lines: Vec<String>,
    /// What can be done, as lines.
    ways: Vec<String>,
    /// Proofs, or why one is not there.
    proofs: Vec<Result<Proved, String>>,
    /// Why something does not hold, by key.
    absences: Vec<absence::Told>,
}

/// Explains.
pub(crate) fn run(args: &ExplainArgs) -> ExitCode {
    let done = match &args.verify {
        Some(file) => verify::run(file),
        None => explain(args).and_then(|explanation| {
            print::text(&rendered(&explanation, args)?);
            Ok(Exit::Pass)
        }),
    };
    match done {
        Ok(exit) => exit.into(),
        Err(reason) => {
            print::complaint(&format!("gatelog: {reason}"));
            Exit::Unmade.into()
        }
    }
}

fn explain(args: &ExplainArgs) -> Result<Explanation, String> {
    if let Some(name) = &args.check {
        let question = match (&args.what, &args.why_not) {
            (Some(atom), _) => ask::Question::Why(atom),
            (None, Some(atom)) => ask::Question::WhyNot(atom),
            (None, None) => ask::Question::Verdict,
        };
        return judge::on_a_large_stack(|| checked::explanation(name, &args.options, &question, args.depth));
    }
    if !args.options.is_empty() {
        return Err("options of a check need one: `gatelog explain --check NAME …`".to_owned());
    }
    if let Some(id) = args.what.as_deref().filter(|what| is_id(what)) {
        return logged(id);
    }
    if let Some(what) = args.what.as_deref().filter(|what| !what.contains('(')) {
        return Err(format!(
            "`{what}` is neither an id (12 hexadecimal digits or more) nor an atom, such as `fired(_)`"
        ));
    }
    let payload = standard_input()?;
    let question = match (&args.what, &args.why_not) {
        (Some(atom), _) => ask::Question::Why(atom),
        (None, Some(atom)) => ask::Question::WhyNot(atom),
        (None, None) => ask::Question::Verdict,
    };
    judge::on_a_large_stack(|| ask::explanation(&payload, &question, args.depth))
}

/// A logged decision.
fn logged(id: &str) -> Result<Explanation, String> {
    let folder = judge::state_folder().ok_or("there is no home folder, so there is no decision log")?;
    kept::explanation(Path::new(&folder), &id.to_lowercase())
}

/// How deep proofs are shown where nobody says.
const DEPTH: usize = 12;

/// The decision with this id, as text.
///
/// # Errors
/// If the log has no such decision, or it is no id.
pub(crate) fn of_id(id: &str) -> Result<String, String> {
    if !is_id(id) {
        return Err(format!("`{id}` is no id: a refusal's id has 12 hexadecimal digits or more"));
    }
    Ok(text::rendered(&logged(id)?, DEPTH))
}

/// What would become of a call, and why, as text; it is judged as the hook judges it.
///
/// # Errors
/// If the question cannot be answered.
pub(crate) fn of_call(payload: &[u8]) -> Result<String, String> {
    let explained = judge::on_a_large_stack(|| ask::explanation(payload, &ask::Question::Verdict, DEPTH))?;
    Ok(text::rendered(&explained, DEPTH))
}

fn is_id(text: &str) -> bool {
    text.len() >= 12 && text.len() <= 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn standard_input() -> Result<Vec<u8>, String> {
    let mut input = io::stdin().lock();
    if input.is_terminal() {
        return Err("no payload: give one on standard input, `gatelog explain < payload.json`, or an id".to_owned());
    }
    let mut bytes = Vec::new();
    input.read_to_end(&mut bytes).map_err(|cause| format!("standard input cannot be read: {cause}"))?;
    Ok(bytes)
}

fn rendered(explanation: &Explanation, args: &ExplainArgs) -> Result<String, String> {
    let graph = |draw: fn(&[&Proved]) -> String| {
        let proofs: Vec<&Proved> = explanation.proofs.iter().filter_map(|proof| proof.as_ref().ok()).collect();
        match proofs.is_empty() {
            true => Err("there is no proof to draw; `--format text` says more".to_owned()),
            false => Ok(draw(&proofs)),
        }
    };
    match args.format {
        Format::Text => Ok(text::rendered(explanation, args.depth)),
        Format::Json => Ok(format!("{}\n", json::rendered(explanation))),
        Format::Dot => graph(dot::drawn),
        Format::Mermaid => graph(mermaid::drawn),
        Format::Html => Ok(html::rendered(explanation)),
    }
}

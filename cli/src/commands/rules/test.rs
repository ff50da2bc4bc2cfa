//! `gatelog rules test`: runs the cases beside rules, and finds what no case shows. Knows no case format; the engine does.

use std::fs;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use clap::Args;
use engine::casefile::{self, CaseFile};
use engine::{Limits, Options};
use indicatif::ProgressBar;

use super::Format;
use super::files::{self, CASES, Files, Functors};
use super::report::Tally;
use crate::exit::Exit;
use crate::limits::LimitArgs;
use crate::{judge, print};

/// Run the cases in `*.test.dl`.
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  gatelog rules test rules\n  gatelog rules test .gatelog --coverage\n\nBLESS=1 rewrites the expectations of cases that fail.\nLimits left out are those of a call's judgement: 2000000 rows, 100000 rounds, 536870912 bytes, 134217728 steps."
)]
pub(crate) struct TestArgs {
    /// Files or folders; `.gatelog` if left out
    paths: Vec<PathBuf>,
    /// Also leave out each literal of the rules in turn, and name those without which every case comes out the same.
    /// Takes many times as long
    #[arg(long)]
    coverage: bool,
    #[command(flatten)]
    limits: LimitArgs,
    /// How to print
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

/// Runs the cases.
pub(super) fn run(args: &TestArgs) -> Result<Exit, String> {
    let usual = [PathBuf::from(".gatelog")];
    let paths = files::below(if args.paths.is_empty() { &usual } else { &args.paths }, CASES)?;
    // What the hook would not evaluate, no case should need.
    let limits = args.limits.or(&judge::LIMITS);
    let bless = std::env::var_os("BLESS").is_some_and(|value| value == "1");
    let mut tally = Tally::of(paths.len());
    let mut read = Vec::new();
    for path in &paths {
        let name = files::name(path);
        let text = fs::read_to_string(path).map_err(|cause| format!("{name} cannot be read: {cause}"))?;
        match casefile::read_cases(&name, &text) {
            Ok(file) => {
                run_file(path, &file, bless, &limits, &mut tally)?;
                read.push(file);
            }
            Err(fault) => tally.unreadable(&name, &fault),
        }
    }
    if args.coverage {
        cover(&read, &limits, &mut tally);
    }
    print::text(&match args.format {
        Format::Human => tally.text(),
        Format::Json => tally.json(),
    });
    Ok(if tally.failed() == 0 { Exit::Pass } else { Exit::Fail })
}

fn run_file(path: &Path, file: &CaseFile, bless: bool, limits: &Limits, tally: &mut Tally) -> Result<(), String> {
    let cases = casefile::run_cases(file, &mut Files, &mut Functors, &Options::default(), limits);
    let failed = cases.outcomes.iter().any(|outcome| !outcome.differences.is_empty());
    if bless && failed {
        let mut change = files::change(path)?;
        change.after = Some(casefile::bless(file, &cases));
        change.make()?;
    }
    tally.add(file, &cases);
    Ok(())
}

/// Tries literals by the cases beside their file first, which most of them fail at once; then what is left by all.
fn cover(read: &[CaseFile], limits: &Limits, tally: &mut Tally) {
    let bar =
        std::io::stderr().is_terminal().then(|| ProgressBar::new(2 * read.len() as u64).with_message("leaving out"));
    for beside in [true, false] {
        for file in read {
            let own = file.name.strip_suffix(CASES).map(|name| format!("{name}{}", files::RULES));
            let found =
                casefile::coverage(file, &mut Files, &mut Functors, &Options::default(), limits, &mut |place| {
                    let is_own = place.file == file.name || own.as_ref() == Some(&place.file);
                    beside == is_own && tally.is_open(place)
                });
            tally.cover(found);
            bar.iter().for_each(|bar| bar.inc(1));
        }
    }
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
}

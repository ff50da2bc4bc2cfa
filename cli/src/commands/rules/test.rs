//! `gatelog rules test`: runs the cases beside rules. Knows no case format; the engine does.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use engine::Options;
use engine::casefile::{self, CaseFile};

use super::files::{self, CASES, Files, Functors};
use super::report::Tally;
use crate::exit::Exit;
use crate::{judge, print};

/// Run the cases in `*.test.dl`.
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  gatelog rules test rules\n\nBLESS=1 rewrites the expectations of cases that fail.")]
pub(super) struct TestArgs {
    /// Files or folders; `.gatelog` if left out
    paths: Vec<PathBuf>,
}

/// Runs the cases.
pub(super) fn run(args: &TestArgs) -> Result<Exit, String> {
    let usual = [PathBuf::from(".gatelog")];
    let paths = files::below(if args.paths.is_empty() { &usual } else { &args.paths }, CASES)?;
    let bless = std::env::var_os("BLESS").is_some_and(|value| value == "1");
    let mut tally = Tally::default();
    for path in &paths {
        let name = files::name(path);
        let text = fs::read_to_string(path).map_err(|cause| format!("{name} cannot be read: {cause}"))?;
        match casefile::read_cases(&name, &text) {
            Ok(file) => run_file(path, &file, bless, &mut tally)?,
            Err(fault) => tally.unreadable(&name, &fault),
        }
    }
    print::text(&tally.text(paths.len()));
    Ok(if tally.failed == 0 { Exit::Pass } else { Exit::Fail })
}

fn run_file(path: &Path, file: &CaseFile, bless: bool, tally: &mut Tally) -> Result<(), String> {
    let cases = casefile::run_cases(file, &mut Files, &mut Functors, &Options::default(), &judge::LIMITS);
    let failed = cases.outcomes.iter().any(|outcome| !outcome.differences.is_empty());
    if bless && failed {
        let mut change = files::change(path)?;
        change.after = Some(casefile::bless(file, &cases));
        change.make()?;
    }
    tally.add(file, &cases);
    Ok(())
}

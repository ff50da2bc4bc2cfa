//! `gatelog rules fmt`: rule files in the one layout. A reader can rely on: a file is changed whole or not at all, and one
//! that does not read stays as it is. Knows no layout; the engine does.

use std::io::Read;
use std::path::{Path, PathBuf};

use clap::Args;
use engine::Sources;
use engine::diagnostic::Report;
use engine::syntax::format;
use similar::TextDiff;

use super::files::{self, RULES};
use crate::change::Change;
use crate::exit::Exit;
use crate::print;

/// Put rule files into the one layout that all share.
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  gatelog rules fmt\n  gatelog rules fmt --check rules examples\n  gatelog rules fmt - < mine.dl\n\nExit status: with --check, 1 where a file is in another layout; 2 where a file cannot be read, which then stays as it is."
)]
pub(super) struct FmtArgs {
    /// Files or folders (`*.dl` at or below them); `.gatelog` if left out; `-` formats standard input to standard output
    paths: Vec<PathBuf>,
    /// Change nothing; print what would change
    #[arg(long)]
    check: bool,
}

/// Formats.
pub(super) fn run(args: &FmtArgs) -> Result<Exit, String> {
    if args.paths.iter().any(|path| path.as_os_str() == "-") {
        return match args.paths.len() {
            1 => stream(args.check),
            _ => Err("`-` stands alone: standard input is one program".to_owned()),
        };
    }
    let usual = [PathBuf::from(".gatelog")];
    let paths = files::below(if args.paths.is_empty() { &usual } else { &args.paths }, RULES)?;
    let (mut changed, mut faulty) = (0, 0);
    for path in &paths {
        match change(path)? {
            None => faulty += 1,
            Some(change) if !change.is_needed() => {}
            Some(change) => {
                changed += 1;
                if args.check {
                    print::text(&change.diff());
                } else {
                    change.make()?;
                    print::line(&format!("formatted {}", change.file));
                }
            }
        }
    }
    print::line(&summary(paths.len(), changed, faulty, args.check));
    Ok(match (args.check && changed > 0, faulty > 0) {
        (true, _) => Exit::Fail,
        (false, true) => Exit::Unmade,
        (false, false) => Exit::Pass,
    })
}

fn summary(files: usize, changed: usize, faulty: usize, check: bool) -> String {
    let done = if check { "in another layout" } else { "formatted" };
    let left = if faulty > 0 { format!(", {faulty} cannot be read and stay as they are") } else { String::new() };
    format!("{files} files, {changed} {done}{left}")
}

/// The change of a file; none where it has faults, which have been told.
fn change(path: &Path) -> Result<Option<Change>, String> {
    let mut change = files::change(path)?;
    let before = change.before.as_deref().ok_or_else(|| format!("{} is gone", change.file))?;
    change.after = formatted(&change.file, before);
    Ok(change.after.is_some().then_some(change))
}

/// The text in the layout; none where it has faults, which are told.
fn formatted(name: &str, text: &str) -> Option<String> {
    let mut sources = Sources::new();
    let source = sources.add(name, text);
    let mut diagnostics = Vec::new();
    let formatted = format(text, source, &mut diagnostics);
    for diagnostic in &diagnostics {
        print::complaint(print::diagnostic(&Report::new(diagnostic, &sources)).trim_end());
    }
    formatted
}

fn stream(check: bool) -> Result<Exit, String> {
    let mut text = String::new();
    let read = std::io::stdin().read_to_string(&mut text);
    read.map_err(|cause| format!("standard input cannot be read: {cause}"))?;
    let Some(formatted) = formatted("standard input", &text) else {
        return Ok(Exit::Unmade);
    };
    if !check {
        print::text(&formatted);
        return Ok(Exit::Pass);
    }
    let diff = TextDiff::from_lines(&text, &formatted);
    print::text(&diff.unified_diff().header("a/standard input", "b/standard input").to_string());
    Ok(if formatted == text { Exit::Pass } else { Exit::Fail })
}

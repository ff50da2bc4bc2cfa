//! `gatelog rules`: for authors of rules. `check` reads them with every check; `test` runs the cases beside them; `explain` has a page on every
//! code.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Subcommand};
use engine::casefile::{self, CaseFile};
use engine::{Datum, Host, HostError, Loader, Options, Severity, Sink, Value};
use facts::world::{Disk, World};

use crate::exit::Exit;
use crate::{bundled, judge, print, rule_set};

mod explain;
mod report;

/// Work on rules.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  gatelog rules check\n  gatelog rules test .gatelog/rules")]
pub(crate) struct RulesArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Compile rules with every check and print what is wrong, or what an author will want to know
    #[command(
        after_help = "Examples:\n  gatelog rules check\n  gatelog rules check .gatelog/rules/mine.dl\n\nExit status 1 where a file has an error; warnings pass."
    )]
    Check {
        /// Rule files; the rules in force in this work tree if left out
        files: Vec<PathBuf>,
    },
    /// Run the cases in `*.test.dl`
    #[command(
        after_help = "Example:\n  gatelog rules test rules\n\nBLESS=1 rewrites the expectations of cases that fail."
    )]
    Test {
        /// Files or folders; `.gatelog` if left out
        paths: Vec<PathBuf>,
    },
    /// Print the page of a diagnostic's code: what it is, why it is an error, a program that has it and one that has not
    #[command(
        after_help = "Examples:\n  gatelog rules explain ungrounded\n  gatelog rules explain\n\nExit status 2 where there is no such code."
    )]
    Explain {
        /// The code, as it is printed, with or without `gatelog::`; without one, all of them
        code: Option<String>,
    },
}

/// Runs the subcommand.
pub(crate) fn run(args: &RulesArgs) -> ExitCode {
    let ended = match &args.command {
        Command::Check { files } => check(files),
        Command::Test { paths } => test(paths),
        Command::Explain { code } => explain::explain(code.as_deref()),
    };
    match ended {
        Ok(exit) => exit.into(),
        Err(reason) => {
            print::complaint(&format!("gatelog: {reason}"));
            Exit::Unmade.into()
        }
    }
}

fn check(files: &[PathBuf]) -> Result<Exit, String> {
    let programs = if files.is_empty() {
        let directory = judge::directory()?;
        let mut disk = Disk::new(judge::home());
        let tree = disk.owner(&directory)?;
        rule_set::in_force(disk.repositories(), tree.as_deref())?
    } else {
        let roots: Vec<String> = files.iter().map(|file| file.display().to_string().replace('\\', "/")).collect();
        vec![rule_set::compile(&mut Files, &roots, true)]
    };
    let mut said = BTreeSet::new();
    let (mut errors, mut warnings) = (0, 0);
    for (sources, compiled) in &programs {
        for diagnostic in &compiled.diagnostics {
            // A file that is part of both programs has its faults once.
            if !said.insert(diagnostic.line(sources)) {
                continue;
            }
            print::text(&print::diagnostic(&engine::diagnostic::Report::new(diagnostic, sources)));
            match diagnostic.severity {
                Severity::Error => errors += 1,
                Severity::Warning => warnings += 1,
            }
        }
    }
    let sizes: Vec<String> = programs
        .iter()
        .filter_map(|(_, compiled)| compiled.program.as_ref())
        .map(|program| format!("{} rules over {} relations", program.rules.len(), program.relations.len()))
        .collect();
    print::line(&match errors {
        0 => format!(
            "{}, {warnings} warnings",
            sizes.join(" for the hook, ") + if sizes.len() > 1 { " for the checks" } else { "" }
        ),
        _ => format!("{errors} errors, {warnings} warnings"),
    });
    Ok(if errors == 0 { Exit::Pass } else { Exit::Fail })
}

/// Rule files on the disk; `gatelog/…` behind any folder is a shipped one.
struct Files;

impl Loader for Files {
    fn load(&mut self, path: &str) -> Result<String, String> {
        match bundled::text(path) {
            Some(text) => Ok(text.to_owned()),
            None => fs::read_to_string(path).map_err(|cause| cause.to_string()),
        }
    }

    fn canonical(&mut self, path: String) -> String {
        if Path::new(&path).is_file() { path } else { bundled::canonical(path) }
    }
}

fn test(paths: &[PathBuf]) -> Result<Exit, String> {
    let usual = [PathBuf::from(".gatelog")];
    let files = case_files(if paths.is_empty() { &usual } else { paths })?;
    let bless = std::env::var_os("BLESS").is_some_and(|value| value == "1");
    let mut tally = report::Tally::default();
    for path in &files {
        let name = path.display().to_string().replace('\\', "/");
        let text = fs::read_to_string(path).map_err(|cause| format!("{name} cannot be read: {cause}"))?;
        match casefile::read_cases(&name, &text) {
            Ok(file) => run_file(path, &file, bless, &mut tally)?,
            Err(fault) => tally.unreadable(&name, &fault),
        }
    }
    print::text(&tally.text(files.len()));
    Ok(if tally.failed == 0 { Exit::Pass } else { Exit::Fail })
}

fn run_file(path: &Path, file: &CaseFile, bless: bool, tally: &mut report::Tally) -> Result<(), String> {
    let cases = casefile::run_cases(file, &mut Files, &mut Functors, &Options::default(), &judge::LIMITS);
    let failed = cases.outcomes.iter().any(|outcome| !outcome.differences.is_empty());
    if bless && failed {
        let blessed = casefile::bless(file, &cases);
        fs::write(path, blessed).map_err(|cause| format!("{} cannot be written: {cause}", path.display()))?;
    }
    tally.add(file, &cases);
    Ok(())
}

/// Every `*.test.dl` at or below the paths, sorted.
fn case_files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    for path in paths {
        collect(path, &mut files).map_err(|cause| format!("{} cannot be read: {cause}", path.display()))?;
    }
    match files.is_empty() {
        true => {
            let named: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
            Err(format!("there are no cases (*.test.dl) at or below {}; name a file or a folder", named.join(", ")))
        }
        false => Ok(files),
    }
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    if !fs::metadata(path)?.is_dir() {
        files.push(path.to_path_buf());
        return Ok(());
    }
    let mut inner: Vec<PathBuf> = fs::read_dir(path)?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    inner.sort();
    for path in inner {
        let is_case = path.file_name().is_some_and(|name| name.to_string_lossy().ends_with(".test.dl"));
        if path.is_dir() && !path.is_symlink() || is_case {
            collect(&path, files)?;
        }
    }
    Ok(())
}

/// Cases give their evidence as facts; only the functors are the host's.
struct Functors;

impl Host for Functors {
    fn load(&mut self, _: &str, _: &[Datum<'_>], _: &mut dyn Sink) -> Result<(), HostError> {
        Ok(())
    }

    fn call(&mut self, name: &str, arguments: &[Datum<'_>]) -> Result<Value, HostError> {
        facts::evidence::functor(name, arguments)
    }
}

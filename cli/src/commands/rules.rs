//! `gatelog rules`: for authors of rules. One module a subcommand.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Subcommand, ValueEnum};
use engine::{Compiled, Program, Severity, Sources};
use facts::world::{Disk, World};

use crate::exit::Exit;
use crate::{judge, print, rule_set};

mod check;
mod docs;
mod explain;
mod files;
mod fmt;
mod list;
mod report;
pub(crate) mod test;

/// Work on rules.
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  gatelog rules check\n  gatelog rules fmt .gatelog/rules\n  gatelog rules test .gatelog/rules"
)]
pub(crate) struct RulesArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Compile rules with every check and print what is wrong, or what an author will want to know
    Check(check::CheckArgs),
    /// Put rule files into the one layout that all share
    Fmt(fmt::FmtArgs),
    /// List the relations of the rules in force: what each is, what derives it and what reads it
    List(list::ListArgs),
    /// Write the relations and rules of a program as Markdown, from its `///` and `//!` comments
    Docs(docs::DocsArgs),
    /// Run the cases in `*.test.dl`
    Test(test::TestArgs),
    /// Print the page of a diagnostic's code: what it is, why it is an error, a program that has it and one that has not
    #[command(
        after_help = "Examples:\n  gatelog rules explain ungrounded\n  gatelog rules explain\n\nExit status 2 where there is no such code."
    )]
    Explain {
        /// The code, as it is printed, with or without `gatelog::`; without one, all of them
        code: Option<String>,
    },
}

/// How a command for authors prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Human,
    /// For machines, versioned; see docs/rules.md
    Json,
}

/// Runs the subcommand.
pub(crate) fn run(args: &RulesArgs) -> ExitCode {
    // Expressions and groups of a rule nest.
    let ended = judge::on_a_large_stack(|| match &args.command {
        Command::Check(args) => check::run(args),
        Command::Fmt(args) => fmt::run(args),
        Command::List(args) => list::run(args),
        Command::Docs(args) => docs::run(args),
        Command::Test(args) => test::run(args),
        Command::Explain { code } => explain::explain(code.as_deref()),
    });
    match ended {
        Ok(exit) => exit.into(),
        Err(reason) => {
            print::complaint(&format!("gatelog: {reason}"));
            Exit::Unmade.into()
        }
    }
}

/// The programs that files are, compiled with every check: the named files as one, or those in force in this work tree.
fn programs(files: &[PathBuf]) -> Result<Vec<(Sources, Compiled)>, String> {
    if files.is_empty() {
        let directory = judge::directory()?;
        let mut disk = Disk::new(judge::home());
        let tree = disk.owner(&directory)?;
        return rule_set::in_force(disk.repositories(), tree.as_deref());
    }
    let roots: Vec<String> = files.iter().map(|file| files::name(file)).collect();
    Ok(vec![rule_set::compile(&mut files::Files, &roots, true)])
}

/// The programs alone.
///
/// # Errors
/// The first faults, by line, where a program has any.
fn checked(programs: Vec<(Sources, Compiled)>) -> Result<Vec<(Sources, Program)>, String> {
    let one = |(sources, compiled): (Sources, Compiled)| {
        let errors = compiled.diagnostics.iter().filter(|found| found.severity == Severity::Error);
        let lines: Vec<String> = errors.take(5).map(|found| found.line(&sources)).collect();
        match compiled.program {
            Some(program) if lines.is_empty() => Ok((sources, program)),
            _ => Err(format!("the rules have errors; `gatelog rules check` shows them\n{}", lines.join("\n"))),
        }
    };
    programs.into_iter().map(one).collect()
}

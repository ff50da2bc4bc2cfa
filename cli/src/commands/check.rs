//! `gatelog check`: what the rules say about the state of a repository. Reports what they derive; decides nothing.

use std::collections::BTreeSet;
use std::io::IsTerminal;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, ValueEnum};
use indicatif::ProgressBar;

use crate::checks::{CheckOptions, Checks};
use crate::exit::Exit;
use crate::{judge, print};

mod github;
mod human;
mod json;
mod junit;
pub(crate) mod make;
pub(crate) mod report;
mod sarif;

use report::Report;

/// Checks of a repository.
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  gatelog check\n  gatelog check provenance --ledger docs/answers.md\n  gatelog check session --transcript session.jsonl --format json\n  gatelog check dialogue --transcript session.jsonl --draft docs/spec.md --since main\n\nExit status: 0 the checks pass, 1 one fails, 2 one could not be made and none fails."
)]
pub(crate) struct CheckArgs {
    /// Checks to make: provenance, points, session, dialogue, claims, or one that the repository's rules add; all that have
    /// something to look at if left out
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    #[command(flatten)]
    options: CheckOptions,
    /// How to print
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

/// How reports are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Human,
    /// For machines, versioned; see docs/checks.md
    Json,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// Annotations of GitHub Actions
    Github,
    /// JUnit XML, for test reports
    Junit,
}

/// Makes the checks and prints their reports.
pub(crate) fn run(args: &CheckArgs) -> ExitCode {
    let spinner = (std::io::stderr().is_terminal()).then(|| {
        let spinner = ProgressBar::new_spinner().with_message("checking");
        spinner.enable_steady_tick(Duration::from_millis(120));
        spinner
    });
    let made = judge::on_a_large_stack(|| reports(&args.names, &args.options));
    if let Some(spinner) = spinner {
        spinner.finish_and_clear();
    }
    match made {
        Ok((tree, reports)) => printed(&tree, &reports, args.names.len() == 1, args.format).into(),
        Err(reason) => {
            print::complaint(&format!("gatelog: {reason}"));
            Exit::Unmade.into()
        }
    }
}

/// Makes one check and prints its report.
pub(crate) fn show(checks: &mut Checks, name: &str, format: Format) -> Exit {
    let report = make::report(checks, name);
    printed(&checks.tree, &[report], true, format)
}

/// Prints reports; `alone` is one that was named alone.
fn printed(tree: &str, reports: &[Report], alone: bool, format: Format) -> Exit {
    print::text(&rendered(tree, reports, alone, format));
    report::exit(reports)
}

/// Reports in a format.
pub(crate) fn rendered(tree: &str, reports: &[Report], alone: bool, format: Format) -> String {
    match format {
        Format::Human => human::rendered(tree, reports),
        Format::Json => json::rendered(reports, alone),
        Format::Sarif => sarif::rendered(reports),
        Format::Github => github::rendered(reports),
        Format::Junit => junit::rendered(reports),
    }
}

/// The reports of some checks as JSON; of all that have something to look at where none is named.
///
/// # Errors
/// If a name is not known, or nothing can be checked.
pub(crate) fn as_json(names: &[String], options: &CheckOptions) -> Result<String, String> {
    let (_, reports) = judge::on_a_large_stack(|| reports(names, options))?;
    Ok(json::rendered(&reports, names.len() == 1))
}

fn reports(names: &[String], options: &CheckOptions) -> Result<(String, Vec<Report>), String> {
    let mut checks = Checks::new(options)?;
    let mut names = names.to_vec();
    match names.is_empty() {
        true => names = checks.that_apply()?,
        false => checks.all_known(&names)?,
    }
    if names.is_empty() {
        return Err(format!(
            "no check has anything to look at in {}; name one to make it all the same: {}",
            checks.tree,
            checks.known().join(", ")
        ));
    }
    let mut seen = BTreeSet::new();
    names.retain(|name| seen.insert(name.clone()));
    let reports = names.iter().map(|name| make::report(&mut checks, name)).collect();
    Ok((checks.tree, reports))
}

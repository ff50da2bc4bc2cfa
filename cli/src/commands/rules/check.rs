//! `gatelog rules check`: what is wrong with rules, and what an author will want to know. Finds nothing itself.

use std::collections::BTreeSet;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use engine::diagnostic::Report as Picture;
use engine::{Compiled, Diagnostic, Severity, Sources};

use super::programs;
use crate::commands::check::report::{Finding, Place, Report};
use crate::commands::check::{self, Format};
use crate::exit::Exit;
use crate::print;

/// Compile rules with every check.
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  gatelog rules check\n  gatelog rules check .gatelog/rules/mine.dl\n  gatelog rules check --deny warnings --format github\n\nExit status 1 where a file has an error; warnings pass unless they are denied."
)]
pub(super) struct CheckArgs {
    /// Rule files; the rules in force in this work tree if left out
    files: Vec<PathBuf>,
    /// What fails besides errors
    #[arg(long, value_enum, value_name = "WHAT")]
    deny: Option<Deny>,
    /// How to print
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

/// What fails besides errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Deny {
    /// Every warning
    Warnings,
}

/// Compiles and prints.
pub(super) fn run(args: &CheckArgs) -> Result<Exit, String> {
    let programs = programs(&args.files)?;
    let found = diagnostics(&programs);
    let errors = found.iter().filter(|(_, found)| found.severity == Severity::Error).count();
    let warnings = found.len() - errors;
    match args.format {
        Format::Human => human(&programs, &found, errors, warnings),
        format => print::text(&check::rendered("", &[report(&found, args.deny)], true, format)),
    }
    let denied = args.deny == Some(Deny::Warnings) && warnings > 0;
    Ok(if errors == 0 && !denied { Exit::Pass } else { Exit::Fail })
}

/// Every diagnostic once: a file that is part of both programs has its faults once.
fn diagnostics(programs: &[(Sources, Compiled)]) -> Vec<(&Sources, &Diagnostic)> {
    let mut said = BTreeSet::new();
    let all =
        programs.iter().flat_map(|(sources, compiled)| compiled.diagnostics.iter().map(move |one| (sources, one)));
    all.filter(|(sources, one)| said.insert(one.line(sources))).collect()
}

fn human(programs: &[(Sources, Compiled)], found: &[(&Sources, &Diagnostic)], errors: usize, warnings: usize) {
    for (sources, diagnostic) in found {
        print::text(&print::diagnostic(&Picture::new(diagnostic, sources)));
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
}

/// The diagnostics in the form of a check's report: errors, and warnings that are denied, are its violations.
fn report(found: &[(&Sources, &Diagnostic)], deny: Option<Deny>) -> Report {
    let mut report = Report { check: "rules".to_owned(), ..Report::default() };
    for (sources, diagnostic) in found {
        let place = diagnostic.span().map(|span| {
            let position = sources.position(span);
            let file = sources.get(span.source).map_or_else(String::new, |source| source.name.to_string());
            Place { file, line: position.line.into(), column: position.column.into() }
        });
        let help = diagnostic.help.as_ref().map(|help| format!(" (help: {help})")).unwrap_or_default();
        let finding = Finding {
            subject: place.as_ref().map_or_else(String::new, |place| place.file.clone()),
            place,
            rule: diagnostic.code.to_owned(),
            message: format!("{}{help}", diagnostic.message),
            proof: String::new(),
        };
        match (diagnostic.severity, deny) {
            (Severity::Warning, None) => report.warnings.push(finding),
            (Severity::Error, _) | (Severity::Warning, Some(Deny::Warnings)) => report.violations.push(finding),
        }
    }
    report
}

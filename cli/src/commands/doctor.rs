//! `gatelog doctor`: tries the wiring and reports what the check `doctor` makes of it. Which hooks are tried, with which
//! calls, and what a result means is the rules' business; here the calls are made.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use engine::{Severity, Value};
use facts::evidence::{ClientVersion, ProgramInstead, RuleFault};
use facts::world::Disk;

use crate::bundled;
use crate::checks::{CheckOptions, Checks};
use crate::client::Client;
use crate::commands::check::{self, Format};
use crate::exit::Exit;
use crate::{judge, layout, print, rule_set, wiring};

mod attempt;
mod probe;
mod verdict;

use probe::ProbeCall;

/// The check.
pub(crate) const CHECK: &str = "doctor";

/// The relation of calls to try.
const CALLS: &str = "probe_call";

/// The words of hooks whose arguments stand apart from their program.
const WORDS: &str = "probe_word";

/// How long a client may take to say its version.
const VERSION_TIME: Duration = Duration::from_secs(5);

/// Trial of the wiring.
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  gatelog doctor\n  gatelog doctor --client codex\n  gatelog doctor --format json\n\nExit status: 0 the guard is wired and refuses, 1 protection is reduced, 2 it could not be found out."
)]
pub(crate) struct DoctorArgs {
    /// A client that shall be guarded; may be given several times. Those that are wired or have a folder here, if left out
    #[arg(long, value_enum, value_name = "CLIENT")]
    client: Vec<Client>,
    /// How to print
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

/// Tries the wiring of the work tree of the current directory, and prints the report.
pub(crate) fn run(args: &DoctorArgs) -> ExitCode {
    let made = judge::on_a_large_stack(|| {
        let mut checks = tried(&args.client)?;
        Ok(check::show(&mut checks, CHECK, args.format))
    });
    match made {
        Ok(exit) => exit.into(),
        Err(reason) => {
            print::complaint(&format!("gatelog: {reason}"));
            Exit::Unmade.into()
        }
    }
}

/// The checks, with what came of trying the hooks; `clients` are those that shall be guarded, if any is named.
///
/// # Errors
/// If the rules stop, or a path is no text.
pub(crate) fn tried(clients: &[Client]) -> Result<Checks, String> {
    let mut checks = Checks::even_if_broken(&CheckOptions::default())?;
    for &client in clients {
        checks.give("client", wiring::name(client));
    }
    checks.probes.home = judge::home();
    checks.probes.rule_faults = rule_faults(&checks.tree);
    checks.probes.versions = versions(&checks);
    // Rules that cannot be read are a fault above.
    checks.probes.watched = wiring::watched(&mut Disk::new(judge::home()), Some(&checks.tree)).unwrap_or_default();
    let variables = layout::rows(&checks.rules.program, "project_variable");
    let calls = calls(&mut checks)?;
    let tree = checks.tree.clone();
    checks.probes.instead = calls.iter().filter_map(instead).collect();
    checks.probes.results = calls.iter().map(|call| probe::result(call, &tree, &variables)).collect();
    Ok(checks)
}

/// The calls that the rules want tried.
fn calls(checks: &mut Checks) -> Result<Vec<ProbeCall>, String> {
    let case = checks.case(CHECK, &[CALLS, WORDS])?;
    let mut words: Vec<Vec<Value>> = case.model.rows(WORDS).collect();
    words.sort_by_key(|row| match row.get(4) {
        Some(Value::Number(n)) => *n,
        _ => 0,
    });
    let mut calls: Vec<ProbeCall> = case.model.rows(CALLS).filter_map(|row| call(&row, &words)).collect();
    calls.sort();
    Ok(calls)
}

/// A row of a call, with those of the `words` that are its hook's.
fn call(row: &[Value], words: &[Vec<Value>]) -> Option<ProbeCall> {
    let of = |row: &[Value], at: usize| match row.get(at) {
        Some(Value::Symbol(text)) => Some(text.clone()),
        _ => None,
    };
    let text = |at: usize| of(row, at);
    let own = words.iter().filter(|word| word.get(1..4) == row.get(2..5));
    let seconds = match row.get(11) {
        Some(Value::Number(n)) => u64::try_from(*n).ok()?,
        _ => return None,
    };
    Some(ProbeCall {
        client: text(1)?,
        tree: text(2)?,
        file: text(3)?,
        pointer: text(4)?,
        event: text(5)?,
        command: text(6)?,
        words: own.filter_map(|word| of(word, 5)).collect(),
        name: text(7)?,
        tool: text(8)?,
        place: text(9)?,
        text: text(10)?,
        seconds,
    })
}

/// The program that a call's hook runs in place of the one that it names.
fn instead(call: &ProbeCall) -> Option<ProgramInstead> {
    let program = wiring::command::program(&call.command)?;
    let is_there =
        |path: &Path| path.metadata().is_ok_and(|about| about.is_file() && about.permissions().mode() & 0o111 != 0);
    if is_there(Path::new(&program)) {
        return None;
    }
    let folders = std::env::var_os("PATH")?;
    let found = std::env::split_paths(&folders).map(|folder| folder.join("gatelog")).find(|path| is_there(path))?;
    let (tree, file, pointer) = (call.tree.clone(), call.file.clone(), call.pointer.clone());
    Some(ProgramInstead { tree, file, pointer, program, instead: found.display().to_string() })
}

/// What is wrong with the rules in force. Warnings about shipped files are nobody's here.
fn rule_faults(tree: &str) -> Vec<RuleFault> {
    let mut disk = Disk::new(judge::home());
    let owner = facts::world::World::owner(&mut disk, tree).ok().flatten();
    let programs = match rule_set::in_force(disk.repositories(), owner.as_deref()) {
        Ok(read) => read,
        Err(reason) => {
            let (file, severity) = ("rule files".to_owned(), Severity::Error.to_string());
            return vec![RuleFault { file, line: 0, severity, code: "unreadable".to_owned(), message: reason }];
        }
    };
    let fault = |sources: &engine::Sources, diagnostic: &engine::Diagnostic| {
        let span = diagnostic.span()?;
        let file = sources.get(span.source)?.name.to_string();
        let own = !file.starts_with(bundled::PREFIX);
        let help = diagnostic.help.as_deref().map_or_else(String::new, |help| format!(" ({help})"));
        (own || diagnostic.severity == Severity::Error).then(|| RuleFault {
            file,
            line: i64::from(sources.position(span).line),
            severity: diagnostic.severity.to_string(),
            code: diagnostic.code.to_owned(),
            message: format!("{}{help}", diagnostic.message),
        })
    };
    let of = |(sources, compiled): &(engine::Sources, engine::Compiled)| {
        let faults = compiled.diagnostics.iter().filter_map(|diagnostic| fault(sources, diagnostic));
        faults.collect::<Vec<_>>()
    };
    programs.iter().flat_map(of).collect()
}

/// What the clients in `PATH` say of themselves.
fn versions(checks: &Checks) -> Vec<ClientVersion> {
    let of = |row: Vec<String>| {
        let [client, program] = row.as_slice() else {
            return None;
        };
        let mut command = std::process::Command::new(program);
        command.arg("--version");
        let said = attempt::run(command, b"", VERSION_TIME).ok()?;
        let version = said.output.split_whitespace().next()?.to_owned();
        let mut numbers = version.split('.').map(|part| part.parse::<i64>().ok());
        let numbers = [numbers.next()??, numbers.next()??, numbers.next()??];
        Some(ClientVersion { client: client.clone(), version, numbers })
    };
    layout::rows(&checks.rules.program, "client_program").into_iter().filter_map(of).collect()
}

//! `gatelog eval`: the engine alone, with files of facts for its input relations, as Souffle has it. Knows nothing of
//! evidence or verdicts.

mod input;
mod output;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use engine::program::{Directive, Purpose};
use engine::{Compiled, Demand, Limits, Loader, Options, Program, Severity, Sources};

use crate::exit::Exit;
use crate::limits::LimitArgs;
use crate::{print, rule_set};
use input::Folder;

/// Evaluate a Datalog program over files of facts.
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  gatelog eval paths.dl -F facts/ -D out/\n\nEvery `.input r` reads facts/r.facts, every `.output r` writes out/r.csv.\nLimits left out: 4294967296 rows, 4294967295 rounds, 68719476736 bytes, 68719476736 steps."
)]
pub(crate) struct EvalArgs {
    /// The program
    #[arg(value_name = "FILE.dl")]
    program: PathBuf,
    /// Folder of the `.facts` files
    #[arg(short = 'F', long = "facts", value_name = "DIR", default_value = ".")]
    facts: PathBuf,
    /// Folder for the outputs; `-` prints them
    #[arg(short = 'D', long = "output", value_name = "DIR", default_value = ".")]
    output: PathBuf,
    #[command(flatten)]
    limits: LimitArgs,
}

/// Limits for a machine with much memory, and many minutes of work.
pub(crate) const LIMITS: Limits = Limits { rows: 1 << 32, rounds: u32::MAX, bytes: 1 << 36, steps: 1 << 36 };

/// Evaluates and prints.
pub(crate) fn run(args: &EvalArgs) -> ExitCode {
    match evaluate(args) {
        Ok(()) => Exit::Pass.into(),
        Err(complaint) => {
            print::complaint(complaint.trim_end());
            Exit::Unmade.into()
        }
    }
}

fn evaluate(args: &EvalArgs) -> Result<(), String> {
    let path = args.program.to_string_lossy();
    let text = input::text(&args.program)?;
    let mut sources = Sources::new();
    let root = sources.add(&*path, text);
    let compiled = engine::compile(&mut sources, &[root], &mut Disk, &Options::default());
    let Compiled { program, diagnostics } = compiled;
    let lines: Vec<String> = diagnostics.iter().map(|found| found.line(&sources)).collect();
    let faulty = diagnostics.iter().any(|found| found.severity == Severity::Error);
    let Some(program) = program.filter(|_| !faulty) else {
        return Err(lines.join("\n"));
    };
    for line in lines {
        print::complaint(&line);
    }
    let wanted: Vec<&Directive> =
        program.directives.iter().filter(|directive| directive.purpose != Purpose::Input).collect();
    let mut host = Folder::new(&args.facts, &program);
    let model = engine::evaluate(&program, &demand(&program, &wanted), &mut host, &args.limits.or(&LIMITS));
    let model = model.map_err(|error| rule_set::located(&error, &sources))?;
    output::write(&model, &wanted, &args.output)
}

/// The relations that are written or counted.
fn demand(program: &Program, wanted: &[&Directive]) -> Demand {
    let names = wanted.iter().map(|directive| &*program.relation(directive.relation).name);
    Demand::of(program, &names.collect::<Vec<_>>())
}

/// Included files, where their paths say.
struct Disk;

impl Loader for Disk {
    fn load(&mut self, path: &str) -> Result<String, String> {
        std::fs::read_to_string(path).map_err(|cause| cause.to_string())
    }
}

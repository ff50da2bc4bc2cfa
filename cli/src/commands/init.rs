//! `gatelog init`: wires the hook into the settings of the work tree's clients, and takes it back. A reader can rely on: all
//! changes are planned before the first is made; what is in a file beside the hook stays. Refuses to decide what is gated:
//! points to begin with come from `starter`.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::ExitCode;

use clap::Args;
use engine::Program;
use facts::git::Version;
use facts::world::{Disk, World};

use crate::client::Client;
use crate::exit::Exit;
use crate::wiring::{self, Wiring};
use crate::{judge, print, rule_set};

mod put;
mod starter;
mod undo;

use crate::change::Change;

/// Wiring of a work tree.
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  gatelog init\n  gatelog init --client claude --client codex\n  gatelog init --dry-run\n  gatelog init --undo\n\nExit status: 0 done, or nothing to do; 2 it could not be done, and why."
)]
pub(crate) struct InitArgs {
    /// A client to wire; may be given several times. Claude, and those whose folder is in the tree, if left out
    #[arg(long, value_enum, value_name = "CLIENT")]
    client: Vec<Client>,
    /// Print the changes as a diff and make none
    #[arg(long)]
    dry_run: bool,
    /// Take the wiring back, and what was put beside it and is unchanged
    #[arg(long)]
    undo: bool,
    /// Offer no points where there are none
    #[arg(long)]
    no_points: bool,
}

/// What is to be done, and what there is to say.
#[derive(Debug, Default)]
struct Plan {
    changes: Vec<Change>,
    /// Lines for the reader, behind the changes.
    remarks: Vec<String>,
}

/// Where it is done.
struct Ground {
    /// The work tree's top.
    tree: String,
    /// The rules in force there.
    program: Program,
    disk: Disk,
}

/// Wires the work tree of the current directory, or takes that back.
pub(crate) fn run(args: &InitArgs) -> ExitCode {
    match judge::on_a_large_stack(|| done(args)) {
        Ok(()) => Exit::Pass.into(),
        Err(reason) => {
            print::complaint(&format!("gatelog: {reason}"));
            Exit::Unmade.into()
        }
    }
}

fn done(args: &InitArgs) -> Result<(), String> {
    let mut ground = ground()?;
    let watched = wiring::watched(&mut ground.disk, Some(&ground.tree))?;
    let wirings = wirings(&args.client, &ground, &watched)?;
    let plan = match args.undo {
        true => undo::plan(&ground, &wirings)?,
        false => put::plan(&mut ground, &wirings, !args.no_points)?,
    };
    let needed = plan.changes.iter().filter(|change| change.is_needed());
    if args.dry_run {
        needed.for_each(|change| print::text(&change.diff()));
        print::line("nothing was changed: this was a dry run");
        return Ok(());
    }
    for change in needed {
        change.make()?;
        if change.after.is_none() {
            change.prune(&ground.tree);
        }
    }
    plan.remarks.iter().for_each(|remark| print::line(remark));
    Ok(())
}

fn ground() -> Result<Ground, String> {
    let directory = judge::directory()?;
    let mut disk = Disk::new(judge::home());
    let tree = disk.owner(&directory)?.ok_or_else(|| {
        format!("{directory} is in no git work tree; change into the repository that shall be guarded, or make one with `git init`")
    })?;
    let rules = rule_set::checks(&mut disk, Some(&tree));
    let rules =
        rules.map_err(|reason| format!("the rules of this repository cannot be used; mend them first\n{reason}"))?;
    Ok(Ground { tree, program: rules.program, disk })
}

/// The wirings of the clients that are named, else of the usual ones.
fn wirings(named: &[Client], ground: &Ground, watched: &[String]) -> Result<Vec<Wiring>, String> {
    let executable = std::env::current_exe().map_err(|cause| format!("this program cannot be found: {cause}"))?;
    let executable = executable.to_str().ok_or("this program's path is not UTF-8; put it elsewhere")?;
    let of = |client: Client| Wiring::of(&ground.program, client, executable, watched);
    if !named.is_empty() {
        let named: BTreeSet<Client> = named.iter().copied().collect();
        return named.into_iter().map(of).collect();
    }
    let all: Vec<Wiring> =
        <Client as clap::ValueEnum>::value_variants().iter().map(|&client| of(client)).collect::<Result<_, _>>()?;
    let has_folder = |wiring: &Wiring| {
        let folder = Path::new(&wiring.file).parent().filter(|folder| !folder.as_os_str().is_empty());
        folder.is_some_and(|folder| Path::new(&ground.tree).join(folder).is_dir())
    };
    Ok(all.into_iter().filter(|wiring| wiring.client == Client::default() || has_folder(wiring)).collect())
}

impl Ground {
    /// Whether one of the files is in the working tree or at `HEAD`.
    fn has_any(&mut self, files: &[String]) -> Result<bool, String> {
        for file in files {
            for version in [Version::Working, Version::Head] {
                if self.disk.read(&self.tree, file, version)?.is_some() {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}

impl Wiring {
    /// Where the hook stands in its file.
    fn place(&self) -> wiring::settings::Place<'_> {
        wiring::settings::Place { event: &self.event, words: &self.words }
    }

    /// The name of the file's copy from before the first wiring.
    fn backup(&self) -> String {
        format!("{}.before-gatelog", self.file)
    }
}

//! `gatelog record`: writes what became of a point into the ledger, and the row of the backlog that brings it back. A reader
//! can rely on: the provenance check looks at the edited files first, and what it would find wrong is not written.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use facts::record::{self, Row};

use super::check::make;
use super::check::report::Finding;
use crate::checks::{CheckOptions, Checks};
use crate::exit::Exit;
use crate::{judge, layout, log, print};

/// The check that a ledger is held to.
const CHECK: &str = "provenance";

/// What became of a point.
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  gatelog record adopt.personas human --who \"Mira Novak\" --landed-in docs/personas.md\n  gatelog record adopt.tone provisional --backlog B-12 --landed-in docs/tone.md\n\nThe row counts for the guard once it is committed. Exit status 1 where the check would find it wrong; then nothing is written."
)]
pub(crate) struct RecordArgs {
    /// The point's id
    point: String,
    /// What became of it: a state that the point allows
    state: String,
    /// Who decided
    #[arg(long, value_name = "NAME")]
    who: Option<String>,
    /// When; today where `--who` is given and this is not
    #[arg(long, value_name = "DATE")]
    when: Option<String>,
    /// Where the answer landed
    #[arg(long, value_name = "PATH")]
    landed_in: Option<String>,
    /// The backlog row that brings it back; written where the backlog has none
    #[arg(long, value_name = "ID")]
    backlog: Option<String>,
    /// The ledger; the layout's if left out
    #[arg(long, value_name = "FILE")]
    ledger: Option<PathBuf>,
    /// Print what would be written, and write nothing
    #[arg(long)]
    dry_run: bool,
}

/// Edits, checks, writes.
pub(crate) fn run(args: &RecordArgs) -> ExitCode {
    match judge::on_a_large_stack(|| recorded(args)) {
        Ok(exit) => exit.into(),
        Err(reason) => {
            print::complaint(&format!("gatelog: {reason}"));
            Exit::Unmade.into()
        }
    }
}

/// A file with the text that it is to have.
struct Edit {
    file: String,
    text: String,
}

fn recorded(args: &RecordArgs) -> Result<Exit, String> {
    let mut checks = Checks::new(&CheckOptions::of_ledger(args.ledger.clone()))?;
    let edits = edits(args, &mut checks)?;
    for edit in &edits {
        checks.edit(&edit.file, &edit.text);
    }
    let after = make::report(&mut checks, CHECK);
    // Where the check cannot be made, nobody knows what a row would be worth.
    if let Some(stopped) = after.unverified.first() {
        return Err(stopped.message.clone());
    }
    // What the row rests on: the point itself, the ledger, and the file that declares points.
    let mut about = vec![args.point.clone()];
    about.extend(edits.first().map(|edit| edit.file.clone()));
    about.extend(["layer_points", "shipped_points"].iter().flat_map(|name| layout::texts(&checks.rules.program, name)));
    let of_the_row = |finding: &&Finding| about.contains(&finding.subject);
    let wrong: Vec<&Finding> = after.violations.iter().filter(of_the_row).collect();
    if !wrong.is_empty() {
        for finding in wrong {
            print::complaint(&format!("gatelog[{}]: {}", finding.rule, finding.message));
        }
        print::complaint("gatelog: nothing was written");
        return Ok(Exit::Fail);
    }
    for edit in &edits {
        if args.dry_run {
            print::text(&format!("{}:\n{}", edit.file, edit.text));
            continue;
        }
        let tree = Path::new(&checks.tree);
        write(tree, &tree.join(&edit.file), &edit.text)?;
        print::line(&format!("{} written", edit.file));
    }
    Ok(Exit::Pass)
}

/// The ledger with the row, and the backlog with its own, where they change.
fn edits(args: &RecordArgs, checks: &mut Checks) -> Result<Vec<Edit>, String> {
    let program = &checks.rules.program;
    let usual = layout::texts(program, "ledger_file").into_iter().next();
    let end = layout::column(program, "ledger_file", 1).into_iter().next().unwrap_or_default();
    let usual = usual.ok_or("the rules name no ledger")?;
    let backlogs = layout::texts(program, "backlog_file");
    let ledger = checks.given("ledger").map_or_else(|| usual.clone(), str::to_owned);
    // A ledger of a subtree has the backlog of that subtree.
    let prefix = ledger.strip_suffix(&usual).unwrap_or_default().to_owned();
    let mut edits = Vec::new();
    let when = args.when.clone().or_else(|| args.who.as_ref().map(|_| today()));
    let row = Row {
        point: args.point.clone(),
        state: args.state.clone(),
        who: args.who.clone().unwrap_or_default(),
        when: when.unwrap_or_default(),
        landed_in: args.landed_in.clone().unwrap_or_default(),
        backlog: args.backlog.clone().unwrap_or_default(),
    };
    let text = checks.text(&ledger)?.unwrap_or_default();
    if !facts::ledger::is_point_id(&args.point) {
        return Err(format!("`{}` is no point's id: an id is names joined by dots", args.point));
    }
    edits.push(Edit { text: record::with_row(&text, &end, &row), file: ledger });
    if let Some(id) = &args.backlog {
        let mut known = None;
        for name in &backlogs {
            let file = format!("{prefix}{name}");
            if let Some(text) = checks.text(&file)? {
                known = Some((file, text));
                break;
            }
        }
        let first = || backlogs.first().map(|name| (format!("{prefix}{name}"), String::new()));
        let (file, text) = known.or_else(first).ok_or("the rules name no backlog")?;
        let what = format!("look again at {}", args.point);
        let edited = record::with_backlog_row(&text, id, &what);
        if edited != text {
            edits.push(Edit { file, text: edited });
        }
    }
    Ok(edits)
}

fn today() -> String {
    log::time::now().split('T').next().unwrap_or_default().to_owned()
}

/// Whole or not at all: beside the file, then in its place.
fn write(tree: &Path, path: &Path, text: &str) -> Result<(), String> {
    let fault = |cause: std::io::Error| format!("{} cannot be written: {cause}", path.display());
    let folder = path.parent().ok_or_else(|| format!("{} has no folder", path.display()))?;
    fs::create_dir_all(folder).map_err(fault)?;
    // What is written through a link stays behind it, and in the tree.
    let path = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    if tree.canonicalize().is_ok_and(|tree| path.is_absolute() && !path.starts_with(tree)) {
        return Err(format!("{} lies outside of {}; nothing was written there", path.display(), tree.display()));
    }
    let folder = path.parent().unwrap_or(folder);
    let beside = folder.join(format!(".gatelog-{}.tmp", std::process::id()));
    let written = fs::File::create(&beside).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        if let Ok(about) = fs::metadata(&path) {
            file.set_permissions(about.permissions())?;
        }
        file.sync_all()
    });
    written.and_then(|()| fs::rename(&beside, &path)).map_err(|cause| {
        let _ = fs::remove_file(&beside);
        fault(cause)
    })
}

//! `gatelog record`: writes what became of a point into the ledger, and the row of the backlog that brings it back. A reader
//! can rely on: the provenance check looks at the edited files first, and what it would find wrong is not written.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use facts::record::{self, Row};

use super::check::make;
use super::check::report::Finding;
use crate::change::Change;
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
    pub(crate) point: String,
    /// What became of it: a state that the point allows
    pub(crate) state: String,
    /// Who decided
    #[arg(long, value_name = "NAME")]
    pub(crate) who: Option<String>,
    /// When; today where `--who` is given and this is not
    #[arg(long, value_name = "DATE")]
    pub(crate) when: Option<String>,
    /// Where the answer landed
    #[arg(long, value_name = "PATH")]
    pub(crate) landed_in: Option<String>,
    /// The backlog row that brings it back; written where the backlog has none
    #[arg(long, value_name = "ID")]
    pub(crate) backlog: Option<String>,
    /// The ledger; the layout's if left out
    #[arg(long, value_name = "FILE")]
    pub(crate) ledger: Option<PathBuf>,
    /// What was suggested, for the row of the backlog
    #[arg(skip)]
    pub(crate) suggestion: Option<String>,
    /// Print the changes as a diff, and write nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
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

fn recorded(args: &RecordArgs) -> Result<Exit, String> {
    let changes = match planned(args)? {
        Plan::Changes(changes) => changes,
        Plan::Wrong(findings) => {
            complain(&findings);
            return Ok(Exit::Fail);
        }
    };
    for change in changes {
        if args.dry_run {
            print::text(&change.diff());
            continue;
        }
        change.make()?;
        print::line(&format!("{} written", change.file));
    }
    Ok(Exit::Pass)
}

/// What a row comes to.
pub(crate) enum Plan {
    /// These changes, in this order; none where all is as it should be.
    Changes(Vec<Change>),
    /// The check would find this wrong.
    Wrong(Vec<Finding>),
}

/// Says what the check would find wrong.
pub(crate) fn complain(findings: &[Finding]) {
    for finding in findings {
        print::complaint(&format!("gatelog[{}]: {}", finding.rule, finding.message));
    }
    print::complaint("gatelog: nothing was written");
}

/// The changes that a row needs, looked at by the check; nothing is written.
pub(crate) fn planned(args: &RecordArgs) -> Result<Plan, String> {
    let mut checks = Checks::new(&CheckOptions::of_ledger(args.ledger.clone()))?;
    let changes = changes(args, &checks)?;
    for change in &changes {
        checks.edit(&change.file, change.after.as_deref().unwrap_or_default());
    }
    let after = make::report(&mut checks, CHECK);
    // Where the check cannot be made, nobody knows what a row would be worth.
    if let Some(stopped) = after.unverified.first() {
        return Err(stopped.message.clone());
    }
    // What the row rests on: the point itself, the ledger, and the file that declares points.
    let mut about = vec![args.point.clone()];
    about.extend(changes.last().map(|ledger| ledger.file.clone()));
    about.extend(["layer_points", "shipped_points"].iter().flat_map(|name| layout::texts(&checks.rules.program, name)));
    let wrong: Vec<Finding> = after.violations.into_iter().filter(|finding| about.contains(&finding.subject)).collect();
    if !wrong.is_empty() {
        return Ok(Plan::Wrong(wrong));
    }
    Ok(Plan::Changes(changes.into_iter().filter(Change::is_needed).collect()))
}

/// The backlog with its row, then the ledger with the point's: a row of the ledger never names one that is not there yet.
fn changes(args: &RecordArgs, checks: &Checks) -> Result<Vec<Change>, String> {
    let program = &checks.rules.program;
    if !facts::ledger::is_point_id(&args.point) {
        return Err(format!("`{}` is no point's id: an id is names joined by dots", args.point));
    }
    let usual = layout::texts(program, "ledger_file").into_iter().next().ok_or("the rules name no ledger")?;
    let end = layout::column(program, "ledger_file", 1).into_iter().next().unwrap_or_default();
    let file = checks.given("ledger").unwrap_or(&usual);
    let mut ledger = Change::of(&checks.tree, file)?;
    let when = args.when.clone().or_else(|| args.who.as_ref().map(|_| today()));
    let row = Row {
        point: args.point.clone(),
        state: args.state.clone(),
        who: args.who.clone().unwrap_or_default(),
        when: when.unwrap_or_default(),
        landed_in: args.landed_in.clone().unwrap_or_default(),
        backlog: args.backlog.clone().unwrap_or_default(),
    };
    ledger.after = Some(record::with_row(ledger.before.as_deref().unwrap_or_default(), &end, &row));
    let Some(id) = &args.backlog else {
        return Ok(vec![ledger]);
    };
    // A ledger of a subtree has the backlog of that subtree.
    let prefix = file.strip_suffix(&usual).unwrap_or_default();
    let mut backlog = backlog(checks, prefix)?;
    let suggested = args.suggestion.as_ref().map(|text| format!(" (suggested: {text})")).unwrap_or_default();
    let what = format!("look again at {}{suggested}", args.point);
    backlog.after = Some(record::with_backlog_row(backlog.before.as_deref().unwrap_or_default(), id, &what));
    Ok(vec![backlog, ledger])
}

/// The backlog below a folder, as it is: the first of the layout's that is there, else the first.
pub(crate) fn backlog(checks: &Checks, prefix: &str) -> Result<Change, String> {
    let names = layout::texts(&checks.rules.program, "backlog_file");
    let files = names.iter().map(|name| Change::of(&checks.tree, &format!("{prefix}{name}")));
    let files = files.collect::<Result<Vec<Change>, String>>()?;
    let there = files.iter().position(|file| file.before.is_some()).unwrap_or(0);
    files.into_iter().nth(there).ok_or_else(|| "the rules name no backlog".to_owned())
}

fn today() -> String {
    log::time::now().split('T').next().unwrap_or_default().to_owned()
}

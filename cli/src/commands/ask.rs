//! `gatelog ask`: puts a question to a person and prints the answer. A reader can rely on: a point is answered by a person at a
//! terminal or in a browser, never by a file or standard input; the answer is in the journal before it is printed; and a
//! recorded answer to another question is refused.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use ::ask::journal::{self, Journal, JournalError, Whose};
use ::ask::provider::Providers;
use ::ask::provider::matcher::Answers;
use ::ask::question::{Failure, prepare};
use ::ask::recorded::{self, Given, Named, Recall, RecordedError};
use clap::Args;
use facts::ledger;
use facts::world::{Disk, World};

use crate::change::Change;
use crate::exit::Exit;
use crate::{judge, log, print};

mod channel;
pub(crate) mod point;
mod row;

/// What is asked, and how.
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  gatelog ask adopt.personas\n  gatelog ask adopt.personas --browser\n  gatelog ask --message \"Ship it?\" --schema yes-or-no.json --name ship\n\nThe answer is JSON on standard output. Exit status 1 where it does not fit its schema, the recorded one is stale or was altered, or the check would refuse its row; 2 where nobody could be asked."
)]
pub(crate) struct AskArgs {
    /// The declared point that is asked
    #[arg(required_unless_present = "message", conflicts_with_all = ["message", "schema", "name", "answers"])]
    point: Option<String>,
    /// The question, where no point is asked
    #[arg(long, value_name = "TEXT", requires = "schema")]
    message: Option<String>,
    /// The JSON Schema of its answer
    #[arg(long, value_name = "FILE", requires = "message")]
    schema: Option<PathBuf>,
    /// What the journal calls it; the message if left out
    #[arg(long, value_name = "NAME", requires = "message")]
    name: Option<String>,
    /// Answers by the questions that they answer, instead of a person
    #[arg(long, value_name = "FILE", requires = "message")]
    answers: Option<PathBuf>,
    /// Ask in a browser on this machine, instead of the terminal
    #[arg(long)]
    browser: bool,
    /// Ask although an answer is recorded
    #[arg(long)]
    again: bool,
    /// Where the point's answer lands, for the ledger
    #[arg(long, value_name = "PATH", conflicts_with = "message")]
    landed_in: Option<String>,
}

impl AskArgs {
    fn recall(&self) -> Recall {
        if self.again { Recall::AskAgain } else { Recall::Give }
    }
}

/// Why nothing was answered, and how the command ends.
pub(crate) struct Refused {
    exit: Exit,
    pub(crate) reason: String,
}

impl std::convert::From<String> for Refused {
    fn from(reason: String) -> Self {
        Self { exit: Exit::Unmade, reason }
    }
}

impl std::convert::From<RecordedError> for Refused {
    fn from(error: RecordedError) -> Self {
        let again = "; ask anew with --again";
        let (exit, help) = match &error {
            RecordedError::Question(Failure::Answer(_)) => (Exit::Fail, ""),
            RecordedError::Question(Failure::NoProvider) => (Exit::Unmade, channel::HELP),
            RecordedError::Journal(JournalError::Stale(_)) | RecordedError::Altered(_) => (Exit::Fail, again),
            RecordedError::Question(_) | RecordedError::Journal(_) => (Exit::Unmade, ""),
        };
        Self { exit, reason: format!("{error}{help}") }
    }
}

/// Asks, records, prints.
pub(crate) fn run(args: &AskArgs) -> ExitCode {
    let exit = match args.point.as_deref() {
        Some(id) => point::asked(args, id),
        None => general(args).map(|given| shown(&given)),
    };
    exit.unwrap_or_else(|refused| {
        print::complaint(&format!("gatelog: {}", refused.reason));
        refused.exit
    })
    .into()
}

/// Prints the answer.
fn shown(given: &Given) -> Exit {
    print::line(&given.answer().to_string());
    Exit::Pass
}

/// Any question. Its schema is looked at first, then everything else that needs nobody.
fn general(args: &AskArgs) -> Result<Given, Refused> {
    let schema = args.schema.as_ref().ok_or_else(|| "--message needs --schema".to_owned())?;
    let message = args.message.as_deref().unwrap_or_default();
    let name = args.name.as_deref().unwrap_or(message);
    refuse_a_point(name)?;
    let read = |file: &PathBuf| fs::read(file).map_err(|cause| format!("{} cannot be read: {cause}", file.display()));
    let prepared = prepare(&read(schema)?).map_err(|error| format!("{}: {error}", schema.display()))?;
    let mut providers = channel::to_the_person(args.browser);
    if let Some(file) = &args.answers {
        let answers = Answers::read(&read(file)?).map_err(|error| format!("{}: {error}", file.display()))?;
        providers.install(Box::new(answers));
    }
    recorded(
        args.recall(),
        &tree()?,
        Named { name, prepared: &prepared, message, whose: Whose::Anybody },
        &mut providers,
    )
}

/// Under a point's name stands what a person said of the point, and nothing else, declared or not.
pub(crate) fn refuse_a_point(name: &str) -> Result<(), String> {
    if ledger::names_a_point(name) {
        return Err(format!(
            "`{name}` is a point's id: ask the point itself (`gatelog ask {name}`), or take another name"
        ));
    }
    Ok(())
}

/// Gives the recorded answer, or asks and records.
pub(crate) fn recorded(
    recall: Recall,
    tree: &str,
    question: Named<'_>,
    providers: &mut Providers,
) -> Result<Given, Refused> {
    let journal = journal(tree)?;
    Ok(recorded::ask(question, &journal, recall, providers, log::time::now)?)
}

/// The journal of a tree. Lines that are no answers are told, and hide no others.
fn journal(tree: &str) -> Result<Journal, Refused> {
    // The journal is a file of the tree's own: no link leads it elsewhere.
    Change::of(tree, journal::FILE)?;
    let journal = Journal::new(format!("{tree}/{}", journal::FILE));
    for (line, cause) in journal.read().map_err(RecordedError::Journal)?.damaged {
        print::complaint(&format!("gatelog: {}:{line}: {cause}; the line is left out", journal::FILE));
    }
    Ok(journal)
}

/// The work tree that the directory lies in, else the directory.
pub(crate) fn tree() -> Result<String, Refused> {
    let directory = judge::directory()?;
    let mut disk = Disk::whole(judge::home());
    Ok(disk.owner(&directory).ok().flatten().unwrap_or(directory))
}

//! A declared point, asked: its question goes to a person, and its answer into the journal and into the ledger.

use ask::journal::Whose;
use ask::provider::Providers;
use ask::question::prepare_value;
use ask::recorded::{Given, Named, Recall};
use facts::ledger;

use super::{AskArgs, Refused, channel, recorded, row, shown};
use crate::checks::{CheckOptions, Checks};
use crate::commands::check::report::Finding;
use crate::commands::record::{self, Plan, RecordArgs};
use crate::declared::Declared;
use crate::exit::Exit;
use crate::print;

/// Asks the point, prints the answer, writes its row.
pub(super) fn asked(args: &AskArgs, id: &str) -> Result<Exit, Refused> {
    let Put { given, row } =
        put(id, args.recall(), args.landed_in.as_deref(), &mut channel::to_the_person_at_a_terminal(args.browser))?;
    shown(&given);
    match row? {
        Row::Wrong(findings) => {
            record::complain(&findings);
            Ok(Exit::Fail)
        }
        Row::Written(files) => {
            files.iter().for_each(|file| print::complaint(&format!("{file} written")));
            Ok(Exit::Pass)
        }
    }
}

/// A point that was asked.
pub(crate) struct Put {
    /// The answer, in the journal.
    pub(crate) given: Given,
    /// What became of its row; the answer stands, whatever that is.
    pub(crate) row: Result<Row, String>,
}

/// What became of the row that an answer needs.
pub(crate) enum Row {
    /// These files were written; none where the row was there.
    Written(Vec<String>),
    /// The check would find it wrong; nothing was written.
    Wrong(Vec<Finding>),
}

/// Asks the point through these providers, and writes its row.
pub(crate) fn put(
    id: &str,
    recall: Recall,
    landed_in: Option<&str>,
    providers: &mut Providers,
) -> Result<Put, Refused> {
    // The ledger could not hold its row, and nobody is asked in vain.
    if !ledger::is_point_id(id) {
        return Err(format!("`{id}` is no point's id: an id is names joined by dots").into());
    }
    let mut checks = Checks::new(&CheckOptions::default())?;
    let declared = Declared::of(&mut checks)?;
    let question = declared.question(id)?;
    let prepared = prepare_value(question.schema).map_err(|error| error.to_string())?;
    let named = Named { name: id, prepared: &prepared, message: &question.message, whose: Whose::Person };
    let given = recorded(recall, &checks.tree, named, providers)?;
    let row = row::of(landed_in, id, &declared.names, &given, &checks).and_then(|row| {
        let is_there = given.recalled && row::is_there(&mut checks, id, &row.state)?;
        if is_there { Ok(Row::Written(Vec::new())) } else { written(&row) }
    });
    let row = row.map_err(|reason| {
        format!("{reason}\nthe answer is in the journal; `gatelog ask {id}` writes its row once that is mended")
    });
    Ok(Put { given, row })
}

fn written(row: &RecordArgs) -> Result<Row, String> {
    match record::planned(row)? {
        Plan::Wrong(findings) => Ok(Row::Wrong(findings)),
        Plan::Changes(changes) => {
            let files = changes.iter().map(|change| change.file.clone()).collect();
            changes.into_iter().try_for_each(|change| change.make())?;
            Ok(Row::Written(files))
        }
    }
}

//! A declared point, asked: its question and its options as the repository has them, then the row of the ledger that the
//! answer needs, as `gatelog record` writes it.

use std::{fs, io};

use ask::journal::From;
use ask::point::{Point as Asked, Question, States, member, question};
use ask::provider::Providers;
use ask::question::prepare_value;
use ask::recorded::{Given, Named, Record};
use engine::Value;
use facts::point::{Point, Recommended};
use facts::{ledger, markdown};
use serde_json::Value as Json;

use super::{AskArgs, Refused, channel, recorded, shown};
use crate::checks::{CheckOptions, Checks};
use crate::commands::check::report::Finding;
use crate::commands::record::{self, Plan, RecordArgs};
use crate::exit::Exit;
use crate::{layout, print};

/// Where the points are, and the options of a list that is a point's.
const ANSWERING: [&str; 2] = ["checked_points", "point_option"];

/// Asks the point, prints the answer, writes its row.
pub(super) fn asked(args: &AskArgs, id: &str) -> Result<Exit, Refused> {
    let record = if args.again { Record::AskAgain } else { Record::Keep };
    let Put { given, row } =
        put(id, record, args.landed_in.as_deref(), &mut channel::to_the_person_at_a_terminal(args.browser))?;
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
    record: Record,
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
    let named = Named { name: id, prepared: &prepared, message: &question.message, from: From::Person };
    let given = recorded(record, &checks.tree, named, providers)?;
    let row = row(landed_in, id, &declared.names, &given, &checks).and_then(|row| {
        let is_there = given.recalled && has_row(&checks, id, &row.state)?;
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

/// What the rules call the answers.
struct Names {
    decided: String,
    promised: String,
    open: String,
}

impl Names {
    fn of(checks: &Checks) -> Result<Self, String> {
        let program = &checks.rules.program;
        let first = |relation: &str| layout::texts(program, relation).into_iter().next();
        let named = |relation: &str| first(relation).ok_or_else(|| format!("the rules have no `{relation}`"));
        // The state that claims nobody, of the first preference.
        let open = layout::rows(program, "stub_state").into_iter().min_by_key(|row| {
            let preference = row.get(1).and_then(|number| number.parse::<i64>().ok());
            preference.unwrap_or(i64::MAX)
        });
        let open = open.and_then(|row| row.into_iter().next()).ok_or("the rules have no `stub_state`")?;
        Ok(Self { decided: named("human_state")?, promised: named("promising_state")?, open })
    }
}

/// The declared points of a tree, and what they ask.
pub(crate) struct Declared {
    /// The points file, from the top of the tree.
    pub(crate) file: String,
    /// What it declares.
    pub(crate) points: Vec<Point>,
    /// The options of each list that is a point's: point, file, line, index, option.
    offered: Vec<Offered>,
    names: Names,
}

impl Declared {
    /// Of the tree that is checked.
    ///
    /// # Errors
    /// If there is no points file, or it cannot be read.
    pub(crate) fn of(checks: &mut Checks) -> Result<Self, String> {
        let names = Names::of(checks)?;
        let (file, offered) = found(checks)?;
        let text = checks.read(&file)?.ok_or_else(|| format!("{file} is not in the working tree; put it back"))?;
        let points = facts::point::read(&text).map_err(|error| format!("{file}: {error}"))?.points;
        Ok(Self { file, points, offered, names })
    }

    /// What a point asks.
    ///
    /// # Errors
    /// If it is not declared, or cannot be answered.
    pub(crate) fn question(&self, id: &str) -> Result<Question, String> {
        let Self { file, points, names, .. } = self;
        let Some(point) = points.iter().find(|point| point.id == id) else {
            let known: Vec<&str> = points.iter().map(|point: &Point| point.id.as_str()).collect();
            return Err(format!("{file} declares no point `{id}`; it declares {}", known.join(", ")));
        };
        let recommended = match &point.recommended {
            Recommended::Option(text) => Some(text.as_str()),
            Recommended::Nothing | Recommended::Undeclared => None,
        };
        let asks = point.asks.as_deref().unwrap_or_default();
        let asked = Asked { id, asks, options: &self.options(id), recommended, allowed: &point.states };
        let states = States { decided: &names.decided, promised: &names.promised, open: &names.open };
        question(&asked, &states).map_err(|error| error.to_string())
    }

    /// The options of a point: those of the first of its lists, by file and line.
    pub(crate) fn options(&self, id: &str) -> Vec<String> {
        let own = || self.offered.iter().filter(|(point, ..)| point == id);
        let first = own().next().map(|(_, path, line, ..)| (path, line));
        own().filter(|(_, path, line, ..)| first == Some((path, line))).map(|(.., text)| text.clone()).collect()
    }
}

/// An option of a point: the point, the file and line of its list, its place in it, its text.
type Offered = (String, String, i64, i64, String);

/// The points file, and the options of points, sorted.
fn found(checks: &mut Checks) -> Result<(String, Vec<Offered>), String> {
    let case = checks.derived(&ANSWERING)?;
    let [points, offered] = ANSWERING;
    let text = |value: &Value| if let Value::Symbol(text) = value { text.clone() } else { String::new() };
    let file = case.model.rows(points).next().and_then(|row| row.get(1).map(text));
    let file = file.ok_or("there is no points file here; `gatelog docs points` says what one is")?;
    let mut options: Vec<Offered> = Vec::new();
    for row in case.model.rows(offered) {
        if let [_, _, Value::Symbol(point), Value::Symbol(path), Value::Number(line), Value::Number(index), option] =
            row.as_slice()
        {
            options.push((point.clone(), path.clone(), *line, *index, text(option)));
        }
    }
    options.sort();
    Ok((file, options))
}

/// The row that an answer needs.
fn row(landed_in: Option<&str>, id: &str, names: &Names, given: &Given, checks: &Checks) -> Result<RecordArgs, String> {
    let said = |name: &str| given.answer().get(name).and_then(Json::as_str).map(str::to_owned);
    let state = said(member::STATE).unwrap_or_default();
    let is_promise = state == names.promised;
    let day = given.entry.when.split('T').next().unwrap_or_default().to_owned();
    let who = said(member::WHO);
    let backlog = match said(member::BACKLOG) {
        None if is_promise => Some(next_row(checks)?),
        named => named,
    };
    Ok(RecordArgs {
        point: id.to_owned(),
        when: who.as_ref().map(|_| day),
        who,
        landed_in: landed_in.map(str::to_owned),
        backlog,
        suggestion: said(member::ANSWER).filter(|_| is_promise),
        state,
        ledger: None,
        dry_run: false,
    })
}

/// An id that the backlog does not have: the last one that ends in a number, counted on.
fn next_row(checks: &Checks) -> Result<String, String> {
    let backlog = record::backlog(checks, "")?;
    let document = markdown::read(backlog.before.as_deref().unwrap_or_default());
    let numbered = document.named.iter().filter_map(|named| {
        let prefix = named.id.trim_end_matches(|letter: char| letter.is_ascii_digit());
        let number = named.id.get(prefix.len()..)?.parse::<u64>().ok()?;
        prefix.ends_with('-').then_some((prefix, number))
    });
    let all: Vec<(&str, u64)> = numbered.collect();
    let prefix = all.last().map_or("B-", |(prefix, _)| *prefix);
    let last = all.iter().filter(|(own, _)| *own == prefix).map(|(_, number)| *number).max().unwrap_or(0);
    Ok(format!("{prefix}{}", last.saturating_add(1)))
}

/// Whether the ledger has the point's row in this state already.
fn has_row(checks: &Checks, id: &str, state: &str) -> Result<bool, String> {
    let ledger = layout::rows(&checks.rules.program, "ledger_file").into_iter().next().unwrap_or_default();
    let [file, end] = ledger.as_slice() else { return Err("the rules name no ledger".to_owned()) };
    let path = format!("{}/{file}", checks.tree);
    let text = match fs::read_to_string(&path) {
        Err(fault) if fault.kind() == io::ErrorKind::NotFound => String::new(),
        text => text.map_err(|cause| format!("{path} cannot be read: {cause}"))?,
    };
    Ok(ledger::read(&text, end).rows.iter().any(|row| row.point == id && row.state == state))
}

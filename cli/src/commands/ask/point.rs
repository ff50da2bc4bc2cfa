//! A declared point, asked: its question and its options as the repository has them, then the row of the ledger that the
//! answer needs, as `gatelog record` writes it.

use std::fs;

use ask::journal::From;
use ask::point::{Point as Asked, Question, States, member, question};
use ask::question::prepare_value;
use ask::recorded::{Given, Named};
use engine::Value;
use facts::point::{Point, Recommended};
use facts::{ledger, markdown};
use serde_json::Value as Json;

use super::{AskArgs, Refused, channel, recorded, shown};
use crate::checks::{CheckOptions, Checks};
use crate::commands::record::{self, Plan, RecordArgs};
use crate::exit::Exit;
use crate::{layout, print};

/// Where the points are, and the options of a list that is a point's.
const ANSWERING: [&str; 2] = ["checked_points", "point_option"];

/// Asks the point, prints the answer, writes its row.
pub(super) fn asked(args: &AskArgs, id: &str) -> Result<Exit, Refused> {
    // The ledger could not hold its row, and nobody is asked in vain.
    if !ledger::is_point_id(id) {
        return Err(format!("`{id}` is no point's id: an id is names joined by dots").into());
    }
    let mut checks = Checks::new(&CheckOptions::default())?;
    let names = Names::of(&checks)?;
    let question = of_point(&mut checks, &names, id)?;
    let prepared = prepare_value(question.schema).map_err(|error| error.to_string())?;
    let named = Named { name: id, prepared: &prepared, message: &question.message, from: From::Person };
    let given = recorded(args, &checks.tree, named, &mut channel::to_the_person_at_a_terminal(args.browser))?;
    shown(&given);
    let row = row(args, id, &names, &given, &checks)?;
    if given.recalled && has_row(&checks, id, &row.state)? {
        return Ok(Exit::Pass);
    }
    written(&row).map_err(|reason| {
        format!("{reason}\nthe answer is in the journal; `gatelog ask {id}` writes its row once that is mended").into()
    })
}

fn written(row: &RecordArgs) -> Result<Exit, String> {
    match record::planned(row)? {
        Plan::Wrong(findings) => {
            record::complain(&findings);
            Ok(Exit::Fail)
        }
        Plan::Changes(changes) => {
            for change in changes {
                change.make()?;
                print::complaint(&format!("{} written", change.file));
            }
            Ok(Exit::Pass)
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

fn of_point(checks: &mut Checks, names: &Names, id: &str) -> Result<Question, String> {
    let (file, options) = found(checks, id)?;
    let path = format!("{}/{file}", checks.tree);
    let text = fs::read(&path).map_err(|cause| format!("{file} cannot be read: {cause}"))?;
    let points = facts::point::read(&text).map_err(|error| format!("{file}: {error}"))?.points;
    let Some(point) = points.iter().find(|point| point.id == id) else {
        let known: Vec<&str> = points.iter().map(|point: &Point| point.id.as_str()).collect();
        return Err(format!("{file} declares no point `{id}`; it declares {}", known.join(", ")));
    };
    let recommended = match &point.recommended {
        Recommended::Option(text) => Some(text.as_str()),
        Recommended::Nothing | Recommended::Undeclared => None,
    };
    let asks = point.asks.as_deref().unwrap_or_default();
    let asked = Asked { id, asks, options: &options, recommended, allowed: &point.states };
    let states = States { decided: &names.decided, promised: &names.promised, open: &names.open };
    question(&asked, &states).map_err(|error| error.to_string())
}

/// The points file, and the options of the point: those of the first of its lists, by file and line.
fn found(checks: &mut Checks, id: &str) -> Result<(String, Vec<String>), String> {
    let case = checks.derived(&ANSWERING)?;
    let [points, offered] = ANSWERING;
    let text = |value: &Value| if let Value::Symbol(text) = value { text.clone() } else { String::new() };
    let file = case.model.rows(points).next().and_then(|row| row.get(1).map(text));
    let file = file.ok_or("there is no points file here; `gatelog docs points` says what one is")?;
    let mut options: Vec<(String, i64, i64, String)> = Vec::new();
    for row in case.model.rows(offered) {
        if let [_, _, Value::Symbol(point), Value::Symbol(path), Value::Number(line), Value::Number(index), option] =
            row.as_slice()
            && point == id
        {
            options.push((path.clone(), *line, *index, text(option)));
        }
    }
    options.sort();
    let first = options.first().map(|(path, line, ..)| (path.clone(), *line));
    options.retain(|(path, line, ..)| first.as_ref().is_some_and(|first| (&first.0, first.1) == (path, *line)));
    Ok((file, options.into_iter().map(|(.., text)| text).collect()))
}

/// The row that an answer needs.
fn row(args: &AskArgs, id: &str, names: &Names, given: &Given, checks: &Checks) -> Result<RecordArgs, String> {
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
        landed_in: args.landed_in.clone(),
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
    let text = fs::read_to_string(format!("{}/{file}", checks.tree)).unwrap_or_default();
    let rows = ledger::read(&text, end).rows;
    Ok(rows.iter().any(|row| row.point == id && row.cells.get(1).is_some_and(|cell| cell.text == state)))
}

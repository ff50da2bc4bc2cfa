//! The row of the ledger that an answer to a point needs, as `gatelog record` writes it. Refuses to know which states there are:
//! the rules name them, and the check judges the row.

use ask::point::member;
use ask::recorded::Given;
use facts::{ledger, markdown};
use serde_json::Value as Json;

use crate::checks::Checks;
use crate::commands::record::{self, RecordArgs};
use crate::declared::Names;
use crate::layout;

/// The row that an answer needs.
pub(super) fn of(
    landed_in: Option<&str>,
    id: &str,
    names: &Names,
    given: &Given,
    checks: &Checks,
) -> Result<RecordArgs, String> {
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
    let usual = layout::texts(&checks.rules.program, "backlog_prefix");
    let usual = usual.first().map_or("", String::as_str);
    let prefix = all.last().map_or(usual, |(prefix, _)| *prefix);
    let last = all.iter().filter(|(own, _)| *own == prefix).map(|(_, number)| *number).max().unwrap_or(0);
    Ok(format!("{prefix}{}", last.saturating_add(1)))
}

/// Whether the ledger has the point's row in this state already.
///
/// # Errors
/// If it cannot be read.
pub(super) fn is_there(checks: &mut Checks, id: &str, state: &str) -> Result<bool, String> {
    let ledger = layout::rows(&checks.rules.program, "ledger_file").into_iter().next().unwrap_or_default();
    let [file, end] = ledger.as_slice() else { return Err("the rules name no ledger".to_owned()) };
    let bytes = checks.read(file)?.unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    Ok(ledger::read(&text, end).rows.iter().any(|row| row.point == id && row.state == state))
}

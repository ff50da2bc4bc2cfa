//! Rows of the session's transcript.

use std::rc::Rc;

use engine::{Datum, HostError};

use super::row::symbols;
use super::{Evidence, Rows};
use crate::origin::Origin;
use crate::transcript::{OwnCall, Place};
use crate::world::Seen;

impl Evidence<'_> {
    pub(super) fn transcript_rows(
        &mut self,
        relation: &str,
        key: &[&str],
        rows: &mut Rows<'_>,
    ) -> Result<bool, HostError> {
        let file = match (relation, key) {
            ("damaged_line", [file, part]) => {
                self.damaged_rows(file, part, rows)?;
                return Ok(true);
            }
            (relation, [file]) if RELATIONS.contains(&relation) => file,
            _ => return Ok(false),
        };
        let whole = Origin::Transcript { file: (*file).to_owned(), line: 0 };
        let read = self.seen(file);
        match (relation, read.as_ref()) {
            ("transcript", Ok(_)) => rows.row(&symbols(&[file]), whole)?,
            ("transcript_error", Err(reason)) => rows.row(&symbols(&[file, reason]), whole)?,
            (_, Ok(seen)) => {
                for (place, columns) in lowered(relation, seen) {
                    let origin = Origin::Transcript { file: (*file).to_owned(), line: place.line };
                    rows.row(&[&[Datum::Symbol(file)], columns.as_slice()].concat(), origin)?;
                }
            }
            (_, Err(_)) => {}
        }
        Ok(true)
    }

    /// The transcript, read once.
    fn seen(&mut self, file: &str) -> Rc<Result<Seen, String>> {
        if let Some(read) = self.transcripts.get(file) {
            return Rc::clone(read);
        }
        let own = self.call.payload.as_ref().ok().map(|payload| OwnCall { tool: &payload.tool, input: &payload.input });
        let read = Rc::new(self.world.transcript(file, own.as_ref()));
        self.transcripts.insert(file.to_owned(), Rc::clone(&read));
        read
    }

    /// A transcript that cannot be read has no lines; that it cannot is another relation's row.
    fn damaged_rows(&mut self, file: &str, part: &str, rows: &mut Rows<'_>) -> Result<(), HostError> {
        for line in self.world.damaged(file, part).unwrap_or_default() {
            let origin = Origin::Transcript { file: file.to_owned(), line };
            rows.row(&[Datum::Symbol(file), Datum::Symbol(part), number(line)], origin)?;
        }
        Ok(())
    }
}

/// The relations that this module fills.
const RELATIONS: [&str; 20] = [
    "transcript",
    "transcript_error",
    "tool_use",
    "own_use",
    "question",
    "question_form",
    "question_option",
    "question_source",
    "question_header",
    "tool_result",
    "answer",
    "answer_timeout",
    "unanswered",
    "decided_by",
    "answer_note",
    "entry",
    "entry_directory",
    "use_text",
    "said",
    "reply",
];

/// The rows of a relation: where each comes from, and its columns behind the file.
fn lowered<'s>(relation: &str, seen: &'s Seen) -> Vec<(&'s Place, Vec<Datum<'s>>)> {
    let view = seen.transcript.before(seen.before);
    match relation {
        "tool_use" => {
            each(view.uses, |r| (&r.place, vec![line(&r.place), text(&r.message), text(&r.use_id), text(&r.tool)]))
        }
        "own_use" => each(&seen.own, |r| (&r.place, vec![line(&r.place), text(&r.message), text(&r.use_id)])),
        "question" => each(view.questions, |r| {
            (&r.place, vec![text(&r.use_id), Datum::Number(r.index.into()), text(&r.header), text(&r.text)])
        }),
        "question_form" => each(view.forms, |r| {
            let (options, many) = (Datum::Number(r.options.into()), Datum::Number(r.many.into()));
            (&r.place, vec![text(&r.use_id), Datum::Number(r.index.into()), options, many])
        }),
        "question_option" => each(view.options, |r| {
            let (index, option) = (Datum::Number(r.index.into()), Datum::Number(r.option.into()));
            (&r.place, vec![text(&r.use_id), index, option, text(&r.label), text(&r.description)])
        }),
        "question_source" => each(view.sources, |r| (&r.place, vec![text(&r.use_id), text(&r.id)])),
        "question_header" => {
            each(view.headers, |r| (&r.place, vec![text(&r.use_id), Datum::Number(r.index.into()), text(&r.id)]))
        }
        "tool_result" => {
            each(view.results, |r| (&r.place, vec![line(&r.place), text(&r.use_id), Datum::Number(r.failed.into())]))
        }
        "answer" => {
            each(view.answers, |r| (&r.place, vec![line(&r.place), text(&r.use_id), text(&r.question), text(&r.value)]))
        }
        "answer_timeout" => each(view.timeouts, |r| (&r.place, vec![line(&r.place), text(&r.use_id)])),
        "unanswered" => each(view.unanswered, |r| {
            (&r.place, vec![line(&r.place), text(&r.use_id), text(&r.question), text(&r.how)])
        }),
        "decided_by" => each(view.decided_by, |r| (&r.place, vec![line(&r.place), text(&r.use_id), text(&r.source)])),
        "answer_note" => {
            each(view.notes, |r| (&r.place, vec![line(&r.place), text(&r.use_id), text(&r.question), text(&r.text)]))
        }
        "entry" => each(view.entries, |r| (&r.place, vec![line(&r.place), text(r.role)])),
        "entry_directory" => {
            let named = view.entries.iter().filter_map(|r| Some((r, r.directory.as_deref()?)));
            named.map(|(r, directory)| (&r.place, vec![line(&r.place), text(directory)])).collect()
        }
        "use_text" => each(view.texts, |r| (&r.place, vec![text(&r.use_id), text(&r.pointer), text(&r.text)])),
        "said" => each(view.said, |r| (&r.place, vec![line(&r.place), text(&r.text)])),
        "reply" => each(view.replies, |r| (&r.place, vec![line(&r.place), text(&r.message), text(&r.text)])),
        _ => Vec::new(),
    }
}

/// A row for each record.
fn each<'r, T>(
    records: &'r [T],
    row: impl Fn(&'r T) -> (&'r Place, Vec<Datum<'r>>),
) -> Vec<(&'r Place, Vec<Datum<'r>>)> {
    records.iter().map(row).collect()
}

fn text(text: &str) -> Datum<'_> {
    Datum::Symbol(text)
}

fn line(place: &Place) -> Datum<'static> {
    number(place.line)
}

fn number(line: u64) -> Datum<'static> {
    Datum::Number(i64::try_from(line).unwrap_or(i64::MAX))
}

//! Rows of the session's transcript.

use std::rc::Rc;

use engine::{Datum, HostError};

use super::place::symbols;
use super::{Evidence, Rows};
use crate::origin::Origin;
use crate::transcript::{OwnCall, Place};
use crate::world::Seen;

impl Evidence<'_> {
    pub(super) fn transcript_rows(&mut self, relation: &str, key: &[&str], rows: &mut Rows<'_>) -> Result<bool, HostError> {
        let file = match (relation, key) {
            ("damaged_line", [file, part]) => {
                self.damaged_rows(file, part, rows)?;
                return Ok(true);
            }
            (relation, [file]) if RELATIONS.contains(&relation) => file,
            _ => return Ok(false),
        };
        let whole = Origin::Transcript {
            file: (*file).to_owned(),
            line: 0,
        };
        let read = self.seen(file);
        match (relation, read.as_ref()) {
            ("transcript", Ok(_)) => rows.row(&symbols(&[file]), whole)?,
            ("transcript_error", Err(reason)) => rows.row(&symbols(&[file, reason]), whole)?,
            (_, Ok(seen)) => View { file, seen }.rows(relation, rows)?,
            (_, Err(_)) => {}
        }
        Ok(true)
    }

    /// The transcript, read once.
    fn seen(&mut self, file: &str) -> Rc<Result<Seen, String>> {
        if let Some(read) = self.transcripts.get(file) {
            return Rc::clone(read);
        }
        let own = self.call.payload.as_ref().ok().map(|payload| OwnCall {
            tool: &payload.tool,
            input: &payload.input,
        });
        let read = Rc::new(self.world.transcript(file, own.as_ref()));
        self.transcripts.insert(file.to_owned(), Rc::clone(&read));
        read
    }

    /// A transcript that cannot be read has no lines; that it cannot is another relation's row.
    fn damaged_rows(&mut self, file: &str, part: &str, rows: &mut Rows<'_>) -> Result<(), HostError> {
        for line in self.world.damaged(file, part).unwrap_or_default() {
            let origin = Origin::Transcript {
                file: file.to_owned(),
                line,
            };
            rows.row(&[Datum::Symbol(file), Datum::Symbol(part), number(line)], origin)?;
        }
        Ok(())
    }
}

/// The relations that this module fills.
const RELATIONS: [&str; 12] = [
    "transcript",
    "transcript_error",
    "tool_use",
    "own_use",
    "question",
    "question_source",
    "question_header",
    "tool_result",
    "answer",
    "answer_timeout",
    "unanswered",
    "decided_by",
];

/// A transcript as the call sees it.
struct View<'v> {
    file: &'v str,
    seen: &'v Seen,
}

impl View<'_> {
    fn rows(&self, relation: &str, rows: &mut Rows<'_>) -> Result<(), HostError> {
        let transcript = &self.seen.transcript;
        match relation {
            "tool_use" => self.each(&transcript.uses, |r| &r.place, rows, |r| {
                vec![number(r.place.line), Datum::Symbol(&r.message), Datum::Symbol(&r.use_id), Datum::Symbol(&r.tool)]
            }),
            "own_use" => {
                for own in &self.seen.own {
                    let (message, use_id) = (Datum::Symbol(&own.message), Datum::Symbol(&own.use_id));
                    rows.row(&[self.key(), number(own.place.line), message, use_id], self.at(&own.place))?;
                }
                Ok(())
            }
            "question" => self.each(&transcript.questions, |r| &r.place, rows, |r| {
                let index = Datum::Number(i64::from(r.index));
                vec![Datum::Symbol(&r.use_id), index, Datum::Symbol(&r.header), Datum::Symbol(&r.text)]
            }),
            "question_source" => self.each(&transcript.sources, |r| &r.place, rows, |r| symbols(&[&r.use_id, &r.id])),
            "question_header" => self.each(&transcript.headers, |r| &r.place, rows, |r| {
                vec![Datum::Symbol(&r.use_id), Datum::Number(i64::from(r.index)), Datum::Symbol(&r.id)]
            }),
            "tool_result" => self.each(&transcript.results, |r| &r.place, rows, |r| {
                vec![number(r.place.line), Datum::Symbol(&r.use_id), Datum::Number(i64::from(r.failed))]
            }),
            "answer" => self.each(&transcript.answers, |r| &r.place, rows, |r| {
                let texts = [Datum::Symbol(&r.use_id), Datum::Symbol(&r.question), Datum::Symbol(&r.value)];
                [&[number(r.place.line)], texts.as_slice()].concat()
            }),
            "answer_timeout" => self.each(&transcript.timeouts, |r| &r.place, rows, |r| {
                vec![number(r.place.line), Datum::Symbol(&r.use_id)]
            }),
            "unanswered" => self.each(&transcript.unanswered, |r| &r.place, rows, |r| {
                let texts = [Datum::Symbol(&r.use_id), Datum::Symbol(&r.question), Datum::Symbol(&r.how)];
                [&[number(r.place.line)], texts.as_slice()].concat()
            }),
            "decided_by" => self.each(&transcript.decided_by, |r| &r.place, rows, |r| {
                vec![number(r.place.line), Datum::Symbol(&r.use_id), Datum::Symbol(&r.source)]
            }),
            _ => Ok(()),
        }
    }

    /// A row for each record before the horizon: the file, then what `columns` gives.
    fn each<'r, T>(
        &self,
        records: &'r [T],
        place: impl Fn(&T) -> &Place,
        rows: &mut Rows<'_>,
        columns: impl Fn(&'r T) -> Vec<Datum<'r>>,
    ) -> Result<(), HostError> {
        for record in records.iter().take_while(|record| place(record).line < self.seen.before) {
            let mut row = vec![self.key()];
            row.extend(columns(record));
            rows.row(&row, self.at(place(record)))?;
        }
        Ok(())
    }

    fn key(&self) -> Datum<'_> {
        Datum::Symbol(self.file)
    }

    fn at(&self, place: &Place) -> Origin {
        Origin::Transcript {
            file: self.file.to_owned(),
            line: place.line,
        }
    }
}

fn number(line: u64) -> Datum<'static> {
    Datum::Number(i64::try_from(line).unwrap_or(i64::MAX))
}

//! A line's values, lowered to records: pure and total. A reader can rely on one thing above all: only the client's own
//! structure makes a record. Files are not known here, nor what the records mean.

mod borrowed;
mod questions;

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use crate::payload;

use super::answer::{self, Outcome};
use super::blocks::Block;
use super::entry::{Entry, Role, entry, is_true, text};
use super::foreign::Foreign;
use super::record::{
    DamagedLine, EntryLine, OwnUse, Place, Recording, Reply, Said, ToolResult, ToolUse, Transcript, UseText,
};
use super::{OwnCall, input, json, turn};

/// Most bytes of unreadable text that are kept in all.
const DAMAGE: usize = 8 * 1024 * 1024;

/// Which records are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    /// Of calls, only the question tool's.
    Questions,
    /// All.
    Everything,
    /// All, and every call's input.
    EverythingAndInputs,
}

/// Gathers records, line by line.
pub(super) struct Lowering<'a> {
    scope: Scope,
    own: Option<&'a OwnCall<'a>>,
    recording: Recording,
    /// Calls seen, and whether in a side chain and of the question tool: a call that only shares its id with a question
    /// does not hide it.
    uses: HashSet<(String, bool, bool)>,
    /// Texts of the model seen, by their message.
    replied: HashSet<(String, String)>,
    /// Calls of the question tool.
    asked: HashMap<String, Asked>,
    /// Not yet records: they can be read out of order, and the first of equal ones counts.
    results: Vec<Found>,
    damage: usize,
    /// The file is another client's.
    foreign: Option<Foreign>,
    /// The entries that were made of another client's lines.
    made: borrowed::Origins,
}

/// A call of the question tool.
struct Asked {
    /// Line and value.
    at: (u64, u32),
    /// The questions' texts.
    questions: Vec<String>,
}

/// A result of a call.
struct Found {
    /// Line, value and block.
    at: (u64, u32, usize),
    use_id: String,
    failed: bool,
    outcome: Outcome,
}

impl<'a> Lowering<'a> {
    pub(super) fn new(scope: Scope, own: Option<&'a OwnCall<'a>>) -> Self {
        Lowering {
            scope,
            own,
            recording: Recording::default(),
            uses: HashSet::new(),
            replied: HashSet::new(),
            asked: HashMap::new(),
            results: Vec::new(),
            damage: 0,
            foreign: None,
            made: borrowed::Origins::new(),
        }
    }

    /// Lowers every line of a block.
    pub(super) fn block(&mut self, block: &Block<'_>) {
        for line in block.lines() {
            if block.cut {
                self.damaged(DamagedLine::cut(line.number, json::excerpt(line.bytes)));
            } else {
                self.line(line.number, line.bytes, line.finished);
            }
        }
    }

    /// Lowers a line.
    pub(super) fn line(&mut self, number: u64, bytes: &[u8], finished: bool) {
        self.begins(number, bytes);
        let line = json::read(bytes);
        if self.foreign.is_some() {
            self.foreign_values(number, &line.pieces);
        } else {
            for (index, piece) in (0..).zip(&line.pieces) {
                self.value(number, index, &piece.value, piece.recovered);
            }
        }
        if let Some(text) = line.damage {
            self.damaged(DamagedLine { line: number, text, finished });
        }
    }

    /// Records a line that cannot be read.
    pub(super) fn damaged(&mut self, mut damaged: DamagedLine) {
        if self.damage > DAMAGE {
            damaged.text = String::new();
        }
        self.damage += damaged.text.len();
        self.recording.transcript.damaged.push(damaged);
    }

    /// The call is one of the question tool's.
    pub(super) fn is_question(&self, use_id: &str) -> bool {
        self.asked.contains_key(use_id)
    }

    /// What was gathered so far, in no order.
    pub(super) fn so_far(&self) -> &Transcript {
        &self.recording.transcript
    }

    /// Looks for the call itself in a line that was lowered before, or was left out.
    pub(super) fn own_line(&mut self, number: u64, bytes: &[u8], messages: &HashSet<String>) {
        for (index, piece) in (0..).zip(&json::read(bytes).pieces) {
            if let Some((Role::Assistant, entry)) = entry(number, index, &piece.value, piece.recovered)
                && !entry.is_sidechain()
                && messages.contains(&entry.message())
            {
                for (index, block) in entry.tool_uses() {
                    self.own_use(&entry, index, block);
                }
            }
        }
    }

    /// The calls that a result was found of.
    pub(super) fn calls_with_result(&self) -> HashSet<&str> {
        self.results.iter().map(|result| result.use_id.as_str()).collect()
    }

    /// Everything that was gathered, in order.
    pub(super) fn finish(mut self, lines: u64) -> Recording {
        self.results.sort_by_key(|result| result.at);
        let mut seen = HashSet::new();
        let transcript = &mut self.recording.transcript;
        for Found { at: (line, entry, index), use_id, failed, outcome } in self.results {
            if self.scope == Scope::Questions && !self.asked.contains_key(&use_id)
                || !seen.insert((use_id.clone(), failed, outcome.clone()))
            {
                continue;
            }
            let place = |pointer: String| Place { line, entry, pointer };
            outcome.record(&use_id, transcript, place);
            let place = place(format!("/message/content/{index}"));
            transcript.results.push(ToolResult { place, use_id, failed });
        }
        transcript.lines = lines;
        transcript.sort();
        borrowed::restore(&self.made, &mut self.recording);
        self.recording
    }

    fn value(&mut self, line: u64, number: u32, value: &Value, recovered: bool) {
        let read = entry(line, number, value, recovered);
        if let Some((role, entry)) = &read
            && self.scope != Scope::Questions
            && !entry.is_sidechain()
        {
            self.turn(*role, entry);
        }
        match read {
            Some((Role::Assistant, entry)) => self.assistant(&entry),
            Some((Role::User, entry)) => self.user(&entry),
            None => self.recording.transcript.skipped += 1,
        }
    }

    fn assistant(&mut self, entry: &Entry<'_>) {
        for (index, block) in entry.tool_uses() {
            let tool = text(&block["name"]);
            let use_id = entry.use_id(index, block);
            if !entry.is_sidechain() {
                self.own_use(entry, index, block);
            }
            let is_question = tool == self.question_tool();
            if self.scope == Scope::Questions && !is_question
                || !self.uses.insert((use_id.clone(), entry.is_sidechain(), is_question))
            {
                continue;
            }
            if self.scope == Scope::EverythingAndInputs {
                self.recording.calls.push(entry.call(index, block, &use_id));
            }
            if entry.is_sidechain() {
                continue;
            }
            if is_question {
                self.question_call(entry, index, &block["input"], &use_id);
            }
            let transcript = &mut self.recording.transcript;
            if self.scope != Scope::Questions {
                transcript.texts.extend(payload::texts(&block["input"]).into_iter().map(|(pointer, text)| UseText {
                    place: entry.place(format!("/message/content/{index}/input{pointer}")),
                    use_id: use_id.clone(),
                    pointer,
                    text,
                }));
            }
            transcript.uses.push(ToolUse {
                place: entry.place(format!("/message/content/{index}")),
                message: entry.message(),
                use_id,
                tool: tool.to_string(),
            });
        }
    }

    /// That there is an entry, and what the person typed or the model wrote in it.
    fn turn(&mut self, role: Role, entry: &Entry<'_>) {
        let transcript = &mut self.recording.transcript;
        transcript.entries.push(EntryLine {
            place: entry.place(String::new()),
            role: role.name(),
            directory: entry.directory(),
        });
        if role == Role::User {
            let said = turn::typed(entry.value).into_iter();
            transcript.said.extend(said.map(|(pointer, text)| Said { place: entry.place(pointer), text }));
        } else if !is_clients_own(entry.value) {
            for (index, block) in entry.blocks_of("text") {
                let (message, text) = (entry.message(), text(&block["text"]).trim().to_string());
                if !text.is_empty() && self.replied.insert((message.clone(), text.clone())) {
                    let place = entry.place(format!("/message/content/{index}/text"));
                    transcript.replies.push(Reply { place, message, text });
                }
            }
        }
    }

    fn own_use(&mut self, entry: &Entry<'_>, index: usize, block: &Value) {
        let Some(own) = self.own else { return };
        if text(&block["name"]) != own.tool || !input::is_same(own.input, &block["input"]) {
            return;
        }
        let use_id = entry.use_id(index, block);
        let known = &mut self.recording.transcript.own;
        if known.iter().all(|known| known.use_id != use_id) {
            known.push(OwnUse {
                place: entry.place(format!("/message/content/{index}")),
                message: entry.message(),
                use_id,
            });
        }
    }

    fn user(&mut self, entry: &Entry<'_>) {
        if entry.is_sidechain() || is_true(&entry.value["isCompactSummary"]) {
            return;
        }
        let at = (entry.line, entry.number);
        let asked = |block: &Value| {
            let asked = self.asked.get(text(&block["tool_use_id"]));
            asked.filter(|asked| asked.at < at)
        };
        let results: Vec<(usize, &Value)> = entry.blocks_of("tool_result").collect();
        // The structured result belongs to the line. Where the line holds several results, it is the question
        // call's, if there is one only; else it is nobody's.
        let structured = match results[..] {
            [(index, _)] => Some(index),
            _ => {
                let mut questions = results.iter().filter(|(_, block)| asked(block).is_some());
                let first = questions.next().filter(|_| questions.next().is_none());
                first.map(|&(index, _)| index)
            }
        };
        let mut found = Vec::new();
        for (index, block) in results {
            let use_id = text(&block["tool_use_id"]);
            if use_id.is_empty() {
                continue;
            }
            let failed = !matches!(block["is_error"], Value::Null | Value::Bool(false));
            let questions = asked(block).map_or(&[][..], |asked| &asked.questions);
            found.push(Found {
                at: (entry.line, entry.number, index),
                use_id: use_id.to_string(),
                failed,
                outcome: answer::outcome(entry.value, index, failed, structured == Some(index), questions),
            });
        }
        self.results.append(&mut found);
    }
}

/// The client wrote an assistant's entry itself: what an error says, or that there is nothing to say.
fn is_clients_own(entry: &Value) -> bool {
    is_true(&entry["isApiErrorMessage"]) || text(&entry["message"]["model"]) == "<synthetic>"
}

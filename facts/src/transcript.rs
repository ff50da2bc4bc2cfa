//! The session's transcript: which tools the assistant called, which questions it put, and what the client recorded
//! about their results. A reader can rely on structure only: nothing here is taken from prose, from a compaction
//! summary, from a sub-agent's lines or from what the model wrote into the answers of its own call. Whether a
//! question counts as asked or answered is not known here; that is for rules.
//!
//! The format (one JSON object a line, as Claude Code writes it) is internal to that client and changes. Files of Codex
//! and Gemini are known by their first line and turned into the same entries (`foreign`); lines of unknown clients are
//! skipped and counted. Reading ([`read_questions`], [`read_all`], [`read_damaged`],
//! [`read_recording`]) is apart from lowering (`lower`), which is pure and total.
//!
//! Two things rest on how the client writes JSON: it never escapes ASCII letters, so a byte search finds every call of
//! the question tool and every `"tool_use_id"`; and the entries of one message stand near each other (see `scan`).

mod answer;
mod blocks;
mod entry;
mod foreign;
mod input;
mod json;
mod lower;
mod record;
mod scan;
mod turn;

use std::path::{Path, PathBuf};
use std::{fmt, io};

use blocks::Blocks;
use lower::{Lowering, Scope};

pub use record::{
    Answer, AnswerNote, AnswerTimeout, Call, DamagedLine, DecidedBy, EntryLine, OwnUse, Place, Question, QuestionForm,
    QuestionHeader, QuestionOption, QuestionSource, Recording, Reply, Said, ToolResult, ToolUse, Transcript,
    TranscriptView, Unanswered, UseText,
};

/// Claude Code's question tool. Tools of other servers with similar names (`mcp__x__AskUserQuestion`) are not it. In
/// another client's file, its own question tool takes this one's place.
pub const QUESTION_TOOL: &str = "AskUserQuestion";

/// The call that a hook is asked about: its entry in the file is the one with the same tool and the same input.
#[derive(Clone, Copy, Debug)]
pub struct OwnCall<'a> {
    /// `tool_name` of the payload.
    pub tool: &'a str,
    /// `tool_input` of the payload.
    pub input: &'a serde_json::Value,
}

/// Why a transcript cannot be read: it is not there, not a regular file, or the system says no.
#[derive(Debug)]
pub struct ReadError {
    path: PathBuf,
    source: io::Error,
}

/// Reads what a hook needs: the calls of the question tool, their results, and, of the messages that carry a question
/// without any result, the entries of the call itself. Damaged lines are reported only where they look like one of
/// these; [`read_damaged`] finds the others. One pass over the file, in memory that does not grow with it (but for
/// some 16 bytes a tool result).
///
/// # Errors
/// If the file cannot be read. An empty file is an empty transcript.
pub fn read_questions(path: &Path, own: Option<&OwnCall<'_>>) -> Result<Transcript, ReadError> {
    scan::questions(path, own).map_err(|source| ReadError::new(path, source))
}

/// Reads every line.
///
/// # Errors
/// If the file cannot be read.
pub fn read_all(path: &Path) -> Result<Transcript, ReadError> {
    read_session(path, None)
}

/// Reads every line, and knows the entries of the call itself.
///
/// # Errors
/// If the file cannot be read.
pub fn read_session(path: &Path, own: Option<&OwnCall<'_>>) -> Result<Transcript, ReadError> {
    every_line(path, Lowering::new(Scope::Everything, own)).map(|recording| recording.transcript)
}

/// Reads every line, and every tool call with its whole input (side chains too), to feed the calls to a guard again.
///
/// # Errors
/// If the file cannot be read.
pub fn read_recording(path: &Path) -> Result<Recording, ReadError> {
    every_line(path, Lowering::new(Scope::EverythingAndInputs, None))
}

/// The lines that hold `part` (every line holds the empty text), and of these the ones, or their parts, that are no
/// JSON even after repair. Goes over the whole file; lines without `part` are not looked at closely.
///
/// # Errors
/// If the file cannot be read.
pub fn read_damaged(path: &Path, part: &str) -> Result<Vec<DamagedLine>, ReadError> {
    let part = memchr::memmem::Finder::new(part);
    let mut damaged = Vec::new();
    each_block(path, |block| {
        // Most blocks have no such line, and one search over a block costs less than one in each of its lines.
        if part.find(block.bytes).is_none() {
            return;
        }
        for line in block.lines() {
            if part.find(line.bytes).is_none() {
                continue;
            }
            if block.cut {
                damaged.push(DamagedLine::cut(line.number, json::excerpt(line.bytes)));
            } else if !json::is_sound(line.bytes)
                && let Some(text) = json::read(line.bytes).damage
            {
                damaged.push(DamagedLine { line: line.number, text, finished: line.finished });
            }
        }
    })?;
    Ok(damaged)
}

fn every_line(path: &Path, mut lowering: Lowering<'_>) -> Result<Recording, ReadError> {
    let lines = each_block(path, |block| lowering.block(block))?;
    Ok(lowering.finish(lines))
}

/// Hands every block to `take`; returns the number of lines.
fn each_block(path: &Path, mut take: impl FnMut(&blocks::Block<'_>)) -> Result<u64, ReadError> {
    let error = |source| ReadError::new(path, source);
    let mut blocks = Blocks::open(path).map_err(error)?;
    while let Some(block) = blocks.next().map_err(error)? {
        take(&block);
    }
    Ok(blocks.lines())
}

impl ReadError {
    fn new(path: &Path, source: io::Error) -> Self {
        let path = path.to_path_buf();
        ReadError { path, source }
    }

    /// The system's reason.
    #[must_use]
    pub fn kind(&self) -> io::ErrorKind {
        self.source.kind()
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot read the transcript {}: {}", self.path.display(), self.source)
    }
}

impl std::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.source)
    }
}

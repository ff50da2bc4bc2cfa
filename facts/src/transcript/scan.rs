//! The hook's way through a transcript: bytes are searched, and only the lines that can matter are parsed. It finds the
//! same question records that reading every line finds. How a line is lowered is not known here.
//!
//! One pass over the file looks for one text, which both a call's type and a result's key begin with. A call's line is
//! lowered where it names the question tool, a result's where its question is known. Of all other results, a hash of
//! the call's id and the line's offset are kept, so that a result that stands before its question is found without a
//! second pass. The call's own entry matters only in a message with a question that has no result; a message's entries
//! are written together, so it is looked for in [`REACH`] bytes on both sides.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::ops::Range;
use std::path::Path;

use memchr::memmem::Finder;

use super::blocks::{Block, Blocks};
use super::lower::{Lowering, Scope};
use super::record::{DamagedLine, Transcript};
use super::{OwnCall, QUESTION_TOOL, foreign, json};

/// Begins the type of a call's block (`"tool_use"`) and the key of a result's call (`"tool_use_id"`). In JSON inside a
/// text the closing quote is escaped, so what follows tells both from it.
const MARK: &str = "\"tool_use";

/// How far the entries of one message may be apart, with the results that stand between them.
const REACH: u64 = 8 * 1024 * 1024;

/// A result whose question is not known (yet).
struct Stray {
    call: u64,
    /// In the result's line.
    offset: u64,
}

/// A block's place: where reading can go on.
#[derive(Clone, Copy)]
struct Mark {
    offset: u64,
    line: u64,
}

struct Scan<'a> {
    lowering: Lowering<'a>,
    mark: Finder<'static>,
    tool: Finder<'static>,
    strays: Vec<Stray>,
    marks: Vec<Mark>,
}

/// See [`super::read_questions`].
pub(super) fn questions(path: &Path, own: Option<&OwnCall<'_>>) -> io::Result<Transcript> {
    let mut blocks = Blocks::open(path)?;
    let mut scan = Scan {
        lowering: Lowering::new(Scope::Questions, own),
        mark: Finder::new(MARK),
        tool: Finder::new(QUESTION_TOOL),
        strays: Vec::new(),
        marks: Vec::new(),
    };
    while let Some(block) = blocks.next()? {
        if block.line == 1 && !block.cut {
            scan.lowering.begins(1, block.lines().next().map_or(&[], |line| line.bytes));
        }
        match scan.lowering.foreign() {
            Some(_) => foreign::questions(&block, &mut scan.lowering),
            None => scan.block(&block),
        }
    }
    let lines = blocks.lines();
    if scan.lowering.foreign().is_some() {
        return Ok(scan.lowering.finish(lines).transcript);
    }
    scan.strays(&mut blocks)?;
    if own.is_some() {
        scan.own(&mut blocks)?;
    }
    Ok(scan.lowering.finish(lines).transcript)
}

impl Scan<'_> {
    fn block(&mut self, block: &Block<'_>) {
        self.marks.push(Mark { offset: block.offset, line: block.line });
        let bytes = block.bytes;
        if block.cut {
            if self.mark.find(bytes).is_some() {
                self.lowering.damaged(DamagedLine::cut(block.line, json::excerpt(bytes)));
            }
            return;
        }
        let mut lines = Lines::new(block);
        let mut from = 0;
        // Up to here, no line names the question tool behind its first call.
        let mut without = 0;
        while let Some(at) = self.mark.find(&bytes[from..]).map(|at| from + at) {
            from = at + MARK.len();
            let rest = &bytes[from..];
            let wanted = match rest.strip_prefix(b"_id\"") {
                // An id that cannot be read here is left to the parser.
                Some(rest) => id_after(rest).is_none_or(|id| self.knows(id, block.offset, at)),
                None if rest.first() == Some(&b'"') && at >= without => {
                    let line = lines.around(at);
                    without = line.end;
                    self.tool.find(&bytes[line]).is_some()
                }
                None => false,
            };
            if wanted {
                from = lines.lower(at, &mut self.lowering).end;
            }
        }
    }

    /// Whether a result's question is known; if not, the result is kept in mind.
    fn knows(&mut self, use_id: &str, block: u64, at: usize) -> bool {
        let known = self.lowering.is_question(use_id);
        if !known {
            let (call, offset) = (hash(use_id), block + at as u64);
            self.strays.push(Stray { call, offset });
        }
        known
    }

    /// Lowers the results that stand before their questions.
    fn strays(&mut self, blocks: &mut Blocks) -> io::Result<()> {
        let uses = &self.lowering.so_far().uses;
        let calls: HashSet<u64> = uses.iter().map(|call| hash(&call.use_id)).collect();
        let strays = std::mem::take(&mut self.strays).into_iter();
        let mut strays = strays.filter(|stray| calls.contains(&stray.call)).peekable();
        while let Some(first) = strays.peek() {
            let mark = self.mark(first.offset);
            blocks.seek(mark.offset, mark.line)?;
            let Some(block) = blocks.next()? else { break };
            let end = block.offset + block.bytes.len() as u64;
            let mut lines = Lines::new(&block);
            while let Some(stray) = strays.next_if(|stray| stray.offset < end) {
                if let Ok(at) = usize::try_from(stray.offset - block.offset) {
                    lines.lower(at, &mut self.lowering);
                }
            }
        }
        Ok(())
    }

    /// Looks for the call itself around the questions that have no result.
    fn own(&mut self, blocks: &mut Blocks) -> io::Result<()> {
        let known = self.lowering.so_far();
        let closed = self.lowering.calls_with_result();
        let open = known.uses.iter().filter(|call| !closed.contains(call.use_id.as_str()));
        let mut messages = HashSet::new();
        let mut reaches: Vec<Range<u64>> = Vec::new();
        for call in open {
            messages.insert(call.message.clone());
            let next = self.marks.partition_point(|mark| mark.line <= call.place.line);
            let offset = self.marks.get(next.saturating_sub(1)).map_or(0, |mark| mark.offset);
            let reach = offset.saturating_sub(REACH)..offset + REACH;
            match reaches.last_mut() {
                Some(last) if last.contains(&reach.start) => last.end = reach.end.max(last.end),
                _ => reaches.push(reach),
            }
        }
        let key = Finder::new("\"id\"");
        for reach in reaches {
            let mark = self.mark(reach.start);
            blocks.seek(mark.offset, mark.line)?;
            while let Some(block) = blocks.next()? {
                if block.offset > reach.end {
                    break;
                }
                self.own_in(&block, &key, &messages);
            }
        }
        Ok(())
    }

    fn own_in(&mut self, block: &Block<'_>, key: &Finder<'_>, messages: &HashSet<String>) {
        let bytes = block.bytes;
        let mut lines = Lines::new(block);
        let mut from = 0;
        while let Some(at) = key.find(&bytes[from..]).map(|at| from + at) {
            from = at + key.needle().len();
            if id_after(&bytes[from..]).is_none_or(|id| messages.contains(id)) {
                let line = lines.around(at);
                let number = lines.number(line.start);
                from = line.end;
                self.lowering.own_line(number, &bytes[line], messages);
            }
        }
    }

    /// The last block that begins at `offset` or before.
    fn mark(&self, offset: u64) -> Mark {
        let next = self.marks.partition_point(|mark| mark.offset <= offset);
        let start = Mark { offset: 0, line: 1 };
        self.marks.get(next.saturating_sub(1)).copied().unwrap_or(start)
    }
}

/// Lines of a block by the place of something in them, in rising order.
struct Lines<'b, 'a> {
    block: &'b Block<'a>,
    /// Up to here, line breaks are counted.
    counted: usize,
    number: u64,
}

impl<'b, 'a> Lines<'b, 'a> {
    fn new(block: &'b Block<'a>) -> Self {
        Lines { block, counted: 0, number: block.line }
    }

    /// The line that holds `at`, without its line break.
    fn around(&self, at: usize) -> Range<usize> {
        let bytes = self.block.bytes;
        let start = memchr::memrchr(b'\n', &bytes[..at]).map_or(0, |end| end + 1);
        let end = memchr::memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |end| at + end);
        start..end
    }

    /// The number of the line that begins at `start`.
    fn number(&mut self, start: usize) -> u64 {
        if let Some(bytes) = self.block.bytes.get(self.counted..start) {
            self.number += memchr::memchr_iter(b'\n', bytes).count() as u64;
            self.counted = start;
        }
        self.number
    }

    /// Lowers the line that holds `at`.
    fn lower(&mut self, at: usize, lowering: &mut Lowering<'_>) -> Range<usize> {
        let line = self.around(at);
        let number = self.number(line.start);
        let finished = line.end < self.block.bytes.len();
        lowering.line(number, &self.block.bytes[line.clone()], finished);
        line
    }
}

/// The text behind a key, where it holds no escapes.
pub(super) fn id_after(bytes: &[u8]) -> Option<&str> {
    let text = bytes.trim_ascii_start().strip_prefix(b":")?.trim_ascii_start();
    let text = text.strip_prefix(b"\"")?;
    let end = memchr::memchr2(b'"', b'\\', text)?;
    if text[end] == b'\\' {
        return None;
    }
    std::str::from_utf8(&text[..end]).ok()
}

fn hash(id: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    id.hash(&mut hasher);
    hasher.finish()
}

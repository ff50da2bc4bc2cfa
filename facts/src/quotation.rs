//! Quotations in a Markdown text, and a form of texts in which a quotation can be looked for.
//! A reader can rely on this: a quotation lies within one paragraph, heading, item or table cell, so that a mark without
//! its partner swallows nothing behind that; an apostrophe is no mark. Marks in code, in HTML and in a YAML head belong
//! to those languages. Refuses to know who said what.

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

mod mark;
mod spoken;

pub use spoken::spoken;

/// What stands between quotation marks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quotation {
    /// Of the opening mark, from 1.
    pub line: u32,
    /// Of the opening mark, in characters, from 1.
    pub column: u32,
    /// Without the marks; a line break is a blank.
    pub text: String,
}

impl Quotation {
    /// How many words its parts have: pieces between blanks that hold a letter or a digit.
    #[must_use]
    pub fn words(&self) -> usize {
        self.parts().into_iter().map(words).sum()
    }

    /// What is left without ellipses and what stands in brackets; pieces without words are left out.
    #[must_use]
    pub fn parts(&self) -> Vec<&str> {
        let mut parts = Vec::new();
        let mut from = 0;
        let mut at = 0;
        while at < self.text.len() {
            match omission(&self.text[at..]) {
                Some(length) => {
                    parts.push(&self.text[from..at]);
                    at += length;
                    from = at;
                }
                None => at += self.text[at..].chars().next().map_or(1, char::len_utf8),
            }
        }
        parts.push(&self.text[from..]);
        parts.into_iter().map(str::trim).filter(|part| words(part) > 0).collect()
    }
}

/// The length of an ellipsis or a bracketed text at the beginning.
fn omission(text: &str) -> Option<usize> {
    if text.starts_with('…') {
        return Some('…'.len_utf8());
    }
    if text.starts_with("...") {
        return Some(text.len() - text.trim_start_matches('.').len());
    }
    // Brackets around a long text are not a remark of the one who quotes.
    let inner = text.strip_prefix('[')?;
    let end = inner.char_indices().take(80).find(|(_, c)| *c == ']')?.0;
    Some(end + 2)
}

fn words(text: &str) -> usize {
    text.split_whitespace().filter(|piece| piece.chars().any(char::is_alphanumeric)).count()
}

/// Every quotation that lies in no other, in the order of the text.
#[must_use]
pub fn read(text: &str) -> Vec<Quotation> {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS;
    let mut found = Vec::new();
    let mut block = Block::default();
    let mut hidden = false;
    for (event, range) in Parser::new_ext(text, options).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(_)) | Tag::MetadataBlock(_) | Tag::HtmlBlock) => {
                hidden = true
            }
            Event::End(TagEnd::CodeBlock | TagEnd::MetadataBlock(_) | TagEnd::HtmlBlock) => {
                hidden = false;
                block.end(&mut found);
            }
            Event::Text(piece) if !hidden => block.prose(&piece, range.start, range.len()),
            Event::Code(piece) => block.literal(&piece, range.start),
            Event::SoftBreak | Event::HardBreak => block.literal(" ", range.start),
            Event::Start(tag) if !is_inline(&tag) => block.end(&mut found),
            Event::End(end) if !is_inline_end(end) => block.end(&mut found),
            _ => {}
        }
    }
    block.end(&mut found);
    let lines = Starts::new(text);
    found.into_iter().map(|(at, text)| lines.quotation(at, text)).collect()
}

/// Emphasis and links run through a quotation and do not end it.
fn is_inline(tag: &Tag<'_>) -> bool {
    matches!(tag, Tag::Emphasis | Tag::Strong | Tag::Strikethrough | Tag::Link { .. } | Tag::Image { .. })
}

fn is_inline_end(end: TagEnd) -> bool {
    matches!(end, TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Link | TagEnd::Image)
}

/// The text of one block.
#[derive(Default)]
struct Block {
    letters: Vec<Letter>,
}

/// A character of a block, and where it comes from.
#[derive(Clone, Copy)]
struct Letter {
    letter: char,
    offset: usize,
    /// It can be a mark: it is not code.
    prose: bool,
}

impl Block {
    /// Text whose source has `length` bytes from `start`.
    fn prose(&mut self, piece: &str, start: usize, length: usize) {
        // An entity is shorter than its source, which then is one place.
        let step = usize::from(piece.len() == length);
        let letters = piece.char_indices();
        self.letters.extend(letters.map(|(at, letter)| Letter { letter, offset: start + at * step, prose: true }));
    }

    fn literal(&mut self, piece: &str, start: usize) {
        self.letters.extend(piece.chars().map(|letter| Letter { letter, offset: start, prose: false }));
    }

    /// Takes the quotations out, and begins anew.
    fn end(&mut self, found: &mut Vec<(usize, String)>) {
        let letters = std::mem::take(&mut self.letters);
        for (open, close) in mark::pairs(&letters) {
            let inner: String = letters[open + 1..close].iter().map(|letter| letter.letter).collect();
            found.push((letters[open].offset, inner.split_whitespace().collect::<Vec<_>>().join(" ")));
        }
    }
}

/// Where lines begin.
struct Starts<'t> {
    text: &'t str,
    starts: Vec<usize>,
}

impl<'t> Starts<'t> {
    fn new(text: &'t str) -> Self {
        let breaks = memchr::memchr_iter(b'\n', text.as_bytes());
        Starts { text, starts: std::iter::once(0).chain(breaks.map(|at| at + 1)).collect() }
    }

    fn quotation(&self, offset: usize, text: String) -> Quotation {
        let line = self.starts.partition_point(|start| *start <= offset);
        let start = self.starts.get(line.saturating_sub(1)).copied().unwrap_or(0);
        let column = self.text.get(start..offset).unwrap_or_default().chars().count() + 1;
        let number = |n| u32::try_from(n).unwrap_or(u32::MAX);
        Quotation { line: number(line), column: number(column), text }
    }
}

//! Program texts and places in them. A place is a byte range of one text; a reader always gets line and column.
//! Knows nothing of files: a text has a display name, and whoever loads it chooses the name.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// Index of a text in [`Sources`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SourceId(pub u32);

/// Half-open byte range `start..end` of one text, on character boundaries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Span {
    /// The text.
    pub source: SourceId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

/// A line and a column, both counted from 1; the column counts characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

/// One text and the name that diagnostics show for it.
#[derive(Clone, Debug)]
pub struct Source {
    /// What diagnostics show, usually a path.
    pub name: Arc<str>,
    /// The whole text.
    pub text: Arc<str>,
}

/// The texts that a program was read from.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    list: Vec<Source>,
}

impl Span {
    /// The smallest range that holds both; `other` must be of the same text.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self { source: self.source, start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The range as `usize`, for slicing.
    #[must_use]
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

impl Sources {
    /// No text yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a text; texts of 4 GiB or more are cut, since places are 32-bit.
    pub fn add(&mut self, name: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> SourceId {
        let id = SourceId(u32::try_from(self.list.len()).unwrap_or(u32::MAX));
        self.list.push(Source { name: name.into(), text: text.into() });
        id
    }

    /// The text with this id, if it is of this collection.
    #[must_use]
    pub fn get(&self, id: SourceId) -> Option<&Source> {
        self.list.get(id.0 as usize)
    }

    /// All texts, in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = (SourceId, &Source)> {
        (0u32..).map(SourceId).zip(&self.list)
    }

    /// The text under a span; empty where the span is not of these texts.
    #[must_use]
    pub fn text(&self, span: Span) -> &str {
        self.get(span.source).and_then(|source| source.text.get(span.range())).unwrap_or("")
    }

    /// Line and column of a span's first character.
    #[must_use]
    pub fn position(&self, span: Span) -> Position {
        let before = self.get(span.source).and_then(|source| source.text.get(..span.start as usize)).unwrap_or("");
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let lines = before.bytes().filter(|&byte| byte == b'\n').count();
        let columns = before[line_start..].chars().count();
        Position {
            line: u32::try_from(lines + 1).unwrap_or(u32::MAX),
            column: u32::try_from(columns + 1).unwrap_or(u32::MAX),
        }
    }

    /// `name:line:column` of a span.
    #[must_use]
    pub fn place(&self, span: Span) -> String {
        let Position { line, column } = self.position(span);
        let name = self.get(span.source).map_or("", |source| &source.name);
        format!("{name}:{line}:{column}")
    }
}

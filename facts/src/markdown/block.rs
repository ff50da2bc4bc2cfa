//! The prose of one block: its text without markup, and where each part of it stands.

use std::ops::Range;

/// A block's prose. Ends of lines within it are spaces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Block {
    /// Without markup; code spans without their backticks, links with their text in brackets.
    pub text: String,
    /// Where pieces of the text begin, ascending; the first is of the text's first byte.
    pub places: Vec<Place>,
    /// What of the text is a code span.
    pub code: Vec<Range<usize>>,
    /// Where the lines of the source begin, behind the first.
    pub breaks: Vec<usize>,
    /// Which block quotation it stands in directly, from 0 in the order of the text.
    pub quotation: Option<usize>,
    /// It is a cell of a table.
    pub in_table: bool,
    /// The level of the heading that it is.
    pub heading: Option<u32>,
    /// The list items around, by number in the order of the text, the innermost last.
    pub items: Vec<usize>,
    /// It is what the innermost item begins with.
    pub begins_item: bool,
}

/// Where a piece of a block's text stands in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Byte of the block's text.
    pub at: usize,
    /// From 1.
    pub line: u32,
    /// In characters, from 1.
    pub column: u32,
}

impl Block {
    /// Line and column, in characters, of a byte of the text.
    #[must_use]
    pub fn position(&self, at: usize) -> (u32, u32) {
        let piece = self.places.partition_point(|place| place.at <= at).saturating_sub(1);
        let Some(place) = self.places.get(piece) else {
            return (1, 1);
        };
        let before = self.text.get(place.at..at).unwrap_or_default().chars().count();
        (place.line, place.column.saturating_add(u32::try_from(before).unwrap_or(u32::MAX)))
    }

    /// Whether the byte lies in a code span.
    #[must_use]
    pub fn is_code(&self, at: usize) -> bool {
        let next = self.code.partition_point(|span| span.end <= at);
        self.code.get(next).is_some_and(|span| span.start <= at)
    }

    pub(super) fn push(&mut self, text: &str, (line, column): (u32, u32)) {
        self.places.push(Place { at: self.text.len(), line, column });
        self.text.push_str(text);
    }
}

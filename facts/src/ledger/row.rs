//! A row of a table as it is written: its cells by position, with their columns. Pipes are counted here, as a Markdown
//! reader pads short rows and cuts long ones without a word.

use std::borrow::Cow;

use pulldown_cmark::{Event, Parser};

use crate::markdown::OPTIONS;
use crate::markdown::lines::Lines;

/// A row of the record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// From 1.
    pub line: u32,
    /// Of the first cell's text, in characters, from 1.
    pub column: u32,
    /// The first cell, less backticks.
    pub point: String,
    /// The second cell, less backticks; empty where there is none.
    pub state: String,
    /// Every cell as written, from the first on.
    pub cells: Vec<Cell>,
    /// How many cells the row has.
    pub width: usize,
    /// How many cells the header of its table has.
    pub header: usize,
}

/// A cell of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Without the blanks around it; an escaped pipe is a pipe.
    pub text: String,
    /// Of its text, in characters, from 1.
    pub column: u32,
}

impl Cell {
    /// The text without markup: a code span without its backticks, a link as its text.
    #[must_use]
    pub fn prose(&self) -> Cow<'_, str> {
        if !self.text.contains(['`', '*', '[', '~', '<', '&', '_', '\\']) {
            return Cow::Borrowed(&self.text);
        }
        let mut prose = String::new();
        for event in Parser::new_ext(&self.text, OPTIONS) {
            if let Event::Text(text) | Event::Code(text) | Event::InlineHtml(text) | Event::Html(text) = event {
                prose.push_str(&text);
            }
        }
        Cow::Owned(prose)
    }
}

/// The row, if its first cell names a point. An invisible character does not make it prose.
pub(super) fn read_row(cells: &[(String, usize)], header: usize, lines: &Lines<'_>) -> Option<Row> {
    let (first, at) = cells.first()?;
    let point = bare(first).to_owned();
    if !names_a_point(first) {
        return None;
    }
    let (line, column) = lines.position(*at);
    let state = cells.get(1).map(|(text, _)| bare(text).to_owned()).unwrap_or_default();
    let width = cells.len();
    let cells = cells.iter().map(|(text, at)| Cell { text: text.clone(), column: lines.position(*at).1 }).collect();
    Some(Row { line, column, point, state, cells, width, header })
}

/// The cells of a row, each with the offset of its text. A pipe behind any number of backslashes splits nothing and
/// takes one of them away; one in a code span splits.
pub(crate) fn cells(source: &str, offset: usize) -> Vec<(String, usize)> {
    let row = source.trim_end();
    let inner = row.trim_start();
    let mut start = row.len() - inner.len();
    if inner.starts_with('|') {
        start += 1;
    }
    let mut cells = Vec::new();
    let bytes = row.as_bytes();
    let mut from = start;
    for at in start..bytes.len() {
        if bytes[at] == b'|' && (at == 0 || bytes[at - 1] != b'\\') {
            cells.push(cell(row, from, at, offset));
            from = at + 1;
        }
    }
    if from < row.len() {
        cells.push(cell(row, from, row.len(), offset));
    }
    cells
}

fn cell(row: &str, from: usize, to: usize, offset: usize) -> (String, usize) {
    let raw = row.get(from..to).unwrap_or_default();
    let text = raw.trim();
    let at = from + raw.len() - raw.trim_start().len();
    (text.replace("\\|", "|"), offset + at)
}

/// Whether the text is names joined by dots, at least two.
#[must_use]
pub fn is_point_id(text: &str) -> bool {
    let is_name = |name: &str| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'));
    text.contains('.') && text.split('.').all(is_name)
}

/// Whether a reader would take the text for a point's id: backticks around it and what leaves no mark do not count.
#[must_use]
pub fn names_a_point(text: &str) -> bool {
    is_point_id(&visible(bare(text)))
}

/// Without the backticks around it.
pub(super) fn bare(text: &str) -> &str {
    text.trim().trim_matches('`').trim()
}

pub(super) fn visible(text: &str) -> String {
    text.chars().filter(|c| !is_invisible(*c)).collect()
}

/// Characters that leave no mark: blanks that are not the space, and marks of width nothing.
pub(super) fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{a0}' | '\u{ad}' | '\u{34f}' | '\u{180e}' | '\u{2000}'..='\u{200f}' | '\u{2028}'..='\u{202f}' | '\u{205f}'..='\u{2064}'
            | '\u{3000}' | '\u{feff}'
    )
}

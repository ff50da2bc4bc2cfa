//! A row of a table as it is written: its cells by position, with their columns. Pipes are counted here, as a Markdown
//! reader pads short rows and cuts long ones without a word.

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

/// Something that reads like a row of the record and is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stray {
    /// From 1.
    pub line: u32,
    /// In characters, from 1.
    pub column: u32,
    /// What would be the point.
    pub point: String,
    /// An invisible character in or before it.
    pub invisible: Option<char>,
}

/// Where the lines of a text begin; `\n`, `\r\n` and `\r` end one.
pub(super) struct Lines<'a> {
    text: &'a str,
    starts: Vec<usize>,
}

impl Lines<'_> {
    pub(super) fn new(text: &str) -> Lines<'_> {
        let bytes = text.as_bytes();
        let ends = bytes
            .iter()
            .enumerate()
            .filter(|(at, byte)| **byte == b'\n' || (**byte == b'\r' && bytes.get(at + 1) != Some(&b'\n')));
        let starts = std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect();
        Lines { text, starts }
    }

    /// Line and column, in characters, of a byte.
    fn position(&self, offset: usize) -> (u32, u32) {
        let line = self.starts.partition_point(|start| *start <= offset);
        let start = self.starts.get(line.saturating_sub(1)).copied().unwrap_or(0);
        let before = self.text.get(start..offset).unwrap_or_default();
        (number(line), number(before.chars().count() + 1))
    }
}

/// The row, if its first cell names a point. An invisible character does not make it prose.
pub(super) fn read_row(source: &str, offset: usize, header: usize, lines: &Lines<'_>) -> Option<Row> {
    let cells = cells(source, offset);
    let (first, at) = cells.first()?;
    let point = bare(first).to_owned();
    if !is_point_id(&visible(&point)) {
        return None;
    }
    let (line, column) = lines.position(*at);
    let state = cells.get(1).map(|(text, _)| bare(text).to_owned()).unwrap_or_default();
    let width = cells.len();
    let cells = cells.into_iter().map(|(text, at)| Cell { text, column: lines.position(at).1 }).collect();
    Some(Row { line, column, point, state, cells, width, header })
}

/// The lines of a paragraph that read like rows.
pub(super) fn read_strays(source: &str, offset: usize, lines: &Lines<'_>) -> Vec<Stray> {
    let mut strays = Vec::new();
    let mut start = 0;
    for line in source.split(['\n', '\r']) {
        let here = offset + start;
        start += line.len() + 1;
        let seen = line.trim_start_matches(|c: char| c.is_whitespace() || is_invisible(c));
        if !seen.starts_with('|') {
            continue;
        }
        let cells = cells(seen, here + line.len() - seen.len());
        let Some((first, at)) = cells.first().filter(|_| cells.len() > 1) else {
            continue;
        };
        let point = visible(bare(first));
        if is_point_id(&point) {
            let (line_number, column) = lines.position(*at);
            let before = line.get(..line.len() - seen.len()).unwrap_or_default();
            let invisible = before.chars().chain(first.chars()).find(|c| is_invisible(*c));
            strays.push(Stray { line: line_number, column, point, invisible });
        }
    }
    strays
}

/// The cells of a row, each with the offset of its text. A pipe behind any number of backslashes splits nothing and
/// takes one of them away; one in a code span splits.
pub(super) fn cells(source: &str, offset: usize) -> Vec<(String, usize)> {
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

/// Without the backticks around it.
fn bare(text: &str) -> &str {
    text.trim().trim_matches('`').trim()
}

fn visible(text: &str) -> String {
    text.chars().filter(|c| !is_invisible(*c)).collect()
}

/// Characters that leave no mark: blanks that are not the space, and marks of width nothing.
fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{a0}' | '\u{ad}' | '\u{34f}' | '\u{180e}' | '\u{2000}'..='\u{200f}' | '\u{2028}'..='\u{202f}' | '\u{205f}'..='\u{2064}'
            | '\u{3000}' | '\u{feff}'
    )
}

fn number(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

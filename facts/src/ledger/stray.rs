//! What reads like a row of the record and is none, or is written so that a reader sees another text than is there.

use super::row::{Row, bare, cells, is_invisible, is_point_id, visible};
use crate::markdown::lines::Lines;

/// Something that reads like a row of the record and is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stray {
    /// From 1.
    pub line: u32,
    /// In characters, from 1.
    pub column: u32,
    /// What is or would be the point.
    pub point: String,
    /// What keeps it from being a row.
    pub why: Why,
}

/// What keeps something from being a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// It lies outside of every table.
    Outside,
    /// It lies in a table of rows, and its first cell is no id.
    NoId,
    /// This character stands before it, or in its point or state, and leaves no mark.
    Invisible(char),
}

impl Why {
    /// Its name in facts: `outside`, `no id`, or the character as `U+00A0`.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            Self::Outside => "outside".to_owned(),
            Self::NoId => "no id".to_owned(),
            Self::Invisible(letter) => format!("U+{:04X}", u32::from(letter)),
        }
    }
}

/// A table while it is read.
#[derive(Default)]
pub(super) struct Table {
    /// How many cells its header has.
    pub(super) header: usize,
    /// One of its rows names a point.
    pub(super) is_record: bool,
    /// Rows that name none.
    pub(super) other: Vec<Stray>,
}

impl Table {
    pub(super) fn new(header: usize) -> Self {
        Self { header, ..Self::default() }
    }

    /// In a table of the record a row without an id is stray; other tables are prose.
    pub(super) fn strays(self) -> Vec<Stray> {
        if self.is_record { self.other } else { Vec::new() }
    }
}

/// The row's own stray, where an invisible character stands in its point or state.
pub(super) fn in_row(row: &Row) -> Option<Stray> {
    let letter = row.point.chars().chain(row.state.chars()).find(|letter| is_invisible(*letter))?;
    let (line, column, point) = (row.line, row.column, visible(&row.point));
    Some(Stray { line, column, point, why: Why::Invisible(letter) })
}

/// A row whose first cell is no id. One without any text says nothing.
pub(super) fn without_id(cells: &[(String, usize)], lines: &Lines<'_>) -> Option<Stray> {
    let (first, at) = cells.first().filter(|_| cells.iter().any(|(text, _)| !text.is_empty()))?;
    let (line, column) = lines.position(*at);
    Some(Stray { line, column, point: bare(first).to_owned(), why: Why::NoId })
}

/// The lines of a paragraph that read like rows.
pub(super) fn outside(source: &str, offset: usize, lines: &Lines<'_>) -> Vec<Stray> {
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
            let why = invisible.map_or(Why::Outside, Why::Invisible);
            strays.push(Stray { line: line_number, column, point, why });
        }
    }
    strays
}

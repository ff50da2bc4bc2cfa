//! The rows of a ledger: a Markdown text with tables whose first cell names a point.
//! Refuses to know which points and states exist, and how many cells a row should have: a row comes out as it is
//! written, and what only looks like a row comes out as that.

use std::ops::Range;

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

pub(crate) mod row;
mod stray;

use row::read_row;
pub use row::{Cell, Row, is_point_id, names_a_point};
use stray::Table;
pub use stray::{Stray, Why};

use crate::markdown::lines::Lines;

/// What a ledger says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ledger {
    /// In the order of the text.
    pub rows: Vec<Row>,
    /// What reads like a row and is none, or is written as no row should be.
    pub strays: Vec<Stray>,
    /// Line and column of the heading that ends the record, where it is there.
    pub end: Option<(u32, u32)>,
}

/// Reads a ledger up to the heading that ends its record. `end_heading` is the heading's text; with `#` in front, the
/// level counts too. Rows are rows of GitHub-flavoured tables whose first cell, less backticks, is names joined by
/// dots; headers, other tables, fenced and indented code and HTML comments are prose. A byte order mark and any line
/// ends are accepted.
#[must_use]
pub fn read(text: &str, end_heading: &str) -> Ledger {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = Lines::new(text);
    let end = EndHeading::new(end_heading);
    let mut ledger = Ledger::default();
    let mut depth = 0_usize;
    let mut table = Table::default();
    let mut heading: Option<(HeadingLevel, String)> = None;
    for (event, range) in Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter() {
        match event {
            Event::Start(Tag::Heading { level, .. }) if depth == 0 => heading = Some((level, String::new())),
            Event::End(TagEnd::Heading(_)) if heading.take().is_some_and(|(level, text)| end.is(level, &text)) => {
                ledger.end = Some(lines.position(range.start));
                return ledger;
            }
            Event::Text(piece) | Event::Code(piece) => {
                if let Some((_, text)) = &mut heading {
                    text.push_str(&piece);
                }
            }
            Event::Start(Tag::BlockQuote(_) | Tag::List(_)) => depth += 1,
            Event::End(TagEnd::BlockQuote(_) | TagEnd::List(_)) => depth = depth.saturating_sub(1),
            Event::Start(Tag::TableHead) => table = Table::new(row::cells(source(text, &range), 0).len()),
            Event::Start(Tag::TableRow) => {
                let cells = row::cells(source(text, &range), range.start);
                match read_row(&cells, table.header, &lines) {
                    Some(row) => {
                        ledger.strays.extend(stray::in_row(&row));
                        ledger.rows.push(row);
                        table.is_record = true;
                    }
                    None => table.other.extend(stray::without_id(&cells, &lines)),
                }
            }
            Event::End(TagEnd::Table) => ledger.strays.extend(std::mem::take(&mut table).strays()),
            Event::Start(Tag::Paragraph) => {
                ledger.strays.extend(stray::outside(source(text, &range), range.start, &lines));
            }
            _ => {}
        }
    }
    ledger
}

fn source<'a>(text: &'a str, range: &Range<usize>) -> &'a str {
    text.get(range.clone()).unwrap_or_default()
}

/// The heading that ends the record.
struct EndHeading<'a> {
    level: usize,
    text: &'a str,
}

impl EndHeading<'_> {
    fn new(written: &str) -> EndHeading<'_> {
        let text = written.trim_start_matches('#');
        EndHeading { level: written.len() - text.len(), text: text.trim() }
    }

    fn is(&self, level: HeadingLevel, text: &str) -> bool {
        text.trim() == self.text && (self.level == 0 || self.level == level as usize)
    }
}

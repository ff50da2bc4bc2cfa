//! A ledger, or a backlog, with one row more or another one in its place: texts in, texts out. A reader can rely on: every
//! other byte of the text stays, and what was written is read back as it was meant. Refuses to know which states and
//! points exist.

use pulldown_cmark::{Event, Parser, Tag, TagEnd};

use crate::ledger;
use crate::markdown::lines::Lines;
use crate::markdown::{self, OPTIONS};

/// The cells of a row of the ledger; an empty one is written as `-`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// The point's id.
    pub point: String,
    /// Its state.
    pub state: String,
    /// Who decided.
    pub who: String,
    /// When.
    pub when: String,
    /// Where the answer landed.
    pub landed_in: String,
    /// The backlog row that brings it back.
    pub backlog: String,
}

/// The header of a ledger's table.
const HEADER: [&str; 6] = ["Point", "State", "Who", "When", "Landed in", "Backlog row"];

impl Row {
    fn cells(&self) -> [&str; 6] {
        [&self.point, &self.state, &self.who, &self.when, &self.landed_in, &self.backlog]
    }
}

/// The ledger with the row: in place of the point's own row, else behind the record's last row, else in a table that is made.
/// `end` is the heading that ends the record; where it is not there it is written too.
#[must_use]
pub fn with_row(text: &str, end: &str, row: &Row) -> String {
    let text = if text.trim().is_empty() { "# Who answered what\n" } else { text };
    let ended = with_end(text, end);
    let text = ended.as_str();
    let read = ledger::read(text, end);
    let line_end = line_end(text);
    let mut lines: Vec<&str> = lines(text);
    let own = read.rows.iter().find(|known| known.point == row.point);
    let written;
    if let Some(own) = own {
        let kept = own.cells.get(6..).unwrap_or_default().iter().map(|cell| cell.text.as_str());
        let point = own.cells.first().map_or(row.point.as_str(), |cell| cell.text.as_str());
        let cells: Vec<&str> = std::iter::once(point).chain(row.cells().into_iter().skip(1)).chain(kept).collect();
        written = line(&cells) + line_end;
        replace(&mut lines, own.line, &written);
        return lines.concat();
    }
    let table =
        read.rows.iter().map(|known| known.line).max().or_else(|| table_of(text, read.end.map(|(line, _)| line)));
    match table {
        Some(after) => {
            written = line(&row.cells()) + line_end;
            insert_behind(lines, after, line_end, &written).concat()
        }
        None => with_table(text, row, read.end.map(|(line, _)| line)),
    }
}

/// The ledger with the heading that ends its record.
fn with_end(text: &str, end: &str) -> String {
    if ledger::read(text, end).end.is_some() {
        return text.to_owned();
    }
    let (line_end, heading) = (line_end(text), end.trim_start_matches('#').trim());
    format!("{}{line_end}{line_end}## {heading}{line_end}{line_end}None so far.{line_end}", text.trim_end())
}

/// The backlog with a row that has the id: behind the last row of its last table, else behind the last item of its last list,
/// else as the first item of a list at its end. The text as it is where a row has the id already.
#[must_use]
pub fn with_backlog_row(text: &str, id: &str, what: &str) -> String {
    let text = if text.trim().is_empty() { "# Backlog\n" } else { text };
    let document = markdown::read(text);
    if document.named.iter().any(|named| named.id == id) {
        return text.to_owned();
    }
    let line_end = line_end(text);
    let lines: Vec<&str> = lines(text);
    match last_place(text) {
        Some(Place::Table { line: after, cells }) => {
            let mut row = vec![id, what];
            row.resize(cells.max(2), "");
            insert_behind(lines, after, line_end, &(line(&row) + line_end)).concat()
        }
        Some(Place::List { line: after }) => {
            let item = format!("- [ ] {id}: {}{line_end}", one_line(what));
            insert_behind(lines, after, line_end, &item).concat()
        }
        None => format!("{}{line_end}{line_end}- [ ] {id}: {}{line_end}", text.trim_end(), one_line(what)),
    }
}

/// Where a row of the backlog can go.
enum Place {
    /// Behind this line, in a table whose header has so many cells.
    Table { line: u32, cells: usize },
    /// Behind this line, in a list.
    List { line: u32 },
}

/// Behind the last row of the last table, else the last item of the last list.
fn last_place(text: &str) -> Option<Place> {
    let (mut table, mut list) = (None, None);
    let (mut in_header, mut cells) = (false, 0);
    for (event, range) in Parser::new_ext(text, OPTIONS).into_offset_iter() {
        match event {
            Event::Start(Tag::TableHead) => (in_header, cells) = (true, 0),
            Event::Start(Tag::TableCell) if in_header => cells += 1,
            Event::End(TagEnd::TableHead) => {
                in_header = false;
                table = Some((cells, range.end));
            }
            Event::End(TagEnd::Table) => table = table.map(|(cells, _)| (cells, range.end)),
            Event::End(TagEnd::List(_)) => list = Some(range.end),
            _ => {}
        }
    }
    let line = |end: usize| last_line(text, end);
    match (table, list) {
        (Some((cells, end)), _) => Some(Place::Table { line: line(end), cells }),
        (None, Some(end)) => Some(Place::List { line: line(end) }),
        (None, None) => None,
    }
}

/// The last line of the last table before line `end` whose header has the cells of a ledger.
fn table_of(text: &str, end: Option<u32>) -> Option<u32> {
    let mut found = None;
    let mut header: Vec<String> = Vec::new();
    let mut in_header = false;
    for (event, range) in Parser::new_ext(text, OPTIONS).into_offset_iter() {
        match event {
            Event::Start(Tag::TableHead) => {
                in_header = true;
                header.clear();
            }
            Event::End(TagEnd::TableHead) => in_header = false,
            Event::Start(Tag::TableCell) if in_header => header.push(String::new()),
            Event::Text(text) | Event::Code(text) if in_header => {
                header.last_mut().into_iter().for_each(|cell| *cell += &text)
            }
            Event::End(TagEnd::Table) => {
                let fits = header.len() >= HEADER.len() && header[0].trim().eq_ignore_ascii_case(HEADER[0]);
                let line = last_line(text, range.end);
                if fits && end.is_none_or(|end| line < end) {
                    found = Some(line);
                }
            }
            _ => {}
        }
    }
    found
}

fn with_table(text: &str, row: &Row, at: Option<u32>) -> String {
    let line_end = line_end(text);
    let rule = vec!["---"; HEADER.len()].join("|");
    let table = [line(&HEADER), format!("|{rule}|"), line(&row.cells())].join(line_end);
    let lines: Vec<&str> = lines(text);
    let split = at.map_or(lines.len(), |line| line as usize - 1);
    let before = lines.get(..split).unwrap_or_default().concat();
    let behind = lines.get(split..).unwrap_or_default().concat();
    format!("{}{line_end}{line_end}{table}{line_end}{line_end}{behind}", before.trim_end())
}

/// Lines with another one in the place of line `at`, its own end of line kept off.
fn replace<'t>(lines: &mut [&'t str], at: u32, written: &'t str) {
    if let Some(line) = lines.get_mut((at as usize).saturating_sub(1)) {
        *line = written;
    }
}

fn insert_behind<'t>(mut lines: Vec<&'t str>, after: u32, line_end: &'t str, written: &'t str) -> Vec<&'t str> {
    let at = (after as usize).min(lines.len());
    lines.insert(at, written);
    // A last line without an end would swallow what follows it.
    if at > 0 && !lines[at - 1].ends_with('\n') {
        lines.insert(at, line_end);
    }
    lines
}

/// The line, from 1, that the last visible character before a byte is in.
fn last_line(text: &str, end: usize) -> u32 {
    let before = text.get(..end).unwrap_or(text).trim_end();
    Lines::new(text).position(before.len().saturating_sub(1)).0
}

/// The lines with their ends, as [`Lines`] counts them: a carriage return alone ends one too.
fn lines(text: &str) -> Vec<&str> {
    let mut all = Vec::new();
    for line in text.split_inclusive('\n') {
        let (inside, end) = line.split_at(line.trim_end_matches(['\r', '\n']).len());
        let mut rest = inside;
        while let Some(at) = rest.find('\r') {
            all.push(&rest[..=at]);
            rest = &rest[at + 1..];
        }
        // What is left, with its own end.
        all.push(&line[inside.len() - rest.len()..inside.len() + end.len()]);
    }
    all
}

fn line_end(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}

/// A row of a table, without an end of line.
fn line(cells: &[&str]) -> String {
    let cell = |text: &&str| match one_line(text) {
        text if text.is_empty() => "-".to_owned(),
        text => text.replace('|', "\\|"),
    };
    format!("| {} |", cells.iter().map(cell).collect::<Vec<_>>().join(" | "))
}

/// White space as one blank each: a row is one line.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const END: &str = "Questions this run asked that no point declares";

    fn row(point: &str, who: &str) -> Row {
        Row {
            point: point.to_owned(),
            state: "human".to_owned(),
            who: who.to_owned(),
            when: "2026-03-14".to_owned(),
            ..Row::default()
        }
    }

    fn states(text: &str) -> Vec<(String, String, usize)> {
        let read = ledger::read(text, END);
        assert!(read.strays.is_empty() && read.end.is_some(), "{text}");
        read.rows.into_iter().map(|row| (row.point, row.cells[2].text.clone(), row.width)).collect()
    }

    /// X7: a row is written where the record is, whatever the ledger looked like, and read back as it was meant.
    #[test]
    fn a_row_is_read_back() {
        let empty = with_row("", END, &row("a.b", "Ann | Bo"));
        assert_eq!(states(&empty), [("a.b".to_owned(), "Ann | Bo".to_owned(), 6)]);
        let two = with_row(&empty, END, &row("a.c", "Cy\nDee"));
        assert_eq!(states(&two)[1], ("a.c".to_owned(), "Cy Dee".to_owned(), 6));
        let again = with_row(&two, END, &row("a.b", "Eve"));
        assert_eq!(states(&again)[0].1, "Eve");
        assert_eq!(again.lines().count(), two.lines().count());
        let header_only = "# L\r\n\r\n| Point | State | Who | When | Landed in | Backlog row |\r\n|---|---|---|---|---|---|\r\n\r\n## Questions this run asked that no point declares\r\n";
        let written = with_row(header_only, END, &row("a.b", "Ann"));
        assert_eq!(states(&written).len(), 1);
        assert!(!written.replace("\r\n", "").contains('\n'));
    }

    /// X7, L2: a ledger whose record has no end gets one.
    #[test]
    fn a_record_without_an_end_gets_one() {
        let text = "# L\n\n| Point | State | Who | When | Landed in | Backlog row |\n|---|---|---|---|---|---|\n| a.b | pending | - | - | - | - |\n";
        assert_eq!(states(&with_row(text, END, &row("a.b", "Ann")))[0].1, "Ann");
    }

    /// X7: what stands beside the row stays, a seventh cell and the point's backticks too.
    #[test]
    fn everything_else_stays() {
        let text = "# L\n\nProse.\n\n| Point | State | Who | When | Landed in | Backlog row | Note |\n|---|---|---|---|---|---|---|\n| `a.b` | pending | - | - | - | - | twice |\n\n## Questions this run asked that no point declares\n\n| x.y | no row |\n";
        let written = with_row(text, END, &row("a.b", "Ann"));
        assert_eq!(written, text.replace("| pending | - | - |", "| human | Ann | 2026-03-14 |"));
    }

    /// X7: a carriage return alone ends a line, so the row that is replaced is the point's own.
    #[test]
    fn old_line_ends_are_counted() {
        let text = with_row("", END, &row("a.b", "Ann")).replace("# Who answered what\n", "# One\rTwo\rThree\n");
        let written = with_row(&text, END, &row("a.b", "Bo"));
        assert_eq!(written, text.replace("Ann", "Bo"));
    }

    /// X7, L2: the backlog row is one that the check finds, in a table, in a list and in an empty file; one that is there is
    /// not written twice.
    #[test]
    fn a_backlog_row_is_read_back() {
        let table = "# B\n\n| id | what | done when |\n|---|---|---|\n| B-1 | x | y |\n\nProse.\n";
        let list = "# B\n\n- [ ] B-1: x\n- [x] B-2 y\n";
        for text in [table, list, "", "# B\n\nNothing yet."] {
            let written = with_backlog_row(text, "B-7", "a.b: look again");
            let ids: Vec<String> = markdown::read(&written).named.into_iter().map(|named| named.id).collect();
            assert!(ids.contains(&"B-7".to_owned()), "{written}");
            assert_eq!(with_backlog_row(&written, "B-7", "other"), written);
        }
        assert!(with_backlog_row(table, "B-7", "z").contains("| B-1 | x | y |\n| B-7 | z | - |\n\nProse."));
    }
}

//! A draft that a dialogue works on: its elements, where each says that it comes from, and which other elements it
//! mentions. A reader can rely on ids being whole: `REQ-1` is not `REQ-12`. Refuses to know which prefixes exist, and which
//! words a note may hold.

mod id;
mod note;

use std::collections::BTreeMap;

use crate::markdown::{self, Block, TableRow};

pub use id::{ids, prefix};
pub use note::Note;

/// How an element is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// It is the first word of a heading.
    Heading,
    /// It is the first word of a list item.
    Item,
    /// It is the first word of the first cell of a table's body row.
    Row,
}

impl Form {
    /// For a reader.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Heading => "heading",
            Self::Item => "item",
            Self::Row => "row",
        }
    }
}

/// An id, declared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element {
    /// From 1.
    pub line: u32,
    /// In characters, from 1.
    pub column: u32,
    /// `REQ-1`.
    pub id: String,
    /// How it is declared.
    pub form: Form,
    /// What it says, less its id and its notes; the cells of a row with ` | ` between.
    pub statement: String,
    /// Where it says that it comes from.
    pub notes: Vec<Note>,
    /// Ids that it mentions, its own not among them; each once.
    pub mentions: Vec<String>,
}

/// Reads a draft. `label` is what a note begins with, before a colon, and the heading of the column that holds a row's
/// notes. What stands in a code fence or an HTML comment declares nothing. A heading's element reaches to the next heading
/// or element, an item's as far as the item, less elements within it.
#[must_use]
pub fn read(text: &str, label: &str) -> Vec<Element> {
    let document = markdown::read(text);
    let rows: BTreeMap<u32, &TableRow> = document.rows.iter().map(|row| (row.line, row)).collect();
    let mut reader = Reader { label, elements: Vec::new(), items: BTreeMap::new(), heading: None };
    let mut seen = 0;
    for block in &document.blocks {
        let (line, _) = block.position(0);
        if !block.in_table {
            reader.block(block);
        } else if line != seen
            && let Some(row) = rows.get(&line).filter(|row| row.line != row.table)
        {
            seen = line;
            reader.row(row, rows.get(&row.table).map_or(&[][..], |header| &header.cells));
        }
    }
    reader.elements
}

struct Reader<'t> {
    label: &'t str,
    elements: Vec<Element>,
    /// The elements that list items declare, by the item.
    items: BTreeMap<usize, usize>,
    /// The element that the heading before declares, while nothing ended it.
    heading: Option<usize>,
}

impl Reader<'_> {
    fn block(&mut self, block: &Block) {
        if block.heading.is_some() {
            self.heading = None;
        }
        let declares = block.heading.is_some() || block.begins_item;
        let Some((id, at)) = id::leading(&block.text).filter(|_| declares) else {
            let innermost = block.items.iter().rev().find_map(|item| self.items.get(item));
            if let Some(at) = innermost.copied().or(self.heading) {
                self.add(at, &block.text, 0, block);
            }
            return;
        };
        let (line, column) = block.position(at);
        let form = if block.begins_item { Form::Item } else { Form::Heading };
        let new = self.declare(line, column, id, form);
        match (form, block.items.last()) {
            (Form::Item, Some(item)) => drop(self.items.insert(*item, new)),
            _ => self.heading = Some(new),
        }
        self.add(new, &block.text, at + id.len(), block);
    }

    /// A row of a table, with the cells of its header.
    fn row(&mut self, row: &TableRow, header: &[String]) {
        let first = row.cells.first().map_or("", String::as_str);
        let Some((id, at)) = id::leading(first) else { return };
        let new = self.declare(row.line, row.column, id, Form::Row);
        let mut statement: Vec<&str> = vec![id::behind(&first[at + id.len()..])];
        for (nth, cell) in row.cells.iter().enumerate().skip(1) {
            let is_notes = header.get(nth).is_some_and(|name| name.trim().eq_ignore_ascii_case(self.label));
            if is_notes {
                self.elements[new].notes.push(Note::of_cell(cell, row.line, row.column));
            } else {
                statement.push(cell.trim());
            }
        }
        let statement = statement.iter().filter(|part| !part.is_empty()).copied().collect::<Vec<_>>().join(" | ");
        self.elements[new].statement = statement;
        row.cells.iter().for_each(|cell| self.mention(new, cell));
    }

    /// A new element, which ends that of the heading before it.
    fn declare(&mut self, line: u32, column: u32, id: &str, form: Form) -> usize {
        self.heading = None;
        let id = id.to_owned();
        let (statement, notes, mentions) = (String::new(), Vec::new(), Vec::new());
        self.elements.push(Element { line, column, id, form, statement, notes, mentions });
        self.elements.len() - 1
    }

    /// Adds what a block says from a byte on to an element.
    fn add(&mut self, at: usize, text: &str, from: usize, block: &Block) {
        let (statement, notes) = note::split(text, from, self.label);
        for (mut note, start) in notes {
            (note.line, note.column) = block.position(start);
            self.elements[at].notes.push(note);
        }
        let said = &mut self.elements[at].statement;
        let more = if said.is_empty() { id::behind(&statement) } else { statement.trim() };
        if !said.is_empty() && !more.is_empty() {
            said.push(' ');
        }
        said.push_str(more);
        self.mention(at, &text[from..]);
    }

    fn mention(&mut self, at: usize, text: &str) {
        let element = &mut self.elements[at];
        for other in id::ids(text) {
            if other != element.id && element.mentions.iter().all(|known| known != other) {
                element.mentions.push(other.to_owned());
            }
        }
    }
}

#[cfg(test)]
mod tests;

//! From the events of the Markdown parser to blocks of prose.

use std::ops::Range;

use pulldown_cmark::{Event, LinkType, Options, Parser, Tag, TagEnd};

use super::block::Block;
use super::lines::Lines;
use super::{Document, Heading, Named, TableRow, source};
use crate::ledger::{Cell, row};

/// What GitHub's dialect has beyond CommonMark, as far as it changes which text is prose.
pub const OPTIONS: Options = Options::ENABLE_TABLES.union(Options::ENABLE_STRIKETHROUGH).union(Options::ENABLE_GFM);

/// Reads a text. A byte order mark and any line ends are accepted; every text is Markdown.
#[must_use]
pub fn read(text: &str) -> Document {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reader = Reader::new(text);
    for (event, range) in Parser::new_ext(text, OPTIONS).into_offset_iter() {
        reader.event(event, &range);
    }
    reader.flush();
    let mut document = reader.document;
    close_sections(&mut document.headings, reader.lines.count());
    document
}

/// Sets the last line of each section: a heading ends those of its level and below.
fn close_sections(headings: &mut [Heading], last: u32) {
    let mut open: Vec<usize> = Vec::new();
    for at in 0..headings.len() {
        let (level, line) = (headings[at].level, headings[at].line);
        while let Some(before) = open.pop_if(|before| headings[*before].level >= level) {
            headings[before].last = line.saturating_sub(1);
        }
        open.push(at);
    }
    for at in open {
        headings[at].last = last;
    }
}

struct Reader<'t> {
    text: &'t str,
    lines: Lines<'t>,
    document: Document,
    block: Block,
    /// Block quotations around, by number, and how many there were.
    quotations: Vec<usize>,
    quotations_seen: usize,
    lists: usize,
    /// Items around, by number, and how many there were.
    items: Vec<usize>,
    items_seen: usize,
    heading: Option<u32>,
    /// The cell of a table row, from 0; the header has none.
    cell: Option<usize>,
    in_table: bool,
    /// The line of the header of the table at hand.
    header: u32,
    in_code_block: bool,
    in_html: bool,
    /// Nothing of the innermost item was read yet.
    item_begins: bool,
    /// Closing brackets of the links around.
    brackets: Vec<&'static str>,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str) -> Self {
        Self {
            text,
            lines: Lines::new(text),
            document: Document::default(),
            block: Block::default(),
            quotations: Vec::new(),
            quotations_seen: 0,
            lists: 0,
            items: Vec::new(),
            items_seen: 0,
            heading: None,
            cell: None,
            in_table: false,
            header: 0,
            in_code_block: false,
            in_html: false,
            item_begins: false,
            brackets: Vec::new(),
        }
    }

    fn event(&mut self, event: Event<'_>, range: &Range<usize>) {
        match event {
            Event::Start(tag) => self.start(&tag, range),
            Event::End(tag) => self.end(tag, range),
            Event::Text(text) if !self.in_code_block => self.push(&text, range.start),
            Event::Code(text) => {
                let from = self.block.text.len();
                self.push(&text, range.start);
                self.block.code.push(from..self.block.text.len());
            }
            Event::SoftBreak | Event::HardBreak => {
                self.push(" ", range.start);
                self.block.breaks.push(self.block.text.len());
            }
            Event::InlineHtml(text) if !text.starts_with("<!--") => self.push(&text, range.start),
            Event::Html(text) => self.push(&text, range.start),
            Event::Rule => self.flush(),
            _ => {}
        }
    }

    fn start(&mut self, tag: &Tag<'_>, range: &Range<usize>) {
        match tag {
            Tag::Emphasis | Tag::Strong | Tag::Strikethrough | Tag::Image { .. } => return,
            Tag::Link { link_type, .. } => {
                let bare = matches!(link_type, LinkType::Autolink | LinkType::Email);
                self.brackets.push(if bare { "" } else { "]" });
                if !bare {
                    self.push("[", range.start);
                }
                return;
            }
            _ => self.flush(),
        }
        match tag {
            Tag::BlockQuote(_) => {
                self.quotations.push(self.quotations_seen);
                self.quotations_seen += 1;
            }
            Tag::List(_) => self.lists += 1,
            Tag::Item => {
                self.item_begins = true;
                self.items.push(self.items_seen);
                self.items_seen += 1;
            }
            Tag::Heading { level, .. } => self.heading = Some(*level as u32),
            Tag::Table(_) => self.in_table = true,
            Tag::TableHead => self.row(range, true),
            Tag::TableRow => {
                self.cell = Some(0);
                self.row(range, false);
            }
            Tag::CodeBlock(_) => (self.in_code_block, self.item_begins) = (true, false),
            Tag::HtmlBlock => self.in_html = true,
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd, range: &Range<usize>) {
        match tag {
            TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Image => return,
            TagEnd::Link => {
                if let Some(bracket) = self.brackets.pop().filter(|bracket| !bracket.is_empty()) {
                    self.push(bracket, range.end.saturating_sub(1));
                }
                return;
            }
            _ => self.flush(),
        }
        match tag {
            TagEnd::BlockQuote(_) => drop(self.quotations.pop()),
            TagEnd::List(_) => self.lists = self.lists.saturating_sub(1),
            TagEnd::Item => {
                self.item_begins = false;
                self.items.pop();
            }
            TagEnd::Heading(_) => self.heading = None,
            TagEnd::Table => self.in_table = false,
            TagEnd::TableCell => self.cell = self.cell.map(|cell| cell + 1),
            TagEnd::TableRow => self.cell = None,
            TagEnd::CodeBlock => self.in_code_block = false,
            TagEnd::HtmlBlock => self.in_html = false,
            _ => {}
        }
    }

    /// A row as it is written: the parser pads short ones and cuts long ones.
    fn row(&mut self, range: &Range<usize>, is_header: bool) {
        let cells = row::cells(source(self.text, range), range.start);
        let (line, column) = self.lines.position(cells.first().map_or(range.start, |(_, at)| *at));
        if is_header {
            self.header = line;
        }
        let prose = |(text, _): (String, usize)| Cell { text, column }.prose().into_owned();
        let cells = cells.into_iter().map(prose).collect();
        self.document.rows.push(TableRow { line, column, table: self.header, cells });
    }

    fn push(&mut self, text: &str, at: usize) {
        self.block.push(text, self.lines.position(at));
    }

    /// Ends the block at hand.
    fn flush(&mut self) {
        let mut block = std::mem::take(&mut self.block);
        if self.in_html {
            block.text = without_comments(&block.text);
        }
        let Some(first) = block.places.first().copied().filter(|_| !block.text.trim().is_empty()) else {
            return;
        };
        block.quotation = self.quotations.last().copied();
        block.in_table = self.in_table;
        block.heading = self.heading;
        block.items.clone_from(&self.items);
        block.begins_item = self.item_begins;
        if let Some(level) = self.heading.filter(|_| self.quotations.is_empty() && self.lists == 0) {
            let text = block.text.trim().to_owned();
            let (line, column) = (first.line, first.column);
            self.document.headings.push(Heading { line, column, last: line, level, text });
        }
        let begins = std::mem::take(&mut self.item_begins) || self.heading.is_some();
        let id = match self.cell {
            Some(0) => unmarked(&block.text),
            _ if begins => first_word(&block.text),
            _ => "",
        };
        if !id.is_empty() {
            let id = id.to_owned();
            self.document.named.push(Named { line: first.line, column: first.column, id });
        }
        self.document.blocks.push(block);
    }
}

/// The same, each comment as blanks, so that positions stay.
fn without_comments(html: &str) -> String {
    let mut text = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(from) = rest.find("<!--") {
        let (before, comment) = rest.split_at(from);
        let length = comment.get(4..).and_then(|inside| inside.find("-->")).map_or(comment.len(), |end| end + 7);
        text.push_str(before);
        let blank = |letter: char| if letter == '\n' { "\n" } else { &"    "[..letter.len_utf8()] };
        text.extend(comment[..length].chars().map(blank));
        rest = &comment[length..];
    }
    text + rest
}

/// The first word behind a task box, less a colon and the brackets of a link.
fn first_word(text: &str) -> &str {
    let text = text.trim_start();
    let text = ["[ ]", "[x]", "[X]"]
        .iter()
        .find_map(|task| text.strip_prefix(task).filter(|rest| rest.starts_with(char::is_whitespace)))
        .unwrap_or(text);
    unmarked(text.split_whitespace().next().unwrap_or_default().trim_end_matches(':')).trim_end_matches(':')
}

/// Without blanks, and without the brackets of a link around it.
fn unmarked(text: &str) -> &str {
    text.trim().trim_start_matches('[').trim_end_matches(']').trim()
}

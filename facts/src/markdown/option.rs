//! The options of a question, as a list that prose carries: `Options, in order: **a** (recommended) / **b**`.
//! Refuses to know the label, and what an option means; what is not bold is no option's text.

use std::ops::Range;

use pulldown_cmark::{Event, Parser, Tag, TagEnd};

use super::OPTIONS;
use super::lines::Lines;

/// An option of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedOption {
    /// Where its list's label stands, from 1.
    pub line: u32,
    /// Where the option itself begins: line and column, from 1.
    pub place: (u32, u32),
    /// Its place in the list, from 1.
    pub index: u32,
    /// Without markup.
    pub text: String,
}

/// The options of every list that begins with `label`, at the beginning of a line or of a list item. A list ends where
/// its block of prose does, or at the next label, so that prose which is wrapped reads like prose on one line. Code
/// blocks and comments hold no list.
#[must_use]
pub fn listed(text: &str, label: &str) -> Vec<ListedOption> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let first = label.split_whitespace().next().unwrap_or_default();
    let mut reader = Reader { label, block: Block::default(), bold: None, depth: 0, found: Vec::new() };
    if memchr::memmem::find(text.as_bytes(), first.as_bytes()).is_none() || first.is_empty() {
        return Vec::new();
    }
    let mut code_block = false;
    for (event, range) in Parser::new_ext(text, OPTIONS).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(_)) => {
                reader.end();
                code_block = true;
            }
            Event::End(TagEnd::CodeBlock) => code_block = false,
            Event::Text(_) if code_block => {}
            event => reader.event(&event, &range),
        }
    }
    reader.end();
    let lines = Lines::new(text);
    let place = |found: Found| ListedOption {
        line: lines.position(found.label).0,
        place: lines.position(found.option),
        index: found.index,
        text: found.text,
    };
    reader.found.into_iter().map(place).collect()
}

/// An option, with bytes of the source for places.
struct Found {
    label: usize,
    option: usize,
    index: u32,
    text: String,
}

/// The prose of one block.
#[derive(Default)]
struct Block {
    text: String,
    /// Where lines begin: byte of the text, and of the source.
    lines: Vec<(usize, usize)>,
    /// Bold parts: bytes of the text, and where each begins in the source.
    bold: Vec<(Range<usize>, usize)>,
}

struct Reader<'l> {
    label: &'l str,
    block: Block,
    /// Where the outermost bold part at hand begins, in the text and in the source.
    bold: Option<(usize, usize)>,
    depth: usize,
    found: Vec<Found>,
}

impl Reader<'_> {
    fn event(&mut self, event: &Event<'_>, range: &Range<usize>) {
        match event {
            Event::Text(text) | Event::Code(text) => self.push(text, range.start),
            Event::SoftBreak | Event::HardBreak => {
                self.push(" ", range.start);
                self.block.lines.push((self.block.text.len(), range.end));
            }
            Event::Start(Tag::Strong) => {
                self.depth += 1;
                self.bold.get_or_insert((self.block.text.len(), range.start));
            }
            Event::End(TagEnd::Strong) => {
                self.depth = self.depth.saturating_sub(1);
                if let Some((from, source)) = self.bold.take_if(|_| self.depth == 0) {
                    self.block.bold.push((from..self.block.text.len(), source));
                }
            }
            Event::Start(Tag::Emphasis | Tag::Strikethrough | Tag::Link { .. } | Tag::Image { .. })
            | Event::End(TagEnd::Emphasis | TagEnd::Strikethrough | TagEnd::Link | TagEnd::Image)
            | Event::InlineHtml(_) => {}
            _ => self.end(),
        }
    }

    fn push(&mut self, text: &str, source: usize) {
        if self.block.text.is_empty() {
            self.block.lines.push((0, source));
        }
        self.block.text.push_str(text);
    }

    /// Ends the block at hand, and takes the lists out of it.
    fn end(&mut self) {
        let Block { text, lines, bold } = std::mem::take(&mut self.block);
        (self.bold, self.depth) = (None, 0);
        let begins = |from: usize| {
            let line = text.get(from..).unwrap_or_default();
            let blanks = line.len() - line.trim_start().len();
            line.trim_start().starts_with(self.label).then_some(from + blanks + self.label.len())
        };
        let labels: Vec<_> = lines.iter().filter_map(|(at, source)| Some((begins(*at)?, *source))).collect();
        let mut options = bold.into_iter().peekable();
        for (nth, (from, label)) in labels.iter().enumerate() {
            // The label itself may be bold, and reach into nothing of the list.
            let to = labels.get(nth + 1).map_or(text.len(), |(next, _)| next - self.label.len());
            let mut index = 0;
            while let Some((range, option)) = options.next_if(|(range, _)| range.start < to) {
                let shown = text.get(range.clone()).unwrap_or_default().trim();
                if range.start >= *from && !shown.is_empty() {
                    index += 1;
                    self.found.push(Found { label: *label, option, index, text: shown.to_owned() });
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::listed;

    const LABEL: &str = "Options, in order:";

    fn texts(text: &str) -> Vec<(u32, u32, String)> {
        listed(text, LABEL).into_iter().map(|option| (option.line, option.index, option.text)).collect()
    }

    fn row(line: u32, index: u32, text: &str) -> (u32, u32, String) {
        (line, index, text.to_owned())
    }

    /// C2: the bold texts behind the label; what stands behind one is not part of it.
    #[test]
    fn c2_a_list() {
        let text =
            "# x\n\nOptions, in order: **plant a `hedge`** (recommended) / **put up *wire*** - dear / __leave__\n";
        assert_eq!(texts(text), [row(3, 1, "plant a hedge"), row(3, 2, "put up wire"), row(3, 3, "leave")]);
        assert_eq!(listed(text, LABEL)[0].place, (3, 20));
        assert_eq!(texts("**Options, in order:** **a** / **b**\n"), [row(1, 1, "a"), row(1, 2, "b")]);
        assert_eq!(texts("\u{feff}- Options, in order: **a**\r\n- **b**\r\n"), [row(1, 1, "a")]);
        assert_eq!(texts("Say:\nOptions, in order:\n**a\nb** / **c**\n\n**d**"), [row(2, 1, "a b"), row(2, 2, "c")]);
        let two = "Options, in order: **a**\nOptions, in order: **b** / **c**\n";
        assert_eq!(texts(two), [row(1, 1, "a"), row(2, 1, "b"), row(2, 2, "c")]);
    }

    /// C2: what is no list, or no option.
    #[test]
    fn c2_no_list() {
        for text in [
            "",
            "Options, in order: a / b\n",
            "The words Options, in order: **a** within a line\n",
            "```\nOptions, in order: **a**\n```\n",
            "<!--\nOptions, in order: **a**\n-->\n",
            "    Options, in order: **a**\n",
            "Options: **a**\n",
            "Options, in order:\n\n**a**\n",
            "Options, in order: ****\n",
        ] {
            assert_eq!(texts(text), [], "{text}");
        }
        assert_eq!(listed("**a**", ""), []);
    }
}

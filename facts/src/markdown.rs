//! A Markdown text as GitHub reads it: headings, and the prose of each block with its positions. What stands in a code
//! fence, in indented code or in an HTML comment is not there; code spans are.
//! Refuses to know markers, ids of points and names of files: they come from whoever asks.

use std::ops::Range;

mod block;
pub(crate) mod lines;
mod marker;
mod mention;
mod option;
mod placeholder;
mod read;

pub use block::{Block, Place};
pub use marker::{Marker, begins_with, named};
pub use mention::mentioned;
pub use option::{ListedOption, listed};
pub use placeholder::{Placeholder, placeholders};
pub use read::{OPTIONS, read};

/// A text, read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Document {
    /// Headings that stand in no list and no quotation, in the order of the text.
    pub headings: Vec<Heading>,
    /// Every block that holds prose, in the order of the text: headings, paragraphs, items, cells, and HTML.
    pub blocks: Vec<Block>,
    /// What names a row of work: see [`Named`].
    pub named: Vec<Named>,
    /// The rows of tables, as they are written.
    pub rows: Vec<TableRow>,
}

/// A row of a table. Its cells are those that are written, which may be fewer or more than the header has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRow {
    /// From 1.
    pub line: u32,
    /// Of the first cell's text, in characters, from 1.
    pub column: u32,
    /// The line of the table's header; the header's own row has it as its line.
    pub table: u32,
    /// Without markup.
    pub cells: Vec<String>,
}

/// A heading and its section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// From 1.
    pub line: u32,
    /// Of its text, in characters, from 1.
    pub column: u32,
    /// The last line of its section: before the next heading of its level or above.
    pub last: u32,
    /// From 1 to 6.
    pub level: u32,
    /// Without markup.
    pub text: String,
}

/// The first cell of a table row, or the first word of a list item or of a heading, behind a task box, less a colon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// From 1.
    pub line: u32,
    /// In characters, from 1.
    pub column: u32,
    /// Never empty.
    pub id: String,
}

impl Document {
    /// Where the prose holds `part`: each place, by the block that it stands in. A part that an end of line divides is
    /// found where it has a space.
    pub fn holds<'d>(&'d self, part: &'d str) -> impl Iterator<Item = (u32, u32)> + 'd {
        let finder = memchr::memmem::Finder::new(part.as_bytes());
        let found = self.blocks.iter().flat_map(move |block| {
            let at: Vec<usize> = finder.find_iter(block.text.as_bytes()).collect();
            at.into_iter().map(|at| block.position(at))
        });
        found.filter(|_| !part.is_empty())
    }

    /// The markers of the text; see [`Marker`].
    #[must_use]
    pub fn markers(&self, marker: &str) -> Vec<Marker> {
        marker::markers(&self.blocks, marker)
    }
}

/// The bytes that lie in a range of a text; nothing where the range is none of the text.
fn source<'a>(text: &'a str, range: &Range<usize>) -> &'a str {
    text.get(range.clone()).unwrap_or_default()
}

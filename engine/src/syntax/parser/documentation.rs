//! Documentation lines: which item they stand before.

use super::super::name::Name;
use super::Parser;

impl<'a> Parser<'a> {
    /// The `//!` lines before the first token.
    pub(super) fn file_documentation(&mut self) -> Option<Name> {
        let lines = self.lexed.documentation.iter();
        let first = lines.filter(|line| line.of_file && line.before == 0);
        let lines: Vec<&str> = first.map(|line| self.line(line.start, line.end)).collect();
        self.joined(&lines)
    }

    /// The `///` lines before the next token that no item has had.
    pub(super) fn item_documentation(&mut self) -> Option<Name> {
        let list = &self.lexed.documentation;
        let mut lines = Vec::new();
        while let Some(line) = list.get(self.next_documentation) {
            if line.before as usize > self.next {
                break;
            }
            if !line.of_file && line.before as usize >= self.item {
                lines.push(self.line(line.start, line.end));
            }
            self.next_documentation += 1;
        }
        self.joined(&lines)
    }

    /// The text of a documentation line, without the space behind its marker.
    fn line(&self, start: u32, end: u32) -> &'a str {
        let line = self.text.get(start as usize..end as usize).unwrap_or("");
        line.strip_prefix(' ').unwrap_or(line).trim_end()
    }

    fn joined(&mut self, lines: &[&str]) -> Option<Name> {
        match lines {
            [] => None,
            [line] => Some(self.names.intern(line)),
            _ => Some(self.names.intern(&lines.join("\n"))),
        }
    }
}

//! Where the lines of a text begin, so that a byte has a line and a column. `\n`, `\r\n` and `\r` end a line.

use std::cell::Cell;

/// The lines of a text. Asked in ascending order, all answers together cost one pass over the text, however long a line
/// is.
pub(crate) struct Lines<'a> {
    text: &'a str,
    starts: Vec<usize>,
    /// The last answer: byte, line, column.
    last: Cell<(usize, usize, usize)>,
}

impl Lines<'_> {
    pub(crate) fn new(text: &str) -> Lines<'_> {
        let bytes = text.as_bytes();
        let ends = memchr::memchr2_iter(b'\n', b'\r', bytes)
            .filter(|at| bytes[*at] == b'\n' || bytes.get(at + 1) != Some(&b'\n'));
        let starts = std::iter::once(0).chain(ends.map(|at| at + 1)).collect();
        Lines { text, starts, last: Cell::new((0, 1, 1)) }
    }

    /// Line and column, in characters, of a byte; both from 1.
    pub(crate) fn position(&self, offset: usize) -> (u32, u32) {
        let line = self.starts.partition_point(|start| *start <= offset);
        let start = self.starts.get(line.saturating_sub(1)).copied().unwrap_or(0);
        let (seen, seen_line, seen_column) = self.last.get();
        let (from, column) = if seen_line == line && seen <= offset { (seen, seen_column) } else { (start, 1) };
        let column = column + self.text.get(from..offset).unwrap_or_default().chars().count();
        self.last.set((offset, line, column));
        (number(line), number(column))
    }

    /// How many lines there are; an end of line ends one and begins none.
    pub(crate) fn count(&self) -> u32 {
        let open = self.starts.last().is_some_and(|start| *start < self.text.len());
        number(self.starts.len() - usize::from(!open))
    }
}

fn number(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::Lines;

    #[test]
    fn any_line_end_and_any_order() {
        let lines = Lines::new("a\r\né b\rc\n\nd");
        let at = |part: &str| lines.position("a\r\né b\rc\n\nd".find(part).expect("it is in the text"));
        assert_eq!((at("d"), at("b"), at("c"), at("a")), ((5, 1), (2, 3), (3, 1), (1, 1)));
        assert_eq!((lines.position(3), lines.position(5), lines.position(6)), ((2, 1), (2, 2), (2, 3)));
        assert_eq!((lines.count(), Lines::new("").count(), Lines::new("a\nb\n").count()), (5, 0, 2));
    }
}

//! Lines and columns of bytes in a text, asked for in ascending order, so that all of them together cost one pass.
//! Refuses to know what the text is: any bytes have places.

/// Where a question about a place was answered last.
#[derive(Clone, Debug)]
pub(crate) struct Cursor<'t> {
    text: &'t [u8],
    offset: usize,
    line: u32,
    column: u32,
}

impl<'t> Cursor<'t> {
    /// At the beginning of the text.
    pub(crate) fn new(text: &'t [u8]) -> Self {
        Self { text, offset: 0, line: 1, column: 1 }
    }

    /// Line and column of a byte, in characters, both from 1. A byte before the last one that was asked for has its
    /// place.
    pub(crate) fn position(&mut self, offset: usize) -> (u32, u32) {
        let offset = offset.min(self.text.len()).max(self.offset);
        for byte in self.text.get(self.offset..offset).unwrap_or_default() {
            match byte {
                b'\n' => (self.line, self.column) = (self.line.saturating_add(1), 1),
                // A character counts at its first byte.
                byte if byte & 0xc0 != 0x80 => self.column = self.column.saturating_add(1),
                _ => {}
            }
        }
        self.offset = offset;
        (self.line, self.column)
    }
}

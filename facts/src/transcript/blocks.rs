//! A file as blocks of whole lines, in bounded memory: a block is as large as the buffer, or as its longest line. What
//! the lines hold is not known here. Reading in blocks is faster than mapping the file, and a file that shrinks
//! while it is mapped would kill the process.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

/// Fits a second-level cache, so that several searches over a block cost one read of memory.
const BLOCK: usize = 256 * 1024;

/// A longer line is not read; the largest that clients are known to write are some 20 MB.
const LONGEST: usize = 64 * 1024 * 1024;

/// Whole lines, with the line breaks between them.
pub(super) struct Block<'a> {
    /// Ends with a line break, except at the end of the file and where `cut`.
    pub(super) bytes: &'a [u8],
    /// Of the first byte.
    pub(super) offset: u64,
    /// The number of the first line, from 1.
    pub(super) line: u64,
    /// The block is the beginning of one line that is too long to be read.
    pub(super) cut: bool,
}

/// One line of a block, without its line break.
pub(super) struct Line<'a> {
    pub(super) bytes: &'a [u8],
    /// From 1.
    pub(super) number: u64,
    /// The line break is there. Without it, a writer may still be at work on the line.
    pub(super) finished: bool,
}

impl<'a> Block<'a> {
    /// The lines in order.
    pub(super) fn lines(&self) -> impl Iterator<Item = Line<'a>> + use<'a> {
        let (mut number, mut rest) = (self.line, self.bytes);
        std::iter::from_fn(move || {
            if rest.is_empty() {
                return None;
            }
            let end = memchr::memchr(b'\n', rest);
            let line = Line { bytes: &rest[..end.unwrap_or(rest.len())], number, finished: end.is_some() };
            rest = end.map_or(&[], |end| &rest[end + 1..]);
            number += 1;
            Some(line)
        })
    }
}

/// Reads a file block by block.
pub(super) struct Blocks {
    file: File,
    buffer: Vec<u8>,
    /// The bytes of `buffer` that were handed out and that are still to be handed out end here.
    given: usize,
    filled: usize,
    /// Of the first byte of `buffer`.
    offset: u64,
    /// Of the next block.
    line: u64,
    longest: usize,
    /// The rest of a line that is too long comes next.
    in_long_line: bool,
}

impl Blocks {
    /// Opens a regular file.
    ///
    /// # Errors
    /// If it cannot be opened, or is a folder, a pipe or a device.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        if !file.metadata()?.is_file() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file"));
        }
        Ok(Blocks {
            file,
            buffer: vec![0; BLOCK],
            given: 0,
            filled: 0,
            offset: 0,
            line: 1,
            longest: LONGEST,
            in_long_line: false,
        })
    }

    /// Goes on at a line whose offset and number are known.
    pub(super) fn seek(&mut self, offset: u64, line: u64) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(offset))?;
        self.given = 0;
        self.filled = 0;
        self.offset = offset;
        self.line = line;
        self.in_long_line = false;
        Ok(())
    }

    /// How many lines were handed out, the ones before a [`Self::seek`] among them.
    pub(super) fn lines(&self) -> u64 {
        self.line - 1
    }

    /// The next block, or nothing at the end of the file.
    pub(super) fn next(&mut self) -> io::Result<Option<Block<'_>>> {
        self.drop_given();
        let mut searched = 0;
        loop {
            if self.in_long_line {
                self.skip_long_line()?;
            }
            let end = memchr::memrchr(b'\n', &self.buffer[searched..self.filled]);
            if let Some(end) = end.map(|end| searched + end + 1) {
                return Ok(Some(self.give(end, false)));
            }
            searched = self.filled;
            if self.filled >= self.longest {
                self.in_long_line = true;
                return Ok(Some(self.give(searched, true)));
            }
            if self.filled == self.buffer.len() {
                // Half as much again: a long line costs at most that much more than itself.
                let size = self.buffer.len() + self.buffer.len() / 2;
                self.buffer.reserve_exact(size - self.buffer.len());
                self.buffer.resize(size, 0);
            }
            if self.fill()? == 0 {
                return match self.filled {
                    0 => Ok(None),
                    end => Ok(Some(self.give(end, false))),
                };
            }
        }
    }

    fn give(&mut self, end: usize, cut: bool) -> Block<'_> {
        let line = self.line;
        let bytes = &self.buffer[..end];
        self.line += memchr::memchr_iter(b'\n', bytes).count() as u64;
        // The rest of a cut line is dropped together with its line break.
        self.line += u64::from(cut || bytes.last() != Some(&b'\n'));
        self.given = end;
        Block { bytes: &self.buffer[..end], offset: self.offset, line, cut }
    }

    fn drop_given(&mut self) {
        self.buffer.copy_within(self.given..self.filled, 0);
        self.offset += self.given as u64;
        self.filled -= self.given;
        self.given = 0;
        if self.buffer.len() > 16 * BLOCK && self.filled < BLOCK {
            self.buffer = [&self.buffer[..self.filled], &vec![0; BLOCK - self.filled]].concat();
        }
    }

    fn fill(&mut self) -> io::Result<usize> {
        loop {
            match self.file.read(&mut self.buffer[self.filled..]) {
                Ok(count) => {
                    self.filled += count;
                    return Ok(count);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Drops bytes up to and with the next line break.
    fn skip_long_line(&mut self) -> io::Result<()> {
        loop {
            if let Some(end) = memchr::memchr(b'\n', &self.buffer[..self.filled]) {
                self.given = end + 1;
                self.in_long_line = false;
                self.drop_given();
                return Ok(());
            }
            self.given = self.filled;
            self.drop_given();
            if self.fill()? == 0 {
                self.in_long_line = false;
                return Ok(());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(name: &str, content: &[u8], longest: usize) -> Vec<(u64, u64, String, bool)> {
        let path = std::env::temp_dir().join(format!("gatelog-blocks-{}-{name}", std::process::id()));
        std::fs::write(&path, content).unwrap();
        let mut blocks = Blocks::open(&path).unwrap();
        blocks.buffer = vec![0; 8];
        blocks.longest = longest;
        let mut lines = Vec::new();
        while let Some(block) = blocks.next().unwrap() {
            let mut offset = block.offset;
            for line in block.lines() {
                let text = String::from_utf8_lossy(line.bytes).into_owned();
                lines.push((line.number, offset, text, block.cut));
                offset += line.bytes.len() as u64 + 1;
            }
        }
        std::fs::remove_file(&path).unwrap();
        lines
    }

    #[test]
    fn lines_longer_than_the_buffer_are_whole() {
        // Report C13
        let long = "x".repeat(100);
        let lines = read("long", format!("a\n\n{long}\nb").as_bytes(), LONGEST);
        let expected = [(1, 0, "a"), (2, 2, ""), (3, 3, &long), (4, 104, "b")];
        let expected: Vec<_> = expected.iter().map(|&(n, o, t)| (n, o, t.to_string(), false)).collect();
        assert_eq!(lines, expected);
    }

    #[test]
    fn a_line_beyond_the_limit_is_cut_and_the_next_one_keeps_its_number() {
        let lines = read("cut", format!("a\n{}\nb\n", "x".repeat(1000)).as_bytes(), 40);
        assert_eq!((lines.len(), lines[0].0, lines[1].0, lines[2].0), (3, 1, 2, 3));
        assert_eq!((lines[1].3, lines[2].1, lines[2].2.as_str()), (true, 1003, "b"));
    }
}

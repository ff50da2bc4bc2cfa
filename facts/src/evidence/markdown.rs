//! Rows about Markdown files, as the working tree has them. A file that is not there, or is no text, has no rows;
//! `text_error` says which of both.

use std::rc::Rc;

use engine::{Datum, HostError};

use super::row::{Asked, number};
use super::{Evidence, Rows};
use crate::git::Version;
use crate::markdown::{self, Document};

impl Evidence<'_> {
    pub(super) fn markdown_rows(
        &mut self,
        relation: &str,
        key: &[&str],
        rows: &mut Rows<'_>,
    ) -> Result<bool, HostError> {
        match (relation, key) {
            ("heading" | "backlog_row" | "placeholder", [tree, file]) => {
                let Some(document) = self.document(tree, file) else { return Ok(true) };
                let asked = Asked::working(tree, file);
                match relation {
                    "heading" => headings(&asked, &document, rows)?,
                    "backlog_row" => {
                        for named in &document.named {
                            let more = [number(named.line), Datum::Symbol(&named.id)];
                            asked.row(rows, &more, named.line, named.column)?;
                        }
                    }
                    _ => self.placeholders(&asked, &document, rows)?,
                }
            }
            ("prose_holds", [tree, file, part]) => {
                let Some(document) = self.document(tree, file) else { return Ok(true) };
                let mut seen = 0;
                for (line, column) in document.holds(part).filter(|_| !part.is_empty()) {
                    if line > seen {
                        let more = [Datum::Symbol(part), number(line)];
                        Asked::working(tree, file).row(rows, &more, line, column)?;
                        seen = line;
                    }
                }
            }
            ("prose_mentions", [tree, file, glob]) => {
                let Some(document) = self.document(tree, file) else { return Ok(true) };
                for (line, column) in markdown::mentioned(&document, glob) {
                    Asked::working(tree, file).row(rows, &[Datum::Symbol(glob), number(line)], line, column)?;
                }
            }
            ("listed_option", [tree, file, label]) => self.listed_options(&Asked::working(tree, file), label, rows)?,
            ("marker", [tree, file, marker]) => {
                let Some(document) = self.document_with(tree, file, marker) else { return Ok(true) };
                for found in document.markers(marker) {
                    let more = [Datum::Symbol(marker), number(found.line)];
                    Asked::working(tree, file).row(rows, &more, found.line, found.column)?;
                }
            }
            ("marker_names", [tree, file, marker, label]) => {
                let Some(document) = self.document_with(tree, file, marker) else { return Ok(true) };
                for found in document.markers(marker) {
                    for id in markdown::named(&found.prose, label) {
                        let more = [Datum::Symbol(marker), Datum::Symbol(label), number(found.line), Datum::Symbol(id)];
                        Asked::working(tree, file).row(rows, &more, found.line, found.column)?;
                    }
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn listed_options(&mut self, asked: &Asked<'_>, label: &str, rows: &mut Rows<'_>) -> Result<(), HostError> {
        let text = self.text(asked.tree, asked.file).ok().flatten().unwrap_or_default();
        for option in markdown::listed(&text, label) {
            let (line, column) = option.place;
            let more = [Datum::Symbol(label), number(option.line), number(option.index), Datum::Symbol(&option.text)];
            asked.row(rows, &more, line, column)?;
        }
        Ok(())
    }

    fn placeholders(&mut self, asked: &Asked<'_>, document: &Document, rows: &mut Rows<'_>) -> Result<(), HostError> {
        let text = self.text(asked.tree, asked.file).ok().flatten().unwrap_or_default();
        for place in markdown::placeholders(&text, document) {
            let more = [number(place.line), Datum::Symbol(&place.text)];
            asked.row(rows, &more, place.line, place.column)?;
        }
        Ok(())
    }

    /// A file of the working tree as text; none where it is not there. A byte order mark is left out. Bytes that are
    /// no UTF-8 become U+FFFD: what is written in ASCII reads the same in every encoding that extends it.
    ///
    /// # Errors
    /// If it cannot be read, or holds a NUL, as UTF-16 and binary files do.
    pub(super) fn text(&mut self, tree: &str, file: &str) -> Result<Option<Rc<str>>, String> {
        let read = self.world.read(tree, file, Version::Working).and_then(|bytes| bytes.map(decoded).transpose());
        let fault = read.as_ref().err().cloned();
        self.text_faults.insert((tree.to_owned(), file.to_owned()), fault);
        read
    }

    /// Why the file cannot be read as text, if so.
    pub(super) fn text_fault(&mut self, tree: &str, file: &str) -> Option<String> {
        match self.text_faults.get(&(tree.to_owned(), file.to_owned())) {
            Some(fault) => fault.clone(),
            None => self.text(tree, file).err(),
        }
    }

    /// A file, read once.
    pub(super) fn document(&mut self, tree: &str, file: &str) -> Option<Rc<Document>> {
        self.document_with(tree, file, "")
    }

    /// The same where the text holds the first word of `part`: most files of a tree need not be taken apart.
    fn document_with(&mut self, tree: &str, file: &str, part: &str) -> Option<Rc<Document>> {
        let key = (tree.to_owned(), file.to_owned());
        if let Some(read) = self.documents.get(&key) {
            return Some(Rc::clone(read));
        }
        let text = self.text(tree, file).ok().flatten()?;
        let word = part.split_whitespace().next().unwrap_or_default();
        memchr::memmem::find(text.as_bytes(), word.as_bytes())?;
        let read = Rc::new(markdown::read(&text));
        self.documents.insert(key, Rc::clone(&read));
        Some(read)
    }
}

fn headings(asked: &Asked<'_>, document: &Document, rows: &mut Rows<'_>) -> Result<(), HostError> {
    for heading in &document.headings {
        let (line, last, level) = (number(heading.line), number(heading.last), number(heading.level));
        asked.row(rows, &[line, last, level, Datum::Symbol(&heading.text)], heading.line, heading.column)?;
    }
    Ok(())
}

fn decoded(bytes: Vec<u8>) -> Result<Rc<str>, String> {
    if let Some(at) = memchr::memchr(0, &bytes) {
        let line = memchr::memchr_iter(b'\n', &bytes[..at]).count() + 1;
        return Err(format!("line {line} holds a NUL, so it is no text in UTF-8"));
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
    Ok(String::from_utf8_lossy(bytes).into())
}

//! The journal of answers: one line an answer, appended and on the disk before anybody hears of it. A reader can rely on: a
//! line that was cut off hides no other, and the next one is never glued to it; a write that fails leaves the journal as it
//! was; writers wait for each other; and an answer is given back only for the very question that it answered.

use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::fingerprint::Fingerprint;
use crate::provider::PERSONS;

pub mod entry;

use entry::{Entry, LineError};

/// Where the journal of a work tree is, from its top.
pub const FILE: &str = ".gatelog/answers.jsonl";

/// A journal may have so many bytes.
const MOST_BYTES: u64 = 256 << 20;

/// The journal in a file, which need not be there.
#[derive(Clone, Debug)]
pub struct Journal {
    file: PathBuf,
}

/// What a journal holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Contents {
    /// In the order of the file, each with its line, from 1.
    pub entries: Vec<(usize, Entry)>,
    /// Lines that are no entries, from 1: cut off by a crash, or not written by this program.
    pub damaged: Vec<(usize, LineError)>,
}

/// Why the journal gives no answer.
#[derive(Debug)]
pub enum JournalError {
    /// It cannot be read or written.
    Io {
        /// The journal.
        file: PathBuf,
        /// What was done.
        doing: &'static str,
        /// Why not.
        cause: io::Error,
    },
    /// The recorded answer is to another question of this name.
    Stale(Box<Stale>),
}

/// A recorded answer, and the question that is asked now under the same name.
#[derive(Clone, Debug, PartialEq)]
pub struct Stale {
    /// What was answered.
    pub recorded: Entry,
    /// In which line of the journal.
    pub line: usize,
    /// What is asked.
    pub asked: Fingerprint,
}

/// Whose recorded answers count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// Anybody's.
    Anybody,
    /// Those that a person gave: what a file or a script says under the question's name is nobody's word.
    Person,
}

impl Whose {
    fn accepts(self, provider: &str) -> bool {
        self == Self::Anybody || PERSONS.contains(&provider)
    }
}

impl Journal {
    /// In this file.
    #[must_use]
    pub fn new(file: impl Into<PathBuf>) -> Self {
        Self { file: file.into() }
    }

    /// All of it; nothing where there is no file.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn read(&self) -> Result<Contents, JournalError> {
        let failed = |cause| self.failed("read", cause);
        let mut bytes = Vec::new();
        match File::open(&self.file) {
            Ok(file) => {
                if file.metadata().map_err(failed)?.len() > MOST_BYTES {
                    return Err(failed(io::Error::other(format!("it has more than {MOST_BYTES} bytes"))));
                }
                file.take(MOST_BYTES).read_to_end(&mut bytes).map_err(failed)?;
            }
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => {}
            Err(cause) => return Err(failed(cause)),
        }
        Ok(contents(&bytes))
    }

    /// The recorded answer to a question: the last one under its name that counts.
    ///
    /// # Errors
    /// If the journal cannot be read, or that answer is to another question.
    pub fn recall(&self, name: &str, asked: &Fingerprint, whose: Whose) -> Result<Option<Entry>, JournalError> {
        let counts = |entry: &Entry| entry.name == name && whose.accepts(&entry.provider);
        let last = self.read()?.entries.into_iter().rev().find(|(_, entry)| counts(entry));
        match last {
            Some((line, recorded)) if recorded.question != *asked => {
                Err(JournalError::Stale(Box::new(Stale { recorded, line, asked: asked.clone() })))
            }
            last => Ok(last.map(|(_, entry)| entry)),
        }
    }

    /// Appends an entry; it is on the disk when this returns.
    ///
    /// # Errors
    /// If it cannot be written; the journal then holds what it held.
    pub fn append(&self, entry: &Entry) -> Result<(), JournalError> {
        let folder = self.file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        fs::create_dir_all(folder).map_err(|cause| self.failed("made", cause))?;
        let written = OpenOptions::new().read(true).append(true).create(true).open(&self.file);
        let written = written.and_then(|mut file| {
            // Closing the file gives the lock back, however this ends.
            file.lock()?;
            append(&mut file, &entry.line())
        });
        written.map_err(|cause| self.failed("written", cause))?;
        // The name of a new file is on the disk only with its folder. Where folders cannot be opened there is no such step.
        if let Ok(folder) = File::open(folder) {
            let _ = folder.sync_all();
        }
        Ok(())
    }

    fn failed(&self, doing: &'static str, cause: io::Error) -> JournalError {
        JournalError::Io { file: self.file.clone(), doing, cause }
    }
}

/// Appends a line, behind an end of line where the last one has none.
fn append(file: &mut File, line: &str) -> io::Result<()> {
    let length = file.metadata()?.len();
    let mut text = String::new();
    if length > 0 {
        let mut last = [0];
        file.seek(SeekFrom::End(-1))?;
        file.read_exact(&mut last)?;
        if last != *b"\n" {
            text.push('\n');
        }
    }
    text.push_str(line);
    let written = file.write_all(text.as_bytes()).and_then(|()| file.sync_all());
    if written.is_err() {
        // Half a line is worse than none; where even this fails, the next writer ends the line.
        let _ = file.set_len(length);
    }
    written
}

/// What the bytes of a journal hold.
#[must_use]
pub fn contents(bytes: &[u8]) -> Contents {
    let mut contents = Contents::default();
    for (nth, line) in bytes.split(|byte| *byte == b'\n').enumerate() {
        if line.trim_ascii().is_empty() {
            continue;
        }
        match Entry::read(line) {
            Ok(entry) => contents.entries.push((nth + 1, entry)),
            Err(cause) => contents.damaged.push((nth + 1, cause)),
        }
    }
    contents
}

impl Stale {
    /// The halves of the question that changed, each with its fingerprints: what, recorded, asked.
    #[must_use]
    pub fn changes(&self) -> Vec<(&'static str, &str, &str)> {
        let was = &self.recorded.question;
        let halves = [("message", &was.message, &self.asked.message), ("schema", &was.schema, &self.asked.schema)];
        let changed = halves.into_iter().filter(|(_, was, is)| was != is);
        changed.map(|(what, was, is)| (what, was.as_str(), is.as_str())).collect()
    }
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io { file, doing, cause } => write!(f, "{} cannot be {doing}: {cause}", file.display()),
            Self::Stale(stale) => stale.fmt(f),
        }
    }
}

impl fmt::Display for Stale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Entry { name, when, .. } = &self.recorded;
        write!(
            f,
            "the recorded answer to `{name}` (line {}, {when}) is stale: its question has changed since",
            self.line
        )?;
        self.changes().iter().try_for_each(|(what, was, is)| {
            write!(f, "\n  the {what} has changed\n    answered: {was}\n    asked:    {is}")
        })
    }
}

impl std::error::Error for JournalError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io { cause, .. } => Some(cause),
            Self::Stale(_) => None,
        }
    }
}

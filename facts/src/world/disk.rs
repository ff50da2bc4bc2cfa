//! The world as it is: the file system, git through its files, transcripts where the client writes them.

use std::path::Path;
use std::rc::Rc;

use super::{Seen, World};
use crate::git::{Repositories, Version};
use crate::path;
use crate::transcript::{self, OwnCall};

/// The file system and its repositories, each opened once.
#[derive(Default)]
pub struct Disk {
    repositories: Repositories,
    home: Option<String>,
    reading: Reading,
}

/// How much of a transcript is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Reading {
    /// The lines that can matter to a call.
    #[default]
    Questions,
    /// Every line.
    Whole,
}

impl Disk {
    /// Nothing opened yet. `home` is what `~` stands for.
    #[must_use]
    pub fn new(home: Option<String>) -> Self {
        Self { repositories: Repositories::new(), home, reading: Reading::Questions }
    }

    /// The same, with every line of a transcript read: for who wants to see what is there.
    #[must_use]
    pub fn whole(home: Option<String>) -> Self {
        Self { reading: Reading::Whole, ..Self::new(home) }
    }

    /// The repositories, for what is no fact: the rule files of a tree.
    pub fn repositories(&mut self) -> &mut Repositories {
        &mut self.repositories
    }
}

impl World for Disk {
    fn forms(&mut self, directory: &str, path: &str) -> Vec<String> {
        path::forms(directory, path, self.home.as_deref())
    }

    fn owner(&mut self, path: &str) -> Result<Option<String>, String> {
        self.repositories.owner(path)
    }

    fn ignores_case(&mut self, tree: &str) -> Result<bool, String> {
        self.repositories.ignores_case(tree)
    }

    fn tracked(&mut self, path: &str) -> Result<bool, String> {
        self.repositories.tracked(path)
    }

    fn tracked_match(&mut self, directory: &str, pattern: &str) -> Result<Vec<String>, String> {
        self.repositories.tracked_match(directory, pattern)
    }

    fn committed(&mut self, tree: &str, path: &str) -> Result<bool, String> {
        self.repositories.committed(tree, path)
    }

    fn read(&mut self, tree: &str, file: &str, version: Version) -> Result<Option<Vec<u8>>, String> {
        match version {
            Version::Head if self.repositories.owner(tree)?.is_none() => Ok(None),
            _ => self.repositories.read_version(tree, file, version),
        }
    }

    fn transcript(&mut self, file: &str, own: Option<&OwnCall<'_>>) -> Result<Seen, String> {
        let read = match self.reading {
            Reading::Questions => transcript::read_questions(Path::new(file), own),
            Reading::Whole => transcript::read_all(Path::new(file)),
        };
        let transcript = read.map_err(|error| error.to_string())?;
        Ok(Seen { own: transcript.own.clone(), transcript: Rc::new(transcript), before: u64::MAX })
    }

    fn damaged(&mut self, file: &str, part: &str) -> Result<Vec<u64>, String> {
        let damaged = transcript::read_damaged(Path::new(file), part).map_err(|error| error.to_string())?;
        Ok(damaged.iter().map(|line| line.line).collect())
    }
}

//! The world as it is: the file system, git through its files, transcripts where the client writes them.

use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;

use super::{Presence, Seen, World, plain};
use crate::git::{History, Repositories, Version};
use crate::path;
use crate::transcript::{self, OwnCall};

/// The file system and its repositories, each opened once.
#[derive(Default)]
pub struct Disk {
    repositories: Repositories,
    home: Option<String>,
    reading: Reading,
    /// The files of folders that no repository holds.
    plain: BTreeMap<String, Result<Rc<Vec<String>>, String>>,
    /// By tree and path: what files of the working tree are taken to hold.
    edited: BTreeMap<(String, String), Vec<u8>>,
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
        Self { repositories: Repositories::new(), home, ..Self::default() }
    }

    /// The same, with every line of a transcript read: for who wants to see what is there.
    #[must_use]
    pub fn whole(home: Option<String>) -> Self {
        Self { reading: Reading::Whole, ..Self::new(home) }
    }

    /// From now on every line of a transcript is read.
    pub fn read_whole(&mut self) {
        self.reading = Reading::Whole;
    }

    /// From now on the file of the working tree is taken to hold these bytes: to look at an edit before it is made.
    pub fn edit(&mut self, tree: &str, file: &str, bytes: Vec<u8>) {
        self.edited.insert((tree.to_owned(), file.to_owned()), bytes);
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
        if version == Version::Working
            && let Some(bytes) = self.edited.get(&(tree.to_owned(), file.to_owned()))
        {
            return Ok(Some(bytes.clone()));
        }
        match version {
            Version::Working if Path::new(file).is_absolute() => self.repositories.read_version("/", file, version),
            Version::Head if self.repositories.owner(tree)?.is_none() => Ok(None),
            _ => self.repositories.read_version(tree, file, version),
        }
    }

    fn files(&mut self, tree: &str) -> Result<Rc<Vec<String>>, String> {
        if let Some(history) = self.history(tree)? {
            return history.files();
        }
        self.plain.entry(tree.to_owned()).or_insert_with(|| plain::files(tree).map(Rc::new)).clone()
    }

    fn present(&mut self, tree: &str, path: &str) -> Presence {
        if self.edited.contains_key(&(tree.to_owned(), path.to_owned())) {
            return Presence::File;
        }
        match path::native(&Path::new(tree).join(path)).metadata() {
            Ok(about) if about.is_file() => Presence::File,
            Ok(about) if about.is_dir() => Presence::Folder,
            _ => Presence::Nothing,
        }
    }

    fn history(&mut self, tree: &str) -> Result<Option<Rc<History>>, String> {
        self.repositories.history(tree)
    }

    fn transcript(&mut self, file: &str, own: Option<&OwnCall<'_>>) -> Result<Seen, String> {
        let read = match self.reading {
            Reading::Questions => transcript::read_questions(Path::new(file), own),
            Reading::Whole => transcript::read_session(Path::new(file), own),
        };
        let transcript = read.map_err(|error| error.to_string())?;
        Ok(Seen { own: transcript.own.clone(), transcript: Rc::new(transcript), before: u64::MAX })
    }

    fn damaged(&mut self, file: &str, part: &str) -> Result<Vec<u64>, String> {
        let damaged = transcript::read_damaged(Path::new(file), part).map_err(|error| error.to_string())?;
        Ok(damaged.iter().map(|line| line.line).collect())
    }
}

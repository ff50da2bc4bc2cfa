//! What facts about places are asked of: the disk and git, or the made-up tree of a replay. Knows nothing of relations.

use std::rc::Rc;

use crate::git::{History, Version};
use crate::transcript::{OwnCall, OwnUse, Transcript};

mod disk;
mod plain;
mod recorded;

pub use disk::Disk;
pub use recorded::Recorded;

/// A transcript as a call sees it.
#[derive(Clone, Debug)]
pub struct Seen {
    /// What the file says.
    pub transcript: Rc<Transcript>,
    /// Only what stands before this line counts.
    pub before: u64,
    /// The entries of the call itself.
    pub own: Vec<OwnUse>,
}

/// What lies at a path, links followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// Nothing, or what is neither file nor folder.
    Nothing,
    /// A regular file.
    File,
    /// A folder.
    Folder,
}

/// Answers questions about paths, work trees and transcripts. The same question gets the same answer within one
/// evaluation. Every error is a sentence for a reader.
pub trait World {
    /// The ways to write `path`, taken from `directory`; see [`crate::path::forms`].
    fn forms(&mut self, directory: &str, path: &str) -> Vec<String>;

    /// The work tree that holds the absolute `path`.
    ///
    /// # Errors
    /// If its repository cannot be read.
    fn owner(&mut self, path: &str) -> Result<Option<String>, String>;

    /// Whether the tree is configured to ignore case.
    ///
    /// # Errors
    /// If its repository cannot be read.
    fn ignores_case(&mut self, tree: &str) -> Result<bool, String>;

    /// Whether git tracks the path, or it is a folder that holds what git tracks.
    ///
    /// # Errors
    /// If its repository cannot be read.
    fn tracked(&mut self, path: &str) -> Result<bool, String>;

    /// The tracked paths that a shell pattern covers, and the folders of tracked paths.
    ///
    /// # Errors
    /// If a repository cannot be read.
    fn tracked_match(&mut self, directory: &str, pattern: &str) -> Result<Vec<String>, String>;

    /// Whether `HEAD` of the tree has a file there.
    ///
    /// # Errors
    /// If its repository cannot be read.
    fn committed(&mut self, tree: &str, path: &str) -> Result<bool, String>;

    /// The bytes of a file of the tree.
    ///
    /// # Errors
    /// If it is there and cannot be read.
    fn read(&mut self, tree: &str, file: &str, version: Version) -> Result<Option<Vec<u8>>, String>;

    /// The regular files of the tree, by path from its top, sorted: tracked, or neither tracked nor ignored; without a
    /// repository every one below. None in a world that has no such list.
    ///
    /// # Errors
    /// If they cannot be listed.
    fn files(&mut self, tree: &str) -> Result<Rc<Vec<String>>, String> {
        let _ = tree;
        Ok(Rc::default())
    }

    /// What lies at `path`, from the tree's top where it is not absolute. Nothing in a world without files.
    fn present(&mut self, tree: &str, path: &str) -> Presence {
        let _ = (tree, path);
        Presence::Nothing
    }

    /// The history of the tree; none where there is no repository, and in a world without history.
    ///
    /// # Errors
    /// If its repository cannot be read.
    fn history(&mut self, tree: &str) -> Result<Option<Rc<History>>, String> {
        let _ = tree;
        Ok(None)
    }

    /// What the transcript says about questions, as far as it matters to `own`.
    ///
    /// # Errors
    /// If it cannot be read.
    fn transcript(&mut self, file: &str, own: Option<&OwnCall<'_>>) -> Result<Seen, String>;

    /// The transcript's damaged lines that hold a text.
    ///
    /// # Errors
    /// If it cannot be read.
    fn damaged(&mut self, file: &str, part: &str) -> Result<Vec<u64>, String>;
}

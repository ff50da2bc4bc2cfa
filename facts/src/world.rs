//! What facts about places are asked of: the disk and git, or the made-up tree of a replay. Knows nothing of relations.

use std::rc::Rc;

use crate::git::Version;
use crate::transcript::{OwnCall, OwnUse, Transcript};

mod disk;
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

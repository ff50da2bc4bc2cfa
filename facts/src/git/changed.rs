//! What commits change, kept by commit and read once. Paths are numbered, since a history names few paths often.

use std::collections::HashMap;
use std::rc::Rc;

use gix::bstr::ByteSlice;

use super::How;
use super::difference::{self, Buffers};
use super::graph::{At, Graph};
use super::share::{self, Wanted};

/// Changes of commits.
#[derive(Default)]
pub(super) struct Changed {
    paths: Paths,
    by_commit: HashMap<At, Box<[(u32, How)]>>,
}

/// Paths by number.
#[derive(Default)]
struct Paths {
    texts: Vec<Rc<str>>,
    at: HashMap<Rc<str>, u32>,
}

impl Paths {
    fn number(&mut self, path: &str) -> u32 {
        if let Some(known) = self.at.get(path) {
            return *known;
        }
        let (new, path) = (u32::try_from(self.texts.len()).unwrap_or(u32::MAX), Rc::<str>::from(path));
        self.texts.push(Rc::clone(&path));
        self.at.insert(path, new);
        new
    }
}

impl Changed {
    /// All paths that were met.
    pub(super) fn paths(&self) -> &[Rc<str>] {
        &self.paths.texts
    }

    /// The changes of a commit that was read, sorted by path.
    pub(super) fn of(&self, commit: At) -> &[(u32, How)] {
        self.by_commit.get(&commit).map(AsRef::as_ref).unwrap_or_default()
    }

    /// Reads the changes of commits that were not read yet.
    ///
    /// # Errors
    /// If a tree cannot be read.
    pub(super) fn read(&mut self, git: &gix::Repository, graph: &Graph, commits: &[At]) -> Result<(), String> {
        let missing = commits.iter().filter(|commit| !self.by_commit.contains_key(commit));
        let wanted: Vec<Wanted> = missing.filter_map(|commit| Wanted::of(graph, *commit)).collect();
        share::each(git, &wanted, differences, |(commit, found)| {
            let numbered = found.iter().map(|one| (self.paths.number(&one.path.to_str_lossy()), one.how)).collect();
            self.by_commit.insert(commit, numbered);
        })
    }
}

type Differences = (At, Vec<difference::Difference>);

fn differences(git: &gix::Repository, share: &[Wanted]) -> Result<Vec<Differences>, String> {
    let mut buffers = Buffers::default();
    let paths = |wanted: &Wanted| {
        let found = difference::paths(git, wanted.tree, &wanted.parents, &mut buffers)?;
        Ok((wanted.commit, found))
    };
    share.iter().map(paths).collect()
}

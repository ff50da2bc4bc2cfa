//! What git knows of a path: the work tree that holds it, whether it is tracked, and what `HEAD` has there.
//! Refuses to know the environment (`GIT_DIR` and its kin change nothing) and the user's own configuration, and never
//! says "not tracked" of a repository that it could not read: that is an error text.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::path;

mod author;
mod change;
mod changed;
mod difference;
mod discover;
mod folder;
mod graph;
mod head;
mod history;
mod index;
mod share;
mod state;
mod tops;
mod trusted;

use discover::Found;
use index::Index;

pub use author::Author;
pub use change::{Change, How};
pub use history::History;

/// Which state of a file is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Version {
    /// The file as it lies in the working tree.
    Working,
    /// The file as the commit at `HEAD` has it.
    Head,
}

/// The repositories that were asked for, each opened once. An answer is of the time of the first question.
#[derive(Default)]
pub struct Repositories {
    /// By the directory that the search began in.
    by_directory: BTreeMap<String, Result<Option<usize>, String>>,
    opened: Vec<Repository>,
}

struct Repository {
    tree: String,
    ignores_case: bool,
    git: gix::Repository,
    index: OnceCell<Result<Rc<Index>, String>>,
    head: OnceCell<Result<Option<gix::ObjectId>, String>>,
    history: OnceCell<Result<Rc<History>, String>>,
}

impl Repositories {
    /// None opened yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The top of the work tree that holds the absolute `path`, resolved through symbolic links. A path in `.git`
    /// belongs to the tree around it; a bare repository owns nothing; a linked work tree, a submodule and a nested
    /// repository own what is in them. A link belongs where it lies, or else where it leads.
    ///
    /// # Errors
    /// If a repository is there and cannot be read.
    pub fn owner(&mut self, path: &str) -> Result<Option<String>, String> {
        Ok(self.place(path)?.map(|(at, _)| self.opened[at].tree.clone()))
    }

    /// Whether the configuration of the work tree says `core.ignorecase`.
    ///
    /// # Errors
    /// If the repository cannot be read.
    pub fn ignores_case(&mut self, tree: &str) -> Result<bool, String> {
        Ok(self.place(tree)?.is_some_and(|(at, _)| self.opened[at].ignores_case))
    }

    /// Whether git tracks the absolute `path`: a file in the index, or a folder that holds one. The top of a tree
    /// holds what the tree tracks.
    ///
    /// # Errors
    /// If the repository or its index cannot be read.
    pub fn tracked(&mut self, path: &str) -> Result<bool, String> {
        let Some((at, inside)) = self.place(path)? else {
            return Ok(false);
        };
        if self.opened[at].index()?.holds(&self.opened[at].git, &inside)? {
            return Ok(true);
        }
        if !inside.is_empty() {
            return Ok(false);
        }
        let (folder, name) = split(&self.opened[at].tree);
        let (folder, name) = (folder.to_owned(), name.to_owned());
        match self.search(&folder)? {
            Some(outer) if outer != at => {
                let repository = &self.opened[outer];
                match relative(&repository.tree, &join(&folder, &name)) {
                    Some(inside) => repository.index()?.holds(&repository.git, &inside),
                    None => Ok(false),
                }
            }
            _ => Ok(false),
        }
    }

    /// The tracked files, and the folders that hold one, which the shell pattern covers, taken from `directory` where
    /// it is not absolute; absolute and sorted. The trees asked are that of `directory`, that of the pattern's literal
    /// folder, and those already opened: `**` from `/` is all that is tracked in them.
    ///
    /// # Errors
    /// If a repository or an index cannot be read.
    pub fn tracked_match(&mut self, directory: &str, pattern: &str) -> Result<Vec<String>, String> {
        let patterns = index::anchored(directory, pattern);
        self.owner(directory)?;
        for pattern in &patterns {
            self.owner(&pattern.folder)?;
        }
        let mut found = Vec::new();
        for repository in &self.opened {
            for pattern in &patterns {
                if pattern.may_reach(&repository.tree) {
                    let index = repository.index()?;
                    index.collect(&repository.tree, pattern, repository.ignores_case, &mut found);
                }
            }
        }
        found.sort();
        found.dedup();
        Ok(found)
    }

    /// The bytes of the file at `path`, relative to `tree`, in the commit at `HEAD`; none where there is no repository,
    /// `HEAD` is unborn, or has nothing there. Links within the tree are followed.
    ///
    /// # Errors
    /// If the repository, `HEAD` or an object cannot be read, or what is there is no file.
    pub fn head_file(&mut self, tree: &str, path: &str) -> Result<Option<Vec<u8>>, String> {
        let Some((at, folder)) = self.place(tree)? else {
            return Ok(None);
        };
        let repository = &self.opened[at];
        match repository.head()? {
            Some(top) => head::file(&repository.git, top, &join(&folder, path)),
            None => Ok(None),
        }
    }

    /// Whether `HEAD` has a file at `path`, relative to `tree`.
    ///
    /// # Errors
    /// If the repository, `HEAD` or an object cannot be read.
    pub fn committed(&mut self, tree: &str, path: &str) -> Result<bool, String> {
        let Some((at, folder)) = self.place(tree)? else {
            return Ok(false);
        };
        let repository = &self.opened[at];
        match repository.head()? {
            Some(top) => head::has_file(&repository.git, top, &join(&folder, path)),
            None => Ok(false),
        }
    }

    /// The history and state of `tree`; none where it is no work tree of git.
    ///
    /// # Errors
    /// If the repository cannot be read; see [`History`].
    pub fn history(&mut self, tree: &str) -> Result<Option<Rc<History>>, String> {
        let Some((at, _)) = self.place(tree)?.filter(|(_, inside)| inside.is_empty()) else {
            return Ok(None);
        };
        let repository = &self.opened[at];
        let open = || History::open(&repository.tree).map(Rc::new);
        repository.history.get_or_init(open).clone().map(Some)
    }

    /// The bytes of the file at `path`, relative to `tree`; none where there is nothing. In the working
    /// tree that is a regular file, or a link to one.
    ///
    /// # Errors
    /// If what is there is no file, or cannot be read.
    pub fn read_version(&mut self, tree: &str, path: &str, version: Version) -> Result<Option<Vec<u8>>, String> {
        match version {
            Version::Working => read_working(&join(tree, path)),
            Version::Head => self.head_file(tree, path),
        }
    }

    /// Every file below `folder` of `tree`, by path from the top, sorted; none where there is no such folder.
    ///
    /// # Errors
    /// If a folder, a file or an object cannot be read, or a name is not UTF-8.
    pub fn folder(&mut self, tree: &str, folder: &str, version: Version) -> Result<Vec<(String, Vec<u8>)>, String> {
        if version == Version::Working {
            return folder::working(tree, folder);
        }
        let top = self.place(tree)?.filter(|(_, inside)| inside.is_empty());
        let (at, _) = top.ok_or_else(|| format!("{tree} is no git work tree"))?;
        let repository = &self.opened[at];
        match repository.head()? {
            Some(commit) => folder::head(&repository.git, commit, folder),
            None => Ok(Vec::new()),
        }
    }

    /// The repository of a path, and the path relative to its top.
    fn place(&mut self, path: &str) -> Result<Option<(usize, String)>, String> {
        for place in discover::places(path) {
            if let Some(at) = self.search(&place.directory)? {
                let tree = &self.opened[at].tree;
                let inside = relative(tree, &place.path).unwrap_or_default();
                return Ok(Some((at, inside)));
            }
        }
        Ok(None)
    }

    /// The repository around an existing directory. To open one costs more than all other questions, so a folder
    /// below one that was asked for already, without a repository of its own, has the same answer.
    fn search(&mut self, directory: &str) -> Result<Option<usize>, String> {
        let answer = match discover::on_the_way(directory).find_map(|folder| self.by_directory.get(&folder)) {
            Some(known) => known.clone(),
            None => {
                let found = discover::discover(directory);
                found.map(|found| found.map(|found| self.open(found)))
            }
        };
        self.by_directory.insert(directory.to_owned(), answer.clone());
        if let Ok(Some(at)) = answer
            && discover::has_repository(&self.opened[at].tree)
        {
            self.by_directory.insert(self.opened[at].tree.clone(), answer.clone());
        }
        answer
    }

    fn open(&mut self, found: Found) -> usize {
        let known = self.opened.iter().position(|repository| repository.tree == found.tree);
        known.unwrap_or_else(|| {
            let ignores_case = found.git.config_snapshot().boolean("core.ignorecase") == Some(true);
            self.opened.push(Repository {
                tree: found.tree,
                ignores_case,
                git: found.git,
                index: OnceCell::new(),
                head: OnceCell::new(),
                history: OnceCell::new(),
            });
            self.opened.len() - 1
        })
    }
}

impl Repository {
    fn index(&self) -> Result<Rc<Index>, String> {
        let read = || Index::read(&self.git, self.ignores_case).map(Rc::new);
        self.index.get_or_init(read).clone().map_err(|fault| self.fault("index", &fault))
    }

    fn head(&self) -> Result<Option<gix::ObjectId>, String> {
        let read = || head::commit(&self.git);
        self.head.get_or_init(read).clone().map_err(|fault| self.fault("HEAD", &fault))
    }

    fn fault(&self, what: &str, fault: &str) -> String {
        format!("the {what} of the repository at {} cannot be read: {fault}", self.tree)
    }
}

/// Every file below a folder of the disk, by path from where `folder` begins, sorted; none where there is no such folder.
///
/// # Errors
/// If a folder or a file cannot be read, or a name is not UTF-8.
pub fn files_below(folder: &str) -> Result<Vec<(String, Vec<u8>)>, String> {
    folder::working("", folder)
}

fn read_working(file: &str) -> Result<Option<Vec<u8>>, String> {
    let native = path::native(file.as_ref()).into_owned();
    match std::fs::metadata(&native) {
        Ok(about) if about.is_file() => {
            std::fs::read(&native).map(Some).map_err(|fault| format!("{file} cannot be read: {fault}"))
        }
        Ok(_) => Err(format!("{file} is not a file")),
        Err(fault) if is_absence(&fault) && std::fs::symlink_metadata(&native).is_err() => Ok(None),
        Err(fault) => Err(format!("{file} cannot be read: {fault}")),
    }
}

/// Nothing there, or a file where a folder would have to be.
fn is_absence(fault: &std::io::Error) -> bool {
    matches!(fault.kind(), std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory)
}

/// `path` below `tree`, without a slash at either end; the empty text for the top itself.
fn relative(tree: &str, path: &str) -> Option<String> {
    let rest = path.strip_prefix(tree)?;
    if rest.is_empty() {
        return Some(String::new());
    }
    let rest = if tree == "/" { rest } else { rest.strip_prefix('/')? };
    Some(rest.trim_end_matches('/').to_owned())
}

fn split(path: &str) -> (&str, &str) {
    match path.rsplit_once('/') {
        Some(("", name)) => ("/", name),
        Some((folder, name)) => (folder, name),
        None => ("/", path),
    }
}

fn join(folder: &str, name: &str) -> String {
    format!("{}/{}", folder.trim_end_matches('/'), name.trim_start_matches('/'))
}

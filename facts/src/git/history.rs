//! A work tree's history and state, read when asked: commits once, differences of a commit once, the state of the files
//! once. Commits are named by their whole id, paths are from the top of the tree. Refuses to guess: where a clone is
//! shallow it says so, and what cannot be read is an error.

mod revision;

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::path::Path;
use std::rc::Rc;

use gix::ObjectId;
use gix::bstr::ByteSlice;

use super::author::Author;
use super::changed::Changed;
use super::difference::{self, Buffers};
use super::discover::chain;
use super::graph::{self, At, Graph};
use super::share::OBJECTS;
use super::state::State;
use super::tops::Tops;
use super::{Change, trusted};
use crate::path::native;

/// The history and state of a work tree.
pub struct History {
    git: gix::Repository,
    tree: String,
    graph: OnceCell<Result<Graph, String>>,
    state: OnceCell<Result<State, String>>,
    /// By a name in the top folder, the commits that differ there from every parent.
    tops: OnceCell<Result<Tops, String>>,
    changed: RefCell<Changed>,
    /// By a tree, the paths of its files by their object.
    contents: RefCell<HashMap<ObjectId, HashMap<ObjectId, Vec<String>>>>,
}

impl History {
    /// The history of the work tree at `tree`, resolved. Nothing is read yet but the configuration.
    ///
    /// # Errors
    /// If the repository cannot be read, belongs to another user, or keeps its work tree elsewhere.
    pub(super) fn open(tree: &str) -> Result<History, String> {
        let mut git = trusted::open(tree)?;
        git.object_cache_size_if_unset(OBJECTS);
        Ok(History {
            git,
            tree: tree.to_owned(),
            graph: OnceCell::new(),
            state: OnceCell::new(),
            tops: OnceCell::new(),
            changed: RefCell::default(),
            contents: RefCell::default(),
        })
    }

    /// The commit at `HEAD`; none where there is none yet.
    ///
    /// # Errors
    /// If `HEAD` cannot be read.
    pub fn head(&self) -> Result<Option<String>, String> {
        Ok(self.tip()?.map(|id| id.to_string()))
    }

    /// Whether the history before some commits is not there.
    ///
    /// # Errors
    /// If that cannot be read.
    pub fn is_shallow(&self) -> Result<bool, String> {
        self.git.is_shallow().map_err(|fault| self.fault(&chain(&fault)))
    }

    /// Whether commits and state can be read: what every other answer rests on.
    ///
    /// # Errors
    /// If they cannot.
    pub fn check(&self) -> Result<(), String> {
        self.check_commits()?;
        self.state().map(|_| ())
    }

    /// Whether the commits that `HEAD` reaches can be read.
    ///
    /// # Errors
    /// If they cannot.
    pub fn check_commits(&self) -> Result<(), String> {
        self.graph().map(|_| ())
    }

    /// Regular files that are tracked, or neither tracked nor ignored; sorted.
    ///
    /// # Errors
    /// If the state cannot be read.
    pub fn files(&self) -> Result<Rc<Vec<String>>, String> {
        Ok(Rc::clone(&self.state()?.files))
    }

    /// What differs from `HEAD`, in the index or in the folder; sorted.
    ///
    /// # Errors
    /// If the state cannot be read.
    pub fn uncommitted(&self) -> Result<&[Change], String> {
        Ok(&self.state()?.changes)
    }

    /// The commits that have a file at `path` where none of their parents has one.
    ///
    /// # Errors
    /// If a commit or a tree cannot be read.
    pub fn adds(&self, path: &str) -> Result<Vec<String>, String> {
        let graph = self.graph()?;
        let commits = self.tops()?.at(path);
        let mut buffer = Vec::new();
        let mut has = |tree: ObjectId| {
            let found = difference::file(&self.git, tree, path, &mut buffer);
            found.map(|file| file.is_some()).map_err(|fault| self.fault(&fault))
        };
        let mut found = Vec::new();
        for commit in commits {
            let mut adds = graph.tree(*commit).map_or(Ok(false), &mut has)?;
            for parent in graph.parent_trees(*commit) {
                adds = adds && !has(parent)?;
            }
            if adds {
                found.extend(graph.id(*commit).map(|id| id.to_string()));
            }
        }
        Ok(found)
    }

    /// Whether `commit` is `of`, or an ancestor of it. What is no commit here is nobody's ancestor.
    ///
    /// # Errors
    /// If a commit cannot be read.
    pub fn is_ancestor(&self, commit: &str, of: &str) -> Result<bool, String> {
        let (Some(commit), Some(of)) = (self.known(commit)?, self.known(of)?) else {
            return Ok(false);
        };
        let graph = self.graph()?;
        match (graph.find(&commit), graph.find(&of)) {
            (Some(commit), Some(of)) => Ok(graph.reached(of).holds(commit)),
            // What `HEAD` does not reach is no ancestor of what it reaches.
            (None, Some(_)) => Ok(false),
            (_, None) => {
                let other = Graph::read(&self.git, Some(of)).map_err(|fault| self.fault(&fault))?;
                Ok(other.find(&commit).is_some())
            }
        }
    }

    /// The parents of a commit that are there.
    ///
    /// # Errors
    /// If the commit cannot be read.
    pub fn parents(&self, commit: &str) -> Result<Vec<String>, String> {
        let Some((_, parents)) = self.commit(commit)? else {
            return Ok(Vec::new());
        };
        Ok(parents.iter().map(ObjectId::to_string).collect())
    }

    /// Whether the commit has a file at `path`.
    ///
    /// # Errors
    /// If the commit or a tree cannot be read.
    pub fn has_file(&self, commit: &str, path: &str) -> Result<bool, String> {
        let Some((tree, _)) = self.commit(commit)? else {
            return Ok(false);
        };
        let found = difference::file(&self.git, tree, path, &mut Vec::new());
        Ok(found.map_err(|fault| self.fault(&fault))?.is_some())
    }

    /// Who wrote the commit; none where there is no such commit.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn author(&self, commit: &str) -> Result<Option<Author>, String> {
        let Some(id) = self.known(commit)? else { return Ok(None) };
        Author::read(&self.git, id).map(Some).map_err(|fault| self.fault(&fault))
    }

    /// What the commit itself changes: it differs there from every parent; sorted by path. Everything where it has none.
    ///
    /// # Errors
    /// If the commit or a tree cannot be read.
    pub fn changes(&self, commit: &str, means: &mut dyn FnMut(&str) -> bool) -> Result<Vec<Change>, String> {
        let Some(id) = self.known(commit)? else {
            return Ok(Vec::new());
        };
        if let Some(at) = self.graph()?.find(&id) {
            return Ok(self.matching(&[at], means)?.into_iter().map(|(_, change)| change).collect());
        }
        let (tree, parents) = graph::commit(&self.git, id).map_err(|fault| self.fault(&fault))?;
        let trees = parents.iter().map(|parent| graph::commit(&self.git, *parent).map(|(tree, _)| tree));
        let trees = trees.collect::<Result<Vec<_>, _>>().map_err(|fault| self.fault(&fault))?;
        let paths = difference::paths(&self.git, tree, &trees, &mut Buffers::default());
        let paths = paths.map_err(|fault| self.fault(&fault))?.into_iter();
        let changes = paths.map(|found| Change { path: found.path.to_str_lossy().into_owned(), how: found.how });
        Ok(changes.filter(|change| means(&change.path)).collect())
    }

    /// What is changed by the commits that `HEAD` reaches and `since` does not, by commit.
    ///
    /// # Errors
    /// If a commit or a tree cannot be read.
    pub fn changed_since(
        &self,
        since: &str,
        means: &mut dyn FnMut(&str) -> bool,
    ) -> Result<Vec<(String, Change)>, String> {
        let Some(since) = self.known(since)? else {
            return Ok(Vec::new());
        };
        let graph = self.graph()?;
        let commits: Vec<At> = match graph.find(&since) {
            Some(since) => {
                let before = graph.reached(since);
                graph.all().filter(|commit| !before.holds(*commit)).collect()
            }
            None => {
                let other = Graph::read(&self.git, Some(since)).map_err(|fault| self.fault(&fault))?;
                let is_before = |commit: &At| graph.id(*commit).is_some_and(|id| other.find(&id).is_some());
                graph.all().filter(|commit| !is_before(commit)).collect()
            }
        };
        let found = self.matching(&commits, means)?.into_iter();
        Ok(found.filter_map(|(commit, change)| Some((graph.id(commit)?.to_string(), change))).collect())
    }

    /// The paths at which a commit has the bytes that lie at `path` in the work tree; sorted.
    ///
    /// # Errors
    /// If the state, the commit or a tree cannot be read.
    pub fn same_content(&self, commit: &str, path: &str) -> Result<Vec<String>, String> {
        let Some((tree, _)) = self.commit(commit)? else {
            return Ok(Vec::new());
        };
        let Some(object) = self.object_at(path)? else {
            return Ok(Vec::new());
        };
        let mut contents = self.contents.borrow_mut();
        let by_object = match contents.entry(tree) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => new.insert(self.files_of(tree)?),
        };
        Ok(by_object.get(&object).cloned().unwrap_or_default())
    }

    /// The object of what lies at `path` in the work tree: what `HEAD` has where they do not differ. None where that is
    /// no file, or one that cannot be read: nothing is the same as it.
    fn object_at(&self, path: &str) -> Result<Option<ObjectId>, String> {
        let differs = self.uncommitted()?.binary_search_by(|change| change.path.as_str().cmp(path)).is_ok();
        if !differs && let Some(tip) = self.tip()? {
            let (tree, _) = graph::commit(&self.git, tip).map_err(|fault| self.fault(&fault))?;
            return difference::file(&self.git, tree, path, &mut Vec::new()).map_err(|fault| self.fault(&fault));
        }
        let file = super::join(&self.tree, path);
        let is_link = native(Path::new(&file)).is_symlink();
        let Some(bytes) = super::read_working(&file).ok().flatten().filter(|_| !is_link) else {
            return Ok(None);
        };
        let hashed = gix::objs::compute_hash(self.git.object_hash(), gix::objs::Kind::Blob, &bytes);
        hashed.map(Some).map_err(|fault| self.fault(&fault.to_string()))
    }

    /// The files of a tree by their object.
    fn files_of(&self, tree: ObjectId) -> Result<HashMap<ObjectId, Vec<String>>, String> {
        let found = difference::paths(&self.git, tree, &[], &mut Buffers::default());
        let mut files: HashMap<ObjectId, Vec<String>> = HashMap::new();
        for file in found.map_err(|fault| self.fault(&fault))? {
            if let Some((_, object)) = file.now {
                files.entry(object).or_default().push(file.path.to_str_lossy().into_owned());
            }
        }
        Ok(files)
    }

    /// The changes of commits at paths that are meant. Each path is asked once.
    fn matching(&self, commits: &[At], means: &mut dyn FnMut(&str) -> bool) -> Result<Vec<(At, Change)>, String> {
        let graph = self.graph()?;
        let mut changed = self.changed.borrow_mut();
        changed.read(&self.git, graph, commits).map_err(|fault| self.fault(&fault))?;
        let is_meant: Vec<bool> = changed.paths().iter().map(|path| means(path)).collect();
        let mut found = Vec::new();
        for commit in commits {
            let of_commit = changed.of(*commit).iter();
            for (path, how) in of_commit.filter(|(path, _)| is_meant.get(*path as usize) == Some(&true)) {
                let path = changed.paths().get(*path as usize).map(|path| path.to_string()).unwrap_or_default();
                found.push((*commit, Change { path, how: *how }));
            }
        }
        Ok(found)
    }

    fn tip(&self) -> Result<Option<ObjectId>, String> {
        let read = || -> Result<Option<ObjectId>, gix::Error> {
            let mut head = self.git.head()?;
            if head.is_unborn() {
                return Ok(None);
            }
            Ok(Some(head.peel_to_commit()?.id))
        };
        read().map_err(|fault| self.fault(&format!("HEAD: {}", chain(&fault))))
    }

    fn graph(&self) -> Result<&Graph, String> {
        let read = || {
            let tip = self.tip()?;
            Graph::read(&self.git, tip).map_err(|fault| self.fault(&fault))
        };
        self.graph.get_or_init(read).as_ref().map_err(Clone::clone)
    }

    fn state(&self) -> Result<&State, String> {
        let read = || State::read(&self.git, Path::new(&self.tree)).map_err(|fault| self.fault(&fault));
        self.state.get_or_init(read).as_ref().map_err(Clone::clone)
    }

    fn tops(&self) -> Result<&Tops, String> {
        let read = || Tops::read(&self.git, self.graph()?).map_err(|fault| self.fault(&fault));
        self.tops.get_or_init(read).as_ref().map_err(Clone::clone)
    }

    /// Tree and parents of a commit; none where it is not there.
    fn commit(&self, commit: &str) -> Result<Option<(ObjectId, Vec<ObjectId>)>, String> {
        let Some(id) = self.known(commit)? else { return Ok(None) };
        let graph = self.graph()?;
        if let Some(at) = graph.find(&id) {
            let parents = graph.parents(at).iter().filter_map(|parent| graph.id(*parent)).collect();
            return Ok(graph.tree(at).map(|tree| (tree, parents)));
        }
        let (tree, parents) = graph::commit(&self.git, id).map_err(|fault| self.fault(&fault))?;
        Ok(Some((tree, parents)))
    }

    /// The commit of a whole id, if it is here.
    fn known(&self, commit: &str) -> Result<Option<ObjectId>, String> {
        let Some(id) = ObjectId::from_hex(commit.as_bytes()).ok().filter(|id| id.kind() == self.git.object_hash())
        else {
            return Ok(None);
        };
        if self.graph()?.find(&id).is_some() {
            return Ok(Some(id));
        }
        let found = self.git.try_find_header(id).map_err(|fault| self.fault(&chain(&fault)))?;
        Ok(found.filter(|header| header.kind() == gix::objs::Kind::Commit).map(|_| id))
    }

    fn fault(&self, fault: &str) -> String {
        let partial = self.git.config_snapshot().string("extensions.partialClone").is_some();
        let advice = if partial { "; the clone leaves objects out, `git fetch --refetch` brings them" } else { "" };
        format!("the history of {} cannot be read: {fault}{advice}", self.tree)
    }
}

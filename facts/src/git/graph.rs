//! The commits that `HEAD` reaches: their trees, their parents, and who is whose ancestor. Where a clone is shallow, its
//! first commits have no parents. Dates are not looked at.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use gix::ObjectId;

use super::discover::chain;

/// Number of a commit in a graph.
pub(super) type At = u32;

/// The commits that a tip reaches, the tip first.
pub(super) struct Graph {
    ids: Vec<ObjectId>,
    at: HashMap<ObjectId, At>,
    trees: Vec<ObjectId>,
    parents: Vec<Vec<At>>,
    ancestors: RefCell<BTreeMap<At, Rc<Reached>>>,
}

/// A set of commits of a graph.
pub(super) struct Reached(Vec<u64>);

impl Reached {
    pub(super) fn holds(&self, commit: At) -> bool {
        let word = self.0.get(commit as usize / 64).copied().unwrap_or_default();
        word >> (commit % 64) & 1 == 1
    }

    /// Whether the commit is new in the set.
    fn add(&mut self, commit: At) -> bool {
        let is_new = !self.holds(commit);
        if let Some(word) = self.0.get_mut(commit as usize / 64) {
            *word |= 1 << (commit % 64);
        }
        is_new
    }
}

impl Graph {
    /// The commits that `tip` reaches; none where there is no tip.
    ///
    /// # Errors
    /// If a commit cannot be read.
    pub(super) fn read(git: &gix::Repository, tip: Option<ObjectId>) -> Result<Graph, String> {
        let mut graph = Graph {
            ids: Vec::new(),
            at: HashMap::new(),
            trees: Vec::new(),
            parents: Vec::new(),
            ancestors: RefCell::default(),
        };
        let shallow = git.shallow_commits().map_err(|fault| chain(&fault))?;
        let is_first = |id: &ObjectId| shallow.as_ref().is_some_and(|first| first.contains(id));
        // A cache that git keeps; what is wrong with it is no fault of the history.
        let cache = git.commit_graph_if_enabled().ok().flatten();
        if let Some(tip) = tip {
            graph.number(tip);
        }
        let mut next = 0;
        while let Some(id) = graph.ids.get(next).copied() {
            let (tree, mut parents) = cached(cache.as_ref(), &id).map_or_else(|| commit(git, id), Ok)?;
            if is_first(&id) {
                parents.clear();
            }
            let parents = parents.into_iter().map(|parent| graph.number(parent)).collect();
            graph.trees.push(tree);
            graph.parents.push(parents);
            next += 1;
        }
        Ok(graph)
    }

    fn number(&mut self, id: ObjectId) -> At {
        let new = At::try_from(self.ids.len()).unwrap_or(At::MAX);
        *self.at.entry(id).or_insert_with(|| {
            self.ids.push(id);
            new
        })
    }

    /// All commits.
    pub(super) fn all(&self) -> std::ops::Range<At> {
        0..At::try_from(self.ids.len()).unwrap_or(At::MAX)
    }

    pub(super) fn find(&self, id: &ObjectId) -> Option<At> {
        self.at.get(id).copied()
    }

    pub(super) fn id(&self, commit: At) -> Option<ObjectId> {
        self.ids.get(commit as usize).copied()
    }

    pub(super) fn tree(&self, commit: At) -> Option<ObjectId> {
        self.trees.get(commit as usize).copied()
    }

    pub(super) fn parents(&self, commit: At) -> &[At] {
        self.parents.get(commit as usize).map(Vec::as_slice).unwrap_or_default()
    }

    /// The trees of a commit's parents.
    pub(super) fn parent_trees(&self, commit: At) -> Vec<ObjectId> {
        self.parents(commit).iter().filter_map(|parent| self.tree(*parent)).collect()
    }

    /// The commit and its ancestors; found once.
    pub(super) fn reached(&self, commit: At) -> Rc<Reached> {
        if let Some(known) = self.ancestors.borrow().get(&commit) {
            return Rc::clone(known);
        }
        let mut reached = Reached(vec![0; self.ids.len().div_ceil(64)]);
        let mut open = vec![commit];
        while let Some(next) = open.pop() {
            if reached.add(next) {
                open.extend(self.parents(next));
            }
        }
        let reached = Rc::new(reached);
        self.ancestors.borrow_mut().insert(commit, Rc::clone(&reached));
        reached
    }
}

/// Tree and parents of a commit, as the cache has them.
fn cached(cache: Option<&gix::commitgraph::Graph>, id: &ObjectId) -> Option<(ObjectId, Vec<ObjectId>)> {
    let cache = cache?;
    let commit = cache.commit_by_id(id)?;
    let parents = commit.iter_parents().map(|parent| parent.ok().map(|at| cache.id_at(at).to_owned()));
    Some((commit.root_tree_id().to_owned(), parents.collect::<Option<Vec<_>>>()?))
}

/// Tree and parents of a commit, as it says itself.
///
/// # Errors
/// If it cannot be read.
pub(super) fn commit(git: &gix::Repository, id: ObjectId) -> Result<(ObjectId, Vec<ObjectId>), String> {
    let read = || -> Result<_, gix::Error> {
        let commit = git.find_commit(id)?;
        Ok((commit.tree_id()?.detach(), commit.parent_ids().map(gix::Id::detach).collect()))
    };
    read().map_err(|fault| format!("the commit {id} cannot be read: {}", chain(&fault)))
}

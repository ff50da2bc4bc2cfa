//! The index of a work tree: which files git tracks, and the folders that hold them.
//! Refuses to compare with the files themselves: what is in the index is tracked, whatever lies in the working tree.

use gix::bstr::{BStr, ByteSlice};

use super::discover::chain;
use crate::glob::Pattern;
use crate::path::{fold, resolved};

/// An index, read once.
pub(super) struct Index {
    entries: gix::index::File,
    ignores_case: bool,
}

/// A shell pattern as an absolute one.
pub(super) struct Anchored {
    /// The folder of the part without wildcards.
    pub(super) folder: String,
    whole: String,
}

impl Index {
    /// The index of the work tree; empty where there is none. Its checksum is not computed: that costs more than
    /// all the rest, and git itself notices a damaged index.
    ///
    /// # Errors
    /// If there is one that cannot be read.
    pub(super) fn read(git: &gix::Repository, ignores_case: bool) -> Result<Index, String> {
        let path = git.git_dir().join("index");
        let options = gix::index::decode::Options { thread_limit: Some(1), ..Default::default() };
        let entries = if path.symlink_metadata().is_ok() {
            gix::index::File::at(&path, git.object_hash(), true, options).map_err(|fault| chain(&fault))?
        } else {
            gix::index::File::from_state(gix::index::State::new(git.object_hash()), path)
        };
        Ok(Index { entries, ignores_case })
    }

    /// Whether the path, relative to the top, is a tracked file or a folder that holds one.
    ///
    /// # Errors
    /// If the path lies in a collapsed folder whose object cannot be read.
    pub(super) fn holds(&self, git: &gix::Repository, path: &str) -> Result<bool, String> {
        if path.is_empty() {
            return Ok(!self.entries.entries().is_empty());
        }
        let bytes: &BStr = path.as_bytes().as_bstr();
        let folder = format!("{path}/");
        if self.entries.entry_by_path(bytes).is_some()
            || self.entries.prefixed_entries(folder.as_bytes().as_bstr()).is_some_and(|in_it| !in_it.is_empty())
        {
            return Ok(true);
        }
        if self.ignores_case && self.holds_folded(path) {
            return Ok(true);
        }
        self.holds_collapsed(git, path)
    }

    /// As `holds`, where case does not matter; not only ASCII, as some file systems fold more than git does.
    fn holds_folded(&self, path: &str) -> bool {
        let path = crate::glob::fold(path);
        self.entries.entries().iter().any(|entry| {
            let name = crate::glob::fold(&entry.path(&self.entries).to_str_lossy());
            name.strip_prefix(path.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        })
    }

    /// As `holds`, for a path in a folder that a sparse index holds as one entry.
    fn holds_collapsed(&self, git: &gix::Repository, path: &str) -> Result<bool, String> {
        if !self.entries.is_sparse() {
            return Ok(false);
        }
        for (cut, _) in path.match_indices('/') {
            let (folder, rest) = path.split_at(cut + 1);
            let Some(entry) = self.entries.entry_by_path(folder.as_bytes().as_bstr()) else {
                continue;
            };
            let tree = git.find_tree(entry.id).map_err(|fault| chain(&fault))?;
            let found = tree.lookup_entry_by_path(rest).map_err(|fault| chain(&fault))?;
            return Ok(found.is_some());
        }
        Ok(false)
    }

    /// Adds the tracked paths, and the folders that hold one, which the pattern covers.
    pub(super) fn collect(&self, tree: &str, pattern: &Anchored, ignores_case: bool, found: &mut Vec<String>) {
        let whole = if ignores_case { crate::glob::fold(&pattern.whole) } else { pattern.whole.clone() };
        let matcher = Pattern::new(&whole);
        let mut covers = |path: &str| {
            let text = if ignores_case { crate::glob::fold(path) } else { path.to_owned() };
            if matcher.matches(&text) {
                found.push(path.to_owned());
            }
        };
        if !self.entries.entries().is_empty() {
            covers(tree);
        }
        let mut previous = String::new();
        for entry in self.entries.entries() {
            let name = entry.path(&self.entries).to_str_lossy();
            let name = name.trim_end_matches('/');
            // Folders are new where this path leaves the one before it.
            let common = name.bytes().zip(previous.bytes()).take_while(|(a, b)| a == b).count();
            for (cut, _) in name.match_indices('/') {
                if cut >= common {
                    covers(&super::join(tree, name.get(..cut).unwrap_or_default()));
                }
            }
            covers(&super::join(tree, name));
            name.clone_into(&mut previous);
        }
    }
}

impl Anchored {
    /// Whether a path of the tree can be covered, by the literal folder alone.
    pub(super) fn may_reach(&self, tree: &str) -> bool {
        super::relative(tree, &self.folder).is_some() || super::relative(&self.folder, tree).is_some()
    }
}

/// The pattern from the root on: its literal folder as spelled and as resolved.
pub(super) fn anchored(directory: &str, pattern: &str) -> Vec<Anchored> {
    let absolute = crate::path::absolute(directory, pattern);
    let wild = absolute.find(['*', '?', '[']).unwrap_or(absolute.len());
    let cut = absolute.get(..wild).and_then(|head| head.rfind('/')).unwrap_or(0);
    let (folder, rest) = absolute.split_at(cut);
    let mut anchored: Vec<Anchored> = Vec::new();
    for folder in [fold(folder), resolved(folder)] {
        let whole = crate::glob::fold_pattern(&format!("{folder}{rest}"));
        if anchored.iter().all(|known| known.whole != whole) {
            anchored.push(Anchored { folder, whole });
        }
    }
    anchored
}

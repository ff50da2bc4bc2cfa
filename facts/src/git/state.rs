//! How a work tree differs from `HEAD`, and which files it has: what `git status` says, file by file. Submodules and
//! repositories within are one path, whose content belongs to their own tree. Runs what git would run: filters that the
//! configuration names. Refuses to compare anything with history.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use gix::bstr::{BStr, ByteSlice};
use gix::dir::entry::{Kind, Status};
use gix::index::entry::{Flags, Mode, Stat};
use gix::status::index_worktree::Item;
use gix::status::plumbing::index_as_worktree::{Change as Differs, EntryStatus};
use gix::status::{Submodule, UntrackedFiles, tree_index::TrackRenames};
use gix::worktree::IndexPersistedOrInMemory::{self, InMemory, Persisted};

use super::difference::{self, Buffers};
use super::discover::chain;
use super::{Change, How};
use crate::path::native;

/// The state of a work tree, sorted by path.
pub(super) struct State {
    /// Regular files: tracked, or neither tracked nor ignored.
    pub(super) files: Rc<Vec<String>>,
    /// Paths that differ from `HEAD`.
    pub(super) changes: Vec<Change>,
}

/// What one source says of a path; where two do, the later in this order holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Said {
    /// It is not in the index.
    Dropped,
    Modified,
    Renamed,
    Added,
    Untracked,
    /// It is in conflict, and `HEAD` has it.
    Ours,
    /// It is in conflict, and `HEAD` does not have it.
    Theirs,
    /// It is not in the folder.
    Missing,
}

/// Collects what the sources say.
struct Seen<'t> {
    top: &'t Path,
    said: BTreeMap<String, Said>,
    /// Untracked regular files.
    files: Vec<String>,
}

impl State {
    /// The state of the work tree at `top`.
    ///
    /// # Errors
    /// If the index, `HEAD`, an object or a folder cannot be read.
    pub(super) fn read(git: &gix::Repository, top: &Path) -> Result<State, String> {
        let mut seen = Seen { top, said: BTreeMap::new(), files: Vec::new() };
        let index = git.index_or_empty().map_err(|fault| chain(&fault))?;
        let index = if index.is_sparse() { InMemory(expanded(git, &index)?) } else { Persisted(index) };
        let index = walk(git, index, &mut seen).map_err(|fault| chain(&fault))?;
        let mut files = seen.files;
        for entry in index.entries() {
            let path = entry.path(&index).to_str_lossy().into_owned();
            let is_file = matches!(entry.mode, Mode::FILE | Mode::FILE_EXECUTABLE);
            let unwatched = entry.flags.intersects(Flags::SKIP_WORKTREE | Flags::ASSUME_VALID);
            let is_there = if unwatched || entry.stage_raw() != 0 || seen.said.contains_key(&path) {
                is_regular(top, entry.path(&index))
            } else {
                is_file
            };
            if is_there {
                files.push(path);
            }
        }
        files.sort_unstable();
        // A path in conflict has several entries.
        files.dedup();
        let changes = seen.said.into_iter().map(|(path, said)| Change { path, how: said.how() }).collect();
        Ok(State { files: Rc::new(files), changes })
    }
}

/// A sparse index with its collapsed folders spelled out; what is in them is not in the work tree.
///
/// # Errors
/// If an object cannot be read.
fn expanded(git: &gix::Repository, sparse: &gix::index::File) -> Result<gix::index::File, String> {
    let mut whole = gix::index::State::new(git.object_hash());
    let mut buffers = Buffers::default();
    for entry in sparse.entries() {
        let path = entry.path(sparse);
        if entry.mode != Mode::DIR {
            whole.dangerously_push_entry(entry.stat, entry.id, entry.flags, entry.mode, path);
            continue;
        }
        for file in difference::paths(git, entry.id, &[], &mut buffers)? {
            let Some((mode, id)) = file.now else { continue };
            let mut inner = path.to_owned();
            inner.extend_from_slice(&file.path);
            let flags = Flags::SKIP_WORKTREE | Flags::EXTENDED;
            whole.dangerously_push_entry(Stat::default(), id, flags, mode.into(), inner.as_bstr());
        }
    }
    whole.sort_entries();
    Ok(gix::index::File::from_state(whole, sparse.path().to_owned()))
}

/// Tells `seen` what git's status says, and gives the index that it looked at.
fn walk(
    git: &gix::Repository,
    index: IndexPersistedOrInMemory,
    seen: &mut Seen<'_>,
) -> Result<IndexPersistedOrInMemory, gix::Error> {
    let walk = git.dirwalk_options()?;
    let submodules = Submodule::Given { ignore: gix::submodule::config::Ignore::Dirty, check_dirty: true };
    let mut items = git
        .status(gix::progress::Discard)?
        .index(index)
        // With `status.showUntrackedFiles=no` there are no options, and no file would be found.
        .index_worktree_options_mut(|options| options.dirwalk_options = Some(walk))
        .untracked_files(UntrackedFiles::Files)
        .index_worktree_submodules(submodules)
        .tree_index_track_renames(TrackRenames::Given(gix::diff::Rewrites::default()))
        .into_iter(None)?;
    for item in items.by_ref() {
        match item? {
            gix::status::Item::TreeIndex(change) => seen.staged(&change),
            gix::status::Item::IndexWorktree(item) => seen.unstaged(&item),
        }
    }
    match items.into_outcome() {
        Some(outcome) => Ok(outcome.worktree_index),
        None => Err(gix::Error::from_error(gix::error::message("the comparison ended early"))),
    }
}

impl Seen<'_> {
    fn say(&mut self, path: &BStr, said: Said) {
        let at = self.said.entry(path.to_str_lossy().into_owned()).or_insert(said);
        *at = said.max(*at);
    }

    fn staged(&mut self, change: &gix::diff::index::Change) {
        use gix::diff::index::ChangeRef::{Addition, Deletion, Modification, Rewrite};
        match change {
            Addition { location, .. } => self.say(location, Said::Added),
            Deletion { location, .. } => self.say(location, Said::Dropped),
            Modification { location, .. } => self.say(location, Said::Modified),
            Rewrite { location, copy: true, .. } => self.say(location, Said::Added),
            Rewrite { source_location, location, .. } => {
                self.say(source_location, Said::Dropped);
                self.say(location, Said::Renamed);
            }
        }
    }

    fn unstaged(&mut self, item: &Item) {
        match item {
            Item::Modification { rela_path, status, .. } => {
                let said = match status {
                    EntryStatus::Conflict { .. } if !self.is_there(rela_path.as_ref()) => Said::Missing,
                    // The second stage is what `HEAD` has.
                    EntryStatus::Conflict { entries, .. } if entries[1].is_none() => Said::Theirs,
                    EntryStatus::Conflict { .. } => Said::Ours,
                    EntryStatus::Change(Differs::Removed) => Said::Missing,
                    EntryStatus::Change(Differs::Type { .. }) if !self.is_there(rela_path.as_ref()) => Said::Missing,
                    EntryStatus::Change(_) => Said::Modified,
                    EntryStatus::IntentToAdd => Said::Added,
                    EntryStatus::NeedsUpdate(_) => return,
                };
                self.say(rela_path.as_ref(), said);
            }
            Item::DirectoryContents { entry, .. } if entry.status == Status::Untracked => {
                let kind = entry.disk_kind;
                if matches!(kind, Some(Kind::File | Kind::Symlink)) {
                    self.say(entry.rela_path.as_ref(), Said::Untracked);
                }
                if kind == Some(Kind::File) {
                    self.files.push(entry.rela_path.to_str_lossy().into_owned());
                }
            }
            Item::DirectoryContents { .. } => {}
            // Not asked for, as git does not look for renames here; said all the same, should it come.
            Item::Rewrite { source, dirwalk_entry, .. } => {
                self.say(source.rela_path(), Said::Missing);
                self.say(dirwalk_entry.rela_path.as_ref(), Said::Untracked);
            }
        }
    }

    /// A file, a link or a submodule's folder lies there.
    fn is_there(&self, path: &BStr) -> bool {
        let about = self.top.join(place(path)).symlink_metadata();
        about.is_ok_and(|about| !about.is_dir())
    }
}

impl Said {
    fn how(self) -> How {
        match self {
            Said::Dropped | Said::Missing => How::Deleted,
            Said::Modified | Said::Ours => How::Modified,
            Said::Renamed => How::Renamed,
            Said::Added | Said::Theirs => How::Added,
            Said::Untracked => How::Untracked,
        }
    }
}

/// A regular file lies at the path of an index.
fn is_regular(top: &Path, path: &BStr) -> bool {
    let path = top.join(place(path));
    native(&path).symlink_metadata().is_ok_and(|about| about.is_file())
}

fn place(path: &BStr) -> PathBuf {
    gix::path::from_bstr(path).map_or_else(|_| PathBuf::from(path.to_str_lossy().into_owned()), Cow::into_owned)
}

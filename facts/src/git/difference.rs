//! What of a tree object differs from every one of some others: the paths that a commit itself changes, where the others
//! are its parents' trees. With one other that is the plain difference, with none everything. Subtrees that one of the
//! others shares are not read. Refuses to look at contents: a change is another mode or another object.

use gix::ObjectId;
use gix::bstr::{BStr, BString, ByteSlice};
use gix::hash::oid;
use gix::objs::tree::{EntryMode, EntryRef, name_order};
use gix::objs::{FindExt, Kind, TreeRefIter};

use super::How;
use super::discover::chain;

/// What stands at a name: mode and object.
type Side<'t> = (EntryMode, &'t oid);

/// A path that differs.
pub(super) struct Difference {
    pub(super) path: BString,
    pub(super) how: How,
    /// What is there now; none where it was deleted.
    pub(super) now: Option<(EntryMode, ObjectId)>,
}

/// Trees to compare, below a folder; a tree that is not there has no entries.
struct Comparison {
    folder: BString,
    new: Option<ObjectId>,
    olds: Vec<Option<ObjectId>>,
}

/// Buffers for the trees of one comparison.
#[derive(Default)]
pub(super) struct Buffers {
    new: Vec<u8>,
    olds: Vec<Vec<u8>>,
}

/// The paths of files at which `new` differs from every one of `olds`, sorted. A new path whose object was deleted from
/// another path is `renamed`.
///
/// # Errors
/// If a tree object cannot be read.
pub(super) fn paths(
    git: &gix::Repository,
    new: ObjectId,
    olds: &[ObjectId],
    buffers: &mut Buffers,
) -> Result<Vec<Difference>, String> {
    let mut found = Found::default();
    // A list, not a recursion: how deep trees nest is the repository's say.
    let olds = olds.iter().copied().map(Some).collect();
    let mut open = vec![Comparison { folder: BString::default(), new: Some(new), olds }];
    while let Some(next) = open.pop() {
        compare(git, next.new, &next.olds, buffers, |name, is_tree, new, olds| {
            let mut path = next.folder.clone();
            path.extend_from_slice(name);
            if is_tree {
                path.push(b'/');
                let olds = olds.iter().map(|side| side.map(|(_, id)| id.to_owned())).collect();
                open.push(Comparison { folder: path, new: new.map(|(_, id)| id.to_owned()), olds });
            } else {
                found.add(path, new, olds);
            }
        })?;
    }
    Ok(found.finish())
}

/// The names of the top folder at which `new` differs from every one of `olds`.
///
/// # Errors
/// If a tree object cannot be read.
pub(super) fn top_names(
    git: &gix::Repository,
    new: ObjectId,
    olds: &[ObjectId],
    buffers: &mut Buffers,
    mut name: impl FnMut(&BStr),
) -> Result<(), String> {
    let olds: Vec<Option<ObjectId>> = olds.iter().copied().map(Some).collect();
    compare(git, Some(new), &olds, buffers, |found, _, _, _| name(found))
}

/// The differing files so far, and the objects that went away.
#[derive(Default)]
struct Found {
    files: Vec<Difference>,
    gone: Vec<ObjectId>,
}

impl Found {
    fn add(&mut self, path: BString, new: Option<Side<'_>>, olds: &[Option<Side<'_>>]) {
        let how = match new {
            None => How::Deleted,
            Some(_) if olds.iter().all(Option::is_none) => How::Added,
            Some(_) => How::Modified,
        };
        if how == How::Deleted {
            let went = olds.iter().flatten().map(|(_, id)| (*id).to_owned());
            self.gone.extend(went.filter(|id| !id.is_empty_blob()));
        }
        self.files.push(Difference { path, how, now: new.map(|(mode, id)| (mode, id.to_owned())) });
    }

    fn finish(mut self) -> Vec<Difference> {
        self.gone.sort_unstable();
        let gone = self.gone;
        for file in &mut self.files {
            if file.how == How::Added && file.now.is_some_and(|(_, id)| gone.binary_search(&id).is_ok()) {
                file.how = How::Renamed;
            }
        }
        self.files.sort_unstable_by(|a, b| a.path.cmp(&b.path));
        self.files
    }
}

/// Goes through one level of the trees in git's order and calls `visit` where the new tree differs from all old ones: with
/// the name, whether it is one of a folder, and what each tree has there. A file and a folder of one name are two things.
fn compare(
    git: &gix::Repository,
    new: Option<ObjectId>,
    olds: &[Option<ObjectId>],
    buffers: &mut Buffers,
    mut visit: impl FnMut(&BStr, bool, Option<Side<'_>>, &[Option<Side<'_>>]),
) -> Result<(), String> {
    read(git, new, &mut buffers.new)?;
    buffers.olds.resize_with(olds.len().max(buffers.olds.len()), Vec::new);
    for (old, buffer) in olds.iter().zip(&mut buffers.olds) {
        read(git, *old, buffer)?;
    }
    let cursor = |bytes| Cursor::new(TreeRefIter::from_bytes(bytes, git.object_hash()));
    let mut new = cursor(&buffers.new)?;
    let mut olds = buffers.olds.iter().take(olds.len()).map(|bytes| cursor(bytes)).collect::<Result<Vec<_>, _>>()?;
    let mut sides = Vec::with_capacity(olds.len());
    loop {
        let entries = std::iter::once(new.entry).chain(olds.iter().map(|old| old.entry)).flatten();
        let Some(least) = entries.min_by(|a, b| order(a, b)) else {
            return Ok(());
        };
        let here = new.take(&least)?;
        sides.clear();
        for old in &mut olds {
            sides.push(old.take(&least)?);
        }
        if sides.iter().all(|side| *side != here) {
            visit(least.filename, least.mode.is_tree(), here, &sides);
        }
    }
}

/// The bytes of a tree object.
fn read(git: &gix::Repository, tree: Option<ObjectId>, buffer: &mut Vec<u8>) -> Result<(), String> {
    buffer.clear();
    let Some(id) = tree.filter(|id| !id.is_empty_tree()) else {
        return Ok(());
    };
    let found = git.objects.find(&id, buffer).map(|object| object.kind);
    match found {
        Ok(Kind::Tree) => Ok(()),
        Ok(kind) => Err(format!("the object {id} is a {kind} where a tree is expected")),
        Err(fault) => Err(format!("the tree {id} cannot be read: {}", chain(&fault))),
    }
}

fn order(a: &EntryRef<'_>, b: &EntryRef<'_>) -> std::cmp::Ordering {
    name_order(a.filename, a.mode.is_tree(), b.filename, b.mode.is_tree())
}

/// A place in a tree's entries.
struct Cursor<'t> {
    entry: Option<EntryRef<'t>>,
    rest: TreeRefIter<'t>,
}

impl<'t> Cursor<'t> {
    fn new(entries: TreeRefIter<'t>) -> Result<Self, String> {
        let mut cursor = Self { entry: None, rest: entries };
        cursor.advance()?;
        Ok(cursor)
    }

    fn advance(&mut self) -> Result<(), String> {
        let next = self.rest.next().transpose();
        self.entry = next.map_err(|fault| format!("a tree object is damaged: {}", fault.to_string().trim()))?;
        Ok(())
    }

    /// What stands here at the name of `entry`, and steps behind it.
    fn take(&mut self, entry: &EntryRef<'_>) -> Result<Option<Side<'t>>, String> {
        match self.entry {
            Some(here) if order(&here, entry).is_eq() => {
                self.advance()?;
                Ok(Some((here.mode, here.oid)))
            }
            _ => Ok(None),
        }
    }
}

/// The object of the file or link at `path` of a tree.
///
/// # Errors
/// If a tree object cannot be read.
pub(super) fn file(
    git: &gix::Repository,
    mut tree: ObjectId,
    path: &str,
    buffer: &mut Vec<u8>,
) -> Result<Option<ObjectId>, String> {
    let mut names = path.split('/').peekable();
    while let Some(name) = names.next() {
        read(git, Some(tree), buffer)?;
        let is_last = names.peek().is_none();
        let mut found = None;
        for entry in TreeRefIter::from_bytes(buffer, git.object_hash()) {
            let entry = entry.map_err(|fault| format!("the tree {tree} is damaged: {fault}"))?;
            if entry.mode.is_tree() != is_last && entry.filename == name.as_bytes().as_bstr() {
                found = Some((entry.mode, entry.oid.to_owned()));
                break;
            }
        }
        match found {
            Some((mode, id)) if is_last => return Ok((!mode.is_commit()).then_some(id)),
            Some((_, id)) => tree = id,
            None => return Ok(None),
        }
    }
    Ok(None)
}

//! Files of the commit at `HEAD`, read from git's objects. Refuses to look at the working tree.

use gix::object::tree::EntryKind;

use super::discover::chain;
use crate::path::fold;

/// As many links as Linux follows in one path.
const MOST_LINKS: usize = 40;

/// What stands at a path of a tree.
enum Found {
    Nothing,
    File(gix::ObjectId),
    Other,
}

/// The tree of the commit at `HEAD`; none where it is unborn.
///
/// # Errors
/// If `HEAD` or what it names cannot be read.
pub(super) fn commit(git: &gix::Repository) -> Result<Option<gix::ObjectId>, String> {
    let read = || -> Result<Option<gix::ObjectId>, gix::Error> {
        let mut head = git.head()?;
        if head.is_unborn() {
            return Ok(None);
        }
        Ok(Some(head.peel_to_commit()?.tree_id()?.detach()))
    };
    read().map_err(|fault| chain(&fault))
}

/// The bytes of the file at `path`.
///
/// # Errors
/// If an object cannot be read, or what is there is no file.
pub(super) fn file(git: &gix::Repository, tree: gix::ObjectId, path: &str) -> Result<Option<Vec<u8>>, String> {
    match find(git, tree, path)? {
        Found::Nothing => Ok(None),
        Found::Other => Err(format!("{path} at HEAD is not a file")),
        Found::File(blob) => match git.find_object(blob) {
            Ok(mut object) => Ok(Some(std::mem::take(&mut object.data))),
            Err(fault) => Err(format!("{path} at HEAD cannot be read: {}", chain(&fault))),
        },
    }
}

/// Whether there is a file, or a link, at `path`.
///
/// # Errors
/// If an object cannot be read.
pub(super) fn has_file(git: &gix::Repository, tree: gix::ObjectId, path: &str) -> Result<bool, String> {
    Ok(matches!(find(git, tree, path)?, Found::File(_)))
}

/// Follows `path` from the top, and links as they come.
fn find(git: &gix::Repository, top: gix::ObjectId, path: &str) -> Result<Found, String> {
    let fault = |fault: &gix::Error| format!("{path} at HEAD cannot be read: {}", chain(fault));
    let mut rest = fold(path);
    let mut links = 0;
    'restart: loop {
        let mut tree = git.find_tree(top).map_err(|e| fault(&e))?;
        let names: Vec<String> = rest.split('/').filter(|name| !name.is_empty()).map(str::to_owned).collect();
        for (at, name) in names.iter().enumerate() {
            let Some(entry) = tree.find_entry(name.as_str()) else {
                return Ok(Found::Nothing);
            };
            let (kind, id) = (entry.mode().kind(), entry.object_id());
            let last = at + 1 == names.len();
            match kind {
                EntryKind::Tree if !last => tree = git.find_tree(id).map_err(|e| fault(&e))?,
                EntryKind::Blob | EntryKind::BlobExecutable if last => return Ok(Found::File(id)),
                EntryKind::Tree | EntryKind::Commit if last => return Ok(Found::Other),
                EntryKind::Link => {
                    links += 1;
                    let object = git.find_object(id).map_err(|e| fault(&e))?;
                    let target = String::from_utf8_lossy(&object.data).into_owned();
                    let folder = names.get(..at).unwrap_or_default().join("/");
                    let behind = names.get(at + 1..).unwrap_or_default().join("/");
                    let Some(next) = follow(&folder, &target, &behind).filter(|_| links <= MOST_LINKS) else {
                        return Ok(Found::Other);
                    };
                    rest = next;
                    continue 'restart;
                }
                _ => return Ok(Found::Nothing),
            }
        }
        return Ok(Found::Other);
    }
}

/// Where a link in `folder` leads, if that is within the tree.
fn follow(folder: &str, target: &str, behind: &str) -> Option<String> {
    if target.starts_with('/') {
        return None;
    }
    let mut depth = folder.split('/').filter(|name| !name.is_empty()).count();
    for name in target.split('/') {
        match name {
            "" | "." => {}
            ".." => depth = depth.checked_sub(1)?,
            _ => depth += 1,
        }
    }
    Some(fold(&format!("/{folder}/{target}/{behind}")))
}

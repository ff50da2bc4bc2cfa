//! All files of a folder, in the working tree or at `HEAD`: for the few folders whose whole content matters.

use std::fs;
use std::path::Path;

use super::discover::chain;

/// Files below a folder: path from the top of the tree, and bytes.
pub(super) type Files = Vec<(String, Vec<u8>)>;

/// Most folders within each other.
const DEEPEST: usize = 16;

/// Files below `folder` of the working tree at `top`, sorted by path; none where there is no folder. Links to folders
/// are not followed.
///
/// # Errors
/// If a folder or a file cannot be read, or a name is not UTF-8.
pub(super) fn working(top: &str, folder: &str) -> Result<Files, String> {
    let mut files = Files::new();
    let path = Path::new(top).join(folder);
    if path.is_dir() {
        collect(&path, folder, DEEPEST, &mut files)?;
    }
    files.sort();
    Ok(files)
}

fn collect(folder: &Path, name: &str, depth: usize, files: &mut Files) -> Result<(), String> {
    let fault = |cause: std::io::Error| format!("{name} cannot be read: {cause}");
    if depth == 0 {
        return Err(format!("{name} lies too deep"));
    }
    for entry in fs::read_dir(folder).map_err(fault)? {
        let entry = entry.map_err(fault)?;
        let inner = entry.file_name().into_string().map_err(|_| format!("a name in {name} is not UTF-8"))?;
        let inner = format!("{name}/{inner}");
        let path = entry.path();
        if entry.file_type().map_err(fault)?.is_dir() {
            collect(&path, &inner, depth - 1, files)?;
        } else if path.is_file() {
            let bytes = fs::read(&path).map_err(|cause| format!("{inner} cannot be read: {cause}"))?;
            files.push((inner, bytes));
        }
    }
    Ok(())
}

/// Files below `folder` in the tree of a commit, sorted by path; none where there is no folder. Links are left out.
///
/// # Errors
/// If an object cannot be read, or a name is not UTF-8.
pub(super) fn head(git: &gix::Repository, top: gix::ObjectId, folder: &str) -> Result<Files, String> {
    let mut tree = top;
    for name in folder.split('/').filter(|name| !name.is_empty()) {
        let read = git.find_tree(tree).map_err(|fault| unread(folder, &fault))?;
        match read.find_entry(name) {
            Some(entry) if entry.mode().is_tree() => tree = entry.object_id(),
            _ => return Ok(Files::new()),
        }
    }
    let mut files = Files::new();
    collect_head(git, tree, folder, DEEPEST, &mut files)?;
    files.sort();
    Ok(files)
}

fn collect_head(
    git: &gix::Repository,
    tree: gix::ObjectId,
    name: &str,
    depth: usize,
    files: &mut Files,
) -> Result<(), String> {
    if depth == 0 {
        return Err(format!("{name} at HEAD lies too deep"));
    }
    let read = git.find_tree(tree).map_err(|fault| unread(name, &fault))?;
    for entry in read.iter() {
        let entry = entry.map_err(|fault| format!("{name} at HEAD cannot be read: {fault}"))?;
        let inner = std::str::from_utf8(entry.filename()).map_err(|_| format!("a name in {name} is not UTF-8"))?;
        let inner = format!("{name}/{inner}");
        if entry.mode().is_tree() {
            collect_head(git, entry.object_id(), &inner, depth - 1, files)?;
        } else if entry.mode().is_blob() {
            let mut blob = git.find_object(entry.object_id()).map_err(|fault| unread(&inner, &fault))?;
            files.push((inner, std::mem::take(&mut blob.data)));
        }
    }
    Ok(())
}

fn unread(name: &str, fault: &gix::Error) -> String {
    format!("{name} at HEAD cannot be read: {}", chain(fault))
}

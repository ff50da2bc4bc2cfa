//! The repository around a directory, as git finds it, and the top of its work tree.
//! Refuses to be talked out of a tree: what is damaged is an error, and a configuration that disowns its own tree
//! (`core.bare`, `core.worktree`) does not hide it.

use std::path::Path;

use gix::discover::upwards;

use crate::path::{above, fold, native, resolved};

/// A repository that has a work tree.
pub(super) struct Found {
    /// The top of the work tree, resolved.
    pub(super) tree: String,
    /// The repository itself.
    pub(super) git: gix::Repository,
}

/// A way to look at a path: the existing directory to begin in, and the path with its folders resolved.
pub(super) struct Place {
    pub(super) directory: String,
    pub(super) path: String,
}

/// First the path where it lies, and for a link also where it leads.
pub(super) fn places(path: &str) -> Vec<Place> {
    let path = fold(path);
    let (folder, name) = super::split(&path);
    let here = super::join(&resolved(folder), name);
    let mut places = Vec::new();
    for path in [fold(&here), resolved(&path)] {
        let place = Place { directory: nearest_directory(&path), path };
        if places.iter().all(|known: &Place| known.path != place.path) {
            places.push(place);
        }
    }
    places
}

/// The path itself where it is a directory and no link, else the nearest directory above; for a path in `.git` the
/// folder around that, whatever repositories of submodules and linked trees lie in it.
fn nearest_directory(path: &str) -> String {
    let path = match path.split_once("/.git/") {
        Some((around, _)) => around,
        None => path.strip_suffix("/.git").unwrap_or(path),
    };
    let is_directory =
        |path: &str| std::fs::symlink_metadata(native(Path::new(path))).is_ok_and(|about| about.is_dir());
    if is_directory(path) {
        return path.to_owned();
    }
    above(path).into_iter().find(|folder| is_directory(folder)).unwrap_or_else(|| "/".into())
}

/// The directory and those above it, up to the first where a repository may be.
pub(super) fn on_the_way(directory: &str) -> impl Iterator<Item = String> {
    let mut next = Some(directory.to_owned());
    std::iter::from_fn(move || {
        let folder = next.take()?;
        if !has_repository(&folder) {
            next = above(&folder).into_iter().next();
        }
        Some(folder)
    })
}

/// Whether there is a `.git`, or what the folder of a repository has.
pub(super) fn has_repository(folder: &str) -> bool {
    let has = |name: &str| native(Path::new(&super::join(folder, name))).symlink_metadata().is_ok();
    has(".git") || (has("HEAD") && has("objects"))
}

/// The repository around an existing, resolved directory.
///
/// # Errors
/// If there is one that cannot be read.
pub(super) fn discover(directory: &str) -> Result<Option<Found>, String> {
    let options = gix::open::Options::isolated();
    let trust = gix::sec::trust::Mapping { full: options.clone(), reduced: options };
    let upwards = upwards::Options { cross_fs: true, ..upwards::Options::default() };
    let start = native(Path::new(directory));
    let (found, end) = match gix::ThreadSafeRepository::discover_opts(start, upwards, trust) {
        Ok(repository) => {
            let git = repository.to_thread_local();
            match top(&git, directory) {
                Some(tree) => (Some(Found { tree: tree.clone(), git }), Some(tree)),
                None => (None, Some(bare(&git))),
            }
        }
        Err(fault) if is_nowhere(&fault) => (None, None),
        Err(fault) => {
            return Err(format!("the repository around {directory} cannot be read: {}", chain(&fault)));
        }
    };
    match damaged(directory, end.as_deref()) {
        Some(folder) => Err(format!("{folder}/.git is no repository that can be read")),
        None => Ok(found),
    }
}

/// The folder of a repository without a work tree.
fn bare(git: &gix::Repository) -> String {
    let git_dir = resolved(&absolute(git.git_dir()));
    match super::split(&git_dir) {
        (around, ".git") => around.to_owned(),
        _ => git_dir,
    }
}

/// The top of the work tree that holds `directory`: the folder around `.git`, or else what the repository says.
fn top(git: &gix::Repository, directory: &str) -> Option<String> {
    let holds = |tree: &String| super::relative(tree, directory).is_some();
    let claimed = git.workdir().map(|top| resolved(&absolute(top)));
    let git_dir = resolved(&absolute(git.git_dir()));
    let has_tree = claimed.is_some() || git.git_dir().join("index").is_file();
    match super::split(&git_dir) {
        (around, ".git") if has_tree => Some(around.to_owned()).filter(holds),
        _ => claimed.filter(holds),
    }
}

fn absolute(path: &Path) -> String {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    crate::path::spelled(&path)
}

/// Whether the search ended without a repository.
fn is_nowhere(fault: &gix::Error) -> bool {
    matches!(fault.downcast_any_ref::<upwards::Error>(), Some(upwards::Error::NoGitRepository { .. }))
}

/// A folder from `directory` up to below `end` with a `.git` that git would not take, though there is something in it:
/// what a damaged or half-removed repository leaves.
fn damaged(directory: &str, end: Option<&str>) -> Option<String> {
    std::iter::once(directory.to_owned())
        .chain(above(directory))
        .take_while(|folder| Some(folder.as_str()) != end)
        .find(|folder| has_remains(folder))
}

fn has_remains(folder: &str) -> bool {
    let git = native(Path::new(&super::join(folder, ".git"))).into_owned();
    git.is_file() || ["HEAD", "index", "objects"].iter().any(|name| git.join(name).symlink_metadata().is_ok())
}

/// All that an error says, from the outside in, in one line.
pub(super) fn chain(fault: &gix::Error) -> String {
    let mut texts: Vec<String> = Vec::new();
    for fault in fault.iter_errors().filter(|fault| !fault.is::<gix::error::ClassificationMarker>()) {
        let text = fault.to_string().lines().collect::<Vec<_>>().join(" ");
        if texts.iter().all(|known| !known.contains(&text)) {
            texts.push(text);
        }
    }
    texts.join(": ")
}

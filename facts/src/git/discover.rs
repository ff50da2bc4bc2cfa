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

/// The path itself where it is a directory and no link, else the nearest directory above.
fn nearest_directory(path: &str) -> String {
    let is_directory = |path: &str| {
        std::fs::symlink_metadata(native(Path::new(path))).is_ok_and(|about| about.is_dir())
    };
    if is_directory(path) {
        return path.to_owned();
    }
    above(path).into_iter().find(|folder| is_directory(folder)).unwrap_or_else(|| "/".into())
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
    let found = match gix::ThreadSafeRepository::discover_opts(start, upwards, trust) {
        Ok(repository) => {
            let git = repository.to_thread_local();
            top(&git, directory).map(|tree| Found { tree, git })
        }
        Err(fault) if is_nowhere(&fault) => None,
        Err(fault) => {
            return Err(format!("the repository around {directory} cannot be read: {}", chain(&fault)));
        }
    };
    match damaged(directory, found.as_ref().map(|found| found.tree.as_str())) {
        Some(folder) => Err(format!("{folder}/.git is no repository that can be read")),
        None => Ok(found),
    }
}

/// The top of the work tree that holds `directory`.
fn top(git: &gix::Repository, directory: &str) -> Option<String> {
    let claimed = git.workdir().map(|top| resolved(&absolute(top)));
    let git_dir = resolved(&absolute(git.git_dir()));
    let around = super::split(&git_dir);
    let around = (around.1 == ".git").then(|| around.0.to_owned());
    let holds = |tree: &String| super::relative(tree, directory).is_some();
    let disowned = || around.filter(holds).filter(|_| git.workdir().is_some() || git.git_dir().join("index").is_file());
    claimed.filter(holds).or_else(disowned)
}

fn absolute(path: &Path) -> String {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    crate::path::spelled(&path)
}

/// Whether the search ended without a repository.
fn is_nowhere(fault: &gix::Error) -> bool {
    let mut next: Option<&(dyn std::error::Error + 'static)> = Some(fault);
    while let Some(fault) = next {
        if let Some(upwards::Error::NoGitRepository { .. }) = fault.downcast_ref::<upwards::Error>() {
            return true;
        }
        next = fault.source();
    }
    false
}

/// A folder from `directory` up to below `tree` with a `.git` that git would not take, though there is something in it:
/// what a damaged or half-removed repository leaves.
fn damaged(directory: &str, tree: Option<&str>) -> Option<String> {
    std::iter::once(directory.to_owned())
        .chain(above(directory))
        .take_while(|folder| Some(folder.as_str()) != tree)
        .find(|folder| has_remains(folder))
}

fn has_remains(folder: &str) -> bool {
    let git = native(Path::new(&super::join(folder, ".git"))).into_owned();
    ["HEAD", "index", "objects"].iter().any(|name| git.join(name).symlink_metadata().is_ok())
}

/// All that an error says, from the outside in.
pub(super) fn chain(fault: &dyn std::error::Error) -> String {
    let mut texts = vec![fault.to_string()];
    let mut next = fault.source();
    while let Some(fault) = next {
        let text = fault.to_string();
        if !texts.contains(&text) {
            texts.push(text);
        }
        next = fault.source();
    }
    texts.join(": ").lines().collect::<Vec<_>>().join(" ")
}

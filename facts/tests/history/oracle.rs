//! What git itself answers, in the form that facts have.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use facts::git::{History, Repositories};

use super::lab::Lab;

pub(crate) type Pairs = BTreeSet<(String, String)>;

pub(crate) fn history(lab: &Lab, folder: &str) -> Rc<History> {
    Repositories::new().history(&lab.path(folder)).expect("readable").expect("a work tree")
}

/// Every answer about history that git can give too, compared: for all commits that `HEAD` reaches.
pub(crate) fn agrees(lab: &Lab, folder: &str) {
    let history = history(lab, folder);
    let parents = parents(lab, folder);
    let files: BTreeMap<&str, BTreeSet<String>> =
        parents.keys().map(|commit| (commit.as_str(), files(lab, folder, commit))).collect();
    let changed: BTreeMap<&str, BTreeSet<String>> =
        parents.keys().map(|commit| (commit.as_str(), changed(lab, folder, commit))).collect();
    for (commit, above) in &parents {
        assert_eq!(history.parents(commit).as_ref(), Ok(above), "parents of {commit}");
        let found = history.changes(commit, &mut |_| true).expect("readable");
        let found: BTreeSet<String> = found.into_iter().map(|change| change.path).collect();
        assert_eq!(found, changed[commit.as_str()], "what {commit} changes");
        let before = reached(lab, folder, commit);
        for other in parents.keys() {
            assert_eq!(history.is_ancestor(other, commit), Ok(before.contains(other)), "{other} before {commit}");
        }
        let later = history.changed_since(commit, &mut |_| true).expect("readable");
        let later: Pairs = later.into_iter().map(|(commit, change)| (commit, change.path)).collect();
        let after = parents.keys().filter(|other| !before.contains(*other));
        let expected = after.flat_map(|other| changed[other.as_str()].iter().map(|path| (other.clone(), path.clone())));
        assert_eq!(later, expected.collect(), "what is changed since {commit}");
    }
    let everything: BTreeSet<&String> = files.values().flatten().collect();
    for path in everything {
        let adds: BTreeSet<String> = history.adds(path).expect("readable").into_iter().collect();
        let is_added = |commit: &str, above: &[String]| {
            files[commit].contains(path) && above.iter().all(|parent| !files[parent.as_str()].contains(path))
        };
        let expected = parents.iter().filter(|(commit, above)| is_added(commit, above));
        assert_eq!(adds, expected.map(|(commit, _)| commit.clone()).collect(), "who adds {path}");
        for (commit, files) in &files {
            assert_eq!(history.has_file(commit, path), Ok(files.contains(path)), "{path} in {commit}");
        }
    }
}

/// The state of the work tree, compared with `git status`, and its files with `git ls-files`.
pub(crate) fn same_state(lab: &Lab, folder: &str) {
    let history = history(lab, folder);
    let found: Pairs = history
        .uncommitted()
        .expect("readable")
        .iter()
        .map(|change| (change.path.clone(), change.how.name().to_owned()))
        .collect();
    assert_eq!(found, status(lab, folder), "state of {folder}");
    let found: BTreeSet<String> = history.files().expect("readable").iter().cloned().collect();
    let listed = lab.git(folder, &["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
    let is_file = |path: &&str| lab.top.join(folder).join(path).symlink_metadata().is_ok_and(|about| about.is_file());
    let expected: BTreeSet<String> =
        listed.split('\0').filter(|path| !path.is_empty()).filter(is_file).map(str::to_owned).collect();
    assert_eq!(found, expected, "files of {folder}");
}

/// `git status`, a word for each path.
pub(crate) fn status(lab: &Lab, folder: &str) -> Pairs {
    let options = ["status", "--porcelain", "-z", "--untracked-files=all", "--ignore-submodules=dirty"];
    let text = lab.git(folder, &options);
    let mut entries = text.split('\0').filter(|entry| !entry.is_empty());
    let mut found: BTreeMap<String, &str> = BTreeMap::new();
    while let Some(entry) = entries.next() {
        let (code, path) = entry.split_at(3);
        // A repository within is a folder; what it holds is its own.
        if path.ends_with('/') {
            continue;
        }
        // A folder in the way of a file is not the file; a submodule's is.
        let at = lab.top.join(folder).join(path);
        let is_there = at.symlink_metadata().is_ok_and(|about| !about.is_dir()) || at.join(".git").exists();
        let how = match code.trim_end() {
            "??" => "untracked",
            code if code.starts_with('R') => {
                found.insert(entries.next().expect("the old path").to_owned(), "deleted");
                if code.ends_with('D') { "deleted" } else { "renamed" }
            }
            "D" => "deleted",
            _ if !is_there => "deleted",
            "A" | "AM" | " A" | "UA" | "DU" | "AT" => "added",
            _ => "modified",
        };
        // What is not in the index and still there comes twice.
        let at = found.entry(path.to_owned()).or_insert(how);
        if how == "untracked" {
            *at = how;
        }
    }
    found.into_iter().map(|(path, how)| (path, how.to_owned())).collect()
}

fn parents(lab: &Lab, folder: &str) -> BTreeMap<String, Vec<String>> {
    let text = lab.git(folder, &["rev-list", "--parents", "HEAD"]);
    let line = |line: &str| {
        let mut ids = line.split(' ').map(str::to_owned);
        (ids.next().expect("a commit"), ids.collect())
    };
    text.lines().map(line).collect()
}

fn reached(lab: &Lab, folder: &str, commit: &str) -> BTreeSet<String> {
    lab.git(folder, &["rev-list", commit]).lines().map(str::to_owned).collect()
}

pub(crate) fn files(lab: &Lab, folder: &str, commit: &str) -> BTreeSet<String> {
    let text = lab.git(folder, &["ls-tree", "-r", "-z", "--full-tree", commit]);
    let entries = text.split('\0').filter_map(|entry| entry.split_once('\t'));
    entries.filter(|(about, _)| !about.contains(" commit ")).map(|(_, path)| path.to_owned()).collect()
}

/// Paths at which a commit differs from every parent: `git log -c --name-only`.
pub(crate) fn changed(lab: &Lab, folder: &str, commit: &str) -> BTreeSet<String> {
    let options = ["diff-tree", "-r", "-c", "-z", "--root", "--no-commit-id", "--no-renames", "--name-only", commit];
    lab.git(folder, &options).split('\0').filter(|path| !path.is_empty()).map(str::to_owned).collect()
}

//! Rule files on the disk, for authors: one by one, or all below a folder. Knows no rule set in force.

use std::fs;
use std::path::{Path, PathBuf};

use engine::{Datum, Host, HostError, Loader, Sink, Value};

use crate::bundled;
use crate::change::Change;

/// Behind the name of a file of cases.
pub(super) const CASES: &str = ".test.dl";

/// Behind the name of a rule file, cases included.
pub(super) const RULES: &str = ".dl";

/// Rule files on the disk; `gatelog/…` behind any folder is a shipped one.
pub(super) struct Files;

impl Loader for Files {
    fn load(&mut self, path: &str) -> Result<String, String> {
        match bundled::text(path) {
            Some(text) => Ok(text.to_owned()),
            None => fs::read_to_string(path).map_err(|cause| cause.to_string()),
        }
    }

    fn canonical(&mut self, path: String) -> String {
        if Path::new(&path).is_file() { path } else { bundled::canonical(path) }
    }
}

/// The files whose names end so at or below the paths, sorted below each; a file that is named is taken as it is.
///
/// # Errors
/// If a path cannot be read, or there is no such file.
pub(super) fn below(paths: &[PathBuf], end: &str) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    for path in paths {
        collect(path, end, &mut files).map_err(|cause| format!("{} cannot be read: {cause}", path.display()))?;
    }
    let what = if end == CASES { "cases" } else { "rules" };
    match files.is_empty() {
        true => {
            let named: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
            Err(format!("there are no {what} (*{end}) at or below {}; name a file or a folder", named.join(", ")))
        }
        false => Ok(files),
    }
}

fn collect(path: &Path, end: &str, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    if !fs::metadata(path)?.is_dir() {
        files.push(path.to_path_buf());
        return Ok(());
    }
    let mut inner: Vec<PathBuf> = fs::read_dir(path)?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    inner.sort();
    for path in inner {
        let is_wanted = path.file_name().is_some_and(|name| name.to_string_lossy().ends_with(end));
        if path.is_dir() && !path.is_symlink() || is_wanted {
            collect(&path, end, files)?;
        }
    }
    Ok(())
}

/// A file as it is, to be changed. The file that a link leads to is the one that changes, and the link stays.
///
/// # Errors
/// If it cannot be read as text.
pub(super) fn change(path: &Path) -> Result<Change, String> {
    let shown = name(path);
    let target = fs::canonicalize(path).map_err(|cause| format!("{shown} cannot be read: {cause}"))?;
    let part = |part: Option<&Path>| part.map(name).unwrap_or_default();
    let mut change = Change::of(&part(target.parent()), &part(target.file_name().map(Path::new)))?;
    change.file = shown;
    Ok(change)
}

/// A file to be written, which may be there.
///
/// # Errors
/// If what is there is no text file.
pub(super) fn new(path: &Path) -> Result<Change, String> {
    if path.exists() {
        return change(path);
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let folder = fs::canonicalize(folder).map_err(|cause| format!("{} cannot be opened: {cause}", name(folder)))?;
    let mut change =
        Change::of(&name(&folder), &path.file_name().map(|file| name(Path::new(file))).unwrap_or_default())?;
    change.file = name(path);
    Ok(change)
}

/// A path as diagnostics show it.
pub(super) fn name(path: &Path) -> String {
    path.display().to_string().replace('\\', "/")
}

/// Cases give their evidence as facts; only the functors are the host's.
pub(super) struct Functors;

impl Host for Functors {
    fn load(&mut self, _: &str, _: &[Datum<'_>], _: &mut dyn Sink) -> Result<(), HostError> {
        Ok(())
    }

    fn call(&mut self, name: &str, arguments: &[Datum<'_>]) -> Result<Value, HostError> {
        facts::evidence::functor(name, arguments)
    }
}

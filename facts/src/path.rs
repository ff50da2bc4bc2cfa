//! The ways in which one file can be written as a path, all absolute and without `.`, `..` and `//`.
//! Refuses to know which paths matter: every reading that some program could give a path comes out.

use std::borrow::Cow;
use std::path::Path;

mod foreign;
mod resolve;

use foreign::{has_foreign_marks, readings};
use resolve::resolve;

/// The forms of `path`, taken from `directory`, without repetitions: as spelled, as resolved through symbolic links
/// (folded first, and in the order of the parts, which differ where `..` follows a link), with `~/` as the home
/// directory, and for a path with a backslash or a drive letter the same with `\` as separator, the drive as `/d`,
/// extended prefixes, streams and trailing dots and blanks taken off. What does not exist is appended to what does.
/// A hard link is another name that no form shows.
#[must_use]
pub fn forms(directory: &str, path: &str, home: Option<&str>) -> Vec<String> {
    let mut forms = Vec::new();
    for spelled in spellings(directory, path, home) {
        let folded = fold(&spelled);
        let resolved = resolve(&folded, Some(directory));
        // Only where parts were folded can the order of the parts matter.
        let physical = if spelled == folded { resolved.clone() } else { resolve(&spelled, Some(directory)) };
        for form in [folded, resolved, physical] {
            if !forms.contains(&form) {
                forms.push(form);
            }
        }
    }
    forms
}

/// The forms that the text alone gives: no file system is asked. For paths of another machine.
#[must_use]
pub fn lexical_forms(directory: &str, path: &str, home: Option<&str>) -> Vec<String> {
    let mut forms = Vec::new();
    for spelled in spellings(directory, path, home) {
        let form = fold(&spelled);
        if !forms.contains(&form) {
            forms.push(form);
        }
    }
    forms
}

/// Each folder above an absolute path, the nearest first, up to the root.
#[must_use]
pub fn above(path: &str) -> Vec<String> {
    let mut folders = Vec::new();
    let mut rest = path.trim_end_matches('/');
    while let Some(cut) = rest.rfind('/') {
        rest = rest.get(..cut).unwrap_or_default().trim_end_matches('/');
        folders.push(if rest.is_empty() { "/".into() } else { rest.into() });
    }
    folders
}

/// An absolute path without `.`, `..`, `//` and a slash at the end, by its text alone.
#[must_use]
pub fn fold(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    join(&parts)
}

/// `path` below `directory`, or `path` where it is absolute.
#[must_use]
pub fn absolute(directory: &str, path: &str) -> String {
    if path.starts_with('/') { path.to_string() } else { format!("/{}/{path}", directory.trim_matches('/')) }
}

/// An absolute path followed through its symbolic links; what does not exist is appended as written.
#[must_use]
pub fn resolved(path: &str) -> String {
    resolve(path, None)
}

/// A path of this system as text, `/` between its names and a drive as `/d`.
#[must_use]
pub fn spelled(path: &Path) -> String {
    let text = path.to_string_lossy();
    if cfg!(windows) { foreign::slashed(&text) } else { text.into_owned() }
}

/// The path as this system opens it: on Windows `/d/p` is `D:/p`, elsewhere it is itself.
#[must_use]
pub fn native(path: &Path) -> Cow<'_, Path> {
    let drive = path.to_str().filter(|_| cfg!(windows)).and_then(foreign::with_drive);
    drive.map_or(Cow::Borrowed(path), |path| Cow::Owned(path.into()))
}

/// The absolute spellings of `path`, not folded yet.
fn spellings(directory: &str, path: &str, home: Option<&str>) -> Vec<String> {
    let mut written = vec![path.to_string()];
    if let (Some(home), Some(rest)) = (home, below_home(path)) {
        written.push(format!("{home}/{rest}"));
    }
    let mut spellings = Vec::new();
    for path in &written {
        if has_foreign_marks(path) || has_foreign_marks(directory) {
            for directory in readings(directory) {
                for path in readings(path) {
                    spellings.push(absolute(&directory, &path));
                }
            }
        } else {
            spellings.push(absolute(directory, path));
        }
    }
    spellings
}

/// What stands behind `~/`; empty for `~` alone.
fn below_home(path: &str) -> Option<&str> {
    match path.strip_prefix('~')? {
        "" => Some(""),
        rest => rest.strip_prefix('/').or_else(|| rest.strip_prefix('\\')),
    }
}

fn join(parts: &[&str]) -> String {
    if parts.is_empty() {
        return "/".into();
    }
    parts.iter().fold(String::new(), |path, part| path + "/" + part)
}

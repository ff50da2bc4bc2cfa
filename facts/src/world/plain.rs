//! The files of a folder that no repository holds. Links are not followed, `.git` is not looked into.

use std::fs;
use std::path::{Path, PathBuf};

use crate::path::native;

/// Every regular file below `top`, by its path from there, sorted.
///
/// # Errors
/// If a folder cannot be read.
pub(super) fn files(top: &str) -> Result<Vec<String>, String> {
    let mut files = Vec::new();
    let mut open: Vec<(PathBuf, String)> = vec![(native(Path::new(top)).into_owned(), String::new())];
    while let Some((folder, inside)) = open.pop() {
        let fault = |cause: std::io::Error| format!("{} cannot be read: {cause}", folder.display());
        for entry in fs::read_dir(&folder).map_err(fault)? {
            let entry = entry.map_err(fault)?;
            let name = entry.file_name();
            let path = format!("{inside}{}", name.to_string_lossy());
            let kind = entry.file_type().map_err(fault)?;
            if kind.is_dir() && name != ".git" {
                open.push((entry.path(), format!("{path}/")));
            } else if kind.is_file() {
                files.push(path);
            }
        }
    }
    files.sort_unstable();
    Ok(files)
}

//! Folders and globs: which folders a glob names, and what of a pattern is a folder that can be read.

use super::glob_match;

/// Whether `folder` is one that `glob` names: a leading part of the glob, its last name left out, matches at the
/// folder's end. A part that is only `**` names no folder.
#[must_use]
pub fn glob_within(glob: &str, folder: &str) -> bool {
    let cuts = glob.match_indices('/').map(|(at, _)| at);
    cuts.filter_map(|at| glob.get(..at))
        .filter(|part| part.split('/').any(|name| !name.is_empty() && name != "**"))
        .any(|part| glob_match(part, folder))
}

/// What is readable of a pattern before its first `*`, `?` or `[`, up to the last separator; empty where nothing is.
#[must_use]
pub fn literal_directory(pattern: &str) -> &str {
    let readable = pattern.find(['*', '?', '[']).and_then(|at| pattern.get(..at)).unwrap_or(pattern);
    match readable.rfind('/') {
        Some(0) => "/",
        Some(at) => readable.get(..at).unwrap_or_default(),
        None => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// G9: an archive that is unpacked into a folder that a glob names.
    #[test]
    fn a_glob_names_the_folders_on_its_way() {
        assert!(glob_within("docs/decisions/**", "/r/docs"));
        assert!(glob_within("docs/decisions/**", "/r/docs/decisions"));
        assert!(glob_within("specs/**/spec.md", "/r/specs/till/deep"));
        assert!(!glob_within("docs/decisions/**", "/r/tmp"));
        assert!(!glob_within("backlog.md", "/r"));
        assert!(!glob_within("**/personas.md", "/r/tmp"));
    }

    #[test]
    fn the_literal_folder_ends_before_the_first_unknown() {
        for (pattern, folder) in [
            ("docs/**.md", "docs"),
            ("docs/a*/b", "docs"),
            ("**", ""),
            ("x*", ""),
            ("/a*", "/"),
            ("/t/x/**", "/t/x"),
            ("docs/plan.md", "docs"),
        ] {
            assert_eq!(literal_directory(pattern), folder, "{pattern}");
        }
    }
}

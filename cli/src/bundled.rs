//! The shipped rules, embedded by the build script. A test holds the table against the folder.

/// Display name of a shipped rule file begins with this.
pub(crate) const PREFIX: &str = "gatelog/";

/// Shipped rule files by their path under `rules/`, tests left out.
pub(crate) const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/rules.rs"));

/// The shipped guard as an image of the engine.
pub(crate) const GUARD: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/guard.image"));

/// The text of a shipped rule file by its display name, `gatelog/…`.
pub(crate) fn text(path: &str) -> Option<&'static str> {
    let name = path.strip_prefix(PREFIX)?;
    FILES.iter().find(|(file, _)| *file == name).map(|(_, text)| *text)
}

/// The display name of the shipped file that a path means: `gatelog/…` behind any folder is one, where it exists.
pub(crate) fn canonical(path: String) -> String {
    let marked = path.match_indices(PREFIX).filter(|(at, _)| *at == 0 || path[..*at].ends_with('/'));
    let shipped = marked.filter_map(|(at, _)| path.get(at..)).find(|name| text(name).is_some());
    shipped.map_or_else(|| path.clone(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn walk(folder: &Path, into: &mut Vec<std::path::PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk(&path, into);
            } else {
                into.push(path);
            }
        }
    }

    /// E1: all policy is in `rules/`, and all of it is embedded.
    #[test]
    fn the_table_is_the_folder() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rules");
        let mut found = Vec::new();
        walk(&root, &mut found);
        let mut names: Vec<String> = found
            .iter()
            .filter_map(|path| path.strip_prefix(&root).ok()?.to_str().map(|name| name.replace('\\', "/")))
            .filter(|name| name.ends_with(".dl") && !name.ends_with(".test.dl"))
            .collect();
        names.sort();
        let table: Vec<&str> = FILES.iter().map(|(name, _)| *name).collect();
        assert_eq!(table, names);
    }
}

//! Embeds the shipped rules, every `.dl` file of `rules/` that is no test, and the pages of `docs/`, in the order of their
//! names.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

fn main() -> io::Result<()> {
    let out = std::env::var_os("OUT_DIR").map(PathBuf::from).ok_or_else(|| io::Error::other("no OUT_DIR"))?;
    let is_rule = |name: &str| name.ends_with(".dl") && !name.ends_with(".test.dl");
    fs::write(out.join("rules.rs"), table("rules", &is_rule)?)?;
    let is_page = |name: &str| name.ends_with(".md") || name.ends_with(".json");
    fs::write(out.join("pages.rs"), table("docs", &is_page)?)
}

/// The files of a folder of the workspace as an expression: name and text.
fn table(folder: &str, wanted: &dyn Fn(&str) -> bool) -> io::Result<String> {
    // Asked when it runs: a build folder that moved to another checkout must not embed the old one's files.
    let here = std::env::var_os("CARGO_MANIFEST_DIR").ok_or_else(|| io::Error::other("no CARGO_MANIFEST_DIR"))?;
    let root = Path::new(&here).join("..").join(folder).canonicalize()?;
    println!("cargo::rerun-if-changed={}", root.display());
    println!("cargo::rerun-if-env-changed=CARGO_MANIFEST_DIR");
    let mut files = Vec::new();
    walk(&root, &mut files)?;
    let mut names: Vec<(String, String)> = Vec::new();
    for file in files {
        let inside = file.strip_prefix(&root).map_err(io::Error::other)?;
        let name = inside.to_string_lossy().replace('\\', "/");
        if wanted(&name) {
            names.push((name, file.to_string_lossy().into_owned()));
        }
    }
    names.sort();
    let rows: Vec<String> = names.iter().map(|(name, file)| format!("({name:?}, include_str!({file:?}))")).collect();
    Ok(format!("&[{}]\n", rows.join(",\n")))
}

fn walk(folder: &Path, into: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            walk(&path, into)?;
        } else {
            into.push(path);
        }
    }
    Ok(())
}

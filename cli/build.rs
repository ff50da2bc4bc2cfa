//! Embeds the shipped rules, every `.dl` file of `rules/` that is no test, and the pages of `docs/`, in the order of their
//! names; and the guard once more as an image, so that a hook need not read its text. A test holds the image to the text.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use engine::{Compiled, Loader, Options, Severity, Sources};

fn main() -> io::Result<()> {
    let out = std::env::var_os("OUT_DIR").map(PathBuf::from).ok_or_else(|| io::Error::other("no OUT_DIR"))?;
    let is_rule = |name: &str| name.ends_with(".dl") && !name.ends_with(".test.dl");
    let rules = files("rules", &is_rule)?;
    fs::write(out.join("guard.image"), image(&rules, "gatelog/guard.dl")?)?;
    fs::write(out.join("rules.rs"), table(&rules))?;
    let is_page = |name: &str| name.ends_with(".md") || name.ends_with(".json");
    fs::write(out.join("pages.rs"), table(&files("docs", &is_page)?))
}

/// The files of a folder of the workspace, by name: name, path.
fn files(folder: &str, wanted: &dyn Fn(&str) -> bool) -> io::Result<Vec<(String, String)>> {
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
    Ok(names)
}

/// Files as an expression: name and text of each.
fn table(files: &[(String, String)]) -> String {
    let rows: Vec<String> = files.iter().map(|(name, file)| format!("({name:?}, include_str!({file:?}))")).collect();
    format!("&[{}]\n", rows.join(",\n"))
}

/// Rule files by display name.
struct Rules<'a>(&'a [(String, String)]);

impl Loader for Rules<'_> {
    fn load(&mut self, path: &str) -> Result<String, String> {
        let name = path.strip_prefix("gatelog/").unwrap_or(path);
        let found = self.0.iter().find(|(known, _)| known == name).ok_or("there is no such rule file")?;
        fs::read_to_string(&found.1).map_err(|cause| cause.to_string())
    }
}

/// The image of the program that begins with a rule file.
fn image(rules: &[(String, String)], root: &str) -> io::Result<Vec<u8>> {
    let mut loader = Rules(rules);
    let mut sources = Sources::new();
    let text = loader.load(root).map_err(io::Error::other)?;
    let first = sources.add(root, text);
    // Tests hold the shipped rules to the analysis; here it would delay each build.
    let options = Options { analyse: false, ..Options::default() };
    let Compiled { program, diagnostics } = engine::compile(&mut sources, &[first], &mut loader, &options);
    let faults = diagnostics.iter().filter(|found| found.severity == Severity::Error);
    let faults: Vec<String> = faults.map(|found| found.line(&sources)).collect();
    let program = program.ok_or_else(|| io::Error::other(faults.join("\n")))?;
    engine::image::write(&sources, &program).map_err(io::Error::other)
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

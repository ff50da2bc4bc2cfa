//! Readings of a path that another system gives it: separators, drives, prefixes, and names that mean the same file.
//! Refuses to decide which system wrote the path: both readings come out.

/// Whether the path can mean something else on Windows.
pub(super) fn has_foreign_marks(path: &str) -> bool {
    path.contains('\\') || drive(path).is_some()
}

/// The path as it is, with `\` read as `/`, and so with each name's aliases taken off.
pub(super) fn readings(path: &str) -> Vec<String> {
    let mut readings = vec![path.to_string()];
    if has_foreign_marks(path) {
        let slashed = slashed(path);
        let plain = plain_names(&slashed);
        for reading in [slashed, plain] {
            if !readings.contains(&reading) {
                readings.push(reading);
            }
        }
    }
    readings
}

/// `\` as `/`, `\\?\` and `\\.\` taken off, `D:/p` as `/d/p`.
pub(super) fn slashed(path: &str) -> String {
    let path = path.replace('\\', "/");
    let path = path.strip_prefix("//?/").or_else(|| path.strip_prefix("//./")).unwrap_or(&path);
    match drive(path) {
        Some((letter, rest)) => {
            format!("/{}/{}", letter.to_ascii_lowercase(), rest.trim_start_matches('/'))
        }
        None => path.to_string(),
    }
}

/// `/d/p` as `D:/p`.
pub(super) fn with_drive(path: &str) -> Option<String> {
    let rest = path.strip_prefix('/')?;
    let (letter, rest) = rest.split_once('/').unwrap_or((rest, ""));
    let mut letters = letter.chars();
    let letter = letters.next().filter(char::is_ascii_alphabetic)?;
    letters.next().is_none().then(|| format!("{}:/{rest}", letter.to_ascii_uppercase()))
}

/// A drive's letter and what stands behind its colon.
fn drive(path: &str) -> Option<(char, &str)> {
    let letter = path.chars().next().filter(char::is_ascii_alphabetic)?;
    let rest = path.get(1..)?.strip_prefix(':')?;
    (rest.is_empty() || rest.starts_with(['/', '\\'])).then_some((letter, rest))
}

/// Every name without its stream (`:$DATA`) and without the dots and blanks at its end.
fn plain_names(path: &str) -> String {
    let names: Vec<&str> = path.split('/').map(plain_name).collect();
    names.join("/")
}

fn plain_name(name: &str) -> &str {
    if name == "." || name == ".." {
        return name;
    }
    let name = name.split(':').next().unwrap_or(name);
    name.trim_end_matches(['.', ' '])
}

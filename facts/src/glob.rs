//! Globs of points and patterns of shells, as pure functions over texts.
//! Refuses to look at files: a path is a text with `/` between its names.
//!
//! A glob is deliberately small. `*` is any text within a name, `**` any text at all; every other character is itself,
//! `[id]`, `{a}` and `?` too. `**/` also stands for no folder, and `/**` at the end for at least one name; `/` at the
//! end means the same. A glob matches at the end of a path, below any folder: `backlog.md` is `/r/backlog.md` and not
//! `/r/old-backlog.md`. Names that begin with a dot are names like others. Case counts; `fold` both sides where it
//! does not.

mod automaton;
mod mention;
mod parse;
mod within;

use automaton::Step;

pub use mention::mentions;
pub use within::{glob_within, literal_directory};

/// Whether `path` is what `glob` means.
#[must_use]
pub fn glob_match(glob: &str, path: &str) -> bool {
    Glob::new(glob).matches(path)
}

/// Whether some text that the shell pattern stands for is a path that `glob` means. In a pattern `**` is any text,
/// `*` and `?` and `[…]` stay within a name (and stand for no dot at its start, as in a shell), and a backslash makes the next of these characters literal.
#[must_use]
pub fn globs_meet(glob: &str, pattern: &str) -> bool {
    let glob = Glob::new(glob);
    let pattern = fold_pattern(pattern);
    !glob.is_empty() && automaton::meet(&glob.steps, &parse::pattern(&pattern))
}

/// The text with its case folded, letter by letter: in lower case, and letters that share a capital become one.
#[must_use]
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    text.chars().flat_map(|c| single(c, c.to_uppercase()).to_lowercase()).collect()
}

/// A pattern without `.`, `..`, `//` and a slash at the end. `..` behind a part that may be several folders leaves
/// that part open.
#[must_use]
pub fn fold_pattern(pattern: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in pattern.split('/') {
        match part {
            "" | "." => {}
            ".." => match parts.last() {
                Some(last) if last.contains("**") => {
                    parts.pop();
                    parts.push("**");
                }
                Some(&"..") => parts.push(".."),
                None if !pattern.starts_with('/') => parts.push(".."),
                _ => {
                    parts.pop();
                }
            },
            part => parts.push(part),
        }
    }
    let root = if pattern.starts_with('/') { "/" } else { "" };
    format!("{root}{}", parts.join("/"))
}

/// A glob, read once.
pub(crate) struct Glob {
    /// The text where it has no star.
    literal: Option<String>,
    steps: Vec<Step>,
}

impl Glob {
    pub(crate) fn new(glob: &str) -> Glob {
        let text = parse::normal(glob);
        let steps = parse::glob(&text);
        Glob { literal: (!text.contains('*')).then_some(text), steps }
    }

    /// Means nothing at all.
    fn is_empty(&self) -> bool {
        self.literal.as_ref().is_some_and(String::is_empty)
    }

    pub(crate) fn matches(&self, path: &str) -> bool {
        let path = path.trim_end_matches('/');
        match &self.literal {
            Some(text) if text.is_empty() => false,
            Some(text) => {
                path.strip_suffix(text.as_str()).is_some_and(|before| before.is_empty() || before.ends_with('/'))
            }
            None => automaton::matches(&self.steps, path),
        }
    }
}

/// A shell pattern, read once; it covers whole texts only.
pub(crate) struct Pattern {
    steps: Vec<Step>,
}

impl Pattern {
    pub(crate) fn new(pattern: &str) -> Pattern {
        Pattern { steps: parse::pattern(pattern) }
    }

    pub(crate) fn matches(&self, text: &str) -> bool {
        automaton::matches(&self.steps, text)
    }
}

/// The one character of a mapping, or `c` where the mapping has several.
fn single(c: char, mut mapping: impl Iterator<Item = char>) -> char {
    match (mapping.next(), mapping.next()) {
        (Some(mapped), None) => mapped,
        _ => c,
    }
}

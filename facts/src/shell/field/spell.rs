//! A word as the paths and patterns that it can name.

use super::{Base, Field, Piece};
use crate::shell::Target;

impl Field {
    /// The paths that the word can name. An unknown folder can be `.`, so `**/a` stands with `a` beside it.
    pub(in crate::shell) fn targets(&self) -> Vec<Target> {
        if let Some(text) = self.text() {
            let path = match self.base {
                Base::Relative if text.starts_with('~') => format!("./{text}"),
                Base::Start if text.is_empty() => ".".to_owned(),
                _ => text.to_owned(),
            };
            return if path.is_empty() { Vec::new() } else { vec![Target::Path(path)] };
        }
        let pattern = normal(&self.pattern());
        let target = |pattern: String| Target::Pattern { pattern, text: self.written.clone() };
        let names: Vec<&str> = pattern.split('/').collect();
        let last = names.len().saturating_sub(1);
        let fewer: Vec<&str> = names
            .iter()
            .enumerate()
            .filter(|(at, name)| *at == last || **name != "**")
            .map(|(_, name)| *name)
            .collect();
        let short = fewer.join("/");
        if short == pattern { vec![target(pattern)] } else { vec![target(pattern.clone()), target(short)] }
    }

    fn pattern(&self) -> String {
        let mut pattern = String::new();
        for piece in &self.pieces {
            match piece {
                Piece::Literal(text) => {
                    for letter in text.chars() {
                        match letter {
                            '*' => pattern.push_str("[*]"),
                            '?' => pattern.push_str("[?]"),
                            '[' => pattern.push_str("[[]"),
                            // In a pattern a backslash would be read as an escape.
                            '\\' => pattern.push('/'),
                            _ => pattern.push(letter),
                        }
                    }
                }
                Piece::Glob(text) => pattern.push_str(text),
                Piece::Unknown => pattern.push_str("**"),
            }
        }
        if self.base == Base::Relative && pattern.starts_with('~') { format!("./{pattern}") } else { pattern }
    }
}

/// A pattern without `.`, `//` and a slash at its end, and without `x/..` where `x` is one name.
fn normal(pattern: &str) -> String {
    // `./~` is a folder called `~`, which the home directory must not be taken for.
    let keep_dot = pattern.starts_with("./~");
    let mut names: Vec<&str> = Vec::new();
    for name in pattern.split('/') {
        match name {
            "" | "." => {}
            ".." => match names.last() {
                Some(&"..") | None if !pattern.starts_with('/') => names.push(".."),
                Some(last) if last.contains("**") => {}
                _ => {
                    names.pop();
                }
            },
            _ => names.push(name),
        }
    }
    let root = if pattern.starts_with('/') {
        "/"
    } else if keep_dot {
        "./"
    } else {
        ""
    };
    format!("{root}{}", names.join("/"))
}

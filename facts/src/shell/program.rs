//! From a program's name to the table that knows it. Shared by both dialects.

use super::deed::Reading;
use super::field::{Field, Piece};
use super::{git, interpreter, utility, wrapper};

/// What the program does with its words. `stdin` is what it reads, where that is known.
pub(super) fn read(name: &str, words: &[Field], variables: &[(String, Field)], stdin: Option<&Field>) -> Reading {
    if name == "git" {
        return git::read(words, variables, stdin);
    }
    wrapper::read(name, words)
        .or_else(|| interpreter::read(name, words, stdin))
        .unwrap_or_else(|| utility::read(name, words, stdin))
}

/// Words with blanks between them, as `eval` and `watch` join them.
pub(super) fn joined(words: &[Field]) -> Field {
    let mut pieces = Vec::new();
    for (at, word) in words.iter().enumerate() {
        if at > 0 {
            pieces.push(Piece::Literal(" ".to_owned()));
        }
        pieces.extend_from_slice(word.pieces());
    }
    let written: Vec<&str> = words.iter().map(|word| word.written.as_str()).collect();
    Field::new(pieces, None, false, &written.join(" "))
}

//! Git's pathspecs: a path, all below it, a pattern of git's own in which `*` crosses folders, and magic (`:/x`).

use crate::shell::Verb;
use crate::shell::deed::Reading;
use crate::shell::field::{Base, Field, Piece};

/// What `verb` does to everything that the pathspecs cover.
pub(super) fn specs(verb: Verb, words: &[Field], reading: &mut Reading) {
    for word in words {
        let text = word.lossy();
        let (magic, rest) = magic(&text);
        if magic.excludes {
            continue;
        }
        let plain = magic == Magic::default() && !text.contains(['*', '?', '[']);
        if plain && word.text().is_some() || word.text().is_none() {
            if verb == Verb::Restore && !word.is_folder() {
                reading.does(Verb::Write, word.clone());
            }
            reading.does(verb, word.clone());
            reading.does(verb, word.below());
            continue;
        }
        let mut pieces = if magic.top { vec![Piece::Unknown, Piece::Literal("/".to_owned())] } else { Vec::new() };
        if rest.is_empty() {
            pieces = vec![Piece::Unknown];
        }
        for letter in rest.chars() {
            pieces.push(match letter {
                '*' if !magic.literal => Piece::Unknown,
                '?' | '[' | ']' if !magic.literal => Piece::Glob(letter.to_string()),
                _ if magic.any_case && letter.is_alphabetic() => {
                    Piece::Glob(format!("[{}{}]", letter.to_lowercase(), letter.to_uppercase()))
                }
                _ => Piece::Literal(letter.to_string()),
            });
        }
        let base = (!magic.top).then_some(Base::Relative);
        let path = Field::new(pieces, base, word.splits, &word.written);
        reading.does(verb, path.below());
        reading.does(verb, path);
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Magic {
    top: bool,
    any_case: bool,
    literal: bool,
    excludes: bool,
}

/// `:(top,icase)path`, `:/path`, `:!path`.
fn magic(text: &str) -> (Magic, &str) {
    let mut magic = Magic::default();
    let Some(rest) = text.strip_prefix(':') else {
        return (magic, text);
    };
    if let Some((words, path)) = rest.strip_prefix('(').and_then(|rest| rest.split_once(')')) {
        for word in words.split(',') {
            match word.trim() {
                "top" => magic.top = true,
                "icase" => magic.any_case = true,
                "literal" => magic.literal = true,
                "exclude" => magic.excludes = true,
                _ => {}
            }
        }
        return (magic, path);
    }
    let path = rest.trim_start_matches(['/', '!', '^']);
    let signs = rest.get(..rest.len() - path.len()).unwrap_or_default();
    magic.top = signs.contains('/');
    magic.excludes = signs.contains(['!', '^']);
    (magic, path)
}

//! `find`: the files that it comes upon, and what it does with them.

use crate::shell::Verb;
use crate::shell::deed::{Deed, Inner, Reading};
use crate::shell::field::{Base, Field, Piece};
use crate::shell::wrapper::{blank, filled};

pub(in crate::shell) fn find(words: &[Field], reading: &mut Reading) {
    let leading = |word: &&Field| matches!(word.text(), Some("-H" | "-L" | "-P"));
    let options = words.iter().take_while(leading).count();
    let rest = words.get(options..).unwrap_or_default();
    let operator = |word: &&Field| !(word.prefix().starts_with('-') || matches!(word.prefix(), "(" | "!" | ","));
    let starts = rest.iter().take_while(operator).count();
    let (starts, expression) = rest.split_at(starts);
    let here = [Field::literal(".")];
    let starts = if starts.is_empty() { &here } else { starts };
    let found = found(starts, expression);
    let mut at = 0;
    while let Some(word) = expression.get(at) {
        at += 1;
        match word.text() {
            Some("-exec" | "-execdir" | "-ok" | "-okdir") => {
                let command = expression.get(at..).unwrap_or_default();
                let plus = |index: usize| {
                    index > 0
                        && command.get(index).and_then(Field::text) == Some("+")
                        && command.get(index - 1).and_then(Field::text) == Some("{}")
                };
                let end = (0..command.len())
                    .find(|index| command.get(*index).and_then(Field::text) == Some(";") || plus(*index));
                let end = end.unwrap_or(command.len());
                execute(command.get(..end).unwrap_or_default(), &found, word.text(), reading);
                at += end + 1;
            }
            Some("-delete") => found.iter().for_each(|path| reading.does(Verb::Remove, path.clone())),
            Some("-fprint" | "-fprint0" | "-fls" | "-fprintf") => {
                reading.deeds.extend(expression.get(at).map(Deed::written));
            }
            _ => {}
        }
    }
}

fn execute(command: &[Field], found: &[Field], how: Option<&str>, reading: &mut Reading) {
    for path in found {
        let mut words: Vec<Field> = Vec::new();
        for word in command {
            let filled = blank(word, "{}", path.pieces());
            // A whole `{}` keeps what the path starts from.
            words.push(if word.text() == Some("{}") { path.clone() } else { filled });
        }
        let inside = matches!(how, Some("-execdir" | "-okdir"));
        if inside {
            words = filled(command, Some("{}"));
        }
        let directory = inside.then(|| Field::unknown("-execdir"));
        reading.inner.push(Inner::Command { words, variables: Vec::new(), directory, replaces: false });
    }
}

/// What the starts and a single `-name` leave possible: the file itself, and any depth below.
fn found(starts: &[Field], expression: &[Field]) -> Vec<Field> {
    let names: Vec<usize> = expression
        .iter()
        .enumerate()
        .filter(|(_, word)| matches!(word.text(), Some("-name")))
        .map(|(at, _)| at)
        .collect();
    let complex =
        expression.iter().any(|word| matches!(word.text(), Some("-o" | "-or" | "!" | "-not" | "," | "-iname")));
    let name = match names.as_slice() {
        [at] if !complex => expression.get(at + 1),
        _ => None,
    };
    let mut all = Vec::new();
    for start in starts {
        let base = if matches!(start.text(), Some("." | "./")) { Field::start() } else { start.clone() };
        let below = |pieces: Vec<Piece>| Field::new(pieces, None, false, &start.written).within(&base);
        match name.map(|name| name_pieces(&name.lossy())) {
            None => {
                if !base.is_empty() {
                    all.push(base.clone());
                }
                all.push(base.below());
            }
            Some(pieces) => {
                all.push(below(pieces.clone()));
                let mut deep = vec![Piece::Unknown, Piece::Literal("/".to_owned())];
                deep.extend(pieces);
                let deep = Field::new(deep, Some(Base::Relative), false, &start.written);
                all.push(deep.within(&base));
                if start.name().is_none() || start.text().is_none() {
                    continue;
                }
                // The start itself can have the name.
                all.push(start.clone());
            }
        }
    }
    all
}

/// `find`'s own pattern, which the shell left alone because it was quoted.
fn name_pieces(pattern: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut letters = pattern.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '*' | '?' => pieces.push(Piece::Glob(letter.to_string())),
            '[' => {
                let class: String = letters.by_ref().take_while(|letter| *letter != ']').collect();
                pieces.push(Piece::Glob(format!("[{}]", class.replacen('^', "!", 1))));
            }
            _ => pieces.push(Piece::Literal(letter.to_string())),
        }
    }
    pieces
}

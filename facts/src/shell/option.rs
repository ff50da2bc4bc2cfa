//! The options of a program, taken off its words as `getopt` does: bundled letters, values behind or inside the
//! word, long names and their abbreviations, `--`.

use super::field::{Field, Piece};

/// Which options take a value.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Grammar {
    /// Letters with a value.
    pub(super) letters: &'static str,
    /// Long names with a value, without the dashes, apart by blanks.
    pub(super) names: &'static str,
    /// The first operand ends the options, as in a wrapper.
    pub(super) ordered: bool,
}

impl Grammar {
    pub(super) const fn new(letters: &'static str, names: &'static str) -> Grammar {
        Grammar { letters, names, ordered: false }
    }

    pub(super) const fn ordered(letters: &'static str, names: &'static str) -> Grammar {
        Grammar { letters, names, ordered: true }
    }
}

/// Words, sorted into options and operands.
#[derive(Clone, Debug, Default)]
pub(super) struct Parsed {
    options: Vec<(String, Option<Field>)>,
    pub(super) operands: Vec<Field>,
}

impl Parsed {
    /// An option of this letter or long name is there; a long one may be cut short.
    pub(super) fn has(&self, letter: &str, name: &str) -> bool {
        self.options.iter().any(|(option, _)| matches(option, letter, name))
    }

    /// The value of the last option of this letter or long name.
    pub(super) fn value(&self, letter: &str, name: &str) -> Option<&Field> {
        self.values(letter, name).last()
    }

    pub(super) fn values(&self, letter: &str, name: &str) -> impl DoubleEndedIterator<Item = &Field> {
        let found = self.options.iter().filter(move |(option, _)| matches(option, letter, name));
        found.filter_map(|(_, value)| value.as_ref())
    }
}

fn matches(option: &str, letter: &str, name: &str) -> bool {
    (!letter.is_empty() && option == letter)
        || (!name.is_empty() && option.len() > 1 && (option == name || (option.len() > 2 && name.starts_with(option))))
}

/// Sorts words. A word that can be an option and cannot be read is an operand.
pub(super) fn parse(words: &[Field], grammar: Grammar) -> Parsed {
    let mut parsed = Parsed::default();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let prefix = word.prefix();
        if prefix == "--" && word.pieces().len() == 1 {
            parsed.operands.extend(words.cloned());
            break;
        }
        if let Some(long) = prefix.strip_prefix("--") {
            let (name, inside) = match long.split_once('=') {
                Some((name, _)) => (name, Some(word.after(name.len() + 3))),
                None => (long, None),
            };
            let mut names = grammar.names.split_whitespace();
            let full = names.clone().find(|full| *full == name);
            let full = full.or_else(|| names.find(|full| full.starts_with(name)));
            let value = match (full, inside) {
                (_, Some(value)) => Some(value),
                (Some(_), None) => words.next().cloned(),
                (None, None) => None,
            };
            parsed.options.push((full.unwrap_or(name).to_owned(), value));
        } else if let Some(letters) = prefix.strip_prefix('-').filter(|_| *word.pieces() != [dash()]) {
            for (at, letter) in letters.char_indices() {
                let name = letter.to_string();
                if !grammar.letters.contains(letter) {
                    parsed.options.push((name, None));
                    continue;
                }
                let inside = word.after(1 + at + letter.len_utf8());
                let value = if inside.is_empty() { words.next().cloned() } else { Some(inside) };
                parsed.options.push((name, value));
                break;
            }
        } else {
            parsed.operands.push(word.clone());
            if grammar.ordered {
                parsed.operands.extend(words.cloned());
                break;
            }
        }
    }
    parsed
}

fn dash() -> Piece {
    Piece::Literal("-".to_owned())
}

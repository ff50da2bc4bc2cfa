//! Which quotation marks of a block belong together. One pass, whatever the text: marks that open lie on a stack, and
//! one that closes takes its partner from it. Words are not known here.

use super::Letter;

/// What opens, by the marks that can close it.
const PAIRS: [(char, &[char]); 10] = [
    ('"', &['"']),
    ('“', &['”']),
    ('„', &['”', '“', '"']),
    ('‟', &['”']),
    ('”', &['”']),
    ('«', &['»']),
    ('»', &['«']),
    ('‹', &['›']),
    ('›', &['‹']),
    ('‘', &['’']),
];

/// The outermost pairs, by their places, in order.
pub(super) fn pairs(letters: &[Letter]) -> Vec<(usize, usize)> {
    let mut open: Vec<(char, usize)> = Vec::new();
    // How many of each kind are open, so that a mark which closes nothing is known without a search.
    let mut count = [0_usize; PAIRS.len()];
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for (at, letter) in letters.iter().enumerate() {
        if !letter.prose {
            continue;
        }
        let mark = letter.letter;
        let here = Place::of(letters, at);
        let closes = |kind: usize| PAIRS[kind].1.contains(&mark) && here.closes(mark);
        if (0..PAIRS.len()).any(|kind| count[kind] > 0 && closes(kind)) {
            while let Some((opened, start)) = open.pop() {
                let Some(kind) = kind_of(opened) else { continue };
                count[kind] -= 1;
                if closes(kind) {
                    while pairs.last().is_some_and(|(inner, _)| *inner > start) {
                        pairs.pop();
                    }
                    pairs.push((start, at));
                    break;
                }
            }
        } else if let Some(kind) = kind_of(mark)
            && here.opens(mark)
        {
            count[kind] += 1;
            open.push((mark, at));
        }
    }
    pairs
}

fn kind_of(mark: char) -> Option<usize> {
    PAIRS.iter().position(|(open, _)| *open == mark)
}

/// What stands around a mark.
#[derive(Clone, Copy)]
struct Place {
    before: Option<char>,
    after: Option<char>,
}

impl Place {
    fn of(letters: &[Letter], at: usize) -> Self {
        let letter = |at: Option<usize>| at.and_then(|at| letters.get(at)).map(|letter| letter.letter);
        Place { before: letter(at.checked_sub(1)), after: letter(at.checked_add(1)) }
    }

    /// Marks of one shape on both sides are told apart by what is beside them; the others speak for themselves.
    fn opens(self, mark: char) -> bool {
        match mark {
            // Behind a word it is an inch, or nothing; with blanks on both sides it opens where none is open.
            '"' | '”' => {
                !is_word(self.before) && (!is_blank(self.after) || (is_blank(self.before) && self.after.is_some()))
            }
            // `‘90s` is an apostrophe of the wrong shape.
            '‘' => !is_word(self.before) && self.after.is_some_and(char::is_alphabetic),
            _ => true,
        }
    }

    /// Asked only where a partner is open.
    fn closes(self, mark: char) -> bool {
        match mark {
            '"' | '“' if is_blank(self.before) => is_blank(self.after) || self.after.is_some_and(ends),
            '"' | '“' => !is_word(self.after),
            // Before a word it is an apostrophe.
            '’' => !is_word(self.after) && !is_blank(self.before),
            _ => true,
        }
    }
}

/// Punctuation that stands behind a quotation.
fn ends(letter: char) -> bool {
    matches!(letter, '.' | ',' | ';' | ':' | '!' | '?' | ')' | ']' | '}' | '…')
}

fn is_word(letter: Option<char>) -> bool {
    letter.is_some_and(char::is_alphanumeric)
}

fn is_blank(letter: Option<char>) -> bool {
    letter.is_none_or(char::is_whitespace)
}

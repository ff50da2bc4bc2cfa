//! A word's letters and how they expand: escapes, tildes, braces, splitting, wildcards.

use crate::shell::field::{Base, Field, Piece};

/// The most words that one word's braces may become; beyond, the word is unknown.
const BRACE_LIMIT: usize = 256;
/// The most groups in one word; beyond, the word is unknown.
const GROUP_LIMIT: usize = 64;

/// How a letter came to be in a word: only a bare one is syntax, only an expanded one splits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Bare,
    Quoted,
    Expanded,
}

/// A letter of a word, or what stands for letters that are not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Atom {
    Char(char, Mark),
    /// A letter of a wildcard that the shell has expanded already, in quotes or not.
    Wild(char),
    /// The home directory.
    Home,
    /// The directory that the script starts in.
    Start,
    Unknown {
        splits: bool,
    },
}

/// Which letters a backslash keeps from being special.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Quoting {
    None,
    Double,
    Single,
    Document,
}

pub(super) fn unescape(text: &str, quoting: Quoting, atoms: &mut Vec<Atom>) {
    let mark = if quoting == Quoting::None { Mark::Bare } else { Mark::Quoted };
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter != '\\' || quoting == Quoting::Single {
            atoms.push(Atom::Char(letter, mark));
            continue;
        }
        let escaped = match (quoting, letters.peek()) {
            (_, Some('\n')) => {
                letters.next();
                continue;
            }
            (Quoting::None, Some(_)) | (_, Some('$' | '`' | '\\')) | (Quoting::Double, Some('"')) => letters.next(),
            _ => None,
        };
        atoms.push(Atom::Char(escaped.unwrap_or('\\'), Mark::Quoted));
    }
}

pub(super) fn without_leading_tabs(atoms: &[Atom]) -> Vec<Atom> {
    let mut at_start = true;
    let mut kept = Vec::with_capacity(atoms.len());
    for atom in atoms {
        match atom {
            Atom::Char('\t', _) if at_start => continue,
            Atom::Char('\n', _) => at_start = true,
            _ => at_start = false,
        }
        kept.push(*atom);
    }
    kept
}

/// `~` and `~/` at the start; another user's home is not known.
pub(super) fn tilde(mut atoms: Vec<Atom>) -> Vec<Atom> {
    if atoms.first() != Some(&Atom::Char('~', Mark::Bare)) {
        return atoms;
    }
    let end = atoms.iter().position(|atom| *atom == Atom::Char('/', Mark::Bare)).unwrap_or(atoms.len());
    let prefix = if end == 1 { Atom::Home } else { Atom::Unknown { splits: false } };
    atoms.splice(..end, [prefix]);
    atoms
}

/// The words of `{a,b}` and `{1..3}`.
pub(super) fn braces(atoms: &[Atom]) -> Vec<Vec<Atom>> {
    let opening = |atom: &&Atom| **atom == Atom::Char('{', Mark::Bare);
    if atoms.iter().filter(opening).count() > GROUP_LIMIT {
        return vec![vec![Atom::Unknown { splits: true }]];
    }
    let mut done = Vec::new();
    let mut open = vec![(atoms.to_vec(), 0)];
    while let Some((atoms, from)) = open.pop() {
        match group(&atoms, from) {
            None => done.push(atoms),
            Some((start, end, choices)) => {
                for choice in choices.into_iter().rev() {
                    let mut word = atoms.get(..start).unwrap_or_default().to_vec();
                    word.extend(choice);
                    word.extend_from_slice(atoms.get(end + 1..).unwrap_or_default());
                    open.push((word, start));
                }
            }
        }
        if done.len() + open.len() > BRACE_LIMIT {
            return vec![vec![Atom::Unknown { splits: true }]];
        }
    }
    done
}

type Group = (usize, usize, Vec<Vec<Atom>>);

/// The first group from `from` on: where it begins and ends, and what it can be.
fn group(atoms: &[Atom], from: usize) -> Option<Group> {
    let bare = |at: usize, letter: char| atoms.get(at) == Some(&Atom::Char(letter, Mark::Bare));
    for start in (from..atoms.len()).filter(|at| bare(*at, '{')) {
        let mut depth = 0_usize;
        let mut commas = vec![start];
        for at in start + 1..atoms.len() {
            if bare(at, '{') {
                depth += 1;
            } else if bare(at, ',') && depth == 0 {
                commas.push(at);
            } else if bare(at, '}') && depth > 0 {
                depth -= 1;
            } else if bare(at, '}') {
                commas.push(at);
                if commas.len() > 2 {
                    let choices = commas
                        .windows(2)
                        .filter_map(|pair| Some(atoms.get(pair.first()? + 1..*pair.last()?)?.to_vec()))
                        .collect();
                    return Some((start, at, choices));
                }
                if let Some(choices) = sequence(atoms.get(start + 1..at).unwrap_or_default()) {
                    return Some((start, at, choices));
                }
                break;
            }
        }
    }
    None
}

/// `1..5`, `a..e`, with a step as third part.
fn sequence(atoms: &[Atom]) -> Option<Vec<Vec<Atom>>> {
    let letter = |atom: &Atom| match atom {
        Atom::Char(letter, Mark::Bare) => Some(*letter),
        _ => None,
    };
    let text: String = atoms.iter().map(letter).collect::<Option<_>>()?;
    let mut parts = text.split("..");
    let (first, last) = (parts.next()?, parts.next()?);
    let unknown = || Some(vec![vec![Atom::Unknown { splits: true }]]);
    if let (Ok(first), Ok(last)) = (first.parse::<i64>(), last.parse::<i64>()) {
        let padded = [text.as_str()].iter().any(|text| text.starts_with('0') && text.len() > 1) || text.contains("..0");
        if padded || parts.next().is_some() || first.abs_diff(last) as usize >= BRACE_LIMIT {
            return unknown();
        }
        let word = |number: i64| number.to_string().chars().map(|c| Atom::Char(c, Mark::Bare)).collect();
        return Some((first.min(last)..=first.max(last)).map(word).collect());
    }
    let one = |text: &str| text.chars().next().filter(|c| c.is_ascii_alphabetic() && text.len() == 1);
    let (first, last) = (one(first)?, one(last)?);
    if parts.next().is_some() {
        return unknown();
    }
    Some((first.min(last)..=first.max(last)).map(|c| vec![Atom::Char(c, Mark::Bare)]).collect())
}

pub(super) fn split(atoms: &[Atom], written: &str, fields: &mut Vec<Field>) {
    let blank = |atom: &Atom| matches!(atom, Atom::Char(' ' | '\t' | '\n', Mark::Expanded));
    if !atoms.iter().any(blank) {
        fields.push(field(atoms, written));
        return;
    }
    fields.extend(atoms.split(blank).filter(|part| !part.is_empty()).map(|part| field(part, written)));
}

/// Wildcards apart from text.
pub(super) fn field(atoms: &[Atom], written: &str) -> Field {
    let mut pieces = Vec::new();
    let mut text = String::new();
    let mut base = None;
    let mut splits = false;
    let mut at = 0;
    while let Some(atom) = atoms.get(at) {
        let active = |letter: char| matches!(atom, Atom::Char(found, Mark::Bare | Mark::Expanded) if *found == letter);
        let mut push = |text: &mut String, piece: Piece| {
            pieces.push(Piece::Literal(std::mem::take(text)));
            pieces.push(piece);
        };
        let extended = atoms.get(at + 1) == Some(&Atom::Char('(', Mark::Bare));
        match atom {
            Atom::Home if at == 0 => {
                base = Some(Base::Home);
                text.push('~');
            }
            Atom::Start if at == 0 => {
                base = Some(Base::Start);
                at += usize::from(matches!(atoms.get(1), Some(Atom::Char('/', _))));
            }
            Atom::Home | Atom::Start => push(&mut text, Piece::Unknown),
            Atom::Wild(letter) => push(&mut text, Piece::Glob(letter.to_string())),
            Atom::Unknown { splits: many } => {
                splits |= many;
                push(&mut text, Piece::Unknown);
            }
            Atom::Char('?' | '*' | '+' | '@' | '!', Mark::Bare) if extended => {
                push(&mut text, Piece::Unknown);
                at = atoms.iter().rposition(|atom| *atom == Atom::Char(')', Mark::Bare)).unwrap_or(at).max(at);
            }
            Atom::Char(letter, _) if active('*') || active('?') => push(&mut text, Piece::Glob(letter.to_string())),
            Atom::Char(letter, _) if active('[') => match class(atoms.get(at + 1..).unwrap_or_default()) {
                Some((class, used)) => {
                    push(&mut text, Piece::Glob(class));
                    at += used;
                }
                None => text.push(*letter),
            },
            Atom::Char(letter, _) => text.push(*letter),
        }
        at += 1;
    }
    pieces.push(Piece::Literal(text));
    Field::new(pieces, base, splits, written)
}

/// A `[…]` from behind its bracket: its text, and how many atoms it takes.
fn class(rest: &[Atom]) -> Option<(String, usize)> {
    let mut text = "[".to_owned();
    for (at, atom) in rest.iter().enumerate() {
        match atom {
            Atom::Char('/', _) => return None,
            Atom::Char(']', Mark::Bare | Mark::Expanded) if at > 0 && text != "[!" => {
                text.push(']');
                return Some((text, at + 1));
            }
            Atom::Char('^', _) if at == 0 => text.push('!'),
            Atom::Char(letter, _) => text.push(*letter),
            _ => return None,
        }
    }
    None
}

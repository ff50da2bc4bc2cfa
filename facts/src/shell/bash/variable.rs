//! Variables in words: their known values, `$@` and lists, `$HOME` and `$PWD`.

use shuck_ast::{BourneParameterExpansion, ParameterExpansionSyntax, VarRef, Word, WordPart, WordPartNode};

use super::expand::{Atom, Mark};
use super::word::Cook;
use crate::shell::field::{Base, Field, Piece};

/// A word takes no more values once it has so many letters.
const WORD_LIMIT: usize = 1 << 16;

impl Cook<'_, '_> {
    /// `"$@"`, `$@` and `"${list[@]}"` as a whole word: the known words of the list.
    pub(super) fn list(&self, word: &Word) -> Option<Vec<Vec<Atom>>> {
        let (part, quoted) = match word.parts.as_slice() {
            [WordPartNode { kind: WordPart::DoubleQuoted { parts, .. }, .. }] => (parts.first()?, parts.len() == 1),
            [part] => (part, true),
            _ => return None,
        };
        if !quoted {
            return None;
        }
        match &part.kind {
            WordPart::Variable(name) if matches!(name.as_str(), "@" | "*") => self.scope.positional.clone(),
            WordPart::Parameter(parameter) => match &parameter.syntax {
                ParameterExpansionSyntax::Bourne(BourneParameterExpansion::Access { reference }) => {
                    self.elements(reference)
                }
                _ => None,
            },
            WordPart::ArrayAccess(reference) => self.elements(reference),
            _ => None,
        }
    }

    fn elements(&self, reference: &VarRef) -> Option<Vec<Vec<Atom>>> {
        if reference.has_array_selector() {
            return self.scope.lists.get(reference.name.as_str()).cloned();
        }
        matches!(reference.name.as_str(), "@" | "*").then(|| self.scope.positional.clone()).flatten()
    }

    pub(super) fn variable(&mut self, name: &str, quoted: bool, atoms: &mut Vec<Atom>) {
        let mark = if quoted { Mark::Quoted } else { Mark::Expanded };
        let number = name.parse::<usize>().ok();
        let argument = number.and_then(|number| self.scope.positional.as_ref()?.get(number.checked_sub(1)?));
        let known = argument.or_else(|| self.scope.variables.get(name)).filter(|_| !self.scope.opaque);
        match (name, known) {
            // Values in values: what comes of them is no path.
            (_, Some(_)) if atoms.len() > WORD_LIMIT => atoms.push(Atom::Unknown { splits: !quoted }),
            (_, Some(value)) => {
                // With another `IFS`, where the words of an unquoted value end is not known.
                if !quoted && self.scope.variables.contains_key("IFS") {
                    atoms.push(Atom::Unknown { splits: true });
                    return;
                }
                atoms.extend(value.iter().map(|atom| match atom {
                    Atom::Char(letter, _) => Atom::Char(*letter, mark),
                    Atom::Unknown { .. } => Atom::Unknown { splits: !quoted },
                    other => *other,
                }));
            }
            ("HOME", None) => atoms.push(Atom::Home),
            ("PWD", None) => match self.here {
                Some(place) => atoms.extend(place_atoms(place)),
                None => atoms.push(Atom::Unknown { splits: !quoted }),
            },
            _ => atoms.push(Atom::Unknown { splits: !quoted }),
        }
    }
}

fn place_atoms(place: &Field) -> Vec<Atom> {
    let mut atoms = Vec::new();
    if place.base() == Base::Relative {
        atoms.push(Atom::Start);
        if !place.is_empty() {
            atoms.push(Atom::Char('/', Mark::Quoted));
        }
    }
    atoms.extend(atoms_of(place));
    atoms
}

/// A word that was expanded already, as the value of a variable.
pub(super) fn atoms_of(field: &Field) -> Vec<Atom> {
    let mut atoms = Vec::new();
    match field.base() {
        Base::Home => atoms.push(Atom::Home),
        Base::Start => {
            atoms.push(Atom::Start);
            if !field.is_empty() {
                atoms.push(Atom::Char('/', Mark::Quoted));
            }
        }
        Base::Relative | Base::Absolute => {}
    }
    for (at, piece) in field.pieces().iter().enumerate() {
        match piece {
            Piece::Literal(text) => {
                let skipped = usize::from(at == 0 && field.base() == Base::Home);
                atoms.extend(text.chars().skip(skipped).map(|letter| Atom::Char(letter, Mark::Expanded)));
            }
            Piece::Glob(text) => atoms.extend(text.chars().map(Atom::Wild)),
            Piece::Unknown => atoms.push(Atom::Unknown { splits: field.splits }),
        }
    }
    atoms
}

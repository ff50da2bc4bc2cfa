//! Words and assignments, cooked under what is known at their place.

use shuck_ast::{Assignment, AssignmentValue, Word};

use super::Source;
use super::expand::Atom;
use super::walk::Walker;
use super::word::{Cook, atoms_of};
use crate::shell::field::Field;
use crate::shell::place::Places;

impl Walker {
    /// Cooks under what is known here, then reads the scripts that the words hold.
    pub(super) fn cooked<'a, T>(
        &mut self,
        source: &'a Source,
        places: &Places,
        cook: impl FnOnce(&mut Cook<'a, '_>) -> T,
    ) -> T {
        let mut cooking = Cook {
            text: &source.text,
            scope: &self.scope,
            here: places.single(),
            nested: Vec::new(),
        };
        let value = cook(&mut cooking);
        let nested = cooking.nested;
        for body in nested {
            self.subshell(source, body, places);
        }
        value
    }

    pub(super) fn words<'a>(
        &mut self,
        source: &'a Source,
        words: impl IntoIterator<Item = &'a Word>,
        places: &Places,
    ) -> Vec<Field> {
        self.cooked(source, places, |cook| {
            words
                .into_iter()
                .flat_map(|word| cook.fields(word))
                .collect()
        })
    }

    pub(super) fn assign(&mut self, source: &Source, assignment: &Assignment, places: &Places) {
        let name = assignment.target.name.as_str().to_owned();
        let whole = assignment.target.subscript.is_none();
        match &assignment.value {
            AssignmentValue::Scalar(word) => {
                let mut value = self.cooked(source, places, |cook| cook.value(word));
                if assignment.append {
                    let mut before = self
                        .scope
                        .variables
                        .get(&name)
                        .cloned()
                        .unwrap_or_else(|| vec![Atom::Unknown { splits: true }]);
                    before.extend(value);
                    value = before;
                }
                self.scope.forget(&name);
                if whole {
                    self.scope.variables.insert(name, value);
                }
            }
            AssignmentValue::Compound(list) => {
                let words: Vec<&Word> = list
                    .elements
                    .iter()
                    .map(|element| &element.value().word)
                    .collect();
                let fields = self.words(source, words, places);
                let before = if assignment.append {
                    self.scope.lists.get(&name).cloned()
                } else {
                    Some(Vec::new())
                };
                self.scope.forget(&name);
                let values = fields.iter().map(atoms_of);
                if let Some(mut list) = before.filter(|_| whole) {
                    list.extend(values);
                    self.scope.lists.insert(name, list);
                }
            }
        }
    }
}

//! Words and assignments, cooked under what is known at their place.

use shuck_ast::{ArrayElem, Assignment, AssignmentValue, Word};

use super::expand::Atom;
use super::variable::atoms_of;
use super::walk::Walker;
use super::word::{Cook, Nested, STREAM};
use super::{Source, count};
use crate::shell::field::Field;
use crate::shell::place::Places;

/// A longer value counts as unknown: it names no path, and values that hold one another grow fast.
const VALUE_LIMIT: usize = 8192;
/// A list of more words counts as unknown.
const LIST_LIMIT: usize = 512;

impl Walker {
    /// Cooks under what is known here, then reads the scripts that the words hold.
    pub(super) fn cooked<'a, T>(
        &mut self,
        source: &'a Source,
        places: &Places,
        cook: impl FnOnce(&mut Cook<'a, '_>) -> T,
    ) -> T {
        let mut cooking = Cook { text: &source.text, scope: &self.scope, here: places.single(), nested: Vec::new() };
        let value = cook(&mut cooking);
        let nested = cooking.nested;
        for inner in nested {
            match inner {
                Nested::Body(body) => {
                    self.subshell(source, body, places);
                }
                Nested::Stream(body) => {
                    let output = self.subshell(source, body, places).unwrap_or_default();
                    self.files.entry(STREAM.to_owned()).or_default().push_str(&output);
                }
                Nested::Text(text, line, column) => {
                    let at = source.origin.unwrap_or((count(line), count(column)));
                    let scope = self.scope.clone();
                    self.nested(&text, at, places);
                    self.scope = scope;
                }
            }
        }
        value
    }

    pub(super) fn words<'a>(
        &mut self,
        source: &'a Source,
        words: impl IntoIterator<Item = &'a Word>,
        places: &Places,
    ) -> Vec<Field> {
        self.cooked(source, places, |cook| words.into_iter().flat_map(|word| cook.fields(word)).collect())
    }

    pub(super) fn assign(&mut self, source: &Source, assignment: &Assignment, places: &Places) {
        let name = assignment.target.name.as_str().to_owned();
        let subscript = assignment.target.subscript.as_deref();
        let whole = subscript.is_none();
        if let Some(word) = subscript.and_then(|subscript| subscript.word_ast()) {
            self.cooked(source, places, |cook| cook.inside(word));
        }
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
                if whole && value.len() <= VALUE_LIMIT {
                    self.scope.variables.insert(name, value);
                }
            }
            AssignmentValue::Compound(list) => {
                let words: Vec<&Word> = list.elements.iter().map(|element| &element.value().word).collect();
                for element in &list.elements {
                    if let ArrayElem::Keyed { key, .. } | ArrayElem::KeyedAppend { key, .. } = element
                        && let Some(word) = key.word_ast()
                    {
                        self.cooked(source, places, |cook| cook.inside(word));
                    }
                }
                let fields = self.words(source, words, places);
                let before = if assignment.append { self.scope.lists.get(&name).cloned() } else { Some(Vec::new()) };
                self.scope.forget(&name);
                let values = fields.iter().map(atoms_of);
                if let Some(mut list) = before.filter(|_| whole) {
                    list.extend(values);
                    if list.len() <= LIST_LIMIT {
                        self.scope.lists.insert(name, list);
                    }
                }
            }
        }
    }
}

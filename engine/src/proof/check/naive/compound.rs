//! Records against what they are made of. Refuses to know whole bodies.

use super::solve::Truth;
use super::{Missing, Naive};
use crate::interner::Word;
use crate::program::{Compound, Rule, Term};

impl Naive<'_> {
    /// How a record stands to its fields: made from them where it has no value, else compared with them one by one.
    pub(super) fn composed(&mut self, rule: &Rule, compound: &Compound, bindings: &[Option<Word>]) -> Truth {
        let values: Vec<Result<Word, Missing>> =
            compound.fields.iter().map(|field| self.word(rule, field, bindings)).collect();
        if values.contains(&Err(Missing::Value)) {
            return Truth::Unknown;
        }
        let Some(record) = bindings[compound.result.0 as usize] else {
            let whole: Result<Vec<Word>, Missing> = values.into_iter().collect();
            let Ok(fields) = whole else {
                return Truth::Open;
            };
            return match self.interner.compound(compound.of, compound.constructor, &fields) {
                Ok(word) => Truth::Holds(vec![(compound.result, word)]),
                Err(_) => Truth::Unknown,
            };
        };
        let (constructor, fields) = self.interner.parts(record);
        if constructor != compound.constructor || fields.len() != values.len() {
            return Truth::Fails;
        }
        let mut bound: Vec<(crate::program::VariableId, Word)> = Vec::new();
        for ((term, value), &field) in compound.fields.iter().zip(values).zip(fields) {
            match (term, value) {
                (Term::Wildcard, _) => {}
                (Term::Variable(id), Err(_)) => bound.push((*id, field)),
                (_, Ok(value)) if value == field => {}
                _ => return Truth::Fails,
            }
        }
        // One variable in two fields.
        let clash = bound.iter().any(|(id, word)| bound.iter().any(|(other, found)| id == other && word != found));
        if clash { Truth::Fails } else { Truth::Holds(bound) }
    }
}

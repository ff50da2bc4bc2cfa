//! The names that proofs use: those of the program, with made-up ones (which no text can spell, and which depend on the
//! order of clauses) replaced by names that can be read back and depend on what they stand for. Refuses to know rows.

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::sync::Arc;

use super::id::Hasher;
use crate::program::{Program, RelationId, Rule, RuleId, Term, VariableId, text};

/// A program in its canonical spelling.
pub(crate) struct Canonical {
    program: Program,
    texts: Vec<OnceCell<Arc<str>>>,
}

impl Canonical {
    /// The canonical spelling of a program.
    pub(crate) fn new(program: &Program) -> Self {
        let mut own = Program::default();
        own.relations.clone_from(&program.relations);
        own.rules.clone_from(&program.rules);
        own.functors.clone_from(&program.functors);
        own.types = program.types.clone();
        own.rules.iter_mut().for_each(spell_variables);
        let texts = vec![OnceCell::new(); own.rules.len()];
        let mut canonical = Self { program: own, texts };
        canonical.spell_relations();
        canonical
    }

    /// Inner made-up relations come after the ones that use them, so the last is named first.
    fn spell_relations(&mut self) {
        for index in (0..self.program.relations.len()).rev() {
            if !self.program.relations[index].name.starts_with('?') {
                continue;
            }
            self.program.relations[index].name = "alternatives".into();
            let own = self.program.rules.iter().filter(|rule| rule.head.0 as usize == index);
            let texts: BTreeSet<String> = own.map(|rule| text::rule(&self.program, rule)).collect();
            let mut hasher = Hasher::new("alternatives");
            for attribute in &self.program.relations[index].attributes {
                hasher.text(self.program.kind_name(attribute.kind));
            }
            texts.iter().for_each(|text| hasher.text(text));
            let mut name = format!("alternatives_{}", hasher.finish().short());
            while self.program.find(&name).is_some_and(|taken| (taken.0 as usize) < index) {
                name.push('_');
            }
            self.program.relations[index].name = name.into();
        }
    }

    /// A relation's name.
    pub(crate) fn name(&self, relation: RelationId) -> Arc<str> {
        self.program.relation(relation).name.clone()
    }

    /// A rule's text.
    pub(crate) fn rule(&self, id: RuleId) -> &Arc<str> {
        self.texts[id.0 as usize].get_or_init(|| rule_text(&self.program, self.program.rule(id)).into())
    }

    /// The text of a literal of a rule, by its position.
    pub(crate) fn literal(&self, id: RuleId, at: usize) -> String {
        let rule = self.program.rule(id);
        rule.body.get(at).map_or_else(String::new, |literal| text::literal(&self.program, rule, literal))
    }

    /// The text of a term of a rule.
    pub(crate) fn term(&self, id: RuleId, term: &Term) -> String {
        text::term(&self.program, self.program.rule(id), term)
    }

    /// The name of a rule's variable.
    pub(crate) fn variable(&self, id: RuleId, variable: VariableId) -> Arc<str> {
        self.program.rule(id).variables[variable.0 as usize].name.clone()
    }
}

/// A rule's text; one without a body is not a fact's.
pub(crate) fn rule_text(program: &Program, rule: &Rule) -> String {
    let mut text = text::rule(program, rule);
    if rule.body.is_empty() {
        text.pop();
        text.push_str(" :- true.");
    }
    text
}

/// Gives made-up variables names that no other variable of the rule has.
fn spell_variables(rule: &mut Rule) {
    for index in 0..rule.variables.len() {
        let Some(rest) = rule.variables[index].name.strip_prefix('?') else {
            continue;
        };
        let mut name = format!("_value{}", rest.replace('.', "_"));
        while rule.variables.iter().any(|other| *other.name == *name) {
            name.push('_');
        }
        rule.variables[index].name = name.into();
    }
}

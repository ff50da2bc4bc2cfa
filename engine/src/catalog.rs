//! What a program consists of, relation by relation: where each is declared, which clauses derive it, and what reads it.
//! A reader can rely on: relations are in the order of their declarations, clauses and readers in that of the text, each
//! once. Knows no tuples and no layout.

use crate::program::{Program, RelationId, Rule};
use crate::source::Span;
use crate::stratum::reads;

/// A relation and its surroundings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The relation.
    pub relation: RelationId,
    /// The clauses with a body that derive it.
    pub rules: Vec<Span>,
    /// Facts of the text.
    pub facts: usize,
    /// The relations whose rules read it, itself included where it is recursive.
    pub read_by: Vec<RelationId>,
    /// The actions (`@[remedy]`) that read it or would add to it.
    pub actions: Vec<Span>,
}

/// Every relation of a program.
#[must_use]
pub fn catalog(program: &Program) -> Vec<Entry> {
    let mut entries: Vec<Entry> = (0..)
        .map(RelationId)
        .zip(&program.relations)
        .map(|(relation, _)| Entry { relation, rules: Vec::new(), facts: 0, read_by: Vec::new(), actions: Vec::new() })
        .collect();
    let mut at = |id: RelationId, change: &mut dyn FnMut(&mut Entry)| {
        if let Some(entry) = entries.get_mut(id.0 as usize) {
            change(entry);
        }
    };
    for fact in &program.facts {
        at(fact.relation, &mut |entry| entry.facts += 1);
    }
    for rule in &program.rules {
        at(rule.head, &mut |entry| entry.rules.push(rule.span));
        visit(rule, &mut |id| at(id, &mut |entry| entry.read_by.push(rule.head)));
    }
    for action in &program.remedies {
        at(action.head, &mut |entry| entry.actions.push(action.span));
        visit(action, &mut |id| at(id, &mut |entry| entry.actions.push(action.span)));
    }
    for entry in &mut entries {
        // Alternatives of a body are rules of their own, of one clause.
        for places in [&mut entry.rules, &mut entry.actions] {
            places.sort_unstable_by_key(|span| (span.source, span.start));
            places.dedup();
        }
        entry.read_by.sort_unstable();
        entry.read_by.dedup();
    }
    entries
}

fn visit(rule: &Rule, found: &mut dyn FnMut(RelationId)) {
    reads(&rule.body, &mut |_, id, _| found(id));
}

//! One row's derivations among the rows of earlier rounds, and the least of them. Refuses to know graphs of facts.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

use rustc_hash::FxHashMap;

use super::ProofError;
use crate::explain::{Explainer, State, Task};
use crate::interner::Word;
use crate::model::RowId;
use crate::program::{Form, RelationId, Rule, RuleId, Term};

/// A rule and a match of its body.
#[derive(Clone, Debug)]
pub(super) struct Match {
    pub(super) rule: RuleId,
    pub(super) state: State,
}

impl<'p> Explainer<'p, '_> {
    /// The least derivation of a row from rows of earlier rounds.
    pub(super) fn least_derivation(&mut self, relation: RelationId, row: RowId) -> Result<Match, ProofError> {
        let before = Some((self.stratum(relation), self.round(relation, row)));
        let mut cut = false;
        for &rule in self.rules_of(relation).iter() {
            self.allow_work();
            let mut best: Option<State> = None;
            self.each_derivation(rule, row, before, &mut |explainer, task, state| {
                let less = best.as_ref().is_none_or(|best| explainer.order(task, state, best).is_lt());
                if less {
                    best = Some(state.clone());
                }
                ControlFlow::Continue(())
            });
            if let Some(state) = best {
                return Ok(Match { rule, state });
            }
            cut |= self.is_spent();
        }
        Err(if cut { ProofError::Cut } else { ProofError::NotFound })
    }

    /// The least derivations of many rows of one round, as [`Self::least_derivation`] finds each. A computed term of a head
    /// (`cat`) cannot be bound by its value, so a search for each row goes over the same matches again; here each rule's
    /// matches are gone over once. A row that is not among the result is to be looked for by itself.
    pub(super) fn least_derivations(&mut self, relation: RelationId, rows: &[RowId]) -> Vec<(RowId, Match)> {
        let Some(&first) = rows.first() else {
            return Vec::new();
        };
        let before = Some((self.stratum(relation), self.round(relation, first)));
        let words = |row: &RowId| (self.model().relation(relation).row(row.0).to_vec(), *row);
        // Looked up, never iterated.
        let mut wanted: FxHashMap<Vec<Word>, RowId> = rows.iter().map(words).collect();
        let mut found = Vec::new();
        for &id in self.rules_of(relation).iter() {
            let rule = self.program().rule(id);
            let task = self.task(rule, before);
            let mut state = State::new(&task, vec![None; rule.variables.len()]);
            let mut best: BTreeMap<RowId, State> = BTreeMap::new();
            self.allow_work();
            // Nothing stops the search but its bound.
            let _ = self.each_match(&task, &mut state, 0, &mut |explainer, state| {
                let head = rule.terms.iter().map(|term| explainer.word(rule, term, &state.bindings).ok());
                let row = head.collect::<Option<Vec<Word>>>().and_then(|head| wanted.get(&head).copied());
                if let Some(row) = row {
                    let less = best.get(&row).is_none_or(|best| explainer.order(&task, state, best).is_lt());
                    if less {
                        best.insert(row, state.clone());
                    }
                }
                ControlFlow::Continue(())
            });
            if self.is_spent() {
                // What this rule gives was not seen to be the least, and later rules may not win over it.
                return found;
            }
            wanted.retain(|_, row| !best.contains_key(row));
            found.extend(best.into_iter().map(|(row, state)| (row, Match { rule: id, state })));
        }
        found
    }

    /// Every derivation of a row from all rows, in the order of rules and values; at most `most` of each rule.
    pub(super) fn all_derivations(&mut self, relation: RelationId, row: RowId, most: usize) -> Vec<Match> {
        let mut all = Vec::new();
        for &rule in self.rules_of(relation).iter() {
            self.allow_work();
            let mut own: Vec<State> = Vec::new();
            self.each_derivation(rule, row, None, &mut |explainer, task, state| {
                let at = own.partition_point(|other| explainer.order(task, other, state).is_le());
                if at < most {
                    own.insert(at, state.clone());
                    own.truncate(most);
                }
                ControlFlow::Continue(())
            });
            all.extend(own.into_iter().map(|state| Match { rule, state }));
        }
        all
    }

    /// Visits every derivation of a row by a rule.
    pub(crate) fn each_derivation(
        &mut self,
        id: RuleId,
        row: RowId,
        before: Option<(usize, usize)>,
        found: &mut dyn FnMut(&Self, &Task<'_>, &State) -> ControlFlow<()>,
    ) {
        let rule: &'p Rule = self.program().rule(id);
        let task = self.task(rule, before);
        let words = self.model().relation(rule.head).row(row.0).to_vec();
        let Some(bindings) = self.bind_head(rule, &words) else {
            return;
        };
        let mut state = State::new(&task, bindings);
        // Nothing stops the search but its bound.
        let _ = self.each_match(&task, &mut state, 0, &mut |explainer, state| {
            if explainer.derives(rule, &words, state) {
                found(explainer, &task, state)
            } else {
                ControlFlow::Continue(())
            }
        });
    }

    /// What the head's variables stand for in a row; none where the head cannot give it.
    pub(crate) fn bind_head(&mut self, rule: &Rule, words: &[Word]) -> Option<Vec<Option<Word>>> {
        let mut bindings = vec![None; rule.variables.len()];
        for (term, &word) in rule.terms.iter().zip(words) {
            match term {
                Term::Variable(id) => {
                    let known = bindings[id.0 as usize].get_or_insert(word);
                    if *known != word {
                        return None;
                    }
                }
                Term::Constant(_) if self.word(rule, term, &bindings) != Ok(word) => return None,
                _ => {}
            }
        }
        Some(bindings)
    }

    /// Whether the head's computed terms give the row.
    fn derives(&mut self, rule: &Rule, words: &[Word], state: &State) -> bool {
        let mut terms = rule.terms.iter().zip(words);
        terms.all(|(term, &word)| {
            matches!(term, Term::Variable(_) | Term::Constant(_)) || self.word(rule, term, &state.bindings) == Ok(word)
        })
    }

    /// Premises by their values, then bindings.
    pub(crate) fn order(&self, task: &Task<'_>, left: &State, right: &State) -> Ordering {
        let interner = self.model().interner();
        let mut ordering = Ordering::Equal;
        for (at, literal) in task.body.iter().enumerate() {
            let Form::Positive(atom) = &literal.form else {
                continue;
            };
            let (Some(left), Some(right)) = (left.rows[at], right.rows[at]) else {
                continue;
            };
            if left != right {
                ordering = ordering.then_with(|| self.model().order(atom.relation, RowId(left), RowId(right)));
            }
        }
        let variables = task.rule.variables.iter().zip(left.bindings.iter().zip(&right.bindings));
        variables.fold(ordering, |ordering, (variable, (left, right))| {
            ordering.then_with(|| match (left, right) {
                (Some(left), Some(right)) => interner.compare(*left, *right, variable.kind),
                _ => left.is_some().cmp(&right.is_some()),
            })
        })
    }
}

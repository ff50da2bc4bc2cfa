//! The literals of a match, as premises of a proof. Refuses to know how the facts among them are proved.

use std::collections::BTreeSet;

use super::derive::Match;
use super::id::{Hasher, ProofId};
use crate::explain::{Explainer, State, Task};
use crate::host::Value;
use crate::model::RowId;
use crate::plan::kind_of;
use crate::program::{Aggregate, Atom, Form, Literal, RelationId, RuleId, Term};

/// Rows that an aggregate lists.
const LISTED: usize = 10;

/// A premise whose facts are rows of the model.
#[derive(Clone, Debug)]
pub(super) enum Sketch {
    Fact(RelationId, RowId),
    Absent { relation: RelationId, pattern: Vec<Option<Value>> },
    Holds { text: String, values: Vec<(String, Value)> },
    Aggregate { text: String, result: Value, matches: u64, total: u64, rows: Vec<(RelationId, RowId)>, digest: ProofId },
}

impl Explainer<'_, '_> {
    /// The premises of a match, in the order of the body.
    pub(super) fn sketches(&mut self, found: &Match) -> Vec<Sketch> {
        let rule = self.program().rule(found.rule);
        let task = self.task(rule, None);
        let literals = rule.body.iter().enumerate();
        literals.map(|(at, literal)| self.sketch(found.rule, &task, at, literal, &found.state)).collect()
    }

    fn sketch(&mut self, id: RuleId, task: &Task<'_>, at: usize, literal: &Literal, state: &State) -> Sketch {
        match &literal.form {
            Form::Positive(atom) => Sketch::Fact(atom.relation, RowId(state.rows[at].unwrap_or(u32::MAX))),
            Form::Negative(atom) => {
                Sketch::Absent { relation: atom.relation, pattern: self.pattern(task, atom, state) }
            }
            Form::Aggregate(aggregate) => self.sketch_aggregate(id, task, at, aggregate, state),
            Form::Compare { left, right, .. } => self.sketch_values(id, task, at, &[left, right], state),
            Form::Test { pattern, text, .. } => self.sketch_values(id, task, at, &[pattern, text], state),
            Form::Range { result, from, to, step, .. } => {
                let result = Term::Variable(*result);
                let terms = [Some(&result), Some(from), Some(to), step.as_ref()];
                let terms: Vec<&Term> = terms.into_iter().flatten().collect();
                self.sketch_values(id, task, at, &terms, state)
            }
            Form::Compound(compound) => {
                let result = Term::Variable(compound.result);
                let terms: Vec<&Term> = [&result].into_iter().chain(&compound.fields).collect();
                self.sketch_values(id, task, at, &terms, state)
            }
            Form::Never => Sketch::Holds { text: self.canonical().literal(id, at), values: Vec::new() },
        }
    }

    /// An atom's arguments, as far as they are known.
    pub(crate) fn pattern(&mut self, task: &Task<'_>, atom: &Atom, state: &State) -> Vec<Option<Value>> {
        let kinds: Vec<_> = self.program().relation(atom.relation).attributes.iter().map(|one| one.kind).collect();
        let columns = atom.arguments.iter().zip(kinds);
        columns
            .map(|(argument, kind)| {
                let word = self.word(task.rule, argument, &state.bindings).ok()?;
                Some(self.value_of(word, kind))
            })
            .collect()
    }

    fn sketch_values(&mut self, id: RuleId, task: &Task<'_>, at: usize, terms: &[&Term], state: &State) -> Sketch {
        let mut values = Vec::new();
        self.values(id, task, terms, state, &mut values);
        Sketch::Holds { text: self.canonical().literal(id, at), values }
    }

    /// Text and value of every term but constants, from the outside in.
    pub(crate) fn values(
        &mut self,
        id: RuleId,
        task: &Task<'_>,
        terms: &[&Term],
        state: &State,
        into: &mut Vec<(String, Value)>,
    ) {
        let mut stack: Vec<&Term> = terms.iter().rev().copied().collect();
        while let Some(term) = stack.pop() {
            if let Term::Call { arguments, .. } | Term::Functor { arguments, .. } = term {
                stack.extend(arguments.iter().rev());
            }
            if matches!(term, Term::Constant(_) | Term::Wildcard) {
                continue;
            }
            let text = self.canonical().term(id, term);
            if into.iter().any(|(known, _)| *known == text) {
                continue;
            }
            let kind = kind_of(term, task.rule, self.program());
            if let Ok(word) = self.word(task.rule, term, &state.bindings) {
                into.push((text, self.value_of(word, kind)));
            }
        }
    }

    fn sketch_aggregate(
        &mut self,
        id: RuleId,
        task: &Task<'_>,
        at: usize,
        aggregate: &Aggregate,
        state: &State,
    ) -> Sketch {
        let text = self.canonical().literal(id, at);
        let word = state.bindings[aggregate.result.0 as usize];
        let result = word.map_or(Value::Number(0), |word| self.result_value(task.rule, aggregate, word));
        self.allow_work();
        let folded = self.fold(task, aggregate, state, true);
        let (matches, rows) = folded.map_or((0, BTreeSet::new()), |folded| (folded.total, folded.rows));
        let mut rows: Vec<(RelationId, RowId)> = rows.into_iter().map(|(id, row)| (id, RowId(row))).collect();
        rows.sort_by(|&(left, left_row), &(right, right_row)| {
            let names = self.canonical().name(left).cmp(&self.canonical().name(right));
            names.then_with(|| self.model().order(left, left_row, right_row))
        });
        let mut hasher = Hasher::new("rows");
        for &(relation, row) in &rows {
            hasher.text(&self.canonical().name(relation));
            hasher.values(&self.model().row(relation, row));
        }
        let total = rows.len() as u64;
        rows.truncate(LISTED);
        Sketch::Aggregate { text, result, matches, total, rows, digest: hasher.finish() }
    }
}

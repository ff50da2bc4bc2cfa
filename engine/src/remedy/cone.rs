//! Which actions may matter at all, by values and not only by relations. Every program is loosened: literals that negate
//! what actions can reach are dropped, so that with the facts of all actions it derives whatever any set of actions
//! lets the program derive. What lies behind the goal's rows there (premises of all derivations, and rows that a dropped
//! literal would have met) is all that the goal can depend on. Each such row is wanted or unwanted: the goal's rows are
//! unwanted, premises are as what they derive, and what a dropped literal would have met is the opposite. An action that
//! adds no wanted row is in no minimal set: without it, no unwanted row is there that was not, by induction over
//! derivations, and no wanted row is missing. Refuses to know sets of actions.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::actions::{Actions, with};
use super::{Added, Goal};
use crate::eval::Demand;
use crate::eval::demand;
use crate::explain::{Explainer, State};
use crate::interner::Word;
use crate::model::RowId;
use crate::program::{Form, Literal, Program, RelationId, Rule, Term};
use crate::stratum::{Polarity, reads, strata};

/// Rows that may lie behind a goal before it counts as depending on everything.
const MOST_ROWS: usize = 50_000;

type Row = (RelationId, RowId);

/// A row, and whether it is wanted: whether it is its presence that can take rows of the goal away, or its absence.
type Signed = (Row, bool);

/// A program without the negations that actions can meet.
pub(super) struct Loosened {
    program: Program,
    /// The rules as they were.
    original: Vec<Rule>,
    /// By relation: whether actions can reach it.
    affected: Vec<bool>,
    demand: Demand,
}

impl Loosened {
    /// Loosens a program for actions that add to these relations; none where an aggregate folds what they can reach.
    pub(super) fn new(actions: &Actions, goal: &Goal, heads: &BTreeSet<Arc<str>>) -> Option<Self> {
        let mut program = actions.program().clone();
        let original = program.rules.clone();
        let affected = affected(&program, heads);
        let wanted = demand::reach(&program, &Demand::Only(actions.demanded(goal)));
        for rule in &mut program.rules {
            let mut aggregates = false;
            reads(&rule.body, &mut |_, relation, polarity| {
                aggregates |= polarity == Polarity::Aggregated && affected[relation.0 as usize];
            });
            if aggregates && wanted[rule.head.0 as usize] {
                return None;
            }
            rule.body.retain(|literal| !is_dropped(literal, &affected));
        }
        program.strata = strata(&program);
        // What only dropped literals read is looked at too.
        let relations = program.relations.iter().zip(&wanted).zip(&affected);
        let names = relations.filter(|((_, wanted), affected)| **wanted && **affected);
        let names = names.map(|((relation, _), _)| relation.name.to_string());
        let demand = Demand::Only(names.chain(actions.demanded(goal)).collect());
        Some(Self { program, original, affected, demand })
    }

    /// What is evaluated.
    pub(super) fn demand(&self) -> &Demand {
        &self.demand
    }

    /// The program with facts.
    pub(super) fn with(&self, added: &[Added]) -> Program {
        with(&self.program, added)
    }
}

/// Relations that depend on these in any way.
fn affected(program: &Program, heads: &BTreeSet<Arc<str>>) -> Vec<bool> {
    let mut affected: Vec<bool> = program.relations.iter().map(|relation| heads.contains(&relation.name)).collect();
    let mut grows = true;
    while std::mem::take(&mut grows) {
        for rule in &program.rules {
            let mut reaches = false;
            reads(&rule.body, &mut |_, relation, _| reaches |= affected[relation.0 as usize]);
            if reaches && !std::mem::replace(&mut affected[rule.head.0 as usize], true) {
                grows = true;
            }
        }
    }
    affected
}

/// Whether a literal negates what actions can reach.
fn is_dropped(literal: &Literal, affected: &[bool]) -> bool {
    matches!(&literal.form, Form::Negative(atom) if affected[atom.relation.0 as usize])
}

/// What lies behind rows of a loosened program's model.
pub(super) struct Cone<'p, 'l> {
    explainer: Explainer<'p, 'static>,
    loosened: &'l Loosened,
    seen: BTreeSet<Signed>,
    stack: Vec<Signed>,
}

impl<'p, 'l> Cone<'p, 'l> {
    /// Nothing yet.
    pub(super) fn new(explainer: Explainer<'p, 'static>, loosened: &'l Loosened) -> Self {
        Self { explainer, loosened, seen: BTreeSet::new(), stack: Vec::new() }
    }

    /// Takes in rows, which are wanted or not.
    pub(super) fn add(&mut self, rows: impl IntoIterator<Item = Row>, wanted: bool) {
        self.stack.extend(rows.into_iter().map(|row| (row, wanted)));
    }

    /// Whether one of these facts is wanted.
    pub(super) fn holds(&mut self, facts: &[Added]) -> bool {
        facts.iter().any(|fact| {
            let row = self.explainer.find(&fact.relation, &fact.values);
            row.is_some_and(|row| self.seen.contains(&(row, true)))
        })
    }

    /// Follows what was taken in down to given facts; false where that is too much.
    pub(super) fn grow(&mut self) -> bool {
        while let Some(((relation, row), wanted)) = self.stack.pop() {
            // What no action can reach is the same whatever is done.
            if !self.loosened.affected[relation.0 as usize] || !self.seen.insert(((relation, row), wanted)) {
                continue;
            }
            if self.seen.len() > MOST_ROWS {
                return false;
            }
            for &id in self.explainer.rules_of(relation).iter() {
                let mut matches: Vec<State> = Vec::new();
                let mut used: Vec<Vec<Row>> = Vec::new();
                self.explainer.allow_work();
                self.explainer.each_derivation(id, row, None, &mut |_, task, state| {
                    used.push(Explainer::used(task, state).map(|(relation, row)| (relation, RowId(row))).collect());
                    matches.push(state.clone());
                    match matches.len() > MOST_ROWS {
                        true => ControlFlow::Break(()),
                        false => ControlFlow::Continue(()),
                    }
                });
                if self.explainer.is_spent() || matches.len() > MOST_ROWS {
                    return false;
                }
                for premises in used {
                    let premises = if wanted { premises } else { self.leading(premises) };
                    self.add(premises, wanted);
                }
                let loosened = self.loosened;
                let original = loosened.original.get(id.0 as usize);
                for (rule, state) in
                    original.into_iter().flat_map(|rule| matches.iter().map(move |state| (rule, state)))
                {
                    self.meet_dropped(rule, state, !wanted);
                }
            }
        }
        true
    }

    /// Premises of an unwanted row without those that hold whenever the others do: they go only where one of the others
    /// goes, which takes the row away already.
    fn leading(&mut self, mut premises: Vec<Row>) -> Vec<Row> {
        premises.retain(|(relation, _)| self.loosened.affected[relation.0 as usize]);
        premises.sort_unstable();
        premises.dedup();
        let mut at = 0;
        while premises.len() > 1 && at < premises.len() {
            let premise = premises.remove(at);
            if !self.follows(premise, &premises) {
                premises.insert(at, premise);
                at += 1;
            }
        }
        premises
    }

    /// Whether a row follows, by a rule that negates nothing that actions can reach, from these and from rows that no
    /// action can reach.
    fn follows(&mut self, (relation, row): Row, from: &[Row]) -> bool {
        let affected = &self.loosened.affected;
        let mut follows = false;
        for &id in self.explainer.rules_of(relation).iter() {
            let original = self.loosened.original.get(id.0 as usize);
            if original.is_none_or(|rule| rule.body.iter().any(|literal| is_dropped(literal, affected))) {
                continue;
            }
            self.explainer.allow_work();
            self.explainer.each_derivation(id, row, None, &mut |_, task, state| {
                let mut used = Explainer::used(task, state).map(|(relation, row)| (relation, RowId(row)));
                follows |= used.all(|used| !affected[used.0.0 as usize] || from.contains(&used));
                if follows { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
        }
        follows
    }

    /// Takes in the rows that dropped literals would have met.
    fn meet_dropped(&mut self, rule: &Rule, state: &State, wanted: bool) {
        for literal in &rule.body {
            let Form::Negative(atom) = &literal.form else {
                continue;
            };
            if !is_dropped(literal, &self.loosened.affected) {
                continue;
            }
            let mut argument = |term: &Term| self.explainer.word(rule, term, &state.bindings).ok();
            let words: Vec<Option<Word>> = atom.arguments.iter().map(&mut argument).collect();
            let rows = self.explainer.rows_like(atom.relation, &words);
            self.add(rows.into_iter().map(|row| (atom.relation, RowId(row))), wanted);
        }
    }
}

//! The actions that no minimal set can hold, found with the facts of all actions at once. Refuses to know in which order
//! sets are tried.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::Added;
use super::cone::{Cone, Loosened};
use super::ways::{Search, matches};
use crate::explain::Explainer;
use crate::model::RowId;
use crate::program::{Program, RelationId};

/// Evaluations until no action opens another; beyond, nothing is left out.
const MOST_ROUNDS: usize = 5;

type Row = (RelationId, RowId);

/// What goals of one relation share.
pub(super) struct All {
    /// By key.
    loosened: Vec<Loosened>,
    /// By key: the loosened program with all actions' facts.
    programs: Vec<Program>,
    actions: BTreeSet<usize>,
}

impl Search<'_, '_> {
    /// Numbers of actions that cannot matter; none where that could not be worked out.
    pub(super) fn pointless(&mut self, helpful: &BTreeSet<Arc<str>>) -> BTreeSet<usize> {
        let all = match self.all.take() {
            Some(known) => known,
            None => self.loosened(helpful).and_then(|loosened| self.all(helpful, loosened, &BTreeSet::new())),
        };
        let found = all.as_ref().and_then(|all| self.outside(all));
        self.all = Some(all);
        found.unwrap_or_default()
    }

    /// Numbers of actions that cannot matter in sets without these; none where that could not be worked out.
    pub(super) fn pointless_without(
        &mut self,
        helpful: &BTreeSet<Arc<str>>,
        without: &BTreeSet<usize>,
    ) -> BTreeSet<usize> {
        let all = self.loosened(helpful).and_then(|loosened| self.all(helpful, loosened, without));
        all.and_then(|all| self.outside(&all)).unwrap_or_default()
    }

    fn loosened(&self, helpful: &BTreeSet<Arc<str>>) -> Option<Vec<Loosened>> {
        let adds = self.prepared.iter().flat_map(|actions| helpful.iter().flat_map(|remedy| actions.heads(remedy)));
        let heads: BTreeSet<Arc<str>> = adds.collect();
        self.prepared.iter().map(|actions| Loosened::new(actions, self.goal, &heads)).collect()
    }

    /// Adds the facts of all actions but some, and of those that they open.
    fn all(&mut self, helpful: &BTreeSet<Arc<str>>, loosened: Vec<Loosened>, without: &BTreeSet<usize>) -> Option<All> {
        let mut actions: BTreeSet<usize> = BTreeSet::new();
        for _ in 0..MOST_ROUNDS {
            let added: Vec<Added> = actions.iter().flat_map(|&at| self.known[at].adds.iter().cloned()).collect();
            let programs: Vec<Program> = loosened.iter().map(|one| one.with(&added)).collect();
            let mut open = Vec::new();
            for (at, program) in programs.iter().enumerate() {
                let model = self.keys[at].evaluator.evaluate(program, loosened[at].demand()).ok()?;
                open.extend(self.prepared[at].open(&model));
            }
            let before = actions.len();
            for action in open {
                let useful = helpful.contains(&action.remedy);
                let number = self.number(action);
                if useful && !without.contains(&number) {
                    actions.insert(number);
                }
            }
            if actions.len() == before {
                return Some(All { loosened, programs, actions });
            }
        }
        None
    }

    /// The actions that are wanted neither for the goal nor for an action that is.
    fn outside(&mut self, all: &All) -> Option<BTreeSet<usize>> {
        let loosened = &all.loosened;
        let mut cones = Vec::new();
        // Per key and action: the rows by which it is open.
        let mut open: Vec<Vec<(usize, Vec<Row>)>> = Vec::new();
        for (at, program) in all.programs.iter().enumerate() {
            let model = self.keys[at].evaluator.evaluate(program, loosened[at].demand()).ok()?;
            let rows = self.prepared[at].open_rows(&model);
            open.push(rows.into_iter().map(|(action, rows)| (self.number(action), rows)).collect());
            let goal = model.program().find(&self.goal.relation);
            let denied = goal.into_iter().flat_map(|goal| {
                let rows = model.sorted_ids(goal).into_iter();
                let denied = rows.filter(|&row| matches(&model.row(goal, row), &self.goal.columns));
                denied.map(move |row| (goal, row)).collect::<Vec<Row>>()
            });
            let denied: Vec<Row> = denied.collect();
            let mut cone = Cone::new(Explainer::new(model), &loosened[at]);
            cone.add(denied, false);
            cones.push(cone);
        }
        let mut outside = all.actions.clone();
        loop {
            if !cones.iter_mut().all(Cone::grow) {
                return None;
            }
            let behind: Vec<usize> = outside
                .iter()
                .copied()
                .filter(|&action| cones.iter_mut().any(|cone| cone.holds(&self.known[action].adds)))
                .collect();
            if behind.is_empty() {
                return Some(outside);
            }
            for action in behind {
                outside.remove(&action);
                for (cone, open) in cones.iter_mut().zip(&open) {
                    let rows = open.iter().filter(|(other, _)| *other == action);
                    cone.add(rows.flat_map(|(_, rows)| rows.iter().copied()), true);
                }
            }
        }
    }
}

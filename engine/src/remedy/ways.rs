//! The search for ways: sets of actions in the order of their size. Refuses to know how actions are found open.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::actions::Actions;
use super::pointless::All;
use super::reach::Reach;
use super::{Action, Added, Bounds, Goal, Key, Way, Ways};
use crate::eval::Demand;
use crate::host::Value;
use crate::limits::EvalError;

/// The minimal sets of actions after which no row of the goal is left under any key.
///
/// # Errors
/// If a program cannot be evaluated as it is. A set with which it cannot is no way.
pub fn ways(keys: &mut [Key<'_>], goal: &Goal, bounds: &Bounds) -> Result<Ways, EvalError> {
    let mut search = Search::new(keys, std::slice::from_ref(goal), goal);
    search.ways(0, bounds)
}

/// The same for several goals, each with these bounds, in their order. Goals of one relation share their trials.
///
/// # Errors
/// If a program cannot be evaluated as it is.
pub fn ways_of_each(keys: &mut [Key<'_>], goals: &[Goal], bounds: &Bounds) -> Result<Vec<Ways>, EvalError> {
    let mut all = Vec::new();
    for group in goals.chunk_by(|left, right| left.relation == right.relation) {
        let Some(first) = group.first() else {
            continue;
        };
        let mut search = Search::new(keys, group, first);
        for at in 0..group.len() {
            all.push(search.ways(at, bounds)?);
        }
    }
    Ok(all)
}

/// What an evaluation under every key comes to.
struct Trial {
    /// Indexes of goals that have rows left.
    denied: BTreeSet<usize>,
    /// Indexes of actions.
    open: Vec<usize>,
}

/// What it comes to for one goal.
struct Outcome {
    denied: bool,
    /// Indexes of actions.
    open: Vec<usize>,
}

/// A set of actions that is not enough.
struct Tried {
    /// Indexes, in the order in which they were taken.
    taken: Vec<usize>,
    open: Vec<usize>,
}

pub(super) struct Search<'s, 'k> {
    pub(super) keys: &'s mut [Key<'k>],
    pub(super) prepared: Vec<Actions>,
    /// The goals, all of one relation, and the one that is searched for.
    goals: &'s [Goal],
    pub(super) goal: &'s Goal,
    at: usize,
    /// By set of actions.
    tried: BTreeMap<BTreeSet<usize>, Trial>,
    /// What takes rows of the goal away.
    reach: Reach,
    /// By remedy: what opens it.
    openers: BTreeMap<Arc<str>, Reach>,
    /// All actions that were open once.
    pub(super) known: Vec<Action>,
    numbers: BTreeMap<(Arc<str>, String), usize>,
    /// All actions at once, where that was worked out.
    pub(super) all: Option<Option<All>>,
    trials: usize,
}

impl<'s, 'k> Search<'s, 'k> {
    fn new(keys: &'s mut [Key<'k>], goals: &'s [Goal], goal: &'s Goal) -> Self {
        let prepared: Vec<Actions> = keys.iter().map(|key| Actions::new(key.program)).collect();
        let mut reach = Reach::default();
        let mut openers: BTreeMap<Arc<str>, Reach> = BTreeMap::new();
        for actions in &prepared {
            let (own, remedies) = actions.reach(goal);
            reach.extend(own);
            for (remedy, opener) in remedies {
                openers.entry(remedy).or_default().extend(opener);
            }
        }
        let (tried, known, numbers) = (BTreeMap::new(), Vec::new(), BTreeMap::new());
        Self { keys, prepared, goals, goal, at: 0, tried, reach, openers, known, numbers, all: None, trials: 0 }
    }

    /// The ways of one of the goals.
    fn ways(&mut self, at: usize, bounds: &Bounds) -> Result<Ways, EvalError> {
        (self.at, self.goal, self.trials) = (at, &self.goals[at], 1);
        let base = self.run(&[])?;
        let mut found = Ways::default();
        if base.denied {
            self.widen(base, bounds, &mut found);
        }
        found.trials = self.trials;
        Ok(found)
    }

    /// What comes of these actions for the goal.
    fn run(&mut self, taken: &[usize]) -> Result<Outcome, EvalError> {
        let whole: BTreeSet<usize> = taken.iter().copied().collect();
        let trial = match self.tried.remove(&whole) {
            Some(known) => known,
            None => self.evaluate(taken)?,
        };
        let outcome = Outcome { denied: trial.denied.contains(&self.at), open: trial.open.clone() };
        self.tried.insert(whole, trial);
        Ok(outcome)
    }

    /// Evaluates with the facts of these actions under every key.
    fn evaluate(&mut self, taken: &[usize]) -> Result<Trial, EvalError> {
        let added: Vec<Added> = taken.iter().flat_map(|&at| self.known[at].adds.iter().cloned()).collect();
        let mut denied = BTreeSet::new();
        let mut open = Vec::new();
        for (key, actions) in self.keys.iter_mut().zip(&self.prepared) {
            let program = actions.with(&added);
            let model = key.evaluator.evaluate(&program, &Demand::Only(actions.demanded(self.goal)))?;
            for row in model.rows(&self.goal.relation) {
                let goals = self.goals.iter().enumerate();
                denied.extend(goals.filter(|(_, goal)| matches(&row, &goal.columns)).map(|(at, _)| at));
            }
            open.extend(actions.open(&model));
        }
        let mut numbers: Vec<usize> = open.into_iter().map(|action| self.number(action)).collect();
        numbers.sort_by(|&left, &right| self.rank(left).cmp(&self.rank(right)));
        numbers.dedup();
        Ok(Trial { denied, open: numbers })
    }

    pub(super) fn number(&mut self, action: Action) -> usize {
        let identity = (action.remedy.clone(), format!("{:?}", action.bindings));
        let next = self.known.len();
        let number = *self.numbers.entry(identity).or_insert(next);
        if number == next {
            self.known.push(action);
        }
        number
    }

    fn rank(&self, action: usize) -> (&str, usize) {
        (&self.known[action].text, action)
    }

    /// Whether an action may help: by taking rows of the goal away, or by opening an action that may help.
    fn helpful(&self) -> BTreeSet<Arc<str>> {
        let mut removing = self.reach.removing.clone();
        let heads = |remedy: &Arc<str>| -> BTreeSet<Arc<str>> {
            let own = self.prepared.iter().flat_map(|actions| actions.heads(remedy));
            own.collect()
        };
        let mut helpful: BTreeSet<Arc<str>> = BTreeSet::new();
        loop {
            let before = helpful.len();
            for (remedy, opener) in &self.openers {
                if !helpful.contains(remedy) && heads(remedy).iter().any(|head| removing.contains(head)) {
                    removing.extend(opener.adding.iter().cloned());
                    helpful.insert(remedy.clone());
                }
            }
            if helpful.len() == before {
                return helpful;
            }
        }
    }

    /// Tries sets of one action, of two, and so on.
    fn widen(&mut self, base: Outcome, bounds: &Bounds, found: &mut Ways) {
        let helpful = self.helpful();
        let mut pointless = self.pointless(&helpful);
        let mut minimal: Vec<BTreeSet<usize>> = Vec::new();
        let mut tried: BTreeSet<BTreeSet<usize>> = BTreeSet::new();
        let mut frontier = vec![Tried { taken: Vec::new(), open: base.open }];
        let mut size = 0;
        while !frontier.is_empty() {
            size += 1;
            if size == 2 && !minimal.is_empty() {
                // No other minimal set holds an action that is a way alone, and without these less may matter.
                let alone = minimal.iter().flatten().copied().collect();
                pointless.extend(self.pointless_without(&helpful, &alone));
            }
            let mut next = Vec::new();
            for set in &frontier {
                for &action in &set.open {
                    let mut taken = set.taken.clone();
                    taken.push(action);
                    let whole: BTreeSet<usize> = taken.iter().copied().collect();
                    let skipped = whole.len() < taken.len()
                        || !helpful.contains(&self.known[action].remedy)
                        || pointless.contains(&action)
                        || minimal.iter().any(|way| way.is_subset(&whole));
                    if skipped || !tried.insert(whole.clone()) {
                        continue;
                    }
                    if size > bounds.size || self.trials >= bounds.trials || minimal.len() >= bounds.ways {
                        found.cut = true;
                        return;
                    }
                    self.trials += 1;
                    match self.run(&taken) {
                        Ok(outcome) if !outcome.denied => {
                            let actions = taken.iter().map(|&at| self.known[at].clone()).collect();
                            found.ways.push(Way { actions });
                            minimal.push(whole);
                        }
                        Ok(outcome) => next.push(Tried { taken, open: outcome.open }),
                        // What cannot be judged is no way out.
                        Err(_) => found.cut = true,
                    }
                }
            }
            frontier = next;
        }
    }
}

/// Whether a row has the goal's values.
pub(super) fn matches(row: &[Value], columns: &[(usize, Value)]) -> bool {
    columns.iter().all(|(column, value)| row.get(*column) == Some(value))
}

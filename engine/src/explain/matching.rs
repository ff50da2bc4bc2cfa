//! The matches of a body among the rows of a model: filters as soon as they can be decided, then the atom with the
//! fewest candidate rows. Refuses to know what matches are for.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::rc::Rc;

use super::Explainer;
use super::decide::Standing;
use crate::index::Index;
use crate::interner::Word;
use crate::program::{Atom, Form, Literal, RelationId, Rule, Term, VariableId};

/// Atoms of one body that a search follows; plans of longer bodies do not exist either.
const DEEPEST: usize = 200;

/// A body to be matched.
pub(crate) struct Task<'a> {
    pub(crate) rule: &'a Rule,
    pub(crate) body: &'a [Literal],
    /// Variables that are seen from within aggregates.
    pub(crate) outer: BTreeSet<VariableId>,
    /// Of this stratum, only rows of rounds before this one.
    pub(crate) before: Option<(usize, usize)>,
}

/// A partial match.
#[derive(Clone, Debug)]
pub(crate) struct State {
    /// By variable of the rule.
    pub(crate) bindings: Vec<Option<Word>>,
    /// By literal of the body: the row that a positive atom uses.
    pub(crate) rows: Vec<Option<u32>>,
    /// By literal of the body.
    pub(crate) done: Vec<bool>,
}

/// Where rows of an atom are looked for.
pub(super) enum Place {
    /// Everywhere.
    All,
    /// Among those with a word in a column.
    Column(usize, Word),
    /// All columns are known.
    Row(Vec<Word>),
}

/// Numbers of rows, ascending.
pub(super) enum Rows {
    /// So many from the first.
    First(u32),
    /// This one.
    One(u32),
    /// Those that an index lists.
    Listed(Rc<Index>, Word),
}

impl Rows {
    pub(super) fn get(&self, position: usize) -> Option<u32> {
        match self {
            Self::First(count) => u32::try_from(position).ok().filter(|number| number < count),
            Self::One(number) => (position == 0).then_some(*number),
            Self::Listed(index, word) => index.get(&[*word]).get(position).copied(),
        }
    }
}

/// What a search goes on with.
pub(crate) type Visit<'v, 'p, 'h> = &'v mut dyn FnMut(&mut Explainer<'p, 'h>, &mut State) -> ControlFlow<()>;

impl State {
    /// Nothing matched yet.
    pub(crate) fn new(task: &Task<'_>, bindings: Vec<Option<Word>>) -> Self {
        Self { bindings, rows: vec![None; task.body.len()], done: vec![false; task.body.len()] }
    }

    fn bind(&mut self, bound: Vec<(VariableId, Word)>) -> Vec<VariableId> {
        for &(variable, word) in &bound {
            self.bindings[variable.0 as usize] = Some(word);
        }
        bound.into_iter().map(|(variable, _)| variable).collect()
    }

    fn unbind(&mut self, bound: Vec<VariableId>) {
        for variable in bound {
            self.bindings[variable.0 as usize] = None;
        }
    }
}

impl<'p, 'h> Explainer<'p, 'h> {
    /// Visits every match of a body that extends the state.
    pub(crate) fn each_match(
        &mut self,
        task: &Task<'_>,
        state: &mut State,
        depth: usize,
        visit: Visit<'_, 'p, 'h>,
    ) -> ControlFlow<()> {
        let mut settled: Vec<(usize, Vec<VariableId>)> = Vec::new();
        let flow = match self.settle(task, state, &mut settled) {
            true => self.branch(task, state, depth, visit),
            false => ControlFlow::Continue(()),
        };
        for (literal, bound) in settled {
            state.done[literal] = false;
            state.unbind(bound);
        }
        flow
    }

    /// Decides every literal that can be; false if one fails.
    fn settle(&mut self, task: &Task<'_>, state: &mut State, settled: &mut Vec<(usize, Vec<VariableId>)>) -> bool {
        let mut again = true;
        while std::mem::take(&mut again) {
            for (at, literal) in task.body.iter().enumerate() {
                if state.done[at] || matches!(literal.form, Form::Positive(_)) {
                    continue;
                }
                match self.decide(task, literal, state) {
                    Standing::Holds(bound) => {
                        state.done[at] = true;
                        again |= !bound.is_empty();
                        settled.push((at, state.bind(bound)));
                    }
                    Standing::Fails | Standing::Unknown => return false,
                    Standing::NotReady => {}
                }
            }
        }
        true
    }

    /// Goes on with the rows of the atom that has the fewest, or with the numbers of a range.
    fn branch(
        &mut self,
        task: &Task<'_>,
        state: &mut State,
        depth: usize,
        visit: Visit<'_, 'p, 'h>,
    ) -> ControlFlow<()> {
        let mut best = None;
        for (at, literal) in task.body.iter().enumerate() {
            if state.done[at] {
                continue;
            }
            let cost = match &literal.form {
                Form::Positive(atom) => self.candidates(task, atom, state).1,
                Form::Range { .. } if self.range(task, literal, state).is_some() => usize::MAX - 1,
                _ => continue,
            };
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, at));
            }
        }
        let Some((_, at)) = best else {
            let whole = state.done.iter().all(|&done| done);
            return if whole { visit(self, state) } else { ControlFlow::Continue(()) };
        };
        if depth >= DEEPEST {
            self.work = 0;
            return ControlFlow::Break(());
        }
        self.extend(task, at, state, &mut |explainer, state| explainer.each_match(task, state, depth + 1, visit))
    }

    /// Goes on with each way in which one literal holds.
    pub(crate) fn extend(
        &mut self,
        task: &Task<'_>,
        at: usize,
        state: &mut State,
        go: Visit<'_, 'p, 'h>,
    ) -> ControlFlow<()> {
        let literal = &task.body[at];
        state.done[at] = true;
        let flow = match &literal.form {
            Form::Positive(atom) => self.extend_atom(task, at, atom, state, go),
            Form::Range { result, .. } if state.bindings[result.0 as usize].is_none() => {
                self.extend_range(task, literal, *result, state, go)
            }
            _ => match self.decide(task, literal, state) {
                Standing::Holds(bound) => {
                    let bound = state.bind(bound);
                    let flow = go(self, state);
                    state.unbind(bound);
                    flow
                }
                _ => ControlFlow::Continue(()),
            },
        };
        state.done[at] = false;
        flow
    }

    fn extend_atom(
        &mut self,
        task: &Task<'_>,
        at: usize,
        atom: &Atom,
        state: &mut State,
        go: Visit<'_, 'p, 'h>,
    ) -> ControlFlow<()> {
        let visible = self.visible(task, atom.relation);
        let (place, count) = self.candidates(task, atom, state);
        let rows = self.rows_at(atom.relation, &place, count);
        for position in 0.. {
            let Some(number) = rows.get(position) else {
                break;
            };
            if number >= visible {
                break;
            }
            if !self.spend() {
                return ControlFlow::Break(());
            }
            let mut bound = Vec::new();
            let mut flow = ControlFlow::Continue(());
            if self.unify(task.rule, atom, number, state, &mut bound) {
                state.rows[at] = Some(number);
                flow = go(self, state);
                state.rows[at] = None;
            }
            for variable in bound {
                state.bindings[variable] = None;
            }
            flow?;
        }
        ControlFlow::Continue(())
    }

    /// Binds an atom's variables to a row; false where they differ.
    pub(crate) fn unify(
        &mut self,
        rule: &Rule,
        atom: &Atom,
        number: u32,
        state: &mut State,
        bound: &mut Vec<usize>,
    ) -> bool {
        for (column, argument) in atom.arguments.iter().enumerate() {
            let word = self.model.relation(atom.relation).row(number)[column];
            let known = match argument {
                Term::Wildcard => continue,
                Term::Variable(id) => state.bindings[id.0 as usize],
                _ => match self.word(rule, argument, &state.bindings) {
                    Ok(word) => Some(word),
                    Err(_) => return false,
                },
            };
            match (known, argument) {
                (Some(known), _) if known == word => {}
                (None, Term::Variable(id)) => {
                    state.bindings[id.0 as usize] = Some(word);
                    bound.push(id.0 as usize);
                }
                _ => return false,
            }
        }
        true
    }

    /// Where an atom's rows are looked for, and how many there are at most.
    pub(super) fn candidates(&mut self, task: &Task<'_>, atom: &Atom, state: &State) -> (Place, usize) {
        let all = self.model.relation(atom.relation).count() as usize;
        if all == 0 {
            return (Place::All, 0);
        }
        let mut known = Vec::with_capacity(atom.arguments.len());
        for (column, argument) in atom.arguments.iter().enumerate() {
            if let Ok(word) = self.word(task.rule, argument, &state.bindings) {
                known.push((column, word));
            }
        }
        if known.len() == atom.arguments.len() {
            let row: Vec<Word> = known.into_iter().map(|(_, word)| word).collect();
            let there = self.model.relation(atom.relation).contains(&row);
            return (Place::Row(row), usize::from(there));
        }
        let mut best = (Place::All, all);
        for (column, word) in known {
            let count = self.index(atom.relation, column).get(&[word]).len();
            if matches!(best.0, Place::All) || count < best.1 {
                best = (Place::Column(column, word), count);
            }
        }
        best
    }

    /// The rows of a place, of which there are `count`.
    pub(super) fn rows_at(&mut self, relation: RelationId, place: &Place, count: usize) -> Rows {
        match place {
            _ if count == 0 => Rows::First(0),
            Place::All => Rows::First(u32::try_from(count).unwrap_or(u32::MAX)),
            Place::Column(column, word) => Rows::Listed(self.index(relation, *column), *word),
            Place::Row(row) => self.row_of(relation, row).map_or(Rows::First(0), |row| Rows::One(row.0)),
        }
    }

    fn extend_range(
        &mut self,
        task: &Task<'_>,
        literal: &Literal,
        result: VariableId,
        state: &mut State,
        go: Visit<'_, 'p, 'h>,
    ) -> ControlFlow<()> {
        let Some(range) = self.range(task, literal, state) else {
            return ControlFlow::Continue(());
        };
        for value in range {
            if !self.spend() {
                return ControlFlow::Break(());
            }
            let Ok(word) = self.encode(value) else {
                return ControlFlow::Continue(());
            };
            state.bindings[result.0 as usize] = Some(word);
            let flow = go(self, state);
            state.bindings[result.0 as usize] = None;
            flow?;
        }
        ControlFlow::Continue(())
    }

    /// The relations and rows of a state's positive atoms.
    pub(crate) fn used<'s>(task: &'s Task<'_>, state: &'s State) -> impl Iterator<Item = (RelationId, u32)> + 's {
        task.body.iter().zip(&state.rows).filter_map(|(literal, row)| match &literal.form {
            Form::Positive(atom) => row.map(|row| (atom.relation, row)),
            _ => None,
        })
    }
}

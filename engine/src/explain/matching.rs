//! The matches of a body among the rows of a model: filters as soon as they can be decided, then the atom with the
//! fewest candidate rows. Refuses to know what matches are for.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::Explainer;
use super::term::Gap;
use crate::builtin::holds;
use crate::eval::range::Range;
use crate::interner::Word;
use crate::program::{Access, Aggregate, Atom, Comparison, Form, Literal, RelationId, Rule, Term, Test, VariableId};

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

/// What a search goes on with.
pub(crate) type Visit<'v, 'p, 'h> = &'v mut dyn FnMut(&mut Explainer<'p, 'h>, &mut State) -> ControlFlow<()>;

/// How a literal that is no positive atom stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It holds, perhaps with one more binding.
    Holds(Option<(VariableId, Word)>),
    /// It does not hold.
    Fails,
    /// It cannot be decided by what evaluation saw.
    Unknown,
    /// A variable is missing.
    NotReady,
}

impl State {
    /// Nothing matched yet.
    pub(crate) fn new(task: &Task<'_>, bindings: Vec<Option<Word>>) -> Self {
        Self { bindings, rows: vec![None; task.body.len()], done: vec![false; task.body.len()] }
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
        let mut settled: Vec<(usize, Option<VariableId>)> = Vec::new();
        let flow = match self.settle(task, state, &mut settled) {
            true => self.branch(task, state, depth, visit),
            false => ControlFlow::Continue(()),
        };
        for (literal, bound) in settled {
            state.done[literal] = false;
            if let Some(variable) = bound {
                state.bindings[variable.0 as usize] = None;
            }
        }
        flow
    }

    /// Decides every literal that can be; false if one fails.
    fn settle(&mut self, task: &Task<'_>, state: &mut State, settled: &mut Vec<(usize, Option<VariableId>)>) -> bool {
        let mut again = true;
        while std::mem::take(&mut again) {
            for (at, literal) in task.body.iter().enumerate() {
                if state.done[at] || matches!(literal.form, Form::Positive(_)) {
                    continue;
                }
                match self.decide(task, literal, state) {
                    Verdict::Holds(bound) => {
                        state.done[at] = true;
                        if let Some((variable, word)) = bound {
                            state.bindings[variable.0 as usize] = Some(word);
                            again = true;
                        }
                        settled.push((at, bound.map(|(variable, _)| variable)));
                    }
                    Verdict::Fails | Verdict::Unknown => return false,
                    Verdict::NotReady => {}
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
                Verdict::Holds(None) => go(self, state),
                Verdict::Holds(Some((variable, word))) => {
                    state.bindings[variable.0 as usize] = Some(word);
                    let flow = go(self, state);
                    state.bindings[variable.0 as usize] = None;
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
        let (column, count) = self.candidates(task, atom, state);
        let list = column.map(|(column, word)| (self.index(atom.relation, column), word));
        for position in 0..count {
            let number = match &list {
                Some((index, word)) => index.get(&[*word]).get(position).copied().unwrap_or(u32::MAX),
                None => u32::try_from(position).unwrap_or(u32::MAX),
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

    /// The bound column with the fewest rows, and how many there are; all rows where none is bound.
    fn candidates(&mut self, task: &Task<'_>, atom: &Atom, state: &State) -> (Option<(usize, Word)>, usize) {
        let mut best = (None, self.model.relation(atom.relation).count() as usize);
        if best.1 == 0 {
            return best;
        }
        for (column, argument) in atom.arguments.iter().enumerate() {
            let Ok(word) = self.word(task.rule, argument, &state.bindings) else {
                continue;
            };
            let count = self.index(atom.relation, column).get(&[word]).len();
            if best.0.is_none() || count < best.1 {
                best = (Some((column, word)), count);
            }
        }
        best
    }

    /// How a literal stands that is no positive atom and no unbound range.
    pub(crate) fn decide(&mut self, task: &Task<'_>, literal: &Literal, state: &State) -> Verdict {
        let bindings = &state.bindings;
        let decided = match &literal.form {
            Form::Positive(_) => return Verdict::NotReady,
            Form::Negative(atom) => return self.absent(task, atom, state),
            Form::Compare { operator, left, right, .. } => self.compare(task.rule, *operator, left, right, bindings),
            Form::Test { test, pattern, text, negated } => {
                let pattern = self.word(task.rule, pattern, bindings);
                let text = self.word(task.rule, text, bindings);
                match (pattern, text) {
                    (Ok(pattern), Ok(text)) => self.test(*test, pattern, text, literal).map(|found| {
                        if found == *negated { Verdict::Fails } else { Verdict::Holds(None) }
                    }),
                    (Err(gap), _) | (_, Err(gap)) => Err(gap),
                }
            }
            Form::Aggregate(aggregate) => return self.aggregated(task, aggregate, state),
            Form::Range { result, .. } => {
                let (Some(mut range), Some(word)) =
                    (self.range(task, literal, state), bindings[result.0 as usize])
                else {
                    return Verdict::NotReady;
                };
                let found = range.any(|value| self.encode(value) == Ok(word));
                Ok(if found { Verdict::Holds(None) } else { Verdict::Fails })
            }
            Form::Never => Ok(Verdict::Fails),
        };
        match decided {
            Ok(verdict) => verdict,
            Err(Gap::Unbound) => Verdict::NotReady,
            Err(Gap::Undefined | Gap::NotCalled) => Verdict::Unknown,
        }
    }

    fn compare(
        &mut self,
        rule: &Rule,
        operator: Comparison,
        left: &Term,
        right: &Term,
        bindings: &[Option<Word>],
    ) -> Result<Verdict, Gap> {
        let free = |term: &Term| match term {
            Term::Variable(id) if bindings[id.0 as usize].is_none() => Some(*id),
            _ => None,
        };
        if operator == Comparison::Equal {
            for (variable, other) in [(free(left), right), (free(right), left)] {
                if let Some(variable) = variable {
                    let word = self.word(rule, other, bindings)?;
                    return Ok(Verdict::Holds(Some((variable, word))));
                }
            }
        }
        let left = self.scalar(rule, left, bindings)?;
        let right = self.scalar(rule, right, bindings)?;
        let ordering = left.compare(right, self.model.interner());
        Ok(if holds(operator, ordering) { Verdict::Holds(None) } else { Verdict::Fails })
    }

    fn test(&mut self, test: Test, pattern: Word, text: Word, literal: &Literal) -> Result<bool, Gap> {
        let interner = self.model.interner();
        match test {
            Test::Contains => Ok(interner.text_of(text).contains(interner.text_of(pattern))),
            Test::Match => {
                self.regexes.matches(pattern, text, literal.span, interner).map_err(|_| Gap::Undefined)
            }
        }
    }

    fn absent(&mut self, task: &Task<'_>, atom: &Atom, state: &State) -> Verdict {
        let unbound = |term: &Term| matches!(term, Term::Variable(id) if state.bindings[id.0 as usize].is_none());
        if atom.arguments.iter().any(unbound) {
            return Verdict::NotReady;
        }
        if self.blocking(task, atom, state).is_some() {
            return Verdict::Fails;
        }
        if self.was_asked(task.rule, atom, state) { Verdict::Holds(None) } else { Verdict::Unknown }
    }

    /// The first row that an atom matches.
    pub(crate) fn blocking(&mut self, task: &Task<'_>, atom: &Atom, state: &State) -> Option<u32> {
        let (column, count) = self.candidates(task, atom, state);
        let list = column.map(|(column, word)| (self.index(atom.relation, column), word));
        let mut state = state.clone();
        (0..count).find_map(|position| {
            let number = match &list {
                Some((index, word)) => *index.get(&[*word]).get(position)?,
                None => u32::try_from(position).ok()?,
            };
            let mut bound = Vec::new();
            let matches = self.unify(task.rule, atom, number, &mut state, &mut bound);
            for variable in bound {
                state.bindings[variable] = None;
            }
            matches.then_some(number)
        })
    }

    /// Whether evaluation asked the host for the key of an atom, where the relation has one. True where the key is not
    /// known yet.
    pub(crate) fn was_asked(&mut self, rule: &Rule, atom: &Atom, state: &State) -> bool {
        let Access::Keyed { key } = &self.program().relation(atom.relation).access else {
            return true;
        };
        let words: Result<Vec<Word>, Gap> =
            key.iter().map(|&column| self.word(rule, &atom.arguments[column], &state.bindings)).collect();
        let Ok(words) = words else {
            return true;
        };
        let asked = self.model.answers().keys.get(atom.relation.0 as usize);
        asked.is_some_and(|asked| asked.contains(&words))
    }

    fn range(&mut self, task: &Task<'_>, literal: &Literal, state: &State) -> Option<Range> {
        let Form::Range { from, to, step, .. } = &literal.form else {
            return None;
        };
        let from = self.scalar(task.rule, from, &state.bindings).ok()?;
        let to = self.scalar(task.rule, to, &state.bindings).ok()?;
        let step = match step {
            Some(step) => Some(self.scalar(task.rule, step, &state.bindings).ok()?),
            None => None,
        };
        Range::new(from, to, step, super::MOST_WORK, literal.span).ok()
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
    pub(crate) fn used<'s>(
        task: &'s Task<'_>,
        state: &'s State,
    ) -> impl Iterator<Item = (RelationId, u32)> + 's {
        task.body.iter().zip(&state.rows).filter_map(|(literal, row)| match &literal.form {
            Form::Positive(atom) => row.map(|row| (atom.relation, row)),
            _ => None,
        })
    }
}

/// The variables of terms and literals; of an aggregate, only its result.
pub(crate) fn surface_variables(terms: &[Term], body: &[Literal], into: &mut BTreeSet<VariableId>) {
    terms.iter().for_each(|term| term_variables(term, into));
    for literal in body {
        match &literal.form {
            Form::Aggregate(aggregate) => {
                into.insert(aggregate.result);
            }
            _ => literal_variables(literal, into),
        }
    }
}

/// All variables of a literal, those within aggregates included.
pub(crate) fn literal_variables(literal: &Literal, into: &mut BTreeSet<VariableId>) {
    match &literal.form {
        Form::Positive(atom) | Form::Negative(atom) => {
            atom.arguments.iter().for_each(|term| term_variables(term, into));
        }
        Form::Compare { left, right, .. } => {
            term_variables(left, into);
            term_variables(right, into);
        }
        Form::Test { pattern, text, .. } => {
            term_variables(pattern, into);
            term_variables(text, into);
        }
        Form::Aggregate(aggregate) => inner_variables(aggregate, into),
        Form::Range { result, from, to, step, .. } => {
            into.insert(*result);
            [Some(from), Some(to), step.as_ref()].into_iter().flatten().for_each(|term| term_variables(term, into));
        }
        Form::Never => {}
    }
}

/// All variables of an aggregate but its result.
pub(crate) fn inner_variables(aggregate: &Aggregate, into: &mut BTreeSet<VariableId>) {
    if let Some(target) = &aggregate.target {
        term_variables(target, into);
    }
    for literal in &aggregate.body {
        if let Form::Aggregate(inner) = &literal.form {
            into.insert(inner.result);
        }
        literal_variables(literal, into);
    }
}

fn term_variables(term: &Term, into: &mut BTreeSet<VariableId>) {
    match term {
        Term::Variable(id) => {
            into.insert(*id);
        }
        Term::Call { arguments, .. } | Term::Functor { arguments, .. } => {
            arguments.iter().for_each(|argument| term_variables(argument, into));
        }
        Term::Constant(_) | Term::Wildcard => {}
    }
}

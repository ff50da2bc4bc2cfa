//! For each rule the match that gets furthest: literals are tried in the order of the body, one that cannot be decided
//! yet as soon as it can. Refuses to know what a reader asked.

use std::ops::ControlFlow;

use super::{Absence, Attempt, Bounds, Failure, Query, WhyNot};
use crate::explain::{Explainer, Standing, State, Task};
use crate::host::Value;
use crate::interner::Word;
use crate::model::RowId;
use crate::program::{Access, Aggregate, Atom, Form, RelationId, Rule, RuleId, Term, VariableId};

/// Rows that are shown of an atom that is there, or that come near.
const SHOWN: usize = 3;

/// Given rows that are compared with an absent one.
const COMPARED: u32 = 100_000;

/// What is under way.
struct Progress {
    bounds: Bounds,
    attempts: usize,
    /// Atoms that are being explained.
    path: Vec<(RelationId, Vec<Option<Value>>)>,
}

/// The furthest match so far.
struct Furthest {
    matched: Vec<usize>,
    failed: Option<usize>,
    state: State,
}

impl<'p, 'h> Explainer<'p, 'h> {
    /// Why no row matches an atom.
    pub fn why_not(&mut self, query: &Query, bounds: &Bounds) -> Absence {
        let mut progress = Progress { bounds: *bounds, attempts: 0, path: Vec::new() };
        self.absence(query.relation, query.pattern.clone(), &mut progress)
    }

    /// Numbers of the rows that match an atom, in the order of their values.
    pub fn matching(&mut self, query: &Query) -> Vec<RowId> {
        let interner = self.model().interner();
        let kinds = self.program().relation(query.relation).attributes.iter().map(|attribute| attribute.kind);
        let known = query.pattern.iter().zip(kinds);
        let known = known.map(|(value, kind)| value.as_ref().map(|value| interner.find(value, kind)));
        let known: Vec<Option<Option<Word>>> = known.collect();
        if known.len() != self.model().relation(query.relation).arity() || known.contains(&Some(None)) {
            return Vec::new();
        }
        let rows = self.model().relation(query.relation);
        let fits = |row: &u32| {
            rows.row(*row).iter().zip(&known).all(|(&word, known)| known.is_none_or(|known| known == Some(word)))
        };
        let mut found: Vec<RowId> = (0..rows.count()).filter(fits).map(RowId).collect();
        found.sort_by(|&left, &right| self.model().order(query.relation, left, right));
        found
    }

    fn absence(&mut self, relation: RelationId, pattern: Vec<Option<Value>>, progress: &mut Progress) -> Absence {
        let name = self.canonical().name(relation);
        let absence = |why| Absence { relation: name, pattern: pattern.clone(), why };
        let query = Query { relation, pattern: pattern.clone() };
        let there = self.matching(&query);
        if !there.is_empty() {
            let rows = there.iter().take(SHOWN).map(|&row| (relation, row)).collect();
            return absence(WhyNot::There { rows, total: there.len() });
        }
        let rules = self.rules_of(relation);
        if rules.is_empty() {
            let why = match self.key_was_asked(&query) {
                true => WhyNot::NotGiven { nearest: self.nearest_rows(&query) },
                false => WhyNot::NotAsked,
            };
            return absence(why);
        }
        if progress.path.contains(&(relation, pattern.clone())) {
            return absence(WhyNot::Repeated);
        }
        if progress.path.len() >= progress.bounds.depth || progress.attempts >= progress.bounds.attempts {
            return absence(WhyNot::Cut);
        }
        progress.path.push((relation, pattern.clone()));
        // Counted before the first is looked into, so that none of the rules goes without.
        progress.attempts += rules.len();
        let attempts: Vec<(usize, Attempt)> =
            rules.iter().map(|&rule| self.attempt(rule, &pattern, progress)).collect();
        progress.path.pop();
        let furthest = attempts.iter().enumerate().rev().max_by_key(|(_, (left, _))| usize::MAX - left);
        let nearest = furthest.map_or(0, |(at, _)| at);
        absence(WhyNot::Rules { attempts: attempts.into_iter().map(|(_, attempt)| attempt).collect(), nearest })
    }

    fn key_was_asked(&self, query: &Query) -> bool {
        let Access::Keyed { key } = &self.program().relation(query.relation).access else {
            return true;
        };
        let interner = self.model().interner();
        let asked = self.model().answers().keys.get(query.relation.0 as usize);
        let attributes = &self.program().relation(query.relation).attributes;
        let word = |column: usize| {
            let value = query.pattern[column].as_ref();
            value.map(|value| interner.find(value, attributes[column].kind))
        };
        let words = key.iter().map(|&column| word(column));
        let Some(words) = words.collect::<Option<Vec<Option<Word>>>>() else {
            return true;
        };
        let words: Option<Vec<Word>> = words.into_iter().collect();
        words.is_some_and(|words| asked.is_some_and(|asked| asked.contains(&words)))
    }

    /// Rows that agree with the most columns.
    fn nearest_rows(&self, query: &Query) -> Vec<Vec<Value>> {
        let rows = self.model().relation(query.relation);
        let interner = self.model().interner();
        let kinds = self.program().relation(query.relation).attributes.iter().map(|attribute| attribute.kind);
        let known = query.pattern.iter().zip(kinds);
        let known = known.map(|(value, kind)| value.as_ref().and_then(|value| interner.find(value, kind)));
        let known: Vec<Option<Word>> = known.collect();
        let agreement = |row: u32| {
            let words = rows.row(row).iter().zip(&known);
            words.filter(|(word, known)| **known == Some(**word)).count()
        };
        let mut near: Vec<(usize, RowId)> = Vec::new();
        for row in 0..rows.count().min(COMPARED) {
            let agrees = agreement(row);
            let before = |other: &(usize, RowId)| {
                other.0 > agrees
                    || (other.0 == agrees && self.model().order(query.relation, other.1, RowId(row)).is_lt())
            };
            let at = near.partition_point(before);
            if agrees > 0 && at < SHOWN {
                near.insert(at, (agrees, RowId(row)));
                near.truncate(SHOWN);
            }
        }
        near.into_iter().map(|(_, row)| self.model().row(query.relation, row)).collect()
    }

    /// What becomes of a rule, and how many of its literals are left.
    fn attempt(&mut self, id: RuleId, pattern: &[Option<Value>], progress: &mut Progress) -> (usize, Attempt) {
        let rule: &'p Rule = self.program().rule(id);
        let task = self.task(rule, None);
        let mut best = None;
        self.allow_work();
        if let Some((bindings, wanted)) = self.bind_pattern(rule, pattern) {
            let mut state = State::new(&task, bindings);
            let mut order = Vec::new();
            // Nothing stops the search but its bound.
            let _ = self.advance(&task, &wanted, &mut state, &mut order, &mut best);
        }
        let cut = self.is_spent();
        let text = self.canonical().rule(id).clone();
        let name = self.rule_name(rule);
        let attempt = |matched, bindings, failed| Attempt {
            rule: id,
            text,
            name,
            span: rule.span,
            matched,
            bindings,
            failed,
            cut,
        };
        let Some(furthest) = best else {
            return (usize::MAX, attempt(Vec::new(), Vec::new(), Failure::Head));
        };
        let matched = furthest.matched.iter().map(|&at| self.canonical().literal(id, at)).collect();
        let mut bindings = Vec::new();
        for (index, word) in (0..).zip(&furthest.state.bindings) {
            if let Some(word) = word {
                let value = self.value(*word, &rule.variables[index as usize]);
                bindings.push((self.canonical().variable(id, VariableId(index)), value));
            }
        }
        let left = rule.body.len() - furthest.matched.len();
        let failed = match furthest.failed {
            Some(at) => self.failure(id, &task, at, &furthest.state, progress),
            None => Failure::Head,
        };
        (left, attempt(matched, bindings, failed))
    }

    /// The bindings that a pattern of the head gives, and the words that computed terms must come to.
    #[expect(clippy::type_complexity, reason = "two lists by index, used once")]
    fn bind_pattern(
        &mut self,
        rule: &Rule,
        pattern: &[Option<Value>],
    ) -> Option<(Vec<Option<Word>>, Vec<(usize, Word)>)> {
        let mut bindings = vec![None; rule.variables.len()];
        let mut wanted = Vec::new();
        for (at, (term, value)) in rule.terms.iter().zip(pattern).enumerate() {
            let Some(value) = value else {
                continue;
            };
            let kind = self.program().relation(rule.head).attributes.get(at)?.kind;
            let word = self.word_of(value, kind)?;
            match term {
                Term::Variable(id) => {
                    if *bindings[id.0 as usize].get_or_insert(word) != word {
                        return None;
                    }
                }
                Term::Constant(_) if self.word(rule, term, &bindings) != Ok(word) => return None,
                Term::Constant(_) => {}
                _ => wanted.push((at, word)),
            }
        }
        Some((bindings, wanted))
    }

    /// Goes on literal by literal, and keeps the match that gets furthest.
    fn advance(
        &mut self,
        task: &Task<'_>,
        wanted: &[(usize, Word)],
        state: &mut State,
        order: &mut Vec<usize>,
        best: &mut Option<Furthest>,
    ) -> ControlFlow<()> {
        if !self.spend() || order.len() > MOST_LITERALS {
            return ControlFlow::Break(());
        }
        let next = (0..task.body.len()).find(|&at| {
            !state.done[at]
                && match &task.body[at].form {
                    Form::Positive(_) => true,
                    Form::Range { .. } => self.is_range_ready(task, &task.body[at], state),
                    _ => self.decide(task, &task.body[at], state) != Standing::NotReady,
                }
        });
        let Some(at) = next else {
            let gives = wanted
                .iter()
                .all(|&(column, word)| self.word(task.rule, &task.rule.terms[column], &state.bindings) == Ok(word));
            if !gives {
                self.keep(task, order, None, state, best);
            }
            return ControlFlow::Continue(());
        };
        let mut holds = false;
        let flow = self.extend(task, at, state, &mut |explainer, state| {
            holds = true;
            order.push(at);
            let flow = explainer.advance(task, wanted, state, order, best);
            order.pop();
            flow
        });
        if !holds {
            self.keep(task, order, Some(at), state, best);
        }
        flow
    }

    /// Keeps a match if it gets further than the best so far; in a tie, the one with the least values.
    fn keep(
        &self,
        task: &Task<'_>,
        order: &[usize],
        failed: Option<usize>,
        state: &State,
        best: &mut Option<Furthest>,
    ) {
        let better = best.as_ref().is_none_or(|best| {
            let further = order.len().cmp(&best.matched.len());
            further.is_gt() || (further.is_eq() && self.order(task, state, &best.state).is_lt())
        });
        if better {
            *best = Some(Furthest { matched: order.to_vec(), failed, state: state.clone() });
        }
    }

    fn failure(&mut self, id: RuleId, task: &Task<'_>, at: usize, state: &State, progress: &mut Progress) -> Failure {
        let literal = &task.body[at];
        let text = self.canonical().literal(id, at);
        match &literal.form {
            Form::Positive(atom) => {
                let pattern = self.pattern(task, atom, state);
                let absence = self.absence(atom.relation, pattern, progress);
                Failure::Absent { text, absence: Box::new(absence) }
            }
            Form::Negative(atom) => self.blocked(text, task, atom, state),
            Form::Aggregate(aggregate) => self.other_result(text, task, aggregate, state),
            _ if self.decide(task, literal, state) == Standing::Unknown => Failure::Unknown { text },
            Form::Compare { left, right, .. } => self.decided_by(id, text, task, &[left, right], state),
            Form::Test { pattern, text: subject, .. } => self.decided_by(id, text, task, &[pattern, subject], state),
            Form::Range { result, from, to, step, .. } => {
                let result = Term::Variable(*result);
                let terms: Vec<&Term> = [&result, from, to].into_iter().chain(step).collect();
                self.decided_by(id, text, task, &terms, state)
            }
            Form::Compound(compound) => {
                let result = Term::Variable(compound.result);
                let terms: Vec<&Term> = [&result].into_iter().chain(&compound.fields).collect();
                self.decided_by(id, text, task, &terms, state)
            }
            Form::Never => Failure::False { text, values: Vec::new() },
        }
    }

    fn decided_by(&mut self, id: RuleId, text: String, task: &Task<'_>, terms: &[&Term], state: &State) -> Failure {
        let mut values = Vec::new();
        self.values(id, task, terms, state, &mut values);
        Failure::False { text, values }
    }

    fn blocked(&mut self, text: String, task: &Task<'_>, atom: &Atom, state: &State) -> Failure {
        match self.blocking(task, atom, state) {
            Some(row) => {
                let row = (atom.relation, RowId(row));
                Failure::Blocked { text, row, values: self.model().row(row.0, row.1) }
            }
            None => Failure::Unknown { text },
        }
    }

    fn other_result(&mut self, text: String, task: &Task<'_>, aggregate: &Aggregate, state: &State) -> Failure {
        self.allow_work();
        let Ok(folded) = self.fold(task, aggregate, state, false) else {
            return Failure::Unknown { text };
        };
        let word = folded.value.and_then(|value| self.encode(value).ok());
        let result = word.map(|word| self.result_value(task.rule, aggregate, word));
        let wanted = state.bindings[aggregate.result.0 as usize];
        let wanted = wanted.map(|word| self.result_value(task.rule, aggregate, word));
        Failure::Aggregate { text, result, wanted }
    }
}

/// Literals of one body that are followed.
const MOST_LITERALS: usize = 200;

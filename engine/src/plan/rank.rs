//! How soon a literal may be placed, given what is bound: what is certain to be cheap first, questions to the host last.
//! Decided by sizes and text order only. Knows no steps.

use super::Part;
use super::bound::{Variables, each_inner};
use super::expression::{computes, is_late};
use super::order::{Planner, Scope, variable};
use crate::program::{Aggregate, Atom, Comparison, Compound, Form, Literal, Term};

/// When a literal is placed, earlier first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    /// Does not depend on anything bound here: once, before all loops.
    Constant,
    Delta,
    Comparison,
    Lookup,
    Test,
    Join,
    Late,
    Aggregate,
    Product,
    AskIf,
    AskEach,
    /// Joined to nothing yet, but to what a question will bind.
    Dependent,
    /// In a careful plan, what may have no value: after everything that needs no value of it.
    Computing,
}

impl Planner<'_> {
    /// When a literal may be placed now, and how soon; the second part breaks ties.
    pub(super) fn rank(&self, scope: &Scope<'_>, index: usize) -> Option<(Rank, u64)> {
        let rank = self.rank_cheap(scope, index)?;
        let last = self.careful && computes(&scope.literals[index].form);
        Some(if last { (Rank::Computing, 0) } else { rank })
    }

    fn rank_cheap(&self, scope: &Scope<'_>, index: usize) -> Option<(Rank, u64)> {
        let bound = &scope.bound;
        match &scope.literals[index].form {
            Form::Never => Some((Rank::Constant, 0)),
            Form::Positive(atom) => self.rank_atom(scope, index, atom),
            Form::Negative(atom) => {
                let ready = atom.arguments.iter().all(|term| bound.cover(term));
                let rank = match self.key_columns(atom.relation) {
                    Some(_) => Rank::AskIf,
                    None => Rank::Lookup,
                };
                ready.then_some((rank, 1))
            }
            Form::Compare { operator, left, right, .. } => {
                let ready = match (bound.cover(left), bound.cover(right)) {
                    (true, true) => true,
                    (true, false) => binds(*operator, right),
                    (false, true) => binds(*operator, left),
                    (false, false) => false,
                };
                let late = is_late(left) || is_late(right);
                let rank = if late { Rank::Late } else { Rank::Comparison };
                ready.then_some((rank, 0))
            }
            Form::Test { pattern, text, .. } => {
                let certain = matches!(pattern, Term::Constant(_)) && !is_late(text);
                let rank = if certain { Rank::Test } else { Rank::Late };
                (bound.cover(pattern) && bound.cover(text)).then_some((rank, 1))
            }
            Form::Range { result, from, to, step, .. } => {
                let ready = [from, to].into_iter().chain(step).all(|term| bound.cover(term));
                let rank = if bound.has(*result) { Rank::Late } else { Rank::Product };
                ready.then_some((rank, 0))
            }
            Form::Aggregate(aggregate) => self.rank_aggregate(scope, aggregate),
            Form::Compound(compound) => {
                let ready = bound.has(compound.result) || is_made(compound, bound);
                ready.then_some((Rank::Comparison, 0))
            }
        }
    }

    fn rank_aggregate(&self, scope: &Scope<'_>, aggregate: &Aggregate) -> Option<(Rank, u64)> {
        let mut ready = true;
        let mut depends = false;
        each_inner(aggregate, &mut |variable| {
            if scope.outer.has(variable) {
                depends = true;
                ready &= scope.bound.has(variable);
            }
        });
        let rank = if self.asks(&aggregate.body) {
            Rank::AskIf
        } else if depends {
            Rank::Aggregate
        } else {
            Rank::Constant
        };
        ready.then_some((rank, 2))
    }

    /// Whether a body asks the host by key.
    pub(super) fn asks(&self, body: &[Literal]) -> bool {
        body.iter().any(|literal| match &literal.form {
            Form::Positive(atom) | Form::Negative(atom) => self.key_columns(atom.relation).is_some(),
            Form::Aggregate(nested) => self.asks(&nested.body),
            _ => false,
        })
    }

    fn rank_atom(&self, scope: &Scope<'_>, index: usize, atom: &Atom) -> Option<(Rank, u64)> {
        if self.part(scope, index, atom.relation) == Part::Delta {
            return Some((Rank::Delta, 0));
        }
        let bound = &scope.bound;
        let known = |term: &Term| !matches!(term, Term::Wildcard) && bound.cover(term);
        if let Some(key) = self.key_columns(atom.relation) {
            let ready = key.iter().all(|&column| atom.arguments.get(column).is_some_and(known));
            let filters = atom.arguments.iter().all(|term| bound.cover(term));
            let free = atom.arguments.iter().filter(|term| !known(term)).count();
            let rank = if filters { Rank::AskIf } else { Rank::AskEach };
            return ready.then_some((rank, free as u64));
        }
        let free = atom.arguments.iter().filter(|term| !known(term)).count();
        if atom.arguments.iter().all(|term| bound.cover(term)) && (free == 0 || !scope.exact) {
            return Some((Rank::Lookup, 0));
        }
        let joined = atom.arguments.iter().any(|term| matches!(term, Term::Variable(_)) && bound.cover(term));
        let rank = if joined {
            Rank::Join
        } else if self.waits_for_question(scope, atom) {
            Rank::Dependent
        } else if scope.begun {
            Rank::Product
        } else {
            Rank::Join
        };
        Some((rank, self.estimate(atom, free)))
    }

    /// Rows that an atom is expected to give with `free` columns open, as a logarithm, then by size.
    fn estimate(&self, atom: &Atom, free: usize) -> u64 {
        let rows = if self.grows(atom.relation) { u32::MAX } else { (self.sizes.rows)(atom.relation) };
        let arity = atom.arguments.len().max(1) as u64;
        let logarithm = u64::from(u32::BITS - rows.leading_zeros()) * 64 * free as u64 / arity;
        logarithm << 32 | u64::from(rows)
    }

    /// Whether an atom shares a variable with what a question to the host, not yet asked, will bind.
    fn waits_for_question(&self, scope: &Scope<'_>, atom: &Atom) -> bool {
        if !scope.questions {
            return false;
        }
        scope.left.iter().any(|&index| {
            let Form::Positive(asked) = &scope.literals[index].form else {
                return false;
            };
            let Some(key) = self.key_columns(asked.relation) else {
                return false;
            };
            let answers = asked.arguments.iter().enumerate();
            answers
                .filter(|(column, _)| !key.contains(column))
                .filter_map(|(_, term)| variable(term))
                .any(|open| !scope.bound.has(open) && atom.arguments.iter().any(|term| variable(term) == Some(open)))
        })
    }
}

/// Whether each field of a record has a value, so that it can be made.
pub(super) fn is_made(compound: &Compound, bound: &Variables) -> bool {
    compound.fields.iter().all(|field| !matches!(field, Term::Wildcard) && bound.cover(field))
}

/// Whether a comparison gives its unbound side a value.
fn binds(operator: Comparison, side: &Term) -> bool {
    operator == Comparison::Equal && matches!(side, Term::Variable(_))
}

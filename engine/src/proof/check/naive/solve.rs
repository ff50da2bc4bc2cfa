//! Conjunctions over tables, with three truth values. Refuses to know how relations are completed.

use std::collections::BTreeSet;

use super::variable::{collect, surface};
use super::{Missing, Naive};
use crate::builtin::{Scalar, holds};
use crate::eval::range::Range;
use crate::interner::Word;
use crate::program::{Atom, Comparison, Form, Literal, RelationId, Rule, Term, Test, VariableId};
use crate::proof::check::Checked;

/// Literals of one body.
pub(super) const LONGEST: usize = 300;

/// A rule, and the variables that its aggregates see.
pub(in crate::proof::check) struct Scope<'p> {
    pub(super) rule: &'p Rule,
    pub(super) outer: BTreeSet<VariableId>,
}

/// How a literal stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::proof::check) enum Truth {
    /// It holds, perhaps with more bindings.
    Holds(Vec<(VariableId, Word)>),
    Fails,
    /// A functor did not answer, or an operation has no value.
    Unknown,
    /// A variable is missing.
    Open,
}

/// A search that is under way.
pub(super) struct Search<'s, 'p> {
    pub(super) scope: &'s Scope<'p>,
    pub(super) left: Vec<&'p Literal>,
    pub(super) used: Vec<(RelationId, usize)>,
    pub(super) unknown: bool,
}

/// What is done with each way in which a body holds.
type Found<'v, 'p> = &'v mut dyn FnMut(&mut Naive<'p>, &[Option<Word>]) -> Checked<()>;
/// The same, with the rows that it uses.
type Visit<'v, 'p> = &'v mut dyn FnMut(&mut Naive<'p>, &[Option<Word>], &[(RelationId, usize)]) -> Checked<()>;

impl Truth {
    /// It holds as it stands.
    pub(in crate::proof::check) const HOLDS: Self = Self::Holds(Vec::new());
}

impl<'p> Scope<'p> {
    pub(in crate::proof::check) fn of(rule: &'p Rule) -> Self {
        let mut outer = BTreeSet::new();
        rule.terms.iter().for_each(|term| collect(term, &mut outer));
        rule.body.iter().for_each(|literal| surface(literal, &mut outer));
        Self { rule, outer }
    }
}

impl<'p> Naive<'p> {
    /// Every way in which a body holds.
    pub(super) fn solve(
        &mut self,
        scope: &Scope<'p>,
        body: &'p [Literal],
        bindings: &mut Vec<Option<Word>>,
        visit: Found<'_, 'p>,
    ) -> Checked<()> {
        if body.len() > LONGEST {
            return Err("a rule is too long".to_owned());
        }
        let search = Search { scope, left: body.iter().collect(), used: Vec::new(), unknown: false };
        self.search(search, bindings, &mut |naive, bindings, _| visit(naive, bindings))
    }

    pub(super) fn search(
        &mut self,
        search: Search<'_, 'p>,
        bindings: &mut Vec<Option<Word>>,
        visit: Visit<'_, 'p>,
    ) -> Checked<()> {
        self.work = self.work.checked_sub(1).ok_or("deriving again takes too much work")?;
        for at in 0..search.left.len() {
            match self.judge(search.scope, search.left[at], bindings)? {
                Truth::Open => {}
                Truth::Fails => return Ok(()),
                Truth::Unknown => {
                    let rest = Search { unknown: true, ..search.without(at) };
                    return self.search(rest, bindings, visit);
                }
                Truth::Holds(bound) => {
                    for &(variable, word) in &bound {
                        bindings[variable.0 as usize] = Some(word);
                    }
                    let result = self.search(search.without(at), bindings, visit);
                    for (variable, _) in bound {
                        bindings[variable.0 as usize] = None;
                    }
                    return result;
                }
            }
        }
        let atoms = search.left.iter().enumerate().filter_map(|(at, literal)| match &literal.form {
            Form::Positive(atom) => Some((at, atom)),
            _ => None,
        });
        let bound = |term: &Term| match term {
            Term::Variable(id) => bindings[id.0 as usize].is_some(),
            Term::Wildcard => false,
            _ => true,
        };
        let best = atoms.max_by_key(|(at, atom)| {
            (atom.arguments.iter().filter(|term| bound(term)).count(), search.left.len() - at)
        });
        if let Some((at, atom)) = best {
            return self.join(&search, at, atom, bindings, visit);
        }
        let range = search.left.iter().position(|literal| self.range(search.scope, literal, bindings).is_some());
        match range {
            Some(at) => self.count_up(&search, at, bindings, visit),
            None if search.unknown => Err("an answer of a functor is missing".to_owned()),
            None if search.left.is_empty() => visit(self, bindings, &search.used),
            None => Err("a rule has a variable that nothing binds".to_owned()),
        }
    }

    fn join(
        &mut self,
        search: &Search<'_, 'p>,
        at: usize,
        atom: &'p Atom,
        bindings: &mut Vec<Option<Word>>,
        visit: Visit<'_, 'p>,
    ) -> Checked<()> {
        let rule = search.scope.rule;
        let known: Vec<Option<Word>> =
            atom.arguments.iter().map(|argument| self.word(rule, argument, bindings).ok()).collect();
        let candidates = self.tables[atom.relation.0 as usize].candidates(&known);
        for number in candidates {
            let row = self.tables[atom.relation.0 as usize].row(number).to_vec();
            let before = bindings.clone();
            for (argument, &word) in atom.arguments.iter().zip(&row) {
                if let Term::Variable(id) = argument {
                    bindings[id.0 as usize].get_or_insert(word);
                }
            }
            if self.agrees(rule, atom, &row, bindings) {
                let mut rest = search.without(at);
                rest.used.push((atom.relation, number));
                self.search(rest, bindings, visit)?;
            } else {
                self.work = self.work.checked_sub(1).ok_or("deriving again takes too much work")?;
            }
            *bindings = before;
        }
        Ok(())
    }

    fn count_up(
        &mut self,
        search: &Search<'_, 'p>,
        at: usize,
        bindings: &mut Vec<Option<Word>>,
        visit: Visit<'_, 'p>,
    ) -> Checked<()> {
        let literal = search.left[at];
        let (Form::Range { result, .. }, Some(range)) = (&literal.form, self.range(search.scope, literal, bindings))
        else {
            return Ok(());
        };
        for value in range {
            let word = value.encode(&mut self.interner).map_err(|_| "the document has too many values")?;
            bindings[result.0 as usize] = Some(word);
            self.search(search.without(at), bindings, visit)?;
            bindings[result.0 as usize] = None;
        }
        Ok(())
    }

    /// How a literal that is no positive atom stands.
    pub(in crate::proof::check) fn judge(
        &mut self,
        scope: &Scope<'p>,
        literal: &'p Literal,
        bindings: &[Option<Word>],
    ) -> Checked<Truth> {
        let rule = scope.rule;
        let found = match &literal.form {
            Form::Positive(_) => return Ok(Truth::Open),
            Form::Negative(atom) => {
                let open = |term: &Term| matches!(term, Term::Variable(id) if bindings[id.0 as usize].is_none());
                if atom.arguments.iter().any(open) {
                    return Ok(Truth::Open);
                }
                Ok(!self.has(rule, atom, bindings))
            }
            Form::Compare { operator, left, right, .. } => {
                return Ok(self.compare(rule, *operator, left, right, bindings));
            }
            Form::Test { test, pattern, text, negated } => {
                let pattern = self.word(rule, pattern, bindings);
                let text = self.word(rule, text, bindings);
                match (pattern, text) {
                    (Ok(pattern), Ok(text)) => {
                        let found = match test {
                            Test::Contains => {
                                Some(self.interner.text_of(text).contains(self.interner.text_of(pattern)))
                            }
                            Test::Match => self.regexes.matches(pattern, text, literal.span, &self.interner).ok(),
                        };
                        found.map(|found| found != *negated).ok_or(Missing::Value)
                    }
                    (Err(Missing::Variable), _) | (_, Err(Missing::Variable)) => Err(Missing::Variable),
                    _ => Err(Missing::Value),
                }
            }
            Form::Aggregate(aggregate) => return self.aggregated(scope, aggregate, bindings),
            Form::Range { result, .. } => match (self.range(scope, literal, bindings), bindings[result.0 as usize]) {
                (Some(mut range), Some(word)) => {
                    Ok(range.any(|value| value.encode(&mut self.interner).is_ok_and(|found| found == word)))
                }
                _ => Err(Missing::Variable),
            },
            Form::Compound(compound) => return Ok(self.composed(rule, compound, bindings)),
            Form::Never => Ok(false),
        };
        Ok(match found {
            Ok(true) => Truth::HOLDS,
            Ok(false) => Truth::Fails,
            Err(Missing::Variable) => Truth::Open,
            Err(Missing::Value) => Truth::Unknown,
        })
    }

    fn compare(
        &mut self,
        rule: &Rule,
        operator: Comparison,
        left: &Term,
        right: &Term,
        bindings: &[Option<Word>],
    ) -> Truth {
        match (self.scalar(rule, left, bindings), self.scalar(rule, right, bindings)) {
            (Ok(left), Ok(right)) => match holds(operator, left.compare(right, &self.interner)) {
                true => Truth::HOLDS,
                false => Truth::Fails,
            },
            (Err(Missing::Variable), Ok(value)) => self.bind(operator, left, value),
            (Ok(value), Err(Missing::Variable)) => self.bind(operator, right, value),
            (Err(Missing::Variable), _) | (_, Err(Missing::Variable)) => Truth::Open,
            _ => Truth::Unknown,
        }
    }

    fn bind(&mut self, operator: Comparison, term: &Term, value: Scalar) -> Truth {
        match (operator, term, value.encode(&mut self.interner)) {
            (Comparison::Equal, Term::Variable(id), Ok(word)) => Truth::Holds(vec![(*id, word)]),
            _ => Truth::Open,
        }
    }

    fn range(&mut self, scope: &Scope<'p>, literal: &Literal, bindings: &[Option<Word>]) -> Option<Range> {
        let Form::Range { from, to, step, .. } = &literal.form else {
            return None;
        };
        let from = self.scalar(scope.rule, from, bindings).ok()?;
        let to = self.scalar(scope.rule, to, bindings).ok()?;
        let step = match step {
            Some(step) => Some(self.scalar(scope.rule, step, bindings).ok()?),
            None => None,
        };
        Range::new(from, to, step, super::MOST_WORK, literal.span).ok()
    }
}

impl<'s, 'p> Search<'s, 'p> {
    /// The same with one literal less to be matched.
    fn without(&self, at: usize) -> Search<'s, 'p> {
        let mut left = self.left.clone();
        left.remove(at);
        Search { scope: self.scope, left, used: self.used.clone(), unknown: self.unknown }
    }
}

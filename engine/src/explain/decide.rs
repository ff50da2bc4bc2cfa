//! How literals stand that are no positive atoms. Refuses to know in which order a body is matched.

use super::term::Gap;
use super::{Explainer, State, Task};
use crate::builtin::holds;
use crate::eval::range::Range;
use crate::interner::Word;
use crate::program::{Access, Atom, Comparison, Compound, Form, Literal, Rule, Term, Test, VariableId};

/// How a literal that is no positive atom stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// It holds, perhaps with more bindings.
    Holds(Vec<(VariableId, Word)>),
    /// It does not hold.
    Fails,
    /// It cannot be decided by what evaluation saw.
    Unknown,
    /// A variable is missing.
    NotReady,
}

impl Standing {
    /// It holds as it stands.
    pub(crate) const HOLDS: Self = Self::Holds(Vec::new());
}

impl Explainer<'_, '_> {
    /// How a literal stands that is no positive atom and no unbound range.
    pub(crate) fn decide(&mut self, task: &Task<'_>, literal: &Literal, state: &State) -> Standing {
        let bindings = &state.bindings;
        let decided = match &literal.form {
            Form::Positive(_) => return Standing::NotReady,
            Form::Negative(atom) => return self.absent(task, atom, state),
            Form::Compare { operator, left, right, .. } => self.compare(task.rule, *operator, left, right, bindings),
            Form::Test { test, pattern, text, negated } => {
                let pattern = self.word(task.rule, pattern, bindings);
                let text = self.word(task.rule, text, bindings);
                match (pattern, text) {
                    (Ok(pattern), Ok(text)) => self
                        .test(*test, pattern, text, literal)
                        .map(|found| if found == *negated { Standing::Fails } else { Standing::HOLDS }),
                    (Err(gap), _) | (_, Err(gap)) => Err(gap),
                }
            }
            Form::Aggregate(aggregate) => return self.aggregated(task, aggregate, state),
            Form::Range { result, .. } => {
                let (Some(mut range), Some(word)) = (self.range(task, literal, state), bindings[result.0 as usize])
                else {
                    return Standing::NotReady;
                };
                let found = range.any(|value| self.encode(value) == Ok(word));
                Ok(if found { Standing::HOLDS } else { Standing::Fails })
            }
            Form::Compound(compound) => self.made_of(task.rule, compound, bindings),
            Form::Never => Ok(Standing::Fails),
        };
        match decided {
            Ok(standing) => standing,
            Err(Gap::Unbound) => Standing::NotReady,
            Err(Gap::Undefined | Gap::NotCalled) => Standing::Unknown,
        }
    }

    fn compare(
        &mut self,
        rule: &Rule,
        operator: Comparison,
        left: &Term,
        right: &Term,
        bindings: &[Option<Word>],
    ) -> Result<Standing, Gap> {
        let free = |term: &Term| match term {
            Term::Variable(id) if bindings[id.0 as usize].is_none() => Some(*id),
            _ => None,
        };
        if operator == Comparison::Equal {
            for (variable, other) in [(free(left), right), (free(right), left)] {
                if let Some(variable) = variable {
                    let word = self.word(rule, other, bindings)?;
                    return Ok(Standing::Holds(vec![(variable, word)]));
                }
            }
        }
        let left = self.scalar(rule, left, bindings)?;
        let right = self.scalar(rule, right, bindings)?;
        let ordering = left.compare(right, self.model.interner());
        Ok(if holds(operator, ordering) { Standing::HOLDS } else { Standing::Fails })
    }

    /// A record that is known is taken apart, another is made.
    fn made_of(&mut self, rule: &Rule, compound: &Compound, bindings: &[Option<Word>]) -> Result<Standing, Gap> {
        let result = compound.result;
        let Some(record) = bindings[result.0 as usize] else {
            let words: Result<Vec<Word>, Gap> =
                compound.fields.iter().map(|field| self.word(rule, field, bindings)).collect();
            let (interner, _) = self.model.parts_mut();
            let made = interner.compound(compound.of, compound.constructor, &words?);
            return Ok(Standing::Holds(vec![(result, made.map_err(|_| Gap::Undefined)?)]));
        };
        let (constructor, fields) = self.model.interner().parts(record);
        if constructor != compound.constructor {
            return Ok(Standing::Fails);
        }
        let fields = fields.to_vec();
        let mut bound: Vec<(VariableId, Word)> = Vec::new();
        for (term, word) in compound.fields.iter().zip(fields) {
            let known = match term {
                Term::Wildcard => continue,
                Term::Variable(id) => {
                    let here = bound.iter().find(|(other, _)| other == id).map(|&(_, word)| word);
                    here.or(bindings[id.0 as usize])
                }
                _ => Some(self.word(rule, term, bindings)?),
            };
            match (known, term) {
                (Some(known), _) if known == word => {}
                (None, Term::Variable(id)) => bound.push((*id, word)),
                _ => return Ok(Standing::Fails),
            }
        }
        Ok(Standing::Holds(bound))
    }

    fn test(&mut self, test: Test, pattern: Word, text: Word, literal: &Literal) -> Result<bool, Gap> {
        let interner = self.model.interner();
        match test {
            Test::Contains => Ok(interner.text_of(text).contains(interner.text_of(pattern))),
            Test::Match => self.regexes.matches(pattern, text, literal.span, interner).map_err(|_| Gap::Undefined),
        }
    }

    fn absent(&mut self, task: &Task<'_>, atom: &Atom, state: &State) -> Standing {
        let unbound = |term: &Term| matches!(term, Term::Variable(id) if state.bindings[id.0 as usize].is_none());
        if atom.arguments.iter().any(unbound) {
            return Standing::NotReady;
        }
        if self.blocking(task, atom, state).is_some() {
            return Standing::Fails;
        }
        if self.was_asked(task.rule, atom, state) { Standing::HOLDS } else { Standing::Unknown }
    }

    /// The first row that an atom matches.
    pub(crate) fn blocking(&mut self, task: &Task<'_>, atom: &Atom, state: &State) -> Option<u32> {
        let (place, count) = self.candidates(task, atom, state);
        let rows = self.rows_at(atom.relation, &place, count);
        let mut state = state.clone();
        (0..count).find_map(|position| {
            let number = rows.get(position)?;
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

    /// Whether the bounds of a range are known.
    pub(crate) fn is_range_ready(&mut self, task: &Task<'_>, literal: &Literal, state: &State) -> bool {
        self.range(task, literal, state).is_some()
    }

    pub(super) fn range(&mut self, task: &Task<'_>, literal: &Literal, state: &State) -> Option<Range> {
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
}

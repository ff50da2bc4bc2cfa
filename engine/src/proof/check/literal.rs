//! Premises that are no facts. Refuses to know steps.

use super::{Checked, Checker};
use crate::host::Value;
use crate::interner::Word;
use crate::plan::kind_of;
use crate::program::{Aggregate, Atom, Form, Literal, Rule, Term, text};
use crate::proof::PremiseForm;
use crate::proof::check::naive::{Scope, Truth};
use crate::proof::id::{Hasher, ProofId};

impl<'p> Checker<'_, 'p> {
    pub(super) fn absent(
        &mut self,
        rule: &'p Rule,
        atom: &'p Atom,
        relation: &str,
        pattern: &[Option<Value>],
        bindings: &[Option<Word>],
    ) -> Checked<()> {
        if self.program.find(relation) != Some(atom.relation) || pattern.len() != atom.arguments.len() {
            return Err("its premise is of another relation".to_owned());
        }
        let kinds = self.program.relation(atom.relation).attributes.iter().map(|attribute| attribute.kind);
        for ((argument, shown), kind) in atom.arguments.iter().zip(pattern).zip(kinds) {
            let value = match argument {
                Term::Wildcard => None,
                _ => {
                    let word = self.naive.word(rule, argument, bindings).map_err(|_| "a variable is not bound")?;
                    Some(self.naive.value(word, kind))
                }
            };
            if value != *shown {
                return Err("its premise has other values".to_owned());
            }
        }
        match self.naive.has(rule, atom, bindings) {
            true => Err("it is there".to_owned()),
            false => Ok(()),
        }
    }

    pub(super) fn holds(
        &mut self,
        rule: &'p Rule,
        literal: &'p Literal,
        (shown, values): (&str, &[(String, Value)]),
        bindings: &[Option<Word>],
    ) -> Checked<()> {
        if text::literal(self.program, rule, literal) != shown {
            return Err("its premise is another literal".to_owned());
        }
        let scope = Scope::of(rule);
        if self.naive.judge(&scope, literal, bindings)? != Truth::HOLDS {
            return Err("it does not hold".to_owned());
        }
        let mut terms = Vec::new();
        let result;
        match &literal.form {
            Form::Compare { left, right, .. } => terms.extend([left, right]),
            Form::Test { pattern, text, .. } => terms.extend([pattern, text]),
            Form::Range { result: variable, from, to, step, .. } => {
                result = Term::Variable(*variable);
                terms.extend([&result, from, to].into_iter().chain(step));
            }
            Form::Compound(compound) => {
                result = Term::Variable(compound.result);
                terms.extend([&result].into_iter().chain(&compound.fields));
            }
            _ => {}
        }
        let mut known = Vec::new();
        while let Some(term) = terms.pop() {
            if let Term::Call { arguments, .. } | Term::Functor { arguments, .. } = term {
                terms.extend(arguments);
            }
            if matches!(term, Term::Constant(_) | Term::Wildcard) {
                continue;
            }
            let word = self.naive.word(rule, term, bindings).map_err(|_| "a term has no value")?;
            let value = self.naive.value(word, kind_of(term, rule, self.program));
            known.push((text::term(self.program, rule, term), value));
        }
        let agree = values.iter().all(|pair| known.contains(pair)) && known.iter().all(|pair| values.contains(pair));
        if agree { Ok(()) } else { Err("its premise shows other values".to_owned()) }
    }

    pub(super) fn aggregate(
        &mut self,
        rule: &'p Rule,
        literal: &'p Literal,
        aggregate: &'p Aggregate,
        premise: &PremiseForm,
        bindings: &[Option<Word>],
    ) -> Checked<()> {
        let PremiseForm::Aggregate { text: shown, result, matches, total, rows, digest } = premise else {
            return Err("its premise is of another form".to_owned());
        };
        if text::literal(self.program, rule, literal) != *shown {
            return Err("its premise is another literal".to_owned());
        }
        let scope = Scope::of(rule);
        if self.naive.judge(&scope, literal, bindings)? != Truth::HOLDS {
            return Err("it comes to another result".to_owned());
        }
        let bound = bindings[aggregate.result.0 as usize].ok_or("its result is not bound")?;
        if self.naive.value(bound, rule.variables[aggregate.result.0 as usize].kind) != *result {
            return Err("its premise shows another result".to_owned());
        }
        let folded = self.naive.fold(&scope, aggregate, bindings)?;
        let mut used: Vec<(String, Vec<Value>)> = Vec::new();
        let mut sorted: Vec<_> = folded.rows.iter().copied().collect();
        sorted.sort_by(|&left, &right| self.naive.order(left, right));
        let mut hasher = Hasher::new("rows");
        for row in sorted {
            let (name, values) = self.naive.shown(row);
            hasher.text(&name);
            hasher.values(&values);
            used.push((name, values));
        }
        let digest_again: ProofId = hasher.finish();
        if folded.total != *matches || used.len() as u64 != *total || digest_again != *digest {
            return Err("it counts other rows".to_owned());
        }
        for &node in rows {
            let step = self.earlier(node)?;
            if !used.iter().any(|(name, values)| *name == step.relation && *values == step.values) {
                return Err("it does not count one of the rows that it lists".to_owned());
            }
        }
        Ok(())
    }
}

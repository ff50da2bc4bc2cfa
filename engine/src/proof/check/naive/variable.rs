//! Which variables occur where in a rule. Knows no values.

use std::collections::BTreeSet;

use crate::program::{Aggregate, Form, Literal, Term, VariableId};

/// Variables of a literal that its neighbours see.
pub(super) fn surface(literal: &Literal, into: &mut BTreeSet<VariableId>) {
    match &literal.form {
        Form::Positive(atom) | Form::Negative(atom) => atom.arguments.iter().for_each(|term| collect(term, into)),
        Form::Compare { left, right, .. } => [left, right].into_iter().for_each(|term| collect(term, into)),
        Form::Test { pattern, text, .. } => [pattern, text].into_iter().for_each(|term| collect(term, into)),
        Form::Aggregate(aggregate) => {
            into.insert(aggregate.result);
        }
        Form::Range { result, from, to, step, .. } => {
            into.insert(*result);
            [from, to].into_iter().chain(step).for_each(|term| collect(term, into));
        }
        Form::Compound(compound) => {
            into.insert(compound.result);
            compound.fields.iter().for_each(|term| collect(term, into));
        }
        Form::Never => {}
    }
}

/// Variables within an aggregate.
pub(super) fn inside(aggregate: &Aggregate, into: &mut BTreeSet<VariableId>) {
    aggregate.target.iter().for_each(|target| collect(target, into));
    for literal in &aggregate.body {
        surface(literal, into);
        if let Form::Aggregate(inner) = &literal.form {
            inside(inner, into);
        }
    }
}

pub(super) fn collect(term: &Term, into: &mut BTreeSet<VariableId>) {
    match term {
        Term::Variable(id) => {
            into.insert(*id);
        }
        Term::Call { arguments, .. } | Term::Functor { arguments, .. } => {
            arguments.iter().for_each(|argument| collect(argument, into));
        }
        Term::Constant(_) | Term::Wildcard => {}
    }
}

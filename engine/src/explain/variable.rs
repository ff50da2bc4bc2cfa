//! Which variables occur where in a rule. Knows no values.

use std::collections::BTreeSet;

use crate::program::{Aggregate, Form, Literal, Term, VariableId};

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
        Form::Compound(compound) => {
            into.insert(compound.result);
            compound.fields.iter().for_each(|term| term_variables(term, into));
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

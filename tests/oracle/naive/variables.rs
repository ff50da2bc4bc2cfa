//! Which variables literals have, and which of them an aggregate sees. Knows no values.

use std::collections::BTreeSet;

use engine::program::{Aggregate, AggregateOperator, Form, Literal, Rule, Term};

/// Variables of a rule that are visible from within its aggregates.
pub(super) fn outside(rule: &Rule) -> BTreeSet<u32> {
    let mut variables = BTreeSet::new();
    for term in &rule.terms {
        collect(term, &mut variables);
    }
    surface(&rule.body, &mut variables);
    variables
}

pub(super) fn outside_of(aggregate: &Aggregate) -> BTreeSet<u32> {
    let mut variables = BTreeSet::new();
    if let Some(target) = &aggregate.target {
        collect(target, &mut variables);
    }
    surface(&aggregate.body, &mut variables);
    variables
}

fn surface(body: &[Literal], variables: &mut BTreeSet<u32>) {
    for literal in body {
        if let Form::Aggregate(aggregate) = &literal.form {
            variables.insert(aggregate.result.0);
        } else {
            literal_variables(literal, variables);
        }
    }
}

pub(super) fn literal_variables(literal: &Literal, variables: &mut BTreeSet<u32>) {
    match &literal.form {
        Form::Positive(atom) | Form::Negative(atom) => {
            atom.arguments.iter().for_each(|term| collect(term, variables));
        }
        Form::Compare { left, right, .. } => {
            collect(left, variables);
            collect(right, variables);
        }
        Form::Test { pattern, text, .. } => {
            collect(pattern, variables);
            collect(text, variables);
        }
        Form::Aggregate(aggregate) => {
            if let Some(target) = &aggregate.target {
                collect(target, variables);
            }
            for literal in &aggregate.body {
                literal_variables(literal, variables);
            }
        }
        Form::Range { result, from, to, step, .. } => {
            variables.insert(result.0);
            [Some(from), Some(to), step.as_ref()].into_iter().flatten().for_each(|term| collect(term, variables));
        }
        Form::Compound(compound) => {
            variables.insert(compound.result.0);
            compound.fields.iter().for_each(|term| collect(term, variables));
        }
        Form::Never => {}
    }
}

pub(super) fn collect(term: &Term, variables: &mut BTreeSet<u32>) {
    match term {
        Term::Variable(variable) => {
            variables.insert(variable.0);
        }
        Term::Call { arguments, .. } | Term::Functor { arguments, .. } => {
            arguments.iter().for_each(|term| collect(term, variables));
        }
        Term::Constant(_) | Term::Wildcard => {}
    }
}

/// Whether a literal computes anything, and so may have no value.
pub(super) fn computes(literal: &Literal) -> bool {
    let plain = |term: &Term| matches!(term, Term::Variable(_) | Term::Constant(_) | Term::Wildcard);
    match &literal.form {
        Form::Compare { left, right, .. } => !plain(left) || !plain(right),
        Form::Test { pattern, text, .. } => !matches!(pattern, Term::Constant(_)) || !plain(text),
        Form::Range { from, to, step, .. } => {
            let fixed = step.as_ref().is_none_or(|step| matches!(step, Term::Constant(_)));
            !plain(from) || !plain(to) || !fixed
        }
        Form::Aggregate(aggregate) => {
            let target = aggregate.target.as_ref().is_some_and(|target| !plain(target));
            target || aggregate.operator == AggregateOperator::Sum || aggregate.body.iter().any(computes)
        }
        Form::Positive(_) | Form::Negative(_) | Form::Compound(_) | Form::Never => false,
    }
}

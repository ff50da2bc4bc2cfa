//! Which variables occur where, and which have a value. Knows nothing of order or cost.

use crate::program::{Aggregate, Form, Literal, Rule, Term, VariableId};

/// A set of a rule's variables.
#[derive(Clone, Debug, Default)]
pub(super) struct Variables {
    members: Vec<bool>,
}

impl Variables {
    /// None of `count`.
    pub(super) fn none(count: usize) -> Self {
        Self { members: vec![false; count] }
    }

    pub(super) fn has(&self, variable: VariableId) -> bool {
        self.members.get(variable.0 as usize).copied().unwrap_or(false)
    }

    pub(super) fn add(&mut self, variable: VariableId) {
        if let Some(member) = self.members.get_mut(variable.0 as usize) {
            *member = true;
        }
    }

    /// Whether every variable of a term is in the set.
    pub(super) fn cover(&self, term: &Term) -> bool {
        let mut all = true;
        each_variable(term, &mut |variable| all &= self.has(variable));
        all
    }

    /// Adds those of a term.
    pub(super) fn add_term(&mut self, term: &Term) {
        each_variable(term, &mut |variable| self.add(variable));
    }

    /// Adds those that occur in a literal itself: of an aggregate only the result.
    pub(super) fn add_surface(&mut self, literal: &Literal) {
        each_term(&literal.form, &mut |term| self.add_term(term));
        match &literal.form {
            Form::Aggregate(aggregate) => self.add(aggregate.result),
            Form::Range { result, .. } => self.add(*result),
            Form::Compound(compound) => self.add(compound.result),
            _ => {}
        }
    }
}

/// The variables that are visible to an aggregate from outside: those of the head and of all enclosing conjunctions,
/// bodies of other aggregates apart.
pub(super) fn surface_of_rule(rule: &Rule) -> Variables {
    let mut outer = Variables::none(rule.variables.len());
    for term in &rule.terms {
        outer.add_term(term);
    }
    for literal in &rule.body {
        outer.add_surface(literal);
    }
    outer
}

/// The same, seen from within an aggregate.
pub(super) fn surface_within(aggregate: &Aggregate, outer: &Variables) -> Variables {
    let mut inner = outer.clone();
    if let Some(target) = &aggregate.target {
        inner.add_term(target);
    }
    for literal in &aggregate.body {
        inner.add_surface(literal);
    }
    inner
}

/// Every variable that occurs in an aggregate, at any depth, its result apart.
pub(super) fn each_inner(aggregate: &Aggregate, visit: &mut impl FnMut(VariableId)) {
    if let Some(target) = &aggregate.target {
        each_variable(target, visit);
    }
    let mut stack: Vec<&Literal> = aggregate.body.iter().collect();
    while let Some(literal) = stack.pop() {
        each_term(&literal.form, &mut |term| each_variable(term, visit));
        match &literal.form {
            Form::Aggregate(nested) => {
                visit(nested.result);
                if let Some(target) = &nested.target {
                    each_variable(target, visit);
                }
                stack.extend(&nested.body);
            }
            Form::Range { result, .. } => visit(*result),
            Form::Compound(compound) => visit(compound.result),
            _ => {}
        }
    }
}

/// Every variable of a term.
pub(super) fn each_variable(term: &Term, visit: &mut impl FnMut(VariableId)) {
    let mut stack = vec![term];
    while let Some(term) = stack.pop() {
        match term {
            Term::Variable(variable) => visit(*variable),
            Term::Call { arguments, .. } | Term::Functor { arguments, .. } => {
                stack.extend(arguments);
            }
            Term::Constant(_) | Term::Wildcard => {}
        }
    }
}

/// Every term of a literal; of an aggregate none.
fn each_term<'a>(form: &'a Form, visit: &mut impl FnMut(&'a Term)) {
    match form {
        Form::Positive(atom) | Form::Negative(atom) => atom.arguments.iter().for_each(visit),
        Form::Compare { left, right, .. } => [left, right].into_iter().for_each(visit),
        Form::Test { pattern, text, .. } => [pattern, text].into_iter().for_each(visit),
        Form::Range { from, to, step, .. } => [from, to].into_iter().chain(step).for_each(visit),
        Form::Compound(compound) => compound.fields.iter().for_each(visit),
        Form::Aggregate(_) | Form::Never => {}
    }
}

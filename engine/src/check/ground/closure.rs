//! Which variables of a rule get bound, whatever the order of its literals. Refuses to know how faults are told.

use crate::program::{Access, Aggregate, Atom, Comparison, Form, Literal, Program, Rule, Term, VariableId};

/// The bound variables of a rule.
pub(super) struct Closure<'r> {
    pub(super) rule: &'r Rule,
    pub(super) program: &'r Program,
    /// Whether a keyed literal binds only where its key is bound.
    keys: bool,
    bound: Vec<bool>,
    /// How often each variable is written in the whole rule.
    written: Vec<u32>,
    /// Keyed literals that could not be asked.
    pub(super) stuck: Vec<&'r Literal>,
}

impl<'r> Closure<'r> {
    pub(super) fn new(rule: &'r Rule, program: &'r Program, keys: bool) -> Self {
        let mut written = vec![0; rule.variables.len()];
        let mut count = |id: VariableId| written[id.0 as usize] += 1;
        rule.terms.iter().for_each(|term| variables(term, &mut count));
        rule.body.iter().for_each(|one| occurring(one, &mut count));
        Self { rule, program, keys, bound: vec![false; rule.variables.len()], written, stuck: Vec::new() }
    }

    /// Binds what can be bound. In a remedy, what only heads have is bound.
    pub(super) fn run(&mut self, remedy: bool) {
        self.close(&self.rule.body);
        if remedy {
            let mut inside = vec![false; self.bound.len()];
            let mut mark = |id: VariableId| inside[id.0 as usize] = true;
            self.rule.body.iter().for_each(|one| occurring(one, &mut mark));
            for (bound, inside) in self.bound.iter_mut().zip(inside) {
                *bound |= !inside;
            }
        }
    }

    /// Variables that are written and stay unbound, in order.
    pub(super) fn unbound(&self) -> impl Iterator<Item = VariableId> {
        let pairs = self.bound.iter().zip(&self.written);
        (0..).map(VariableId).zip(pairs).filter(|(_, (bound, written))| !**bound && **written > 0).map(|(id, _)| id)
    }

    pub(super) fn is_bound(&self, id: VariableId) -> bool {
        self.bound[id.0 as usize]
    }

    pub(super) fn binds_all(&self, term: &Term) -> bool {
        let mut all = true;
        variables(term, &mut |id| all &= self.bound[id.0 as usize]);
        all
    }

    /// Binds what the literals bind, until nothing is added.
    fn close(&mut self, body: &'r [Literal]) {
        let mut open: Vec<&Literal> = body.iter().collect();
        loop {
            let before = open.len();
            open.retain(|literal| !self.step(literal));
            if open.len() == before {
                break;
            }
        }
        let stuck = |literal: &&Literal| matches!(literal.form, Form::Positive(_));
        self.stuck.extend(open.into_iter().filter(stuck));
    }

    /// Whether the literal could bind what it binds, and has.
    fn step(&mut self, literal: &'r Literal) -> bool {
        match &literal.form {
            Form::Positive(atom) => {
                if self.keys && !self.key_bound(atom) {
                    return false;
                }
                for argument in &atom.arguments {
                    self.bind(argument);
                }
                true
            }
            Form::Compare { operator: Comparison::Equal, left, right, .. } => {
                for (one, other) in [(left, right), (right, left)] {
                    if matches!(one, Term::Variable(_)) && self.binds_all(other) {
                        self.bind(one);
                        return true;
                    }
                }
                self.binds_all(left) && self.binds_all(right)
            }
            Form::Aggregate(aggregate) => self.aggregate(aggregate),
            Form::Compound(compound) => {
                let made = compound.fields.iter().all(|field| self.is_valued(field));
                if !made && !self.bound[compound.result.0 as usize] {
                    return false;
                }
                self.bound[compound.result.0 as usize] = true;
                compound.fields.iter().for_each(|field| self.bind(field));
                true
            }
            Form::Range { result, from, to, step, .. } => {
                let step = step.as_ref().is_none_or(|step| self.binds_all(step));
                let ready = step && self.binds_all(from) && self.binds_all(to);
                if ready {
                    self.bound[result.0 as usize] = true;
                }
                ready
            }
            Form::Negative(_) | Form::Compare { .. } | Form::Test { .. } | Form::Never => true,
        }
    }

    /// Whether a field has a value.
    fn is_valued(&self, field: &Term) -> bool {
        !matches!(field, Term::Wildcard) && self.binds_all(field)
    }

    fn bind(&mut self, term: &Term) {
        if let Term::Variable(id) = term {
            self.bound[id.0 as usize] = true;
        }
    }

    /// Whether every key column of the atom's relation has a constant or a bound variable.
    pub(super) fn key_bound(&self, atom: &Atom) -> bool {
        let Access::Keyed { key } = &self.program.relation(atom.relation).access else {
            return true;
        };
        key.iter().all(|&column| match atom.arguments.get(column) {
            Some(Term::Variable(id)) => self.bound[id.0 as usize],
            Some(Term::Wildcard) | None => false,
            Some(_) => true,
        })
    }

    /// An aggregate runs when the variables that it shares with the outside are bound there.
    fn aggregate(&mut self, aggregate: &'r Aggregate) -> bool {
        let mut inside = vec![0; self.bound.len()];
        let mut count = |id: VariableId| inside[id.0 as usize] += 1;
        occurring_in(aggregate, &mut count);
        let pairs = inside.iter().zip(&self.written);
        let shared = pairs.map(|(inside, written)| *inside > 0 && inside < written);
        if shared.zip(&self.bound).any(|(shared, bound)| shared && !bound) {
            return false;
        }
        self.close(&aggregate.body);
        self.bound[aggregate.result.0 as usize] = true;
        true
    }
}

/// Visits the variables of a term.
pub(super) fn variables(term: &Term, visit: &mut impl FnMut(VariableId)) {
    match term {
        Term::Variable(id) => visit(*id),
        Term::Constant(_) | Term::Wildcard => {}
        Term::Call { arguments, .. } | Term::Functor { arguments, .. } => {
            arguments.iter().for_each(|one| variables(one, visit));
        }
    }
}

/// Visits the variables of a literal, those of aggregates' bodies included.
pub(in crate::check) fn occurring(literal: &Literal, visit: &mut impl FnMut(VariableId)) {
    match &literal.form {
        Form::Positive(atom) | Form::Negative(atom) => {
            atom.arguments.iter().for_each(|one| variables(one, visit));
        }
        Form::Compare { left, right, .. } => {
            variables(left, visit);
            variables(right, visit);
        }
        Form::Test { pattern, text, .. } => {
            variables(pattern, visit);
            variables(text, visit);
        }
        Form::Aggregate(aggregate) => {
            visit(aggregate.result);
            occurring_in(aggregate, visit);
        }
        Form::Range { result, from, to, step, .. } => {
            visit(*result);
            variables(from, visit);
            variables(to, visit);
            step.iter().for_each(|one| variables(one, visit));
        }
        Form::Compound(compound) => {
            visit(compound.result);
            compound.fields.iter().for_each(|one| variables(one, visit));
        }
        Form::Never => {}
    }
}

/// Visits the variables of an aggregate's target and body.
fn occurring_in(aggregate: &Aggregate, visit: &mut impl FnMut(VariableId)) {
    aggregate.target.iter().for_each(|one| variables(one, visit));
    aggregate.body.iter().for_each(|one| occurring(one, &mut *visit));
}

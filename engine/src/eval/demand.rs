//! Which relations an evaluation is for, and what those reach through rules. Knows no rows.

use crate::program::{Constant, Form, Literal, Program, RelationId, Rule, Term};

/// The relations whose rows are wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Demand {
    /// Every relation that rules derive. Input relations that no rule reads are not loaded.
    All,
    /// These, by name, and what they rest on. Names that the program does not declare demand nothing; an input relation
    /// named here is loaded.
    Only(Vec<String>),
    /// The rows of these relations whose first value is the text given, and what they rest on. Rules whose head begins with
    /// another constant do not run; those whose head begins with a variable do, so other rows may be there too.
    First(Vec<String>, String),
}

impl Demand {
    /// These relations, as far as the program declares them.
    #[must_use]
    pub fn of(program: &Program, names: &[&str]) -> Self {
        let declared = names.iter().filter(|name| program.find(name).is_some());
        Self::Only(declared.map(|&name| name.to_owned()).collect())
    }

    /// Whether an evaluation for these may ask for the rows of one of some relations.
    #[must_use]
    pub fn reaches_any(&self, program: &Program, names: &[&str]) -> bool {
        let reached = reach(program, self);
        names.iter().filter_map(|name| program.find(name)).any(|relation| reached[relation.0 as usize])
    }

    /// The names that were given.
    pub(super) fn names(&self) -> &[String] {
        match self {
            Self::All => &[],
            Self::Only(names) | Self::First(names, _) => names,
        }
    }

    /// Whether the rule derives rows of a demanded relation that are not wanted.
    fn skips(&self, program: &Program, rule: &Rule) -> bool {
        let Self::First(names, first) = self else {
            return false;
        };
        let other = |term: &Term| matches!(term, Term::Constant(Constant::Symbol(text)) if **text != **first);
        rule.terms.first().is_some_and(other) && names.iter().any(|name| program.find(name) == Some(rule.head))
    }
}

/// By relation: whether the demand reaches it.
pub(crate) fn reach(program: &Program, demand: &Demand) -> Vec<bool> {
    let count = program.relations.len();
    let mut wanted = vec![false; count];
    let names = match demand {
        Demand::All => return vec![true; count],
        Demand::Only(names) | Demand::First(names, _) => names,
    };
    let mut stack: Vec<RelationId> = names.iter().filter_map(|name| program.find(name)).collect();
    let mut rules_of = vec![Vec::new(); count];
    for rule in program.rules.iter().filter(|rule| !demand.skips(program, rule)) {
        rules_of[rule.head.0 as usize].push(rule);
    }
    while let Some(relation) = stack.pop() {
        let index = relation.0 as usize;
        if std::mem::replace(&mut wanted[index], true) {
            continue;
        }
        for rule in &rules_of[index] {
            each_relation(&rule.body, &mut |read| stack.push(read));
        }
    }
    wanted
}

/// By rule: whether it runs.
pub(super) fn runs(program: &Program, demand: &Demand, wanted: &[bool]) -> Vec<bool> {
    let runs = |rule: &Rule| wanted[rule.head.0 as usize] && !demand.skips(program, rule);
    program.rules.iter().map(runs).collect()
}

/// Every relation that a body reads, within aggregates too.
pub(super) fn each_relation(body: &[Literal], visit: &mut impl FnMut(RelationId)) {
    let mut stack: Vec<&Literal> = body.iter().collect();
    while let Some(literal) = stack.pop() {
        match &literal.form {
            Form::Positive(atom) | Form::Negative(atom) => visit(atom.relation),
            Form::Aggregate(aggregate) => stack.extend(&aggregate.body),
            Form::Compare { .. } | Form::Test { .. } | Form::Range { .. } | Form::Compound(_) | Form::Never => {}
        }
    }
}

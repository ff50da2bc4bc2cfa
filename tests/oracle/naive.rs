//! An evaluator that is plainly right: rows in ordered sets, every rule tried on everything until nothing is new, its
//! own values. Shares the program with the engine and nothing else. Knows no functors, regular expressions or ranges of
//! floats.

use std::collections::{BTreeMap, BTreeSet};

use engine::Model;
use engine::program::types::{CompoundForm, NIL};
use engine::program::{Aggregate, Atom, Comparison, Compound, Form, Literal, Program, Rule, Term, Test, VariableId};

mod plain;
mod variables;

pub use plain::{Gap, Plain};
use plain::{arithmetic, compare, constant, fold, part, plain};
use variables::{collect, computes, literal_variables, outside, outside_of};

/// The rows of each relation, by name.
pub type Rows = BTreeMap<String, BTreeSet<Vec<Plain>>>;

/// What a rule's variables stand for so far.
type Bindings = BTreeMap<u32, Plain>;

/// What a program derives from its own facts.
///
/// # Errors
/// If an operation has no value, or the program uses what is not known here.
pub fn evaluate(program: &Program) -> Result<Rows, Gap> {
    let mut state = State { program, rows: vec![BTreeSet::new(); program.relations.len()] };
    for fact in &program.facts {
        let row = fact.row.iter().map(constant).collect();
        state.rows[fact.relation.0 as usize].insert(row);
    }
    for stratum in &program.strata {
        loop {
            let mut new = 0;
            for &id in &stratum.rules {
                let rule = program.rule(id);
                for row in state.derive(rule)? {
                    new += usize::from(state.rows[rule.head.0 as usize].insert(row));
                }
            }
            if new == 0 {
                break;
            }
        }
    }
    let names = program.relations.iter().map(|relation| relation.name.to_string());
    Ok(names.zip(state.rows).collect())
}

/// The rows of a model, for comparison.
pub fn rows_of(model: &Model<'_>) -> Rows {
    let relations = &model.program().relations;
    let rows = |name: &str| model.rows(name).map(|row| row.iter().map(plain).collect());
    relations.iter().map(|relation| (relation.name.to_string(), rows(&relation.name).collect())).collect()
}

struct State<'p> {
    program: &'p Program,
    rows: Vec<BTreeSet<Vec<Plain>>>,
}

/// A way in which a conjunction holds: bindings, and the row that each positive atom used.
type Match = (Bindings, Vec<Vec<Plain>>);

impl State<'_> {
    fn derive(&self, rule: &Rule) -> Result<Vec<Vec<Plain>>, Gap> {
        let matches = self.solve(rule, &rule.body, Bindings::new(), &outside(rule))?;
        matches
            .iter()
            .map(|(bindings, _)| {
                let terms = rule.terms.iter();
                terms.map(|term| value(term, bindings)).collect()
            })
            .collect()
    }

    /// Every way in which a conjunction holds.
    fn solve(
        &self,
        rule: &Rule,
        body: &[Literal],
        bindings: Bindings,
        outer: &BTreeSet<u32>,
    ) -> Result<BTreeSet<Match>, Gap> {
        let mut matches = BTreeSet::from([(bindings, Vec::new())]);
        let atoms = |literal: &&Literal| matches!(literal.form, Form::Positive(_));
        for literal in body.iter().filter(atoms) {
            if let Form::Positive(atom) = &literal.form {
                matches = self.join(atom, &matches);
            }
        }
        let mut left: Vec<&Literal> = body.iter().filter(|literal| !atoms(literal)).collect();
        while !left.is_empty() {
            let Some((first, _)) = matches.first() else {
                return Ok(matches);
            };
            // What computes comes after all that can do without its value: only then does a fault of it count.
            let can = |literal: &&Literal| is_ready(literal, first, outer);
            let ready = left.iter().position(|literal| can(literal) && !computes(literal));
            let ready = ready.or_else(|| left.iter().position(can));
            let literal = left.remove(ready.ok_or(Gap::Unknown)?);
            let mut kept = BTreeSet::new();
            for (bindings, used) in matches {
                if let Form::Range { result, from, to, step, .. } = &literal.form {
                    for bindings in each(*result, from, to, step.as_ref(), &bindings)? {
                        kept.insert((bindings, used.clone()));
                    }
                } else if let Some(bindings) = self.hold(rule, literal, bindings, outer)? {
                    kept.insert((bindings, used));
                }
            }
            matches = kept;
        }
        Ok(matches)
    }

    fn join(&self, atom: &Atom, matches: &BTreeSet<Match>) -> BTreeSet<Match> {
        let mut joined = BTreeSet::new();
        for (bindings, used) in matches {
            for row in &self.rows[atom.relation.0 as usize] {
                if let Some(bindings) = unify(atom, row, bindings) {
                    let mut used = used.clone();
                    used.push(row.clone());
                    joined.insert((bindings, used));
                }
            }
        }
        joined
    }

    /// The bindings, extended, if a literal that is no positive atom holds.
    fn hold(
        &self,
        rule: &Rule,
        literal: &Literal,
        mut bindings: Bindings,
        outer: &BTreeSet<u32>,
    ) -> Result<Option<Bindings>, Gap> {
        let holds = match &literal.form {
            Form::Negative(atom) => {
                let mut rows = self.rows[atom.relation.0 as usize].iter();
                !rows.any(|row| unify(atom, row, &bindings).is_some())
            }
            Form::Compare { operator, left, right, .. } => match (value(left, &bindings), value(right, &bindings)) {
                (Ok(left), Ok(right)) => compare(*operator, &left, &right),
                // The other side may be what is bound.
                (Err(Gap::Arithmetic), _) | (_, Err(Gap::Arithmetic)) => return Err(Gap::Arithmetic),
                (Err(Gap::Unknown), Ok(found)) => bind(left, found, &mut bindings)?,
                (Ok(found), Err(Gap::Unknown)) => bind(right, found, &mut bindings)?,
                (Err(Gap::Unknown), Err(Gap::Unknown)) => return Err(Gap::Unknown),
            },
            Form::Test { test: Test::Contains, pattern, text, negated } => {
                match (value(pattern, &bindings)?, value(text, &bindings)?) {
                    (Plain::Text(pattern), Plain::Text(text)) => text.contains(&pattern) != *negated,
                    _ => return Err(Gap::Unknown),
                }
            }
            Form::Aggregate(aggregate) => match self.aggregate(rule, aggregate, &bindings, outer)? {
                Some(found) => {
                    let result = Term::Variable(aggregate.result);
                    match value(&result, &bindings) {
                        Ok(known) => known == found,
                        Err(_) => bind(&result, found, &mut bindings)?,
                    }
                }
                None => false,
            },
            Form::Compound(compound) => return Ok(self.compose(compound, &bindings)),
            Form::Never => false,
            Form::Positive(_) | Form::Test { .. } | Form::Range { .. } => return Err(Gap::Unknown),
        };
        Ok(holds.then_some(bindings))
    }

    /// The bindings, extended, if a record is made of its fields.
    fn compose(&self, compound: &Compound, bindings: &Bindings) -> Option<Bindings> {
        let of = &self.program.types[compound.of.0 as usize];
        let made_by = match (of.form, compound.constructor) {
            (CompoundForm::Record, NIL) => "nil",
            (CompoundForm::Record, _) => "[]",
            (CompoundForm::Algebraic, index) => &of.constructors[index as usize].name,
        };
        let Some(record) = bindings.get(&compound.result.0) else {
            let fields: Result<Vec<Plain>, Gap> = compound.fields.iter().map(|field| value(field, bindings)).collect();
            let mut bindings = bindings.clone();
            bindings.insert(compound.result.0, Plain::Compound(made_by.to_owned(), fields.ok()?));
            return Some(bindings);
        };
        match record {
            Plain::Compound(name, fields) if name == made_by => agree(&compound.fields, fields, bindings),
            _ => None,
        }
    }

    fn aggregate(
        &self,
        rule: &Rule,
        aggregate: &Aggregate,
        bindings: &Bindings,
        outer: &BTreeSet<u32>,
    ) -> Result<Option<Plain>, Gap> {
        // What only occurs in aggregates is not visible from outside.
        let seen: Bindings = bindings
            .iter()
            .filter(|(variable, _)| outer.contains(variable))
            .map(|(&variable, value)| (variable, value.clone()))
            .collect();
        let inner: BTreeSet<u32> = outer.union(&outside_of(aggregate)).copied().collect();
        let matches = self.solve(rule, &aggregate.body, seen, &inner)?;
        let target = aggregate.target.as_ref();
        let found: Result<Vec<Plain>, Gap> =
            matches.iter().filter_map(|(bindings, _)| target.map(|target| value(target, bindings))).collect();
        fold(aggregate.operator, aggregate.kind, matches.len(), found?)
    }
}

/// Whether everything that a literal needs is bound.
fn is_ready(literal: &Literal, bindings: &Bindings, outer: &BTreeSet<u32>) -> bool {
    let bound = |term: &Term| {
        let mut variables = BTreeSet::new();
        collect(term, &mut variables);
        variables.iter().all(|variable| bindings.contains_key(variable))
    };
    match &literal.form {
        Form::Negative(atom) => atom.arguments.iter().all(bound),
        Form::Compare { operator, left, right, .. } => {
            let binds = |term| *operator == Comparison::Equal && matches!(term, &Term::Variable(_));
            match (bound(left), bound(right)) {
                (true, true) => true,
                (true, false) => binds(right),
                (false, true) => binds(left),
                (false, false) => false,
            }
        }
        Form::Test { pattern, text, .. } => bound(pattern) && bound(text),
        Form::Aggregate(_) => {
            let mut variables = BTreeSet::new();
            literal_variables(literal, &mut variables);
            variables.intersection(outer).all(|variable| bindings.contains_key(variable))
        }
        Form::Range { from, to, step, .. } => bound(from) && bound(to) && step.as_ref().is_none_or(bound),
        Form::Compound(compound) => {
            let made = compound.fields.iter().all(|field| !matches!(field, Term::Wildcard) && bound(field));
            made || bindings.contains_key(&compound.result.0)
        }
        Form::Positive(_) | Form::Never => true,
    }
}

/// The bindings with each number of a range of whole numbers, or those that have one of them.
fn each(
    result: VariableId,
    from: &Term,
    to: &Term,
    step: Option<&Term>,
    bindings: &Bindings,
) -> Result<Vec<Bindings>, Gap> {
    let (Plain::Integer(from), Plain::Integer(to)) = (value(from, bindings)?, value(to, bindings)?) else {
        return Err(Gap::Unknown);
    };
    let step = match step.map(|step| value(step, bindings)).transpose()? {
        Some(Plain::Integer(step)) => step,
        None => {
            if from <= to {
                1
            } else {
                -1
            }
        }
        Some(_) => return Err(Gap::Unknown),
    };
    let (mut number, mut found) = (from, Vec::new());
    while step > 0 && number < to || step < 0 && number > to {
        let mut bindings = bindings.clone();
        let known = bindings.entry(result.0).or_insert(Plain::Integer(number)).clone();
        if known == Plain::Integer(number) {
            found.push(bindings);
        }
        number += step;
    }
    Ok(found)
}

fn unify(atom: &Atom, row: &[Plain], bindings: &Bindings) -> Option<Bindings> {
    agree(&atom.arguments, row, bindings)
}

/// The bindings, extended, under which terms have these values.
fn agree(terms: &[Term], row: &[Plain], bindings: &Bindings) -> Option<Bindings> {
    let mut bindings = bindings.clone();
    for (term, found) in terms.iter().zip(row) {
        match term {
            Term::Wildcard => {}
            Term::Variable(variable) => {
                let known = bindings.entry(variable.0).or_insert_with(|| found.clone());
                if known != found {
                    return None;
                }
            }
            _ => {
                if &value(term, &bindings).ok()? != found {
                    return None;
                }
            }
        }
    }
    Some(bindings)
}

fn bind(term: &Term, found: Plain, bindings: &mut Bindings) -> Result<bool, Gap> {
    let Term::Variable(variable) = term else {
        return Err(Gap::Unknown);
    };
    bindings.insert(variable.0, found);
    Ok(true)
}

fn value(term: &Term, bindings: &Bindings) -> Result<Plain, Gap> {
    match term {
        Term::Variable(variable) => bindings.get(&variable.0).cloned().ok_or(Gap::Unknown),
        Term::Constant(known) => Ok(constant(known)),
        Term::Call { operation, arguments, kind, .. } => {
            let values: Vec<Plain> = arguments.iter().map(|term| value(term, bindings)).collect::<Result<_, _>>()?;
            match values.as_slice() {
                [left, right] => arithmetic(*operation, left, right, *kind),
                [Plain::Text(text), Plain::Integer(from), Plain::Integer(length)] => Ok(part(text, *from, *length)),
                _ => Err(Gap::Unknown),
            }
        }
        Term::Wildcard | Term::Functor { .. } => Err(Gap::Unknown),
    }
}

//! How faulty bindings are told: which variable, which literals could have bound it, what to write.

use super::super::resolve::Occurrence;
use super::closure::{Closure, occurring};
use crate::diagnostic::{Diagnostic, nearest};
use crate::program::{Access, Atom, Comparison, Form, Literal, Program, Relation, Rule, Term, VariableId};
use crate::source::Span;

/// Most literals that a diagnostic points at besides its main place.
const MOST_LABELS: usize = 3;

/// Most variables of one rule that are told.
const MOST_VARIABLES: usize = 5;

/// A keyed relation whose key is `_`.
pub(super) fn wildcard_keys(rule: &Rule, program: &Program) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    each_atom(&rule.body, &mut |literal, atom| {
        let relation = program.relation(atom.relation);
        let Access::Keyed { key } = &relation.access else {
            return;
        };
        let wild = key.iter().find(|&&column| matches!(atom.arguments.get(column), Some(Term::Wildcard)));
        if let Some(&column) = wild {
            found.push(key_fault(relation, column, "`_`", literal.span));
        }
    });
    found
}

/// Keyed literals whose keys nothing else binds.
pub(super) fn unbound_keys(closure: &Closure<'_>, occurrences: &[Occurrence]) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for literal in &closure.stuck {
        let Form::Positive(atom) = &literal.form else {
            continue;
        };
        let relation = closure.program.relation(atom.relation);
        let Access::Keyed { key } = &relation.access else {
            continue;
        };
        let unbound = key.iter().find_map(|&column| match atom.arguments.get(column) {
            Some(&Term::Variable(id)) if !closure.is_bound(id) => Some((column, id)),
            _ => None,
        });
        let Some((column, variable)) = unbound else {
            continue;
        };
        // Another stuck literal would bind it: that one is the cause.
        let follows = closure
            .stuck
            .iter()
            .any(|other| other.span != literal.span && has_beyond_key(closure.program, other, variable));
        if follows && !found.is_empty() {
            continue;
        }
        let name = format!("`{}`", closure.rule.variables[variable.0 as usize].name);
        let span = inside(occurrences, variable, literal.span).unwrap_or(literal.span);
        found.push((follows, key_fault(relation, column, &name, span)));
    }
    let roots = found.iter().any(|(follows, _)| !follows);
    found.retain(|(follows, _)| !roots || !follows);
    found.into_iter().map(|(_, diagnostic)| diagnostic).collect()
}

fn key_fault(relation: &Relation, column: usize, what: &str, span: Span) -> Diagnostic {
    let (name, column) = (&relation.name, &relation.attributes[column].name);
    let message = format!("`{name}` is asked by `{column}`, and nothing else binds {what}");
    Diagnostic::error("unbound-key", span, message)
        .with_label(relation.span, format!("its key includes `{column}`"))
        .with_help(format!("give `{column}` a constant, or a variable that another positive literal binds"))
}

/// Whether the atom has the variable outside its key.
fn has_beyond_key(program: &Program, literal: &Literal, variable: VariableId) -> bool {
    let Form::Positive(atom) = &literal.form else {
        return false;
    };
    let key: &[usize] = match &program.relation(atom.relation).access {
        Access::Keyed { key } => key,
        _ => &[],
    };
    let mut arguments = atom.arguments.iter().enumerate();
    arguments.any(|(column, term)| !key.contains(&column) && matches!(term, Term::Variable(id) if *id == variable))
}

/// The variables that nothing binds; not those that would be bound if the others were.
pub(super) fn ungrounded(closure: &Closure<'_>, occurrences: &[Occurrence]) -> Vec<Diagnostic> {
    let rule = closure.rule;
    let unbound: Vec<VariableId> =
        closure.unbound().filter(|id| !rule.variables[id.0 as usize].name.starts_with('?')).collect();
    let is_root = |id: &&VariableId| !has_binder(&rule.body, **id);
    let mut roots: Vec<VariableId> = unbound.iter().filter(is_root).copied().collect();
    if roots.is_empty() {
        roots.extend(unbound.first());
    }
    if let (Some(span), true) = (made_of_wildcards(closure), roots.is_empty()) {
        let found = Diagnostic::error("misplaced-wildcard", span, "`_` has no value, and this record is made of it");
        return vec![found.with_help("`_` stands for a field of a record that another literal binds; name the value")];
    }
    if roots.is_empty() {
        let message = "a value that this needs is never bound";
        let found = Diagnostic::error("ungrounded", rule.span, message);
        return vec![found.with_help("bind the variables that it is computed from")];
    }
    roots.into_iter().take(MOST_VARIABLES).map(|id| ungrounded_variable(closure, occurrences, id)).collect()
}

fn ungrounded_variable(closure: &Closure<'_>, occurrences: &[Occurrence], id: VariableId) -> Diagnostic {
    let rule = closure.rule;
    let variable = &rule.variables[id.0 as usize];
    let name = &variable.name;
    let first = occurrences.iter().find(|one| one.variable == id);
    let span = first.map_or(rule.span, |one| one.span);
    let message = format!("nothing binds `{name}`");
    let mut diagnostic = Diagnostic::error("ungrounded", span, message).at("unbound");
    let mut mend = None;
    let own = |literal: &Literal| occurrences.iter().all(|one| one.variable != id || within(one.span, literal.span));
    for literal in rule.body.iter().filter(|one| has(one, id)).take(MOST_LABELS) {
        let why = match literal.form {
            Form::Aggregate(_) if own(literal) => Some("nothing in the aggregate binds it"),
            _ => why_not(literal),
        };
        // A label around the main place would hide it.
        diagnostic = match why {
            Some(why) if within(span, literal.span) => diagnostic.at(format!("unbound: {why}")),
            Some(why) => diagnostic.with_label(literal.span, why),
            None => diagnostic,
        };
        if let Form::Negative(atom) = &literal.form {
            mend = mend.or_else(|| Some(positive(closure.program, rule, atom, id)));
        }
    }
    let mut could = Vec::new();
    for literal in &rule.body {
        if let Form::Positive(atom) = &literal.form
            && could.len() < MOST_LABELS
            && let Some(column) = free_column(closure.program, atom, variable.kind)
        {
            let relation = &closure.program.relation(atom.relation).name;
            diagnostic = diagnostic.with_label(literal.span, format!("could bind it in `{column}`"));
            could.push(format!("`{relation}`"));
        }
    }
    let bound = |other: &&crate::program::Variable| other.name != *name && other.kind == variable.kind;
    let others = rule.variables.iter().filter(bound).map(|other| &*other.name);
    let near = if name.chars().count() > 2 { nearest(name, others) } else { None };
    // Written once, under `!`: what is meant is nearly always that no row is there, whatever the value.
    let wild = occurrences.iter().filter(|one| one.variable == id).count() == 1;
    let help = match (near, mend, could.as_slice()) {
        (Some(near), _, _) => format!("did you mean `{near}`?"),
        (None, Some(_), _) if wild => format!("write `_` for `{name}` if its value does not matter, or bind it first"),
        (_, Some(mend), _) => format!("add a literal that binds it, such as `{mend}`"),
        (_, _, [first, ..]) => {
            format!("write `{name}` for a `_` of {first}, or add a literal that has it")
        }
        _ => format!("add a literal that has `{name}`, or `{name} = ` and what it is to be"),
    };
    diagnostic.with_help(help)
}

/// A record that nothing binds and that cannot be made, since one of its fields is `_`.
fn made_of_wildcards(closure: &Closure<'_>) -> Option<Span> {
    let wild = |term: &Term| matches!(term, Term::Wildcard);
    closure.rule.body.iter().find_map(|literal| match &literal.form {
        Form::Compound(compound) if !closure.is_bound(compound.result) && compound.fields.iter().any(wild) => {
            Some(literal.span)
        }
        _ => None,
    })
}

/// Why a literal that has a variable does not bind it.
fn why_not(literal: &Literal) -> Option<&'static str> {
    Some(match &literal.form {
        Form::Negative(_) => "a negated literal binds nothing",
        Form::Compare { operator: Comparison::Equal, .. } => "`=` binds a variable where the other side is bound",
        Form::Compare { .. } | Form::Test { .. } => "a comparison binds nothing",
        Form::Aggregate(_) => "inside an aggregate it is the variable outside, to be bound there",
        Form::Range { .. } => "a range binds where its bounds are bound",
        Form::Compound(_) => "a record binds its fields where the record is bound",
        Form::Positive(_) | Form::Never => return None,
    })
}

/// The first `_` of an atom in a column of this type.
fn free_column<'p>(program: &'p Program, atom: &Atom, kind: crate::program::Kind) -> Option<&'p str> {
    let columns = &program.relation(atom.relation).attributes;
    let mut pairs = columns.iter().zip(&atom.arguments);
    let free = pairs.find(|(has, term)| has.kind == kind && matches!(term, Term::Wildcard));
    free.map(|(has, _)| &*has.name)
}

/// A negated atom without its `!`, with `_` for all but one variable.
fn positive(program: &Program, rule: &Rule, atom: &Atom, id: VariableId) -> String {
    let arguments: Vec<&str> = atom
        .arguments
        .iter()
        .map(|term| match term {
            Term::Variable(found) if *found == id => &*rule.variables[id.0 as usize].name,
            _ => "_",
        })
        .collect();
    let relation = &program.relation(atom.relation).name;
    format!("{relation}({})", arguments.join(", "))
}

/// Whether a literal would bind the variable if what it needs were bound.
fn has_binder(body: &[Literal], id: VariableId) -> bool {
    let is = |term: &Term| matches!(term, Term::Variable(found) if *found == id);
    body.iter().any(|literal| match &literal.form {
        Form::Compare { operator: Comparison::Equal, left, right, .. } => is(left) != is(right),
        Form::Aggregate(aggregate) => aggregate.result == id || has_binder(&aggregate.body, id),
        Form::Range { result, .. } => *result == id,
        Form::Positive(atom) => atom.arguments.iter().any(is),
        Form::Compound(compound) => compound.result == id || compound.fields.iter().any(is),
        _ => false,
    })
}

fn has(literal: &Literal, id: VariableId) -> bool {
    let mut found = false;
    occurring(literal, &mut |one| found |= one == id);
    found
}

/// Visits the atoms of a body, those in aggregates included.
fn each_atom(body: &[Literal], visit: &mut impl FnMut(&Literal, &Atom)) {
    for literal in body {
        match &literal.form {
            Form::Positive(atom) | Form::Negative(atom) => visit(literal, atom),
            Form::Aggregate(aggregate) => each_atom(&aggregate.body, visit),
            _ => {}
        }
    }
}

/// Where a variable is written within a literal.
fn inside(occurrences: &[Occurrence], variable: VariableId, literal: Span) -> Option<Span> {
    occurrences.iter().filter(|one| one.variable == variable).map(|one| one.span).find(|&span| within(span, literal))
}

fn within(inner: Span, outer: Span) -> bool {
    outer.source == inner.source && outer.start <= inner.start && inner.end <= outer.end
}

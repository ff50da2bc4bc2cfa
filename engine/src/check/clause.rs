//! Facts and rules: each clause is taken apart into conjunctions with one head, and each of these is checked by itself.
//! Refuses to know other clauses.

use super::expand::{Part, alternatives};
use super::normal::{Normal, normalise};
use super::resolve::{Resolver, too_large};
use super::single_use::Uses;
use super::{Checking, annotation, declaration, ground};
use crate::diagnostic::{Diagnostic, Label};
use crate::program::{Constant, Form, GroundFact, Kind, MOST_LOOPS, RelationId, Rule, Term, loops};
use crate::source::Span;
use crate::syntax::ast::{Clause, Item, ItemForm};

/// Takes all clauses apart.
pub(super) fn check(checking: &mut Checking<'_>) {
    let mut resolver = Resolver::default();
    let mut index = 0;
    for item in checking.items {
        if let ItemForm::Clause(clause) = &item.form {
            checking.clause(&mut resolver, item, clause, index);
            index += 1;
        }
    }
}

impl Checking<'_> {
    fn clause(&mut self, resolver: &mut Resolver, item: &Item, clause: &Clause, index: u32) {
        let shape = Rule {
            head: RelationId(0),
            terms: Vec::new(),
            body: Vec::new(),
            variables: Vec::new(),
            clause: index,
            annotations: self.annotations(item),
            span: item.place.0,
        };
        let Ok(list) = alternatives(&clause.body) else {
            self.errors.push(too_large(item.place.0));
            return;
        };
        if !resolver.begin(self, clause.heads.len(), &list, item.place.0) {
            return;
        }
        let mut uses = Uses::default();
        let body = body_span(&list);
        let mut faulty = Vec::new();
        for parts in &list {
            let first = self.errors.len();
            self.alternative(resolver, clause, parts, &shape);
            if resolver.exhausted {
                return;
            }
            if self.errors.len() > first {
                faulty.push((first, parts));
            }
            if self.options.analyse && !resolver.failed {
                let remedy = annotation::has(&shape.annotations, "remedy");
                uses.add(resolver, remedy, body);
            }
        }
        uses.warn(self, &shape);
        // What is wrong in every alternative is no matter of one of them.
        if faulty.len() < list.len() {
            faulty.into_iter().for_each(|(first, parts)| self.name_alternative(first, parts, &list));
        }
    }

    /// Says of the unbound variables found since `first` in which alternative they are unbound.
    fn name_alternative(&mut self, first: usize, parts: &[Part<'_>], list: &[Vec<Part<'_>>]) {
        let elsewhere = |part: &&Part<'_>| list.iter().all(|other| other.iter().any(|one| one.span == part.span));
        let Some(own) = parts.iter().find(|part| !elsewhere(part)) else {
            return;
        };
        for found in self.errors[first..].iter_mut().filter(|found| found.code == "ungrounded") {
            let beside = found.span().is_some_and(|span| span.end <= own.span.start || own.span.end <= span.start);
            if beside && found.labels.iter().all(|label| label.span != own.span) {
                found.labels.push(Label { span: own.span, text: "in the alternative that this is of".to_owned() });
            }
        }
    }

    fn alternative(&mut self, resolver: &mut Resolver, clause: &Clause, parts: &[Part<'_>], shape: &Rule) {
        let Some(draft) = resolver.resolve(self, &clause.heads, parts) else {
            return;
        };
        let user = draft.heads.first().map_or(shape.head, |head| head.atom.relation);
        let shape = Rule { head: user, ..shape.clone() };
        let normalised = normalise(resolver, self, &draft, &shape);
        if resolver.failed {
            return;
        }
        let remedy = annotation::has(&shape.annotations, "remedy");
        for rule in normalised.auxiliary {
            if self.evaluable(&rule, resolver, false) {
                self.program.rules.push(rule);
            }
        }
        for Normal { rule, ground } in normalised.rules {
            if remedy {
                self.base_types_only(&rule);
                if self.evaluable(&rule, resolver, true) {
                    self.program.remedies.push(rule);
                }
            } else if ground && clause.body.is_empty() {
                self.program.facts.push(fact(rule));
            } else if clause.body.is_empty() && self.not_ground(&rule, resolver) {
            } else if self.evaluable(&rule, resolver, false) && (clause.body.is_empty() || self.derivable(&rule)) {
                self.program.rules.push(rule);
            }
        }
    }

    /// Reports a fact with a variable.
    fn not_ground(&mut self, rule: &Rule, resolver: &Resolver) -> bool {
        let records = rule.body.iter().flat_map(|literal| match &literal.form {
            Form::Compound(compound) => compound.fields.as_slice(),
            _ => &[],
        });
        let written =
            |term: &&Term| matches!(term, Term::Variable(id) if !rule.variables[id.0 as usize].name.starts_with('?'));
        let Some(&Term::Variable(variable)) = rule.terms.iter().chain(records).find(written) else {
            return false;
        };
        let place = resolver.occurrences.iter().find(|one| one.variable == variable);
        let span = place.map_or(rule.span, |one| one.span);
        let name = &rule.variables[variable.0 as usize].name;
        self.errors.push(
            Diagnostic::error("fact-not-ground", span, format!("a fact has no variables, but `{name}` is one"))
                .with_help(format!("write `\"{name}\"` for a text, or `:-` and a body that says what `{name}` can be")),
        );
        true
    }

    /// Reports a rule for a relation whose rows come from outside.
    fn derivable(&mut self, rule: &Rule) -> bool {
        let relation = self.program.relation(rule.head);
        if !declaration::is_input(relation) {
            return true;
        }
        let message = format!("`{}` is an input relation, so no rule derives it", relation.name);
        self.errors.push(
            Diagnostic::error("input-head", rule.span, message)
                .with_label(relation.span, "its rows come from outside")
                .with_help("derive a relation of your own, and read both where they are used"),
        );
        false
    }

    /// Reports a remedy that would add a record: a new value has a base type.
    fn base_types_only(&mut self, rule: &Rule) {
        let relation = self.program.relation(rule.head);
        let compound = relation.attributes.iter().find(|column| matches!(column.kind, Kind::Compound(_)));
        if let Some(column) = compound {
            let message =
                format!("a remedy cannot add rows of `{}`, whose column `{}` is a record", relation.name, column.name);
            let found = Diagnostic::error("unsupported", rule.span, message);
            self.errors.push(found.with_label(relation.span, "declared here").with_help("add a row of base types"));
        }
    }

    /// Reports what keeps a rule from being evaluated in some order: what nothing binds, or too much to nest.
    fn evaluable(&mut self, rule: &Rule, resolver: &Resolver, remedy: bool) -> bool {
        let mut found = ground::faults(rule, &resolver.occurrences, &self.program, remedy);
        let loops = loops(&rule.body);
        if loops > MOST_LOOPS {
            let message = format!("this rule joins {loops} atoms and ranges, and {MOST_LOOPS} are the most");
            let too_long = Diagnostic::error("too-large", rule.span, message);
            found.push(too_long.with_help("give parts of it relations of their own"));
        }
        let fine = found.is_empty();
        self.errors.extend(found);
        fine
    }
}

/// The first literal of a body.
fn body_span(list: &[Vec<Part<'_>>]) -> Option<Span> {
    list.iter().flatten().map(|part| part.span).min()
}

/// The fact that a rule without variables, computation and body is.
fn fact(rule: Rule) -> GroundFact {
    let constants = rule.terms.into_iter().map(|term| match term {
        Term::Constant(constant) => constant,
        // `ground` says that there are constants only.
        _ => Constant::Number(0),
    });
    GroundFact { relation: rule.head, row: constants.collect(), span: rule.span }
}

//! Facts and rules: each clause is taken apart into conjunctions with one head, and each of these is checked by itself.
//! Refuses to know other clauses.

use super::expand::{Part, alternatives};
use super::normal::{Normal, normalise};
use super::resolve::{Resolver, too_large};
use super::single_use::Uses;
use super::{Checking, annotation, declaration, ground};
use crate::diagnostic::Diagnostic;
use crate::program::{Constant, GroundFact, MOST_LOOPS, RelationId, Rule, Term, loops};
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
        for parts in &list {
            self.alternative(resolver, clause, parts, &shape);
            if resolver.exhausted {
                return;
            }
            if self.options.analyse && !resolver.failed {
                let remedy = annotation::has(&shape.annotations, "remedy");
                uses.add(resolver, remedy, body);
            }
        }
        uses.warn(self, &shape);
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
        let Some(&Term::Variable(variable)) = rule
            .terms
            .iter()
            .find(|term| matches!(term, Term::Variable(id) if !rule.variables[id.0 as usize].name.starts_with('?')))
        else {
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

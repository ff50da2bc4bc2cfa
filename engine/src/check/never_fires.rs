//! Rules that can never fire, since a relation in them has neither rule nor fact nor loader. Refuses to know tuples.

use super::Checking;
use crate::diagnostic::Diagnostic;
use crate::program::{Access, Form, Program};

/// Most rules that a diagnostic points at besides its main place.
const MOST_LABELS: usize = 3;

/// Warns once of each relation that can have no row and is read, and of each rule that says `false`.
pub(super) fn check(checking: &mut Checking<'_>) {
    let empty = empty(&checking.program);
    let mut found: Vec<Option<Diagnostic>> = vec![None; empty.len()];
    let mut warnings = Vec::new();
    let program = &checking.program;
    for rule in program.rules.iter().chain(&program.remedies) {
        for literal in &rule.body {
            if matches!(literal.form, Form::Never) {
                let warning = Diagnostic::warning("never-fires", literal.span, "this rule can never fire");
                let help = "remove the rule, or what makes it false";
                warnings.push((rule, warning.at("never holds").with_help(help)));
            }
            let Form::Positive(atom) = &literal.form else {
                continue;
            };
            let at = atom.relation.0 as usize;
            if !empty[at] {
                continue;
            }
            let relation = program.relation(atom.relation);
            let name = &relation.name;
            if let Some(warning) = &mut found[at] {
                if warning.labels.len() <= MOST_LABELS {
                    *warning = warning.clone().with_label(literal.span, "nor can this one");
                }
                continue;
            }
            let message = format!("this rule can never fire: `{name}` has neither rule nor fact nor loader");
            found[at] = Some(
                Diagnostic::warning("never-fires", literal.span, message)
                    .at("has no row, ever")
                    .with_label(relation.span, "declared here")
                    .with_help(format!("give `{name}` a rule or a fact, or `.input {name}`")),
            );
            if let Some(warning) = found[at].clone() {
                warnings.push((rule, warning));
            }
        }
    }
    let warnings: Vec<_> = warnings
        .into_iter()
        .map(|(rule, warning)| {
            // The later places were added to the one that is kept by relation.
            let whole = found.iter().flatten().find(|one| one.span() == warning.span());
            (rule.annotations.clone(), whole.cloned().unwrap_or(warning))
        })
        .collect();
    for (annotations, warning) in warnings {
        checking.warn(&annotations, warning);
    }
}

/// Per relation: whether it can have no row.
fn empty(program: &Program) -> Vec<bool> {
    let mut empty: Vec<bool> = program.relations.iter().map(|relation| relation.access == Access::Derived).collect();
    let heads = program.rules.iter().chain(&program.remedies).map(|rule| rule.head);
    for id in heads.chain(program.facts.iter().map(|fact| fact.relation)) {
        empty[id.0 as usize] = false;
    }
    empty
}

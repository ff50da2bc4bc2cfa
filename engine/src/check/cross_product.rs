//! Bodies whose positive literals fall into parts that share no variable: every row of one is paired with every row of
//! the other. A part counts where it can be large: not if each of its literals has a constant, which selects, or is of
//! a relation that has facts of the text only, which is a table. Refuses to know sizes.

use super::Checking;
use super::ground::occurring;
use crate::diagnostic::Diagnostic;
use crate::program::{Access, Form, Literal, Program, Relation, Rule, Term, VariableId};

/// Warns of each such body.
pub(super) fn check(checking: &mut Checking<'_>) {
    let program = &checking.program;
    let mut found = Vec::new();
    let table = tables(program);
    for rule in program.rules.iter().chain(&program.remedies) {
        if let Some((first, second)) = apart(rule, &table) {
            let warning = Diagnostic::warning(
                "cross-product",
                second.span,
                "these literals share no variable, so every row of one is paired with every row of the other",
            )
            .at("shares no variable with what comes before")
            .with_label(first.span, "one part")
            .with_help("join them by a variable; where all pairs are meant, write `@[allow(\"cross-product\")]`");
            found.push((rule.annotations.clone(), warning));
        }
    }
    for (annotations, warning) in found {
        checking.warn(&annotations, warning);
    }
}

/// Per relation: whether all its rows are facts of the text.
fn tables(program: &Program) -> Vec<bool> {
    let derived = |relation: &Relation| relation.access == Access::Derived;
    let mut table: Vec<bool> = program.relations.iter().map(derived).collect();
    for rule in program.rules.iter().chain(&program.remedies) {
        table[rule.head.0 as usize] = false;
    }
    table
}

/// The first literal that may have many rows, and the first such that nothing joins to it.
fn apart<'r>(rule: &'r Rule, table: &[bool]) -> Option<(&'r Literal, &'r Literal)> {
    let mut part: Vec<usize> = (0..rule.variables.len()).collect();
    for literal in &rule.body {
        let mut first = None;
        occurring(literal, &mut |VariableId(id)| {
            let root = root(&mut part, id as usize);
            let with = *first.get_or_insert(root);
            part[root] = with;
        });
    }
    let mut parts = rule.body.iter().filter_map(|literal| {
        let Form::Positive(atom) = &literal.form else {
            return None;
        };
        let selects = atom.arguments.iter().any(|term| matches!(term, Term::Constant(_)));
        if selects || table[atom.relation.0 as usize] {
            return None;
        }
        let mut id = None;
        occurring(literal, &mut |VariableId(found)| id = Some(found as usize));
        Some((literal, root(&mut part, id?)))
    });
    let (first, one) = parts.next()?;
    let (second, _) = parts.find(|(_, other)| *other != one)?;
    Some((first, second))
}

fn root(part: &mut [usize], mut at: usize) -> usize {
    while part[at] != at {
        part[at] = part[part[at]];
        at = part[at];
    }
    at
}

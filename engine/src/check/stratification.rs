//! Negation and aggregation within a cycle: a row would rest on its own absence. Refuses to know tuples.

use std::collections::VecDeque;

use super::Checking;
use crate::diagnostic::Diagnostic;
use crate::program::{Program, RelationId};
use crate::source::Span;
use crate::stratum::{Polarity, reads, strata};

/// One rule that reads a relation.
#[derive(Clone, Copy)]
struct Arc {
    from: RelationId,
    to: RelationId,
    polarity: Polarity,
    span: Span,
}

/// Finds the strata, and reports each component that reads itself under negation or aggregation.
pub(super) fn check(checking: &mut Checking<'_>) {
    checking.program.strata = strata(&checking.program);
    let program = &checking.program;
    let mut component = vec![0; program.relations.len()];
    for (index, stratum) in program.strata.iter().enumerate() {
        for relation in &stratum.relations {
            component[relation.0 as usize] = index;
        }
    }
    let mut found = Vec::new();
    for (index, stratum) in program.strata.iter().enumerate() {
        if !stratum.recursive {
            continue;
        }
        let mut arcs = Vec::new();
        for rule in &stratum.rules {
            let rule = program.rule(*rule);
            reads(&rule.body, &mut |literal, to, polarity| {
                if component[to.0 as usize] == index {
                    arcs.push(Arc { from: rule.head, to, polarity, span: literal.span });
                }
            });
        }
        // An arc within a component is part of a cycle.
        let faulty = arcs.iter().find(|arc| arc.polarity != Polarity::Positive);
        if let Some(arc) = faulty {
            found.push(cycle(program, *arc, &arcs));
        }
    }
    checking.errors.extend(found);
}

/// The diagnostic for an arc that is part of a cycle of these arcs.
fn cycle(program: &Program, first: Arc, arcs: &[Arc]) -> Diagnostic {
    let mut path = vec![first];
    path.extend(shortest(program, first.to, first.from, arcs));
    let name = |id: RelationId| &*program.relation(id).name;
    let mut shown = name(first.from).to_owned();
    for arc in &path {
        let to = name(arc.to);
        shown.push_str(&match arc.polarity {
            Polarity::Positive => format!(" -> {to}"),
            Polarity::Negative => format!(" -> !{to}"),
            Polarity::Aggregated => format!(" -> {{ {to} }}"),
        });
    }
    let what = match first.polarity {
        Polarity::Aggregated => "an aggregate over",
        _ => "the absence of",
    };
    let message = format!("`{}` rests on {what} `{}`, which rests on it: {shown}", name(first.from), name(first.to));
    let mut diagnostic = Diagnostic::error("unstratified", first.span, message).at(format!(
        "`{}` reads `{}` here",
        name(first.from),
        name(first.to)
    ));
    for arc in &path[1..] {
        let text = format!("`{}` reads `{}` here", name(arc.from), name(arc.to));
        diagnostic = diagnostic.with_label(arc.span, text);
    }
    diagnostic.with_help("break the cycle: let one of its rules read a relation that does not lead back")
}

/// A shortest path of arcs; empty where both ends are one.
fn shortest(program: &Program, from: RelationId, to: RelationId, arcs: &[Arc]) -> Vec<Arc> {
    let mut leaving: Vec<Vec<&Arc>> = vec![Vec::new(); program.relations.len()];
    for arc in arcs {
        leaving[arc.from.0 as usize].push(arc);
    }
    let mut reached: Vec<Option<Arc>> = vec![None; program.relations.len()];
    let mut queue = VecDeque::from([from]);
    while let Some(node) = queue.pop_front() {
        if node == to {
            break;
        }
        for arc in &leaving[node.0 as usize] {
            let slot = &mut reached[arc.to.0 as usize];
            if slot.is_none() && arc.to != from {
                *slot = Some(**arc);
                queue.push_back(arc.to);
            }
        }
    }
    let mut path = Vec::new();
    let mut at = to;
    while at != from {
        let Some(arc) = reached[at.0 as usize] else {
            break;
        };
        path.push(arc);
        at = arc.from;
    }
    path.reverse();
    path
}

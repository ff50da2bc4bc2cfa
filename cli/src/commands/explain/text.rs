//! Proofs as an indented tree. A reader can rely on: each step is shown once and referred to by its number after that,
//! every leaf has its origin in brackets, and nothing depends on colour.

use std::collections::BTreeSet;

use engine::proof::PremiseForm;
use engine::proof::document::{DocumentStep, StepWhy};

use super::{Explanation, shape};
use crate::proofs::Proved;

/// The whole explanation.
pub(super) fn rendered(explanation: &Explanation, depth: usize) -> String {
    let mut lines: Vec<String> = Vec::new();
    lines.extend(explanation.verdict.iter().map(|verdict| format!("verdict: {verdict}")));
    lines.extend(explanation.id.iter().map(|id| format!("id: {}", id.get(..12).unwrap_or(id))));
    lines.extend(explanation.lines.iter().cloned());
    lines.extend(explanation.ways.iter().cloned());
    for proof in &explanation.proofs {
        lines.push(String::new());
        match proof {
            Ok(proof) => Tree::new(proof, depth).print(&mut lines),
            Err(reason) => lines.push(format!("no proof: {reason}")),
        }
    }
    for absence in &explanation.absences {
        lines.push(String::new());
        lines.push(format!("under the rules of the {}:", absence.key));
        lines.extend(absence.lines.iter().cloned());
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}

struct Tree<'p> {
    proof: &'p Proved,
    depth: usize,
    /// Steps that are premises more than once: they have numbers.
    shared: BTreeSet<usize>,
}

/// What is still to be printed: a step or a finished line, and its level.
enum Pending<'p> {
    Step(usize, usize),
    Premise(&'p PremiseForm, usize),
}

impl<'p> Tree<'p> {
    fn new(proof: &'p Proved, depth: usize) -> Self {
        let (mut seen, mut shared) = (BTreeSet::new(), BTreeSet::new());
        for node in proof.document.steps.iter().flat_map(premises_of) {
            let repeats = !seen.insert(node);
            if repeats && proof.document.steps.get(node).is_some_and(is_derived) {
                shared.insert(node);
            }
        }
        Self { proof, depth, shared }
    }

    /// Proofs get thousands of steps deep: no recursion.
    fn print(&self, lines: &mut Vec<String>) {
        lines.push(format!("proof under the rules of the {}:", self.proof.key));
        let mut shown: BTreeSet<usize> = BTreeSet::new();
        let mut hidden = 0;
        let mut stack = vec![Pending::Step(self.proof.document.root, 0)];
        while let Some(next) = stack.pop() {
            let (at, level) = match next {
                Pending::Step(at, level) => (at, level),
                Pending::Premise(premise, level) => {
                    lines.push(format!("{}{}", pad(level), literal(premise)));
                    if let PremiseForm::Aggregate { rows, .. } = premise {
                        stack.extend(rows.iter().rev().map(|&row| Pending::Step(row, level + 1)));
                    }
                    continue;
                }
            };
            let Some(step) = self.proof.document.steps.get(at) else {
                continue;
            };
            let fact = shape::fact(&step.relation, &step.values);
            let StepWhy::Derived { rule, premises, .. } = &step.why else {
                lines.push(format!("{}{fact}  [{}]", pad(level), self.origin(step)));
                continue;
            };
            let number = if self.shared.contains(&at) { format!("#{at} ") } else { String::new() };
            if shown.contains(&at) {
                lines.push(format!("{}{fact}  (see #{at})", pad(level)));
                continue;
            }
            if level >= self.depth {
                hidden += 1;
                lines.push(format!("{}{fact}  …", pad(level)));
                continue;
            }
            shown.insert(at);
            lines.push(format!("{}{number}{fact}", pad(level)));
            lines.push(format!("{}  by {}", pad(level), self.rule(*rule)));
            for premise in premises.iter().rev() {
                stack.push(match premise {
                    PremiseForm::Fact { node } => Pending::Step(*node, level + 1),
                    other => Pending::Premise(other, level + 1),
                });
            }
        }
        if hidden > 0 {
            lines.push(format!("({hidden} steps marked … are proved deeper; --depth {} shows more)", self.depth * 2));
        }
    }

    fn rule(&self, at: usize) -> String {
        let text = self.proof.document.rules.get(at).map_or("", String::as_str);
        match self.proof.places.get(at).filter(|place| !place.is_empty()) {
            Some(place) => format!("{text}  [{place}]"),
            None => text.to_owned(),
        }
    }

    fn origin(&self, step: &DocumentStep) -> &str {
        origin(self.proof, step)
    }
}

/// Where a given step comes from.
pub(super) fn origin<'p>(proof: &'p Proved, step: &DocumentStep) -> &'p str {
    let same = |(relation, values): (&str, &[engine::Value])| relation == step.relation && values == step.values;
    let facts = proof.document.facts.iter().zip(&proof.origins);
    let found = facts.map(|(fact, origin)| ((&*fact.relation, &*fact.values), origin)).find(|(fact, _)| same(*fact));
    found.map_or("", |(_, origin)| origin.as_str())
}

/// The steps that a step rests on.
pub(super) fn premises_of(step: &DocumentStep) -> Vec<usize> {
    let StepWhy::Derived { premises, .. } = &step.why else {
        return Vec::new();
    };
    premises.iter().flat_map(nodes_of).collect()
}

fn nodes_of(premise: &PremiseForm) -> Vec<usize> {
    match premise {
        PremiseForm::Fact { node } => vec![*node],
        PremiseForm::Aggregate { rows, .. } => rows.clone(),
        PremiseForm::Absent { .. } | PremiseForm::Holds { .. } => Vec::new(),
    }
}

pub(super) fn is_derived(step: &DocumentStep) -> bool {
    matches!(step.why, StepWhy::Derived { .. })
}

/// A premise that is no fact.
pub(super) fn literal(premise: &PremiseForm) -> String {
    match premise {
        PremiseForm::Fact { .. } => String::new(),
        PremiseForm::Absent { relation, pattern } => format!("no {}", shape::atom(relation, pattern)),
        PremiseForm::Holds { text, values } => {
            let values = shape::bindings(values.iter().map(|(name, value)| (name.as_str(), value)));
            if values.is_empty() { text.clone() } else { format!("{text}, where {values}") }
        }
        PremiseForm::Aggregate { text, result, total, rows, .. } => {
            let listed = match usize::try_from(*total) {
                Ok(total) if total == rows.len() => format!("over {total} rows"),
                _ => format!("over {total} rows, the first {} of them", rows.len()),
            };
            format!("{text}, which is {} {listed}", shape::value(result))
        }
    }
}

fn pad(level: usize) -> String {
    "  ".repeat(level)
}

//! Proofs as an indented tree. Refuses to know models and programs: a document says all.

use std::collections::BTreeSet;

use super::{atom, bindings, fact, pad, value};
use crate::proof::document::{DocumentStep, StepWhy};
use crate::proof::{PremiseForm, ProofDocument};

/// A proof in lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shown {
    /// The lines.
    pub lines: Vec<String>,
    /// Steps that lie deeper than was shown; each is marked `…`.
    pub hidden: usize,
}

/// A proof of so many levels. `places` has the place of each rule, `origins` the origin of each fact, by their indexes in
/// the document; what is not there or empty is not shown.
#[must_use]
pub fn proof(document: &ProofDocument, places: &[String], origins: &[String], depth: usize) -> Shown {
    let (mut seen, mut shared) = (BTreeSet::new(), BTreeSet::new());
    for node in document.steps.iter().flat_map(premises_of) {
        let repeats = !seen.insert(node);
        if repeats && document.steps.get(node).is_some_and(is_derived) {
            shared.insert(node);
        }
    }
    let mut tree = Tree { document, places, origins, depth, shared, shown: Shown::default() };
    tree.print();
    tree.shown
}

/// The steps that a step rests on.
#[must_use]
pub fn premises_of(step: &DocumentStep) -> Vec<usize> {
    let StepWhy::Derived { premises, .. } = &step.why else {
        return Vec::new();
    };
    premises.iter().flat_map(nodes_of).collect()
}

/// A premise that is no fact.
#[must_use]
pub fn literal(premise: &PremiseForm) -> String {
    match premise {
        PremiseForm::Fact { .. } => String::new(),
        PremiseForm::Absent { relation, pattern } => format!("no {}", atom(relation, pattern)),
        PremiseForm::Holds { text, values } => {
            let values = bindings(values.iter().map(|(name, value)| (name.as_str(), value)));
            if values.is_empty() { text.clone() } else { format!("{text}, where {values}") }
        }
        PremiseForm::Aggregate { text, result, total, rows, .. } => {
            let listed = match usize::try_from(*total) {
                Ok(1) => "over 1 row".to_owned(),
                Ok(total) if total == rows.len() => format!("over {total} rows"),
                _ => format!("over {total} rows, the first {} of them", rows.len()),
            };
            format!("{text}, which is {} {listed}", value(result))
        }
    }
}

struct Tree<'d> {
    document: &'d ProofDocument,
    places: &'d [String],
    origins: &'d [String],
    depth: usize,
    /// Steps that are premises more than once: they have numbers.
    shared: BTreeSet<usize>,
    shown: Shown,
}

/// What is still to be printed, and its level.
enum Pending<'d> {
    Step(usize, usize),
    Premise(&'d PremiseForm, usize),
}

impl<'d> Tree<'d> {
    /// Proofs get thousands of steps deep: no recursion.
    fn print(&mut self) {
        let mut done: BTreeSet<usize> = BTreeSet::new();
        let mut stack = vec![Pending::Step(self.document.root, 0)];
        while let Some(next) = stack.pop() {
            let (at, level) = match next {
                Pending::Step(at, level) => (at, level),
                Pending::Premise(premise, level) => {
                    self.line(level, &literal(premise));
                    if let PremiseForm::Aggregate { rows, .. } = premise {
                        stack.extend(rows.iter().rev().map(|&row| Pending::Step(row, level + 1)));
                    }
                    continue;
                }
            };
            let document: &'d ProofDocument = self.document;
            let Some(step) = document.steps.get(at) else {
                continue;
            };
            let fact = fact(&step.relation, &step.values);
            let StepWhy::Derived { rule, premises, .. } = &step.why else {
                let origin = bracketed(self.origin(step));
                self.line(level, &format!("{fact}{origin}"));
                continue;
            };
            if done.contains(&at) {
                self.line(level, &format!("{fact}  (see #{at})"));
                continue;
            }
            if level >= self.depth {
                self.shown.hidden += 1;
                self.line(level, &format!("{fact}  …"));
                continue;
            }
            done.insert(at);
            let number = if self.shared.contains(&at) { format!("#{at} ") } else { String::new() };
            self.line(level, &format!("{number}{fact}"));
            let place = bracketed(self.places.get(*rule).map_or("", String::as_str));
            let text = document.rules.get(*rule).map_or("", String::as_str);
            self.line(level, &format!("  by {text}{place}"));
            stack.extend(premises.iter().rev().map(|premise| match premise {
                PremiseForm::Fact { node } => Pending::Step(*node, level + 1),
                other => Pending::Premise(other, level + 1),
            }));
        }
    }

    fn line(&mut self, level: usize, text: &str) {
        self.shown.lines.push(format!("{}{text}", pad(level)));
    }

    /// Where a given step comes from.
    fn origin(&self, step: &DocumentStep) -> &'d str {
        let facts = self.document.facts.iter().zip(self.origins);
        let mut same = facts.filter(|(fact, _)| fact.relation == step.relation && fact.values == step.values);
        same.next().map_or("", |(_, origin)| origin.as_str())
    }
}

/// ` [place]`, where there is one.
fn bracketed(place: &str) -> String {
    if place.is_empty() { String::new() } else { format!("  [{place}]") }
}

fn nodes_of(premise: &PremiseForm) -> Vec<usize> {
    match premise {
        PremiseForm::Fact { node } => vec![*node],
        PremiseForm::Aggregate { rows, .. } => rows.clone(),
        PremiseForm::Absent { .. } | PremiseForm::Holds { .. } => Vec::new(),
    }
}

fn is_derived(step: &DocumentStep) -> bool {
    matches!(step.why, StepWhy::Derived { .. })
}

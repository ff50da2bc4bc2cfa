//! An explanation as lines for people. A reader can rely on: every leaf of a proof has its origin in brackets, and what is
//! cut says how to see more.

use engine::proof::PremiseForm;
use engine::proof::document::{DocumentStep, StepWhy};
use engine::show;
pub(super) use engine::show::{literal, premises_of};

use super::Explanation;
use crate::proofs::{Proved, whose};

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
            Ok(proof) => print(proof, depth, &mut lines),
            Err(reason) => lines.push(format!("no proof: {reason}")),
        }
    }
    lines.extend(hint(explanation));
    for absence in &explanation.absences {
        lines.push(String::new());
        lines.push(format!("under the rules of {}:", whose(&absence.key)));
        lines.extend(absence.lines.iter().cloned());
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}

fn print(proof: &Proved, depth: usize, lines: &mut Vec<String>) {
    lines.push(format!("proof under the rules of {}:", whose(&proof.key)));
    let shown = show::proof(&proof.document, &proof.places, &proof.origins, depth);
    lines.extend(shown.lines);
    let deeper = depth.saturating_mul(2);
    match shown.hidden {
        0 => {}
        1 => lines.push(format!("(1 step marked … is proved deeper; --depth {deeper} shows more)")),
        hidden => lines.push(format!("({hidden} steps marked … are proved deeper; --depth {deeper} shows more)")),
    }
}

/// How to ask why something is absent that a proof rests on: the last absence of the first proof, which is the one nearest to
/// what was proved.
fn hint(explanation: &Explanation) -> Option<String> {
    let proof = explanation.proofs.iter().find_map(|proof| proof.as_ref().ok())?;
    let premises = proof.document.steps.iter().rev().filter_map(|step| match &step.why {
        StepWhy::Derived { premises, .. } => Some(premises),
        StepWhy::Given => None,
    });
    let atom = premises.flatten().find_map(|premise| match premise {
        PremiseForm::Absent { relation, pattern } => Some(show::atom(relation, pattern)),
        _ => None,
    })?;
    // A cut text is no atom that could be asked.
    let quotable = !atom.contains(['\'', '…']);
    let (check, input) = match &explanation.check {
        Some(name) => (format!(" --check {name}"), ""),
        None => (String::new(), " < payload.json"),
    };
    quotable.then(|| format!("\n(why there is no {atom}: gatelog explain{check} --why-not '{atom}'{input})"))
}

/// Where a given step comes from.
pub(super) fn origin<'p>(proof: &'p Proved, step: &DocumentStep) -> &'p str {
    let same = |(relation, values): (&str, &[engine::Value])| relation == step.relation && values == step.values;
    let facts = proof.document.facts.iter().zip(&proof.origins);
    let found = facts.map(|(fact, origin)| ((&*fact.relation, &*fact.values), origin)).find(|(fact, _)| same(*fact));
    found.map_or("", |(_, origin)| origin.as_str())
}

pub(super) fn is_derived(step: &DocumentStep) -> bool {
    matches!(step.why, StepWhy::Derived { .. })
}

//! Proofs as a graph for Graphviz: facts are boxes, given ones rounded, and arrows go from a premise to what it proves.

use std::fmt::Write as _;

use engine::proof::PremiseForm;
use engine::proof::document::StepWhy;
use engine::show;

use super::text::{is_derived, literal, origin, premises_of};
use crate::proofs::Proved;

/// The graph.
pub(super) fn drawn(proofs: &[&Proved]) -> String {
    let mut out = "digraph proof {\n  rankdir=BT;\n  node [shape=box, fontname=monospace];\n".to_owned();
    for (number, proof) in proofs.iter().enumerate() {
        let _ = writeln!(out, "  subgraph cluster_{number} {{\n    label={};", quoted(&proof.key));
        for (at, step) in proof.document.steps.iter().enumerate() {
            let mut label = show::fact(&step.relation, &step.values);
            let style = if is_derived(step) { "solid" } else { "rounded" };
            match &step.why {
                StepWhy::Given => label.push_str(&format!("\n[{}]", origin(proof, step))),
                StepWhy::Derived { premises, .. } => {
                    let others = premises.iter().filter(|premise| !matches!(premise, PremiseForm::Fact { .. }));
                    others.for_each(|premise| label.push_str(&format!("\n{}", literal(premise))));
                }
            }
            let _ = writeln!(out, "    p{number}_{at} [style={style}, label={}];", quoted(&label));
            for premise in premises_of(step) {
                let _ = writeln!(out, "    p{number}_{premise} -> p{number}_{at};");
            }
        }
        out.push_str("  }\n");
    }
    out.push_str("}\n");
    out
}

/// A text in quotes; its lines stand one below the other, on the left.
fn quoted(text: &str) -> String {
    let lines = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\l");
    format!("\"{lines}\"")
}

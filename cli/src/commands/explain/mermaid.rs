//! Proofs as a Mermaid graph, for pages that draw one: facts are boxes, given ones rounded.

use std::fmt::Write as _;

use engine::proof::PremiseForm;
use engine::proof::document::StepWhy;
use engine::show;

use super::text::{literal, origin, premises_of};
use crate::proofs::Proved;

/// The graph.
pub(super) fn drawn(proofs: &[&Proved]) -> String {
    let mut out = "flowchart BT\n".to_owned();
    for (number, proof) in proofs.iter().enumerate() {
        let _ = writeln!(out, "  subgraph k{number} [{}]", quoted(&proof.key));
        for (at, step) in proof.document.steps.iter().enumerate() {
            let mut label = show::fact(&step.relation, &step.values);
            match &step.why {
                StepWhy::Given => {
                    label.push_str(&format!("\n[{}]", origin(proof, step)));
                    let _ = writeln!(out, "    p{number}_{at}({})", quoted(&label));
                }
                StepWhy::Derived { premises, .. } => {
                    let others = premises.iter().filter(|premise| !matches!(premise, PremiseForm::Fact { .. }));
                    others.for_each(|premise| label.push_str(&format!("\n{}", literal(premise))));
                    let _ = writeln!(out, "    p{number}_{at}[{}]", quoted(&label));
                }
            }
            for premise in premises_of(step) {
                let _ = writeln!(out, "    p{number}_{premise} --> p{number}_{at}");
            }
        }
        out.push_str("  end\n");
    }
    out
}

/// A text in quotes, with entities for what would end it or be read as markup.
fn quoted(text: &str) -> String {
    let mut quoted = "\"".to_owned();
    for letter in text.chars() {
        match letter {
            '"' => quoted.push_str("#quot;"),
            '#' => quoted.push_str("#35;"),
            '<' => quoted.push_str("#lt;"),
            '>' => quoted.push_str("#gt;"),
            '&' => quoted.push_str("#amp;"),
            '`' => quoted.push_str("#96;"),
            '\n' => quoted.push_str("<br>"),
            letter => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}

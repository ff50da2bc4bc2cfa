//! A logged decision, explained from the log alone: what it rested on may be gone. A reader can rely on: its proofs were
//! checked before they are shown.

use std::path::Path;

use engine::proof::check;
use serde_json::Value;

use super::Explanation;
use crate::judgement::{Advice, Finding};
use crate::log::{self, Found};
use crate::proofs::wire;
use crate::refusal;

/// The explanation of the decision whose id begins with `prefix`.
///
/// # Errors
/// If the log has none, or more than one, or a proof that does not hold.
pub(super) fn explanation(folder: &Path, prefix: &str) -> Result<Explanation, String> {
    let (entry, count) = match log::find(folder, prefix)? {
        Found::Entry(entry, count) => (entry, count),
        Found::Several(ids) => return Err(format!("more than one id begins with {prefix}:\n{}", ids.join("\n"))),
        Found::Nothing => {
            return Err(format!(
                "no decision {prefix} in {}; decisions are kept where the hook runs as `gatelog hook --log`, and old ones \
                 go when the log is full. With the payload on standard input, `gatelog explain` explains the call as it \
                 would be judged now",
                folder.display()
            ));
        }
    };
    let text = |name: &str| entry.get(name).and_then(Value::as_str).map(str::to_owned);
    let mut explanation = Explanation { verdict: text("verdict"), id: text("id"), ..Explanation::default() };
    let about = ["time", "tool", "payload"].map(|name| format!("{name}: {}", text(name).unwrap_or_default()));
    explanation.lines.extend(about);
    if count > 1 {
        explanation.lines.push(format!("{count} decisions have this id; this is the newest"));
    }
    explanation.lines.extend(words(&entry));
    explanation.ways = list(&entry, "ways").filter_map(Value::as_str).map(str::to_owned).collect();
    for proof in list(&entry, "proofs") {
        if let Some(reason) = proof.get("left_out") {
            explanation.proofs.push(Err(format!("it was not kept: {}", plain(reason))));
            continue;
        }
        let proved = wire::read(proof).map_err(|reason| format!("the log's entry has another shape: {reason}"))?;
        match (check(&proved.document), proof.get("checked")) {
            (Ok(()), _) => explanation.lines.push("proof: checked now, and accepted".to_owned()),
            (Err(_), Some(said)) => explanation.lines.push(format!("proof: {}", plain(said))),
            (Err(rejection), None) => return Err(format!("the logged proof does not hold: {rejection}")),
        }
        explanation.proofs.push(Ok(proved));
    }
    if explanation.proofs.is_empty() {
        explanation.proofs.push(Err("the call could not be judged, so nothing was derived".to_owned()));
    }
    Ok(explanation)
}

fn list<'e>(entry: &'e Value, name: &str) -> impl Iterator<Item = &'e Value> {
    entry.get(name).and_then(Value::as_array).into_iter().flatten()
}

/// What the hook said.
fn words(entry: &Value) -> Vec<String> {
    let part = |one: &Value, name: &str| one.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    let findings = |name: &str| -> Vec<Finding> {
        let finding = |one| Finding { rule: part(one, "rule"), subject: part(one, "subject"), text: part(one, "text") };
        list(entry, name).map(finding).collect()
    };
    let advice = list(entry, "advice").map(|one| Advice {
        rule: part(one, "rule"),
        order: one.get("order").and_then(Value::as_i64).unwrap_or_default(),
        text: part(one, "text"),
    });
    let refused = refusal::text(&findings("denials"), &advice.collect::<Vec<Advice>>());
    let asked = refusal::text(&findings("asks"), &[]);
    refused.lines().chain(asked.lines()).map(str::to_owned).collect()
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

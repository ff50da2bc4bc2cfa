//! A line of the decision log. A reader can rely on: what the call writes is there as digests only, and the proofs of a
//! refusal are whole or it says why they are not. Refuses to know files.

use engine::proof::{check, id};
use facts::payload::Payload;
use serde_json::{Value, json};

use super::time;
use crate::judgement::{Advice, Finding, Judgement};
use crate::proofs::hidden::Hidden;
use crate::proofs::{Proved, wire};
use crate::reasons::Reasons;
use crate::ways;

/// Version of the shape.
const VERSION: u32 = 1;

/// Bytes that the proofs of one line may have.
const MOST: usize = 1 << 20;

/// Facts of a proof that is kept.
pub(crate) const MOST_FACTS: usize = 5_000;

/// A decision, to be logged.
pub(crate) struct Decision<'d> {
    /// Standard input, as it came; none where it did not end.
    pub(crate) input: Option<&'d [u8]>,
    /// What it says, as far as it could be read.
    pub(crate) payload: Option<&'d Payload>,
    /// Where content stands in inputs, by the rules.
    pub(crate) pointers: &'d [String],
    /// The verdict.
    pub(crate) judgement: &'d Judgement,
    /// Of a refusal.
    pub(crate) reasons: Option<&'d Reasons>,
}

/// The line.
pub(crate) fn of(decision: &Decision<'_>) -> Value {
    let mut hidden = Hidden::of_payload(decision.payload, decision.pointers);
    let mut proofs = Vec::new();
    for proved in decision.reasons.iter().flat_map(|reasons| &reasons.proofs) {
        proofs.push(match proved {
            Ok(proved) => kept(proved, &mut hidden),
            Err(reason) => json!({ "left_out": reason }),
        });
    }
    if proofs.iter().map(|proof| proof.to_string().len()).sum::<usize>() > MOST {
        proofs = vec![json!({ "left_out": format!("the proofs have more than {MOST} bytes") })];
    }
    let Judgement { deny, ask, advice, .. } = decision.judgement;
    let verdict = match (deny.is_empty(), ask.is_empty()) {
        (false, _) => "refused",
        (true, false) => "asked",
        (true, true) => "passed",
    };
    let findings = |all: &[Finding]| all.iter().map(|one| finding(one, &hidden)).collect::<Vec<_>>();
    json!({
        "version": VERSION,
        "id": decision.reasons.map(|reasons| reasons.id.as_str()),
        "time": time::now(),
        "payload": decision.input.map(id::digest),
        "tool": decision.payload.map(|payload| payload.tool.as_str()),
        "verdict": verdict,
        "denials": findings(deny),
        "asks": findings(ask),
        // Advice is what a refusal says below its reasons.
        "advice": match deny.is_empty() {
            true => Vec::new(),
            false => advice.iter().map(|one| advised(one, &hidden)).collect(),
        },
        "ways": decision.reasons.map(|reasons| ways::lines(&reasons.ways)).unwrap_or_default(),
        "proofs": proofs,
    })
}

fn finding(one: &Finding, hidden: &Hidden) -> Value {
    json!({ "rule": one.rule, "subject": hidden.text(&one.subject), "text": hidden.text(&one.text) })
}

fn advised(one: &Advice, hidden: &Hidden) -> Value {
    json!({ "rule": one.rule, "order": one.order, "text": hidden.text(&one.text) })
}

/// A proof as it is kept. Where a rule looks into a text of which only the digest is kept, the proof is checked now, and
/// the line says so.
fn kept(proved: &Proved, hidden: &mut Hidden) -> Value {
    let document = hidden.document(proved.document.clone());
    let again = check(&document);
    let mut json = wire::write(&Proved { document, ..proved.clone() });
    if again.is_err() {
        json["checked"] = match check(&proved.document) {
            Ok(()) => json!("accepted when it was logged; it looks into a text of which only the digest is kept"),
            Err(rejection) => json!(format!("rejected when it was logged: {rejection}")),
        };
    }
    json
}

//! An explanation for machines. The shape is documented in `docs/explain.md`; a change that readers would notice is a new
//! version.

use serde_json::{Value, json};

use super::Explanation;
use crate::proofs::wire;

/// Version of the shape.
pub(super) const VERSION: u32 = 1;

/// The explanation as JSON.
pub(super) fn rendered(explanation: &Explanation) -> Value {
    let proof = |proof: &Result<_, String>| match proof {
        Ok(proof) => wire::write(proof),
        Err(reason) => json!({ "left_out": reason }),
    };
    json!({
        "version": VERSION,
        "verdict": explanation.verdict,
        "id": explanation.id,
        "lines": explanation.lines,
        "ways": explanation.ways,
        "proofs": explanation.proofs.iter().map(proof).collect::<Vec<_>>(),
        "absences": explanation.absences.iter()
            .map(|told| json!({ "key": told.key, "absence": told.json })).collect::<Vec<_>>(),
    })
}

//! What a refusal carries besides its words: its id, its ways out and the proofs of its denials. Worked out for refusals
//! only. Refuses to decide: the verdict is given before.

use std::collections::{BTreeMap, BTreeSet};

use engine::Value;
use engine::proof::ProofId;

use crate::judge::Case;
use crate::judgement::{Finding, Judgement};
use crate::proofs::{self, Asked, Proved, id_of_text};
use crate::ways::{self, WaysOut};

/// Why a call is refused.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reasons {
    /// The refusal's id, 64 hexadecimal digits.
    pub(crate) id: String,
    /// The proofs of the denials under each key, or why one cannot be kept.
    pub(crate) proofs: Vec<Result<Proved, String>>,
    /// What can be done.
    pub(crate) ways: Vec<WaysOut>,
}

/// Which reasons are wanted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted {
    /// Proofs of at most so many facts each.
    pub(crate) proofs: Option<usize>,
}

impl Reasons {
    /// Of a call that is refused because it could not be judged: there is no proof, and the id is that of the words.
    pub(crate) fn of_failure(finding: &Finding) -> Self {
        let id = id_of_text(&format!("{}\n{}\n{}", finding.rule, finding.subject, finding.text));
        Self { id: id.map(|id| id.to_string()).unwrap_or_default(), ..Self::default() }
    }

    /// Of a call that the cases refuse. `early` gets them without the ways out, which take the longest.
    pub(crate) fn of(
        judgement: &Judgement,
        cases: Vec<Case<'_>>,
        wanted: Wanted,
        early: &mut dyn FnMut(&Self),
    ) -> Self {
        let mut cases: Vec<Asked<'_>> = cases.into_iter().map(Asked::from).collect();
        let mut ids = BTreeSet::new();
        let mut mends: BTreeMap<(String, String), BTreeSet<String>> = BTreeMap::new();
        let mut kept = Vec::new();
        for case in &mut cases {
            for row in case.rows("deny") {
                let values = case.explainer.model().row(row.0, row.1);
                match case.prove(row) {
                    Ok(proof) => {
                        let root = proofs::root(&proof);
                        ids.extend(root.map(|root| root.id));
                        if let Some(mend) = root.and_then(|root| case.mend(root)) {
                            mends.entry(subject(&values)).or_default().insert(mend);
                        }
                        kept.extend(wanted.proofs.map(|most| case.document(&proof, most)));
                    }
                    Err(reason) => {
                        ids.extend(id_of_text(&format!("{values:?}")));
                        kept.extend(wanted.proofs.map(|_| Err(reason)));
                    }
                }
            }
        }
        let ids: Vec<ProofId> = ids.into_iter().collect();
        let mut reasons = Self { id: ProofId::of_all(&ids).to_string(), proofs: kept, ways: Vec::new() };
        early(&reasons);
        reasons.ways = ways::of(&judgement.deny, &mut cases);
        for out in &mut reasons.ways {
            let texts = mends.remove(&(out.rule.clone(), out.subject.clone()));
            out.mends = texts.into_iter().flatten().collect();
        }
        reasons
    }

    /// The first 12 digits of the id.
    pub(crate) fn short(&self) -> &str {
        self.id.get(..12).unwrap_or_default()
    }
}

/// Rule and subject of a denial.
fn subject(values: &[Value]) -> (String, String) {
    let text = |at: usize| match values.get(at) {
        Some(Value::Symbol(text)) => text.clone(),
        _ => String::new(),
    };
    (text(0), text(1))
}

//! Why something does not hold, as text and as JSON: rule by rule what matches and what fails first.

use engine::absence::{Absence, Attempt, Failure, WhyNot};
use engine::show;
use serde_json::{Value as Json, json};

use crate::proofs::wire;
use crate::rule_set::RuleSet;

/// An absence, told.
#[derive(Clone, Debug)]
pub(super) struct Told {
    /// Which rules and points it is of.
    pub(super) key: String,
    /// As an indented tree.
    pub(super) lines: Vec<String>,
    /// For machines.
    pub(super) json: Json,
}

impl Told {
    /// Tells an absence.
    pub(super) fn of(key: &str, absence: &Absence, rules: &RuleSet) -> Self {
        let mut lines = show::absence(absence, &|span| rules.sources.place(span));
        if lines.iter().any(|line| line.ends_with(": …")) {
            lines.push("(--depth shows more)".to_owned());
        }
        Self { key: key.to_owned(), lines, json: written(absence, rules) }
    }
}

fn written(absence: &Absence, rules: &RuleSet) -> Json {
    let why = match &absence.why {
        WhyNot::There { total, .. } => json!({ "holds": total }),
        WhyNot::NotGiven { nearest } => {
            json!({ "not_given": { "nearest": nearest.iter().map(|row| wire::values(row)).collect::<Json>() } })
        }
        WhyNot::NotAsked => json!("not_asked"),
        WhyNot::Repeated => json!("repeated"),
        WhyNot::Cut => json!("cut"),
        WhyNot::Rules { attempts, nearest } => {
            let attempts: Json = attempts.iter().map(|attempt| written_attempt(attempt, rules)).collect();
            json!({ "rules": attempts, "nearest": nearest })
        }
    };
    json!({ "relation": &*absence.relation, "pattern": wire::pattern(&absence.pattern), "why": why })
}

fn written_attempt(attempt: &Attempt, rules: &RuleSet) -> Json {
    let failed = match &attempt.failed {
        Failure::Head => json!("head"),
        Failure::Absent { text, absence } => json!({ "literal": text, "missing": written(absence, rules) }),
        Failure::Blocked { text, values, .. } => json!({ "literal": text, "blocked_by": wire::values(values) }),
        Failure::False { text, values } => {
            json!({ "literal": text, "false": wire::pairs(values.iter().map(|(name, value)| (name.as_str(), value))) })
        }
        Failure::Aggregate { text, result, wanted } => json!({
            "literal": text, "result": result.as_ref().map(wire::value), "wanted": wanted.as_ref().map(wire::value),
        }),
        Failure::Unknown { text } => json!({ "literal": text, "unknown": true }),
    };
    json!({
        "rule": &*attempt.text,
        "place": rules.sources.place(attempt.span),
        "matched": attempt.matched,
        "bindings": wire::pairs(attempt.bindings.iter().map(|(name, value)| (&**name, value))),
        "failed": failed,
        "cut": attempt.cut,
    })
}

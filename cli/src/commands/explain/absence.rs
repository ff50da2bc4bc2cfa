//! Why something does not hold, as text and as JSON: rule by rule what matches and what fails first.

use engine::absence::{Absence, Attempt, Failure, WhyNot};
use serde_json::{Value as Json, json};

use super::shape;
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
        let mut lines = Vec::new();
        tell(absence, rules, 0, &mut lines);
        Self { key: key.to_owned(), lines, json: written(absence, rules) }
    }
}

fn tell(absence: &Absence, rules: &RuleSet, level: usize, lines: &mut Vec<String>) {
    let pad = "  ".repeat(level);
    let atom = shape::atom(&absence.relation, &absence.pattern);
    match &absence.why {
        WhyNot::There { total, .. } => lines.push(format!("{pad}{atom} holds: {total} matching")),
        WhyNot::NotGiven { nearest } => {
            lines.push(format!("{pad}no {atom} is given"));
            lines.extend(nearest.iter().map(|row| format!("{pad}  nearest: {}", shape::fact(&absence.relation, row))));
        }
        WhyNot::NotAsked => lines.push(format!("{pad}{atom} was not asked for: nothing needed it")),
        WhyNot::Repeated => lines.push(format!("{pad}no {atom}: see above")),
        WhyNot::Cut => lines.push(format!("{pad}no {atom}: … (--depth shows more)")),
        WhyNot::Rules { attempts, nearest } => {
            lines.push(format!("{pad}no {atom}, because none of its {} rules holds", attempts.len()));
            for (at, attempt) in attempts.iter().enumerate() {
                let mark = if at == *nearest && attempts.len() > 1 { "nearest " } else { "" };
                attempted(attempt, mark, rules, level + 1, lines);
            }
        }
    }
}

fn attempted(attempt: &Attempt, mark: &str, rules: &RuleSet, level: usize, lines: &mut Vec<String>) {
    let pad = "  ".repeat(level);
    lines.push(format!("{pad}{mark}rule [{}]: {}", rules.sources.place(attempt.span), attempt.text));
    if !attempt.matched.is_empty() {
        let bindings = shape::bindings(attempt.bindings.iter().map(|(name, value)| (&**name, value)));
        let with = if bindings.is_empty() { String::new() } else { format!(" with {bindings}") };
        lines.push(format!("{pad}  matches: {}{with}", attempt.matched.join(", ")));
    }
    match &attempt.failed {
        Failure::Head => lines.push(format!("{pad}  fails: its head has other values")),
        Failure::Absent { text, absence } => {
            lines.push(format!("{pad}  fails: {text}"));
            tell(absence, rules, level + 2, lines);
        }
        Failure::Blocked { text, values, .. } => {
            let name = text.trim_start_matches('!').split('(').next().unwrap_or_default();
            lines.push(format!("{pad}  fails: {text}, blocked by {}", shape::fact(name, values)));
        }
        Failure::False { text, values } => {
            let values = shape::bindings(values.iter().map(|(name, value)| (name.as_str(), value)));
            lines.push(format!("{pad}  fails: {text}, where {values}"));
        }
        Failure::Aggregate { text, result, wanted } => {
            let shown = |value: &Option<engine::Value>| value.as_ref().map_or("nothing".to_owned(), shape::value);
            lines.push(format!("{pad}  fails: {text}, which is {}, not {}", shown(result), shown(wanted)));
        }
        Failure::Unknown { text } => lines.push(format!("{pad}  not known: {text}, which nothing asked for")),
    }
    if attempt.cut {
        lines.push(format!("{pad}  (not all matches were looked at)"));
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

//! The ways out of a refusal: what can be done so that the call passes, as far as it was seen to work. Each way was tried
//! under every key. Refuses to know what a way means; its words are the rules'.

use engine::remedy::{self, Bounds, Evaluator, Goal, Key, Memory, Way, Ways};
use engine::{Host, Value};

use crate::judge::LIMITS;
use crate::judgement::Finding;
use crate::proofs::Asked;

/// Sets of actions that are tried for one denial.
const TRIALS: usize = 64;

/// Ways that are looked for.
const MOST: usize = 8;

/// Actions of one way.
const SIZE: usize = 3;

/// Denials with which several actions are tried together; where more is denied at once, each action alone.
const FEW: usize = 3;

/// The ways out of the denials of one rule about one subject.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct WaysOut {
    /// The rule's code.
    pub(crate) rule: String,
    /// What it is about.
    pub(crate) subject: String,
    /// Each way: what to do, one thing after the other.
    pub(crate) ways: Vec<Vec<String>>,
    /// Whether there may be more.
    pub(crate) cut: bool,
    /// What the denying rules say to do, where no way was found.
    pub(crate) mends: Vec<String>,
}

/// Each rule and subject that is denied.
pub(crate) fn denied(denials: &[Finding]) -> Vec<(&str, &str)> {
    let mut denied: Vec<(&str, &str)> =
        denials.iter().map(|denial| (denial.rule.as_str(), denial.subject.as_str())).collect();
    denied.sort_unstable();
    denied.dedup();
    denied
}

/// The ways out of each denial, in the order of rules and subjects. What was read once is not read again.
pub(crate) fn of(denials: &[Finding], cases: &mut [Asked<'_>]) -> Vec<WaysOut> {
    let mut rules = Vec::new();
    let mut memories = Vec::new();
    for case in cases.iter_mut() {
        rules.push(&case.rules.program);
        memories.push(Memory::new(&mut case.evidence as &mut dyn Host, LIMITS));
    }
    let symbol = |text: &str| Value::Symbol(text.to_owned());
    let goal = |&(rule, subject): &(&str, &str)| Goal {
        relation: "deny".to_owned(),
        columns: vec![(0, symbol(rule)), (1, symbol(subject))],
    };
    let denied = denied(denials);
    let goals: Vec<Goal> = denied.iter().map(goal).collect();
    let keys = rules.iter().zip(&mut memories);
    let mut keys: Vec<Key<'_>> =
        keys.map(|(program, memory)| Key { program, evaluator: memory as &mut dyn Evaluator }).collect();
    let size = if goals.len() > FEW { 1 } else { SIZE };
    let found = remedy::ways_of_each(&mut keys, &goals, &Bounds { trials: TRIALS, ways: MOST, size });
    // What cannot be evaluated again has no way that was seen to work.
    let found = found.unwrap_or_else(|_| vec![Ways { cut: true, ..Ways::default() }; goals.len()]);
    let texts = |way: &Way| way.actions.iter().map(|action| action.text.clone()).collect();
    let each = denied.iter().zip(found);
    each.map(|(&(rule, subject), found)| WaysOut {
        rule: rule.to_owned(),
        subject: subject.to_owned(),
        ways: found.ways.iter().map(texts).collect(),
        cut: found.cut,
        mends: Vec::new(),
    })
    .collect()
}

/// What to do, as lines of a refusal. Denials whose ways differ in nothing but their subjects share their lines.
pub(crate) fn lines(all: &[WaysOut]) -> Vec<String> {
    let mut lines = Vec::new();
    let mut groups: Vec<(&WaysOut, Vec<&str>)> = Vec::new();
    for out in all {
        match groups.iter_mut().find(|(first, _)| same(first, out)) {
            Some((_, more)) => more.push(&out.subject),
            None => groups.push((out, Vec::new())),
        }
    }
    for (out, more) in groups {
        let named = format!("of {} {}", out.rule, out.subject);
        let same = match more.is_empty() {
            true => String::new(),
            false => format!(" (the same, with its own name, for {})", more.join(", ")),
        };
        let more = if out.cut { " (there may be more)" } else { "" };
        if out.ways.is_empty() {
            lines.extend(out.mends.iter().map(|mend| format!("mend {named}{same}: {mend}")));
            continue;
        }
        lines.push(format!("ways out {named}{same}:{more}"));
        lines.extend(out.ways.iter().map(|way| format!("- {}", way.join("; then "))));
    }
    lines
}

/// Whether two have the same ways, each with its own subject.
fn same(left: &WaysOut, right: &WaysOut) -> bool {
    let general = |out: &WaysOut| -> Vec<String> {
        let texts = out.ways.iter().map(|way| way.join("; then ")).chain(out.mends.iter().cloned());
        let mut texts: Vec<String> = texts.map(|text| text.replace(&out.subject, "\0")).collect();
        texts.sort();
        texts
    };
    left.rule == right.rule && left.cut == right.cut && general(left) == general(right)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn out(subject: &str, way: &str) -> WaysOut {
        let ways = vec![vec![way.replace("ID", subject)]];
        WaysOut { rule: "r".to_owned(), subject: subject.to_owned(), ways, ..WaysOut::default() }
    }

    /// G16: equal lines are there once, and name whom they are for; others stay apart.
    #[test]
    fn the_same_ways_share_their_lines() {
        let all = [out("a.b", "write `ID`"), out("c.d", "write `ID`"), out("e.f", "ask")];
        assert_eq!(
            lines(&all),
            [
                "ways out of r a.b (the same, with its own name, for c.d):",
                "- write `a.b`",
                "ways out of r e.f:",
                "- ask"
            ]
        );
    }

    /// Where nothing that could be added helps, the rule says what does.
    #[test]
    fn a_mend_stands_where_no_way_is() {
        let mends = vec!["leave it".to_owned()];
        let all = [WaysOut { rule: "r".to_owned(), subject: "s".to_owned(), mends, ..WaysOut::default() }];
        assert_eq!(lines(&all), ["mend of r s: leave it"]);
        assert!(lines(&[WaysOut::default()]).is_empty());
    }
}

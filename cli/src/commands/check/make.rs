//! Makes a check: evaluates its rules and reads the report out of the model, each finding with its rule, its place and the
//! id of its proof. What stops the evaluation is reported as a check that could not be made.

use std::collections::{BTreeMap, BTreeSet};

use engine::Value;
use engine::proof::{Node, PremiseForm, Why};
use engine::show::plain;
use facts::evidence::Evidence;

use super::report::{Finding, Outcome, Place, Report};
use crate::checks::Checks;
use crate::proofs::Asked;

/// The report of the check `name`.
pub(crate) fn report(checks: &mut Checks, name: &str) -> Report {
    let tree = checks.tree.clone();
    match checks.case(name, &[]) {
        Ok(case) => read(&mut Asked::from(case), name, &tree),
        Err(reason) => {
            let finding = Finding {
                place: None,
                rule: "evaluation".to_owned(),
                subject: String::new(),
                message: format!("the check stopped: {reason}"),
                proof: String::new(),
            };
            Report { check: name.to_owned(), unverified: vec![finding], ..Report::default() }
        }
    }
}

/// Whether a relation of the report has a column for what a finding is about.
const RELATIONS: [(&str, bool); 4] =
    [("violation", true), ("warning", true), ("stand_down", false), ("unverified", false)];

fn read(asked: &mut Asked<'_>, name: &str, tree: &str) -> Report {
    let mut findings = Vec::new();
    let mut rows = Vec::new();
    for (relation, with_subject) in RELATIONS {
        for row in asked.rows(relation) {
            let texts = texts(&asked.explainer.model().row(row.0, row.1));
            if let Some(finding) = finding(relation, with_subject, name, &texts) {
                findings.push((relation, finding));
                rows.push(row);
            }
        }
    }
    let forest = asked.explainer.prove_all(&rows);
    for ((_, finding), root) in findings.iter_mut().zip(&forest.roots) {
        if let Ok(root) = root {
            explain(finding, *root, &forest.nodes, &asked.evidence, tree);
        }
    }
    let of = |relation: &str| {
        let own = findings.iter().filter(|(of, _)| *of == relation);
        let mut own: Vec<Finding> = own.map(|(_, finding)| finding.clone()).collect();
        own.sort_by(|a, b| (a.place.is_none(), a).cmp(&(b.place.is_none(), b)));
        own
    };
    Report {
        check: name.to_owned(),
        violations: of("violation"),
        warnings: of("warning"),
        stand_downs: of("stand_down"),
        unverified: of("unverified"),
        counts: counts(asked, name),
        outcomes: outcomes(asked, name),
    }
}

/// The finding of a row, if it is the check's.
fn finding(relation: &str, with_subject: bool, name: &str, texts: &[String]) -> Option<Finding> {
    let (check, rest) = texts.split_first()?;
    if check != name {
        return None;
    }
    let (subject, message) = match (with_subject, rest) {
        (true, [subject, message]) => (subject.clone(), message.clone()),
        (false, [message]) => (String::new(), message.clone()),
        _ => return None,
    };
    Some(Finding { place: None, rule: relation.to_owned(), subject, message, proof: String::new() })
}

fn explain(finding: &mut Finding, root: usize, nodes: &[Node], evidence: &Evidence<'_>, tree: &str) {
    let Some(node) = nodes.get(root) else {
        return;
    };
    finding.proof = node.id.to_string().chars().take(12).collect();
    if let Why::Derived(derivation) = &node.why {
        finding.rule = derivation.name.to_string();
    }
    finding.place = place(nodes, root, evidence, tree);
}

/// The place of the first premise that has one, followed down: premises are looked at in the order of the rule.
fn place(nodes: &[Node], root: usize, evidence: &Evidence<'_>, tree: &str) -> Option<Place> {
    let (mut stack, mut seen) = (vec![root], BTreeSet::new());
    while let Some(at) = stack.pop() {
        if !seen.insert(at) {
            continue;
        }
        match &nodes.get(at)?.why {
            Why::Given { origin: Some(origin), .. } => {
                let place = evidence.origin(*origin).and_then(|origin| origin.place(tree));
                if let Some((file, line, column)) = place {
                    return Some(Place { file, line, column });
                }
            }
            Why::Given { origin: None, .. } => {}
            Why::Derived(derivation) => {
                stack.extend(derivation.premises.iter().rev().filter_map(|premise| match &premise.form {
                    PremiseForm::Fact { node } => Some(*node),
                    _ => None,
                }));
            }
        }
    }
    None
}

/// The figures. One that several rules give is their greatest.
fn counts(asked: &Asked<'_>, name: &str) -> BTreeMap<String, i64> {
    let mut counts = BTreeMap::new();
    for row in asked.explainer.model().rows("count") {
        if let [Value::Symbol(check), Value::Symbol(figure), Value::Number(n)] = row.as_slice()
            && check == name
        {
            let known = counts.entry(figure.clone()).or_insert(*n);
            *known = (*known).max(*n);
        }
    }
    counts
}

/// What rules came to, in their order.
fn outcomes(asked: &Asked<'_>, name: &str) -> Vec<Outcome> {
    let mut outcomes = Vec::new();
    for row in asked.explainer.model().rows("outcome") {
        if let [Value::Symbol(check), Value::Number(order), rest @ ..] = row.as_slice()
            && check == name
            && let [rule, about, state, why] = texts(rest).as_slice()
        {
            let [rule, about, state, why] = [rule, about, state, why].map(Clone::clone);
            outcomes.push(Outcome { order: *order, rule, about, state, why });
        }
    }
    outcomes.sort();
    outcomes
}

fn texts(row: &[Value]) -> Vec<String> {
    row.iter().map(plain).collect()
}

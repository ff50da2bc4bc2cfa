//! Asks a call that is judged now: why it is refused, why an atom holds, why it does not. The verdict is the hook's; a
//! question about an atom evaluates again what the atom rests on, over the same evidence.

use engine::absence::{Bounds, Query, WhyNot};
use engine::{Demand, Explainer};
use facts::world::Disk;

use super::Explanation;
use super::absence::Told;
use crate::judge::{self, Case, LIMITS};
use crate::judgement::Judgement;
use crate::proofs::{Asked, key_name, whose};
use crate::reasons::{Reasons, Wanted};
use crate::{refusal, ways};

/// Facts that a proof may rest on.
const MOST_FACTS: usize = 1_000_000;

/// Proofs of one question.
const MOST_PROOFS: usize = 20;

/// What is asked.
pub(super) enum Question<'q> {
    /// Why the call is refused, or what lets it pass.
    Verdict,
    /// Why an atom holds.
    Why(&'q str),
    /// Why it does not.
    WhyNot(&'q str),
}

/// Judges the payload and answers.
///
/// # Errors
/// If the question cannot be answered.
pub(super) fn explanation(payload: &[u8], question: &Question<'_>, depth: usize) -> Result<Explanation, String> {
    let call = judge::call(facts::payload::read(payload))?;
    let mut disk = Disk::new(judge::home());
    let judged = judge::judge(&call, &mut disk, |judgement, cases| match question {
        Question::Verdict => Ok(verdict(judgement, cases)),
        Question::Why(atom) => each(cases, atom, &mut |asked, query| proofs_of(asked, query)),
        Question::WhyNot(atom) => each(cases, atom, &mut |asked, query| absent(asked, query, depth)),
    });
    match judged {
        Ok((judgement, answer)) => {
            let mut explanation = answer?;
            explanation.verdict = Some(name(&judgement).to_owned());
            Ok(explanation)
        }
        Err(finding) => {
            let reasons = Reasons::of_failure(&finding);
            let lines = refusal::text(std::slice::from_ref(&finding), &[]).lines().map(str::to_owned).collect();
            let verdict = Some("refused".to_owned());
            let proofs = vec![Err("there is no proof, because the call could not be judged".to_owned())];
            Ok(Explanation { verdict, id: Some(reasons.id), lines, proofs, ..Explanation::default() })
        }
    }
}

/// What a judgement comes to, in one word.
fn name(judgement: &Judgement) -> &'static str {
    match (judgement.deny.is_empty(), judgement.ask.is_empty()) {
        (false, _) => "refused",
        (true, false) => "asked",
        (true, true) => "passed",
    }
}

fn verdict(judgement: &Judgement, cases: Vec<Case<'_>>) -> Explanation {
    let words = |text: String| text.lines().map(str::to_owned).collect();
    if !judgement.deny.is_empty() {
        let reasons = Reasons::of(judgement, cases, Wanted { proofs: Some(MOST_FACTS) }, &mut |_| ());
        return Explanation {
            id: Some(reasons.id.clone()),
            lines: words(refusal::text(&judgement.deny, &judgement.advice)),
            ways: ways::lines(&reasons.ways),
            proofs: reasons.proofs,
            ..Explanation::default()
        };
    }
    let relation = if judgement.ask.is_empty() { "through" } else { "ask" };
    let mut explanation = Explanation { lines: words(refusal::text(&judgement.ask, &[])), ..Explanation::default() };
    for case in cases {
        // What cannot be evaluated further explains nothing, and changes nothing.
        let Ok(mut asked) = asked_about(case, relation) else {
            continue;
        };
        for row in asked.rows(relation).into_iter().take(MOST_PROOFS) {
            let proof = asked.prove(row).and_then(|proof| asked.document(&proof, MOST_FACTS));
            explanation.proofs.push(proof);
        }
    }
    if explanation.proofs.is_empty() {
        explanation.lines.push("nothing refuses this call: no point gates what it does".to_owned());
    }
    explanation
}

/// Answers a question about an atom under each key.
fn each(
    cases: Vec<Case<'_>>,
    atom: &str,
    answer: &mut dyn FnMut(&mut Asked<'_>, &Query) -> Explanation,
) -> Result<Explanation, String> {
    let mut all = Explanation::default();
    let mut unknown = Vec::new();
    for case in cases {
        match Query::parse(&case.rules.program, atom) {
            Ok(query) => {
                let relation = case.rules.program.relation(query.relation).name.to_string();
                let mut asked = asked_about(case, &relation)?;
                let more = answer(&mut asked, &query);
                all.lines.extend(more.lines);
                all.proofs.extend(more.proofs);
                all.absences.extend(more.absences);
            }
            // The rules of one key may have a relation that those of the other have not.
            Err(error) => unknown.push(format!("{}: {error}", key_name(case.version))),
        }
    }
    match (all.lines.is_empty() && all.proofs.is_empty() && all.absences.is_empty(), unknown) {
        (true, unknown) => Err(unknown.join("\n")),
        (false, unknown) => {
            all.lines.extend(unknown);
            Ok(all)
        }
    }
}

/// The case with a model that has the relation, and what the verdict rests on.
fn asked_about<'c>(case: Case<'c>, relation: &str) -> Result<Asked<'c>, String> {
    let Case { rules, version, mut evidence, model } = case;
    drop(model);
    let names = crate::judgement::VERDICT.iter().copied().chain([relation]);
    let demand = Demand::of(&rules.program, &names.collect::<Vec<_>>());
    let model = engine::evaluate(&rules.program, &demand, &mut evidence, &LIMITS)
        .map_err(|error| crate::rule_set::located(&error, &rules.sources))?;
    Ok(with_functors(Case { rules, version, evidence, model }))
}

/// The case, asked by somebody who may want values that the evaluation did not need.
pub(super) fn with_functors(case: Case<'_>) -> Asked<'_> {
    let Case { rules, version, evidence, model } = case;
    Asked { rules, version, evidence, explainer: Explainer::new(model).with_functors(facts::evidence::functor) }
}

pub(super) fn proofs_of(asked: &mut Asked<'_>, query: &Query) -> Explanation {
    let rows = asked.explainer.matching(query);
    let mut explanation = Explanation::default();
    if rows.is_empty() {
        let key = whose(key_name(asked.version));
        explanation
            .lines
            .push(format!("nothing matches under the rules of {key}; `--why-not` in place of the atom says why"));
        return explanation;
    }
    if rows.len() > MOST_PROOFS {
        explanation.lines.push(format!("{} rows match; the first {MOST_PROOFS} are proved", rows.len()));
    }
    for row in rows.into_iter().take(MOST_PROOFS) {
        let proof = asked.prove((query.relation, row));
        explanation.proofs.push(proof.and_then(|proof| asked.document(&proof, MOST_FACTS)));
    }
    explanation
}

pub(super) fn absent(asked: &mut Asked<'_>, query: &Query, depth: usize) -> Explanation {
    let bounds = Bounds { depth, ..Bounds::default() };
    let absence = asked.explainer.why_not(query, &bounds);
    if let WhyNot::There { total, .. } = absence.why {
        let mut explanation = proofs_of(asked, query);
        let key = whose(key_name(asked.version));
        explanation.lines.insert(0, format!("it does hold under the rules of {key}: {total} matching"));
        return explanation;
    }
    Explanation { absences: vec![Told::of(key_name(asked.version), &absence, asked.rules)], ..Explanation::default() }
}

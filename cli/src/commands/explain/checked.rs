//! Asks a check of the work tree: why it finds what it finds, why it does not. The evaluation is the check's own.

use engine::absence::Query;

use super::Explanation;
use super::ask::{self, Question};
use crate::checks::{CheckOptions, Checks};
use crate::commands::doctor;

/// Makes the check and answers.
///
/// # Errors
/// If the check cannot be made, or the question is about nothing that its rules know.
pub(super) fn explanation(
    name: &str,
    options: &CheckOptions,
    question: &Question<'_>,
    depth: usize,
) -> Result<Explanation, String> {
    let mut checks = if name == doctor::CHECK { doctor::tried(&[])? } else { Checks::new(options)? };
    checks.all_known(&[name.to_owned()])?;
    let of_the_check = ["violation", "unverified"].map(|relation| {
        let columns = if relation == "violation" { "_, _" } else { "_" };
        format!("{relation}({}, {columns})", serde_json::Value::from(name))
    });
    let atoms = match question {
        Question::Why(atom) | Question::WhyNot(atom) => vec![(*atom).to_owned()],
        Question::Verdict => of_the_check.to_vec(),
    };
    let mut explanation = Explanation { check: Some(name.to_owned()), ..Explanation::default() };
    for atom in &atoms {
        let query = Query::parse(&checks.rules.program, atom).map_err(|error| error.to_string())?;
        let relation = checks.rules.program.relation(query.relation).name.to_string();
        let mut asked = ask::with_functors(checks.case(name, &[&relation])?);
        if matches!(question, Question::Verdict) && asked.explainer.matching(&query).is_empty() {
            continue;
        }
        let more = match question {
            Question::WhyNot(_) => ask::absent(&mut asked, &query, depth),
            Question::Why(_) | Question::Verdict => ask::proofs_of(&mut asked, &query),
        };
        explanation.lines.extend(more.lines);
        explanation.proofs.extend(more.proofs);
        explanation.absences.extend(more.absences);
    }
    if explanation.proofs.is_empty() && explanation.absences.is_empty() {
        explanation.lines.push(format!("the check {name} finds nothing that is violated or unverified"));
    }
    Ok(explanation)
}

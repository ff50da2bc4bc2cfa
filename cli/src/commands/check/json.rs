//! Reports for machines. The shape is documented in `docs/checks.md`; a change that readers would notice is a new version.

use serde_json::{Value, json};

use super::report::{Finding, Outcome, Report};

/// Version of the shape.
const VERSION: u32 = 1;

/// One check's object where one was named, else all of them under `checks`.
pub(super) fn rendered(reports: &[Report], single: bool) -> String {
    let value = match reports {
        [report] if single => {
            let mut value = written(report);
            value["version"] = json!(VERSION);
            value
        }
        _ => json!({ "version": VERSION, "checks": reports.iter().map(written).collect::<Vec<_>>() }),
    };
    format!("{value}\n")
}

fn written(report: &Report) -> Value {
    let list = |findings: &[Finding]| findings.iter().map(finding).collect::<Vec<_>>();
    json!({
        "check": report.check,
        "verdict": report.verdict().word(),
        "violations": list(&report.violations),
        "warnings": list(&report.warnings),
        "stand_downs": list(&report.stand_downs),
        "unverified": list(&report.unverified),
        "counts": report.counts,
        "outcomes": report.outcomes.iter().map(outcome).collect::<Vec<_>>(),
    })
}

fn outcome(outcome: &Outcome) -> Value {
    json!({ "rule": outcome.rule, "about": outcome.about, "state": outcome.state, "why": outcome.why })
}

fn finding(finding: &Finding) -> Value {
    let mut value = json!({
        "rule": finding.rule,
        "subject": finding.subject,
        "message": finding.message,
        "proof": finding.proof,
    });
    if let Some(place) = &finding.place {
        value["origin"] = json!({ "file": place.file, "line": place.line, "column": place.column });
    }
    value
}

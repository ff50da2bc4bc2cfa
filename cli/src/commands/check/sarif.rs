//! Reports as SARIF 2.1.0 (OASIS, 2020): one run, a result a finding. A check that could not be made is a notification of
//! the invocation too, so that readers who count results only do not take it for a pass.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::report::{Finding, Kind, Place, Report};

/// The schema that documents of this version name.
const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// The document.
pub(super) fn rendered(reports: &[Report]) -> String {
    let rules: BTreeSet<String> = reports
        .iter()
        .flat_map(|report| report.findings().map(|(_, finding)| rule_id(&report.check, finding)))
        .collect();
    let rules: Vec<Value> = rules.iter().map(|id| json!({ "id": id })).collect();
    let results: Vec<Value> = reports
        .iter()
        .flat_map(|report| report.findings().map(|(kind, finding)| result(&report.check, kind, finding)))
        .collect();
    let notes: Vec<Value> = reports
        .iter()
        .flat_map(|report| &report.unverified)
        .map(|finding| json!({ "level": "error", "message": { "text": finding.message } }))
        .collect();
    let document = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "gatelog",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            } },
            "invocations": [{
                "executionSuccessful": notes.is_empty(),
                "toolExecutionNotifications": notes,
            }],
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    format!("{document}\n")
}

fn rule_id(check: &str, finding: &Finding) -> String {
    format!("{check}/{}", finding.rule)
}

fn result(check: &str, kind: Kind, finding: &Finding) -> Value {
    let (level, of_kind) = match kind {
        Kind::Violation => ("error", "fail"),
        Kind::Unverified => ("none", "review"),
        Kind::Warning => ("warning", "fail"),
        Kind::StandDown => ("none", "notApplicable"),
    };
    let mut value = json!({
        "ruleId": rule_id(check, finding),
        "level": level,
        "kind": of_kind,
        "message": { "text": finding.message },
        "properties": { "subject": finding.subject },
    });
    if let Some(place) = &finding.place {
        value["locations"] = json!([{ "physicalLocation": location(place) }]);
    }
    if !finding.proof.is_empty() {
        value["partialFingerprints"] = json!({ "gatelogProof/v1": finding.proof });
    }
    value
}

fn location(place: &Place) -> Value {
    let mut location = json!({ "artifactLocation": { "uri": uri(&place.file) } });
    if place.line > 0 {
        let mut region = json!({ "startLine": place.line });
        if place.column > 0 {
            region["startColumn"] = json!(place.column);
        }
        location["region"] = region;
    }
    location
}

/// A path as a relative reference, or as a `file` URI where it is absolute (RFC 3986).
fn uri(path: &str) -> String {
    let mut out = String::new();
    if path.starts_with('/') {
        out.push_str("file://");
    }
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => out.push(byte as char),
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_uris() {
        assert_eq!(uri("docs/a b.md"), "docs/a%20b.md");
        assert_eq!(uri("/r/ö:x.md"), "file:///r/%C3%B6%3Ax.md");
    }
}

//! What a client makes of how its hook ended (tried with each client; where they differ is said at the place). A reader can
//! rely on: only what every version of the client takes for a refusal is one. Refuses to know what was asked.

use facts::evidence::Outcome;
use serde_json::Value;

/// What came of a hook that ended with `status` (none: by a signal), and its reason or what went wrong.
pub(super) fn read(client: &str, status: Option<i32>, output: &str, errors: &str) -> (Outcome, String) {
    let (output, errors) = (output.trim(), errors.trim());
    match status {
        Some(2) if !errors.is_empty() => (Outcome::Denied, errors.to_owned()),
        Some(0) if output.is_empty() => (Outcome::Silent, String::new()),
        Some(0) => match serde_json::from_str::<Value>(output) {
            Ok(verdict) if verdict.is_object() => of_verdict(client, &verdict),
            _ => (Outcome::Failed, format!("what it prints is no verdict: {output}")),
        },
        Some(status) => (Outcome::Failed, format!("it ended with status {status}: {}", said(output, errors))),
        None => (Outcome::Failed, format!("it was killed: {}", said(output, errors))),
    }
}

fn said(output: &str, errors: &str) -> String {
    let said = [errors, output].into_iter().find(|text| !text.is_empty());
    said.unwrap_or("it says nothing").to_owned()
}

fn of_verdict(client: &str, verdict: &Value) -> (Outcome, String) {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let own = &verdict["hookSpecificOutput"];
    // Without the event's name the object is passed over, and Gemini passes it over in any case.
    let counts = own["hookEventName"].is_string() && client != "gemini";
    let decision = if counts { text(&own["permissionDecision"]) } else { String::new() };
    match (decision.as_str(), verdict["decision"].as_str().unwrap_or_default()) {
        ("deny", _) => (Outcome::Denied, text(&own["permissionDecisionReason"])),
        (_, "block" | "deny") => (Outcome::Denied, text(&verdict["reason"])),
        ("" | "allow", _) if own.is_null() || counts => (Outcome::Silent, String::new()),
        ("ask", _) => (Outcome::Failed, "it asks the person in place of deciding".to_owned()),
        _ => (Outcome::Failed, format!("the client does not take its verdict: {verdict}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// X1, G2: each way in which a hook can end, as the client takes it.
    #[test]
    fn only_what_stops_the_call_is_a_refusal() {
        let own = r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no"}}"#;
        let flat = r#"{"decision":"deny","reason":"no"}"#;
        let nameless = r#"{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"no"}}"#;
        for (client, status, output, errors, wanted) in [
            ("claude", Some(0), own, "", Outcome::Denied),
            ("codex", Some(0), own, "", Outcome::Denied),
            ("gemini", Some(0), own, "", Outcome::Failed),
            ("gemini", Some(0), flat, "", Outcome::Denied),
            ("claude", Some(0), nameless, "", Outcome::Failed),
            ("claude", Some(2), "", "no", Outcome::Denied),
            ("codex", Some(2), "", "", Outcome::Failed),
            ("claude", Some(0), "", "noise", Outcome::Silent),
            ("claude", Some(0), "{\"systemMessage\":\"hm\"}", "", Outcome::Silent),
            ("claude", Some(0), "hello", "", Outcome::Failed),
            ("claude", Some(127), "", "not found", Outcome::Failed),
            ("claude", Some(1), own, "", Outcome::Failed),
            ("claude", None, "", "", Outcome::Failed),
        ] {
            assert_eq!(read(client, status, output, errors).0, wanted, "{client} {status:?} {output} {errors}");
        }
        assert_eq!(read("claude", Some(0), own, "").1, "no");
        assert!(read("claude", Some(126), "", "no permission").1.contains("status 126: no permission"));
    }
}

//! The agents' command-line clients: the form in which each takes a verdict from its hook. A reader can rely on: a refusal
//! in a client's form stops the call there. Refuses to know tools, rules and payloads.

use clap::ValueEnum;
use serde_json::{Map, Value, json};

/// Which client runs the hook.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(crate) enum Client {
    /// Claude Code, and clients that take its form
    #[default]
    Claude,
    /// Codex CLI
    Codex,
    /// Gemini CLI
    Gemini,
}

impl Client {
    /// Whether the client puts a hook's question to the person. Codex runs the call all the same; Gemini ends its run.
    pub(crate) fn asks(self) -> bool {
        self == Self::Claude
    }

    /// A refusal.
    pub(crate) fn refusal(self, reason: &str) -> Map<String, Value> {
        match self {
            Self::Claude | Self::Codex => of_event("deny", reason),
            Self::Gemini => object(json!({ "decision": "deny", "reason": reason })),
        }
    }

    /// A question to the person.
    pub(crate) fn question(self, reason: &str) -> Map<String, Value> {
        of_event("ask", reason)
    }
}

fn of_event(decision: &str, reason: &str) -> Map<String, Value> {
    object(json!({ "hookSpecificOutput": {
        "hookEventName": "PreToolUse",
        "permissionDecision": decision,
        "permissionDecisionReason": reason,
    } }))
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(members) => members,
        _ => Map::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// G2: the forms that the clients were seen to take; nobody is ever told `allow`.
    #[test]
    fn each_client_is_refused_in_its_own_form() {
        let text = |client: Client| Value::Object(client.refusal("no")).to_string();
        let own = r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no"}}"#;
        assert_eq!(text(Client::Claude), own);
        assert_eq!(text(Client::Codex), own);
        assert_eq!(text(Client::Gemini), r#"{"decision":"deny","reason":"no"}"#);
        assert!(Client::Claude.asks() && !Client::Codex.asks() && !Client::Gemini.asks());
    }
}

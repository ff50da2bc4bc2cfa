//! Asking through the client: its elicitation puts the question to the person who sits at it. A reader can rely on: the
//! answer comes from the client's own request to its person and from no argument of a call; what a client cannot show is an
//! error before anybody is asked.

use std::fmt;

use ::ask::journal::Whose;
use ::ask::provider::{Provider, ProviderError, Providers, Reply, Request};
use ::ask::question::prepare_value;
use ::ask::recorded::{Named, Recall};
use rmcp::model::{ElicitRequestParams, ElicitationAction, ElicitationSchema, JsonObject};
use rmcp::service::{ElicitationMode, Peer, RoleServer};
use serde_json::{Value, json};
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;

use super::tools::text;
use crate::commands::ask::point::{self, Row};
use crate::commands::ask::{recorded, refuse_a_point, tree};

/// What the journal calls this channel.
const CHANNEL: &str = "mcp";

/// What to do where the client cannot ask.
const ELSEWHERE: &str = "ask the person to run `gatelog ask POINT` in a terminal of their own, or put the question with \
    your client's own question tool";

/// The client, from a thread that is not the protocol's.
pub(super) struct Client {
    /// Who speaks the protocol.
    pub(super) peer: Peer<RoleServer>,
    /// The client took its call back.
    pub(super) cancelled: CancellationToken,
    /// What drives the protocol.
    pub(super) runtime: Handle,
}

/// Asks, and says what was answered.
///
/// # Errors
/// Why there is no answer, and what to do.
pub(super) fn asked(arguments: &JsonObject, client: Client) -> Result<Value, String> {
    let mut providers = Providers::new();
    if client.peer.supported_elicitation_modes().contains(&ElicitationMode::Form) {
        providers.install(Box::new(Elicitation(client)));
    }
    let [point, landed_in, message, name] =
        ["point", "landed_in", "message", "name"].map(|argument| text(arguments, argument));
    match (point?, message?, arguments.get("schema")) {
        (Some(id), None, None) => of_point(id, landed_in?, &mut providers),
        (None, Some(message), Some(schema)) => {
            let name = name?.unwrap_or(message);
            refuse_a_point(name)?;
            let prepared = prepare_value(schema.clone()).map_err(|error| format!("`schema`: {error}"))?;
            let named = Named { name, prepared: &prepared, message, whose: Whose::Anybody };
            let top = tree().map_err(|refused| refused.reason)?;
            let given = recorded(Recall::Give, &top, named, &mut providers);
            let given = given.map_err(|refused| with_help(&refused.reason, &providers))?;
            Ok(json!({ "answer": given.answer(), "recalled": given.recalled, "provider": given.entry.provider }))
        }
        _ => Err("give either `point`, a declared point's id, or `message` and `schema`".to_owned()),
    }
}

fn of_point(id: &str, landed_in: Option<&str>, providers: &mut Providers) -> Result<Value, String> {
    let put = point::put(id, Recall::Give, landed_in, providers);
    let put = put.map_err(|refused| with_help(&refused.reason, providers))?;
    let (written, wrong) = match put.row {
        Ok(Row::Written(files)) => (files, Vec::new()),
        Ok(Row::Wrong(findings)) => (Vec::new(), findings.into_iter().map(|finding| finding.message).collect()),
        Err(reason) => (Vec::new(), vec![reason]),
    };
    let given = put.given;
    Ok(json!({
        "answer": given.answer(),
        "recalled": given.recalled,
        "provider": given.entry.provider,
        "written": written,
        "not_written_because": wrong,
    }))
}

/// The reason, with how to get somebody to ask where that is what is missing.
fn with_help(reason: &str, providers: &Providers) -> String {
    if providers.is_empty() {
        return format!("{reason}\nthis client cannot put questions to its person (no form elicitation); {ELSEWHERE}");
    }
    reason.to_owned()
}

/// Why a client's person gave no answer.
#[derive(Debug)]
enum NoAnswer {
    /// What the protocol's forms cannot show.
    Form(String),
    /// The person said no.
    Declined,
    /// The person, or the client, went away from it.
    Cancelled,
    /// The client failed.
    Client(String),
}

impl fmt::Display for NoAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Form(cause) => write!(
                f,
                "a client can ask only for an object of texts, numbers, flags and choices, and this schema is none ({cause}); {ELSEWHERE}"
            ),
            Self::Declined => {
                f.write_str("the person declined to answer; nothing was recorded, so the question is open")
            }
            Self::Cancelled => f.write_str("the question was taken back before it was answered; nothing was recorded"),
            Self::Client(cause) => write!(f, "the client could not put the question ({cause}); {ELSEWHERE}"),
        }
    }
}

impl std::error::Error for NoAnswer {}

struct Elicitation(Client);

impl Provider for Elicitation {
    fn name(&self) -> &str {
        CHANNEL
    }

    fn ask(&mut self, request: &Request<'_>) -> Result<Reply, ProviderError> {
        let requested_schema = form(request.schema)?;
        let Client { peer, cancelled, runtime } = &self.0;
        let message = request.message.to_owned();
        let question = ElicitRequestParams::FormElicitationParams { meta: None, message, requested_schema };
        let replied = runtime.block_on(cancelled.run_until_cancelled(peer.create_elicitation(question)));
        let replied = replied.ok_or(NoAnswer::Cancelled)?;
        let reply = replied.map_err(|cause| NoAnswer::Client(cause.to_string()))?;
        match (reply.action, reply.content) {
            (ElicitationAction::Accept, Some(answer)) => Ok(Reply::Answer(without_blanks(answer, request.schema))),
            (ElicitationAction::Accept, None) => {
                Err(NoAnswer::Client("it accepted without an answer".to_owned()).into())
            }
            (ElicitationAction::Decline, _) => Err(NoAnswer::Declined.into()),
            _ => Err(NoAnswer::Cancelled.into()),
        }
    }
}

/// The schema as far as the protocol's forms can show it. The answer is judged by the whole one.
fn form(schema: &Value) -> Result<ElicitationSchema, NoAnswer> {
    let known = ["type", "title", "description", "properties", "required"];
    let members = schema.as_object().into_iter().flatten().filter(|(name, _)| known.contains(&name.as_str()));
    let shown: JsonObject = members.map(|(name, value)| (name.clone(), value.clone())).collect();
    serde_json::from_value(Value::Object(shown)).map_err(|cause| NoAnswer::Form(cause.to_string()))
}

/// A form sends an empty text for a field that was left alone: where the field need not be there, it was left out.
fn without_blanks(mut answer: Value, schema: &Value) -> Value {
    let required = schema.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    if let Value::Object(members) = &mut answer {
        members.retain(|name, value| value.as_str() != Some("") || required.iter().any(|one| one == name));
    }
    answer
}

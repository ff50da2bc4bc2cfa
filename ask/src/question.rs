//! A question, from its schema to its judged answer: [`prepare`], then [`run`], or both as [`elicit`]. A reader can rely on:
//! the schema is compiled before the message is rendered and before anybody is asked; an answer is judged once, by the
//! same schema, and one that does not fit is a failure with all its issues, never a second question.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use serde_json::Value;

use crate::bounded;
use crate::fingerprint::Fingerprint;
use crate::provider::{Providers, Request};
use crate::schema::{self, Compiled, DEEPEST, MOST_BYTES, SchemaError, work};

/// So many issues of one answer are told.
const MOST_ISSUES: usize = 100;

/// A question whose schema can judge.
#[derive(Clone, Debug)]
pub struct Prepared(Compiled);

/// An answer that fits, and who carried it.
#[derive(Clone, Debug, PartialEq)]
pub struct Answered {
    /// What was said.
    pub answer: Value,
    /// The provider's name.
    pub provider: String,
}

/// What is wrong with an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Issue {
    /// Where in the answer, as a JSON pointer; empty for the whole.
    pub pointer: String,
    /// Which part of the schema says so, as a JSON pointer.
    pub schema: String,
    /// For a reader.
    pub message: String,
}

/// Why there is no answer.
#[derive(Debug)]
pub enum Failure {
    /// The schema cannot be used; nobody was asked.
    Schema(SchemaError),
    /// The message could not be rendered; nobody was asked.
    Message(Box<dyn Error + Send + Sync>),
    /// No provider is installed, or each passed the question outward.
    NoProvider,
    /// The provider failed; its own error.
    Provider(Box<dyn Error + Send + Sync>),
    /// The answer is not what the schema wants. Never empty.
    Answer(Vec<Issue>),
}

/// Compiles the schema, given as text.
///
/// # Errors
/// If it cannot be used, with the position of each fault.
pub fn prepare(schema: &[u8]) -> Result<Prepared, SchemaError> {
    schema::from_text(schema).map(Prepared)
}

/// Compiles the schema, given as a value.
///
/// # Errors
/// If it cannot be used, with the position of each fault.
pub fn prepare_value(schema: Value) -> Result<Prepared, SchemaError> {
    schema::from_value(schema).map(Prepared)
}

/// Asks the nearest provider and judges what it brings.
///
/// # Errors
/// If there is no provider, it fails, or the answer does not fit.
pub fn run(prepared: &Prepared, message: &str, providers: &mut Providers) -> Result<Answered, Failure> {
    let request = Request { message, schema: prepared.schema() };
    let answered = providers.ask(&request)?;
    let issues = prepared.issues(&answered.answer);
    if issues.is_empty() {
        return Ok(answered);
    }
    schema::dismantle(answered.answer);
    Err(Failure::Answer(issues))
}

/// Prepares, renders the message, and runs, in this order.
///
/// # Errors
/// As [`prepare`] and [`run`], and if the message cannot be rendered.
pub fn elicit<M, E>(schema: &[u8], render: M, providers: &mut Providers) -> Result<Answered, Failure>
where
    M: FnOnce() -> Result<String, E>,
    E: Into<Box<dyn Error + Send + Sync>>,
{
    let prepared = prepare(schema).map_err(Failure::Schema)?;
    let message = render().map_err(|cause| Failure::Message(cause.into()))?;
    run(&prepared, &message, providers)
}

impl Prepared {
    /// The schema.
    #[must_use]
    pub fn schema(&self) -> &Value {
        &self.0.schema
    }

    /// What identifies the question with this message.
    #[must_use]
    pub fn fingerprint(&self, message: &str) -> Fingerprint {
        Fingerprint::of(message, self.schema())
    }

    /// What is wrong with an answer; nothing where it fits.
    #[must_use]
    pub fn issues(&self, answer: &Value) -> Vec<Issue> {
        if schema::depth_exceeds(answer, DEEPEST) {
            return vec![whole(format!("the answer is nested deeper than {DEEPEST} levels"))];
        }
        if answer.to_string().len() > MOST_BYTES {
            return vec![whole(format!("the answer has more than {MOST_BYTES} bytes"))];
        }
        let (schema, validator) = (Arc::clone(&self.0.schema), Arc::clone(&self.0.validator));
        let answer = answer.clone();
        let judged = bounded::run(move || {
            if !work::is_bounded(&schema, &answer) {
                return vec![whole(
                    "to judge this answer by this schema is too much work; make one of them simpler".to_owned(),
                )];
            }
            let issues = validator.iter_errors(&answer).take(MOST_ISSUES).map(|issue| Issue {
                pointer: issue.instance_path().as_str().to_owned(),
                schema: issue.schema_path().as_str().to_owned(),
                message: in_words(&schema, issue.schema_path().as_str())
                    .unwrap_or_else(|| shortened(&issue.to_string())),
            });
            issues.collect::<Vec<Issue>>()
        });
        // What cannot be judged does not fit.
        judged.unwrap_or_else(|stopped| vec![whole(stopped.to_string())])
    }
}

/// What the schema says beside a pattern that is not met: a pattern tells a person little.
fn in_words(schema: &Value, path: &str) -> Option<String> {
    let beside = path.strip_suffix("/pattern")?;
    Some(schema.pointer(beside)?.get("description")?.as_str()?.to_owned())
}

fn whole(message: String) -> Issue {
    Issue { pointer: String::new(), schema: String::new(), message }
}

/// A message that may quote a whole answer, cut.
pub(crate) fn shortened(text: &str) -> String {
    const MOST: usize = 300;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

impl fmt::Display for Issue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = if self.pointer.is_empty() { "the whole" } else { self.pointer.as_str() };
        write!(f, "at {place}: {}", self.message)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Schema(cause) => cause.fmt(f),
            Self::Message(cause) | Self::Provider(cause) => cause.fmt(f),
            Self::NoProvider => f.write_str("nobody can be asked: no provider took the question"),
            Self::Answer(issues) => {
                f.write_str("the answer is not what the schema wants; nothing was recorded")?;
                issues.iter().try_for_each(|issue| write!(f, "\n  {issue}"))
            }
        }
    }
}

impl Error for Failure {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Schema(cause) => Some(cause),
            Self::Message(cause) | Self::Provider(cause) => Some(cause.as_ref()),
            Self::NoProvider | Self::Answer(_) => None,
        }
    }
}

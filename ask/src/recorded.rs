//! A question with a journal: asked where no answer to it is recorded. A reader can rely on: a recorded answer asks nobody; one
//! to a question that has changed since is refused and never given; and what is given was judged, and recorded before.

use std::fmt;

use serde_json::Value;

use crate::journal::entry::{Entry, VERSION};
use crate::journal::{Journal, JournalError, Whose};
use crate::provider::Providers;
use crate::question::{self, Failure, Prepared};

/// What to do about a recorded answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recall {
    /// Give it, or refuse it where it is stale.
    Give,
    /// Ask all the same: the person said so.
    AskAgain,
}

/// A question that is ready, and what it is called in the journal.
#[derive(Clone, Copy, Debug)]
pub struct Named<'a> {
    /// Its name.
    pub name: &'a str,
    /// The schema.
    pub prepared: &'a Prepared,
    /// What is shown.
    pub message: &'a str,
    /// Whose recorded answers count.
    pub whose: Whose,
}

/// An answer, and where it comes from.
#[derive(Clone, Debug, PartialEq)]
pub struct Given {
    /// As it stands in the journal.
    pub entry: Entry,
    /// Whether it was there before.
    pub recalled: bool,
}

/// Why there is no answer.
#[derive(Debug)]
pub enum RecordedError {
    /// Asking failed.
    Question(Failure),
    /// The journal failed, or its answer is stale.
    Journal(JournalError),
    /// The recorded answer does not fit its own question: it was not written by asking.
    Altered(Box<Entry>),
}

/// Gives the recorded answer, or asks and records. `now` is called when there is an answer to record.
///
/// # Errors
/// If asking fails, the journal does, or what it holds is stale or altered.
pub fn ask(
    question: Named<'_>,
    journal: &Journal,
    recall: Recall,
    providers: &mut Providers,
    now: impl FnOnce() -> String,
) -> Result<Given, RecordedError> {
    let fingerprint = question.prepared.fingerprint(question.message);
    if recall == Recall::Give
        && let Some(entry) =
            journal.recall(question.name, &fingerprint, question.whose).map_err(RecordedError::Journal)?
    {
        if !question.prepared.issues(&entry.answer).is_empty() {
            return Err(RecordedError::Altered(Box::new(entry)));
        }
        return Ok(Given { entry, recalled: true });
    }
    let answered = question::run(question.prepared, question.message, providers).map_err(RecordedError::Question)?;
    let entry = Entry {
        version: VERSION,
        name: question.name.to_owned(),
        question: fingerprint,
        provider: answered.provider,
        when: now(),
        answer: answered.answer,
    };
    journal.append(&entry).map_err(RecordedError::Journal)?;
    Ok(Given { entry, recalled: false })
}

impl Given {
    /// What was said.
    #[must_use]
    pub fn answer(&self) -> &Value {
        &self.entry.answer
    }
}

impl fmt::Display for RecordedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Question(cause) => cause.fmt(f),
            Self::Journal(cause) => cause.fmt(f),
            Self::Altered(entry) => write!(
                f,
                "the recorded answer to `{}` ({}) is not what its question wants; it was changed by hand",
                entry.name, entry.when
            ),
        }
    }
}

impl std::error::Error for RecordedError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Question(cause) => Some(cause),
            Self::Journal(cause) => Some(cause),
            Self::Altered(_) => None,
        }
    }
}

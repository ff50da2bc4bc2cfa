//! Answers in a queue, one for each question, for tests and rehearsals. A reader can rely on: a question more than there are
//! answers is an error, and so is an answer that is left over at the end.

use std::collections::VecDeque;
use std::fmt;

use serde_json::Value;

use super::{Provider, ProviderError, Reply, Request};

/// The queue.
#[derive(Clone, Debug, Default)]
pub struct Script {
    answers: VecDeque<Value>,
    given: usize,
}

/// What is wrong with a queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScriptError {
    /// A question came after the last answer.
    RanDry {
        /// How many answers there were.
        given: usize,
        /// The question.
        message: String,
    },
    /// Nobody asked for so many answers.
    LeftOver(usize),
}

impl Script {
    /// With these answers, the first one first.
    #[must_use]
    pub fn new(answers: impl IntoIterator<Item = Value>) -> Self {
        Self { answers: answers.into_iter().collect(), given: 0 }
    }
}

impl Provider for Script {
    fn name(&self) -> &str {
        "script"
    }

    fn ask(&mut self, request: &Request<'_>) -> Result<Reply, ProviderError> {
        let answer = self
            .answers
            .pop_front()
            .ok_or_else(|| ScriptError::RanDry { given: self.given, message: request.message.to_owned() })?;
        self.given += 1;
        Ok(Reply::Answer(answer))
    }

    fn end(&mut self) -> Result<(), ProviderError> {
        match self.answers.len() {
            0 => Ok(()),
            left => Err(ScriptError::LeftOver(left).into()),
        }
    }
}

impl fmt::Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RanDry { given, message } => {
                write!(f, "the script has no answer left ({given} given) for this question: {message}")
            }
            Self::LeftOver(left) => write!(f, "the script has {left} more answers than there were questions"),
        }
    }
}

impl std::error::Error for ScriptError {}

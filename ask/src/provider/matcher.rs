//! Answers that name the question they answer. A reader can rely on: a template matches a whole message; the first declared
//! one that does answers, as often as it is asked; and where none does, the error names the message and every template
//! that was tried, or the question is passed outward.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;
use serde_json::Value;

use super::{Provider, ProviderError, Reply, Request};

mod template;

use template::Template;

/// What is written down: which question, and its answer.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Written {
    /// The template of the message: `{?name}` is any text, `{binding}` the value that is given for it.
    pub message: String,
    /// The answer.
    pub answer: Value,
}

/// A file of answers.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct File {
    /// In the order in which they are tried.
    pub answers: Vec<Written>,
    /// The values of bindings.
    #[serde(default)]
    pub bindings: BTreeMap<String, Value>,
    /// Whether a question that none fits is passed outward.
    #[serde(default)]
    pub delegate: bool,
}

/// The matchers.
#[derive(Clone, Debug)]
pub struct Answers {
    matchers: Vec<(String, Template, Value)>,
    delegate: bool,
}

/// What is wrong with matchers, or that none fits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatchError {
    /// The file is none of answers.
    Form(String),
    /// A template needs a value that is not given.
    Unbound {
        /// The template.
        template: String,
        /// The value's name.
        binding: String,
    },
    /// None fits.
    NoneFits {
        /// The question.
        message: String,
        /// Every template that was tried.
        tried: Vec<String>,
    },
}

impl Answers {
    /// From a file's text.
    ///
    /// # Errors
    /// If it is none of answers, or a value is not given.
    pub fn read(text: &[u8]) -> Result<Self, MatchError> {
        let file: File = serde_json::from_slice(text).map_err(|cause| MatchError::Form(cause.to_string()))?;
        Self::new(file)
    }

    /// From what is written down.
    ///
    /// # Errors
    /// If a value is not given.
    pub fn new(file: File) -> Result<Self, MatchError> {
        let matchers = file.answers.into_iter().map(|written| {
            let template = Template::read(&written.message, &file.bindings);
            let template =
                template.map_err(|binding| MatchError::Unbound { template: written.message.clone(), binding })?;
            Ok((written.message, template, written.answer))
        });
        Ok(Self { matchers: matchers.collect::<Result<_, MatchError>>()?, delegate: file.delegate })
    }
}

impl Provider for Answers {
    fn name(&self) -> &str {
        "answers"
    }

    fn ask(&mut self, request: &Request<'_>) -> Result<Reply, ProviderError> {
        let found = self.matchers.iter().find(|(_, template, _)| template.matches(request.message));
        match found {
            Some((_, _, answer)) => Ok(Reply::Answer(answer.clone())),
            None if self.delegate => Ok(Reply::Outward),
            None => {
                let tried = self.matchers.iter().map(|(written, ..)| written.clone()).collect();
                Err(MatchError::NoneFits { message: request.message.to_owned(), tried }.into())
            }
        }
    }
}

impl fmt::Display for MatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Form(cause) => write!(
                f,
                "no file of answers: {cause}; expected {{\"answers\": [{{\"message\": \"Ship {{?version}}?\", \"answer\": true}}]}}"
            ),
            Self::Unbound { template, binding } => write!(
                f,
                "the template `{template}` needs a value for `{binding}`; give it under `bindings`, or write \
                 `{{?{binding}}}` for any text"
            ),
            Self::NoneFits { message, tried } => {
                write!(f, "no answer fits this question: {message}\n  {} templates were tried", tried.len())?;
                tried.iter().try_for_each(|template| write!(f, "\n  - {template}"))
            }
        }
    }
}

impl std::error::Error for MatchError {}

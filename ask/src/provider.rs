//! Who carries a question to a person. A reader can rely on: a provider gets the message and the schema and nothing else; the
//! nearest one, installed last, answers first; its error is passed on as it is; and one that is taken away is told that its
//! time is over. Refuses to judge answers.

use std::error::Error;

use serde_json::Value;

use crate::question::{Answered, Failure};

pub mod browser;
pub mod matcher;
pub mod script;
pub mod terminal;

/// What a provider is asked.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// What is shown.
    pub message: &'a str,
    /// What the answer must be.
    pub schema: &'a Value,
}

/// What a provider says.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// Any JSON.
    Answer(Value),
    /// The question is not this provider's: the next one outward gets it.
    Outward,
}

/// The providers that reach a person, by what the journal calls them.
pub const PERSONS: [&str; 3] = ["terminal", "browser", "mcp"];

/// A provider's own error.
pub type ProviderError = Box<dyn Error + Send + Sync>;

/// A channel to a person, or something that stands for one.
pub trait Provider {
    /// What the journal calls it.
    fn name(&self) -> &str;

    /// Puts the question.
    ///
    /// # Errors
    /// Its own.
    fn ask(&mut self, request: &Request<'_>) -> Result<Reply, ProviderError>;

    /// Its time is over.
    ///
    /// # Errors
    /// If something was left undone.
    fn end(&mut self) -> Result<(), ProviderError> {
        Ok(())
    }
}

/// The providers that are installed, the nearest last.
#[derive(Default)]
pub struct Providers(Vec<Box<dyn Provider>>);

impl Providers {
    /// None.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether none is installed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Installs one, nearer than those that are there.
    pub fn install(&mut self, provider: Box<dyn Provider>) {
        self.0.push(provider);
    }

    /// Takes the nearest away.
    ///
    /// # Errors
    /// Its own, if something was left undone.
    pub fn remove(&mut self) -> Result<(), ProviderError> {
        self.0.pop().map_or(Ok(()), |mut provider| provider.end())
    }

    /// Has a provider nearest while something is done, and takes it away whatever comes of that.
    ///
    /// # Errors
    /// That of what is done, else the provider's.
    pub fn within<T, E: From<ProviderError>>(
        &mut self,
        provider: Box<dyn Provider>,
        done: impl FnOnce(&mut Self) -> Result<T, E>,
    ) -> Result<T, E> {
        self.install(provider);
        let result = done(self);
        let ended = self.remove();
        let value = result?;
        ended?;
        Ok(value)
    }

    /// Asks from the nearest outward, until one takes the question.
    pub(crate) fn ask(&mut self, request: &Request<'_>) -> Result<Answered, Failure> {
        for provider in self.0.iter_mut().rev() {
            match provider.ask(request).map_err(Failure::Provider)? {
                Reply::Answer(answer) => return Ok(Answered { answer, provider: provider.name().to_owned() }),
                Reply::Outward => {}
            }
        }
        Err(Failure::NoProvider)
    }
}

impl From<ProviderError> for Failure {
    fn from(cause: ProviderError) -> Self {
        Self::Provider(cause)
    }
}

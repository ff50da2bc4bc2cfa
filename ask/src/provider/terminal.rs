//! A terminal. A reader can rely on: it is there only where both sides are one terminal that a person can be at, never a pipe;
//! nothing that a question says acts on it; what was filled in is shown whole and can be changed before it is sent; and
//! however it ends, the terminal is as it was.

use std::fmt;
use std::io::{self, IsTerminal, Write};

use inquire::{InquireError, Select};
use serde_json::Value;

use super::{Provider, ProviderError, Reply, Request};
use crate::form::{Form, visible};
use crate::question::prepare_value;

mod fill;
mod restore;

/// A terminal with a person at it.
#[derive(Debug)]
pub struct Terminal(());

/// Why a terminal brought no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TerminalError {
    /// The person gave up.
    GivenUp,
    /// The person interrupted.
    Interrupted,
    /// The terminal failed.
    Failed(String),
}

/// What can be done with an answer that is filled in.
const SEND: &str = "Send";
const EDIT: &str = "Change it";
const GIVE_UP: &str = "Give up";

impl Terminal {
    /// The terminal, where there is one: standard input and standard error both are one, and it is this process's own.
    #[must_use]
    pub fn open() -> Option<Self> {
        let both = io::stdin().is_terminal() && io::stderr().is_terminal();
        (both && is_controlling()).then_some(Self(()))
    }
}

/// Whether the process has a terminal of its own, which a person at it can interrupt.
#[cfg(unix)]
fn is_controlling() -> bool {
    std::fs::OpenOptions::new().read(true).write(true).open("/dev/tty").is_ok_and(|tty| tty.is_terminal())
}

#[cfg(not(unix))]
fn is_controlling() -> bool {
    true
}

impl Provider for Terminal {
    fn name(&self) -> &str {
        "terminal"
    }

    fn ask(&mut self, request: &Request<'_>) -> Result<Reply, ProviderError> {
        let _restored = restore::on_signals();
        say(&format!("\n{}\n", visible(request.message)))?;
        // The schema was prepared before; this is what shows the person what does not fit yet.
        let prepared = prepare_value(request.schema.clone())?;
        let form =
            Form::of(request.schema).ok_or_else(|| TerminalError::Failed("the schema has no form".to_owned()))?;
        let mut answer = fill::whole(&form, None)?;
        loop {
            let issues = prepared.issues(&answer);
            say(&review(&answer))?;
            for issue in &issues {
                say(&format!("  not yet: {}", visible(&issue.to_string())))?;
            }
            let mut ways = vec![EDIT, GIVE_UP];
            if issues.is_empty() {
                ways.insert(0, SEND);
            }
            match Select::new("Is this the answer?", ways).prompt().map_err(TerminalError::from)? {
                SEND => return Ok(Reply::Answer(answer)),
                EDIT => answer = fill::whole(&form, Some(&answer))?,
                _ => return Err(TerminalError::GivenUp.into()),
            }
        }
    }
}

/// The answer, whole, as JSON.
fn review(answer: &Value) -> String {
    let text = serde_json::to_string_pretty(answer).unwrap_or_default();
    visible(&text.lines().map(|line| format!("  {line}")).collect::<Vec<_>>().join("\n"))
}

/// Writes a line to the terminal.
fn say(text: &str) -> Result<(), TerminalError> {
    let mut side = io::stderr().lock();
    let written = writeln!(side, "{text}").and_then(|()| side.flush());
    written.map_err(|cause| TerminalError::Failed(cause.to_string()))
}

impl From<InquireError> for TerminalError {
    fn from(cause: InquireError) -> Self {
        match cause {
            InquireError::OperationCanceled => Self::GivenUp,
            InquireError::OperationInterrupted => Self::Interrupted,
            cause => Self::Failed(cause.to_string()),
        }
    }
}

impl fmt::Display for TerminalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GivenUp => f.write_str("no answer was given; nothing was recorded"),
            Self::Interrupted => f.write_str("interrupted; nothing was recorded"),
            Self::Failed(cause) => write!(f, "the terminal failed: {cause}"),
        }
    }
}

impl std::error::Error for TerminalError {}

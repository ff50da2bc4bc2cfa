//! What is wrong with a program text: a code, a place, what was expected, how to mend it. Knows nothing of terminals.

pub mod code;
mod nearest;
mod report;

use std::fmt;

use crate::source::{Sources, Span};

pub(crate) use nearest::nearest;
pub use report::Report;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The program cannot be run.
    Error,
    /// The program runs; its author will want to know.
    Warning,
}

/// A place with a remark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// What is there, in a few lower-case words.
    pub text: String,
}

/// One finding about a program text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Stable, kebab-case: `ungrounded`. Printed as `gatelog::ungrounded`.
    pub code: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// Lower case, no full stop.
    pub message: String,
    /// The first is the main place; there is always one.
    pub labels: Vec<Label>,
    /// How to mend it.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error at a place.
    #[must_use]
    pub fn error(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self::new(code, Severity::Error, span, &message.into())
    }

    /// A warning at a place.
    #[must_use]
    pub fn warning(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self::new(code, Severity::Warning, span, &message.into())
    }

    fn new(code: &'static str, severity: Severity, span: Span, message: &str) -> Self {
        let message = readable(message);
        let labels = vec![Label { span, text: String::new() }];
        Self { code, severity, message, labels, help: None }
    }

    /// Says what is at the main place.
    #[must_use]
    pub fn at(mut self, text: impl Into<String>) -> Self {
        if let Some(label) = self.labels.first_mut() {
            label.text = readable(&text.into());
        }
        self
    }

    /// Adds another place.
    #[must_use]
    pub fn with_label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: readable(&text.into()) });
        self
    }

    /// Says how to mend it.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(readable(&help.into()));
        self
    }

    /// The main place.
    #[must_use]
    pub fn span(&self) -> Option<Span> {
        self.labels.first().map(|label| label.span)
    }

    /// One line without colour: `file:line:column: error[code]: message (help)`.
    #[must_use]
    pub fn line(&self, sources: &Sources) -> String {
        let place = self.span().map_or_else(String::new, |span| sources.place(span) + ": ");
        let severity = self.severity;
        let help = self.help.as_deref().map_or_else(String::new, |help| format!(" (help: {help})"));
        format!("{place}{severity}[{}]: {}{help}", self.code, self.message)
    }
}

/// A text of one line that can be read: what a program's texts bring into it, such as a line break in a path or a name of
/// a million characters, is escaped or cut.
fn readable(text: &str) -> String {
    const LONGEST: usize = 1_000;
    let mut line = String::with_capacity(text.len().min(LONGEST));
    for letter in text.chars() {
        if line.len() >= LONGEST {
            line.push('…');
            break;
        }
        if letter.is_control() {
            line.extend(letter.escape_default());
        } else {
            line.push(letter);
        }
    }
    line
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Error => "error",
            Self::Warning => "warning",
        })
    }
}

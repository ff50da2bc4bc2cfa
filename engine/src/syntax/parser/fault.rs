//! What is told where a text cannot be read.

use super::super::token::TokenKind;
use super::{Abandoned, Parser};
use crate::diagnostic::Diagnostic;
use crate::source::Span;

impl Parser<'_> {
    pub(super) fn too_deep(&mut self, span: Span) -> Abandoned {
        self.report(
            Diagnostic::error("too-deep", span, "this is nested too deeply")
                .with_help("name a part of it with a rule or an `=` of its own"),
        )
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) -> Abandoned {
        self.diagnostics.push(diagnostic);
        Abandoned
    }

    /// Reports that something else was expected here; a token that the lexer reported is not reported again.
    pub(super) fn expected(&mut self, what: &str) -> Abandoned {
        let token = self.token();
        if token.kind == TokenKind::Bad {
            return Abandoned;
        }
        let found = match token.kind {
            TokenKind::End => "the end of the file".to_owned(),
            _ => format!("`{}`", shortened(self.spelling(token))),
        };
        let message = format!("expected {what}, found {found}");
        let place = self.span();
        let diagnostic = if self.begins_line() || token.kind == TokenKind::End {
            let behind = self.previous_span();
            let last = Span { start: behind.end, ..behind };
            Diagnostic::error("syntax", last, message)
                .at(format!("{what} is missing here"))
                .with_label(place, "found this instead")
        } else {
            Diagnostic::error("syntax", place, message).at(format!("expected {what}"))
        };
        self.report(diagnostic)
    }

    /// Reports a feature of Souffle's language that is not in this one.
    pub(super) fn unsupported(&mut self, span: Span, feature: &str, help: &str) -> Abandoned {
        let diagnostic = Diagnostic::error("unsupported", span, format!("{feature} not supported"));
        self.report(diagnostic.with_help(help))
    }
}

/// A spelling that fits into a message.
fn shortened(spelling: &str) -> String {
    let line = spelling.lines().next().unwrap_or("");
    if line.chars().count() <= 40 {
        return line.to_owned();
    }
    line.chars().take(37).chain("...".chars()).collect()
}

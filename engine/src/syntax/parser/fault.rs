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

    /// Reports that something else was expected here; a token that the lexer reported is not reported again, nor is what
    /// follows from a text that does not end: which of the line's texts it is, nobody knows.
    pub(super) fn expected(&mut self, what: &str) -> Abandoned {
        let token = self.token();
        if token.kind == TokenKind::Bad || self.unclosed_text_follows() {
            return Abandoned;
        }
        let found = match token.kind {
            TokenKind::End => "the end of the file".to_owned(),
            _ => format!("`{}`", shortened(self.spelling(token))),
        };
        let message = format!("expected {what}, found {found}");
        let place = self.span();
        // Where an item should begin, nothing is missing behind the one before it.
        let behind = self.begins_line() && self.next != self.form;
        let diagnostic = if behind || token.kind == TokenKind::End {
            let behind = self.previous_span();
            let last = Span { start: behind.end, ..behind };
            Diagnostic::error("syntax", last, message)
                .at(format!("{what} is missing here"))
                .with_label(place, "found this instead")
        } else {
            Diagnostic::error("syntax", place, message).at(format!("expected {what}"))
        };
        let help = self.help(what);
        self.report(diagnostic.with_help(help))
    }

    /// Whether the lexer has reported a text that begins further on in this line.
    fn unclosed_text_follows(&self) -> bool {
        let rest = self.lexed.tokens.get(self.next..).unwrap_or(&[]);
        let line = self.text.get(self.span().start as usize..).unwrap_or("").lines().next().unwrap_or("");
        let end = self.span().start as usize + line.len();
        let mut line = rest.iter().take_while(|token| (token.start as usize) < end);
        line.any(|&token| token.kind == TokenKind::Bad && self.spelling(token).starts_with('"'))
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

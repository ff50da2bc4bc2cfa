//! Texts and numbers, as values.

use super::super::ast::ExpressionForm;
use super::super::escape::unescape;
use super::super::name::Name;
use super::super::token::TokenKind;
use super::{Abandoned, Parser, Read};
use crate::diagnostic::Diagnostic;
use crate::source::Span;

impl Parser<'_> {
    /// The value of a text, escapes resolved.
    pub(super) fn text_literal(&mut self) -> Read<Name> {
        let token = self.take();
        let spelling = self.spelling(token);
        let inner = spelling.get(1..spelling.len().saturating_sub(1)).unwrap_or("");
        if !inner.contains('\\') {
            return Ok(self.names.intern(inner));
        }
        match unescape(inner) {
            Ok(text) => Ok(self.names.intern(&text)),
            Err(range) => {
                let base = token.start as usize + 1;
                let place = |at: usize| u32::try_from(base + at).unwrap_or(token.end);
                let span = Span { source: self.source, start: place(range.start), end: place(range.end) };
                Err(self.report(
                    Diagnostic::error("bad-escape", span, "there is no such escape")
                        .with_help(r#"escapes are those of JSON: `\"` `\\` `\/` `\b` `\f` `\n` `\r` `\t` `\u00e9`"#),
                ))
            }
        }
    }

    /// The value of a number.
    pub(super) fn number_literal(&mut self) -> Read<ExpressionForm> {
        let token = self.take();
        let spelling = self.spelling(token);
        let span = self.span_of(token);
        if token.kind == TokenKind::Float {
            return match spelling.parse::<f64>() {
                Ok(value) if value.is_finite() => Ok(ExpressionForm::Float(value)),
                _ => Err(self.out_of_range(span, "a float has at most 64 bits")),
            };
        }
        let digits = spelling.strip_suffix('u').unwrap_or(spelling);
        let value = if let Some(digits) = digits.strip_prefix("0x") {
            u64::from_str_radix(digits, 16)
        } else if let Some(digits) = digits.strip_prefix("0b") {
            u64::from_str_radix(digits, 2)
        } else {
            digits.parse()
        };
        match value {
            Ok(value) if token.kind == TokenKind::Unsigned => Ok(ExpressionForm::Unsigned(value)),
            Ok(magnitude) => Ok(ExpressionForm::Integer { magnitude, negative: false }),
            Err(fault) if *fault.kind() == std::num::IntErrorKind::Empty => {
                let found = Diagnostic::error("bad-number", span, "this number has no digits");
                Err(self.report(found.with_help("write `0x1f` or `0b101`")))
            }
            Err(_) => Err(self.out_of_range(span, "a number has at most 64 bits")),
        }
    }

    fn out_of_range(&mut self, span: Span, help: &str) -> Abandoned {
        let diagnostic = Diagnostic::error("number-range", span, "this number is out of range");
        self.report(diagnostic.with_help(help))
    }
}

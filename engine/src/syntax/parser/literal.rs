//! The parts of a body.

use super::super::ast::{Conjunction, Expression, ExpressionForm, Literal, LiteralForm, Place};
use super::super::token::TokenKind;
use super::expression::is_operation;
use super::{Parser, Read};
use crate::diagnostic::Diagnostic;
use crate::program::{Comparison, Test};
use crate::source::Span;

impl Parser<'_> {
    /// Conjunctions with `;` between.
    pub(super) fn disjunction(&mut self) -> Read<Vec<Conjunction>> {
        let mut alternatives = vec![self.list(Self::literal)?];
        while self.eat(TokenKind::Semicolon) {
            alternatives.push(self.list(Self::literal)?);
        }
        Ok(alternatives)
    }

    pub(super) fn literal(&mut self) -> Read<Literal> {
        let start = self.span();
        let form = self.literal_form()?;
        let place = Place(start.to(self.previous_span()));
        Ok(Literal { form, place })
    }

    fn literal_form(&mut self) -> Read<LiteralForm> {
        match self.peek() {
            TokenKind::Not => {
                self.next += 1;
                let inner = self.nested(Self::literal)?;
                Ok(LiteralForm::Not(Box::new(inner)))
            }
            TokenKind::LeftParen if !self.continues_behind_paren(0) => {
                self.next += 1;
                let alternatives = self.nested(Self::disjunction)?;
                self.want(TokenKind::RightParen, "`)`, `,` or `;`")?;
                Ok(LiteralForm::Group(alternatives))
            }
            TokenKind::Identifier => self.named_literal(),
            _ => self.comparison(),
        }
    }

    /// A literal that begins with a name: an atom, a test, `true`, `false`, or a comparison.
    fn named_literal(&mut self) -> Read<LiteralForm> {
        self.component_member()?;
        let spelling = self.spelling(self.token());
        if self.peek_at(1) != TokenKind::LeftParen {
            let constant = match spelling {
                "true" => Some(true),
                "false" => Some(false),
                _ => None,
            };
            return match constant {
                Some(value) if self.comparison_at(1).is_none() => {
                    self.next += 1;
                    Ok(LiteralForm::Constant(value))
                }
                _ => self.comparison(),
            };
        }
        let test = match spelling {
            "match" => Some(Test::Match),
            "contains" => Some(Test::Contains),
            _ => None,
        };
        if let Some(test) = test {
            return self.test(test);
        }
        let computes = is_operation(spelling) || matches!(spelling, "bnot" | "lnot");
        if (computes && self.continues_behind_paren(1)) || self.is_aggregate() {
            return self.comparison();
        }
        let relation = self.identifier("the name of a relation")?;
        let atom = self.nested(|parser| parser.atom(relation))?;
        if self.comparison_at(0).is_some() {
            let span = self.span();
            return Err(self.report(
                Diagnostic::error("syntax", span, "a relation has no value to compare")
                    .at("expected `.`, `,` or `;`")
                    .with_help("a functor of the host is called `@name(...)`"),
            ));
        }
        Ok(LiteralForm::Atom(atom))
    }

    fn test(&mut self, test: Test) -> Read<LiteralForm> {
        let name = self.span();
        self.next += 2;
        let arguments = self.nested(Self::arguments)?;
        let count = arguments.len();
        let mut arguments = arguments.into_iter();
        if let (Some(pattern), Some(text), 2) = (arguments.next(), arguments.next(), count) {
            return Ok(LiteralForm::Test { test, pattern, text });
        }
        let (spelling, wants) = match test {
            Test::Match => ("match", "a regular expression and a text"),
            Test::Contains => ("contains", "a part and a text"),
        };
        let message = format!("`{spelling}` takes 2 arguments, not {count}");
        Err(self.report(Diagnostic::error("arity", name, message).with_help(format!("it takes {wants}"))))
    }

    /// `expression operator expression`.
    fn comparison(&mut self) -> Read<LiteralForm> {
        if self.ends_literal() {
            return Err(self.expected("a literal"));
        }
        let left = self.nested(Self::expression)?;
        let Some(operator) = self.comparison_at(0) else {
            return Err(self.no_literal(&left));
        };
        self.next += 1;
        let right = self.nested(Self::expression)?;
        if self.comparison_at(0).is_some() {
            let span = self.span();
            return Err(self.report(
                Diagnostic::error("syntax", span, "comparisons cannot be chained")
                    .at("expected `.`, `,` or `;`")
                    .with_help("write `A < B, B < C`"),
            ));
        }
        Ok(LiteralForm::Compare { operator, left, right })
    }

    /// Whether what stands here can only be behind a literal.
    fn ends_literal(&self) -> bool {
        matches!(
            self.peek(),
            TokenKind::Comma
                | TokenKind::Dot
                | TokenKind::Semicolon
                | TokenKind::RightParen
                | TokenKind::RightBrace
                | TokenKind::If
                | TokenKind::End
        )
    }

    /// Reports an expression that stands where a literal should.
    fn no_literal(&mut self, left: &Expression) -> super::Abandoned {
        if let (ExpressionForm::Variable(name), true) = (&left.form, !self.begins_line()) {
            let (name, found) = (self.names.text(*name).to_owned(), self.peek());
            if matches!(found, TokenKind::Comma | TokenKind::Dot | TokenKind::Semicolon | TokenKind::RightParen) {
                let Place(span) = left.place;
                return self.report(
                    Diagnostic::error("syntax", span, format!("`{name}` alone says nothing"))
                        .at("expected a literal")
                        .with_help(format!("write `{name}()` for a relation without columns, or a comparison")),
                );
            }
        }
        self.expected("a comparison such as `=`")
    }

    /// The comparison that the token `ahead` is, if it is one.
    pub(super) fn comparison_at(&self, ahead: usize) -> Option<Comparison> {
        Some(match self.peek_at(ahead) {
            TokenKind::Equal => Comparison::Equal,
            TokenKind::NotEqual => Comparison::NotEqual,
            TokenKind::Less => Comparison::Less,
            TokenKind::LessEqual => Comparison::LessEqual,
            TokenKind::Greater => Comparison::Greater,
            TokenKind::GreaterEqual => Comparison::GreaterEqual,
            _ => return None,
        })
    }

    /// Whether the parenthesis `ahead` is part of an expression: an operator follows the one that closes it.
    fn continues_behind_paren(&self, ahead: usize) -> bool {
        let mut open = 0_usize;
        for at in ahead.. {
            match self.peek_at(at) {
                TokenKind::LeftParen => open += 1,
                TokenKind::RightParen if open == 1 => {
                    return self.comparison_at(at + 1).is_some() || self.operator_at(at + 1);
                }
                TokenKind::RightParen => open -= 1,
                TokenKind::Dot | TokenKind::If | TokenKind::End => return false,
                _ => {}
            }
        }
        false
    }

    /// A span from `start` to the last token taken.
    pub(super) fn since(&self, start: Span) -> Place {
        Place(start.to(self.previous_span()))
    }
}

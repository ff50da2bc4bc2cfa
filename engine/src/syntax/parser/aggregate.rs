//! Aggregates. Their names are no reserved words: a relation or a variable can have them too.

use super::super::ast::ExpressionForm;
use super::super::token::TokenKind;
use super::{Parser, Read};
use crate::program::AggregateOperator;

/// The aggregate of this name.
fn aggregate_named(name: &str) -> Option<AggregateOperator> {
    Some(match name {
        "count" => AggregateOperator::Count,
        "sum" => AggregateOperator::Sum,
        "min" => AggregateOperator::Min,
        "max" => AggregateOperator::Max,
        "mean" => AggregateOperator::Mean,
        _ => return None,
    })
}

impl Parser<'_> {
    /// Whether an aggregate begins here, and not a variable, a call or an atom of its name.
    pub(super) fn is_aggregate(&self) -> bool {
        let token = self.token();
        if token.kind != TokenKind::Identifier {
            return false;
        }
        let Some(operator) = aggregate_named(self.spelling(token)) else {
            return false;
        };
        match (operator, self.peek_at(1)) {
            (AggregateOperator::Count, next) => next == TokenKind::Colon,
            (_, TokenKind::LeftParen | TokenKind::Minus) => self.target_ends_in_colon(),
            _ => self.begins_operand(1) && self.infix(1).is_none(),
        }
    }

    /// Whether what follows the next token runs up to a `:` that belongs to it.
    fn target_ends_in_colon(&self) -> bool {
        let mut open = 0_usize;
        // A comma right in the first parentheses makes them a call's: `min(A, B)`.
        let mut first = self.peek_at(1) == TokenKind::LeftParen;
        for ahead in 1.. {
            match self.peek_at(ahead) {
                TokenKind::LeftParen => open += 1,
                TokenKind::RightParen if open == 0 => return false,
                TokenKind::RightParen => {
                    open -= 1;
                    first &= open > 0;
                }
                TokenKind::Comma if first && open == 1 => return false,
                TokenKind::Colon => return open == 0,
                TokenKind::Comma if open > 0 => {}
                TokenKind::Comma
                | TokenKind::Dot
                | TokenKind::Semicolon
                | TokenKind::If
                | TokenKind::LeftBrace
                | TokenKind::End => return false,
                _ if self.comparison_at(ahead).is_some() => return false,
                _ => {}
            }
        }
        false
    }

    /// `operator [target] : { body }`, or with one atom for the body.
    pub(super) fn aggregate(&mut self) -> Read<ExpressionForm> {
        let token = self.take();
        let operator = aggregate_named(self.spelling(token)).ok_or_else(|| self.expected("an aggregate"))?;
        let outer = std::mem::take(&mut self.tallest);
        let target = match operator {
            AggregateOperator::Count => None,
            _ => Some(Box::new(self.nested(Self::expression)?)),
        };
        self.want(TokenKind::Colon, "`:` and the aggregate's body")?;
        let body = if self.eat(TokenKind::LeftBrace) {
            let body = self.nested(Self::disjunction)?;
            self.want(TokenKind::RightBrace, "`}`, `,` or `;`")?;
            body
        } else {
            vec![vec![self.nested(Self::literal)?]]
        };
        // `built` reads the height of the body from here, and puts back the greater of the two.
        let inner = std::mem::replace(&mut self.tallest, outer);
        self.body_height = inner;
        Ok(ExpressionForm::Aggregate { operator, target, body })
    }
}

//! Expressions: operators by precedence, as Souffle ranks them.

use super::super::ast::{Expression, ExpressionForm, Identifier, MAX_HEIGHT, Place};
use super::super::name::Name;
use super::super::token::TokenKind;
use super::{Parser, Read};
use crate::diagnostic::Diagnostic;
use crate::program::{AggregateOperator, Operation};
use crate::source::Span;

/// The operations that are called by name, and how many arguments each takes at least and at most.
const NAMED: &[(&str, Operation, usize, usize)] = &[
    ("cat", Operation::Concatenate, 2, usize::MAX),
    ("max", Operation::Max, 2, usize::MAX),
    ("min", Operation::Min, 2, usize::MAX),
    ("strlen", Operation::Length, 1, 1),
    ("substr", Operation::Substring, 3, 3),
    ("to_number", Operation::ToNumber, 1, 1),
    ("to_string", Operation::ToString, 1, 1),
];

/// Souffle's names for what this language does not have.
const UNSUPPORTED: &[(&str, &str)] = &[
    ("as", "type casts are"),
    ("autoinc", "`autoinc` is"),
    ("bshru", "`bshru` is"),
    ("ftoi", "conversions between number types are"),
    ("ftou", "conversions between number types are"),
    ("itof", "conversions between number types are"),
    ("itou", "conversions between number types are"),
    ("lxor", "`lxor` is"),
    ("nil", "records are"),
    ("ord", "`ord` is"),
    ("to_float", "`to_float` is"),
    ("to_unsigned", "`to_unsigned` is"),
    ("utof", "conversions between number types are"),
    ("utoi", "conversions between number types are"),
];

/// The operation that is called by this name.
pub(crate) fn operation_named(name: &str) -> Option<(Operation, usize, usize)> {
    let found = NAMED.iter().find(|entry| entry.0 == name)?;
    Some((found.1, found.2, found.3))
}

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

/// How tightly `-a`, `bnot a` and `lnot a` bind.
const UNARY: u8 = 9;

impl Parser<'_> {
    pub(super) fn expression(&mut self) -> Read<Expression> {
        self.binary(0)
    }

    /// Arguments up to and with the closing parenthesis.
    pub(super) fn arguments(&mut self) -> Read<Vec<Expression>> {
        if self.eat(TokenKind::RightParen) {
            return Ok(Vec::new());
        }
        let arguments = self.list(|parser| parser.nested(Self::expression))?;
        self.want(TokenKind::RightParen, "`)` or `,`")?;
        Ok(arguments)
    }

    /// Operators that bind at least as tightly as `least`.
    fn binary(&mut self, least: u8) -> Read<Expression> {
        let start = self.span();
        let mut left = self.unary()?;
        while let Some((operation, rank)) = self.infix(0) {
            if rank < least {
                break;
            }
            self.next += 1;
            // Only `^` groups to the right.
            let next = if operation == Operation::Power {
                rank
            } else {
                rank + 1
            };
            let right = self.nested(|parser| parser.binary(next))?;
            let form = ExpressionForm::Call {
                operation,
                arguments: vec![left, right],
            };
            left = self.built(form, start)?;
        }
        Ok(left)
    }

    fn unary(&mut self) -> Read<Expression> {
        let start = self.span();
        let operation = match (self.peek(), self.spelling(self.token())) {
            (TokenKind::Minus, _) => Operation::Negate,
            (TokenKind::Identifier, "bnot") if self.begins_operand(1) => Operation::BitNot,
            (TokenKind::Identifier, "lnot") if self.begins_operand(1) => Operation::LogicalNot,
            _ => return self.primary(),
        };
        self.next += 1;
        let operand = self.nested(|parser| parser.binary(UNARY))?;
        let form = match (operation, operand.form) {
            (
                Operation::Negate,
                ExpressionForm::Integer {
                    magnitude,
                    negative: false,
                },
            ) => ExpressionForm::Integer {
                magnitude,
                negative: magnitude != 0,
            },
            (Operation::Negate, ExpressionForm::Float(value)) if value.is_sign_positive() => {
                ExpressionForm::Float(-value)
            }
            (_, form) => ExpressionForm::Call {
                operation,
                arguments: vec![Expression { form, ..operand }],
            },
        };
        self.built(form, start)
    }

    fn primary(&mut self) -> Read<Expression> {
        let start = self.span();
        let form = match self.peek() {
            TokenKind::Underscore => {
                self.next += 1;
                ExpressionForm::Wildcard
            }
            TokenKind::Text => ExpressionForm::Text(self.text_literal()?),
            TokenKind::Integer | TokenKind::Unsigned | TokenKind::Float => self.number_literal()?,
            TokenKind::LeftParen => {
                self.next += 1;
                let inner = self.nested(Self::expression)?;
                self.want(TokenKind::RightParen, "`)`")?;
                let place = self.since(start);
                return Ok(Expression { place, ..inner });
            }
            TokenKind::At => {
                self.next += 1;
                let functor = self.identifier("the name of a functor")?;
                self.want(TokenKind::LeftParen, "`(`")?;
                let arguments = self.arguments()?;
                ExpressionForm::Functor { functor, arguments }
            }
            TokenKind::Identifier => self.named_expression()?,
            TokenKind::LeftBracket => {
                let help = "give the relation a column for each part";
                return Err(self.unsupported(start, "records are", help));
            }
            TokenKind::Dollar => {
                let help = "give the relation a column that says which case it is";
                return Err(self.unsupported(start, "algebraic data types are", help));
            }
            _ => return Err(self.expected("a term")),
        };
        self.built(form, start)
    }

    /// An expression that begins with a name.
    fn named_expression(&mut self) -> Read<ExpressionForm> {
        if self.is_aggregate() {
            return self.aggregate();
        }
        let token = self.token();
        let spelling = self.spelling(token);
        let called = self.peek_at(1) == TokenKind::LeftParen;
        let unsupported = UNSUPPORTED.iter().find(|entry| entry.0 == spelling);
        if let Some(&(name, feature)) = unsupported
            && (called || name == "nil")
        {
            let help = "`gatelog rules explain unsupported` lists what is there instead";
            let span = self.span();
            return Err(self.unsupported(span, feature, help));
        }
        if !called {
            self.next += 1;
            return Ok(ExpressionForm::Variable(self.names.intern(spelling)));
        }
        let name = self.identifier("a term")?;
        self.next += 1;
        let arguments = self.arguments()?;
        self.call(name, arguments)
    }

    /// `name(arguments)`, read.
    fn call(&mut self, name: Identifier, arguments: Vec<Expression>) -> Read<ExpressionForm> {
        let spelling = self.names.text(name.name).to_owned();
        let Place(span) = name.place;
        let (operation, least, most) = match spelling.as_str() {
            "range" => (None, 2, 3),
            _ => match operation_named(&spelling) {
                Some((operation, least, most)) => (Some(operation), least, most),
                None => return Err(self.unknown_function(&spelling, span)),
            },
        };
        let count = arguments.len();
        if count < least || count > most {
            let wants = match (least, most) {
                (1, 1) => "1 argument".to_owned(),
                (_, usize::MAX) => format!("{least} or more arguments"),
                _ if least == most => format!("{least} arguments"),
                _ => format!("{least} to {most} arguments"),
            };
            let message = format!("`{spelling}` takes {wants}, not {count}");
            return Err(self.report(Diagnostic::error("arity", span, message)));
        }
        Ok(match operation {
            Some(operation) => ExpressionForm::Call {
                operation,
                arguments,
            },
            None => ExpressionForm::Range(arguments),
        })
    }

    fn unknown_function(&mut self, name: &str, span: Span) -> super::Abandoned {
        let known = NAMED.iter().map(|entry| entry.0).chain(["range"]);
        let help = crate::diagnostic::nearest(name, known).map_or_else(
            || {
                format!(
                    "a functor of the host is called `@{name}(...)`; a relation stands by itself, \
                     between commas"
                )
            },
            |near| format!("did you mean `{near}`?"),
        );
        let message = format!("there is no operation `{name}`");
        self.report(Diagnostic::error("unknown-operation", span, message).with_help(help))
    }

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
        for ahead in 1.. {
            match self.peek_at(ahead) {
                TokenKind::LeftParen => open += 1,
                TokenKind::RightParen if open == 0 => return false,
                TokenKind::RightParen => open -= 1,
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
    fn aggregate(&mut self) -> Read<ExpressionForm> {
        let token = self.take();
        let operator = aggregate_named(self.spelling(token))
            .ok_or_else(|| self.expected("an aggregate"))?;
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
        Ok(ExpressionForm::Aggregate {
            operator,
            target,
            body,
        })
    }

    /// The expression of this form from `start` to here; refused where it is too high.
    fn built(&mut self, form: ExpressionForm, start: Span) -> Read<Expression> {
        let place = self.since(start);
        let tallest = |arguments: &[Expression]| arguments.iter().map(|a| a.height).max();
        let below = match &form {
            ExpressionForm::Call { arguments, .. }
            | ExpressionForm::Functor { arguments, .. }
            | ExpressionForm::Range(arguments) => tallest(arguments).unwrap_or(0),
            ExpressionForm::Aggregate { .. } => self.body_height,
            _ => 0,
        };
        let height = below.saturating_add(1);
        if height > MAX_HEIGHT {
            return Err(self.too_deep(place.0));
        }
        self.tallest = self.tallest.max(height);
        Ok(Expression {
            form,
            height,
            place,
        })
    }

    /// Whether the token `ahead` is an operator between operands.
    pub(super) fn operator_at(&self, ahead: usize) -> bool {
        self.infix(ahead).is_some()
    }

    /// The operator that the token `ahead` is between operands, and how tightly it binds.
    fn infix(&self, ahead: usize) -> Option<(Operation, u8)> {
        let token = self.token_at(ahead);
        Some(match token.kind {
            TokenKind::Plus => (Operation::Add, 7),
            TokenKind::Minus => (Operation::Subtract, 7),
            TokenKind::Star => (Operation::Multiply, 8),
            TokenKind::Slash => (Operation::Divide, 8),
            TokenKind::Percent => (Operation::Remainder, 8),
            TokenKind::Caret => (Operation::Power, 10),
            TokenKind::Identifier => match self.spelling(token) {
                "lor" => (Operation::LogicalOr, 1),
                "land" => (Operation::LogicalAnd, 2),
                "bor" => (Operation::BitOr, 3),
                "bxor" => (Operation::BitXor, 4),
                "band" => (Operation::BitAnd, 5),
                "bshl" => (Operation::ShiftLeft, 6),
                "bshr" => (Operation::ShiftRight, 6),
                _ => return None,
            },
            _ => return None,
        })
    }

    /// Whether the token `ahead` can begin an operand.
    fn begins_operand(&self, ahead: usize) -> bool {
        matches!(
            self.peek_at(ahead),
            TokenKind::Identifier
                | TokenKind::Underscore
                | TokenKind::Integer
                | TokenKind::Unsigned
                | TokenKind::Float
                | TokenKind::Text
                | TokenKind::LeftParen
                | TokenKind::At
                | TokenKind::Minus
        )
    }

    /// The value of a text, escapes resolved.
    pub(super) fn text_literal(&mut self) -> Read<Name> {
        let token = self.take();
        let spelling = self.spelling(token);
        let inner = spelling.get(1..spelling.len().saturating_sub(1)).unwrap_or("");
        if !inner.contains('\\') {
            return Ok(self.names.intern(inner));
        }
        match super::super::escape::unescape(inner) {
            Ok(text) => Ok(self.names.intern(&text)),
            Err(range) => {
                let base = token.start as usize + 1;
                let place = |at: usize| u32::try_from(base + at).unwrap_or(token.end);
                let span = Span {
                    source: self.source,
                    start: place(range.start),
                    end: place(range.end),
                };
                Err(self.report(
                    Diagnostic::error("bad-escape", span, "there is no such escape").with_help(
                        r#"escapes are those of JSON: `\"` `\\` `\/` `\b` `\f` `\n` `\r` `\t` `\u00e9`"#,
                    ),
                ))
            }
        }
    }

    fn number_literal(&mut self) -> Read<ExpressionForm> {
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
            Ok(magnitude) => Ok(ExpressionForm::Integer {
                magnitude,
                negative: false,
            }),
            Err(fault) if *fault.kind() == std::num::IntErrorKind::Empty => Err(self.report(
                Diagnostic::error("bad-number", span, "this number has no digits"),
            )),
            Err(_) => Err(self.out_of_range(span, "a number has at most 64 bits")),
        }
    }

    fn out_of_range(&mut self, span: Span, help: &str) -> super::Abandoned {
        let diagnostic = Diagnostic::error("number-range", span, "this number is out of range");
        self.report(diagnostic.with_help(help))
    }
}

//! Expressions: operators by precedence, as Souffle ranks them.

use super::super::ast::{Constructor, Expression, ExpressionForm, Identifier, MAX_HEIGHT, Place};
use super::super::token::TokenKind;
use super::{Parser, Read};
use crate::diagnostic::Diagnostic;
use crate::program::Operation;
use crate::source::Span;

/// An operation that is called by name.
struct Named {
    name: &'static str,
    /// Absent for `range`, which is no operation on terms.
    operation: Option<Operation>,
    least: usize,
    most: usize,
    /// How it is written.
    form: &'static str,
}

/// The operations that are called by name.
const NAMED: &[Named] = &[
    named("cat", Some(Operation::Concatenate), (1, usize::MAX), "cat(text, ...)"),
    named("max", Some(Operation::Max), (2, usize::MAX), "max(a, b, ...)"),
    named("min", Some(Operation::Min), (2, usize::MAX), "min(a, b, ...)"),
    named("range", None, (2, 3), "range(from, to)` or `range(from, to, step)"),
    named("strlen", Some(Operation::Length), (1, 1), "strlen(text)"),
    named("substr", Some(Operation::Substring), (3, 3), "substr(text, from, length)"),
    named("to_number", Some(Operation::ToNumber), (1, 1), "to_number(text)"),
    named("to_string", Some(Operation::ToString), (1, 1), "to_string(value)"),
];

const fn named(
    name: &'static str,
    operation: Option<Operation>,
    (least, most): (usize, usize),
    form: &'static str,
) -> Named {
    Named { name, operation, least, most, form }
}

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
    ("ord", "`ord` is"),
    ("to_float", "`to_float` is"),
    ("to_unsigned", "`to_unsigned` is"),
    ("utof", "conversions between number types are"),
    ("utoi", "conversions between number types are"),
];

/// The operation that another language calls so.
fn elsewhere(name: &str) -> Option<&'static str> {
    Some(match name {
        "concat" | "append" => "cat",
        "len" | "length" | "size" => "strlen",
        "substring" | "slice" => "substr",
        "int" | "parse" | "atoi" => "to_number",
        "str" | "string" => "to_string",
        _ => return None,
    })
}

/// Whether an operation is called by this name.
pub(crate) fn is_operation(name: &str) -> bool {
    NAMED.iter().any(|entry| entry.name == name)
}

/// How tightly `-a`, `bnot a` and `lnot a` bind.
const UNARY: u8 = 9;

/// Operators between operands that are written as words, and how tightly each binds.
pub(in crate::syntax) const WORD_OPERATORS: [(&str, Operation, u8); 7] = [
    ("lor", Operation::LogicalOr, 1),
    ("land", Operation::LogicalAnd, 2),
    ("bor", Operation::BitOr, 3),
    ("bxor", Operation::BitXor, 4),
    ("band", Operation::BitAnd, 5),
    ("bshl", Operation::ShiftLeft, 6),
    ("bshr", Operation::ShiftRight, 6),
];

impl Parser<'_> {
    pub(super) fn expression(&mut self) -> Read<Expression> {
        self.binary(0)
    }

    /// Arguments up to and with the closing parenthesis.
    pub(super) fn arguments(&mut self) -> Read<Vec<Expression>> {
        self.closed_by(TokenKind::RightParen, "`)` or `,`")
    }

    /// Expressions with commas between, up to and with what closes them.
    fn closed_by(&mut self, end: TokenKind, wanted: &str) -> Read<Vec<Expression>> {
        if self.eat(end) {
            return Ok(Vec::new());
        }
        let list = self.list(|parser| parser.nested(Self::expression))?;
        self.want(end, wanted)?;
        Ok(list)
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
            let next = if operation == Operation::Power { rank } else { rank + 1 };
            let right = self.nested(|parser| parser.binary(next))?;
            let form = ExpressionForm::Call { operation, arguments: vec![left, right] };
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
            (Operation::Negate, ExpressionForm::Integer { magnitude, negative: false }) => {
                ExpressionForm::Integer { magnitude, negative: magnitude != 0 }
            }
            (Operation::Negate, ExpressionForm::Float(value)) if value.is_sign_positive() => {
                ExpressionForm::Float(-value)
            }
            (_, form) => ExpressionForm::Call { operation, arguments: vec![Expression { form, ..operand }] },
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
                self.next += 1;
                let fields = self.closed_by(TokenKind::RightBracket, "`]` or `,`")?;
                ExpressionForm::Record { constructor: Constructor::Tuple, fields }
            }
            TokenKind::Dollar => {
                self.next += 1;
                let constructor = Constructor::Branch(self.identifier("the name of a branch")?);
                let fields = if self.eat(TokenKind::LeftParen) { self.arguments()? } else { Vec::new() };
                ExpressionForm::Record { constructor, fields }
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
        if let Some(&(_, feature)) = unsupported
            && called
        {
            let help = "`gatelog rules explain unsupported` lists what is there instead";
            let span = self.span();
            return Err(self.unsupported(span, feature, help));
        }
        if !called && spelling == "nil" {
            self.next += 1;
            return Ok(ExpressionForm::Record { constructor: Constructor::Nil, fields: Vec::new() });
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
        let Some(named) = NAMED.iter().find(|entry| entry.name == spelling) else {
            return Err(self.unknown_function(&spelling, span));
        };
        let count = arguments.len();
        if count < named.least || count > named.most {
            let wants = match (named.least, named.most) {
                (1, 1) => "1 argument".to_owned(),
                (least, usize::MAX) => format!("{least} or more arguments"),
                (least, most) if least == most => format!("{least} arguments"),
                (least, most) => format!("{least} to {most} arguments"),
            };
            let message = format!("`{spelling}` takes {wants}, not {count}");
            let help = format!("write `{}`", named.form);
            return Err(self.report(Diagnostic::error("arity", span, message).with_help(help)));
        }
        Ok(match named.operation {
            Some(operation) => ExpressionForm::Call { operation, arguments },
            None => ExpressionForm::Range(arguments),
        })
    }

    fn unknown_function(&mut self, name: &str, span: Span) -> super::Abandoned {
        let known = NAMED.iter().map(|entry| entry.name);
        let near = elsewhere(name).or_else(|| crate::diagnostic::nearest(name, known));
        let help = near.map_or_else(
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

    /// The expression of this form from `start` to here; refused where it is too high.
    fn built(&mut self, form: ExpressionForm, start: Span) -> Read<Expression> {
        let place = self.since(start);
        let tallest = |arguments: &[Expression]| arguments.iter().map(|a| a.height).max();
        let below = match &form {
            ExpressionForm::Call { arguments, .. }
            | ExpressionForm::Functor { arguments, .. }
            | ExpressionForm::Record { fields: arguments, .. }
            | ExpressionForm::Range(arguments) => tallest(arguments).unwrap_or(0),
            ExpressionForm::Aggregate { .. } => self.body_height,
            _ => 0,
        };
        let height = below.saturating_add(1);
        if height > MAX_HEIGHT {
            return Err(self.too_deep(place.0));
        }
        self.tallest = self.tallest.max(height);
        Ok(Expression { form, height, place })
    }

    /// Whether the token `ahead` is an operator between operands.
    pub(super) fn operator_at(&self, ahead: usize) -> bool {
        self.infix(ahead).is_some()
    }

    /// The operator that the token `ahead` is between operands, and how tightly it binds.
    pub(super) fn infix(&self, ahead: usize) -> Option<(Operation, u8)> {
        let token = self.token_at(ahead);
        Some(match token.kind {
            TokenKind::Plus => (Operation::Add, 7),
            TokenKind::Minus => (Operation::Subtract, 7),
            TokenKind::Star => (Operation::Multiply, 8),
            TokenKind::Slash => (Operation::Divide, 8),
            TokenKind::Percent => (Operation::Remainder, 8),
            TokenKind::Caret => (Operation::Power, 10),
            TokenKind::Identifier => {
                let spelling = self.spelling(token);
                let known = WORD_OPERATORS.iter().find(|(word, ..)| *word == spelling)?;
                (known.1, known.2)
            }
            _ => return None,
        })
    }

    /// Whether the token `ahead` can begin an operand.
    pub(super) fn begins_operand(&self, ahead: usize) -> bool {
        matches!(
            self.peek_at(ahead),
            TokenKind::Identifier
                | TokenKind::Underscore
                | TokenKind::Integer
                | TokenKind::Unsigned
                | TokenKind::Float
                | TokenKind::Text
                | TokenKind::LeftParen
                | TokenKind::LeftBracket
                | TokenKind::At
                | TokenKind::Dollar
                | TokenKind::Minus
        )
    }
}

//! Expressions, with parentheses where reading would group otherwise.

use std::fmt::Write as _;

use super::super::ast::{Constructor, Expression, ExpressionForm};
use super::Printer;
use crate::program::{Operation, PRIMARY, UNARY};

/// Names that begin something else where an operand follows them.
const PREFIXES: &[&str] = &["bnot", "count", "lnot", "max", "mean", "min", "sum"];

impl Printer<'_> {
    pub(super) fn expression(&mut self, expression: &Expression) {
        match &expression.form {
            ExpressionForm::Variable(name) => self.name(*name),
            ExpressionForm::Wildcard => self.push("_"),
            ExpressionForm::Text(text) => self.quoted(*text),
            ExpressionForm::Integer { magnitude, negative } => {
                let sign = if *negative { "-" } else { "" };
                let _ = write!(self.text, "{sign}{magnitude}");
            }
            ExpressionForm::Unsigned(value) => {
                let _ = write!(self.text, "{value}u");
            }
            ExpressionForm::Float(value) => {
                let _ = write!(self.text, "{value:?}");
            }
            ExpressionForm::Call { operation, arguments } => self.call(*operation, arguments),
            ExpressionForm::Functor { functor, arguments } => {
                self.push("@");
                self.name(functor.name);
                self.arguments(arguments);
            }
            ExpressionForm::Aggregate { operator, target, body } => {
                self.push(operator.spelling());
                if let Some(target) = target {
                    self.push(" ");
                    self.operand(target, 1);
                }
                self.push(" : { ");
                self.disjunction(body, ", ", "; ");
                self.push(" }");
            }
            ExpressionForm::Range(bounds) => {
                self.push("range");
                self.arguments(bounds);
            }
            ExpressionForm::Record { constructor: Constructor::Nil, .. } => self.push("nil"),
            ExpressionForm::Record { constructor: Constructor::Tuple, fields } => {
                self.push("[");
                self.list(fields, Self::expression);
                self.push("]");
            }
            ExpressionForm::Record { constructor: Constructor::Branch(name), fields } => {
                self.push("$");
                self.name(name.name);
                self.arguments(fields);
            }
        }
    }

    fn arguments(&mut self, arguments: &[Expression]) {
        self.push("(");
        self.list(arguments, Self::expression);
        self.push(")");
    }

    fn call(&mut self, operation: Operation, arguments: &[Expression]) {
        match (operation.rank(), arguments) {
            (Some(own), [left, right]) => {
                // Only `^` groups to the right, and its left side is no unary operation.
                let power = operation == Operation::Power;
                self.operand(left, if power { own + 1 } else { own });
                let _ = write!(self.text, " {} ", operation.spelling());
                self.operand(right, if power { UNARY } else { own + 1 });
            }
            (None, [operand]) if operation.is_unary() => {
                self.push(operation.spelling());
                self.push(if operation == Operation::Negate { "" } else { " " });
                self.operand(operand, UNARY);
            }
            _ => {
                self.push(operation.spelling());
                self.arguments(arguments);
            }
        }
    }

    /// An operand of an operator that binds as tightly as `least`.
    fn operand(&mut self, operand: &Expression, least: u8) {
        let own = match &operand.form {
            ExpressionForm::Call { operation, .. } if operation.is_unary() => UNARY,
            ExpressionForm::Call { operation, .. } => operation.rank().unwrap_or(PRIMARY),
            ExpressionForm::Integer { negative: true, .. } => UNARY,
            ExpressionForm::Float(value) if value.is_sign_negative() => UNARY,
            ExpressionForm::Variable(name) if PREFIXES.contains(&self.names.text(*name)) => 0,
            _ => PRIMARY,
        };
        if own >= least {
            self.expression(operand);
        } else {
            self.push("(");
            self.expression(operand);
            self.push(")");
        }
    }
}

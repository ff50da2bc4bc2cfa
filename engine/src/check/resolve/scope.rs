//! Which variable a name is, at a point of a clause. Refuses to know types.

use super::super::Checking;
use super::super::expand::Part;
use super::super::kinds::Allowed;
use super::Resolver;
use crate::program::VariableId;
use crate::syntax::ast::{Conjunction, Expression, ExpressionForm, Literal, LiteralForm, Name};

/// The visible names.
#[derive(Default)]
pub(super) struct Scope {
    /// Per name.
    visible: Vec<Option<VariableId>>,
    /// In the order in which they became visible.
    order: Vec<Name>,
}

impl Scope {
    pub(super) fn clear(&mut self, names: usize) {
        self.leave(0);
        self.visible.resize(names, None);
    }

    pub(super) fn find(&self, name: Name) -> Option<VariableId> {
        self.visible.get(name.0 as usize).copied().flatten()
    }

    fn add(&mut self, name: Name, variable: VariableId) {
        if let Some(slot) = self.visible.get_mut(name.0 as usize) {
            *slot = Some(variable);
            self.order.push(name);
        }
    }

    /// A mark to leave to.
    pub(super) fn enter(&self) -> usize {
        self.order.len()
    }

    /// Forgets the names since a mark.
    pub(super) fn leave(&mut self, mark: usize) {
        for name in self.order.drain(mark..) {
            if let Some(slot) = self.visible.get_mut(name.0 as usize) {
                *slot = None;
            }
        }
    }
}

impl Resolver {
    /// Makes the names of a literal visible; those in an aggregate's body are not of this scope.
    pub(super) fn declare_part(&mut self, checking: &Checking<'_>, part: &Part<'_>) {
        match &part.literal.form {
            LiteralForm::Atom(atom) => {
                for argument in &atom.arguments {
                    self.declare_in(checking, argument);
                }
            }
            LiteralForm::Compare { left, right, .. } | LiteralForm::Test { pattern: left, text: right, .. } => {
                self.declare_in(checking, left);
                self.declare_in(checking, right);
            }
            LiteralForm::Constant(_) | LiteralForm::Group(_) | LiteralForm::Not(_) => {}
        }
    }

    pub(super) fn declare_in(&mut self, checking: &Checking<'_>, expression: &Expression) {
        match &expression.form {
            ExpressionForm::Variable(name) if self.scope.find(*name).is_none() => {
                let kind = self.kinds.fresh(Allowed::ANY, None);
                let variable = self.variable(checking.names.shared(*name), kind);
                self.scope.add(*name, variable);
            }
            ExpressionForm::Call { arguments, .. }
            | ExpressionForm::Functor { arguments, .. }
            | ExpressionForm::Record { fields: arguments, .. }
            | ExpressionForm::Range(arguments) => {
                for argument in arguments {
                    self.declare_in(checking, argument);
                }
            }
            _ => {}
        }
    }
}

/// Whether a name occurs in an expression, aggregates' bodies included.
pub(super) fn mentions(expression: &Expression, name: Name) -> bool {
    match &expression.form {
        ExpressionForm::Variable(found) => *found == name,
        ExpressionForm::Call { arguments, .. }
        | ExpressionForm::Functor { arguments, .. }
        | ExpressionForm::Record { fields: arguments, .. }
        | ExpressionForm::Range(arguments) => arguments.iter().any(|one| mentions(one, name)),
        ExpressionForm::Aggregate { target, body, .. } => {
            target.as_deref().is_some_and(|one| mentions(one, name)) || body_mentions(body, name)
        }
        _ => false,
    }
}

/// Whether a name occurs in a body.
pub(super) fn body_mentions(body: &[Conjunction], name: Name) -> bool {
    body.iter().flatten().any(|one| literal_mentions(one, name))
}

fn literal_mentions(literal: &Literal, name: Name) -> bool {
    match &literal.form {
        LiteralForm::Atom(atom) => atom.arguments.iter().any(|one| mentions(one, name)),
        LiteralForm::Not(inner) => literal_mentions(inner, name),
        LiteralForm::Compare { left, right, .. } | LiteralForm::Test { pattern: left, text: right, .. } => {
            mentions(left, name) || mentions(right, name)
        }
        LiteralForm::Group(body) => body_mentions(body, name),
        LiteralForm::Constant(_) => false,
    }
}

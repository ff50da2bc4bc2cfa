//! Literals that are no atoms. Refuses to know alternatives.

use super::super::Checking;
use super::super::draft::{Draft, DraftForm, DraftLiteral, DraftLiteralForm};
use super::super::expand::Part;
use super::super::kinds::{Allowed, Reason};
use super::{Resolver, scope};
use crate::program::{Comparison, Test};
use crate::syntax::ast::{Expression, ExpressionForm, LiteralForm};

impl Resolver {
    /// One literal; what computes its terms goes before it.
    pub(super) fn part(
        &mut self,
        checking: &mut Checking<'_>,
        part: &Part<'_>,
        before: &mut Vec<DraftLiteral>,
    ) -> Option<DraftLiteralForm> {
        let negated = part.negated;
        match &part.literal.form {
            LiteralForm::Atom(atom) => {
                let atom = self.atom(checking, atom, false, before)?;
                Some(DraftLiteralForm::Atom { negated, atom })
            }
            LiteralForm::Compare { operator, left, right } => {
                let operator = if negated { inverse(*operator) } else { *operator };
                self.compare(checking, operator, left, right, before)
            }
            LiteralForm::Test { test, pattern, text } => {
                let name = match test {
                    Test::Match => "match",
                    Test::Contains => "contains",
                };
                let pattern = self.text(checking, pattern, name, before)?;
                let text = self.text(checking, text, name, before)?;
                Some(DraftLiteralForm::Test { test: *test, pattern, text, negated })
            }
            LiteralForm::Constant(value) if *value != negated => None,
            LiteralForm::Constant(_) => Some(DraftLiteralForm::Never),
            // `expand` has taken these apart.
            LiteralForm::Group(_) | LiteralForm::Not(_) => None,
        }
    }

    fn text(
        &mut self,
        checking: &mut Checking<'_>,
        expression: &Expression,
        name: &'static str,
        before: &mut Vec<DraftLiteral>,
    ) -> Option<Draft> {
        let draft = self.expression(checking, expression, before)?;
        let reason = Reason::Operation(name);
        self.restrict(checking, &draft, Allowed::SYMBOL, reason);
        Some(draft)
    }

    fn compare(
        &mut self,
        checking: &mut Checking<'_>,
        operator: Comparison,
        left: &Expression,
        right: &Expression,
        before: &mut Vec<DraftLiteral>,
    ) -> Option<DraftLiteralForm> {
        if operator == Comparison::Equal {
            for (variable, value) in [(left, right), (right, left)] {
                if self.bind_result(checking, variable, value, before) {
                    return None;
                }
            }
        }
        let left = self.expression(checking, left, before);
        let right = self.expression(checking, right, before);
        let (left, right) = (left?, right?);
        if !matches!(operator, Comparison::Equal | Comparison::NotEqual) {
            self.restrict(checking, &left, Allowed::ORDERED, Reason::Operation(operator.spelling()));
        }
        self.unify(checking, &right, left.kind);
        Some(DraftLiteralForm::Compare { operator, left, right })
    }

    /// `N = count : { ... }`, `N = range(...)` or `N = [...]` with a variable that does not occur on the other side: the
    /// result is that variable.
    fn bind_result(
        &mut self,
        checking: &mut Checking<'_>,
        variable: &Expression,
        value: &Expression,
        before: &mut Vec<DraftLiteral>,
    ) -> bool {
        let ExpressionForm::Variable(name) = &variable.form else {
            return false;
        };
        let inside = match &value.form {
            ExpressionForm::Aggregate { target, body, .. } => {
                target.as_deref().is_some_and(|t| scope::mentions(t, *name)) || scope::body_mentions(body, *name)
            }
            ExpressionForm::Range(bounds) => bounds.iter().any(|bound| scope::mentions(bound, *name)),
            ExpressionForm::Record { fields, .. } => fields.iter().any(|field| scope::mentions(field, *name)),
            _ => return false,
        };
        if inside {
            return false;
        }
        let Some(result) = self.written(*name, variable.place.0) else {
            return false;
        };
        let draft = match &value.form {
            ExpressionForm::Range(bounds) => self.range(checking, bounds, value.place.0, Some(result), before),
            ExpressionForm::Record { constructor, fields } => {
                self.compound(checking, *constructor, fields, (value.place.0, Some(result)), before)
            }
            _ => self.aggregate(checking, value, Some(result), before),
        };
        if let Some(draft) = draft {
            let kind = self.variables[result.0 as usize].kind;
            let variable = Draft { form: DraftForm::Variable(result), kind, span: variable.place.0 };
            self.unify(checking, &variable, draft.kind);
        }
        true
    }
}

fn inverse(operator: Comparison) -> Comparison {
    match operator {
        Comparison::Equal => Comparison::NotEqual,
        Comparison::NotEqual => Comparison::Equal,
        Comparison::Less => Comparison::GreaterEqual,
        Comparison::LessEqual => Comparison::Greater,
        Comparison::Greater => Comparison::LessEqual,
        Comparison::GreaterEqual => Comparison::Less,
    }
}

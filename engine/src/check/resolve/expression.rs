//! Expressions: what they compute, and of which type. What is no term (an aggregate, a range) becomes a literal of its
//! own before the one that it stands in.

use super::super::Checking;
use super::super::draft::{Draft, DraftForm, DraftLiteral, DraftLiteralForm};
use super::super::kinds::{Allowed, Cause, KindId, Reason};
use super::Resolver;
use crate::diagnostic::Diagnostic;
use crate::program::{AggregateOperator, Kind, Operation, VariableId};
use crate::source::Span;
use crate::syntax::ast::{Expression, ExpressionForm, Identifier};

impl Resolver {
    /// A term; nothing if a fault was reported.
    pub(super) fn expression(
        &mut self,
        checking: &mut Checking<'_>,
        expression: &Expression,
        before: &mut Vec<DraftLiteral>,
    ) -> Option<Draft> {
        let span = expression.place.0;
        let (form, kind) = match &expression.form {
            ExpressionForm::Variable(name) => {
                let variable = self.written(*name, span)?;
                let kind = self.variables[variable.0 as usize].kind;
                (DraftForm::Variable(variable), kind)
            }
            ExpressionForm::Wildcard => {
                self.report(checking, misplaced_wildcard(span));
                return None;
            }
            ExpressionForm::Text(text) => {
                let text = checking.names.shared(*text);
                (DraftForm::Text(text), self.literal(Allowed::SYMBOL, span))
            }
            &ExpressionForm::Integer { magnitude, negative } => {
                let allowed = if negative { Allowed::SIGNED } else { Allowed::NUMERIC };
                let form = DraftForm::Integer { magnitude, negative };
                (form, self.literal(allowed, span))
            }
            &ExpressionForm::Unsigned(value) => (DraftForm::Unsigned(value), self.literal(Allowed::UNSIGNED, span)),
            &ExpressionForm::Float(value) => (DraftForm::Float(value), self.literal(Allowed::FLOAT, span)),
            ExpressionForm::Call { operation, arguments } => {
                return self.call(checking, *operation, arguments, span, before);
            }
            ExpressionForm::Functor { functor, arguments } => {
                return self.functor(checking, *functor, arguments, span, before);
            }
            ExpressionForm::Aggregate { .. } => {
                return self.aggregate(checking, expression, None, before);
            }
            ExpressionForm::Range(bounds) => return self.range(checking, bounds, span, None, before),
            ExpressionForm::Record { constructor, fields } => {
                return self.compound(checking, *constructor, fields, (span, None), before);
            }
        };
        Some(Draft { form, kind, span })
    }

    fn literal(&mut self, allowed: Allowed, span: Span) -> KindId {
        let reason = Reason::Written;
        self.kinds.fresh(allowed, Some(Cause { span, reason }))
    }

    fn known(&mut self, allowed: Allowed, span: Span, reason: Reason) -> KindId {
        self.kinds.fresh(allowed, Some(Cause { span, reason }))
    }

    fn expressions(
        &mut self,
        checking: &mut Checking<'_>,
        list: &[Expression],
        before: &mut Vec<DraftLiteral>,
    ) -> Option<Vec<Draft>> {
        let drafts: Vec<_> = list.iter().map(|one| self.expression(checking, one, before)).collect();
        drafts.into_iter().collect()
    }

    fn call(
        &mut self,
        checking: &mut Checking<'_>,
        operation: Operation,
        arguments: &[Expression],
        span: Span,
        before: &mut Vec<DraftLiteral>,
    ) -> Option<Draft> {
        let arguments = self.expressions(checking, arguments, before)?;
        let reason = Reason::Operation(operation.spelling());
        let signature = signature(operation);
        for (index, argument) in arguments.iter().enumerate() {
            let allowed = signature.arguments[index.min(2)];
            self.restrict(checking, argument, allowed, reason);
        }
        let kind = match (signature.result, arguments.first()) {
            (Some(result), _) => self.known(Allowed::of(result), span, Reason::Result(operation.spelling())),
            (None, Some(first)) => {
                let kind = first.kind;
                for argument in &arguments[1..] {
                    self.unify(checking, argument, kind);
                }
                kind
            }
            (None, None) => self.kinds.fresh(Allowed::ANY, None),
        };
        let form = DraftForm::Call(operation, arguments);
        Some(Draft { form, kind, span })
    }

    fn functor(
        &mut self,
        checking: &mut Checking<'_>,
        name: Identifier,
        arguments: &[Expression],
        span: Span,
        before: &mut Vec<DraftLiteral>,
    ) -> Option<Draft> {
        let drafts = self.expressions(checking, arguments, before);
        let Some(functor) = checking.functor_named(name) else {
            self.failed = true;
            return None;
        };
        let drafts = drafts?;
        let declared = checking.program.functors[functor.0 as usize].clone();
        if drafts.len() != declared.parameters.len() {
            let diagnostic = checking.functor_arity(&declared, drafts.len(), name.place.0);
            self.report(checking, diagnostic);
            return None;
        }
        for (index, draft) in drafts.iter().enumerate() {
            let allowed = Allowed::of(declared.parameters[index]);
            self.restrict(checking, draft, allowed, Reason::Parameter(functor, index));
        }
        let kind = self.known(Allowed::of(declared.result), span, Reason::Value(functor));
        let form = DraftForm::Functor(functor, drafts);
        Some(Draft { form, kind, span })
    }

    /// The aggregate goes before; its result, a new variable if none is given, stands for it.
    pub(super) fn aggregate(
        &mut self,
        checking: &mut Checking<'_>,
        expression: &Expression,
        result: Option<VariableId>,
        before: &mut Vec<DraftLiteral>,
    ) -> Option<Draft> {
        let ExpressionForm::Aggregate { operator, target, body } = &expression.form else {
            return None;
        };
        let (operator, place) = (*operator, expression.place);
        let span = place.0;
        let (target, body) = self.inner(checking, target.as_deref(), body, place)?;
        let reason = Reason::Operation(operator.spelling());
        if let Some(target) = &target {
            self.restrict(checking, target, Allowed::NUMERIC, reason);
        }
        let reason = Reason::Result(operator.spelling());
        let kind = match (operator, &target) {
            (AggregateOperator::Mean, _) => self.known(Allowed::FLOAT, span, reason),
            (_, Some(target)) => target.kind,
            (_, None) => self.known(Allowed::NUMBER, span, reason),
        };
        let result = result.unwrap_or_else(|| self.made_up(kind));
        let form = DraftLiteralForm::Aggregate { result, operator, target, body };
        before.push(DraftLiteral { form, span });
        let form = DraftForm::Variable(result);
        Some(Draft { form, kind, span })
    }

    /// The range goes before; its number, a new variable if none is given, stands for it.
    pub(super) fn range(
        &mut self,
        checking: &mut Checking<'_>,
        bounds: &[Expression],
        span: Span,
        result: Option<VariableId>,
        before: &mut Vec<DraftLiteral>,
    ) -> Option<Draft> {
        let bounds = self.expressions(checking, bounds, before)?;
        let reason = Reason::Operation("range");
        let kind = self.kinds.fresh(Allowed::NUMERIC, None);
        for bound in &bounds {
            self.restrict(checking, bound, Allowed::NUMERIC, reason);
            self.unify(checking, bound, kind);
        }
        let result = result.unwrap_or_else(|| self.made_up(kind));
        let form = DraftLiteralForm::Range { result, bounds };
        before.push(DraftLiteral { form, span });
        let form = DraftForm::Variable(result);
        Some(Draft { form, kind, span })
    }
}

/// What an operation takes and gives.
struct Signature {
    /// The first, the second, and all further arguments.
    arguments: [Allowed; 3],
    /// Absent where arguments and result are of one type.
    result: Option<Kind>,
}

fn signature(operation: Operation) -> Signature {
    let same = |allowed| Signature { arguments: [allowed; 3], result: None };
    let gives = |arguments, result| Signature { arguments, result: Some(result) };
    match operation {
        Operation::Add | Operation::Subtract | Operation::Multiply | Operation::Divide | Operation::Power => {
            same(Allowed::NUMERIC)
        }
        Operation::Negate => same(Allowed::SIGNED),
        Operation::Remainder
        | Operation::BitAnd
        | Operation::BitOr
        | Operation::BitXor
        | Operation::BitNot
        | Operation::ShiftLeft
        | Operation::ShiftRight
        | Operation::LogicalAnd
        | Operation::LogicalOr
        | Operation::LogicalNot => same(Allowed::WHOLE),
        Operation::Min | Operation::Max => same(Allowed::ORDERED),
        Operation::Concatenate => same(Allowed::SYMBOL),
        Operation::Length | Operation::ToNumber => gives([Allowed::SYMBOL; 3], Kind::Number),
        Operation::Substring => gives([Allowed::SYMBOL, Allowed::NUMBER, Allowed::NUMBER], Kind::Symbol),
        Operation::ToString => gives([Allowed::ORDERED; 3], Kind::Symbol),
    }
}

/// `_` where a value is wanted.
pub(super) fn misplaced_wildcard(span: Span) -> Diagnostic {
    Diagnostic::error("misplaced-wildcard", span, "`_` has no value").at("a value is wanted here").with_help(
        "`_` stands only for a whole argument of a literal in a body, or a field of a record there; name the value",
    )
}

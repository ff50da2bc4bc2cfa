//! Terms to expressions over registers, and the kinds of terms. Knows nothing of order.

use super::Expression;
use crate::builtin;
use crate::interner::Full;
use crate::program::{AggregateOperator, Constant, Form, Kind, Operation, Program, Rule, Term};

use super::order::Planner;

impl Planner<'_> {
    /// The expression of a term, whose variables have registers of their own number.
    pub(super) fn expression(&mut self, term: &Term) -> Result<Expression, Full> {
        Ok(match term {
            Term::Variable(variable) => {
                Expression::Register(variable.0 as usize, kind_of(term, self.rule, self.program))
            }
            Term::Constant(constant) => {
                let kind = kind_of(term, self.rule, self.program);
                Expression::Register(self.constant(constant)?, kind)
            }
            // Checked programs have wildcards in atoms only.
            Term::Wildcard => Expression::Register(self.constant(&Constant::Number(0))?, Kind::Number),
            Term::Call { operation, arguments, kind, span } => Expression::Call {
                operation: *operation,
                arguments: self.expressions(arguments)?,
                kind: *kind,
                span: *span,
            },
            Term::Functor { functor, arguments, span } => {
                Expression::Functor { functor: *functor, arguments: self.expressions(arguments)?, span: *span }
            }
        })
    }

    fn expressions(&mut self, terms: &[Term]) -> Result<Vec<Expression>, Full> {
        terms.iter().map(|term| self.expression(term)).collect()
    }
}

/// The base type of a term's value.
pub(crate) fn kind_of(term: &Term, rule: &Rule, program: &Program) -> Kind {
    match term {
        Term::Variable(variable) => {
            rule.variables.get(variable.0 as usize).map_or(Kind::Number, |variable| variable.kind)
        }
        Term::Constant(Constant::Symbol(_)) => Kind::Symbol,
        Term::Constant(Constant::Number(_)) | Term::Wildcard => Kind::Number,
        Term::Constant(Constant::Unsigned(_)) => Kind::Unsigned,
        Term::Constant(Constant::Float(_)) => Kind::Float,
        Term::Constant(Constant::Nil(of) | Constant::Record(of, _) | Constant::Branch(of, ..)) => Kind::Compound(*of),
        Term::Call { operation, kind, .. } => match operation {
            Operation::Concatenate | Operation::Substring | Operation::ToString => Kind::Symbol,
            Operation::Length if *kind == Kind::Symbol => Kind::Number,
            Operation::ToNumber if *kind == Kind::Symbol => Kind::Number,
            _ => *kind,
        },
        Term::Functor { functor, .. } => {
            program.functors.get(functor.0 as usize).map_or(Kind::Number, |functor| functor.result)
        }
    }
}

/// Whether evaluating a term may fail on values that are likely to be met, or asks the host: worth doing late.
pub(super) fn is_late(term: &Term) -> bool {
    match term {
        Term::Functor { .. } => true,
        Term::Call { operation, arguments, .. } => builtin::is_partial(*operation) || arguments.iter().any(is_late),
        Term::Variable(_) | Term::Constant(_) | Term::Wildcard => false,
    }
}

/// Whether a literal computes, and so may have no value: with an operation, with a pattern that is no constant, or with
/// an aggregate that adds or computes itself. A fault of one counts only where all others hold.
pub(super) fn computes(form: &Form) -> bool {
    let calls = |term: &Term| matches!(term, Term::Call { .. } | Term::Functor { .. });
    match form {
        Form::Compare { left, right, .. } => calls(left) || calls(right),
        Form::Test { pattern, text, .. } => !matches!(pattern, Term::Constant(_)) || calls(text),
        Form::Range { from, to, step, .. } => {
            let varies = |step: &Term| !matches!(step, Term::Constant(_));
            calls(from) || calls(to) || step.as_ref().is_some_and(varies)
        }
        Form::Aggregate(aggregate) => {
            aggregate.operator == AggregateOperator::Sum
                || aggregate.target.as_ref().is_some_and(calls)
                || aggregate.body.iter().any(|literal| computes(&literal.form))
        }
        Form::Positive(_) | Form::Negative(_) | Form::Compound(_) | Form::Never => false,
    }
}

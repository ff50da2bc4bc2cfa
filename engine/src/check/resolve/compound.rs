//! Records: a branch's name says its type, `[...]` and `nil` take that of their place, which may be known only when the
//! whole clause was read. Refuses to know whether a record is made or taken apart.

use super::super::Checking;
use super::super::draft::{Draft, DraftForm, DraftLiteral, DraftLiteralForm};
use super::super::kinds::{Allowed, Cause, KindId, Reason};
use super::super::reference::plural;
use super::Resolver;
use crate::diagnostic::Diagnostic;
use crate::program::types::{CompoundForm, ConstructorIndex, NIL, TUPLE};
use crate::program::{Kind, TypeId, VariableId};
use crate::source::Span;
use crate::syntax::ast::{Constructor, Expression, ExpressionForm};

/// A record whose type is looked for.
#[derive(Debug)]
pub(super) struct Untyped {
    kind: KindId,
    form: CompoundForm,
    constructor: ConstructorIndex,
    fields: Vec<(KindId, Span)>,
    span: Span,
}

impl Resolver {
    /// A record. One with other fields than constants goes before; its result, a new variable if none is given, stands
    /// for it.
    pub(super) fn compound(
        &mut self,
        checking: &mut Checking<'_>,
        constructor: Constructor,
        fields: &[Expression],
        (span, result): (Span, Option<VariableId>),
        before: &mut Vec<DraftLiteral>,
    ) -> Option<Draft> {
        let drafts: Vec<_> = fields.iter().map(|field| self.field(checking, field, before)).collect();
        let (form, index, allowed) = match constructor {
            Constructor::Nil => (CompoundForm::Record, NIL, Allowed::COMPOUND),
            Constructor::Tuple => (CompoundForm::Record, TUPLE, Allowed::COMPOUND),
            Constructor::Branch(name) => {
                let made = checking.branch_named(name).filter(|made| !made.broken);
                let Some(made) = made else {
                    self.failed = true;
                    return None;
                };
                (CompoundForm::Algebraic, made.constructor, Allowed::of(Kind::Compound(made.of)))
            }
        };
        let kind = self.kinds.fresh(allowed, Some(Cause { span, reason: Reason::Written }));
        let fields: Vec<Draft> = drafts.into_iter().collect::<Option<_>>()?;
        let places = fields.iter().map(|field| (field.kind, field.span)).collect();
        let untyped = Untyped { kind, form, constructor: index, fields: places, span };
        match self.kinds.compound(kind) {
            Some(of) => self.type_fields(checking, of, &untyped),
            None => self.untyped.push(untyped),
        }
        if result.is_none() && fields.iter().all(Draft::is_constant) {
            return Some(Draft { form: DraftForm::Compound(index, fields), kind, span });
        }
        let result = result.unwrap_or_else(|| self.made_up(kind));
        before.push(DraftLiteral { form: DraftLiteralForm::Compound { result, constructor: index, fields }, span });
        Some(Draft { form: DraftForm::Variable(result), kind, span })
    }

    /// A field; `_` where the record is taken apart and the field does not matter.
    fn field(
        &mut self,
        checking: &mut Checking<'_>,
        field: &Expression,
        before: &mut Vec<DraftLiteral>,
    ) -> Option<Draft> {
        if field.form != ExpressionForm::Wildcard {
            return self.expression(checking, field, before);
        }
        let kind = self.kinds.fresh(Allowed::ANY, None);
        Some(Draft { form: DraftForm::Wildcard, kind, span: field.place.0 })
    }

    /// Gives each record its type, and its fields theirs, until nothing is added. What is left has no type.
    pub(super) fn type_compounds(&mut self, checking: &mut Checking<'_>) {
        let mut waiting = std::mem::take(&mut self.untyped);
        loop {
            let before = waiting.len();
            waiting.retain(|untyped| match self.kinds.compound(untyped.kind) {
                Some(of) => {
                    self.type_fields(checking, of, untyped);
                    false
                }
                None => true,
            });
            if waiting.len() == before {
                break;
            }
        }
        for untyped in waiting {
            if !self.failed && !self.kinds.is_reported(untyped.kind) {
                self.report(checking, no_type(untyped.span));
            }
        }
    }

    /// Holds a record to its type.
    fn type_fields(&mut self, checking: &mut Checking<'_>, of: TypeId, untyped: &Untyped) {
        let declared = checking.program.types[of.0 as usize].clone();
        if declared.form != untyped.form {
            let message = format!("`{}` has branches, and this is none of them", declared.name);
            let branches: Vec<String> = declared.constructors.iter().map(|one| format!("`${}`", one.name)).collect();
            let found = Diagnostic::error("type-mismatch", untyped.span, message)
                .with_label(declared.span, "declared here")
                .with_help(format!("its values begin with {}", branches.join(", ")));
            return self.report(checking, found);
        }
        let Some(constructor) = declared.constructor(untyped.constructor) else {
            return;
        };
        if constructor.fields.len() != untyped.fields.len() {
            let names: Vec<&str> = constructor.fields.iter().map(|field| &*field.name).collect();
            let wants = plural(names.len(), "field");
            let message = format!("`{}` has {wants}, not {}", constructor.name, untyped.fields.len());
            let shape = match declared.form {
                CompoundForm::Record => format!("it is `[{}]`", names.join(", ")),
                CompoundForm::Algebraic => format!("it is `${}({})`", constructor.name, names.join(", ")),
            };
            let found = Diagnostic::error("arity", untyped.span, message)
                .with_label(declared.span, "declared here")
                .with_help(shape);
            return self.report(checking, found);
        }
        for (index, (&(kind, span), field)) in untyped.fields.iter().zip(&constructor.fields).enumerate() {
            let cause = Cause { span, reason: Reason::Field(of, untyped.constructor, index) };
            if let Err(mismatch) = self.kinds.restrict(kind, Allowed::of(field.kind), cause) {
                let found = checking.mismatch(span, &mismatch);
                self.report(checking, found);
            }
        }
    }
}

fn no_type(span: Span) -> Diagnostic {
    Diagnostic::error("untyped-record", span, "nothing says of which type this record is")
        .with_help("use it where a column, a field or another record has the type")
}

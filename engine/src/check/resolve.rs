//! A conjunction with its names resolved and its types unified. A reader can rely on: a variable of an aggregate's body
//! is the one outside exactly where its name occurs outside. Refuses to know other alternatives and other clauses.

mod atom;
mod compound;
mod expression;
mod literal;
mod scope;

use std::sync::Arc;

use super::Checking;
use super::draft::{Draft, DraftAtom, DraftBody, DraftLiteral};
use super::expand::{MOST_TOGETHER, Part, alternatives};
use super::kinds::{Allowed, Cause, KindId, Kinds, Reason};
use crate::diagnostic::Diagnostic;
use crate::program::VariableId;
use crate::source::Span;
use crate::syntax::ast::{Atom, Conjunction, Expression, Name, Place};

/// A variable whose type is being found.
#[derive(Debug)]
pub(super) struct DraftVariable {
    pub(super) name: Arc<str>,
    pub(super) kind: KindId,
}

/// A place where a variable is written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Occurrence {
    pub(super) variable: VariableId,
    pub(super) span: Span,
}

/// A head, and what computes its terms.
#[derive(Debug)]
pub(super) struct DraftHead {
    pub(super) atom: DraftAtom,
    pub(super) computed: Vec<DraftLiteral>,
}

/// One alternative of a clause.
#[derive(Debug)]
pub(super) struct DraftRule {
    pub(super) heads: Vec<DraftHead>,
    pub(super) body: Vec<DraftLiteral>,
}

/// Resolves one conjunction after the other; what it holds is of the last one.
#[derive(Default)]
pub(super) struct Resolver {
    pub(super) kinds: Kinds,
    pub(super) variables: Vec<DraftVariable>,
    /// In the order of the text.
    pub(super) occurrences: Vec<Occurrence>,
    /// Something was reported: the conjunction is not to be used.
    pub(super) failed: bool,
    /// The clause has more literals than there may be: no other alternative of it is to be resolved.
    pub(super) exhausted: bool,
    /// Literals that the clause may still have, and how often each is: for every head.
    left: usize,
    heads: usize,
    scope: scope::Scope,
    /// Records whose fields wait for the record's type.
    untyped: Vec<compound::Untyped>,
    /// Made-up variables so far, for their names.
    made: u32,
}

impl Resolver {
    /// Resolves the heads and one alternative of the body; nothing if a fault was reported.
    pub(super) fn resolve(
        &mut self,
        checking: &mut Checking<'_>,
        heads: &[Atom],
        parts: &[Part<'_>],
    ) -> Option<DraftRule> {
        self.clear(checking.names.len());
        for head in heads {
            for argument in &head.arguments {
                self.declare_in(checking, argument);
            }
        }
        for part in parts {
            self.declare_part(checking, part);
        }
        let mut drafts = Vec::with_capacity(heads.len());
        for head in heads {
            let mut computed = Vec::new();
            let atom = self.atom(checking, head, true, &mut computed);
            drafts.extend(atom.map(|atom| DraftHead { atom, computed }));
        }
        let body = self.conjunction(checking, parts);
        self.type_compounds(checking);
        (!self.failed).then_some(DraftRule { heads: drafts, body })
    }

    /// Begins a clause; whether it has room for these alternatives, and if not, that is reported.
    pub(super) fn begin(
        &mut self,
        checking: &mut Checking<'_>,
        heads: usize,
        list: &[Vec<Part<'_>>],
        span: Span,
    ) -> bool {
        (self.left, self.heads, self.exhausted) = (MOST_TOGETHER, heads.max(1), false);
        self.afford(checking, list, span)
    }

    fn afford(&mut self, checking: &mut Checking<'_>, list: &[Vec<Part<'_>>], span: Span) -> bool {
        let literals: usize = list.iter().map(|parts| parts.len() + 1).sum();
        if let Some(left) = self.left.checked_sub(literals.saturating_mul(self.heads)) {
            self.left = left;
            return true;
        }
        self.failed = true;
        if !std::mem::replace(&mut self.exhausted, true) {
            self.left = 0;
            self.report(checking, too_many(span));
        }
        false
    }

    fn clear(&mut self, names: usize) {
        self.kinds.clear();
        self.variables.clear();
        self.occurrences.clear();
        self.untyped.clear();
        self.failed = false;
        self.scope.clear(names);
        self.made = 0;
    }

    /// A variable that no text can name.
    pub(super) fn made_up(&mut self, kind: KindId) -> VariableId {
        self.made += 1;
        let name = format!("?{}", self.made).into();
        self.variable(name, kind)
    }

    fn variable(&mut self, name: Arc<str>, kind: KindId) -> VariableId {
        let id = VariableId(super::declaration::count(self.variables.len()));
        self.variables.push(DraftVariable { name, kind });
        id
    }

    fn report(&mut self, checking: &mut Checking<'_>, diagnostic: Diagnostic) {
        self.failed = true;
        checking.errors.push(diagnostic);
    }

    fn conjunction(&mut self, checking: &mut Checking<'_>, parts: &[Part<'_>]) -> Vec<DraftLiteral> {
        let mut body = Vec::with_capacity(parts.len());
        for part in parts {
            if let Some(form) = self.part(checking, part, &mut body) {
                body.push(DraftLiteral { form, span: part.span });
            }
        }
        body
    }

    /// The variable of this name, which is written here.
    fn written(&mut self, name: Name, span: Span) -> Option<VariableId> {
        let variable = self.scope.find(name)?;
        self.occurrences.push(Occurrence { variable, span });
        Some(variable)
    }

    /// The body of an aggregate, in a scope of its own.
    fn inner(
        &mut self,
        checking: &mut Checking<'_>,
        target: Option<&Expression>,
        body: &[Conjunction],
        place: Place,
    ) -> Option<(Option<Draft>, DraftBody)> {
        let Ok(list) = alternatives(body) else {
            self.report(checking, too_large(place.0));
            return None;
        };
        if !self.afford(checking, &list, place.0) {
            return None;
        }
        let mark = self.scope.enter();
        if let Some(target) = target {
            self.declare_in(checking, target);
        }
        for part in list.iter().flatten() {
            self.declare_part(checking, part);
        }
        let first = self.occurrences.len();
        let mut computed = Vec::new();
        let target = match target {
            Some(target) => self.expression(checking, target, &mut computed).map(Some),
            None => Some(None),
        };
        let mut drafts: Vec<_> = list.iter().map(|parts| self.conjunction(checking, parts)).collect();
        let body = match drafts.as_mut_slice() {
            [only] => DraftBody::One(std::mem::take(only)),
            _ => DraftBody::Several { variables: self.variables_since(first), alternatives: drafts },
        };
        self.scope.leave(mark);
        if let Some(inner) = computed.first() {
            let span = inner.span;
            self.report(checking, nested_target(span));
        }
        Some((target?, body))
    }

    /// The variables written since an occurrence, each once, in order.
    fn variables_since(&self, first: usize) -> Vec<VariableId> {
        let mut variables: Vec<_> = self.occurrences[first..].iter().map(|occurrence| occurrence.variable).collect();
        variables.sort_unstable();
        variables.dedup();
        variables
    }

    fn unify(&mut self, checking: &mut Checking<'_>, draft: &Draft, with: KindId) {
        if let Err(mismatch) = self.kinds.unify(draft.kind, with) {
            let diagnostic = checking.mismatch(draft.span, &mismatch);
            self.report(checking, diagnostic);
        }
    }

    fn restrict(&mut self, checking: &mut Checking<'_>, draft: &Draft, allowed: Allowed, reason: Reason) {
        let cause = Cause { span: draft.span, reason };
        if let Err(mismatch) = self.kinds.restrict(draft.kind, allowed, cause) {
            let diagnostic = checking.mismatch(draft.span, &mismatch);
            self.report(checking, diagnostic);
        }
    }
}

/// The body or its alternatives are too many.
pub(super) fn too_large(span: Span) -> Diagnostic {
    let most = super::expand::MOST;
    Diagnostic::error("too-large", span, format!("this body has more than {most} alternatives or literals"))
        .with_help("give parts of it relations of their own")
}

/// The rules of a clause are too much together.
fn too_many(span: Span) -> Diagnostic {
    let message = format!("the alternatives and heads of this clause make more than {MOST_TOGETHER} literals");
    Diagnostic::error("too-large", span, message)
        .with_help("give its disjunctions relations of their own: then they add up instead of multiplying")
}

fn nested_target(span: Span) -> Diagnostic {
    Diagnostic::error("unsupported", span, "an aggregate in an aggregate's target is not supported")
        .with_help("bind it in the body: `sum X : { ..., X = count : { ... } }`")
}

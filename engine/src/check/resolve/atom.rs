//! Atoms: the relation is declared, and has as many columns as there are arguments, of their types. Refuses to know
//! whether variables are bound.

use super::super::Checking;
use super::super::draft::{Draft, DraftAtom, DraftForm, DraftLiteral};
use super::super::kinds::{Allowed, Reason};
use super::Resolver;
use crate::syntax::ast::{Atom, ExpressionForm};

impl Resolver {
    /// An atom with its arguments; nothing if a fault was reported. A head takes no wildcard.
    pub(super) fn atom(
        &mut self,
        checking: &mut Checking<'_>,
        atom: &Atom,
        head: bool,
        before: &mut Vec<DraftLiteral>,
    ) -> Option<DraftAtom> {
        let relation = checking.relation_named(atom.relation);
        if relation.is_none() {
            self.failed = true;
        }
        let fits =
            relation.filter(|&relation| checking.program.relation(relation).attributes.len() == atom.arguments.len());
        if let (Some(relation), None) = (relation, fits) {
            let diagnostic = checking.relation_arity(relation, atom);
            self.report(checking, diagnostic);
        }
        let mut arguments = Vec::with_capacity(atom.arguments.len());
        for (index, argument) in atom.arguments.iter().enumerate() {
            let draft = if argument.form == ExpressionForm::Wildcard && !head {
                Some(Draft {
                    form: DraftForm::Wildcard,
                    kind: self.kinds.fresh(Allowed::ANY, None),
                    span: argument.place.0,
                })
            } else {
                self.expression(checking, argument, before)
            };
            let Some(draft) = draft else { continue };
            if let Some(relation) = fits {
                let column = &checking.program.relation(relation).attributes[index];
                let allowed = Allowed::of(column.kind);
                self.restrict(checking, &draft, allowed, Reason::Column(relation, index));
            }
            arguments.push(draft);
        }
        let relation = fits?;
        let whole = arguments.len() == atom.arguments.len();
        whole.then_some(DraftAtom { relation, arguments })
    }
}

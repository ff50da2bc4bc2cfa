//! Record types and algebraic data types: numbered before anything is followed, since they may hold each other, and
//! filled once every name is known. Refuses to know expressions.

use super::Checking;
use super::declaration::count;
use super::types::Type;
use crate::diagnostic::{Diagnostic, nearest};
use crate::program::types::{CompoundForm, Constructor, ConstructorIndex};
use crate::program::{Attribute, CompoundType, Kind, TypeId};
use crate::source::Span;
use crate::syntax::ast::{Column, Identifier, Item, ItemForm, TypeDeclaration, TypeForm};

/// What a branch makes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Made {
    pub(super) of: TypeId,
    pub(super) constructor: ConstructorIndex,
    /// Its declaration.
    span: Span,
    /// Its fields are faulty, and reported.
    pub(super) broken: bool,
}

impl Checking<'_> {
    /// Gives each compound type its id.
    pub(super) fn number_compounds<'d>(&mut self, order: &[&'d TypeDeclaration]) -> Vec<&'d TypeDeclaration> {
        let is_compound =
            |declaration: &&&TypeDeclaration| matches!(declaration.form, TypeForm::Record(_) | TypeForm::Algebraic(_));
        let compounds: Vec<_> = order.iter().filter(is_compound).copied().collect();
        for (index, declaration) in compounds.iter().enumerate() {
            let kind = Kind::Compound(TypeId(count(index)));
            self.declared.types[declaration.name.name.0 as usize] = Type::Base(kind);
        }
        compounds
    }

    /// Fills the types that were numbered.
    pub(super) fn compounds(&mut self, declarations: &[&TypeDeclaration]) {
        let mut types = Vec::with_capacity(declarations.len());
        for (index, declaration) in declarations.iter().enumerate() {
            let name = self.names.shared(declaration.name.name);
            let span = declaration.name.place.0;
            types.push(match &declaration.form {
                TypeForm::Algebraic(branches) => {
                    let of = TypeId(count(index));
                    let mut constructors = Vec::with_capacity(branches.len());
                    for branch in branches {
                        let fields = self.fields(declaration, &branch.fields);
                        let (constructor, span) = (count(constructors.len()), branch.name.place.0);
                        self.name_branch(branch.name, Made { of, constructor, span, broken: fields.is_none() });
                        let fields = fields.unwrap_or_default();
                        constructors.push(Constructor { name: self.names.shared(branch.name.name), fields });
                    }
                    CompoundType { name, form: CompoundForm::Algebraic, constructors, span }
                }
                form => {
                    let columns: &[Column] = if let TypeForm::Record(columns) = form { columns } else { &[] };
                    CompoundType::record(name, self.fields(declaration, columns).unwrap_or_default(), span)
                }
            });
        }
        self.program.types = types.into();
    }

    /// The fields of a constructor. Where they are faulty, so is the type: uses of it are not reported.
    fn fields(&mut self, declaration: &TypeDeclaration, columns: &[Column]) -> Option<Vec<Attribute>> {
        let fields = self.attributes(columns);
        if fields.is_none() {
            self.declared.types[declaration.name.name.0 as usize] = Type::Broken;
        }
        fields
    }

    /// A branch's name says which type it makes, so it is one branch's only.
    fn name_branch(&mut self, name: Identifier, made: Made) {
        let at = name.name.0 as usize;
        match self.declared.branches[at] {
            Some(first) => self.twice("branch", name, first.span),
            None => self.declared.branches[at] = Some(made),
        }
    }

    /// What a branch makes; nothing if it was reported, here or before.
    pub(super) fn branch_named(&mut self, name: Identifier) -> Option<Made> {
        if let Some(made) = self.declared.branches[name.name.0 as usize] {
            return Some(made);
        }
        // A type that could not be read may have it.
        let faulty = |item: &&Item| matches!(&item.form, ItemForm::Type(of) if of.form == TypeForm::Faulty);
        let reported = std::mem::replace(&mut self.declared.missing[name.name.0 as usize], true);
        if reported || self.items.iter().any(faulty) {
            return None;
        }
        let spelling = self.names.text(name.name);
        let algebraic = self.program.types.iter().filter(|of| of.form == CompoundForm::Algebraic);
        let known = algebraic.flat_map(|of| of.constructors.iter().map(|one| &*one.name));
        let help = nearest(spelling, known).map_or_else(
            || format!("declare it: `.type Name = {spelling} {{field: symbol}}`"),
            |near| format!("did you mean `${near}`?"),
        );
        let message = format!("there is no branch `{spelling}`");
        self.errors.push(Diagnostic::error("undeclared", name.place.0, message).with_help(help));
        None
    }

    /// Refuses a compound where only base types may stand.
    pub(super) fn no_compound(&mut self, of: Identifier, place: &str) {
        if let Type::Base(Kind::Compound(_)) = self.declared.types[of.name.0 as usize] {
            let message = format!("records in {place} are not supported");
            let found = Diagnostic::error("unsupported", of.place.0, message);
            self.errors.push(found.with_help("give it a column for each field, and make the record in a rule"));
        }
    }
}

//! The record types and algebraic data types of a proof, as text that declares them. Refuses to know rules' meaning.

use std::collections::BTreeSet;
use std::fmt;

use crate::program::types::{CompoundForm, Constructor};
use crate::program::{CompoundType, Kind, Program, RelationId, RuleId, TypeId};

/// A record type or an algebraic data type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentType {
    /// Its name.
    pub name: String,
    /// What its values are made of.
    pub form: DocumentTypeForm,
}

/// What a type is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DocumentTypeForm {
    /// `[a: T, b: U]`
    Record(Vec<DocumentField>),
    /// `A {x: T} | B {}`
    Algebraic(Vec<(String, Vec<DocumentField>)>),
}

/// A field's name, and the name of its type.
pub type DocumentField = (String, String);

impl fmt::Display for DocumentType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let joined = |fields: &[DocumentField]| {
            let fields: Vec<String> = fields.iter().map(|(name, of)| format!("{name}: {of}")).collect();
            fields.join(", ")
        };
        match &self.form {
            DocumentTypeForm::Record(fields) => write!(f, ".type {} = [{}]", self.name, joined(fields)),
            DocumentTypeForm::Algebraic(branches) => {
                let branch = |(name, fields): &(String, Vec<_>)| format!("{name} {{{}}}", joined(fields));
                let branches: Vec<String> = branches.iter().map(branch).collect();
                write!(f, ".type {} = {}", self.name, branches.join(" | "))
            }
        }
    }
}

/// The types of these relations and of these rules' variables, and those that they are made of, in the program's order.
pub(super) fn types_of(
    program: &Program,
    relations: &BTreeSet<RelationId>,
    rules: &BTreeSet<RuleId>,
) -> Vec<DocumentType> {
    let columns = relations.iter().flat_map(|&id| &program.relation(id).attributes).map(|attribute| attribute.kind);
    let variables = rules.iter().flat_map(|&id| &program.rule(id).variables).map(|variable| variable.kind);
    let mut stack: Vec<Kind> = columns.chain(variables).collect();
    let mut used = BTreeSet::new();
    while let Some(kind) = stack.pop() {
        let Kind::Compound(id) = kind else { continue };
        if used.insert(id) {
            let fields = program.types[id.0 as usize].constructors.iter().flat_map(|constructor| &constructor.fields);
            stack.extend(fields.map(|field| field.kind));
        }
    }
    used.into_iter().map(|TypeId(id)| DocumentType::of(program, &program.types[id as usize])).collect()
}

impl DocumentType {
    /// A type of a program.
    #[must_use]
    pub fn of(program: &Program, of: &CompoundType) -> Self {
        let fields = |constructor: &Constructor| -> Vec<DocumentField> {
            let field = constructor.fields.iter();
            field.map(|field| (field.name.to_string(), program.kind_name(field.kind).to_owned())).collect()
        };
        let form = match of.form {
            // Behind `nil` there is just one.
            CompoundForm::Record => DocumentTypeForm::Record(of.constructors.iter().flat_map(fields).collect()),
            CompoundForm::Algebraic => {
                let branches = of.constructors.iter().map(|branch| (branch.name.to_string(), fields(branch)));
                DocumentTypeForm::Algebraic(branches.collect())
            }
        };
        Self { name: of.name.to_string(), form }
    }
}

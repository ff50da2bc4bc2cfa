//! What names stand for: types, relations, functors, and what directives say of them. Refuses to know clauses.

use super::compound::Made;
use super::types::Type;
use super::{Checking, annotation};
use crate::diagnostic::{Diagnostic, nearest};
use crate::program::{Access, Attribute, Directive, Functor, FunctorId, Kind, Purpose, Relation, RelationId};
use crate::source::Span;
use crate::syntax::ast::{
    Column, DirectiveItem, FunctorDeclaration, Identifier, Item, ItemForm, Name, RelationDeclaration,
};

/// Names that literals have already.
const RESERVED: &[&str] = &["contains", "match"];

/// Most columns of a relation.
const MOST_COLUMNS: usize = 200;

/// What a name stands for, per name.
pub(super) struct Declared {
    relations: Vec<Option<RelationId>>,
    functors: Vec<Option<FunctorId>>,
    pub(super) types: Vec<Type>,
    /// Branches of algebraic data types.
    pub(super) branches: Vec<Option<Made>>,
    /// Relations that are declared, but wrongly: their uses are not reported.
    broken: Vec<bool>,
    /// Relations, functors and branches that are used, not declared, and reported.
    pub(super) missing: Vec<bool>,
}

impl Declared {
    pub(super) fn new(names: usize) -> Self {
        Self {
            relations: vec![None; names],
            functors: vec![None; names],
            types: vec![Type::Unknown; names],
            branches: vec![None; names],
            broken: vec![false; names],
            missing: vec![false; names],
        }
    }

    pub(super) fn relation(&self, name: Name) -> Option<RelationId> {
        self.relations.get(name.0 as usize).copied().flatten()
    }

    pub(super) fn functor(&self, name: Name) -> Option<FunctorId> {
        self.functors.get(name.0 as usize).copied().flatten()
    }

    pub(super) fn is_broken(&self, name: Name) -> bool {
        self.broken.get(name.0 as usize).copied().unwrap_or(false)
    }
}

/// Collects all declarations, then the directives.
pub(super) fn check(checking: &mut Checking<'_>) {
    checking.types();
    let items = checking.items;
    for item in items {
        match &item.form {
            ItemForm::Relation(declaration) => checking.relation(item, declaration),
            ItemForm::Functor(declaration) => checking.functor(item, declaration),
            ItemForm::Type(_) | ItemForm::Directive(_) => {
                checking.annotations(item);
            }
            ItemForm::Include { .. } | ItemForm::Clause(_) => {}
        }
    }
    for item in items {
        if let ItemForm::Directive(directive) = &item.form {
            checking.directive(directive, item.place.0);
        }
    }
}

impl Checking<'_> {
    fn relation(&mut self, item: &Item, declaration: &RelationDeclaration) {
        let annotations = self.annotations(item);
        let attributes = declaration.attributes.as_deref();
        let attributes = attributes.and_then(|columns| self.attributes(columns));
        let documentation = item.documentation.map_or_else(|| "".into(), |text| self.names.shared(text));
        let access = match &attributes {
            Some(attributes) => self.access(&annotations, attributes),
            None => Access::Derived,
        };
        if annotation::has(&annotations, "host") {
            declaration
                .attributes
                .iter()
                .flatten()
                .for_each(|column| self.no_compound(column.of, "a relation of the host"));
        }
        for &identifier in &declaration.names {
            let at = identifier.name.0 as usize;
            let name = self.names.text(identifier.name);
            if let Some(first) = self.declared.relations[at] {
                let first = self.program.relation(first);
                let (first, same) = (first.span, attributes.as_ref() == Some(&first.attributes));
                // Which of two is meant is unknown, and so is what a use of it would be wrong with.
                self.declared.broken[at] |= !same;
                self.twice("relation", identifier, first);
                continue;
            }
            if RESERVED.contains(&name) {
                self.reserved(identifier);
                continue;
            }
            let Some(attributes) = &attributes else {
                self.declared.broken[at] = true;
                continue;
            };
            self.declared.relations[at] = Some(RelationId(count(self.program.relations.len())));
            self.program.relations.push(Relation {
                name: self.names.shared(identifier.name),
                attributes: attributes.clone(),
                access: access.clone(),
                annotations: annotations.clone(),
                documentation: documentation.clone(),
                span: identifier.place.0,
            });
        }
    }

    /// Columns of a relation, or fields of a record; nothing if a fault was reported.
    pub(super) fn attributes(&mut self, columns: &[Column]) -> Option<Vec<Attribute>> {
        if let Some(beyond) = columns.get(MOST_COLUMNS) {
            let message = format!("there are at most {MOST_COLUMNS} columns");
            let found = Diagnostic::error("too-large", beyond.of.place.0, message);
            self.errors.push(found.with_help("spread them over several relations or records"));
            return None;
        }
        let mut attributes = Vec::with_capacity(columns.len());
        let mut whole = true;
        for column in columns {
            let kind = self.kind(column.of);
            let name = column.name.unwrap_or(column.of);
            let twice = columns
                .iter()
                .filter_map(|other| other.name)
                .find(|other| other.name == name.name)
                .filter(|first| first.place.0 != name.place.0);
            if let Some(first) = twice {
                self.twice("column", name, first.place.0);
            }
            match kind {
                Some(kind) => attributes.push(Attribute { name: self.names.shared(name.name), kind }),
                None => whole = false,
            }
        }
        whole.then_some(attributes)
    }

    /// How rows get in, by `@[host]`.
    fn access(&mut self, annotations: &[crate::program::Annotation], attributes: &[Attribute]) -> Access {
        let Some(host) = annotations.iter().find(|found| &*found.name == "host") else {
            return Access::Derived;
        };
        let mut costly = false;
        let mut key = Vec::new();
        for (name, value) in &host.arguments {
            match &**name {
                "costly" if value.is_empty() => costly = true,
                "costly" => self.faulty_host(host, "`costly` takes no value".to_owned()),
                "key" if value.is_empty() => self.faulty_host(host, "`key` names no column".to_owned()),
                "key" => {
                    for column in value.split(',').map(str::trim) {
                        let found = attributes.iter().position(|has| *has.name == *column);
                        match found {
                            Some(index) => key.push(index),
                            None => self.unknown_column(column, attributes, host.span),
                        }
                    }
                }
                other => self.faulty_host(host, format!("`host` takes no `{other}`")),
            }
        }
        key.sort_unstable();
        key.dedup();
        if key.is_empty() {
            return Access::Input { costly };
        }
        Access::Keyed { key }
    }

    fn faulty_host(&mut self, host: &crate::program::Annotation, message: String) {
        let found = Diagnostic::error("bad-annotation", host.span, message);
        self.errors.push(found.with_help("it takes `key = \"column, column\"` and `costly`"));
    }

    fn unknown_column(&mut self, column: &str, attributes: &[Attribute], span: Span) {
        let help = nearest(column, attributes.iter().map(|has| &*has.name)).map_or_else(
            || "a key names columns of the relation, with commas between".to_owned(),
            |near| format!("did you mean `{near}`?"),
        );
        let message = format!("the key names `{column}`, which is no column of the relation");
        self.errors.push(Diagnostic::error("bad-annotation", span, message).with_help(help));
    }

    fn functor(&mut self, item: &Item, declaration: &FunctorDeclaration) {
        self.annotations(item);
        let types = declaration.parameters.iter().map(|parameter| parameter.of).chain(declaration.result);
        types.for_each(|of| self.no_compound(of, "a functor"));
        let parameters: Vec<_> = declaration.parameters.iter().map(|parameter| self.kind(parameter.of)).collect();
        let result = declaration.result.and_then(|of| self.kind(of));
        let at = declaration.name.name.0 as usize;
        if let Some(first) = self.declared.functors[at] {
            let first = &self.program.functors[first.0 as usize];
            let same = parameters.iter().copied().eq(first.parameters.iter().map(|&kind| Some(kind)));
            let (first, same) = (first.span, same && result == Some(first.result));
            if !same {
                self.declared.functors[at] = None;
                self.declared.missing[at] = true;
            }
            self.twice("functor", declaration.name, first);
            return;
        }
        let parameters: Option<Vec<Kind>> = parameters.into_iter().collect();
        let (Some(parameters), Some(result)) = (parameters, result) else {
            self.declared.missing[at] = true;
            return;
        };
        self.declared.functors[at] = Some(FunctorId(count(self.program.functors.len())));
        self.program.functors.push(Functor {
            name: self.names.shared(declaration.name.name),
            parameters,
            result,
            span: declaration.name.place.0,
        });
    }

    fn directive(&mut self, item: &DirectiveItem, span: Span) {
        let text = |name: &Name| self.names.shared(*name);
        let parameters: Vec<_> = item.parameters.iter().map(|(k, v)| (text(k), text(v))).collect();
        for &identifier in &item.relations {
            let Some(relation) = self.relation_named(identifier) else {
                continue;
            };
            let access = &mut self.program.relations[relation.0 as usize].access;
            if item.purpose == Purpose::Input && *access == Access::Derived {
                *access = Access::Input { costly: false };
            }
            self.program.directives.push(Directive {
                purpose: item.purpose,
                relation,
                parameters: parameters.clone(),
                span,
            });
        }
    }

    pub(super) fn twice(&mut self, what: &str, identifier: Identifier, first: Span) {
        let name = self.names.text(identifier.name);
        let message = format!("{what} `{name}` is declared twice");
        self.errors.push(
            Diagnostic::error("duplicate-declaration", identifier.place.0, message)
                .at("declared again")
                .with_label(first, "declared first")
                .with_help("remove one of them, or rename it"),
        );
    }

    fn reserved(&mut self, identifier: Identifier) {
        let name = self.names.text(identifier.name);
        let message = format!("`{name}` is a word of the language, so no relation has this name");
        self.declared.broken[identifier.name.0 as usize] = true;
        self.errors.push(
            Diagnostic::error("reserved-name", identifier.place.0, message).with_help("give the relation another name"),
        );
    }
}

/// Whether the relation's rows come from outside.
pub(super) fn is_input(relation: &Relation) -> bool {
    relation.access != Access::Derived || annotation::has(&relation.annotations, "host")
}

/// A length as an id; more than 2^32 things do not fit into texts below 4 GiB.
pub(super) fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

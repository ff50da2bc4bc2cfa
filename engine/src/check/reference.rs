//! Names of relations and functors in use: what they stand for, and how it is told that they stand for nothing, or
//! take other arguments. Refuses to know whether variables are bound.

use super::Checking;
use super::kinds::{Allowed, Mismatch, Reason};
use crate::diagnostic::{Diagnostic, nearest};
use crate::program::{Functor, FunctorId, RelationId};
use crate::source::Span;
use crate::syntax::ast::{Atom, Identifier};
use crate::syntax::is_operation;

/// Errors up to which a neighbour of a misspelled name is looked for, which takes time for each.
const MOST_SUGGESTIONS: usize = 100;

/// What stands where a relation does, and is none.
const TESTS: [&str; 2] = ["contains", "match"];

impl Checking<'_> {
    /// The declared relation of this name; nothing if it was reported, here or before.
    pub(super) fn relation_named(&mut self, identifier: Identifier) -> Option<RelationId> {
        if self.declared.is_broken(identifier.name) {
            return None;
        }
        if let Some(relation) = self.declared.relation(identifier.name) {
            return Some(relation);
        }
        let at = identifier.name.0 as usize;
        if self.declared.missing[at] {
            return None;
        }
        self.declared.missing[at] = true;
        let name = self.names.text(identifier.name);
        let known = self.program.relations.iter().map(|has| &*has.name).chain(TESTS);
        let mut found =
            Diagnostic::error("undeclared", identifier.place.0, format!("relation `{name}` is not declared"));
        let near = if self.errors.len() < MOST_SUGGESTIONS { nearest(name, known) } else { None };
        if let Some(form) = value_of(name) {
            found = found.with_help(format!("it has a value, to be compared: `N = {form}`"));
        } else if let Some(near) = near {
            found = found.with_help(format!("did you mean `{near}`?"));
            if let Some(id) = self.program.find(near) {
                found = found.with_label(self.program.relation(id).span, "declared here");
            }
        } else {
            found = found.with_help(format!("declare it: `.decl {name}(column: symbol)`"));
        }
        self.errors.push(found);
        None
    }

    /// The declared functor of this name; nothing if it was reported, here or before.
    pub(super) fn functor_named(&mut self, identifier: Identifier) -> Option<FunctorId> {
        if let Some(functor) = self.declared.functor(identifier.name) {
            return Some(functor);
        }
        let missing = &mut self.declared.missing[identifier.name.0 as usize];
        if std::mem::replace(missing, true) {
            return None;
        }
        let name = self.names.text(identifier.name);
        let known = self.program.functors.iter().map(|has| &*has.name);
        let help = nearest(name, known).map_or_else(
            || format!("declare it: `.functor {name}(text: symbol): number`"),
            |near| format!("did you mean `@{near}`?"),
        );
        let message = format!("functor `@{name}` is not declared");
        let found = Diagnostic::error("undeclared", identifier.place.0, message);
        self.errors.push(found.with_help(help));
        None
    }

    pub(super) fn functor_arity(&self, functor: &Functor, found: usize, span: Span) -> Diagnostic {
        let takes = plural(functor.parameters.len(), "argument");
        let message = format!("functor `@{}` takes {takes}, not {found}", functor.name);
        let kinds: Vec<&str> = functor.parameters.iter().map(|&kind| self.program.kind_name(kind)).collect();
        Diagnostic::error("arity", span, message).with_label(functor.span, "declared here").with_help(format!(
            "it is `@{}({})`",
            functor.name,
            kinds.join(", ")
        ))
    }

    pub(super) fn relation_arity(&self, relation: RelationId, atom: &Atom) -> Diagnostic {
        let relation = self.program.relation(relation);
        let has = plural(relation.attributes.len(), "column");
        let message = format!("relation `{}` has {has}, not {}", relation.name, atom.arguments.len());
        let columns: Vec<&str> = relation.attributes.iter().map(|has| &*has.name).collect();
        let shape = format!("it is `{}({})`", relation.name, columns.join(", "));
        Diagnostic::error("arity", atom.place.0, message).with_label(relation.span, "declared here").with_help(shape)
    }

    /// A term that two places want to be of different types.
    pub(super) fn mismatch(&self, span: Span, mismatch: &Mismatch) -> Diagnostic {
        let (found, wanted) = (mismatch.found, mismatch.wanted);
        let text: String = self.sources.text(span).chars().take(40).collect();
        let wants = wanted.1.map_or_else(|| "its place".to_owned(), |cause| self.reason(cause.reason, cause.span));
        let words = |allowed: Allowed| allowed.words(&self.program);
        let message =
            format!("`{}` is {}, but {wants} is {}", text.replace('\n', " "), words(found.0), words(wanted.0));
        let mut diagnostic =
            Diagnostic::error("type-mismatch", span, message).at(format!("expected {}", words(wanted.0)));
        for (allowed, cause) in [found, wanted] {
            let Some(cause) = cause else { continue };
            if cause.span != span {
                let why = self.reason(cause.reason, cause.span);
                diagnostic = diagnostic.with_label(cause.span, format!("{} here: {why}", words(allowed)));
            }
        }
        diagnostic.with_help(conversion(found.0, wanted.0))
    }

    /// What wants a type, in words.
    fn reason(&self, reason: Reason, span: Span) -> String {
        match reason {
            Reason::Column(relation, column) => {
                let relation = self.program.relation(relation);
                let column = relation.attributes.get(column).map_or("", |has| &*has.name);
                format!("column `{column}` of `{}`", relation.name)
            }
            Reason::Parameter(functor, index) => {
                let functor = &self.program.functors[functor.0 as usize];
                format!("argument {} of `@{}`", index + 1, functor.name)
            }
            Reason::Value(functor) => {
                let functor = &self.program.functors[functor.0 as usize];
                format!("the value of `@{}`", functor.name)
            }
            Reason::Written => {
                let text: String = self.sources.text(span).chars().take(40).collect();
                format!("`{}`", text.replace('\n', " "))
            }
            Reason::Result(name) => format!("the value of `{name}`"),
            Reason::Operation(name) => format!("what `{name}` works on"),
            Reason::Field(of, constructor, index) => {
                let constructor = self.program.types.get(of.0 as usize).and_then(|of| of.constructor(constructor));
                let field = constructor.and_then(|found| Some((found.fields.get(index)?, &found.name)));
                let (field, name) = field.map_or(("", ""), |(field, name)| (&*field.name, &**name));
                format!("field `{field}` of `{name}`")
            }
        }
    }
}

/// How what is called so is written as a term, if it is no relation but an operation or an aggregate.
fn value_of(name: &str) -> Option<String> {
    match name {
        "count" => Some("count : { body }".to_owned()),
        "sum" | "mean" => Some(format!("{name} X : {{ body }}")),
        _ if is_operation(name) => Some(format!("{name}(...)")),
        _ => None,
    }
}

/// What to do about a value of one type where another is wanted.
fn conversion(found: Allowed, wanted: Allowed) -> &'static str {
    if found == Allowed::SYMBOL || wanted == Allowed::SYMBOL {
        return "`to_number` and `to_string` convert between texts and numbers; else compare with a value of the same type";
    }
    "a whole number without `u` takes the type of its place; no operation converts between the types of numbers"
}

/// `no columns`, `1 column`, `2 columns`.
pub(super) fn plural(count: usize, what: &str) -> String {
    match count {
        0 => format!("no {what}s"),
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    }
}

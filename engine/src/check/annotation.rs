//! `@[...]` before items: which there are, what they stand before, what they take. Refuses to know what the words in
//! them mean to readers.

use std::sync::Arc;

use super::Checking;
use crate::diagnostic::{Diagnostic, code, nearest};
use crate::program;
use crate::syntax::ast::{Annotation, Item, ItemForm};

/// What an annotation stands before.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    Relation,
    Clause,
    Any,
}

/// The annotations that there are: name, place, whether they take a text, and an example.
const KNOWN: &[(&str, Before, bool, &str)] = &[
    ("allow", Before::Any, true, "@[allow(\"cross-product\")]"),
    ("host", Before::Relation, false, "@[host(key = \"column\")]"),
    ("mend", Before::Clause, true, "@[mend(\"what to do\")]"),
    ("remedy", Before::Clause, true, "@[remedy(\"what to do\")]"),
    ("rule", Before::Clause, true, "@[rule(\"name\")]"),
];

impl Checking<'_> {
    /// The annotations of an item as the program keeps them; faulty ones are reported.
    pub(super) fn annotations(&mut self, item: &Item) -> Vec<program::Annotation> {
        let mut kept = Vec::with_capacity(item.annotations.len());
        for (at, annotation) in item.annotations.iter().enumerate() {
            self.judge(annotation, item);
            let again = item.annotations[..at].iter().find(|has| has.name.name == annotation.name.name);
            if let Some(first) = again.filter(|_| self.names.text(annotation.name.name) != "allow") {
                self.twice("annotation", annotation.name, first.name.place.0);
            }
            kept.push(self.kept(annotation));
        }
        kept
    }

    fn judge(&mut self, annotation: &Annotation, item: &Item) {
        let name = self.names.text(annotation.name.name);
        let span = annotation.name.place.0;
        let Some(&(_, before, text, example)) = KNOWN.iter().find(|known| known.0 == name) else {
            let help = nearest(name, KNOWN.iter().map(|known| known.0)).map_or_else(
                || "there are `allow`, `host`, `mend`, `remedy` and `rule`".to_owned(),
                |near| format!("did you mean `{near}`?"),
            );
            self.warnings.push(
                Diagnostic::warning("unknown-annotation", span, format!("there is no annotation `{name}`"))
                    .with_help(help),
            );
            return;
        };
        let fits = match before {
            Before::Relation => matches!(item.form, ItemForm::Relation(_)),
            Before::Clause => matches!(item.form, ItemForm::Clause(_)),
            Before::Any => true,
        };
        let fault = if !fits {
            let wants = match before {
                Before::Relation => "the declaration of a relation",
                _ => "a fact or a rule",
            };
            format!("`{name}` stands before {wants}")
        } else if text && annotation.text.is_none() {
            format!("`{name}` takes a text")
        } else if !text && annotation.text.is_some() {
            format!("`{name}` takes no text without a name")
        } else if let (true, Some((more, _))) = (text, annotation.arguments.first()) {
            format!("`{name}` takes a text and no `{}`", self.names.text(more.name))
        } else {
            return self.known_code(annotation);
        };
        let found = Diagnostic::error("bad-annotation", span, fault);
        self.errors.push(found.with_help(format!("as in `{example}`")));
    }

    /// Reports `@[allow("code")]` where there is no such code: it would allow nothing.
    fn known_code(&mut self, annotation: &Annotation) {
        let (name, text) = (self.names.text(annotation.name.name), annotation.text.map(|text| self.names.text(text)));
        let Some(code) = text.filter(|code| name == "allow" && code::find(code).is_none()) else {
            return;
        };
        let help = code::nearest(code).map_or_else(
            || "`gatelog rules explain` lists the codes".to_owned(),
            |near| format!("did you mean `{}`?", near.code),
        );
        let message = format!("there is no code `{code}`");
        self.errors.push(Diagnostic::error("bad-annotation", annotation.place.0, message).with_help(help));
    }

    fn kept(&self, annotation: &Annotation) -> program::Annotation {
        let argument = |&(name, value): &(crate::syntax::ast::Identifier, _)| {
            let value: Option<crate::syntax::ast::Name> = value;
            let value = value.map_or_else(|| Arc::from(""), |value| self.names.shared(value));
            (self.names.shared(name.name), value)
        };
        program::Annotation {
            name: self.names.shared(annotation.name.name),
            text: annotation.text.map(|text| self.names.shared(text)),
            arguments: annotation.arguments.iter().map(argument).collect(),
            span: annotation.place.0,
        }
    }
}

/// Whether one of the annotations has this name.
pub(super) fn has(annotations: &[program::Annotation], name: &str) -> bool {
    annotations.iter().any(|found| &*found.name == name)
}

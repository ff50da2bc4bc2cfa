//! Syntax tree to canonical text. A reader can rely on: reading what was printed gives the same tree, places aside.
//! Refuses to know what names mean; comments that are no documentation are not in the tree.

mod expression;

use std::fmt::Write as _;

use super::ast::{
    Annotation, Ast, Atom, Clause, Column, Conjunction, DirectiveItem, Identifier, Item, ItemForm, Literal,
    LiteralForm, TypeForm,
};
use super::escape::quote;
use super::name::{Name, Names};
use crate::program::{Purpose, Test};

/// Longest line that a rule is kept on.
const WIDTH: usize = 100;

/// A whole file.
#[must_use]
pub fn print(ast: &Ast, names: &Names) -> String {
    let mut printer = Printer { names, text: String::new() };
    if let Some(documentation) = ast.documentation {
        printer.documentation("//!", documentation);
    }
    for (index, item) in ast.items.iter().enumerate() {
        let separate = item.documentation.is_some() || !item.annotations.is_empty();
        if (separate && index > 0) || (index == 0 && ast.documentation.is_some()) {
            printer.text.push('\n');
        }
        printer.item(item);
    }
    printer.text
}

/// One declaration, directive or clause.
#[must_use]
pub fn print_item(item: &Item, names: &Names) -> String {
    let mut printer = Printer { names, text: String::new() };
    printer.item(item);
    printer.text
}

struct Printer<'a> {
    names: &'a Names,
    text: String,
}

impl Printer<'_> {
    fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn name(&mut self, name: Name) {
        self.text.push_str(self.names.text(name));
    }

    fn quoted(&mut self, name: Name) {
        quote(self.names.text(name), &mut self.text);
    }

    fn documentation(&mut self, marker: &str, name: Name) {
        for line in self.names.text(name).split('\n') {
            let space = if line.is_empty() { "" } else { " " };
            let _ = writeln!(self.text, "{marker}{space}{line}");
        }
    }

    /// `print` for each, with `, ` between.
    fn list<T>(&mut self, list: &[T], mut print: impl FnMut(&mut Self, &T)) {
        for (index, one) in list.iter().enumerate() {
            if index > 0 {
                self.push(", ");
            }
            print(self, one);
        }
    }

    fn item(&mut self, item: &Item) {
        if let Some(documentation) = item.documentation {
            self.documentation("///", documentation);
        }
        for annotation in &item.annotations {
            self.annotation(annotation);
        }
        match &item.form {
            ItemForm::Include { path, .. } => {
                self.push(".include ");
                self.quoted(*path);
            }
            ItemForm::Type(declaration) => {
                self.push(".type ");
                self.name(declaration.name.name);
                self.type_form(&declaration.form);
            }
            ItemForm::Relation(declaration) => {
                self.push(".decl ");
                self.names_of(&declaration.names);
                self.columns(declaration.attributes.as_deref().unwrap_or(&[]));
            }
            ItemForm::Functor(declaration) => {
                self.push(".functor ");
                self.name(declaration.name.name);
                self.columns(&declaration.parameters);
                if let Some(result) = declaration.result {
                    self.push(": ");
                    self.name(result.name);
                }
            }
            ItemForm::Directive(directive) => self.directive(directive),
            ItemForm::Clause(clause) => self.clause(clause),
        }
        self.push("\n");
    }

    fn annotation(&mut self, annotation: &Annotation) {
        self.push("@[");
        self.name(annotation.name.name);
        let both = annotation.text.is_some() && !annotation.arguments.is_empty();
        if annotation.text.is_some() || !annotation.arguments.is_empty() {
            self.push("(");
            if let Some(text) = annotation.text {
                self.quoted(text);
            }
            self.push(if both { ", " } else { "" });
            self.list(&annotation.arguments, |printer, (name, value)| {
                printer.name(name.name);
                if let Some(value) = value {
                    printer.push(" = ");
                    printer.quoted(*value);
                }
            });
            self.push(")");
        }
        self.push("]\n");
    }

    fn names_of(&mut self, list: &[Identifier]) {
        self.list(list, |printer, one| printer.name(one.name));
    }

    fn type_form(&mut self, form: &TypeForm) {
        match form {
            TypeForm::Subtype(of) => {
                self.push(" <: ");
                self.name(of.name);
            }
            TypeForm::Union(all) => {
                for (index, of) in all.iter().enumerate() {
                    self.push(if index > 0 { " | " } else { " = " });
                    self.name(of.name);
                }
            }
            TypeForm::Record(fields) => {
                self.push(" = ");
                self.columns_within(["[", "]"], fields);
            }
            TypeForm::Faulty => {}
            TypeForm::Algebraic(branches) => {
                for (index, branch) in branches.iter().enumerate() {
                    self.push(if index > 0 { " | " } else { " = " });
                    self.name(branch.name.name);
                    self.columns_within([" {", "}"], &branch.fields);
                }
            }
        }
    }

    fn columns(&mut self, columns: &[Column]) {
        self.columns_within(["(", ")"], columns);
    }

    fn columns_within(&mut self, [open, close]: [&str; 2], columns: &[Column]) {
        self.push(open);
        self.list(columns, |printer, column| {
            if let Some(name) = column.name {
                printer.name(name.name);
                printer.push(": ");
            }
            printer.name(column.of.name);
        });
        self.push(close);
    }

    fn directive(&mut self, directive: &DirectiveItem) {
        self.push(match directive.purpose {
            Purpose::Input => ".input ",
            Purpose::Output => ".output ",
            Purpose::PrintSize => ".printsize ",
        });
        self.names_of(&directive.relations);
        if !directive.parameters.is_empty() {
            self.push("(");
            self.list(&directive.parameters, |printer, (name, value)| {
                printer.name(*name);
                printer.push("=");
                printer.quoted(*value);
            });
            self.push(")");
        }
    }

    /// On one line, or with each literal on its own where that is too long.
    fn clause(&mut self, clause: &Clause) {
        let start = self.text.len();
        self.list(&clause.heads, Self::atom);
        if !clause.body.is_empty() {
            self.push(" :- ");
            self.disjunction(&clause.body, ", ", "; ");
        }
        self.push(".");
        if self.text.len() - start > WIDTH && !clause.body.is_empty() {
            self.text.truncate(start);
            self.list(&clause.heads, Self::atom);
            self.push(" :-\n    ");
            self.disjunction(&clause.body, ",\n    ", ";\n    ");
            self.push(".");
        }
    }

    fn disjunction(&mut self, body: &[Conjunction], and: &str, or: &str) {
        for (index, alternative) in body.iter().enumerate() {
            self.push(if index > 0 { or } else { "" });
            for (index, literal) in alternative.iter().enumerate() {
                self.push(if index > 0 { and } else { "" });
                self.literal(literal);
            }
        }
    }

    fn literal(&mut self, literal: &Literal) {
        match &literal.form {
            LiteralForm::Atom(atom) => self.atom(atom),
            LiteralForm::Not(inner) => {
                self.push("!");
                self.literal(inner);
            }
            LiteralForm::Compare { operator, left, right } => {
                self.expression(left);
                self.push(" ");
                self.push(operator.spelling());
                self.push(" ");
                self.expression(right);
            }
            LiteralForm::Test { test, pattern, text } => {
                self.push(match test {
                    Test::Match => "match(",
                    Test::Contains => "contains(",
                });
                self.expression(pattern);
                self.push(", ");
                self.expression(text);
                self.push(")");
            }
            LiteralForm::Group(body) => {
                self.push("(");
                self.disjunction(body, ", ", "; ");
                self.push(")");
            }
            LiteralForm::Constant(value) => self.push(if *value { "true" } else { "false" }),
        }
    }

    fn atom(&mut self, atom: &Atom) {
        self.name(atom.relation.name);
        self.push("(");
        self.list(&atom.arguments, Self::expression);
        self.push(")");
    }
}

//! Declared types: each comes down to a base type or to a compound of its own. Refuses to know what has a type.

use super::Checking;
use crate::diagnostic::{Diagnostic, nearest};
use crate::program::Kind;
use crate::syntax::ast::{Identifier, ItemForm, TypeDeclaration, TypeForm};

/// What is known of a type's name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Type {
    Unknown,
    /// Being followed: meeting it again is a cycle.
    Open,
    Base(Kind),
    /// Reported.
    Broken,
}

/// The type that another language calls so.
fn elsewhere(name: &str) -> Option<&'static str> {
    Some(match name {
        "str" | "string" | "String" | "text" => "symbol",
        "int" | "integer" | "i32" | "i64" | "bool" | "boolean" => "number",
        "uint" | "u32" | "u64" | "nat" => "unsigned",
        "double" | "real" | "f32" | "f64" => "float",
        _ => return None,
    })
}

impl Checking<'_> {
    pub(super) fn types(&mut self) {
        for (name, kind) in
            [("float", Kind::Float), ("number", Kind::Number), ("symbol", Kind::Symbol), ("unsigned", Kind::Unsigned)]
        {
            if let Some(name) = self.names.find(name) {
                self.declared.types[name.0 as usize] = Type::Base(kind);
            }
        }
        let mut declarations: Vec<Option<&TypeDeclaration>> = vec![None; self.names.len()];
        let mut order = Vec::new();
        for item in self.items {
            let ItemForm::Type(declaration) = &item.form else {
                continue;
            };
            let at = declaration.name.name.0 as usize;
            let name = self.names.text(declaration.name.name);
            if matches!(self.declared.types[at], Type::Base(_)) {
                self.errors.push(
                    Diagnostic::error(
                        "duplicate-declaration",
                        declaration.name.place.0,
                        format!("`{name}` is a type of the language"),
                    )
                    .with_help("give the new type another name"),
                );
            } else if let Some(first) = declarations[at] {
                // Which of two is meant is unknown, and so is what a use of it would be wrong with.
                self.declared.types[at] = Type::Broken;
                self.twice("type", declaration.name, first.name.place.0);
            } else {
                declarations[at] = Some(declaration);
                order.push(declaration);
            }
        }
        let compounds = self.number_compounds(&order);
        for declaration in order {
            self.follow(declaration, &declarations);
        }
        self.compounds(&compounds);
    }

    /// Finds the base of a type, and those of the types on the way: depth first, on a stack of its own.
    fn follow<'d>(&mut self, declaration: &'d TypeDeclaration, declarations: &[Option<&'d TypeDeclaration>]) {
        let mut open: Vec<(&TypeDeclaration, usize, Option<Type>)> = Vec::new();
        if self.declared.types[declaration.name.name.0 as usize] == Type::Unknown {
            // Compounds are known already.
            self.declared.types[declaration.name.name.0 as usize] = Type::Open;
            open.push((declaration, 0, None));
        }
        while let Some((current, member, base)) = open.last_mut() {
            let Some(&of) = members(current).get(*member) else {
                let found = base.unwrap_or(Type::Broken);
                self.declared.types[current.name.name.0 as usize] = found;
                open.pop();
                continue;
            };
            let at = of.name.0 as usize;
            let known = match (self.declared.types[at], declarations[at]) {
                (Type::Unknown, Some(next)) => {
                    self.declared.types[at] = Type::Open;
                    open.push((next, 0, None));
                    continue;
                }
                (Type::Unknown, None) => {
                    self.unknown_type(of, Some(declarations));
                    Type::Broken
                }
                (Type::Open, _) => {
                    self.type_cycle(current.name, of);
                    Type::Broken
                }
                (known, _) => known,
            };
            *member += 1;
            let mixed = matches!((*base, known), (Some(Type::Base(a)), Type::Base(b)) if a != b);
            if mixed {
                self.mixed_union(current.name, of);
                *base = Some(Type::Broken);
            } else if *base != Some(Type::Broken) {
                *base = Some(known);
            }
        }
    }

    fn type_cycle(&mut self, name: Identifier, of: Identifier) {
        let (name, spelling) = (self.names.text(name.name), self.names.text(of.name));
        let message = format!("type `{name}` leads back to itself through `{spelling}`");
        self.errors.push(
            Diagnostic::error("type-cycle", of.place.0, message)
                .with_help("a type ends in `symbol`, `number`, `unsigned`, `float`, a record or branches"),
        );
    }

    fn mixed_union(&mut self, name: Identifier, of: Identifier) {
        let (name, spelling) = (self.names.text(name.name), self.names.text(of.name));
        let message = format!("the types that `{name}` unites have different bases");
        self.errors.push(
            Diagnostic::error("mixed-union", of.place.0, message)
                .at(format!("`{spelling}` has another base than those before it"))
                .with_help("unite types of one base only"),
        );
    }

    fn unknown_type(&mut self, of: Identifier, declarations: Option<&[Option<&TypeDeclaration>]>) {
        let at = of.name.0 as usize;
        if self.declared.types[at] == Type::Broken {
            return;
        }
        let name = self.names.text(of.name);
        let declared = declarations.unwrap_or(&[]).iter().flatten();
        let mut known: Vec<&str> = declared.map(|declaration| self.names.text(declaration.name.name)).collect();
        if declarations.is_none() {
            let items = self.items.iter().filter_map(|item| match &item.form {
                ItemForm::Type(declaration) => Some(self.names.text(declaration.name.name)),
                _ => None,
            });
            known.extend(items);
        }
        known.extend(["float", "number", "symbol", "unsigned"]);
        let help = match elsewhere(name).map(str::to_owned).or_else(|| nearest(name, known).map(str::to_owned)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("declare it: `.type {name} <: symbol`"),
        };
        let message = format!("there is no type `{name}`");
        self.errors.push(Diagnostic::error("unknown-type", of.place.0, message).with_help(help));
        self.declared.types[at] = Type::Broken;
    }

    /// The kind of a type that a column names; nothing if it was reported.
    pub(super) fn kind(&mut self, of: Identifier) -> Option<Kind> {
        match self.declared.types[of.name.0 as usize] {
            Type::Base(kind) => Some(kind),
            Type::Unknown => {
                self.unknown_type(of, None);
                None
            }
            Type::Open | Type::Broken => None,
        }
    }
}

/// The types that a name stands for: its base, or those that it unites.
fn members(declaration: &TypeDeclaration) -> &[Identifier] {
    match &declaration.form {
        TypeForm::Subtype(of) => std::slice::from_ref(of),
        TypeForm::Union(of) => of,
        TypeForm::Record(_) | TypeForm::Algebraic(_) | TypeForm::Faulty => &[],
    }
}

//! What begins with a dot: declarations of types, relations and functors, and directives.

use super::super::ast::{
    Branch, Column, FunctorDeclaration, Identifier, ItemForm, Place, RelationDeclaration, TypeDeclaration, TypeForm,
};
use super::super::token::TokenKind;
use super::{Abandoned, Parser, Read};
use crate::diagnostic::Diagnostic;
use crate::program::Purpose;

/// Words of Souffle's language behind a declaration that this one does not have, and what to write instead.
const QUALIFIERS: &[(&str, &str)] = &[
    ("brie", "leave it out: storage is chosen by use"),
    ("btree", "leave it out: storage is chosen by use"),
    ("btree_delete", "keep the best rows with `min` or `max` in a rule of its own"),
    ("eqrel", "write the rules of an equivalence: reflexive, symmetric, transitive"),
    ("inline", "leave it out: a relation is evaluated once"),
    ("input", "write `.input NAME` below the declaration"),
    ("magic", "leave it out: only what outputs need is evaluated"),
    ("no_inline", "leave it out: a relation is evaluated once"),
    ("no_magic", "leave it out: only what outputs need is evaluated"),
    ("output", "write `.output NAME` below the declaration"),
    ("overridable", "write the rules that are wanted"),
    ("printsize", "write `.printsize NAME` below the declaration"),
];

impl Parser<'_> {
    /// An item that begins with a known word behind a dot; nothing where it was reported and skipped.
    pub(super) fn declaration(&mut self) -> Read<Option<ItemForm>> {
        let token = self.take();
        let span = self.span_of(token);
        let spelling = self.spelling(token);
        let Some(form) = self.declared(spelling.trim_start_matches('.'))? else {
            let (feature, help) = unsupported_directive(spelling);
            let _ = self.unsupported(span, feature, help);
            self.skip_block();
            return Ok(None);
        };
        self.end_of_declaration(spelling);
        Ok(Some(form))
    }

    /// What a directive of this name says, its name being read; nothing where the language has none of this name.
    pub(super) fn declared(&mut self, word: &str) -> Read<Option<ItemForm>> {
        Ok(Some(match word {
            "include" => self.include()?,
            "type" => self.type_or_its_name()?,
            "decl" => self.relation_declaration()?,
            "functor" => self.functor_declaration()?,
            "input" => self.directive(Purpose::Input)?,
            "output" => self.directive(Purpose::Output)?,
            "printsize" => self.directive(Purpose::PrintSize)?,
            _ => return Ok(None),
        }))
    }

    /// Refuses what stands behind a declaration on its line and begins no item.
    pub(super) fn end_of_declaration(&mut self, directive: &str) {
        if self.begins_line() || self.begins_item() {
            return;
        }
        let kind = self.peek();
        let help = match kind {
            TokenKind::Dot | TokenKind::Semicolon => "remove it: nothing ends a declaration",
            TokenKind::Bar => "types are united with `=`: `.type Name = A | B`",
            TokenKind::Comma => "each file has an `.include` of its own",
            TokenKind::Identifier if !matches!(directive, ".decl" | ".type" | ".functor") => {
                "names have `,` between them"
            }
            _ => "remove it, or write it as a declaration, a fact or a rule of its own",
        };
        if kind != TokenKind::Bad {
            let message = format!("expected a declaration, a fact or a rule, found `{}`", self.spelling(self.token()));
            let found = Diagnostic::error("syntax", self.span(), message).at("the declaration ends before this");
            self.report(found.with_help(help));
        }
        match kind {
            TokenKind::Dot | TokenKind::Semicolon => self.next += 1,
            _ => self.skip_declaration(),
        }
    }

    fn include(&mut self) -> Read<ItemForm> {
        let place = Place(self.span());
        if self.peek() != TokenKind::Text {
            return Err(self.expected("the path of a file in `\"`"));
        }
        let path = self.text_literal()?;
        Ok(ItemForm::Include { path, place })
    }

    /// A faulty type's name is kept, so that uses of it are not reported too.
    fn type_or_its_name(&mut self) -> Read<ItemForm> {
        let first = self.token();
        match self.type_declaration() {
            Err(Abandoned) if first.kind == TokenKind::Identifier => {
                self.skip_declaration();
                let name = self.names.intern(self.spelling(first));
                let name = Identifier { name, place: Place(self.span_of(first)) };
                Ok(ItemForm::Type(TypeDeclaration { name, form: TypeForm::Faulty }))
            }
            read => read,
        }
    }

    fn type_declaration(&mut self) -> Read<ItemForm> {
        let name = self.identifier("the name of a type")?;
        let form = if self.eat(TokenKind::Subtype) {
            TypeForm::Subtype(self.identifier("the name of a type")?)
        } else {
            self.want(TokenKind::Equal, "`<:` or `=`")?;
            self.type_form()?
        };
        Ok(ItemForm::Type(TypeDeclaration { name, form }))
    }

    /// What stands behind the `=` of a type.
    fn type_form(&mut self) -> Read<TypeForm> {
        if self.eat(TokenKind::LeftBracket) {
            return Ok(TypeForm::Record(self.columns_to(TokenKind::RightBracket, "`]` or `,`")?));
        }
        if self.peek() == TokenKind::Identifier && self.peek_at(1) == TokenKind::LeftBrace {
            let branches = self.with_bars(Self::branch)?;
            return Ok(TypeForm::Algebraic(branches));
        }
        Ok(TypeForm::Union(self.with_bars(|parser| parser.identifier("the name of a type"))?))
    }

    /// One or more, with `|` between.
    fn with_bars<T>(&mut self, mut read: impl FnMut(&mut Self) -> Read<T>) -> Read<Vec<T>> {
        let mut list = vec![read(self)?];
        while self.eat(TokenKind::Bar) {
            list.push(read(self)?);
        }
        Ok(list)
    }

    fn branch(&mut self) -> Read<Branch> {
        let name = self.identifier("the name of a branch")?;
        self.want(TokenKind::LeftBrace, "`{` and the branch's fields")?;
        let fields = self.columns_to(TokenKind::RightBrace, "`}` or `,`")?;
        Ok(Branch { name, fields })
    }

    /// The names are kept where the columns are faulty, so that uses of them are not reported too.
    fn relation_declaration(&mut self) -> Read<ItemForm> {
        let names = self.list(|parser| parser.identifier("the name of a relation"))?;
        let attributes = match self.columns() {
            Ok(columns) => Some(columns),
            Err(Abandoned) => {
                self.skip_declaration();
                None
            }
        };
        if attributes.is_some() {
            self.qualifiers();
        }
        Ok(ItemForm::Relation(RelationDeclaration { names, attributes }))
    }

    fn columns(&mut self) -> Read<Vec<Column>> {
        self.want(TokenKind::LeftParen, "`(` and the columns")?;
        self.columns_to(TokenKind::RightParen, "`)` or `,`")
    }

    /// Columns, or the fields of a record, up to and with what closes them.
    fn columns_to(&mut self, end: TokenKind, wanted: &str) -> Read<Vec<Column>> {
        if self.eat(end) {
            return Ok(Vec::new());
        }
        let columns = self.list(Self::column)?;
        self.want(end, wanted)?;
        Ok(columns)
    }

    fn column(&mut self) -> Read<Column> {
        let name = self.identifier("the name of a column")?;
        self.want(TokenKind::Colon, "`:` and the column's type")?;
        let of = self.identifier("the name of a type")?;
        Ok(Column { name: Some(name), of })
    }

    /// Refuses words behind a declaration, once.
    fn qualifiers(&mut self) {
        let token = self.token();
        let spelling = self.spelling(token);
        let (word, after) = match (token.kind, self.peek_at(1)) {
            (TokenKind::Identifier, TokenKind::Minus) => {
                let end = self.token_at(2);
                (format!("{spelling}-{}", self.spelling(end)), 3)
            }
            (TokenKind::Identifier, TokenKind::LeftParen) => return,
            (TokenKind::Identifier, _) => (spelling.to_owned(), 1),
            _ => return,
        };
        let known = QUALIFIERS.iter().find(|entry| entry.0 == word);
        let help = match known {
            Some(&(_, help)) => help,
            None if word == "choice-domain" => {
                "derive all rows, and the one that is wanted with `min` or `max` in a rule of its own"
            }
            None => return,
        };
        let span = self.span_of(token).to(self.span_of(self.token_at(after - 1)));
        let feature = format!("`{word}` behind a declaration is");
        let _ = self.unsupported(span, &feature, help);
        self.skip_declaration();
    }

    /// The name is kept where the signature is faulty, so that uses of it are not reported too.
    fn functor_declaration(&mut self) -> Read<ItemForm> {
        let name = self.identifier("the name of a functor")?;
        let (parameters, result) = match self.signature() {
            Ok((parameters, result)) => (parameters, Some(result)),
            Err(Abandoned) => {
                self.skip_declaration();
                (Vec::new(), None)
            }
        };
        Ok(ItemForm::Functor(FunctorDeclaration { name, parameters, result }))
    }

    fn signature(&mut self) -> Read<(Vec<Column>, Identifier)> {
        self.want(TokenKind::LeftParen, "`(` and the parameters")?;
        let parameters = if self.eat(TokenKind::RightParen) {
            Vec::new()
        } else {
            let parameters = self.list(Self::parameter)?;
            self.want(TokenKind::RightParen, "`)` or `,`")?;
            parameters
        };
        self.want(TokenKind::Colon, "`:` and the type of the value")?;
        let result = self.identifier("the name of a type")?;
        if self.spelling(self.token()) == "stateful" {
            let span = self.span();
            let help = "a functor's value depends on its arguments only";
            let _ = self.unsupported(span, "stateful functors are", help);
            self.next += 1;
        }
        Ok((parameters, result))
    }

    /// `name: type`, or the type alone.
    fn parameter(&mut self) -> Read<Column> {
        if self.peek_at(1) == TokenKind::Colon {
            return self.column();
        }
        let of = self.identifier("the name of a type")?;
        Ok(Column { name: None, of })
    }

    /// Skips the rest of the line, and a block in braces that begins on it.
    pub(super) fn skip_block(&mut self) {
        let mut open = 0_usize;
        while self.peek() != TokenKind::End && (open > 0 || !self.begins_line()) {
            match self.peek() {
                TokenKind::LeftBrace => open += 1,
                TokenKind::RightBrace => open = open.saturating_sub(1),
                _ => {}
            }
            self.next += 1;
        }
    }
}

/// How a message names a directive of Souffle's that is not in the language, and what to write instead.
fn unsupported_directive(spelling: &str) -> (&'static str, &'static str) {
    match spelling {
        ".comp" | ".init" | ".override" => {
            ("components are", "declare each relation with a name of its own; share rules with `.include`")
        }
        ".plan" => ("`.plan` is", "leave it out: joins are ordered by size"),
        ".pragma" => ("`.pragma` is", "leave it out"),
        ".limitsize" => ("`.limitsize` is", "evaluation has limits of its own"),
        ".lattice" => ("lattices are", "use `min` or `max` in a rule of its own"),
        ".number_type" => ("`.number_type` is", "write `.type NAME <: number`"),
        ".symbol_type" => ("`.symbol_type` is", "write `.type NAME <: symbol`"),
        _ => ("this directive is", "leave it out"),
    }
}

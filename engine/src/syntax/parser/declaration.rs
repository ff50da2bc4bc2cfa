//! What begins with a dot: declarations of types, relations and functors, and directives.

use super::super::ast::{
    Branch, Column, DirectiveItem, FunctorDeclaration, Identifier, ItemForm, Place, RelationDeclaration,
    TypeDeclaration, TypeForm,
};
use super::super::name::Name;
use super::super::token::{DIRECTIVES, TokenKind};
use super::{Abandoned, Parser, Read};
use crate::diagnostic::{Diagnostic, nearest};
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

/// What a directive can be told.
const SETTINGS: [&str; 4] = ["IO", "delimiter", "filename", "headers"];

impl Parser<'_> {
    /// An item that begins with a known word behind a dot; nothing where it was reported and skipped.
    pub(super) fn declaration(&mut self) -> Read<Option<ItemForm>> {
        let token = self.take();
        let span = self.span_of(token);
        let form = match self.spelling(token) {
            ".include" => self.include()?,
            ".type" => self.type_declaration()?,
            ".decl" => self.relation_declaration()?,
            ".functor" => self.functor_declaration()?,
            ".input" => self.directive(Purpose::Input)?,
            ".output" => self.directive(Purpose::Output)?,
            ".printsize" => self.directive(Purpose::PrintSize)?,
            other => {
                let (feature, help) = unsupported_directive(other);
                let _ = self.unsupported(span, feature, help);
                self.skip_block();
                return Ok(None);
            }
        };
        Ok(Some(form))
    }

    /// Reports `.word` where no such directive exists, and skips its line.
    pub(super) fn unknown_directive(&mut self) -> Abandoned {
        let (dot, word) = (self.token(), self.token_at(1));
        if word.kind != TokenKind::Identifier || dot.end != word.start {
            return self.expected("a declaration, a fact or a rule");
        }
        let span = self.span_of(dot).to(self.span_of(word));
        let spelling = self.spelling(word);
        let help = match nearest(spelling, DIRECTIVES.iter().copied()) {
            Some(near) => format!("did you mean `.{near}`?"),
            None => "there are `.decl`, `.type`, `.functor`, `.input`, `.output`, `.printsize` and \
                     `.include`"
                .to_owned(),
        };
        let message = format!("there is no directive `.{spelling}`");
        self.next += 1;
        self.skip_declaration();
        self.report(Diagnostic::error("unknown-directive", span, message).with_help(help))
    }

    fn include(&mut self) -> Read<ItemForm> {
        let place = Place(self.span());
        if self.peek() != TokenKind::Text {
            return Err(self.expected("the path of a file in `\"`"));
        }
        let path = self.text_literal()?;
        Ok(ItemForm::Include { path, place })
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

    fn functor_declaration(&mut self) -> Read<ItemForm> {
        let name = self.identifier("the name of a functor")?;
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
        Ok(ItemForm::Functor(FunctorDeclaration { name, parameters, result }))
    }

    /// `name: type`, or the type alone.
    fn parameter(&mut self) -> Read<Column> {
        if self.peek_at(1) == TokenKind::Colon {
            return self.column();
        }
        let of = self.identifier("the name of a type")?;
        Ok(Column { name: None, of })
    }

    fn directive(&mut self, purpose: Purpose) -> Read<ItemForm> {
        let relations: Vec<Identifier> = self.list(|parser| parser.identifier("the name of a relation"))?;
        let mut parameters = Vec::new();
        // A parenthesis on a line of its own begins nothing, so it belongs here too.
        if self.eat(TokenKind::LeftParen) {
            if self.peek() != TokenKind::RightParen {
                parameters = self.list(Self::directive_parameter)?;
            }
            self.want(TokenKind::RightParen, "`)` or `,`")?;
        }
        Ok(ItemForm::Directive(DirectiveItem { purpose, relations, parameters }))
    }

    /// `name=value`, the value a text, a word or a number.
    fn directive_parameter(&mut self) -> Read<(Name, Name)> {
        let token = self.token();
        let name = self.identifier("the name of a parameter")?;
        let spelling = self.spelling(token);
        if !SETTINGS.contains(&spelling) {
            // One that is passed over would read or write other rows than were asked for.
            let help = nearest(spelling, SETTINGS).map_or_else(
                || "there are `IO`, `filename`, `delimiter` and `headers`".to_owned(),
                |near| format!("did you mean `{near}`?"),
            );
            let message = format!("there is no setting `{spelling}`");
            self.report(Diagnostic::error("unknown-setting", name.place.0, message).with_help(help));
        }
        self.want(TokenKind::Equal, "`=`")?;
        let value = match self.peek() {
            TokenKind::Text => self.text_literal()?,
            TokenKind::Identifier | TokenKind::Integer | TokenKind::Float => {
                let token = self.take();
                self.names.intern(self.spelling(token))
            }
            _ => return Err(self.expected("a text, a word or a number")),
        };
        Ok((name.name, value))
    }

    /// Skips the rest of the line, and a block in braces that begins on it.
    fn skip_block(&mut self) {
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

//! Tokens to syntax tree, by recursive descent. A reader can rely on: reading always ends, never nests deeper than
//! [`MAX_HEIGHT`](super::ast::MAX_HEIGHT), and goes on behind a faulty item. Refuses to know declarations' meaning.

mod aggregate;
mod clause;
mod constant;
mod declaration;
mod directive;
mod documentation;
mod expression;
mod fault;
mod help;
mod literal;

pub(super) use expression::WORD_OPERATORS;
pub(crate) use expression::is_operation;

use super::ast::{Ast, Identifier, Item, ItemForm, MAX_HEIGHT, Place};
use super::lexer::Lexed;
use super::name::Names;
use super::token::{Token, TokenKind};
use crate::diagnostic::Diagnostic;
use crate::source::{SourceId, Span};

/// An item that could not be read; the diagnostic has been given.
pub(super) struct Abandoned;

/// What was read, or nothing if it was reported as faulty.
pub(super) type Read<T> = Result<T, Abandoned>;

/// A position in the tokens of one text.
pub(super) struct Parser<'a> {
    text: &'a str,
    source: SourceId,
    lexed: &'a Lexed,
    next: usize,
    /// First token of the item that is being read, annotations included.
    item: usize,
    /// First token of that item behind its annotations.
    form: usize,
    next_documentation: usize,
    /// Nesting of expressions and literals at this point.
    depth: u16,
    /// Greatest height of an expression read since an aggregate's body began.
    tallest: u16,
    /// Height of the aggregate's body that was read last.
    body_height: u16,
    names: &'a mut Names,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl<'a> Parser<'a> {
    pub(super) fn new(
        text: &'a str,
        source: SourceId,
        lexed: &'a Lexed,
        names: &'a mut Names,
        diagnostics: &'a mut Vec<Diagnostic>,
    ) -> Self {
        Self {
            text,
            source,
            lexed,
            next: 0,
            item: 0,
            form: 0,
            next_documentation: 0,
            depth: 0,
            tallest: 0,
            body_height: 0,
            names,
            diagnostics,
        }
    }

    /// The whole text.
    pub(super) fn file(mut self) -> Ast {
        let documentation = self.file_documentation();
        let mut items = Vec::new();
        while self.peek() != TokenKind::End {
            let start = self.next;
            match self.item() {
                Ok(item) => items.extend(item),
                Err(Abandoned) => self.resume(start),
            }
        }
        Ast { documentation, items }
    }

    /// Annotations and what they stand before; nothing where the item was read and reported as unsupported.
    fn item(&mut self) -> Read<Option<Item>> {
        self.item = self.next;
        self.form = self.next;
        let annotations = self.annotations()?;
        self.form = self.next;
        let documentation = self.item_documentation();
        let start = self.span();
        let form = match self.peek() {
            TokenKind::Directive => self.declaration()?,
            TokenKind::Dot => self.unknown_directive()?,
            TokenKind::Identifier if self.lacks_dot() => self.undotted_directive()?,
            TokenKind::End => {
                return Err(self.expected("a declaration or a rule behind the annotation"));
            }
            _ => Some(self.clause()?),
        };
        if let (Some(ItemForm::Include { .. }), Some(annotation)) = (&form, annotations.first()) {
            // The items of the file have their own: this one would be passed over.
            let found = Diagnostic::error("bad-annotation", annotation.place.0, "`.include` takes no annotation");
            self.report(found.with_help("put it before the items of the file that it is meant for"));
        }
        let place = Place(start.to(self.previous_span()));
        Ok(form.map(|form| Item { documentation, annotations, form, place }))
    }

    /// Goes on behind a faulty item: a clause ends with `.`, a declaration where the next item begins.
    fn resume(&mut self, start: usize) {
        self.depth = 0;
        if self.next == start {
            self.next += 1;
        }
        let first = self.lexed.tokens.get(self.form).map(|token| token.kind);
        if matches!(first, Some(TokenKind::Directive | TokenKind::Dot)) {
            return self.skip_declaration();
        }
        loop {
            match self.peek() {
                TokenKind::End | TokenKind::Directive | TokenKind::AnnotationOpen => return,
                TokenKind::Dot => {
                    self.next += 1;
                    // The `.` was part of the fault: what is left of the line follows from it.
                    if self.begins_line() || self.begins_item() {
                        return;
                    }
                }
                // The `.` is probably missing: a rule goes on indented.
                TokenKind::Identifier if self.peek_at(1) == TokenKind::LeftParen && self.begins_text() => {
                    return;
                }
                _ => self.next += 1,
            }
        }
    }

    /// Skips what is left of a declaration: up to a line that begins with what can begin an item.
    fn skip_declaration(&mut self) {
        while self.peek() != TokenKind::End {
            if self.begins_item() && self.begins_line() {
                return;
            }
            self.next += 1;
        }
    }

    /// Whether an item can begin here.
    fn begins_item(&self) -> bool {
        match self.peek() {
            TokenKind::Directive | TokenKind::AnnotationOpen | TokenKind::End => true,
            TokenKind::Dot => self.peek_at(1) == TokenKind::Identifier && self.token().end == self.token_at(1).start,
            TokenKind::Identifier => self.peek_at(1) == TokenKind::LeftParen || self.lacks_dot(),
            _ => false,
        }
    }

    /// Whether the next token is the first of its line.
    fn begins_line(&self) -> bool {
        let end = self.previous_span().end as usize;
        let start = self.span().start as usize;
        self.text.get(end..start).is_some_and(|gap| gap.contains('\n'))
    }

    /// Whether the next token is the first of its line, without indentation.
    fn begins_text(&self) -> bool {
        let start = self.span().start as usize;
        self.text.get(..start).is_some_and(|before| before.ends_with('\n'))
    }

    fn token(&self) -> Token {
        self.token_at(0)
    }

    /// The token `ahead` of the next; the last one where there are not so many.
    fn token_at(&self, ahead: usize) -> Token {
        let tokens = &self.lexed.tokens;
        let token = tokens.get(self.next + ahead).or_else(|| tokens.last());
        *token.expect("the lexer ends its tokens with `End`")
    }

    fn peek(&self) -> TokenKind {
        self.token().kind
    }

    fn peek_at(&self, ahead: usize) -> TokenKind {
        self.token_at(ahead).kind
    }

    fn span(&self) -> Span {
        self.span_of(self.token())
    }

    fn span_of(&self, token: Token) -> Span {
        Span { source: self.source, start: token.start, end: token.end }
    }

    /// The token before the next one; the empty start of the text where there is none.
    fn previous_span(&self) -> Span {
        let token = self.next.checked_sub(1).and_then(|at| self.lexed.tokens.get(at));
        token.map_or(Span { source: self.source, start: 0, end: 0 }, |&token| self.span_of(token))
    }

    /// The text of a token.
    fn spelling(&self, token: Token) -> &'a str {
        self.text.get(token.start as usize..token.end as usize).unwrap_or("")
    }

    fn take(&mut self) -> Token {
        let token = self.token();
        if token.kind != TokenKind::End {
            self.next += 1;
        }
        token
    }

    /// Takes the next token if it is of this kind.
    fn eat(&mut self, kind: TokenKind) -> bool {
        let found = self.peek() == kind;
        if found {
            self.next += 1;
        }
        found
    }

    /// Takes a token of this kind, which a reader calls `name`.
    fn want(&mut self, kind: TokenKind, name: &str) -> Read<Span> {
        if self.peek() == kind {
            let token = self.take();
            return Ok(self.span_of(token));
        }
        Err(self.expected(name))
    }

    /// Takes a name, of what a reader calls `what`.
    fn identifier(&mut self, what: &str) -> Read<Identifier> {
        if self.peek() != TokenKind::Identifier {
            return Err(self.expected(what));
        }
        let token = self.take();
        Ok(Identifier { name: self.names.intern(self.spelling(token)), place: Place(self.span_of(token)) })
    }

    /// One or more of what `read` reads, with commas between.
    fn list<T>(&mut self, mut read: impl FnMut(&mut Self) -> Read<T>) -> Read<Vec<T>> {
        // Most lists are short: one allocation does.
        let mut list = Vec::with_capacity(4);
        list.push(read(self)?);
        while self.eat(TokenKind::Comma) {
            list.push(read(self)?);
        }
        Ok(list)
    }

    /// Reads one level deeper.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        if self.depth >= MAX_HEIGHT / 2 {
            return Err(self.too_deep(self.span()));
        }
        self.depth += 1;
        let found = read(self);
        self.depth = self.depth.saturating_sub(1);
        found
    }
}

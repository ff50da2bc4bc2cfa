//! Facts, rules and annotations.

use super::super::ast::{Annotation, Atom, Clause, Identifier, ItemForm, Place};
use super::super::name::Name;
use super::super::token::TokenKind;
use super::{Parser, Read};

impl Parser<'_> {
    /// `head, ... :- body.` or `head, ... .`
    pub(super) fn clause(&mut self) -> Read<ItemForm> {
        let heads = self.list(Self::head)?;
        if self.peek() == TokenKind::LessEqual {
            let span = self.span();
            return Err(self.unsupported(
                span,
                "subsumption is",
                "derive all rows, and the best of them with `min` or `max` in a rule of its own",
            ));
        }
        let mut body = Vec::new();
        if self.eat(TokenKind::If) {
            body = self.disjunction()?;
            self.want(TokenKind::Dot, "`.`, `,` or `;`")?;
        } else {
            self.want(TokenKind::Dot, "`.`, `,` or `:-`")?;
        }
        Ok(ItemForm::Clause(Clause { heads, body }))
    }

    fn head(&mut self) -> Read<Atom> {
        self.component_member()?;
        let first = self.next == self.form;
        let what = if first { "a declaration, a fact or a rule" } else { "the name of a relation" };
        let relation = self.identifier(what)?;
        self.atom(relation)
    }

    /// `relation(...)`, its name being read.
    pub(super) fn atom(&mut self, relation: Identifier) -> Read<Atom> {
        self.want(TokenKind::LeftParen, "`(`")?;
        let arguments = self.arguments()?;
        let place = Place(relation.place.0.to(self.previous_span()));
        Ok(Atom { relation, arguments, place })
    }

    /// Refuses `component.relation`.
    pub(super) fn component_member(&mut self) -> Read<()> {
        let (name, dot, member) = (self.token(), self.token_at(1), self.token_at(2));
        let touches = name.kind == TokenKind::Identifier
            && dot.kind == TokenKind::Dot
            && member.kind == TokenKind::Identifier
            && name.end == dot.start
            && dot.end == member.start;
        if touches {
            let span = self.span_of(name).to(self.span_of(member));
            return Err(self.unsupported(span, "components are", "declare the relation with a name of its own"));
        }
        Ok(())
    }

    /// All `@[...]` that stand here.
    pub(super) fn annotations(&mut self) -> Read<Vec<Annotation>> {
        let mut annotations = Vec::new();
        while self.peek() == TokenKind::AnnotationOpen {
            let start = self.span();
            self.next += 1;
            loop {
                let annotation = self.annotation()?;
                annotations.push(annotation);
                if !self.eat(TokenKind::Comma) {
                    break;
                }
            }
            self.want(TokenKind::RightBracket, "`]`")?;
            let end = self.previous_span();
            if let [annotation] = annotations.as_mut_slice() {
                annotation.place = Place(start.to(end));
            }
        }
        Ok(annotations)
    }

    /// `name`, `name("text")`, `name(key = "text", word)`, `name = "text"`.
    fn annotation(&mut self) -> Read<Annotation> {
        let name = self.identifier("the name of an annotation")?;
        let mut annotation = Annotation { name, text: None, arguments: Vec::new(), place: name.place };
        if self.eat(TokenKind::Equal) {
            annotation.text = Some(self.annotation_text()?);
        } else if self.eat(TokenKind::LeftParen) {
            if self.peek() == TokenKind::Text {
                annotation.text = Some(self.annotation_text()?);
                if self.eat(TokenKind::Comma) {
                    annotation.arguments = self.list(Self::annotation_argument)?;
                }
            } else if self.peek() != TokenKind::RightParen {
                annotation.arguments = self.list(Self::annotation_argument)?;
            }
            self.want(TokenKind::RightParen, "`)`")?;
        }
        annotation.place = Place(name.place.0.to(self.previous_span()));
        Ok(annotation)
    }

    fn annotation_argument(&mut self) -> Read<(Identifier, Option<Name>)> {
        let name = self.identifier("a text or a name")?;
        let value = if self.eat(TokenKind::Equal) { Some(self.annotation_text()?) } else { None };
        Ok((name, value))
    }

    fn annotation_text(&mut self) -> Read<Name> {
        if self.peek() != TokenKind::Text {
            return Err(self.expected("a text in `\"`"));
        }
        self.text_literal()
    }
}

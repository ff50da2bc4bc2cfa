//! `.input`, `.output` and `.printsize` with their settings, and directives that are misspelled: what these say is read all
//! the same, so that what they declare is known. Refuses to know files.

use super::super::ast::{DirectiveItem, Identifier, ItemForm};
use super::super::name::Name;
use super::super::token::{DIRECTIVES, TokenKind};
use super::{Abandoned, Parser, Read};
use crate::diagnostic::{Diagnostic, nearest};
use crate::program::Purpose;
use crate::source::Span;

/// What a directive can be told.
const SETTINGS: [&str; 4] = ["IO", "delimiter", "filename", "headers"];

impl Parser<'_> {
    /// Reports `.word` where no such directive exists, and reads on as if the nearest stood there.
    pub(super) fn unknown_directive(&mut self) -> Read<Option<ItemForm>> {
        let (dot, word) = (self.token(), self.token_at(1));
        let spelling = self.spelling(word);
        let apart = dot.end != word.start;
        if word.kind != TokenKind::Identifier || (apart && !DIRECTIVES.contains(&spelling)) {
            return Err(self.expected("a declaration, a fact or a rule"));
        }
        let span = self.span_of(dot).to(self.span_of(word));
        let near = nearest(spelling, DIRECTIVES.iter().copied());
        self.next += 2;
        if apart {
            return self.mended_directive(
                (span, &format!(". {spelling}")),
                spelling,
                format!("write `.{spelling}` without a space"),
            );
        }
        let help = match near {
            Some(near) => format!("did you mean `.{near}`?"),
            None => "there are `.decl`, `.type`, `.functor`, `.input`, `.output`, `.printsize` and \
                     `.include`"
                .to_owned(),
        };
        self.mended_directive((span, &format!(".{spelling}")), near.unwrap_or(spelling), help)
    }

    /// Whether a directive's name stands here without its dot.
    pub(super) fn lacks_dot(&self) -> bool {
        let follows = matches!(self.peek_at(1), TokenKind::Identifier | TokenKind::Text);
        follows && DIRECTIVES.contains(&self.spelling(self.token()))
    }

    /// Reports a directive without its dot, and reads on as if it stood there.
    pub(super) fn undotted_directive(&mut self) -> Read<Option<ItemForm>> {
        let token = self.take();
        let spelling = self.spelling(token);
        self.mended_directive((self.span_of(token), spelling), spelling, format!("write `.{spelling}`"))
    }

    /// Reports what is written at a place for a directive, and reads on as if one of this name stood there, so that what it
    /// declares is known.
    fn mended_directive(&mut self, (span, written): (Span, &str), name: &str, help: String) -> Read<Option<ItemForm>> {
        let message = format!("there is no directive `{written}`");
        self.report(Diagnostic::error("unknown-directive", span, message).with_help(help));
        match self.declared(name)? {
            Some(form) => {
                self.end_of_declaration(name);
                Ok(Some(form))
            }
            None => {
                self.skip_declaration();
                Err(Abandoned)
            }
        }
    }

    pub(super) fn directive(&mut self, purpose: Purpose) -> Read<ItemForm> {
        let relations: Vec<Identifier> = self.list(|parser| parser.identifier("the name of a relation"))?;
        let mut parameters = Vec::new();
        // A parenthesis on a line of its own begins nothing, so it belongs here too.
        if self.eat(TokenKind::LeftParen) {
            if self.peek() != TokenKind::RightParen {
                parameters = self.settings(purpose)?;
            }
            self.want(TokenKind::RightParen, "`)` or `,`")?;
        }
        Ok(ItemForm::Directive(DirectiveItem { purpose, relations, parameters }))
    }

    /// `name=value, ...`, each name once.
    fn settings(&mut self, purpose: Purpose) -> Read<Vec<(Name, Name)>> {
        let mut settings: Vec<(Identifier, Name)> = Vec::new();
        loop {
            let (name, value) = self.setting(purpose)?;
            if let Some((first, _)) = settings.iter().find(|has| has.0.name == name.name) {
                let message = format!("setting `{}` is given twice", self.names.text(name.name));
                let found = Diagnostic::error("duplicate-declaration", name.place.0, message);
                let found = found.with_label(first.place.0, "given first").with_help("remove one of them");
                self.report(found);
            }
            settings.push((name, value));
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        Ok(settings.into_iter().map(|(name, value)| (name.name, value)).collect())
    }

    /// `name=value`, the value a text, a word or a number.
    fn setting(&mut self, purpose: Purpose) -> Read<(Identifier, Name)> {
        let token = self.token();
        let name = self.identifier("the name of a setting")?;
        let spelling = self.spelling(token);
        self.known_setting(spelling, name.place.0);
        self.want(TokenKind::Equal, "`=`")?;
        let place = self.span();
        let value = match self.peek() {
            TokenKind::Text => self.text_literal()?,
            TokenKind::Identifier | TokenKind::Integer | TokenKind::Float => {
                let token = self.take();
                self.names.intern(self.spelling(token))
            }
            _ => return Err(self.expected("a text, a word or a number")),
        };
        self.known_value(spelling, value, purpose, place);
        Ok((name, value))
    }

    /// Reports a setting that there is not: one that is passed over would read or write other rows than were asked for.
    fn known_setting(&mut self, spelling: &str, span: Span) {
        if SETTINGS.contains(&spelling) {
            return;
        }
        let help = nearest(spelling, SETTINGS).map_or_else(
            || "there are `IO`, `filename`, `delimiter` and `headers`".to_owned(),
            |near| format!("did you mean `{near}`?"),
        );
        let message = format!("there is no setting `{spelling}`");
        self.report(Diagnostic::error("unknown-setting", span, message).with_help(help));
    }

    /// Reports a value that a setting cannot have.
    fn known_value(&mut self, setting: &str, value: Name, purpose: Purpose, span: Span) {
        let can: &[&str] = match (setting, purpose) {
            ("IO", Purpose::Input) => &["file"],
            ("IO", _) => &["file", "stdout"],
            ("headers", _) => &["true", "false"],
            _ => return,
        };
        let value = self.names.text(value).to_owned();
        if can.contains(&value.as_str()) {
            return;
        }
        let message = format!("`{setting}` cannot be `{value}` here");
        let words: Vec<String> = can.iter().map(|word| format!("`{setting}={word}`")).collect();
        let found = Diagnostic::error("unknown-setting", span, message);
        self.report(found.with_help(format!("write {}", words.join(" or "))));
    }
}

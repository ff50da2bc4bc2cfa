//! Words as values: variables that the script sets, the home directory, and what cannot be known.

use super::Walker;
use super::cmdlet::Argument;
use super::token::{Part, Token};
use crate::shell::field::{Base, Field, Piece};
use crate::shell::place::Places;

impl Walker {
    /// The words behind the program, as a native program gets them.
    pub(super) fn words(&self, tokens: &[Token], places: &Places) -> Vec<Field> {
        let arguments = self.arguments(tokens, places);
        arguments.into_iter().map(|argument| argument.whole).collect()
    }

    pub(super) fn arguments(&self, tokens: &[Token], places: &Places) -> Vec<Argument> {
        let mut arguments: Vec<Argument> = Vec::new();
        let mut comma = false;
        let mut skip = false;
        for token in tokens.iter().skip(1) {
            match token {
                Token::Redirect { .. } => skip = true,
                Token::Comma => comma = true,
                Token::Word(_) if skip => skip = false,
                Token::Word(word) => {
                    let field = self.field(&word.parts, places);
                    match arguments.last_mut().filter(|_| comma) {
                        Some(list) => list.more.push(field),
                        None => arguments.push(Argument { bare: word.bare, whole: field, more: Vec::new() }),
                    }
                    comma = false;
                }
                Token::Call | Token::Pipe => {}
            }
        }
        arguments
    }

    pub(super) fn field(&self, parts: &[Part], places: &Places) -> Field {
        let mut pieces = Vec::new();
        let mut base = None;
        let mut written = String::new();
        for (at, part) in parts.iter().enumerate() {
            match part {
                Part::Text { text, quoted } => {
                    written.push_str(text);
                    if at == 0 && !quoted && (text == "~" || text.starts_with("~/") || text.starts_with("~\\")) {
                        base = Some(Base::Home);
                    }
                    if at == 0 && text.starts_with('\\') {
                        base = Some(Base::Absolute);
                    }
                    pieces.push(Piece::Literal(text.clone()));
                }
                Part::Variable(name) => {
                    written.push('$');
                    written.push_str(name);
                    self.variable(name, at == 0, places, &mut pieces, &mut base);
                }
                Part::Script(text) => {
                    written.push_str(&format!("$({text})"));
                    pieces.push(Piece::Unknown);
                }
                Part::Member | Part::Block => pieces.push(Piece::Unknown),
            }
        }
        if base == Some(Base::Start)
            && let Some(Piece::Literal(text)) = pieces.first_mut()
        {
            *text = text.trim_start_matches(['/', '\\']).to_owned();
        }
        Field::new(pieces, base, false, &written)
    }

    fn variable(&self, name: &str, first: bool, places: &Places, pieces: &mut Vec<Piece>, base: &mut Option<Base>) {
        let lower = name.to_ascii_lowercase();
        if let Some(value) = self.variables.get(&lower) {
            if first {
                *base = Some(value.base());
            }
            pieces.extend(value.pieces().iter().cloned());
            return;
        }
        match lower.as_str() {
            "null" => pieces.push(Piece::Literal("$null".to_owned())),
            "home" | "env:userprofile" | "env:home" if first => {
                *base = Some(Base::Home);
                pieces.push(Piece::Literal("~".to_owned()));
            }
            "pwd" if first && places.single().is_some_and(Field::is_empty) => *base = Some(Base::Start),
            _ => pieces.push(Piece::Unknown),
        }
    }
}

//! Words of the parser's tree, expanded as far as that needs no running: quotes, braces, tildes, known variables.
//!
//! What comes out agrees with bash on words that are wholly static; every other part is [`Piece::Unknown`].

use shuck_ast::{
    BourneParameterExpansion, HeredocBody, HeredocBodyPart, LiteralText, ParameterExpansionSyntax, SourceText, Span,
    StmtSeq, VarRef, Word, WordPart, WordPartNode,
};

use super::expand::{Atom, Mark, Quoting, braces, field, split, tilde, unescape, without_leading_tabs};
use super::scope::Scope;
use crate::shell::field::Field;

/// The name that stands for `<(…)`.
pub(super) const STREAM: &str = "/dev/fd/63";

/// A script inside a word.
pub(super) enum Nested<'a> {
    Body(&'a StmtSeq),
    /// The script of `<(…)`, whose output is read from a descriptor.
    Stream(&'a StmtSeq),
    /// The text of a script, and where it stands.
    Text(String, usize, usize),
}

/// Cooks words of one script under what is known at one point of it; gathers the scripts inside the words.
pub(super) struct Cook<'a, 's> {
    pub(super) text: &'a str,
    pub(super) scope: &'s Scope,
    /// `$PWD`, where it is known.
    pub(super) here: Option<&'s Field>,
    pub(super) nested: Vec<Nested<'a>>,
}

impl<'a> Cook<'a, '_> {
    /// The words that a word becomes.
    pub(super) fn fields(&mut self, word: &'a Word) -> Vec<Field> {
        let written = slice(self.text, word.span).unwrap_or("…");
        if let Some(words) = self.list(word) {
            return words.into_iter().map(|atoms| field(&atoms, written)).collect();
        }
        let atoms = self.atoms(word);
        let mut fields = Vec::new();
        for variant in braces(&atoms) {
            split(&self.home(tilde(variant)), written, &mut fields);
        }
        fields
    }

    /// The one word that a word becomes where nothing is split (a redirect's target, a here-string).
    pub(super) fn one(&mut self, word: &'a Word) -> Field {
        let written = slice(self.text, word.span).unwrap_or("…");
        let atoms = tilde(self.atoms(word));
        field(&self.home(atoms), written)
    }

    /// The home directory that the script has given itself, where it has.
    fn home(&self, atoms: Vec<Atom>) -> Vec<Atom> {
        let Some(home) = self.scope.variables.get("HOME").filter(|_| atoms.contains(&Atom::Home)) else {
            return atoms;
        };
        atoms.into_iter().flat_map(|atom| if atom == Atom::Home { home.clone() } else { vec![atom] }).collect()
    }

    /// The value that an assignment gives.
    pub(super) fn value(&mut self, word: &'a Word) -> Vec<Atom> {
        let expanded = |atom| match atom {
            Atom::Char(letter, _) => Atom::Char(letter, Mark::Expanded),
            other => other,
        };
        tilde(self.atoms(word)).into_iter().map(expanded).collect()
    }

    /// The text of a here-document.
    pub(super) fn document(&mut self, body: &'a HeredocBody, strip_tabs: bool) -> Field {
        let mut atoms = Vec::new();
        for part in &body.parts {
            match &part.kind {
                HeredocBodyPart::Literal(text) => {
                    let text = self.literal(text, part.span);
                    let mode = if body.mode.expands() { Quoting::Document } else { Quoting::Single };
                    unescape(&text, mode, &mut atoms);
                }
                HeredocBodyPart::Variable(name) => self.variable(name.as_str(), true, &mut atoms),
                HeredocBodyPart::CommandSubstitution { body, .. } => {
                    self.substitution(body, part.span, true, &mut atoms)
                }
                HeredocBodyPart::ArithmeticExpansion { expression_word_ast, .. } => {
                    self.inside(expression_word_ast);
                    atoms.push(Atom::Unknown { splits: false });
                }
                HeredocBodyPart::Parameter(parameter) => match plain_reference(&parameter.syntax) {
                    Some(name) => self.variable(&name, true, &mut atoms),
                    None => atoms.push(Atom::Unknown { splits: false }),
                },
            }
        }
        if strip_tabs {
            atoms = without_leading_tabs(&atoms);
        }
        field(&atoms, "<<")
    }

    pub(super) fn atoms(&mut self, word: &'a Word) -> Vec<Atom> {
        let mut atoms = Vec::new();
        for part in &word.parts {
            self.part(part, false, &mut atoms);
        }
        atoms
    }

    fn part(&mut self, part: &'a WordPartNode, quoted: bool, atoms: &mut Vec<Atom>) {
        let unknown = Atom::Unknown { splits: !quoted };
        match &part.kind {
            WordPart::Literal(text) => {
                let text = self.literal(text, part.span);
                unescape(&text, if quoted { Quoting::Double } else { Quoting::None }, atoms);
            }
            WordPart::SingleQuoted { value, .. } => {
                unescape(&source_text(self.text, value), Quoting::Single, atoms);
            }
            WordPart::DoubleQuoted { parts, .. } => {
                for part in parts {
                    self.part(part, true, atoms);
                }
            }
            WordPart::Variable(name) => self.variable(name.as_str(), quoted, atoms),
            WordPart::Parameter(parameter) => match plain_reference(&parameter.syntax) {
                Some(name) => self.variable(&name, quoted, atoms),
                None => {
                    self.operand(&parameter.syntax);
                    atoms.push(unknown);
                }
            },
            WordPart::CommandSubstitution { body, .. } => {
                self.substitution(body, part.span, quoted, atoms);
            }
            WordPart::ProcessSubstitution { body, .. } => {
                self.nested.push(Nested::Stream(body));
                atoms.extend(STREAM.chars().map(|letter| Atom::Char(letter, Mark::Quoted)));
            }
            other => {
                self.computed(other);
                atoms.push(unknown);
            }
        }
    }

    /// The words inside an expansion whose value is not known.
    fn computed(&mut self, part: &'a WordPart) {
        match part {
            WordPart::ArithmeticExpansion { expression_word_ast, .. } => {
                self.inside(expression_word_ast);
            }
            WordPart::ParameterExpansion { operand_word_ast, operator, .. } => {
                operand_word_ast.iter().for_each(|word| self.inside(word));
                operator.replacement_word_ast().into_iter().for_each(|word| self.inside(word));
            }
            WordPart::IndirectExpansion { operand_word_ast, .. } => {
                operand_word_ast.iter().for_each(|word| self.inside(word));
            }
            WordPart::Substring { offset_word_ast, length_word_ast, .. }
            | WordPart::ArraySlice { offset_word_ast, length_word_ast, .. } => {
                self.inside(offset_word_ast);
                length_word_ast.iter().for_each(|word| self.inside(word));
            }
            WordPart::ArrayAccess(reference) | WordPart::Length(reference) => self.subscript(reference),
            _ => {}
        }
    }

    /// A word whose value does not matter and whose nested scripts do.
    pub(super) fn inside(&mut self, word: &'a Word) {
        self.atoms(word);
    }

    fn subscript(&mut self, reference: &'a VarRef) {
        let word = reference.subscript.as_deref().and_then(|at| at.word_ast());
        word.into_iter().for_each(|word| self.inside(word));
    }

    fn operand(&mut self, syntax: &'a ParameterExpansionSyntax) {
        let ParameterExpansionSyntax::Bourne(syntax) = syntax else {
            return;
        };
        match syntax {
            BourneParameterExpansion::Access { reference }
            | BourneParameterExpansion::Length { reference }
            | BourneParameterExpansion::Operation { reference, .. }
            | BourneParameterExpansion::Slice { reference, .. }
            | BourneParameterExpansion::Indirect { reference, .. }
            | BourneParameterExpansion::Transformation { reference, .. } => self.subscript(reference),
            _ => {}
        }
        match syntax {
            BourneParameterExpansion::Operation { operand_word_ast, operator, .. } => {
                operand_word_ast.iter().for_each(|word| self.inside(word));
                operator.replacement_word_ast().into_iter().for_each(|word| self.inside(word));
            }
            BourneParameterExpansion::Indirect { operand_word_ast, .. } => {
                operand_word_ast.iter().for_each(|word| self.inside(word));
            }
            BourneParameterExpansion::Slice { offset_word_ast, length_word_ast, .. } => {
                self.inside(offset_word_ast);
                length_word_ast.iter().for_each(|word| self.inside(word));
            }
            _ => {}
        }
    }

    fn substitution(&mut self, body: &'a StmtSeq, span: Span, quoted: bool, atoms: &mut Vec<Atom>) {
        // Behind backticks with escapes the tree's spans are not those of the text: it is read anew.
        let written = slice(self.text, span).unwrap_or_default();
        let inside = written.strip_prefix('`').and_then(|text| text.strip_suffix('`'));
        self.nested.push(match inside.filter(|text| text.contains('\\')) {
            Some(text) => Nested::Text(unescaped(text, quoted), span.start.line(), span.start.column()),
            None => Nested::Body(body),
        });
        let text = slice(self.text, body.span).unwrap_or_default();
        match text.trim() {
            "pwd" => self.variable("PWD", quoted, atoms),
            // A name of its own in the folder for such files.
            "mktemp" | "mktemp -d" => {
                atoms.extend("/tmp/tmp.XXXXXXXXXX".chars().map(|letter| Atom::Char(letter, Mark::Quoted)));
            }
            text => match printed_name(text) {
                Some(name) => atoms.extend(name.chars().map(|letter| Atom::Char(letter, Mark::Expanded))),
                None => atoms.push(Atom::Unknown { splits: !quoted }),
            },
        }
    }

    fn literal(&self, text: &'a LiteralText, span: Span) -> String {
        match text {
            LiteralText::Source => slice(self.text, span).unwrap_or_default().to_owned(),
            // The source's spelling where it has one: what it was cooked to keeps some escapes and drops others.
            LiteralText::CookedSource(cooked) => slice(self.text, span).unwrap_or(cooked).to_owned(),
            LiteralText::Owned(text) => text.to_string(),
        }
    }
}

/// What a command prints that only says a word again (`echo mv`), or where a program is (`which mv`).
fn printed_name(text: &str) -> Option<&str> {
    let heads = ["echo ", "which ", "command -v ", "type -P ", "type -p "];
    let name = heads.iter().find_map(|head| text.strip_prefix(head))?.trim();
    let plain = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '.' | '/' | '-');
    (!name.is_empty() && !name.starts_with('-') && name.chars().all(plain)).then_some(name)
}

/// The text between backticks as the shell reads it: one level of backslashes off.
fn unescaped(text: &str, quoted: bool) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let escapes = |next: &char| matches!(next, '`' | '\\' | '$') || (quoted && *next == '"');
        match letters.next_if(|next| letter == '\\' && escapes(next)) {
            Some(next) => plain.push(next),
            None => plain.push(letter),
        }
    }
    plain
}

/// The text of a part, whatever its span says.
pub(super) fn slice(text: &str, span: Span) -> Option<&str> {
    text.get(span.start.offset()..span.end.offset())
}

fn source_text(text: &str, value: &SourceText) -> String {
    if value.is_source_backed() {
        return slice(text, value.span()).unwrap_or_default().to_owned();
    }
    value.slice(text).to_owned()
}

fn plain_reference(syntax: &ParameterExpansionSyntax) -> Option<String> {
    match syntax {
        ParameterExpansionSyntax::Bourne(BourneParameterExpansion::Access { reference })
            if reference.subscript.is_none() =>
        {
            Some(reference.name.as_str().to_owned())
        }
        _ => None,
    }
}

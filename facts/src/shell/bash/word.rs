//! Words of the parser's tree, expanded as far as that needs no running: quotes, braces, tildes, known variables.
//!
//! What comes out agrees with bash on words that are wholly static; every other part is [`Piece::Unknown`].

use shuck_ast::{
    BourneParameterExpansion, HeredocBody, HeredocBodyPart, LiteralText, ParameterExpansionSyntax, SourceText, Span,
    StmtSeq, VarRef, Word, WordPart, WordPartNode,
};

use super::scope::Scope;
use crate::shell::field::{Base, Field, Piece};

/// The most words that one word's braces may become; beyond, the word is unknown.
const BRACE_LIMIT: usize = 256;

/// How a letter came to be in a word: only a bare one is syntax, only an expanded one splits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Bare,
    Quoted,
    Expanded,
}

/// A letter of a word, or what stands for letters that are not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Atom {
    Char(char, Mark),
    /// A letter of a wildcard that the shell has expanded already, in quotes or not.
    Wild(char),
    /// The home directory.
    Home,
    /// The directory that the script starts in.
    Start,
    Unknown {
        splits: bool,
    },
}

/// Cooks words of one script under what is known at one point of it; gathers the scripts inside the words.
pub(super) struct Cook<'a, 's> {
    pub(super) text: &'a str,
    pub(super) scope: &'s Scope,
    /// `$PWD`, where it is known.
    pub(super) here: Option<&'s Field>,
    pub(super) nested: Vec<&'a StmtSeq>,
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
            split(&tilde(variant), written, &mut fields);
        }
        fields
    }

    /// The one word that a word becomes where nothing is split (a redirect's target, a here-string).
    pub(super) fn one(&mut self, word: &'a Word) -> Field {
        let written = slice(self.text, word.span).unwrap_or("…");
        let atoms = tilde(self.atoms(word));
        field(&atoms, written)
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
                HeredocBodyPart::CommandSubstitution { body, .. } => self.substitution(body, true, &mut atoms),
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

    /// `"$@"`, `$@` and `"${list[@]}"` as a whole word: the known words of the list.
    fn list(&self, word: &Word) -> Option<Vec<Vec<Atom>>> {
        let (part, quoted) = match word.parts.as_slice() {
            [WordPartNode { kind: WordPart::DoubleQuoted { parts, .. }, .. }] => (parts.first()?, parts.len() == 1),
            [part] => (part, true),
            _ => return None,
        };
        if !quoted {
            return None;
        }
        match &part.kind {
            WordPart::Variable(name) if matches!(name.as_str(), "@" | "*") => self.scope.positional.clone(),
            WordPart::Parameter(parameter) => match &parameter.syntax {
                ParameterExpansionSyntax::Bourne(BourneParameterExpansion::Access { reference }) => {
                    self.elements(reference)
                }
                _ => None,
            },
            WordPart::ArrayAccess(reference) => self.elements(reference),
            _ => None,
        }
    }

    fn elements(&self, reference: &VarRef) -> Option<Vec<Vec<Atom>>> {
        if reference.has_array_selector() {
            return self.scope.lists.get(reference.name.as_str()).cloned();
        }
        matches!(reference.name.as_str(), "@" | "*").then(|| self.scope.positional.clone()).flatten()
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
            WordPart::CommandSubstitution { body, .. } => self.substitution(body, quoted, atoms),
            WordPart::ProcessSubstitution { body, .. } => {
                self.nested.push(body);
                atoms.extend("/dev/fd/63".chars().map(|letter| Atom::Char(letter, Mark::Quoted)));
            }
            WordPart::ArithmeticExpansion { expression_word_ast, .. } => {
                self.inside(expression_word_ast);
                atoms.push(unknown);
            }
            WordPart::ParameterExpansion { operand_word_ast, operator, .. } => {
                operand_word_ast.iter().for_each(|word| self.inside(word));
                operator.replacement_word_ast().into_iter().for_each(|word| self.inside(word));
                atoms.push(unknown);
            }
            WordPart::IndirectExpansion { operand_word_ast, .. } => {
                operand_word_ast.iter().for_each(|word| self.inside(word));
                atoms.push(unknown);
            }
            WordPart::Substring { offset_word_ast, length_word_ast, .. }
            | WordPart::ArraySlice { offset_word_ast, length_word_ast, .. } => {
                self.inside(offset_word_ast);
                length_word_ast.iter().for_each(|word| self.inside(word));
                atoms.push(unknown);
            }
            WordPart::ArrayAccess(reference) => {
                reference.subscript.iter().filter_map(|at| at.word_ast()).for_each(|word| self.inside(word));
                atoms.push(unknown);
            }
            _ => atoms.push(unknown),
        }
    }

    /// A word whose value does not matter and whose nested scripts do.
    pub(super) fn inside(&mut self, word: &'a Word) {
        self.atoms(word);
    }

    fn operand(&mut self, syntax: &'a ParameterExpansionSyntax) {
        let ParameterExpansionSyntax::Bourne(syntax) = syntax else { return };
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

    fn substitution(&mut self, body: &'a StmtSeq, quoted: bool, atoms: &mut Vec<Atom>) {
        self.nested.push(body);
        let text = slice(self.text, body.span).unwrap_or_default();
        if text.trim() == "pwd" {
            self.variable("PWD", quoted, atoms);
        } else {
            atoms.push(Atom::Unknown { splits: !quoted });
        }
    }

    fn variable(&mut self, name: &str, quoted: bool, atoms: &mut Vec<Atom>) {
        let mark = if quoted { Mark::Quoted } else { Mark::Expanded };
        let number = name.parse::<usize>().ok();
        let argument = number.and_then(|number| self.scope.positional.as_ref()?.get(number.checked_sub(1)?));
        let known = argument.or_else(|| self.scope.variables.get(name));
        match (name, known) {
            (_, Some(value)) => {
                // With another `IFS`, where the words of an unquoted value end is not known.
                if !quoted && self.scope.variables.contains_key("IFS") {
                    atoms.push(Atom::Unknown { splits: true });
                    return;
                }
                atoms.extend(value.iter().map(|atom| match atom {
                    Atom::Char(letter, _) => Atom::Char(*letter, mark),
                    Atom::Unknown { .. } => Atom::Unknown { splits: !quoted },
                    other => *other,
                }));
            }
            ("HOME", None) => atoms.push(Atom::Home),
            ("PWD", None) => match self.here {
                Some(place) => atoms.extend(place_atoms(place)),
                None => atoms.push(Atom::Unknown { splits: !quoted }),
            },
            _ => atoms.push(Atom::Unknown { splits: !quoted }),
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

fn place_atoms(place: &Field) -> Vec<Atom> {
    let mut atoms = Vec::new();
    if place.base() == Base::Relative {
        atoms.push(Atom::Start);
        if !place.is_empty() {
            atoms.push(Atom::Char('/', Mark::Quoted));
        }
    }
    atoms.extend(atoms_of(place));
    atoms
}

/// A word that was expanded already, as the value of a variable.
pub(super) fn atoms_of(field: &Field) -> Vec<Atom> {
    let mut atoms = Vec::new();
    match field.base() {
        Base::Home => atoms.push(Atom::Home),
        Base::Start => {
            atoms.push(Atom::Start);
            if !field.is_empty() {
                atoms.push(Atom::Char('/', Mark::Quoted));
            }
        }
        Base::Relative | Base::Absolute => {}
    }
    for (at, piece) in field.pieces().iter().enumerate() {
        match piece {
            Piece::Literal(text) => {
                let skipped = usize::from(at == 0 && field.base() == Base::Home);
                atoms.extend(text.chars().skip(skipped).map(|letter| Atom::Char(letter, Mark::Expanded)));
            }
            Piece::Glob(text) => atoms.extend(text.chars().map(Atom::Wild)),
            Piece::Unknown => atoms.push(Atom::Unknown { splits: field.splits }),
        }
    }
    atoms
}

/// Which letters a backslash keeps from being special.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Quoting {
    None,
    Double,
    Single,
    Document,
}

fn unescape(text: &str, quoting: Quoting, atoms: &mut Vec<Atom>) {
    let mark = if quoting == Quoting::None { Mark::Bare } else { Mark::Quoted };
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter != '\\' || quoting == Quoting::Single {
            atoms.push(Atom::Char(letter, mark));
            continue;
        }
        let escaped = match (quoting, letters.peek()) {
            (_, Some('\n')) => {
                letters.next();
                continue;
            }
            (Quoting::None, Some(_)) | (_, Some('$' | '`' | '\\')) | (Quoting::Double, Some('"')) => letters.next(),
            _ => None,
        };
        atoms.push(Atom::Char(escaped.unwrap_or('\\'), Mark::Quoted));
    }
}

fn without_leading_tabs(atoms: &[Atom]) -> Vec<Atom> {
    let mut at_start = true;
    let mut kept = Vec::with_capacity(atoms.len());
    for atom in atoms {
        match atom {
            Atom::Char('\t', _) if at_start => continue,
            Atom::Char('\n', _) => at_start = true,
            _ => at_start = false,
        }
        kept.push(*atom);
    }
    kept
}

/// `~` and `~/` at the start; another user's home is not known.
fn tilde(mut atoms: Vec<Atom>) -> Vec<Atom> {
    if atoms.first() != Some(&Atom::Char('~', Mark::Bare)) {
        return atoms;
    }
    let end = atoms.iter().position(|atom| *atom == Atom::Char('/', Mark::Bare)).unwrap_or(atoms.len());
    let prefix = if end == 1 { Atom::Home } else { Atom::Unknown { splits: false } };
    atoms.splice(..end, [prefix]);
    atoms
}

/// The words of `{a,b}` and `{1..3}`.
fn braces(atoms: &[Atom]) -> Vec<Vec<Atom>> {
    let mut done = Vec::new();
    let mut open = vec![(atoms.to_vec(), 0)];
    while let Some((atoms, from)) = open.pop() {
        match group(&atoms, from) {
            None => done.push(atoms),
            Some((start, end, choices)) => {
                for choice in choices.into_iter().rev() {
                    let mut word = atoms.get(..start).unwrap_or_default().to_vec();
                    word.extend(choice);
                    word.extend_from_slice(atoms.get(end + 1..).unwrap_or_default());
                    open.push((word, start));
                }
            }
        }
        if done.len() + open.len() > BRACE_LIMIT {
            return vec![vec![Atom::Unknown { splits: true }]];
        }
    }
    done
}

type Group = (usize, usize, Vec<Vec<Atom>>);

/// The first group from `from` on: where it begins and ends, and what it can be.
fn group(atoms: &[Atom], from: usize) -> Option<Group> {
    let bare = |at: usize, letter: char| atoms.get(at) == Some(&Atom::Char(letter, Mark::Bare));
    for start in (from..atoms.len()).filter(|at| bare(*at, '{')) {
        let mut depth = 0_usize;
        let mut commas = vec![start];
        for at in start + 1..atoms.len() {
            if bare(at, '{') {
                depth += 1;
            } else if bare(at, ',') && depth == 0 {
                commas.push(at);
            } else if bare(at, '}') && depth > 0 {
                depth -= 1;
            } else if bare(at, '}') {
                commas.push(at);
                if commas.len() > 2 {
                    let choices = commas
                        .windows(2)
                        .filter_map(|pair| Some(atoms.get(pair.first()? + 1..*pair.last()?)?.to_vec()))
                        .collect();
                    return Some((start, at, choices));
                }
                if let Some(choices) = sequence(atoms.get(start + 1..at).unwrap_or_default()) {
                    return Some((start, at, choices));
                }
                break;
            }
        }
    }
    None
}

/// `1..5`, `a..e`, with a step as third part.
fn sequence(atoms: &[Atom]) -> Option<Vec<Vec<Atom>>> {
    let letter = |atom: &Atom| match atom {
        Atom::Char(letter, Mark::Bare) => Some(*letter),
        _ => None,
    };
    let text: String = atoms.iter().map(letter).collect::<Option<_>>()?;
    let mut parts = text.split("..");
    let (first, last) = (parts.next()?, parts.next()?);
    let unknown = || Some(vec![vec![Atom::Unknown { splits: true }]]);
    if let (Ok(first), Ok(last)) = (first.parse::<i64>(), last.parse::<i64>()) {
        let padded = [text.as_str()].iter().any(|text| text.starts_with('0') && text.len() > 1) || text.contains("..0");
        if padded || parts.next().is_some() || first.abs_diff(last) as usize >= BRACE_LIMIT {
            return unknown();
        }
        let word = |number: i64| number.to_string().chars().map(|c| Atom::Char(c, Mark::Bare)).collect();
        return Some((first.min(last)..=first.max(last)).map(word).collect());
    }
    let one = |text: &str| text.chars().next().filter(|c| c.is_ascii_alphabetic() && text.len() == 1);
    let (first, last) = (one(first)?, one(last)?);
    if parts.next().is_some() {
        return unknown();
    }
    Some((first.min(last)..=first.max(last)).map(|c| vec![Atom::Char(c, Mark::Bare)]).collect())
}

fn split(atoms: &[Atom], written: &str, fields: &mut Vec<Field>) {
    let blank = |atom: &Atom| matches!(atom, Atom::Char(' ' | '\t' | '\n', Mark::Expanded));
    if !atoms.iter().any(blank) {
        fields.push(field(atoms, written));
        return;
    }
    fields.extend(atoms.split(blank).filter(|part| !part.is_empty()).map(|part| field(part, written)));
}

/// Wildcards apart from text.
pub(super) fn field(atoms: &[Atom], written: &str) -> Field {
    let mut pieces = Vec::new();
    let mut text = String::new();
    let mut base = None;
    let mut splits = false;
    let mut at = 0;
    while let Some(atom) = atoms.get(at) {
        let active = |letter: char| matches!(atom, Atom::Char(found, Mark::Bare | Mark::Expanded) if *found == letter);
        let mut push = |text: &mut String, piece: Piece| {
            pieces.push(Piece::Literal(std::mem::take(text)));
            pieces.push(piece);
        };
        let extended = atoms.get(at + 1) == Some(&Atom::Char('(', Mark::Bare));
        match atom {
            Atom::Home if at == 0 => {
                base = Some(Base::Home);
                text.push('~');
            }
            Atom::Start if at == 0 => {
                base = Some(Base::Start);
                at += usize::from(matches!(atoms.get(1), Some(Atom::Char('/', _))));
            }
            Atom::Home | Atom::Start => push(&mut text, Piece::Unknown),
            Atom::Wild(letter) => push(&mut text, Piece::Glob(letter.to_string())),
            Atom::Unknown { splits: many } => {
                splits |= many;
                push(&mut text, Piece::Unknown);
            }
            Atom::Char('?' | '*' | '+' | '@' | '!', Mark::Bare) if extended => {
                push(&mut text, Piece::Unknown);
                at = atoms.iter().rposition(|atom| *atom == Atom::Char(')', Mark::Bare)).unwrap_or(at).max(at);
            }
            Atom::Char(letter, _) if active('*') || active('?') => push(&mut text, Piece::Glob(letter.to_string())),
            Atom::Char(letter, _) if active('[') => match class(atoms.get(at + 1..).unwrap_or_default()) {
                Some((class, used)) => {
                    push(&mut text, Piece::Glob(class));
                    at += used;
                }
                None => text.push(*letter),
            },
            Atom::Char(letter, _) => text.push(*letter),
        }
        at += 1;
    }
    pieces.push(Piece::Literal(text));
    Field::new(pieces, base, splits, written)
}

/// A `[…]` from behind its bracket: its text, and how many atoms it takes.
fn class(rest: &[Atom]) -> Option<(String, usize)> {
    let mut text = "[".to_owned();
    for (at, atom) in rest.iter().enumerate() {
        match atom {
            Atom::Char('/', _) => return None,
            Atom::Char(']', Mark::Bare | Mark::Expanded) if at > 0 && text != "[!" => {
                text.push(']');
                return Some((text, at + 1));
            }
            Atom::Char('^', _) if at == 0 => text.push('!'),
            Atom::Char(letter, _) => text.push(*letter),
            _ => return None,
        }
    }
    None
}

//! PowerShell: statements, cmdlets and their aliases, in any case.
//!
//! Read far enough to know where commands begin, what their parameters are bound to and in which directory they
//! run. Expressions that call methods (`[IO.File]::WriteAllText(…)`) are not followed: their text is an
//! [`Inline`](super::Inline). Backslashes stay in paths as they are written.

mod cmdlet;
mod invoke;
mod token;
mod value;

use std::collections::BTreeMap;

use super::field::{Field, Piece};
use super::place::{Places, effects_at, targets_at};
use super::{Argument, Command, Inline, Script, ScriptError, Verb, bash};
use token::{Part, Statement, Token};

const DEPTH_LIMIT: u32 = 24;
const STEP_LIMIT: u32 = 20_000;

/// Words that begin a construct of the language.
const KEYWORDS: &[&str] = &[
    "if", "elseif", "else", "foreach", "for", "while", "do", "until", "switch", "try", "catch", "finally", "function",
    "filter", "param", "return", "throw", "begin", "process", "end", "trap", "data", "workflow", "exit", "break",
    "continue", "in",
];

pub(super) fn read(text: &str) -> Script {
    let mut walker = Walker::default();
    walker.script(text, (1, 1), Places::start(), None);
    if walker.error.is_some() {
        return Script { error: walker.error, commands: Vec::new() };
    }
    Script { error: None, commands: walker.commands }
}

#[derive(Default)]
struct Walker {
    commands: Vec<Command>,
    error: Option<ScriptError>,
    variables: BTreeMap<String, Field>,
    stack: Vec<Places>,
    depth: u32,
    steps: u32,
}

impl Walker {
    fn fail(&mut self, at: (u32, u32), message: &str) {
        self.error.get_or_insert_with(|| ScriptError { line: at.0, column: at.1, message: message.to_owned() });
    }

    /// The statements of a text. `origin` is the place of the outer statement, for a block inside one.
    fn script(&mut self, text: &str, start: (u32, u32), places: Places, origin: Option<(u32, u32)>) -> Places {
        if self.depth >= DEPTH_LIMIT {
            self.fail(start, "blocks are nested too deeply");
            return places;
        }
        let statements = match token::statements(text) {
            Ok(statements) => statements,
            Err(fault) => {
                self.fail(origin.unwrap_or((fault.line, fault.column)), fault.message);
                return places;
            }
        };
        self.depth += 1;
        let mut places = places;
        for statement in &statements {
            self.steps += 1;
            let at = origin.unwrap_or((statement.line, statement.column));
            if self.steps > STEP_LIMIT {
                self.fail(at, "the script comes to too many commands to read them all");
            }
            if self.error.is_some() {
                break;
            }
            // A failing cmdlet does not stop the script, so both directories stay possible, but behind `&&`.
            let next = self.statement(statement, at, &places);
            places = if statement.and_then { next } else { places.or(&next) };
        }
        self.depth -= 1;
        places
    }

    fn statement(&mut self, statement: &Statement, at: (u32, u32), places: &Places) -> Places {
        let mut tokens = statement.tokens.as_slice();
        if let Some((name, rest)) = assigned(tokens) {
            tokens = rest;
            let value = match rest {
                [Token::Word(word)] if !word.calls => Some(self.field(&word.parts, places)),
                _ => None,
            };
            match value.filter(|value| value.text().is_some()) {
                Some(value) => {
                    self.variables.insert(name, value);
                    return places.clone();
                }
                None => {
                    self.variables.remove(&name);
                }
            }
        }
        let mut after = places.clone();
        let mut input: Option<Field> = None;
        for command in tokens.split(|token| matches!(token, Token::Pipe)) {
            let (next, output) = self.command(command, &statement.text, at, places, input.take());
            after = next;
            input = output;
        }
        after
    }

    /// One command of a pipeline: where it leads, and what it gives the next where that is literal.
    fn command(
        &mut self,
        tokens: &[Token],
        text: &str,
        at: (u32, u32),
        places: &Places,
        input: Option<Field>,
    ) -> (Places, Option<Field>) {
        let mut after = places.clone();
        for token in tokens {
            if let Token::Word(word) = token {
                for part in &word.parts {
                    if let Part::Script(inner) = part {
                        after = after.or(&self.script(inner, at, places.clone(), Some(at)));
                    }
                }
            }
        }
        let called = matches!(tokens.first(), Some(Token::Call));
        let tokens = if called { tokens.get(1..).unwrap_or_default() } else { tokens };
        let Some(Token::Word(first)) = tokens.first() else {
            self.redirects(tokens, at, places, None);
            return (after, None);
        };
        let name = self.field(&first.parts, places);
        if first.bare && name.text().is_some_and(|name| KEYWORDS.iter().any(|word| word.eq_ignore_ascii_case(name))) {
            // `return Move-Item a b`: the rest is a command where the keyword takes one.
            let takes = name.text().is_some_and(|name| {
                ["return", "throw", "in", "exit"].iter().any(|word| word.eq_ignore_ascii_case(name))
            });
            return if takes {
                self.command(tokens.get(1..).unwrap_or_default(), text, at, places, input)
            } else {
                (after, None)
            };
        }
        let expression = !called && (!first.bare || first.calls || first.starts_expression());
        if expression {
            if first.calls || tokens.iter().any(|token| matches!(token, Token::Word(word) if word.calls)) {
                let inline = vec![Inline { program: "powershell".to_owned(), text: text.to_owned() }];
                self.commands.push(Command { line: at.0, column: at.1, inline, ..Command::default() });
            }
            let behind = tokens.get(1..).unwrap_or_default();
            if matches!(behind.first(), Some(Token::Word(word)) if word.parts == [Part::plain("in")]) {
                // The head of `foreach ($name in …)`.
                return self.command(behind, text, at, places, input);
            }
            let redirected = behind.iter().position(|token| matches!(token, Token::Redirect { .. }));
            let value = redirected.unwrap_or(behind.len()) == 0;
            let output = value.then(|| name.with_suffix("\n"));
            self.redirects(tokens, at, places, output.as_ref());
            return (after, output);
        }
        if first.parts.iter().any(|part| matches!(part, Part::Block)) && called {
            return (after, None);
        }
        let Some(program) = bash::program_name(&name) else {
            self.unknown(tokens, at, places);
            return (after, None);
        };
        self.invoke(&program, tokens, at, &after, input)
    }

    /// Writes what the redirects take. Whether the output goes into a file.
    fn redirects(&mut self, tokens: &[Token], at: (u32, u32), places: &Places, output: Option<&Field>) -> bool {
        let mut taken = false;
        let mut effects = Vec::new();
        for pair in tokens.windows(2) {
            if let [Token::Redirect { output: stdout }, Token::Word(word)] = pair {
                let path = self.field(&word.parts, places);
                if path.text() == Some("$null") {
                    continue;
                }
                let content = output.filter(|_| *stdout).and_then(Field::text);
                effects.extend(effects_at(Verb::Write, &path, content, places));
                taken |= *stdout;
            }
        }
        if !effects.is_empty() {
            self.commands.push(Command { line: at.0, column: at.1, effects, ..Command::default() });
        }
        taken
    }

    fn unknown(&mut self, tokens: &[Token], at: (u32, u32), places: &Places) {
        let words = self.words(tokens, places);
        let known = words.iter().filter(|word| word.pieces() != [Piece::Unknown] && !word.prefix().starts_with('-'));
        let unknown = known.flat_map(|word| targets_at(word, places)).collect();
        let arguments = arguments(&words);
        self.commands.push(Command { line: at.0, column: at.1, arguments, unknown, ..Command::default() });
    }
}

/// `$name = …`: the name and what is behind the sign.
fn assigned(tokens: &[Token]) -> Option<(String, &[Token])> {
    let [Token::Word(target), Token::Word(sign), rest @ ..] = tokens else {
        return None;
    };
    let [Part::Variable(name)] = target.parts.as_slice() else {
        return None;
    };
    let [Part::Text { text, quoted: false }] = sign.parts.as_slice() else {
        return None;
    };
    (text == "=").then(|| (name.to_ascii_lowercase(), rest))
}

fn arguments(words: &[Field]) -> Vec<Argument> {
    let argument = |(at, word): (usize, &Field)| {
        Some(Argument { index: u32::try_from(at + 1).unwrap_or(u32::MAX), text: word.text()?.to_owned() })
    };
    words.iter().enumerate().filter_map(argument).collect()
}

//! A command with its name known: what the cmdlet or program does, and what it runs in turn.

use super::token::Token;
use super::{DEPTH_LIMIT, Walker, arguments, cmdlet};
use crate::shell::deed::{Deed, Inner, Reading};
use crate::shell::field::Field;
use crate::shell::place::{Places, effects_at, rebased, targets_at};
use crate::shell::{Command, Dialect, bash, program};

impl Walker {
    pub(super) fn invoke(
        &mut self,
        name: &str,
        tokens: &[Token],
        at: (u32, u32),
        places: &Places,
        input: Option<Field>,
    ) -> (Places, Option<Field>) {
        let words: Vec<Field> = self.words(tokens, places);
        let record = self.commands.len();
        self.commands.push(Command {
            line: at.0,
            column: at.1,
            program: Some(name.to_owned()),
            arguments: arguments(&words),
            ..Command::default()
        });
        let call = cmdlet::bind(name, &self.arguments(tokens, places), input.as_ref());
        let lower = name.to_ascii_lowercase();
        let native = program::read(&lower, &words, &[], input.as_ref());
        let mut after = places.clone();
        let (mut reading, output) = match call {
            Some(call) => {
                if let Some(to) = &call.directory {
                    after = self.go(&lower, to, places);
                }
                let mut reading = call.reading;
                // `curl` and `wget` are cmdlets on Windows and programs elsewhere.
                if matches!(lower.as_str(), "curl" | "wget") {
                    reading.deeds.extend(native.deeds);
                }
                (reading, call.output)
            }
            None => {
                let output = native.output.as_deref().map(Field::literal);
                (native, output)
            }
        };
        let inner = std::mem::take(&mut reading.inner);
        self.note(record, reading, places);
        for inner in inner {
            self.inner(inner, at, places);
        }
        let output = self.redirects(tokens, at, places, output.as_ref()).then_some(()).map_or(output, |()| None);
        (after, output)
    }

    fn go(&mut self, name: &str, to: &Field, places: &Places) -> Places {
        if matches!(name, "pop-location" | "popd") {
            return self.stack.pop().unwrap_or_else(Places::unknown);
        }
        if matches!(name, "push-location" | "pushd") {
            self.stack.push(places.clone());
        }
        if matches!(to.text(), Some("-" | "+")) { Places::unknown() } else { places.enter(to) }
    }

    fn note(&mut self, record: usize, reading: Reading, places: &Places) {
        if let Some(command) = self.commands.get_mut(record) {
            command.inline.extend(reading.inline);
            for Deed { verb, path, content } in reading.deeds {
                command.effects.extend(effects_at(verb, &path, content.as_deref(), places));
            }
        }
    }

    fn inner(&mut self, inner: Inner, at: (u32, u32), places: &Places) {
        match inner {
            Inner::Command { words, directory, .. } => {
                let places = directory.map_or_else(|| places.clone(), |to| places.enter(&to));
                let Some((first, rest)) = words.split_first() else {
                    return;
                };
                let Some(name) = bash::program_name(first) else {
                    let unknown = rest.iter().flat_map(|word| targets_at(word, &places)).collect();
                    self.commands.push(Command { line: at.0, column: at.1, unknown, ..Command::default() });
                    return;
                };
                let tokens: Vec<Token> = words.iter().map(Token::from_field).collect();
                if self.depth < DEPTH_LIMIT {
                    self.depth += 1;
                    self.invoke(&name, &tokens, at, &places, None);
                    self.depth -= 1;
                }
            }
            Inner::Script { dialect: Dialect::PowerShell, text, .. } => {
                self.script(&text.lossy(), at, places.clone(), Some(at));
            }
            Inner::Script { dialect: Dialect::Bash, text, .. } => {
                let script = bash::read(&text.as_script());
                if let Some(error) = script.error {
                    self.fail(at, &format!("a script inside the script: {}", error.message));
                }
                self.commands.extend(script.commands.into_iter().map(|command| rebased(command, at, places)));
            }
        }
    }
}

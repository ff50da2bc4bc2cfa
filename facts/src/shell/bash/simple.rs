//! Simple commands: assignments, the program's name, and what the program does in the directories at hand.

use shuck_ast::SimpleCommand;

use super::Source;
use super::expand::field;
use super::scope::Function;
use super::variable::atoms_of;
use super::walk::{Flow, Walker};
use crate::shell::deed::{Inner, Reading};
use crate::shell::field::{Field, Piece};
use crate::shell::place::{Places, effects_at, rebased, targets_at};
use crate::shell::{Argument, Command, Dialect, Effect, Inline, Verb, powershell, program};

/// How deep wrappers, aliases and functions may lead from one command to the next.
const CALL_LIMIT: u32 = 48;

/// A command with its words expanded.
#[derive(Clone, Debug)]
pub(super) struct Call {
    pub(super) words: Vec<Field>,
    /// Assignments in front of it.
    pub(super) variables: Vec<(String, Field)>,
    pub(super) places: Places,
    pub(super) at: (u32, u32),
}

impl Walker {
    pub(super) fn simple(
        &mut self,
        source: &Source,
        command: &SimpleCommand,
        at: (u32, u32),
        places: &Places,
    ) -> (Flow, Option<usize>) {
        let name = &command.name;
        let bare = name.span.start.offset() >= name.span.end.offset() && !command.assignments.is_empty();
        let names = std::iter::once(name).filter(|_| !bare);
        let words = self.words(source, names.chain(&command.args), places);
        if words.is_empty() && bare {
            for assignment in &command.assignments {
                self.assign(source, assignment, places);
            }
            return (Flow::still(places, Some(String::new())), None);
        }
        // They hold for the command alone: what they set is put back.
        let before = (self.scope.variables.clone(), self.scope.lists.clone());
        let mut variables = Vec::new();
        for assignment in &command.assignments {
            self.assign(source, assignment, places);
            let name = assignment.target.name.as_str();
            let value = self.scope.variables.get(name).map(|atoms| field(atoms, "="));
            let value = value.unwrap_or_else(|| Field::unknown("="));
            let none = Call { words: Vec::new(), variables: Vec::new(), places: places.clone(), at };
            self.command_variable(name, &value, &none);
            variables.push((name.to_owned(), value));
        }
        (self.scope.variables, self.scope.lists) = before;
        self.invoke(Call { words, variables, places: places.clone(), at })
    }

    /// Runs a command: through aliases, functions and wrappers to the program, whose record it gives.
    pub(super) fn invoke(&mut self, call: Call) -> (Flow, Option<usize>) {
        let Some((first, rest)) = call.words.split_first() else {
            return (Flow::still(&call.places, None), None);
        };
        if self.depth >= CALL_LIMIT {
            self.fail(call.at, "commands are nested too deeply");
            return (Flow::still(&call.places, None), None);
        }
        let Some(name) = program_name(first) else {
            return self.unknown(&call, first, rest);
        };
        self.depth += 1;
        let done = self.named(&name, &call, rest);
        self.depth -= 1;
        done
    }

    fn named(&mut self, name: &str, call: &Call, rest: &[Field]) -> (Flow, Option<usize>) {
        if let Some(alias) = self.scope.aliases.get(name).cloned() {
            // An alias that begins with its own name is not expanded again.
            let words: Vec<Field> = alias.split_whitespace().map(Field::literal).collect();
            if words.first().and_then(Field::text).is_some_and(|other| other != name) {
                let words = words.into_iter().chain(rest.iter().cloned()).collect();
                let done = self.invoke(Call { words, ..call.clone() });
                self.besides(name, rest, call);
                return done;
            }
        }
        if let Some(function) = self.scope.functions.get(name).cloned() {
            let flow = self.call(name, &function, Some(rest), &call.places);
            self.besides(name, rest, call);
            return (flow, Some(self.record(name, rest, call)));
        }
        if matches!(name, "source" | ".") {
            return self.sourced(name, rest, call);
        }
        if let Some(flow) = self.special(name, rest, call) {
            let record = self.record(name, rest, call);
            return (flow, Some(record));
        }
        if name == "git" {
            self.scope.git_aliases.extend(super::super::git::alias_set(rest));
        }
        let mut variables = call.variables.clone();
        for (number, (key, value)) in self.scope.git_aliases.iter().enumerate() {
            variables.push((format!("GIT_CONFIG_KEY_s{number}"), key.clone()));
            variables.push((format!("GIT_CONFIG_VALUE_s{number}"), value.clone()));
        }
        let reading = program::read(name, rest, &variables, self.stdin.as_ref());
        let done = self.perform(name, rest, call, reading);
        self.run_files(name, rest, call);
        if let Some(file) = call.words.first().filter(|word| word.prefix().contains('/')) {
            self.run_file(name, file, call);
        }
        done
    }

    /// The program behind a name that an alias or a function has: neither may hold where the command runs (aliases
    /// are off in scripts, `env` and a path pass functions by, and a branch may not have defined it).
    fn besides(&mut self, name: &str, rest: &[Field], call: &Call) {
        let reading = program::read(name, rest, &call.variables, self.stdin.as_ref());
        let moves = reading.deeds.iter().any(|deed| deed.verb != Verb::Read);
        if moves && !self.active.iter().any(|active| active == name) {
            self.perform(name, rest, call, reading);
        }
    }

    /// `source FILE`: a file of this script is read on; another can set any variable, and what else it does is out of
    /// reach.
    fn sourced(&mut self, name: &str, rest: &[Field], call: &Call) -> (Flow, Option<usize>) {
        let record = self.record(name, rest, call);
        let flow = match rest.first().and_then(|file| self.text_of(file, &call.places)) {
            Some(text) => self.script(name, &text, call),
            None => {
                self.scope.variables.clear();
                self.scope.lists.clear();
                Flow::still(&call.places, None)
            }
        };
        (flow, Some(record))
    }

    fn perform(&mut self, name: &str, rest: &[Field], call: &Call, reading: Reading) -> (Flow, Option<usize>) {
        let mut flow = Flow::still(&call.places, reading.output);
        let replaced = |inner: &Inner| matches!(inner, Inner::Command { replaces: true, .. });
        let own = !reading.inner.iter().any(replaced) || !reading.deeds.is_empty() || !reading.inline.is_empty();
        let mut record = own.then(|| self.record(name, rest, call));
        let deeds = reading.deeds.iter();
        let effects: Vec<Effect> =
            deeds.flat_map(|deed| effects_at(deed.verb, &deed.path, deed.content.as_deref(), &call.places)).collect();
        self.remember(&effects);
        if let Some(command) = record.and_then(|record| self.commands.get_mut(record)) {
            command.effects.extend(effects);
        }
        if let Some(record) = record {
            self.handed_over(record, reading.inline, rest, call);
        }
        for inner in reading.inner {
            match inner {
                Inner::Command { words, variables, directory, replaces } => {
                    let places = directory.map_or_else(|| call.places.clone(), |to| call.places.enter(&to));
                    let variables = call.variables.iter().cloned().chain(variables).collect();
                    let (inner, other) = self.invoke(Call { words, variables, places, at: call.at });
                    if matches!(name, "command" | "builtin") {
                        // The shell's own commands change this shell.
                        (flow.success, flow.failure) = (inner.success, inner.failure);
                    }
                    if replaces {
                        flow.output = inner.output;
                        record = record.or(other);
                    }
                }
                Inner::Script { dialect: Dialect::PowerShell, text, .. } => self.powershell(&text, call),
                Inner::Script { text, arguments, .. } => {
                    let before = self.scope.clone();
                    let words = |words: Vec<Field>| words.iter().skip(1).map(atoms_of).collect();
                    self.scope.positional = arguments.map(words);
                    self.scope.stops = false;
                    // Its input is what is left of ours; a script that came from there has used it up.
                    flow.output = self.script(name, &text, call).output;
                    self.scope = before;
                }
            }
        }
        (flow, record)
    }

    /// A script that a command runs, from the directories of the command.
    pub(super) fn script(&mut self, name: &str, text: &Field, call: &Call) -> Flow {
        if text.text().is_none() && super::parse(&text.as_script()).is_err() {
            // Cut by what is unknown, it is no script: all that can be said is its text.
            let record = self.record(name, &[], call);
            let inline = vec![Inline { program: name.to_owned(), text: text.lossy() }];
            self.handed_over(record, inline, &[], call);
            return Flow::still(&call.places, None);
        }
        self.nested(&text.as_script(), call.at, &call.places)
    }

    fn powershell(&mut self, text: &Field, call: &Call) {
        let script = powershell::read(&text.lossy());
        if let Some(error) = script.error {
            self.fail(call.at, &format!("a script inside the script: {}", error.message));
        }
        for command in script.commands {
            self.commands.push(rebased(command, call.at, &call.places));
        }
    }

    /// A function's body with the words of its call.
    pub(super) fn call(&mut self, name: &str, function: &Function, words: Option<&[Field]>, places: &Places) -> Flow {
        self.called.insert(name.to_owned());
        if self.active.iter().filter(|active| *active == name).count() > 1 {
            // A function that calls itself: one more round finds nothing new.
            return Flow::still(places, None);
        }
        let arguments = words.map(|words| words.iter().map(atoms_of).collect());
        let outer = std::mem::replace(&mut self.scope.positional, arguments);
        self.escaped.push(Places::default());
        self.active.push(name.to_owned());
        let flow = self.statement(&function.source, &function.body, places.clone());
        self.active.pop();
        let escaped = self.escaped.pop().unwrap_or_default();
        self.scope.positional = outer;
        Flow { success: flow.success.or(&escaped), failure: flow.failure.or(&escaped), output: flow.output }
    }

    /// A command whose program is not known: its operands stand by themselves.
    fn unknown(&mut self, call: &Call, first: &Field, rest: &[Field]) -> (Flow, Option<usize>) {
        let mut command = Command { line: call.at.0, column: call.at.1, ..Command::default() };
        command.arguments = arguments(rest);
        for word in rest {
            let value = word.prefix().starts_with('-').then(|| word.prefix().find('=')).flatten();
            let operand = value.map_or_else(|| word.clone(), |at| word.after(at + 1));
            // A word of which nothing is known says nothing about any path.
            if !(operand.pieces() == [Piece::Unknown] || operand.prefix().starts_with('-')) {
                command.unknown.extend(targets_at(&operand, &call.places));
            }
        }
        self.commands.push(command);
        let record = self.commands.len() - 1;
        if first.splits && rest.first().is_some_and(|next| program_name(next).is_some()) {
            // `$SUDO mv a b` with nothing in `$SUDO` is `mv a b`. Where that does nothing, it is no command.
            let before = self.commands.len();
            self.invoke(Call { words: rest.to_vec(), ..call.clone() });
            let idle = |command: &Command| command.effects.is_empty() && command.inline.is_empty();
            if self.commands.iter().skip(before).all(idle) {
                self.commands.truncate(before);
            }
        }
        (Flow::still(&call.places, None), Some(record))
    }

    pub(super) fn record(&mut self, program: &str, words: &[Field], call: &Call) -> usize {
        self.commands.push(Command {
            line: call.at.0,
            column: call.at.1,
            program: Some(program.to_owned()),
            arguments: arguments(words),
            ..Command::default()
        });
        self.commands.len() - 1
    }
}

fn arguments(words: &[Field]) -> Vec<Argument> {
    let argument =
        |(at, word): (usize, &Field)| Some(Argument { index: super::count(at + 1), text: word.text()?.to_owned() });
    words.iter().enumerate().filter_map(argument).collect()
}

/// The name without folders and without `.exe`, where the word tells it: `/usr/*/mv` does, `m[v]` does not.
pub(in crate::shell) fn program_name(word: &Field) -> Option<String> {
    let Piece::Literal(text) = word.pieces().last()? else {
        return None;
    };
    let name = match text.rfind(['/', '\\']) {
        Some(at) => text.get(at + 1..)?,
        None if word.pieces().len() == 1 => text,
        None => return None,
    };
    let name = name.strip_suffix(".exe").or_else(|| name.strip_suffix(".EXE")).unwrap_or(name);
    (!name.is_empty()).then(|| name.to_owned())
}

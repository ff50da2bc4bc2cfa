//! Statements: in which directories each runs, and what is known of its words then.
//!
//! A statement leaves the directories of its success and those of its failure: behind `cd a && …` only `a`,
//! behind `cd a; …` both.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use shuck_ast::{
    BackgroundOperator, BinaryCommand, BinaryOp, BuiltinCommand, Command as Tree, DeclOperand, Stmt, StmtSeq,
    StmtTerminator,
};

use super::scope::{Function, Scope};
use super::{Source, count, parse};
use crate::shell::field::Field;
use crate::shell::place::{Places, effects_at};
use crate::shell::{Command, Script, ScriptError};

/// The most statements that one script may come to, loops and calls counted as often as they are read.
const STEP_LIMIT: u32 = 20_000;
/// How deep scripts may nest (`bash -c`, functions, `eval`).
const DEPTH_LIMIT: u32 = 16;

/// Where a statement leaves the shell, and what it prints where that is a literal.
#[derive(Clone, Debug, Default)]
pub(super) struct Flow {
    pub(super) success: Places,
    pub(super) failure: Places,
    pub(super) output: Option<String>,
}

impl Flow {
    /// A statement that changes no directory.
    pub(super) fn still(places: &Places, output: Option<String>) -> Flow {
        Flow { success: places.clone(), failure: places.clone(), output }
    }

    pub(super) fn any(&self) -> Places {
        self.success.clone().or(&self.failure)
    }
}

/// The walk over a script and what it has found.
#[derive(Default)]
pub(super) struct Walker {
    pub(super) scope: Scope,
    pub(super) commands: Vec<Command>,
    pub(super) error: Option<ScriptError>,
    /// What the command at hand reads as its standard input, where that is known.
    pub(super) stdin: Option<Field>,
    /// Where `break`, `continue` and `return` leave the loops and functions that are open.
    pub(super) escaped: Vec<Places>,
    pub(super) called: BTreeSet<String>,
    /// The functions whose bodies are being read.
    pub(super) active: Vec<String>,
    /// What the script has written where, as far as both are literal: a file that it runs then can be read.
    pub(super) files: BTreeMap<String, String>,
    steps: u32,
    /// How many readings of its body the loops around stand for, and how many loops they are.
    pub(super) rounds: usize,
    pub(super) loops: u32,
    pub(super) depth: u32,
}

impl Walker {
    /// Reads a whole script.
    pub(super) fn run(mut self, source: &Source, body: &StmtSeq) -> Script {
        self.sequence(source, body, Places::start());
        self.uncalled();
        if self.error.is_some() {
            return Script { error: self.error, commands: Vec::new() };
        }
        let mut commands: Vec<Command> = Vec::with_capacity(self.commands.len());
        for mut command in self.commands {
            let mut effects = Vec::with_capacity(command.effects.len());
            for effect in command.effects {
                if !effects.contains(&effect) {
                    effects.push(effect);
                }
            }
            command.effects = effects;
            // Rounds of a loop that found nothing new; they stand close together.
            if !commands.iter().rev().take(64).any(|other| *other == command) {
                commands.push(command);
            }
        }
        Script { error: None, commands }
    }

    /// Functions that no call was found for: something may still call them.
    fn uncalled(&mut self) {
        let functions: Vec<(String, Rc<Function>)> =
            self.scope.functions.iter().map(|(name, function)| (name.clone(), Rc::clone(function))).collect();
        for (name, function) in functions {
            if !self.called.contains(&name) {
                self.scope.positional = None;
                self.statement(&function.source, &function.body, function.places.clone());
            }
        }
    }

    /// Ends the reading: the script has no answer.
    pub(super) fn fail(&mut self, at: (u32, u32), message: &str) {
        self.error.get_or_insert_with(|| ScriptError { line: at.0, column: at.1, message: message.to_owned() });
    }

    /// A script inside the script, from `places`.
    pub(super) fn nested(&mut self, text: &str, at: (u32, u32), places: &Places) -> Flow {
        if self.depth >= DEPTH_LIMIT {
            self.fail(at, "scripts are nested too deeply");
            return Flow::still(places, None);
        }
        match parse(text) {
            Ok(file) => {
                self.depth += 1;
                let source = Source { text: Rc::from(text), origin: Some(at) };
                let flow = self.sequence(&source, &file.body, places.clone());
                self.depth -= 1;
                flow
            }
            Err(error) => {
                self.fail(at, &format!("a script inside the script: {}", error.message));
                Flow::still(places, None)
            }
        }
    }

    pub(super) fn sequence(&mut self, source: &Source, body: &StmtSeq, places: Places) -> Flow {
        let mut flow = Flow { failure: Places::default(), success: places, output: Some(String::new()) };
        for stmt in body.iter() {
            let before = if self.scope.stops { flow.success.clone() } else { flow.any() };
            let next = self.statement(source, stmt, before);
            let output = flow.output.zip(next.output).map(|(before, next)| before + &next);
            flow = Flow { success: next.success, failure: next.failure, output };
        }
        flow
    }

    /// A sequence in a shell of its own.
    pub(super) fn subshell(&mut self, source: &Source, body: &StmtSeq, places: &Places) -> Option<String> {
        let scope = self.scope.clone();
        let output = self.sequence(source, body, places.clone()).output;
        self.scope = scope;
        output
    }

    pub(super) fn statement(&mut self, source: &Source, stmt: &Stmt, places: Places) -> Flow {
        let at = source.origin.unwrap_or((count(stmt.span.start.line()), count(stmt.span.start.column())));
        self.steps += 1;
        if self.steps > STEP_LIMIT {
            self.fail(at, "the script comes to too many commands to read them all");
        }
        if places.is_empty() || self.error.is_some() {
            return Flow::default();
        }
        if matches!(stmt.terminator, Some(StmtTerminator::Background(BackgroundOperator::Plain))) {
            let scope = self.scope.clone();
            self.redirected(source, stmt, at, &places);
            self.scope = scope;
            return Flow { success: places.clone(), failure: Places::default(), output: None };
        }
        let mut flow = self.redirected(source, stmt, at, &places);
        if stmt.negated {
            std::mem::swap(&mut flow.success, &mut flow.failure);
        }
        flow
    }

    fn redirected(&mut self, source: &Source, stmt: &Stmt, at: (u32, u32), places: &Places) -> Flow {
        let redirected = self.redirects(source, stmt, places);
        let outer = self.stdin.clone();
        if let Some(stdin) = redirected.stdin {
            self.stdin = stdin;
        }
        let (mut flow, record) = self.command(source, stmt, at, places);
        self.stdin = outer;
        let mut effects = Vec::new();
        let last = redirected.effects.iter().rposition(|(_, _, stdout)| *stdout);
        for (index, (verb, path, _)) in redirected.effects.iter().enumerate() {
            let content = if Some(index) == last { flow.output.clone() } else { None };
            effects.extend(effects_at(*verb, path, content.as_deref(), places));
        }
        self.remember(&effects);
        if last.is_some() {
            flow.output = Some(String::new());
        }
        match record.and_then(|record| self.commands.get_mut(record)) {
            Some(command) => command.effects.extend(effects),
            None if effects.is_empty() => {}
            None => self.commands.push(Command { line: at.0, column: at.1, effects, ..Command::default() }),
        }
        flow
    }

    /// The command of a statement, and its own record where it is a simple one.
    fn command(&mut self, source: &Source, stmt: &Stmt, at: (u32, u32), places: &Places) -> (Flow, Option<usize>) {
        let flow = match &stmt.command {
            Tree::Simple(simple) => return self.simple(source, simple, at, places),
            Tree::Builtin(builtin) => self.leave(source, builtin, places),
            Tree::Decl(decl) => {
                for operand in &decl.operands {
                    match operand {
                        DeclOperand::Assignment(assignment) => self.assign(source, assignment, places),
                        DeclOperand::Flag(word) => {
                            let flag = self.cooked(source, places, |cook| cook.one(word));
                            self.scope.opaque |= flag.prefix().starts_with('-') && flag.prefix().contains('n');
                        }
                        DeclOperand::Dynamic(word) => {
                            self.cooked(source, places, |cook| cook.inside(word));
                        }
                        DeclOperand::Name(_) => {}
                    }
                }
                Flow::still(places, Some(String::new()))
            }
            Tree::Binary(binary) => self.binary(source, binary, places),
            Tree::Compound(compound) => self.compound(source, compound, places),
            Tree::Function(function) => {
                for name in function.static_names() {
                    let function =
                        Function { source: source.clone(), body: (*function.body).clone(), places: places.clone() };
                    self.scope.functions.insert(name.as_str().to_owned(), Rc::new(function));
                }
                Flow::still(places, Some(String::new()))
            }
            Tree::AnonymousFunction(function) => {
                self.words(source, &function.args, places);
                self.statement(source, &function.body, places.clone())
            }
        };
        (flow, None)
    }

    /// `exit`, `return`, `break`, `continue`: nothing behind them is reached.
    fn leave(&mut self, source: &Source, builtin: &BuiltinCommand, places: &Places) -> Flow {
        let (code, more, name) = match builtin {
            BuiltinCommand::Break(command) => (&command.depth, &command.extra_args, "break"),
            BuiltinCommand::Continue(command) => (&command.depth, &command.extra_args, "continue"),
            BuiltinCommand::Return(command) => (&command.code, &command.extra_args, "return"),
            BuiltinCommand::Exit(command) => (&command.code, &command.extra_args, "exit"),
        };
        self.words(source, code.iter().chain(more), places);
        if let Some(function) = self.scope.functions.get(name).cloned() {
            return self.call(name, &function, None, places);
        }
        if name != "exit" {
            // Which of the open loops it leaves does not matter: what it carries reaches all of them.
            for escaped in &mut self.escaped {
                *escaped = std::mem::take(escaped).or(places);
            }
            if self.escaped.is_empty() {
                return Flow::still(places, Some(String::new()));
            }
        }
        Flow { output: Some(String::new()), ..Flow::default() }
    }

    fn binary(&mut self, source: &Source, binary: &BinaryCommand, places: &Places) -> Flow {
        match binary.op {
            BinaryOp::And => {
                let left = self.guarded(source, &binary.left, places);
                let before = self.scope.clone();
                let right = self.statement(source, &binary.right, left.success);
                self.scope.meet(before);
                Flow { success: right.success, failure: left.failure.or(&right.failure), output: None }
            }
            BinaryOp::Or => {
                let left = self.guarded(source, &binary.left, places);
                let before = self.scope.clone();
                let right = self.statement(source, &binary.right, left.failure);
                self.scope.meet(before);
                Flow { success: left.success.or(&right.success), failure: right.failure, output: None }
            }
            BinaryOp::Pipe | BinaryOp::PipeAll => {
                let scope = self.scope.clone();
                let left = self.statement(source, &binary.left, places.clone());
                self.scope = scope.clone();
                let outer = std::mem::replace(&mut self.stdin, left.output.map(|text| Field::literal(&text)));
                let right = self.statement(source, &binary.right, places.clone());
                self.stdin = outer;
                self.scope = scope;
                Flow::still(places, right.output)
            }
        }
    }

    /// A command whose failure `set -e` does not act on.
    fn guarded(&mut self, source: &Source, stmt: &Stmt, places: &Places) -> Flow {
        let stops = std::mem::replace(&mut self.scope.stops, false);
        let flow = self.statement(source, stmt, places.clone());
        self.scope.stops |= stops;
        flow
    }
}

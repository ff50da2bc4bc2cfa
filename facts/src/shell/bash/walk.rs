//! Statements: in which directories each runs, and what is known of its words then.
//!
//! A statement leaves the directories of its success and those of its failure: behind `cd a && …` only `a`,
//! behind `cd a; …` both. Branches meet, loops run until nothing new is learnt, subshells leave no trace.

use std::collections::BTreeSet;
use std::rc::Rc;

use shuck_ast::{
    Assignment, AssignmentValue, BackgroundOperator, BinaryCommand, BinaryOp, BuiltinCommand, CaseTerminator,
    Command as Tree, CompoundCommand, ConditionalExpr, DeclOperand, PatternPart, RedirectKind, RedirectTarget, Stmt,
    StmtSeq, StmtTerminator, Word,
};

use super::scope::{Function, Places, Scope};
use super::word::{Atom, Cook, atoms_of};
use super::{Source, count, parse};
use crate::shell::field::Field;
use crate::shell::{Command, Effect, Script, ScriptError, Target, Verb};

/// The most statements that one script may come to, loops and calls counted as often as they are read.
const STEP_LIMIT: u32 = 20_000;
/// How deep scripts may nest (`bash -c`, functions, `eval`).
const DEPTH_LIMIT: u32 = 16;
/// How many words of a `for` are read one by one.
const ROUND_LIMIT: usize = 32;

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
    steps: u32,
    pub(super) depth: u32,
}

/// The redirects of a statement.
#[derive(Default)]
struct Redirected {
    effects: Vec<(Verb, Field, bool)>,
    stdin: Option<Option<Field>>,
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
        for command in self.commands {
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

    fn redirects(&mut self, source: &Source, stmt: &Stmt, places: &Places) -> Redirected {
        let mut redirected = Redirected::default();
        for redirect in &stmt.redirects {
            match &redirect.target {
                RedirectTarget::Heredoc(document) => {
                    let strip = document.delimiter.strip_tabs;
                    let text = self.cooked(source, places, |cook| cook.document(&document.body, strip));
                    redirected.stdin = Some(Some(text));
                }
                RedirectTarget::Word(word) => {
                    let field = self.cooked(source, places, |cook| cook.one(word));
                    let stdout = redirect.fd.is_none_or(|fd| fd == 1) && redirect.fd_var.is_none();
                    match redirect.kind {
                        RedirectKind::HereString => redirected.stdin = Some(Some(field.with_suffix("\n"))),
                        RedirectKind::Input => {
                            redirected.stdin = Some(None);
                            redirected.effects.push((Verb::Read, field, false));
                        }
                        RedirectKind::DupInput => redirected.stdin = Some(None),
                        // A descriptor or `-`; only `>&word` without one names a file.
                        RedirectKind::DupOutput if is_descriptor(&field) => {}
                        RedirectKind::HereDoc | RedirectKind::HereDocStrip => {}
                        _ => redirected.effects.push((Verb::Write, field, stdout)),
                    }
                }
            }
        }
        redirected
    }

    /// Cooks under what is known here, then reads the scripts that the words hold.
    pub(super) fn cooked<'a, T>(
        &mut self,
        source: &'a Source,
        places: &Places,
        cook: impl FnOnce(&mut Cook<'a, '_>) -> T,
    ) -> T {
        let mut cooking = Cook { text: &source.text, scope: &self.scope, here: places.single(), nested: Vec::new() };
        let value = cook(&mut cooking);
        let nested = cooking.nested;
        for body in nested {
            self.subshell(source, body, places);
        }
        value
    }

    /// The command of a statement, and its own record where it is a simple one.
    fn command(
        &mut self,
        source: &Source,
        stmt: &Stmt,
        at: (u32, u32),
        places: &Places,
    ) -> (Flow, Option<usize>) {
        let flow = match &stmt.command {
            Tree::Simple(simple) => return self.simple(source, simple, at, places),
            Tree::Builtin(builtin) => self.leave(source, builtin, places),
            Tree::Decl(decl) => {
                for operand in &decl.operands {
                    match operand {
                        DeclOperand::Assignment(assignment) => self.assign(source, assignment, places),
                        DeclOperand::Flag(word) | DeclOperand::Dynamic(word) => {
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
                    let function = Function {
                        source: source.clone(),
                        body: (*function.body).clone(),
                        places: places.clone(),
                    };
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

    pub(super) fn words<'a>(
        &mut self,
        source: &'a Source,
        words: impl IntoIterator<Item = &'a Word>,
        places: &Places,
    ) -> Vec<Field> {
        self.cooked(source, places, |cook| words.into_iter().flat_map(|word| cook.fields(word)).collect())
    }

    pub(super) fn assign(&mut self, source: &Source, assignment: &Assignment, places: &Places) {
        let name = assignment.target.name.as_str().to_owned();
        let whole = assignment.target.subscript.is_none();
        match &assignment.value {
            AssignmentValue::Scalar(word) => {
                let mut value = self.cooked(source, places, |cook| cook.value(word));
                if assignment.append {
                    let mut before =
                        self.scope.variables.get(&name).cloned().unwrap_or_else(|| vec![Atom::Unknown { splits: true }]);
                    before.extend(value);
                    value = before;
                }
                self.scope.forget(&name);
                if whole {
                    self.scope.variables.insert(name, value);
                }
            }
            AssignmentValue::Compound(list) => {
                let words: Vec<&Word> = list.elements.iter().map(|element| &element.value().word).collect();
                let fields = self.words(source, words, places);
                let before = if assignment.append { self.scope.lists.get(&name).cloned() } else { Some(Vec::new()) };
                self.scope.forget(&name);
                let values = fields.iter().map(atoms_of);
                if let Some(mut list) = before.filter(|_| whole) {
                    list.extend(values);
                    self.scope.lists.insert(name, list);
                }
            }
        }
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

    fn condition(&mut self, source: &Source, body: &StmtSeq, places: Places) -> Flow {
        let stops = std::mem::replace(&mut self.scope.stops, false);
        let flow = self.sequence(source, body, places);
        self.scope.stops |= stops;
        flow
    }

    fn compound(&mut self, source: &Source, compound: &CompoundCommand, places: &Places) -> Flow {
        match compound {
            CompoundCommand::If(command) => {
                let branches = std::iter::once((&command.condition, &command.then_branch))
                    .chain(command.elif_branches.iter().map(|(condition, body)| (condition, body)));
                self.choose(source, branches, command.else_branch.as_ref(), places)
            }
            CompoundCommand::For(command) => {
                let names: Vec<&str> = command.targets.iter().filter_map(|t| t.name.as_ref()).map(|n| n.as_str()).collect();
                let words = command.words.as_ref().map(|words| self.words(source, words, places));
                let one = <[&str; 1]>::try_from(names.clone()).ok();
                self.rounds(source, &names, words.filter(|_| one.is_some()), &command.body, places)
            }
            CompoundCommand::Foreach(command) => {
                let words = self.words(source, &command.words, places);
                self.rounds(source, &[command.variable.as_str()], Some(words), &command.body, places)
            }
            CompoundCommand::Select(command) => {
                self.words(source, &command.words, places);
                self.rounds(source, &[command.variable.as_str()], None, &command.body, places)
            }
            CompoundCommand::Repeat(command) => self.repeat(source, None, &command.body, places),
            CompoundCommand::ArithmeticFor(command) => {
                self.scope.variables.clear();
                self.repeat(source, None, &command.body, places)
            }
            CompoundCommand::While(command) => self.repeat(source, Some((&command.condition, true)), &command.body, places),
            CompoundCommand::Until(command) => self.repeat(source, Some((&command.condition, false)), &command.body, places),
            CompoundCommand::Case(command) => {
                self.cooked(source, places, |cook| cook.inside(&command.word));
                self.case(source, command, places)
            }
            CompoundCommand::Subshell(body) => Flow::still(places, self.subshell(source, body, places)),
            CompoundCommand::BraceGroup(body) => self.sequence(source, body, places.clone()),
            // An assignment inside `(( ))` gives a number, which no path of interest is.
            CompoundCommand::Arithmetic(_) => Flow::still(places, Some(String::new())),
            CompoundCommand::Time(command) => match &command.command {
                Some(stmt) => self.statement(source, stmt, places.clone()),
                None => Flow::still(places, Some(String::new())),
            },
            CompoundCommand::Conditional(command) => {
                self.test(source, &command.expression, places);
                Flow::still(places, Some(String::new()))
            }
            CompoundCommand::Coproc(command) => {
                let scope = self.scope.clone();
                self.statement(source, &command.body, places.clone());
                self.scope = scope;
                Flow::still(places, None)
            }
            CompoundCommand::Always(command) => {
                let flow = self.sequence(source, &command.body, places.clone());
                self.sequence(source, &command.always_body, flow.any())
            }
        }
    }

    fn choose<'a>(
        &mut self,
        source: &Source,
        branches: impl Iterator<Item = (&'a StmtSeq, &'a StmtSeq)>,
        last: Option<&StmtSeq>,
        places: &Places,
    ) -> Flow {
        let mut end = Flow::default();
        let mut scopes: Vec<Scope> = Vec::new();
        let mut before = places.clone();
        for (condition, body) in branches {
            let asked = self.condition(source, condition, before);
            let scope = self.scope.clone();
            let flow = self.sequence(source, body, asked.success);
            end = Flow { success: end.success.or(&flow.success), failure: end.failure.or(&flow.failure), output: None };
            scopes.push(std::mem::replace(&mut self.scope, scope));
            before = asked.failure;
        }
        let flow = match last {
            Some(body) => self.sequence(source, body, before),
            None => Flow { success: before, ..Flow::default() },
        };
        for scope in scopes {
            self.scope.meet(scope);
        }
        Flow { success: end.success.or(&flow.success), failure: end.failure.or(&flow.failure), output: None }
    }

    fn case(&mut self, source: &Source, command: &shuck_ast::CaseCommand, places: &Places) -> Flow {
        let mut end = Flow { success: places.clone(), ..Flow::default() };
        let before = self.scope.clone();
        let mut scopes = Vec::new();
        let mut through = Places::default();
        for item in &command.cases {
            for pattern in &item.patterns {
                for part in &pattern.parts {
                    if let PatternPart::Word(word) = &part.kind {
                        self.cooked(source, places, |cook| cook.inside(word));
                    }
                }
            }
            let flow = self.sequence(source, &item.body, places.clone().or(&through));
            through = if item.terminator == CaseTerminator::Break { Places::default() } else { flow.any() };
            end = Flow { success: end.success.or(&flow.success), failure: end.failure.or(&flow.failure), output: None };
            let next = if item.terminator == CaseTerminator::Break { before.clone() } else { self.scope.clone() };
            scopes.push(std::mem::replace(&mut self.scope, next));
        }
        self.scope = before;
        for scope in scopes {
            self.scope.meet(scope);
        }
        end
    }

    /// `for name in words`: each word by itself where they are few and whole.
    fn rounds(
        &mut self,
        source: &Source,
        names: &[&str],
        words: Option<Vec<Field>>,
        body: &StmtSeq,
        places: &Places,
    ) -> Flow {
        let (Some(words), Some(name)) = (words.filter(|words| words.len() <= ROUND_LIMIT), names.first()) else {
            for name in names {
                self.scope.forget(name);
            }
            return self.repeat(source, None, body, places);
        };
        let before = self.scope.clone();
        self.escaped.push(Places::default());
        let mut now = places.clone();
        for word in &words {
            self.scope.variables.insert((*name).to_owned(), atoms_of(word));
            let flow = self.sequence(source, body, now.clone());
            now = flow.any().or(self.escaped.last().unwrap_or(&Places::default()));
        }
        self.escaped.pop();
        let after = if words.is_empty() { places.clone() } else { now };
        // A round may have been cut short, so what its end knew need not hold.
        self.scope.meet(before);
        Flow::still(&after, None)
    }

    /// A body that runs any number of times.
    fn repeat(
        &mut self,
        source: &Source,
        condition: Option<(&StmtSeq, bool)>,
        body: &StmtSeq,
        places: &Places,
    ) -> Flow {
        self.escaped.push(Places::default());
        let mut now = places.clone();
        let mut done = Places::default();
        for round in 0..3 {
            let before = self.scope.clone();
            let enter = match condition {
                Some((condition, wanted)) => {
                    let flow = self.condition(source, condition, now.clone());
                    let (enter, leave) = if wanted { (flow.success, flow.failure) } else { (flow.failure, flow.success) };
                    done = done.or(&leave);
                    enter
                }
                None => {
                    done = done.or(&now);
                    now.clone()
                }
            };
            let flow = self.sequence(source, body, enter);
            let escaped = self.escaped.last().cloned().unwrap_or_default();
            let next = now.clone().or(&flow.any()).or(&escaped);
            self.scope.meet(before.clone());
            done = done.or(&escaped);
            if next == now && self.scope.same(&before) {
                break;
            }
            // A third round starts from wherever any number of rounds may have led.
            now = if round == 1 && next != now { Places::unknown() } else { next };
        }
        self.escaped.pop();
        Flow::still(&done.or(&now), None)
    }

    fn test(&mut self, source: &Source, expression: &ConditionalExpr, places: &Places) {
        match expression {
            ConditionalExpr::Binary(binary) => {
                self.test(source, &binary.left, places);
                self.test(source, &binary.right, places);
            }
            ConditionalExpr::Unary(unary) => self.test(source, &unary.expr, places),
            ConditionalExpr::Parenthesized(inner) => self.test(source, &inner.expr, places),
            ConditionalExpr::Word(word) | ConditionalExpr::Regex(word) => {
                self.cooked(source, places, |cook| cook.inside(word));
            }
            ConditionalExpr::Pattern(pattern) => {
                for part in &pattern.parts {
                    if let PatternPart::Word(word) = &part.kind {
                        self.cooked(source, places, |cook| cook.inside(word));
                    }
                }
            }
            ConditionalExpr::VarRef(_) => {}
        }
    }
}

/// A path under each directory that the command can run in.
pub(super) fn effects_at(verb: Verb, path: &Field, content: Option<&str>, places: &Places) -> Vec<Effect> {
    let targets = places.iter().flat_map(|place| path.within(place).targets());
    let mut effects: Vec<Effect> = Vec::new();
    for target in targets {
        let effect = Effect { verb, target, content: content.map(str::to_owned) };
        if !effects.contains(&effect) {
            effects.push(effect);
        }
    }
    effects
}

/// The same for an operand that nothing is done to that is known.
pub(super) fn targets_at(path: &Field, places: &Places) -> Vec<Target> {
    effects_at(Verb::Read, path, None, places).into_iter().map(|effect| effect.target).collect()
}

fn is_descriptor(field: &Field) -> bool {
    let Some(text) = field.text() else {
        // `>&$FD` is a descriptor far more often than a file; `>&docs/$X` names a file.
        return field.prefix().is_empty();
    };
    text == "-" || text.trim_end_matches('-').chars().all(|letter| letter.is_ascii_digit())
}

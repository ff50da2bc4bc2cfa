//! Compound commands: branches meet, loops run until nothing new is learnt, subshells leave no trace.

use shuck_ast::{CaseCommand, CaseTerminator, CompoundCommand, ConditionalExpr, PatternPart, Span, StmtSeq};

use super::scope::Scope;
use super::variable::atoms_of;
use super::walk::{Flow, Walker};
use super::word::slice;
use super::{Source, count};
use crate::shell::field::Field;
use crate::shell::place::Places;

/// How many words of a `for` are read one by one, those of the loops around it multiplied.
const ROUND_LIMIT: usize = 64;
/// In deeper loops nothing is taken to be known.
const LOOP_LIMIT: u32 = 3;

impl Walker {
    fn condition(&mut self, source: &Source, body: &StmtSeq, places: Places) -> Flow {
        let stops = std::mem::replace(&mut self.scope.stops, false);
        let flow = self.sequence(source, body, places);
        self.scope.stops |= stops;
        flow
    }

    pub(super) fn compound(&mut self, source: &Source, compound: &CompoundCommand, places: &Places) -> Flow {
        match compound {
            CompoundCommand::If(command) => {
                let branches = std::iter::once((&command.condition, &command.then_branch))
                    .chain(command.elif_branches.iter().map(|(condition, body)| (condition, body)));
                self.choose(source, branches, command.else_branch.as_ref(), places)
            }
            CompoundCommand::For(_)
            | CompoundCommand::Foreach(_)
            | CompoundCommand::Select(_)
            | CompoundCommand::Repeat(_)
            | CompoundCommand::ArithmeticFor(_)
            | CompoundCommand::While(_)
            | CompoundCommand::Until(_) => self.looped(source, compound, places),
            CompoundCommand::Case(command) => {
                self.cooked(source, places, |cook| cook.inside(&command.word));
                self.case(source, command, places)
            }
            CompoundCommand::Subshell(body) => Flow::still(places, self.subshell(source, body, places)),
            CompoundCommand::BraceGroup(body) => self.sequence(source, body, places.clone()),
            // An assignment inside `(( ))` gives a number, which no path of interest is.
            CompoundCommand::Arithmetic(command) => {
                self.arithmetic(source, command.expr_span, places);
                Flow::still(places, Some(String::new()))
            }
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

    /// The scripts inside an arithmetic expression.
    fn arithmetic(&mut self, source: &Source, span: Option<Span>, places: &Places) {
        let Some((span, text)) = span.and_then(|span| Some((span, slice(&source.text, span)?))) else {
            return;
        };
        if text.contains("$(") || text.contains('`') {
            let at = (count(span.start.line()), count(span.start.column()));
            let scope = self.scope.clone();
            self.nested(&format!(": $(({text}))"), source.origin.unwrap_or(at), places);
            self.scope = scope;
        }
    }

    fn looped(&mut self, source: &Source, compound: &CompoundCommand, places: &Places) -> Flow {
        match compound {
            CompoundCommand::For(command) => {
                let names: Vec<&str> =
                    command.targets.iter().filter_map(|t| t.name.as_ref()).map(|n| n.as_str()).collect();
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
                for span in [command.init_span, command.condition_span, command.step_span] {
                    self.arithmetic(source, span, places);
                }
                self.scope.variables.clear();
                self.repeat(source, None, &command.body, places)
            }
            CompoundCommand::While(command) => {
                self.repeat(source, Some((&command.condition, true)), &command.body, places)
            }
            CompoundCommand::Until(command) => {
                self.repeat(source, Some((&command.condition, false)), &command.body, places)
            }
            _ => Flow::still(places, None),
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

    fn case(&mut self, source: &Source, command: &CaseCommand, places: &Places) -> Flow {
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
        let around = self.rounds.max(1);
        let few = |words: &Vec<Field>| words.len().saturating_mul(around) <= ROUND_LIMIT;
        let (Some(words), Some(name)) = (words.filter(few), names.first()) else {
            for name in names {
                self.scope.forget(name);
            }
            return self.repeat(source, None, body, places);
        };
        let before = self.scope.clone();
        self.escaped.push(Places::default());
        let mut now = places.clone();
        self.rounds = around.saturating_mul(words.len());
        for word in &words {
            self.scope.variables.insert((*name).to_owned(), atoms_of(word));
            let flow = self.sequence(source, body, now.clone());
            now = flow.any().or(self.escaped.last().unwrap_or(&Places::default()));
        }
        self.rounds = around;
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
        self.loops += 1;
        let deep = self.loops > LOOP_LIMIT;
        if deep {
            self.scope.variables.clear();
            self.scope.lists.clear();
            now = now.or(&Places::unknown());
        }
        for round in 0..if deep { 1 } else { 3 } {
            let before = self.scope.clone();
            let enter = match condition {
                Some((condition, wanted)) => {
                    let flow = self.condition(source, condition, now.clone());
                    let (enter, leave) =
                        if wanted { (flow.success, flow.failure) } else { (flow.failure, flow.success) };
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
        self.loops -= 1;
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

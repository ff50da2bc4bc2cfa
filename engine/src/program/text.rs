//! Canonical text of a resolved rule. A reader can rely on: equal rules have equal texts, whatever the layout of their
//! clauses was, and other rules of the program do not matter. Refuses to know bindings and rows.

use std::fmt::{self, Write as _};

use super::types::{CompoundForm, NIL};
use super::{
    Aggregate, Atom, Comparison, Compound, Constant, Form, Literal, Operation, PRIMARY, Program, Rule, Term, Test,
    UNARY, VariableId,
};
use crate::syntax::escape::quote;

/// `head(terms) :- literal, literal.`
#[must_use]
pub fn rule(program: &Program, rule: &Rule) -> String {
    let mut writer = Writer::new(program, rule);
    let head = &program.relation(rule.head).name;
    writer.applied(head, &rule.terms);
    if !rule.body.is_empty() {
        writer.text.push_str(" :- ");
        writer.body(&rule.body);
    }
    writer.text.push('.');
    writer.text
}

/// One literal of a rule's body.
#[must_use]
pub fn literal(program: &Program, rule: &Rule, literal: &Literal) -> String {
    let mut writer = Writer::new(program, rule);
    writer.literal(literal);
    writer.text
}

/// One term of a rule.
#[must_use]
pub fn term(program: &Program, rule: &Rule, term: &Term) -> String {
    let mut writer = Writer::new(program, rule);
    writer.term(term);
    writer.text
}

impl fmt::Display for Constant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Symbol(text) => {
                let mut quoted = String::with_capacity(text.len() + 2);
                quote(text, &mut quoted);
                f.write_str(&quoted)
            }
            Self::Number(value) => write!(f, "{value}"),
            Self::Unsigned(value) => write!(f, "{value}u"),
            Self::Float(value) => write!(f, "{value:?}"),
            Self::Nil(_) => f.write_str("nil"),
            Self::Record(_, fields) => write!(f, "[{}]", joined(fields)),
            Self::Branch(_, name, fields) => write!(f, "${name}({})", joined(fields)),
        }
    }
}

fn joined(all: &[Constant]) -> String {
    all.iter().map(Constant::to_string).collect::<Vec<_>>().join(", ")
}

struct Writer<'a> {
    program: &'a Program,
    rule: &'a Rule,
    text: String,
}

impl<'a> Writer<'a> {
    fn new(program: &'a Program, rule: &'a Rule) -> Self {
        Self { program, rule, text: String::new() }
    }

    fn body(&mut self, body: &[Literal]) {
        for (index, literal) in body.iter().enumerate() {
            self.text.push_str(if index > 0 { ", " } else { "" });
            self.literal(literal);
        }
    }

    fn literal(&mut self, literal: &Literal) {
        match &literal.form {
            Form::Positive(atom) => self.atom(atom),
            Form::Negative(atom) => {
                self.text.push('!');
                self.atom(atom);
            }
            Form::Compare { operator, left, right, .. } => self.compare(left, *operator, right),
            Form::Test { test, pattern, text, negated } => {
                self.text.push_str(if *negated { "!" } else { "" });
                let name = match test {
                    Test::Match => "match",
                    Test::Contains => "contains",
                };
                self.text.push_str(name);
                self.text.push('(');
                self.term(pattern);
                self.text.push_str(", ");
                self.term(text);
                self.text.push(')');
            }
            Form::Aggregate(aggregate) => self.aggregate(aggregate),
            Form::Range { result, from, to, step, .. } => {
                self.variable(*result);
                self.text.push_str(" = range(");
                self.term(from);
                self.text.push_str(", ");
                self.term(to);
                if let Some(step) = step {
                    self.text.push_str(", ");
                    self.term(step);
                }
                self.text.push(')');
            }
            Form::Compound(compound) => self.compound(compound),
            Form::Never => self.text.push_str("false"),
        }
    }

    fn aggregate(&mut self, aggregate: &Aggregate) {
        self.variable(aggregate.result);
        let _ = write!(self.text, " = {}", aggregate.operator.spelling());
        if let Some(target) = &aggregate.target {
            self.text.push(' ');
            self.term(target);
        }
        self.text.push_str(" : { ");
        self.body(&aggregate.body);
        self.text.push_str(" }");
    }

    fn compound(&mut self, compound: &Compound) {
        self.variable(compound.result);
        self.text.push_str(" = ");
        let of = self.program.types.get(compound.of.0 as usize);
        match of.map(|of| (of.form, of.constructor(compound.constructor))) {
            Some((CompoundForm::Algebraic, Some(branch))) => {
                self.applied(&format!("${}", branch.name), &compound.fields)
            }
            _ if compound.constructor == NIL => self.text.push_str("nil"),
            _ => {
                self.text.push('[');
                self.terms(&compound.fields);
                self.text.push(']');
            }
        }
    }

    fn compare(&mut self, left: &Term, operator: Comparison, right: &Term) {
        self.term(left);
        let _ = write!(self.text, " {} ", operator.spelling());
        self.term(right);
    }

    fn atom(&mut self, atom: &Atom) {
        let program = self.program;
        self.applied(&program.relation(atom.relation).name, &atom.arguments);
    }

    fn applied(&mut self, name: &str, arguments: &[Term]) {
        self.text.push_str(name);
        self.text.push('(');
        self.terms(arguments);
        self.text.push(')');
    }

    fn terms(&mut self, terms: &[Term]) {
        for (index, term) in terms.iter().enumerate() {
            self.text.push_str(if index > 0 { ", " } else { "" });
            self.term(term);
        }
    }

    fn variable(&mut self, id: VariableId) {
        let variable = self.rule.variables.get(id.0 as usize);
        self.text.push_str(variable.map_or("?", |found| &found.name));
    }

    fn term(&mut self, term: &Term) {
        match term {
            Term::Variable(id) => self.variable(*id),
            Term::Constant(constant) => {
                let _ = write!(self.text, "{constant}");
            }
            Term::Wildcard => self.text.push('_'),
            Term::Call { operation, arguments, .. } => self.call(*operation, arguments),
            Term::Functor { functor, arguments, .. } => {
                self.text.push('@');
                let declared = self.program.functors.get(functor.0 as usize);
                let name = declared.map_or("", |found| &*found.name);
                self.applied(name, arguments);
            }
        }
    }

    fn call(&mut self, operation: Operation, arguments: &[Term]) {
        match (operation.rank(), arguments) {
            (Some(own), [left, right]) => {
                let power = operation == Operation::Power;
                self.operand(left, if power { own + 1 } else { own });
                let _ = write!(self.text, " {} ", operation.spelling());
                self.operand(right, if power { UNARY } else { own + 1 });
            }
            (None, [operand]) if operation.is_unary() => {
                self.text.push_str(operation.spelling());
                let symbol = operation == Operation::Negate;
                self.text.push_str(if symbol { "" } else { " " });
                self.operand(operand, UNARY);
            }
            _ => self.applied(operation.spelling(), arguments),
        }
    }

    fn operand(&mut self, operand: &Term, least: u8) {
        let negative = |constant: &Constant| constant.to_string().starts_with('-');
        let own = match operand {
            Term::Call { operation, .. } if operation.is_unary() => UNARY,
            Term::Call { operation, .. } => operation.rank().unwrap_or(PRIMARY),
            Term::Constant(constant) if negative(constant) => UNARY,
            _ => PRIMARY,
        };
        if own >= least {
            self.term(operand);
        } else {
            self.text.push('(');
            self.term(operand);
            self.text.push(')');
        }
    }
}

//! Whether a proof document proves what it says. A reader can rely on: accepted means that every step follows from the
//! document's own rules, facts and functors' answers; absences and aggregates are derived again, naively. Shares no code
//! with the search for proofs, and refuses to know any program or model but the document's.

mod literal;
mod naive;

use std::collections::BTreeSet;
use std::fmt::{self, Write as _};

use super::document::{DocumentStep, ProofDocument, StepWhy};
use super::{PremiseForm, id};
use crate::compile::{Loader, Options, compile};
use crate::host::Value;
use crate::interner::Word;
use crate::program::{Form, Program, RelationId, Rule, text};
use crate::source::Sources;
use crate::stratum::reads;
use naive::Naive;

/// Why a document proves nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// Index of the step, where one is at fault.
    pub step: Option<usize>,
    /// What is wrong.
    pub reason: String,
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.step {
            Some(step) => write!(f, "step {step}: {}", self.reason),
            None => f.write_str(&self.reason),
        }
    }
}

impl std::error::Error for Rejection {}

/// What goes wrong, before it is known where.
type Checked<T> = Result<T, String>;

/// Checks a document from its first step to its last.
///
/// # Errors
/// Where and why it does not prove its root.
pub fn check(document: &ProofDocument) -> Result<(), Rejection> {
    let whole = |reason| Rejection { step: None, reason };
    let program = program(document).map_err(whole)?;
    let mut naive = Naive::new(&program);
    naive.take(document).map_err(whole)?;
    let wanted = derived_again(&program, document);
    naive.derive(&wanted).map_err(whole)?;
    for (at, step) in document.steps.iter().enumerate() {
        let checked = Checker { document, program: &program, naive: &mut naive, at }.step(step);
        checked.map_err(|reason| Rejection { step: Some(at), reason })?;
    }
    if document.root >= document.steps.len() {
        return Err(whole("the proved fact is not among the steps".to_owned()));
    }
    Ok(())
}

/// A document's rules are one text.
struct NoFiles;

impl Loader for NoFiles {
    fn load(&mut self, _: &str) -> Result<String, String> {
        Err("a proof includes nothing".to_owned())
    }
}

fn program(document: &ProofDocument) -> Checked<Program> {
    let mut source = String::new();
    for declared in &document.types {
        let _ = writeln!(source, "{declared}");
    }
    for relation in &document.relations {
        let _ = writeln!(source, ".decl {}({})", relation.name, columns(&relation.columns));
    }
    for functor in &document.functors {
        let parameters = columns(&functor.parameters);
        let _ = writeln!(source, ".functor {}({parameters}): {}", functor.name, functor.result);
    }
    for rule in &document.rules {
        let _ = writeln!(source, "{rule}");
    }
    let mut sources = Sources::new();
    let root = sources.add("proof", source);
    let options = Options { analyse: false, ..Options::default() };
    let compiled = compile(&mut sources, &[root], &mut NoFiles, &options);
    let Some(program) = compiled.program else {
        let first = compiled.diagnostics.first().map_or_else(String::new, |found| found.line(&sources));
        return Err(format!("the rules do not compile: {first}"));
    };
    let same = |rule: &Rule, text: &String| super::canonical::rule_text(&program, rule) == *text;
    let texts = program.rules.iter().zip(&document.rules);
    if program.rules.len() != document.rules.len() || !program.facts.is_empty() {
        return Err("a rule is not exactly one clause".to_owned());
    }
    if let Some((_, text)) = texts.clone().find(|(rule, text)| !same(rule, text)) {
        return Err(format!("`{text}` is not the canonical text of a rule"));
    }
    Ok(program)
}

/// Columns of these types, with names of no meaning.
fn columns(types: &[String]) -> String {
    let columns: Vec<String> = types.iter().enumerate().map(|(at, of)| format!("c{at}: {of}")).collect();
    columns.join(", ")
}

/// The relations that steps negate or aggregate, and what those rest on.
fn derived_again(program: &Program, document: &ProofDocument) -> BTreeSet<RelationId> {
    let mut stack = Vec::new();
    for step in &document.steps {
        let StepWhy::Derived { rule, .. } = &step.why else {
            continue;
        };
        let body = program.rules.get(*rule).map_or(&[][..], |rule| &rule.body);
        for literal in body {
            if matches!(literal.form, Form::Negative(_) | Form::Aggregate(_)) {
                reads(std::slice::from_ref(literal), &mut |_, relation, _| stack.push(relation));
            }
        }
    }
    let mut found = BTreeSet::new();
    while let Some(relation) = stack.pop() {
        if found.insert(relation) {
            for rule in program.rules.iter().filter(|rule| rule.head == relation) {
                reads(&rule.body, &mut |_, read, _| stack.push(read));
            }
        }
    }
    found
}

struct Checker<'a, 'p> {
    document: &'a ProofDocument,
    program: &'p Program,
    naive: &'a mut Naive<'p>,
    at: usize,
}

impl<'p> Checker<'_, 'p> {
    fn step(&mut self, step: &DocumentStep) -> Checked<()> {
        let relation = self.program.find(&step.relation);
        let relation = relation.ok_or_else(|| format!("`{}` is not declared", step.relation))?;
        let words = self.naive.words(relation, &step.values)?;
        let known = match &step.why {
            StepWhy::Given => {
                if !self.naive.is_given(relation, &words) {
                    return Err("it is not among the facts".to_owned());
                }
                id::of_fact(&step.relation, &step.values)
            }
            StepWhy::Derived { rule, bindings, premises } => {
                let index = *rule;
                let rule: &'p Rule = self.program.rules.get(index).ok_or("there is no such rule")?;
                if rule.head != relation {
                    return Err("its rule derives another relation".to_owned());
                }
                let bindings = self.bindings(rule, bindings)?;
                self.head(rule, &bindings, &words)?;
                if premises.len() != rule.body.len() {
                    return Err("it has another number of premises than its rule".to_owned());
                }
                for (literal, premise) in rule.body.iter().zip(premises) {
                    let shown = || text::literal(self.program, rule, literal);
                    let shown = shown();
                    self.premise(rule, literal, premise, &bindings).map_err(|reason| format!("`{shown}`: {reason}"))?;
                }
                let text = self.document.rules.get(index).map_or("", String::as_str);
                let of = |node: usize| self.document.steps.get(node).map(|step| step.id);
                id::of_step(text, &step.values, premises.iter(), &of)
            }
        };
        if known == step.id { Ok(()) } else { Err("its id is not that of its contents".to_owned()) }
    }

    fn bindings(&mut self, rule: &Rule, bindings: &[(String, Value)]) -> Checked<Vec<Option<Word>>> {
        let mut words = vec![None; rule.variables.len()];
        for (name, value) in bindings {
            let at = rule.variables.iter().position(|variable| *variable.name == **name);
            let at = at.ok_or_else(|| format!("its rule has no variable `{name}`"))?;
            let word = self.naive.word_of(value, rule.variables[at].kind);
            words[at] = Some(word.map_err(|reason| format!("`{name}`: {reason}"))?);
        }
        Ok(words)
    }

    fn head(&mut self, rule: &Rule, bindings: &[Option<Word>], words: &[Word]) -> Checked<()> {
        for (term, &word) in rule.terms.iter().zip(words) {
            let value = self.naive.word(rule, term, bindings).map_err(|_| "its head has no value")?;
            if value != word {
                return Err("its rule derives other values".to_owned());
            }
        }
        Ok(())
    }

    /// An earlier step.
    fn earlier(&self, node: usize) -> Checked<&DocumentStep> {
        let step = self.document.steps.get(node).filter(|_| node < self.at);
        step.ok_or_else(|| "it rests on no earlier step".to_owned())
    }

    fn premise(
        &mut self,
        rule: &'p Rule,
        literal: &'p crate::program::Literal,
        premise: &PremiseForm,
        bindings: &[Option<Word>],
    ) -> Checked<()> {
        match (&literal.form, premise) {
            (Form::Positive(atom), PremiseForm::Fact { node }) => {
                let step = self.earlier(*node)?;
                if self.program.find(&step.relation) != Some(atom.relation) {
                    return Err("its premise is of another relation".to_owned());
                }
                let values = step.values.clone();
                let words = self.naive.words(atom.relation, &values)?;
                match self.naive.agrees(rule, atom, &words, bindings) {
                    true => Ok(()),
                    false => Err("its premise has other values".to_owned()),
                }
            }
            (Form::Negative(atom), PremiseForm::Absent { relation, pattern }) => {
                self.absent(rule, atom, relation, pattern, bindings)
            }
            (Form::Aggregate(aggregate), PremiseForm::Aggregate { .. }) => {
                self.aggregate(rule, literal, aggregate, premise, bindings)
            }
            (
                Form::Compare { .. } | Form::Test { .. } | Form::Range { .. } | Form::Compound(_),
                PremiseForm::Holds { text, values },
            ) => self.holds(rule, literal, (text, values), bindings),
            _ => Err("its premise is of another form".to_owned()),
        }
    }
}

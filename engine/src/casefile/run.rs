//! Evaluates cases and says what differs. Knows nothing of where cases come from or how results are shown.

use std::collections::{BTreeMap, BTreeSet};

use super::diagnose::differences;
use super::explain;
use super::{Case, CaseFile, Expectation};
use crate::compile::{Compiled, Loader, Options, compile};
use crate::diagnostic::{Diagnostic, Severity};
use crate::eval::{Demand, evaluate};
use crate::explain::Explainer;
use crate::host::{Host, Value};
use crate::limits::{EvalError, Limits};
use crate::model::Model;
use crate::program::Program;
use crate::source::{SourceId, Sources};
use crate::syntax::escape::quote;

/// What became of a file's cases.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// By case, in order.
    pub outcomes: Vec<Outcome>,
    /// Places (`file:line`) of rules under test that derived nothing in any case.
    pub unfired: BTreeSet<String>,
    /// Places of rules under test that derived something.
    pub fired: BTreeSet<String>,
}

/// What became of a case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// The case's name.
    pub name: String,
    /// Its line.
    pub line: u32,
    /// What differs from the expectations; a case that passes has nothing.
    pub differences: Vec<String>,
    /// By expectation: the rows that came out, as facts. Empty where the case did not compile.
    pub rows: Vec<Vec<String>>,
    /// By explanation: the lines that came out; none where there is nothing to explain.
    pub explanations: Vec<Option<Vec<String>>>,
    /// Diagnostics: line, column, `error[code]`.
    pub diagnostics: Vec<(u32, u32, String)>,
}

/// Runs the cases of a file, each as a program of its own. `host` answers for what the texts do not give as facts.
pub fn run_cases(
    file: &CaseFile,
    loader: &mut dyn Loader,
    host: &mut dyn Host,
    options: &Options,
    limits: &Limits,
) -> Report {
    visit_cases(file, loader, host, options, limits, &mut |_, _| ())
}

/// The same; `visit` may ask each case that was evaluated why.
pub fn visit_cases(
    file: &CaseFile,
    loader: &mut dyn Loader,
    host: &mut dyn Host,
    options: &Options,
    limits: &Limits,
    visit: Visit<'_>,
) -> Report {
    let mut report = Report::default();
    let mut all = BTreeSet::new();
    for case in &file.cases {
        let mut run =
            Run { file, case, outcome: Outcome { name: case.name.clone(), line: case.line, ..Outcome::default() } };
        run.run(loader, host, options, limits, (&mut all, &mut report.fired), visit);
        report.outcomes.push(run.outcome);
    }
    report.unfired = all.difference(&report.fired).cloned().collect();
    report
}

/// Missing rows of one expectation that are explained.
const WHY: usize = 3;

/// Is shown a case and its model.
type Visit<'v> = &'v mut dyn FnMut(&Case, &mut Explainer<'_, '_>);

struct Run<'a> {
    file: &'a CaseFile,
    case: &'a Case,
    outcome: Outcome,
}

impl Run<'_> {
    fn run(
        &mut self,
        loader: &mut dyn Loader,
        host: &mut dyn Host,
        options: &Options,
        limits: &Limits,
        rules: (&mut BTreeSet<String>, &mut BTreeSet<String>),
        visit: Visit<'_>,
    ) {
        let mut sources = Sources::new();
        let text = masked(self.file, &[self.case.body]);
        let root = sources.add(self.file.name.as_str(), text);
        let Compiled { program, mut diagnostics } = compile(&mut sources, &[root], loader, options);
        let model = program.as_ref().map(|program| evaluate(program, &Demand::All, host, limits));
        if let Some(Err(error)) = &model {
            match at_its_place(error) {
                Some(diagnostic) => diagnostics.push(diagnostic),
                None => self.differ(format!("evaluation stopped: {error}")),
            }
        }
        self.check_diagnostics(&diagnostics, root, &sources);
        if let Some(Ok(model)) = model {
            note_rules(&model, root, self.file.program_end, &sources, rules);
            let mut explainer = Explainer::new(model).with_host(host);
            self.check_rows(&mut explainer, loader, options);
            self.check_explanations(&mut explainer);
            visit(self.case, &mut explainer);
        } else if !self.case.expectations.is_empty() || !self.case.explanations.is_empty() {
            self.differ("there are no rows to compare".to_owned());
        }
    }

    fn differ(&mut self, difference: String) {
        self.outcome.differences.push(difference);
    }

    fn check_diagnostics(&mut self, found: &[Diagnostic], root: SourceId, sources: &Sources) {
        let carets = self.file.cases.iter().any(|case| !case.carets.is_empty());
        let mut differing = differences(self.case, found, root, sources, carets);
        self.outcome.differences.append(&mut differing);
        for diagnostic in found {
            let shown = carets || diagnostic.severity == Severity::Error;
            let Some(span) = diagnostic.span().filter(|span| shown && span.source == root) else {
                continue;
            };
            let place = sources.position(span);
            let text = format!("{}[{}]", diagnostic.severity, diagnostic.code);
            self.outcome.diagnostics.push((place.line, place.column, text));
        }
    }

    fn check_rows(&mut self, explainer: &mut Explainer<'_, '_>, loader: &mut dyn Loader, options: &Options) {
        for expectation in &self.case.expectations {
            let name = &expectation.relation;
            let derived: BTreeSet<String> = explainer.model().sorted(name).iter().map(|row| fact(name, row)).collect();
            match expected(self.file, self.case, expectation, loader, options) {
                Ok(expected) => {
                    let missing = expected.iter().filter(|(row, _)| !derived.contains(*row));
                    for (count, (row, values)) in missing.enumerate() {
                        self.differ(format!("missing: {row}"));
                        if count < WHY {
                            let why = explain::shortly(explainer, name, values);
                            self.outcome.differences.extend(why.map(|why| format!("  {}", why.join("\n  "))));
                        }
                    }
                    if !expectation.includes {
                        let more = derived.iter().filter(|row| !expected.contains_key(*row));
                        self.outcome.differences.extend(more.map(|row| format!("derived: {row}")));
                    }
                }
                Err(message) => self.differ(format!("line {}: {message}", expectation.line)),
            }
            self.outcome.rows.push(derived.into_iter().collect());
        }
    }

    fn check_explanations(&mut self, explainer: &mut Explainer<'_, '_>) {
        for explanation in &self.case.explanations {
            let came = explain::lines(explainer, explanation);
            if let Some(difference) = explain::difference(explanation, &came) {
                self.differ(format!("line {}: {difference}", explanation.line));
            }
            self.outcome.explanations.push(came.ok());
        }
    }
}

/// The rows of an expectation, by how they are written: facts in the program's own terms.
pub(super) fn expected(
    file: &CaseFile,
    case: &Case,
    expectation: &Expectation,
    loader: &mut dyn Loader,
    options: &Options,
) -> Result<BTreeMap<String, Vec<Value>>, String> {
    let mut sources = Sources::new();
    let text = masked(file, &[case.body, expectation.rows]);
    let root = sources.add(file.name.as_str(), text);
    let quiet = Options { analyse: false, ..options.clone() };
    let compiled = compile(&mut sources, &[root], loader, &quiet);
    let Some(program) = compiled.program else {
        let errors = compiled.diagnostics.iter();
        let mut errors = errors.filter(|found| found.severity == Severity::Error);
        let first = errors.next().map(|error| error.line(&sources));
        return Err(first.unwrap_or_else(|| "the rows do not compile".to_owned()));
    };
    if program.find(&expectation.relation).is_none() {
        return Err(format!("there is no relation `{}`", expectation.relation));
    }
    let (from, to) = expectation.rows;
    let within = |span: crate::source::Span| {
        let line = sources.position(span).line;
        span.source == root && line >= from && line < to
    };
    if program.rules.iter().any(|rule| within(rule.span)) {
        return Err("expected rows are facts, not rules".to_owned());
    }
    let mut rows = BTreeMap::new();
    for found in program.facts.iter().filter(|found| within(found.span)) {
        let name = &*program.relation(found.relation).name;
        if name != expectation.relation {
            return Err(format!("`{name}` is another relation than the one expected"));
        }
        let row: Vec<Value> = found.row.iter().map(Value::from).collect();
        rows.insert(fact(name, &row), row);
    }
    Ok(rows)
}

/// The file with every line blank but those of the program under test and the given ones.
pub(super) fn masked(file: &CaseFile, ranges: &[(u32, u32)]) -> String {
    let mut text = String::with_capacity(file.text.len());
    for (number, line) in (1u32..).zip(file.text.lines()) {
        let shown = number < file.program_end || ranges.iter().any(|&(from, to)| number >= from && number < to);
        if shown {
            text.push_str(line);
        }
        text.push('\n');
    }
    text
}

/// Notes the rules outside the case, and those that derived something.
fn note_rules(
    model: &Model<'_>,
    root: SourceId,
    program_end: u32,
    sources: &Sources,
    (all, fired): (&mut BTreeSet<String>, &mut BTreeSet<String>),
) {
    let program: &Program = model.program();
    for (id, rule) in (0u32..).map(crate::program::RuleId).zip(&program.rules) {
        let line = sources.position(rule.span).line;
        if rule.span.source == root && line >= program_end {
            continue;
        }
        let name = sources.get(rule.span.source).map_or("", |source| &source.name);
        let place = format!("{name}:{line}");
        if model.fired(id) {
            fired.insert(place.clone());
        }
        all.insert(place);
    }
}

/// An evaluation's error as a diagnostic, where it has a place.
fn at_its_place(error: &EvalError) -> Option<Diagnostic> {
    let span = error.span()?;
    Some(Diagnostic::error(error.code(), span, error.to_string()))
}

/// A row as a fact of the language.
pub(super) fn fact(relation: &str, row: &[Value]) -> String {
    let mut text = format!("{relation}(");
    for (position, value) in row.iter().enumerate() {
        if position > 0 {
            text.push_str(", ");
        }
        write(value, &mut text);
    }
    text.push_str(").");
    text
}

fn write(value: &Value, text: &mut String) {
    let fields = |open: &str, fields: &[Value], close: char, text: &mut String| {
        text.push_str(open);
        for (position, field) in fields.iter().enumerate() {
            text.push_str(if position > 0 { ", " } else { "" });
            write(field, text);
        }
        text.push(close);
    };
    match value {
        Value::Symbol(symbol) => quote(symbol, text),
        Value::Number(number) => text.push_str(&number.to_string()),
        Value::Unsigned(number) => text.push_str(&number.to_string()),
        Value::Float(number) => text.push_str(&format!("{number:?}")),
        Value::Nil => text.push_str("nil"),
        Value::Record(inner) => fields("[", inner, ']', text),
        Value::Branch(name, inner) => fields(&format!("${name}("), inner, ')', text),
    }
}

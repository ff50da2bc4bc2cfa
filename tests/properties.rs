//! Properties of evaluation over generated stratified programs.

use std::collections::BTreeMap;

use engine::host::{Datum, Host, HostError, Sink};
use engine::program::{Kind, RelationId};
use engine::proof::document::{DocumentFact, StepWhy};
use engine::proof::{PremiseForm, ProofDocument, check};
use engine::syntax::name::Names;
use engine::syntax::{parse, print};
use engine::{Demand, EvalError, Explainer, Limits, Model, Options, Program, Sources, Value};
use proptest::prelude::*;
use tests::oracle::generate::{Features, Generated, program};
use tests::oracle::naive::{self, Rows, rows_of};

const LIMITS: Limits = Limits { rows: 1 << 22, rounds: 10_000, bytes: 1 << 30, steps: 1 << 36 };

/// A host that has nothing.
struct Nothing;

impl Host for Nothing {
    fn load(&mut self, _: &str, _: &[Datum<'_>], _: &mut dyn Sink) -> Result<(), HostError> {
        Ok(())
    }

    fn call(&mut self, functor: &str, _: &[Datum<'_>]) -> Result<Value, HostError> {
        Err(HostError(format!("there is no functor {functor}")))
    }
}

/// A program has one file.
struct OneFile;

impl engine::Loader for OneFile {
    fn load(&mut self, path: &str) -> Result<String, String> {
        Err(format!("there is no file {path}"))
    }
}

/// The program, or what is wrong with it.
fn compile(text: &str) -> Result<Program, String> {
    let mut sources = Sources::new();
    let root = sources.add("generated.dl", text);
    let options = Options { analyse: false, ..Options::default() };
    let compiled = engine::compile(&mut sources, &[root], &mut OneFile, &options);
    let messages: Vec<String> = compiled.diagnostics.iter().map(|found| found.line(&sources)).collect();
    compiled.program.ok_or_else(|| format!("{messages:?}\n{text}"))
}

fn compiled(text: &str) -> Program {
    compile(text).expect("generated programs compile")
}

fn evaluated<'p>(program: &'p Program, limits: &Limits) -> Result<Model<'p>, EvalError> {
    engine::evaluate(program, &Demand::All, &mut Nothing, limits)
}

fn rows(text: &str) -> Rows {
    let program = compiled(text);
    rows_of(&evaluated(&program, &LIMITS).expect("nothing in these programs fails"))
}

fn tape() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 0..300)
}

/// The lines of a program in another order.
fn shuffled(generated: &Generated, seed: u64) -> Generated {
    let mut state = seed | 1;
    let mut shuffle = |lines: &[String]| {
        let mut lines = lines.to_vec();
        for last in (1..lines.len()).rev() {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            lines.swap(last, (state >> 33) as usize % (last + 1));
        }
        lines
    };
    Generated {
        declarations: shuffle(&generated.declarations),
        facts: shuffle(&generated.facts),
        rules: shuffle(&generated.rules),
    }
}

/// Rows come from a host instead of the text.
struct Facts(BTreeMap<String, Vec<Vec<Value>>>);

impl Host for Facts {
    fn load(&mut self, relation: &str, key: &[Datum<'_>], sink: &mut dyn Sink) -> Result<(), HostError> {
        for (position, row) in self.0.get(relation).into_iter().flatten().enumerate() {
            let data: Vec<Datum<'_>> = row.iter().map(Value::as_datum).collect();
            // Generated keys are the first columns.
            if data.starts_with(key) {
                sink.row(&data, engine::Origin(position as u32))?;
            }
        }
        Ok(())
    }

    fn call(&mut self, functor: &str, _: &[Datum<'_>]) -> Result<Value, HostError> {
        Err(HostError(format!("there is no functor {functor}")))
    }
}

/// Another value of the same type.
fn other(value: &Value) -> Value {
    match value {
        Value::Symbol(text) => Value::Symbol(format!("{text}+")),
        Value::Number(number) => Value::Number(number.wrapping_add(1)),
        Value::Unsigned(number) => Value::Unsigned(number.wrapping_add(1)),
        Value::Float(number) => Value::Float(if number.is_finite() { number * 2.0 + 1.0 } else { 0.0 }),
        // Of another type too, where it has no field that could be another.
        Value::Nil => Value::Record(Vec::new()),
        Value::Record(fields) => fields_changed(fields).map_or(Value::Nil, Value::Record),
        Value::Branch(name, fields) => {
            let branch = |fields| Value::Branch(name.clone(), fields);
            fields_changed(fields).map_or_else(|| Value::Branch(format!("{name}_").into(), Vec::new()), branch)
        }
    }
}

/// The fields with another first one; none where there are none.
fn fields_changed(fields: &[Value]) -> Option<Vec<Value>> {
    let (first, rest) = fields.split_first()?;
    Some([other(first)].into_iter().chain(rest.iter().cloned()).collect())
}

/// The rule's index, the bindings and the premises of a derived step.
type Derived<'d> = (&'d mut usize, &'d mut Vec<(String, Value)>, &'d mut Vec<PremiseForm>);

/// Documents in which one thing of a step is changed, each with what was changed.
fn mutants(document: &ProofDocument, at: usize) -> Vec<(String, ProofDocument)> {
    let mut mutants = Vec::new();
    let mut add = |what: &str, change: &mut dyn FnMut(&mut ProofDocument)| {
        let mut changed = document.clone();
        change(&mut changed);
        if changed != *document {
            mutants.push((format!("step {at}: {what}"), changed));
        }
    };
    let step = &document.steps[at];
    for column in 0..step.values.len() {
        add("a value", &mut |changed| changed.steps[at].values[column] = other(&step.values[column]));
    }
    add("the relation", &mut |changed| changed.steps[at].relation.push('x'));
    add("the id", &mut |changed| {
        changed.steps[at].id = changed.steps.iter().map(|step| step.id).find(|id| *id != step.id).unwrap_or(step.id);
    });
    let StepWhy::Derived { rule, premises, bindings } = &step.why else {
        add("its fact", &mut |changed| {
            changed.facts.retain(|fact| fact.relation != step.relation || fact.values != step.values);
        });
        return mutants;
    };
    let mut derived = |what: &str, change: &mut dyn FnMut(Derived<'_>)| {
        add(what, &mut |changed| {
            if let StepWhy::Derived { rule, bindings, premises } = &mut changed.steps[at].why {
                change((rule, bindings, premises));
            }
        });
    };
    for number in 0..premises.len() {
        derived("a premise is dropped", &mut |(_, _, premises)| drop(premises.remove(number)));
        if let PremiseForm::Fact { node } = &premises[number] {
            for wrong in [node + 1, node.wrapping_sub(1), at] {
                derived("a premise", &mut |(_, _, premises)| premises[number] = PremiseForm::Fact { node: wrong });
            }
        }
    }
    for number in 0..bindings.len() {
        derived("a binding", &mut |(_, bindings, _)| bindings[number].1 = other(&bindings[number].1));
        derived("a binding is dropped", &mut |(_, bindings, _)| drop(bindings.remove(number)));
    }
    derived("another rule", &mut |(rule, _, _)| *rule += 1);
    derived("a rule that is not there", &mut |(rule, _, _)| *rule = usize::MAX);
    add("it is said to be given", &mut |changed| changed.steps[at].why = StepWhy::Given);
    add("the rule's text", &mut |changed| {
        let text = &mut changed.rules[*rule];
        *text = text.replacen(" :- ", " :- 0 = 0, ", 1);
    });
    for premise in premises {
        let PremiseForm::Absent { relation, pattern } = premise else {
            continue;
        };
        let columns = document.relations.iter().find(|one| one.name == **relation).map(|one| one.columns.clone());
        // Any value fits where the pattern has none.
        let any = |of: &str| match of {
            "symbol" => Some(Value::Symbol(String::new())),
            "number" => Some(Value::Number(0)),
            "unsigned" => Some(Value::Unsigned(0)),
            "float" => Some(Value::Float(0.0)),
            _ => None,
        };
        let values = pattern.iter().zip(columns.unwrap_or_default());
        let values: Option<Vec<Value>> = values.map(|(value, of)| value.clone().or_else(|| any(&of))).collect();
        let Some(values) = values else { continue };
        add("a fact that blocks", &mut |changed| {
            let (relation, values) = (relation.to_string(), values.clone());
            changed.facts.push(DocumentFact { relation, values, origin: None });
        });
    }
    mutants
}

/// Rows of one relation whose proofs are changed.
const CHANGED: usize = 3;

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        cases: 60,
        ..ProptestConfig::default()
    })]

    /// E4: a proof in which anything was changed is no proof of it.
    #[test]
    fn a_changed_proof_is_rejected(tape in tape()) {
        let text = program(&tape, Features::All).text();
        let program = compiled(&text);
        let Ok(model) = evaluated(&program, &LIMITS) else { return Ok(()) };
        let mut explainer = Explainer::new(model);
        for relation in (0..program.relations.len() as u32).map(RelationId) {
            for row in explainer.model().sorted_ids(relation).into_iter().take(CHANGED) {
                let proof = explainer.prove(relation, row).expect("every row has a proof");
                let document = explainer.document(&proof, 100_000).expect("few facts");
                prop_assert_eq!(check(&document), Ok(()));
                for (what, changed) in mutants(&document, document.root) {
                    prop_assert!(check(&changed).is_err(), "{}\n{}\n{:#?}", what, text, changed);
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// E1, E3: what the engine derives is what trying every rule on everything derives.
    #[test]
    fn semi_naive_is_naive(tape in tape()) {
        let text = program(&tape, Features::All).text();
        let program = compiled(&text);
        let model = evaluated(&program, &LIMITS);
        match naive::evaluate(&program) {
            Ok(expected) => {
                let model = model.unwrap_or_else(|error| panic!("{error}\n{text}"));
                prop_assert_eq!(rows_of(&model), expected, "{}", text);
            }
            Err(gap) => {
                prop_assert_eq!(gap, naive::Gap::Arithmetic, "{}", &text);
                prop_assert!(model.is_err(), "{}", text);
            }
        }
    }

    /// E5: the order of facts and rules does not matter for what is derived.
    #[test]
    fn order_of_facts_and_rules_is_irrelevant(tape in tape(), seed in any::<u64>()) {
        let generated = program(&tape, Features::All);
        let other = shuffled(&generated, seed);
        let (one, other) = (compiled(&generated.text()), compiled(&other.text()));
        if let (Ok(one), Ok(other)) = (evaluated(&one, &LIMITS), evaluated(&other, &LIMITS)) {
            prop_assert_eq!(rows_of(&one), rows_of(&other));
        }
    }

    /// E5: same input, same rows in the same order.
    #[test]
    fn evaluation_is_deterministic(tape in tape()) {
        let program = compiled(&program(&tape, Features::All).text());
        if let (Ok(one), Ok(other)) = (evaluated(&program, &LIMITS), evaluated(&program, &LIMITS)) {
            for relation in &program.relations {
                let rows: Vec<_> = one.rows(&relation.name).collect();
                prop_assert_eq!(rows, other.rows(&relation.name).collect::<Vec<_>>());
            }
        }
    }

    /// E5: a limit stops with the same error every time, and one that does not stop changes nothing.
    #[test]
    fn limits_stop_deterministically(tape in tape(), rows in 0u64..60, rounds in 1u32..5, steps in 0u64..2_000) {
        let text = program(&tape, Features::Monotone).text();
        let program = compiled(&text);
        let limits = Limits { rows, rounds, bytes: 1 << 30, steps };
        let whole = rows_of(&evaluated(&program, &LIMITS).unwrap());
        let total: u64 = whole.values().map(|rows| rows.len() as u64).sum();
        match (evaluated(&program, &limits), evaluated(&program, &limits)) {
            (Ok(one), Ok(_)) => {
                prop_assert!(total <= rows, "{}", text);
                prop_assert_eq!(rows_of(&one), whole);
            }
            (Err(one), Err(other)) => {
                prop_assert!(total > rows || matches!(one, EvalError::Rounds { .. } | EvalError::Steps { .. }), "{one}\n{text}");
                prop_assert_eq!(one, other);
            }
            _ => prop_assert!(false, "stops once and not again"),
        }
    }

    /// Without negation and aggregation, more facts never remove a row.
    #[test]
    fn more_facts_remove_nothing(tape in tape(), keep in any::<u64>()) {
        let generated = program(&tape, Features::Monotone);
        let mut fewer = generated.clone();
        let mut position = 0;
        fewer.facts.retain(|_| {
            position += 1;
            keep >> (position % 64) & 1 == 1
        });
        let (fewer, all) = (rows(&fewer.text()), rows(&generated.text()));
        for (name, rows) in fewer {
            prop_assert!(rows.is_subset(&all[&name]), "{}", name);
        }
    }

    /// E1: a program that was printed and read again derives the same.
    #[test]
    fn printing_changes_no_row(tape in tape()) {
        let text = program(&tape, Features::All).text();
        let (mut names, mut diagnostics) = (Names::new(), Vec::new());
        let mut sources = Sources::new();
        let root = sources.add("generated.dl", text.as_str());
        let ast = parse(&text, root, &mut names, &mut diagnostics);
        prop_assert!(diagnostics.is_empty(), "{:?}", diagnostics);
        let (one, other) = (compiled(&text), compiled(&print(&ast, &names)));
        match (evaluated(&one, &LIMITS), evaluated(&other, &LIMITS)) {
            (Ok(one), Ok(other)) => prop_assert_eq!(rows_of(&one), rows_of(&other)),
            (one, other) => prop_assert_eq!(one.is_err(), other.is_err()),
        }
    }

    /// A demand for one relation gives the rows that a demand for everything gives it.
    #[test]
    fn demand_changes_no_row(tape in tape(), relation in 3usize..8) {
        let program = compiled(&program(&tape, Features::All).text());
        let name = &*program.relations[relation].name;
        if let Ok(whole) = evaluated(&program, &LIMITS) {
            let part = engine::evaluate(&program, &Demand::of(&program, &[name]), &mut Nothing, &LIMITS);
            prop_assert_eq!(part.unwrap().sorted(name), whole.sorted(name));
        }
    }

    /// F3: rows that a host gives, whole or by key, count as facts of the text do.
    #[test]
    fn host_rows_count_as_facts(tape in tape(), keyed in any::<bool>()) {
        let generated = program(&tape, Features::All);
        let whole = compiled(&generated.text());
        let Ok(expected) = evaluated(&whole, &LIMITS) else { return Ok(()) };
        if whole.find("e0").is_some_and(|id| matches!(whole.relation(id).attributes[0].kind, Kind::Compound(_))) {
            // A host has no records.
            return Ok(());
        }
        let names = whole.relations.iter().map(|relation| relation.name.to_string());
        let facts = names.map(|name| (name.clone(), expected.rows(&name).collect()));
        let mut host = Facts(facts.collect());
        let expected = rows_of(&expected);
        let mut hosted = generated.clone();
        let mark = if keyed { "@[host(key = \"c0\")] " } else { "@[host] " };
        for line in &mut hosted.declarations {
            if line.starts_with(".decl e0") || line.starts_with(".decl e2") {
                line.insert_str(0, mark);
            }
        }
        let loaded = |line: &String| line.starts_with("e0") || line.starts_with("e2");
        // Every other fact stays in the text.
        let mut position = 0;
        hosted.facts.retain(|line| {
            position += 1;
            !loaded(line) || position % 2 == 0
        });
        let program = match compile(&hosted.text()) {
            Ok(program) => program,
            Err(messages) => {
                prop_assert!(keyed && messages.contains("key"), "{}", messages);
                return Ok(());
            }
        };
        let model = engine::evaluate(&program, &Demand::All, &mut host, &LIMITS);
        let model = model.unwrap_or_else(|error| panic!("{error}\n{}", hosted.text()));
        for (name, rows) in rows_of(&model) {
            if name.starts_with('p') {
                prop_assert_eq!(&rows, &expected[&name], "{} in {}", name, hosted.text());
            }
        }
    }
}

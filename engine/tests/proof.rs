//! Proofs of derived rows, and their checker (E4, X5).

#[path = "../../tests/oracle/generate.rs"]
#[expect(dead_code, unreachable_pub, reason = "another crate's tests use it, and more of it")]
mod generate;
#[path = "shared/program.rs"]
mod program;
#[path = "proof/tamper.rs"]
mod tamper;

use std::fmt::Write;

use engine::proof::{PremiseForm, Proof, ProofError, Why, check};
use engine::{Explainer, Origin, Program, RowId, Value};
use program::{Stated, compiled, evaluated};
use proptest::prelude::*;

const PATHS: &str = r#"
    .decl edge(a: symbol, b: symbol)
    .decl path(a: symbol, b: symbol)
    .decl closed(a: symbol)
    edge("a", "b"). edge("b", "c"). edge("c", "d"). edge("a", "d").
    closed("b").
    path(A, B) :- edge(A, B).
    path(A, C) :- path(A, B), edge(B, C), !closed(C), A != C.
"#;

fn symbols(row: &[&str]) -> Vec<Value> {
    row.iter().map(|text| Value::Symbol((*text).to_owned())).collect()
}

fn prove(text: &str, relation: &str, row: &[&str]) -> Proof {
    let program = compiled(text);
    let mut explainer = Explainer::new(evaluated(&program, &mut Stated::default()));
    let (id, row) = explainer.find(relation, &symbols(row)).expect("the row is there");
    explainer.prove(id, row).expect("the row has a proof")
}

// E4: rule, bindings, premises, down to facts; fewest rounds first.
#[test]
fn a_proof_has_the_fewest_rounds_and_shows_rule_bindings_and_premises() {
    let direct = prove(PATHS, "path", &["a", "d"]);
    assert_eq!(direct.nodes.len(), 2, "the edge from a to d is one step, not three: {direct:?}");
    let proof = prove(PATHS, "path", &["a", "c"]);
    let Why::Derived(step) = &proof.nodes[proof.root].why else { panic!("derived") };
    assert_eq!(&*step.text, "path(A, C) :- path(A, B), edge(B, C), !closed(C), A != C.");
    assert_eq!(&*step.name, "path");
    let bindings: Vec<String> = step.bindings.iter().map(|(name, value)| format!("{name}={value:?}")).collect();
    assert_eq!(bindings, [r#"A=Symbol("a")"#, r#"C=Symbol("c")"#, r#"B=Symbol("b")"#]);
    let forms: Vec<&PremiseForm> = step.premises.iter().map(|premise| &premise.form).collect();
    assert_eq!(forms.len(), 4);
    let PremiseForm::Fact { node } = forms[1] else { panic!("a fact") };
    assert_eq!(proof.nodes[*node].values, symbols(&["b", "c"]));
    assert!(matches!(proof.nodes[*node].why, Why::Given { origin: None, span: Some(_) }));
    let absent = PremiseForm::Absent { relation: "closed".into(), pattern: vec![Some(Value::Symbol("c".into()))] };
    assert_eq!(*forms[2], absent);
    let values = vec![("A".to_owned(), Value::Symbol("a".into())), ("C".to_owned(), Value::Symbol("c".into()))];
    assert_eq!(*forms[3], PremiseForm::Holds { text: "A != C".into(), values });
}

// E4: no proof of what is not there.
#[test]
fn a_row_that_is_not_there_has_no_proof() {
    let program = compiled(PATHS);
    let mut explainer = Explainer::new(evaluated(&program, &mut Stated::default()));
    assert_eq!(explainer.find("path", &symbols(&["d", "a"])), None);
    let path = program.find("path").unwrap();
    assert_eq!(explainer.prove(path, RowId(99)), Err(ProofError::NoRow));
}

// X5: the same for the same rules and facts, whatever their order; another one for another proof.
#[test]
fn an_id_does_not_depend_on_order_and_ties_go_to_the_least_text_and_values() {
    let lines = [
        "p(X) :- e(X, Y), f(Y).",
        "p(X) :- e(X, Y), g(Y).",
        "q(N) :- p(X), N = count : { ( e(X, _) ; e(_, X) ) }.",
        "r(N) :- p(X), N = count : { ( e(X, _) ; f(X) ) }.",
        "q(N + 1) :- r(N).",
        "e(\"a\", \"z\"). e(\"a\", \"y\"). e(\"a\", \"x\").",
        "f(\"z\"). f(\"y\"). g(\"x\").",
    ];
    let declarations = ".decl e(a: symbol, b: symbol) .decl f(a: symbol) .decl g(a: symbol) .decl p(a: symbol)
        .decl q(n: number) .decl r(n: number)\n";
    let forward = format!("{declarations}{}", lines.join("\n"));
    let backward = format!("{declarations}{}", lines.iter().rev().copied().collect::<Vec<_>>().join("\n"));
    let p = prove(&forward, "p", &["a"]);
    let Why::Derived(step) = &p.nodes[p.root].why else { panic!("derived") };
    assert_eq!(&*step.text, "p(X) :- e(X, Y), f(Y).");
    assert_eq!(step.bindings[1].1, Value::Symbol("y".into()));
    assert_eq!(p.nodes[p.root].id, prove(&backward, "p", &["a"]).nodes[2].id);
    for relation in ["q", "r"] {
        let ids: Vec<Vec<String>> = [&forward, &backward].into_iter().map(|text| ids(text, relation)).collect();
        assert_eq!(ids[0], ids[1]);
        assert!(!ids[0].is_empty());
    }
    let other = forward.replace("f(\"y\").", "");
    assert_ne!(p.nodes[p.root].id, prove(&other, "p", &["a"]).nodes[2].id);
}

fn ids(text: &str, relation: &str) -> Vec<String> {
    let program = compiled(text);
    let mut explainer = Explainer::new(evaluated(&program, &mut Stated::default()));
    let id = program.find(relation).expect("the relation is declared");
    let rows = explainer.model().sorted_ids(id);
    rows.into_iter()
        .map(|row| {
            let proof = explainer.prove(id, row).expect("the row has a proof");
            accept(&explainer, &proof);
            proof.nodes[proof.root].id.to_string()
        })
        .collect()
}

fn accept(explainer: &Explainer<'_, '_>, proof: &Proof) {
    let document = explainer.document(proof, 100_000).expect("few facts");
    assert_eq!(check(&document), Ok(()), "{document:#?}");
}

// E4: origins of the host's rows; keyed rows are facts, what is not among them is absent; functors show their values.
#[test]
fn rows_of_the_host_are_facts_with_origins() {
    let text = r#"
        @[host(key = "file")]
        .decl row(file: symbol, point: symbol)
        @[host]
        .decl call(path: symbol)
        .functor starts(part: symbol, text: symbol): number
        .decl deny(path: symbol)
        @[rule("settled")]
        deny(P) :- call(P), @starts("src/", P) = 1, row("ledger", Q), Q != P, !row("ledger", P).
    "#;
    let program = compiled(text);
    let rows = vec![
        ("row", vec!["ledger", "src/b"]),
        ("call", vec!["doc/a"]),
        ("call", vec!["src/a"]),
        ("call", vec!["src/b"]),
    ];
    let mut host = Stated { rows };
    let mut explainer = Explainer::new(evaluated(&program, &mut host));
    let (deny, row) = explainer.find("deny", &symbols(&["src/a"])).unwrap();
    assert_eq!(explainer.model().len(deny), 1);
    let proof = explainer.prove(deny, row).unwrap();
    let origins: Vec<Option<Origin>> = proof
        .nodes
        .iter()
        .filter_map(|node| match node.why {
            Why::Given { origin, .. } => Some(origin),
            Why::Derived(_) => None,
        })
        .collect();
    assert_eq!(origins, [Some(Origin(2)), Some(Origin(0))]);
    let Why::Derived(step) = &proof.nodes[proof.root].why else { panic!("derived") };
    assert_eq!(&*step.name, "settled");
    let PremiseForm::Holds { values, .. } = &step.premises[1].form else { panic!("a comparison") };
    assert_eq!(values[0], ("@starts(\"src/\", P)".to_owned(), Value::Number(1)));
    assert!(matches!(step.premises[4].form, PremiseForm::Absent { .. }));
    accept(&explainer, &proof);
}

// E4: aggregates list the rows that they counted, capped, with the count.
#[test]
fn an_aggregate_lists_the_rows_that_it_counted() {
    let mut text = ".decl e(n: number) .decl total(n: number) .decl most(n: number)\n".to_owned();
    for number in 0..30 {
        let _ = writeln!(text, "e({number}).");
    }
    text.push_str("total(N) :- N = count : { e(X), X >= 10 }.\nmost(N) :- N = max X : { e(X) }.");
    let program = compiled(&text);
    let mut explainer = Explainer::new(evaluated(&program, &mut Stated::default()));
    let total = program.find("total").unwrap();
    let proof = explainer.prove(total, RowId(0)).unwrap();
    let Why::Derived(step) = &proof.nodes[proof.root].why else { panic!("derived") };
    let PremiseForm::Aggregate { result, matches, total, rows, .. } = &step.premises[0].form else {
        panic!("an aggregate")
    };
    assert_eq!((result, *matches, *total, rows.len()), (&Value::Number(20), 20, 20, 10));
    assert_eq!(proof.nodes[rows[0]].values, [Value::Number(10)]);
    accept(&explainer, &proof);
}

// E4: other derivations on request.
#[test]
fn all_immediate_derivations_are_given() {
    let text = PATHS.replace("closed(\"b\").", "");
    let program = compiled(&text);
    let mut explainer = Explainer::new(evaluated(&program, &mut Stated::default()));
    let (path, row) = explainer.find("path", &symbols(&["a", "d"])).unwrap();
    let proofs = explainer.derivations(path, row, 10).unwrap();
    assert_eq!(proofs.len(), 2);
    assert_ne!(proofs[0].nodes[proofs[0].root].id, proofs[1].nodes[proofs[1].root].id);
    proofs.iter().for_each(|proof| accept(&explainer, proof));
    assert_eq!(explainer.derivations(path, row, 0).unwrap().len(), 0);
}

// E4: proofs get thousands of steps deep.
#[test]
fn a_chain_of_two_thousand_steps_is_proved_and_checked() {
    let mut text = ".decl edge(a: number, b: number) .decl reach(a: number)\nreach(0).\n".to_owned();
    for number in 0..2_000 {
        let _ = writeln!(text, "edge({number}, {}).", number + 1);
    }
    text.push_str("reach(B) :- reach(A), edge(A, B).");
    let program = compiled(&text);
    let mut explainer = Explainer::new(evaluated(&program, &mut Stated::default()));
    let (reach, row) = explainer.find("reach", &[Value::Number(2_000)]).unwrap();
    let proof = explainer.prove(reach, row).unwrap();
    let steps = proof.nodes.iter().filter(|node| matches!(node.why, Why::Derived(_)));
    assert_eq!(steps.count(), 2_000);
    accept(&explainer, &proof);
}

fn prove_everything(program: &Program, text: &str) -> Result<(), TestCaseError> {
    let Ok(model) = engine::evaluate(program, &engine::Demand::All, &mut Stated::default(), &program::LIMITS) else {
        return Ok(());
    };
    let mut explainer = Explainer::new(model);
    for (id, relation) in (0..).map(engine::program::RelationId).zip(&program.relations) {
        for row in explainer.model().sorted_ids(id).into_iter().take(40) {
            let proof = explainer.prove(id, row);
            let proof = proof.map_err(|error| TestCaseError::fail(format!("{}: {error}\n{text}", relation.name)))?;
            let document = explainer.document(&proof, 100_000).expect("few facts");
            check(&document).map_err(|rejection| TestCaseError::fail(format!("{rejection}\n{text}\n{document:#?}")))?;
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    // E4: every derived row can be proved, and the checker accepts.
    #[test]
    fn every_row_of_a_generated_program_is_proved(tape in prop::collection::vec(any::<u8>(), 0..200)) {
        let text = generate::program(&tape, generate::Features::All).text();
        prove_everything(&compiled(&text), &text)?;
    }
}

/// E4: rows that are proved together, because they are many, have the proofs that each has alone: heads that are computed,
/// rules that compete, several matches of one row, recursion over rounds.
#[test]
fn many_rows_have_the_proofs_that_each_has_alone() {
    let mut text = String::from(
        ".decl item(n: number, tag: symbol)\n.decl said(text: symbol)\n.decl up(n: number)\n\
         said(cat(\"item \", to_string(N / 2))) :- item(N, \"b\").\n\
         said(cat(\"item \", to_string(N))) :- item(N, T), T != \"c\".\n\
         up(0).\nup(N + 1) :- up(N), N < 60.\nup(N) :- item(N, _), N < 80.\n",
    );
    for n in 0..100 {
        let _ = writeln!(text, "item({n}, \"{}\").", ["a", "b", "c"][n % 3]);
    }
    let program = compiled(&text);
    let mut explainer = Explainer::new(evaluated(&program, &mut Stated::default()));
    for relation in ["said", "up"] {
        let id = program.find(relation).expect("it is declared");
        let count = u32::try_from(explainer.model().len(id)).expect("a few");
        let rows: Vec<_> = (0..count).map(|row| (id, RowId(row))).collect();
        assert!(rows.len() > 64, "{relation}: {}", rows.len());
        let forest = explainer.prove_all(&rows);
        for (row, root) in rows.iter().zip(&forest.roots) {
            let alone = explainer.prove(row.0, row.1).expect("it has a proof");
            let together = &forest.nodes[*root.as_ref().expect("it has a proof")];
            assert_eq!(together.id, alone.nodes[alone.root].id, "{relation} {:?}", together.values);
        }
    }
    assert_eq!(
        explainer.prove_all(&[(program.find("up").expect("declared"), RowId(9_999))]).roots,
        [Err(ProofError::NoRow)]
    );
}

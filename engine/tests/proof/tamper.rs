//! The checker rejects what does not follow (E4).

use engine::proof::document::StepWhy;
use engine::proof::{PremiseForm, ProofDocument, check};
use engine::{Explainer, Value};

use crate::program::{Stated, compiled, evaluated};
use crate::symbols;

const TEXT: &str = r#"
    .decl row(point: symbol, state: symbol)
    .decl point(id: symbol)
    .decl settled(id: symbol)
    .decl unmet(id: symbol)
    .decl many(n: number)
    point("a"). point("b"). point("c").
    row("a", "human"). row("b", "open").
    settled(P) :- row(P, S), S != "open".
    unmet(P) :- point(P), !settled(P).
    many(N) :- N = count : { unmet(_) }, N > 1.
"#;

fn document(relation: &str, row: &[Value]) -> ProofDocument {
    let program = compiled(TEXT);
    let mut explainer = Explainer::new(evaluated(&program, &mut Stated::default()));
    let (id, row) = explainer.find(relation, row).expect("the row is there");
    let proof = explainer.prove(id, row).expect("the row has a proof");
    explainer.document(&proof, 1_000).expect("few facts")
}

fn unmet() -> ProofDocument {
    document("unmet", &symbols(&["b"]))
}

/// The document passes as it is, and not after the change.
fn rejected(mut document: ProofDocument, change: impl FnOnce(&mut ProofDocument)) -> String {
    check(&document).expect("the proof holds as it is");
    change(&mut document);
    check(&document).expect_err("the change is seen").to_string()
}

/// Rule, bindings and premises of the root.
fn derived(document: &mut ProofDocument) -> (&mut usize, &mut Vec<(String, Value)>, &mut Vec<PremiseForm>) {
    let root = document.root;
    let parts = match &mut document.steps[root].why {
        StepWhy::Derived { rule, bindings, premises } => Some((rule, bindings, premises)),
        StepWhy::Given => None,
    };
    parts.expect("the root is derived")
}

#[test]
fn a_changed_value_is_rejected() {
    let reason = rejected(unmet(), |document| {
        let root = document.root;
        document.steps[root].values = symbols(&["a"]);
    });
    assert!(reason.contains("derives other values"), "{reason}");
    let reason = rejected(unmet(), |document| document.steps[0].values = symbols(&["z"]));
    assert!(reason.contains("not among the facts"), "{reason}");
    rejected(unmet(), |document| derived(document).1[0].1 = Value::Symbol("a".into()));
    rejected(unmet(), |document| derived(document).1[0].1 = Value::Number(1));
}

#[test]
fn a_missing_or_other_premise_is_rejected() {
    let reason = rejected(unmet(), |document| {
        derived(document).2.pop();
    });
    assert!(reason.contains("another number of premises"), "{reason}");
    let reason = rejected(unmet(), |document| {
        let root = document.root;
        derived(document).2[0] = PremiseForm::Fact { node: root };
    });
    assert!(reason.contains("no earlier step"), "{reason}");
    rejected(unmet(), |document| derived(document).2.swap(0, 1));
    rejected(unmet(), |document| document.root = 99);
}

#[test]
fn a_wrong_rule_is_rejected() {
    rejected(unmet(), |document| *derived(document).0 = 0);
    rejected(unmet(), |document| *derived(document).0 = 9);
    let reason = rejected(unmet(), |document| {
        for rule in &mut document.rules {
            *rule = rule.replace(", !settled(P)", "");
        }
    });
    assert!(reason.contains("another number of premises"), "{reason}");
    rejected(unmet(), |document| document.rules.push("unmet(P) :-   point(P).".into()));
    rejected(unmet(), |document| document.rules.push("unmet(\"a\").".into()));
    rejected(unmet(), |document| document.rules.push("point(".into()));
}

#[test]
fn an_absence_that_does_not_follow_from_the_facts_is_rejected() {
    let reason = rejected(unmet(), |document| {
        for fact in &mut document.facts {
            if fact.values == symbols(&["b", "open"]) {
                fact.values = symbols(&["b", "human"]);
            }
        }
    });
    assert!(reason.contains("it is there"), "{reason}");
}

#[test]
fn another_count_is_rejected() {
    let many = || document("many", &[Value::Number(2)]);
    let reason = rejected(many(), |document| document.facts.retain(|fact| fact.values != symbols(&["c"])));
    assert!(reason.contains("not among the facts"), "{reason}");
    rejected(many(), |document| {
        let root = document.root;
        document.steps[root].values = vec![Value::Number(3)];
        let (_, bindings, premises) = derived(document);
        bindings[0].1 = Value::Number(3);
        if let PremiseForm::Aggregate { result, .. } = &mut premises[0] {
            *result = Value::Number(3);
        }
    });
    let reason = rejected(many(), |document| {
        if let PremiseForm::Aggregate { matches, .. } = &mut derived(document).2[0] {
            *matches = 3;
        }
    });
    assert!(reason.contains("counts other rows"), "{reason}");
}

#[test]
fn another_id_is_rejected() {
    let reason = rejected(unmet(), |document| {
        let root = document.root;
        document.steps[root].id = document.steps[0].id;
    });
    assert!(reason.contains("its id"), "{reason}");
}

#[test]
fn a_document_of_too_many_facts_is_not_made() {
    let program = compiled(TEXT);
    let mut explainer = Explainer::new(evaluated(&program, &mut Stated::default()));
    let (id, row) = explainer.find("unmet", &symbols(&["b"])).unwrap();
    let proof = explainer.prove(id, row).unwrap();
    assert!(explainer.document(&proof, 2).is_err());
    assert!(explainer.document(&proof, 3).is_ok());
}

//! Explanations of rows that are not there (E4).

#[path = "shared/program.rs"]
mod program;

use engine::absence::{Absence, Attempt, Bounds, Failure, Query, WhyNot};
use engine::{Explainer, Program, Value};
use program::{Stated, compiled, evaluated};

const TEXT: &str = r#"
    .decl point(id: symbol, weight: number)
    .decl row(point: symbol, state: symbol)
    .decl waived(id: symbol)
    .decl settled(id: symbol)
    .decl unmet(id: symbol)
    .decl loop(id: symbol)
    .decl tagged(text: symbol)
    point("a", 1). point("b", 5). point("c", 9).
    row("a", "human"). row("b", "open").
    waived("c").
    settled(P) :- row(P, S), S != "open".
    @[rule("waiver")]
    settled(P) :- waived(P).
    unmet(P) :- point(P, W), W > 3, !settled(P).
    loop(P) :- loop(P), point(P, _).
    tagged(cat("<", P)) :- unmet(P).
"#;

fn symbols(row: &[&str]) -> Vec<Value> {
    row.iter().map(|text| Value::Symbol((*text).to_owned())).collect()
}

fn absence(program: &Program, atom: &str) -> Absence {
    let mut explainer = Explainer::new(evaluated(program, &mut Stated::default()));
    let query = Query::parse(program, atom).expect("an atom of the program");
    explainer.why_not(&query, &Bounds::default())
}

fn attempts(absence: &Absence) -> &[Attempt] {
    let WhyNot::Rules { attempts, .. } = &absence.why else { return &[] };
    attempts
}

fn symbol(text: &str) -> Value {
    Value::Symbol(text.to_owned())
}

// E4: per rule the longest prefix, its bindings, and the first premise that fails.
#[test]
fn each_rule_shows_how_far_it_matches_and_what_fails() {
    let program = compiled(TEXT);
    let found = absence(&program, "unmet(\"a\")");
    let [attempt] = attempts(&found) else { panic!("one rule") };
    assert_eq!(attempt.matched, ["point(P, W)"]);
    let values = vec![("W".to_owned(), Value::Number(1))];
    assert_eq!(attempt.failed, Failure::False { text: "W > 3".into(), values });
    assert_eq!(attempt.bindings, [("P".into(), symbol("a")), ("W".into(), Value::Number(1))]);

    let found = absence(&program, "settled(\"b\")");
    let WhyNot::Rules { attempts, nearest } = &found.why else { panic!("rules") };
    let names: Vec<&str> = attempts.iter().map(|attempt| &*attempt.name).collect();
    assert_eq!(names, ["settled", "waiver"]);
    assert_eq!((*nearest, attempts[0].matched.len()), (0, 1));
    assert!(matches!(&attempts[0].failed, Failure::False { text, .. } if text == "S != \"open\""));
    let Failure::Absent { absence, .. } = &attempts[1].failed else { panic!("absent") };
    assert_eq!(absence.why, WhyNot::NotGiven { nearest: Vec::new() });
}

// E4: a negation names the tuple that blocks, which has a proof.
#[test]
fn a_negation_names_the_row_that_blocks() {
    let program = compiled(TEXT);
    let mut explainer = Explainer::new(evaluated(&program, &mut Stated::default()));
    let query = Query::parse(&program, "unmet(\"c\").").unwrap();
    let found = explainer.why_not(&query, &Bounds::default());
    let Failure::Blocked { row, values, .. } = &attempts(&found)[0].failed else { panic!("blocked") };
    assert_eq!(*values, symbols(&["c"]));
    let proof = explainer.prove(row.0, row.1).unwrap();
    assert_eq!(&*proof.nodes[proof.root].relation, "settled");
}

// E4: for unbound arguments the instance nearest to holding; what is there is said to be there.
#[test]
fn unbound_arguments_are_chosen_not_asked_for() {
    let program = compiled(&TEXT.replace("row(\"b\", \"open\").", "row(\"b\", \"human\")."));
    let found = absence(&program, "unmet(_)");
    let [attempt] = attempts(&found) else { panic!("one rule") };
    assert_eq!(attempt.matched.len(), 2, "b and c pass two literals, a one: {attempt:?}");
    assert_eq!(attempt.bindings[0].1, symbol("b"));

    let there = absence(&compiled(TEXT), "settled(Any)");
    assert!(matches!(there.why, WhyNot::There { total: 2, .. }), "{there:?}");
}

// E4: down to input facts, to a depth, without going in circles.
#[test]
fn derived_premises_are_explained_to_a_depth() {
    let program = compiled(TEXT);
    let found = absence(&program, "loop(\"a\")");
    let Failure::Absent { absence: inner, .. } = &attempts(&found)[0].failed else { panic!("absent") };
    assert_eq!(inner.why, WhyNot::Repeated);

    let mut explainer = Explainer::new(evaluated(&program, &mut Stated::default()));
    let query = Query::parse(&program, "tagged(\"<a\")").unwrap();
    let shallow = explainer.why_not(&query, &Bounds { depth: 0, attempts: 10 });
    assert_eq!(shallow.why, WhyNot::Cut);
    let found = explainer.why_not(&query, &Bounds::default());
    assert_eq!(attempts(&found)[0].failed, Failure::Head, "the text of b comes out, not that of a");
    assert_eq!(attempts(&found)[0].bindings[0].1, symbol("b"));
}

// E4: an input fact shows what comes near; a key that nobody asked for is not called absent.
#[test]
fn input_facts_show_what_comes_near() {
    let text = r#"
        @[host(key = "file")]
        .decl line(file: symbol, text: symbol)
        .decl name(file: symbol)
        .decl good(text: symbol)
        name("x").
        good(T) :- name(F), line(F, T).
    "#;
    let program = compiled(text);
    let mut host = Stated { rows: vec![("line", vec!["x", "one"]), ("line", vec!["y", "two"])] };
    let mut explainer = Explainer::new(evaluated(&program, &mut host));
    let mut why = |atom: &str| {
        let query = Query::parse(&program, atom).unwrap();
        explainer.why_not(&query, &Bounds::default()).why
    };
    assert_eq!(why("line(\"x\", \"two\")"), WhyNot::NotGiven { nearest: vec![symbols(&["x", "one"])] });
    assert_eq!(why("line(\"y\", \"two\")"), WhyNot::NotAsked);
    assert!(matches!(why("line(\"x\", \"one\")"), WhyNot::There { .. }));
    let WhyNot::Rules { attempts, .. } = why("good(\"two\")") else { panic!("a rule") };
    assert_eq!(attempts[0].matched, ["name(F)"]);
}

// E4: aggregates show what they come to.
#[test]
fn an_aggregate_shows_what_it_comes_to() {
    let text = format!("{TEXT} .decl many(n: number) many(N) :- N = count : {{ unmet(_) }}, N > 1.");
    let program = compiled(&text);
    let found = absence(&program, "many(2)");
    let Failure::Aggregate { result, wanted, .. } = &attempts(&found)[0].failed else { panic!("an aggregate") };
    assert_eq!((result.clone(), wanted.clone()), (Some(Value::Number(1)), Some(Value::Number(2))));
    let found = absence(&program, "many(_)");
    assert!(matches!(attempts(&found)[0].failed, Failure::False { .. }));
}

// E4: an atom is read as rules spell it; what is none is said to be none.
#[test]
fn atoms_are_read_and_faulty_ones_refused() {
    let program = compiled(TEXT);
    let query = Query::parse(&program, " point(_, -3). ").unwrap();
    assert_eq!(query.pattern, [None, Some(Value::Number(-3))]);
    for (text, reason) in [
        ("nothing(1)", "there is no relation `nothing`"),
        ("point(1)", "2 columns, not 1"),
        ("point(1, 2)", "another type"),
        ("point(_, 99999999999999999999)", ""),
        ("point(_, 1 + 2)", "neither a value"),
        ("point(_, 1), row(_, _)", "more than an atom"),
        ("point(_, _) :- row(_, _)", "more than an atom"),
        (".decl x()", "syntax"),
        (".decl x(a: symbol)\n", ""),
        ("", "syntax"),
        ("((((", ""),
    ] {
        let error = Query::parse(&program, text).unwrap_err().to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
}

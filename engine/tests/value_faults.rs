//! E1: when an operation without a value ends an evaluation. Whatever order the plan has, it counts only in rows that
//! nothing rejects that can do without it.

#[path = "shared/program.rs"]
#[expect(dead_code, reason = "shared with tests that need more")]
mod program;

use engine::{Demand, Options, Sources, evaluate};

/// The code that ends the evaluation, or the rows of `p`.
fn run(rules: &str) -> Result<usize, &'static str> {
    let mut sources = Sources::new();
    let text = format!(
        ".decl a(x: number)\n.decl none(x: number)\n.decl s(t: symbol)\n.decl p(x: number)\na(1). a(5000000000).\n{rules}"
    );
    let root = sources.add("t.dl", text);
    let compiled = engine::compile(&mut sources, &[root], &mut program::OneFile, &Options::default());
    let program = compiled.program.expect("the programs are right");
    let model = evaluate(&program, &Demand::All, &mut program::Stated::default(), &program::LIMITS);
    model.map(|model| model.rows("p").count()).map_err(|error| error.code())
}

#[test]
fn e1_a_product_counts_only_where_the_rest_of_the_body_holds() {
    assert_eq!(run("p(X) :- a(X), X * X > 0."), Err("overflow"));
    // A range that is empty, whether it stands before or after.
    assert_eq!(run("p(X) :- N = range(0, 1, -1), a(X), X * X > N."), Ok(0));
    assert_eq!(run("p(X) :- a(X), Y = X * X, Y > 0, N = range(0, 1, -1), N < 9."), Ok(0));
    assert_eq!(run("p(X) :- a(X), Y = X * X, Y > 0, N = range(0, 1), N < 9."), Err("overflow"));
    // An atom that nothing joins.
    assert_eq!(run("p(X) :- a(X), Y = X * X, Y > 0, none(Z), Z > 0."), Ok(0));
    assert_eq!(run("p(X) :- a(X), Y = X * X, none(Y)."), Ok(0));
    assert_eq!(run("p(X) :- a(X), Y = X * X, a(Y)."), Err("overflow"));
    // A guard, wherever it stands; an aggregate.
    assert_eq!(run("p(X) :- a(X), X * X > 0, X < 9."), Ok(1));
    assert_eq!(run("p(X) :- a(X), X * X > 0, 1 > count : { a(_) }."), Ok(0));
    assert_eq!(run("p(X) :- a(X), X * X > 0, 3 > count : { a(_) }."), Err("overflow"));
}

#[test]
fn e1_computing_literals_are_taken_in_the_order_of_the_text() {
    assert_eq!(run("p(X) :- a(X), X + 1 < 9, X * X > 0."), Ok(1));
    assert_eq!(run("p(X) :- a(X), X * X > 0, X + 1 < 9."), Err("overflow"));
    // What waits for a value comes before the next that computes.
    assert_eq!(run("p(X) :- a(X), Y = X + 1, X * X > 0, Y < 9."), Ok(1));
}

#[test]
fn e1_faults_within_aggregates_and_recursions() {
    assert_eq!(run("p(S) :- S = sum X * X : { a(X), X < 9 }."), Ok(1));
    assert_eq!(run("p(S) :- S = sum X * X : { a(X) }."), Err("overflow"));
    assert_eq!(run("p(S) :- S = sum X * X : { a(X) }, none(_)."), Ok(0));
    assert_eq!(run("p(2).\np(Y) :- p(X), Y = X * X, Y < 999999."), Ok(5));
    assert_eq!(run("p(2).\np(Y) :- p(X), Y = X * X, Y > 0."), Err("overflow"));
    assert_eq!(run("p(2).\np(Y) :- p(X), Y = X * X, Y > 0, none(_)."), Ok(1));
    assert_eq!(run("s(\"x\").\np(N) :- s(T), N = to_number(T), N > 0."), Err("not-a-number"));
    assert_eq!(run("s(\"x\").\np(N) :- s(T), N = to_number(T), N > 0, none(Z), Z > 0."), Ok(0));
}

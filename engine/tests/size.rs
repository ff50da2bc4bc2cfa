//! E2: programs that grow when they are taken apart are evaluated or refused, soon and in little memory.

use engine::host::{Datum, Host, HostError, Sink};
use engine::{Compiled, Demand, Limits, Loader, Options, Severity, Sources, Value};

const LIMITS: Limits = Limits { rows: 100_000, rounds: 1_000, bytes: 1 << 28, steps: 1 << 24 };

struct Alone;

impl Host for Alone {
    fn load(&mut self, _: &str, _: &[Datum<'_>], _: &mut dyn Sink) -> Result<(), HostError> {
        Ok(())
    }

    fn call(&mut self, functor: &str, _: &[Datum<'_>]) -> Result<Value, HostError> {
        Err(HostError(format!("there is no functor {functor}")))
    }
}

impl Loader for Alone {
    fn load(&mut self, path: &str) -> Result<String, String> {
        Err(format!("there is no file {path}"))
    }
}

fn compile(rules: &str) -> (Sources, Compiled) {
    let text = format!(".decl a, b, out(x: number)\na(1). a(2). b(1).\n{rules}\n");
    let mut sources = Sources::new();
    let root = sources.add("t.dl", text);
    let options = Options { analyse: false, ..Options::default() };
    let compiled = engine::compile(&mut sources, &[root], &mut Alone, &options);
    (sources, compiled)
}

/// Rows of `out`, or the codes of what is wrong.
fn run(rules: &str) -> Result<usize, String> {
    let (_, compiled) = compile(rules);
    let errors = compiled.diagnostics.iter().filter(|found| found.severity == Severity::Error);
    let codes: Vec<&str> = errors.map(|found| found.code).collect();
    let Some(program) = compiled.program else {
        return Err(codes.join(" "));
    };
    let model = engine::evaluate(&program, &Demand::All, &mut Alone, &LIMITS);
    model.map(|model| model.count("out")).map_err(|error| error.code().to_owned())
}

/// `count` disjunctions of two, joined: 2^count alternatives.
fn product(count: usize) -> String {
    vec!["(a(X); b(X))"; count].join(", ")
}

/// One error, at the clause, for what cannot be.
fn too_large<T>() -> Result<T, String> {
    Err("too-large".to_owned())
}

#[test]
fn products_of_disjunctions_are_bounded() {
    assert_eq!(run(&format!("out(X) :- a(X), {}.", product(9))), Ok(2));
    assert_eq!(run(&format!("out(X) :- a(X), {}.", product(10))), too_large());
    assert_eq!(run(&format!("out(X) :- a(X), {}.", product(40))), too_large());
    assert_eq!(run(&format!("out(X) :- a(X), !({}).", vec!["(a(X), b(X))"; 40].join("; "))), too_large());
    let many = |count: usize| format!("out(X) :- {}.", vec!["a(X)"; count].join("; "));
    assert_eq!(run(&many(1_000)), Ok(2));
    assert_eq!(run(&many(1_001)), too_large());
    // Nested groups add up.
    let nested = (0..60).fold("a(X)".to_owned(), |inner, _| format!("({inner}; b(X))"));
    assert_eq!(run(&format!("out(X) :- {nested}.")), Ok(2));
}

/// What multiplies besides alternatives: long bodies, heads, and the aggregates within them.
#[test]
fn a_clause_is_bounded_as_a_whole() {
    let tests = |count: usize| vec!["X != 7"; count].join(", ");
    assert_eq!(run(&format!("out(X) :- a(X), {}, {}.", product(4), tests(900))), Ok(2));
    assert_eq!(run(&format!("out(X) :- a(X), {}, {}.", product(9), tests(900))), too_large());
    let heads = |count: usize| (0..count).map(|at| format!("out(X + {at})")).collect::<Vec<_>>().join(", ");
    assert_eq!(run(&format!("{} :- a(X), b(X).", heads(1_000))), Ok(1_000));
    assert_eq!(run(&format!("{} :- a(X), {}.", heads(100), product(9))), too_large());
    let within = |count: usize, inner: &str| format!("{}, count : {{ {inner} }} > 0", product(count));
    assert_eq!(run(&format!("out(X) :- a(X), {}.", within(4, &product(4)))), Ok(2));
    assert_eq!(run(&format!("out(X) :- a(X), {}.", within(9, &within(9, &product(9))))), too_large());
    let two = format!("count : {{ {0} }} > 0, count : {{ {0} }} > 0", product(9));
    assert_eq!(run(&format!("out(X) :- a(X), {}, {two}.", product(9))), too_large());
}

/// The clauses beside a faulty one are checked all the same.
#[test]
fn other_clauses_have_room_of_their_own() {
    let large = format!("out(X) :- a(X), {}, {}.\n", product(9), vec!["X != 7"; 900].join(", "));
    assert_eq!(run(&format!("{large}out(X) :- q(X).\n{large}")), Err("too-large undeclared too-large".to_owned()));
    assert_eq!(run(&format!("out(X) :- a(X), {}.\n", product(9)).repeat(20)), Ok(2));
}

#[test]
fn wide_relations_are_joined_or_refused() {
    let wide = |columns: usize| {
        let names: Vec<String> = (0..columns).map(|at| format!("c{at}: number")).collect();
        let row = vec!["1"; columns].join(", ");
        let open = ", _".repeat(columns - 1);
        let all: Vec<String> = (0..columns).map(|at| format!("X{at}")).collect();
        let all = all.join(", ");
        format!(
            ".decl w({})\nw({row}).\nout(X) :- w(X{open}), w({}X).\nout(X1) :- w({all}), w({all}), !w({all}).",
            names.join(", "),
            "_, ".repeat(columns - 1)
        )
    };
    assert_eq!(run(&wide(200)), Ok(1));
    assert!(run(&wide(201)).is_err_and(|codes| codes.contains("too-large")));
}

/// A chain of relations, each a stratum: what one costs does not depend on how many there are.
#[test]
fn twenty_thousand_relations_are_a_program() {
    let chain: String =
        (1..=20_000).map(|at| format!(".decl r{at}(x: number)\nr{at}(X) :- r{}(X).\n", at - 1)).collect();
    assert_eq!(run(&format!(".decl r0(x: number)\nr0(X) :- a(X).\n{chain}out(X) :- r20000(X).")), Ok(2));
}

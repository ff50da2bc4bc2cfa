//! Programs of unusual length and depth are evaluated or refused, on the stack of a thread (E2: never a panic).

use engine::host::{Datum, Host, HostError, Sink};
use engine::{Demand, EvalError, Limits, Loader, Options, Severity, Sources, Value};

const LIMITS: Limits = Limits { rows: 10_000, rounds: 1_000, bytes: 1 << 26 };

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

/// Rows of `out`, or the code of what is wrong.
fn run(rules: &str) -> Result<usize, String> {
    let text = format!(".decl a, out(x: number)\na(1). a(2).\n{rules}\n");
    let mut sources = Sources::new();
    let root = sources.add("t.dl", text);
    let options = Options { analyse: false, ..Options::default() };
    let compiled = engine::compile(&mut sources, &[root], &mut Alone, &options);
    let fault = compiled.diagnostics.iter().find(|found| found.severity == Severity::Error);
    let Some(program) = compiled.program else {
        return Err(fault.map_or_else(String::new, |fault| fault.code.to_owned()));
    };
    let model = engine::evaluate(&program, &Demand::All, &mut Alone, &LIMITS);
    model.map(|model| model.count("out")).map_err(|error: EvalError| error.code().to_owned())
}

#[test]
fn a_long_body_is_evaluated_and_a_longer_one_refused() {
    let body = |length: usize| {
        // Constants keep all but the first from being more than one look at an index.
        let atoms: Vec<String> = (0..length).map(|position| format!("a(X{position}), X{position} < 2")).collect();
        format!("out(X0) :- {}.", atoms.join(", "))
    };
    assert_eq!(run(&body(5)), Ok(1));
    assert_eq!(run(&body(390)), Ok(1));
    assert_eq!(run(&body(500)), Err("undefined-operation".to_owned()));
}

#[test]
fn nested_aggregates_are_evaluated_or_refused() {
    let nested = |depth: usize| {
        let open: String = (0..depth).map(|level| format!("N{level} = count : {{ a(X{level}), ")).collect();
        let close = " }".repeat(depth);
        format!("out(N0) :- {open}a(2){close}.")
    };
    assert_eq!(run(&nested(3)), Ok(1));
    assert_eq!(run(&nested(20)), Ok(1));
    assert_eq!(run(&nested(5_000)), Err("too-deep".to_owned()));
}

#[test]
fn long_expressions_are_evaluated_or_refused() {
    let sum = |length: usize| format!("out({}) :- a(X).", vec!["X"; length].join(" + "));
    assert_eq!(run(&sum(100)), Ok(2));
    let long = run(&sum(100_000));
    assert!(long == Ok(2) || long.is_err());
}

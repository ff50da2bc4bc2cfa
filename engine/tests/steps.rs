//! E5: whatever searches stops at the limit of steps, at the same place each time, and says which rule it was.

use engine::host::{Datum, Host, HostError, Origin, Sink};
use engine::{Demand, EvalError, Limits, Loader, Options, Sources, Value};

const ENOUGH: Limits = Limits { rows: 1 << 20, rounds: 10_000, bytes: 1 << 28, steps: 1 << 24 };

/// Has the numbers below 160 in `given`, and under each key of `keyed`.
struct Numbers;

impl Host for Numbers {
    fn load(&mut self, relation: &str, key: &[Datum<'_>], sink: &mut dyn Sink) -> Result<(), HostError> {
        for number in 0..160 {
            let number = Datum::Number(number);
            match (relation, key) {
                ("given", _) => sink.row(&[number], Origin::NONE)?,
                ("keyed", &[key]) => sink.row(&[key, number], Origin::NONE)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn call(&mut self, _: &str, arguments: &[Datum<'_>]) -> Result<Value, HostError> {
        Ok(arguments[0].to_value())
    }
}

impl Loader for Numbers {
    fn load(&mut self, _: &str) -> Result<String, String> {
        Err("there are no other files".to_owned())
    }
}

/// Rows of `r`, or what ended the evaluation and the text of the rule that it names.
fn run(text: &str, steps: u64) -> Result<usize, (EvalError, String)> {
    let text = format!(
        "@[host] .decl given(x: number)\n@[host(key = \"x\")] .decl keyed(x: number, y: number)\n\
         .functor same(x: number): number\n.decl r(x: number)\n{text}"
    );
    let mut sources = Sources::new();
    let root = sources.add("t.dl", text.as_str());
    let options = Options { analyse: false, ..Options::default() };
    let compiled = engine::compile(&mut sources, &[root], &mut Numbers, &options);
    let program = compiled.program.expect("the rules compile");
    let limits = Limits { steps, ..ENOUGH };
    let model = engine::evaluate(&program, &Demand::All, &mut Numbers, &limits);
    model.map(|model| model.count("r")).map_err(|error| {
        let at = error.span().map_or(0..0, |span| span.start as usize..span.end as usize);
        let rule = text[at].to_owned();
        (error, rule)
    })
}

/// Every kind of loop, in a rule that derives nothing: it stops where there are more steps than the limit, and not where
/// there are enough.
#[test]
fn e5_whatever_searches_stops() {
    let pairs = ".decl p(x: number, y: number)\np(X, Y) :- given(X), Y = X band 1.\n";
    let wide = ".decl w(x: number, y: number, z: number)\nw(X, 1, X) :- given(X).\n";
    let rules = [
        ("", "r(X) :- given(X), given(Y), X + Y < 0."),
        ("", "r(X) :- X = range(0, 90000), X < 0."),
        ("", "r(X) :- given(X), Y = range(0, 160), X + Y < 0."),
        ("", "r(X) :- given(X), keyed(X, Y), X + Y < 0."),
        ("", "r(X) :- given(X), X < 2, keyed(X, Y), keyed(Y, Z), X + Y + Z < 0."),
        ("", "r(1) :- given(X), keyed(X, Y), !keyed(Y, 161), Y < 0."),
        ("", "r(N) :- N = count : { given(X), given(Y), X + Y < 0 }, N > 0."),
        ("", "r(N) :- given(Z), N = sum X : { given(X), X + Z < 0 }, N > 0."),
        ("", "r(X) :- given(X), given(Y), @same(X + Y) < 0."),
        (pairs, "r(X) :- p(X, Y), p(Z, Y), X + Z < 0."),
        (pairs, "r(X) :- p(X, B), p(Y, B), p(X, C), p(Y, C), X + Y < 0."),
        (pairs, "r(X) :- p(X, Y), p(Z, Y), p(Z, V), p(U, V), X + U < 0."),
        (wide, "r(X) :- w(X, Y, _), w(Z, Y, _), X + Z < 0."),
        // Derives, but nothing that is new.
        (pairs, "r(Y) :- p(X, Y), p(Z, Y), p(Z, V)."),
        (pairs, "r(Y) :- p(X, Y), p(Z, Y)."),
        // Faults that other literals reject: the second plan counts too.
        ("", "r(X) :- given(X), given(Y), 1 / Y > 0, Y > 0, X + Y < 0."),
    ];
    for (before, rule) in rules {
        let text = format!("{before}{rule}");
        assert!(run(&text, ENOUGH.steps).is_ok_and(|rows| rows <= 2), "{rule}");
        let (error, at) = run(&text, 10_000).expect_err(rule);
        assert_eq!(error.code(), "step-limit", "{rule}: {error}");
        assert_eq!(at, rule);
        assert_eq!(error.to_string(), "more than 10000 steps, reached in a rule of `r`");
        assert_eq!(run(&text, 10_000).map_err(|(error, _)| error), Err(error));
    }
}

/// A step more or less makes the difference: a run of a rule, each row that it looks at, each that it derives.
#[test]
fn e5_steps_are_exact() {
    let facts = "n(1). n(2). n(3).\n";
    let rules = [
        ("r(X) :- n(X), n(Y), X + Y < 0.", 1 + 3 + 9),
        ("r(X) :- n(X), X < 3.", 1 + 3 + 2),
        ("r(X) :- X = range(0, 10), X < 0.", 1 + 10),
        ("r(N) :- N = count : { n(X), X > 1 }.", 1 + 3 + 1),
        // Two runs, of which the second reads one round's row and derives nothing.
        ("r(1). r(X) :- r(X), X > 5.", 1 + 1),
        ("r(X) :- n(X), !n(X).\nr(X) :- n(X), X > 5.", 2 + 3 + 3),
    ];
    for (rule, steps) in rules {
        let text = format!(".decl n(x: number)\n{facts}{rule}");
        assert!(run(&text, steps).is_ok(), "{rule} with {steps}");
        assert!(run(&text, steps - 1).is_err(), "{rule} with {}", steps - 1);
    }
}

/// A long chain of rounds, each of which asks every rule of the recursion, is a long evaluation too.
#[test]
fn e5_runs_of_rules_are_steps() {
    let idle: String = (0..1_000).map(|at| format!("r(X) :- r(X), n(X, {at}), X < 0.\n")).collect();
    let text = format!(".decl n(x: number, y: number)\nn(0, 0).\nr(0).\nr(X + 1) :- r(X), X < 500.\n{idle}");
    assert_eq!(run(&text, ENOUGH.steps), Ok(501));
    assert!(run(&text, 400_000).is_err_and(|(error, _)| error.code() == "step-limit"));
}

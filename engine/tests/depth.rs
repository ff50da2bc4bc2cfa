//! Programs of unusual length and depth are evaluated or refused, on the stack of a thread (E2: never a panic).

use engine::host::{Datum, Host, HostError, Sink};
use engine::{Demand, EvalError, Limits, Loader, Options, Severity, Sources, Value};

const LIMITS: Limits = Limits { rows: 10_000, rounds: 1_000, bytes: 1 << 26, steps: 1 << 26 };

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
    assert_eq!(run(&body(401)), Err("too-large".to_owned()));
    assert_eq!(run(&body(500)), Err("too-large".to_owned()));
    // What is tested and what is not there loops as little as it is nested: those may be as many as a body has literals.
    let tests: String = (0..900).map(|position| format!(", X != {}", position + 10)).collect();
    assert_eq!(run(&format!("out(X) :- a(X){tests}.")), Ok(2));
    let absent: String = (0..900).map(|position| format!(", !a({})", position + 10)).collect();
    assert_eq!(run(&format!("out(X) :- a(X){absent}.")), Ok(2));
    // Those of aggregates are of the rule.
    let counts = |length: usize| {
        let all: Vec<String> = (0..length).map(|at| format!("count : {{ a(X{at}), X{at} > Y }} >= 0")).collect();
        format!("out(Y) :- a(Y), {}.", all.join(", "))
    };
    assert_eq!(run(&counts(390)), Ok(2));
    assert_eq!(run(&counts(400)), Err("too-large".to_owned()));
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

/// A million levels of any bracket are refused where they begin to be too many, and nothing runs out of stack.
#[test]
fn deep_nesting_is_refused_whatever_is_nested() {
    let pairs = [("(", ")"), ("-(", ")"), ("bnot ", ""), ("cat(\"x\", ", ")"), ("@f(", ")"), ("max(1, ", ")")];
    for (open, close) in pairs {
        let text = format!("out(X) :- a(X), X = {}1{}.", open.repeat(100_000), close.repeat(100_000));
        assert_eq!(run(&text), Err("too-deep".to_owned()), "{open}");
    }
    for (open, close) in [("!", ""), ("(", ")"), ("!(", ")"), ("N = count : { ", " }")] {
        let text = format!("out(1) :- {}a(1){}.", open.repeat(100_000), close.repeat(100_000));
        assert_eq!(run(&text), Err("too-deep".to_owned()), "{open}");
    }
    let brackets = run(&format!("out(1) :- {}a(1).", "[{(".repeat(100_000)));
    assert!(brackets.is_err());
}

#[test]
fn very_long_lines_are_read() {
    let facts: String = (0..20_000).map(|number| format!("b({number}). ")).collect();
    assert_eq!(run(&format!(".decl b(x: number) {facts} out(X) :- b(X), X < 7.")), Err("row-limit".to_owned()));
    let facts: String = (0..9_000).map(|number| format!("b({number}). ")).collect();
    assert_eq!(run(&format!(".decl b(x: number) {facts} out(X) :- b(X), X < 7.")), Ok(7));
    let text = "x".repeat(1 << 20);
    assert_eq!(run(&format!(".decl t(x: symbol) t(\"{text}\"). out(strlen(T)) :- t(T).")), Ok(1));
    assert_eq!(run(&format!("// {text}\nout(1) :- a(1). /* {text} */")), Ok(1));
    assert_eq!(run(&format!("out({text}) :- a({text}).")), Ok(2));
    assert_eq!(run(&format!("out(1{}) :- a(1).", "0".repeat(1 << 20))), Err("number-range".to_owned()));
}

#[test]
fn ten_thousand_rules_are_a_program() {
    let rules: String = (0..10_000).map(|rule| format!("out({rule} band 7) :- a(X), X < 3.\n")).collect();
    assert_eq!(run(&rules), Ok(8));
    let chain: String =
        (1..1_000).map(|rule| format!(".decl r{rule}(x: number)\nr{rule}(X) :- r{}(X).\n", rule - 1)).collect();
    assert_eq!(run(&format!(".decl r0(x: number)\nr0(X) :- a(X).\n{chain}out(X) :- r999(X).")), Ok(2));
}

#[test]
fn a_great_many_texts_are_told_apart_or_refused() {
    let count = 200_000;
    let facts: String = (0..count).map(|number| format!("t(\"s{number}\").")).collect();
    assert_eq!(run(&format!(".decl t(x: symbol)\n{facts}")), Err("row-limit".to_owned()));
    // Few rows, and more bytes than are allowed.
    let long = "y".repeat(1 << 14);
    let facts: String = (0..5_000).map(|number| format!("t(\"{long}{number}\").")).collect();
    assert_eq!(run(&format!(".decl t(x: symbol)\n{facts}")), Err("byte-limit".to_owned()));
}

/// NUL is a character like others; half of a pair is none.
#[test]
fn unusual_characters_of_texts() {
    let with = |text: &str| run(&format!(".decl t(x: symbol) t(\"{text}\"). out(strlen(T)) :- t(T), T != \"a\"."));
    assert_eq!(with("\0"), Ok(1));
    assert_eq!(with("\\u0000"), Ok(1));
    assert_eq!(with("\\ud83d\\ude00"), Ok(1));
    for half in ["\\ud800", "\\udc00", "\\ud83d x", "\\ude00\\ud83d", "\\ud800\\ud800"] {
        assert_eq!(with(half), Err("bad-escape".to_owned()), "{half}");
    }
    assert_eq!(run("\0"), Err("bad-character".to_owned()));
    assert_eq!(run("\u{feff}out(1)."), Err("bad-character".to_owned()));
    assert_eq!(run(".decl t(x: symbol) t(\"\0\"). t(\"\\u0000\"). out(N) :- N = count : { t(_) }, N = 1."), Ok(1));
}

/// A thousand and more relations in one recursion, and some that nothing reads: the analysis, too, stays small.
#[test]
fn e2_a_recursion_through_two_thousand_relations_is_analysed() {
    const MANY: usize = 2_000;
    const IDLE: usize = 300;
    let mut text = String::from(".decl given(x: number)\ngiven(1).\n");
    for at in 0..MANY {
        let next = (at + 1) % MANY;
        text += &format!(".decl r{at}(x: number)\nr{at}(X) :- r{next}(X).\n");
        if at < IDLE {
            text += &format!(".decl idle{at}(x: number)\nidle{at}(X) :- r{at}(X).\n");
        }
    }
    text += "r0(X) :- given(X).\n";
    let compile_text = |text: String| {
        let mut sources = Sources::new();
        let root = sources.add("t.dl", text);
        engine::compile(&mut sources, &[root], &mut Alone, &Options::default())
    };
    let compiled = compile_text(text.clone());
    assert!(compiled.program.is_some());
    assert_eq!(compiled.diagnostics.iter().filter(|found| found.code == "unread").count(), IDLE);
    let program = compiled.program.as_ref().unwrap();
    assert_eq!(program.find("idle299").map(|id| &*program.relation(id).name), Some("idle299"));
    assert_eq!(program.find("idle300"), None);
    // One negation makes it a fault.
    let faulty = compile_text(text + "r5(X) :- given(X), !r7(X).\n");
    assert_eq!(faulty.diagnostics.iter().filter(|found| found.code == "unstratified").count(), 1);
}

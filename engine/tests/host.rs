//! What an evaluation asks of its host, and when (F3); how limits and host errors end it (E5).

use engine::host::{Datum, Host, HostError, Origin, Sink};
use engine::{Demand, EvalError, Limits, Loader, Model, Options, Program, Sources, Value};

const LIMITS: Limits = Limits { rows: 10_000, rounds: 1_000, bytes: 1 << 24, steps: 1 << 26 };

/// Rows by relation; every question is noted.
#[derive(Default)]
struct Recorder {
    rows: Vec<(&'static str, Vec<Vec<Value>>)>,
    asked: Vec<String>,
    calls: usize,
}

impl Recorder {
    fn with(mut self, relation: &'static str, rows: &[&[&str]]) -> Self {
        let text = |text: &&str| Value::Symbol((*text).to_owned());
        let rows = rows.iter().map(|row| row.iter().map(text).collect());
        self.rows.push((relation, rows.collect()));
        self
    }
}

impl Host for Recorder {
    /// Keys are first columns.
    fn load(&mut self, relation: &str, key: &[Datum<'_>], sink: &mut dyn Sink) -> Result<(), HostError> {
        let key_text: Vec<String> = key.iter().map(show).collect();
        self.asked.push(format!("{relation}({})", key_text.join(", ")));
        let rows = self.rows.iter().filter(|(name, _)| *name == relation);
        for (number, row) in (0u32..).zip(rows.flat_map(|(_, rows)| rows)) {
            let data: Vec<Datum<'_>> = row.iter().map(Value::as_datum).collect();
            if data.starts_with(key) {
                sink.row(&data, Origin(number))?;
            }
        }
        Ok(())
    }

    fn call(&mut self, functor: &str, arguments: &[Datum<'_>]) -> Result<Value, HostError> {
        self.calls += 1;
        let texts: Vec<String> = arguments.iter().map(show).collect();
        Ok(Value::Symbol(format!("{functor}:{}", texts.join("+"))))
    }
}

fn show(datum: &Datum<'_>) -> String {
    match datum {
        Datum::Symbol(text) => (*text).to_owned(),
        other => format!("{other:?}"),
    }
}

impl Loader for Recorder {
    fn load(&mut self, path: &str) -> Result<String, String> {
        Err(format!("there is no file {path}"))
    }
}

fn compiled(text: &str) -> Program {
    let mut sources = Sources::new();
    let root = sources.add("t.dl", text);
    let options = Options { analyse: false, ..Options::default() };
    let compiled = engine::compile(&mut sources, &[root], &mut Recorder::default(), &options);
    let messages: Vec<String> = compiled.diagnostics.iter().map(|found| found.line(&sources)).collect();
    compiled.program.ok_or(messages).expect("the texts of these tests compile")
}

fn evaluated<'p>(program: &'p Program, host: &mut Recorder) -> Model<'p> {
    engine::evaluate(program, &Demand::All, host, &LIMITS).expect("nothing in these programs fails")
}

/// What the host is asked while a program is evaluated.
fn asked(text: &str, mut host: Recorder) -> Vec<String> {
    evaluated(&compiled(text), &mut host);
    host.asked
}

/// F3: a premise without rows keeps those behind it from being loaded; one with rows does not.
#[test]
fn an_empty_premise_stops_loading() {
    let text = "@[host] .decl a, b, c(x: symbol)\n.decl r(x: symbol)\nr(X) :- a(X), b(X), c(X).";
    assert_eq!(asked(text, Recorder::default()), ["a()"]);
    let some = Recorder::default().with("a", &[&["1"]]);
    assert_eq!(asked(text, some), ["a()", "b()"]);
    let both = Recorder::default().with("a", &[&["1"]]).with("b", &[&["2"]]);
    assert_eq!(asked(text, both), ["a()", "b()", "c()"]);
}

/// F3: a derived premise that is complete and empty stops loading too.
#[test]
fn an_empty_derived_premise_stops_loading() {
    let text = "@[host] .decl a, b, c(x: symbol)\n.decl d, r(x: symbol)\n\
        d(X) :- a(X), X = \"1\".\nr(X) :- d(X), b(X), !c(X).";
    let without = Recorder::default().with("a", &[&["2"]]);
    assert_eq!(asked(text, without), ["a()"]);
    let with = Recorder::default().with("a", &[&["1"]]).with("b", &[&["1"]]);
    assert_eq!(asked(text, with), ["a()", "b()", "c()"]);
}

/// F3: under negation and aggregation a source is read whenever the rule can fire.
#[test]
fn negation_and_aggregation_always_load() {
    let text = "@[host] .decl a, b, c(x: symbol)\n.decl r(x: symbol, n: number)\n\
        r(X, N) :- a(X), !b(X), N = count : { c(_) }.";
    assert_eq!(asked(text, Recorder::default()), ["a()"]);
    let some = Recorder::default().with("a", &[&["1"]]);
    assert_eq!(asked(text, some), ["a()", "b()", "c()"]);
}

/// F3: a costly source is read last, wherever it stands.
#[test]
fn a_costly_source_is_read_last() {
    let text = "@[host(costly)] .decl a(x: symbol)\n@[host] .decl b(x: symbol)\n.decl r(x: symbol)\n\
        r(X) :- a(X), b(X).";
    assert_eq!(asked(text, Recorder::default()), ["b()"]);
    let some = Recorder::default().with("b", &[&["1"]]);
    assert_eq!(asked(text, some), ["b()", "a()"]);
}

/// F3: what no demanded rule reads is not computed.
#[test]
fn what_no_demanded_rule_reads_is_not_loaded() {
    let program = compiled("@[host] .decl a, b(x: symbol)\n.decl r, s(x: symbol)\nr(X) :- a(X).\ns(X) :- b(X).");
    let mut host = Recorder::default().with("a", &[&["1"]]);
    let demand = Demand::of(&program, &["r", "nowhere"]);
    let model = engine::evaluate(&program, &demand, &mut host, &LIMITS).unwrap();
    assert_eq!((model.count("r"), model.count("nowhere")), (1, 0));
    assert_eq!(host.asked, ["a()"]);
    let mut host = Recorder::default();
    let demand = Demand::of(&program, &["b"]);
    engine::evaluate(&program, &demand, &mut host, &LIMITS).unwrap();
    assert_eq!(host.asked, ["b()"]);
}

/// F3: a relation with a key is asked once per value, late, and never whole.
#[test]
fn keys_are_asked_once_each() {
    let text = "@[host] .decl call(x: symbol, y: symbol)\n@[host] .decl wanted(y: symbol)\n\
        @[host(key = \"x\")] .decl owner(x: symbol, y: symbol)\n.decl r, s(x: symbol, y: symbol)\n\
        r(X, Z) :- owner(X, Z), call(X, Y), wanted(Y).\ns(X, Y) :- call(X, Y), !owner(X, _).";
    let host = || {
        let calls: &[&[&str]] = &[&["p", "1"], &["p", "2"], &["q", "3"], &["p", "4"]];
        Recorder::default().with("call", calls).with("owner", &[&["p", "t"], &["q", "u"], &["z", "v"]])
    };
    let two = host().with("wanted", &[&["1"], &["2"]]);
    assert_eq!(asked(text, two), ["call()", "wanted()", "owner(p)", "owner(q)"]);
    // Nothing wanted: only the negation asks.
    assert_eq!(asked(text, host()), ["call()", "wanted()", "owner(p)", "owner(q)"]);
    let program = compiled(text);
    let mut recorder = host().with("wanted", &[&["1"], &["2"]]);
    let model = evaluated(&program, &mut recorder);
    assert_eq!(model.count("r"), 1);
    assert_eq!(model.count("s"), 0);
    assert_eq!(model.count("owner"), 2);
}

/// F3: a cheap premise that has no match keeps a key from being asked.
#[test]
fn a_key_is_asked_after_what_is_cheap() {
    let text = "@[host] .decl a, b(x: symbol)\n@[host(key = \"x\")] .decl k(x: symbol, y: symbol)\n\
        .decl r(y: symbol)\nr(Y) :- k(X, Y), a(X), !b(X), X != \"3\".";
    let host = Recorder::default().with("a", &[&["1"], &["2"], &["3"]]).with("b", &[&["2"]]);
    assert_eq!(asked(text, host), ["a()", "b()", "k(1)"]);
}

/// F2: a row of the host keeps its origin, the first one where it comes twice; a row of the text has none.
#[test]
fn origins_are_kept() {
    let program = compiled(
        "@[host] .decl a(x: symbol)\n@[host(key = \"x\")] .decl k(x: symbol, y: symbol)\n.decl r(x: symbol)\n\
        a(\"text\").\nr(X) :- a(X), k(X, _).",
    );
    let mut host = Recorder::default().with("a", &[&["1"], &["2"], &["1"]]).with("k", &[&["1", "y"]]);
    let model = evaluated(&program, &mut host);
    let of = |relation: &str, values: &[&str]| {
        let id = program.find(relation).unwrap();
        let values: Vec<Value> = values.iter().map(|text| Value::Symbol((*text).to_owned())).collect();
        model.origin(id, model.find_row(id, &values).unwrap())
    };
    assert_eq!(of("a", &["text"]), None);
    assert_eq!(of("a", &["1"]), Some(Origin(0)));
    assert_eq!(of("a", &["2"]), Some(Origin(1)));
    assert_eq!(of("k", &["1", "y"]), Some(Origin(0)));
    assert_eq!(of("r", &["1"]), None);
}

/// E6: a functor is called once per arguments.
#[test]
fn functors_are_called_once_per_arguments() {
    let program = compiled(
        ".functor f(x: symbol): symbol\n@[host] .decl a(x: symbol, y: symbol)\n.decl r(x: symbol, z: symbol)\n\
        r(X, @f(Y)) :- a(X, Y).",
    );
    let mut host = Recorder::default().with("a", &[&["1", "y"], &["2", "y"], &["3", "z"]]);
    let model = evaluated(&program, &mut host);
    assert_eq!(model.count("r"), 3);
    assert_eq!(host.calls, 2);
}

/// A host that answers wrongly, or not at all.
struct Faulty(&'static str);

impl Host for Faulty {
    fn load(&mut self, _: &str, _: &[Datum<'_>], sink: &mut dyn Sink) -> Result<(), HostError> {
        let (one, two) = (Datum::Symbol("1"), Datum::Symbol("2"));
        match self.0 {
            "refuses" => Err(HostError("the file is gone".to_owned())),
            "few" => sink.row(&[one], Origin(0)),
            "type" => sink.row(&[one, Datum::Number(1)], Origin(0)),
            "key" => sink.row(&[two, one], Origin(0)),
            "swallows" => {
                let _ = sink.row(&[one], Origin(0));
                Ok(())
            }
            "floods" => {
                for number in 0..=LIMITS.rows {
                    sink.row(&[one, Datum::Symbol(&number.to_string())], Origin(0))?;
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn call(&mut self, _: &str, _: &[Datum<'_>]) -> Result<Value, HostError> {
        Err(HostError("no functor".to_owned()))
    }
}

/// E5: a host that cannot answer, or answers with rows that do not fit, ends the evaluation, which says so.
#[test]
fn a_host_that_does_not_fit_is_an_error() {
    let whole = compiled("@[host] .decl a(x: symbol, y: symbol)\n.decl r(x: symbol)\nr(X) :- a(X, _).");
    let keyed =
        compiled("@[host(key = \"x\")] .decl a(x: symbol, y: symbol)\n.decl r(y: symbol)\nr(Y) :- a(\"1\", Y).");
    let error = |program: &Program, fault| {
        let result = engine::evaluate(program, &Demand::All, &mut Faulty(fault), &LIMITS);
        result.map(|_| ()).unwrap_err().to_string()
    };
    for program in [&whole, &keyed] {
        assert_eq!(error(program, "refuses"), "`a`: the file is gone");
        assert!(error(program, "few").contains("number of values"));
        assert!(error(program, "type").contains("type"));
        assert!(error(program, "swallows").contains("number of values"));
        assert_eq!(error(program, "floods"), "more than 10000 rows, reached in `a`");
    }
    assert!(error(&keyed, "key").contains("key"));
}

/// E5: programs that diverge stop at each limit, with the same error every time; ones that do not pass.
#[test]
fn programs_that_diverge_stop() {
    let counting = "@[host] .decl a(x: symbol)\n.decl n(x: number)\nn(0).\nn(X + 1) :- n(X), X < LAST.";
    let ended = |text: &str, limits: Limits| {
        let program = compiled(text);
        let run = || {
            let model = engine::evaluate(&program, &Demand::All, &mut Recorder::default(), &limits);
            model.map(|model| model.count("n"))
        };
        assert_eq!(run(), run());
        run()
    };
    let endless = counting.replace("LAST", "9000000000");
    let rows = Limits { rounds: u32::MAX, ..LIMITS };
    assert!(matches!(ended(&endless, rows), Err(EvalError::Rows { limit: 10_000, .. })));
    assert!(matches!(ended(&endless, LIMITS), Err(EvalError::Rounds { limit: 1_000, .. })));
    assert_eq!(ended(&counting.replace("LAST", "900"), LIMITS), Ok(901));
    let bytes = Limits { bytes: 20_000, rounds: u32::MAX, rows: u64::MAX, ..LIMITS };
    assert!(matches!(ended(&endless, bytes), Err(EvalError::Bytes { .. })));
    let doubling = ".decl t(x: symbol)\n.decl n(x: number)\nt(\"ab\").\nt(cat(X, X)) :- t(X).\nn(strlen(X)) :- t(X).";
    assert!(matches!(ended(doubling, LIMITS), Err(EvalError::Bytes { .. })));
    let wide = ".decl n(x: number)\nn(X) :- X = range(0, 1000000000000), X < 5.";
    assert!(matches!(ended(wide, LIMITS), Err(EvalError::Undefined { .. })));
    let products = ".decl d, n(x: number)\nd(X) :- X = range(0, 200).\n.decl p(x: number, y: number, z: number)\n\
        p(X, Y, Z) :- d(X), d(Y), d(Z).\nn(X) :- p(X, _, _).";
    assert!(matches!(ended(products, LIMITS), Err(EvalError::Rows { .. })));
}

/// E5: whatever the limit of bytes, there is the whole result or none: no literal is lost where a constant finds no room.
#[test]
fn no_limit_of_bytes_loses_a_literal() {
    let long = "y".repeat(3_000);
    let text = format!(
        ".decl e, f(x: symbol, y: number)\n.decl n(x: number)\ne(\"a\", 1). f(\"b\", 1). f(\"b\", 2).\n\
         n(Y) :- e(\"a\", Y), f(\"{long}\", Y)."
    );
    let program = compiled(&text);
    let (mut stopped, mut whole) = (0, 0);
    for bytes in 0..8_000 {
        let limits = Limits { bytes, ..LIMITS };
        match engine::evaluate(&program, &Demand::All, &mut Recorder::default(), &limits) {
            Ok(model) => {
                assert_eq!(model.count("n"), 0, "{bytes}");
                whole += 1;
            }
            Err(error) => {
                assert_eq!(error.code(), "byte-limit");
                assert_eq!(whole, 0, "a higher limit is no less");
                stopped += 1;
            }
        }
    }
    assert!(stopped > 0 && whole > 0, "{stopped} and {whole}");
}

/// E2: a program that was changed by hand, so that nothing binds a variable, is an error at its rule that says what to do. The
/// check lets no such program through (`fuzz/bodies.rs` holds it to that).
#[test]
fn a_rule_without_an_order_is_an_error() {
    let mut program = compiled(".decl a, b, r(x: number)\na(1). b(2).\nr(X) :- a(X), !b(X).");
    let run = |program: &Program| {
        let model = engine::evaluate(program, &Demand::All, &mut Recorder::default(), &LIMITS);
        model.map(|model| model.count("r"))
    };
    assert_eq!(run(&program), Ok(1));
    program.rules[0].body.remove(0);
    let error = run(&program).unwrap_err();
    assert_eq!((error.code(), error.span()), ("unplannable", Some(program.rules[0].span)));
    assert!(error.to_string().contains("please report it"), "{error}");
}

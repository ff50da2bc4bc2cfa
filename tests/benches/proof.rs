//! `cargo bench -p tests --bench proof`: what explanations cost. All paths of a chain of 2,000 nodes are derived (1,999,000 rows
//! in 1,999 rounds), with and without the intent to explain; then the longest is proved, 1,999 steps deep. Evaluation
//! keeps nothing for proofs, so the ratio is to be 1.00; the proof's time is the search alone, first with the indexes
//! that it builds, then again with these there.

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::time::Instant;

use engine::host::{Datum, Host, HostError, Sink};
use engine::proof::{Why, check};
use engine::{Demand, Explainer, Limits, Model, Options, Origin, Program, Sources, Value};

const NODES: i64 = 2_000;

const LIMITS: Limits = Limits { rows: 1 << 24, rounds: 1 << 20, bytes: 1 << 32, steps: u64::MAX };

/// Counted rounds.
const ROUNDS: usize = 9;

const TEXT: &str = "
    @[host] .decl edge(x: number, y: number)
    .decl path(x: number, y: number)
    path(X, Y) :- edge(X, Y).
    path(X, Z) :- path(X, Y), edge(Y, Z).
    .output path
";

/// The edges of the chain.
struct Chain;

impl Host for Chain {
    fn load(&mut self, _: &str, _: &[Datum<'_>], sink: &mut dyn Sink) -> Result<(), HostError> {
        (0..NODES - 1).try_for_each(|node| sink.row(&[Datum::Number(node), Datum::Number(node + 1)], Origin(0)))
    }

    fn call(&mut self, functor: &str, _: &[Datum<'_>]) -> Result<Value, HostError> {
        Err(HostError(format!("there is no functor {functor}")))
    }
}

struct NoFiles;

impl engine::Loader for NoFiles {
    fn load(&mut self, path: &str) -> Result<String, String> {
        Err(format!("there is no file {path}"))
    }
}

fn main() {
    let program = program();
    let (mut plain, mut explained, mut first, mut again, mut checked) = (vec![], vec![], vec![], vec![], vec![]);
    for round in 0..=ROUNDS {
        let (model, alone) = timed(|| evaluate(&program));
        drop(model);
        let (mut explainer, with) = timed(|| Explainer::new(evaluate(&program)));
        let goal = [Value::Number(0), Value::Number(NODES - 1)];
        let (relation, row) = explainer.find("path", &goal).expect("the chain is connected");
        let (proof, search) = timed(|| explainer.prove(relation, row).expect("it was derived"));
        let (_, known) = timed(|| explainer.prove(relation, row).expect("it was derived"));
        let steps = proof.nodes.iter().filter(|node| matches!(node.why, Why::Derived(_))).count();
        assert_eq!(steps as i64, NODES - 1);
        let (accepted, check) = timed(|| check(&explainer.document(&proof, 10_000).expect("few facts")));
        accepted.expect("the proof holds");
        // The first round warms up.
        if round > 0 {
            for (times, time) in [
                (&mut plain, alone),
                (&mut explained, with),
                (&mut first, search),
                (&mut again, known),
                (&mut checked, check),
            ] {
                times.push(time);
            }
        }
    }
    let (plain, explained) = (median(plain), median(explained));
    println!("evaluation                      {plain:>9.1} ms");
    println!("evaluation, to be explained     {explained:>9.1} ms  ratio {:.2}", explained / plain);
    println!("proof of {} steps, first     {:>9.1} ms", NODES - 1, median(first));
    println!("proof of {} steps, again     {:>9.1} ms", NODES - 1, median(again));
    println!("document and check              {:>9.1} ms", median(checked));
}

fn program() -> Program {
    let mut sources = Sources::new();
    let root = sources.add("chain.dl", TEXT);
    let compiled = engine::compile(&mut sources, &[root], &mut NoFiles, &Options::default());
    compiled.program.expect("the program compiles")
}

fn evaluate(program: &Program) -> Model<'_> {
    engine::evaluate(program, &Demand::All, &mut Chain, &LIMITS).expect("within the limits")
}

/// What a function gives, and its milliseconds.
fn timed<T>(run: impl FnOnce() -> T) -> (T, f64) {
    let begin = Instant::now();
    let value = run();
    (value, begin.elapsed().as_secs_f64() * 1_000.0)
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

//! E6: programs with random facts, evaluated by the engine and by crepe. Large enough that tables, indexes and rounds
//! grow, which generated programs rarely make them do.

use std::collections::BTreeSet;
use std::fmt::Write;

use engine::host::{Datum, Host, HostError, Sink};
use engine::{Demand, Limits, Options, Sources, Value};
use proptest::prelude::*;
use tests::oracle::crepe_programs::{self as crepe, Pairs};

const LIMITS: Limits = Limits { rows: 1 << 24, rounds: 100_000, bytes: 1 << 32, steps: 1 << 36 };

const CLOSURE: &str = ".decl edge, path(x:number, y:number)
path(x, y) :- edge(x, y).
path(x, z) :- path(x, y), edge(y, z).";

/// The same rows by a rule that joins the growing relation with itself.
const DOUBLING: &str = ".decl edge, path(x:number, y:number)
path(x, y) :- edge(x, y).
path(x, z) :- path(x, y), path(y, z).";

const SAME_GENERATION: &str = ".decl parent, same(x:number, y:number)
same(x, y) :- parent(x, p), parent(y, p), x != y.
same(x, y) :- parent(x, a), same(a, b), parent(y, b).";

const APART: &str = ".decl edge, path, apart(x:number, y:number)
.decl node(x:number)
node(x) :- edge(x, _).
node(y) :- edge(_, y).
path(x, y) :- edge(x, y).
path(x, z) :- edge(x, y), path(y, z).
apart(x, y) :- node(x), node(y), !path(x, y).";

const TRIANGLE: &str = ".decl edge(x:number, y:number)
.decl triangle(x:number, y:number, z:number)
triangle(x, y, z) :- edge(x, y), edge(y, z), edge(x, z).";

const ANDERSEN: &str = ".decl address_of, assign, load, store, points_to(x:number, y:number)
points_to(y, x) :- address_of(y, x).
points_to(y, x) :- assign(y, z), points_to(z, x).
points_to(y, w) :- load(y, x), points_to(x, z), points_to(z, w).
points_to(z, w) :- store(y, x), points_to(y, z), points_to(x, w).";

struct Alone;

impl Host for Alone {
    fn load(&mut self, _: &str, _: &[Datum<'_>], _: &mut dyn Sink) -> Result<(), HostError> {
        Ok(())
    }

    fn call(&mut self, functor: &str, _: &[Datum<'_>]) -> Result<Value, HostError> {
        Err(HostError(format!("there is no functor {functor}")))
    }
}

impl engine::Loader for Alone {
    fn load(&mut self, path: &str) -> Result<String, String> {
        Err(format!("there is no file {path}"))
    }
}

/// The rows of `output`, of numbers, that a program derives from `inputs`.
fn rows(rules: &str, inputs: &[(&str, &Pairs)], output: &str) -> Vec<Vec<i64>> {
    let mut text = format!("{rules}\n");
    for (name, pairs) in inputs {
        for (x, y) in *pairs {
            writeln!(text, "{name}({x}, {y}).").expect("a text takes every line");
        }
    }
    let mut sources = Sources::new();
    let root = sources.add("program.dl", text);
    let compiled = engine::compile(&mut sources, &[root], &mut Alone, &Options::default());
    let program = compiled.program.expect("the programs are right");
    let demand = Demand::of(&program, &[output]);
    let model = engine::evaluate(&program, &demand, &mut Alone, &LIMITS).expect("nothing in them fails");
    let number = |value: &Value| match value {
        Value::Number(number) => Some(*number),
        _ => None,
    };
    model.rows(output).map(|row| row.iter().filter_map(number).collect()).collect()
}

/// The same for an output of pairs.
fn engine(rules: &str, inputs: &[(&str, &Pairs)], output: &str) -> Pairs {
    rows(rules, inputs, output).iter().map(|row| (row[0], row[1])).collect()
}

/// Pairs over a few, or many, numbers; some of them stored out of line.
fn pairs(most: usize) -> impl Strategy<Value = Pairs> {
    let near = prop::collection::btree_set((0..20i64, 0..20i64), 0..most);
    let far = prop::collection::btree_set((-60..60i64, (1i64 << 31) - 60..(1i64 << 31) + 60), 0..most);
    let chain = (0..most as i64).prop_map(|length| (0..length).map(|x| (x, x + 1)).collect());
    prop_oneof![near, far, chain]
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: tests::cases(48),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn closure_is_crepes(edges in pairs(120)) {
        let expected = crepe::closure(&edges);
        prop_assert_eq!(&engine(CLOSURE, &[("edge", &edges)], "path"), &expected);
        prop_assert_eq!(&engine(DOUBLING, &[("edge", &edges)], "path"), &expected);
    }

    #[test]
    fn same_generation_is_crepes(parents in pairs(120)) {
        let expected = crepe::same_generation(&parents);
        prop_assert_eq!(engine(SAME_GENERATION, &[("parent", &parents)], "same"), expected);
    }

    #[test]
    fn negation_is_crepes(edges in pairs(60)) {
        prop_assert_eq!(engine(APART, &[("edge", &edges)], "apart"), crepe::apart(&edges));
    }

    #[test]
    fn triangles_are_crepes(edges in prop::collection::btree_set((0..40i64, 0..40i64), 0..900)) {
        let found = rows(TRIANGLE, &[("edge", &edges)], "triangle");
        let expected = crepe::triangles(&edges);
        prop_assert_eq!(found.len(), expected.len());
        let found: BTreeSet<_> = found.iter().map(|row| (row[0], row[1], row[2])).collect();
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn andersen_is_crepes(address_of in pairs(60), assign in pairs(60), load in pairs(60), store in pairs(60)) {
        let inputs = [("address_of", &address_of), ("assign", &assign), ("load", &load), ("store", &store)];
        let expected = crepe::points_to([&address_of, &assign, &load, &store]);
        prop_assert_eq!(engine(ANDERSEN, &inputs, "points_to"), expected);
    }
}

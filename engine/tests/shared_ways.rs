//! Ways out of several rows at once (E4): trials are shared, and each row gets what it gets alone.

#[path = "shared/program.rs"]
#[expect(dead_code, reason = "others need more of it")]
mod program;

use std::cell::Cell;

use engine::eval::{Demand, evaluate};
use engine::limits::EvalError;
use engine::remedy::{Bounds, Evaluator, Goal, Key, ways, ways_of_each};
use engine::{Model, Program, Value};
use program::{LIMITS, Stated, compiled};

const DOORS: &str = r#"
    .decl door(name: symbol, lock: symbol)
    .decl key(lock: symbol)
    .decl held(name: symbol)
    .decl shut(name: symbol)
    .decl deny(rule: symbol, subject: symbol)
    .decl warn(subject: symbol)
    door("a", "x"). door("b", "x"). door("b", "y"). door("c", "z").
    shut(N) :- door(N, L), !key(L).
    deny("shut", N) :- shut(N), !held(N).
    warn(N) :- shut(N).
    @[remedy("find the key of {L}")]
    key(L) :- door(_, L).
    @[remedy("hold {N}")]
    held(N) :- shut(N).
"#;

/// Counts evaluations.
struct Counted<'c>(&'c Cell<usize>);

impl Evaluator for Counted<'_> {
    fn evaluate<'p>(&mut self, program: &'p Program, demand: &Demand) -> Result<Model<'p>, EvalError> {
        self.0.set(self.0.get() + 1);
        evaluate(program, demand, &mut Stated::default(), &LIMITS)
    }
}

fn goal(relation: &str, column: usize, subject: &str) -> Goal {
    Goal { relation: relation.to_owned(), columns: vec![(column, Value::Symbol(subject.to_owned()))] }
}

#[test]
fn several_goals_get_what_each_gets_alone() {
    let program = compiled(DOORS);
    let goals = [goal("deny", 1, "a"), goal("deny", 1, "b"), goal("deny", 1, "none"), goal("warn", 0, "b")];
    let count = Cell::new(0);
    let mut evaluator = Counted(&count);
    let mut keys = [Key { program: &program, evaluator: &mut evaluator }];
    let bounds = Bounds::default();
    let alone: Vec<_> = goals.iter().map(|goal| ways(&mut keys, goal, &bounds).unwrap()).collect();
    let apart = count.replace(0);
    let together = ways_of_each(&mut keys, &goals, &bounds).unwrap();
    assert_eq!(together, alone);
    assert!(count.get() < apart, "{} evaluations, and {apart} apart", count.get());
    let sizes: Vec<Vec<usize>> =
        together.iter().map(|ways| ways.ways.iter().map(|way| way.actions.len()).collect()).collect();
    assert_eq!(sizes, [vec![1, 1], vec![1, 2], vec![], vec![2]]);
    assert_eq!(ways_of_each(&mut keys, &[], &bounds).unwrap(), []);
}

//! Ways out of a row that should not be, found by trial (E4, G16).

#[path = "remedy/brute.rs"]
mod brute;
#[path = "shared/program.rs"]
mod program;

use engine::remedy::{Bounds, Goal, Key, Memory, Ways, ways};
use engine::{Program, Value};
use program::{LIMITS, Stated, compiled};
use proptest::prelude::*;

const GATE: &str = r#"
    .decl point(id: symbol)
    .decl asked(call: symbol)
    .decl source(call: symbol, id: symbol)
    .decl declares(id: symbol, state: symbol)
    .decl permits(id: symbol, state: symbol)
    .decl fired(id: symbol)
    .decl stubbed(id: symbol)
    .decl unmet(id: symbol)
    .decl deny(rule: symbol, subject: symbol, reason: symbol)
    point("a"). point("b"). permits("a", "absent").
    fired(P) :- asked(C), source(C, P).
    stubbed(P) :- declares(P, S), permits(P, S).
    unmet(P) :- point(P), !fired(P), !stubbed(P).
    deny("gate", P, cat("answer ", P)) :- unmet(P).

    @[remedy("ask with \"{P}\" in the source, not {Q}")]
    asked(C), source(C, P) :- unmet(P).
    @[remedy("write `{P}: {S}`")]
    declares(P, S) :- unmet(P), permits(P, S).
    @[remedy("shout")]
    point("c") :- point(_).
"#;

fn goal(subject: &str) -> Goal {
    let text = |text: &str| Value::Symbol(text.to_owned());
    Goal { relation: "deny".into(), columns: vec![(0, text("gate")), (1, text(subject))] }
}

fn found(programs: &[&Program], host: &Stated, goal: &Goal, bounds: &Bounds) -> Ways {
    let mut hosts: Vec<Stated> = programs.iter().map(|_| host.clone()).collect();
    let mut memories: Vec<Memory<'_>> = hosts.iter_mut().map(|host| Memory::new(host, LIMITS)).collect();
    let keys = programs.iter().zip(&mut memories);
    let mut keys: Vec<Key<'_>> = keys.map(|(&program, evaluator)| Key { program, evaluator }).collect();
    ways(&mut keys, goal, bounds).expect("the programs can be evaluated")
}

fn texts(ways: &Ways) -> Vec<Vec<&str>> {
    ways.ways.iter().map(|way| way.actions.iter().map(|action| &*action.text).collect()).collect()
}

// E4: minimal sets of actions that make it pass, their text with bindings; what cannot help is not shown.
#[test]
fn ways_are_minimal_and_say_what_to_do() {
    let program = compiled(GATE);
    let all = found(&[&program], &Stated::default(), &goal("a"), &Bounds::default());
    let ask = "ask with \"a\" in the source, not {Q}";
    assert_eq!(texts(&all), [[ask], ["write `a: absent`"]]);
    assert!(!all.cut);
    let only = found(&[&program], &Stated::default(), &goal("b"), &Bounds::default());
    assert_eq!(texts(&only), [["ask with \"b\" in the source, not {Q}"]]);
    let adds = &only.ways[0].actions[0].adds;
    assert_eq!((&*adds[0].relation, &*adds[1].relation), ("asked", "source"));
    assert_eq!(adds[0].values[0], adds[1].values[0], "one new value stands in both facts");
}

// E4: no row, no way; a row that no action removes has none either.
#[test]
fn what_is_not_denied_has_no_way_and_what_nothing_mends_has_none() {
    let program = compiled(GATE);
    let none = found(&[&program], &Stated::default(), &goal("z"), &Bounds::default());
    assert_eq!((none.ways.len(), none.trials, none.cut), (0, 1, false));
    let program = compiled(&format!("{GATE} deny(\"gate\", \"broken\", \"mend the file\")."));
    let stuck = found(&[&program], &Stated::default(), &goal("broken"), &Bounds { size: 9, ..Bounds::default() });
    assert_eq!((stuck.ways.len(), stuck.cut), (0, false));
}

// E4: under both keys; a way must work for each.
#[test]
fn a_way_works_under_every_key() {
    let lax = compiled(GATE);
    let strict = compiled(&GATE.replace("stubbed(P) :- declares(P, S), permits(P, S).", ""));
    let both = found(&[&lax, &strict], &Stated::default(), &goal("a"), &Bounds::default());
    assert_eq!(texts(&both), [["ask with \"a\" in the source, not {Q}"]]);
}

// E4: bounded, and said when cut.
#[test]
fn a_search_that_is_cut_says_so() {
    let program = compiled(GATE);
    let cut = found(&[&program], &Stated::default(), &goal("a"), &Bounds { trials: 2, ..Bounds::default() });
    assert_eq!((cut.ways.len(), cut.cut, cut.trials), (1, true, 2));
}

// E4: an action that another opens; several actions together.
#[test]
fn actions_that_others_open_are_tried() {
    let text = r#"
        .decl task(id: symbol) .decl branch(id: symbol) .decl row(id: symbol) .decl signed(id: symbol)
        .decl deny(rule: symbol, subject: symbol)
        task("t").
        deny("gate", T) :- task(T), !row(T).
        deny("gate", T) :- task(T), !signed(T).
        @[remedy("branch")] branch(T) :- task(T).
        @[remedy("row")] row(T) :- branch(T).
        @[remedy("sign")] signed(T) :- task(T).
    "#;
    let program = compiled(text);
    let all = found(&[&program], &Stated::default(), &goal("t"), &Bounds::default());
    assert_eq!(texts(&all), [["branch", "row", "sign"]]);
    let short = found(&[&program], &Stated::default(), &goal("t"), &Bounds { size: 2, ..Bounds::default() });
    assert_eq!((short.ways.len(), short.cut), (0, true));
}

// E4: facts are added to the host's relations too: a key then has the host's rows and the added ones.
#[test]
fn facts_are_added_to_keyed_relations() {
    let text = r#"
        @[host(key = "file")] .decl row(file: symbol, point: symbol)
        .decl point(id: symbol)
        .decl deny(rule: symbol, subject: symbol)
        .decl unmet(id: symbol)
        point("a"). point("b").
        unmet(P) :- point(P), !row("ledger", P).
        deny("gate", "tree") :- unmet(_).
        deny("gate", "tree") :- !row("ledger", "b").
        @[remedy("commit {P}")] row("ledger", P) :- unmet(P).
    "#;
    let program = compiled(text);
    let host = Stated { rows: vec![("row", vec!["ledger", "b"])] };
    let one = found(&[&program], &host, &goal("tree"), &Bounds::default());
    assert_eq!(texts(&one), [["commit a"]]);
    let two = found(&[&program], &Stated::default(), &goal("tree"), &Bounds::default());
    assert_eq!(texts(&two), [["commit a", "commit b"]]);
}

// E4: what another point needs is not tried: many points cost each no more than its own actions.
#[test]
fn actions_for_other_points_are_not_tried() {
    let more: Vec<String> = (0..20).map(|number| format!("point(\"p{number}\").")).collect();
    let program = compiled(&format!("{GATE} {}", more.join(" ")));
    let all = found(&[&program], &Stated::default(), &goal("a"), &Bounds::default());
    assert_eq!(texts(&all), [["ask with \"a\" in the source, not {Q}"], ["write `a: absent`"]]);
    assert_eq!((all.trials, all.cut), (3, false), "one as it is, and one for each action of its own");
}

// E4: alternatives of a body are actions of their own; what counts can be taken below or above a bound.
#[test]
fn alternatives_and_aggregates() {
    let text = r#"
        .decl e(x: number) .decl f(x: number) .decl deny(rule: symbol, subject: symbol)
        e(1). f(2).
        deny("gate", "few") :- N = count : { e(_) }, N < 2.
        @[remedy("add {X}")] e(X + 10), f(X) :- ( e(X) ; f(X) ).
    "#;
    let program = compiled(text);
    let all = found(&[&program], &Stated::default(), &goal("few"), &Bounds::default());
    assert_eq!(texts(&all), [["add 1"], ["add 2"]]);
    assert_eq!(all.ways[1].actions[0].adds[0].values, [Value::Number(12)]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 80, ..ProptestConfig::default() })]

    // E4: pruning loses no minimal set, against all sets of actions.
    #[test]
    fn pruning_loses_no_minimal_set(tape in prop::collection::vec(any::<u8>(), 0..80)) {
        let generated = brute::Generated::of(&tape);
        let program = compiled(&generated.text(&[]));
        let bounds = Bounds { trials: 10_000, ways: 10_000, size: 9 };
        let found = found(&[&program], &Stated::default(), &generated.goal(), &bounds);
        prop_assert!(!found.cut);
        let sets = |way: &engine::remedy::Way| way.actions.iter().map(|action| action.text.clone()).collect();
        let mut pruned: Vec<std::collections::BTreeSet<String>> = found.ways.iter().map(sets).collect();
        pruned.sort();
        prop_assert_eq!(pruned, generated.minimal_sets(), "{}", generated.text(&[]));
    }
}

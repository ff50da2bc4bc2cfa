//! Schemas and answers that would take for ever, or everything: each ends with what is wrong, within a bound of time.

use std::fmt::Write;
use std::time::{Duration, Instant};

use ask::provider::Providers;
use ask::provider::script::Script;
use ask::question::{prepare, prepare_value, run};
use ask::schema::FaultKind;
use serde_json::{Map, Value, json};

/// Twice the bound that one step has, for a machine that does other things too.
const BOUND: Duration = Duration::from_secs(20);

fn kind(schema: &str) -> Option<FaultKind> {
    let begun = Instant::now();
    let prepared = prepare(schema.as_bytes());
    assert!(begun.elapsed() < BOUND);
    prepared.err().and_then(|error| error.faults.first().map(|fault| fault.kind))
}

/// So many levels, without a macro that would follow each of them.
fn deep(levels: usize, outer: impl Fn(Value) -> Value) -> Value {
    (0..levels).fold(Value::Null, |inner, _| outer(inner))
}

/// J5: text of 10,000 levels is refused, and so is a value that a host made; what is just deep enough is not.
#[test]
fn depth_is_bounded() {
    let nested = |levels: usize| format!("{}{{}}{}", "{\"not\":".repeat(levels), "}".repeat(levels));
    assert_eq!(kind(&nested(10_000)), Some(FaultKind::TooLarge));
    assert_eq!(kind(&nested(100)), Some(FaultKind::TooLarge));
    assert_eq!(kind(&nested(90)), None);
    assert!(prepare_value(deep(10_000, |inner| Value::Object(Map::from_iter([("not".to_owned(), inner)])))).is_err());
    let answer = deep(10_000, |inner| Value::Array(vec![inner]));
    let mut providers = Providers::new();
    providers.install(Box::new(Script::new([answer])));
    let failed = run(&prepare(b"{}").unwrap(), "m", &mut providers).unwrap_err();
    assert!(failed.to_string().contains("deeper"), "{failed}");
    assert_eq!(kind(&format!("{{\"title\": \"{}\"}}", "x".repeat(1 << 20))), Some(FaultKind::TooLarge));
}

/// J5: a schema that applies itself to the same value is refused; that of a tree, which applies itself to parts, judges.
#[test]
fn an_endless_schema_is_refused() {
    for schema in [
        r##"{"$ref": "#"}"##,
        r##"{"allOf": [{"anyOf": [{"$ref": "#"}]}]}"##,
        r##"{"properties": {"a": {"$ref": "#/$defs/a"}}, "$defs": {"a": {"not": {"$ref": "#/$defs/b"}}, "b": {"if": {"$ref": "#/$defs/a"}}}}"##,
        r##"{"$ref": "#/x/a", "x": {"a": {"oneOf": [{"$ref": "#/x/a"}]}}}"##,
        r##"{"$dynamicAnchor": "n", "allOf": [{"$ref": "in"}], "$defs": {"i": {"$id": "in", "$dynamicAnchor": "n", "$defs": {"j": {}}, "if": {"$dynamicRef": "#n"}}}}"##,
    ] {
        assert_eq!(kind(schema), Some(FaultKind::Endless), "{schema}");
    }
    let tree = r##"{"type": "object", "properties": {"children": {"type": "array", "items": {"$ref": "#"}}}, "required": ["children"]}"##;
    let prepared = prepare(tree.as_bytes()).unwrap();
    let answer = |levels: usize| (0..levels).fold(json!({ "children": [] }), |inner, _| json!({ "children": [inner] }));
    assert_eq!(prepared.issues(&answer(20)), []);
    assert_eq!(prepared.issues(&json!({ "children": [{}] })).len(), 1);
    // The same definition met twice on one level is no cycle.
    assert_eq!(kind(r##"{"allOf": [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/a"}], "$defs": {"a": {}}}"##), None);
}

/// J5: a schema that doubles its work with each definition, or that is a long chain of them, is refused.
#[test]
fn doubling_definitions_are_refused() {
    let chain = |definitions: usize, refers: &dyn Fn(usize) -> String| {
        let mut all = String::new();
        (0..definitions).for_each(|n| write!(all, r#""d{n}": {}, "#, refers(n + 1)).unwrap());
        format!(r##"{{"$ref": "#/$defs/d0", "$defs": {{{all}"d{definitions}": {{"type": "string"}}}}}}"##)
    };
    let twice = |n| format!(r##"{{"allOf": [{{"$ref": "#/$defs/d{n}"}}, {{"$ref": "#/$defs/d{n}"}}]}}"##);
    let once = |n| format!(r##"{{"$ref": "#/$defs/d{n}"}}"##);
    assert_eq!(kind(&chain(40, &twice)), Some(FaultKind::TooLarge));
    assert_eq!(kind(&chain(8, &twice)), None);
    assert_eq!(kind(&chain(10_000, &once)), Some(FaultKind::TooLarge));
    assert_eq!(kind(&chain(90, &once)), None);
}

/// J5: one that doubles its work with each level of the answer judges answers as far as that is bounded, and no further.
#[test]
fn doubling_levels_are_bounded() {
    let begun = Instant::now();
    let schema = r##"{"properties": {"a": {"anyOf": [{"$ref": "#"}, {"$ref": "#"}]}}, "type": "object"}"##;
    let prepared = prepare(schema.as_bytes()).unwrap();
    let answer = |levels: usize, last: Value| (0..levels).fold(last, |inner, _| json!({ "a": inner }));
    assert_eq!(prepared.issues(&answer(5, json!({}))), []);
    assert_eq!(prepared.issues(&answer(5, json!(1))).len(), 1);
    let given_up = prepared.issues(&answer(90, json!({})));
    assert!(given_up[0].message.contains("too much work"), "{given_up:?}");
    assert!(begun.elapsed() < BOUND, "{:?}", begun.elapsed());
    // A chain on each level, as deep as both may be, has a stack that holds it.
    let mut chain = String::new();
    (0..90).for_each(|n| write!(chain, r##""d{n}": {{"$ref": "#/$defs/d{}"}}, "##, n + 1).unwrap());
    let deep = format!(
        r##"{{"$ref": "#/$defs/d0", "$defs": {{{chain}"d90": {{"type": "object", "properties": {{"a": {{"$ref": "#"}}}}}}}}}}"##
    );
    assert_eq!(prepare(deep.as_bytes()).unwrap().issues(&answer(90, json!({}))), []);
}

/// J5: a pattern that is too large when compiled is refused with its position, and one that would backtrack for ever is
/// matched in linear time.
#[test]
fn patterns_are_bounded() {
    let huge = prepare(br#"{"properties": {"a": {"pattern": "((\\w{1,999}){1,999}){1,999}"}}}"#).unwrap_err();
    assert_eq!((huge.faults[0].kind, huge.faults[0].pointer.as_str()), (FaultKind::Unusable, "/properties/a/pattern"));
    let around = prepare(br#"{"pattern": "(?=a)b"}"#).unwrap_err();
    assert!(around.to_string().contains("look-around"), "{around}");
    let long = format!("{{\"pattern\": \"{}\"}}", "(a|b)*".repeat(100_000));
    assert_eq!(kind(&long), Some(FaultKind::Unusable));
    let begun = Instant::now();
    let slow = prepare(br#"{"pattern": "^(a+)+$"}"#).unwrap();
    assert_eq!(slow.issues(&json!(format!("{}!", "a".repeat(100_000)))).len(), 1);
    assert_eq!(slow.issues(&json!("a".repeat(1000))), []);
    assert!(begun.elapsed() < BOUND);
}

/// J1: a large answer, and one with many faults, is judged, and what is said of it is bounded.
#[test]
fn what_is_said_of_an_answer_is_bounded() {
    let numbers = prepare(br#"{"items": {"type": "integer"}, "uniqueItems": true}"#).unwrap();
    let wrong: Vec<String> = (0..10_000).map(|n| format!("{n} {}", "x".repeat(50))).collect();
    let issues = numbers.issues(&json!(wrong));
    assert_eq!(issues.len(), 100);
    assert!(issues.iter().all(|issue| issue.message.chars().count() <= 301));
    assert_eq!(numbers.issues(&json!((0..50_000).collect::<Vec<u32>>())), []);
    assert!(numbers.issues(&Value::from("x".repeat(2 << 20)))[0].message.contains("bytes"));
}

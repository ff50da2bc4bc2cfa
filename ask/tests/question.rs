//! A question from its schema to its answer: what comes before what, who is asked, and what is said of an answer that does
//! not fit.

#![expect(clippy::unwrap_used, reason = "what a test cannot do fails it")]

use std::cell::Cell;
use std::convert::Infallible;

use ask::provider::matcher::{Answers, MatchError};
use ask::provider::script::{Script, ScriptError};
use ask::provider::{Provider, ProviderError, Providers, Reply, Request};
use ask::question::{Failure, elicit, prepare, run};
use serde_json::{Value, json};

const TEXT: &[u8] = br#"{"type": "string"}"#;

fn scripted(answers: &[Value]) -> Providers {
    let mut providers = Providers::new();
    providers.install(Box::new(Script::new(answers.to_vec())));
    providers
}

fn matching(file: &Value) -> Box<Answers> {
    Box::new(Answers::read(file.to_string().as_bytes()).unwrap())
}

fn asked(schema: &[u8], message: &str, providers: &mut Providers) -> Result<Value, Failure> {
    run(&prepare(schema).unwrap(), message, providers).map(|answered| answered.answer)
}

/// Says what it was asked, or fails.
struct Seen(Result<(), &'static str>);

impl Provider for Seen {
    fn name(&self) -> &str {
        "seen"
    }

    fn ask(&mut self, request: &Request<'_>) -> Result<Reply, ProviderError> {
        self.0?;
        Ok(Reply::Answer(json!([request.message, request.schema])))
    }
}

/// J1: an unusable schema fails before the message is rendered and before anybody is asked; a message that cannot be rendered,
/// before anybody is asked.
#[test]
fn the_schema_comes_first() {
    let rendered = Cell::new(0);
    let render = || {
        rendered.set(rendered.get() + 1);
        Ok::<_, Infallible>("Why?".to_owned())
    };
    let mut providers = scripted(&[json!("because")]);
    assert!(matches!(elicit(b"[]", render, &mut providers), Err(Failure::Schema(_))));
    assert_eq!(rendered.get(), 0);
    let broken = elicit(TEXT, || Err::<String, _>("no page"), &mut providers);
    assert!(matches!(&broken, Err(failure @ Failure::Message(_)) if failure.to_string() == "no page"), "{broken:?}");
    let answered = elicit(TEXT, render, &mut providers).unwrap();
    assert_eq!((answered.answer, answered.provider.as_str(), rendered.get()), (json!("because"), "script", 1));
    providers.remove().unwrap();
}

/// J1: an answer is judged once, by all of the schema: a wrong one is a failure with its issues, and no second question.
#[test]
fn an_answer_is_judged_once() {
    let schema = br#"{"type": "object", "properties": {"n": {"type": "integer"}, "s": {"minLength": 2}}, "required": ["n", "z"]}"#;
    let mut providers = scripted(&[json!({ "n": "one", "s": "a" }), json!({ "n": 1, "z": 0 })]);
    let Err(Failure::Answer(issues)) = asked(schema, "m", &mut providers) else { panic!("it does not fit") };
    let mut places: Vec<(&str, &str)> =
        issues.iter().map(|issue| (issue.pointer.as_str(), issue.schema.as_str())).collect();
    places.sort_unstable();
    assert_eq!(places, [("", "/required"), ("/n", "/properties/n/type"), ("/s", "/properties/s/minLength")]);
    assert_eq!(asked(schema, "m", &mut providers).unwrap(), json!({ "n": 1, "z": 0 }), "the second answer was kept");
}

/// J2: a provider gets the message and the schema; without one there is a clear error, and its own error is passed on as it
/// is.
#[test]
fn a_provider_gets_the_question() {
    let mut providers = Providers::new();
    assert!(matches!(asked(b"{}", "m", &mut providers), Err(Failure::NoProvider)));
    providers.install(Box::new(Seen(Ok(()))));
    assert_eq!(asked(b"{\"title\": \"t\"}", "m\nn", &mut providers).unwrap(), json!(["m\nn", { "title": "t" }]));
    providers.install(Box::new(Seen(Err("the line is dead"))));
    let failed = asked(b"{}", "m", &mut providers).unwrap_err();
    assert_eq!(failed.to_string(), "the line is dead");
    assert!(matches!(failed, Failure::Provider(_)));
}

/// J2: the nearest provider answers, and once its time is over the one outside does again.
#[test]
fn the_nearest_provider_answers() {
    let mut providers = scripted(&[json!("outer")]);
    let inner = providers.within(Box::new(Script::new([json!("inner")])), |providers| asked(TEXT, "m", providers));
    assert_eq!(inner.unwrap(), json!("inner"));
    assert_eq!(asked(TEXT, "m", &mut providers).unwrap(), json!("outer"));
}

/// J3: a script that runs dry is an error, and one that is not used up is one at its end.
#[test]
fn a_script_is_used_up() {
    let mut providers = scripted(&[json!("a")]);
    asked(TEXT, "first", &mut providers).unwrap();
    let dry = asked(TEXT, "second", &mut providers).unwrap_err();
    let Failure::Provider(cause) = dry else { panic!("{dry}") };
    assert_eq!(
        cause.downcast_ref::<ScriptError>(),
        Some(&ScriptError::RanDry { given: 1, message: "second".to_owned() })
    );
    assert!(providers.remove().is_ok());
    let mut left = scripted(&[json!("a"), json!("b")]);
    asked(TEXT, "first", &mut left).unwrap();
    assert_eq!(left.remove().unwrap_err().downcast_ref::<ScriptError>(), Some(&ScriptError::LeftOver(1)));
    let over = Providers::new().within(Box::new(Script::new([json!("a")])), |_| Ok::<_, Failure>(()));
    assert!(matches!(over, Err(Failure::Provider(_))), "what was done is fine, and the script is not");
}

/// J4: the first declared match answers, as often as it is asked, whatever stands below it.
#[test]
fn the_first_match_answers() {
    let file = json!({ "answers": [
        { "message": "Ship {?version}?", "answer": "wait" },
        { "message": "Ship 2.0?", "answer": "go" },
        { "message": "Who leads {team}?", "answer": "Ann" },
    ], "bindings": { "team": "docs" } });
    let mut providers = Providers::new();
    providers.install(matching(&file));
    for (message, answer) in
        [("Ship 2.0?", "wait"), ("Ship 1.0?", "wait"), ("Who leads docs?", "Ann"), ("Ship 2.0?", "wait")]
    {
        assert_eq!(asked(TEXT, message, &mut providers).unwrap(), json!(answer), "{message}");
    }
    providers.remove().unwrap();
}

/// J4: where none fits, the error has the message and every template that was tried.
#[test]
fn no_match_is_an_error() {
    let file = json!({ "answers": [{ "message": "a {?x}", "answer": 1 }, { "message": "b", "answer": 2 }] });
    let mut providers = scripted(&[json!("outer")]);
    providers.install(matching(&file));
    let failed = asked(TEXT, "What?", &mut providers).unwrap_err();
    let text = failed.to_string();
    assert!(["What?", "- a {?x}", "- b"].iter().all(|part| text.contains(part)), "{text}");
}

/// J4: matchers that delegate pass what none fits outward, and only that.
#[test]
fn matchers_pass_outward() {
    let file = json!({ "answers": [{ "message": "b", "answer": "inner" }], "delegate": true });
    let mut providers = scripted(&[json!("outer")]);
    providers.install(matching(&file));
    assert_eq!(asked(TEXT, "b", &mut providers).unwrap(), json!("inner"));
    assert_eq!(asked(TEXT, "a", &mut providers).unwrap(), json!("outer"));
    let mut alone = Providers::new();
    alone.install(matching(&file));
    assert!(matches!(asked(TEXT, "a", &mut alone), Err(Failure::NoProvider)), "nobody is outside");
}

/// J4: a file that is none of answers, and a template whose value is not given, are errors before anybody is asked.
#[test]
fn a_file_of_answers_has_a_form() {
    let unbound = json!({ "answers": [{ "message": "Who, {who}?", "answer": 1 }] }).to_string();
    let expected = MatchError::Unbound { template: "Who, {who}?".to_owned(), binding: "who".to_owned() };
    assert_eq!(Answers::read(unbound.as_bytes()).unwrap_err(), expected);
    for text in ["", "[]", "{}", r#"{"answers": [{"message": "m"}]}"#, r#"{"answers": [], "delegated": true}"#] {
        assert!(matches!(Answers::read(text.as_bytes()), Err(MatchError::Form(_))), "{text}");
    }
}

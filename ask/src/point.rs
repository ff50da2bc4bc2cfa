//! How a declared point becomes a question: its message and the schema of its answer. A reader can rely on: the same point
//! gives the same question, byte for byte, wherever it is asked. Refuses to know files, and which states there are: the
//! host says what they are called.

use std::fmt;
use std::fmt::Write;

use serde_json::{Map, Value, json};

/// A point, as far as its question goes.
#[derive(Clone, Copy, Debug)]
pub struct Point<'a> {
    /// Its id.
    pub id: &'a str,
    /// The question; empty where the point has none.
    pub asks: &'a str,
    /// What may be answered, in the order in which it is offered.
    pub options: &'a [String],
    /// The one that leads, if any.
    pub recommended: Option<&'a str>,
    /// The states that the point allows.
    pub allowed: &'a [String],
}

/// What the rules call the three answers.
#[derive(Clone, Copy, Debug)]
pub struct States<'a> {
    /// The person decides now.
    pub decided: &'a str,
    /// The person takes a suggestion, to be looked at again.
    pub promised: &'a str,
    /// Nobody decides, and the gap is visible.
    pub open: &'a str,
}

/// A question: what is shown, and what its answer must be.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// What is shown.
    pub message: String,
    /// The schema of the answer: an object with the members of [`member`], all of them texts.
    pub schema: Value,
}

/// The members of an answer.
pub mod member {
    /// Which of the three answers it is, by its state.
    pub const STATE: &str = "state";
    /// What was decided or suggested.
    pub const ANSWER: &str = "answer";
    /// Who decided.
    pub const WHO: &str = "who";
    /// The row of the backlog that brings a suggestion back.
    pub const BACKLOG: &str = "backlog";
}

/// The point allows none of the three answers, so a person cannot give one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unanswerable {
    /// The point.
    pub id: String,
    /// The states that would do.
    pub states: [String; 3],
}

/// The question of a point.
///
/// # Errors
/// If the point allows none of the answers.
pub fn question(point: &Point<'_>, states: &States<'_>) -> Result<Question, Unanswerable> {
    let offers = offers(point, states);
    if offers.is_empty() {
        let states = [states.decided, states.promised, states.open].map(str::to_owned);
        return Err(Unanswerable { id: point.id.to_owned(), states });
    }
    let options = options(point);
    Ok(Question { message: message(point, &options), schema: schema(&offers, &options) })
}

/// One of the three answers.
struct Offer<'a> {
    state: &'a str,
    title: &'static str,
    /// The members that it needs.
    needs: &'static [&'static str],
    /// The members that it has nothing to do with.
    spurns: &'static [&'static str],
}

fn offers<'a>(point: &Point<'_>, states: &States<'a>) -> Vec<Offer<'a>> {
    let all = [
        Offer {
            state: states.decided,
            title: "I decide now",
            needs: &[member::ANSWER, member::WHO],
            spurns: &[member::BACKLOG],
        },
        Offer {
            state: states.promised,
            title: "A suggestion, to be looked at again later",
            needs: &[member::ANSWER],
            spurns: &[],
        },
        Offer {
            state: states.open,
            title: "Nobody decides now: leave a visible gap",
            needs: &[],
            spurns: &[member::ANSWER, member::WHO, member::BACKLOG],
        },
    ];
    all.into_iter().filter(|offer| point.allowed.iter().any(|state| state == offer.state)).collect()
}

/// The options with the recommended one first, each once.
fn options(point: &Point<'_>) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for option in point.recommended.into_iter().chain(point.options.iter().map(String::as_str)) {
        if !all.iter().any(|known| known == option) {
            all.push(option.to_owned());
        }
    }
    all
}

fn message(point: &Point<'_>, options: &[String]) -> String {
    let mut text = format!("[{}] {}", point.id, point.asks).trim_end().to_owned();
    for (nth, option) in options.iter().enumerate() {
        let mark = if point.recommended == Some(option.as_str()) { " (recommended)" } else { "" };
        let _ = write!(text, "{}\n{}. {option}{mark}", if nth == 0 { "\n" } else { "" }, nth + 1);
    }
    text
}

/// An object of texts, so that every provider can ask for it; what each answer needs is told by conditions.
fn schema(offers: &[Offer<'_>], options: &[String]) -> Value {
    let some_text = json!({ "type": "string", "pattern": "\\S", "description": "this needs a text here" });
    let text = |title: &str| with(&some_text, "title", json!(title));
    let mut answer = text("What is the answer?");
    if !options.is_empty() {
        answer = with(&answer, "examples", json!(options));
    }
    let states: Vec<Value> = offers.iter().map(|offer| json!({ "const": offer.state, "title": offer.title })).collect();
    // A row's id is one word.
    let row = text("Which row of the backlog brings it back? (left out: a new one)");
    let row = with(&with(&row, "pattern", json!("^\\S+$")), "description", json!("a row's id is one word"));
    let conditions: Vec<Value> = offers.iter().map(condition).collect();
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "type": "object",
        "properties": {
            (member::STATE): { "type": "string", "title": "How is this answered?", "oneOf": states },
            (member::ANSWER): answer,
            (member::WHO): text("Who answers? (your name)"),
            (member::BACKLOG): row,
        },
        "required": [member::STATE],
        "additionalProperties": false,
        "allOf": conditions,
    })
}

fn condition(offer: &Offer<'_>) -> Value {
    let spurned: Map<String, Value> = offer.spurns.iter().map(|name| ((*name).to_owned(), json!(false))).collect();
    json!({
        "if": { "properties": { (member::STATE): { "const": offer.state } }, "required": [member::STATE] },
        "then": { "required": offer.needs, "properties": spurned },
    })
}

fn with(schema: &Value, key: &str, value: Value) -> Value {
    let mut schema = schema.clone();
    schema[key] = value;
    schema
}

impl fmt::Display for Unanswerable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [decided, promised, open] = &self.states;
        write!(
            f,
            "nobody can be asked `{}`: its point allows none of the states that an answer has; add `{decided}`, \
             `{promised}` or `{open}` to its `allowed_provenance`",
            self.id
        )
    }
}

impl std::error::Error for Unanswerable {}

#[cfg(test)]
mod tests {
    use super::*;

    const STATES: States<'_> = States { decided: "human", promised: "provisional", open: "absent" };

    fn asked(options: &[&str], recommended: Option<&str>, allowed: &[&str]) -> Result<Question, Unanswerable> {
        let options: Vec<String> = options.iter().map(|&option| option.to_owned()).collect();
        let allowed: Vec<String> = allowed.iter().map(|&state| state.to_owned()).collect();
        let point = Point { id: "plan.goal", asks: "What for?", options: &options, recommended, allowed: &allowed };
        question(&point, &STATES)
    }

    /// J1: the recommended option leads, each stands once, and a point without options is asked all the same.
    #[test]
    fn the_recommended_option_leads() {
        let all = ["human", "provisional", "absent"];
        let question = asked(&["sell", "teach"], Some("teach"), &all).unwrap();
        assert_eq!(question.message, "[plan.goal] What for?\n\n1. teach (recommended)\n2. sell");
        assert_eq!(question.schema["properties"]["answer"]["examples"], json!(["teach", "sell"]));
        assert_eq!(
            asked(&["a"], Some("b"), &all).unwrap().message,
            "[plan.goal] What for?\n\n1. b (recommended)\n2. a"
        );
        let bare = asked(&[], None, &all).unwrap();
        assert_eq!(bare.message, "[plan.goal] What for?");
        assert_eq!(bare.schema["properties"]["answer"]["examples"], Value::Null);
    }

    /// J1: only the answers that the point allows are offered; where it allows none, nobody can be asked.
    #[test]
    fn only_what_is_allowed_is_offered() {
        let question = asked(&[], None, &["absent", "human", "inferred"]).unwrap();
        let offered: Vec<&Value> = question.schema["properties"]["state"]["oneOf"]
            .as_array()
            .unwrap()
            .iter()
            .map(|offer| &offer["const"])
            .collect();
        assert_eq!(offered, [&json!("human"), &json!("absent")]);
        let refused = asked(&[], None, &["inferred"]).unwrap_err().to_string();
        assert!(refused.contains("plan.goal") && refused.contains("`absent`"), "{refused}");
    }
    /// J1: a person reads what is wrong in words, and no pattern; another pattern is told as it is.
    #[test]
    fn what_is_wrong_is_said_in_words() {
        let prepared = crate::question::prepare_value(asked(&[], None, &["human"]).unwrap().schema).unwrap();
        let issues = prepared.issues(&json!({ "state": "human", "answer": "a", "who": " " }));
        let told: Vec<(&str, &str)> = issues.iter().map(|i| (i.pointer.as_str(), i.message.as_str())).collect();
        assert_eq!(told, [("/who", "this needs a text here")]);
        let bare = crate::question::prepare_value(json!({ "type": "string", "pattern": "^a$" })).unwrap();
        assert!(bare.issues(&json!("b"))[0].message.contains("^a$"));
    }
}

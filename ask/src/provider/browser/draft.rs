//! What a form sends, and the answer that it makes. A reader can rely on: what cannot be read is an issue that names the field,
//! and never something else; what need not be given and is empty is left out.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::node::Node;
use crate::form::{self, Choice, Kind, yes_or_no};

/// The button that gives up.
pub(super) const GIVE_UP: &str = "give-up";

/// The values of inputs by their names.
#[derive(Default)]
pub(super) struct Draft(BTreeMap<String, Vec<String>>);

impl Draft {
    pub(super) fn read(body: &[u8]) -> Self {
        let mut values: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (name, value) in form_urlencoded::parse(body) {
            // Browsers end each line as the protocol does.
            values.entry(name.into_owned()).or_default().push(value.replace("\r\n", "\n"));
        }
        Self(values)
    }

    pub(super) fn gives_up(&self) -> bool {
        self.0.contains_key(GIVE_UP)
    }

    /// Whether anything was sent.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether anything below a path was filled in.
    fn is_touched(&self, path: &str) -> bool {
        let below = |name: &str| name.strip_prefix(path).is_some_and(|rest| rest.starts_with('/'));
        self.0.iter().any(|(name, values)| below(name) && values.iter().any(|value| !value.is_empty()))
    }

    /// The first value of an input.
    pub(super) fn one(&self, path: &str) -> Option<&str> {
        self.0.get(path)?.first().map(String::as_str)
    }

    /// All values of an input.
    pub(super) fn all(&self, path: &str) -> &[String] {
        self.0.get(path).map_or(&[], Vec::as_slice)
    }

    /// The answer, and what could not be read.
    pub(super) fn answer(&self, root: &Node<'_>) -> (Value, Vec<String>) {
        let mut issues = Vec::new();
        let answer = self.value(root, root.wanted, &mut issues);
        (answer.unwrap_or(Value::Null), issues)
    }

    fn value(&self, node: &Node<'_>, wanted: bool, issues: &mut Vec<String>) -> Option<Value> {
        match &node.field.kind {
            Kind::Choice(choices) => self.chosen(node, choices, wanted, issues),
            Kind::Boolean => self.chosen(node, &yes_or_no(), wanted, issues),
            Kind::Many(choices) => {
                let numbers = self.all(&node.path).iter().filter_map(|nth| nth.parse::<usize>().ok());
                let values: Vec<Value> =
                    numbers.filter_map(|nth| choices.get(nth)).map(|choice| choice.value.clone()).collect();
                (wanted || !values.is_empty()).then_some(Value::Array(values))
            }
            // What nobody touched is left out whole, though a member that it would need may be an empty text.
            Kind::Object(_) if !wanted && !self.is_touched(&node.path) => None,
            Kind::Object(_) => Some(Value::Object(self.object(node, issues))),
            Kind::Variants(_) => {
                let nth = self.one(&node.path).and_then(|nth| nth.parse::<usize>().ok());
                match nth.and_then(|nth| node.inner.get(nth)) {
                    Some((_, inner)) => self.value(inner, true, issues),
                    None => {
                        missing(node, wanted, issues);
                        None
                    }
                }
            }
            Kind::List(..) | Kind::Text(_) | Kind::Number | Kind::Json => self.typed(node, wanted, issues),
        }
    }

    fn chosen(&self, node: &Node<'_>, choices: &[Choice], wanted: bool, issues: &mut Vec<String>) -> Option<Value> {
        let nth = self.one(&node.path).and_then(|nth| nth.parse::<usize>().ok());
        let chosen = nth.and_then(|nth| choices.get(nth)).map(|choice| choice.value.clone());
        if chosen.is_none() {
            missing(node, wanted, issues);
        }
        chosen
    }

    /// Conditions decide what is wanted, as far as the members before are filled in.
    fn object(&self, node: &Node<'_>, issues: &mut Vec<String>) -> Map<String, Value> {
        let mut members = Map::new();
        for (name, inner) in &node.inner {
            let wanted = inner.wanted || form::needs(node.field.schema, &members).required.contains(name);
            if let Some(value) = self.value(inner, wanted, issues) {
                members.insert(name.clone(), value);
            }
        }
        members
    }

    fn typed(&self, node: &Node<'_>, wanted: bool, issues: &mut Vec<String>) -> Option<Value> {
        let text = self.one(&node.path).unwrap_or_default();
        if text.is_empty() && !wanted {
            return None;
        }
        let read = match &node.field.kind {
            Kind::Text(_) => Some(text.into()),
            Kind::List(_, items) => {
                let is_text = items.get("type").and_then(Value::as_str) == Some("string");
                let lines = text.lines().filter(|line| !line.trim().is_empty());
                let values =
                    lines.map(|line| if is_text { Some(line.into()) } else { serde_json::from_str(line).ok() });
                values.collect::<Option<Vec<Value>>>().map(Value::Array)
            }
            _ => serde_json::from_str(text.trim()).ok(),
        };
        if read.is_none() {
            issues.push(format!("{}: this cannot be read: {}", node.field.title, crate::question::shortened(text)));
        }
        read
    }
}

fn missing(node: &Node<'_>, wanted: bool, issues: &mut Vec<String>) {
    if wanted {
        issues.push(format!("{}: choose one", node.field.title));
    }
}

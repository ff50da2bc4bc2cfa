//! What an object's conditions say while it is filled in: which members it needs, and which it must not have. A reader can rely
//! on: a condition that what was filled in does not decide, or that cannot be judged apart from the whole schema, asks
//! for nothing.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::schema;

/// Members by what the schema wants of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Needs {
    /// It needs these.
    pub(crate) required: BTreeSet<String>,
    /// It must not have these.
    pub(crate) spurned: BTreeSet<String>,
}

/// What the schema of an object wants, as far as it is filled in.
pub(crate) fn needs(schema: &Value, filled_in: &Map<String, Value>) -> Needs {
    let mut needs = Needs::default();
    needs.add(schema);
    let all = schema.get("allOf").and_then(Value::as_array).into_iter().flatten();
    for conditional in std::iter::once(schema).chain(all) {
        let Some(condition) = conditional.get("if") else { continue };
        let Some(holds) = schema::holds(condition, &Value::Object(filled_in.clone())) else { continue };
        if let Some(consequence) = conditional.get(if holds { "then" } else { "else" }) {
            needs.add(consequence);
        }
    }
    needs
}

impl Needs {
    fn add(&mut self, schema: &Value) {
        self.required.extend(super::required(schema).map(str::to_owned));
        let members = schema.get("properties").and_then(Value::as_object).into_iter().flatten();
        self.spurned.extend(members.filter(|(_, schema)| **schema == Value::Bool(false)).map(|(name, _)| name.clone()));
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn of(schema: &Value, filled_in: &Value) -> (Vec<String>, Vec<String>) {
        let needs = needs(schema, filled_in.as_object().expect("the case is an object"));
        (needs.required.into_iter().collect(), needs.spurned.into_iter().collect())
    }

    /// J3: a condition that holds asks for its members, the other one does not.
    #[test]
    fn conditions_are_followed() {
        let schema = json!({ "required": ["a"], "allOf": [
            { "if": { "properties": { "a": { "const": 1 } }, "required": ["a"] }, "then": { "required": ["b"] },
              "else": { "properties": { "b": false } } },
            { "if": { "$ref": "#/$defs/elsewhere" }, "then": { "required": ["c"] } },
        ] });
        let names = |all: &[&str]| all.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
        assert_eq!(of(&schema, &json!({ "a": 1 })), (names(&["a", "b"]), names(&[])));
        assert_eq!(of(&schema, &json!({ "a": 2 })), (names(&["a"]), names(&["b"])));
    }
}

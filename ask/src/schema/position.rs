//! Where a schema has schemas. A reader can rely on: what stands in `const`, `enum`, `default`, `examples` and under unknown
//! keywords is data and no position.

use serde_json::Value;

/// Keywords whose value is a schema.
const ONE: [&str; 12] = [
    "additionalItems",
    "additionalProperties",
    "contains",
    "contentSchema",
    "else",
    "if",
    "items",
    "not",
    "propertyNames",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
];

/// Keywords whose value is a list of schemas.
const LIST: [&str; 5] = ["allOf", "anyOf", "items", "oneOf", "prefixItems"];

/// Keywords whose value has a schema under each name.
pub(crate) const NAMED: [&str; 6] =
    ["$defs", "definitions", "dependencies", "dependentSchemas", "patternProperties", "properties"];

/// Keywords whose schemas judge the same value as the schema that has them.
const IN_PLACE: [&str; 9] =
    ["allOf", "anyOf", "dependencies", "dependentSchemas", "else", "if", "not", "oneOf", "then"];

/// A schema within another.
pub(crate) struct Inner<'s> {
    /// From the outer schema, with a leading `/`.
    pub(crate) pointer: String,
    pub(crate) schema: &'s Value,
    /// Whether it judges the same value.
    pub(crate) in_place: bool,
}

/// The schemas that a schema has directly, in its own order.
pub(crate) fn inner(schema: &Value) -> Vec<Inner<'_>> {
    let mut found = Vec::new();
    for (keyword, value) in schema.as_object().into_iter().flatten() {
        let name = keyword.as_str();
        let in_place = IN_PLACE.contains(&name);
        let mut add = |pointer: String, schema| found.push(Inner { pointer, schema, in_place });
        match value {
            Value::Array(list) if LIST.contains(&name) => {
                list.iter().enumerate().for_each(|(nth, item)| add(format!("/{name}/{nth}"), item));
            }
            // An array under `dependencies` lists names.
            Value::Object(members) if NAMED.contains(&name) => {
                let members = members.iter().filter(|(_, item)| !item.is_array());
                members.for_each(|(key, item)| add(format!("/{name}/{}", token(key)), item));
            }
            Value::Object(_) if ONE.contains(&name) => add(format!("/{name}"), value),
            _ => {}
        }
    }
    found
}

/// A member's name as a part of a JSON pointer.
pub(crate) fn token(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// Every schema of a schema, itself first, each with its pointer.
pub(crate) fn all(schema: &Value) -> Vec<(String, &Value)> {
    below(String::new(), schema)
}

/// The same, of a schema that stands at `pointer`.
pub(crate) fn below(pointer: String, schema: &Value) -> Vec<(String, &Value)> {
    let mut found = Vec::new();
    let mut open = vec![(pointer, schema)];
    while let Some((pointer, schema)) = open.pop() {
        let inner = inner(schema);
        open.extend(inner.into_iter().rev().map(|inner| (format!("{pointer}{}", inner.pointer), inner.schema)));
        found.push((pointer, schema));
    }
    found
}

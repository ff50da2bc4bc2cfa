//! What a person fills in, read off a schema. A reader can rely on: every schema that was prepared has a form, in the worst
//! case one text that is JSON; a form is read one level at a time, so that a schema which has itself is no endless form. A
//! form only helps: what is sent is judged by the schema alone.

use serde_json::Value;

use crate::schema::reference::References;

mod condition;

pub(crate) use condition::needs;

/// Below this depth a value is written as JSON.
const DEEPEST: usize = 8;

/// A value to fill in.
#[derive(Clone, Debug)]
pub(crate) struct Field<'s> {
    /// The schema that judges it, references followed.
    pub(crate) schema: &'s Value,
    depth: usize,
    /// What it is called.
    pub(crate) title: String,
    /// What kind it is.
    pub(crate) kind: Kind<'s>,
}

/// The kinds of values that have a form of their own.
#[derive(Clone, Debug)]
pub(crate) enum Kind<'s> {
    /// One of these.
    Choice(Vec<Choice>),
    /// Several of these.
    Many(Vec<Choice>),
    /// Any number of values of one kind; where the kind's schema stands.
    List(String, &'s Value),
    /// Members by name, with where their schemas stand.
    Object(Vec<(String, String, &'s Value)>),
    /// One of several forms, each with a title.
    Variants(Vec<(String, String, &'s Value)>),
    /// A text; what may be meant.
    Text(Vec<String>),
    /// A number.
    Number,
    /// Yes or no.
    Boolean,
    /// Anything, as JSON.
    Json,
}

/// A value that can be chosen.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Choice {
    /// What is shown.
    pub(crate) label: String,
    /// What is meant.
    pub(crate) value: Value,
}

/// A schema's form.
pub(crate) struct Form<'s> {
    references: References<'s>,
    schema: &'s Value,
}

impl<'s> Form<'s> {
    /// Of a schema that was prepared; none where it was not.
    pub(crate) fn of(schema: &'s Value) -> Option<Self> {
        Some(Self { references: References::of(schema).ok()?, schema })
    }

    /// The whole.
    pub(crate) fn root(&self) -> Field<'s> {
        self.field("Your answer", String::new(), self.schema, 0)
    }

    /// The members of a field that is an object, each with its name.
    pub(crate) fn members(&self, field: &Field<'s>) -> Vec<(String, Field<'s>)> {
        let Kind::Object(members) = &field.kind else { return Vec::new() };
        let depth = field.depth + 1;
        members.iter().map(|(name, at, schema)| (name.clone(), self.field(name, at.clone(), schema, depth))).collect()
    }

    /// The forms that a field has to choose from.
    pub(crate) fn variants(&self, field: &Field<'s>) -> Vec<Field<'s>> {
        let Kind::Variants(variants) = &field.kind else { return Vec::new() };
        let depth = field.depth + 1;
        variants.iter().map(|(title, at, schema)| self.field(title, at.clone(), schema, depth)).collect()
    }

    /// An item of a field that is a list.
    pub(crate) fn item(&self, field: &Field<'s>, title: &str) -> Option<Field<'s>> {
        let Kind::List(at, schema) = &field.kind else { return None };
        Some(self.field(title, at.clone(), schema, field.depth + 1))
    }

    fn field(&self, name: &str, pointer: String, schema: &'s Value, depth: usize) -> Field<'s> {
        let titled = title(schema);
        let (pointer, schema) = self.followed(pointer, schema);
        let title = titled.or_else(|| title(schema)).unwrap_or_else(|| name.to_owned());
        let kind = if depth > DEEPEST { Kind::Json } else { self.kind(&pointer, schema) };
        Field { schema, depth, title, kind }
    }

    /// Where references lead. A schema that was prepared has no cycle of them.
    fn followed(&self, mut pointer: String, mut schema: &'s Value) -> (String, &'s Value) {
        while let Some(target) = schema.get("$ref").and_then(|to| self.references.target(&pointer, to).ok()) {
            (pointer, schema) = target;
        }
        (pointer, schema)
    }

    fn kind(&self, pointer: &str, schema: &'s Value) -> Kind<'s> {
        if let Some(choices) = choices(schema) {
            return Kind::Choice(choices);
        }
        if let Some(members) = schema.get("properties").and_then(Value::as_object) {
            let member = |(name, schema): (&String, &'s Value)| {
                (name.clone(), format!("{pointer}/properties/{}", crate::schema::position::token(name)), schema)
            };
            let mut all: Vec<_> = members.iter().filter(|(_, schema)| !schema.is_boolean()).map(member).collect();
            let required: Vec<&str> = required(schema).collect();
            // What is wanted comes first, in the order in which the schema says so.
            all.sort_by_key(|(name, ..)| required.iter().position(|wanted| wanted == name).unwrap_or(usize::MAX));
            return Kind::Object(all);
        }
        for keyword in ["oneOf", "anyOf"] {
            if let Some(all) = schema.get(keyword).and_then(Value::as_array) {
                return Kind::Variants(self.variant_list(&format!("{pointer}/{keyword}"), all));
            }
        }
        match schema.get("type").and_then(Value::as_str) {
            Some("string") => Kind::Text(examples(schema)),
            Some("number" | "integer") => Kind::Number,
            Some("boolean") => Kind::Boolean,
            Some("null") => Kind::Choice(vec![Choice { label: "null".to_owned(), value: Value::Null }]),
            Some("array") => self.list(pointer, schema),
            _ => Kind::Json,
        }
    }

    fn variant_list(&self, pointer: &str, all: &'s [Value]) -> Vec<(String, String, &'s Value)> {
        let one = |(nth, schema): (usize, &'s Value)| {
            let at = format!("{pointer}/{nth}");
            let (_, led) = self.followed(at.clone(), schema);
            let named = title(schema).or_else(|| title(led));
            let kind = led.get("type").and_then(Value::as_str).map(str::to_owned);
            (named.or(kind).unwrap_or_else(|| format!("form {}", nth + 1)), at, schema)
        };
        all.iter().enumerate().map(one).collect()
    }

    fn list(&self, pointer: &str, schema: &'s Value) -> Kind<'s> {
        let Some(items) = schema.get("items").filter(|items| items.is_object()) else { return Kind::Json };
        if schema.get("prefixItems").is_some() {
            return Kind::Json;
        }
        let at = format!("{pointer}/items");
        match choices(self.followed(at.clone(), items).1) {
            Some(all) => Kind::Many(all),
            None => Kind::List(at, items),
        }
    }
}

/// The values of `enum`, of `const`, or of a list of alternatives that are each one value.
fn choices(schema: &Value) -> Option<Vec<Choice>> {
    if let Some(value) = schema.get("const") {
        return Some(vec![choice(value, title(schema))]);
    }
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        return Some(values.iter().map(|value| choice(value, None)).collect());
    }
    let all = ["oneOf", "anyOf"].iter().find_map(|keyword| schema.get(keyword)?.as_array())?;
    all.iter().map(|one| Some(choice(one.get("const")?, title(one)))).collect()
}

fn choice(value: &Value, title: Option<String>) -> Choice {
    Choice { label: title.unwrap_or_else(|| shown(value)), value: value.clone() }
}

/// What a flag is chosen from.
pub(crate) fn yes_or_no() -> [Choice; 2] {
    [("yes", true), ("no", false)].map(|(label, value)| Choice { label: label.to_owned(), value: Value::Bool(value) })
}

fn title(schema: &Value) -> Option<String> {
    schema.get("title").and_then(Value::as_str).map(visible).filter(|title| !title.trim().is_empty())
}

/// The members that a schema wants whatever else is there.
pub(crate) fn required(schema: &Value) -> impl Iterator<Item = &str> {
    schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str)
}

fn examples(schema: &Value) -> Vec<String> {
    let all = schema.get("examples").and_then(Value::as_array).into_iter().flatten();
    all.filter_map(Value::as_str).map(str::to_owned).collect()
}

/// A value on one line: a text as it is, all else as JSON.
pub(crate) fn shown(value: &Value) -> String {
    visible(&value.as_str().map_or_else(|| value.to_string(), str::to_owned))
}

/// A text in which nothing acts on what shows it: no control characters but line breaks, nothing that turns the direction.
pub(crate) fn visible(text: &str) -> String {
    let is_hidden = |letter: char| {
        letter.is_control() && letter != '\n'
            || matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
    };
    text.chars().map(|letter| if is_hidden(letter) { '\u{fffd}' } else { letter }).collect()
}

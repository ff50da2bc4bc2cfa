//! The schema of an answer, made ready. A reader can rely on: what is wrong with a schema is all found here, each with its
//! position as a JSON pointer, and before anybody is asked; a schema that passes is compiled, reaches nothing outside
//! itself, and ends on every answer. Refuses to know what is asked, and whom.

use std::fmt;
use std::sync::Arc;

use jsonschema::{Draft, PatternOptions, Validator};
use serde_json::Value;

use crate::bounded;

mod cycle;
mod names;
mod pattern;
pub(crate) mod position;
pub(crate) mod reference;
pub(crate) mod work;

/// A schema's text, and an answer's, may have so many bytes.
pub const MOST_BYTES: usize = 1 << 20;

/// A schema, and an answer, may be nested so deep.
pub const DEEPEST: usize = 100;

/// One pattern may take so many bytes when it is compiled.
const PATTERN_BYTES: usize = 1 << 20;

/// A schema that can judge answers.
#[derive(Clone, Debug)]
pub(crate) struct Compiled {
    pub(crate) schema: Arc<Value>,
    pub(crate) validator: Arc<Validator>,
}

/// What is wrong with a schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Where, as a JSON pointer; empty for the whole.
    pub pointer: String,
    /// Which kind.
    pub kind: FaultKind,
    /// For a reader: what, and how to mend it.
    pub message: String,
}

/// The kinds of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// The text is no JSON.
    NotJson,
    /// JSON, and no object.
    NotAnObject,
    /// Too many bytes, or levels.
    TooLarge,
    /// `__proto__` is declared as a name.
    Proto,
    /// A reference leaves the schema.
    Outside,
    /// A reference is empty, or no text.
    NoReference,
    /// A reference leads nowhere.
    Unresolved,
    /// A schema that applies itself to the same value without end.
    Endless,
    /// A draft before 7, or one that nobody knows.
    Draft,
    /// The rules of JSON Schema are broken in another way.
    Unusable,
}

/// All that is wrong with a schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchemaError {
    /// Never empty; in the order of the schema.
    pub faults: Vec<Fault>,
}

impl From<Fault> for SchemaError {
    fn from(fault: Fault) -> Self {
        Self { faults: vec![fault] }
    }
}

/// Reads and compiles a text.
pub(crate) fn from_text(text: &[u8]) -> Result<Compiled, SchemaError> {
    if text.len() > MOST_BYTES {
        return Err(too_large(format!("the schema has {} bytes, and may have {MOST_BYTES}", text.len())));
    }
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let schema = serde_json::from_slice(text).map_err(|cause| {
        let kind = if is_too_deep(&cause) { FaultKind::TooLarge } else { FaultKind::NotJson };
        Fault { pointer: String::new(), kind, message: format!("the schema is no JSON: {cause}") }
    })?;
    from_value(schema)
}

/// The parser has a limit of levels of its own, and says so by this text alone.
fn is_too_deep(cause: &serde_json::Error) -> bool {
    cause.to_string().starts_with("recursion limit")
}

/// Compiles a value.
pub(crate) fn from_value(schema: Value) -> Result<Compiled, SchemaError> {
    if depth_exceeds(&schema, DEEPEST) {
        dismantle(schema);
        return Err(too_large(format!("the schema is nested deeper than {DEEPEST} levels")));
    }
    if !schema.is_object() {
        let message = format!("a schema is an object, and this is {}", kind_of(&schema));
        return Err(Fault { pointer: String::new(), kind: FaultKind::NotAnObject, message }.into());
    }
    draft(&schema)?;
    let mut faults = names::faults(&schema);
    faults.extend(pattern::faults(&schema));
    faults.extend(reference::faults(&schema));
    if faults.is_empty() {
        faults.extend(cycle::faults(&schema));
    }
    if !faults.is_empty() {
        return Err(SchemaError { faults });
    }
    let schema = Arc::new(schema);
    let shared = Arc::clone(&schema);
    let compiled = bounded::run(move || compile(&shared)).unwrap_or_else(|stopped| Err(too_large(stopped.to_string())));
    Ok(Compiled { schema, validator: Arc::new(compiled?) })
}

/// Patterns are matched in time linear in the text, so that none of them takes for ever.
fn compile(schema: &Value) -> Result<Validator, SchemaError> {
    let patterns = PatternOptions::regex().size_limit(PATTERN_BYTES).dfa_size_limit(PATTERN_BYTES);
    let options = jsonschema::options().offline().with_pattern_options(patterns);
    options.build(schema).map_err(|cause| {
        // The schema is the instance here: what it is judged by is the schema of schemas.
        let mut message = crate::question::shortened(&cause.to_string());
        if cause.instance_path().as_str().ends_with("attern") {
            message += "; patterns are matched in linear time: no look-around, no back-references";
        }
        Fault { pointer: cause.instance_path().as_str().to_owned(), kind: FaultKind::Unusable, message }.into()
    })
}

/// Whether a value fits a schema that is part of another; none where the part cannot be judged alone.
pub(crate) fn holds(part: &Value, value: &Value) -> Option<bool> {
    let (part, value) = (part.clone(), value.clone());
    bounded::run(move || {
        compile(&part).ok().filter(|_| work::is_bounded(&part, &value)).map(|part| part.is_valid(&value))
    })
    .ok()
    .flatten()
}

fn draft(schema: &Value) -> Result<(), Fault> {
    let Some(named) = schema.get("$schema") else { return Ok(()) };
    match Draft::default().detect(schema) {
        Draft::Draft7 | Draft::Draft201909 | Draft::Draft202012 => Ok(()),
        _ => Err(Fault {
            pointer: "/$schema".to_owned(),
            kind: FaultKind::Draft,
            message: format!("{named} is no draft that is known here; draft-07, 2019-09 and 2020-12 are"),
        }),
    }
}

/// Whether a value has more levels, without following it deeper than that.
pub(crate) fn depth_exceeds(value: &Value, most: usize) -> bool {
    let mut open = vec![(value, 1)];
    while let Some((value, depth)) = open.pop() {
        if depth > most {
            return true;
        }
        match value {
            Value::Array(items) => open.extend(items.iter().map(|item| (item, depth + 1))),
            Value::Object(members) => open.extend(members.values().map(|item| (item, depth + 1))),
            _ => {}
        }
    }
    false
}

/// Drops a value level by level: the usual way follows it to its depth, on the stack.
pub(crate) fn dismantle(value: Value) {
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match value {
            Value::Array(items) => open.extend(items),
            Value::Object(members) => open.extend(members.into_iter().map(|(_, item)| item)),
            _ => {}
        }
    }
}

fn too_large(message: String) -> SchemaError {
    Fault { pointer: String::new(), kind: FaultKind::TooLarge, message }.into()
}

/// What a value is, for a reader.
fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

impl fmt::Display for SchemaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the schema cannot be used, and nobody was asked")?;
        for fault in &self.faults {
            let place = if fault.pointer.is_empty() { "the whole" } else { fault.pointer.as_str() };
            write!(f, "\n  at {place}: {}", fault.message)?;
        }
        Ok(())
    }
}

impl std::error::Error for SchemaError {}

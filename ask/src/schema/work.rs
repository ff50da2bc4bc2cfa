//! How much work it is to judge an answer, counted before it is done: a schema that applies itself twice to each part of a
//! value doubles its work with each level. A reader can rely on: the count is no less than what is applied, and is made
//! in time linear in the pairs of a schema and a value that meet.

use std::collections::BTreeMap;

use serde_json::Value;

use super::cycle::same_value;
use super::position;
use super::reference::References;

/// One answer may be worth so many applications of a schema.
pub(crate) const MOST: u64 = 2_000_000;

/// Whether an answer is worth no more than [`MOST`]. The schema has passed every check.
pub(crate) fn is_bounded(schema: &Value, answer: &Value) -> bool {
    let Ok(references) = References::of(schema) else { return false };
    let mut count = Count { references, known: BTreeMap::new() };
    count.of("", schema, answer).is_some()
}

struct Count<'s> {
    references: References<'s>,
    /// By the addresses of a schema and a value.
    known: BTreeMap<(usize, usize), u64>,
}

impl<'s> Count<'s> {
    /// None: more than the most.
    fn of(&mut self, pointer: &str, schema: &'s Value, value: &Value) -> Option<u64> {
        let pair = (std::ptr::from_ref(schema).addr(), std::ptr::from_ref(value).addr());
        if let Some(known) = self.known.get(&pair) {
            return Some(*known);
        }
        let mut sum = 1_u64;
        for (to, schema) in same_value(pointer, schema, &self.references) {
            sum = sum.saturating_add(self.of(&to, schema, value)?);
        }
        let has_parts = value.is_array() || value.is_object();
        let inner = if has_parts { position::inner(schema) } else { Vec::new() };
        for inner in inner.into_iter().filter(|inner| !inner.in_place) {
            let to = format!("{pointer}{}", inner.pointer);
            for part in parts(&inner.pointer, value) {
                sum = sum.saturating_add(self.of(&to, inner.schema, part)?);
                if sum > MOST {
                    return None;
                }
            }
        }
        self.known.insert(pair, sum);
        (sum <= MOST && self.known.len() as u64 <= MOST).then_some(sum)
    }
}

/// The parts of a value that a schema within another may be applied to. A property's applies to one of them; of all others it
/// is enough to know that they apply to each at most once.
fn parts<'v>(pointer: &str, value: &'v Value) -> Box<dyn Iterator<Item = &'v Value> + 'v> {
    // Definitions are applied where something refers to them.
    if ["/$defs/", "/definitions/"].iter().any(|defined| pointer.starts_with(defined)) {
        return Box::new(std::iter::empty());
    }
    match value {
        Value::Object(members) => match pointer.strip_prefix("/properties/") {
            Some(token) => Box::new(members.get(&token.replace("~1", "/").replace("~0", "~")).into_iter()),
            None => Box::new(members.values()),
        },
        Value::Array(items) => Box::new(items.iter()),
        _ => Box::new(std::iter::empty()),
    }
}

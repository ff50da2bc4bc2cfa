//! Patterns whose text is longer than a person would write: reading one takes time before any limit of the compiled one counts.

use serde_json::Value;

use super::position;
use super::{Fault, FaultKind};

/// A pattern's text may have so many bytes.
const LONGEST: usize = 10_000;

/// The patterns that are longer.
pub(super) fn faults(schema: &Value) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (pointer, schema) in position::all(schema) {
        let is_long = |text: &str| text.len() > LONGEST;
        if schema.get("pattern").and_then(Value::as_str).is_some_and(is_long) {
            faults.push(too_long(format!("{pointer}/pattern")));
        }
        let named = schema.get("patternProperties").and_then(Value::as_object);
        // A name that is too long would fill the screen, so the position is that of all.
        if named.is_some_and(|named| named.keys().any(|name| is_long(name))) {
            faults.push(too_long(format!("{pointer}/patternProperties")));
        }
    }
    faults
}

fn too_long(pointer: String) -> Fault {
    Fault { pointer, kind: FaultKind::TooLarge, message: format!("this pattern has more than {LONGEST} bytes") }
}

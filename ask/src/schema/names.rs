//! `__proto__` as a declared name: a property, definition or dependency that a program in another language could take for an
//! object's prototype. As data it is a text like any other.

use serde_json::Value;

use super::position::NAMED;
use super::reference::References;
use super::{Fault, FaultKind};

const PROTO: &str = "__proto__";

/// Where a name is declared so, in a schema that references lead to as well. `patternProperties` has patterns and no names; `dependentRequired` has names and no schemas.
pub(super) fn faults(schema: &Value) -> Vec<Fault> {
    let declaring = || NAMED.into_iter().filter(|name| *name != "patternProperties").chain(["dependentRequired"]);
    // Without readable addresses the references' own fault is told.
    let Ok(references) = References::of(schema) else { return Vec::new() };
    let mut faults = Vec::new();
    for (pointer, schema) in references.reached() {
        let here = declaring().filter(|keyword| schema.get(keyword).and_then(|names| names.get(PROTO)).is_some());
        faults.extend(here.map(|keyword| Fault {
            pointer: format!("{pointer}/{keyword}/{PROTO}"),
            kind: FaultKind::Proto,
            message: format!("`{PROTO}` cannot be declared as a name; take another"),
        }));
    }
    faults
}

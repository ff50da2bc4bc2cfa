//! A schema that applies itself to the same value again: no answer would ever be judged. A schema that meets itself in a
//! part of the value, as that of a tree does, ends with the value.

use std::collections::BTreeMap;

use serde_json::Value;

use super::position;
use super::reference::{KEYWORDS, References};
use super::{Fault, FaultKind};

/// How far a schema has been followed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Open,
    Done,
}

/// The first cycle of schemas that judge the same value, if there is one.
pub(super) fn faults(schema: &Value) -> Option<Fault> {
    let references = References::of(schema).ok()?;
    let mut marks: BTreeMap<String, Mark> = BTreeMap::new();
    // What a reference leads to may stand where no schema is looked for; it is reached from the reference.
    for (pointer, start) in position::all(schema) {
        let mut open = vec![(pointer, start, false)];
        while let Some((pointer, schema, is_left)) = open.pop() {
            if is_left {
                marks.insert(pointer, Mark::Done);
                continue;
            }
            match marks.get(&pointer) {
                Some(Mark::Done) => continue,
                // It can be waiting twice, and is a cycle only where it is on the way.
                Some(Mark::Open) => return Some(endless(pointer)),
                None => {}
            }
            marks.insert(pointer.clone(), Mark::Open);
            open.push((pointer.clone(), schema, true));
            open.extend(same_value(&pointer, schema, &references).into_iter().map(|(to, schema)| (to, schema, false)));
        }
    }
    None
}

/// The schemas that judge the same value as this one.
fn same_value<'s>(pointer: &str, schema: &'s Value, references: &References<'s>) -> Vec<(String, &'s Value)> {
    let inner = position::inner(schema).into_iter().filter(|inner| inner.in_place);
    let mut found: Vec<(String, &'s Value)> =
        inner.map(|inner| (format!("{pointer}{}", inner.pointer), inner.schema)).collect();
    let led = KEYWORDS.iter().filter_map(|keyword| references.target(pointer, schema.get(keyword)?).ok());
    found.extend(led);
    found.extend(schema.get("$dynamicRef").into_iter().flat_map(|to| references.anchored(to)));
    found
}

fn endless(pointer: String) -> Fault {
    let message =
        "this schema applies itself to the same value without end; let it judge a part of the value".to_owned();
    Fault { pointer, kind: FaultKind::Endless, message }
}

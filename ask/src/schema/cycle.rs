//! Schemas that judge the same value as the one that applies them. A reader can rely on: none that passes here applies itself
//! to the same value again, so that every answer is judged in the end, and none has them in chains or in numbers that no
//! person would write. A schema that meets itself in a part of the value, as that of a tree does, ends with the value.

use std::collections::BTreeMap;

use serde_json::Value;

use super::position;
use super::reference::{KEYWORDS, References};
use super::{Fault, FaultKind};

/// So many schemas may each apply the next one to the same value.
const LONGEST_CHAIN: u64 = 100;

/// A schema may apply so many to one value, each as often as it is met.
const MOST_APPLIED: u64 = 10_000;

/// How far a schema has been followed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Open,
    Done { chain: u64, applied: u64 },
}

/// The first cycle, chain or number that is too much, if there is one.
pub(super) fn faults(schema: &Value) -> Option<Fault> {
    let references = References::of(schema).ok()?;
    let mut marks: BTreeMap<String, Mark> = BTreeMap::new();
    // What a reference leads to may stand where no schema is looked for; it is reached from the reference.
    for (pointer, start) in position::all(schema) {
        let mut open = vec![(pointer, start, false)];
        while let Some((pointer, schema, is_left)) = open.pop() {
            let next = same_value(&pointer, schema, &references);
            if is_left {
                let done = done(&next, &marks);
                if let Mark::Done { chain, applied } = done
                    && (chain > LONGEST_CHAIN || applied > MOST_APPLIED)
                {
                    return Some(too_much(pointer));
                }
                marks.insert(pointer, done);
                continue;
            }
            match marks.get(&pointer) {
                Some(Mark::Done { .. }) => continue,
                // It can be waiting twice, and is a cycle only where it is on the way.
                Some(Mark::Open) => return Some(endless(pointer)),
                None => {}
            }
            marks.insert(pointer.clone(), Mark::Open);
            open.push((pointer, schema, true));
            open.extend(next.into_iter().map(|(to, schema)| (to, schema, false)));
        }
    }
    None
}

fn done(next: &[(String, &Value)], marks: &BTreeMap<String, Mark>) -> Mark {
    let (mut longest, mut sum) = (0, 1_u64);
    for (pointer, _) in next {
        if let Some(Mark::Done { chain, applied }) = marks.get(pointer) {
            longest = longest.max(*chain);
            sum = sum.saturating_add(*applied);
        }
    }
    Mark::Done { chain: longest + 1, applied: sum }
}

/// The schemas that judge the same value as this one, directly.
pub(super) fn same_value<'s>(
    pointer: &str,
    schema: &'s Value,
    references: &References<'s>,
) -> Vec<(String, &'s Value)> {
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

fn too_much(pointer: String) -> Fault {
    let message = format!(
        "this schema applies more than {LONGEST_CHAIN} schemas in a chain, or {MOST_APPLIED} in all, to one value; make it simpler"
    );
    Fault { pointer, kind: FaultKind::TooLarge, message }
}

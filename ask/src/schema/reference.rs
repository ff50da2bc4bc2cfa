//! References. A reader can rely on: each that stands at a schema's position leads to a schema within the same text, by a
//! pointer, an anchor, or the `$id` of a schema that is embedded; and so does each in what it leads to. Refuses to fetch.

use std::collections::{BTreeMap, BTreeSet};

use jsonschema::{Uri, uri};
use serde_json::Value;

use super::position;
use super::{Fault, FaultKind};

/// Keywords that lead to another schema.
pub(crate) const KEYWORDS: [&str; 3] = ["$ref", "$dynamicRef", "$recursiveRef"];

/// A schema that has an address of its own, the whole first.
struct Resource<'s> {
    uri: Uri<String>,
    pointer: String,
    schema: &'s Value,
    /// Pointers from the whole by what the anchor is called.
    anchors: BTreeMap<String, String>,
}

/// The references of a schema, resolved.
pub(crate) struct References<'s> {
    whole: &'s Value,
    resources: Vec<Resource<'s>>,
}

/// What is wrong with the references of a schema.
pub(crate) fn faults(schema: &Value) -> Vec<Fault> {
    let references = match References::of(schema) {
        Ok(references) => references,
        Err(fault) => return vec![fault],
    };
    let mut faults = Vec::new();
    for (pointer, schema) in references.reached() {
        for keyword in KEYWORDS {
            let Some(value) = schema.get(keyword) else { continue };
            if let Err((kind, message)) = references.target(&pointer, value) {
                faults.push(Fault { pointer: format!("{pointer}/{keyword}"), kind, message });
            }
        }
    }
    faults
}

impl<'s> References<'s> {
    /// Of a schema.
    pub(crate) fn of(whole: &'s Value) -> Result<Self, Fault> {
        let root = uri::from_str("").map_err(|cause| unusable_id(String::new(), &cause.to_string()))?;
        let mut resources: Vec<Resource<'s>> =
            vec![Resource { uri: root, pointer: String::new(), schema: whole, anchors: BTreeMap::new() }];
        for (pointer, schema) in position::all(whole) {
            if let Some(id) = schema.get("$id").and_then(Value::as_str) {
                let at = of(&resources, &pointer);
                let base = resources.get(at).map(|resource| &resource.uri);
                let resolved = base.map(|base| uri::resolve_against(&base.borrow(), id));
                let Some(Ok(resolved)) = resolved else {
                    return Err(unusable_id(format!("{pointer}/$id"), id));
                };
                let (address, anchor) = split(resolved.as_str());
                if let (Some(anchor), Some(resource)) = (anchor.filter(|a| !a.is_empty()), resources.get_mut(at)) {
                    // Draft-07 writes an anchor as an `$id`.
                    resource.anchors.insert(anchor.to_owned(), pointer.clone());
                } else if let Ok(uri) = uri::from_str(address) {
                    match resources.get_mut(0).filter(|_| pointer.is_empty()) {
                        Some(whole) => whole.uri = uri,
                        None => {
                            resources.push(Resource { uri, pointer: pointer.clone(), schema, anchors: BTreeMap::new() })
                        }
                    }
                }
            }
            let at = of(&resources, &pointer);
            for anchor in ["$anchor", "$dynamicAnchor"] {
                if let (Some(name), Some(resource)) =
                    (schema.get(anchor).and_then(Value::as_str), resources.get_mut(at))
                {
                    resource.anchors.insert(name.to_owned(), pointer.clone());
                }
            }
        }
        Ok(Self { whole, resources })
    }

    /// Every schema that counts, each once, with its pointer: those at a schema's position, and what references lead to, wherever
    /// that stands.
    pub(crate) fn reached(&self) -> Vec<(String, &'s Value)> {
        let (mut found, mut seen) = (Vec::new(), BTreeSet::new());
        let mut open = vec![(String::new(), self.whole)];
        while let Some((from, schema)) = open.pop() {
            for (pointer, schema) in position::below(from, schema) {
                if !seen.insert(pointer.clone()) {
                    continue;
                }
                let values = KEYWORDS.iter().filter_map(|keyword| schema.get(keyword));
                open.extend(values.filter_map(|value| self.target(&pointer, value).ok()));
                found.push((pointer, schema));
            }
        }
        found
    }

    /// Where a reference leads that stands in the schema at `pointer`.
    pub(crate) fn target(&self, pointer: &str, value: &Value) -> Result<(String, &'s Value), (FaultKind, String)> {
        let text = value.as_str().filter(|text| !text.is_empty()).ok_or_else(|| {
            (FaultKind::NoReference, format!("a reference is a text such as `#/$defs/name`, and this is {value}"))
        })?;
        let outside = || {
            let message = format!("`{text}` leaves the schema; put what it leads to under `$defs` and refer to that");
            (FaultKind::Outside, message)
        };
        let base = self.resources.get(of(&self.resources, pointer)).ok_or_else(outside)?;
        let (written, fragment) = split(text);
        let resource = if written.is_empty() {
            base
        } else {
            let resolved = uri::resolve_against(&base.uri.borrow(), written).map_err(|_| outside())?;
            self.resources.iter().find(|known| split(known.uri.as_str()).0 == resolved.as_str()).ok_or_else(outside)?
        };
        self.within(resource, fragment.unwrap_or_default())
            .ok_or_else(|| (FaultKind::Unresolved, format!("`{text}` leads nowhere in this schema")))
    }

    /// Every schema that a dynamic reference may lead to, as it depends on the way to it.
    pub(crate) fn anchored(&self, value: &Value) -> Vec<(String, &'s Value)> {
        let Some((_, Some(name))) = value.as_str().map(split) else { return Vec::new() };
        let pointers = self.resources.iter().filter_map(|resource| resource.anchors.get(name));
        pointers.filter_map(|pointer| Some((pointer.clone(), self.whole.pointer(pointer)?))).collect()
    }

    fn within(&self, resource: &Resource<'s>, fragment: &str) -> Option<(String, &'s Value)> {
        let fragment = decoded(fragment)?;
        if !fragment.is_empty() && !fragment.starts_with('/') {
            let pointer = resource.anchors.get(&fragment)?;
            return Some((pointer.clone(), self.whole.pointer(pointer)?));
        }
        let target = resource.schema.pointer(&fragment)?;
        let is_schema = target.is_object() || target.is_boolean();
        is_schema.then(|| (format!("{}{fragment}", resource.pointer), target))
    }
}

/// The innermost resource that a pointer lies in.
fn of(resources: &[Resource<'_>], pointer: &str) -> usize {
    let holds = |resource: &Resource<'_>| {
        pointer.strip_prefix(resource.pointer.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let innermost = resources.iter().enumerate().filter(|(_, resource)| holds(resource));
    innermost.max_by_key(|(_, resource)| resource.pointer.len()).map_or(0, |(at, _)| at)
}

/// An address and its fragment.
fn split(text: &str) -> (&str, Option<&str>) {
    text.split_once('#').map_or((text, None), |(address, fragment)| (address, Some(fragment)))
}

/// A fragment without its `%` signs.
fn decoded(fragment: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(fragment.len());
    let mut rest = fragment.as_bytes();
    while let Some((first, behind)) = rest.split_first() {
        rest = behind;
        if *first != b'%' {
            bytes.push(*first);
            continue;
        }
        let (digits, behind) = rest.split_at_checked(2)?;
        bytes.push(u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?);
        rest = behind;
    }
    String::from_utf8(bytes).ok()
}

fn unusable_id(pointer: String, id: &str) -> Fault {
    Fault { pointer, kind: FaultKind::Unusable, message: format!("`{id}` is no address that a schema can have") }
}

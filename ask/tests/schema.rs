//! What a schema may not be, each with its position, and the near misses that are fine.

use ask::question::prepare;
use ask::schema::FaultKind;

/// The faults of a schema: kind and position.
fn faults(schema: &str) -> Vec<(FaultKind, String)> {
    prepare(schema.as_bytes()).map_or_else(
        |error| error.faults.into_iter().map(|fault| (fault.kind, fault.pointer)).collect(),
        |_| Vec::new(),
    )
}

fn refused(schema: &str, kind: FaultKind, pointers: &[&str]) {
    let expected: Vec<(FaultKind, String)> = pointers.iter().map(|pointer| (kind, (*pointer).to_owned())).collect();
    assert_eq!(faults(schema), expected, "{schema}");
}

fn fine(schema: &str) {
    assert_eq!(faults(schema), [], "{schema}");
}

/// J1, J5: text that is no JSON, and JSON that is no object, are no schemas.
#[test]
fn a_schema_is_an_object() {
    for text in ["", "{", "{\"a\": }", "nope", "{} {}", "\u{feff}\u{feff}{}"] {
        refused(text, FaultKind::NotJson, &[""]);
    }
    for text in ["true", "false", "[]", "null", "1", "\"string\""] {
        refused(text, FaultKind::NotAnObject, &[""]);
    }
    fine("{}");
    fine("\u{feff} {\"type\": \"string\"}");
    let error = prepare(b"{\n  \"type\" \"string\"}").unwrap_err().to_string();
    assert!(error.contains("line 2 column 10"), "{error}");
}

/// J1: draft-07 and later, and nothing that JSON Schema does not allow.
#[test]
fn drafts_from_seven_on() {
    for draft in [
        "http://json-schema.org/draft-07/schema#",
        "http://json-schema.org/draft-07/schema",
        "https://json-schema.org/draft/2019-09/schema",
        "https://json-schema.org/draft/2020-12/schema",
    ] {
        fine(&format!("{{\"$schema\": \"{draft}\", \"type\": \"string\"}}"));
    }
    for draft in ["\"http://json-schema.org/draft-04/schema#\"", "\"http://json-schema.org/draft-06/schema#\"", "\"x\""]
    {
        refused(&format!("{{\"$schema\": {draft}}}"), FaultKind::Draft, &["/$schema"]);
    }
    refused(r#"{"$schema": 3}"#, FaultKind::Unusable, &["/$schema"]);
    refused(r#"{"properties": {"a": {"type": "text"}}}"#, FaultKind::Unusable, &["/properties/a/type"]);
    refused(r#"{"properties": {"a": {"pattern": "("}}}"#, FaultKind::Unusable, &["/properties/a/pattern"]);
}

/// J5: what a reference leads to is a schema, also where it stands as data or under an unknown keyword.
#[test]
fn proto_is_no_name_behind_a_reference() {
    for (text, pointer) in [
        (r##"{"$ref": "#/x", "x": {"properties": {"__proto__": {}}}}"##, "/x/properties/__proto__"),
        (
            r##"{"properties": {"a": {"$ref": "#/properties/b/const"}, "b": {"const": {"properties": {"__proto__": {}}}}}}"##,
            "/properties/b/const/properties/__proto__",
        ),
    ] {
        refused(text, FaultKind::Proto, &[pointer]);
    }
    fine(r##"{"$ref": "#/x", "x": {"const": {"__proto__": {}}}}"##);
}

/// J5: `__proto__` as a declared name, wherever names are declared.
#[test]
fn proto_is_no_name() {
    for keyword in ["properties", "definitions", "$defs", "dependentSchemas", "dependencies"] {
        let pointer = format!("/{keyword}/__proto__");
        refused(&format!(r#"{{"{keyword}": {{"a": {{}}, "__proto__": {{}}}}}}"#), FaultKind::Proto, &[&pointer]);
    }
    refused(r#"{"dependencies": {"__proto__": ["a"]}}"#, FaultKind::Proto, &["/dependencies/__proto__"]);
    refused(r#"{"dependentRequired": {"__proto__": []}}"#, FaultKind::Proto, &["/dependentRequired/__proto__"]);
    refused(
        r#"{"anyOf": [{}, {"items": {"properties": {"a/b": {"properties": {"\u005f_proto__": {}}}}}}]}"#,
        FaultKind::Proto,
        &["/anyOf/1/items/properties/a~1b/properties/__proto__"],
    );
}

/// J5: as data it is a text, and a name that only begins so is one.
#[test]
fn proto_as_data_is_fine() {
    fine(r#"{"const": {"properties": {"__proto__": {}}}}"#);
    fine(r#"{"enum": [{"properties": {"__proto__": 1}}, "__proto__"], "title": "__proto__"}"#);
    fine(
        r#"{"default": {"__proto__": {}}, "examples": [{"properties": {"__proto__": {}}}], "description": "__proto__"}"#,
    );
    fine(r#"{"properties": {"__proto": {}, "proto__": {}, "a": {"const": "__proto__"}}}"#);
    fine(r#"{"properties": {"properties": {"type": "object"}}, "x-own": {"properties": {"__proto__": {}}}}"#);
}

/// J5: a reference that leaves the schema, by any road.
#[test]
fn a_reference_stays_inside() {
    for target in [
        "https://example.test/a.json",
        "other.json",
        "other.json#/a",
        "http://json-schema.org/draft-07/schema#",
        "urn:x:y",
        "//h/a",
        "?q",
    ] {
        refused(&format!(r#"{{"$ref": "{target}"}}"#), FaultKind::Outside, &["/$ref"]);
    }
    refused(
        r#"{"properties": {"a": {"not": {"$ref": "x.json"}}}, "$defs": {"b": {"$dynamicRef": "y.json#n"}}}"#,
        FaultKind::Outside,
        &["/$defs/b/$dynamicRef", "/properties/a/not/$ref"],
    );
    // What a reference leads to is a schema, even where it stands among data.
    refused(r##"{"$ref": "#/x-own/a", "x-own": {"a": {"$ref": "x.json"}}}"##, FaultKind::Outside, &["/x-own/a/$ref"]);
}

/// J5: inside data, and as a property's name, `$ref` is a word.
#[test]
fn a_reference_among_data_is_fine() {
    for keyword in ["const", "default", "x-own"] {
        fine(&format!(r#"{{"{keyword}": {{"$ref": "https://example.test/a"}}}}"#));
    }
    fine(r##"{"enum": [{"$ref": ""}, {"$ref": "#/nowhere"}], "examples": [{"$ref": "x.json"}]}"##);
    fine(r#"{"properties": {"$ref": {"type": "string"}}}"#);
}

/// J5: a reference that is empty, that is no text, or that leads nowhere.
#[test]
fn a_reference_leads_somewhere() {
    refused(r#"{"$ref": ""}"#, FaultKind::NoReference, &["/$ref"]);
    refused(r#"{"items": {"$ref": 3}}"#, FaultKind::NoReference, &["/items/$ref"]);
    for target in ["#/$defs/b", "#/$defs/a/type", "#nowhere", "#/%zz", "#/required/0"] {
        let schema =
            format!(r#"{{"items": {{"$ref": "{target}"}}, "required": ["x"], "$defs": {{"a": {{"type": "null"}}}}}}"#);
        refused(&schema, FaultKind::Unresolved, &["/items/$ref"]);
    }
    fine(r##"{"items": {"$ref": "#"}}"##);
    fine(r##"{"items": {"$ref": "#/$defs/a~1b%20c"}, "$defs": {"a/b c": {"type": "null"}}}"##);
    fine(r##"{"items": {"$ref": "#here"}, "$defs": {"a": {"$anchor": "here", "type": "null"}}}"##);
    fine(r##"{"items": {"$dynamicRef": "#here"}, "$defs": {"a": {"$dynamicAnchor": "here"}}}"##);
    let seven = r##"{"$schema": "http://json-schema.org/draft-07/schema#", "items": {"$ref": "#here"}, "definitions": {"a": {"$id": "#here"}}}"##;
    fine(seven);
}

/// J5: an embedded schema has an address of its own: references to it stay inside, and its pointers are its own.
#[test]
fn an_embedded_schema_has_an_address() {
    let embedded = |target: &str, inner: &str| {
        format!(
            r##"{{"$id": "https://example.test/whole", "items": {{"$ref": "{target}"}}, "$defs": {{"a": {{"$id": "part", "type": "array", "items": {{"$ref": "{inner}"}}, "$defs": {{"b": {{}}}}}}}}}}"##
        )
    };
    fine(&embedded("part", "#/$defs/b"));
    fine(&embedded("https://example.test/part#/$defs/b", "#"));
    fine(&embedded("https://example.test/whole", "whole#/$defs/a"));
    refused(&embedded("part#/$defs/c", "#"), FaultKind::Unresolved, &["/items/$ref"]);
    refused(&embedded("part", "#/$defs/a"), FaultKind::Unresolved, &["/$defs/a/items/$ref"]);
    refused(&embedded("parts", "#"), FaultKind::Outside, &["/items/$ref"]);
}

/// J5, E2: every fault is told, not the first.
#[test]
fn all_faults_are_told() {
    let error = prepare(br#"{"properties": {"__proto__": {}, "a": {"$ref": ""}, "b": {"$ref": "x"}}}"#).unwrap_err();
    assert_eq!(error.faults.len(), 3, "{error}");
    let text = error.to_string();
    for place in ["at /properties/__proto__: ", "at /properties/a/$ref: ", "at /properties/b/$ref: "] {
        assert!(text.contains(place), "{text}");
    }
}

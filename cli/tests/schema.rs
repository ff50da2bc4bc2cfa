//! X7: the JSON Schema of the points file says what the reader says.

use serde_json::{Value, json};

/// Points files, and whether they have the right shape. What a schema cannot say (each id once) is not here.
fn files() -> Vec<(Value, bool)> {
    let of = |point: Value| json!({ "points": [point] });
    vec![
        (json!({ "points": [] }), true),
        (json!({ "points": [], "note": 1 }), true),
        (of(json!({ "id": "a.b" })), true),
        (
            of(json!({ "id": "a.b", "scope": "work", "recommended": null, "skill": ["x"], "file": "y.md", "why": 1 })),
            true,
        ),
        (of(json!({ "id": "a.b", "asks": "?", "required": true, "gate_renames": true, "gate_globs": ["a"] })), true),
        (json!([]), false),
        (json!({}), false),
        (json!({ "points": {} }), false),
        (of(json!("a.b")), false),
        (of(json!({ "asks": "?" })), false),
        (of(json!({ "id": 1 })), false),
        (of(json!({ "id": " " })), false),
        (of(json!({ "id": "a.b", "scope": null })), false),
        (of(json!({ "id": "a.b", "required": "yes" })), false),
        (of(json!({ "id": "a.b", "recommended": 1 })), false),
        (of(json!({ "id": "a.b", "allowed_provenance": "human" })), false),
        (of(json!({ "id": "a.b", "gate_globs": [1] })), false),
        (of(json!({ "id": "a.b", "gate_renames": 1 })), false),
        (of(json!({ "id": "a.b", "skill": 1 })), false),
        (of(json!({ "id": "a.b", "file": [1] })), false),
    ]
}

#[test]
fn the_schema_is_the_reader() {
    let schema: Value = serde_json::from_str(include_str!("../../docs/points.schema.json")).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    for (file, right) in files() {
        assert_eq!(validator.is_valid(&file), right, "schema: {file}");
        assert_eq!(facts::point::read(file.to_string().as_bytes()).is_ok(), right, "reader: {file}");
    }
}

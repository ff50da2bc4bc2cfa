//! JSON texts: which are some, where their values stand, and what is said of those that are none.

use facts::json::{BUDGET, Budget, JsonValue, Kind, read};
use proptest::prelude::*;
use serde_json::Value;

fn values(text: &str) -> Vec<JsonValue> {
    read(text.as_bytes(), BUDGET).expect(text)
}

fn row(value: &JsonValue) -> (&str, Kind, &str, (u32, u32)) {
    (&value.pointer, value.kind, &value.text, (value.line, value.column))
}

/// F1 F2: every value with its pointer (RFC 6901) and its place, in the order of the text.
#[test]
fn f2_values_and_their_places() {
    let text =
        "\u{feff}{\"a/b\": [1, -2.5e+3, true],\r\n \"m~n\": {\"\": null},\n\t\"é\": \"x\\n\\u00e9\\ud83d\\ude00\"}\n";
    let read = values(text);
    let rows: Vec<_> = read.iter().map(row).collect();
    assert_eq!(
        rows,
        [
            ("", Kind::Object, "", (1, 1)),
            ("/a~1b", Kind::Array, "", (1, 9)),
            ("/a~1b/0", Kind::Number, "1", (1, 10)),
            ("/a~1b/1", Kind::Number, "-2.5e+3", (1, 13)),
            ("/a~1b/2", Kind::Flag, "true", (1, 22)),
            ("/m~0n", Kind::Object, "", (2, 9)),
            ("/m~0n/", Kind::Null, "", (2, 14)),
            ("/é", Kind::Text, "x\né😀", (3, 7)),
        ]
    );
    let names: Vec<_> = read.iter().map(|value| value.kind.name()).collect();
    assert_eq!(names, ["object", "array", "number", "number", "flag", "object", "null", "text"]);
}

/// F1: half of a surrogate pair is no reason to lose a file.
#[test]
fn f1_lone_surrogates() {
    for (text, expected) in [
        (r#""\ud83d""#, "\u{fffd}"),
        (r#""\ude00x""#, "\u{fffd}x"),
        (r#""\ud83d\u0041""#, "\u{fffd}A"),
        (r#""\ud83d\n""#, "\u{fffd}\n"),
        (r#""\ud83d\ud83d\ude00""#, "\u{fffd}😀"),
    ] {
        assert_eq!(values(text)[0].text, expected, "{text}");
    }
}

/// Text, line, column, and a part of the message.
const NO_JSON: &[(&str, u32, u32, &str)] = &[
    ("", 1, 1, "the text ends here: expected a value"),
    (" \n", 2, 1, "expected a value"),
    ("nul", 1, 1, "expected a value"),
    ("{\"a\": 1,\n}", 2, 1, "expected a key in quotation marks"),
    ("{\"a\" 1}", 1, 6, "expected `:`"),
    ("{\"a\": 1 \"b\": 2}", 1, 9, "expected `,` or `}`"),
    ("[1 2]", 1, 4, "expected `,` or `]`"),
    ("[1,]", 1, 4, "expected a value"),
    ("[1", 1, 3, "the text ends here: expected `,` or `]`"),
    ("{\"é\": 'x'}", 1, 7, "expected a value"),
    ("\"a\nb\"", 1, 3, "control character"),
    ("\"ab", 1, 4, "the text ends here: expected a quotation mark"),
    ("\"\\x\"", 1, 2, "escape"),
    ("\"\\u12g4\"", 1, 2, "four hexadecimal digits"),
    ("\"\\", 1, 2, "escape"),
    ("\"\\é\"", 1, 2, "escape"),
    ("01", 1, 2, "expected nothing behind the first value"),
    ("-", 1, 2, "expected a digit"),
    ("1.", 1, 3, "expected a digit"),
    ("1e+", 1, 4, "expected a digit"),
    ("{} {}", 1, 4, "expected nothing behind the first value"),
    ("{\"a\": 1,\n \"b\": 2, \"\\u0061\": 3}", 2, 10, "the key `a` stands twice"),
    ("// x\n1", 1, 1, "expected a value"),
];

/// F2: each fault with its place.
#[test]
fn f2_no_json() {
    for (text, line, column, part) in NO_JSON {
        let error = read(text.as_bytes(), BUDGET).expect_err(text);
        assert!(error.message.contains(part), "{text}: {error}");
        assert_eq!((error.line, error.column), (*line, *column), "{text}: {error}");
    }
    let error = read(b"{\"a\":\n \"\xff\"}", BUDGET).expect_err("not UTF-8");
    assert_eq!((error.line, error.column, error.message.as_str()), (2, 3, "this is no UTF-8 text"));
    assert_eq!(values("{\"a\": {\"b\": 1}, \"b\": {\"b\": 2}}").len(), 5, "the same key in two objects");
}

/// F1: nesting, size, number of values and long keys end in an error, not in a crash or a full memory.
#[test]
fn f1_more_than_is_read() {
    let nested = |depth: usize| [b"[".repeat(depth), b"]".repeat(depth)].concat();
    assert_eq!(read(&nested(128), BUDGET).expect("deep enough").len(), 128);
    for depth in [129, 1_000_000] {
        let error = read(&nested(depth), BUDGET).expect_err("too deep");
        assert_eq!((error.column, error.message.contains("within each other")), (129, true), "{error}");
    }
    let small = Budget { bytes: 40, values: 3, lowered: 30, depth: 2 };
    for (text, place, part) in [
        ("[1, 2, 3]", (1, 8), "more than 3 values"),
        ("[\n[[1]]]", (2, 2), "more than 2 objects"),
        ("{\"aaaaaaaaaaaaaaaa\": [1, 2]}", (1, 23), "more than 30 bytes"),
        ("[\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"]", (1, 1), "at most 40"),
    ] {
        let error = read(text.as_bytes(), small).expect_err(text);
        assert_eq!((error.line, error.column), place, "{error}");
        assert!(error.message.contains(part), "{error}");
    }
    assert_eq!(read(b"[1, 2]", small).expect("within the budget").len(), 3);
}

/// The values as another reader gives them.
fn expected(value: &Value, pointer: String, out: &mut Vec<(String, &'static str, String)>) {
    let (kind, text) = match value {
        Value::Null => ("null", String::new()),
        Value::Bool(flag) => ("flag", flag.to_string()),
        Value::Number(number) => ("number", number.to_string()),
        Value::String(text) => ("text", text.clone()),
        Value::Array(_) => ("array", String::new()),
        Value::Object(_) => ("object", String::new()),
    };
    out.push((pointer.clone(), kind, text));
    match value {
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(nth, item)| expected(item, format!("{pointer}/{nth}"), out));
        }
        Value::Object(members) => members.iter().for_each(|(key, member)| {
            expected(member, format!("{pointer}/{}", key.replace('~', "~0").replace('/', "~1")), out);
        }),
        _ => {}
    }
}

fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        "[\\PC\n\"\\\\~/]{0,8}".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 32, 5, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            proptest::collection::btree_map("[a~/\"é]{0,3}", inner, 0..5)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

proptest! {
    /// F1: what another writer writes is read as it was meant, and each pointer leads to its value.
    #[test]
    fn f1_any_value(value in any_value(), pretty: bool) {
        let text = if pretty { serde_json::to_string_pretty(&value) } else { serde_json::to_string(&value) };
        let text = text.expect("a value is JSON");
        let mut wanted = Vec::new();
        expected(&value, String::new(), &mut wanted);
        let read: Vec<_> = values(&text).into_iter().map(|v| (v.pointer, v.kind.name(), v.text)).collect();
        prop_assert!(read.iter().all(|(pointer, ..)| value.pointer(pointer).is_some()));
        prop_assert_eq!(read, wanted);
    }

    /// F2: a value begins where its place says.
    #[test]
    fn f2_any_place(value in any_value()) {
        let text = serde_json::to_string_pretty(&value).expect("a value is JSON");
        for read in values(&text) {
            let line = text.split('\n').nth(read.line as usize - 1).expect("a line");
            let rest: String = line.chars().skip(read.column as usize - 1).collect();
            let begins = match read.kind {
                Kind::Object => "{".into(),
                Kind::Array => "[".into(),
                Kind::Null => "null".into(),
                Kind::Text => serde_json::to_string(&read.text).expect("a text"),
                Kind::Number | Kind::Flag => read.text,
            };
            prop_assert!(rest.starts_with(&begins), "{} does not begin with {}", rest, begins);
        }
    }

    /// F1: another reader takes the same texts for JSON, apart from keys that stand twice, surrogates and long numbers.
    #[test]
    fn f1_any_text(text in "[\\[\\]{},:\"\\\\ntrue0-9.eE+ \n]{0,12}|\\{\"a\": *[0-9\\[\\]\"ab,\\\\]{0,8}\\}") {
        let ours = read(text.as_bytes(), BUDGET);
        let theirs = serde_json::from_str::<serde::de::IgnoredAny>(&text);
        match &ours {
            Err(error) if error.message.contains("stands twice") => {}
            _ => prop_assert_eq!(ours.is_ok(), theirs.is_ok(), "{:?} {:?}", ours, theirs),
        }
    }
}

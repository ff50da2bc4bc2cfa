//! The payload: what is read, and what is refused with a reason.

use facts::payload::{mend, read};
use proptest::prelude::*;

/// G1: the tool, the top-level texts, and every text of the input by its pointer.
#[test]
fn g1_texts_come_out_by_pointer() {
    let text = br#"{"tool_name":"MultiEdit","cwd":"/r","n":1,
        "tool_input":{"file_path":"a.md","edits":[{"new_string":"x"},{"new_string":"y"}],"a/b~":"z","flag":true}}"#;
    let payload = read(text).expect("a sound payload");
    assert_eq!(payload.tool, "MultiEdit");
    let fields: Vec<_> = payload.fields.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
    assert_eq!(fields, [("cwd", "/r"), ("tool_name", "MultiEdit")]);
    let texts: Vec<_> = payload.texts.iter().map(|(p, v)| (p.as_str(), v.as_str())).collect();
    assert_eq!(
        texts,
        [("/a~1b~0", "z"), ("/edits/0/new_string", "x"), ("/edits/1/new_string", "y"), ("/file_path", "a.md")]
    );
}

/// G3, G23: a mark, white space, an input that is missing, a member that is there twice.
#[test]
fn g3_what_passes() {
    for text in [
        "\u{feff}{\"tool_name\":\"Write\"}",
        "\n\t {\"tool_name\":\"Write\"}\r\n\n",
        "{\"tool_name\":\"Read\",\"tool_name\":\"Write\"}",
        "{\"tool_name\":\"Write\",\"tool_input\":null}",
        "{\"tool_name\":\"Write\",\"tool_input\":\"text\"}",
    ] {
        let payload = read(text.as_bytes()).unwrap_or_else(|fault| unreachable!("{text:?}: {fault}"));
        assert_eq!(payload.tool, "Write", "{text:?}");
    }
}

/// G3, G23: a reason for each.
#[test]
fn g3_what_is_refused() {
    let deep = format!("{{\"tool_name\":\"Write\",\"tool_input\":{}", "[".repeat(200_000));
    for (text, reason) in [
        ("", "empty"),
        (" \n", "empty"),
        ("\u{feff}", "empty"),
        ("[]", "an array"),
        ("\"Write\"", "a text"),
        ("null", "null"),
        ("{}", "no `tool_name`"),
        ("{\"tool_name\":7}", "a number"),
        ("{\"tool_name\":null}", "null"),
        ("{\"tool_name\":\"Write\"", "not one JSON object"),
        ("{\"tool_name\":\"Write\"}{\"tool_name\":\"Read\"}", "not one JSON object"),
        ("{\"tool_name\":\"Write\"}\0", "not one JSON object"),
        ("{\"tool_name\":\"Write\"} x", "not one JSON object"),
        (deep.as_str(), "not one JSON object"),
    ] {
        let fault = read(text.as_bytes()).expect_err(reason);
        assert!(fault.contains(reason), "{fault}");
    }
}

/// G3, G18: half a surrogate pair, bytes that are no UTF-8 and raw control characters lose a character, not the call.
#[test]
fn g3_broken_texts_are_mended() {
    let cases: [(&[u8], &str); 6] = [
        (br#"a\ud83db"#, "a\u{fffd}b"),
        (br#"\udc00"#, "\u{fffd}"),
        (br#"\ud83d\ud83d\ude00"#, "\u{fffd}\u{1f600}"),
        (br#"\\ud83d"#, "\\ud83d"),
        (b"a\xffb\x00", "a\u{fffd}b\0"),
        (b"a\nb", "a\nb"),
    ];
    for (written, read_as) in cases {
        let text = [br#"{"tool_name":"Write","tool_input":{"content":""#, written, br#""}}"#].concat();
        let payload = read(&text).expect("mended");
        assert_eq!(payload.texts, [("/content".to_string(), read_as.to_string())]);
    }
}

proptest! {
    /// G3: any bytes are a payload or a reason, never a panic.
    #[test]
    fn g3_any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = read(&bytes);
        let _ = mend(&bytes);
    }

    /// Sound JSON is not touched.
    #[test]
    fn mending_keeps_sound_text(text in "\\PC*") {
        let json = serde_json::to_string(&text).expect("a text is JSON");
        prop_assert_eq!(mend(json.as_bytes()), json);
    }

    /// What is mended is what the client wrote, with the broken characters replaced.
    #[test]
    fn mended_text_parses(units in proptest::collection::vec(any::<u16>(), 0..20)) {
        let escapes: String = units.iter().map(|unit| format!("\\u{unit:04x}")).collect();
        let text: String = serde_json::from_str(&mend(format!("\"{escapes}\"").as_bytes())).expect("mended");
        prop_assert_eq!(text, String::from_utf16_lossy(&units));
    }
}

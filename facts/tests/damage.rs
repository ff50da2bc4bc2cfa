//! Damaged transcripts: what is cut, odd or huge hides nothing that stands beside it.

use facts::transcript::{read_all, read_damaged, read_questions};
use serde_json::{Value, json};

#[path = "shared/entries.rs"]
mod entries;

use entries::{Scratch, answered, asks, hook, lines, result, values};

/// G18, reports C01, C31: a line that is cut loses itself only, and can be named.
#[test]
fn a_cut_line_hides_nothing_behind_it() {
    let whole = asks("m", "t").to_string();
    let cut = &whole[..whole.len() - 9];
    let content = format!("{}\n{cut}\n{whole}\n{}\n", json!({"type":"mode"}), answered("t", "A"));
    let transcript = hook(&content);
    assert_eq!((transcript.uses[0].place.line, values(&transcript)), (3, vec!["A"]));
    assert_eq!((transcript.damaged.len(), transcript.damaged[0].line), (1, 2));
    assert!(transcript.damaged[0].text.contains("adopt.personas") && transcript.damaged[0].finished);
    let file = Scratch::new(format!("{content}{{\"type\":\"user\",\"cut"));
    let damaged = read_damaged(&file.0, "").unwrap();
    let seen: Vec<_> = damaged.iter().map(|line| (line.line, line.finished)).collect();
    assert_eq!(seen, [(2, true), (5, false)]);
    // A file without damage has none.
    assert!(read_damaged(&Scratch::new(lines(&[asks("m", "t")])).0, "").unwrap().is_empty());
}

/// G18, report C03: a record that begins inside a broken one is found, and what is broken is named.
#[test]
fn a_record_behind_a_broken_one_on_the_same_line_is_found() {
    let broken = r#"{"type":"note","sessionId":"s","x"#;
    let transcript = hook(format!("{}\n{broken}{}\n", asks("m", "t"), answered("t", "A")));
    assert_eq!(values(&transcript), ["A"]);
    let file = Scratch::new(format!("{broken}{}\n", asks("m", "t")));
    assert_eq!(read_all(&file.0).unwrap().questions.len(), 1);
    assert_eq!(read_damaged(&file.0, "").unwrap()[0].text, broken);
    // A sub-agent's question in a progress line does not come up when the line around it breaks.
    let mut inner = asks("m", "t");
    for key in ["parentUuid", "sessionId", "cwd"] {
        inner.as_object_mut().unwrap().remove(key);
    }
    for tail in ["", "},\"toolUseID\":\"x\"}", "}}}"] {
        let line = format!("{{\"type\":\"progress\",\"x{{\"data\":{{\"message\":{inner}{tail}\n");
        assert!(hook(&line).uses.is_empty(), "{tail}");
    }
}

/// G18: two whole entries on one line are two entries.
#[test]
fn two_entries_on_one_line_are_both_read() {
    let transcript = hook(format!("{}{}\n", asks("m", "t"), answered("t", "A")));
    assert_eq!((transcript.questions.len(), values(&transcript)), (1, vec!["A"]));
    assert_eq!((transcript.answers[0].place.line, transcript.answers[0].place.entry), (1, 1));
    assert!(transcript.damaged.is_empty());
}

/// G18, reports C05, C11: lone surrogates, a byte order mark, NULs, bytes that are no UTF-8, deep nesting.
#[test]
fn odd_bytes_do_not_lose_a_line() {
    let question = asks("m", "t").to_string();
    let answer = answered("t", "A").to_string();
    let deep = format!("\"x\":{}{},", "[".repeat(300), "]".repeat(300));
    for odd in [&b"\"x\":\"\\ud83c\\n\","[..], b"\"x\":\"\\udc00\",", b"\"x\":\"a\0b\xff\",", deep.as_bytes()] {
        let line =
            [b"\xef\xbb\xbf{", odd, &question.as_bytes()[1..], b"\n\0\0{", odd, &answer.as_bytes()[1..], b"\0\n"];
        let transcript = hook(line.concat());
        assert_eq!((transcript.questions.len(), values(&transcript)), (1, vec!["A"]));
        assert!(transcript.damaged.is_empty());
    }
}

/// Report C13: a line of 20 MB in front of the answer.
#[test]
fn a_huge_line_is_passed() {
    let image = result("t0", &"A".repeat(20_000_000), Value::Null);
    let file = Scratch::new(lines(&[asks("m", "t"), image, answered("t", "A")]));
    let transcript = read_questions(&file.0, None).unwrap();
    assert_eq!((values(&transcript), transcript.answers[0].place.line), (vec!["A"], 3));
}

//! Which ids a draft declares, the notes that it has of them, and what it mentions.

use super::*;

fn read_all(text: &str) -> Vec<(String, &'static str, String, String)> {
    let note = |note: &Note| format!("{} {}", note.class, note.reference);
    let of = |e: Element| (e.id, e.form.name(), e.statement, e.notes.iter().map(note).collect::<Vec<_>>().join(", "));
    read(text, "Provenance").into_iter().map(of).collect()
}

fn ids_of(text: &str) -> Vec<String> {
    read(text, "Provenance").into_iter().map(|element| element.id).collect()
}

/// D16: an id declares an element as the first word of a heading, an item or a row's first cell, and nowhere else.
#[test]
fn what_declares_and_what_mentions() {
    let text = "# REQ-1 a\n\nREQ-2 in prose\n\n- **AC-1**: x\n- [ ] `AC-2` y\n- [AC-3](#x) z\n- see AC-4\n\n\
        | CFR-9 | b |\n|---|---|\n| CFR-1 | b |\n| b | CFR-2 |\n\n```\n- REQ-3\n```\n<!--\n- REQ-4\n-->\n\n\
        1. OQ-1. who?\n";
    assert_eq!(ids_of(text), ["REQ-1", "AC-1", "AC-2", "AC-3", "CFR-1", "OQ-1"]);
}

/// D16: ids are whole.
#[test]
fn an_id_is_taken_whole() {
    assert_eq!(
        ids_of("- REQ-12 a\n- REQ-1a b\n- REQ-1-2 c\n- REQ-1.2 d\n- REQ-1. e\n- REQ- f\n- req-1 g\n"),
        ["REQ-12", "REQ-1"]
    );
    assert_eq!(ids("OQ-1, (OQ-2) and XOQ-3, OQ-44; UTF-8x").collect::<Vec<_>>(), ["OQ-1", "OQ-2", "XOQ-3", "OQ-44"]);
}

/// D16: where a note may stand, in each form; a note of the next element is not this one's.
#[test]
fn notes_by_form() {
    let text = "## REQ-1 One\n\nWords.\n\n**Provenance:** elicited `DEC-1`\n\n## REQ-2 Two\n\n## Other\n\nProvenance: elicited T9\n\n\
        - AC-1: wraps\n  Provenance: elicited DEC-1.\n  - AC-2 inner. `Provenance: parked OQ-1`\n\n  More of AC-1.\n- AC-3\n\n\
        | id | limit | Provenance |\n|---|---|---|\n| CFR-1 | l | ratified ASSUME-1 |\n| CFR-2 | m | - |\n| CFR-3 | n |\n";
    let found: Vec<_> = read_all(text).into_iter().map(|(id, _, _, notes)| (id, notes)).collect();
    let expected = [
        ("REQ-1", "elicited DEC-1"),
        ("REQ-2", ""),
        ("AC-1", "elicited DEC-1"),
        ("AC-2", "parked OQ-1"),
        ("AC-3", ""),
        ("CFR-1", "ratified ASSUME-1"),
        ("CFR-2", " "),
        ("CFR-3", ""),
    ];
    assert_eq!(found, expected.map(|(id, notes)| (id.to_owned(), notes.to_owned())));
}

/// D8: what an element says does not change with its note.
#[test]
fn a_statement_is_without_id_and_notes() {
    let text = "- DEC-1: one day. Provenance: elicited T4\n- DEC-2 — no mower\n\n## DEC-3 Three\n\nmore\n\n| DEC | says | Provenance |\n|--|--|--|\n| DEC-4 | four | elicited T1 |\n";
    let found: Vec<_> = read_all(text).into_iter().map(|(_, _, statement, _)| statement).collect();
    assert_eq!(found, ["one day.", "no mower", "Three more", "four"]);
}

/// D9: a question that mentions an assumption, wherever in it.
#[test]
fn mentions_of_an_element() {
    let found = read("- OQ-1: frost?\n\n  Was ASSUME-2, not ASSUME-22. OQ-1\n- OQ-2\n", "Provenance");
    assert_eq!(found[0].mentions, ["ASSUME-2", "ASSUME-22"]);
    assert!(found[1].mentions.is_empty());
}

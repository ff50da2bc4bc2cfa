//! S2: what is a quotation in a record, and when a text says another one word for word.

use facts::quotation::{read, spoken};
use proptest::prelude::*;

/// The quotations' texts.
fn spans(text: &str) -> Vec<String> {
    read(text).into_iter().map(|quotation| quotation.text).collect()
}

/// S2: each shape of quotation marks.
#[test]
fn s2_every_shape_of_marks() {
    for text in [
        "he said \"we share one well\" and left",
        "he said “we share one well” and left",
        "powiedział „we share one well” i wyszedł",
        "er sagte „we share one well“ und ging",
        "er sagte »we share one well« und ging",
        "il a dit « we share one well » et partit",
        "il a dit «\u{a0}we share one well\u{a0}» et partit",
        "il a dit «\u{202f}we share one well\u{202f}», puis partit",
        "he said ‘we share one well’ and left",
        "er sagte ›we share one well‹ und ging",
        "hän sanoi ”we share one well” ja lähti",
        "er sagte „we share one well\" und ging",
        "\"we share one well\"",
        "(\"we share one well\")",
        "he said:\"we share one well\".",
        "he said \" we share one well \" and left",
        "he said \" we share one well \".",
        "**\"we share one well\"**",
        "\"we *share* one **well**\"",
        "| who | what |\n|---|---|\n| Jo | \"we share one well\" |",
        "- \"we share\n  one well\"",
        "> he said “we share\n> one well”",
        "# \"we share one well\"",
        "he said &ldquo;we share one well&rdquo; and left",
        "[he said \"we share one well\"](a.md \"a title\")",
        "    he said \"we share one well\"",
        "\u{feff}\"we share one well\"",
    ] {
        assert_eq!(spans(text), ["we share one well"], "{text}");
    }
}

/// S2: what only looks like a quotation.
#[test]
fn s2_what_is_no_quotation() {
    for text in [
        "don't dig; it's the dogs' well, and the others' too",
        "a pipe of 6\" and one of 8\" lie there",
        "a board of 5\"x7\" and a \"half",
        "“never closed, and nothing behind it is swallowed",
        "\"opened here\n\nand closed there\" says nobody",
        "- \"opened here\n- and closed there\"",
        "| a | b |\n|---|---|\n| \"x | y\" |",
        "```\nsay \"we share one well\"\n```",
        "`git commit -m \"we share one well\"`",
        "<!-- \"we share one well\" -->",
        "<a title=\"we share one well\">x</a>",
        "---\ntitle: \"we share one well\"\n---\n\ntext",
        "Settings » Users » Roles",
        "the ‘90s were good for the dogs’ well",
        "[x](a.md \"we share one well\")",
    ] {
        assert_eq!(spans(text), [""; 0], "{text}");
    }
}

/// S2: a mark without its partner does not hide the quotations beside it.
#[test]
fn s2_unbalanced_marks_hide_nothing() {
    assert_eq!(spans("a 6\" pipe and \"we share one well\""), ["we share one well"]);
    assert_eq!(spans("\"one and \"we share one well\" he said"), ["we share one well"]);
    assert_eq!(spans("“one and “we share one well” he said"), ["we share one well"]);
    assert_eq!(spans("\"open\n\n\"we share one well\" he said"), ["we share one well"]);
    assert_eq!(spans("\"a b\" and \"c d\", “e f”; «g h» »i j«"), ["a b", "c d", "e f", "g h", "i j"]);
}

/// S2: a quotation within a quotation is a part of it.
#[test]
fn s2_nested() {
    assert_eq!(spans("\"he said \"no way\" to me\" she says"), ["he said \"no way\" to me"]);
    assert_eq!(spans("“he said ‘don’t’ to me” she says"), ["he said ‘don’t’ to me"]);
    assert_eq!(spans("« a « b » c »"), ["a « b » c"]);
    assert_eq!(spans("“we use `make \"all\"` here”"), ["we use make \"all\" here"]);
}

/// S2: line and column are those of the opening mark.
#[test]
fn s2_places() {
    let text = "# Intake\n\n- ä “a b\n  c” and \"d e\"\n\n| x |\n|---|\n| &quot;f g&quot; |\r\n";
    let places: Vec<_> =
        read(text).into_iter().map(|quotation| (quotation.line, quotation.column, quotation.text)).collect();
    let expected = [(3, 5, "a b c"), (4, 10, "d e"), (8, 3, "f g")];
    assert_eq!(places, expected.map(|(line, column, text)| (line, column, text.to_owned())));
}

/// S2: words are counted without omissions, which part a quotation.
#[test]
fn s2_words_and_parts() {
    for (text, words, parts) in [
        ("\"nobody digs another well\"", 4, &["nobody digs another well"][..]),
        ("\"nobody – digs – well\"", 3, &["nobody – digs – well"]),
        ("“we share … one well”", 4, &["we share", "one well"]),
        ("“we share .... one [deep] well”", 4, &["we share", "one", "well"]),
        ("“we share […] one well”", 4, &["we share", "one well"]),
        ("“we [never closed one well”", 5, &["we [never closed one well"]),
        ("“[all of this is ours]”", 0, &[]),
    ] {
        let quotation = &read(text)[0];
        assert_eq!((quotation.words(), quotation.parts()), (words, parts.to_vec()), "{text}");
    }
}

/// S2: white space, the shape of marks, case and emphasis do not matter; words do, and their order.
#[test]
fn s2_word_for_word() {
    let says = |said: &str, quoted: &str| spoken(said).contains(&spoken(quoted));
    let said = "So:  we “share” ONE\n well – don't\u{a0}we? It's über-old, ok.";
    for quoted in [
        "we share one well",
        "We 'SHARE' one well,",
        "one well — don’t we?!",
        "**one** `well`",
        "it’s ÜBER-OLD",
        "so: we",
    ] {
        assert!(says(said, quoted), "{quoted}");
    }
    for quoted in [
        "we share two wells",
        "we share one we",
        "e share one",
        "share we one",
        "well dont we",
        "one well, don't",
        "so we share",
    ] {
        assert!(!says(said, quoted), "{quoted}");
    }
    assert_eq!(spoken("“We share **one** well!”"), " we share one well ");
    assert_eq!(spoken("a -- b—c"), " a - b - c ");
    assert_eq!(spoken("…"), " ");
}

/// S2: a long text with a mark at each word is read in one pass.
#[test]
fn s2_many_marks_take_no_time() {
    let text = "\"a ".repeat(100_000) + &"„b ".repeat(100_000) + &"c” ".repeat(50_000);
    assert_eq!(read(&text).len(), 1);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    /// S2: whatever the text, there is no panic, and what is quoted word for word is found in it.
    #[test]
    fn any_text_is_read(text in "[a-c \"“”„«»‘’`*|>\\[\\].…\n\\-é<&]{0,80}") {
        for quotation in read(&text) {
            prop_assert!(quotation.line >= 1 && quotation.column >= 1);
            for part in quotation.parts() {
                prop_assert!(spoken(&quotation.text).contains(&spoken(part)), "{part}");
            }
        }
    }
}

//! Markdown: what is prose, which rows a backlog has, markers, and places to fill in.

use facts::markdown::{named, placeholders, read};
use proptest::prelude::*;

const MARKER: &str = "[NEEDS REVIEW]";
const LABEL: &str = "Backlog:";

/// Each marker: its line, and the ids that it names.
fn markers(text: &str) -> Vec<(u32, Vec<String>)> {
    let found = read(text).markers(MARKER);
    found.iter().map(|marker| (marker.line, named(&marker.prose, LABEL).map(str::to_owned).collect())).collect()
}

fn marker(line: u32, ids: &[&str]) -> (u32, Vec<String>) {
    (line, ids.iter().map(|id| (*id).to_owned()).collect())
}

fn lines_of(text: &str, part: &str) -> Vec<u32> {
    read(text).holds(part).map(|(line, _)| line).collect()
}

fn rows(text: &str) -> Vec<String> {
    read(text).named.into_iter().map(|named| named.id).collect()
}

/// L6: the id is read from the prose behind the `>`, however it is wrapped and marked up.
#[test]
fn l6_a_marker_names_its_row() {
    let named = [marker(3, &["B-7"])];
    for quotation in [
        "> [NEEDS REVIEW] Drafted. Backlog: B-7.",
        "> [NEEDS REVIEW] Drafted, and long. Backlog:\n> B-7.",
        "> [NEEDS\n> REVIEW] Drafted. Backlog: B-7",
        "> [NEEDS REVIEW]\n>\n> Drafted. Backlog: B-7.",
        "> [NEEDS REVIEW] Drafted. Backlog:\nB-7, later.",
        "> **[NEEDS REVIEW]** Drafted. *Backlog:* `B-7`.",
        "> [NEEDS REVIEW] Drafted. Backlog: [B-7](../backlog.md#b-7).",
        "> [NEEDS REVIEW] Drafted (Backlog: B-7)",
        ">[NEEDS REVIEW] Drafted. Backlog: B-7;",
        "> # [NEEDS REVIEW] Backlog: B-7",
        "> - [NEEDS REVIEW] Backlog: B-7",
        "- item\n\n  > [NEEDS REVIEW] Backlog: B-7",
        "> > [NEEDS REVIEW] Backlog: B-7",
        "> [!NOTE]\n> [NEEDS REVIEW] Backlog: B-7",
    ] {
        let text = format!("# A\n\n{quotation}\n\nBehind. Backlog: B-9.\n");
        let found = markers(&text);
        assert_eq!(found.iter().map(|(_, ids)| ids).collect::<Vec<_>>(), [&named[0].1], "{quotation}");
        let crlf = markers(&format!("\u{feff}{}", text.replace('\n', "\r\n")));
        assert_eq!(crlf, found, "{quotation}");
    }
    assert_eq!(markers("# A\n\n> [NEEDS REVIEW] Backlog: B-7.\n\n[NEEDS REVIEW]: https://example.test\n"), named);
}

/// L6: a marker that names nothing is there all the same, and each of several stands on its own.
#[test]
fn l6_markers_that_name_no_row() {
    assert_eq!(markers("> [NEEDS REVIEW] Drafted.\n"), [marker(1, &[])]);
    assert_eq!(markers("> [NEEDS REVIEW] Drafted. Backlog: .\n"), [marker(1, &[])]);
    assert_eq!(markers("> [NEEDS REVIEW] <!-- Backlog: B-7. -->\n"), [marker(1, &[])]);
    assert_eq!(markers("> [NEEDS REVIEW] Drafted.\n\nBacklog: B-7.\n"), [marker(1, &[])]);
    let two = [marker(1, &["B-1"]), marker(3, &[])];
    assert_eq!(markers("> [NEEDS REVIEW] Backlog: B-1.\n>\n> [NEEDS REVIEW] Drafted.\n"), two);
    assert_eq!(markers("> [NEEDS REVIEW] Backlog: B-1.\n\n> [NEEDS REVIEW] Drafted.\n"), two);
    let close = "> [NEEDS REVIEW] Backlog: B-1.\n> [NEEDS REVIEW] Drafted.\n";
    assert_eq!(markers(close), [marker(1, &["B-1"]), marker(2, &[])]);
}

/// L6, D13, D23: what is no marker: prose, code, a comment, a quoted mention.
#[test]
fn l6_no_markers() {
    for text in [
        "[NEEDS REVIEW] Drafted.\n",
        "> The marker is [NEEDS REVIEW], put it at the top.\n",
        "> `[NEEDS REVIEW]` is the marker.\n",
        "> [NEEDS REVIEWER] Drafted.\n",
        "> NEEDS REVIEW\n",
        "```\n> [NEEDS REVIEW] Drafted.\n```\n",
        "````\n```\n> [NEEDS REVIEW] Drafted.\n````\n",
        "~~~\n> [NEEDS REVIEW] Drafted.\n```\n",
        "> ```\n> [NEEDS REVIEW] Drafted.\n> ```\n",
        "    > [NEEDS REVIEW] Drafted.\n",
        "<!--\n> [NEEDS REVIEW] Drafted.\n-->\n",
    ] {
        assert_eq!(markers(text), [], "{text}");
    }
    for text in ["> \u{26a0}\u{fe0f} [NEEDS REVIEW] Drafted.\n", "> **[NEEDS REVIEW]** Drafted.\n"] {
        assert_eq!(markers(text).len(), 1, "{text}");
    }
    assert_eq!(markers("> Drafted by the run.\n> [NEEDS REVIEW] Look.\n"), [marker(2, &[])]);
    let after = "````\n```\n````\n> [NEEDS REVIEW] Drafted.\n";
    assert_eq!(markers(after), [marker(4, &[])]);
}

/// L2: the first cell of a row, or the first word of an item or heading, behind a task box, less a colon.
#[test]
fn l2_rows_of_a_backlog() {
    let table = "| id | what |\n|---|---|\n| B-1 | x |\n| `B-2` | B-3 |\n| [B-4](#b) | y |\n| two words | z |\n";
    assert_eq!(rows(table), ["B-1", "B-2", "B-4", "two words"]);
    let list =
        "- B-1 x\n- [ ] B-2: y\n* [x] **B-3** z\n1. B-4\n   - B-5 w\n\n- [B-6](#b) v\n\n  B-7 is no row\n- ~~B-8~~ u\n";
    assert_eq!(rows(list), ["B-1", "B-2", "B-3", "B-4", "B-5", "B-6", "B-8"]);
    assert_eq!(rows("# B-1: x\n\n### [ ] B-2 y\n\nB-3\n---\n\nB-4 is prose\n"), ["B-1", "B-2", "B-3"]);
    for none in [
        "```\n- B-1 x\n```\n",
        "<!-- - B-1 -->\n",
        "    # B-1\n",
        "-\n",
        "| B-1 | x |\n",
        "- \n\n  ```\n  B-1\n  ```\n",
    ] {
        assert_eq!(rows(none), Vec::<String>::new(), "{none}");
    }
}

/// C1: prose, code spans included; each place by its line.
#[test]
fn c1_prose_holds() {
    let text = "# Ask [a.b]\n\nCall `AskUserQuestion` with\n[a.b] or [a.b](x.md).\n\n| a |\n|---|\n| [a.b] |\n";
    assert_eq!(lines_of(text, "[a.b]"), [1, 4, 4, 8]);
    assert_eq!((lines_of(text, "AskUserQuestion"), lines_of(text, "with [a.b]")), (vec![3], vec![3]));
    assert_eq!(lines_of("[a.b]\n\n[a.b]: https://example.test\n", "[a.b]"), [1]);
    assert_eq!(lines_of("<details>\n[a.b] <!-- [a.c] -->\n</details>\n", "[a.b]"), [2]);
    for (none, part) in [
        ("```\n[a.b]\n```\n", "[a.b]"),
        ("    [a.b]\n", "[a.b]"),
        ("<!-- [a.b] -->\n", "[a.b]"),
        ("x <!-- [a.b] --> y\n", "[a.b]"),
        ("<details>\n<!--\n[a.b]\n-->\n</details>\n", "[a.b]"),
        ("a.b\n", "[a.b]"),
        ("a\n", ""),
    ] {
        assert!(lines_of(none, part).is_empty(), "{none}");
    }
}

/// C2: a heading's section ends before the next one of its level or above.
#[test]
fn c2_sections() {
    let text = "# A `x`\n\n## B\ntext\n### C\n\n## D ##\n\n> # quoted\n\n```\n# code\n```\n\nE\n===\nlast\n";
    let found: Vec<_> = read(text).headings.into_iter().map(|it| (it.line, it.last, it.level, it.text)).collect();
    let heading = |line, last, level, text: &str| (line, last, level, text.to_owned());
    assert_eq!(
        found,
        [
            heading(1, 14, 1, "A x"),
            heading(3, 6, 2, "B"),
            heading(5, 6, 3, "C"),
            heading(7, 14, 2, "D"),
            heading(15, 17, 1, "E")
        ]
    );
}

/// L4: `{{NAMES}}` anywhere, `<words>` outside of code; HTML is none.
#[test]
fn l4_places_to_fill_in() {
    let found = |text: &str| -> Vec<(u32, u32, String)> {
        placeholders(text, &read(text)).into_iter().map(|it| (it.line, it.column, it.text)).collect()
    };
    let one = |line, column, text: &str| vec![(line, column, text.to_owned())];
    for (text, line, column, words) in [
        ("# A\n\n<name the people this is for>\n", 3, 1, "<name the people this is for>"),
        ("For <who>.\n", 1, 5, "<who>"),
        ("\u{feff}a\r\n| x |\r\n|---|\r\n| <who> |\r\n", 4, 3, "<who>"),
        ("For &lt;who&gt;.\n", 1, 5, "<who>"),
        ("# Decision <title>\n", 1, 12, "<title>"),
        ("<div>\n<who>\n</div>\n", 2, 1, "<who>"),
        ("v<major.minor>\n", 1, 2, "<major.minor>"),
        ("a {{NAME}}\n", 1, 3, "{{NAME}}"),
        ("```\n{{ PROJECT_NAME }}\n```\n", 2, 1, "{{ PROJECT_NAME }}"),
        ("`{{A1}}`\n", 1, 2, "{{A1}}"),
    ] {
        assert_eq!(found(text), one(line, column, words), "{text}");
    }
    for none in [
        "`<who>`\n",
        "```\n<who>\n```\n",
        "    <who>\n",
        "a <br> b<br/>\n<img src=\"x\">\n",
        "<details open>\n<summary>x</summary>\n</details>\n",
        "<https://example.test> <a@example.test>\n",
        "<!-- <who> -->\n",
        "a < b and c > d, 3 <4> 5\n",
        "${{ secrets.TOKEN }} and ${{ TOKEN }}\n",
        "{{ lower }} {{}} {{A} }\n",
        "</who>\n",
    ] {
        assert_eq!(found(none), [], "{none}");
    }
}

/// L6: large texts are read in one pass, whatever their lines.
#[test]
fn l6_large_texts() {
    let long = "*a* `b` ".repeat(100_000);
    assert_eq!(lines_of(&format!("{long}end\n"), "end"), [1]);
    let quotations = "> [NEEDS REVIEW] Backlog: B-7.\n\n".repeat(20_000);
    assert_eq!(markers(&quotations).len(), 20_000);
    assert_eq!(rows(&"- ".repeat(5_000)), Vec::<String>::new());
    assert_eq!(lines_of(&format!("{}x", "> ".repeat(5_000)), "x"), [1]);
}

proptest! {
    /// L6: any text is Markdown, and what is found lies in it.
    #[test]
    fn l6_any_text(text in "[|\\-ab.\n\r`> #:<!é\\[\\]{}x*~]{0,80}|\\PC{0,40}") {
        let document = read(&text);
        let count = text.split(['\n', '\r']).count();
        for heading in &document.headings {
            prop_assert!(heading.line <= heading.last && heading.last as usize <= count);
        }
        for (line, _) in document.blocks.iter().map(|block| block.position(0)) {
            prop_assert!(line >= 1 && line as usize <= count);
        }
        for place in placeholders(&text, &document) {
            prop_assert!(place.line as usize <= count);
        }
    }
}

//! Ledgers: which rows are rows, and where their cells stand.

use facts::ledger::{Ledger, Why, is_point_id, read};
use proptest::prelude::*;

const END: &str = "## Questions this run asked that no point declares";
const HEAD: &str = "| point | state | who | when | landed in | backlog row |\n|---|---|---|---|---|---|\n";

fn rows(text: &str) -> Vec<(u32, String, String, usize)> {
    let short =
        |ledger: Ledger| ledger.rows.into_iter().map(|row| (row.line, row.point, row.state, row.width)).collect();
    short(read(text, END))
}

fn row(line: u32, point: &str, state: &str, width: usize) -> (u32, String, String, usize) {
    (line, point.into(), state.into(), width)
}

/// L1: rows by position; other tables are prose; the record ends at the heading.
#[test]
fn l1_rows_of_the_record() {
    let text = format!(
        "# Ledger\n\n| State | Use |\n|---|---|\n| `pending` | later |\n\n{HEAD}| `adopt.personas` | human | Ann | 2026-09-03 | docs/a.md | - |\n\
         | adopt.layout | `absent` | - | - | - | - | extra |\n\n{END}\n\n{HEAD}| plot.fence | human | A | b | c | d |\n"
    );
    assert_eq!(rows(&text), [row(9, "adopt.personas", "human", 6), row(10, "adopt.layout", "absent", 7)]);
    let ledger = read(&text, END);
    assert_eq!((ledger.end, ledger.strays.len()), (Some((12, 1)), 0));
    let first = &ledger.rows[0];
    assert_eq!((first.column, first.header), (3, 6));
    let cells: Vec<_> = first.cells.iter().map(|cell| (cell.text.as_str(), cell.column)).collect();
    assert_eq!(
        cells,
        [("`adopt.personas`", 3), ("human", 22), ("Ann", 30), ("2026-09-03", 36), ("docs/a.md", 49), ("-", 61)]
    );
}

/// L1: the heading counts by text and level, at the top level only.
#[test]
fn l1_the_end_of_the_record() {
    let behind = format!("\n{HEAD}| a.b | human | A | b | c | d |\n");
    let title = END.trim_start_matches("## ");
    for (heading, ends) in [
        (END.to_string(), true),
        (format!("{END} ##"), true),
        (format!("{title}\n---"), true),
        ("## Questions this *run* asked that no `point` declares".into(), true),
        (format!("# {title}"), false),
        (format!("### {title}"), false),
        (format!("> {END}"), false),
        (format!("```\n{END}\n```"), false),
        (format!("<!--\n{END}\n-->"), false),
        (title.to_string(), false),
        ("## Questions".into(), false),
    ] {
        let ledger = read(&format!("x\n\n{heading}\n{behind}"), END);
        assert_eq!(ledger.end.is_some(), ends, "{heading}");
        assert_eq!(ledger.rows.is_empty(), ends, "{heading}");
    }
    assert_eq!(read(&format!("x\n### {title}\n"), title).end, Some((2, 1)));
}

/// L1, D03, D05, D11, D13, D19, G23: tables in every dress.
#[test]
fn l1_tables_as_people_write_them() {
    let plain = "| id | state |\n|---|---|\n| k.a | human |\n| k.b | absent |\n";
    let expected = [row(3, "k.a", "human", 2), row(4, "k.b", "absent", 2)];
    for text in [
        plain.to_string(),
        format!("\u{feff}{plain}"),
        plain.replace('\n', "\r\n"),
        plain.replace('\n', "\r"),
        plain.replacen('\n', "\r\n", 2),
        plain.replace(" |\n", " | \n"),
        plain.replace("| id | state |\n|---|---|", "| id | state\n|:--|--:").replace(" |\n", "\n"),
        plain.replace("\n| ", "\n").replace(" |\n", "\n").replace("|---|---|", "---|---").replace("| id", "id"),
    ] {
        assert_eq!(rows(&text), expected, "{text:?}");
    }
    let quoted = plain.replace('\n', "\n> ");
    assert_eq!(rows(&format!("> {quoted}\n")), expected);
    let fenced = format!("````\n```\n{plain}````\n{plain}");
    assert_eq!(rows(&fenced), [row(10, "k.a", "human", 2), row(11, "k.b", "absent", 2)]);
}

/// L1, D03: an escaped pipe is none, with any number of backslashes; one in code splits (D01).
#[test]
fn l1_pipes_in_cells() {
    let table = |row: &str| read(&format!("| a | b |\n|---|---|\n{row}\n"), END).rows.remove(0);
    let escaped = table("| k.a | x \\| y |");
    assert_eq!((escaped.state.as_str(), escaped.width), ("x | y", 2));
    let twice = table("| k.a | x \\\\| y |");
    assert_eq!((twice.state.as_str(), twice.width), ("x \\| y", 2));
    let code = table("| k.a | `x|y` | human |");
    assert_eq!((code.width, code.header), (4, 2));
    assert_eq!(code.cells[3].text, "human");
    let short = table("| k.a |");
    assert_eq!((short.state.as_str(), short.width), ("", 1));
    let empty = table("| k.a | |");
    assert_eq!((empty.state.as_str(), empty.width), ("", 2));
    let wide = table("| k.a | 🇩🇪 e\u{301} 中 | x |");
    assert_eq!(wide.cells[2].column, 19);
}

/// L1, D07, D13, D17, D25: what is no row.
#[test]
fn l1_no_rows() {
    for text in [
        "| id | state |\n| k.a | human |\n",
        "| id | state |\n|---|- *|\n| k.a | human |\n",
        "| id | state |\n| : | : |\n| k.a | human |\n",
        "```\n| id | state |\n|---|---|\n| k.a | human |\n",
        "~~~\n| id | state |\n|---|---|\n| k.a | human |\n```\n",
        "    | id | state |\n    |---|---|\n    | k.a | human |\n",
        "<!--\n| id | state |\n|---|---|\n| k.a | human |\n-->\n",
        "| id | state |\n|---|---|\n| key | human |\n",
        "| id | state |\n|---|---|\n| k.a. | human |\n| .a | human |\n| k a.b | human |\n| docs/k.a | human |\n",
        "| k.a | human |\n|---|---|\n",
        "The value is `k.a` x | y.\n",
        "k.a: human\n",
    ] {
        assert!(rows(text).is_empty(), "{text}");
    }
    assert!(is_point_id("a.b-c.d_2") && is_point_id("é.x"));
    assert!(!is_point_id("a") && !is_point_id("a..b") && !is_point_id("a.b c") && !is_point_id(""));
}

/// L1, L2, D09, D25: what looks like a row and is none, and invisible characters in one.
#[test]
fn l1_strays() {
    let strays = |text: &str| -> Vec<(u32, u32, String, Why)> {
        read(text, END).strays.into_iter().map(|stray| (stray.line, stray.column, stray.point, stray.why)).collect()
    };
    let stray = |line, column, point: &str, why| vec![(line, column, point.to_owned(), why)];
    let text = "| id | state |\n|---|---|\n| k.a | human |\n<!-- | k.b | human | -->\n\n| k.c | human |\n";
    assert_eq!(rows(text), [row(3, "k.a", "human", 2)]);
    assert_eq!(strays(text), stray(6, 3, "k.c", Why::Outside));
    // A no-break space before the header: the table is a paragraph, and its row is said.
    let text = "x\n\n\u{a0}| id | state |\n|---|---|\n\u{a0}| k.d | human |\n";
    assert_eq!((rows(text), strays(text)), (vec![], stray(5, 4, "k.d", Why::Invisible('\u{a0}'))));
    let key = "| id | state |\n|---|---|\n| k\u{200b}.a | human |\n";
    assert_eq!((rows(key).len(), strays(key)), (1, stray(3, 3, "k.a", Why::Invisible('\u{200b}'))));
    let state = "| id | state |\n|---|---|\n| k.a | hu\u{ad}man |\n";
    assert_eq!(strays(state), stray(3, 3, "k.a", Why::Invisible('\u{ad}')));
    assert_eq!(Why::Invisible('\u{ad}').name(), "U+00AD");
    let among = "| id | state |\n|---|---|\n| Round *two* | |\n| k.a | human |\n| | |\n";
    assert_eq!(strays(among), stray(3, 3, "Round *two*", Why::NoId));
    // Near misses: a table of something else, a visible character, prose with a pipe.
    assert_eq!(strays("| State | Use |\n|---|---|\n| pending | later |\n"), []);
    assert_eq!(strays("| id | state |\n|---|---|\n| é.a | hümän |\n\na | b\n\nsee `x.y` | z\n"), []);
}

/// L1, L2: a cell is its prose.
#[test]
fn l1_cells_without_markup() {
    let cell = |written: &str| {
        let ledger = read(&format!("| id | state | more |\n|---|---|---|\n| k.a | human | {written} |\n"), END);
        ledger.rows[0].cells[2].prose().into_owned()
    };
    for (written, prose) in [
        ("B-7", "B-7"),
        ("`B-7`", "B-7"),
        ("**B-7**", "B-7"),
        ("[B-7](../backlog.md#b-7)", "B-7"),
        ("[`B-7`][]", "[B-7][]"),
        ("-", "-"),
        ("`-`", "-"),
        ("", ""),
        ("a_b_c", "a_b_c"),
        ("a \\| b", "a | b"),
        ("2026-03-14", "2026-03-14"),
    ] {
        assert_eq!(cell(written), prose, "{written}");
    }
}

/// L1: a ledger of many rows, and one whose line never ends, are read in one pass.
#[test]
fn l1_large_ledgers() {
    let many = "| k.a | human | Ann | 2026-09-03 | docs/a.md | - |\n".repeat(20_000);
    assert_eq!(read(&format!("{HEAD}{many}"), END).rows.len(), 20_000);
    let wide = read(&format!("{HEAD}| k.a | human |{}\n", " x |".repeat(200_000)), END);
    assert_eq!((wide.rows[0].width, wide.rows[0].cells[200_001].column), (200_002, 800_013));
    let stray = read(&"| k.a | human |\n".repeat(20_000), END);
    assert_eq!(stray.strays.len(), 20_000);
}

proptest! {
    /// L1: any text is a ledger, and its rows lie in it.
    #[test]
    fn l1_any_text(text in "[|\\-ab.\n\r\\\\`> #:<!é]{0,80}|\\PC{0,40}") {
        let ledger = read(&text, END);
        for row in &ledger.rows {
            prop_assert_eq!(row.width, row.cells.len());
            prop_assert!(row.line >= 1 && row.line as usize <= text.split(['\n', '\r']).count());
        }
    }

    /// L1: what is written as rows comes out as these rows.
    #[test]
    fn l1_round_trip(cells in proptest::collection::vec(("[a-z]{1,4}\\.[a-z]{1,4}", "[a-z]{1,8}", 0_usize..8), 1..6)) {
        let lines: Vec<String> = cells.iter().map(|(id, state, more)| format!("| `{id}` | {state} |{}", " x |".repeat(*more))).collect();
        let expected: Vec<_> = cells.iter().zip(3..).map(|((id, state, more), line)| row(line, id, state, 2 + more)).collect();
        prop_assert_eq!(rows(&format!("| a | b |\n|---|---|\n{}\n", lines.join("\n"))), expected);
    }
}

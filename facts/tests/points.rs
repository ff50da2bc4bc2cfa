//! The points file: its shape, and where it is wrong.

use facts::point::{Recommended, fault, read};
use proptest::prelude::*;

#[path = "shared/rows.rs"]
mod rows;

/// G3: what is there, what is missing, what is not known.
#[test]
fn g3_the_right_shape() {
    let text = "\u{feff}{\n \"$note\": [1, {\"points\": [{}]}],\n \"points\": [\n  {\"id\": \"adopt.personas\", \"scope\": \"repository\",
   \"asks\": \"Who?\", \"recommended\": null, \"required\": true, \"skill\": [\"a\", \"b\"], \"file\": \"c.md\",
   \"allowed_provenance\": [\"human\", \"absent\"], \"gate_globs\": [\"docs/[id]/{a}.md\"], \"why\": 7},
  {\"id\": \"x\", \"recommended\": \"y\", \"gate_renames\": true}, {\"id\": \"z\"}\n ]\n}\n";
    let points = read(text.as_bytes()).expect("the right shape").points;
    let [first, second, third] = points.as_slice() else {
        unreachable!("three points: {points:?}");
    };
    assert_eq!((first.id.as_str(), first.scope.as_str(), first.keys.len()), ("adopt.personas", "repository", 10));
    assert_eq!((first.line, first.column), (4, 3));
    assert_eq!(first.asks.as_deref(), Some("Who?"));
    assert_eq!(first.recommended, Recommended::Nothing);
    assert!(first.required && !first.renames);
    assert_eq!(first.skills, ["a", "b"]);
    assert_eq!(first.files, ["c.md"]);
    assert_eq!(first.states, ["human", "absent"]);
    assert_eq!(first.globs, ["docs/[id]/{a}.md"]);
    assert_eq!((second.scope.as_str(), second.renames), ("work", true));
    assert_eq!(second.keys, ["id", "recommended", "gate_renames"]);
    assert_eq!(second.recommended, Recommended::Option("y".into()));
    assert_eq!((second.line, second.column), (7, 3));
    assert_eq!(third.recommended, Recommended::Undeclared);
    assert_eq!((third.line, third.column), (7, 58));
    assert!(third.states.is_empty() && third.globs.is_empty());
    assert!(read(b"{\"points\": []}").expect("none").points.is_empty());
    assert_eq!(fault("{\"points\": []}"), "");
}

/// Text, line, column, and a word of the message.
const WRONG: &[(&str, u32, u32, &str)] = &[
    ("", 1, 1, "EOF"),
    ("{\n \"points\": [\n  {\"id\": \"a\",\n  }\n ]\n}", 4, 3, "trailing comma"),
    ("{\"points\": {\"a\": {}}}", 1, 11, "expected a sequence"),
    ("[]", 1, 1, "expected an object"),
    ("[[]]", 1, 1, "expected an object"),
    ("{}", 1, 2, "missing field `points`"),
    ("{\"points\": [{}]}", 1, 14, "missing field `id`"),
    ("{\"points\": [{\"id\": 1}]}", 1, 20, "expected a string"),
    ("{\"points\": [{\"id\": null}]}", 1, 23, "expected a string"),
    ("{\"points\": [{\"id\": \"a\", \"id\": \"b\"}]}", 1, 28, "duplicate field"),
    ("{\"points\": [], \"points\": []}", 1, 23, "duplicate field"),
    ("{\"points\": [\n\"a\"]}", 2, 3, "expected an object"),
    ("{\"points\": [[\"a\"]]}", 1, 12, "expected an object"),
    ("{\"points\": [{\"id\": \"a\"},\n {\"id\": \" \"}]}", 2, 2, "empty"),
    ("{\"points\": [{\"id\": \"a\"},\n {\"id\": \"a\"}]}", 2, 2, "declared twice, first in line 1"),
    ("{\"points\": [{\"id\": \"a\", \"scope\": null}]}", 1, 37, "expected a string"),
    ("{\"points\": [{\"id\": \"é\", \"scope\": 1}]}", 1, 34, "expected a string"),
    ("{\"points\": [{\"id\": \"a\", \"allowed_provenance\": \"human\"}]}", 1, 53, "expected a sequence"),
    ("{\"points\": [{\"id\": \"a\", \"gate_globs\": [1]}]}", 1, 40, "expected a string"),
    ("{\"points\": [{\"id\": \"a\", \"gate_renames\": \"yes\"}]}", 1, 45, "expected a boolean"),
    ("{\"points\": [{\"id\": \"a\", \"required\": 1}]}", 1, 37, "expected a boolean"),
    ("{\"points\": [{\"id\": \"a\", \"skill\": {}}]}", 1, 35, "a text or a list of texts"),
    ("{\"points\": [{\"id\": \"a\", \"file\": [null]}]}", 1, 37, "expected a string"),
    ("{\"points\": [{\"id\": \"a\", \"recommended\": []}]}", 1, 39, "expected a string"),
    ("{\"points\": []} x", 1, 16, "trailing"),
    ("{\"points\": []}\n{}", 2, 1, "trailing"),
];

/// G3: each fault is told with its position.
#[test]
fn g3_the_wrong_shape() {
    for (text, line, column, word) in WRONG {
        let error = read(text.as_bytes()).expect_err(text);
        assert!(error.message.contains(word), "{text}: {error}");
        assert_eq!((error.line, error.column), (*line, *column), "{text}: {error}");
        assert!(fault(text).contains(word), "{text}");
    }
    assert!(read(b"{\"points\": [{\"id\": \"\xff\"}]}").is_err());
    assert!(read("[".repeat(100_000).as_bytes()).is_err());
}

proptest! {
    /// G3: any bytes are points or an error that lies in the text.
    #[test]
    fn g3_any_text(text in "[{}\\[\\]\":,a\n\\\\]{0,40}|\\PC{0,20}") {
        if let Err(error) = read(text.as_bytes()) {
            prop_assert!(error.line >= 1 && error.column >= 1);
            prop_assert!(error.line as usize <= text.split('\n').count() + 1);
        }
    }

    /// F2: every point's line is the line of its object.
    #[test]
    fn f2_lines(ids in proptest::collection::btree_set("[a-z\"\\\\{\\[,]{1,6}", 0..6), gap in "[ \n]{0,3}") {
        let objects: Vec<String> = ids.iter().map(|id| format!("{gap}{}", serde_json::json!({"id": id, "x": [id, {"points": []}]}))).collect();
        let text = format!("{{\"a\": [1, 2],{gap}\"points\": [{}]}}", objects.join(","));
        let points = read(text.as_bytes()).expect("sound").points;
        prop_assert_eq!(points.len(), ids.len());
        for point in points {
            let line = text.split('\n').nth(point.line as usize - 1).expect("a line");
            prop_assert_eq!(line.chars().nth(point.column as usize - 1), Some('{'));
            let quoted = serde_json::to_string(&point.id).expect("a text");
            prop_assert!(line.contains(&quoted));
        }
    }
}

/// G3: many points on one line cost no more than one pass.
#[test]
fn g3_many_points() {
    let objects: Vec<String> = (0..30_000).map(|nth| format!("{{\"id\": \"a.b{nth}\"}}")).collect();
    let points = read(format!("{{\"points\": [{}]}}", objects.join(", ")).as_bytes()).expect("sound").points;
    let last = points.last().expect("many");
    assert_eq!((points.len(), last.line, last.id.as_str()), (30_000, 1, "a.b29999"));
    assert!(last.column > 500_000, "{}", last.column);
}

/// Rows behind tree and file, each with its origin in the tree.
fn rows(tree: &std::path::Path, relation: &str, key: &[&str]) -> Vec<(Vec<String>, String)> {
    let top = tree.to_str().expect("a text");
    let found = rows::asked(top, relation, &[&[top], key].concat()).expect("a loader");
    found.into_iter().map(|(row, origin)| (row, origin.replace(&format!("{top}/"), ""))).collect()
}

/// F1 F2 C1 C2 C3: what a points file declares, key by key, at the place of its point.
#[test]
fn f1_rows_of_points() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "{\"points\": [\n {\"id\": \"a.b\", \"recommended\": \"x\", \"required\": true, \"skill\": \"s\", \"file\": [\"f\", \"g\"], \"why\": 1},
 {\"id\": \"a.c\", \"recommended\": null, \"required\": false, \"scope\": \"work\"}]}";
    std::fs::write(folder.path().join("p.json"), text).expect("written");
    let of = |relation| rows(folder.path(), relation, &["p.json"]);
    let row = |line: u32, texts: &[&str]| {
        (texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>(), format!("p.json:{line}:2"))
    };
    assert_eq!(of("point_required"), [row(2, &["a.b"])]);
    assert_eq!(of("point_recommends"), [row(2, &["a.b", "x"])]);
    assert_eq!(of("point_skill"), [row(2, &["a.b", "s"])]);
    assert_eq!(of("point_file"), [row(2, &["a.b", "f"]), row(2, &["a.b", "g"])]);
    let declared: Vec<_> = of("point_declares").into_iter().map(|(row, _)| row.join(" ")).collect();
    assert_eq!(
        declared,
        ["a.b id", "a.b recommended", "a.b required", "a.b skill", "a.b file", "a.b why"]
            .into_iter()
            .chain(["a.c id", "a.c recommended", "a.c required", "a.c scope"])
            .collect::<Vec<_>>()
    );
    assert_eq!(of("point"), [row(2, &["a.b", "work"]), row(3, &["a.c", "work"])]);
    assert!(rows(folder.path(), "point_file", &["q.json"]).is_empty());
}

/// F1 F2: values and faults of JSON files, options and mentions of skills, at their places.
#[test]
fn f1_rows_of_json_and_skills() {
    let folder = tempfile::tempdir().expect("a folder");
    for (file, text) in [
        ("a.json", "{\n \"unwired\": 2}"),
        ("b.json", "{\n \"unwired\": }"),
        ("ask.md", "### [a.b]\n\nOptions, in order: **x** / **y**\n\nThen write `docs/a.md`.\n"),
    ] {
        std::fs::write(folder.path().join(file), text).expect("written");
    }
    std::fs::create_dir(folder.path().join("c.json")).expect("made");
    let texts = |relation: &str, key: &[&str]| -> Vec<String> {
        rows(folder.path(), relation, key).into_iter().map(|(row, at)| format!("{} @ {at}", row.join(" "))).collect()
    };
    assert_eq!(texts("json_value", &["a.json"]), [" object  @ a.json:1:1", "/unwired number 2 @ a.json:2:13"]);
    assert_eq!(texts("json_error", &["b.json"]), ["2 13 expected a value @ b.json:2:13"]);
    assert_eq!(texts("json_error", &["c.json"]).len(), 1, "a folder is no JSON file");
    for (relation, file) in [("json_error", "a.json"), ("json_value", "b.json"), ("json_error", "d.json")] {
        assert!(texts(relation, &[file]).is_empty(), "{relation} {file}");
    }
    assert_eq!(
        texts("listed_option", &["ask.md", "Options, in order:"]),
        ["3 1 x @ ask.md:3:20", "3 2 y @ ask.md:3:28"]
    );
    assert_eq!(texts("prose_mentions", &["ask.md", "docs/a.md"]), ["5 @ ask.md:5:12"]);
    assert!(texts("prose_mentions", &["ask.md", "docs/b.md"]).is_empty());
}

//! Ledgers, Markdown files and manifests as the rules get them: rows with their origins.

use std::fs;

use engine::{Datum, Host, HostError, Origin as OriginId, Sink};
use facts::evidence::{Call, Evidence};
use facts::git::Version;
use facts::payload;
use facts::world::Disk;

/// Rows behind their key, each with its origin.
#[derive(Default)]
struct Collected(Vec<(Vec<String>, OriginId)>);

impl Sink for Collected {
    fn row(&mut self, values: &[Datum<'_>], origin: OriginId) -> Result<(), HostError> {
        let text = |value: &Datum<'_>| match value {
            Datum::Symbol(text) => (*text).to_owned(),
            Datum::Number(number) => number.to_string(),
            other => format!("{other:?}"),
        };
        self.0.push((values.iter().map(text).collect(), origin));
        Ok(())
    }
}

/// A folder with one file.
struct Place(tempfile::TempDir);

impl Place {
    fn new(file: &str, bytes: &[u8]) -> Self {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = folder.path().join(file);
        fs::create_dir_all(path.parent().expect("it has a folder")).expect("it can be made");
        fs::write(path, bytes).expect("it can be written");
        Self(folder)
    }

    /// What a relation has for the tree and a key: `columns -- origin`.
    fn rows(&self, relation: &str, key: &[&str]) -> Vec<String> {
        let tree = self.0.path().to_str().expect("a path in UTF-8").to_owned();
        let call = Call {
            payload: payload::read(b"{\"tool_name\": \"Read\"}"),
            directory: tree.clone(),
            program: None,
            state: None,
            options: Vec::new(),
        };
        let mut disk = Disk::new(None);
        let mut evidence = Evidence::new(&mut disk, &call, Version::Working);
        let mut found = Collected::default();
        let key: Vec<Datum<'_>> =
            std::iter::once(tree.as_str()).chain(key.iter().copied()).map(Datum::Symbol).collect();
        evidence.load(relation, &key, &mut found).expect("a loader answers");
        let line = |(row, origin): &(Vec<String>, OriginId)| {
            let origin = evidence.origin(*origin).expect("every row has one");
            let text = format!("{} -- {origin}", row.get(key.len()..).unwrap_or_default().join(" | "));
            text.replace(&format!("{tree}/"), "")
        };
        found.0.iter().map(line).collect()
    }
}

/// L1, L2: everything that a ledger says, by line.
#[test]
fn l1_ledgers() {
    let text = "| id | state | who |\n|---|---|---|\n| `a.b` | human | `Ann` | x |\n| a.b | absent |\n| a.b | absent |\n| x | y |\n\n| a.c | human |\n\n# End\n\n| a.d | human |\n";
    let place = Place::new("l.md", text.as_bytes());
    let rows = |relation: &str, version: &str| place.rows(relation, &[version, "l.md", "End"]);
    assert_eq!(
        rows("ledger_row", "working"),
        ["3 | a.b | human | 4 -- l.md:3:3", "4 | a.b | absent | 2 -- l.md:4:3", "5 | a.b | absent | 2 -- l.md:5:3"]
    );
    assert_eq!(rows("ledger_cell", "working")[2..4], ["3 | 3 | Ann -- l.md:3:19", "3 | 4 | x -- l.md:3:27"]);
    assert_eq!(rows("ledger_header", "working")[0], "3 | 3 -- l.md:3:3");
    assert_eq!(rows("ledger_again", "working"), ["4 | 3 -- l.md:4:3"]);
    assert_eq!(rows("ledger_stray", "working"), ["6 | 3 | x | no id -- l.md:6:3", "8 | 3 | a.c | outside -- l.md:8:3"]);
    assert_eq!(rows("ledger_end", "working"), ["10 -- l.md:10:1"]);
    for relation in ["ledger_row", "ledger_end"] {
        assert!(rows(relation, "head").is_empty() && rows(relation, "other").is_empty());
        assert!(place.rows(relation, &["working", "none.md", "End"]).is_empty());
    }
    assert!(place.rows("ledger_end", &["working", "l.md", "Another end"]).is_empty());
}

/// L2, L4, L6, C1, C2: a Markdown file's rows, and none of a file that is not there or no text.
#[test]
fn l6_markdown() {
    let text = "# B-1: x\n\n> [NEEDS REVIEW] Drafted. Backlog:\n> B-7.\n\n- B-2 [a.b]\n\n<who>\n";
    let place = Place::new("d/a.md", text.as_bytes());
    let marked = ["d/a.md", "[NEEDS REVIEW]"];
    assert_eq!(place.rows("marker", &marked), ["3 -- d/a.md:3:3"]);
    assert_eq!(place.rows("marker_names", &[marked[0], marked[1], "Backlog:"]), ["3 | B-7 -- d/a.md:3:3"]);
    assert_eq!(place.rows("backlog_row", &["d/a.md"]), ["1 | B-1 -- d/a.md:1:3", "6 | B-2 -- d/a.md:6:3"]);
    assert_eq!(place.rows("prose_holds", &["d/a.md", "[a.b]"]), ["6 -- d/a.md:6:7"]);
    assert_eq!(place.rows("heading", &["d/a.md"]), ["1 | 8 | 1 | B-1: x -- d/a.md:1:3"]);
    assert_eq!(place.rows("placeholder", &["d/a.md"]), ["8 | <who> -- d/a.md:8:1"]);
    assert!(place.rows("marker", &["d/a.md", "[DRAFT]"]).is_empty());
    assert!(place.rows("marker", &["d/none.md", "[NEEDS REVIEW]"]).is_empty());
    let latin = Place::new("a.md", b"> [NEEDS REVIEW] caf\xe9. Backlog: B-7\n");
    assert_eq!(latin.rows("marker_names", &["a.md", "[NEEDS REVIEW]", "Backlog:"]), ["1 | B-7 -- a.md:1:3"]);
    let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert!(Place::new("a.md", &wide).rows("backlog_row", &["a.md"]).is_empty());
}

/// L4, E19: a manifest's paths are from its own folder, each row at its entry.
#[test]
fn l4_manifests() {
    let hash = "AB".repeat(32);
    let text = format!(
        "{{\"files\": [\n {{\"path\": \"./a.md\", \"sha256\": \"{hash}\"}},\n {{\"path\": \"docs/\"}},\n {{\"path\": \"/etc\"}}\n]}}"
    );
    let place = Place::new("s/m.json", text.as_bytes());
    assert_eq!(
        place.rows("manifest_entry", &["s/m.json"]),
        ["2 | ./a.md | s/a.md -- s/m.json:2:2", "3 | docs/ | s/docs -- s/m.json:3:2"]
    );
    assert_eq!(place.rows("manifest_hash", &["s/m.json"]), [format!("s/a.md | {} -- s/m.json:2:2", "ab".repeat(32))]);
    assert_eq!(
        place.rows("manifest_error", &["s/m.json"]),
        ["4 | 11 | `/etc` is absolute; write it from the folder of the manifest -- s/m.json:4:11"]
    );
    assert!(place.rows("manifest_error", &["none.json"]).is_empty());
    assert_eq!(Place::new("m.json", b"{").rows("manifest_error", &["m.json"]).len(), 1);
}

//! Ledgers, Markdown files and manifests as the rules get them: rows with their origins.

use std::fs;

#[path = "shared/rows.rs"]
mod rows;

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
        let tree = self.0.path().to_str().expect("a path in UTF-8");
        let found = rows::asked(tree, relation, &[&[tree], key].concat()).expect("a loader answers");
        found.iter().map(|row| rows::line(row).replace(&format!("{tree}/"), "")).collect()
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

//! Manifests: which entries are used, and what is said of the others.

use facts::manifest::{Manifest, read};

/// Paths with their hashes.
fn entries(manifest: &Manifest) -> Vec<(&str, Option<&str>)> {
    manifest.entries.iter().map(|entry| (entry.path.as_str(), entry.sha256.as_deref())).collect()
}

/// Each fault as `line:column: message`.
fn faults(text: &str) -> Vec<String> {
    let faults = read(text.as_bytes()).faults;
    faults.iter().map(|fault| format!("{}:{}: {}", fault.line, fault.column, fault.message)).collect()
}

fn one(entry: &str) -> String {
    format!("{{\"files\": [\n  {entry}\n]}}")
}

/// L4: entries with and without a hash; other keys are left alone.
#[test]
fn l4_entries() {
    let hash = "0123456789abcdef".repeat(4);
    let text = format!(
        "{{\"version\": 3, \"files\": [\n {{\"path\": \"docs/a.md\", \"sha256\": \"{hash}\"}},\n {{\"path\": \"docs/d/\", \"sha256\": null, \"notes\": {{\"path\": \"x\"}}}}\n]}}"
    );
    let manifest = read(text.as_bytes());
    assert_eq!(entries(&manifest), [("docs/a.md", Some(hash.as_str())), ("docs/d", None)]);
    assert_eq!(
        (manifest.faults.len(), manifest.entries[1].line, manifest.entries[1].written.as_str()),
        (0, 3, "docs/d/")
    );
}

/// L4, E17, E19: what is accepted: CRLF, a byte order mark, `./`, a hash in capitals.
#[test]
fn l4_e19_spellings() {
    let hash = "ABCDEF0123456789".repeat(4);
    let text = format!(
        "\u{feff}{{\r\n \"files\": [\r\n  {{\"path\": \"./docs//x/../a.md\", \"sha256\": \"{hash}\"}}\r\n ]\r\n}}\r\n"
    );
    let manifest = read(text.as_bytes());
    assert_eq!(entries(&manifest), [("docs/a.md", Some(hash.to_lowercase().as_str()))]);
    assert_eq!((manifest.faults.len(), manifest.entries[0].written.as_str()), (0, "./docs//x/../a.md"));
    assert_eq!(manifest.entries[0].line, 3);
}

/// L4, E17, E19: each entry that cannot be used has its own fault and place, and the others are used.
#[test]
fn l4_e19_entries_that_cannot_be_used() {
    for (entry, fault) in [
        ("{\"path\": \"../a.md\"}", "2:12: `../a.md` leads out of the folder of the manifest"),
        ("{\"path\": \"a/../../b\"}", "2:12: `a/../../b` leads out of the folder of the manifest"),
        ("{\"path\": \"/etc/passwd\"}", "2:12: `/etc/passwd` is absolute; write it from the folder of the manifest"),
        ("{\"path\": \"C:/x\"}", "2:12: `C:/x` is absolute; write it from the folder of the manifest"),
        ("{\"path\": \"a\\\\b\"}", "2:12: `a\\b` has a backslash; folders are parted by `/`"),
        ("{\"path\": \"a.md\\r\"}", "2:12: `a.md\\r` holds the control character U+000D"),
        ("{\"path\": \".\"}", "2:12: `.` names no file and no folder below the manifest's"),
        ("{\"path\": \"\"}", "2:12: `` names no file and no folder below the manifest's"),
        ("{\"path\": 3}", "2:12: the `path` of this entry is no text"),
        ("{\"sha256\": null}", "2:3: this entry has no `path`"),
        ("\"docs/a.md\"", "2:3: this entry is no object with a `path`"),
        ("{\"path\": \"a\", \"sha256\": \"12\"}", "2:27: `sha256` is no text of 64 hexadecimal digits"),
        ("{\"path\": \"a\", \"sha256\": 12}", "2:27: `sha256` is no text of 64 hexadecimal digits"),
        ("{\"path\": \"b\"}, {\"path\": \"./b\"}", "2:18: `b` is listed twice, first in line 2"),
    ] {
        assert_eq!(faults(&one(entry)), [fault], "{entry}");
        let manifest = read(one(&format!("{entry}, {{\"path\": \"other.md\"}}")).as_bytes());
        assert_eq!(manifest.entries.last().map(|entry| entry.path.as_str()), Some("other.md"), "{entry}");
    }
}

/// L4, B33: a manifest that does not parse, or has another shape, says so and has no entries.
#[test]
fn l4_no_manifest() {
    for (text, place) in [
        ("", "1:1: "),
        ("{\"files\": [", "1:"),
        ("[]", "1:1: a manifest is an object with `files`"),
        ("{}", "1:1: this manifest has no `files`"),
        ("{\"files\": {\"path\": \"a\"}}", "1:11: `files` is no array"),
        ("{\"files\": [], \"files\": [{\"path\": \"a\"}]}", "1:"),
    ] {
        let found = faults(text);
        assert!(found.len() == 1 && found[0].starts_with(place), "{text}: {found:?}");
        assert!(read(text.as_bytes()).entries.is_empty());
    }
    assert!(faults("{\"files\": []}").is_empty());
    assert_eq!(read(b"{\"files\": [\xff]}").faults.len(), 1);
    assert_eq!(read("[".repeat(100_000).as_bytes()).faults.len(), 1);
}

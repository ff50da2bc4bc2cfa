//! Rows about a tree's files and history, as the rules get them, with their origins.

use std::collections::BTreeSet;
use std::fs;

use engine::HostError;
use facts::world::{Disk, Presence, World};

#[path = "history/lab.rs"]
mod lab;
#[path = "shared/rows.rs"]
mod rows;

use lab::Lab;

/// What a relation has for a key: `columns -- origin`, sorted.
fn ask(lab: &Lab, relation: &str, key: &[&str]) -> Result<BTreeSet<String>, HostError> {
    let found = rows::asked(&lab.path(""), relation, key)?;
    Ok(found.iter().map(|row| rows::line(row).replace(&lab.path(""), "")).collect())
}

fn rows(lab: &Lab, relation: &str, key: &[&str]) -> Vec<String> {
    ask(lab, relation, key).expect("answered").into_iter().collect()
}

/// F1, F2: each relation of files and histories, once with rows and once without.
#[test]
fn f2_rows_and_their_origins() {
    let lab = Lab::new();
    lab.repository("r", &[("README.md", "# Shop\n"), ("docs/a b.md", "a\n"), (".gitignore", "*.log\n")]);
    let first = lab.id("r", "HEAD");
    lab.write("r/docs/new.md", "n\n");
    let second = lab.commit("r");
    lab.write("r/docs/a b.md", "changed\n");
    lab.write("r/docs/loose.md", "l\n");
    lab.write("r/x.log", "ignored\n");
    let tree = lab.path("r");
    let has = |relation: &str, key: &[&str], expected: &[&str]| {
        let key = [&[tree.as_str()], key].concat();
        assert_eq!(rows(&lab, relation, &key), expected, "{relation} {key:?}");
    };
    let (one, two) = (&first[..12], &second[..12]);
    has(
        "tree_file",
        &["docs/*.md"],
        &["docs/a b.md -- /r/docs/a b.md", "docs/loose.md -- /r/docs/loose.md", "docs/new.md -- /r/docs/new.md"],
    );
    has("tree_file", &["*.log"], &[]);
    has("tree_error", &[], &[]);
    has("file_present", &["x.log"], &[" -- /r/x.log"]);
    has("file_present", &["docs"], &[]);
    has("folder_present", &["docs"], &[" -- /r/docs"]);
    has("folder_present", &["README.md"], &[]);
    has("file_hash", &["none.md"], &[]);
    has("text_error", &["README.md"], &[]);
    has("head", &[], &[&format!("{second} -- git /r commit {two}")]);
    has("shallow", &[], &[]);
    has("history_error", &[], &[]);
    has(
        "uncommitted",
        &["docs/**"],
        &["docs/a b.md | modified -- /r/docs/a b.md", "docs/loose.md | untracked -- /r/docs/loose.md"],
    );
    has("uncommitted", &["README.md"], &[]);
    has("adds", &["docs/new.md"], &[&format!("{second} -- git /r commit {two} docs/new.md")]);
    has("ancestor", &[&first, &second], &[&format!(" -- git /r commit {one}")]);
    has("ancestor", &[&second, &first], &[]);
    has("parent", &[&second], &[&format!("{first} -- git /r commit {two}")]);
    has("parent", &[&first], &[]);
    has("commit_file", &[&second, "docs/new.md"], &[&format!(" -- git /r commit {two} docs/new.md")]);
    has("commit_file", &[&first, "docs/new.md"], &[]);
    has("commit_by", &[&first], &[&format!("A <a@x> | 2023-11-15T00:13:20+02:00 | a commit -- git /r commit {one}")]);
    has("changes", &[&second, "*.md"], &[&format!("docs/new.md | added -- git /r commit {two} docs/new.md")]);
    has("changes", &[&second, "src/**"], &[]);
    has(
        "changed_since",
        &[&first, "*.md"],
        &[&format!("{second} | docs/new.md | added -- git /r commit {two} docs/new.md")],
    );
    has("changed_since", &[&second, "*.md"], &[]);
    has("same_content", &[&first, "README.md"], &[&format!("README.md -- git /r commit {one} README.md")]);
    has("same_content", &[&first, "docs/loose.md"], &[]);
}

/// F1: the bytes of a file as SHA-256, as `sha256sum` prints it.
#[test]
fn f1_file_hashes() {
    let lab = Lab::new();
    lab.write("t/empty", "");
    lab.write("t/abc", "abc");
    let tree = lab.path("t");
    let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855 -- /t/empty";
    let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad -- /t/abc";
    assert_eq!(rows(&lab, "file_hash", &[&tree, "empty"]), [empty]);
    assert_eq!(rows(&lab, "file_hash", &[&tree, "abc"]), [abc]);
    assert_eq!(rows(&lab, "file_hash", &[&tree, &lab.path("t/abc")]).len(), 1, "an absolute path");
}

/// F1, G5: where git ignores case, a glob does too.
#[test]
fn f1_ignored_case() {
    let lab = Lab::new();
    lab.repository("r", &[("Docs/A.md", "a\n")]);
    let tree = lab.path("r");
    assert!(rows(&lab, "tree_file", &[&tree, "docs/*.MD"]).is_empty());
    lab.git("r", &["config", "core.ignorecase", "true"]);
    lab.write("r/Docs/B.md", "b\n");
    let commit = lab.id("r", "HEAD");
    assert_eq!(rows(&lab, "tree_file", &[&tree, "docs/*.MD"]).len(), 2);
    assert_eq!(rows(&lab, "uncommitted", &[&tree, "docs/*.MD"]).len(), 1);
    assert_eq!(rows(&lab, "changes", &[&tree, &commit, "docs/*.MD"]).len(), 1);
}

/// F1: without a repository every file below counts; links are not followed, circles end.
#[test]
fn f1_plain_folders() {
    let lab = Lab::new();
    lab.write("t/a.md", "a\n");
    lab.write("t/deep/er/b.md", "b\n");
    lab.write("t/.hidden/c.md", "c\n");
    lab.write("t/.git/d.md", "what is left of a repository\n");
    lab.write("outside/e.md", "e\n");
    lab.link("../outside", "t/out");
    lab.link("../deep", "t/deep/round");
    lab.link("a.md", "t/linked.md");
    let tree = lab.path("t");
    let expected = [".hidden/c.md -- /t/.hidden/c.md", "a.md -- /t/a.md", "deep/er/b.md -- /t/deep/er/b.md"];
    assert_eq!(rows(&lab, "tree_file", &[&tree, "*.md"]), expected);
    let mut disk = Disk::new(None);
    for (path, presence) in [
        ("linked.md", Presence::File),
        ("out", Presence::Folder),
        ("none", Presence::Nothing),
        ("a.md/x", Presence::Nothing),
    ] {
        assert_eq!(disk.present(&tree, path), presence, "{path}");
    }
    for relation in ["head", "shallow", "history_error"] {
        assert!(rows(&lab, relation, &[&tree]).is_empty(), "{relation}");
    }
    let deep = format!("t/{}", vec!["d"; 300].join("/"));
    fs::create_dir_all(lab.top.join(&deep)).expect("new");
    lab.write(&format!("{deep}/f.md"), "f\n");
    assert_eq!(rows(&lab, "tree_file", &[&tree, "f.md"]).len(), 1);
    let gone = lab.path("gone");
    let fault = rows(&lab, "tree_error", &[&gone]);
    assert!(fault.len() == 1 && fault[0].contains("cannot be read"), "{fault:?}");
}

/// F1, E15: a history that cannot be read is one fact, and no other relation has rows or ends the evaluation.
#[test]
fn f1_unreadable_histories_say_so() {
    let lab = Lab::new();
    lab.repository("r", &[("a.md", "a\n")]);
    let commit = lab.id("r", "HEAD");
    let tree = lab.path("r");
    fs::remove_file(lab.top.join("r/.git/objects").join(&commit[..2]).join(&commit[2..])).expect("it is there");
    for relation in ["head", "adds", "changes", "changed_since", "ancestor", "parent", "commit_file", "commit_by"] {
        let key: &[&str] = match relation {
            "head" => &[&tree],
            "adds" => &[&tree, "a.md"],
            "parent" | "commit_by" => &[&tree, &commit],
            _ => &[&tree, &commit, "a.md"],
        };
        assert_eq!(ask(&lab, relation, key), Ok(BTreeSet::new()), "{relation}");
    }
    let fault = rows(&lab, "history_error", &[&tree]);
    assert!(fault.len() == 1 && fault[0].contains("HEAD"), "{fault:?}");
    fs::write(lab.top.join("r/.git/index"), "nonsense").expect("writable");
    assert_eq!(rows(&lab, "tree_error", &[&tree]).len(), 1);
    assert_eq!(ask(&lab, "tree_file", &[&tree, "*"]), Ok(BTreeSet::new()));
    assert_eq!(ask(&lab, "uncommitted", &[&tree, "*"]), Ok(BTreeSet::new()));
}

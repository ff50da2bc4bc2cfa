//! The forms of a path, against real folders and links.

use std::fs;
use std::path::Path;

use facts::path::{above, fold, forms, lexical_forms};
use proptest::prelude::*;

/// A resolved temporary folder with `docs/`, `wiki -> docs`, and links of other kinds.
fn folder() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let top = fs::canonicalize(folder.path()).expect("it exists");
    fs::create_dir_all(top.join("docs/sub")).expect("new");
    fs::create_dir_all(top.join("src")).expect("new");
    fs::write(top.join("docs/personas.md"), "x").expect("new");
    link(&top, "docs", "wiki");
    link(&top, "../docs/personas.md", "src/p.md");
    link(&top, "../docs/not-yet.md", "src/dangling.md");
    link(&top, "loop-b", "loop-a");
    link(&top, "loop-a", "loop-b");
    link(&top, "docs/sub", "deep");
    let text = top.to_str().expect("UTF-8").to_owned();
    (folder, text)
}

fn link(top: &Path, target: &str, name: &str) {
    std::os::unix::fs::symlink(target, top.join(name)).expect("new");
}

/// G5, B07, B09, B15: what must be among the forms.
#[test]
fn g5_forms_of_links_and_dots() {
    let (_folder, top) = folder();
    for (path, form) in [
        ("docs/personas.md", "docs/personas.md"),
        ("src/../docs//./personas.md", "docs/personas.md"),
        ("wiki/personas.md", "wiki/personas.md"),
        ("wiki/personas.md", "docs/personas.md"),
        ("wiki/new/deep.md", "docs/new/deep.md"),
        ("src/p.md", "docs/personas.md"),
        ("src/dangling.md", "docs/not-yet.md"),
        ("deep/../personas.md", "personas.md"),
        ("deep/../personas.md", "docs/personas.md"),
        ("/proc/self/cwd/docs/personas.md", "docs/personas.md"),
        ("docs\\personas.md", "docs/personas.md"),
        ("wiki\\personas.md", "docs/personas.md"),
        ("docs \\personas.md.", "docs/personas.md"),
        ("docs\\personas.md::$DATA", "docs/personas.md"),
        ("docs/", "docs"),
        ("", ""),
    ] {
        let expected = format!("{top}/{form}");
        let forms = forms(&top, path, None);
        assert!(forms.contains(&expected.trim_end_matches('/').to_owned()), "{path}: {forms:?}");
    }
    let through_root = format!("/proc/self/root{top}/wiki/personas.md");
    assert!(forms("/", &through_root, None).contains(&format!("{top}/docs/personas.md")));
    let spelled = forms(&top, &format!("{top}/wiki/a.md"), None);
    assert_eq!(spelled, [format!("{top}/wiki/a.md"), format!("{top}/docs/a.md")]);
}

/// G5, B11: a path without links has one form, and no other file's.
#[test]
fn g5_one_form_where_there_is_one() {
    let (_folder, top) = folder();
    for path in ["docs/personas.md", "src/a/b.md", "docs/..note.md", "docs/.../x.md", "~x", "a b/c"] {
        assert_eq!(forms(&top, path, Some("/home/u")), [format!("{top}/{path}")], "{path}");
    }
}

/// G5: links that lead in a circle, and paths that no system accepts.
#[test]
fn g5_no_end_and_no_sense() {
    let (_folder, top) = folder();
    assert!(forms(&top, "loop-a/x.md", None).contains(&format!("{top}/loop-a/x.md")));
    assert_eq!(forms(&top, "a\0b", None), [format!("{top}/a\0b")]);
    let long = "x/".repeat(100_000);
    assert!(forms(&top, &long, None).iter().any(|form| form.ends_with("/x/x")));
    let climbing = "../".repeat(100_000);
    assert_eq!(forms(&top, &format!("{climbing}etc/x"), None), ["/etc/x"]);
}

/// G5, B03, B17: paths of another system; no file is asked.
#[test]
fn g5_paths_of_another_system() {
    for (directory, path, form) in [
        ("C:\\Users\\u\\shop", "docs\\personas.md", "/c/Users/u/shop/docs/personas.md"),
        ("C:\\Users\\u\\shop", "C:\\Users\\u\\shop\\docs\\personas.md", "/c/Users/u/shop/docs/personas.md"),
        ("/r", "D:/p/gate/plan.md", "/d/p/gate/plan.md"),
        ("/r", "/d/p/gate/plan.md", "/d/p/gate/plan.md"),
        ("/r", "\\\\?\\C:\\r\\gate\\plan.md", "/c/r/gate/plan.md"),
        ("/r", "gate\\plan.md.", "/r/gate/plan.md"),
        ("/r", "gate \\..\\gate\\plan.md", "/r/gate/plan.md"),
        ("/r", "~/x.md", "/home/u/x.md"),
        ("/r", "~/x.md", "/r/~/x.md"),
        ("/r", "~", "/home/u"),
        ("r", "x", "/r/x"),
    ] {
        let forms = lexical_forms(directory, path, Some("/home/u"));
        assert!(forms.contains(&form.to_owned()), "{directory} {path}: {forms:?}");
    }
    assert_eq!(lexical_forms("/r", "a:b/c.md", None), ["/r/a:b/c.md"]);
}

#[test]
fn folders_above() {
    assert_eq!(above("/r/docs/a.md"), ["/r/docs", "/r", "/"]);
    assert_eq!(above("/r"), ["/"]);
    assert!(above("/").is_empty());
    assert_eq!(fold("/a/./b//../c/"), "/a/c");
    assert_eq!(fold("/../.."), "/");
}

proptest! {
    /// G5: every form is absolute and folded, and the first is the path as spelled.
    #[test]
    fn g5_forms_are_folded(directory in "/[a-z./]{0,8}", path in "[a-c./\\\\: ~]{0,16}") {
        let forms = forms(&directory, &path, Some("/home/u"));
        prop_assert!(!forms.is_empty());
        for form in &forms {
            prop_assert!(form.starts_with('/'));
            prop_assert_eq!(&fold(form), form);
        }
    }
}

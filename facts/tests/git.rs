//! Git facts, against scripted repositories and git's own answers.

use std::collections::BTreeSet;
use std::fs;

use facts::git::{Repositories, Version};

#[path = "history/lab.rs"]
mod lab;

use lab::Lab;

fn owner(path: &str) -> Option<String> {
    Repositories::new().owner(path).expect("readable")
}

fn tracked(path: &str) -> bool {
    Repositories::new().tracked(path).expect("readable")
}

const FILES: [(&str, &str); 6] = [
    ("README.md", "# Shop\n"),
    ("docs/personas.md", "people\n"),
    ("docs/decisions/0001-start.md", "start\n"),
    ("docs-old/a.md", "old\n"),
    ("src/app.ts", "export {}\n"),
    ("src/[id]/page.ts", "x\n"),
];

/// G4, G8: whose path it is, for files that exist and files that do not.
#[test]
fn g8_owner() {
    let lab = Lab::new();
    lab.repository("r", &FILES);
    lab.repository("r/nested", &[("n.md", "n")]);
    lab.repository("other", &[("o.md", "o")]);
    lab.git("", &["init", "-q", "--bare", "bare.git"]);
    lab.git("r", &["worktree", "add", "-q", "-b", "side", "../linked"]);
    lab.git("r", &["submodule", "--quiet", "add", "../other", "sub"]);
    lab.link("r/docs", "lnk");
    lab.link("../other", "r/out");
    fs::create_dir_all(lab.top.join("r/empty/.git")).expect("new");
    let cases = [
        ("r", Some("r")),
        ("r/README.md", Some("r")),
        ("r/docs/new/deep/x.md", Some("r")),
        ("r/.git/config", Some("r")),
        ("r/.git/hooks/new", Some("r")),
        ("r/.git", Some("r")),
        ("r/.git/modules/sub/config", Some("r")),
        ("r/.git/worktrees/linked/HEAD", Some("r")),
        ("r/empty/x", Some("r")),
        ("r/nested/n.md", Some("r/nested")),
        ("r/nested", Some("r/nested")),
        ("r/sub/o.md", Some("r/sub")),
        ("linked/README.md", Some("linked")),
        ("lnk/personas.md", Some("r")),
        ("lnk", Some("r")),
        ("r/out/o.md", Some("other")),
        ("r/out", Some("r")),
        ("r/docs/../../other/x", Some("other")),
        ("bare.git/config", None),
        ("loose.md", None),
        ("gone/x.md", None),
    ];
    for (path, tree) in cases {
        assert_eq!(owner(&lab.path(path)), tree.map(|tree| lab.path(tree)), "{path}");
    }
    // What one question left behind does not change the answer to another.
    let mut repositories = Repositories::new();
    for (path, tree) in cases.into_iter().chain(cases.into_iter().rev()) {
        let answer = repositories.owner(&lab.path(path));
        assert_eq!(answer, Ok(tree.map(|tree| lab.path(tree))), "{path}");
    }
    let mut backwards = Repositories::new();
    for (path, tree) in cases.into_iter().rev() {
        assert_eq!(backwards.owner(&lab.path(path)), Ok(tree.map(|tree| lab.path(tree))), "{path}");
    }
    assert_eq!(owner("/"), None);
    assert_eq!(owner(""), None);
}

/// G4: what `.git/config` says about the tree does not take its files out of it.
#[test]
fn g4_a_tree_cannot_disown_itself() {
    let lab = Lab::new();
    for (name, key, value) in
        [("bare", "core.bare", "true"), ("away", "core.worktree", "/elsewhere"), ("up", "core.worktree", "../..")]
    {
        lab.repository(name, &FILES);
        lab.git(name, &["config", key, value]);
        assert_eq!(owner(&lab.path(&format!("{name}/docs/x.md"))), Some(lab.path(name)), "{name}");
        assert!(tracked(&lab.path(&format!("{name}/docs"))), "{name}");
    }
    fs::create_dir_all(lab.top.join("project")).expect("new");
    lab.git("project", &["init", "-q", "--bare", ".git"]);
    assert_eq!(owner(&lab.path("project/notes.md")), None);
}

/// G3: a repository that cannot be read is an error, not an absence.
#[test]
fn g3_damaged_repositories() {
    let lab = Lab::new();
    for name in ["config", "head", "gone", "index", "pointer"] {
        lab.repository(name, &FILES);
    }
    lab.write("config/.git/config", "[core\n");
    fs::remove_file(lab.top.join("gone/.git/HEAD")).expect("it was there");
    lab.write("head/.git/HEAD", "nonsense\n");
    lab.write("index/.git/index", "nonsense");
    fs::remove_dir_all(lab.top.join("pointer/.git")).expect("it was there");
    lab.write("pointer/.git", "gitdir: ../nowhere\n");
    for name in ["config", "gone", "head", "pointer"] {
        let mut repositories = Repositories::new();
        let path = lab.path(&format!("{name}/docs/personas.md"));
        let answer = (repositories.owner(&path), repositories.tracked(&path));
        assert!(
            answer.0.is_err() || repositories.head_file(&lab.path(name), "README.md").is_err(),
            "{name}: {answer:?}"
        );
        assert!(repositories.tracked_match(&lab.path(name), "*").is_err() || name == "head", "{name}");
    }
    let mut repositories = Repositories::new();
    assert_eq!(repositories.owner(&lab.path("index/x")), Ok(Some(lab.path("index"))));
    assert!(repositories.tracked(&lab.path("index/README.md")).is_err());
    assert!(repositories.head_file(&lab.path("index"), "README.md").expect("objects are sound").is_some());
    let objects = lab.top.join("index/.git/objects");
    fs::remove_dir_all(&objects).expect("it was there");
    fs::create_dir_all(objects.join("pack")).expect("new");
    assert!(Repositories::new().head_file(&lab.path("index"), "README.md").is_err());
}

/// G7, G8: files and folders of the index, as `git ls-files` has them.
#[test]
fn g7_tracked() {
    let lab = Lab::new();
    lab.repository("r", &FILES);
    lab.write("r/new.md", "new");
    lab.write("r/planned.md", "planned");
    lab.write("r/staged.md", "staged");
    lab.git("r", &["add", "-N", "planned.md"]);
    lab.git("r", &["add", "staged.md"]);
    lab.git("r", &["rm", "-q", "--cached", "README.md"]);
    let listed: BTreeSet<String> = lab.git("r", &["ls-files"]).lines().map(str::to_owned).collect();
    let mut repositories = Repositories::new();
    for name in
        ["README.md", "new.md", "planned.md", "staged.md", "docs/personas.md", "src/[id]/page.ts", "docs/none.md"]
    {
        assert_eq!(repositories.tracked(&lab.path(&format!("r/{name}"))), Ok(listed.contains(name)), "{name}");
    }
    for (name, holds) in [
        ("docs", true),
        ("docs/", true),
        ("docs/decisions", true),
        ("", true),
        ("doc", false),
        ("docs/dec", false),
        ("Docs", false),
        ("docs/personas.md/x", false),
    ] {
        assert_eq!(repositories.tracked(&lab.path(&format!("r/{name}"))), Ok(holds), "{name}");
    }
    assert!(!tracked(&lab.path("loose.md")));
}

/// G8: the index of an empty repository, of a conflict, of a submodule, of a linked tree, of version 4.
#[test]
fn g8_indexes_of_all_kinds() {
    let lab = Lab::new();
    fs::create_dir_all(lab.top.join("new")).expect("new");
    lab.git("new", &["init", "-q"]);
    assert!(!tracked(&lab.path("new/x")) && !tracked(&lab.path("new")));
    assert_eq!(Repositories::new().head_file(&lab.path("new"), "x"), Ok(None));
    assert_eq!(Repositories::new().committed(&lab.path("new"), "x"), Ok(false));

    lab.repository("r", &[("a.md", "one\n")]);
    lab.git("r", &["checkout", "-q", "-b", "side"]);
    lab.write("r/a.md", "two\n");
    lab.commit("r");
    lab.git("r", &["checkout", "-q", "main"]);
    lab.write("r/a.md", "three\n");
    lab.commit("r");
    assert!(!lab.run("r", &["merge", "-q", "side"]).status.success());
    assert!(tracked(&lab.path("r/a.md")), "unmerged");

    lab.repository("outer", &[("x.md", "x")]);
    lab.git(
        "outer",
        &["submodule", "--quiet", "add", "../new2", "sub"].map(|a| if a == "../new2" { "../r" } else { a }),
    );
    assert!(tracked(&lab.path("outer/sub")) && tracked(&lab.path("outer/sub/a.md")));
    lab.git("outer", &["worktree", "add", "-q", "-b", "w", "../linked"]);
    lab.write("linked/only-here.md", "x");
    lab.git("linked", &["add", "only-here.md"]);
    assert!(tracked(&lab.path("linked/only-here.md")));
    assert!(!tracked(&lab.path("outer/only-here.md")));
    lab.git("outer", &["update-index", "--index-version", "4"]);
    assert!(tracked(&lab.path("outer/x.md")));
    lab.git("outer", &["update-index", "--split-index"]);
    assert!(tracked(&lab.path("outer/x.md")));
}

/// G8: a folder that a sparse index holds as one entry.
#[test]
fn g8_sparse_index() {
    let lab = Lab::new();
    lab.repository("r", &FILES);
    lab.git("r", &["sparse-checkout", "set", "--cone", "--sparse-index", "src"]);
    assert!(lab.git("r", &["ls-files", "--sparse"]).lines().any(|line| line == "docs/"));
    for (name, holds) in [
        ("docs", true),
        ("docs/personas.md", true),
        ("docs/decisions", true),
        ("docs/none.md", false),
        ("src/app.ts", true),
    ] {
        assert_eq!(tracked(&lab.path(&format!("r/{name}"))), holds, "{name}");
    }
}

/// G5, G8: `core.ignorecase`.
#[test]
fn g5_case() {
    let lab = Lab::new();
    lab.repository("r", &FILES);
    let mut repositories = Repositories::new();
    assert_eq!(repositories.ignores_case(&lab.path("r")), Ok(false));
    assert!(!tracked(&lab.path("r/DOCS/Personas.md")));
    lab.git("r", &["config", "core.ignorecase", "true"]);
    let mut repositories = Repositories::new();
    assert_eq!(repositories.ignores_case(&lab.path("r")), Ok(true));
    assert!(tracked(&lab.path("r/DOCS/Personas.md")) && tracked(&lab.path("r/Docs")));
    assert!(!tracked(&lab.path("r/Doc")));
    let found = repositories.tracked_match(&lab.path("r"), "DOCS/P*").expect("readable");
    assert_eq!(found, [lab.path("r/docs/personas.md")]);
}

/// G7: a pattern against what is tracked.
#[test]
fn g7_tracked_match() {
    let lab = Lab::new();
    lab.repository("r", &FILES);
    lab.repository("other", &[("o.md", "o")]);
    lab.write("r/new.md", "untracked");
    lab.link("r/docs", "lnk");
    let all_docs = ["docs/decisions", "docs/decisions/0001-start.md", "docs/personas.md"];
    let cases: [(&str, &str, &[&str]); 18] = [
        ("r", "*.md", &["README.md"]),
        ("r", "*", &["README.md", "docs", "docs-old", "src"]),
        ("r", "docs/*", &["docs/decisions", "docs/personas.md"]),
        ("r", "docs/**", &all_docs),
        (
            "r",
            "**",
            &[
                "README.md",
                "docs",
                "docs-old",
                "docs-old/a.md",
                "docs/decisions",
                "docs/decisions/0001-start.md",
                "docs/personas.md",
                "src",
                "src/[id]",
                "src/[id]/page.ts",
                "src/app.ts",
            ],
        ),
        ("r", "**personas.md", &["docs/personas.md"]),
        ("r/docs", "**", &all_docs[..]),
        ("r/docs/personas.md", "**", &[]),
        ("r", "do?s", &["docs"]),
        ("r", "[r-s]rc", &["src"]),
        ("r", "src/\\[id\\]/*", &["src/[id]/page.ts"]),
        ("r", "new*", &[]),
        ("r/docs", "../src/*.ts", &["src/app.ts"]),
        ("r/docs", "p*", &["docs/personas.md"]),
        ("lnk", "p*", &["docs/personas.md"]),
        ("r", "./docs/./p*/", &["docs/personas.md"]),
        ("", "*/README.md", &[]),
        ("r", "none/**", &[]),
    ];
    for (directory, pattern, found) in cases {
        let expected: Vec<String> =
            found.iter().map(|name| lab.path(&format!("r/{name}")).trim_end_matches('/').to_owned()).collect();
        let answer = Repositories::new().tracked_match(&lab.path(directory), pattern);
        assert_eq!(answer.as_deref(), Ok(expected.as_slice()), "{directory} {pattern}");
    }
    let absolute = format!("{}/*.md", lab.path("r"));
    assert_eq!(Repositories::new().tracked_match(&lab.path("other"), &absolute), Ok(vec![lab.path("r/README.md")]));
    assert_eq!(Repositories::new().tracked_match("/", "nowhere/*"), Ok(vec![]));
    let mut repositories = Repositories::new();
    repositories.owner(&lab.path("r")).expect("readable");
    assert_eq!(repositories.tracked_match(&lab.path(""), "*/README.md"), Ok(vec![lab.path("r/README.md")]));
}

/// G12, G14, X4: the bytes at `HEAD`, as `git cat-file` has them, whatever lies in the working tree.
#[test]
fn g12_files_at_head() {
    let lab = Lab::new();
    lab.repository("r", &FILES);
    lab.link("personas.md", "r/docs/inner");
    lab.link("docs", "r/wiki");
    lab.link("../../outside", "r/docs/outer");
    lab.link("/etc/passwd", "r/absolute");
    lab.link("circle", "r/circle");
    lab.commit("r");
    lab.write("r/README.md", "changed\n");
    lab.write("r/new.md", "new\n");
    lab.git("r", &["add", "new.md"]);
    let tree = lab.path("r");
    let mut repositories = Repositories::new();
    for name in ["README.md", "docs/personas.md", "src/[id]/page.ts"] {
        let expected = lab.git("r", &["cat-file", "-p", &format!("HEAD:{name}")]);
        assert_eq!(repositories.head_file(&tree, name), Ok(Some(expected.into_bytes())), "{name}");
        assert_eq!(repositories.committed(&tree, name), Ok(true), "{name}");
    }
    for link in ["docs/inner", "wiki/personas.md", "wiki/inner"] {
        assert_eq!(repositories.head_file(&tree, link), Ok(Some(b"people\n".to_vec())), "{link}");
    }
    for name in ["new.md", "docs/none.md", "none/x", "README.md/x"] {
        assert_eq!(repositories.head_file(&tree, name), Ok(None), "{name}");
        assert_eq!(repositories.committed(&tree, name), Ok(false), "{name}");
    }
    for name in ["docs", "docs/outer", "absolute", "circle", ""] {
        assert!(repositories.head_file(&tree, name).is_err(), "{name}");
        assert_eq!(repositories.committed(&tree, name), Ok(false), "{name}");
    }
    assert_eq!(repositories.read_version(&tree, "README.md", Version::Working), Ok(Some(b"changed\n".to_vec())));
    assert_eq!(repositories.read_version(&tree, "README.md", Version::Head), Ok(Some(b"# Shop\n".to_vec())));
    assert_eq!(repositories.read_version(&tree, "none.md", Version::Working), Ok(None));
    assert_eq!(repositories.read_version(&tree, "README.md/x", Version::Working), Ok(None));
    assert!(repositories.read_version(&tree, "docs", Version::Working).is_err());
    assert!(repositories.read_version(&tree, "circle", Version::Working).is_err());
    assert!(repositories.read_version(&tree, "docs/outer", Version::Working).is_err());
    assert_eq!(repositories.head_file(&lab.path("no"), "x"), Ok(None));
    assert_eq!(repositories.head_file(&lab.path("r/docs"), "personas.md"), Ok(Some(b"people\n".to_vec())));
    assert_eq!(repositories.committed(&lab.path("r/docs"), "README.md"), Ok(false));
    lab.git("r", &["checkout", "-q", "--detach"]);
    assert_eq!(Repositories::new().committed(&tree, "docs/personas.md"), Ok(true));
}

/// G4: the environment changes nothing. Run again as a process of its own, with every variable that git would heed.
#[test]
fn g4_no_variable_counts() {
    if let Ok(tree) = std::env::var("GATELOG_TEST_TREE") {
        let mut repositories = Repositories::new();
        assert_eq!(repositories.owner(&format!("{tree}/docs/x.md")), Ok(Some(tree.clone())));
        assert_eq!(repositories.tracked(&format!("{tree}/README.md")), Ok(true));
        assert_eq!(repositories.ignores_case(&tree), Ok(false));
        assert_eq!(repositories.head_file(&tree, "README.md"), Ok(Some(b"# Shop\n".to_vec())));
        return;
    }
    let lab = Lab::new();
    lab.repository("r", &FILES);
    lab.repository("other", &[("o.md", "o")]);
    let odd = [("GIT_CEILING_DIRECTORIES", lab.path("r")), ("GIT_CONFIG_KEY_0", "core.ignorecase".to_owned())];
    lab.rerun("g4_no_variable_counts", &odd);
}

//! How work trees differ from their histories, against scripted repositories and git's own answers.

use facts::git::{How, Repositories};

#[path = "history/lab.rs"]
mod lab;
#[path = "history/oracle.rs"]
mod oracle;

use lab::{FILES, Lab};
use oracle::{agrees, history, same_state};

/// L3, E21: before the first commit all is new.
#[test]
fn l3_no_commit_yet() {
    let lab = Lab::new();
    lab.init("r");
    lab.write("r/staged.md", "s\n");
    lab.git("r", &["add", "-A"]);
    lab.write("r/docs/loose.md", "l\n");
    let history = history(&lab, "r");
    assert_eq!(history.check(), Ok(()));
    assert_eq!(history.head(), Ok(None));
    assert_eq!(history.adds("staged.md"), Ok(vec![]));
    assert_eq!(history.same_content("", "staged.md"), Ok(vec![]));
    same_state(&lab, "r");
    lab.init("empty");
    same_state(&lab, "empty");
}

/// L3: what is staged, changed, untracked, ignored and in conflict is what `git status` says.
#[test]
fn l3_uncommitted() {
    let lab = Lab::new();
    lab.repository("r", &FILES);
    lab.write("r/.gitignore", "*.log\n/build/\n");
    for name in ["a", "b", "c", "d", "e", "f", "g"] {
        lab.write(&format!("r/t/{name}.txt"), &format!("{name}\nof some length, so that it is found again\n"));
    }
    lab.commit("r");
    lab.write("r/README.md", "# changed\n");
    lab.write("r/staged.md", "staged\n");
    lab.git("r", &["add", "staged.md"]);
    lab.write("r/staged.md", "and changed\n");
    lab.write("r/gone.md", "staged and gone\n");
    lab.git("r", &["add", "gone.md"]);
    lab.remove("r/gone.md");
    lab.git("r", &["mv", "t/a.txt", "t/moved a.txt"]);
    lab.git("r", &["rm", "-q", "--cached", "t/b.txt"]);
    lab.git("r", &["rm", "-q", "t/c.txt"]);
    lab.remove("r/t/d.txt");
    lab.remove("r/t/e.txt");
    lab.link("f.txt", "r/t/e.txt");
    lab.git("r", &["update-index", "--assume-unchanged", "t/f.txt"]);
    lab.write("r/t/f.txt", "not looked at\n");
    lab.remove("r/t/g.txt");
    lab.write("r/t/g.txt/inner.txt", "a folder where a file was\n");
    lab.write("r/intended.md", "i\n");
    lab.git("r", &["add", "-N", "intended.md"]);
    lab.write("r/x.log", "ignored\n");
    lab.write("r/build/out.md", "ignored\n");
    lab.write("r/new/deep/\"odd\" name\t.md", "untracked\n");
    lab.link("../outside", "r/new/dangling");
    lab.git("r", &["config", "status.showUntrackedFiles", "no"]);
    lab.git("r", &["config", "status.renames", "false"]);
    lab.git("r", &["-c", "status.renames=true", "status"]);
    let history = history(&lab, "r");
    let found = history.uncommitted().expect("readable");
    let how = |path: &str| found.iter().find(|change| change.path == path).map(|change| change.how);
    assert_eq!(how("t/moved a.txt"), Some(How::Renamed));
    assert_eq!(how("t/b.txt"), Some(How::Untracked));
    assert_eq!(how("t/g.txt"), Some(How::Deleted));
    assert_eq!(how("t/g.txt/inner.txt"), Some(How::Untracked));
    for path in ["x.log", "build/out.md", "t/f.txt", "docs.md"] {
        assert_eq!(how(path), None, "{path}");
    }
    lab.git("r", &["config", "--unset", "status.showUntrackedFiles"]);
    lab.git("r", &["config", "--unset", "status.renames"]);
    same_state(&lab, "r");
}

/// L3: paths in conflict, on either side and with either side gone.
#[test]
fn l3_conflicts() {
    let lab = Lab::new();
    lab.repository("r", &FILES);
    lab.git("r", &["checkout", "-q", "-b", "side"]);
    lab.write("r/README.md", "side\n");
    lab.write("r/both.md", "side\n");
    lab.write("r/docs.md", "side\n");
    lab.remove("r/docs/personas.md");
    lab.commit("r");
    lab.git("r", &["checkout", "-q", "main"]);
    lab.write("r/README.md", "main\n");
    lab.write("r/both.md", "main\n");
    lab.remove("r/docs.md");
    lab.write("r/docs/personas.md", "main\n");
    lab.commit("r");
    assert!(!lab.run("r", &["merge", "-q", "side"]).status.success());
    assert!(lab.git("r", &["status", "--porcelain"]).contains("AA both.md"));
    same_state(&lab, "r");
    lab.remove("r/both.md");
    same_state(&lab, "r");
}

/// L3, E11: linked work trees, submodules and repositories within each have their own state.
#[test]
fn l3_trees_within_and_beside() {
    let lab = Lab::new();
    lab.repository("other", &[("o.md", "o\n")]);
    lab.repository("r", &FILES);
    lab.git("r", &["submodule", "--quiet", "add", "../other", "sub"]);
    lab.commit("r");
    lab.git("r", &["worktree", "add", "-q", "-b", "linked", "../linked"]);
    lab.repository("r/nested", &[("n.md", "n\n")]);
    lab.write("linked/only here.md", "l\n");
    lab.commit("linked");
    lab.write("linked/README.md", "changed\n");
    lab.write("r/sub/o.md", "changed\n");
    lab.write("r/sub/new.md", "new\n");
    for folder in ["r", "linked", "r/sub", "r/nested"] {
        same_state(&lab, folder);
        agrees(&lab, folder);
    }
    assert!(history(&lab, "r").uncommitted().expect("readable").is_empty());
    lab.git("r/sub", &["-c", "user.name=x", "commit", "-q", "-am", "moves the submodule"]);
    same_state(&lab, "r");
    let found = history(&lab, "r").uncommitted().expect("readable").to_vec();
    assert_eq!(found.iter().map(|change| change.path.as_str()).collect::<Vec<_>>(), ["sub"]);
    assert!(Repositories::new().history(&lab.path("r/docs")).expect("readable").is_none(), "no top of a tree");
    assert!(Repositories::new().history(&lab.path("")).expect("readable").is_none(), "no tree at all");
}

/// L3: a sparse checkout lacks files that nobody deleted, with a sparse index too.
#[test]
fn l3_sparse_checkouts() {
    let lab = Lab::new();
    lab.repository("r", &FILES);
    lab.write("r/wide/deep/a.md", "a\n");
    lab.commit("r");
    for index in ["--no-sparse-index", "--sparse-index"] {
        lab.git("r", &["sparse-checkout", "set", "--cone", index, "docs"]);
        assert!(!lab.top.join("r/wide/deep/a.md").exists());
        same_state(&lab, "r");
        lab.write("r/docs/new.md", "n\n");
        same_state(&lab, "r");
        lab.remove("r/docs/new.md");
        lab.git("r", &["sparse-checkout", "disable"]);
    }
}

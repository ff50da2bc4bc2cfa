//! Facts of histories, against scripted repositories and git's own answers.

use std::fs;
use std::process::Command;

use facts::git::{How, Repositories};
use proptest::test_runner::{Config, TestRunner};

#[path = "history/lab.rs"]
mod lab;
#[path = "history/oracle.rs"]
mod oracle;
#[path = "history/random.rs"]
mod random;

use lab::{FILES, Lab};
use oracle::{agrees, history, same_state};

fn changes(lab: &Lab, commit: &str) -> Vec<(String, &'static str)> {
    let found = history(lab, "r").changes(commit, &mut |_| true).expect("readable");
    found.into_iter().map(|change| (change.path, change.how.name())).collect()
}

fn named(pairs: &[(&str, &'static str)]) -> Vec<(String, &'static str)> {
    pairs.iter().map(|(path, how)| ((*path).to_owned(), *how)).collect()
}

/// F1: histories of merges, renames, deletions, links and re-added files say what git says.
#[test]
fn f1_random_histories_agree_with_git() {
    let mut runner = TestRunner::new(Config { cases: 8, failure_persistence: None, ..Config::default() });
    let ran = runner.run(&random::steps(), |steps| {
        let lab = Lab::new();
        lab.init("r");
        random::perform(&lab, &steps);
        agrees(&lab, "r");
        same_state(&lab, "r");
        Ok(())
    });
    if let Err(fault) = ran {
        panic!("{fault}");
    }
}

/// F1: the forms of change of one commit.
#[test]
fn f1_changes_of_a_commit() {
    let lab = Lab::new();
    lab.repository("r", &FILES);
    let root = lab.id("r", "HEAD");
    assert!(changes(&lab, &root).iter().all(|(_, how)| *how == "added"));
    lab.write("r/README.md", "# Shop, again\n");
    lab.git("r", &["mv", "docs/personas.md", "people.md"]);
    lab.remove("r/docs.md");
    lab.write("r/docs.md/inner", "a folder where a file was\n");
    let second = lab.commit("r");
    let expected = [
        ("README.md", "modified"),
        ("docs.md", "deleted"),
        ("docs.md/inner", "added"),
        ("docs/personas.md", "deleted"),
        ("people.md", "renamed"),
    ];
    assert_eq!(changes(&lab, &second), named(&expected));
    lab.remove("r/people.md");
    lab.link("README.md", "r/people.md");
    let third = lab.commit("r");
    assert_eq!(changes(&lab, &third), named(&[("people.md", "modified")]));
    assert_eq!(changes(&lab, &lab.commit("r")), named(&[]));
    agrees(&lab, "r");
}

/// F1, E25: a file that only moved is not new; one that moved and changed is.
#[test]
fn f1_content_that_was_there_before() {
    let lab = Lab::new();
    lab.repository("r", &FILES);
    let root = lab.id("r", "HEAD");
    lab.git("r", &["mv", "docs/personas.md", "people.md"]);
    lab.commit("r");
    lab.write("r/copy.md", "start\n");
    lab.write("r/new.md", "new\n");
    lab.write("r/README.md", "# Shop, again\n");
    lab.link("docs.md", "r/link.md");
    lab.link("nothing", "r/nowhere.md");
    let history = history(&lab, "r");
    let same = |path| history.same_content(&root, path).expect("readable");
    assert_eq!(same("people.md"), ["docs/personas.md"]);
    assert_eq!(same("copy.md"), ["docs/decisions/0001 start.md"]);
    assert_eq!(same("docs.md"), ["docs.md"]);
    for path in ["new.md", "README.md", "none.md", "link.md", "nowhere.md"] {
        assert!(same(path).is_empty(), "{path}");
    }
}

/// L3, E27: what a merge changes itself is the merge's, and only that.
#[test]
fn l3_changes_of_a_merge_are_its_own() {
    let lab = Lab::new();
    lab.repository("r", &FILES);
    lab.git("r", &["checkout", "-q", "-b", "side"]);
    lab.write("r/side.md", "s\n");
    lab.commit("r");
    lab.git("r", &["checkout", "-q", "main"]);
    lab.write("r/main.md", "m\n");
    lab.commit("r");
    lab.git("r", &["merge", "-q", "--no-ff", "-m", "plain", "side"]);
    let plain = lab.id("r", "HEAD");
    assert_eq!(changes(&lab, &plain), named(&[]));
    for branch in ["one", "two", "three"] {
        lab.git("r", &["checkout", "-q", "-b", branch, &plain]);
        lab.write(&format!("r/{branch}.md"), branch);
        lab.commit("r");
    }
    lab.git("r", &["checkout", "-q", "main"]);
    lab.git("r", &["merge", "-q", "--no-commit", "one", "two", "three"]);
    lab.write("r/one.md", "changed by the merge\n");
    lab.write("r/evil.md", "added by the merge\n");
    lab.remove("r/main.md");
    let octopus = lab.commit("r");
    assert_eq!(lab.git("r", &["rev-list", "--parents", "-1", "HEAD"]).split(' ').count(), 4);
    let expected = [("evil.md", "added"), ("main.md", "deleted"), ("one.md", "modified")];
    assert_eq!(changes(&lab, &octopus), named(&expected));
    assert_eq!(history(&lab, "r").adds("evil.md"), Ok(vec![octopus]));
    agrees(&lab, "r");
}

/// L5: a path that is deleted and added again, here and on a side branch, has each commit that adds it.
#[test]
fn l5_commits_that_add_a_path() {
    let lab = Lab::new();
    lab.repository("r", &FILES);
    let first = lab.id("r", "HEAD");
    lab.git("r", &["checkout", "-q", "-b", "side"]);
    lab.write("r/docs/deep/note.md", "on the side\n");
    let side = lab.commit("r");
    lab.git("r", &["checkout", "-q", "main"]);
    lab.remove("r/docs/personas.md");
    lab.commit("r");
    lab.write("r/docs/personas.md", "again\n");
    let again = lab.commit("r");
    lab.git("r", &["merge", "-q", "-m", "m", "side"]);
    let history = history(&lab, "r");
    assert_eq!(history.adds("docs/personas.md"), Ok(vec![again, first.clone()]));
    assert_eq!(history.adds("docs/deep/note.md"), Ok(vec![side.clone()]));
    for path in ["docs", "docs/deep", "none.md", "", "/README.md", "README.md/x"] {
        assert_eq!(history.adds(path), Ok(vec![]), "{path}");
    }
    assert_eq!(history.is_ancestor(&first, &side), Ok(true));
    assert_eq!(history.is_ancestor(&side, &first), Ok(false));
    agrees(&lab, "r");
}

/// L5, E05: after a squash the branch's commit is there and no ancestor; the commit that has its content is found.
#[test]
fn l5_squashed_and_unreached_commits() {
    let lab = Lab::new();
    lab.repository("r", &FILES);
    let first = lab.id("r", "HEAD");
    lab.git("r", &["checkout", "-q", "-b", "side"]);
    lab.write("r/new.md", "n\n");
    let branch = lab.commit("r");
    lab.write("r/new.md", "more\n");
    let tip = lab.commit("r");
    lab.git("r", &["checkout", "-q", "main"]);
    lab.git("r", &["merge", "-q", "--squash", "side"]);
    let squashed = lab.commit("r");
    let history = history(&lab, "r");
    assert_eq!(history.is_ancestor(&branch, &squashed), Ok(false));
    assert_eq!(history.is_ancestor(&first, &branch), Ok(true));
    assert_eq!(history.is_ancestor(&branch, &tip), Ok(true));
    assert_eq!(history.is_ancestor(&squashed, &tip), Ok(false));
    assert_eq!(history.adds("new.md"), Ok(vec![squashed]));
    assert_eq!(history.has_file(&branch, "new.md"), Ok(true));
    assert_eq!(history.parents(&branch), Ok(vec![first.clone()]));
    let found = history.changes(&branch, &mut |_| true).expect("readable");
    assert_eq!(
        found.iter().map(|change| (change.path.as_str(), change.how)).collect::<Vec<_>>(),
        [("new.md", How::Added)]
    );
    let since = history.changed_since(&branch, &mut |_| true).expect("readable");
    assert_eq!(since.len(), 1, "what the squash commit changes");
    let nobody = "0123456789012345678901234567890123456789";
    for odd in [nobody, "", "HEAD", "main", &first[..7], "../../etc/passwd"] {
        assert_eq!(history.is_ancestor(odd, &squashed_of(&lab)), Ok(false), "{odd}");
        assert_eq!(history.author(odd), Ok(None), "{odd}");
        assert_eq!(history.has_file(odd, "new.md"), Ok(false), "{odd}");
        assert_eq!(history.changed_since(odd, &mut |_| true), Ok(vec![]), "{odd}");
    }
}

fn squashed_of(lab: &Lab) -> String {
    lab.id("r", "HEAD")
}

/// F1: who wrote a commit, when, and what its message begins with.
#[test]
fn f1_authors() {
    let lab = Lab::new();
    lab.repository("r", &FILES);
    lab.git("r", &["commit", "-q", "--allow-empty", "-m", "A subject: żółw\n\nand more", "--author", "Ann B <ann@x>"]);
    let head = lab.id("r", "HEAD");
    let author = history(&lab, "r").author(&head).expect("readable").expect("a commit");
    let expected = lab.git("r", &["log", "-1", "--format=%an <%ae>|%aI|%s"]);
    assert_eq!(format!("{}|{}|{}", author.who, author.when, author.subject), expected.trim());
}

/// F1, E01: in a shallow clone the first commits have no parents, and it says that it is one.
#[test]
fn f1_shallow_clones() {
    let lab = Lab::new();
    lab.repository("whole", &FILES);
    let first = lab.id("whole", "HEAD");
    for text in ["two", "three", "four"] {
        lab.write("whole/README.md", text);
        lab.commit("whole");
    }
    let from = format!("file://{}", lab.path("whole"));
    lab.git("", &["clone", "-q", "--depth", "2", &from, "r"]);
    let shallow = history(&lab, "r");
    assert_eq!(shallow.is_shallow(), Ok(true));
    assert_eq!(shallow.check(), Ok(()));
    let boundary = lab.id("r", "HEAD~1");
    assert_eq!(shallow.parents(&boundary), Ok(vec![]));
    assert_eq!(shallow.adds("docs.md"), Ok(vec![boundary]));
    assert_eq!(shallow.is_ancestor(&first, &lab.id("r", "HEAD")), Ok(false));
    agrees(&lab, "r");
    // The commit is there now, and still nothing links it.
    lab.git("r", &["fetch", "-q", "--depth", "1", &from, &first]);
    assert_eq!(history(&lab, "r").is_ancestor(&first, &lab.id("r", "HEAD")), Ok(false));
    assert_eq!(history(&lab, "r").is_shallow(), Ok(true));
    lab.git("r", &["fetch", "-q", "--unshallow", &from, "main"]);
    let whole = history(&lab, "r");
    assert_eq!(whole.is_shallow(), Ok(false));
    assert_eq!(whole.is_ancestor(&first, &lab.id("r", "HEAD")), Ok(true));
    agrees(&lab, "r");
}

/// F1, E09: repositories with ids of 64 digits.
#[test]
fn f1_sha256() {
    let lab = Lab::new();
    fs::create_dir_all(lab.top.join("r")).expect("new");
    lab.git("r", &["init", "-q", "-b", "main", "--object-format=sha256"]);
    for (name, text) in FILES {
        lab.write(&format!("r/{name}"), text);
    }
    assert_eq!(lab.commit("r").len(), 64);
    lab.write("r/README.md", "two\n");
    lab.commit("r");
    lab.write("r/README.md", "three\n");
    agrees(&lab, "r");
    same_state(&lab, "r");
    let root = lab.id("r", "HEAD~1");
    assert_eq!(history(&lab, "r").same_content(&root, "docs.md"), Ok(vec!["docs.md".to_owned()]));
}

/// F1: a detached `HEAD`, packed objects and git's own cache of commits change nothing.
#[test]
fn f1_detached_packed_and_cached() {
    let lab = Lab::new();
    lab.repository("r", &FILES);
    for text in ["two", "three"] {
        lab.write("r/README.md", text);
        lab.write("r/docs/new.md", text);
        lab.commit("r");
    }
    lab.git("r", &["checkout", "-q", "--detach", "HEAD~1"]);
    agrees(&lab, "r");
    lab.git("r", &["checkout", "-q", "main"]);
    lab.git("r", &["gc", "-q"]);
    lab.git("r", &["commit-graph", "write", "--reachable"]);
    agrees(&lab, "r");
    same_state(&lab, "r");
}

/// E15: a repository of another user is not read, and the sentence says what to do. Needs a user who may give files away.
#[test]
fn e15_another_owner() {
    let lab = Lab::new();
    lab.repository("r", &FILES);
    let given = Command::new("chown").args(["-R", "12345"]).arg(lab.path("r")).output().expect("chown runs");
    if !given.status.success() {
        return;
    }
    let fault = Repositories::new().history(&lab.path("r")).map(|_| ()).expect_err("it belongs to somebody else");
    assert!(fault.contains("belongs to another user"), "{fault}");
    assert!(fault.contains(&format!("git config --global --add safe.directory {}", lab.path("r"))), "{fault}");
}

/// F1: damage is an error that names what cannot be read, never an empty history.
#[test]
fn f1_damage() {
    let lab = Lab::new();
    lab.repository("r", &FILES);
    let first = lab.id("r", "HEAD");
    lab.write("r/README.md", "two\n");
    lab.commit("r");
    let object = |id: &str| lab.top.join("r/.git/objects").join(&id[..2]).join(&id[2..]);
    let tree = lab.id("r", "HEAD~1^{tree}");
    fs::rename(object(&tree), lab.top.join("tree")).expect("it is there");
    let fault = history(&lab, "r").adds("README.md").expect_err("a tree is missing");
    assert!(fault.contains(&tree), "{fault}");
    assert!(history(&lab, "r").changes(&first, &mut |_| true).is_err());
    fs::rename(object(&first), lab.top.join("commit")).expect("it is there");
    let fault = history(&lab, "r").check().expect_err("a commit is missing");
    assert!(fault.contains(&first), "{fault}");
    fs::write(lab.top.join("r/.git/index"), "DIRC nonsense").expect("writable");
    assert!(history(&lab, "r").uncommitted().is_err());
    assert!(history(&lab, "r").files().is_err());
}

/// F1, X: variables of the environment change nothing. Run again as a process of its own, with all that git would heed.
#[test]
fn f1_no_variable_counts() {
    if let Ok(tree) = std::env::var("GATELOG_TEST_TREE") {
        let history = Repositories::new().history(&tree).expect("readable").expect("a work tree");
        assert_eq!(history.check(), Ok(()));
        assert_eq!(history.adds("README.md").map(|commits| commits.len()), Ok(1));
        assert_eq!(history.files().map(|files| files.len()), Ok(FILES.len()));
        assert_eq!(history.uncommitted().map(<[_]>::len), Ok(0));
        return;
    }
    let lab = Lab::new();
    lab.repository("r", &FILES);
    lab.repository("other", &[("o.md", "o")]);
    let odd = [("GIT_CONFIG_KEY_0", "core.excludesFile".to_owned()), ("GIT_CONFIG_VALUE_0", "/x".to_owned())];
    lab.rerun("f1_no_variable_counts", &odd);
}

/// D8, D9: a commit by any of its names, and the text that a file had there.
#[test]
fn d9_a_file_at_a_revision() {
    let lab = Lab::new();
    lab.repository("r", &[("docs/draft.md", "one\n")]);
    let first = lab.id("r", "HEAD");
    lab.git("r", &["tag", "-a", "-m", "v", "v1"]);
    lab.write("r/docs/draft.md", "two\n");
    let second = lab.commit("r");
    lab.write("r/docs/draft.md", "three\n");
    let history = history(&lab, "r");
    for (name, commit) in
        [("HEAD", &second), ("main", &second), ("HEAD~1", &first), ("v1", &first), (&first[..9], &first)]
    {
        assert_eq!(history.revision(name).as_ref(), Some(commit), "{name}");
    }
    for name in ["nope", "", "HEAD~9", "HEAD:docs/draft.md", "docs"] {
        assert_eq!(history.revision(name), None, "{name}");
    }
    assert_eq!(history.file(&first, "docs/draft.md"), Ok(Some(b"one\n".to_vec())));
    assert_eq!(history.file(&second, "docs/draft.md"), Ok(Some(b"two\n".to_vec())));
    assert_eq!(history.file(&second, "docs"), Ok(None));
    assert_eq!(history.file(&second, "nope.md"), Ok(None));
    assert_eq!(history.file("nope", "docs/draft.md"), Ok(None));
}

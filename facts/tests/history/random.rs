//! Histories made of arbitrary steps.

use proptest::prelude::*;

use super::lab::Lab;

/// A step of somebody's work.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    Write(usize, u8),
    Remove(usize),
    Move(usize, usize),
    Link(usize),
    Commit,
    Branch(usize),
    Switch(usize),
    Merge(usize, bool),
}

/// Paths that are files at times and folders at others.
const PATHS: [&str; 7] = ["a", "a.md", "a/b", "a/b.md", "a/b/c", "d/e/f.md", "d/e-f"];

const BRANCHES: [&str; 3] = ["one", "two", "three"];

pub(crate) fn steps() -> impl Strategy<Value = Vec<Step>> {
    let path = 0..PATHS.len();
    let branch = 0..BRANCHES.len();
    let step = prop_oneof![
        6 => (path.clone(), any::<u8>()).prop_map(|(path, text)| Step::Write(path, text % 4)),
        2 => path.clone().prop_map(Step::Remove),
        2 => (path.clone(), path.clone()).prop_map(|(from, to)| Step::Move(from, to)),
        1 => path.prop_map(Step::Link),
        5 => Just(Step::Commit),
        1 => branch.clone().prop_map(Step::Branch),
        2 => branch.clone().prop_map(Step::Switch),
        2 => (branch, any::<bool>()).prop_map(|(branch, ours)| Step::Merge(branch, ours)),
    ];
    prop::collection::vec(step, 10..40)
}

/// Does what can be done of the steps.
pub(crate) fn perform(lab: &Lab, steps: &[Step]) {
    lab.commit("r");
    for step in steps {
        match step {
            Step::Write(path, text) => {
                clear(lab, PATHS[*path]);
                lab.write(&format!("r/{}", PATHS[*path]), &format!("text {text}\n"));
            }
            Step::Remove(path) => {
                let _ = std::fs::remove_file(lab.top.join("r").join(PATHS[*path]));
            }
            Step::Move(from, to) => {
                lab.run("r", &["mv", PATHS[*from], PATHS[*to]]);
            }
            Step::Link(path) => {
                clear(lab, PATHS[*path]);
                lab.link("somewhere", &format!("r/{}", PATHS[*path]));
            }
            Step::Commit => {
                lab.commit("r");
            }
            Step::Branch(branch) => {
                lab.run("r", &["branch", BRANCHES[*branch]]);
            }
            Step::Switch(branch) => {
                lab.run("r", &["checkout", "-q", BRANCHES[*branch]]);
            }
            Step::Merge(branch, ours) => {
                lab.commit("r");
                let how = if *ours { "--strategy=ours" } else { "--strategy=ort" };
                lab.run("r", &["merge", "-q", "--no-ff", "--no-commit", how, BRANCHES[*branch]]);
                lab.write("r/merged.md", branch.to_string().as_str());
            }
        }
    }
}

/// Makes room for a file: what is in the way goes.
fn clear(lab: &Lab, path: &str) {
    let top = lab.top.join("r");
    for (cut, _) in path.match_indices('/') {
        let folder = top.join(&path[..cut]);
        if folder.symlink_metadata().is_ok_and(|about| !about.is_dir()) {
            let _ = std::fs::remove_file(&folder);
        }
    }
    let file = top.join(path);
    let _ = std::fs::remove_file(&file);
    let _ = std::fs::remove_dir_all(&file);
    let _ = std::fs::create_dir_all(file.parent().unwrap_or(&top));
}

//! What the pages show is what the program prints. Commands of the examples run from the folder of the workspace; those of
//! `README.md` and the worked example of `docs/rules.md` in a repository made of the files that the page shows, which is
//! called `/shop` in outputs. `BLESS=1` rewrites outputs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tests::markdown::{Block, Shown, blocks, commands, is_as_shown, rewritten};
use tests::sandbox::{Sandbox, Verdict, verdict};
use tests::{root, walk};

/// Runs the commands of a page and returns what differs; how many ran is added to `count`. With `BLESS=1` the page is
/// rewritten instead.
fn check(
    page: &Path,
    folder: &Path,
    sandbox: &Sandbox,
    wanted: impl Fn(&Shown) -> bool,
    count: &mut usize,
) -> Vec<String> {
    let text = fs::read_to_string(page).expect("the page is there");
    let consoles = blocks(&text).into_iter().filter(|block| block.language() == "console");
    let (mut differing, mut changes) = (Vec::new(), Vec::new());
    for shown in consoles.flat_map(|block| commands(&block)).filter(wanted) {
        *count += 1;
        let output = sandbox.shell(Path::new(env!("CARGO_BIN_EXE_gatelog")), folder, &shown.command);
        let lines: Vec<&str> = output.lines().collect();
        if !is_as_shown(&shown.output, &lines) {
            let place = format!("{}:{}", page.display(), shown.lines.start);
            differing.push(format!(
                "{place}: `{}` prints\n{output}and not\n{}\n",
                shown.command,
                shown.output.join("\n")
            ));
            changes.push((shown.lines, output));
        }
    }
    if std::env::var_os("BLESS").is_some_and(|value| value == "1") && !changes.is_empty() {
        fs::write(page, rewritten(&text, &changes)).expect("the page can be written");
        return Vec::new();
    }
    differing
}

/// README.md and every README.md directly below a folder of examples/.
fn readmes() -> Vec<PathBuf> {
    let examples = fs::read_dir(root().join("examples")).expect("there are examples").flatten();
    let mut pages: Vec<PathBuf> = examples.map(|entry| entry.path().join("README.md")).collect();
    pages.push(root().join("README.md"));
    pages.retain(|page| page.is_file());
    pages.sort();
    pages
}

/// R1: what a replay is said to print is what it prints; and so for every command that the README of an example shows.
#[test]
fn readmes_show_what_the_program_prints() {
    let sandbox = Sandbox::new();
    let (mut differing, mut ran) = (Vec::new(), 0);
    for page in readmes().into_iter().filter(|page| page.starts_with(root().join("examples"))) {
        differing.extend(check(&page, &root(), &sandbox, |shown| shown.command.starts_with("gatelog "), &mut ran));
    }
    assert!(ran > 0, "no README of an example shows a command");
    assert!(differing.is_empty(), "{}", differing.join("\n"));
}

/// E4, G16: the refusal that README.md shows, its ways out and its proof are what a repository with the point gives.
#[test]
fn the_readme_shows_a_refusal_as_it_is() {
    let page = root().join("README.md");
    let text = fs::read_to_string(&page).expect("the page is there");
    let sandbox = Sandbox::new();
    let files = lay_out(&blocks(&text), &sandbox);
    let mut ran = 0;
    let differing = check(&page, &sandbox.path("shop"), &sandbox, |_| true, &mut ran);
    assert!(files == 2 && ran == 2, "README.md shows {files} files and {ran} commands");
    assert!(differing.is_empty(), "{}", differing.join("\n"));
    for part in ["verdict: refused", "ways out of ", "proof under the rules"] {
        assert!(text.contains(part), "README.md shows no `{part}`");
    }
}

/// Writes the files that a page shows: blocks whose second word is a path.
fn lay_out(page: &[Block], sandbox: &Sandbox) -> usize {
    let files: Vec<(&str, &str)> = page
        .iter()
        .filter(|block| block.language() != "console" && block.word().contains('.'))
        .map(|block| (block.word(), block.text.as_str()))
        .collect();
    sandbox.tree("shop", &[("src/release/api.rs", "pub fn price() {}\n"), ("src/next/api.rs", "pub fn price() {}\n")]);
    sandbox.write("shop", &files);
    sandbox.commit("shop");
    files.len()
}

/// X2, X4: the worked example of docs/rules.md, in a repository of its own: checked, tested, refused, let pass, and
/// still refused when the working tree lost the rule.
#[test]
fn the_rules_page_is_what_happens() {
    let page = root().join("docs/rules.md");
    let text = fs::read_to_string(&page).expect("the page is there");
    let sandbox = Sandbox::new();
    let files = lay_out(&blocks(&text), &sandbox);
    let mut ran = 0;
    let differing = check(&page, &sandbox.path("shop"), &sandbox, |_| true, &mut ran);
    assert!(files >= 4 && ran >= 4, "docs/rules.md shows {files} files and {ran} commands");
    assert!(differing.is_empty(), "{}", differing.join("\n"));
}

/// X4, E1: a committed copy of the shipped rules with another layout is in force in their place, and an extension reads
/// it.
#[test]
fn a_set_of_its_own_replaces_the_shipped_one() {
    let sandbox = Sandbox::new();
    let rules = root().join("rules");
    let copied: Vec<(String, String)> = walk(&rules)
        .iter()
        .filter(|path| !path.display().to_string().ends_with(".test.dl"))
        .map(|path| {
            let name = path.strip_prefix(&rules).expect("it was found there").display().to_string();
            let text = fs::read_to_string(path).expect("a rule file is text");
            (format!(".gatelog/policy/{name}"), text.replace("shell_tool(\"Bash\"", "shell_tool(\"Run\""))
        })
        .collect();
    let extension = ".include \"../policy/guard/place.dl\"\n.include \"../policy/contract.dl\"\n\
        deny(\"none\", P, \"nothing is written here\") :- form(_, \"write\", P, _).\n";
    let mut files: Vec<(&str, &str)> = copied.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    files.push((".gatelog/rules/none.dl", extension));
    sandbox.tree("shop", &files);
    let judged = |tool: &str| {
        let payload = format!(r#"{{"tool_name": "{tool}", "tool_input": {{"command": "echo > a"}}}}"#);
        verdict(&sandbox.run(hook(&sandbox), payload.as_bytes()))
    };
    let refused = judged("Run");
    assert!(
        matches!(&refused, Verdict::Deny(reason) if reason.starts_with("gatelog[none] a: nothing is written here\nid: ")),
        "{refused:?}"
    );
    assert_eq!(judged("Bash"), Verdict::Silent);
}

fn hook(sandbox: &Sandbox) -> Command {
    let mut hook = sandbox.command(env!("CARGO_BIN_EXE_gatelog"), "shop");
    hook.arg("hook");
    hook
}

/// The comparison itself: a line too many, too few or other is a difference; `...` is not.
#[test]
fn a_difference_is_seen() {
    let expected: Vec<String> = ["a", "...", "b"].map(str::to_owned).to_vec();
    assert!(is_as_shown(&expected, &["a", "b"]) && is_as_shown(&expected, &["a", "x", "b", "b"]));
    assert!(!is_as_shown(&expected, &["a", "x"]) && !is_as_shown(&expected, &["a", "b", "c"]));
    assert!(!is_as_shown(&[], &["a"]) && !is_as_shown(&expected, &[]));
    let page = "```console\n$ one\nold\n$ two\n```\nend\n";
    let shown = commands(&blocks(page)[0]);
    assert_eq!((shown[0].lines.clone(), shown[1].lines.clone()), (2..3, 4..4));
    let changes = [(shown[0].lines.clone(), "new\n".to_owned()), (shown[1].lines.clone(), "more\n".to_owned())];
    assert_eq!(rewritten(page, &changes), "```console\n$ one\nnew\n$ two\nmore\n```\nend\n");
}

/// Every page that the project links to from its README is there.
#[test]
fn links_of_the_pages_lead_somewhere() {
    let mut pages = readmes();
    pages.extend(walk(&root().join("docs")));
    let mut links = 0;
    for page in pages {
        let text = fs::read_to_string(&page).expect("the page is there");
        let folder = page.parent().expect("a page is in a folder");
        for target in text.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next()) {
            if target.is_empty() || target.contains("://") {
                continue;
            }
            links += 1;
            assert!(folder.join(target).exists(), "{}: {target} is not there", page.display());
        }
    }
    assert!(links > 0);
}

//! `gatelog rules` end to end: what its authors see.

use std::fs;
use std::path::Path;

use tests::sandbox::Sandbox;

fn root() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn rules(sandbox: &Sandbox, arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = sandbox.command(env!("CARGO_BIN_EXE_gatelog"), "main");
    command.arg("rules").args(arguments);
    let output = sandbox.run(command, b"");
    let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    (output.status.code(), text)
}

/// X2: the shipped rules' own cases pass, and every rule of the guard fires in one.
#[test]
fn every_shipped_rule_is_shown_by_a_case() {
    let sandbox = Sandbox::with_points();
    let folder = root().join("rules");
    let (status, text) = rules(&sandbox, &["test", folder.to_str().unwrap()]);
    assert_eq!(status, Some(0), "{text}");
    assert!(!text.contains("fired in no case"), "{text}");
}

/// X2: a case that fails says what was derived instead; no cases at all is no pass.
#[test]
fn a_failing_case_fails() {
    let sandbox = Sandbox::with_points();
    let case = ".decl p(x: number)\np(1).\n//- case one\n//- expect p\np(2).\n";
    sandbox.write("main", &[(".gatelog/rules/p.test.dl", case)]);
    let (status, text) = rules(&sandbox, &["test"]);
    assert_eq!(status, Some(1), "{text}");
    assert!(text.contains("p(1)") && text.contains("p(2)"), "{text}");
    let good = case.replace("p(2).\n", "p(1).\n");
    sandbox.write("main", &[(".gatelog/rules/p.test.dl", &good)]);
    assert_eq!(rules(&sandbox, &["test"]).0, Some(0));
    fs::remove_dir_all(sandbox.path("main/.gatelog")).unwrap();
    assert_eq!(rules(&sandbox, &["test"]).0, Some(2));
}

/// X2, X4, E2: `check` passes on the shipped rules, and names the place of what is wrong in a repository's.
#[test]
fn check_names_the_place() {
    let sandbox = Sandbox::with_points();
    let (status, text) = rules(&sandbox, &["check"]);
    assert_eq!(status, Some(0), "{text}");
    assert!(!text.contains("warning["), "{text}");
    sandbox
        .write("main", &[(".gatelog/rules/bad.dl", "deny(\"x\", P, \"y\") :- targett(_, _, P).\nfired(\"a.b\").\n")]);
    let (status, text) = rules(&sandbox, &["check"]);
    assert_eq!(status, Some(1), "{text}");
    assert!(text.contains(".gatelog/rules/bad.dl:1:") && text.contains("`target`"), "{text}");
}

/// X4: deriving a shipped relation that is not of the contract is an error at its place.
#[test]
fn a_shipped_relation_is_not_a_repositorys_to_derive() {
    let sandbox = Sandbox::with_points();
    sandbox.write("main", &[(".gatelog/rules/bad.dl", "fired(\"plan.goal\").\n")]);
    let (status, text) = rules(&sandbox, &["check"]);
    assert_eq!(status, Some(1), "{text}");
    assert!(text.contains("shipped-relation") && text.contains(".gatelog/rules/bad.dl:1:1"), "{text}");
    sandbox.write("main", &[(".gatelog/rules/bad.dl", "warn(\"a\", \"b\", \"c\") :- call(\"Write\").\n")]);
    assert_eq!(rules(&sandbox, &["check"]).0, Some(0));
}

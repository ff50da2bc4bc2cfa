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

/// E5: a case is evaluated within the limits that are given; what stops there fails, with its place.
#[test]
fn a_case_stops_at_the_limits() {
    let sandbox = Sandbox::with_points();
    let case = ".decl n, p(x: number)\nn(X) :- X = range(0, 40).\np(X) :- n(X), n(Y), n(Z), X + Y + Z < 1.\n\
                //- case one\n//- expect p\np(0).\n";
    sandbox.write("main", &[(".gatelog/rules/p.test.dl", case)]);
    assert_eq!(rules(&sandbox, &["test"]).0, Some(0));
    let stops = [
        ("--steps", "60000", "70000", "p.test.dl:3:1: error[step-limit]"),
        ("--rows", "40", "41", "more than 40 rows"),
        ("--rounds", "0", "1", "after 0 rounds"),
    ];
    for (flag, less, enough, message) in stops {
        assert_eq!(rules(&sandbox, &["test", flag, enough]).0, Some(0), "{flag}");
        let (status, text) = rules(&sandbox, &["test", flag, less]);
        assert!(status == Some(1) && text.contains(message), "{text}");
    }
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

fn fed(sandbox: &Sandbox, arguments: &[&str], input: &str) -> (Option<i32>, String) {
    let mut command = sandbox.command(env!("CARGO_BIN_EXE_gatelog"), "main");
    command.arg("rules").args(arguments);
    let output = sandbox.run(command, input.as_bytes());
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
}

/// X2: `fmt --check` shows what would change and changes nothing; `fmt` changes it, once; a file that does not read is told
/// of and stays.
#[test]
fn fmt_puts_files_into_the_layout() {
    let sandbox = Sandbox::with_points();
    let text = "deny( \"x\",P,\"y\" ):-target(_,_,P).   // why\n";
    sandbox.write("main", &[(".gatelog/rules/a.dl", text), (".gatelog/rules/bad.dl", "a(X) :- \n")]);
    let read = |name: &str| fs::read_to_string(sandbox.path("main/.gatelog/rules").join(name)).unwrap();
    let (status, shown) = rules(&sandbox, &["fmt", "--check"]);
    assert_eq!(status, Some(1), "{shown}");
    assert!(shown.contains("+deny(\"x\", P, \"y\") :- target(_, _, P). // why"), "{shown}");
    assert!(shown.contains("bad.dl:1:") && shown.contains("1 cannot be read"), "{shown}");
    assert_eq!(read("a.dl"), text);
    let (status, shown) = rules(&sandbox, &["fmt"]);
    assert_eq!(status, Some(2), "{shown}");
    assert_eq!(read("a.dl"), "deny(\"x\", P, \"y\") :- target(_, _, P). // why\n");
    assert_eq!(read("bad.dl"), "a(X) :- \n");
    assert_eq!(rules(&sandbox, &["fmt", "--check", ".gatelog/rules/a.dl"]).0, Some(0));
    assert_eq!(rules(&sandbox, &["fmt", ".gatelog/nothing"]).0, Some(2));
}

/// X2: standard input is formatted to standard output.
#[test]
fn fmt_is_a_filter_too() {
    let sandbox = Sandbox::with_points();
    assert_eq!(fed(&sandbox, &["fmt", "-"], "a(1).b(2) ."), (Some(0), "a(1). b(2).\n".to_owned()));
    assert_eq!(fed(&sandbox, &["fmt", "-", "--check"], "a(1).\n"), (Some(0), String::new()));
    assert_eq!(fed(&sandbox, &["fmt", "-", "--check"], "a(1) .\n").0, Some(1));
    assert_eq!(fed(&sandbox, &["fmt", "-"], "a(1"), (Some(2), String::new()));
    assert_eq!(fed(&sandbox, &["fmt", "-", "x.dl"], "").0, Some(2));
}

/// X2: a link is followed, and stays a link.
#[cfg(unix)]
#[test]
fn fmt_keeps_links() {
    let sandbox = Sandbox::with_points();
    sandbox.write("main", &[("elsewhere/a.dl", "a(1) .\n"), (".gatelog/rules/b.dl", "b(1).\n")]);
    let link = sandbox.path("main/.gatelog/rules/link.dl");
    std::os::unix::fs::symlink(sandbox.path("main/elsewhere/a.dl"), &link).unwrap();
    assert_eq!(rules(&sandbox, &["fmt"]).0, Some(0));
    assert!(link.is_symlink());
    assert_eq!(fs::read_to_string(&link).unwrap(), "a(1).\n");
}

/// X2: the shipped rules and the examples are in the layout.
#[test]
fn what_is_shipped_is_in_the_layout() {
    let sandbox = Sandbox::with_points();
    let folders = ["rules", "examples"].map(|name| root().join(name).to_str().unwrap().to_owned());
    let (status, text) = rules(&sandbox, &["fmt", "--check", &folders[0], &folders[1]]);
    assert_eq!(status, Some(0), "{text}");
}

/// X2, X3: warnings pass unless they are denied; every format names the code and the place.
#[test]
fn warnings_can_be_denied() {
    let sandbox = Sandbox::with_points();
    let text = "deny(\"x\", P, \"y\") :- target(_, V, P).\n";
    sandbox.write("main", &[(".gatelog/rules/w.dl", text)]);
    let (status, shown) = rules(&sandbox, &["check"]);
    assert_eq!(status, Some(0), "{shown}");
    assert!(shown.contains("single-use") && shown.contains("1 warnings"), "{shown}");
    assert_eq!(rules(&sandbox, &["check", "--deny", "warnings"]).0, Some(1));
    let (status, shown) = rules(&sandbox, &["check", "--deny", "warnings", "--format", "json"]);
    assert_eq!(status, Some(1));
    let report: serde_json::Value = serde_json::from_str(&shown).unwrap();
    assert_eq!((&report["verdict"], &report["violations"][0]["rule"]), (&"fail".into(), &"single-use".into()));
    assert_eq!(report["violations"][0]["origin"]["line"], 1);
    let (status, shown) = rules(&sandbox, &["check", "--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&shown).unwrap();
    assert_eq!((status, &report["verdict"]), (Some(0), &"pass".into()));
    assert_eq!(report["warnings"][0]["origin"]["file"], ".gatelog/rules/w.dl");
    let (_, shown) = rules(&sandbox, &["check", "--format", "github"]);
    assert!(
        shown.starts_with("::warning file=.gatelog/rules/w.dl,line=1,col=32,title=gatelog rules%3A single-use::"),
        "{shown}"
    );
    let (_, shown) = rules(&sandbox, &["check", "--format", "sarif"]);
    let report: serde_json::Value = serde_json::from_str(&shown).unwrap();
    assert_eq!(report["runs"][0]["results"][0]["ruleId"], "rules/single-use");
}

/// X2: an input relation of a repository's own, which no loader provides, is an error where it is declared.
#[test]
fn an_input_without_a_loader_is_told() {
    let sandbox = Sandbox::with_points();
    let text = "@[host]\n.decl weather(sky: symbol)\ndeny(\"x\", P, \"y\") :- target(_, _, P), weather(\"rain\").\n";
    sandbox.write("main", &[(".gatelog/rules/w.dl", text)]);
    let (status, shown) = rules(&sandbox, &["check"]);
    assert_eq!(status, Some(1), "{shown}");
    assert!(shown.contains("no-loader") && shown.contains(".gatelog/rules/w.dl:2:"), "{shown}");
}

/// X2: each relation is listed with what it is, what derives it and what reads it.
#[test]
fn relations_are_listed() {
    let sandbox = Sandbox::with_points();
    let text = "/// Mine.\n.decl mine(path: symbol)\nmine(P) :- target(_, _, P).\n\
                @[rule(\"mine\")]\ndeny(\"x\", P, \"y\") :- mine(P).\n";
    sandbox.write("main", &[(".gatelog/rules/m.dl", text)]);
    let (status, shown) = fed(&sandbox, &["list", "--format", "json"], "");
    assert_eq!(status, Some(0), "{shown}");
    let list: serde_json::Value = serde_json::from_str(&shown).unwrap();
    let relations = list["relations"].as_array().unwrap();
    let find = |name: &str| relations.iter().find(|one| one["name"] == name).unwrap();
    let mine = find("mine");
    assert_eq!((&mine["kind"], &mine["documentation"]), (&"derived".into(), &"Mine.".into()));
    assert_eq!(mine["declared"], serde_json::json!({ "file": ".gatelog/rules/m.dl", "line": 2 }));
    assert_eq!(mine["read_by"], serde_json::json!(["deny"]));
    assert_eq!(mine["rules"][0]["line"], 3);
    assert_eq!(find("deny")["kind"], "contract");
    assert!(find("deny")["rules"].as_array().unwrap().iter().any(|rule| rule["rule"] == "mine"));
    assert_eq!((&find("call")["kind"], &find("owner")["kind"]), (&"input".into(), &"keyed".into()));
    let (_, shown) = fed(&sandbox, &["list", "--kind", "derived"], "");
    assert!(shown.lines().any(|line| line.starts_with("mine ") && line.ends_with("deny")), "{shown}");
    assert!(!shown.lines().any(|line| line.starts_with("call ")), "{shown}");
    sandbox.write("main", &[(".gatelog/rules/m.dl", "mine(X) :- .\n")]);
    assert_eq!(rules(&sandbox, &["list"]).0, Some(2));
}

/// X2: the page has what the comments say, and each rule as it is written; twice the same.
#[test]
fn rules_are_documented() {
    let sandbox = Sandbox::with_points();
    let text = "//! About mine.\n\n/// A path of mine.\n.decl mine(path: symbol)\nmine(P) :- target(_, _, P).\n\
                @[rule(\"mine\")]\ndeny(\"x\", P, \"y\") :- mine(P).\n";
    sandbox.write("main", &[(".gatelog/rules/m.dl", text)]);
    let (status, page) = fed(&sandbox, &["docs"], "");
    assert_eq!(status, Some(0), "{page}");
    let expected = "\n## .gatelog/rules/m.dl\n\nAbout mine.\n\n### mine\n\n`mine(path: symbol)`: derived\n\nA path of mine.\n\n\
                    Derived by:\n\n.gatelog/rules/m.dl:5\n\n```datalog\nmine(P) :- target(_, _, P).\n```\n\nRead by: `deny`.\n";
    assert!(page.ends_with(expected) && !page.contains("### deny"), "{page}");
    let (_, all) = fed(&sandbox, &["docs", "--all"], "");
    assert!(all.contains("### deny") && all.contains("### mine"), "{all}");
    assert_eq!(fed(&sandbox, &["docs", "--output", "page.md"], ""), (Some(0), String::new()));
    assert_eq!(fs::read_to_string(sandbox.path("main/page.md")).unwrap(), page);
    assert_eq!(fed(&sandbox, &["docs", "-o", "page.md"], "").0, Some(0));
    let text = ".type Trail = [file: symbol, before: Trail]\n.type Kind = Free {} | Held {by: Trail}\n\
                .decl mine(kind: Kind)\nmine($Free).\ndeny(\"x\", \"y\", \"z\") :- mine($Held([_, _])).\n";
    sandbox.write("main", &[(".gatelog/rules/m.dl", text)]);
    let (_, page) = fed(&sandbox, &["docs"], "");
    let types =
        "```datalog\n.type Trail = [file: symbol, before: Trail]\n.type Kind = Free {} | Held {by: Trail}\n```\n";
    assert!(page.contains(types) && page.contains("`mine(kind: Kind)`"), "{page}");
}

/// X2: a literal without which every case passes is named, one that a near miss needs is not.
#[test]
fn coverage_names_literals_that_no_case_needs() {
    let sandbox = Sandbox::with_points();
    let program = ".decl p, q, r(x: number)\nr(X) :- p(X), q(X), X > 1.\nr(X) :- p(X), X > 100.\n";
    let case = format!("{program}//- case one\np(1). p(2). p(3). q(1). q(2). q(5).\n//- expect r\nr(2).\n");
    sandbox.write("main", &[(".gatelog/r.test.dl", &case)]);
    let (status, text) = rules(&sandbox, &["test", "--coverage"]);
    assert_eq!(status, Some(0), "{text}");
    assert!(!text.contains("comes out the same") && text.contains("r.test.dl:3: this rule fired in no case"), "{text}");
    assert!(text.contains("3 of 3 literals matter in a case"), "{text}");
    sandbox.write("main", &[(".gatelog/r.test.dl", &case.replace(" q(1).", ""))]);
    let (status, text) = rules(&sandbox, &["test", "--coverage"]);
    assert_eq!(status, Some(0), "{text}");
    assert!(text.contains("r.test.dl:2:21: every case comes out the same without `X > 1`"), "{text}");
    assert!(text.contains("2 of 3 literals matter in a case"), "{text}");
    let (_, text) = fed(&sandbox, &["test", "--coverage", "--format", "json"], "");
    let report: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&report["passed"], &report["literals"]["matter"]), (&1.into(), &2.into()));
    let idle = serde_json::json!([{ "file": ".gatelog/r.test.dl", "line": 2, "column": 21, "literal": "X > 1" }]);
    assert_eq!((&report["literals"]["idle"], &report["unfired"][0]["line"]), (&idle, &3.into()));
    let (_, text) = fed(&sandbox, &["test", "--format", "json"], "");
    assert!(!text.contains("literals"), "{text}");
}

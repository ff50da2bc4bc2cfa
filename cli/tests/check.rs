//! `gatelog check`: what it prints in every format, how it ends, and that each finding can be explained. What the checks
//! themselves find is shown beside their rules and in `agreement`.

use std::io::Write;
use std::process::{Output, Stdio};

use serde_json::{Value, json};
use tests::sandbox::{POINTS_FILE, Sandbox};

/// A repository whose ledger has a row too few.
fn garden() -> Sandbox {
    let point = json!({
        "id": "plot.tone", "asks": "How do we talk to them?", "scope": "repository", "recommended": null,
        "required": true, "allowed_provenance": ["human", "provisional"], "gate_globs": ["docs/tone.md"],
    });
    let other = json!({
        "id": "plot.fence", "asks": "Which fence?", "scope": "repository", "recommended": null,
        "required": true, "allowed_provenance": ["human"], "gate_globs": ["docs/fence.md"],
    });
    let points = json!({ "points": [point, other] }).to_string();
    let ledger = "# Ledger\n\n| Point | State | Who | When | Landed in | Backlog row |\n|---|---|---|---|---|---|\n\
         | plot.tone | human | - | - | docs/tone.md | - |\n\n## Questions this run asked that no point declares\n\nNone.\n";
    let sandbox = Sandbox::new();
    sandbox.tree("main", &[(POINTS_FILE, &points), ("docs/adoption-provenance.md", ledger)]);
    sandbox
}

/// Runs the command in the tree, with a text on standard input.
fn gatelog(sandbox: &Sandbox, arguments: &[&str], input: &str) -> Output {
    let mut command = sandbox.command(env!("CARGO_BIN_EXE_gatelog"), "main");
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program was built");
    // A program that reads nothing may have closed its end already.
    let _ = child.stdin.take().expect("it is piped").write_all(input.as_bytes());
    child.wait_with_output().expect("it ends")
}

fn check(sandbox: &Sandbox, arguments: &[&str]) -> (i32, String) {
    let output = gatelog(sandbox, &[&["check"], arguments].concat(), "");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.stderr.is_empty() || output.status.code() == Some(2), "{}", String::from_utf8_lossy(&output.stderr));
    (output.status.code().expect("the command ends by itself"), text)
}

/// L2, X3: a violation in each format, with its rule, its place and its exit status.
#[test]
fn every_format_names_the_finding_and_its_place() {
    let sandbox = garden();
    let (exit, human) = check(&sandbox, &["provenance"]);
    assert_eq!(exit, 1, "{human}");
    assert!(human.contains("docs/adoption-provenance.md:5") && human.contains("plot.tone"), "{human}");
    assert!(human.contains("provenance fails") && human.contains("plot.fence"), "{human}");

    let (exit, text) = check(&sandbox, &["provenance", "--format", "json"]);
    assert_eq!(exit, 1);
    let report: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(
        (&report["version"], &report["check"], &report["verdict"]),
        (&json!(1), &json!("provenance"), &json!("fail"))
    );
    let violations = report["violations"].as_array().unwrap();
    let row = violations.iter().find(|found| found["subject"] == "plot.tone").unwrap();
    assert_eq!(row["origin"]["file"], "docs/adoption-provenance.md");
    assert_eq!(row["origin"]["line"], 5);
    assert_eq!(row["proof"].as_str().unwrap().len(), 12);
    assert_eq!(report["counts"]["human"], 1);

    let (_, github) = check(&sandbox, &["provenance", "--format", "github"]);
    assert!(github.contains("::error file=docs/adoption-provenance.md,line=5"), "{github}");

    let (_, junit) = check(&sandbox, &["provenance", "--format", "junit"]);
    assert!(junit.contains("<testsuite name=\"provenance\"") && junit.contains("<failure"), "{junit}");
}

/// X3: what is printed as SARIF is SARIF, for checks that fail and for checks that could not be made.
#[test]
fn sarif_is_valid_against_its_schema() {
    let mut schema: Value = serde_json::from_str(include_str!("schema/sarif-2.1.0.json")).unwrap();
    // The published pattern has a bracket too many and is no regular expression.
    for owner in ["run", "toolComponent"] {
        schema["definitions"][owner]["properties"]["language"].as_object_mut().unwrap().remove("pattern");
    }
    let validator = jsonschema::validator_for(&schema).unwrap();
    let sandbox = garden();
    for arguments in [&["provenance", "--format", "sarif"][..], &["session", "--format", "sarif"]] {
        let (_, text) = check(&sandbox, arguments);
        let document: Value = serde_json::from_str(&text).unwrap();
        let faults: Vec<String> = validator.iter_errors(&document).map(|fault| fault.to_string()).collect();
        assert!(faults.is_empty(), "{faults:#?}\n{text}");
        assert!(!document["runs"][0]["results"].as_array().unwrap().is_empty(), "{text}");
    }
    assert!(!validator.is_valid(&json!({ "version": "2.1.0", "runs": [{}] })));
}

/// E4: `gatelog explain --check` proves each violation of a report, and the proof is one that the checker accepts.
#[test]
fn each_violation_is_explained() {
    let sandbox = garden();
    let (_, text) = check(&sandbox, &["provenance", "--format", "json"]);
    let report: Value = serde_json::from_str(&text).unwrap();
    let violations = report["violations"].as_array().unwrap();
    assert!(violations.len() >= 2, "{text}");
    for found in violations {
        let atom = format!("violation(\"provenance\", {}, {})", found["subject"], found["message"]);
        let output = gatelog(&sandbox, &["explain", "--check", "provenance", &atom, "--format", "json"], "");
        let explained = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        let explained_json: Value = serde_json::from_str(&explained).unwrap();
        assert_eq!(explained_json["proofs"].as_array().unwrap().len(), 1, "{explained}");
        let verified = gatelog(&sandbox, &["explain", "--verify", "-"], &explained);
        assert_eq!(verified.status.code(), Some(0), "{}", String::from_utf8_lossy(&verified.stderr));
    }
    let absent = ["explain", "--check", "provenance", "--why-not", "violation(_, \"plot.season\", _)"];
    let output = gatelog(&sandbox, &absent, "");
    assert!(String::from_utf8_lossy(&output.stdout).contains("because none of its"), "{output:?}");
}

/// S1: without a check named, those that have something to look at are made; what could not be made is no pass.
#[test]
fn checks_are_found_by_their_evidence() {
    let sandbox = garden();
    let (exit, text) = check(&sandbox, &["--format", "json"]);
    let report: Value = serde_json::from_str(&text).unwrap();
    let names: Vec<&str> =
        report["checks"].as_array().unwrap().iter().filter_map(|check| check["check"].as_str()).collect();
    assert_eq!((exit, names), (1, vec!["provenance"]), "{text}");

    let (exit, text) = check(&sandbox, &["session", "--format", "json"]);
    let report: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((exit, &report["verdict"]), (2, &json!("unverified")), "{text}");

    let (exit, _) = check(&sandbox, &["session", "provenance"]);
    assert_eq!(exit, 1, "a violation beats what could not be verified");
    let (exit, _) = check(&sandbox, &["provenences"]);
    assert_eq!(exit, 2);
    let empty = Sandbox::new();
    empty.tree("main", &[("README.md", "# Nothing\n")]);
    let (exit, _) = check(&empty, &[]);
    assert_eq!(exit, 2, "nothing to look at is no pass");
}

/// X4: a rule of the repository adds to a check, and may have a check of its own.
#[test]
fn rules_of_the_repository_take_part() {
    let sandbox = garden();
    let rules = ".include \"gatelog/check/tree.dl\"\n@[rule(\"no-fence\")]\nviolation(\"house\", P, cat(P, \" is there\")) :- root(T), tree_file(T, \"fence.txt\", P).\n\
         applies(\"house\").\nviolation(\"provenance\", \"house\", \"always\").\n";
    sandbox.write("main", &[(".gatelog/rules/house.dl", rules), ("docs/fence.txt", "wood\n")]);
    let (_, text) = check(&sandbox, &["--format", "json"]);
    let report: Value = serde_json::from_str(&text).unwrap();
    let checks = report["checks"].as_array().unwrap();
    let house = checks.iter().find(|check| check["check"] == "house").unwrap_or_else(|| panic!("{text}"));
    assert_eq!(house["violations"][0]["subject"], "docs/fence.txt");
    assert_eq!(house["violations"][0]["rule"], "no-fence");
    let provenance = checks.iter().find(|check| check["check"] == "provenance").unwrap();
    assert!(provenance["violations"].to_string().contains("always"), "{text}");
    let hook = gatelog(&sandbox, &["hook"], "{\"tool_name\":\"Read\",\"tool_input\":{}}");
    assert!(hook.stdout.is_empty(), "the hook takes the same rules: {hook:?}");
}

//! Cases of the language: every file below `golden/`, found by walking. `BLESS=1` rewrites the expectations.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use engine::casefile::{Report, bless, read_cases, run_cases, visit_cases};
use engine::host::{Datum, Host, HostError, Sink};
use engine::program::RelationId;
use engine::proof::{Why, check};
use engine::{Explainer, Limits, Loader, Options, Value};

const LIMITS: Limits = Limits { rows: 100_000, rounds: 10_000, bytes: 1 << 26, steps: 1 << 24 };

/// Functors of the cases. Rows of host relations are facts of the cases.
struct Functors;

impl Host for Functors {
    fn load(&mut self, _: &str, _: &[Datum<'_>], _: &mut dyn Sink) -> Result<(), HostError> {
        Ok(())
    }

    fn call(&mut self, functor: &str, arguments: &[Datum<'_>]) -> Result<Value, HostError> {
        match (functor, arguments) {
            ("shout", [Datum::Symbol(text)]) => Ok(Value::Symbol(text.to_uppercase())),
            ("longer", [Datum::Symbol(left), Datum::Symbol(right)]) => {
                Ok(Value::Number(i64::from(left.len() > right.len())))
            }
            ("liar", [_]) => Ok(Value::Symbol("no number".to_owned())),
            _ => Err(HostError(format!("there is no functor {functor}"))),
        }
    }
}

/// Files below the folder of cases.
struct Folder<'a>(&'a Path);

impl Loader for Folder<'_> {
    fn load(&mut self, path: &str) -> Result<String, String> {
        fs::read_to_string(self.0.join(path)).map_err(|cause| cause.to_string())
    }
}

fn run(folder: &Path, path: &Path) -> Result<(), String> {
    let name = path.strip_prefix(folder).unwrap_or(path).display().to_string();
    let text = fs::read_to_string(path).map_err(|cause| format!("{name}: {cause}"))?;
    let file = read_cases(&name, &text).map_err(|error| format!("{name}:{error}"))?;
    let report = run_cases(&file, &mut Folder(folder), &mut Functors, &Options::default(), &LIMITS);
    if env::var_os("BLESS").is_some() {
        let blessed = bless(&file, &report);
        if blessed != text && !passes(&report) {
            return fs::write(path, blessed).map_err(|cause| format!("{name}: {cause}"));
        }
    }
    let failures: Vec<String> = report
        .outcomes
        .iter()
        .filter(|outcome| !outcome.differences.is_empty())
        .map(|outcome| format!("{name}:{}: {}\n    {}", outcome.line, outcome.name, outcome.differences.join("\n    ")))
        .collect();
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\n")) }
}

fn passes(report: &Report) -> bool {
    report.outcomes.iter().all(|outcome| outcome.differences.is_empty())
}

/// The files of cases, sorted.
fn case_files() -> Vec<PathBuf> {
    let mut cases = tests::walk(&tests::root().join("tests/golden"));
    cases.retain(|path| path.extension().is_some_and(|extension| extension == "dl"));
    cases.retain(|path| !path.to_string_lossy().contains("/included/"));
    assert!(cases.len() > 20, "the folder of cases is not where it should be");
    cases
}

#[test]
fn every_case_holds() {
    let folder = tests::root().join("tests/golden");
    let failures: Vec<String> = case_files().iter().filter_map(|path| run(&folder, path).err()).collect();
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

/// Proves every row of a model and has each proof checked; how many rows were derived, and what went wrong.
fn prove_all(explainer: &mut Explainer<'_, '_>) -> (usize, Vec<String>) {
    let relations = explainer.model().program().relations.len();
    let (mut derived, mut failures) = (0, Vec::new());
    for relation in (0..u32::try_from(relations).expect("few relations")).map(RelationId) {
        for row in explainer.model().sorted_ids(relation) {
            let shown = format!("{:?}", explainer.model().row(relation, row));
            let proof = match explainer.prove(relation, row) {
                Ok(proof) => proof,
                Err(error) => {
                    failures.push(format!("{shown}: {error}"));
                    continue;
                }
            };
            derived += usize::from(matches!(proof.nodes[proof.root].why, Why::Derived(_)));
            let document = explainer.document(&proof, 1_000_000).expect("few facts");
            failures.extend(check(&document).err().map(|rejection| format!("{shown}: {rejection}")));
        }
    }
    (derived, failures)
}

/// E4: every row that any case derives has a proof, and the checker, which shares no code with the search, accepts it.
#[test]
fn every_row_of_every_case_is_proved_and_checked() {
    let folder = tests::root().join("tests/golden");
    let (mut rows, mut most, mut failures) = (0, 0, Vec::new());
    for path in case_files() {
        let name = path.strip_prefix(&folder).unwrap().display().to_string();
        let file = read_cases(&name, &fs::read_to_string(&path).unwrap()).unwrap();
        visit_cases(
            &file,
            &mut Folder(&folder),
            &mut Functors,
            &Options::default(),
            &LIMITS,
            &mut |case, explainer| {
                let (derived, failed) = prove_all(explainer);
                (rows, most) = (rows + derived, most.max(derived));
                failures.extend(failed.into_iter().map(|failure| format!("{name}:{}: {failure}", case.line)));
            },
        );
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
    // None is left out; a case of more rows than this would make the test slow, and be better made smaller.
    assert!(rows > 100 && most <= 2_000, "{rows} derived rows, {most} of one case");
}

/// A case that does not hold is reported, with what came out instead.
#[test]
fn a_case_that_does_not_hold_fails() {
    let text = ".decl a, b(x:number)\nb(X) :- a(X).\n//- case one\na(1). a(2).\n//- expect b\nb(1). b(3).\n";
    let file = read_cases("t.dl", text).unwrap();
    let run = |options| run_cases(&file, &mut Folder(Path::new(".")), &mut Functors, options, &LIMITS);
    let report = run(&Options::default());
    let why = "  no b(3), because its one rule does not hold\n    rule: b(X) :- a(X).\n      fails: a(X)\n        no a(3) is given";
    assert_eq!(report.outcomes[0].differences, ["missing: b(3).", why, "derived: b(2)."]);
    assert!(report.unfired.is_empty());
    assert_eq!(
        bless(&file, &report),
        ".decl a, b(x:number)\nb(X) :- a(X).\n//- case one\na(1). a(2).\n//- expect b\nb(1).\nb(2).\n"
    );
}

/// A rule that derives nothing in any case is named.
#[test]
fn a_rule_that_never_fires_is_named() {
    let text = ".decl a, b, c(x:number)\nb(X) :- a(X).\nc(X) :- a(X), X > 5.\n//- case one\na(1).\n//- expect b\nb(1).\n//- expect c\n";
    let file = read_cases("t.dl", text).unwrap();
    let report = run_cases(&file, &mut Folder(Path::new(".")), &mut Functors, &Options::default(), &LIMITS);
    assert!(passes(&report), "{report:?}");
    assert_eq!(report.unfired.iter().collect::<Vec<_>>(), ["t.dl:3"]);
}

/// What an explanation differs in is shown line by line, an empty one is written by `BLESS=1`, and a wrong atom is named.
#[test]
fn explanations_are_compared_and_blessed() {
    const PROGRAM: &str = ".decl a, b, c(x:number)\nb(X) :- a(X), !c(X).\n//- case one\na(1). a(2). c(2).\n";
    let report = |sections: &str| {
        let file = read_cases("t.dl", &format!("{PROGRAM}{sections}")).unwrap();
        let report = run_cases(&file, &mut Folder(Path::new(".")), &mut Functors, &Options::default(), &LIMITS);
        (bless(&file, &report), report.outcomes[0].differences.join("\n"))
    };
    let right = "//- explain b(_)\n// b(1)\n//   by b(X) :- a(X), !c(X).\n//   a(1)\n//   no c(1)\n\n//- absent b(2)\n// no b(2), because its one rule does not hold\n//   rule: b(X) :- a(X), !c(X).\n//     matches: a(X) with X = 2\n//     fails: !c(X), blocked by c(2)\n";
    assert_eq!(report(right).1, "");
    let (blessed, differences) = report(&right.replace("no c(1)", "no c(9)"));
    assert!(differences.contains("line 5: another proof of b(_) came out\n  b(1)\n"), "{differences}");
    assert!(differences.contains("\n-   no c(9)\n+   no c(1)"), "{differences}");
    assert_eq!(blessed, format!("{PROGRAM}{right}"));
    let (blessed, differences) = report("//- explain b(_)\n//- absent b(2)\n");
    assert!(differences.contains("the proof of b(_) is not written; BLESS=1 writes it"), "{differences}");
    assert!(differences.contains("the absence of b(2) is not written"), "{differences}");
    assert_eq!(blessed, format!("{PROGRAM}{right}"));
    for (section, expected) in [
        ("//- explain b(2)\n// x\n", "line 5: no row matches b(2)\n  no b(2), because"),
        ("//- absent b(1)\n// x\n", "line 5: b(1) is not absent: 1 rows match"),
        ("//- explain b(\n// x\n", "line 5: `b(`: "),
        ("//- explain b(1, 2)\n// x\n", "`b` has 1 columns, not 2"),
        ("//- absent d(1)\n// x\n", "there is no relation `d`"),
        ("//- absent b(\"x\")\n// x\n", "is of another type"),
    ] {
        let (blessed, differences) = report(section);
        assert!(differences.contains(expected), "{differences}");
        assert!(blessed.ends_with("// x\n"), "what has no explanation is left as it is: {blessed}");
    }
}

//! Cases of the language: every file below `golden/`, found by walking. `BLESS=1` rewrites the expectations.

use std::env;
use std::fs;
use std::path::Path;

use engine::casefile::{Report, bless, read_cases, run_cases};
use engine::host::{Datum, Host, HostError, Sink};
use engine::{Limits, Loader, Options, Value};

const LIMITS: Limits = Limits { rows: 100_000, rounds: 10_000, bytes: 1 << 26 };

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

#[test]
fn every_case_holds() {
    let folder = tests::root().join("tests/golden");
    let files = tests::walk(&folder);
    let cases: Vec<_> = files
        .iter()
        .filter(|path| path.extension().is_some_and(|extension| extension == "dl"))
        .filter(|path| !path.to_string_lossy().contains("/included/"))
        .collect();
    assert!(cases.len() > 20, "the folder of cases is not where it should be");
    let failures: Vec<String> = cases.iter().filter_map(|path| run(&folder, path).err()).collect();
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

/// A case that does not hold is reported, with what came out instead.
#[test]
fn a_case_that_does_not_hold_fails() {
    let text = ".decl a, b(x:number)\nb(X) :- a(X).\n//- case one\na(1). a(2).\n//- expect b\nb(1). b(3).\n";
    let file = read_cases("t.dl", text).unwrap();
    let run = |options| run_cases(&file, &mut Folder(Path::new(".")), &mut Functors, options, &LIMITS);
    let report = run(&Options::default());
    assert_eq!(report.outcomes[0].differences, ["missing: b(3).", "derived: b(2)."]);
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

//! E2: every code has a page whose bad example gives that code and whose good example gives nothing.

use std::collections::BTreeSet;

use engine::diagnostic::code::{CODES, find, nearest};
use engine::{Datum, Demand, Host, HostError, Limits, Loader, Options, Sink, Sources, Value, compile, evaluate};

/// What a page's program may use; a slip reaches it soon.
const LIMITS: Limits = Limits { rows: 10_000, rounds: 1_500, bytes: 1 << 22, steps: 1 << 20 };

/// The one file that examples include.
struct Library;

impl Loader for Library {
    fn load(&mut self, path: &str) -> Result<String, String> {
        match path {
            "lib.dl" => Ok(".decl given(x: symbol)\ngiven(\"a\").\n".to_owned()),
            _ => Err("there is no such file".to_owned()),
        }
    }
}

/// Has no row of `edge`, because there is no such file, and none of others, because there is none.
struct NoFile;

impl Host for NoFile {
    fn load(&mut self, relation: &str, _: &[Datum<'_>], _: &mut dyn Sink) -> Result<(), HostError> {
        match relation {
            "edge" => Err(HostError("there is no such file".to_owned())),
            _ => Ok(()),
        }
    }

    fn call(&mut self, functor: &str, _: &[Datum<'_>]) -> Result<Value, HostError> {
        Err(HostError(format!("there is no functor {functor}")))
    }
}

/// What a program gives when it is read and, if it compiles, when it is run.
fn codes_of(text: &str) -> BTreeSet<&'static str> {
    let mut sources = Sources::new();
    let root = sources.add("example.dl", text);
    let options =
        Options { loaders: Some(vec!["call".into(), "note_row".into(), "tracked".into()]), ..Options::default() };
    let compiled = compile(&mut sources, &[root], &mut Library, &options);
    let mut codes: BTreeSet<&'static str> = compiled.diagnostics.iter().map(|found| found.code).collect();
    if let Some(program) = &compiled.program
        && let Err(stopped) = evaluate(program, &Demand::All, &mut NoFile, &LIMITS)
    {
        codes.insert(stopped.code());
    }
    codes
}

#[test]
fn e2_each_bad_example_gives_its_code_and_no_other() {
    assert!(!CODES.is_empty());
    for code in CODES {
        assert_eq!(codes_of(code.bad()), BTreeSet::from([code.code]), "{}", code.bad());
    }
}

#[test]
fn e2_no_good_example_gives_a_diagnostic() {
    for code in CODES {
        assert_eq!(codes_of(code.good()), BTreeSet::new(), "{}", code.good());
    }
}

#[test]
fn the_table_is_sorted_and_found_by_code() {
    assert!(CODES.windows(2).all(|pair| pair[0].code < pair[1].code));
    for code in CODES {
        assert_eq!(find(code.code), Some(code));
    }
    assert_eq!(find("nonsense"), None);
    assert_eq!(nearest("ungroundd").map(|code| code.code), Some("ungrounded"));
    assert_eq!(nearest("nonsense"), None);
}

#[test]
fn the_pages_keep_the_rules_of_wording() {
    for code in CODES {
        let summary = code.summary();
        assert!(!summary.ends_with('.') && !summary.contains('\n'), "{summary}");
        assert!(summary.starts_with(|c: char| c.is_lowercase() || c == '`'), "{summary}");
        assert!(code.reason().ends_with('.') && code.reason().len() > 60, "{}", code.code);
        assert!(
            code.page.starts_with(&format!("# {}\n\n", code.code)) && code.page.ends_with("```\n"),
            "{}",
            code.code
        );
        assert!(!code.bad().is_empty() && !code.good().is_empty(), "{}", code.code);
        assert_eq!(code.page.matches("```").count(), 4, "{}", code.code);
        assert_ne!(code.bad(), code.good());
        let kebab = |c: char| c.is_ascii_lowercase() || c == '-';
        assert!(code.code.chars().all(kebab), "{}", code.code);
    }
}

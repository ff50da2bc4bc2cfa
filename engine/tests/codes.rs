//! E2: every code has a page whose bad example gives that code and whose good example gives nothing.

use std::collections::BTreeSet;

use engine::diagnostic::code::{CODES, find};
use engine::{Loader, Options, Sources, compile};

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

fn codes_of(text: &str) -> BTreeSet<&'static str> {
    let mut sources = Sources::new();
    let root = sources.add("example.dl", text);
    let options =
        Options { loaders: Some(vec!["call".into(), "note_row".into(), "tracked".into()]), ..Options::default() };
    let compiled = compile(&mut sources, &[root], &mut Library, &options);
    compiled.diagnostics.iter().map(|found| found.code).collect()
}

#[test]
fn e2_each_bad_example_gives_its_code_and_no_other() {
    assert!(!CODES.is_empty());
    for code in CODES {
        assert_eq!(codes_of(code.bad), BTreeSet::from([code.code]), "{}", code.bad);
    }
}

#[test]
fn e2_no_good_example_gives_a_diagnostic() {
    for code in CODES {
        assert_eq!(codes_of(code.good), BTreeSet::new(), "{}", code.good);
    }
}

#[test]
fn the_table_is_sorted_and_found_by_code() {
    assert!(CODES.windows(2).all(|pair| pair[0].code < pair[1].code));
    for code in CODES {
        assert_eq!(find(code.code), Some(code));
    }
    assert_eq!(find("nonsense"), None);
}

#[test]
fn the_pages_keep_the_rules_of_wording() {
    for code in CODES {
        let summary = code.summary;
        assert!(!summary.ends_with('.'), "{summary}");
        assert!(summary.starts_with(|c: char| c.is_lowercase() || c == '`'), "{summary}");
        assert!(code.page.ends_with('.') && code.page.len() > 60, "{}", code.code);
        assert_ne!(code.bad, code.good);
        let kebab = |c: char| c.is_ascii_lowercase() || c == '-';
        assert!(code.code.chars().all(kebab), "{}", code.code);
    }
}

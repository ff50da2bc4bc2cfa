//! E2: a diagnostic as miette prints it: code, place, underlined text, help; other files below.

use engine::diagnostic::Report;
use engine::{Loader, Options, Sources, compile};
use miette::{Diagnostic as _, NarratableReportHandler};

struct Library;

impl Loader for Library {
    fn load(&mut self, _: &str) -> Result<String, String> {
        Ok(".decl edge(x: number, y: number)\n.input edge\n".to_owned())
    }
}

/// The narrated form of all reports.
fn rendered(text: &str) -> String {
    let mut sources = Sources::new();
    let root = sources.add("rules/main.dl", text);
    let compiled = compile(&mut sources, &[root], &mut Library, &Options::default());
    let mut out = String::new();
    for diagnostic in &compiled.diagnostics {
        let report = Report::new(diagnostic, &sources);
        NarratableReportHandler::new().render_report(&mut out, &report).expect("writes to a string");
    }
    out
}

#[test]
fn e2_a_report_shows_the_text_and_the_mend() {
    let text = ".include \"lib.dl\"\n.decl lonely(x: number)\n.output lonely\nlonely(X) :- !edge(X, _).\n";
    let out = rendered(text);
    for part in [
        "nothing binds `X`",
        "rules/main.dl",
        "lonely(X) :- !edge(X, _).",
        "a negated literal binds nothing",
        "diagnostic code: gatelog::ungrounded",
        "add a literal that binds it, such as `edge(X, _)`",
    ] {
        assert!(out.contains(part), "{part} is not in\n{out}");
    }
    assert_eq!(rendered(&text.replace("!edge", "edge")), "");
}

#[test]
fn e2_a_report_shows_places_in_other_files_below() {
    let out = rendered(".include \"lib.dl\"\n.decl p(x: number)\n.output p\np(X) :- edge(X).\n");
    assert!(out.contains("relation `edge` has 2 columns, not 1"), "{out}");
    assert!(out.contains("rules/lib.dl") && out.contains("declared here"), "{out}");
}

#[test]
fn a_report_of_places_beyond_a_text_is_still_printed() {
    let mut sources = Sources::new();
    let source = sources.add("a.dl", "é");
    let span = engine::Span { source, start: 5, end: 9 };
    let diagnostic = engine::Diagnostic::error("syntax", span, "nothing").with_label(span, "here");
    let report = Report::new(&diagnostic, &sources);
    assert_eq!(report.labels().expect("labels").count(), 2);
    let mut out = String::new();
    NarratableReportHandler::new().render_report(&mut out, &report).expect("writes to a string");
    assert!(out.contains("nothing"));
}

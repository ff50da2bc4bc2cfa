//! What holds for every text that somebody hands to the engine: it ends in an answer or a diagnostic (E2). A reader can rely
//! on: each body takes any text, panics where the engine is wrong, and ends soon. Run by cargo-fuzz over texts that it makes
//! up, and by the tests over the texts that were saved.

use engine::casefile::{bless, read_cases, run_cases};
use engine::diagnostic::code::CODES;
use engine::program::types::{CompoundForm, Constructor};
use engine::program::{Attribute, CompoundType, Kind, TypeId};
use engine::souffle_facts::{read_rows, write_row};
use engine::source::{SourceId, Sources, Span};
use engine::syntax::name::Names;
use engine::syntax::{parse, print};
use engine::{
    Compiled, Datum, Demand, Host, HostError, Limits, Loader, Options, Origin, Severity, Sink, Value, compile, evaluate,
};

/// Small, so that a program which derives without end is stopped at once.
const LIMITS: Limits = Limits { rows: 60, rounds: 40, bytes: 1 << 16, steps: 1 << 20 };

/// Includes find the file that is asked for half of the time.
pub(crate) struct Half;

impl Loader for Half {
    fn load(&mut self, path: &str) -> Result<String, String> {
        if path.len().is_multiple_of(2) {
            return Err("there is no such file".to_owned());
        }
        Ok(".decl a(x: number)\n.include \"b.dl\"\na(1).\n".to_owned())
    }
}

/// A host without rows, whose functors answer with the type of their first argument.
pub(crate) struct Empty;

impl Host for Empty {
    fn load(&mut self, _: &str, _: &[Datum<'_>], _: &mut dyn Sink) -> Result<(), HostError> {
        Ok(())
    }

    fn call(&mut self, name: &str, arguments: &[Datum<'_>]) -> Result<Value, HostError> {
        arguments.first().map(Datum::to_value).ok_or_else(|| HostError(format!("{name} has no argument")))
    }
}

/// A text is read, or told what is wrong at a place in it; what is read is printed so that it reads the same.
pub(crate) fn syntax(text: &str) {
    let mut sources = Sources::new();
    let source = sources.add("fuzz.dl", text);
    let (mut names, mut diagnostics) = (Names::new(), Vec::new());
    let ast = parse(text, source, &mut names, &mut diagnostics);
    for found in &diagnostics {
        assert!(found.labels.iter().all(|label| lies_in(&sources, label.span)), "{found:?}");
    }
    if !diagnostics.is_empty() {
        return;
    }
    let printed = print(&ast, &names);
    let again = parse(&printed, SourceId(1), &mut names, &mut diagnostics);
    assert!(diagnostics.is_empty(), "{printed}\n{diagnostics:?}");
    assert_eq!(again, ast, "{printed}");
}

/// A text is checked, with and without the analysis; a program is evaluated within its limits.
pub(crate) fn program(text: &str) {
    let (with, without) = (checked(text, true), checked(text, false));
    let errors = |compiled: &Compiled| {
        let errors = compiled.diagnostics.iter().filter(|found| found.severity == Severity::Error);
        errors.map(|found| (found.code, found.span())).collect::<Vec<_>>()
    };
    assert_eq!(errors(&with), errors(&without), "the analysis finds no other errors");
    assert_eq!(with.program.is_none(), !errors(&with).is_empty());
    if let Some(program) = with.program {
        let ended = evaluate(&program, &Demand::All, &mut Empty, &LIMITS);
        assert!(
            ended.err().is_none_or(|error| error.code() != "unplannable"),
            "the check lets through what has no order"
        );
    }
}

fn checked(text: &str, analyse: bool) -> Compiled {
    let mut sources = Sources::new();
    let root = sources.add("fuzz.dl", text);
    let options = Options { analyse, ..Options::default() };
    let compiled = compile(&mut sources, &[root], &mut Half, &options);
    for found in &compiled.diagnostics {
        assert!(!found.labels.is_empty() && found.help.is_some(), "{found:?}");
        assert!(found.labels.iter().all(|label| lies_in(&sources, label.span)), "{found:?}");
        assert!(CODES.iter().any(|code| code.code == found.code), "{found:?}");
        let line = found.line(&sources);
        assert!(!line.contains('\n'), "{line}");
    }
    compiled
}

/// The first line says the columns and the delimiter, the others are rows: they are read, or one is refused at its place;
/// rows whose texts have no delimiter and no line break are written so that they read the same.
pub(crate) fn facts(text: &str) {
    let (head, body) = text.split_once('\n').unwrap_or((text, ""));
    let (columns, delimiter) = head.split_at(head.find(|letter| !"snufrb".contains(letter)).unwrap_or(head.len()));
    let delimiter = if delimiter.is_empty() { "\t" } else { delimiter };
    let kind = |letter| match letter {
        's' => Kind::Symbol,
        'n' => Kind::Number,
        'u' => Kind::Unsigned,
        'r' => Kind::Compound(TypeId(0)),
        'b' => Kind::Compound(TypeId(1)),
        _ => Kind::Float,
    };
    let attribute = |letter| Attribute { name: "x".into(), kind: kind(letter) };
    let types = types(&attribute);
    let attributes: Vec<Attribute> = columns.chars().take(8).map(attribute).collect();
    let mut rows = Rows(Vec::new());
    if let Err(error) = read_rows(body, &attributes, &types, delimiter, &mut rows) {
        let line = body.split('\n').nth(error.line as usize - 1);
        let width = line.map(|line| line.chars().count());
        assert!(width.is_some_and(|width| error.column as usize <= width + 1), "{error:?}");
    }
    let plain = |value: &Value| match value {
        Value::Symbol(text) => !text.contains(delimiter) && !text.contains(['\n', '\r']),
        Value::Nil | Value::Record(_) | Value::Branch(..) => true,
        _ => !delimiter.contains(|letter: char| letter.is_ascii_alphanumeric() || ".+-".contains(letter)),
    };
    if attributes.is_empty() || delimiter.contains(['\n', '\r', '(', ')']) || !rows.0.iter().flatten().all(plain) {
        return;
    }
    // Two delimiters of which one begins as the other ends are told apart by what stands between, where something does.
    if delimiter.chars().count() > 1 {
        return;
    }
    let mut written = String::new();
    for row in &rows.0 {
        write_row(row.iter().map(Value::as_datum), delimiter, &mut written);
    }
    let mut again = Rows(Vec::new());
    read_rows(&written, &attributes, &types, delimiter, &mut again).expect("what was written reads");
    assert_eq!(format!("{:?}", again.0), format!("{:?}", rows.0), "{written}");
}

/// A list of numbers and texts, and a tree with it.
fn types(attribute: &dyn Fn(char) -> Attribute) -> [CompoundType; 2] {
    let nowhere = Span { source: SourceId(0), start: 0, end: 0 };
    let fields = |letters: &str| letters.chars().map(attribute).collect::<Vec<_>>();
    let branch = |name: &str, letters| Constructor { name: name.into(), fields: fields(letters) };
    let constructors = vec![branch("A", "s"), branch("B", ""), branch("C", "rbf")];
    let tree = CompoundType { name: "tree".into(), form: CompoundForm::Algebraic, constructors, span: nowhere };
    [CompoundType::record("list".into(), fields("nsr"), nowhere), tree]
}

/// A text is a file of cases, or told why it is none; its cases end.
pub(crate) fn cases(text: &str) {
    let Ok(file) = read_cases("fuzz.test.dl", text) else {
        return;
    };
    // See `program`.
    if text.len() > 2_000 || text.lines().any(|line| line.matches("),").count() > 4) {
        return;
    }
    let report = run_cases(&file, &mut Half, &mut Empty, &Options::default(), &LIMITS);
    assert_eq!(report.outcomes.len(), file.cases.len());
    let _ = bless(&file, &report);
}

/// A text without faults has a layout: of the same words and comments, for the same program, and its own layout.
pub(crate) fn format(text: &str) {
    let mut diagnostics = Vec::new();
    let formatted = engine::syntax::format(text, SourceId(0), &mut diagnostics);
    let (mut names, mut faults) = (Names::new(), Vec::new());
    let ast = parse(text, SourceId(0), &mut names, &mut faults);
    assert_eq!(formatted.is_none(), !diagnostics.is_empty());
    let Some(formatted) = formatted else {
        // What reads without fault may not be refused.
        assert!(!faults.is_empty(), "{diagnostics:?}");
        return;
    };
    assert!(faults.is_empty());
    let again = parse(&formatted, SourceId(1), &mut names, &mut faults);
    assert!(faults.is_empty(), "{formatted}\n{faults:?}");
    assert_eq!(again, ast, "{formatted}");
    let twice = engine::syntax::format(&formatted, SourceId(1), &mut diagnostics);
    assert_eq!(twice.as_ref(), Some(&formatted));
    let lines = |text: &str| text.lines().filter(|line| line.trim_start().starts_with("//-")).count();
    assert!(lines(text) <= lines(&formatted), "{formatted}");
}

/// At most a hundred rows.
struct Rows(Vec<Vec<Value>>);

impl Sink for Rows {
    fn row(&mut self, values: &[Datum<'_>], _: Origin) -> Result<(), HostError> {
        if self.0.len() == 100 {
            return Err(HostError("these are rows enough".to_owned()));
        }
        self.0.push(values.iter().map(Datum::to_value).collect());
        Ok(())
    }
}

fn lies_in(sources: &Sources, span: Span) -> bool {
    sources.get(span.source).is_some_and(|source| span.start <= span.end && source.text.get(span.range()).is_some())
}

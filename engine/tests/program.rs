//! E1: what clauses become: rules of one head and one conjunction, with plain arguments; and where texts come from.

use std::collections::BTreeMap;

use engine::program::text;
use engine::program::{Access, Constant, Form, Kind, Program, Purpose};
use engine::{Loader, Options, Sources, compile};

struct Files(BTreeMap<&'static str, &'static str>);

impl Loader for Files {
    fn load(&mut self, path: &str) -> Result<String, String> {
        let text = self.0.get(path).ok_or("there is no such file")?;
        Ok((*text).to_owned())
    }
}

fn program(text: &str) -> Program {
    let mut sources = Sources::new();
    let root = sources.add("t.dl", text);
    let compiled = compile(&mut sources, &[root], &mut Files(BTreeMap::new()), &Options::default());
    let lines: Vec<_> = compiled.diagnostics.iter().map(|found| found.line(&sources)).collect();
    assert!(compiled.program.is_some(), "{lines:#?}");
    compiled.program.expect("it is there")
}

const DECLARED: &str =
    ".decl e(x: number, y: number)\n.decl p(x: number)\n.decl s(t: symbol)\n.input e\n.output p, s\n";

/// The rules of clauses about `e`, `p` and `s`.
fn rules(clauses: &str) -> Vec<String> {
    let program = program(&format!("{DECLARED}{clauses}"));
    program.rules.iter().map(|rule| text::rule(&program, rule)).collect()
}

#[test]
fn e1_disjunctions_and_heads_are_taken_apart() {
    assert_eq!(
        rules("p(X) :- e(X, _), (X > 1 ; X < 0, X != -3)."),
        ["p(X) :- e(X, _), X > 1.", "p(X) :- e(X, _), X < 0, X != -3."]
    );
    assert_eq!(rules("p(X) :- e(X, _) ; e(_, X)."), ["p(X) :- e(X, _).", "p(X) :- e(_, X)."]);
    assert_eq!(rules("p(X), p(Y) :- e(X, Y)."), ["p(X) :- e(X, Y).", "p(Y) :- e(X, Y)."]);
    let program = program(&format!("{DECLARED}p(1).\np(X), p(Y) :- e(X, Y).\np(X) :- e(X, X)."));
    let clauses: Vec<u32> = program.rules.iter().map(|rule| rule.clause).collect();
    assert_eq!(clauses, [1, 1, 2]);
}

#[test]
fn e1_negation_moves_inwards() {
    assert_eq!(
        rules("p(X) :- e(X, _), !(X > 1, e(X, X) ; X = 3)."),
        ["p(X) :- e(X, _), X <= 1, X != 3.", "p(X) :- e(X, _), !e(X, X), X != 3."]
    );
    assert_eq!(rules("p(X) :- e(X, _), !!e(_, X), !(!e(1, X))."), ["p(X) :- e(X, _), e(_, X), e(1, X)."]);
    assert_eq!(
        rules("s(X) :- s(X), !match(\"a\", X), !contains(\"b\", X)."),
        ["s(X) :- s(X), !match(\"a\", X), !contains(\"b\", X)."]
    );
    assert_eq!(rules("p(X) :- e(X, _), true, !false."), ["p(X) :- e(X, _)."]);
    assert_eq!(rules("p(X) :- e(X, _), !true."), ["p(X) :- e(X, _), false."]);
}

#[test]
fn e1_expressions_leave_arguments() {
    assert_eq!(rules("p(X + 1) :- e(X, X * 2), !e(-X, 1)."), ["p(X + 1) :- ?1 = X * 2, e(X, ?1), ?2 = -X, !e(?2, 1)."]);
    assert_eq!(rules("p(X) :- X = (1 + 2) * -3 ^ 2 - 4."), ["p(X) :- X = (1 + 2) * -3 ^ 2 - 4."]);
}

#[test]
fn e1_aggregates_and_ranges_become_literals() {
    assert_eq!(rules("p(N) :- N = count : { e(_, _) }."), ["p(N) :- N = count : { e(_, _) }."]);
    assert_eq!(
        rules("p(X) :- e(X, _), X < 1 + sum Y * 2 : { e(X, Y) }."),
        ["p(X) :- e(X, _), ?1 = sum Y * 2 : { e(X, Y) }, X < 1 + ?1."]
    );
    assert_eq!(rules("p(max Y : { e(_, Y) }) :- true."), ["p(?1) :- ?1 = max Y : { e(_, Y) }."]);
    assert_eq!(
        rules("p(N) :- N = count : { e(X, _), 2 < count : { e(X, _) } }."),
        ["p(N) :- N = count : { e(X, _), ?1 = count : { e(X, _) }, 2 < ?1 }."]
    );
    assert_eq!(
        rules("p(X) :- X = range(1, 10, 3), !e(X, range(0, 2))."),
        ["p(X) :- X = range(1, 10, 3), ?1 = range(0, 2), !e(X, ?1)."]
    );
    // The variable is inside too, so it is not the result that is bound there.
    assert_eq!(
        rules("p(N) :- e(N, _), N = count : { e(N, _) }."),
        ["p(N) :- e(N, _), ?1 = count : { e(N, _) }, N = ?1."]
    );
    assert_eq!(rules("p(N) :- e(N, _), N = range(N, 9)."), ["p(N) :- e(N, _), ?1 = range(N, 9), N = ?1."]);
}

#[test]
fn e1_variables_of_two_aggregates_are_two_variables() {
    let program =
        program(&format!("{DECLARED}p(A + B) :- A = count : {{ e(X, _), X > 1 }}, B = count : {{ e(X, _), X < 1 }}."));
    let names: Vec<&str> = program.rules[0].variables.iter().map(|variable| &*variable.name).collect();
    assert_eq!(names, ["A", "B", "X", "X"]);
}

#[test]
fn e1_alternatives_in_an_aggregate_are_a_relation() {
    let program = program(&format!("{DECLARED}p(N) :- e(G, _), N = count : {{ e(G, X) ; e(X, G), X > 1 }}."));
    let rules: Vec<String> = program.rules.iter().map(|rule| text::rule(&program, rule)).collect();
    assert_eq!(
        rules,
        ["?p.1(G, X) :- e(G, X).", "?p.1(G, X) :- e(X, G), X > 1.", "p(N) :- e(G, _), N = count : { ?p.1(G, X) }."]
    );
    let made = program.find("?p.1").expect("it is a relation");
    assert_eq!(program.relation(made).access, Access::Derived);
}

#[test]
fn e1_facts_are_constants_and_the_rest_are_rules() {
    let program = program(&format!(
        "{DECLARED}e(-1, 0x10).\ns(\"a\\n\").\np(1), p(2).\np(1 + 2).\np(count : {{ e(_, _) }}).\n.decl u(a: unsigned, b: float)\nu(1, 2).\n.output u"
    ));
    let rows: Vec<_> = program.facts.iter().map(|fact| fact.row.clone()).collect();
    assert_eq!(
        rows,
        [
            vec![Constant::Number(-1), Constant::Number(16)],
            vec![Constant::Symbol("a\n".into())],
            vec![Constant::Number(1)],
            vec![Constant::Number(2)],
            vec![Constant::Unsigned(1), Constant::Float(2.0)],
        ]
    );
    let rules: Vec<_> = program.rules.iter().map(|rule| text::rule(&program, rule)).collect();
    assert_eq!(rules, ["p(1 + 2).", "p(?1) :- ?1 = count : { e(_, _) }."]);
}

#[test]
fn e1_whole_numbers_take_the_type_of_their_place() {
    let program = program(
        ".decl u(x: unsigned)\n.decl f(x: float)\n.output u, f\nu(X + 1) :- u(X), X < 18446744073709551615.\nf(X) :- f(Y), X = Y * 2.\nu(1). f(1).",
    );
    let kinds = |rule: usize| match &program.rules[rule].body[1].form {
        Form::Compare { kind, .. } => *kind,
        other => panic!("{other:?}"),
    };
    assert_eq!(kinds(0), Kind::Unsigned);
    assert_eq!(kinds(1), Kind::Float);
    assert_eq!(text::rule(&program, &program.rules[1]), "f(X) :- f(Y), X = Y * 2.0.");
}

#[test]
fn e1_input_relations_know_how_they_are_asked() {
    let program = program(
        "@[host(key = \"c, a\")]\n.decl k(a: symbol, b: symbol, c: symbol)\n@[host(costly)]\n.decl c(a: symbol)\n@[host]\n.decl h(a: symbol)\n.decl i(a: symbol)\n.input i(IO=file, filename=\"x.facts\")\n.printsize i\n",
    );
    let access = |name: &str| &program.relation(program.find(name).expect("declared")).access;
    assert_eq!(*access("k"), Access::Keyed { key: vec![0, 2] });
    assert_eq!(*access("c"), Access::Input { costly: true });
    assert_eq!(*access("h"), Access::Input { costly: false });
    assert_eq!(*access("i"), Access::Input { costly: false });
    let purposes: Vec<_> = program.directives.iter().map(|one| one.purpose).collect();
    assert_eq!(purposes, [Purpose::Input, Purpose::PrintSize]);
    let parameters: Vec<_> = program.directives[0].parameters.iter().map(|(name, value)| (&**name, &**value)).collect();
    assert_eq!(parameters, [("IO", "file"), ("filename", "x.facts")]);
}

#[test]
fn e1_remedies_are_no_rules() {
    let program = program(&format!("{DECLARED}@[remedy(\"ask {{X}}\")]\ne(X, New), e(New, X) :- p(X).\np(1)."));
    assert_eq!(program.rules.len(), 0);
    let remedies: Vec<_> = program.remedies.iter().map(|rule| text::rule(&program, rule)).collect();
    assert_eq!(remedies, ["e(X, New) :- p(X).", "e(New, X) :- p(X)."]);
    assert_eq!(program.remedies[0].annotations[0].text.as_deref(), Some("ask {X}"));
}

#[test]
fn e1_a_file_is_included_once_whoever_names_it() {
    let files = BTreeMap::from([
        ("rules/lib/a.dl", ".include \"../b.dl\"\n.include \"a.dl\"\na(1).\n.decl a(x: number)"),
        ("rules/b.dl", ".include \"lib/a.dl\"\n.include \"./main.dl\"\nb(2).\n.decl b(x: number)\n.output a, b"),
    ]);
    let mut sources = Sources::new();
    let main = sources.add("rules/main.dl", ".include \"lib/a.dl\"\nb(3).\n.include \"b.dl\"\n");
    let compiled = compile(&mut sources, &[main, main], &mut Files(files), &Options::default());
    assert_eq!(compiled.diagnostics, []);
    let program = compiled.program.expect("no error");
    let facts: Vec<_> = program.facts.iter().map(|fact| sources.place(fact.span)).collect();
    assert_eq!(facts, ["rules/b.dl:3:1", "rules/lib/a.dl:3:1", "rules/main.dl:2:1"]);
}

#[test]
fn e1_several_roots_are_one_program() {
    let mut sources = Sources::new();
    let first = sources.add("shipped.dl", ".decl deny(x: symbol)\n.output deny");
    let second = sources.add("own.dl", ".include \"shipped.dl\"\ndeny(\"a\").");
    let roots = [first, second];
    let compiled = compile(&mut sources, &roots, &mut Files(BTreeMap::new()), &Options::default());
    assert_eq!(compiled.diagnostics, []);
    assert_eq!(compiled.program.expect("no error").facts.len(), 1);
}

#[test]
fn e2_a_file_that_is_not_there_is_told_at_its_include() {
    let files = BTreeMap::from([("a.dl", "\n.include \"gone.dl\"")]);
    let mut sources = Sources::new();
    let main = sources.add("main.dl", ".include \"a.dl\"");
    let compiled = compile(&mut sources, &[main], &mut Files(files), &Options::default());
    assert!(compiled.program.is_none());
    let lines: Vec<_> = compiled.diagnostics.iter().map(|found| found.line(&sources)).collect();
    assert_eq!(
        lines,
        [
            "a.dl:2:10: error[include]: `gone.dl` cannot be included: there is no such file (help: a path is relative to the folder of the including file)"
        ]
    );
}

#[test]
fn equal_rules_have_equal_texts_whatever_surrounds_them() {
    let clause = "p(N) :- e(G, _), N = count : { e(G, X) ; e(X, G) }.";
    let spread = "p( N ) :-\n  e(G,_) , N=count:{ e(G,X);\n e(X,G) }.";
    let before = "s(\"x\") :- 1 < count : { p(X), X > 2 ; p(X), X < 1 }.\n";
    let plain = rules(clause);
    assert_eq!(plain, rules(spread));
    assert!(rules(&format!("{before}{clause}")).ends_with(&plain));
}

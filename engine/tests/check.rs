//! E2, E3: what is wrong with a program is told once, at its place, with a mend; what is right is not told.

use engine::diagnostic::Diagnostic;
use engine::{Compiled, Loader, Options, Sources, compile};

struct Nothing;

impl Loader for Nothing {
    fn load(&mut self, _: &str) -> Result<String, String> {
        Err("there is no such file".to_owned())
    }
}

/// Compiles a text; whatever is told has a help line, and a program comes out where nothing is an error.
fn compiled(text: &str, analyse: bool) -> (Sources, Compiled) {
    let mut sources = Sources::new();
    let root = sources.add("t.dl", text);
    let options = Options { analyse, ..Options::default() };
    let compiled = compile(&mut sources, &[root], &mut Nothing, &options);
    let faulty = compiled.diagnostics.iter().any(|found| found.severity == engine::Severity::Error);
    assert_eq!(compiled.program.is_none(), faulty);
    assert!(compiled.diagnostics.iter().all(|found| found.help.is_some()), "{:#?}", compiled.diagnostics);
    (sources, compiled)
}

/// `line:column code` of each diagnostic, with every warning but `unread`.
fn found(text: &str) -> Vec<String> {
    let (sources, compiled) = compiled(text, true);
    let place = |found: &Diagnostic| {
        let at = sources.position(found.span().expect("a place"));
        format!("{}:{} {}", at.line, at.column, found.code)
    };
    compiled.diagnostics.iter().filter(|found| found.code != "unread").map(place).collect()
}

/// The only diagnostic.
fn only(text: &str) -> (Sources, Diagnostic) {
    let (sources, mut compiled) = compiled(text, true);
    compiled.diagnostics.retain(|found| found.code != "unread");
    assert_eq!(compiled.diagnostics.len(), 1, "{:#?}", compiled.diagnostics);
    (sources, compiled.diagnostics.remove(0))
}

const EDGE: &str = ".decl edge(x: number, y: number)\n.input edge\n.decl p(x: number)\n.decl s(t: symbol)\n.output p, s\ns(\"given\").\n";

/// `found` for clauses behind the declarations of `edge`, `p` and `s`; lines count from the first clause.
fn clauses(text: &str) -> Vec<String> {
    let shifted = |place: String| {
        let (line, rest) = place.split_once(':').expect("a place");
        let line: usize = line.parse().expect("a line");
        format!("{}:{rest}", line - EDGE.lines().count())
    };
    found(&format!("{EDGE}{text}")).into_iter().map(shifted).collect()
}

#[test]
fn e2_groundness() {
    for fine in [
        "p(X) :- edge(X, _).",
        "p(X) :- edge(X, _), !edge(_, X).",
        "p(X) :- X = 1.",
        "p(X) :- edge(Y, _), X = Y + 1.",
        "p(X) :- X = Y + 1, Y = Z * 2, edge(Z, _).",
        "p(X) :- X = count : { edge(_, _) }.",
        "p(X) :- edge(X, _), X = count : { edge(X, Y), Y > 1 }.",
        "p(X) :- X = range(1, Y), edge(Y, _).",
        "p(X) :- edge(X, X + 1).",
        "p(X) :- (edge(X, _) ; edge(_, X)).",
        "p(1) :- !edge(_, _).",
        "p(max Y : { edge(X, Y), X = 2 }) :- true.",
        "p(count : { edge(_, _) }).",
        "p(1 + 2).",
    ] {
        assert_eq!(clauses(fine), [""; 0], "{fine}");
    }
    for (faulty, places) in [
        ("p(X) :- !edge(X, _).", vec!["1:3 ungrounded"]),
        ("p(X) :- edge(_, _), X > 1.", vec!["1:3 ungrounded"]),
        ("p(X) :- edge(Y, _), Y = 1.", vec!["1:3 ungrounded"]),
        ("p(1) :- edge(_, _), X != Y.", vec!["1:21 ungrounded", "1:26 ungrounded"]),
        // What rests on an unbound variable is not told too.
        ("p(Z) :- Z = Y * 2, Y = X + 1, X < 9.", vec!["1:24 ungrounded"]),
        ("p(X) :- X = Y, Y = X.", vec!["1:3 ungrounded"]),
        ("p(X) :- (edge(X, _) ; X < 3).", vec!["1:3 ungrounded"]),
        ("p(X) :- 1 = count : { edge(X, _) }.", vec!["1:3 ungrounded"]),
        ("p(N) :- N = count : { edge(X, _), !edge(Y, X) }.", vec!["1:41 ungrounded"]),
        ("p(X) :- edge(X + 1, _).", vec!["1:3 ungrounded"]),
        ("p(X) :- X = range(1, Y), Y = X.", vec!["1:3 ungrounded"]),
        ("s(X) :- match(\"a\", X).", vec!["1:3 ungrounded"]),
        ("p(X).", vec!["1:3 fact-not-ground"]),
        ("p(1), p(X).", vec!["1:9 fact-not-ground"]),
    ] {
        assert_eq!(clauses(faulty), places, "{faulty}");
    }
}

#[test]
fn e2_an_ungrounded_variable_is_told_with_its_mend() {
    let (sources, found) =
        only(".decl edge(x: number, y: number)\n.input edge\n.decl lonely(x: number)\nlonely(X) :- !edge(X, _).\n");
    assert_eq!(sources.place(found.span().expect("a place")), "t.dl:4:8");
    assert_eq!(found.message, "nothing binds `X`");
    assert_eq!(found.help.as_deref(), Some("add a literal that binds it, such as `edge(X, _)`"));
    assert_eq!(sources.text(found.labels[1].span), "!edge(X, _)");

    let (sources, found) = only(&format!("{EDGE}p(X) :- edge(_, Y), Y > 1."));
    assert_eq!(found.help.as_deref(), Some("write `X` for a `_` of `edge`, or add a literal that has it"));
    assert_eq!(sources.text(found.labels[1].span), "edge(_, Y)");

    let (_, found) = only(&format!("{EDGE}p(Nmuber) :- edge(Number, Number)."));
    assert_eq!(found.help.as_deref(), Some("did you mean `Number`?"));
}

#[test]
fn e2_names_and_arity() {
    assert_eq!(clauses("p(X) :- egde(X, _)."), ["1:9 undeclared"]);
    // One missing declaration is one fault, however often the name is used.
    assert_eq!(clauses("p(X) :- q(X).\np(Y) :- q(Y), q(Y).\nq(1)."), ["1:9 undeclared"]);
    assert_eq!(clauses("p(X) :- edge(X)."), ["1:9 arity"]);
    assert_eq!(clauses("p(1, 2)."), ["1:1 arity"]);
    assert_eq!(clauses("p(X) :- edge(X, _), @f(X) = 1."), ["1:22 undeclared"]);
    assert_eq!(clauses(".functor f(x: number): number\np(X) :- edge(X, _), @f(X, X) = 1."), ["2:22 arity"]);
    assert_eq!(clauses(".output q"), ["1:9 undeclared"]);
    // A faulty declaration is told, and not its uses.
    assert_eq!(clauses(".decl q(x number)\np(X) :- q(X)."), ["1:11 syntax"]);
    assert_eq!(clauses(".decl q(x: nmuber)\np(X) :- q(X)."), ["1:12 unknown-type"]);
    let (_, found) = only(&format!("{EDGE}p(X) :- egde(X, _)."));
    assert_eq!(found.help.as_deref(), Some("did you mean `edge`?"));
}

#[test]
fn e2_types() {
    for fine in [
        "s(X) :- X = \"a\".",
        "s(cat(\"a\", to_string(X))) :- edge(X, _).",
        "p(to_number(X)) :- s(X).",
        "p(strlen(X)) :- s(X), match(\"a\", X).",
        ".decl u(x: unsigned)\nu(X) :- X = 1, u(X).",
        ".decl f(x: float)\nf(X) :- f(Y), X = Y * 2.",
        ".decl f(x: float)\nf(X) :- X = mean Y : { edge(Y, _) }.",
        ".decl u(x: unsigned)\nu(18446744073709551615).",
        ".functor g(a: symbol): number\np(@g(X)) :- s(X), @g(X) > 0.",
        "s(X) :- s(X), s(Y), X < Y.",
        "s(min(X, Y)) :- s(X), s(Y), X != Y.",
    ] {
        assert_eq!(clauses(fine), [""; 0], "{fine}");
    }
    for (faulty, place) in [
        ("p(\"a\").", "1:3 type-mismatch"),
        ("s(1).", "1:3 type-mismatch"),
        ("p(X) :- s(X).", "1:11 type-mismatch"),
        ("p(X) :- edge(X, Y), Y = \"a\".", "1:25 type-mismatch"),
        ("p(X) :- edge(X, _), s(Y), X != Y.", "1:32 type-mismatch"),
        ("s(X + 1) :- s(X).", "1:3 type-mismatch"),
        ("p(X) :- edge(X, _), match(\"a\", X).", "1:32 type-mismatch"),
        ("p(X) :- X = sum Y : { s(Y) }.", "1:17 type-mismatch"),
        ("p(X) :- X = mean Y : { edge(Y, _) }.", "1:9 type-mismatch"),
        ("p(1u).", "1:3 type-mismatch"),
        ("p(1.5).", "1:3 type-mismatch"),
        (".decl u(x: unsigned)\nu(-1).", "2:3 type-mismatch"),
        (".decl f(x: float)\nf(Y) :- f(X), Y = X % 2.", "2:19 type-mismatch"),
        (".functor g(a: symbol): number\ns(@g(X)) :- s(X).", "2:3 type-mismatch"),
        ("p(9223372036854775808).", "1:3 number-range"),
        ("p(-9223372036854775809).", "1:3 number-range"),
    ] {
        assert_eq!(clauses(faulty), [place], "{faulty}");
    }
    let (sources, found) = only(&format!("{EDGE}p(X) :- edge(X, Y), Y = \"a\"."));
    assert_eq!(found.message, "`\"a\"` is symbol, but column `y` of `edge` is number");
    assert_eq!(sources.text(found.labels[1].span), "Y");
    let (_, found) = only(&format!("{EDGE}p(X) :- X = mean Y : {{ edge(Y, _) }}."));
    assert_eq!(found.message, "`X` is number, but the value of `mean` is float");
}

#[test]
fn e1_types_have_bases() {
    let types = ".type Path <: symbol\n.type File = Path\n.type Id = Path | File\n.decl a(i: Id, n: Line)\n.type Line <: number\na(\"x\", 1).\n";
    assert_eq!(found(types), [""; 0]);
    assert_eq!(found(".type A = B\n.type B = A\n.decl a(x: A)\na(1)."), ["2:11 type-cycle"]);
    assert_eq!(found(".type A <: symbol\n.type B <: number\n.type C = A | B"), ["3:15 mixed-union"]);
    assert_eq!(found(".type A <: sybmol"), ["1:12 unknown-type"]);
    assert_eq!(found(".type A <: symbol\n.type A <: number"), ["2:7 duplicate-declaration"]);
    assert_eq!(found(".type number <: symbol"), ["1:7 duplicate-declaration"]);
}

#[test]
fn e2_declarations() {
    assert_eq!(found(".decl a(x: number)\n.decl a(x: number)"), ["2:7 duplicate-declaration"]);
    assert_eq!(found(".decl a, a(x: number)"), ["1:10 duplicate-declaration"]);
    assert_eq!(found(".decl a(x: number, x: number)"), ["1:20 duplicate-declaration"]);
    assert_eq!(found(".functor f(): number\n.functor f(): symbol"), ["2:10 duplicate-declaration"]);
    assert_eq!(found(".decl contains(x: number)\nb() :- true.\n.decl b()"), ["1:7 reserved-name"]);
    let wide = |columns: usize| {
        let list: Vec<_> = (0..columns).map(|index| format!("c{index}: number")).collect();
        found(&format!(".decl a({})", list.join(", "))).len()
    };
    assert_eq!(wide(200), 0);
    assert_eq!(wide(201), 1);
}

#[test]
fn e2_annotations() {
    let host = |arguments: &str| found(&format!("@[host{arguments}]\n.decl a(x: number, y: number)"));
    for fine in ["", "(costly)", "(key = \"x\")", "(key = \"y, x\", costly)"] {
        assert_eq!(host(fine), [""; 0], "{fine}");
    }
    assert_eq!(host("(key = \"z\")"), ["1:1 bad-annotation"]);
    assert_eq!(host("(lazy)"), ["1:1 bad-annotation"]);
    assert_eq!(host("(\"x\")"), ["1:3 bad-annotation"]);
    assert_eq!(found("@[remedy]\na(1).\n.decl a(x: number)"), ["1:3 bad-annotation"]);
    assert_eq!(found("@[rule(\"r\")]\n.decl a(x: number)"), ["1:3 bad-annotation"]);
    assert_eq!(found("@[rul(\"r\")]\na(1).\n.decl a(x: number)"), ["1:3 unknown-annotation"]);
    assert_eq!(found("@[rule(\"r\"), mend(\"m\")]\na(1).\n.decl a(x: number)"), [""; 0]);
}

const HOST: &str = "@[host(key = \"of\")]\n.decl above(of: symbol, path: symbol)\n@[host]\n.decl call(path: symbol)\n.decl p(x: symbol)\n";

fn host(text: &str) -> Vec<String> {
    let places = found(&format!("{HOST}{text}"));
    places.into_iter().map(|place| place.replacen("6:", "1:", 1)).collect()
}

#[test]
fn e2_keys_are_bound() {
    for fine in [
        "p(X) :- above(\"/a\", X).",
        "p(X) :- call(Y), above(Y, X).",
        "p(X) :- above(Y, X), call(Y).",
        "p(X) :- call(Y), above(Y, Z), above(Z, X).",
        "p(X) :- above(Y, X), Y = cat(Z, \"/\"), call(Z).",
        "p(X) :- call(X), !above(X, _).",
        "p(X) :- call(X), 0 = count : { above(X, _) }.",
        "p(X) :- call(X), 1 < count : { above(Y, X), call(Y) }.",
        "above(\"a\", \"b\").",
    ] {
        assert_eq!(host(fine), [""; 0], "{fine}");
    }
    for (faulty, place) in [
        ("p(X) :- above(X, _).", "1:15 unbound-key"),
        ("p(X) :- above(_, X).", "1:9 unbound-key"),
        ("p(X) :- above(Y, X), above(X, Y).", "1:15 unbound-key"),
        ("p(X) :- above(Y, Z), above(Z, X), X != Y.", "1:15 unbound-key"),
        ("p(X) :- above(X, X).", "1:15 unbound-key"),
        ("p(X) :- call(X), !above(_, X).", "1:18 unbound-key"),
        ("p(X) :- call(X), 0 = count : { above(Y, X), Y != X }.", "1:38 unbound-key"),
    ] {
        assert_eq!(host(faulty), [place], "{faulty}");
    }
}

#[test]
fn e2_no_rule_derives_what_comes_from_outside() {
    assert_eq!(host("call(X) :- p(X)."), ["1:1 input-head"]);
    assert_eq!(clauses("edge(X, X) :- p(X).\np(1)."), ["1:1 input-head"]);
    assert_eq!(clauses("edge(1, 2).\np(X) :- edge(X, _)."), [""; 0]);
    assert_eq!(host("@[remedy(\"do\")]\ncall(X) :- p(X).\np(\"a\")."), [""; 0]);
}

#[test]
fn e2_actions_may_have_new_values_in_heads_only() {
    let remedy = "@[remedy(\"ask\")]\n";
    assert_eq!(clauses(&format!("{remedy}edge(X, New), edge(New, X) :- p(X).\np(1).")), [""; 0]);
    assert_eq!(clauses(&format!("{remedy}edge(X, New) :- p(X).\np(1).")), [""; 0]);
    assert_eq!(clauses(&format!("{remedy}edge(New, 1).")), [""; 0]);
    assert_eq!(clauses(&format!("{remedy}edge(X, 1) :- !p(X), X > 1.\np(1).")), ["2:6 ungrounded"]);
    assert_eq!(clauses("edge(X, New) :- p(X).\np(1)."), ["1:9 ungrounded"]);
}

#[test]
fn e3_a_cycle_through_negation_is_printed() {
    let text = ".decl a(x: number)\n.decl b(x: number)\n.decl c(x: number)\n.input c\na(X) :- c(X), !b(X).\nb(X) :- c(X), a(X).\n";
    for analyse in [true, false] {
        let (sources, compiled) = compiled(text, analyse);
        let errors: Vec<_> = compiled.diagnostics.iter().filter(|found| found.code == "unstratified").collect();
        assert_eq!(errors.len(), 1);
        assert!(errors[0].message.ends_with(": a -> !b -> a"), "{}", errors[0].message);
        let places: Vec<_> = errors[0].labels.iter().map(|label| sources.place(label.span)).collect();
        assert_eq!(places, ["t.dl:5:15", "t.dl:6:15"]);
    }
    assert_eq!(found("a(X) :- b(X), !a(X).\n.decl a, b(x: number)\nb(1)."), ["1:15 unstratified"]);
    let (_, aggregate) = only(".decl a(x: number)\n.decl b(x: number)\nb(N) :- N = count : { a(_) }.\na(X) :- b(X).\n");
    assert!(aggregate.message.ends_with(": b -> { a } -> b"), "{}", aggregate.message);
    // Of two separate cycles, both are told.
    assert_eq!(
        found(".decl a, b, c(x: number)\nc(1).\na(X) :- c(X), !a(X).\nb(X) :- c(X), !b(X)."),
        ["3:15 unstratified", "4:15 unstratified"]
    );
}

#[test]
fn e3_negation_of_what_is_finished_is_fine() {
    let text = ".decl a, b, c(x: number)\nc(1). b(2).\na(X) :- c(X), !b(X).\na(X) :- a(Y), c(X), X > Y, !b(X).\nb(X) :- c(X), 0 = count : { c(Y), Y > X }.\n.output a";
    assert_eq!(found(text), [""; 0]);
    let program = compiled(text, false).1.program.expect("no error");
    let strata: Vec<_> = program
        .strata
        .iter()
        .map(|stratum| (program.relation(stratum.relations[0]).name.to_string(), stratum.recursive))
        .collect();
    assert_eq!(strata, [("c".to_owned(), false), ("b".to_owned(), false), ("a".to_owned(), true)]);
}

#[test]
fn e2_variables_that_are_written_once() {
    assert_eq!(clauses("p(X) :- edge(X, Y)."), ["1:17 single-use"]);
    assert_eq!(clauses("p(X) :- edge(X, _Y)."), [""; 0]);
    assert_eq!(clauses("p(X) :- edge(X, Y), Y > 1."), [""; 0]);
    assert_eq!(clauses("p(N) :- N = count : { edge(X, _) }."), ["1:28 single-use"]);
    assert_eq!(clauses("p(N) :- N = sum X : { edge(X, _) }."), [""; 0]);
    // Once in one alternative, twice in the other.
    assert_eq!(clauses("p(X) :- edge(X, Y), (Y > 1 ; X > 1)."), [""; 0]);
    assert_eq!(clauses("p(X) :- edge(X, _), (edge(Y, X) ; p(X))."), ["1:27 single-use"]);
    assert_eq!(clauses("p(X), p(Y) :- edge(X, Y)."), [""; 0]);
    assert_eq!(clauses("@[allow(\"single-use\")]\np(X) :- edge(X, Y)."), [""; 0]);
}

#[test]
fn e2_bodies_that_fall_apart() {
    assert_eq!(clauses("p(X) :- edge(X, Y), edge(Z, W), Y < 3, Z < W."), ["1:21 cross-product"]);
    assert_eq!(clauses("p(X) :- edge(X, Y), edge(Z, _), Y < Z."), [""; 0]);
    assert_eq!(
        clauses("p(X) :- edge(X, Y), edge(Z, _), @f(Y, Z) = 1.\n.functor f(a: number, b: number): number"),
        [""; 0]
    );
    // What selects by a constant, or is a table of facts, is a parameter.
    assert_eq!(clauses("p(X) :- edge(X, Y), edge(1, Z), Y < 3, Z < 4."), [""; 0]);
    assert_eq!(clauses("p(X) :- edge(X, _), t(Y), Y > 1.\n.decl t(x: number)\nt(1). t(2)."), [""; 0]);
    assert_eq!(clauses("@[allow(\"cross-product\")]\np(X + Y) :- edge(X, _), edge(Y, _)."), [""; 0]);
    assert_eq!(clauses("@[allow(\"unread\")]\np(X + Y) :- edge(X, _), edge(Y, _)."), ["2:25 cross-product"]);
}

#[test]
fn e2_rules_that_never_fire_and_relations_that_nothing_reads() {
    assert_eq!(clauses("p(X) :- q(X), X > 1.\n.decl q(x: number)"), ["1:9 never-fires"]);
    assert_eq!(clauses("p(X) :- q(X).\np(X) :- q(X), X > 1.\n.decl q(x: number)"), ["1:9 never-fires"]);
    assert_eq!(clauses("p(X) :- q(X).\n.decl q(x: number)\nq(1)."), [""; 0]);
    assert_eq!(clauses("p(X) :- q(X).\n.decl q(x: number)\n.input q"), [""; 0]);
    assert_eq!(clauses("p(X) :- edge(X, _), !q(X).\n.decl q(x: number)"), [""; 0]);
    assert_eq!(clauses("p(X) :- edge(X, _), false."), ["1:21 never-fires"]);
    let unread = |text: &str| {
        let (_, compiled) = compiled(text, true);
        compiled.diagnostics.iter().filter(|found| found.code == "unread").count()
    };
    assert_eq!(unread(".decl a(x: number)\na(1)."), 1);
    assert_eq!(unread(".decl a(x: number)\na(1).\na(X) :- a(Y), X = Y + 1, X < 9."), 1);
    assert_eq!(unread(".decl a(x: number)\na(1).\n.printsize a"), 0);
    assert_eq!(unread("@[host]\n.decl a(x: number)"), 0);
    assert_eq!(unread("@[allow(\"unread\")]\n.decl a(x: number)\na(1)."), 0);
}

#[test]
fn warnings_are_given_only_of_programs_without_errors_and_only_when_analysing() {
    let warned = format!("{EDGE}p(X) :- edge(X, Y).");
    assert_eq!(compiled(&warned, true).1.diagnostics.len(), 1);
    assert_eq!(compiled(&warned, false).1.diagnostics.len(), 0);
    assert_eq!(clauses("p(X) :- edge(X, Y).\np(X)."), ["2:3 fact-not-ground"]);
}

#[test]
fn e2_errors_are_found_without_the_analysis_too() {
    for faulty in ["p(X) :- egde(X, _).", "p(1, 2).", "p(\"a\").", "p(X) :- !edge(X, _).", "edge(X, X) :- p(X)."] {
        let text = format!("{EDGE}{faulty}");
        let (with, without) = (compiled(&text, true).1, compiled(&text, false).1);
        assert_eq!(with.diagnostics, without.diagnostics);
        assert_eq!(with.diagnostics.len(), 1, "{faulty}");
    }
}

#[test]
fn e2_several_errors_come_in_the_order_of_their_places() {
    assert_eq!(
        clauses("p(X) :- egde(X, _).\np(Y).\np(\"a\").\np(X) :- q(X,.\np(1, 2)."),
        ["1:9 undeclared", "2:3 fact-not-ground", "3:3 type-mismatch", "4:13 syntax", "5:1 arity"]
    );
}

#[test]
fn disjunctions_are_bounded() {
    let groups = |count: usize| clauses(&format!("p(X) :- edge(X, _){}.", ", (X > 1 ; X < 0)".repeat(count)));
    assert_eq!(groups(9), [""; 0]);
    assert_eq!(groups(10), ["1:1 too-large"]);
    let literals = |count: usize| clauses(&format!("p(X) :- edge(X, _){}.", ", X > 1".repeat(count)));
    assert_eq!(literals(999), [""; 0]);
    assert_eq!(literals(1000), ["1:1 too-large"]);
}

#[test]
fn wildcards_stand_for_whole_arguments_only() {
    assert_eq!(clauses("p(_) :- edge(_, _)."), ["1:3 misplaced-wildcard"]);
    assert_eq!(clauses("p(X) :- edge(X, _ + 1)."), ["1:17 misplaced-wildcard"]);
    assert_eq!(clauses("p(X) :- edge(X, _), _ > 1."), ["1:21 misplaced-wildcard"]);
}

#[test]
fn long_chains_of_relations_do_not_overflow_the_stack() {
    let link = |index: usize| format!(".decl r{index}(x: number)\nr{index}(X) :- r{}(X).\n", index + 1);
    let chain: String = (0..3_000).map(link).collect();
    let text = format!("{chain}.decl r3000(x: number)\nr3000(1).\n.output r0\n");
    assert_eq!(found(&text), [""; 0]);
    // Closed to a cycle with a negation, it is one fault.
    let cycle = format!("{text}r3000(X) :- r1(X), !r0(X).\n");
    let codes: Vec<_> = compiled(&cycle, false).1.diagnostics.iter().map(|found| found.code).collect();
    assert_eq!(codes, ["unstratified"]);
}

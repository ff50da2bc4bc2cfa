//! E2: no text makes reading or checking panic, and every place that is told lies in its text.

use engine::diagnostic::code::CODES;
use engine::source::Sources;
use engine::{Options, compile};
use proptest::prelude::*;

#[path = "../../fuzz/bodies.rs"]
#[expect(dead_code, reason = "the bodies over texts of other forms run elsewhere")]
mod bodies;

use bodies::Half;

/// Reads, prints, formats, checks and evaluates a text.
fn survives(text: &str) {
    bodies::syntax(text);
    bodies::format(text);
    bodies::program(text);
}

const WORDS: &[&str] = &[
    ".decl ",
    ".type ",
    ".functor ",
    ".input ",
    ".output ",
    ".printsize ",
    ".include ",
    ".comp ",
    ".x ",
    "a",
    "b",
    "X",
    "Y",
    "_",
    "_X",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "@[",
    "@",
    "$",
    ",",
    ";",
    ":",
    ":-",
    ".",
    "!",
    "=",
    "!=",
    "<",
    "<=",
    ">",
    ">=",
    "<:",
    "|",
    "+",
    "-",
    "*",
    "/",
    "%",
    "^",
    "1",
    "0x1f",
    "2u",
    "1.5",
    "\"t\"",
    "\"",
    "\\",
    "number",
    "symbol",
    "unsigned",
    "float",
    "count",
    "sum",
    "min",
    "max",
    "mean",
    "range",
    "match",
    "contains",
    "cat",
    "strlen",
    "band",
    "bnot",
    "lor",
    "true",
    "false",
    "nil",
    "host",
    "remedy",
    "key",
    "costly",
    "//",
    "///",
    "//!",
    "/*",
    "*/",
    "\n",
    "\n",
    " ",
    " ",
    "é",
    "😀",
    "\u{a0}",
    "\0",
    "#",
];

/// A program that uses most of the language.
const SEED: &str = r#"//! Seed.
.type Id <: symbol
.type Any = Id | symbol
.type List = [head: number, tail: List]
.type Tree = Leaf {n: number} | Node {left: Tree, right: Tree} | None {}
/// Keyed.
@[host(key = "of")]
.decl above(of: Id, path: symbol)
.decl a, b(x: number, y: number)
.decl s(t: symbol)
.decl l(of: List, tree: Tree)
.functor f(a: symbol, b: number): number
.input b(IO=file, filename="b.facts")
.output a, s
a(1, -2). a(0x10, 1 + 2 * 3). s("é\n\u00e9").
a(X, Y) :- b(X, Z), a(Z, Y), X != Y, !b(Y, X + 1), (X > 1 ; Y < 2, !(Z = 3, X = 4)).
s(cat("x", to_string(N))) :- N = count : { a(X, _), X > 2 ; b(X, _) }, N > sum X * 2 : { b(X, _) }.
@[remedy("do {X}")]
b(X, New), b(New, X) :- a(X, _), s(T), match("a.*", T), @f(T, X) = 1, above(T, P), contains("/", P).
l([1, nil], $Node($Leaf(2), $None)).
l(T, L), l([X, T], $Node(L, $None())) :- l([X, T], $Node(L, _)), [X, nil] != T, !a(X, X).
a(X, range(1, X)) :- b(X, _), X ^ 2 - -X band 3 = max(X, 1, min(2, X)).
"#;

/// A text cut at two places, the part between them put elsewhere, left out or repeated, with words put in.
fn mutated(text: &str, cuts: &[(prop::sample::Index, usize)]) -> String {
    let mut text: Vec<char> = text.chars().collect();
    for (at, how) in cuts {
        let at = at.index(text.len() + 1);
        let end = (at + how % 7).min(text.len());
        match how % 5 {
            0 => drop(text.drain(at..end)),
            1 => {
                let part: Vec<char> = text[at..end].to_vec();
                text.splice(at..at, part);
            }
            2 => text.truncate(text.len() - (text.len() - at).min(9)),
            _ => drop(text.splice(at..end, WORDS[how % WORDS.len()].chars())),
        }
    }
    text.into_iter().collect()
}

/// Expressions as text, of all forms.
fn expression() -> impl Strategy<Value = String> {
    let leaf = prop::sample::select(vec![
        "X",
        "Y",
        "sum",
        "max",
        "bnot",
        "count",
        "1",
        "-2",
        "0",
        "3u",
        "1.5",
        "-0.25",
        "nil",
        "$None",
        "[]",
        "\"a\\\"\"",
        "_",
        "min",
        "mean",
    ])
    .prop_map(str::to_owned);
    leaf.prop_recursive(6, 40, 3, |inner| {
        let infix = prop::sample::select(vec![
            "+", "-", "*", "/", "%", "^", "band", "bor", "bxor", "bshl", "bshr", "land", "lor",
        ]);
        let prefix = prop::sample::select(vec!["-", "bnot ", "lnot "]);
        prop_oneof![
            (inner.clone(), infix, inner.clone()).prop_map(|(a, op, b)| format!("{a} {op} {b}")),
            inner.clone().prop_map(|a| format!("({a})")),
            (prefix, inner.clone()).prop_map(|(op, a)| format!("{op}({a})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("min({a}, {b})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("@f({a}, {b})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("sum ({a}) : {{ p({b}) ; q(Z), !r({a}) }}")),
            inner.clone().prop_map(|a| format!("(count : {{ p({a}) }})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("[{a}, {b}]")),
            inner.clone().prop_map(|a| format!("$Leaf({a})")),
            inner.prop_map(|a| format!("range({a}, 2)")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text(text in any::<String>()) {
        survives(&text);
    }

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        survives(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn words_in_any_order(words in prop::collection::vec(prop::sample::select(WORDS), 0..80)) {
        survives(&words.concat());
        survives(&words.join(" "));
    }

    #[test]
    fn programs_with_faults(cuts in prop::collection::vec((any::<prop::sample::Index>(), any::<usize>()), 1..6)) {
        survives(&mutated(SEED, &cuts));
    }

    #[test]
    fn pages_with_faults(
        page in prop::sample::select(CODES),
        cuts in prop::collection::vec((any::<prop::sample::Index>(), any::<usize>()), 0..4),
    ) {
        survives(&mutated(page.bad(), &cuts));
        survives(&mutated(page.good(), &cuts));
    }

    #[test]
    fn expressions_are_printed_so_that_they_read_the_same(left in expression(), right in expression()) {
        bodies::syntax(&format!("p(X) :- q(X), X = {left}, ({right} < {left} ; !r({right}))."));
    }
}

#[test]
fn the_seed_itself_has_no_fault() {
    let mut sources = Sources::new();
    let root = sources.add("seed.dl", SEED);
    let compiled = compile(&mut sources, &[root], &mut Half, &Options { analyse: false, ..Options::default() });
    let lines: Vec<_> = compiled.diagnostics.iter().map(|found| found.line(&sources)).collect();
    assert!(compiled.program.is_some(), "{lines:#?}");
}

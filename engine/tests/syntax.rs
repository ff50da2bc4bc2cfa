//! E1, E2: what is read, how it groups, what is told where it cannot be read, and that printing is its inverse.

use engine::diagnostic::Diagnostic;
use engine::source::Sources;
use engine::syntax::ast::{Ast, Expression, ExpressionForm, ItemForm, LiteralForm, RelationDeclaration};
use engine::syntax::name::Names;
use engine::syntax::{parse, print, print_item};

struct Read {
    ast: Ast,
    names: Names,
    sources: Sources,
    diagnostics: Vec<Diagnostic>,
}

fn read(text: &str) -> Read {
    let mut sources = Sources::new();
    let source = sources.add("t.dl", text);
    let (mut names, mut diagnostics) = (Names::new(), Vec::new());
    let ast = parse(text, source, &mut names, &mut diagnostics);
    Read { ast, names, sources, diagnostics }
}

/// `line:column code` of each diagnostic.
fn found(text: &str) -> Vec<String> {
    let read = read(text);
    let place = |found: &Diagnostic| {
        assert!(found.help.is_some(), "{found:?}");
        let at = read.sources.position(found.span().expect("a place"));
        format!("{}:{} {}", at.line, at.column, found.code)
    };
    read.diagnostics.iter().map(place).collect()
}

/// The text as it is printed; it must be readable, and say the same.
fn printed(text: &str) -> String {
    let mut first = read(text);
    assert_eq!(first.diagnostics, Vec::new(), "{text}");
    let printed = print(&first.ast, &first.names);
    let source = first.sources.add("printed.dl", printed.as_str());
    let mut diagnostics = Vec::new();
    let second = parse(&printed, source, &mut first.names, &mut diagnostics);
    assert_eq!(diagnostics, Vec::new(), "{printed}");
    assert_eq!(second, first.ast, "{printed}");
    printed
}

/// The expression of `p(X) :- X = EXPRESSION.`, printed with parentheses around every operation.
#[expect(clippy::panic, reason = "only tests call it")]
fn grouped(expression: &str) -> String {
    fn show(expression: &Expression, names: &Names) -> String {
        match &expression.form {
            ExpressionForm::Variable(name) => names.text(*name).to_owned(),
            ExpressionForm::Integer { magnitude, negative } => {
                format!("{}{magnitude}", if *negative { "-" } else { "" })
            }
            ExpressionForm::Call { operation, arguments } => {
                let arguments: Vec<_> = arguments.iter().map(|one| show(one, names)).collect();
                format!("({} {})", operation.spelling(), arguments.join(" "))
            }
            other => panic!("{other:?}"),
        }
    }
    let text = format!("p(X) :- X = {expression}.");
    let read = read(&text);
    assert_eq!(read.diagnostics, Vec::new(), "{text}");
    let ItemForm::Clause(clause) = &read.ast.items[0].form else {
        panic!("{text}");
    };
    let LiteralForm::Compare { right, .. } = &clause.body[0][0].form else {
        panic!("{text}");
    };
    show(right, &read.names)
}

#[test]
fn e1_operators_group_as_in_souffle() {
    assert_eq!(grouped("A + B * C"), "(+ A (* B C))");
    assert_eq!(grouped("A - B - C"), "(- (- A B) C)");
    assert_eq!(grouped("A ^ B ^ C"), "(^ A (^ B C))");
    assert_eq!(grouped("-A ^ B"), "(- (^ A B))");
    assert_eq!(grouped("A ^ -B"), "(^ A (- B))");
    assert_eq!(grouped("-A * B"), "(* (- A) B)");
    assert_eq!(grouped("(A + B) * C"), "(* (+ A B) C)");
    assert_eq!(
        grouped("A lor B land C bor D bxor E band F bshl G + H"),
        "(lor A (land B (bor C (bxor D (band E (bshl F (+ G H)))))))"
    );
    assert_eq!(grouped("bnot A band lnot B"), "(band (bnot A) (lnot B))");
    assert_eq!(grouped("min(A, B, C) + max(A, B)"), "(+ (min A B C) (max A B))");
}

#[test]
fn e1_numbers_in_all_spellings() {
    assert_eq!(grouped("0x1F"), "31");
    assert_eq!(grouped("0b101"), "5");
    assert_eq!(grouped("-7"), "-7");
    assert_eq!(grouped("-(7)"), "-7");
    assert_eq!(grouped("A-1"), "(- A 1)");
    assert_eq!(grouped("-9223372036854775808"), "-9223372036854775808");
    assert_eq!(found("p(18446744073709551616)."), ["1:3 number-range"]);
    assert_eq!(found("p(0x)."), ["1:3 bad-number"]);
    assert_eq!(found("p(12ab)."), ["1:3 bad-number"]);
    assert_eq!(found("p(1.5e3, 2e9, 1.0, 0b11u, 7u)."), [""; 0]);
    assert_eq!(found("p(1e999)."), ["1:3 number-range"]);
}

#[test]
fn e1_texts_have_the_escapes_of_json() {
    let text = r#"p("a\"\\\/\b\f\n\r\té😀")."#;
    let read = read(text);
    assert_eq!(read.diagnostics, Vec::new());
    let wanted = "a\"\\/\u{8}\u{c}\n\r\té😀";
    assert!(read.names.find(wanted).is_some());
    assert_eq!(found(r#"p("a\d")."#), ["1:5 bad-escape"]);
    assert_eq!(found(r#"p("\ud83d")."#), ["1:4 bad-escape"]);
    assert_eq!(found(r#"p("\u12")."#), ["1:4 bad-escape"]);
    assert_eq!(found("p(\"open).\nq(1)."), ["1:3 unclosed-text"]);
}

#[test]
fn e1_names_of_operations_are_no_reserved_words() {
    let text = ".decl count(check: symbol, name: symbol, n: number)\n\
                count(C, \"rows\", n) :- check(C), n = count : { row(C, _) }, min(C).\n\
                p(sum) :- q(sum), sum - 1 > max, r(max).\n\
                p(X) :- min(X, Y) = Y, q(X, Y).\n\
                p(X) :- X = sum Y * 2 : { q(Y) }.\n\
                p(X) :- X = sum -Y : { q(Y) }, Y = max (Z) : { q(Z) }.\n\
                p(X) :- true, X = count : q(_).\n";
    printed(text);
    let read = read(text);
    let clause = |index: usize| match &read.ast.items[index].form {
        ItemForm::Clause(clause) => clause,
        other => panic!("{other:?}"),
    };
    let is_atom = |form: &LiteralForm| matches!(form, LiteralForm::Atom(_));
    assert!(is_atom(&clause(1).body[0][2].form));
    assert!(matches!(clause(3).body[0][0].form, LiteralForm::Compare { .. }));
    let LiteralForm::Compare { right, .. } = &clause(5).body[0][1].form else {
        panic!("a comparison");
    };
    assert!(matches!(right.form, ExpressionForm::Aggregate { .. }));
}

#[test]
fn e1_documentation_and_annotations_belong_to_the_next_item() {
    let text = "//! About the file,\n//! in two lines.\n\n/// A point.\n/// Second line.\n@[host(key = \"id\", costly)]\n\
                .decl point(id: symbol)\n//// no documentation\n.decl other()\n@[rule(\"r\")] @[mend(\"m\")]\nother() :- point(\"a\").\n";
    let read = read(text);
    assert_eq!(read.diagnostics, Vec::new());
    let words = |name: Option<_>| name.map(|name| read.names.text(name));
    assert_eq!(words(read.ast.documentation), Some("About the file,\nin two lines."));
    assert_eq!(words(read.ast.items[0].documentation), Some("A point.\nSecond line."));
    assert_eq!(words(read.ast.items[1].documentation), None);
    assert_eq!(read.ast.items[0].annotations[0].arguments.len(), 2);
    assert_eq!(read.ast.items[2].annotations.len(), 2);
    printed(text);
}

#[test]
fn e1_documentation_inside_a_rule_is_a_comment() {
    assert_eq!(found("p(X) :-\n    /// why\n    q(X).\n.decl q(x: number)\n"), [""; 0]);
}

#[test]
fn e2_several_faults_are_told_in_one_run() {
    let text = "p(X) :- q(X,.\nr(1).\np(X) : q(X).\n.decl a(x number)\n.decl b(x: number)\n.ouput b\ns(\"x\") t(1).\n";
    assert_eq!(found(text), ["1:13 syntax", "3:6 syntax", "4:11 syntax", "6:1 unknown-directive", "7:8 syntax"]);
    let read = read(text);
    let kept: Vec<_> = read.ast.items.iter().map(|item| print_item(item, &read.names)).collect();
    assert_eq!(kept, ["r(1).\n", ".decl a()\n", ".decl b(x: number)\n", ".output b\n"]);
    let ItemForm::Relation(RelationDeclaration { attributes, .. }) = &read.ast.items[1].form else {
        panic!("a declaration");
    };
    assert_eq!(*attributes, None);
}

#[test]
fn e2_a_missing_full_stop_is_told_where_it_is_missing() {
    assert_eq!(found("p(1)\nq(2).\n"), ["1:5 syntax"]);
    assert_eq!(
        found("p(X) :- q(X)\n.decl q(x: number)\nr(99999999999999999999).\n"),
        ["1:13 syntax", "3:3 number-range"]
    );
    assert_eq!(found("p(X) :- q(X)"), ["1:13 syntax"]);
}

#[test]
fn e2_what_souffle_has_and_this_language_has_not_is_told_by_name() {
    let cases = [
        (".comp C {\n  .decl a(x: number)\n  a(1).\n}\np(1).", "1:1"),
        (".init c = C\np(1).", "1:1"),
        (".decl a(x: number) choice-domain x\np(1).", "1:20"),
        (".decl a(x: number) eqrel\np(1).", "1:20"),
        (".decl a(x: number) inline\np(1).", "1:20"),
        (".decl a(x: number) output\np(1).", "1:20"),
        ("a(X) <= a(Y) :- b(X, Y).\np(1).", "1:6"),
        (".pragma \"x\"\np(1).", "1:1"),
        ("a(X) :- X = as(1, number).\np(1).", "1:13"),
        ("a(X) :- c.b(X).\np(1).", "1:9"),
        (".functor f(x: number): number stateful\np(1).", "1:31"),
    ];
    for (text, place) in cases {
        assert_eq!(found(text), [format!("{place} unsupported")], "{text}");
        let read = read(text);
        let last = read.ast.items.last().expect("the fact behind it is read");
        assert_eq!(print_item(last, &read.names), "p(1).\n", "{text}");
    }
}

#[test]
fn e2_a_misspelled_word_is_told_with_its_neighbour() {
    let help = |text: &str| read(text).diagnostics[0].help.clone().unwrap_or_default();
    assert_eq!(help(".ouput a"), "did you mean `.output`?");
    assert_eq!(help("p(X) :- X = cuont : { q(_) }."), "did you mean `count`?");
    assert_eq!(help("p(X) :- X = strlne(\"a\")."), "did you mean `strlen`?");
    assert!(help("#include \"a.dl\"").contains(".include"));
}

#[test]
fn e2_literals_that_are_none_are_told() {
    assert_eq!(found("p(X) :- q(X), X."), ["1:15 syntax"]);
    assert_eq!(found("p(X) :- q(X) = 3."), ["1:14 syntax"]);
    assert_eq!(found("p(X) :- 1 < X < 3."), ["1:15 syntax"]);
    assert_eq!(found("p(X) :- match(X)."), ["1:9 arity"]);
    assert_eq!(found("p(X) :- X = substr(\"a\", 1)."), ["1:13 arity"]);
    assert_eq!(found("p(X) :- q(X), ."), ["1:15 syntax"]);
    assert_eq!(found("/* never ends"), ["1:1 unclosed-comment"]);
    assert_eq!(found("p(1). § p(2)."), ["1:7 bad-character"]);
}

#[test]
fn e2_nesting_has_a_limit_and_no_text_overflows_the_stack() {
    let deep = |open: &str, close: &str, times: usize| {
        format!("p(X) :- {}X = 1{}.\nq(1).", open.repeat(times), close.repeat(times))
    };
    assert_eq!(found(&deep("(", ")", 50)), [""; 0]);
    for (open, close) in [("(", ")"), ("!", ""), ("!(", ")"), ("N = count : { ", "}")] {
        assert_eq!(found(&deep(open, close, 50_000)).len(), 1, "{open}");
    }
    for expression in ["(", "-", "cat(\"a\", ", "@f(", "2 ^ ", "bnot ", "min(1, ", "X = sum "] {
        let text = format!("p(X) :- X = {}1.\nq(1).", expression.repeat(50_000));
        assert!(!found(&text).is_empty(), "{expression}");
    }
    for operator in [" + ", " ^ ", " land "] {
        let text = format!("p(X) :- X = 1{}.\nq(1).", format!("{operator}1").repeat(50_000));
        assert_eq!(found(&text).len(), 1, "{operator}");
        assert!(found(&text)[0].ends_with("too-deep"));
    }
    assert_eq!(found(&"(".repeat(100_000)).len(), 1);
}

#[test]
fn printing_and_reading_are_inverse() {
    let text = r#"
        //! A file.
        .include "a/b.dl"
        .type Id <: symbol
        .type Any = Id | Path
        .type List = [head: Id, tail: List]
        .type Empty = []
        .type Tree = Leaf {n: number} | Node {left: Tree, right: Tree} | None {}
        /// Documented.
        @[host(key = "x, y", costly)]
        @[odd("text", more, other = "a\nb")]
        .decl a, b(x: Id, y: number, z: unsigned, w: float)
        .decl none()
        .functor f(a: symbol, number): number
        .functor g(): symbol
        .input a(IO=file, filename="a.facts", delimiter="\t")
        .output a, b
        .printsize none
        a("x", -1, 2u, 1.5e-7).
        none().
        none(), a(X, 1, 2u, -0.5) :- b(X, _, _, _).
        b(X, Y, 0x10, W) :- a(X, Y, _, W), !b(X, Y, _, W), (X = "a"; X != "b", Y <= 3; !(Y > 4, false)).
        none() :- !!a(_, _, _, _), !X = Y, true; false.
        none() :- (a(X, (1 + 2) * -3 ^ 2, _, _)), (-2) ^ 2 > -(Y + 1), X = cat("a", "b", @f(@g(), -1)).
        none() :- 2 * (3 + 4) - (5 - 6) = (2 ^ 3) ^ 4, bnot (1 band 2) = lnot 3, --5 = -(-(Y)), (1) + 1 = 2.
        none() :- N = sum X * 2 : { a(X, _, _, _), !b(X, _, _, _) ; b(X, _, _, _) } + 1, N = mean -X : { c(X) }.
        none() :- X = range(1, 10, 2), match("a.*", X), !contains("b", X), strlen(X) > max(1, min(2, 3)).
        none() :- [X, [_, nil]] = Y, $Leaf(X) != $Node($None, $None()), p([], nil, [1 + 2]), nil = Z, bnot [X] = -nil.
        none() :- (sum) - min X : { c(X) } = 3, (bnot) - 1 = 2.
        none() :- a_long_literal(Number, One), a_long_literal(Number, Two), a_long_literal(Number, Three), end(One).
    "#;
    let once = printed(text);
    assert_eq!(printed(&once), once);
    assert!(once.lines().all(|line| line.len() <= 110), "{once}");
}

/// E2: how an editor or another system begins, ends and breaks lines is no fault.
#[test]
fn e2_a_file_may_begin_and_end_as_it_likes() {
    let whole =
        ["", "\u{feff}", "// note", "/* note */", "a(1).\r\n// note", "\u{feff}a(1).", "a(1).\r\n\r\n", "//! note"];
    for text in whole {
        assert_eq!(found(text), Vec::<String>::new(), "{text:?}");
    }
    assert_eq!(found("a(1).\u{feff}"), ["1:6 bad-character"]);
}

#[test]
fn a_tree_does_not_depend_on_layout() {
    let mut names = Names::new();
    let mut sources = Sources::new();
    let mut tree = |text: &str| {
        let source = sources.add("t.dl", text);
        parse(text, source, &mut names, &mut Vec::new())
    };
    let first = tree("p(X):-q(X),X!=1.");
    assert_eq!(first, tree("// why\np( X ) :-\n  q(X), /* and */ X != (1) ."));
    assert_ne!(first, tree("p(X) :- q(X), X != 2."));
    assert_ne!(first, tree("p(X) :- q(X), X = 1."));
    assert_ne!(first, tree("p(Y) :- q(Y), Y != 1."));
}

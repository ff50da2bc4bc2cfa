//! The layout of program texts (E2): what is formatted is the same program with the same comments, and its own layout.

use engine::source::SourceId;
use engine::syntax::format;
use proptest::prelude::*;

#[path = "../../fuzz/bodies.rs"]
#[expect(dead_code, reason = "one body is run here")]
mod bodies;

fn formatted(text: &str) -> String {
    bodies::format(text);
    let mut diagnostics = Vec::new();
    format(text, SourceId(0), &mut diagnostics).expect("the text has no fault")
}

#[test]
fn words_are_apart_as_one_would_write_them() {
    let pairs = [
        ("a( X ):-b(X,Y),Y>- 1,! c( X ) .", "a(X) :- b(X, Y), Y > -1, !c(X).\n"),
        ("a(X):-(b(X);c(X),X!=2).", "a(X) :- (b(X) ; c(X), X != 2).\n"),
        ("n(N):-N=count:{a(_)},N<sum X*2:{a(X)}.", "n(N) :- N = count : { a(_) }, N < sum X * 2 : { a(X) }.\n"),
        ("a(-X-1,bnot X band(Y),2^-3):-b(X,Y).", "a(-X - 1, bnot X band (Y), 2 ^ -3) :- b(X, Y).\n"),
        ("a(@f(X),cat(\"x\",Y)):-b(X,Y).", "a(@f(X), cat(\"x\", Y)) :- b(X, Y).\n"),
        (".decl  a ( x:number,y : symbol )", ".decl a(x: number, y: symbol)\n"),
        (".decl a()", ".decl a()\n"),
        (".type A<:symbol\n.type B=A|symbol", ".type A <: symbol\n.type B = A | symbol\n"),
        (".type L=[ head:number,tail:L ]", ".type L = [head: number, tail: L]\n"),
        (".type T=A{x:number}|B { }", ".type T = A {x: number} | B {}\n"),
        ("a([ X,[Y ,nil]],$A( X ),$B) :-b( [X,_ ] ,$ A(X)).", "a([X, [Y, nil]], $A(X), $B) :- b([X, _], $A(X)).\n"),
        ("a(X) :- X=[1,2],[X]!=Y.", "a(X) :- X = [1, 2], [X] != Y.\n"),
        (".functor f( a:symbol ):number", ".functor f(a: symbol): number\n"),
        (".input a( IO = file,filename=\"a.csv\" )", ".input a(IO=file, filename=\"a.csv\")\n"),
        ("@[ host( key=\"x\",costly ) ].decl a(x:number)", "@[host(key = \"x\", costly)]\n.decl a(x: number)\n"),
        ("a(X) :-\n    b(X)  .", "a(X) :- b(X).\n"),
        ("", ""),
        ("// only this", "// only this\n"),
    ];
    for (text, expected) in pairs {
        assert_eq!(formatted(text), expected);
    }
}

#[test]
fn items_stand_on_lines_of_their_own_and_facts_stay_together() {
    assert_eq!(
        formatted("\n\na(1).  a(2).\n\n\n\na(3). b(X) :- a(X). c(4).\n"),
        "a(1). a(2).\n\na(3).\nb(X) :- a(X).\nc(4).\n"
    );
    let row = "a(\"a fact of some length, of which two make a line\").";
    assert_eq!(formatted(&[row; 3].join(" ")), format!("{row} {row}\n{row}\n"));
    assert_eq!(formatted("@[host]\n\n\n.decl a(x: number)\n"), "@[host]\n.decl a(x: number)\n");
}

#[test]
fn long_rules_are_broken_at_their_literals() {
    let literals: Vec<String> = (0..9).map(|at| format!("relation_{at}(X, \"a text\")")).collect();
    let text = format!("head(X) :- {}.", literals.join(","));
    let lines = formatted(&text);
    let expected = format!(
        "head(X) :-\n    {},\n    {},\n    {}.\n",
        literals[..4].join(", "),
        literals[4..8].join(", "),
        literals[8]
    );
    assert_eq!(lines, expected);
    let group = format!("head(X) :- a(X), ({} ; {}).", literals[..3].join(", "), literals[3..6].join(", "));
    let expected = format!(
        "head(X) :-\n    a(X),\n    (\n        {} ;\n        {}\n    ).\n",
        literals[..3].join(", "),
        literals[3..6].join(", ")
    );
    assert_eq!(formatted(&group), expected);
    let count = format!("head(N) :- N = count : {{ {} }}, N > 1.", literals[..5].join(", "));
    let expected = format!(
        "head(N) :-\n    N = count : {{\n        {},\n        {}\n    }},\n    N > 1.\n",
        literals[..4].join(", "),
        literals[4]
    );
    assert_eq!(formatted(&count), expected);
    // A term is never taken apart.
    let message = format!("deny(\"x\", cat({})) :- a(X).", ["\"ten letters\", X"; 12].join(", "));
    assert_eq!(formatted(&message), message.replace(":- ", ":-\n    ") + "\n");
    let columns = ["column_name: symbol"; 7].join(", ");
    let broken = formatted(&format!(".decl wide({columns})"));
    assert!(broken.starts_with(".decl wide(\n    column_name: symbol, ") && broken.ends_with("\n)\n"), "{broken}");
    assert_eq!(
        broken.replace("\n    ", " ").replace("( ", "(").replace("\n)", ")"),
        format!(".decl wide({columns})\n")
    );
}

#[test]
fn comments_stay_where_they_are() {
    let text = "\
//! Of the file.

/// Documented.
.decl a(x: number) // behind

//- case  a name
a(1). // one
/* before */ a(2).
b(X) :-
    a(X), // why
    // on its own
    X > 1.
/* two
   lines */
c(X) :- a(X) /* within */, X > 2.
// at the end
";
    assert_eq!(formatted(text), text);
    assert_eq!(formatted(&text.replace('\n', "\r\n")), text.replace('\n', "\r\n"));
    assert_eq!(formatted("a(X) :- // c\n b(X)."), "a(X) :- // c\n    b(X).\n");
    assert_eq!(formatted("a(/* c */1)."), "a(/* c */ 1).\n");
    assert_eq!(
        formatted(".decl a(x: number, // one\ny: number)\n"),
        ".decl a(\n    x: number, // one\n    y: number\n)\n"
    );
}

/// A caret's column is a place in the line above, so that line stays as it is.
#[test]
fn what_a_caret_points_to_stays() {
    let text = "//- case x\na( X ):-b(X,Y).\n//        ^ warning[single-use] `Y`\na(1).\n";
    assert_eq!(formatted(text), text);
    let two = "  a(1).   lonely( X ) :- b(X).\n     //     ^ warning[x] y\nc( 1 ).\n";
    assert_eq!(formatted(two), two.replace("c( 1 )", "c(1)"));
}

#[test]
fn a_text_with_a_fault_has_no_layout_and_says_where() {
    let mut diagnostics = Vec::new();
    assert_eq!(format("a(1).\r\n\r\nb(X) :- .\r\n", SourceId(0), &mut diagnostics), None);
    let span = diagnostics[0].span().unwrap();
    assert_eq!((diagnostics.len(), span.start), (1, 17));
}

fn word() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        " ",
        "\n",
        "\n\n\n",
        " // c\n",
        "/* c */",
        "\n/// doc\n",
        "\n//- case c\n",
        "\t",
        "\r\n",
        "\n//    ^ warning[x] y\n",
    ])
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever stands between the words.
    #[test]
    fn any_spaces_and_comments(between in prop::collection::vec(word(), 70)) {
        let words = "@[ host ] .decl a , b ( x : number , y : number ) a ( 1 , -2 ) . a ( 3 , 4 ) . b ( X , Y ) :- \
                     a ( X , Y ) , ( X > - 1 ; ! a ( Y , _ ) ) , N = count : { a ( _ , X ) } , N = X + Y * 2 .";
        let text: String = words.split_whitespace().zip(between.iter().cycle()).flat_map(|(word, gap)| [word, gap]).collect();
        bodies::format(&text);
    }
}

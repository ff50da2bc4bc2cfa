//! The codes of diagnostics, each with a page. A reader can rely on: the table is sorted, every code that is given is in
//! it, and each bad example gives its code and no other. Refuses to know the messages of single places.

/// A code and what a reader wants to know of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code {
    /// Kebab-case; printed as `gatelog::code`.
    pub code: &'static str,
    /// One line: lower case, no full stop.
    pub summary: &'static str,
    /// A paragraph.
    pub page: &'static str,
    /// A program that gives the code.
    pub bad: &'static str,
    /// The program as it was meant; gives nothing.
    pub good: &'static str,
}

/// The page of a code.
#[must_use]
pub fn find(code: &str) -> Option<&'static Code> {
    let index = CODES.binary_search_by(|entry| entry.code.cmp(code)).ok()?;
    CODES.get(index)
}

/// All codes, sorted.
pub const CODES: &[Code] = &[
    Code {
        code: "arity",
        summary: "a relation, functor or operation is given the wrong number of arguments",
        page: "A relation has as many columns as its declaration says, and every use gives each of them an argument: a \
            variable, a value, or `_` where the column does not matter. The same holds for functors and operations.",
        bad: r".decl edge(x: number, y: number)
.decl node(x: number)
.output node
edge(1, 2).
node(X) :- edge(X).
",
        good: r".decl edge(x: number, y: number)
.decl node(x: number)
.output node
edge(1, 2).
node(X) :- edge(X, _).
",
    },
    Code {
        code: "bad-annotation",
        summary: "an annotation stands in the wrong place or takes something else",
        page: "`@[host]` stands before the declaration of a relation and takes `key = \"column, column\"` and `costly`. \
            `@[rule(\"name\")]`, `@[mend(\"text\")]` and `@[remedy(\"text\")]` stand before a fact or a rule. \
            `@[allow(\"code\")]` silences a warning about the item behind it.",
        bad: r#"@[host(key = "file")]
.decl note_row(path: symbol, state: symbol)
"#,
        good: r#"@[host(key = "path")]
.decl note_row(path: symbol, state: symbol)
"#,
    },
    Code {
        code: "bad-character",
        summary: "a character that is no part of the language",
        page: "Outside texts and comments, a program is made of names, numbers and a few signs. Characters that look \
            alike, such as a curly quotation mark or a long dash, often come from a word processor.",
        bad: r".decl state(x: symbol)
.output state
state(“open”).
",
        good: r#".decl state(x: symbol)
.output state
state("open").
"#,
    },
    Code {
        code: "bad-escape",
        summary: "an escape in a text that there is not",
        page: "The escapes in a text are those of JSON: `\\\"`, `\\\\`, `\\/`, `\\b`, `\\f`, `\\n`, `\\r`, `\\t`, and \
            `\\u` with four hexadecimal digits (two of them for a character beyond the basic plane). A backslash of \
            a regular expression is written twice.",
        bad: r#".decl name(x: symbol)
.output name
name(X) :- X = "a1", match("a\d", X).
"#,
        good: r#".decl name(x: symbol)
.output name
name(X) :- X = "a1", match("a\\d", X).
"#,
    },
    Code {
        code: "bad-number",
        summary: "a number that is not written as numbers are",
        page: "Numbers are written in decimal (`12`), hexadecimal (`0x1f`) or binary (`0b101`); with `u` behind them \
            they are `unsigned`. A `float` has a point or an exponent, with digits on both sides of the point.",
        bad: r".decl size(n: number)
.output size
size(12k).
",
        good: r".decl size(n: number)
.output size
size(12000).
",
    },
    Code {
        code: "cross-product",
        summary: "a body whose literals share no variable",
        page: "Where two literals of a body have no variable in common, and no other literal ties them together, each \
            row of the one is paired with each row of the other: rarely what is meant, and slow. A literal with a \
            constant, and a relation that is a table of facts, do not count. Where all pairs are meant, say so with \
            `@[allow(\"cross-product\")]`.",
        bad: r".decl user(name: symbol)
.decl file(path: symbol)
.input user, file
.decl may_read(name: symbol, path: symbol)
.output may_read
may_read(N, P) :- user(N), file(P).
",
        good: r".decl user(name: symbol)
.decl file(path: symbol, owner: symbol)
.input user, file
.decl may_read(name: symbol, path: symbol)
.output may_read
may_read(N, P) :- user(N), file(P, N).
",
    },
    Code {
        code: "duplicate-declaration",
        summary: "a name is declared twice",
        page: "A relation, a functor, a type and a column of a relation are declared once, before or after their use. \
            Where two files need the same relation, let one declare it and the other include it.",
        bad: r#".decl point(id: symbol)
.decl point(id: symbol, state: symbol)
.output point
point("a").
"#,
        good: r#".decl point(id: symbol)
.decl point_state(id: symbol, state: symbol)
.output point, point_state
point("a").
point_state("a", "open").
"#,
    },
    Code {
        code: "fact-not-ground",
        summary: "a fact with a variable",
        page: "A fact says one row, so each of its terms is a value. A name without quotation marks is a variable; a \
            text stands in quotation marks.",
        bad: r".decl state(x: symbol)
.output state
state(open).
",
        good: r#".decl state(x: symbol)
.output state
state("open").
"#,
    },
    Code {
        code: "include",
        summary: "a file that cannot be included",
        page: "`.include \"path\"` reads another file where it stands, once, however often it is named. The path is \
            relative to the folder of the file that includes it.",
        bad: r#".include "lib/missing.dl"
"#,
        good: r#".include "lib.dl"
.output given
"#,
    },
    Code {
        code: "input-head",
        summary: "a rule for a relation whose rows come from outside",
        page: "Relations with `.input` or `@[host]` are evidence: what they hold is what was read. A rule derives a \
            relation of its own, and those who want both read both. Facts of an input relation may be written, for \
            tests.",
        bad: r#"@[host]
.decl call(tool: symbol)
.decl alias(from: symbol, to: symbol)
alias("Write", "write").
call(B) :- call(A), alias(A, B).
.output call
"#,
        good: r#"@[host]
.decl call(tool: symbol)
.decl alias(from: symbol, to: symbol)
alias("Write", "write").
.decl tool(name: symbol)
.output tool
tool(B) :- call(A), alias(A, B).
"#,
    },
    Code {
        code: "misplaced-wildcard",
        summary: "`_` where a value is wanted",
        page: "`_` stands for a whole argument of a literal in a body, and says that its value does not matter. A head, \
            a comparison and an operation need a value, so they need a variable that a literal binds.",
        bad: r".decl edge(x: number, y: number)
.decl big(x: number)
.output big
edge(1, 2).
big(X) :- edge(X, _), _ > 1.
",
        good: r".decl edge(x: number, y: number)
.decl big(x: number)
.output big
edge(1, 2).
big(X) :- edge(X, Y), Y > 1.
",
    },
    Code {
        code: "mixed-union",
        summary: "a type that unites types of different bases",
        page: "`.type A = B | C` gives several types one name. All of them come down to the same one of `symbol`, \
            `number`, `unsigned` and `float`.",
        bad: r".type Id <: symbol
.type Line <: number
.type Place = Id | Line
",
        good: r".type Id <: symbol
.type Path <: symbol
.type Place = Id | Path
",
    },
    Code {
        code: "never-fires",
        summary: "a rule that can never fire",
        page: "A relation that has neither rule nor fact nor loader has no row, so a rule that wants one derives \
            nothing. Often its name is misspelled where it is derived, or its rules are in a file that is not \
            included. A body with `false` never holds either.",
        bad: r".decl gated(path: symbol)
.decl stopped(path: symbol)
.output stopped
stopped(P) :- gated(P).
",
        good: r#".decl gated(path: symbol)
.decl stopped(path: symbol)
.output stopped
gated("backlog.md").
stopped(P) :- gated(P).
"#,
    },
    Code {
        code: "no-loader",
        summary: "an input relation that no loader provides",
        page: "`@[host]` says that the rows of a relation come from outside. Which relations there are is fixed: \
            `gatelog rules docs` lists them. A relation of your own has facts, rules, or `.input`.",
        bad: r"@[host]
.decl cal(tool: symbol)
",
        good: r"@[host]
.decl call(tool: symbol)
",
    },
    Code {
        code: "number-range",
        summary: "a number that its type cannot hold",
        page: "A `number` is a whole number between -9223372036854775808 and 9223372036854775807, an `unsigned` one \
            between 0 and 18446744073709551615, a `float` an IEEE 754 number of 64 bits. Arithmetic that leaves the \
            range is an error too, when it is evaluated.",
        bad: r".decl size(n: number)
.output size
size(9223372036854775808).
",
        good: r".decl size(n: unsigned)
.output size
size(9223372036854775808).
",
    },
    Code {
        code: "reserved-name",
        summary: "a relation with the name of a literal of the language",
        page: "`match(regex, text)` and `contains(part, text)` are tests on texts, so no relation can have these names.",
        bad: r".decl match(x: symbol)
",
        good: r#".decl matched(x: symbol)
.output matched
matched("a").
"#,
    },
    Code {
        code: "single-use",
        summary: "a variable that is written only once",
        page: "A variable joins the places where it is written. One that is written once joins nothing: either its name \
            is misspelled, or it says what `_` says. A name that begins with `_` is not warned of.",
        bad: r".decl edge(x: number, y: number)
.decl node(x: number)
.output node
edge(1, 2).
node(X) :- edge(X, Y).
",
        good: r".decl edge(x: number, y: number)
.decl node(x: number)
.output node
edge(1, 2).
node(X) :- edge(X, _).
",
    },
    Code {
        code: "syntax",
        summary: "something else is expected here",
        page: "A fact is `relation(values).`, a rule `head :- literal, literal.`; each ends with a full stop. \
            Declarations and directives (`.decl`, `.type`, `.functor`, `.input`, `.output`, `.printsize`, \
            `.include`) end with their last word. Reading goes on behind the fault, so further reports are about \
            other places.",
        bad: r".decl edge(x: number, y: number)
.output edge
edge(1, 2)
edge(2, 3).
",
        good: r".decl edge(x: number, y: number)
.output edge
edge(1, 2).
edge(2, 3).
",
    },
    Code {
        code: "too-deep",
        summary: "an expression or a body is nested too deeply",
        page: "Expressions have at most 200 levels, and groups, negations and aggregates are nested at most 100 deep. \
            What is deeper is not written by hand: give parts of it names with `=`, or relations of their own.",
        bad: r".decl n(x: number)
.output n
n(X) :- X = (((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((1))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
",
        good: r".decl n(x: number)
.output n
n(X) :- X = (((1))).
",
    },
    Code {
        code: "too-large",
        summary: "more alternatives, literals or columns than there can be",
        page: "A disjunction is taken apart: each combination of alternatives becomes a rule. A body has at most 1,000 \
            of them and at most 1,000 literals; a relation has at most 200 columns. Give the disjunctions relations \
            of their own, and they add up instead of multiplying.",
        bad: r".decl a(x: number)
.decl b(x: number)
.decl c(x: number)
.output c
a(1). b(2).
c(X) :- a(X),
    (a(X); b(X)), (b(X); a(X)),
    (a(X); b(X)), (b(X); a(X)),
    (a(X); b(X)), (b(X); a(X)),
    (a(X); b(X)), (b(X); a(X)),
    (a(X); b(X)), (b(X); a(X)).
",
        good: r".decl a(x: number)
.decl b(x: number)
.decl either(x: number)
.decl c(x: number)
.output c
a(1). b(2).
either(X) :- a(X); b(X).
c(X) :- a(X), either(X).
",
    },
    Code {
        code: "type-cycle",
        summary: "a type that leads back to itself",
        page: "Every type comes down to `symbol`, `number`, `unsigned` or `float`.",
        bad: r".type A = B
.type B = A
",
        good: r".type A = B
.type B <: symbol
",
    },
    Code {
        code: "type-mismatch",
        summary: "a term of one type where another is wanted",
        page: "Columns, parameters and operations have types, and a variable has one type in all its places. A whole \
            number written without `u` takes the type that its place wants. `to_number` and `to_string` convert \
            between texts and numbers.",
        bad: r".decl line(n: number)
.decl label(t: symbol)
.output label
line(1).
label(N) :- line(N).
",
        good: r".decl line(n: number)
.decl label(t: symbol)
.output label
line(1).
label(to_string(N)) :- line(N).
",
    },
    Code {
        code: "unbound-key",
        summary: "a keyed relation whose key nothing else binds",
        page: "A relation with `@[host(key = \"...\")]` is never loaded whole: its source is asked for the rows of one \
            key at a time. So each column of the key is given a constant, or a variable that another positive \
            literal of the body binds.",
        bad: r#"@[host(key = "path")]
.decl tracked(path: symbol)
.decl moved(path: symbol)
.output moved
moved(P) :- tracked(P).
"#,
        good: r#"@[host(key = "path")]
.decl tracked(path: symbol)
@[host]
.decl call(tool: symbol)
.decl moved(path: symbol)
.output moved
moved(P) :- call(P), tracked(P).
"#,
    },
    Code {
        code: "unclosed-comment",
        summary: "a block comment that does not end",
        page: "`/*` begins a comment that ends at the next `*/`, not at the end of the line; comments do not nest. `//` \
            begins one that ends with its line.",
        bad: r".decl a(x: number)
.output a
a(1).
/* the rest
",
        good: r".decl a(x: number)
.output a
a(1).
/* the rest */
",
    },
    Code {
        code: "unclosed-text",
        summary: "a text that does not end on its line",
        page: "A text stands between two `\"` on one line. A line break in it is written `\\n`, a quotation mark \
            `\\\"`.",
        bad: r#".decl a(x: symbol)
.output a
a("open
).
"#,
        good: r#".decl a(x: symbol)
.output a
a("open\n").
"#,
    },
    Code {
        code: "undeclared",
        summary: "a relation or functor that is not declared",
        page: "Relations are declared with `.decl`, functors with `.functor`, in this file or in one that is included; \
            where, before or after the use, does not matter.",
        bad: r".decl edge(x: number, y: number)
.decl node(x: number)
.output node
edge(1, 2).
node(X) :- egde(X, _).
",
        good: r".decl edge(x: number, y: number)
.decl node(x: number)
.output node
edge(1, 2).
node(X) :- edge(X, _).
",
    },
    Code {
        code: "ungrounded",
        summary: "a variable that nothing binds",
        page: "Every variable of a head, a negated literal, a comparison and an operation gets its values from \
            somewhere: a positive literal that has it, an aggregate's or a range's result, or an `=` to something \
            bound. A negated literal binds nothing: without a binding it would be true of everything else in the \
            world. A variable of an aggregate's body that is also written outside is bound outside.",
        bad: r".decl edge(x: number, y: number)
.decl lonely(x: number)
.output lonely
edge(1, 2).
lonely(X) :- !edge(X, _).
",
        good: r".decl edge(x: number, y: number)
.decl node(x: number)
.decl lonely(x: number)
.output lonely
edge(1, 2).
node(3).
lonely(X) :- node(X), !edge(X, _).
",
    },
    Code {
        code: "unknown-annotation",
        summary: "an annotation that there is not",
        page: "There are `allow`, `host`, `mend`, `remedy` and `rule`. Others are kept and mean nothing.",
        bad: r#".decl a(x: number)
.output a
@[remdy("x")]
a(1).
"#,
        good: r#".decl a(x: number)
.output a
@[rule("x")]
a(1).
"#,
    },
    Code {
        code: "unknown-directive",
        summary: "a word behind a dot that there is not",
        page: "There are `.decl`, `.type`, `.functor`, `.input`, `.output`, `.printsize` and `.include`.",
        bad: r".decl a(x: number)
.ouput a
a(1).
",
        good: r".decl a(x: number)
.output a
a(1).
",
    },
    Code {
        code: "unknown-operation",
        summary: "an operation that there is not",
        page: "Operations that are called by name are `cat`, `strlen`, `substr`, `to_number`, `to_string`, `min`, `max` \
            and `range`. Functors of the host are called with `@` before their name. A relation has no value: it is \
            a literal of its own.",
        bad: r#".decl a(x: number)
.output a
a(X) :- X = length("abc").
"#,
        good: r#".decl a(x: number)
.output a
a(X) :- X = strlen("abc").
"#,
    },
    Code {
        code: "unknown-type",
        summary: "a type that there is not",
        page: "There are `symbol`, `number`, `unsigned`, `float`, and what `.type` declares.",
        bad: r#".decl a(x: string)
.output a
a("b").
"#,
        good: r#".decl a(x: symbol)
.output a
a("b").
"#,
    },
    Code {
        code: "unread",
        summary: "a relation that nothing reads",
        page: "No rule of another relation reads it, no action does, and it is no output: its rules have no effect. \
            Write `.output` to see it, or remove it.",
        bad: r".decl a(x: number)
.decl b(x: number)
.output a
a(1).
b(X) :- a(X).
",
        good: r".decl a(x: number)
.decl b(x: number)
.output a, b
a(1).
b(X) :- a(X).
",
    },
    Code {
        code: "unstratified",
        summary: "a relation that rests on its own absence",
        page: "A negation or an aggregate needs all rows of what it reads, so that must be complete before. Where it \
            depends in turn on the relation that reads it, there is no such moment. The report prints the cycle as \
            `a -> !b -> a` and points at the literal of every arc; one of them must go.",
        bad: r".decl move(x: number, y: number)
.decl win(x: number)
.output win
move(1, 2).
win(X) :- move(X, Y), !win(Y).
",
        good: r".decl move(x: number, y: number)
.decl can(x: number)
.decl win(x: number)
.output win
move(1, 2).
can(X) :- move(X, _).
win(X) :- move(X, Y), !can(Y).
",
    },
    Code {
        code: "unsupported",
        summary: "a feature of Souffle's language that is not in this one",
        page: "The language is a part of Souffle's. Not in it, so far: records, algebraic data types, components, \
            `choice-domain`, subsumption, `eqrel`, `inline` and other words behind a declaration, `.pragma`, \
            `.plan`, `.limitsize`, conversions between number types, `ord`, `autoinc`. `.input`, `.output` and \
            `.printsize` are directives of their own.",
        bad: r".decl a(x: number) output
a(1).
",
        good: r".decl a(x: number)
.output a
a(1).
",
    },
];

//! E2: diagnostics of texts with very long lines, as they are printed.

use tests::sandbox::Sandbox;

/// What `gatelog rules check` prints of a program.
fn picture(text: &str) -> String {
    let sandbox = Sandbox::with_points();
    sandbox.write("main", &[("t.dl", text)]);
    let mut command = sandbox.command(env!("CARGO_BIN_EXE_gatelog"), "main");
    command.args(["rules", "check", "t.dl"]);
    let output = sandbox.run(command, b"");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(1), "{} {}", text.len(), String::from_utf8_lossy(&output.stderr));
    assert!(text.len() < 60_000, "{} bytes", text.len());
    text
}

/// Of a long line only what is around the place is shown, with its own line and column, whatever else there is on it.
#[test]
fn a_long_line_is_shown_around_the_place() {
    let head = ".decl a, out(x: number)\n.output out\na(1).\n";
    let wide = "X > 0, ".repeat(400);
    let out = picture(&format!("{head}out(X) :- a(X), {wide}q(X), {wide}a(X).\n"));
    assert!(out.contains("t.dl:4:2817") && out.contains(" 4 │") && out.contains("q(X)"), "{out}");
    // A neighbour that is long, a place that is long, and places far from each other.
    let long = "z".repeat(1 << 20);
    let out = picture(&format!("{head}// {long}\nout(X) :- q(X).\n// {long}\n"));
    assert!(out.contains("t.dl:5:11") && out.contains(" 5 │ out(X) :- q(X)."), "{out}");
    assert!(picture(&format!("{head}out(X) :- {long}(X).")).contains("t.dl:4:11"));
    assert!(picture(&format!("{head}out(X) :- a(X), \"{long}\" = X.")).contains("type-mismatch"));
    assert!(picture(&format!("{head}out(X) :- a(X), \"{long}")).contains("unclosed-text"));
    assert!(picture(&format!("{head}out(X) :- a(X), {}a(X).", "/*".repeat(100_000))).contains("syntax"));
    assert!(picture(&format!("{head}out(X) :- a(X), {}.", "é".repeat(70_000))).contains("t.dl:4:"));
}

/// A short line is shown whole, with its neighbours.
#[test]
fn a_short_line_is_shown_whole() {
    let out = picture(".decl a, out(x: number)\n.output out\na(1).\nout(X) :- a(X), q(X).\n// behind\n");
    assert!(out.contains(" 3 │ a(1).\n 4 │ out(X) :- a(X), q(X).\n") && out.contains(" 5 │ // behind"), "{out}");
}

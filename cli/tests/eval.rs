//! `gatelog eval` end to end: files of facts in, files and tables out.

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

const PATHS: &str = ".decl edge(x: symbol, y: number)
.input edge(delimiter=\",\", filename=\"edges.csv\")
.decl start(x: symbol)
.input start
.decl found(x: symbol, y: number)
found(X, Y) :- start(X), edge(X, Y).
.output found
.printsize edge
.decl total(n: number)
total(N) :- N = count : { found(_, _) }.
.output total(IO=stdout)
";

/// Exit status, standard output and standard error of an evaluation in a folder.
fn eval(folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gatelog"));
    let output = command.arg("eval").args(arguments).current_dir(folder).output().expect("the program starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = TempDir::new().expect("a temporary folder");
    for (name, text) in files {
        fs::write(folder.path().join(name), text).expect("the folder is ours");
    }
    folder
}

/// E1, E6: rows are read with each directive's file and delimiter, written sorted, and printed as Souffle frames them.
#[test]
fn facts_go_in_and_rows_come_out() {
    let folder = folder(&[("p.dl", PATHS), ("edges.csv", "b,2\na,-1\na,10\r\na,10\n"), ("start.facts", "a\nb\n")]);
    let (status, out, err) = eval(folder.path(), &["p.dl", "-D", "out"]);
    assert_eq!((status, err.as_str()), (Some(0), ""));
    assert_eq!(out, "edge\t3\n---------------\ntotal\n===============\n3\n===============\n");
    let found = fs::read_to_string(folder.path().join("out/found.csv")).unwrap();
    assert_eq!(found, "a\t-1\na\t10\nb\t2\n");
    let (_, out, _) = eval(folder.path(), &["p.dl", "-D", "-"]);
    assert!(out.starts_with("---------------\nfound\n===============\na\t-1\n"), "{out}");
}

/// E6: with `headers=true` the first line of a file has the names of the columns, read and written; a fault behind it keeps
/// its place, and without it the line is a row.
#[test]
fn a_file_may_begin_with_the_names_of_its_columns() {
    let program = |headers: &str| {
        format!(
            ".decl a(x: number, y: symbol)\n.input a(delimiter=\",\", filename=\"a.csv\"{headers})\n\
             .output a(delimiter=\";\", filename=\"b.csv\"{headers})\n"
        )
    };
    let (with, without) = (program(", headers=true"), program(""));
    let folder = folder(&[("with.dl", with.as_str()), ("without.dl", without.as_str()), ("a.csv", "x,y\n2,b\n1,a\n")]);
    assert_eq!(eval(folder.path(), &["with.dl"]), (Some(0), String::new(), String::new()));
    assert_eq!(fs::read_to_string(folder.path().join("b.csv")).unwrap(), "x;y\n1;a\n2;b\n");
    let (status, _, err) = eval(folder.path(), &["without.dl"]);
    assert!(status == Some(2) && err.contains("a.csv:1:1: `x` is no number"), "{err}");
    fs::write(folder.path().join("a.csv"), "x,y\nz,b\n").unwrap();
    let (_, _, err) = eval(folder.path(), &["with.dl"]);
    assert!(err.contains("a.csv:2:1: `z` is no number"), "{err}");
}

/// E2: what cannot be evaluated is exit 2, with its place on standard error and nothing on standard output.
#[test]
fn faults_name_their_place() {
    let rows = ("edges.csv", "a,1\n");
    let start = ("start.facts", "a\n");
    let cases: [(&[(&str, &str)], &str); 5] = [
        (&[("p.dl", PATHS), rows], "start.facts"),
        (&[("p.dl", PATHS), ("edges.csv", "a,1\nb,x\n"), start], "edges.csv:2:3: `x` is no number"),
        (&[("p.dl", ".decl a(x: number)\n.output a\na(X) :- b(X).\n")], "p.dl:3:9: error[undeclared]"),
        (&[("p.dl", ".decl a(x: number)\n.output a\na(1 / X) :- X = 0.\n")], "p.dl:3:3: error[division-by-zero]"),
        (&[], "p.dl"),
    ];
    for (files, message) in cases {
        let folder = folder(files);
        let (status, out, err) = eval(folder.path(), &["p.dl"]);
        assert_eq!((status, out.as_str()), (Some(2), ""), "{err}");
        assert!(err.contains(message), "{err}");
    }
}

/// E5: a program that diverges stops at the limit that is given.
#[test]
fn limits_stop() {
    let text = ".decl n(x: number)\n.printsize n\nn(0).\nn(X + 1) :- n(X), X < 5000.\n";
    let folder = folder(&[("p.dl", text)]);
    assert_eq!(eval(folder.path(), &["p.dl"]).1, "n\t5001\n");
    let (status, _, err) = eval(folder.path(), &["p.dl", "--rows", "100"]);
    assert_eq!(status, Some(2));
    assert!(err.contains("error[row-limit]"), "{err}");
    let (_, _, err) = eval(folder.path(), &["p.dl", "--rounds", "100"]);
    assert!(err.contains("error[round-limit]"), "{err}");
    let (status, _, err) = eval(folder.path(), &["p.dl", "--steps", "1000"]);
    assert_eq!(status, Some(2));
    assert!(err.contains("p.dl:4:1: error[step-limit]: more than 1000 steps, reached in a rule of `n`"), "{err}");
    assert_eq!(eval(folder.path(), &["p.dl", "--steps", "30000"]).0, Some(0));
}

/// F3: an input that no rule can use is not read; a relation of the host without a file has no rows.
#[test]
fn files_are_read_when_they_are_needed() {
    let text = ".decl a, b, r(x: symbol)\n.input a\n.input b\n.output r\nr(X) :- a(X), b(X).\n";
    let folder = folder(&[("p.dl", text), ("a.facts", "")]);
    let (status, _, err) = eval(folder.path(), &["p.dl"]);
    assert_eq!((status, err.as_str()), (Some(0), ""), "b.facts is not there and not missed");
    let text =
        "@[host(key = \"x\")]\n.decl k(x: symbol, y: symbol)\n.decl r(y: symbol)\n.output r\nr(Y) :- k(\"a\", Y).\n";
    fs::write(folder.path().join("p.dl"), text).unwrap();
    fs::write(folder.path().join("k.facts"), "a\t1\nb\t2\n").unwrap();
    let (_, out, _) = eval(folder.path(), &["p.dl", "-D", "-"]);
    assert_eq!(out, "---------------\nr\n===============\n1\n===============\n");
}

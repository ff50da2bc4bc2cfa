//! The pages of `docs/` are run: every block of the rule language is a case file, a program that compiles, or a program
//! whose diagnostics are those that its carets say. `docs/relations.md` is generated from the shipped declarations,
//! `docs/diagnostics.md` from the pages of the codes; `BLESS=1` writes them.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use engine::casefile::{read_cases, run_cases};
use engine::{Compiled, Datum, Host, HostError, Limits, Loader, Options, Severity, Sink, Sources, Value};
use tests::markdown::{Block, blocks};
use tests::root;

#[path = "docs/diagnostics.rs"]
mod diagnostics;
#[path = "docs/relations.rs"]
mod relations;

const LIMITS: Limits = Limits { rows: 1_000_000, rounds: 10_000, bytes: 1 << 28, steps: 1 << 28 };

/// Files that a page shows (a block whose second word is a name), and the shipped ones as `gatelog/...`.
struct Shown(BTreeMap<String, String>);

impl Loader for Shown {
    fn load(&mut self, path: &str) -> Result<String, String> {
        match (self.0.get(path), path.strip_prefix("gatelog/")) {
            (Some(text), _) => Ok(text.clone()),
            (None, Some(_)) => fs::read_to_string(shipped(path)).map_err(|cause| cause.to_string()),
            (None, None) => Err("the page shows no such file".to_owned()),
        }
    }

    fn canonical(&mut self, path: String) -> String {
        let names = path.match_indices("gatelog/").map(|(at, _)| &path[at..]);
        let shipped = names.filter(|name| !self.0.contains_key(&path) && shipped(name).is_file()).last();
        shipped.map_or_else(|| path.clone(), str::to_owned)
    }
}

/// Where the shipped file of a name `gatelog/...` is.
fn shipped(name: &str) -> PathBuf {
    root().join("rules").join(name.trim_start_matches("gatelog/"))
}

/// Evidence is given as facts; functors are the real ones.
struct Functors;

impl Host for Functors {
    fn load(&mut self, _: &str, _: &[Datum<'_>], _: &mut dyn Sink) -> Result<(), HostError> {
        Ok(())
    }

    fn call(&mut self, name: &str, arguments: &[Datum<'_>]) -> Result<Value, HostError> {
        facts::evidence::functor(name, arguments)
    }
}

fn page(name: &str) -> String {
    fs::read_to_string(root().join("docs").join(name)).unwrap_or_default()
}

/// Blocks of the rule language, and the files among them.
fn programs(page: &str) -> (Vec<Block>, Shown) {
    let blocks: Vec<Block> = blocks(page).into_iter().filter(|block| block.language() == "datalog").collect();
    let named = blocks.iter().filter(|block| block.word().ends_with(".dl"));
    let files = named.map(|block| (block.word().to_owned(), block.text.clone())).collect();
    (blocks, Shown(files))
}

/// What is wrong with a block.
fn faults(block: &Block, name: &str, files: &mut Shown) -> Vec<String> {
    let name = if block.word().ends_with(".dl") { block.word() } else { name };
    if block.word() == "error" {
        return run(name, &format!("//- case as shown\n{}", block.text), files);
    }
    if block.text.lines().any(|line| line.starts_with("//- case ")) {
        return run(name, &block.text, files);
    }
    let (sources, compiled) = compiled(name, &block.text, files);
    let errors = compiled.diagnostics.iter().filter(|found| found.severity == Severity::Error);
    errors.map(|error| error.line(&sources)).collect()
}

fn run(name: &str, text: &str, files: &mut Shown) -> Vec<String> {
    match read_cases(name, text) {
        Ok(file) => {
            let report = run_cases(&file, files, &mut Functors, &Options::default(), &LIMITS);
            report.outcomes.into_iter().flat_map(|outcome| outcome.differences).collect()
        }
        Err(fault) => vec![fault.to_string()],
    }
}

fn compiled(name: &str, text: &str, files: &mut Shown) -> (Sources, Compiled) {
    let mut sources = Sources::new();
    let main = sources.add(name, text);
    let compiled = engine::compile(&mut sources, &[main], files, &Options::default());
    (sources, compiled)
}

/// E1, E2: what the pages say of the language holds.
#[test]
fn every_block_of_the_pages_holds() {
    let mut differing = Vec::new();
    for (name, least) in [("language.md", 20), ("rules.md", 2)] {
        let text = page(name);
        let (blocks, mut files) = programs(&text);
        assert!(blocks.len() >= least, "docs/{name} shows {} programs", blocks.len());
        for block in &blocks {
            let found = faults(block, "page.dl", &mut files);
            differing.extend(found.iter().map(|fault| format!("docs/{name}:{}: {fault}", block.start)));
        }
    }
    assert!(differing.is_empty(), "{}", differing.join("\n"));
}

/// The runner itself: a wrong row, a fault that no caret says and a caret that nothing meets are seen.
#[test]
fn a_block_that_does_not_hold_is_seen() {
    let wrong = [
        "```datalog\n.decl a(x: number)\n//- case c\na(1).\n//- expect a\na(2).\n```\n",
        "```datalog\n.decl a(x: number)\na(X).\n```\n",
        "```datalog error\n.decl a(x: number)\na(1).\n//^ error[syntax] x\n```\n",
        "```datalog error\n.decl a(x: number)\na(1).\n```\n",
        "```datalog\n.include \"other.dl\"\n```\n",
    ];
    for text in wrong {
        let (blocks, mut files) = programs(text);
        assert!(!faults(&blocks[0], "page.dl", &mut files).is_empty(), "{text}");
    }
}

/// Every feature that the page names as missing is refused by name, at its place (the block's carets say where).
#[test]
fn what_is_not_supported_says_so() {
    let text = page("language.md");
    let (blocks, _) = programs(&text);
    let refused: Vec<&str> = blocks
        .iter()
        .flat_map(|block| block.text.lines())
        .filter_map(|line| line.split("^ error[unsupported] ").nth(1))
        .collect();
    for feature in ["components are", "choice-domain", "subsumption is", "eqrel", "inline"] {
        assert!(refused.iter().any(|said| said.contains(feature)), "{feature}: {refused:?}");
    }
}

/// The grammar names every directive and every operation that the parser knows by name.
#[test]
fn the_grammar_is_whole() {
    let text = page("language.md");
    let grammar: String =
        blocks(&text).into_iter().filter(|block| block.language() == "ebnf").map(|block| block.text).collect();
    let words = [
        ".include",
        ".type",
        ".decl",
        ".functor",
        ".input",
        ".output",
        ".printsize",
        "cat",
        "strlen",
        "substr",
        "to_number",
        "to_string",
        "min",
        "max",
        "range",
        "count",
        "sum",
        "mean",
        "match",
        "contains",
        "band",
        "bor",
        "bxor",
        "bnot",
        "bshl",
        "bshr",
        "land",
        "lor",
        "lnot",
        "true",
        "false",
    ];
    for word in words {
        assert!(grammar.contains(&format!("\"{word}\"")), "the grammar lacks {word}");
    }
}

/// Holds a page against what it is made of; `BLESS=1` writes it.
fn is_current(name: &str, generated: &str) {
    if std::env::var_os("BLESS").is_some_and(|value| value == "1") {
        fs::write(root().join("docs").join(name), generated).expect("the page can be written");
    }
    assert!(page(name) == generated, "docs/{name} is out of date; BLESS=1 writes it");
}

/// X2: docs/relations.md is what the shipped declarations say.
#[test]
fn the_relations_page_is_the_declarations() {
    let generated = relations::page();
    is_current("relations.md", &generated);
    assert!(generated.matches("\n### ").count() > 60);
}

/// E2: docs/diagnostics.md has the page of every code.
#[test]
fn the_diagnostics_page_has_every_code() {
    let generated = diagnostics::page();
    is_current("diagnostics.md", &generated);
    assert_eq!(generated.matches("\n## ").count(), engine::diagnostic::code::CODES.len());
}

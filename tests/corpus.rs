//! E2: the bodies of the fuzzers over the texts that were saved, over every rule file of the repository, and over the
//! programs of the documentation. `fuzz/README.md` says how the texts came to be.

use std::fs;
use std::path::Path;

use tests::markdown::blocks;
use tests::{root, walk};

#[path = "../fuzz/bodies.rs"]
mod bodies;

type Body = fn(&str);

/// A body and its folder below `fuzz/saved/`.
const BODIES: [(&str, Body); 5] = [
    ("syntax", bodies::syntax),
    ("program", bodies::program),
    ("facts", bodies::facts),
    ("cases", bodies::cases),
    ("format", bodies::format),
];

/// A text that is no UTF-8 is given to the engine as readers of files give it: not at all.
fn text(path: &Path) -> Option<String> {
    String::from_utf8(fs::read(path).expect("a file that was found can be read")).ok()
}

#[test]
fn every_saved_text_ends_in_an_answer() {
    for (name, body) in BODIES {
        let saved = walk(&root().join("fuzz/saved").join(name));
        assert!(saved.len() >= 10, "{name} has {} saved texts", saved.len());
        saved.iter().filter_map(|path| text(path)).for_each(|text| body(&text));
    }
}

#[test]
fn every_rule_file_ends_in_an_answer() {
    let folders = ["rules", "examples", "tests/golden"].map(|folder| walk(&root().join(folder)));
    let files = folders.iter().flatten().filter(|path| path.extension().is_some_and(|end| end == "dl"));
    let texts: Vec<String> = files.filter_map(|path| text(path)).collect();
    assert!(texts.len() > 150, "{}", texts.len());
    for text in &texts {
        bodies::syntax(text);
        bodies::format(text);
        bodies::program(text);
    }
}

#[test]
fn every_program_of_the_pages_ends_in_an_answer() {
    let pages = ["docs/language.md", "docs/rules.md"].map(|page| fs::read_to_string(root().join(page)).unwrap());
    let programs: Vec<String> = pages
        .iter()
        .flat_map(|page| blocks(page))
        .filter(|block| block.language() == "datalog")
        .map(|block| block.text)
        .collect();
    assert!(programs.len() > 20, "{}", programs.len());
    for program in &programs {
        BODIES.iter().for_each(|(_, body)| body(program));
    }
}

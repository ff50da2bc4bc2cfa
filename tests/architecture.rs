//! The structure that `ARCHITECTURE.md` states, as tests.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use engine::Constant;
use tests::{PROGRAMS, root, rust_sources, shipped_rules, walk};

/// What each crate may depend on. A new line here is a design change.
const DEPENDENCIES: [(&str, &[&str]); 4] = [
    (
        "ask",
        &[
            "crossterm",
            "form_urlencoded",
            "getrandom",
            "inquire",
            "jsonschema",
            "serde",
            "serde_json",
            "serde_json_canonicalizer",
            "sha2",
            "signal-hook",
            "tiny_http",
        ],
    ),
    ("engine", &["crepe", "miette", "nom", "postcard", "regex", "regex-syntax", "rustc-hash", "serde", "sha2"]),
    (
        "facts",
        &[
            "ask",
            "engine",
            "gix",
            "memchr",
            "pulldown-cmark",
            "regex",
            "serde",
            "serde_json",
            "sha2",
            "shuck-ast",
            "shuck-parser",
            "toml",
            "unicode-normalization",
            "unicode-segmentation",
        ],
    ),
    (
        "cli",
        &[
            "ask",
            "clap",
            "clap_complete",
            "clap_mangen",
            "engine",
            "facts",
            "indicatif",
            "jsonc-parser",
            "miette",
            "rayon",
            "rmcp",
            "serde_json",
            "similar",
            "tokio",
            "tokio-util",
        ],
    ),
];

/// DESIGN: dependencies point one way, and each crate uses what it is allowed to.
#[test]
fn crates_depend_on_what_the_table_allows() {
    for (folder, allowed) in DEPENDENCIES {
        let manifest = fs::read_to_string(root().join(folder).join("Cargo.toml")).unwrap();
        let section = manifest.split("[dependencies]\n").nth(1).unwrap().split("\n[").next().unwrap();
        let found: BTreeSet<&str> = section
            .lines()
            .filter_map(|line| line.split(['.', ' ', '=']).next())
            .filter(|name| !name.is_empty())
            .collect();
        let allowed: BTreeSet<&str> = allowed.iter().copied().collect();
        assert_eq!(found, allowed, "dependencies of {folder}");
    }
}

/// The code of a source file before its inline tests, comments left out.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("a source file can be read");
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    code.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

/// The texts between plain double quotes.
fn literals(code: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut current: Option<String> = None;
    let mut letters = code.chars();
    while let Some(letter) = letters.next() {
        match (&mut current, letter) {
            (None, '"') => current = Some(String::new()),
            // A quote as a character literal opens nothing.
            (None, '\'') => {
                let rest: String = letters.clone().take(2).collect();
                if rest == "\"'" {
                    letters.next();
                    letters.next();
                }
            }
            (Some(_), '"') => found.extend(current.take()),
            (Some(text), '\\') => text.extend(letters.next()),
            (Some(text), letter) => text.push(letter),
            (None, _) => {}
        }
    }
    found
}

/// A word of the policy that is also the clients' own: where a transcript says that a person typed a turn.
const OF_THE_CLIENTS: [(&str, &str); 1] = [("facts/src/transcript/turn.rs", "human")];

/// E1: all policy is in `rules/`. No Rust source has a text that equals a state, a file or a folder of the layout, or a
/// point's id.
#[test]
fn rust_holds_no_word_of_the_policy() {
    let words = policy_words();
    assert!(
        words.contains("absent") && words.contains("docs/adoption-provenance.md") && words.contains("adopt.personas")
    );
    let mut found = Vec::new();
    // The engine has a word of its own for what is not there; that it knows nothing of the policy is the next test's.
    for folder in ["facts/src", "cli/src", "ask/src"] {
        for path in rust_sources(&root().join(folder)) {
            let literals = literals(&code(&path));
            found.extend(
                literals
                    .into_iter()
                    .filter(|text| words.contains(text))
                    .filter(|text| !OF_THE_CLIENTS.iter().any(|(file, word)| path.ends_with(file) && word == text))
                    .map(|text| format!("{}: {text:?}", path.display())),
            );
        }
    }
    assert!(found.is_empty(), "policy in Rust:\n{}", found.join("\n"));
}

/// States and places of the layout, and the ids of the example's points.
fn policy_words() -> BTreeSet<String> {
    let (_, compiled) = shipped_rules(&PROGRAMS, false);
    let program = compiled.program.expect("the shipped rules compile");
    let named =
        ["stub_state", "deciding_state", "ledger_file", "layer_points", "shipped_points", "wiring", "wiring_folder"];
    let mut words: BTreeSet<String> = program
        .facts
        .iter()
        .filter(|fact| named.contains(&&*program.relation(fact.relation).name))
        .flat_map(|fact| &fact.row)
        .filter_map(|value| match value {
            Constant::Symbol(text) => Some(text.to_string()),
            _ => None,
        })
        .collect();
    let points = fs::read(root().join("examples/adoption/repository/.claude/elicitation/points.json"))
        .expect("the example is there");
    words
        .extend(facts::point::read(&points).expect("the example can be read").points.into_iter().map(|point| point.id));
    words
}

/// F1, E1: the schema that rules see and the loaders' table are the same, in both directions.
#[test]
fn the_schema_is_what_the_loaders_provide() {
    let (_, compiled) = shipped_rules(&["schema.dl"], false);
    let program = compiled.program.unwrap();
    let declared: BTreeSet<String> = program
        .relations
        .iter()
        .map(|relation| {
            let columns: Vec<&str> = relation.attributes.iter().map(|attribute| &*attribute.name).collect();
            let key = match &relation.access {
                engine::Access::Keyed { key } => key.len(),
                _ => 0,
            };
            format!("{}({}) key {key}", relation.name, columns.join(", "))
        })
        .collect();
    let provided: BTreeSet<String> = facts::schema::RELATIONS
        .iter()
        .map(|relation| format!("{}({}) key {}", relation.name, relation.columns.join(", "), relation.key))
        .collect();
    assert_eq!(declared, provided);
}

/// Every input relation and every relation of the rules says when it holds.
#[test]
fn every_relation_is_documented() {
    let (_, compiled) = shipped_rules(&PROGRAMS, false);
    let program = compiled.program.unwrap();
    let bare: Vec<&str> = program
        .relations
        .iter()
        .filter(|relation| relation.documentation.is_empty())
        .map(|relation| &*relation.name)
        .collect();
    assert!(bare.is_empty(), "relations without documentation: {bare:?}");
}

/// A cold call skips the analysis of the shipped rules, so this test holds them to it.
#[test]
fn the_shipped_rules_pass_every_check() {
    let (sources, compiled) = shipped_rules(&PROGRAMS, true);
    let found: Vec<String> = compiled.diagnostics.iter().map(|diagnostic| diagnostic.line(&sources)).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Modules that alone may name a library, by the text that shows it.
const BOUNDARIES: [(&str, &str); 7] = [
    ("jsonschema::", "ask/src/schema"),
    ("inquire::", "ask/src/provider/terminal"),
    ("tiny_http::", "ask/src/provider/browser"),
    ("gix::", "facts/src/git"),
    ("shuck_parser", "facts/src/shell"),
    ("shuck_ast", "facts/src/shell"),
    ("crepe!", "engine/src/check/analysis.rs"),
];

#[test]
fn libraries_stay_behind_their_modules() {
    for (mark, module) in BOUNDARIES {
        for folder in ["engine/src", "facts/src", "cli/src", "ask/src"] {
            for path in rust_sources(&root().join(folder)) {
                let inside = path.strip_prefix(root()).unwrap().to_str().unwrap().replace('\\', "/");
                assert!(!code(&path).contains(mark) || inside.starts_with(module), "{inside} names {mark}");
            }
        }
    }
}

/// The engine does not know what the rules are about.
#[test]
fn the_engine_knows_no_word_of_its_users() {
    for path in rust_sources(&root().join("engine/src")) {
        let code = code(&path).to_lowercase();
        for word in ["transcript", "ledger", "commit", "verdict", "git "] {
            assert!(!code.contains(word), "{} says {word:?}", path.display());
        }
    }
}

/// Every file of Rust begins with what a reader can rely on, and none leaves work behind.
#[test]
fn files_are_introduced_and_finished() {
    let marks = ["TODO", "FIXME", concat!("todo", "!("), concat!("unimplemented", "!(")];
    for folder in ["engine", "facts", "ask", "cli", "tests"] {
        for path in rust_sources(&root().join(folder)) {
            let text = fs::read_to_string(&path).unwrap();
            assert!(text.starts_with("//!"), "{} has no introduction", path.display());
            if !path.ends_with("architecture.rs") {
                assert!(!marks.iter().any(|mark| text.contains(mark)), "{} leaves work behind", path.display());
            }
        }
    }
}

/// Sizes are printed, not enforced: `cargo test -p tests --test architecture -- --nocapture`.
#[test]
#[expect(clippy::print_stdout, reason = "a reader asks for the figures")]
fn sizes_are_known() {
    let mut sizes: Vec<(usize, PathBuf)> = ["engine/src", "facts/src", "cli/src", "ask/src"]
        .iter()
        .flat_map(|folder| rust_sources(&root().join(folder)))
        .map(|path| (code(&path).lines().count(), path))
        .collect();
    sizes.sort();
    assert!(!sizes.is_empty());
    let at = |part: usize| sizes[(sizes.len() - 1) * part / 100].0;
    println!(
        "lines of code a file: median {}, p90 {}, largest {} ({})",
        at(50),
        at(90),
        at(100),
        sizes.last().unwrap().1.display()
    );
}

/// STYLE: each topic of each program has cases beside it. Roots only include, and schemas and layouts only declare.
#[test]
fn every_topic_has_cases() {
    let topics: Vec<PathBuf> = walk(&root().join("rules"))
        .into_iter()
        .filter(|path| {
            let name = path.strip_prefix(root().join("rules")).unwrap();
            let is_topic = name.components().count() > 1 && !name.starts_with("schema") && !name.starts_with("layout");
            is_topic && !name.to_str().unwrap().ends_with(".test.dl") && !name.ends_with("check/tree.dl")
        })
        .collect();
    assert!(topics.len() > 50, "{}", topics.len());
    for topic in topics {
        assert!(topic.with_extension("test.dl").exists(), "{} has no cases", topic.display());
    }
}

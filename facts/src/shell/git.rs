//! Git's commands that change files by path: its options before the command, aliases, and pathspecs.

mod pathspec;
mod setting;

use super::Verb;
use super::deed::{Deed, Inner, Reading};
use super::field::Field;
use super::option::{self, Grammar};
use super::program::joined;
use super::utility;
use pathspec::specs;
pub(super) use setting::alias_set;

/// How many aliases may lead to one another.
const ALIAS_LIMIT: u32 = 8;

/// Git's own options: those that take a value in the next word, or behind `=`.
const GIT: Grammar =
    Grammar::ordered("Cc", "git-dir work-tree namespace super-prefix config-env attr-source list-cmds");

/// What a git command does. `variables` are the assignments in front of it.
pub(super) fn read(words: &[Field], variables: &[(String, Field)], stdin: Option<&Field>) -> Reading {
    let mut aliases = aliases_from(variables);
    command(words, &mut aliases, stdin, 0)
}

fn command(words: &[Field], aliases: &mut Vec<(String, Field)>, stdin: Option<&Field>, depth: u32) -> Reading {
    let parsed = option::parse(words, GIT);
    let mut configured = Vec::new();
    for setting in parsed.values("c", "") {
        if let Some((key, _)) = setting.prefix().split_once('=') {
            let value = setting.after(key.len() + 1);
            if setting::runs_value(key) {
                configured.push(value.clone());
            }
            aliases.extend(alias_name(key).map(|name| (name, value)));
        }
    }
    let directory = parsed.values("C", "").fold(Field::start(), |from, to| to.within(&from));
    let Some((name, rest)) = parsed.operands.split_first() else {
        return Reading::default();
    };
    let Some(name) = name.text() else {
        // Which command it is cannot be known: it may be any of those that write what is named.
        let mut reading = Reading::default();
        rest.iter().filter(|word| !word.prefix().starts_with('-')).for_each(|word| {
            reading.does(Verb::Write, word.clone());
            reading.does(Verb::Move, word.clone());
        });
        return reading.within(&directory);
    };
    let alias =
        aliases.iter().rev().find(|(alias, _)| alias.eq_ignore_ascii_case(name)).map(|(_, value)| value.clone());
    if let Some(value) = alias.filter(|_| depth < ALIAS_LIMIT && !BUILT_IN.contains(&name)) {
        return expanded(&value, rest, &directory, aliases, stdin, depth);
    }
    let mut reading = Reading::default();
    configured.iter().for_each(|value| setting::run(value, &mut reading));
    subcommand(name, rest, stdin, &mut reading);
    for inner in &mut reading.inner {
        if let Inner::Command { directory: to, .. } = inner {
            *to = Some(directory.clone());
        }
    }
    reading.within(&directory)
}

/// Commands that no alias can replace.
const BUILT_IN: &[&str] =
    &["mv", "rm", "checkout", "restore", "switch", "apply", "am", "archive", "stash", "commit", "add"];

fn alias_name(key: &str) -> Option<String> {
    let (section, name) = key.split_once('.')?;
    section.eq_ignore_ascii_case("alias").then(|| name.to_owned())
}

/// `GIT_CONFIG_KEY_0=alias.z GIT_CONFIG_VALUE_0=mv`.
fn aliases_from(variables: &[(String, Field)]) -> Vec<(String, Field)> {
    let value = |name: &str| variables.iter().rev().find(|(other, _)| other == name).map(|(_, value)| value);
    let mut aliases = Vec::new();
    for (name, key) in variables {
        let Some(number) = name.strip_prefix("GIT_CONFIG_KEY_") else {
            continue;
        };
        let alias = key.text().and_then(alias_name);
        aliases.extend(alias.zip(value(&format!("GIT_CONFIG_VALUE_{number}")).cloned()));
    }
    aliases
}

fn expanded(
    value: &Field,
    rest: &[Field],
    directory: &Field,
    aliases: &mut Vec<(String, Field)>,
    stdin: Option<&Field>,
    depth: u32,
) -> Reading {
    if value.prefix().starts_with('!') {
        // A shell's command, run at the top of the work tree: here or above.
        let line = joined(&std::iter::once(value.after(1)).chain(rest.iter().map(quoted)).collect::<Vec<_>>());
        let mut reading = Reading::default();
        reading.script(if directory.is_empty() {
            line
        } else {
            joined(&[Field::literal("cd"), quoted(directory), Field::literal("&&"), line])
        });
        return reading;
    }
    let text = value.lossy();
    let words: Vec<Field> = text.split_whitespace().map(Field::literal).chain(rest.iter().cloned()).collect();
    command(&words, aliases, stdin, depth + 1).within(directory)
}

/// The word, spelled so that a shell reads it back.
fn quoted(word: &Field) -> Field {
    match word.text() {
        Some(text) => Field::literal(&format!("'{}'", text.replace('\'', "'\\''"))),
        None => word.clone(),
    }
}

fn subcommand(name: &str, words: &[Field], stdin: Option<&Field>, reading: &mut Reading) {
    match name {
        "mv" => {
            let parsed = option::parse(words, Grammar::default());
            if !parsed.has("n", "dry-run") {
                utility::moved(&parsed, reading);
            }
        }
        "rm" => {
            let parsed = option::parse(words, Grammar::new("", "pathspec-from-file"));
            if !parsed.has("n", "dry-run") {
                specs(Verb::Remove, &parsed.operands, reading);
                from_file(&parsed, Verb::Remove, reading);
            }
        }
        "checkout" => checkout(words, reading),
        "restore" => {
            let parsed = option::parse(words, Grammar::new("sU", "source conflict pathspec-from-file unified"));
            if !parsed.has("S", "staged") || parsed.has("W", "worktree") {
                specs(Verb::Restore, &parsed.operands, reading);
                from_file(&parsed, Verb::Restore, reading);
            }
        }
        "checkout-index" => {
            let parsed = option::parse(words, Grammar::new("", "prefix stage"));
            if parsed.has("a", "all") {
                reading.does(Verb::Restore, Field::start().below());
            }
            specs(Verb::Restore, &parsed.operands, reading);
        }
        "apply" | "am" => apply(words, stdin, reading),
        "read-tree" if option::parse(words, Grammar::default()).has("u", "") => {
            reading.does(Verb::Restore, Field::start().below());
        }
        "merge-file" => {
            let parsed = option::parse(words, Grammar::new("L", "marker-size diff-algorithm"));
            reading.deeds.extend(parsed.operands.first().filter(|_| !parsed.has("p", "stdout")).map(Deed::written));
        }
        "clone" | "worktree" => copied(name, words, reading),
        _ => other(name, words, reading),
    }
}

fn apply(words: &[Field], stdin: Option<&Field>, reading: &mut Reading) {
    let parsed = option::parse(words, Grammar::new("pC", "directory include exclude whitespace patch-format"));
    let shows = ["stat", "numstat", "summary", "check", "cached", "abort", "skip", "quit", "show-current-patch"];
    if shows.iter().any(|name| parsed.has("", name)) && !parsed.has("", "apply") {
        return;
    }
    let start = Field::start();
    let mut inner = Reading::default();
    match stdin.filter(|_| parsed.operands.is_empty()) {
        Some(text) => utility::difference(&text.lossy(), &mut inner),
        None => inner.does(Verb::Write, Field::unknown("the patch")),
    }
    reading.deeds.extend(inner.within(parsed.value("", "directory").unwrap_or(&start)).deeds);
}

/// Commands that write a file that they are told, and those that run others.
fn other(name: &str, words: &[Field], reading: &mut Reading) {
    match name {
        "archive" | "diff" | "log" | "show" | "format-patch" | "bundle" | "shortlog" => {
            let parsed =
                option::parse(words, Grammar::new(if name == "log" { "" } else { "o" }, "output output-directory"));
            let files = parsed.values("o", "output");
            files.for_each(|file| reading.does(Verb::Write, file.clone()));
            if name == "format-patch" {
                parsed.values("o", "output-directory").for_each(|folder| reading.does(Verb::Fill, folder.below()));
            }
            if name == "bundle" && parsed.operands.first().and_then(Field::text) == Some("create") {
                reading.deeds.extend(parsed.operands.get(1).map(Deed::written));
            }
        }
        "config" => {
            let parsed = option::parse(words, Grammar::new("f", "file blob type default"));
            let asks =
                ["get", "get-all", "list", "get-regexp"].iter().any(|name| parsed.has("", name)) || parsed.has("l", "");
            reading.deeds.extend(parsed.value("f", "file").filter(|_| !asks).map(Deed::written));
            setting::written(&parsed, reading);
        }
        "submodule" => {
            if let Some(at) = words.iter().position(|word| word.text() == Some("foreach")) {
                let parsed = option::parse(words.get(at + 1..).unwrap_or_default(), Grammar::ordered("", ""));
                reading.script(joined(&parsed.operands));
            }
        }
        "bisect" if words.first().and_then(Field::text) == Some("run") => {
            let words = words.get(1..).unwrap_or_default().to_vec();
            reading.inner.push(Inner::Command { words, variables: Vec::new(), directory: None, replaces: false });
        }
        "rebase" => {
            let parsed = option::parse(words, Grammar::new("xsX", "exec onto strategy strategy-option"));
            parsed.values("x", "exec").for_each(|text| reading.script(text.clone()));
        }
        "filter-branch" => {
            let parsed = option::parse(words, Grammar::default());
            for name in ["tree-filter", "index-filter"] {
                parsed.values("", name).for_each(|text| reading.script(text.clone()));
            }
        }
        _ => {}
    }
}

/// A work tree that comes to be: its folder is written, and a clone fills it with what others committed.
fn copied(name: &str, words: &[Field], reading: &mut Reading) {
    if name == "worktree" {
        let parsed = option::parse(words, Grammar::new("bB", "reason"));
        if parsed.operands.first().and_then(Field::text) == Some("add") {
            reading.deeds.extend(parsed.operands.get(1).map(Deed::written));
        }
        return;
    }
    let grammar =
        Grammar::new("obucj", "origin branch upload-pack config reference depth jobs filter template separate-git-dir");
    if let [_, folder, ..] = option::parse(words, grammar).operands.as_slice() {
        reading.does(Verb::Write, folder.clone());
        reading.does(Verb::Fill, folder.below());
    }
}

fn checkout(words: &[Field], reading: &mut Reading) {
    let grammar = Grammar::new("bBU", "orphan conflict pathspec-from-file unified");
    let split = words.iter().position(|word| word.text() == Some("--"));
    let (before, behind) = words.split_at(split.unwrap_or(words.len()));
    let parsed = option::parse(before, grammar);
    from_file(&parsed, Verb::Restore, reading);
    if parsed.has("b", "") || parsed.has("B", "") || parsed.has("", "orphan") {
        return;
    }
    specs(Verb::Restore, behind.get(1..).unwrap_or_default(), reading);
    if split.is_none() {
        // The first word may be a commit or a path: git takes it for a path where no commit has the name.
        specs(Verb::Restore, &parsed.operands, reading);
    }
}

fn from_file(parsed: &option::Parsed, verb: Verb, reading: &mut Reading) {
    if parsed.value("", "pathspec-from-file").is_some() {
        reading.does(verb, Field::start().below());
    }
}

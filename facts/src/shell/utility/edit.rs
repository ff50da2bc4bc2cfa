//! Programs that change files where they are: `sed -i`, formatters, editors, `dd`, `truncate`, `patch`.

use crate::shell::Verb;
use crate::shell::deed::Reading;
use crate::shell::field::Field;
use crate::shell::option::{self, Grammar};

use super::each;
use super::patched::{apply, patched};

pub(super) fn read(name: &str, words: &[Field], stdin: Option<&Field>, reading: &mut Reading) -> bool {
    match name {
        "sed" | "gsed" => sed(words, reading),
        "awk" | "gawk" | "mawk" | "nawk" | "goawk" => awk(name, words, reading),
        "dd" => {
            for word in words {
                for (key, verb) in [("of=", Verb::Write), ("if=", Verb::Read)] {
                    if word.prefix().starts_with(key) {
                        reading.does(verb, word.after(key.len()));
                    }
                }
            }
        }
        "truncate" => operands(words, Grammar::new("sr", "size reference"), reading),
        "touch" => operands(words, Grammar::new("drtA", "date reference time"), reading),
        "fallocate" => operands(words, Grammar::new("lo", "length offset"), reading),
        "mkfifo" | "mknod" => operands(words, Grammar::new("mZ", "mode context"), reading),
        "dos2unix" | "unix2dos" | "ed" | "ex" | "vi" | "vim" | "nvim" | "nano" | "emacs" | "pico" => {
            editor(name, words, stdin, reading)
        }
        "patch" | "gpatch" => patched(words, stdin, reading),
        "apply_patch" | "applypatch" => {
            let text = words.first().or(stdin);
            match text {
                Some(text) => apply(&text.lossy(), reading),
                None => reading.does(Verb::Write, Field::unknown("apply_patch")),
            }
        }
        "yq" if flagged(words, "i", "inplace") => behind_first(words, reading),
        "sd" => {
            let parsed = option::parse(words, Grammar::new("nf", "max-replacements flags"));
            if !parsed.has("p", "preview") {
                each(Verb::Write, parsed.operands.get(2..).unwrap_or_default(), reading);
            }
        }
        "prettier" if flagged(words, "w", "write") => formatted(words, reading),
        "eslint" | "stylelint" | "markdownlint" | "markdownlint-cli2" | "biome"
            if flagged(words, "", "fix") || flagged(words, "", "write") =>
        {
            formatted(words, reading);
        }
        "gofmt" | "goimports" if flagged(words, "w", "write") => language(words, &[".go"], reading),
        "shfmt" if flagged(words, "w", "write") => formatted(words, reading),
        "clang-format" if flagged(words, "i", "") => formatted(words, reading),
        "mdformat" if !flagged(words, "", "check") => formatted(words, reading),
        "black" | "isort" if !flagged(words, "", "check") && !flagged(words, "", "diff") => {
            language(words, PYTHON, reading);
        }
        "rustfmt" if !flagged(words, "", "check") => language(words, &[".rs"], reading),
        "ruff" => ruff(words, reading),
        "dprint" => formatted(words.get(1..).unwrap_or_default(), reading),
        _ => return false,
    }
    true
}

fn flagged(words: &[Field], letter: &str, name: &str) -> bool {
    option::parse(words, Grammar::default()).has(letter, name)
}

fn operands(words: &[Field], grammar: Grammar, reading: &mut Reading) {
    each(Verb::Write, &option::parse(words, grammar).operands, reading);
}

fn behind_first(words: &[Field], reading: &mut Reading) {
    let parsed = option::parse(words, Grammar::new("opI", "output-format input-format indent"));
    each(Verb::Write, parsed.operands.get(1..).unwrap_or_default(), reading);
}

/// Files and whole folders.
fn formatted(words: &[Field], reading: &mut Reading) {
    let parsed = option::parse(words, Grammar::new("lc", "config parser ignore-path style line-length edition"));
    for path in parsed.operands {
        if path.is_folder() {
            reading.does(Verb::Fill, path.below());
        }
        reading.does(Verb::Write, path);
    }
}

/// What Python's formatters change.
const PYTHON: &[&str] = &[".py", ".pyi", ".ipynb"];

/// Files, and in whole folders those with the endings of a language.
fn language(words: &[Field], endings: &[&str], reading: &mut Reading) {
    let parsed = option::parse(words, Grammar::new("lc", "config line-length edition select ignore target-version"));
    for path in parsed.operands {
        for ending in endings.iter().filter(|_| path.is_folder()) {
            reading.does(Verb::Write, path.below().with_suffix(ending));
        }
        if !path.is_folder() {
            reading.does(Verb::Write, path);
        }
    }
}

/// `ruff format` writes, `ruff check` only with `--fix`.
fn ruff(words: &[Field], reading: &mut Reading) {
    let rest = words.get(1..).unwrap_or_default();
    let checks = flagged(rest, "", "check") || flagged(rest, "", "diff");
    let writes = match words.first().and_then(Field::text) {
        Some("format") => !checks,
        _ => ["fix", "fix-only", "unsafe-fixes"].iter().any(|name| flagged(rest, "", name)),
    };
    if writes {
        language(rest, PYTHON, reading);
    }
}

fn sed(words: &[Field], reading: &mut Reading) {
    // The value of `-i` is only ever inside its word, so it must not take the next one.
    let mut kept = Vec::new();
    let mut in_place = false;
    for word in words {
        let prefix = word.prefix();
        let long = prefix.strip_prefix("--").map(|name| name.split('=').next().unwrap_or_default());
        if long.is_some_and(|name| name.len() >= 2 && "in-place".starts_with(name)) {
            in_place = true;
            continue;
        }
        let letters = prefix.strip_prefix('-').filter(|letters| !letters.starts_with('-')).unwrap_or_default();
        let before = letters.find('i').and_then(|at| letters.get(..at));
        match before {
            // `-ni.bak`: an `i` behind `e` or `f` is part of their value.
            Some(before) if !before.contains(['e', 'f', 'l']) => {
                in_place = true;
                if !before.is_empty() {
                    kept.push(Field::literal(&format!("-{before}")));
                }
            }
            _ => kept.push(word.clone()),
        }
    }
    let parsed = option::parse(&kept, Grammar::new("efl", "expression file line-length"));
    let mut scripts: Vec<&Field> = parsed.values("e", "expression").collect();
    let mut files = parsed.operands.as_slice();
    if scripts.is_empty() && !parsed.has("f", "file") {
        scripts.extend(files.first());
        files = files.get(1..).unwrap_or_default();
        // `sed -i '' s/a/b/ file` of BSD: the suffix is a word of its own.
        if in_place && scripts.first().is_some_and(|script| script.is_empty()) {
            files = files.get(1..).unwrap_or_default();
        }
    }
    // `w file` and `e command` write and run from inside the script.
    for script in scripts {
        let text = script.lossy();
        if writes_or_runs(&text) {
            reading.runs("sed", text);
        }
    }
    each(if in_place { Verb::Write } else { Verb::Read }, files, reading);
}

/// `w file`, `W file`, `e command` and the flags `w` and `e` of `s///`: the letter stands at a command's start or
/// among flags, with a blank or the end behind it.
fn writes_or_runs(script: &str) -> bool {
    let letters: Vec<char> = script.chars().collect();
    letters.iter().enumerate().any(|(at, letter)| {
        let ends = letters.get(at + 1).is_none_or(|next| next.is_whitespace());
        let before = letters.iter().take(at).rev().find(|letter| !"gpIiMm0123456789".contains(**letter));
        matches!(letter, 'w' | 'W' | 'e') && ends && before.is_none_or(|before| !before.is_alphabetic())
    })
}

fn awk(name: &str, words: &[Field], reading: &mut Reading) {
    let parsed = option::parse(words, Grammar::ordered("fFvilE", "file field-separator assign include load source"));
    let in_place = parsed.values("i", "include").any(|value| value.text() == Some("inplace"));
    let own = parsed.has("f", "file") || parsed.has("", "source");
    let (programs, files) = parsed.operands.split_at(usize::from(!own).min(parsed.operands.len()));
    for program in programs.iter().chain(parsed.values("", "source")) {
        let text = program.lossy();
        if text.contains(['>', '|']) || text.contains("system") {
            reading.runs(name, text);
        }
    }
    each(if in_place { Verb::Write } else { Verb::Read }, files, reading);
}

fn editor(name: &str, words: &[Field], stdin: Option<&Field>, reading: &mut Reading) {
    let parsed = option::parse(words, Grammar::new("cSTu", "cmd eval load"));
    for text in parsed.values("c", "cmd").chain(parsed.values("", "eval")) {
        reading.runs(name, text.lossy());
    }
    for word in parsed.operands {
        if word.prefix().starts_with('+') {
            reading.runs(name, word.after(1).lossy());
        } else if word.text() != Some("-") {
            reading.does(Verb::Write, word);
        }
    }
    if let (Some(text), "ed" | "ex" | "vi" | "vim" | "nvim") = (stdin, name) {
        reading.runs(name, text.lossy());
    }
}

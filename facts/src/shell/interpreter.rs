//! Programs that run a text: shells, whose scripts are read on, and others, whose programs are handed over whole.

use super::deed::{Inner, Reading};
use super::field::Field;
use super::option::{self, Grammar};
use super::program::joined;
use super::{Dialect, Verb};

/// What an interpreter runs. `None` where `name` is none.
pub(super) fn read(name: &str, words: &[Field], stdin: Option<&Field>) -> Option<Reading> {
    let mut reading = Reading::default();
    match name {
        "bash" | "sh" | "zsh" | "dash" | "ksh" | "ash" | "mksh" | "rbash" | "fish" => shell(words, stdin, &mut reading),
        "powershell" | "pwsh" => power(words, stdin, &mut reading),
        "cmd" => {
            let text =
                words.iter().position(|word| word.text().is_some_and(|text| matches!(text, "/c" | "/C" | "/k" | "/K")));
            if let Some(at) = text {
                reading.runs(name, joined(words.get(at + 1..).unwrap_or_default()).lossy());
            }
        }
        _ => {
            let flags = flags(name)?;
            program(name, flags, words, stdin, &mut reading);
        }
    }
    Some(reading)
}

/// How an interpreter takes a program text: letters and long names.
#[derive(Clone, Copy)]
struct Flags {
    letters: &'static str,
    names: &'static [&'static str],
    /// Letters with another value.
    others: &'static str,
}

fn flags(name: &str) -> Option<Flags> {
    let stem = name.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == '.');
    let (letters, names, others): (_, &[&str], _) = match stem {
        "python" | "pypy" | "pythonw" => ("c", &[], "mWX"),
        "node" | "nodejs" | "bun" => ("ep", &["eval", "print"], "rC"),
        "ruby" | "jruby" => ("e", &[], "IrCEF"),
        "perl" => ("eE", &[], "IMm"),
        "php" => ("rBRE", &["run"], "dcz"),
        "lua" | "luajit" | "Rscript" | "R" | "julia" | "elixir" | "ghc" | "groovy" | "swipl" => ("e", &["eval"], "l"),
        "osascript" => ("e", &[], "l"),
        "tclsh" | "expect" => ("c", &[], "f"),
        "deno" | "ts-node" | "tsx" => ("ep", &["eval", "print"], ""),
        _ => return None,
    };
    Some(Flags { letters, names, others })
}

/// Whether the program runs a text in a language that is not read here.
pub(super) fn is_one(name: &str) -> bool {
    flags(name).is_some()
}

fn program(name: &str, flags: Flags, words: &[Field], stdin: Option<&Field>, reading: &mut Reading) {
    let mut given = false;
    let mut operands = Vec::new();
    let mut in_place = false;
    let mut at = 0;
    while let Some(word) = words.get(at) {
        at += 1;
        let prefix = word.prefix();
        if let Some(long) = prefix.strip_prefix("--").filter(|long| !long.is_empty()) {
            let key = long.split('=').next().unwrap_or_default();
            if flags.names.contains(&key) {
                given = true;
                let inside = long.contains('=').then(|| word.after(key.len() + 3));
                let text = inside.or_else(|| words.get(at).cloned());
                at += usize::from(!long.contains('='));
                reading.runs(name, text.map_or_else(String::new, |text| text.lossy()));
            }
        } else if prefix == "--" && word.text().is_some() {
            operands.extend(words.get(at..).unwrap_or_default().iter().cloned());
            break;
        } else if let Some(letters) = prefix.strip_prefix('-').filter(|letters| !letters.is_empty()) {
            for (place, letter) in letters.char_indices() {
                if letter == 'i' && matches!(name, "perl" | "ruby") {
                    // The rest is the suffix of the backup.
                    in_place = true;
                    break;
                }
                let next = letters.get(place + letter.len_utf8()..).unwrap_or_default();
                if stacked(flags, letter, next) {
                    continue;
                }
                let takes = flags.letters.contains(letter);
                if takes || flags.others.contains(letter) {
                    let inside = word.after(1 + place + letter.len_utf8());
                    let value = if inside.is_empty() { words.get(at).cloned() } else { Some(inside.clone()) };
                    at += usize::from(inside.is_empty());
                    if takes {
                        given = true;
                        reading.runs(name, value.map_or_else(String::new, |text| text.lossy()));
                    }
                    given |= letter == 'm' && name.starts_with("py");
                    break;
                }
            }
        } else {
            operands.push(word.clone());
        }
    }
    if name == "deno" && operands.first().and_then(Field::text) == Some("eval") {
        given = true;
        operands.get(1..).unwrap_or_default().iter().for_each(|text| reading.runs(name, text.lossy()));
    }
    if let Some("zipfile" | "tarfile" | "shutil") =
        words.iter().skip_while(|word| word.text() != Some("-m")).nth(1).and_then(Field::text)
    {
        let out = words.iter().position(|word| matches!(word.text(), Some("-e" | "--extract")));
        if let Some(folder) = out.map(|at| words.get(at + 2).cloned().unwrap_or_else(Field::start)) {
            reading.does(Verb::Fill, folder.below());
        }
    }
    let from_input = operands.first().is_none_or(|word| matches!(word.text(), Some("-" | "/dev/stdin")));
    if let (false, true, Some(text)) = (given, from_input, stdin) {
        reading.runs(name, text.lossy());
    }
    if in_place {
        let skipped = usize::from(!given);
        for file in operands.into_iter().skip(skipped) {
            reading.does(Verb::Write, file);
        }
    }
}

/// `node -pe TEXT`: the text belongs to the last letter.
fn stacked(flags: Flags, letter: char, next: &str) -> bool {
    flags.letters.contains(letter) && next.len() == 1 && flags.letters.contains(next)
}

fn shell(words: &[Field], stdin: Option<&Field>, reading: &mut Reading) {
    // `+x` switches off what `-x` switches on, and is no operand.
    let off = |word: &&Field| word.text().and_then(|text| text.strip_prefix('+')).is_none_or(|rest| rest.is_empty());
    let first = words.iter().position(|word| off(&word) && !word.prefix().starts_with('-')).unwrap_or(words.len());
    let (options, rest) = words.split_at(first);
    let words: Vec<Field> = options.iter().filter(off).chain(rest).cloned().collect();
    let parsed = option::parse(&words, Grammar::ordered("oO", "rcfile init-file"));
    let script = |text: Field, arguments| Inner::Script { dialect: Dialect::Bash, text, arguments };
    if parsed.has("c", "") {
        if let Some((text, arguments)) = parsed.operands.split_first() {
            reading.inner.push(script(text.clone(), Some(arguments.to_vec())));
        }
        return;
    }
    let file = parsed.operands.first().filter(|_| !parsed.has("s", ""));
    match (file, stdin) {
        (None, Some(text)) => {
            let arguments = std::iter::once(Field::literal("bash")).chain(parsed.operands.iter().cloned());
            reading.inner.push(script(text.clone(), Some(arguments.collect())));
        }
        (Some(file), Some(text)) if matches!(file.text(), Some("-" | "/dev/stdin" | "/dev/fd/0")) => {
            reading.inner.push(script(text.clone(), None));
        }
        // A script in a file: out of reach.
        (Some(file), _) => reading.does(Verb::Read, file.clone()),
        (None, None) => {}
    }
}

fn power(words: &[Field], stdin: Option<&Field>, reading: &mut Reading) {
    let script = |text| Inner::Script { dialect: Dialect::PowerShell, text, arguments: None };
    let mut rest = words.iter().enumerate();
    while let Some((at, word)) = rest.next() {
        let Some(name) = word.prefix().strip_prefix(['-', '/']) else {
            // Without `-File` the first operand of Windows PowerShell is a command.
            let operand = joined(words.get(at..).unwrap_or_default());
            if !word.lossy().to_ascii_lowercase().ends_with(".ps1") {
                reading.inner.push(script(operand));
            }
            return;
        };
        let name = name.to_ascii_lowercase();
        let is = |full: &str, least: usize| name.len() >= least && full.starts_with(&name);
        if is("command", 1) || is("commandwithargs", 8) {
            let text = joined(words.get(at + 1..).unwrap_or_default());
            match text.text() {
                Some("-") => reading.inner.extend(stdin.map(|text| script(text.clone()))),
                _ => reading.inner.push(script(text)),
            }
            return;
        }
        if is("encodedcommand", 1) || name == "ec" {
            let text = words.get(at + 1).map_or_else(String::new, Field::lossy);
            reading.runs("powershell", text);
            return;
        }
        if is("file", 1) {
            return;
        }
        let valued = [
            "executionpolicy",
            "inputformat",
            "outputformat",
            "version",
            "windowstyle",
            "configurationname",
            "workingdirectory",
            "settingsfile",
        ];
        if name == "ep" || name == "wd" || valued.iter().any(|full| is(full, 1)) {
            rest.next();
        }
    }
    if let Some(text) = stdin {
        reading.inner.push(script(text.clone()));
    }
}

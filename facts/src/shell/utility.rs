//! Programs that write, move, remove or read files, and how each names them.
//!
//! A program that no table here knows does nothing that is known, but for the file that it is told to put its
//! output into (`-o FILE`, `--output FILE`).

mod archive;
mod copy;
mod edit;
mod fetch;
mod patched;
mod search;

use super::Verb;
use super::deed::{Deed, Inner, Reading};
use super::field::{Base, Field, Piece};
use super::option::{self, Grammar};
use super::output;

pub(super) use copy::{moved, transferred};
pub(super) use patched::difference;
pub(super) use search::find;

/// What the program does with its words.
pub(super) fn read(name: &str, words: &[Field], stdin: Option<&Field>) -> Reading {
    let mut reading = Reading::default();
    let known = temporary(name, words, &mut reading)
        || copy::read(name, words, &mut reading)
        || edit::read(name, words, stdin, &mut reading)
        || archive::read(name, words, &mut reading)
        || fetch::read(name, words, &mut reading)
        || stream(name, words, stdin, &mut reading)
        || remove(name, words, &mut reading);
    if !known {
        named_output(words, &mut reading);
    }
    reading
}

fn each(verb: Verb, files: &[Field], reading: &mut Reading) {
    for file in files.iter().filter(|file| file.text() != Some("-")) {
        reading.does(verb, file.clone());
    }
}

/// Programs that read files, or their input, and print.
fn stream(name: &str, words: &[Field], stdin: Option<&Field>, reading: &mut Reading) -> bool {
    let grammar = match name {
        "echo" | "printf" => {
            reading.output = output::printed(name, words);
            return true;
        }
        "cat" | "bat" | "tac" | "nl" | "base64" | "md5sum" | "sha1sum" | "sha256sum" | "strings" | "rev" => {
            Grammar::new("", "style language theme")
        }
        "head" | "tail" => Grammar::new("nc", "lines bytes"),
        "less" | "more" | "most" | "wc" | "od" | "hexdump" | "diff" | "cmp" | "comm" | "paste" | "column" | "fold" => {
            Grammar::new("UNjtAbdwso", "label output")
        }
        "cut" => Grammar::new("dfcb", "delimiter fields characters bytes output-delimiter"),
        "sort" => Grammar::new("oktST", "output key field-separator buffer-size temporary-directory parallel"),
        "uniq" => Grammar::new("fsw", "skip-fields skip-chars check-chars"),
        "grep" | "egrep" | "fgrep" | "rg" | "ag" | "zgrep" => Grammar::new(
            "efmABCdDgtTjM",
            "regexp file max-count after-context before-context context include exclude \
     exclude-dir glob type",
        ),
        "jq" => Grammar::new("fL", "from-file arg argjson slurpfile rawfile"),
        "xxd" => Grammar::new("clsog", ""),
        "tee" => Grammar::new("", "output-error"),
        "sponge" => Grammar::new("", ""),
        _ => return false,
    };
    let mut parsed = option::parse(words, grammar);
    let text = stdin.and_then(Field::text).map(str::to_owned);
    match name {
        "tee" | "sponge" => {
            for file in &parsed.operands {
                reading.writes(file.clone(), text.clone());
            }
            reading.output = text;
            return true;
        }
        "cat" if parsed.operands.iter().all(|file| file.text() == Some("-")) => reading.output = text,
        "sort" => {
            if let Some(file) = parsed.value("o", "output") {
                reading.does(Verb::Write, file.clone());
            }
        }
        "uniq" | "xxd" if parsed.operands.len() == 2 => {
            reading.deeds.extend(parsed.operands.pop().as_ref().map(Deed::written));
        }
        "grep" | "egrep" | "fgrep" | "rg" | "ag" | "zgrep" | "jq"
            if !parsed.has("e", "regexp") && !parsed.has("f", "file") =>
        {
            parsed.operands = parsed.operands.split_off(1.min(parsed.operands.len()));
        }
        _ => {}
    }
    each(Verb::Read, &parsed.operands, reading);
    true
}

/// Programs that make a file of their own, or keep a record of what another prints.
fn temporary(name: &str, words: &[Field], reading: &mut Reading) -> bool {
    match name {
        "mktemp" => {
            let parsed = option::parse(words, Grammar::new("p", "suffix"));
            let start = Field::start();
            let folder = parsed.value("p", "tmpdir").unwrap_or(&start);
            let any = || Field::new(vec![Piece::Glob("*".to_owned())], Some(Base::Relative), false, "mktemp");
            let verb = if parsed.has("d", "directory") { None } else { Some(Verb::Write) };
            match parsed.operands.first() {
                Some(template) => {
                    let text = template.lossy();
                    let cut = text.find("XXX").and_then(|at| text.get(..at)).unwrap_or(&text);
                    let pieces = vec![Piece::Literal(cut.to_owned()), Piece::Glob("*".to_owned())];
                    let file = Field::new(pieces, None, false, &template.written);
                    verb.into_iter().for_each(|verb| reading.does(verb, file.within(folder)));
                }
                None if !folder.is_empty() => {
                    verb.into_iter().for_each(|verb| reading.does(verb, any().within(folder)));
                }
                None => {}
            }
        }
        "logsave" => {
            let parsed = option::parse(words, Grammar::ordered("", ""));
            reading.deeds.extend(parsed.operands.first().map(Deed::written));
            let words = parsed.operands.get(1..).unwrap_or_default().to_vec();
            if !words.is_empty() {
                reading.inner.push(Inner::Command { words, variables: Vec::new(), directory: None, replaces: false });
            }
        }
        _ => return false,
    }
    true
}

fn remove(name: &str, words: &[Field], reading: &mut Reading) -> bool {
    let grammar = match name {
        "rm" | "unlink" | "rmdir" | "trash" | "trash-put" | "rimraf" | "srm" | "del" => Grammar::new("", ""),
        "shred" => Grammar::new("ns", "iterations size random-source"),
        _ => return false,
    };
    let parsed = option::parse(words, grammar);
    let verb = if name == "shred" && !parsed.has("u", "remove") { Verb::Write } else { Verb::Remove };
    each(verb, &parsed.operands, reading);
    true
}

/// The file that a program outside the tables is told to write.
fn named_output(words: &[Field], reading: &mut Reading) {
    let parsed = option::parse(words, Grammar::new("o", "output out outfile output-file out-file"));
    for name in ["output", "out", "outfile", "output-file", "out-file"] {
        let letter = if name == "output" { "o" } else { "" };
        let files: Vec<Field> = parsed.values(letter, name).cloned().collect();
        each(Verb::Write, &files, reading);
    }
    // Programs with one dash before long names: `openssl … -out FILE`.
    let named = words.iter().zip(words.iter().skip(1));
    let named = named.filter(|(word, _)| matches!(word.text(), Some("-out" | "-output" | "-outfile" | "-keyout")));
    named.for_each(|(_, file)| reading.does(Verb::Write, file.clone()));
}

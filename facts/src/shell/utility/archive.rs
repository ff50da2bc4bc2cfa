//! Archives and compression: what is taken out can have any name.

use crate::shell::Verb;
use crate::shell::deed::{Deed, Reading};
use crate::shell::field::{Field, Piece};
use crate::shell::option::{self, Grammar};

pub(super) fn read(name: &str, words: &[Field], reading: &mut Reading) -> bool {
    match name {
        "tar" | "gtar" | "bsdtar" => tar(words, reading),
        "unzip" | "bsdunzip" => {
            let parsed = option::parse(words, Grammar::new("dxPI", ""));
            if !["l", "t", "v", "Z", "p", "z"].iter().any(|letter| parsed.has(letter, "")) {
                unpack(parsed.value("d", ""), parsed.operands.get(1..).unwrap_or_default(), reading);
            }
        }
        "7z" | "7za" | "7zz" | "7zr" => {
            let verb = words.first().and_then(Field::text).unwrap_or_default();
            let out = words.iter().find(|word| word.prefix().starts_with("-o")).map(|word| word.after(2));
            match verb {
                "x" | "e" => unpack(out.as_ref(), &[], reading),
                "a" | "u" => reading
                    .deeds
                    .extend(words.iter().skip(1).find(|word| !word.prefix().starts_with('-')).map(Deed::written)),
                _ => {}
            }
        }
        "zip" => {
            let parsed = option::parse(words, Grammar::new("bntxiP", ""));
            reading.deeds.extend(parsed.operands.first().map(Deed::written));
            if parsed.has("m", "") {
                parsed.operands.iter().skip(1).for_each(|file| reading.does(Verb::Move, file.clone()));
            }
        }
        "cpio" => {
            let parsed = option::parse(words, Grammar::new("DFEHIOR", "directory file"));
            if parsed.has("i", "extract") || parsed.has("p", "pass-through") {
                unpack(parsed.value("D", "directory").or_else(|| parsed.operands.first()), &[], reading);
            }
        }
        "gzip" | "bzip2" | "xz" | "zstd" | "gunzip" | "bunzip2" | "unxz" | "unzstd" => packed(words, reading),
        "split" | "csplit" => {
            let parsed = option::parse(words, Grammar::new("abClntf", "suffix-length bytes lines number prefix"));
            let prefix = parsed.value("f", "prefix").or_else(|| parsed.operands.get(1)).cloned();
            reading.does(Verb::Write, any_ending(&prefix.unwrap_or_else(|| Field::literal("x"))));
        }
        _ => return false,
    }
    true
}

/// Everything below the folder, or the members that are named.
fn unpack(folder: Option<&Field>, members: &[Field], reading: &mut Reading) {
    let start = Field::start();
    let folder = folder.unwrap_or(&start);
    if members.is_empty() {
        reading.does(Verb::Fill, folder.below());
    }
    for member in members {
        reading.does(Verb::Write, member.within(folder));
        if !member.prefix().contains('.') {
            reading.does(Verb::Fill, member.within(folder).below());
        }
    }
}

fn tar(words: &[Field], reading: &mut Reading) {
    // The old way: the first word is letters without a dash, their values stand behind it in their order.
    let mut all = Vec::new();
    let old = words.first().and_then(Field::text).filter(|text| !text.starts_with('-') && !text.is_empty());
    let mut rest = words;
    if let Some(letters) = old {
        rest = words.get(1..).unwrap_or_default();
        for letter in letters.chars() {
            all.push(Field::literal(&format!("-{letter}")));
            if "fCbTXgKNV".contains(letter) && !rest.is_empty() {
                all.extend(rest.first().cloned());
                rest = rest.get(1..).unwrap_or_default();
            }
        }
    }
    all.extend(rest.iter().cloned());
    let grammar = Grammar::new(
        "fCbTXgKNVFHI",
        "file directory exclude exclude-from files-from transform strip-components \
     owner group mode use-compress-program format",
    );
    let parsed = option::parse(&all, grammar);
    if parsed.has("x", "extract") || parsed.has("", "get") {
        if parsed.has("O", "to-stdout") {
            return;
        }
        let start = Field::start();
        // Each `-C` is taken from the one before it.
        let folder = parsed.values("C", "directory").fold(start, |from, to| to.within(&from));
        let renamed = parsed.has("", "transform") || parsed.has("s", "") || parsed.has("", "strip-components");
        let members = if renamed { &[] } else { parsed.operands.as_slice() };
        unpack(Some(&folder), members, reading);
    } else if ["c", "r", "u", "A"].iter().any(|letter| parsed.has(letter, ""))
        || parsed.has("", "create")
        || parsed.has("", "append")
        || parsed.has("", "update")
    {
        let file = parsed.value("f", "file").filter(|file| file.text() != Some("-"));
        reading.deeds.extend(file.map(Deed::written));
        if parsed.has("", "remove-files") {
            parsed.operands.iter().for_each(|file| reading.does(Verb::Move, file.clone()));
        }
    }
}

fn packed(words: &[Field], reading: &mut Reading) {
    let parsed = option::parse(words, Grammar::new("STo", "suffix threads"));
    if parsed.has("c", "stdout") || parsed.has("t", "test") || parsed.has("l", "list") {
        return;
    }
    if let Some(file) = parsed.value("o", "") {
        reading.does(Verb::Write, file.clone());
    }
    for file in &parsed.operands {
        let text = file.lossy();
        let unpacked = [".gz", ".bz2", ".xz", ".zst"].iter().find_map(|tail| text.strip_suffix(tail));
        match unpacked.filter(|_| file.text().is_some()) {
            Some(text) => reading.does(Verb::Write, Field::literal(text)),
            None => reading.does(Verb::Write, any_ending(file)),
        }
        if !parsed.has("k", "keep") {
            reading.does(Verb::Remove, file.clone());
        }
    }
}

/// The path with any text behind it.
fn any_ending(path: &Field) -> Field {
    let mut pieces = path.pieces().to_vec();
    pieces.push(Piece::Glob("*".to_owned()));
    Field::new(pieces, Some(path.base()), path.splits, &path.written)
}

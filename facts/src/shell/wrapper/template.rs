//! `xargs` and `parallel`: commands whose words come from the input, which is not known here.

use super::runs;
use crate::shell::Verb;
use crate::shell::deed::Reading;
use crate::shell::field::{Field, Piece};
use crate::shell::option::{self, Grammar};
use crate::shell::program::joined;

pub(super) fn xargs(words: &[Field], reading: &mut Reading) {
    let grammar =
        Grammar::ordered("aEILnPsdJRS", "arg-file delimiter max-lines max-args max-procs max-chars process-slot-var");
    let parsed = option::parse(words, grammar);
    let place = parsed.value("I", "").or_else(|| parsed.value("J", "")).map(Field::lossy);
    let place = place.or_else(|| (parsed.has("i", "replace")).then(|| "{}".to_owned()));
    let place = place.or_else(|| parsed.value("", "replace").map(Field::lossy));
    runs(reading, filled(&parsed.operands, place.as_deref()));
}

/// A command template with its blank filled by something unknown; without a blank it comes last.
pub(in crate::shell) fn filled(words: &[Field], place: Option<&str>) -> Vec<Field> {
    let mut all: Vec<Field> = Vec::with_capacity(words.len() + 1);
    for word in words {
        all.push(match place {
            Some(place) => blank(word, place, &[Piece::Unknown]),
            None => word.clone(),
        });
    }
    if place.is_none() && !words.is_empty() {
        let mut more = Field::unknown("words of the input");
        more.splits = true;
        all.push(more);
    }
    all
}

/// The word with every `place` in it replaced.
pub(in crate::shell) fn blank(word: &Field, place: &str, by: &[Piece]) -> Field {
    let mut pieces = Vec::new();
    for piece in word.pieces() {
        match piece {
            Piece::Literal(text) if !place.is_empty() && text.contains(place) => {
                for (at, part) in text.split(place).enumerate() {
                    if at > 0 {
                        pieces.extend_from_slice(by);
                    }
                    pieces.push(Piece::Literal(part.to_owned()));
                }
            }
            other => pieces.push(other.clone()),
        }
    }
    Field::new(pieces, None, word.splits, &word.written)
}

pub(super) fn parallel(words: &[Field], reading: &mut Reading) {
    let grammar = Grammar::ordered("jaSNLnIC", "jobs arg-file sshlogin colsep joblog results delay tmpdir");
    let parsed = option::parse(words, grammar);
    if let Some(file) = parsed.value("", "joblog") {
        reading.does(Verb::Write, file.clone());
    }
    let source = |word: &Field| matches!(word.text(), Some(":::" | "::::" | ":::+" | "::::+"));
    let template: Vec<Field> = parsed.operands.iter().take_while(|word| !source(word)).cloned().collect();
    let blanks = ["{}", "{.}", "{/}", "{//}", "{/.}", "{1}", "{2}"];
    let place = blanks.iter().find(|place| template.iter().any(|word| word.lossy().contains(**place)));
    let mut words = template;
    match place {
        None => words = filled(&words, None),
        Some(_) => {
            for place in blanks {
                words = words.iter().map(|word| blank(word, place, &[Piece::Unknown])).collect();
            }
        }
    }
    if words.is_empty() {
        return;
    }
    reading.script(joined(&words));
}

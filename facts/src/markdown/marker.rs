//! Markers of texts that nobody has looked at: they stand in a block quotation.

use std::collections::BTreeMap;

use super::Block;

/// A marker and the prose that belongs to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marker {
    /// From 1.
    pub line: u32,
    /// In characters, from 1.
    pub column: u32,
    /// From the marker to the next one, or to the end of the quotation.
    pub prose: String,
}

/// The markers of the blocks of quotations: a line of a block begins with one, signs before it aside. A marker in a code
/// span, or within prose, is spoken of and none.
pub(super) fn markers(blocks: &[Block], marker: &str) -> Vec<Marker> {
    let mut found: Vec<Marker> = Vec::new();
    let mut open: BTreeMap<usize, usize> = BTreeMap::new();
    for block in blocks {
        let Some(quotation) = block.quotation else { continue };
        let starts = if block.in_table { Vec::new() } else { starts(block, marker) };
        let before = starts.first().copied().unwrap_or(block.text.len());
        if let Some(marker) = open.get(&quotation).and_then(|at| found.get_mut(*at)) {
            marker.prose.push(' ');
            marker.prose.push_str(block.text.get(..before).unwrap_or_default());
        }
        for (nth, start) in starts.iter().enumerate() {
            let end = starts.get(nth + 1).copied().unwrap_or(block.text.len());
            let (line, column) = block.position(*start);
            open.insert(quotation, found.len());
            found.push(Marker { line, column, prose: block.text.get(*start..end).unwrap_or_default().to_owned() });
        }
    }
    found
}

/// Where markers begin in a block: at the start of one of its lines, behind signs at most.
fn starts(block: &Block, marker: &str) -> Vec<usize> {
    let lines = std::iter::once(0).chain(block.breaks.iter().copied());
    let start = |line: usize| {
        let rest = block.text.get(line..)?;
        let begins = |at: &usize| begins_with(rest.get(*at..).unwrap_or_default(), marker) && !block.is_code(line + at);
        // Whatever letter comes first ends the search: from there on it is prose that speaks of a marker.
        let until = rest.find(char::is_alphanumeric).unwrap_or(rest.len());
        let places = rest.char_indices().map(|(at, _)| at).take_while(|at| *at < until);
        places.filter(begins).map(|at| line + at).next()
    };
    let mut starts: Vec<usize> = lines.filter_map(start).collect();
    starts.dedup();
    starts
}

/// Whether the text begins with the marker; a run of blanks is as good as one.
#[must_use]
pub fn begins_with(text: &str, marker: &str) -> bool {
    let mut rest = text;
    for (nth, word) in marker.split_whitespace().enumerate() {
        let next = rest.trim_start();
        if nth > 0 && next.len() == rest.len() {
            return false;
        }
        match next.strip_prefix(word) {
            Some(behind) => rest = behind,
            None => return false,
        }
    }
    !marker.trim().is_empty()
}

/// What the prose names behind each `label`: the next word, less what closes a sentence. A word without a letter or a
/// digit names nothing.
pub fn named<'p>(prose: &'p str, label: &'p str) -> impl Iterator<Item = &'p str> {
    let behind = prose.match_indices(label).map(|(at, label)| &prose[at + label.len()..]);
    behind.filter_map(|rest| {
        let word = rest.split_whitespace().next().unwrap_or_default();
        let id = word.trim_start_matches(['[', '(']).trim_end_matches(['.', ',', ';', ':', '!', '?', ']', ')']);
        id.contains(char::is_alphanumeric).then_some(id)
    })
}

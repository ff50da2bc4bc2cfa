//! Lowering of another client's lines, by way of the entries that are made of them. A reader can rely on every record's
//! place being in the line itself. What the lines look like is not known here.

use std::collections::HashMap;

use super::Lowering;
use crate::transcript::foreign::{Foreign, Made, Part};
use crate::transcript::record::Recording;
use crate::transcript::{QUESTION_TOOL, json};

/// Where made entries stand: by line and number, the value of the line and the parts.
pub(super) type Origins = HashMap<(u64, u32), (u32, Vec<Part>)>;

impl Lowering<'_> {
    /// Looks at the file's first line for whose the file is.
    pub(in crate::transcript) fn begins(&mut self, number: u64, bytes: &[u8]) {
        if number == 1 && self.foreign.is_none() {
            self.foreign = Foreign::opened_by(bytes);
        }
    }

    /// The other client whose file it is.
    pub(in crate::transcript) fn foreign(&self) -> Option<&Foreign> {
        self.foreign.as_ref()
    }

    /// Lowers what another client's line holds. Behind unreadable text, nothing is believed.
    pub(super) fn foreign_values(&mut self, line: u64, pieces: &[json::Piece]) {
        let mut number = 0;
        for (index, piece) in (0..).zip(pieces) {
            let entries = match &mut self.foreign {
                Some(foreign) if !piece.recovered => foreign.entries(&piece.value),
                _ => Vec::new(),
            };
            self.recording.transcript.skipped += u64::from(entries.is_empty());
            for Made { value, parts } in entries {
                self.value(line, number, &value, false);
                self.made.insert((line, number), (index, parts));
                number += 1;
            }
        }
    }

    /// The question tool of the client whose file it is.
    pub(super) fn question_tool(&self) -> &'static str {
        self.foreign.as_ref().map_or(QUESTION_TOOL, Foreign::question_tool)
    }
}

/// Puts the places in made entries back into the lines.
pub(super) fn restore(made: &Origins, recording: &mut Recording) {
    if made.is_empty() {
        return;
    }
    recording.each_place(&mut |place| {
        if let Some((piece, parts)) = made.get(&(place.line, place.entry)) {
            Made::restore(parts, *piece, place);
        }
    });
}

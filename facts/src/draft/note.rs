//! Notes of provenance within a text.

/// Where an element says that it comes from. Which words are known, and what they refer to, is not known here.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Note {
    /// From 1.
    pub line: u32,
    /// In characters, from 1.
    pub column: u32,
    /// The first word; may be empty.
    pub class: String,
    /// The second word, without brackets and punctuation around it; may be empty.
    pub reference: String,
}

impl Note {
    pub(super) fn of_cell(cell: &str, line: u32, column: u32) -> Note {
        Note { line, column, ..words(cell).0 }
    }
}

/// The text from a byte on, without the notes in it; and these, each with its byte.
pub(super) fn split(text: &str, from: usize, label: &str) -> (String, Vec<(Note, usize)>) {
    let mark = format!("{label}:");
    let (mut statement, mut notes, mut at) = (String::new(), Vec::new(), from);
    while let Some(found) = text[at..].find(&mark).filter(|_| !label.is_empty()) {
        let start = at + found;
        if text[..start].ends_with(char::is_alphanumeric) {
            statement.push_str(&text[at..start + mark.len()]);
            at = start + mark.len();
            continue;
        }
        statement.push_str(&text[at..start]);
        let (note, length) = words(&text[start + mark.len()..]);
        at = start + mark.len() + length;
        notes.push((note, start));
    }
    statement.push_str(&text[at..]);
    (statement, notes)
}

/// The two words of a note, and how many bytes they take.
fn words(text: &str) -> (Note, usize) {
    let mut words = text.split_whitespace();
    let (class, reference) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let end =
        |word: &str| if word.is_empty() { 0 } else { word.as_ptr() as usize - text.as_ptr() as usize + word.len() };
    let bare = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
    let note = Note { class: bare(class), reference: bare(reference), ..Note::default() };
    (note, end(class).max(end(reference)))
}

//! Measures of texts: which words they hold, how alike two are, and which questions one ends on. A reader can rely on every
//! measure being of words as Unicode divides a text into them, so that a script without blanks between words is
//! measured too (there a word is often one sign). Refuses to know what a text means: a paraphrase and a text on another
//! thing measure alike.

mod question;

use std::collections::BTreeSet;

use unicode_normalization::UnicodeNormalization;
use unicode_segmentation::UnicodeSegmentation;

pub use question::{closing_questions, last_question};

/// The words of a text: Unicode Standard Annex 29 says where they begin and end; each in the compatibility form NFKC and in
/// lower case. Punctuation is none.
#[must_use]
pub fn words(text: &str) -> Vec<String> {
    let text: String = text.nfkc().collect();
    // An apostrophe of the typesetter is one of the typewriter.
    let text = text.replace('’', "'");
    text.unicode_words().map(str::to_lowercase).collect()
}

/// The words with one blank around each, so that a text holds a phrase where its form contains the phrase's form; empty
/// for a text without words.
#[must_use]
pub fn joined(text: &str) -> String {
    let words = words(text);
    if words.is_empty() { String::new() } else { format!(" {} ", words.join(" ")) }
}

/// How many words a text has.
#[must_use]
pub fn count(text: &str) -> usize {
    words(text).len()
}

/// In hundredths, rounded down: of the runs of `size` words that either text holds, the share that both hold. This is the
/// resemblance of A. Z. Broder, "On the resemblance and containment of documents" (1997), the Jaccard index of the sets of
/// shingles. 100 only for texts of the same runs; 0 where one has none.
#[must_use]
pub fn resemblance(size: i64, one: &str, other: &str) -> usize {
    let (one, other) = (shingles(size, one), shingles(size, other));
    share(one.intersection(&other).count(), one.union(&other).count())
}

/// In hundredths, rounded down: of the runs of `size` words that `one` holds, the share that `other` holds too; Broder's
/// containment of `one` in `other`. 0 where `one` has none.
#[must_use]
pub fn containment(size: i64, one: &str, other: &str) -> usize {
    let (one, other) = (shingles(size, one), shingles(size, other));
    share(one.intersection(&other).count(), one.len())
}

/// Broder's w-shingling: the set of runs of `size` words. A text of fewer words is one run.
fn shingles(size: i64, text: &str) -> BTreeSet<Vec<String>> {
    let words = words(text);
    let size = usize::try_from(size).unwrap_or(1).clamp(1, words.len().max(1));
    words.windows(size).map(<[String]>::to_vec).collect()
}

fn share(part: usize, whole: usize) -> usize {
    (part * 100).checked_div(whole).unwrap_or(0)
}

#[cfg(test)]
mod tests;

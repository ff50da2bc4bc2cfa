//! The spelling that a misspelled name was probably meant to be, by edit distance. Knows nothing of what names mean.

/// Most characters that are compared; what is longer is no misspelled name.
const LONGEST: usize = 64;

/// Most candidates that are compared: a program with more relations than that is not written by hand.
const MOST: usize = 2_000;

/// The candidate nearest to `name`: at most a third of its letters off, and the first of several equally near.
pub(crate) fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let letters = name.chars().count();
    // Of a name of one letter, no other letter is a misspelling.
    let mut limit = letters.div_ceil(3).min(3).min(letters.saturating_sub(1)) + 1;
    let mut found = None;
    for candidate in candidates.into_iter().take(MOST) {
        // A byte too many is at least a letter in four too many.
        if candidate.len().abs_diff(name.len()) > 4 * limit {
            continue;
        }
        let distance = if candidate.eq_ignore_ascii_case(name) { 0 } else { distance(name, candidate) };
        if distance < limit && candidate != name {
            limit = distance;
            found = Some(candidate);
        }
    }
    found
}

/// Letters to insert, delete, replace or swap with their neighbour (optimal string alignment).
fn distance(left: &str, right: &str) -> usize {
    let left: Vec<char> = left.chars().take(LONGEST).collect();
    let right: Vec<char> = right.chars().take(LONGEST).collect();
    if left.len().abs_diff(right.len()) > 3 {
        return usize::MAX;
    }
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=right.len()).collect();
    for (row, &a) in left.iter().enumerate() {
        let mut line = vec![row + 1];
        for (column, &b) in right.iter().enumerate() {
            let replaced = above[column] + usize::from(a != b);
            let mut best = replaced.min(above[column + 1] + 1).min(line[column] + 1);
            let swapped = row > 0 && column > 0 && a == right[column - 1] && left[row - 1] == b;
            if swapped {
                best = best.min(before[column - 1] + 1);
            }
            line.push(best);
        }
        before = std::mem::replace(&mut above, line);
    }
    above[right.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn a_misspelled_name_finds_its_neighbour() {
        let known = ["ledger_row", "point", "point_state"];
        assert_eq!(nearest("ledger_rwo", known), Some("ledger_row"));
        assert_eq!(nearest("pont", known), Some("point"));
        assert_eq!(nearest("Point", known), Some("point"));
    }

    #[test]
    fn another_word_finds_none() {
        assert_eq!(nearest("transcript", ["point", "call"]), None);
        assert_eq!(nearest("x", ["y_long", "zz"]), None);
        assert_eq!(nearest("s", ["e", "se"]), None);
        assert_eq!(nearest("point", ["point"]), None);
    }
}

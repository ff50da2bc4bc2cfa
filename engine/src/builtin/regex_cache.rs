//! Regular expressions by the word of their pattern, each compiled once. Matching takes time linear in the text.

use regex::Regex;
use rustc_hash::FxHashMap;

use crate::interner::{Interner, Word};
use crate::limits::{EvalError, Stop};
use crate::source::Span;

/// Compiled patterns.
#[derive(Debug, Default)]
pub(crate) struct RegexCache {
    compiled: FxHashMap<Word, Regex>,
}

impl RegexCache {
    /// Whether the whole text matches the pattern.
    pub(crate) fn matches(&mut self, pattern: Word, text: Word, span: Span, interner: &Interner) -> Result<bool, Stop> {
        if let Some(regex) = self.compiled.get(&pattern) {
            return Ok(regex.is_match(interner.text_of(text)));
        }
        let regex = compile(interner.text_of(pattern)).map_err(|error| {
            Box::new(EvalError::BadRegex {
                pattern: interner.text_of(pattern).to_owned(),
                reason: reason(&error),
                span,
            })
        })?;
        let matches = regex.is_match(interner.text_of(text));
        self.compiled.insert(pattern, regex);
        Ok(matches)
    }
}

/// The expression of the whole text. The pattern must be one by itself, so that it cannot close our parenthesis; one
/// that ends in a comment (`(?x)`) needs a line break before it.
fn compile(pattern: &str) -> Result<Regex, regex::Error> {
    Regex::new(pattern)?;
    Regex::new(&format!(r"\A(?:{pattern})\z")).or_else(|_| Regex::new(&format!("\\A(?:{pattern}\n)\\z")))
}

/// The last line of the crate's report, which says what is wrong.
fn reason(error: &regex::Error) -> String {
    let report = error.to_string();
    let last = report.lines().last().unwrap_or("");
    last.trim_start_matches("error: ").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_matches_the_whole_text_or_not_at_all() {
        let regex = |pattern: &str| compile(pattern).unwrap();
        assert!(regex("a|ab").is_match("ab"));
        assert!(!regex("a|b").is_match("ab"));
        assert!(!regex("a").is_match("a\n"));
        assert!(regex("(?x) a # the letter").is_match("a"));
        assert!(compile("a)(b").is_err());
        assert!(compile("(").is_err());
    }
}

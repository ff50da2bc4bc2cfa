//! Regular expressions by the word of their pattern, each compiled at most once: building one costs more than many a whole
//! evaluation, so a text that cannot begin a match is turned away by the letters that every match begins with. Matching
//! takes time linear in the text.

use regex::Regex;
use regex_syntax::hir::literal::{Extractor, Seq};
use rustc_hash::FxHashMap;

use crate::interner::{Interner, Word};
use crate::limits::{EvalError, Stop};
use crate::source::Span;

/// Patterns.
#[derive(Debug, Default)]
pub(crate) struct RegexCache {
    patterns: FxHashMap<Word, Pattern>,
}

/// A pattern that is one by itself.
#[derive(Debug)]
struct Pattern {
    /// What a match begins with; endless where that says nothing.
    beginnings: Seq,
    /// Compiled when a text begins so.
    regex: Option<Regex>,
}

impl RegexCache {
    /// Whether the whole text matches the pattern.
    pub(crate) fn matches(&mut self, pattern: Word, text: Word, span: Span, interner: &Interner) -> Result<bool, Stop> {
        let (spelled, text) = (interner.text_of(pattern), interner.text_of(text));
        let fault = |report: String| {
            Box::new(EvalError::BadRegex { pattern: spelled.to_owned(), reason: reason(&report), span })
        };
        let known = match self.patterns.get_mut(&pattern) {
            Some(known) => known,
            None => self.patterns.entry(pattern).or_insert(Pattern::new(spelled).map_err(fault)?),
        };
        known.matches(spelled, text).map_err(fault)
    }
}

impl Pattern {
    /// Reads a pattern; the error is the crate's report.
    fn new(pattern: &str) -> Result<Self, String> {
        let tree = regex_syntax::parse(pattern).map_err(|error| error.to_string())?;
        Ok(Self { beginnings: Extractor::new().extract(&tree), regex: None })
    }

    fn matches(&mut self, pattern: &str, text: &str) -> Result<bool, String> {
        let begins = |all: &[_]| {
            all.iter().any(|one: &regex_syntax::hir::literal::Literal| text.as_bytes().starts_with(one.as_bytes()))
        };
        if !self.beginnings.literals().is_none_or(begins) {
            return Ok(false);
        }
        let regex = match &mut self.regex {
            Some(regex) => regex,
            none => none.insert(compile(pattern).map_err(|error| error.to_string())?),
        };
        Ok(regex.is_match(text))
    }
}

/// The expression of the whole text. The pattern is one by itself, so that it cannot close our parenthesis; one that ends in
/// a comment (`(?x)`) needs a line break before it.
fn compile(pattern: &str) -> Result<Regex, regex::Error> {
    Regex::new(&format!(r"\A(?:{pattern})\z")).or_else(|_| Regex::new(&format!("\\A(?:{pattern}\n)\\z")))
}

/// The last line of the crate's report, which says what is wrong.
fn reason(report: &str) -> String {
    let last = report.lines().last().unwrap_or("");
    last.trim_start_matches("error: ").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(pattern: &str, text: &str) -> Result<bool, String> {
        Pattern::new(pattern)?.matches(pattern, text)
    }

    #[test]
    fn a_pattern_matches_the_whole_text_or_not_at_all() {
        assert_eq!(matches("a|ab", "ab"), Ok(true));
        assert_eq!(matches("a|b", "ab"), Ok(false));
        assert_eq!(matches("a", "a\n"), Ok(false));
        assert_eq!(matches("(?x) a # the letter", "a"), Ok(true));
        assert!(matches("a)(b", "").is_err());
        assert!(matches("(", "").is_err());
    }

    /// A text that is turned away unmatched is one that the expression does not match.
    #[test]
    fn what_a_match_begins_with_is_no_more_than_a_hint() {
        let patterns = [
            "mcp_.*_",
            "(?i)Mcp",
            "a?b",
            "a*",
            "",
            "(a|b)c",
            "[a-c]x|",
            "^a",
            r"\bab",
            "a{0,2}b",
            "é+",
            "(?s).a",
            "[^a]",
            "a$",
            "(?:ab){2}",
            "(?-u:a)",
            "$a",
        ];
        let texts =
            ["", "a", "b", "ab", "aab", "abab", "mcp_a_", "mcp_a", "MCP", "ac", "bx", "é", "éé", "\na", "c", "Mcpé"];
        for pattern in patterns {
            let regex = compile(pattern).unwrap();
            for text in texts {
                assert_eq!(matches(pattern, text), Ok(regex.is_match(text)), "{pattern:?} on {text:?}");
            }
        }
        let mut server = Pattern::new("mcp_.*_").unwrap();
        assert_eq!(server.matches("mcp_.*_", "Write"), Ok(false));
        assert!(server.regex.is_none());
    }
}

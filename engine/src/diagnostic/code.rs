//! The codes of diagnostics, each with a page of `pages/`. A reader can rely on: the table is sorted, every code that is
//! given is in it, and each page has a program that gives its code and no other, and one that gives nothing. Refuses to know
//! the messages of single places.

/// A code and what a reader wants to know of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code {
    /// Kebab-case; printed as `gatelog::code`.
    pub code: &'static str,
    /// Markdown: the code as a title, a summary, why it is an error, a program that gives it, the program as it was meant.
    pub page: &'static str,
}

impl Code {
    /// What it is, in a few words: lower case, no full stop.
    #[must_use]
    pub fn summary(&self) -> &'static str {
        self.page.split("\n\n").nth(1).unwrap_or_default()
    }

    /// Why it is an error, and how to mend it: a paragraph.
    #[must_use]
    pub fn reason(&self) -> &'static str {
        self.page.split("\n\n").nth(2).unwrap_or_default()
    }

    /// A program that gives the code.
    #[must_use]
    pub fn bad(&self) -> &'static str {
        self.program(0)
    }

    /// The program as it was meant; gives nothing.
    #[must_use]
    pub fn good(&self) -> &'static str {
        self.program(1)
    }

    fn program(&self, number: usize) -> &'static str {
        let block = self.page.split("```datalog\n").nth(number + 1);
        block.and_then(|block| block.split("```").next()).unwrap_or_default()
    }
}

/// The page of a code.
#[must_use]
pub fn find(code: &str) -> Option<&'static Code> {
    let index = CODES.binary_search_by(|entry| entry.code.cmp(code)).ok()?;
    CODES.get(index)
}

/// The code that a misspelled one was probably meant to be.
#[must_use]
pub fn nearest(code: &str) -> Option<&'static Code> {
    super::nearest(code, CODES.iter().map(|entry| entry.code)).and_then(find)
}

/// Codes with their pages, which have the code's name.
macro_rules! pages {
    ($($code:literal)*) => {
        &[$(Code { code: $code, page: include_str!(concat!("pages/", $code, ".md")) }),*]
    };
}

/// All codes, sorted.
pub const CODES: &[Code] = pages! {
    "arity"
    "bad-annotation"
    "bad-character"
    "bad-escape"
    "bad-number"
    "bad-regex"
    "byte-limit"
    "cross-product"
    "deep-record"
    "division-by-zero"
    "duplicate-declaration"
    "fact-not-ground"
    "host"
    "include"
    "input-head"
    "misplaced-wildcard"
    "mixed-union"
    "never-fires"
    "no-loader"
    "not-a-number"
    "number-range"
    "overflow"
    "reserved-name"
    "round-limit"
    "row-limit"
    "single-use"
    "step-limit"
    "syntax"
    "too-deep"
    "too-large"
    "type-cycle"
    "type-mismatch"
    "unbound-key"
    "unclosed-comment"
    "unclosed-text"
    "undeclared"
    "undefined-operation"
    "ungrounded"
    "unknown-annotation"
    "unknown-directive"
    "unknown-operation"
    "unknown-setting"
    "unknown-type"
    "unread"
    "unstratified"
    "unsupported"
    "untyped-record"
};

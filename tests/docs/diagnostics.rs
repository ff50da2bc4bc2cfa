//! The page of diagnostics: the page of every code, one below the other.

use engine::diagnostic::code::CODES;

const HEAD: &str = "# Diagnostics\n\nWhat `gatelog rules explain CODE` prints, of every code. The programs are run by the tests. Generated from\n`engine/src/diagnostic/pages/`; `BLESS=1 cargo test -p tests --test docs` writes it anew.\n";

/// The whole page.
pub(super) fn page() -> String {
    let pages = CODES.iter().map(|code| format!("\n#{}", code.page));
    HEAD.to_owned() + &pages.collect::<String>()
}

//! An explanation as one page for a browser, to be kept, sent or printed. A reader can rely on: it asks nothing of a
//! network or of another file, it can be read and folded without its script, and whatever a call or a rule says is text on
//! it. Refuses to leave anything out; what is long is folded.

use super::Explanation;
use crate::proofs::{Proved, whose};

pub(crate) mod markup;
pub(crate) mod tree;

const STYLE: &str = include_str!("html/page.css");

/// Only unfolds; it must not hold `</script`.
const SCRIPT: &str = include_str!("html/page.js");

/// Buttons that fold and unfold all. They need the script, which shows them.
pub(crate) const FOLDING: &str = "<p id=\"folding\" hidden><button type=\"button\" id=\"expand\">Expand all</button> \
                                  <button type=\"button\" id=\"collapse\">Collapse all</button></p>\n";

/// Nothing is fetched, whatever the page holds.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

/// The page of an explanation.
pub(super) fn rendered(explanation: &Explanation) -> String {
    let mut body = String::new();
    section(&mut body, "What is said", &said(&explanation.lines));
    section(&mut body, "Ways out", &said(&explanation.ways));
    section(&mut body, "Proofs", &proofs(&explanation.proofs));
    let absences = explanation.absences.iter().map(|told| {
        let (key, lines) = (markup::escaped(&whose(&told.key)), markup::escaped(&told.lines.join("\n")));
        format!("<h3>Under the rules of {key}</h3>\n<pre>{lines}</pre>\n")
    });
    section(&mut body, "What is missing", &absences.collect::<String>());
    page(&title(explanation), &body)
}

/// A whole page with this title, a text, and this body, markup.
pub(crate) fn page(title: &str, body: &str) -> String {
    let title = markup::escaped(title);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{title} - gatelog</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n\
         {body}</main>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n"
    )
}

fn title(explanation: &Explanation) -> String {
    let verdict =
        explanation.verdict.as_deref().map_or_else(|| "Explanation".to_owned(), |verdict| format!("Call {verdict}"));
    match &explanation.id {
        Some(id) => format!("{verdict}: {}", id.get(..12).unwrap_or(id)),
        None => verdict,
    }
}

/// A part of the page, if there is anything in it.
fn section(page: &mut String, heading: &str, inside: &str) {
    if !inside.is_empty() {
        page.push_str(&format!("<section>\n<h2>{heading}</h2>\n{inside}</section>\n"));
    }
}

/// Lines as paragraphs, those that begin with `- ` as lists.
pub(crate) fn said(lines: &[String]) -> String {
    let mut out = String::new();
    let mut listing = false;
    for line in lines.iter().flat_map(|line| line.split('\n')) {
        let item = line.strip_prefix("- ");
        if item.is_some() != listing {
            out.push_str(if listing { "</ul>\n" } else { "<ul>\n" });
            listing = !listing;
        }
        match item {
            Some(item) => out.push_str(&format!("<li>{}</li>\n", markup::escaped(item))),
            None if line.trim().is_empty() => {}
            None => out.push_str(&format!("<p>{}</p>\n", markup::escaped(line))),
        }
    }
    if listing {
        out.push_str("</ul>\n");
    }
    out
}

fn proofs(all: &[Result<Proved, String>]) -> String {
    let mut out = String::new();
    if all.iter().any(Result::is_ok) {
        out.push_str(FOLDING);
    }
    let mut first = 0;
    for proof in all {
        match proof {
            Ok(proof) => {
                let key = markup::escaped(&whose(&proof.key));
                out.push_str(&format!("<h3>Proof under the rules of {key}</h3>\n{}", tree::drawn(proof, first)));
                first += proof.document.steps.len();
            }
            Err(reason) => out.push_str(&format!("<p>No proof: {}</p>\n", markup::escaped(reason))),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A page would end its script, or load something, where one of these stands in it.
    #[test]
    fn the_fixed_parts_stand_alone() {
        for part in [STYLE, SCRIPT] {
            assert!(
                !part.contains("</") && !part.contains("http") && !part.contains("url(") && !part.contains("import")
            );
        }
    }

    #[test]
    fn lines_are_paragraphs_and_lists() {
        let lines = ["a<b".to_owned(), "- one\n- two".to_owned(), "c".to_owned()];
        assert_eq!(said(&lines), "<p>a&lt;b</p>\n<ul>\n<li>one</li>\n<li>two</li>\n</ul>\n<p>c</p>\n");
        assert_eq!(said(&[]), "");
        assert_eq!(said(&["- one".to_owned()]), "<ul>\n<li>one</li>\n</ul>\n");
    }
}

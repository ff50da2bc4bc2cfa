//! Where prose mentions a path that a glob means. Refuses to know who gates the path, and whether it is there.

use super::Document;
use crate::glob;

/// Line and column of each block of prose that mentions a path which `glob` means, one place a block: of what is
/// literal in the glob, as far as the block spells it as one.
#[must_use]
pub fn mentioned(document: &Document, glob: &str) -> Vec<(u32, u32)> {
    let part = glob.split(['*', '/']).max_by_key(|part| part.len()).unwrap_or_default();
    let whole = glob.split('*').max_by_key(|part| part.len()).unwrap_or_default().trim_matches('/');
    let (finder, whole) = (memchr::memmem::Finder::new(part.as_bytes()), memchr::memmem::Finder::new(whole.as_bytes()));
    let found = document.blocks.iter().filter_map(|block| {
        // A path that is meant holds every literal part of the glob, and to look for one is cheap.
        let at = finder.find(block.text.as_bytes())?;
        glob::mentions(glob, &block.text).then(|| block.position(whole.find(block.text.as_bytes()).unwrap_or(at)))
    });
    found.collect()
}

#[cfg(test)]
mod tests {
    use super::mentioned;
    use crate::markdown::read;

    fn lines(glob: &str, text: &str) -> Vec<(u32, u32)> {
        mentioned(&read(text), glob)
    }

    /// C3: a path in prose or in a code span, below any folder, with the punctuation of a sentence.
    #[test]
    fn c3_prose_mentions_a_path() {
        let text = "# Write\n\nWrite `docs/personas.md`, then stop.\n\n- and repo/docs/personas.md.\n";
        assert_eq!(lines("docs/personas.md", text), [(3, 7), (5, 12)]);
        assert_eq!(lines("docs/decisions/**", "See\ndocs/decisions/a/b.md"), [(2, 1)]);
    }

    /// C3: another path, a part of a name, a code block.
    #[test]
    fn c3_prose_that_does_not() {
        let text =
            "Write docs/personas.md.bak and old-docs/personas.md5, or personas.md.\n\n```\ndocs/personas.md\n```\n";
        assert_eq!(lines("docs/personas.md", text), []);
    }
}

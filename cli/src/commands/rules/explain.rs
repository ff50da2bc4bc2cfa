//! `gatelog rules explain`: the page of a diagnostic's code, as the engine holds it. Knows no code by name.

use engine::diagnostic::code::{CODES, find, nearest};

use crate::exit::Exit;
use crate::print;

/// Prints the page of a code, or all codes with what they are.
pub(super) fn explain(code: Option<&str>) -> Result<Exit, String> {
    print::text(&text(code)?);
    Ok(Exit::Pass)
}

fn text(code: Option<&str>) -> Result<String, String> {
    let Some(written) = code else {
        return Ok(CODES.iter().map(|code| format!("{:<22} {}\n", code.code, code.summary())).collect());
    };
    // As it is printed in front of a report.
    let code = written.strip_prefix("gatelog::").unwrap_or(written);
    match (find(code), nearest(code)) {
        (Some(found), _) => Ok(found.page.to_owned()),
        (None, Some(near)) => Err(format!("there is no code `{code}`; did you mean `{}`?", near.code)),
        (None, None) => Err(format!("there is no code `{code}`; `gatelog rules explain` lists them")),
    }
}

#[cfg(test)]
mod tests {
    use super::text;

    /// E2: a code has its page, with and without what is printed before it; without a code there is the list.
    #[test]
    fn a_code_has_a_page() {
        let page = text(Some("ungrounded")).unwrap();
        assert!(page.starts_with("# ungrounded\n") && page.matches("```datalog").count() == 2, "{page}");
        assert_eq!(text(Some("gatelog::ungrounded")).unwrap(), page);
        let list = text(None).unwrap();
        assert!(list.lines().any(|line| line.starts_with("ungrounded ")) && list.lines().count() > 40, "{list}");
    }

    /// E2: a misspelled code gives the nearest, another word the way to the list.
    #[test]
    fn another_code_is_told() {
        assert!(text(Some("ungroundd")).unwrap_err().contains("did you mean `ungrounded`?"));
        let told = text(Some("nonsense")).unwrap_err();
        assert!(told.contains("`gatelog rules explain`") && !told.contains("mean"), "{told}");
    }
}

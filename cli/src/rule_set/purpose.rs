//! Which program a repository's rule file is for: one that derives only what checks act on is no business of the hook, and
//! the other way round. So the names that a file takes meet only the shipped names of the program that it is part of.

use engine::Sources;
use engine::syntax::ast::ItemForm;
use engine::syntax::name::Names;

/// What checks act on.
const OF_CHECKS: [&str; 6] = ["violation", "warning", "stand_down", "unverified", "count", "applies"];

/// What the hook and a replay act on.
const OF_THE_GUARD: [&str; 8] = ["deny", "ask", "warn", "advice", "await", "through", "touches", "watches"];

/// Whether a file's rules are part of the program of the checks, or of the guard: where a file derives nothing that is acted
/// on, or does not parse, it is part of both.
pub(super) fn is_part(text: &str, of_checks: bool) -> bool {
    let mut sources = Sources::new();
    let source = sources.add("rules", text);
    let mut names = Names::default();
    let tree = engine::syntax::parse(text, source, &mut names, &mut Vec::new());
    let heads = |wanted: &[&str]| {
        tree.items.iter().any(|item| match &item.form {
            ItemForm::Clause(clause) => {
                clause.heads.iter().any(|head| wanted.contains(&names.text(head.relation.name)))
            }
            _ => false,
        })
    };
    let (checks, guard) = (heads(&OF_CHECKS), heads(&OF_THE_GUARD));
    checks == guard || checks == of_checks
}

#[cfg(test)]
mod tests {
    use super::is_part;

    /// X4: a file is part of the program whose relations it derives, of both where that cannot be told.
    #[test]
    fn a_file_is_part_of_what_it_derives_for() {
        let both = |text: &str| (is_part(text, false), is_part(text, true));
        assert_eq!(both("deny(\"a\", \"b\", \"c\")."), (true, false));
        assert_eq!(both("violation(\"a\", \"b\", \"c\") :- p(1)."), (false, true));
        assert_eq!(both(".decl p(x: number)\np(1)."), (true, true));
        assert_eq!(both("deny(\"a\", \"b\", \"c\").\nwarning(\"a\", \"b\", \"c\")."), (true, true));
        assert_eq!(both("not rules at all"), (true, true));
    }
}

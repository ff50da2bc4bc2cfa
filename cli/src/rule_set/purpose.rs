//! Which program a repository's rule file is for: one that derives only what checks act on is no business of the hook, and
//! the other way round. So the names that a file takes meet only the shipped names of the program that it is part of.

use engine::Sources;
use engine::syntax::ast::ItemForm;
use engine::syntax::name::Names;

use crate::{checks, judgement, wiring};

/// What checks act on.
fn checks_act_on() -> Vec<&'static str> {
    checks::REPORT.into_iter().chain([checks::APPLIES]).collect()
}

/// What the hook, a replay and the wiring act on.
fn guard_acts_on() -> Vec<&'static str> {
    judgement::VERDICT.into_iter().chain(judgement::REPORT).chain([wiring::WATCHES]).collect()
}

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
    let (checks, guard) = (heads(&checks_act_on()), heads(&guard_acts_on()));
    checks == guard || checks == of_checks
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{checks_act_on, guard_acts_on, is_part};

    /// X4: every relation of the contract is of one program, and no other is.
    #[test]
    fn the_contract_is_divided() {
        let contract = crate::bundled::text("gatelog/contract.dl").unwrap();
        let outputs: BTreeSet<&str> = contract.lines().filter_map(|line| line.strip_prefix(".output ")).collect();
        let both: BTreeSet<&str> = checks_act_on().into_iter().chain(guard_acts_on()).collect();
        assert_eq!(outputs, both);
        assert!(checks_act_on().iter().all(|name| !guard_acts_on().contains(name)));
    }

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

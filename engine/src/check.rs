//! Syntax trees to a checked program: the ordered table of checks. A reader can rely on: every check runs on what the
//! ones before it left whole, and one fault is reported once. Refuses to know texts and files.

pub(crate) mod analysis;
mod annotation;
mod clause;
mod compound;
mod cross_product;
mod declaration;
mod draft;
mod expand;
mod ground;
mod kinds;
mod loader;
mod never_fires;
mod normal;
mod reference;
mod resolve;
mod single_use;
mod stratification;
mod types;
mod unread;

use analysis::Analysis;

use crate::compile::Options;
use crate::diagnostic::{Diagnostic, Severity};
use crate::program::{self, Program, RelationId};
use crate::source::Sources;
use crate::syntax::ast::Item;
use crate::syntax::name::Names;

/// A check of the whole program.
struct Check {
    when: When,
    run: fn(&mut Checking<'_>),
    /// The codes that it can give.
    #[cfg_attr(not(test), expect(dead_code, reason = "a test holds it to the table of codes"))]
    codes: &'static [&'static str],
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum When {
    /// Evaluation relies on it.
    Always,
    /// It costs more than evaluation may wait for, or tells nothing that evaluation needs.
    Analysing,
}

/// In this order. What one needs of those before it stands above it.
const CHECKS: &[Check] = &[
    Check {
        when: When::Always,
        run: declaration::check,
        codes: &[
            "bad-annotation",
            "duplicate-declaration",
            "mixed-union",
            "reserved-name",
            "too-large",
            "type-cycle",
            "undeclared",
            "unknown-annotation",
            "unknown-type",
            "unsupported",
        ],
    },
    // Needs the relations.
    Check { when: When::Always, run: loader::check, codes: &["no-loader"] },
    // Needs all declarations, since a relation may be used before it is declared. Each rule is checked by itself, and
    // where it is faulty, left out.
    Check {
        when: When::Always,
        run: clause::check,
        codes: &[
            "arity",
            "fact-not-ground",
            "input-head",
            "misplaced-wildcard",
            "number-range",
            "single-use",
            "too-large",
            "type-mismatch",
            "undeclared",
            "ungrounded",
            "unbound-key",
            "unsupported",
            "untyped-record",
        ],
    },
    // Needs all rules.
    Check { when: When::Analysing, run: analyse, codes: &[] },
    // Needs all rules.
    Check { when: When::Always, run: stratification::check, codes: &["unstratified"] },
    // Need the analysis.
    Check { when: When::Analysing, run: unread::check, codes: &["unread"] },
    Check { when: When::Analysing, run: never_fires::check, codes: &["never-fires"] },
    Check { when: When::Analysing, run: cross_product::check, codes: &["cross-product"] },
];

/// What the checks share.
struct Checking<'a> {
    items: &'a [&'a Item],
    names: &'a Names,
    sources: &'a Sources,
    options: &'a Options,
    /// What relations, functors and types the names stand for.
    declared: declaration::Declared,
    /// What comes out.
    program: Program,
    /// Nothing where it has not run.
    analysis: Option<Analysis>,
    errors: Vec<Diagnostic>,
    /// Given only where there is no error: they are about a program that is right otherwise.
    warnings: Vec<Diagnostic>,
}

/// Checks the items of a program. What comes out is a program only if no diagnostic is an error.
pub(crate) fn check(
    items: &[&Item],
    names: &Names,
    sources: &Sources,
    options: &Options,
    diagnostics: &mut Vec<Diagnostic>,
) -> Program {
    let mut checking = Checking {
        items,
        names,
        sources,
        options,
        declared: declaration::Declared::new(names.len()),
        program: Program::default(),
        analysis: None,
        errors: Vec::new(),
        warnings: Vec::new(),
    };
    for check in CHECKS {
        if check.when == When::Always || options.analyse {
            (check.run)(&mut checking);
        }
    }
    let faulty = |found: &Diagnostic| found.severity == Severity::Error;
    let clean = checking.errors.is_empty() && !diagnostics.iter().any(faulty);
    diagnostics.append(&mut checking.errors);
    if clean && options.analyse {
        diagnostics.append(&mut checking.warnings);
    }
    checking.program
}

/// Whether a rule of a checked program that was changed since can still be evaluated.
pub(crate) fn is_grounded(rule: &program::Rule, program: &Program) -> bool {
    ground::holds(rule, program)
}

fn analyse(checking: &mut Checking<'_>) {
    let found = |name: &String| checking.program.find(name);
    let outputs: Vec<RelationId> = checking.options.outputs.iter().filter_map(found).collect();
    checking.analysis = Some(analysis::analyse(&checking.program, &outputs));
}

impl Checking<'_> {
    /// Gives a warning, unless one of the annotations says `@[allow("code")]`.
    fn warn(&mut self, annotations: &[program::Annotation], warning: Diagnostic) {
        let allowed = annotations
            .iter()
            .any(|annotation| &*annotation.name == "allow" && annotation.text.as_deref() == Some(warning.code));
        if !allowed {
            self.warnings.push(warning);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::CHECKS;
    use crate::diagnostic::code::{CODES, find};

    /// Given while texts are read, before any check.
    const READING: &[&str] = &[
        "arity",
        "bad-annotation",
        "bad-character",
        "bad-escape",
        "bad-number",
        "duplicate-declaration",
        "include",
        "number-range",
        "syntax",
        "too-deep",
        "too-large",
        "unclosed-comment",
        "unclosed-text",
        "unknown-directive",
        "unknown-operation",
        "unknown-setting",
        "unsupported",
    ];

    /// Given by an evaluation.
    const RUNNING: &[&str] = &[
        "bad-regex",
        "byte-limit",
        "deep-record",
        "division-by-zero",
        "host",
        "not-a-number",
        "overflow",
        "round-limit",
        "row-limit",
        "step-limit",
        "undefined-operation",
    ];

    #[test]
    fn every_code_of_the_table_is_given_by_something_and_the_other_way_round() {
        let given: Vec<&str> =
            CHECKS.iter().flat_map(|check| check.codes).chain(READING).chain(RUNNING).copied().collect();
        for code in CODES {
            assert!(given.contains(&code.code), "nothing gives {}", code.code);
        }
        for code in given {
            assert!(find(code).is_some(), "{code} has no page");
        }
    }
}

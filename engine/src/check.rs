//! Syntax trees to a checked program: the ordered table of checks. A reader can rely on: every check runs on what the
//! ones before it left whole, and one fault is reported once. Refuses to know texts and files.

mod annotation;
mod atom;
mod clause;
mod declaration;
mod draft;
mod expand;
mod ground;
mod kinds;
mod normal;
mod resolve;
mod stratification;

use crate::compile::Options;
use crate::diagnostic::{Diagnostic, Severity};
use crate::program::Program;
use crate::source::Sources;
use crate::syntax::ast::Item;
use crate::syntax::name::Names;

/// A check of the whole program.
struct Check {
    /// What it is about.
    #[expect(dead_code, reason = "the table is read by people")]
    name: &'static str,
    /// When it runs.
    when: When,
    /// The check.
    run: fn(&mut Checking<'_>),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum When {
    /// Evaluation relies on it.
    Always,
}

/// In this order. What a later one needs of an earlier one is in the comment above it.
const CHECKS: &[Check] = &[
    Check {
        name: "types, relations, functors, directives",
        when: When::Always,
        run: declaration::check,
    },
    // Needs all declarations: a relation may be used before it is declared.
    Check {
        name: "clauses: names, arity, types, groundness",
        when: When::Always,
        run: clause::check,
    },
    // Needs all rules.
    Check {
        name: "negation and aggregation in cycles",
        when: When::Always,
        run: stratification::check,
    },
];

/// What the checks share.
struct Checking<'a> {
    items: &'a [&'a Item],
    names: &'a Names,
    sources: &'a Sources,
    #[expect(dead_code, reason = "read by the analysis")]
    options: &'a Options,
    /// What relations, functors and types the names stand for.
    declared: declaration::Declared,
    /// What comes out.
    program: Program,
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
        errors: Vec::new(),
        warnings: Vec::new(),
    };
    for check in CHECKS {
        if check.when == When::Always {
            (check.run)(&mut checking);
        }
    }
    let faulty = |found: &Diagnostic| found.severity == Severity::Error;
    let clean = checking.errors.is_empty() && !diagnostics.iter().any(faulty);
    diagnostics.append(&mut checking.errors);
    if clean {
        diagnostics.append(&mut checking.warnings);
    }
    checking.program
}

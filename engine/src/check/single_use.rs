//! Variables that are written once: they join nothing and say nothing, so `_` would do. Refuses to know what literals
//! mean.

use super::Checking;
use super::resolve::Resolver;
use crate::diagnostic::Diagnostic;
use crate::program::Rule;
use crate::source::Span;

/// The places of variables in the alternatives of one clause.
#[derive(Debug, Default)]
pub(super) struct Uses {
    list: Vec<Use>,
}

#[derive(Debug)]
struct Use {
    span: Span,
    name: std::sync::Arc<str>,
    /// How often the variable is written in the alternative.
    times: u32,
}

impl Uses {
    /// Adds the variables of an alternative. In a remedy, a variable that only heads have is a new value.
    pub(super) fn add(&mut self, resolver: &Resolver, remedy: bool, body: Option<Span>) {
        let mut times = vec![0; resolver.variables.len()];
        for occurrence in &resolver.occurrences {
            times[occurrence.variable.0 as usize] += 1;
        }
        for occurrence in &resolver.occurrences {
            let at = occurrence.variable.0 as usize;
            let new = remedy && body.is_none_or(|body| occurrence.span.start < body.start);
            let name = &resolver.variables[at].name;
            if !new && !name.starts_with('_') {
                self.list.push(Use { span: occurrence.span, name: name.clone(), times: times[at] });
            }
        }
    }

    /// Warns of the places that are the only ones in every alternative that has them.
    pub(super) fn warn(mut self, checking: &mut Checking<'_>, rule: &Rule) {
        self.list.sort_by_key(|found| found.span);
        for same in self.list.chunk_by(|left, right| left.span == right.span) {
            if same.iter().any(|found| found.times > 1) {
                continue;
            }
            let Some(Use { span, name, .. }) = same.first() else {
                continue;
            };
            let warning = Diagnostic::warning("single-use", *span, format!("`{name}` is written only here"))
                .with_help(format!("write `_`, or `_{name}` to keep the name"));
            checking.warn(&rule.annotations, warning);
        }
    }
}

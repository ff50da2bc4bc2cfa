//! An input relation that no loader provides. Refuses to know what loaders do.

use super::{Checking, annotation};
use crate::diagnostic::{Diagnostic, nearest};

/// Reports `@[host]` relations that the host does not have, where it has said what it has.
pub(super) fn check(checking: &mut Checking<'_>) {
    let Some(loaders) = &checking.options.loaders else {
        return;
    };
    for relation in &checking.program.relations {
        let known = loaders.iter().any(|loader| **loader == *relation.name);
        if known || !annotation::has(&relation.annotations, "host") {
            continue;
        }
        let name = &relation.name;
        let near = nearest(name, loaders.iter().map(String::as_str));
        let help = near.map_or_else(
            || "remove `@[host]` and give it facts, rules or `.input`".to_owned(),
            |near| format!("did you mean `{near}`?"),
        );
        let message = format!("no loader provides `{name}`");
        let found = Diagnostic::error("no-loader", relation.span, message);
        checking.errors.push(found.with_help(help));
    }
}

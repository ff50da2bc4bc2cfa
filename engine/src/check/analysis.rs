//! The static analysis of a program's relation graph, itself a Datalog program.
//!
//! Why crepe: what is asked here reads as it is meant, and the engine cannot be asked before there is a program. Its
//! answers are no larger than the graph; what evaluation needs of the graph is in `stratum`.
//!
//! A reader can rely on: answers are sorted, and no sentence holds pairs of relations that no rule pairs. Refuses to know
//! places and diagnostics.

#![expect(
    clippy::disallowed_types,
    clippy::iter_over_hash_type,
    reason = "in what the macro expands to; its answers are sorted below"
)]

use crepe::crepe;

use crate::program::{Program, Purpose, RelationId};
use crate::stratum::reads;

crepe! {
    // There is such a relation.
    @input
    struct Relation(RelationId);

    // A rule for the first reads the second.
    @input
    struct Reads(RelationId, RelationId);

    // Somebody outside reads it.
    @input
    struct Output(RelationId);

    // An action's body reads it.
    @input
    struct ReadByRemedy(RelationId);

    struct Read(RelationId);
    Read(a) <- Output(a);
    Read(a) <- ReadByRemedy(a);
    Read(b) <- Reads(a, b), (a != b);

    @output
    struct Unread(RelationId);
    Unread(a) <- Relation(a), !Read(a);
}

/// What the relation graph of a program says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Analysis {
    /// Relations that no output is, no action and no rule of another relation reads.
    pub unread: Vec<RelationId>,
}

/// Analyses a program. `outputs` are read from outside, besides `.output` and `.printsize`.
#[must_use]
pub fn analyse(program: &Program, outputs: &[RelationId]) -> Analysis {
    let mut runtime = Crepe::new();
    runtime.extend((0..).map(RelationId).zip(&program.relations).map(|(id, _)| Relation(id)));
    let asked = program.directives.iter();
    let asked = asked.filter(|directive| directive.purpose != Purpose::Input);
    runtime.extend(asked.map(|directive| Output(directive.relation)));
    runtime.extend(outputs.iter().map(|&id| Output(id)));
    for rule in &program.rules {
        reads(&rule.body, &mut |_, id, _| runtime.extend([Reads(rule.head, id)]));
    }
    for remedy in &program.remedies {
        reads(&remedy.body, &mut |_, id, _| runtime.extend([ReadByRemedy(id)]));
    }
    let (found,) = runtime.run();
    let mut unread: Vec<RelationId> = found.into_iter().map(|Unread(id)| id).collect();
    unread.sort_unstable();
    Analysis { unread }
}

//! The static analysis of a program's relation graph, itself a Datalog program.
//!
//! Why crepe: what is asked here is reachability over a small graph, in eight sentences that read as they are meant;
//! written as loops they would be a page, and the engine cannot be asked before there is a program. The price is
//! closures of all pairs (milliseconds on a large program), so that a compilation that only wants to evaluate does not
//! run this; what evaluation needs is linear and in `stratum`.
//!
//! A reader can rely on: answers are sorted. Refuses to know places and diagnostics.

#![expect(
    clippy::disallowed_types,
    clippy::iter_over_hash_type,
    reason = "in what the macro expands to; its answers are sorted below"
)]

use crepe::crepe;

use crate::program::{Access, Program, Purpose, RelationId, Rule};
use crate::stratum::{Polarity, reads};

crepe! {
    // There is such a relation.
    @input
    struct Relation(RelationId);

    // A rule for the first reads the second.
    @input
    struct Reads(RelationId, RelationId);

    // A rule for the first reads the second under negation or aggregation.
    @input
    struct ReadsAbsence(RelationId, RelationId);

    // Somebody outside reads it.
    @input
    struct Output(RelationId);

    // Its rows come from outside.
    @input
    struct Input(RelationId);

    // An action's body reads it.
    @input
    struct ReadByRemedy(RelationId);

    @output
    struct Depends(RelationId, RelationId);
    Depends(a, b) <- Reads(a, b);
    Depends(a, c) <- Depends(a, b), Reads(b, c);

    @output
    struct DependsThroughNegation(RelationId, RelationId);
    DependsThroughNegation(a, b) <- ReadsAbsence(a, b);
    DependsThroughNegation(a, c) <- Depends(a, b), ReadsAbsence(b, c);
    DependsThroughNegation(a, c) <- DependsThroughNegation(a, b), Reads(b, c);

    @output
    struct Recursive(RelationId);
    Recursive(a) <- Depends(a, b), (a == b);

    @output
    struct NegationInCycle(RelationId, RelationId);
    NegationInCycle(a, b) <- ReadsAbsence(a, b), (a == b);
    NegationInCycle(a, b) <- ReadsAbsence(a, b), Depends(b, a);

    @output
    struct ReachesOutput(RelationId);
    ReachesOutput(a) <- Output(a);
    ReachesOutput(b) <- ReachesOutput(a), Reads(a, b);

    @output
    struct NeedsInput(RelationId, RelationId);
    NeedsInput(a, a) <- Output(a), Input(a);
    NeedsInput(a, b) <- Output(a), Depends(a, b), Input(b);

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
    /// The first needs the second, through any number of rules.
    pub depends: Vec<(RelationId, RelationId)>,
    /// The same with a negation or an aggregate on the way.
    pub depends_through_negation: Vec<(RelationId, RelationId)>,
    /// Relations that depend on themselves.
    pub recursive: Vec<RelationId>,
    /// A rule for the first reads the second under negation or aggregation, and the second depends on the first.
    pub negation_in_cycle: Vec<(RelationId, RelationId)>,
    /// Outputs, and what they depend on.
    pub reaches_output: Vec<RelationId>,
    /// An output, and an input that it depends on.
    pub needs_input: Vec<(RelationId, RelationId)>,
    /// Relations that no output is, no action and no rule of another relation reads.
    pub unread: Vec<RelationId>,
}

/// Analyses a program. `outputs` are read from outside, besides `.output` and `.printsize`.
#[must_use]
pub fn analyse(program: &Program, outputs: &[RelationId]) -> Analysis {
    let mut runtime = Crepe::new();
    for (id, relation) in (0..).map(RelationId).zip(&program.relations) {
        runtime.extend([Relation(id)]);
        if relation.access != Access::Derived {
            runtime.extend([Input(id)]);
        }
    }
    let asked = program.directives.iter();
    let asked = asked.filter(|directive| directive.purpose != Purpose::Input);
    runtime.extend(asked.map(|directive| Output(directive.relation)));
    runtime.extend(outputs.iter().map(|&id| Output(id)));
    for rule in &program.rules {
        add_rule(&mut runtime, rule);
    }
    for remedy in &program.remedies {
        reads(&remedy.body, &mut |_, id, _| runtime.extend([ReadByRemedy(id)]));
    }
    let found = runtime.run();
    Analysis {
        depends: sorted(found.0.into_iter().map(|Depends(a, b)| (a, b))),
        depends_through_negation: sorted(found.1.into_iter().map(|DependsThroughNegation(a, b)| (a, b))),
        recursive: sorted(found.2.into_iter().map(|Recursive(a)| a)),
        negation_in_cycle: sorted(found.3.into_iter().map(|NegationInCycle(a, b)| (a, b))),
        reaches_output: sorted(found.4.into_iter().map(|ReachesOutput(a)| a)),
        needs_input: sorted(found.5.into_iter().map(|NeedsInput(a, b)| (a, b))),
        unread: sorted(found.6.into_iter().map(|Unread(a)| a)),
    }
}

fn add_rule(runtime: &mut Crepe, rule: &Rule) {
    reads(&rule.body, &mut |_, id, polarity| {
        runtime.extend([Reads(rule.head, id)]);
        if polarity != Polarity::Positive {
            runtime.extend([ReadsAbsence(rule.head, id)]);
        }
    });
}

fn sorted<T: Ord>(found: impl Iterator<Item = T>) -> Vec<T> {
    let mut list: Vec<T> = found.collect();
    list.sort_unstable();
    list
}

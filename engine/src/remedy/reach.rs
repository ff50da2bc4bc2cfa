//! Which relations can take rows of another away when they grow, and which can add some: the signs of all paths from
//! one to the other through rules. Refuses to know rows.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::program::{Literal, Program, RelationId};
use crate::stratum::{Polarity, reads};

/// A relation, and whether it is reached through an even number of negations.
type Signed = (RelationId, bool);

/// What growing relations do to a body or a relation.
#[derive(Clone, Debug, Default)]
pub(super) struct Reach {
    /// Names of relations whose growth may add rows.
    pub(super) adding: BTreeSet<Arc<str>>,
    /// Names of relations whose growth may take rows away.
    pub(super) removing: BTreeSet<Arc<str>>,
}

impl Reach {
    /// What grows or shrinks a relation.
    pub(super) fn of_relation(program: &Program, relation: RelationId) -> Self {
        Self::from(program, vec![(relation, true)])
    }

    /// What grows or shrinks the matches of a body.
    pub(super) fn of_body(program: &Program, body: &[Literal]) -> Self {
        let mut start = Vec::new();
        signed(body, true, &mut start);
        Self::from(program, start)
    }

    fn from(program: &Program, mut stack: Vec<Signed>) -> Self {
        let mut seen = BTreeSet::new();
        while let Some((relation, even)) = stack.pop() {
            if seen.insert((relation, even)) {
                for rule in program.rules.iter().filter(|rule| rule.head == relation) {
                    signed(&rule.body, even, &mut stack);
                }
            }
        }
        let mut reach = Self::default();
        for (relation, even) in seen {
            let side = if even { &mut reach.adding } else { &mut reach.removing };
            side.insert(program.relation(relation).name.clone());
        }
        reach
    }

    /// Takes in another program's.
    pub(super) fn extend(&mut self, other: Self) {
        self.adding.extend(other.adding);
        self.removing.extend(other.removing);
    }
}

fn signed(body: &[Literal], even: bool, into: &mut Vec<Signed>) {
    reads(body, &mut |_, relation, polarity| match polarity {
        Polarity::Positive => into.push((relation, even)),
        Polarity::Negative => into.push((relation, !even)),
        Polarity::Aggregated => into.extend([(relation, true), (relation, false)]),
    });
}

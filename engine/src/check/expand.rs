//! Bodies without disjunction: a body becomes alternatives, each a conjunction, with negation at single literals only
//! (De Morgan). Refuses to know what literals mean.

use crate::source::Span;
use crate::syntax::ast::{Conjunction, Literal, LiteralForm};

/// Most alternatives of one body, and most literals of one alternative.
pub(super) const MOST: usize = 1_000;

/// Most literals of all rules of one clause together, those of aggregates among them: alternatives within alternatives, and
/// heads, multiply.
pub(super) const MOST_TOGETHER: usize = 50_000;

/// A literal that is no group and no negation, and whether it is negated.
#[derive(Clone, Copy)]
pub(super) struct Part<'a> {
    pub(super) literal: &'a Literal,
    pub(super) negated: bool,
    /// With its `!`, where it has one of its own.
    pub(super) span: Span,
}

/// The body has more than [`MOST`] alternatives or literals.
pub(super) struct TooLarge;

/// Alternatives, each a conjunction of parts.
type Alternatives<'a> = Vec<Vec<Part<'a>>>;

/// The alternatives of a body; one empty alternative where there is no body.
pub(super) fn alternatives(body: &[Conjunction]) -> Result<Alternatives<'_>, TooLarge> {
    if body.is_empty() {
        return Ok(vec![Vec::new()]);
    }
    disjunction(body, false)
}

fn disjunction(body: &[Conjunction], negated: bool) -> Result<Alternatives<'_>, TooLarge> {
    if negated {
        // Not (a, b; c) is (not a; not b), not c.
        let mut all = vec![Vec::new()];
        for one in body {
            let mut some = Vec::new();
            for literal in one {
                some.extend(parts(literal, true)?);
                bounded(some.len())?;
            }
            all = product(all, some)?;
        }
        return Ok(all);
    }
    let mut some = Vec::with_capacity(body.len());
    for one in body {
        let mut all = vec![Vec::with_capacity(one.len())];
        for literal in one {
            match simple(literal) {
                Some(part) => all.iter_mut().for_each(|alternative| alternative.push(part)),
                None => all = product(all, parts(literal, false)?)?,
            }
            bounded(all.first().map_or(0, Vec::len))?;
        }
        some.append(&mut all);
        bounded(some.len())?;
    }
    Ok(some)
}

/// The literal, where it is neither a group nor a negation of more than an atom.
fn simple(literal: &Literal) -> Option<Part<'_>> {
    match &literal.form {
        LiteralForm::Group(_) => None,
        LiteralForm::Not(inner) => match inner.form {
            LiteralForm::Group(_) | LiteralForm::Not(_) => None,
            _ => Some(Part { literal: inner, negated: true, span: literal.place.0 }),
        },
        _ => Some(Part { literal, negated: false, span: literal.place.0 }),
    }
}

fn parts(literal: &Literal, negated: bool) -> Result<Alternatives<'_>, TooLarge> {
    match &literal.form {
        LiteralForm::Group(body) => disjunction(body, negated),
        LiteralForm::Not(inner) => parts(inner, !negated),
        _ => Ok(vec![vec![Part { literal, negated, span: literal.place.0 }]]),
    }
}

/// Each of `left` followed by each of `right`.
fn product<'a>(mut left: Alternatives<'a>, mut right: Alternatives<'a>) -> Result<Alternatives<'a>, TooLarge> {
    bounded(left.len().saturating_mul(right.len()))?;
    let longest = |list: &Alternatives<'_>| list.iter().map(Vec::len).max().unwrap_or(0);
    bounded(longest(&left) + longest(&right))?;
    if let [only] = right.as_mut_slice() {
        left.iter_mut().for_each(|first| first.extend_from_slice(only));
        return Ok(left);
    }
    let mut all = Vec::with_capacity(left.len() * right.len());
    for first in &left {
        for second in &right {
            all.push(first.iter().chain(second).copied().collect());
        }
    }
    Ok(all)
}

fn bounded(length: usize) -> Result<(), TooLarge> {
    if length > MOST {
        return Err(TooLarge);
    }
    Ok(())
}

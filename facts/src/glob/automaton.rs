//! Patterns as small automata over characters: whether one accepts a text, and whether two accept a common one.
//! Refuses to know the syntax that they were written in. Both answers are exact; the cost is the product of the sizes.

/// A set of characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Set {
    /// This one.
    Char(char),
    /// All but `/`.
    Name,
    /// All.
    Any,
    /// Those in one of the ranges, or those in none of them; never `/`.
    Class {
        /// In none of them.
        negated: bool,
        /// First and last character of each.
        ranges: Vec<(char, char)>,
    },
}

/// A part of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// One character of the set.
    One(Set),
    /// Any number of characters of the set.
    Many(Set),
    /// The next so many steps may be left out.
    Optional(usize),
}

/// Whether the steps accept the whole text.
pub(super) fn matches(steps: &[Step], text: &str) -> bool {
    let mut current = vec![false; steps.len() + 1];
    let mut next = current.clone();
    let mut open = Vec::new();
    reach(steps, 0, &mut current, &mut open);
    for c in text.chars() {
        next.fill(false);
        let mut alive = false;
        for (at, step) in steps.iter().enumerate() {
            let to = match step {
                _ if !current[at] => continue,
                Step::One(set) if set.holds(c) => at + 1,
                Step::Many(set) if set.holds(c) => at,
                _ => continue,
            };
            reach(steps, to, &mut next, &mut open);
            alive = true;
        }
        if !alive {
            return false;
        }
        std::mem::swap(&mut current, &mut next);
    }
    current[steps.len()]
}

/// Marks a state and those that it leads to without a character. `open` is room to work in, empty before and after.
fn reach(steps: &[Step], at: usize, states: &mut [bool], open: &mut Vec<usize>) {
    open.push(at);
    while let Some(at) = open.pop() {
        if at > steps.len() || std::mem::replace(&mut states[at], true) {
            continue;
        }
        open.extend(free(steps, at));
    }
}

/// The states that a state leads to without a character.
fn free(steps: &[Step], at: usize) -> impl Iterator<Item = usize> {
    let (next, skip) = match steps.get(at) {
        Some(Step::Many(_)) => (Some(at + 1), None),
        Some(Step::Optional(count)) => (Some(at + 1), Some(at + 1 + count)),
        _ => (None, None),
    };
    next.into_iter().chain(skip)
}

/// Whether some text is accepted by both.
pub(super) fn meet(left: &[Step], right: &[Step]) -> bool {
    let width = right.len() + 1;
    let mut seen = vec![false; (left.len() + 1) * width];
    let mut open = vec![(0, 0)];
    while let Some((at, to)) = open.pop() {
        if at > left.len() || to > right.len() || std::mem::replace(&mut seen[at * width + to], true) {
            continue;
        }
        if at == left.len() && to == right.len() {
            return true;
        }
        open.extend(free(left, at).map(|at| (at, to)));
        open.extend(free(right, to).map(|to| (at, to)));
        if let (Some((set, at)), Some((other, to))) = (taken(left, at), taken(right, to))
            && set.meets(other)
        {
            open.push((at, to));
        }
    }
    false
}

/// What a state takes, and the state behind it.
fn taken(steps: &[Step], at: usize) -> Option<(&Set, usize)> {
    match steps.get(at)? {
        Step::One(set) => Some((set, at + 1)),
        Step::Many(set) => Some((set, at)),
        Step::Optional(_) => None,
    }
}

impl Set {
    fn holds(&self, c: char) -> bool {
        match self {
            Set::Char(own) => *own == c,
            Set::Name => c != '/',
            Set::Any => true,
            Set::Class { negated, ranges } => {
                c != '/' && ranges.iter().any(|(first, last)| (*first..=*last).contains(&c)) != *negated
            }
        }
    }

    /// Whether a character is in both.
    fn meets(&self, other: &Set) -> bool {
        match (self, other) {
            (Set::Char(c), set) | (set, Set::Char(c)) => set.holds(*c),
            (Set::Class { .. }, _) | (_, Set::Class { .. }) => {
                let bounds = self.bounds().chain(other.bounds());
                bounds.into_iter().any(|c| self.holds(c) && other.holds(c))
            }
            _ => true,
        }
    }

    /// Characters of which one is in any intersection that is not empty: where the set begins, and where what it
    /// leaves out ends.
    fn bounds(&self) -> impl Iterator<Item = char> {
        let ranges = match self {
            Set::Class { ranges, .. } => ranges.as_slice(),
            _ => &[],
        };
        let after = |c: char| (c..=char::MAX).nth(1);
        let edges = ranges.iter().flat_map(move |(first, last)| [Some(*first), after(*first), after(*last)]);
        ['\0', '0'].into_iter().chain(edges.flatten()).flat_map(move |c| [Some(c), after(c)]).flatten()
    }
}

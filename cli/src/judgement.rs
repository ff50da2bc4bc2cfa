//! What one evaluation says about one call: the contract relations, read out of the model.

use engine::Model;
use engine::show::plain;

/// A row of `deny`, `ask` or `warn`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Finding {
    /// The rule's code.
    pub(crate) rule: String,
    /// What it is about.
    pub(crate) subject: String,
    /// The reason, or message; its first line says what to do.
    pub(crate) text: String,
}

/// A row of `advice`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Advice {
    /// The rule that it belongs to.
    pub(crate) rule: String,
    /// Its place among the rule's advice.
    pub(crate) order: i64,
    /// The advice.
    pub(crate) text: String,
}

/// The verdict on one call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Judgement {
    /// Refusals: any one refuses.
    pub(crate) deny: Vec<Finding>,
    /// Questions to the person through the client.
    pub(crate) ask: Vec<Finding>,
    /// Remarks.
    pub(crate) warn: Vec<Finding>,
    /// What is printed below the refusals.
    pub(crate) advice: Vec<Advice>,
    /// Files whose later look may change the verdict.
    pub(crate) awaited: Vec<String>,
    /// What let the call through: by, subject.
    pub(crate) through: Vec<(String, String)>,
    /// Paths that the call writes or moves, as spelled.
    pub(crate) touches: Vec<String>,
}

/// The output relations that decide a call.
pub(crate) const VERDICT: [&str; 5] = ["deny", "ask", "warn", "advice", "await"];

/// The output relations that a replay reports.
pub(crate) const REPORT: [&str; 4] = ["deny", "advice", "through", "touches"];

impl Judgement {
    /// The verdict on a call that could not be judged.
    pub(crate) fn refused(finding: Finding) -> Self {
        Self { deny: vec![finding], ..Self::default() }
    }

    /// Reads the contract relations of a model, each sorted.
    pub(crate) fn of(model: &Model<'_>) -> Self {
        let rows = |name| {
            let mut rows = texts(model, name);
            rows.sort();
            rows
        };
        Self {
            deny: rows("deny").iter().filter_map(|row| finding(row)).collect(),
            ask: rows("ask").iter().filter_map(|row| finding(row)).collect(),
            warn: rows("warn").iter().filter_map(|row| finding(row)).collect(),
            advice: rows("advice").iter().filter_map(|row| advice(row)).collect(),
            awaited: rows("await").into_iter().flatten().collect(),
            touches: rows("touches").into_iter().flatten().collect(),
            through: rows("through")
                .iter()
                .filter_map(|row| Some((row.first()?.clone(), row.get(1)?.clone())))
                .collect(),
        }
    }

    /// Both verdicts must let a call pass: what either refuses, asks or remarks stands.
    pub(crate) fn and(mut self, other: Self) -> Self {
        union(&mut self.deny, other.deny);
        union(&mut self.ask, other.ask);
        union(&mut self.warn, other.warn);
        union(&mut self.advice, other.advice);
        union(&mut self.awaited, other.awaited);
        union(&mut self.through, other.through);
        union(&mut self.touches, other.touches);
        self
    }
}

fn union<T: Ord>(into: &mut Vec<T>, more: Vec<T>) {
    into.extend(more);
    into.sort();
    into.dedup();
}

/// The rows of a relation as texts; numbers are printed.
fn texts(model: &Model<'_>, name: &str) -> Vec<Vec<String>> {
    model.rows(name).map(|row| row.iter().map(plain).collect()).collect()
}

fn finding(row: &[String]) -> Option<Finding> {
    let [rule, subject, text] = row else {
        return None;
    };
    Some(Finding { rule: rule.clone(), subject: subject.clone(), text: text.clone() })
}

fn advice(row: &[String]) -> Option<Advice> {
    let [rule, order, text] = row else {
        return None;
    };
    Some(Advice { rule: rule.clone(), order: order.parse().ok()?, text: text.clone() })
}

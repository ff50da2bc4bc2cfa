//! Absences as an indented tree: rule by rule what matches and what fails first.

use super::{atom, bindings, fact, pad, value};
use crate::absence::{Absence, Attempt, Failure, WhyNot};
use crate::host::Value;
use crate::source::Span;

/// An absence in lines. `place` gives the place of a rule, or an empty text where it is to be left out.
#[must_use]
pub fn absence(absence: &Absence, place: &dyn Fn(Span) -> String) -> Vec<String> {
    let mut tree = Tree { place, lines: Vec::new() };
    tree.absence(absence, 0);
    tree.lines
}

struct Tree<'a> {
    place: &'a dyn Fn(Span) -> String,
    lines: Vec<String>,
}

impl Tree<'_> {
    fn line(&mut self, level: usize, text: &str) {
        self.lines.push(format!("{}{text}", pad(level)));
    }

    fn absence(&mut self, absence: &Absence, level: usize) {
        let atom = atom(&absence.relation, &absence.pattern);
        match &absence.why {
            WhyNot::There { total, .. } => self.line(level, &format!("{atom} holds: {total} matching")),
            WhyNot::NotGiven { nearest } => {
                self.line(level, &format!("no {atom} is given"));
                for row in nearest {
                    self.line(level + 1, &format!("nearest: {}", fact(&absence.relation, row)));
                }
            }
            WhyNot::NotAsked => self.line(level, &format!("{atom} was not asked for: nothing needed it")),
            WhyNot::Repeated => self.line(level, &format!("no {atom}: see above")),
            WhyNot::Cut => self.line(level, &format!("no {atom}: …")),
            WhyNot::Rules { attempts, nearest } => {
                let because = match attempts.len() {
                    1 => "its one rule does not hold".to_owned(),
                    count => format!("none of its {count} rules holds"),
                };
                self.line(level, &format!("no {atom}, because {because}"));
                for (at, attempt) in attempts.iter().enumerate() {
                    let mark = if at == *nearest && attempts.len() > 1 { "nearest " } else { "" };
                    self.attempt(attempt, mark, level + 1);
                }
            }
        }
    }

    fn attempt(&mut self, attempt: &Attempt, mark: &str, level: usize) {
        let place = (self.place)(attempt.span);
        let place = if place.is_empty() { place } else { format!(" [{place}]") };
        self.line(level, &format!("{mark}rule{place}: {}", attempt.text));
        if !attempt.matched.is_empty() {
            let bindings = bindings(attempt.bindings.iter().map(|(name, value)| (&**name, value)));
            let with = if bindings.is_empty() { String::new() } else { format!(" with {bindings}") };
            self.line(level + 1, &format!("matches: {}{with}", attempt.matched.join(", ")));
        }
        match &attempt.failed {
            Failure::Head => self.line(level + 1, "fails: its head has other values"),
            Failure::Absent { text, absence } => {
                self.line(level + 1, &format!("fails: {text}"));
                match &absence.why {
                    WhyNot::There { total, .. } => {
                        let atom = atom(&absence.relation, &absence.pattern);
                        self.line(
                            level + 2,
                            &format!("{total} rows match {atom}, none with equal values where a variable repeats"),
                        );
                    }
                    _ => self.absence(absence, level + 2),
                }
            }
            Failure::Blocked { text, values, .. } => {
                let name = text.trim_start_matches('!').split('(').next().unwrap_or_default();
                self.line(level + 1, &format!("fails: {text}, blocked by {}", fact(name, values)));
            }
            Failure::False { text, values } => {
                let values = bindings(values.iter().map(|(name, value)| (name.as_str(), value)));
                let values = if values.is_empty() { values } else { format!(", where {values}") };
                self.line(level + 1, &format!("fails: {text}{values}"));
            }
            Failure::Aggregate { text, result, wanted } => {
                let is = |result: &Value| format!("is {}", value(result));
                let result = result.as_ref().map_or_else(|| "has no value".to_owned(), is);
                let wanted = wanted.as_ref().map_or_else(String::new, |wanted| format!(", not {}", value(wanted)));
                self.line(level + 1, &format!("fails: {text}, which {result}{wanted}"));
            }
            Failure::Unknown { text } => self.line(level + 1, &format!("not known: {text}, which nothing asked for")),
        }
        if attempt.cut {
            self.line(level + 1, "(not all matches were looked at)");
        }
    }
}

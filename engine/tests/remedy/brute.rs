//! Small programs with remedies, and their minimal ways by trying every set that can be taken one by one. Works on texts
//! only, and leaves nothing out.

use std::collections::{BTreeMap, BTreeSet};

use engine::Value;
use engine::remedy::Goal;

use crate::program::{Stated, compiled, evaluated};

/// A program in parts.
pub(crate) struct Generated {
    rules: Vec<String>,
    remedies: Vec<Remedy>,
}

struct Remedy {
    name: String,
    /// Facts with `X` for the bound value and `N` for the new one.
    heads: Vec<(&'static str, char)>,
    body: String,
}

const DECLARATIONS: &str = ".decl dom(x: symbol) .decl e(x: symbol) .decl f(x: symbol) .decl g(x: symbol)
.decl h(x: symbol) .decl k(x: symbol) .decl deny(x: symbol)
dom(\"a\"). dom(\"b\").\n";

struct Choices<'a> {
    tape: &'a [u8],
    at: usize,
    /// Kinds of literals; the last ones aggregate.
    kinds: usize,
}

impl Choices<'_> {
    fn next(&mut self, bound: usize) -> usize {
        let choice = self.tape.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        usize::from(choice) % bound
    }

    /// A literal about `X` that reads the first `count` relations.
    fn literal(&mut self, count: usize) -> String {
        let relation = ["e", "f", "g", "h", "k"][self.next(count)];
        match self.next(self.kinds) {
            0 | 1 => format!("!{relation}(X)"),
            2 => format!("{relation}(X)"),
            3 => format!("!{relation}(_)"),
            _ => format!("N = count : {{ {relation}(_) }}, N < {}", 1 + self.next(3)),
        }
    }

    fn body(&mut self, count: usize) -> String {
        let first = self.literal(count);
        match self.next(2) {
            0 => format!("dom(X), {first}"),
            _ => format!("dom(X), {first}, {}", self.literal(count).replace('N', "M")),
        }
    }
}

impl Generated {
    pub(crate) fn of(tape: &[u8]) -> Self {
        let mut choices = Choices { tape, at: 0, kinds: 4 };
        choices.kinds += choices.next(3);
        let mut rules = Vec::new();
        for relation in ["e", "f", "g"] {
            for value in ["a", "b"] {
                if choices.next(4) == 1 {
                    rules.push(format!("{relation}(\"{value}\")."));
                }
            }
        }
        for (head, count) in [("h", 3), ("k", 4), ("deny", 5)] {
            for _ in 0..1 + choices.next(2) {
                rules.push(format!("{head}(X) :- {}.", choices.body(count)));
            }
        }
        let mut remedies = Vec::new();
        for number in 0..1 + choices.next(3) {
            let mut heads = Vec::new();
            for _ in 0..1 + choices.next(2) {
                heads.push((["e", "f", "g"][choices.next(3)], ['X', 'X', 'Y'][choices.next(3)]));
            }
            remedies.push(Remedy { name: format!("r{number}"), heads, body: choices.body(5) });
        }
        Self { rules, remedies }
    }

    pub(crate) fn goal(&self) -> Goal {
        Goal { relation: "deny".into(), columns: vec![(0, Value::Symbol("a".into()))] }
    }

    /// The whole program with more facts.
    pub(crate) fn text(&self, facts: &[String]) -> String {
        let remedies = self.remedies.iter().map(|remedy| {
            let heads: Vec<String> = remedy.heads.iter().map(|(head, term)| format!("{head}({term})")).collect();
            format!("@[remedy(\"{} {{X}}\")] {} :- {}.", remedy.name, heads.join(", "), remedy.body)
        });
        let lines: Vec<String> = self.rules.iter().cloned().chain(remedies).chain(facts.iter().cloned()).collect();
        format!("{DECLARATIONS}{}", lines.join("\n"))
    }

    /// Whether the goal is there, and which actions are open.
    fn look(&self, taken: &BTreeSet<String>) -> (bool, BTreeSet<String>) {
        let mut facts = Vec::new();
        for action in taken {
            let (name, value) = action.split_once(' ').expect("a remedy and a value");
            let remedy = self.remedies.iter().find(|remedy| remedy.name == name).expect("a remedy of the program");
            for (head, term) in &remedy.heads {
                let value = if *term == 'X' { value.to_owned() } else { format!("new {action}") };
                facts.push(format!("{head}(\"{value}\")."));
            }
        }
        let open = self
            .remedies
            .iter()
            .map(|remedy| format!(".decl open_{0}(x: symbol)\nopen_{0}(X) :- {1}.", remedy.name, remedy.body));
        facts.extend(open);
        let program = compiled(&self.text(&facts));
        let model = evaluated(&program, &mut Stated::default());
        let denied = model.rows("deny").any(|row| row == [Value::Symbol("a".into())]);
        let mut open = BTreeSet::new();
        for remedy in &self.remedies {
            for row in model.rows(&format!("open_{}", remedy.name)) {
                if let [Value::Symbol(value)] = row.as_slice() {
                    open.insert(format!("{} {value}", remedy.name));
                }
            }
        }
        (denied, open)
    }

    /// The minimal ways.
    pub(crate) fn minimal_sets(&self) -> Vec<BTreeSet<String>> {
        let mut seen: BTreeMap<BTreeSet<String>, bool> = BTreeMap::new();
        let mut stack = vec![BTreeSet::new()];
        while let Some(set) = stack.pop() {
            if seen.contains_key(&set) {
                continue;
            }
            let (denied, open) = self.look(&set);
            seen.insert(set.clone(), denied);
            for action in open {
                let mut more = set.clone();
                more.insert(action);
                stack.push(more);
            }
        }
        if !seen[&BTreeSet::new()] {
            return Vec::new();
        }
        let works: Vec<&BTreeSet<String>> = seen.iter().filter(|(_, denied)| !**denied).map(|(set, _)| set).collect();
        let minimal =
            works.iter().filter(|set| !works.iter().any(|other| other.len() < set.len() && other.is_subset(set)));
        minimal.map(|set| (*set).clone()).collect()
    }
}

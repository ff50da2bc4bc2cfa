//! A proof as a list that folds. A reader can rely on: each derived step is unfolded at one place of the page, whose
//! fragment is `#node-N`, and is a link to it elsewhere; every given fact has its origin, wherever it stands; nothing is
//! left out. Refuses to know of pages and styles.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use engine::proof::PremiseForm;
use engine::proof::document::{DocumentStep, StepWhy};
use engine::show;

use super::super::text;
use super::markup;
use crate::proofs::Proved;

/// Levels below which a proof goes on in a list of its own. Browsers stop nesting at about 500 elements, and a phone has
/// no room for as many margins.
const LEVELS: usize = 12;

/// Levels that are unfolded at first.
const OPEN: usize = 2;

/// The proof as HTML. `first` is the number of its step 0 on the page.
pub(crate) fn drawn(proof: &Proved, first: usize) -> String {
    let mut tree = Tree {
        proof,
        first,
        origins: origins(proof),
        repeated: repeated(proof),
        placed: BTreeSet::from([proof.document.root]),
        later: VecDeque::new(),
        out: String::new(),
    };
    tree.list(proof.document.root);
    while let Some(step) = tree.later.pop_front() {
        tree.out.push_str("<h4>Continued</h4>\n");
        tree.list(step);
    }
    tree.out
}

struct Tree<'p> {
    proof: &'p Proved,
    first: usize,
    origins: BTreeMap<String, &'p str>,
    /// Derived steps that are premises more than once: their numbers are shown.
    repeated: BTreeSet<usize>,
    /// Derived steps that have their place: unfolded already, or to be in a list of their own.
    placed: BTreeSet<usize>,
    /// Steps that get lists of their own.
    later: VecDeque<usize>,
    out: String,
}

/// What is still to be written.
enum Pending<'p> {
    Step(usize, usize),
    Premise(&'p PremiseForm, usize),
    Markup(&'static str),
}

const FOLD_END: &str = "</ul></details></li>\n";

impl<'p> Tree<'p> {
    /// A list with one step and all that it rests on. Proofs get thousands of steps deep: no recursion.
    fn list(&mut self, root: usize) {
        self.out.push_str("<ul class=\"proof\">\n");
        let proof = self.proof;
        let mut stack: Vec<Pending<'p>> = Vec::new();
        if let Some(step) = proof.document.steps.get(root) {
            self.step(step, root, 0, &mut stack);
        }
        while let Some(next) = stack.pop() {
            match next {
                Pending::Markup(markup) => self.out.push_str(markup),
                Pending::Premise(premise, level) => self.premise(premise, level, &mut stack),
                Pending::Step(at, level) => {
                    let Some(step) = proof.document.steps.get(at) else {
                        continue;
                    };
                    if !text::is_derived(step) {
                        self.step(step, at, level, &mut stack);
                    } else if !self.placed.insert(at) {
                        self.reference(step, at, "see");
                    } else if level >= LEVELS {
                        self.later.push_back(at);
                        self.reference(step, at, "goes on at");
                    } else {
                        self.step(step, at, level, &mut stack);
                    }
                }
            }
        }
        self.out.push_str("</ul>\n");
    }

    fn step(&mut self, step: &'p DocumentStep, at: usize, level: usize, stack: &mut Vec<Pending<'p>>) {
        let fact = show::fact(&step.relation, &step.values);
        let StepWhy::Derived { rule, bindings, premises } = &step.why else {
            let origin = self.origins.get(&key(&step.relation, &step.values)).copied().unwrap_or_default();
            let (fact, origin) = (markup::escaped(&fact), markup::place(origin));
            self.out.push_str(&format!(
                "<li class=\"given\"><code>{fact}</code> <span class=\"origin\">[{origin}]</span></li>\n"
            ));
            return;
        };
        let number = self.first + at;
        let named = self.repeated.contains(&at) || level == 0;
        let label = if named { format!("<b>{number}</b> ") } else { String::new() };
        let open = if level < OPEN { " open" } else { "" };
        self.out.push_str(&format!(
            "<li><details id=\"node-{number}\"{open}><summary>{label}<code>{}</code></summary>\n",
            markup::escaped(&fact)
        ));
        self.rule(*rule, bindings);
        self.out.push_str("<ul>\n");
        stack.push(Pending::Markup(FOLD_END));
        stack.extend(premises.iter().rev().map(|premise| match premise {
            PremiseForm::Fact { node } => Pending::Step(*node, level + 1),
            other => Pending::Premise(other, level + 1),
        }));
    }

    fn rule(&mut self, rule: usize, bindings: &[(String, engine::Value)]) {
        let text = markup::escaped(self.proof.document.rules.get(rule).map_or("", String::as_str));
        let place = markup::place(self.proof.places.get(rule).map_or("", String::as_str));
        self.out.push_str(&format!("<p class=\"rule\">by <code>{text}</code>"));
        if !place.is_empty() {
            self.out.push_str(&format!(" <span class=\"origin\">[{place}]</span>"));
        }
        let bindings = show::bindings(bindings.iter().map(|(name, value)| (name.as_str(), value)));
        if !bindings.is_empty() {
            self.out.push_str(&format!("<br>where <code>{}</code>", markup::escaped(&bindings)));
        }
        self.out.push_str("</p>\n");
    }

    /// A derived step that stands elsewhere.
    fn reference(&mut self, step: &DocumentStep, at: usize, word: &str) {
        let number = self.first + at;
        let fact = markup::escaped(&show::fact(&step.relation, &step.values));
        self.out.push_str(&format!(
            "<li class=\"reference\"><code>{fact}</code> <a href=\"#node-{number}\">{word} {number}</a></li>\n"
        ));
    }

    fn premise(&mut self, premise: &'p PremiseForm, level: usize, stack: &mut Vec<Pending<'p>>) {
        let literal = markup::escaped(&text::literal(premise));
        match premise {
            PremiseForm::Aggregate { rows, .. } if !rows.is_empty() => {
                self.out.push_str(&format!("<li><details><summary><code>{literal}</code></summary>\n<ul>\n"));
                stack.push(Pending::Markup(FOLD_END));
                stack.extend(rows.iter().rev().map(|&row| Pending::Step(row, level + 1)));
            }
            PremiseForm::Absent { .. } => {
                self.out.push_str(&format!("<li class=\"absent\"><code>{literal}</code></li>\n"));
            }
            _ => self.out.push_str(&format!("<li><code>{literal}</code></li>\n")),
        }
    }
}

/// Where each given fact comes from. Facts differ where their canonical texts do.
fn origins(proof: &Proved) -> BTreeMap<String, &str> {
    let facts = proof.document.facts.iter().zip(&proof.origins);
    facts.map(|(fact, origin)| (key(&fact.relation, &fact.values), origin.as_str())).collect()
}

fn key(relation: &str, values: &[engine::Value]) -> String {
    format!("{relation} {values:?}")
}

fn repeated(proof: &Proved) -> BTreeSet<usize> {
    let mut seen = BTreeSet::new();
    let premises = proof.document.steps.iter().flat_map(text::premises_of);
    let again: BTreeSet<usize> = premises.filter(|&node| !seen.insert(node)).collect();
    again.into_iter().filter(|&node| proof.document.steps.get(node).is_some_and(text::is_derived)).collect()
}

#[cfg(test)]
mod tests {
    use engine::Value;
    use engine::proof::{ProofDocument, ProofId};

    use super::*;

    fn step(at: usize, premises: &[usize]) -> DocumentStep {
        let premises = premises.iter().map(|&node| PremiseForm::Fact { node }).collect();
        let why = StepWhy::Derived { rule: 0, bindings: Vec::new(), premises };
        let id = ProofId::parse(&"0".repeat(64)).unwrap();
        DocumentStep { id, relation: "p".to_owned(), values: vec![Value::Number(at.try_into().unwrap())], why }
    }

    fn proof(steps: Vec<DocumentStep>) -> Proved {
        let document = ProofDocument {
            types: Vec::new(),
            relations: Vec::new(),
            functors: Vec::new(),
            rules: vec!["p(X) :- q(X).".to_owned()],
            facts: Vec::new(),
            answers: Vec::new(),
            root: steps.len() - 1,
            steps,
        };
        Proved { key: "HEAD".to_owned(), document, places: vec!["/r/a.dl:1:1".to_owned()], origins: Vec::new() }
    }

    /// E4: a deep proof is whole, in pieces that a browser nests; each step has one place, and each link leads to one.
    #[test]
    fn deep_and_shared_steps_have_one_place() {
        let steps = (0..3000).map(|at| step(at, &[at.saturating_sub(1), at.saturating_sub(2)][..at.min(2)]));
        let page = drawn(&proof(steps.collect()), 5000);
        let places = page.split("<details id=\"node-").skip(1).filter_map(|rest| rest.split('"').next());
        let mut places: Vec<usize> = places.map(|number| number.parse().unwrap()).collect();
        places.sort_unstable();
        assert!(places.into_iter().eq(5000..8000));
        assert_eq!(page.matches("href=\"#node-").count(), 1 + 2 * 2998 - 2999 + page.matches("<h4>").count());
        let mut deepest = 0;
        page.lines().fold(0_usize, |depth, line| {
            let depth = depth + line.matches("<li").count() - line.matches("</li>").count();
            deepest = deepest.max(depth);
            depth
        });
        assert!((10..=LEVELS + 1).contains(&deepest), "{deepest}");
    }
}

//! Texts that may not be kept: what a call writes, its scripts and patches, and long texts of its input. In a kept proof
//! their digests stand for them; ids are made so that they stay the same. Refuses to judge what is a secret.

use std::collections::BTreeMap;

use engine::Value;
use engine::proof::document::StepWhy;
use engine::proof::{PremiseForm, ProofDocument, id};
use facts::payload::Payload;
use facts::schema::RELATIONS;

/// A text of the input longer than this is kept as a digest.
const LONG: usize = 200;

/// A hidden text at least this long is also hidden where it is a part of another.
const RECOGNISED: usize = 16;

/// Columns of input relations that hold scripts and patches.
const COLUMNS: [&str; 2] = ["script", "patch"];

/// Input relations whose `text`, and what they take from it, is what is written, or a program.
const WRITTEN: [&str; 16] = [
    "declares",
    "draft_element",
    "draft_mention",
    "draft_note",
    "file_at",
    "file_text",
    "patch_content",
    "quoted",
    "quoted_part",
    "reply",
    "shell_content",
    "shell_inline",
    "table_cell",
    "table_row",
    "text_line",
    "use_text",
];

/// The columns of these that hold such a text.
const TEXTS: [&str; 5] = ["text", "span", "part", "statement", "cell"];

/// Hidden texts and what stands for them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hidden {
    digests: BTreeMap<String, String>,
}

impl Hidden {
    /// The long texts of a payload, and those where the rules say that content stands (`pointers` end like that).
    pub(crate) fn of_payload(payload: Option<&Payload>, pointers: &[String]) -> Self {
        let mut hidden = Self::default();
        for (at, text) in payload.iter().flat_map(|payload| &payload.texts) {
            if text.len() > LONG || pointers.iter().any(|pointer| at.ends_with(pointer.as_str())) {
                hidden.hide(text, &[]);
            }
        }
        hidden
    }

    /// Takes in what the facts and answers of a proof say is written.
    fn learn(&mut self, document: &ProofDocument) {
        for fact in &document.facts {
            let columns = RELATIONS.iter().find(|known| known.name == fact.relation).map_or(&[][..], |one| one.columns);
            let written = WRITTEN.contains(&fact.relation.as_str());
            for (column, value) in columns.iter().zip(&fact.values) {
                let hides = COLUMNS.contains(column) || written && TEXTS.contains(column);
                if let (true, Value::Symbol(text)) = (hides, value) {
                    self.hide(text, &document.rules);
                }
            }
        }
        // What a functor makes of a hidden text says as much as the text.
        for answer in &document.answers {
            let of_hidden = answer.arguments.iter().any(|argument| self.is_hidden(argument));
            if let (true, Value::Symbol(text)) = (of_hidden, &answer.value) {
                self.hide(text, &document.rules);
            }
        }
    }

    fn is_hidden(&self, value: &Value) -> bool {
        matches!(value, Value::Symbol(text) if self.digests.contains_key(text))
    }

    /// Hides a text, unless the rules say it themselves: a word of theirs is no secret.
    fn hide(&mut self, text: &str, rules: &[String]) {
        let constant = format!("{text:?}");
        if !text.is_empty() && !self.digests.contains_key(text) && !rules.iter().any(|rule| rule.contains(&constant)) {
            self.digests.insert(text.to_owned(), id::digest(text.as_bytes()));
        }
    }

    /// The text with digests for what is hidden.
    pub(crate) fn text(&self, text: &str) -> String {
        if let Some(digest) = self.digests.get(text) {
            return digest.clone();
        }
        let mut longest: Vec<(&String, &String)> =
            self.digests.iter().filter(|(hidden, _)| hidden.len() >= RECOGNISED).collect();
        longest.sort_by_key(|(hidden, _)| std::cmp::Reverse(hidden.len()));
        let mut shown = text.to_owned();
        for (hidden, digest) in longest {
            if shown.contains(hidden.as_str()) {
                shown = shown.replace(hidden.as_str(), digest);
            }
        }
        shown
    }

    fn value(&self, value: &mut Value) {
        if let Value::Symbol(text) = value {
            *text = self.text(text);
        }
    }

    fn values<'v>(&self, values: impl Iterator<Item = &'v mut Value>) {
        values.for_each(|value| self.value(value));
    }

    /// The proof without hidden texts.
    pub(crate) fn document(&mut self, mut document: ProofDocument) -> ProofDocument {
        self.learn(&document);
        for fact in &mut document.facts {
            self.values(fact.values.iter_mut());
        }
        for answer in &mut document.answers {
            self.values(answer.arguments.iter_mut());
            self.value(&mut answer.value);
        }
        for step in &mut document.steps {
            self.values(step.values.iter_mut());
            if let StepWhy::Derived { bindings, premises, .. } = &mut step.why {
                self.values(bindings.iter_mut().map(|(_, value)| value));
                premises.iter_mut().for_each(|premise| self.premise(premise));
            }
        }
        document
    }

    fn premise(&self, premise: &mut PremiseForm) {
        match premise {
            PremiseForm::Fact { .. } => {}
            PremiseForm::Absent { pattern, .. } => self.values(pattern.iter_mut().flatten()),
            PremiseForm::Holds { values, .. } => self.values(values.iter_mut().map(|(_, value)| value)),
            PremiseForm::Aggregate { result, .. } => self.value(result),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// X5: long input is a digest wherever it stands, short words and the rest stay.
    #[test]
    fn long_texts_become_digests() {
        let secret = "s".repeat(300);
        let input = serde_json::json!({ "content": secret, "file_path": "/r/a" });
        let hidden = Hidden::of_payload(Some(&Payload::of("Write", Vec::new(), input)), &[]);
        assert_eq!(hidden.text(&secret), id::digest(secret.as_bytes()));
        assert_eq!(hidden.text(&format!("it says {secret}")), format!("it says {}", id::digest(secret.as_bytes())));
        assert_eq!(hidden.text("/r/a"), "/r/a");
    }
}

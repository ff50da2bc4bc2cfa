//! Proofs with everything that a reader needs who has neither the rules nor the evidence: the engine's document, the places
//! of its rules and the origins of its facts. A reader can rely on: what is printed and what is kept come from here, so
//! both say the same. Refuses to know how proofs are shown.

use std::collections::BTreeMap;

use engine::program::RelationId;
use engine::proof::document::DocumentFact;
use engine::proof::{Node, Proof, ProofDocument, ProofId, Why};
use engine::{Constant, Explainer, RowId, Value};
use facts::evidence::Evidence;
use facts::git::Version;

use crate::judge::Case;
use crate::rule_set::RuleSet;

pub(crate) mod hidden;
pub(crate) mod wire;

/// A proof that stands alone.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Proved {
    /// Which rules and points it is of: those of the working tree, or of `HEAD`.
    pub(crate) key: String,
    /// What is proved, and how.
    pub(crate) document: ProofDocument,
    /// By rule of the document, `file:line:column`; empty for a rule that no step uses.
    pub(crate) places: Vec<String>,
    /// By fact of the document, where it comes from.
    pub(crate) origins: Vec<String>,
}

/// A case that is asked why.
pub(crate) struct Asked<'c> {
    pub(crate) rules: &'c RuleSet,
    pub(crate) version: Version,
    pub(crate) evidence: Evidence<'c>,
    pub(crate) explainer: Explainer<'c, 'static>,
}

/// What a key is called.
pub(crate) fn key_name(version: Version) -> &'static str {
    match version {
        Version::Working => "working tree",
        Version::Head => "HEAD",
    }
}

/// Whose rules a key's are, within a sentence.
pub(crate) fn whose(key: &str) -> String {
    if key == key_name(Version::Working) { format!("the {key}") } else { key.to_owned() }
}

impl<'c> From<Case<'c>> for Asked<'c> {
    fn from(case: Case<'c>) -> Self {
        let Case { rules, version, evidence, model } = case;
        Self { rules, version, evidence, explainer: Explainer::new(model) }
    }
}

impl Asked<'_> {
    /// The rows of a relation in the order of their values.
    pub(crate) fn rows(&self, relation: &str) -> Vec<(RelationId, RowId)> {
        let Some(id) = self.rules.program.find(relation) else {
            return Vec::new();
        };
        let rows = self.explainer.model().sorted_ids(id);
        rows.into_iter().map(|row| (id, row)).collect()
    }

    /// The proof of a row.
    ///
    /// # Errors
    /// If none is found, with the reason.
    pub(crate) fn prove(&mut self, row: (RelationId, RowId)) -> Result<Proof, String> {
        self.explainer.prove(row.0, row.1).map_err(|error| error.to_string())
    }

    /// A proof that stands alone, of at most `most_facts` facts.
    ///
    /// # Errors
    /// If it rests on more.
    pub(crate) fn document(&self, proof: &Proof, most_facts: usize) -> Result<Proved, String> {
        let document = self.explainer.document(proof, most_facts).map_err(|error| error.to_string())?;
        let origins = document.facts.iter().map(|fact| self.origin(fact)).collect();
        let places = self.places(proof, &document);
        Ok(Proved { key: key_name(self.version).to_owned(), places, origins, document })
    }

    /// Where the rules of a proof stand. Rules with one text have the place of the first.
    fn places(&self, proof: &Proof, document: &ProofDocument) -> Vec<String> {
        let mut known: BTreeMap<&str, String> = BTreeMap::new();
        for node in &proof.nodes {
            if let Why::Derived(derivation) = &node.why {
                let place = || self.rules.sources.place(derivation.span);
                known.entry(&*derivation.text).or_insert_with(place);
            }
        }
        document.rules.iter().map(|text| known.remove(text.as_str()).unwrap_or_default()).collect()
    }

    /// Where a fact comes from: the evidence, or the rules' own text.
    fn origin(&self, fact: &DocumentFact) -> String {
        if let Some(origin) = fact.origin.and_then(|id| self.evidence.origin(id)) {
            return origin.to_string();
        }
        let program = &self.rules.program;
        let relation = program.find(&fact.relation);
        let given = |row: &[Constant]| row.iter().map(Value::from).eq(fact.values.iter().cloned());
        let stated = program.facts.iter().find(|stated| Some(stated.relation) == relation && given(&stated.row));
        stated.map(|stated| self.rules.sources.place(stated.span)).unwrap_or_default()
    }

    /// What the rule of a proved fact says to do about it.
    pub(crate) fn mend(&self, root: &Node) -> Option<String> {
        let Why::Derived(derivation) = &root.why else {
            return None;
        };
        let rule = self.rules.program.rule(derivation.rule);
        let mend = rule.annotations.iter().find(|annotation| &*annotation.name == "mend")?;
        mend.text.as_ref().map(ToString::to_string)
    }
}

/// The proved fact of a proof.
pub(crate) fn root(proof: &Proof) -> Option<&Node> {
    proof.nodes.get(proof.root)
}

/// The id that stands for a text where no proof is.
pub(crate) fn id_of_text(text: &str) -> Option<ProofId> {
    let digest = engine::proof::id::digest(text.as_bytes());
    digest.split_once(':').and_then(|(_, digits)| ProofId::parse(digits))
}

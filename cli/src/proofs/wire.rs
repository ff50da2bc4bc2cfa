//! Proofs as JSON, both ways. A reader can rely on: what is written is read back as it was, origins apart, which are texts
//! here. The shape is documented in `docs/explain.md`. Refuses to know whether a proof holds.

use engine::Value;
use engine::proof::document::{
    DocumentAnswer, DocumentFact, DocumentField, DocumentFunctor, DocumentRelation, DocumentStep, DocumentType,
    DocumentTypeForm, StepWhy,
};
use engine::proof::{PremiseForm, ProofDocument};
use serde_json::{Value as Json, json};

use super::Proved;

mod read;

pub(crate) use read::proved as read;

/// A proof as JSON.
pub(crate) fn write(proved: &Proved) -> Json {
    let ProofDocument { types, relations, functors, rules, facts, answers, steps, root } = &proved.document;
    let place = |at: usize| proved.places.get(at).map_or("", String::as_str);
    let origin = |at: usize| proved.origins.get(at).map_or("", String::as_str);
    let rule = |(at, text): (usize, &String)| json!({ "text": text, "place": place(at) });
    json!({
        "key": proved.key,
        "types": types.iter().map(declared).collect::<Vec<_>>(),
        "relations": relations.iter().map(relation).collect::<Vec<_>>(),
        "functors": functors.iter().map(functor).collect::<Vec<_>>(),
        "rules": rules.iter().enumerate().map(rule).collect::<Vec<_>>(),
        "facts": facts.iter().enumerate().map(|(at, one)| fact(one, origin(at))).collect::<Vec<_>>(),
        "answers": answers.iter().map(answer).collect::<Vec<_>>(),
        "steps": steps.iter().map(step).collect::<Vec<_>>(),
        "root": root,
    })
}

/// A value: a text as it is, a number as it is, and the others with their types.
pub(crate) fn value(value: &Value) -> Json {
    match value {
        Value::Symbol(text) => json!(text),
        Value::Number(number) => json!(number),
        Value::Unsigned(number) => json!({ "unsigned": number }),
        Value::Float(number) => json!({ "float": format!("{number:?}") }),
        Value::Nil => json!({ "record": null }),
        Value::Record(fields) => json!({ "record": values(fields) }),
        Value::Branch(name, fields) => json!({ "branch": &**name, "fields": values(fields) }),
    }
}

pub(crate) fn values(all: &[Value]) -> Json {
    all.iter().map(value).collect()
}

/// A pattern; null for a column without a value.
pub(crate) fn pattern(all: &[Option<Value>]) -> Json {
    all.iter().map(|one| one.as_ref().map_or(Json::Null, value)).collect()
}

/// Names and values, in their order.
pub(crate) fn pairs<'a>(all: impl Iterator<Item = (&'a str, &'a Value)>) -> Json {
    all.map(|(name, one)| json!([name, value(one)])).collect()
}

fn declared(one: &DocumentType) -> Json {
    let fields = |fields: &[DocumentField]| -> Json { fields.iter().map(|(name, of)| json!([name, of])).collect() };
    match &one.form {
        DocumentTypeForm::Record(all) => json!({ "name": one.name, "fields": fields(all) }),
        DocumentTypeForm::Algebraic(branches) => {
            let branches = branches.iter().map(|(name, all)| json!({ "name": name, "fields": fields(all) }));
            json!({ "name": one.name, "branches": branches.collect::<Json>() })
        }
    }
}

fn relation(one: &DocumentRelation) -> Json {
    json!({ "name": one.name, "columns": one.columns })
}

fn functor(one: &DocumentFunctor) -> Json {
    json!({ "name": one.name, "parameters": one.parameters, "result": one.result })
}

fn fact(one: &DocumentFact, origin: &str) -> Json {
    json!({ "relation": one.relation, "values": values(&one.values), "origin": origin })
}

fn answer(one: &DocumentAnswer) -> Json {
    json!({ "functor": one.functor, "arguments": values(&one.arguments), "value": value(&one.value) })
}

fn step(one: &DocumentStep) -> Json {
    let mut step = json!({ "id": one.id.to_string(), "relation": one.relation, "values": values(&one.values) });
    if let StepWhy::Derived { rule, bindings, premises } = &one.why {
        step["rule"] = json!(rule);
        step["bindings"] = pairs(bindings.iter().map(|(name, value)| (name.as_str(), value)));
        step["premises"] = premises.iter().map(premise).collect();
    }
    step
}

fn premise(one: &PremiseForm) -> Json {
    match one {
        PremiseForm::Fact { node } => json!({ "step": node }),
        PremiseForm::Absent { relation, pattern: columns } => {
            json!({ "none": &**relation, "pattern": pattern(columns) })
        }
        PremiseForm::Holds { text, values } => {
            json!({ "holds": text, "values": pairs(values.iter().map(|(name, value)| (name.as_str(), value))) })
        }
        PremiseForm::Aggregate { text, result, matches, total, rows, digest } => json!({
            "aggregate": text, "result": value(result), "matches": matches, "total": total, "rows": rows,
            "digest": digest.to_string(),
        }),
    }
}

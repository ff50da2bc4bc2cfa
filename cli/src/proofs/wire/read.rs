//! Proofs out of JSON. A reader can rely on: what has another shape is an error that says where, never a panic.

use engine::Value;
use engine::proof::document::{
    DocumentAnswer, DocumentFact, DocumentField, DocumentFunctor, DocumentRelation, DocumentStep, DocumentType,
    DocumentTypeForm, StepWhy,
};
use engine::proof::{PremiseForm, ProofDocument, ProofId};
use serde_json::Value as Json;

use crate::proofs::Proved;

type Read<T> = Result<T, String>;

/// Reads a proof.
///
/// # Errors
/// If it has another shape, with the member that is wrong.
pub(crate) fn proved(json: &Json) -> Read<Proved> {
    let rules = list(json, "rules", |one| Ok((text(one, "text")?, text(one, "place")?)))?;
    let facts = list(json, "facts", |one| Ok((fact(one)?, text(one, "origin")?)))?;
    let (rules, places) = rules.into_iter().unzip();
    let (facts, origins) = facts.into_iter().unzip();
    let document = ProofDocument {
        // Documents from before there were records have none.
        types: if json.get("types").is_some() { list(json, "types", declared)? } else { Vec::new() },
        relations: list(json, "relations", |one| {
            Ok(DocumentRelation { name: text(one, "name")?, columns: list(one, "columns", type_name)? })
        })?,
        functors: list(json, "functors", functor)?,
        rules,
        facts,
        answers: list(json, "answers", |one| {
            Ok(DocumentAnswer {
                functor: text(one, "functor")?,
                arguments: list(one, "arguments", value)?,
                value: value(member(one, "value")?)?,
            })
        })?,
        steps: list(json, "steps", step)?,
        root: index(member(json, "root")?)?,
    };
    Ok(Proved { key: text(json, "key")?, document, places, origins })
}

fn member<'j>(json: &'j Json, name: &str) -> Read<&'j Json> {
    json.get(name).ok_or_else(|| format!("`{name}` is missing"))
}

fn text(json: &Json, name: &str) -> Read<String> {
    let text = member(json, name)?.as_str().ok_or_else(|| format!("`{name}` is not a text"))?;
    Ok(text.to_owned())
}

fn list<T>(json: &Json, name: &str, read: impl Fn(&Json) -> Read<T>) -> Read<Vec<T>> {
    let all = member(json, name)?.as_array().ok_or_else(|| format!("`{name}` is not a list"))?;
    let numbered = all.iter().enumerate();
    numbered.map(|(at, one)| read(one).map_err(|reason| format!("{name}[{at}]: {reason}"))).collect()
}

fn index(json: &Json) -> Read<usize> {
    let number = json.as_u64().and_then(|number| usize::try_from(number).ok());
    number.ok_or_else(|| format!("{json} is not an index"))
}

fn number(json: &Json, name: &str) -> Read<u64> {
    member(json, name)?.as_u64().ok_or_else(|| format!("`{name}` is not a number"))
}

fn id(json: &Json, name: &str) -> Read<ProofId> {
    ProofId::parse(&text(json, name)?).ok_or_else(|| format!("`{name}` is not 64 hexadecimal digits"))
}

/// A name that a declaration can have: that it is a type's is for the check of the proof.
fn type_name(json: &Json) -> Read<String> {
    let letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let name = json.as_str().filter(|name| !name.is_empty() && name.chars().all(letter));
    name.map(str::to_owned).ok_or_else(|| format!("{json} is not a type"))
}

fn declared(json: &Json) -> Read<DocumentType> {
    let fields = |json: &Json| list(json, "fields", field);
    let name = type_name(member(json, "name")?)?;
    let form = match json.get("branches") {
        None => DocumentTypeForm::Record(fields(json)?),
        Some(_) => DocumentTypeForm::Algebraic(list(json, "branches", |branch| {
            Ok((type_name(member(branch, "name")?)?, fields(branch)?))
        })?),
    };
    Ok(DocumentType { name, form })
}

fn field(json: &Json) -> Read<DocumentField> {
    match json.as_array().map(Vec::as_slice) {
        Some([name, of]) => Ok((type_name(name)?, type_name(of)?)),
        _ => Err(format!("{json} is not a name and a type")),
    }
}

fn value(json: &Json) -> Read<Value> {
    let float = |json: &Json| json.as_str().and_then(|text| text.parse().ok());
    let read = match json {
        Json::String(text) => Some(Value::Symbol(text.clone())),
        Json::Number(number) => number.as_i64().map(Value::Number),
        Json::Object(members) => match (members.get("unsigned"), members.get("float")) {
            (Some(number), None) => number.as_u64().map(Value::Unsigned),
            (None, Some(number)) => float(number).map(Value::Float),
            (None, None) => return compound(json),
            _ => None,
        },
        _ => None,
    };
    read.ok_or_else(|| format!("{json} is not a value"))
}

/// A record or a branch.
fn compound(json: &Json) -> Read<Value> {
    if json.get("branch").is_some() {
        return Ok(Value::Branch(text(json, "branch")?.into(), list(json, "fields", value)?));
    }
    match json.get("record") {
        Some(Json::Null) => Ok(Value::Nil),
        Some(_) => list(json, "record", value).map(Value::Record),
        None => Err(format!("{json} is not a value")),
    }
}

fn pair(json: &Json) -> Read<(String, Value)> {
    match json.as_array().map(Vec::as_slice) {
        Some([Json::String(name), one]) => Ok((name.clone(), value(one)?)),
        _ => Err("it is not a name and a value".to_owned()),
    }
}

fn functor(json: &Json) -> Read<DocumentFunctor> {
    let parameters = list(json, "parameters", type_name)?;
    Ok(DocumentFunctor { name: text(json, "name")?, parameters, result: type_name(member(json, "result")?)? })
}

fn fact(json: &Json) -> Read<DocumentFact> {
    Ok(DocumentFact { relation: text(json, "relation")?, values: list(json, "values", value)?, origin: None })
}

fn step(json: &Json) -> Read<DocumentStep> {
    let why = match json.get("rule") {
        None => StepWhy::Given,
        Some(rule) => StepWhy::Derived {
            rule: index(rule)?,
            bindings: list(json, "bindings", pair)?,
            premises: list(json, "premises", premise)?,
        },
    };
    Ok(DocumentStep {
        id: id(json, "id")?,
        relation: text(json, "relation")?,
        values: list(json, "values", value)?,
        why,
    })
}

fn premise(json: &Json) -> Read<PremiseForm> {
    if let Some(node) = json.get("step") {
        return Ok(PremiseForm::Fact { node: index(node)? });
    }
    if json.get("none").is_some() {
        let column = |one: &Json| if one.is_null() { Ok(None) } else { value(one).map(Some) };
        let pattern = list(json, "pattern", column)?;
        return Ok(PremiseForm::Absent { relation: text(json, "none")?.into(), pattern });
    }
    if json.get("holds").is_some() {
        return Ok(PremiseForm::Holds { text: text(json, "holds")?, values: list(json, "values", pair)? });
    }
    Ok(PremiseForm::Aggregate {
        text: text(json, "aggregate")?,
        result: value(member(json, "result")?)?,
        matches: number(json, "matches")?,
        total: number(json, "total")?,
        rows: list(json, "rows", index)?,
        digest: id(json, "digest")?,
    })
}

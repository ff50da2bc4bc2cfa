//! A form, filled in at a terminal, one value after the other. A reader can rely on: a value that does not fit is told where
//! it is typed; what need not be given can be left out; what was filled in before leads when it is changed.

use inquire::validator::Validation;
use inquire::{MultiSelect, Select, Text};
use serde_json::{Map, Value};

use super::TerminalError;
use crate::form::{self, Choice, Field, Form, Kind, shown, visible, yes_or_no};
use crate::question::prepare_value;

type Filled<T> = Result<T, TerminalError>;

/// Stands for a value that is left out.
const LEAVE_OUT: &str = "(leave it out)";
/// Stands for an option that is not listed.
const OTHER: &str = "(something else)";

/// The whole answer.
pub(super) fn whole(form: &Form<'_>, before: Option<&Value>) -> Filled<Value> {
    Ok(value(form, &form.root(), Need::Wanted, before)?.unwrap_or(Value::Null))
}

/// Whether a value can be left out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Need {
    Wanted,
    Free,
}

fn value(form: &Form<'_>, field: &Field<'_>, need: Need, before: Option<&Value>) -> Filled<Option<Value>> {
    let before = before.or_else(|| field.schema.get("default"));
    match &field.kind {
        Kind::Choice(choices) => choice(&field.title, choices, need, before),
        Kind::Boolean => choice(&field.title, &yes_or_no(), need, before),
        Kind::Many(choices) => many(field, choices, need, before),
        Kind::Text(examples) if !examples.is_empty() => suggested(field, examples, need, before),
        Kind::Text(_) | Kind::Number | Kind::Json => typed(field, need, before),
        Kind::Object(_) | Kind::Variants(_) | Kind::List(..) => {
            if need == Need::Free && !is_given(&field.title, before)? {
                return Ok(None);
            }
            match &field.kind {
                Kind::Object(_) => object(form, field, before).map(Some),
                Kind::Variants(_) => variant(form, field, before),
                _ => list(form, field, before).map(Some),
            }
        }
    }
}

fn is_given(title: &str, before: Option<&Value>) -> Filled<bool> {
    let given = Choice { label: "fill it in".to_owned(), value: Value::Bool(true) };
    let before = Value::Bool(before.is_some());
    Ok(choice(title, &[given], Need::Free, Some(&before).filter(|_| before == true))?.is_some())
}

/// One of some values.
fn choice(title: &str, choices: &[Choice], need: Need, before: Option<&Value>) -> Filled<Option<Value>> {
    let mut labels: Vec<String> = choices.iter().map(|choice| visible(&choice.label)).collect();
    let at = before.and_then(|before| choices.iter().position(|choice| choice.value == *before));
    let mut start = at.unwrap_or(0);
    if need == Need::Free {
        labels.push(LEAVE_OUT.to_owned());
        if at.is_none() {
            start = labels.len() - 1;
        }
    }
    let chosen = Select::new(title, labels).with_starting_cursor(start).raw_prompt()?;
    Ok(choices.get(chosen.index).map(|choice| choice.value.clone()))
}

/// Several of some values.
fn many(field: &Field<'_>, choices: &[Choice], need: Need, before: Option<&Value>) -> Filled<Option<Value>> {
    let labels: Vec<String> = choices.iter().map(|choice| visible(&choice.label)).collect();
    let was = before.and_then(Value::as_array);
    let is_chosen = |choice: &Choice| was.is_some_and(|was| was.contains(&choice.value));
    let chosen: Vec<usize> = (0..choices.len()).filter(|nth| choices.get(*nth).is_some_and(is_chosen)).collect();
    let picked = MultiSelect::new(&field.title, labels).with_default(&chosen).raw_prompt()?;
    let values: Vec<Value> =
        picked.iter().filter_map(|picked| choices.get(picked.index)).map(|choice| choice.value.clone()).collect();
    Ok((need == Need::Wanted || !values.is_empty()).then_some(Value::Array(values)))
}

/// A text, with what may be meant.
fn suggested(field: &Field<'_>, examples: &[String], need: Need, before: Option<&Value>) -> Filled<Option<Value>> {
    let mut choices: Vec<Choice> =
        examples.iter().map(|text| Choice { label: text.clone(), value: text.as_str().into() }).collect();
    // An array is no text, so nobody can have meant it.
    let other = Value::Array(Vec::new());
    choices.push(Choice { label: OTHER.to_owned(), value: other.clone() });
    let known = before.filter(|before| choices.iter().any(|choice| choice.value == **before));
    let start = known.or(before.and(Some(&other)));
    match choice(&field.title, &choices, need, start)? {
        Some(chosen) if chosen == other => typed(field, need, before),
        chosen => Ok(chosen),
    }
}

/// A value that is typed.
fn typed(field: &Field<'_>, need: Need, before: Option<&Value>) -> Filled<Option<Value>> {
    let is_text = matches!(field.kind, Kind::Text(_));
    let start = before.map(|before| if is_text { shown(before) } else { before.to_string() }).unwrap_or_default();
    let help = match (&field.kind, need) {
        (Kind::Json, _) => "JSON, on one line",
        (_, Need::Free) => "nothing leaves it out",
        (_, Need::Wanted) => "",
    };
    // What refers to the rest of the schema cannot be judged here; the whole is, before it is sent.
    let part = prepare_value(field.schema.clone()).ok();
    let judge = move |text: &str| {
        if need == Need::Free && text.is_empty() {
            return Ok(Validation::Valid);
        }
        let Some(value) = parsed(text, is_text) else { return Ok(Validation::Invalid("this is no JSON".into())) };
        let issues = part.as_ref().map(|part| part.issues(&value)).unwrap_or_default();
        Ok(issues.first().map_or(Validation::Valid, |issue| Validation::Invalid(visible(&issue.message).into())))
    };
    let mut prompt = Text::new(&field.title).with_initial_value(&start).with_validator(judge);
    if !help.is_empty() {
        prompt = prompt.with_help_message(help);
    }
    let text = prompt.prompt()?;
    if need == Need::Free && text.is_empty() {
        return Ok(None);
    }
    Ok(parsed(&text, is_text))
}

fn parsed(text: &str, is_text: bool) -> Option<Value> {
    if is_text { Some(text.into()) } else { serde_json::from_str(text.trim()).ok() }
}

/// The members of an object, in the order of the schema; conditions decide as far as it is filled in.
fn object(form: &Form<'_>, field: &Field<'_>, before: Option<&Value>) -> Filled<Value> {
    let mut filled_in = Map::new();
    for (name, member) in form.members(field) {
        let needs = form::needs(field.schema, &filled_in);
        if needs.spurned.contains(&name) {
            continue;
        }
        let need = if needs.required.contains(&name) { Need::Wanted } else { Need::Free };
        let before = before.and_then(|before| before.get(&name));
        if let Some(value) = value(form, &member, need, before)? {
            filled_in.insert(name, value);
        }
    }
    Ok(Value::Object(filled_in))
}

/// One of several forms.
fn variant(form: &Form<'_>, field: &Field<'_>, before: Option<&Value>) -> Filled<Option<Value>> {
    let variants = form.variants(field);
    let choices: Vec<Choice> = variants
        .iter()
        .enumerate()
        .map(|(nth, variant)| Choice { label: variant.title.clone(), value: nth.into() })
        .collect();
    let chosen = choice(&field.title, &choices, Need::Wanted, None)?.and_then(|nth| nth.as_u64());
    let chosen = chosen.and_then(|nth| variants.get(usize::try_from(nth).ok()?));
    chosen.map_or(Ok(None), |variant| value(form, variant, Need::Wanted, before))
}

/// Items, one after the other, until there are enough.
fn list(form: &Form<'_>, field: &Field<'_>, before: Option<&Value>) -> Filled<Value> {
    let was = before.and_then(Value::as_array).cloned().unwrap_or_default();
    let mut items = Vec::new();
    loop {
        let title = format!("{}, item {}", field.title, items.len() + 1);
        let Some(item) = form.item(field, &title) else { break };
        let before = was.get(items.len());
        if !is_given(&title, before)? {
            break;
        }
        items.extend(value(form, &item, Need::Wanted, before)?);
    }
    Ok(Value::Array(items))
}

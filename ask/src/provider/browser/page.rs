//! The page. A reader can rely on: it stands alone, runs no script, and whatever a question or a draft says is text on it.

use std::fmt::Write;

use serde_json::Value;

use super::draft::{Draft, GIVE_UP};
use super::node::Node;
use crate::form::{Choice, Kind, shown, visible, yes_or_no};

const STYLE: &str = include_str!("page.css");

/// The form, with what is wrong with the draft that was sent.
pub(super) fn form(message: &str, root: &Node<'_>, draft: &Draft, issues: &[String]) -> String {
    let mut body = format!("<div class=\"message\">{}</div>\n", escaped(message));
    if !issues.is_empty() {
        body += "<div class=\"issues\" role=\"alert\"><p>Not sent yet:</p><ul>";
        issues.iter().for_each(|issue| body += &format!("<li>{}</li>", escaped(issue)));
        body += "</ul></div>\n";
    }
    body += "<form method=\"post\">\n";
    node(&mut body, root, draft);
    let _ = write!(
        body,
        "<p><button id=\"send\">Send</button> <button class=\"quiet\" name=\"{GIVE_UP}\" value=\"1\">Give up</button></p>\n</form>\n"
    );
    page("A question", &body)
}

/// A page that only says something.
pub(super) fn notice(text: &str) -> String {
    page(text, &format!("<p id=\"notice\">{}</p>\n", escaped(text)))
}

fn page(title: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n{body}</main>\n</body>\n</html>\n",
        escaped(title)
    )
}

fn node(out: &mut String, node: &Node<'_>, draft: &Draft) {
    let mark = if node.wanted { "" } else { " <small>(can be left out)</small>" };
    let title = format!("{}{mark}", escaped(&node.field.title));
    match &node.field.kind {
        Kind::Object(_) => {
            let _ = writeln!(out, "<fieldset><legend>{title}</legend>");
            node.inner.iter().for_each(|(_, inner)| self::node(out, inner, draft));
            out.push_str("</fieldset>\n");
        }
        Kind::Choice(choices) => options(out, node, &title, choices, draft, "radio"),
        Kind::Boolean => options(out, node, &title, &yes_or_no(), draft, "radio"),
        Kind::Many(choices) => options(out, node, &title, choices, draft, "checkbox"),
        Kind::Variants(_) => {
            let _ = writeln!(out, "<fieldset><legend>{title}</legend>");
            for (nth, inner) in &node.inner {
                let checked = if draft.one(&node.path) == Some(nth) { " checked" } else { "" };
                let (path, label) = (escaped(&node.path), escaped(&inner.field.title));
                let _ = writeln!(
                    out,
                    "<label><input type=\"radio\" name=\"{path}\" value=\"{nth}\"{checked}> {label}</label>"
                );
                self::node(out, inner, draft);
            }
            out.push_str("</fieldset>\n");
        }
        Kind::Text(examples) => text(out, node, &title, "", examples, draft),
        Kind::Number => text(out, node, &title, "a number", &[], draft),
        Kind::List(..) => text(out, node, &title, "one on each line", &[], draft),
        Kind::Json => text(out, node, &title, "JSON", &[], draft),
    }
}

fn options(out: &mut String, node: &Node<'_>, title: &str, choices: &[Choice], draft: &Draft, kind: &str) {
    let path = escaped(&node.path);
    let _ = writeln!(out, "<fieldset><legend>{title}</legend>");
    for (nth, choice) in choices.iter().enumerate() {
        let is_chosen = if draft.is_empty() {
            usual(node).is_some_and(|usual| *usual == choice.value || is_among(usual, &choice.value))
        } else {
            draft.all(&node.path).contains(&nth.to_string())
        };
        let checked = if is_chosen { " checked" } else { "" };
        let label = escaped(&choice.label);
        let _ =
            writeln!(out, "<label><input type=\"{kind}\" name=\"{path}\" value=\"{nth}\"{checked}> {label}</label>");
    }
    out.push_str("</fieldset>\n");
}

fn text(out: &mut String, node: &Node<'_>, title: &str, hint: &str, examples: &[String], draft: &Draft) {
    let path = escaped(&node.path);
    let value = match usual(node).filter(|_| draft.is_empty()) {
        Some(Value::String(text)) if matches!(node.field.kind, Kind::Text(_)) => visible(text),
        Some(usual) => shown(usual),
        None => draft.one(&node.path).unwrap_or_default().to_owned(),
    };
    let hint = if hint.is_empty() { String::new() } else { format!(" <small>{hint}</small>") };
    let _ = writeln!(out, "<label class=\"text\">{title}{hint}");
    // The first line break of an area is not part of its text.
    let _ = writeln!(out, "<textarea name=\"{path}\" rows=\"2\">\n{}</textarea></label>", escaped(&value));
    if !examples.is_empty() {
        out.push_str("<ul class=\"examples\">");
        examples.iter().for_each(|example| *out += &format!("<li>{}</li>", escaped(example)));
        out.push_str("</ul>\n");
    }
}

/// What the schema fills in.
fn usual<'s>(node: &Node<'s>) -> Option<&'s Value> {
    node.field.schema.get("default")
}

fn is_among(list: &Value, value: &Value) -> bool {
    list.as_array().is_some_and(|list| list.contains(value))
}

fn escaped(text: &str) -> String {
    let text = visible(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', "&quot;").replace('\'', "&#39;")
}

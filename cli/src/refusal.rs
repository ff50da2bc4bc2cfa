//! The text of a refusal, from what the rules derived: one line a reader can act on, then each point, then the advice
//! that holds for all. The wording is the rules'; this only puts it in order.

use crate::judgement::{Advice, Finding};

/// Characters that a refusal may have: clients cut longer ones at 10,000.
const LONGEST: usize = 9_000;

/// The refusal's text.
pub(crate) fn text(denials: &[Finding], advice: &[Advice]) -> String {
    let mut lines: Vec<String> = Vec::new();
    for rule in distinct(denials.iter().map(|denial| denial.rule.as_str())) {
        let of_rule: Vec<&Finding> = denials.iter().filter(|denial| denial.rule == rule).collect();
        lines.extend(heads(rule, &of_rule));
        lines.extend(distinct(of_rule.iter().flat_map(|denial| denial.text.lines().skip(1))).map(str::to_owned));
        let mut below: Vec<&Advice> = advice.iter().filter(|advice| advice.rule == rule).collect();
        below.sort_by(|a, b| (a.order, &a.text).cmp(&(b.order, &b.text)));
        lines.extend(below.into_iter().map(|advice| advice.text.clone()));
    }
    cut(lines.join("\n"))
}

/// `gatelog[rule] subjects: what to do`, one line for each different thing to do.
fn heads(rule: &str, denials: &[&Finding]) -> Vec<String> {
    distinct(denials.iter().map(|denial| first_line(denial)))
        .map(|first| {
            let subjects: Vec<&str> = distinct(
                denials.iter().filter(|denial| first_line(denial) == first).map(|denial| denial.subject.as_str()),
            )
            .collect();
            format!("gatelog[{rule}] {}: {first}", subjects.join(", "))
        })
        .collect()
}

fn first_line(denial: &Finding) -> &str {
    denial.text.lines().next().unwrap_or_default()
}

/// Each value once, in order of first appearance.
fn distinct<'a>(values: impl Iterator<Item = &'a str>) -> impl Iterator<Item = &'a str> {
    let mut seen: Vec<&str> = Vec::new();
    for value in values {
        if !seen.contains(&value) {
            seen.push(value);
        }
    }
    seen.into_iter()
}

/// The text within [`LONGEST`], cut at a line's end and saying so.
fn cut(text: String) -> String {
    if text.chars().count() <= LONGEST {
        return text;
    }
    let mut kept = String::new();
    let mut room = LONGEST - 100;
    for line in text.lines() {
        let length = line.chars().count() + 1;
        if length > room {
            kept.extend(line.chars().take(room));
            break;
        }
        room -= length;
        kept.push_str(line);
        kept.push('\n');
    }
    format!("{}\n(the refusal is longer than a client shows; it is cut here)", kept.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(rule: &str, subject: &str, text: &str) -> Finding {
        Finding { rule: rule.to_owned(), subject: subject.to_owned(), text: text.to_owned() }
    }

    /// G16: the first line alone says who, which rule, which points, and what to do.
    #[test]
    fn points_with_the_same_mend_share_a_first_line() {
        let denials = [
            finding("ask-first", "team.roles", "ask first\nteam.roles asks R"),
            finding("ask-first", "team.tracker", "ask first\nteam.tracker asks T"),
        ];
        let advice = [Advice { rule: "ask-first".to_owned(), order: 1, text: "three answers".to_owned() }];
        let expected = "gatelog[ask-first] team.roles, team.tracker: ask first\nteam.roles asks R\nteam.tracker asks T\nthree answers";
        assert_eq!(text(&denials, &advice), expected);
    }

    /// G16: it stays readable, and says when it was cut.
    #[test]
    fn a_long_refusal_is_cut_at_a_line() {
        let long = "x".repeat(20_000);
        let text = text(&[finding("ask-first", "a.b", &format!("do\n{long}"))], &[]);
        assert!(text.chars().count() <= LONGEST);
        assert!(text.starts_with("gatelog[ask-first] a.b: do\n"));
        assert!(text.ends_with("it is cut here)"));
    }
}

//! The text of a refusal, from what the rules derived: one line a reader can act on, then each point, then the advice
//! that holds for all; below it the ways out and the id. The wording is the rules'; this only puts it in order.

use crate::commands::hook::Log;
use crate::judgement::{Advice, Finding};
use crate::reasons::Reasons;
use crate::ways;

/// Characters that a refusal may have: more is not read, and clients cut at 10,000.
const LONGEST: usize = 3_900;

/// Characters of these that the ways out may have.
const WAYS: usize = 1_500;

/// The refusal's text with what was worked out about it. Only a decision that is logged can be explained by its id.
pub(crate) fn whole(denials: &[Finding], advice: &[Advice], reasons: &Reasons, log: Log) -> String {
    let mut below = cut(ways::lines(&reasons.ways).join("\n"), WAYS);
    let id = reasons.short();
    let trace = match log {
        Log::On => format!("id: {id} (gatelog explain {id})"),
        Log::Off => format!("id: {id}"),
    };
    if !below.is_empty() {
        below.push('\n');
    }
    below.push_str(&trace);
    let room = LONGEST.saturating_sub(below.chars().count() + 1);
    format!("{}\n{below}", cut(words(denials, advice), room))
}

/// The refusal's text.
pub(crate) fn text(denials: &[Finding], advice: &[Advice]) -> String {
    cut(words(denials, advice), LONGEST)
}

fn words(denials: &[Finding], advice: &[Advice]) -> String {
    let mut lines: Vec<String> = Vec::new();
    for rule in distinct(denials.iter().map(|denial| denial.rule.as_str())) {
        let of_rule: Vec<&Finding> = denials.iter().filter(|denial| denial.rule == rule).collect();
        lines.extend(heads(rule, &of_rule));
        lines.extend(distinct(of_rule.iter().flat_map(|denial| denial.text.lines().skip(1))).map(str::to_owned));
        let mut below: Vec<&Advice> = advice.iter().filter(|advice| advice.rule == rule).collect();
        below.sort_by(|a, b| (a.order, &a.text).cmp(&(b.order, &b.text)));
        lines.extend(below.into_iter().map(|advice| advice.text.clone()));
    }
    lines.join("\n")
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

/// What stands where a text was cut.
const CUT: &str = "(this is longer than a reader wants; it is cut here)";

/// The text within so many characters, cut at a line's end and saying so.
fn cut(text: String, longest: usize) -> String {
    if text.chars().count() <= longest {
        return text;
    }
    let mut kept = String::new();
    let mut room = longest.saturating_sub(CUT.len() + 2);
    for line in text.lines() {
        let length = line.chars().count() + 1;
        if length > room {
            // A first line that is too long is shown as far as it goes: nothing says more.
            let part: String = line.chars().take(if kept.is_empty() { room } else { 0 }).collect();
            kept.push_str(&part);
            break;
        }
        room -= length;
        kept.push_str(line);
        kept.push('\n');
    }
    format!("{}\n{CUT}", kept.trim_end())
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

    /// G16: it stays readable, and says when it was cut; ways out and id stay.
    #[test]
    fn a_long_refusal_is_cut_at_a_line() {
        let long = "x".repeat(20_000);
        let denials = [finding("ask-first", "a.b", &format!("do\n{long}"))];
        let text = text(&denials, &[]);
        assert_eq!(text, format!("gatelog[ask-first] a.b: do\n{CUT}"));
        let reasons = Reasons { id: "0123456789abcdef".to_owned(), ..Reasons::default() };
        let whole = whole(&denials, &[], &reasons, Log::On);
        assert!(whole.chars().count() <= LONGEST);
        assert!(whole.starts_with("gatelog[ask-first] a.b: do\n"));
        assert!(whole.ends_with("\nid: 0123456789ab (gatelog explain 0123456789ab)"));
    }

    /// G16: a first line alone is never lost.
    #[test]
    fn a_long_first_line_is_shown_as_far_as_it_goes() {
        let text = text(&[finding("r", "s", &"y".repeat(20_000))], &[]);
        assert!(text.starts_with("gatelog[r] s: yyy") && text.ends_with(CUT));
        assert!(text.chars().count() <= LONGEST && text.chars().count() > LONGEST - 10);
    }
}

//! Globs: small tables in both directions, and two other implementations that must agree.

use facts::glob::{fold, fold_pattern, glob_match, globs_meet, mentions};
use globset::GlobBuilder;
use proptest::prelude::*;

/// G5, B19, B21, B23, B29.
#[test]
fn g5_what_a_glob_means() {
    for (glob, path) in [
        ("docs/personas.md", "/r/docs/personas.md"),
        ("docs/personas.md", "docs/personas.md"),
        ("backlog.md", "/any/where/backlog.md"),
        ("docs/decisions/**", "/r/docs/decisions/2026/prices/7.md"),
        ("docs/decisions/", "/r/docs/decisions/7.md"),
        ("specs/**/spec.md", "/r/specs/spec.md"),
        ("specs/**/spec.md", "/r/specs/a/b/spec.md"),
        ("**/spec.md", "/r/spec.md"),
        ("**", "/r/x"),
        ("docs/validation/*/runs/*.json", "/r/docs/validation/field/runs/a.json"),
        ("gate/**", "/r/gate/.hidden.md"),
        ("gate/**", "/r/gate/.d/x.md"),
        ("gate/**", "/r/gate/..note.md"),
        ("docs/*.md", "/r/docs/.md"),
        ("pages/[id]/text.md", "/r/pages/[id]/text.md"),
        ("app/**", "/r/app/[[...sign-in]]/page.tsx"),
        ("notes/{draft}.md", "/r/notes/{draft}.md"),
        ("faq?.md", "/r/faq?.md"),
        ("docs\\personas.md", "/r/docs/personas.md"),
        ("./docs//personas.md", "/r/docs/personas.md"),
        ("D:/p/gate/**", "/d/p/gate/plan.md"),
        ("//d/p/gate/**", "/d/p/gate/plan.md"),
        ("docs/a**b", "/r/docs/a/x/b"),
        ("é*.md", "/r/éü.md"),
    ] {
        assert!(glob_match(glob, path), "{glob} {path}");
        assert!(globs_meet(glob, path.replace('[', "\\[").replace('?', "\\?").as_str()), "{glob} {path}");
    }
}

/// G5: the near misses.
#[test]
fn g5_what_a_glob_does_not_mean() {
    for (glob, path) in [
        ("backlog.md", "/r/backlog.md.bak"),
        ("backlog.md", "/r/old-backlog.md"),
        ("backlog.md", "/r/backlog.md/x"),
        ("docs/personas.md", "/r/mydocs/personas.md"),
        ("docs/personas.md", "/r/docs/Personas.md"),
        ("docs/personas.md", "/r/docs/personasxmd"),
        ("docs/decisions/**", "/r/docs/decisions-old/7.md"),
        ("docs/decisions/**", "/r/docs/decisions"),
        ("docs/validation/*/runs/*.json", "/r/docs/validation/field/runs/old/a.json"),
        ("gate/*.md", "/r/gate/sub/x.md"),
        ("pages/[id]/text.md", "/r/pages/i/text.md"),
        ("faq?.md", "/r/faqs.md"),
        ("notes/{a,b}.md", "/r/notes/a.md"),
        ("", "/r/x"),
        ("", "/"),
        ("gate/plan.md", "/r/gate/..plan.md"),
    ] {
        assert!(!glob_match(glob, path), "{glob} {path}");
    }
}

/// G7, G9: an operand that can be read in part only.
#[test]
fn g7_a_pattern_that_can_reach_a_glob() {
    for (glob, pattern, meets) in [
        (".claude", "data/*", false),
        (".claude", "?claude", false),
        (".claude", ".cl*", true),
        (".claude", "data/**", true),
        ("docs/a.md", "docs/*", true),
        ("docs/personas.md", "/r/docs/**", true),
        ("docs/personas.md", "/r/docs/*.md", true),
        ("docs/personas.md", "/r/docs/p*.txt", false),
        ("docs/personas.md", "/r/src/**", true),
        ("docs/personas.md", "/r/src/*", false),
        ("docs/personas.md", "/r/docs/*/x.md", false),
        ("docs/personas.md", "**", true),
        ("docs/personas.md", "/r/docs/person[a-f]s.md", true),
        ("docs/personas.md", "/r/docs/person[!a]s.md", false),
        ("docs/personas.md", "/r/docs/person[[:alpha:]]s.md", true),
        ("docs/personas.md", "/r/docs/personas?md", true),
        ("docs/personas.md", "/r/docs?personas.md", false),
        ("docs/personas.md", "/r/src/../docs/*", true),
        ("docs/personas.md", "/r/docs/\\*", false),
        ("docs/decisions/**", "/r/docs/*", false),
        ("docs/decisions/**", "/r/docs/*/a", true),
        ("docs/*.md", "/r/docs/*.txt", false),
        ("docs/*.md", "/r/docs/a*", true),
        ("a[b.md", "/r/a[b.md", true),
        ("gate/plan.md", "/r/**gate/plan.md", true),
        ("gate/plan.md", "/r/x**/y.md", false),
    ] {
        assert_eq!(globs_meet(glob, pattern), meets, "{glob} {pattern}");
    }
}

/// G9: an inline program that names a gated path, and texts that do not.
#[test]
fn g9_mentions() {
    for (glob, text, found) in [
        ("docs/personas.md", "open('docs/personas.md','w')", true),
        ("docs/personas.md", "os.system(\"mv docs/personas.md x\")", true),
        ("docs/personas.md", "run --out=docs/personas.md", true),
        ("docs/personas.md", "run -odocs/personas.md", true),
        ("docs/personas.md", "see ./docs//personas.md.", true),
        ("docs/personas.md", "f('/r/src/../docs/personas.md')", true),
        ("docs/personas.md", "open(\"docs\\\\personas.md\")", true),
        ("docs/personas.md", "open(r'docs\\personas.md')", true),
        ("docs/personas.md", "printf 'docs/personas.md\\n'", true),
        ("docs/personas.md", "os.path.join('docs', 'personas.md')", true),
        ("docs/personas.md", "os.chdir(\"docs\"); open(\"personas.md\")", true),
        ("docs/personas.md", "open('docs/' + 'personas.md')", true),
        ("docs/personas.md", "host:docs/personas.md,x", true),
        ("docs/personas.md", "open('docs/personas.md.bak')", false),
        ("docs/personas.md", "open('mydocs/personas.md')", false),
        ("docs/personas.md", "docs about personas", false),
        ("docs/personas.md", "print('personas.md')", false),
        ("docs/*.md", "open('docs/my plan.md')", true),
        ("docs/*.md", "cat docs/a.txt b.md", false),
        ("docs/decisions/**", "rm('docs/decisions/7.md')", true),
        ("docs/decisions/**", "shutil.rmtree('docs/decisions')", true),
        ("docs/decisions/**", "print('decisions')", false),
        ("backlog.md", "{\"f\": \"backlog.md\"}", true),
        ("backlog.md", "the backlog", false),
        ("pages/[id]/x.ts", "w('pages/[id]/x.ts')", true),
        ("", "anything", false),
    ] {
        assert_eq!(mentions(glob, text), found, "{glob} {text}");
    }
}

/// G5: case does not hide a path, once both sides are folded.
#[test]
fn g5_folded() {
    assert!(glob_match(&fold("Docs/Personas.md"), &fold("/r/DOCS/PERSONAS.MD")));
    assert!(glob_match(&fold("docs/kürzel.md"), &fold("/r/docs/\u{212a}ÜRZEL.md")));
    assert_eq!(fold("ſtraße"), "straße");
    assert_eq!(fold_pattern("/r/./a//b/../c*/"), "/r/a/c*");
    assert_eq!(fold_pattern("/r/a**/../c"), "/r/**/c");
    assert_eq!(fold_pattern("../../a"), "../../a");
}

/// A pattern of any length is answered, and a long one soon.
#[test]
fn e5_long_texts() {
    let stars = "*a".repeat(300);
    assert!(!glob_match(&stars, &"ab".repeat(1_000)));
    assert!(glob_match(&stars, &"ba".repeat(1_000)));
    assert!(!globs_meet(&stars, &format!("/r/{}", "b?".repeat(299))));
    assert!(!mentions("docs/*.md", &"a,".repeat(50_000)));
    assert!(!mentions("docs/*.md", &"\"".repeat(50_000)));
}

/// The same glob for another implementation: all but stars escaped.
fn reference(glob: &str) -> globset::GlobMatcher {
    let escaped: String = glob
        .chars()
        .map(|c| if c == '*' || c == '/' { c.to_string() } else { globset::escape(&c.to_string()) })
        .collect();
    let whole = format!("**/{escaped}");
    GlobBuilder::new(&whole).literal_separator(true).build().expect("escaped").compile_matcher()
}

/// All texts over the alphabet up to a length.
fn texts(longest: usize) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut from = 0;
    for _ in 0..longest {
        let until = all.len();
        for at in from..until {
            for c in ['a', 'b', '/'] {
                all.push(format!("{}{c}", all[at]));
            }
        }
        from = until;
    }
    all
}

proptest! {
    /// G5: globset says the same of whole-name double stars.
    #[test]
    fn g5_globset_agrees(
        parts in proptest::collection::vec(prop_oneof!["[ab*\\[]{1,3}", Just("**".to_string())], 1..4),
        path in "(/[ab\\[.]{1,3}){1,5}",
    ) {
        let parts: Vec<String> = parts.into_iter().map(|p| if p == "**" { p } else { p.replace("**", "*").replace("**", "*") }).collect();
        let glob = parts.join("/");
        prop_assert_eq!(glob_match(&glob, &path), reference(&glob).is_match(path.trim_start_matches('/')), "{} {}", glob, path);
    }

    /// G7: `globs_meet` is "some text that the pattern covers is one that the glob means", by enumeration.
    #[test]
    fn g7_meeting_by_enumeration(glob in "[ab*/]{1,4}", pattern in "[ab*?/]{1,4}|[ab]?\\[!?[ab]\\][ab*]{0,2}") {
        let covered = facts_pattern(&fold_pattern(&pattern));
        let some = texts(6).iter().any(|text| covered(text) && glob_match(&glob, text) && !text.ends_with('/'));
        let meets = globs_meet(&glob, &pattern);
        if some {
            prop_assert!(meets, "{} {}", glob, pattern);
        } else if !glob.contains("**") && !pattern.contains("**") {
            prop_assert!(!meets, "{} {}", glob, pattern);
        }
    }

    /// No text is too odd.
    #[test]
    fn e2_any_text(glob in "\\PC{0,12}", text in "\\PC{0,40}") {
        let _ = (glob_match(&glob, &text), globs_meet(&glob, &text), globs_meet(&text, &glob), mentions(&glob, &text));
    }
}

/// A naive reading of a pattern, by recursion over the text.
fn facts_pattern(pattern: &str) -> impl Fn(&str) -> bool + use<> {
    fn covers(pattern: &[char], text: &[char]) -> bool {
        match pattern {
            [] => text.is_empty(),
            ['*', '*', rest @ ..] => (0..=text.len()).any(|n| covers(rest, &text[n..])),
            ['*', rest @ ..] => {
                let name = text.iter().take_while(|c| **c != '/').count();
                (0..=name).any(|n| covers(rest, &text[n..]))
            }
            ['?', rest @ ..] => text.first().is_some_and(|c| *c != '/') && covers(rest, &text[1..]),
            ['[', '!', c, ']', rest @ ..] => {
                text.first().is_some_and(|t| t != c && *t != '/') && covers(rest, &text[1..])
            }
            ['[', c, ']', rest @ ..] => text.first() == Some(c) && covers(rest, &text[1..]),
            [c, rest @ ..] => text.first() == Some(c) && covers(rest, &text[1..]),
        }
    }
    let pattern: Vec<char> = pattern.chars().collect();
    move |text| covers(&pattern, &text.chars().collect::<Vec<_>>())
}

//! Measures of texts on pairs that must and must not count, in several languages.

use super::*;

/// D6: in four languages, a text that only says again what the other said, and one that says it in other words.
#[test]
fn an_echo_is_contained_and_a_paraphrase_is_not() {
    let pairs = [
        ("one fixed day for each plot", "One fixed day for each plot?", "Every bed keeps its weekday all summer."),
        ("ein fester Tag für jedes Beet", "Ein FESTER Tag, für jedes Beet.", "Jede Parzelle behält ihren Wochentag."),
        (
            "jeden stały dzień dla każdej grządki",
            "Jeden stały dzień, dla każdej grządki!",
            "Co tydzień o tej samej porze podlewamy.",
        ),
        ("区画ごとに決まった曜日", "区画ごとに、決まった曜日。", "毎週同じ時に水をやる"),
    ];
    for (answer, echo, paraphrase) in pairs {
        assert_eq!(containment(1, echo, answer), 100, "{echo}");
        assert!(containment(1, paraphrase, answer) < 50, "{paraphrase}: {}", containment(1, paraphrase, answer));
    }
}

/// D11, D14: alike is the same words in the same runs; a word more changes little, another order of short runs much.
#[test]
fn resemblance_is_of_runs_of_words() {
    assert_eq!(resemblance(2, "When is the well dry?", "when is the WELL dry"), 100);
    assert_eq!(resemblance(1, "Keep it open", "keep it shut"), 50);
    assert_eq!(resemblance(2, "a b c", "c b a"), 0);
    assert_eq!(resemblance(2, "Wann ist der Brunnen leer?", "Wer bezahlt die verlorene Schaufel?"), 0);
    assert!(resemblance(1, "Kto podlewa w niedzielę?", "Kto podlewa grządki w niedzielę?") >= 80);
    assert!(resemblance(1, "誰が水をやりますか", "誰が毎日水をやりますか") >= 80);
    assert_eq!(resemblance(1, "", ""), 0);
    assert_eq!(containment(9, "two words", "two words"), 100, "a short text is one run");
    assert_eq!(containment(-3, "a", "a b"), 100);
}

/// D7, D15: a phrase is found in a text by its words, in any script, and not within other words.
#[test]
fn a_phrase_is_found_by_its_words() {
    let holds = |text: &str, phrase: &str| joined(text).contains(&joined(phrase));
    assert!(holds("Oh, just decide!", "just decide"));
    assert!(!holds("We must just decided things", "just decide"));
    assert!(holds("Don’t you think so?", "don't you think"));
    assert!(holds("Das ist mir EGAL.", "mir egal"));
    assert!(holds("Wszystko jedno, zdecyduj sam.", "zdecyduj sam"));
    assert!(holds("その件はお任せします。", "お任せします"));
    assert!(!holds("その件は決めました。", "お任せします"));
    assert!(holds("ﬁne by me", "fine"), "compatibility forms are one");
    assert_eq!(joined("…?!"), "");
}

/// D1: questions at the end count, those in code, quotations and the middle do not.
#[test]
fn questions_that_a_text_ends_on() {
    assert_eq!(closing_questions("Why?\n\nI did it. It works. Which colour do you want? And where?"), 2);
    assert_eq!(closing_questions("1. Which colour?\n2. Where? It may be far.\n3. **Wann?**\n\nTell me."), 3);
    assert_eq!(closing_questions("> Who? When? Why?\n\nThat was asked."), 0);
    assert_eq!(closing_questions("Done.\n\n```\na? b? c?\n```\n"), 0);
    assert_eq!(closing_questions("どの色ですか？どこですか？"), 2);
    assert_eq!(last_question("I see. Which colour do you want? Tell me."), "Which colour do you want?");
    assert_eq!(last_question("Which colour? I see. It works."), "");
}

//! Declarations in written texts: the forms that count, and prose that does not.

use facts::declaration::read;
use proptest::prelude::*;

fn found(text: &str) -> Vec<(String, String)> {
    read(text).into_iter().map(|declaration| (declaration.id, declaration.state)).collect()
}

/// G11: every form.
#[test]
fn g11_declares() {
    for text in [
        "adopt.personas: absent",
        "\u{feff}adopt.personas: absent",
        "  adopt.personas: absent",
        "\tadopt.personas :  absent",
        "adopt.personas:absent",
        "- adopt.personas: absent",
        "* adopt.personas: absent",
        "> adopt.personas: absent",
        "> > - adopt.personas: absent",
        "# adopt.personas: absent",
        "## adopt.personas: absent",
        "// adopt.personas: absent",
        "<!-- adopt.personas: absent -->",
        "adopt.personas: absent (nobody here yet)",
        "adopt.personas: absent, for now",
        "adopt.personas: absent.",
        "adopt.personas: \"absent\"",
        "'adopt.personas': 'absent'",
        "`adopt.personas`: `absent`",
        "---\nelicitation:\n  adopt.personas: absent\n---\n\n# People\n",
        "x\r\nadopt.personas: absent\r\ny",
        "x\radopt.personas: absent",
        "\"adopt.personas\": \"absent\"",
        "{\"adopt.personas\": \"absent\"}",
        "{\"x\":1,\"adopt.personas\":\"absent\"}",
        "{\n  \"x\": {\n    \"adopt.personas\" : \"absent\"\n  }\n}",
        "{\"x\": 1,\n\n  \"adopt.personas\": \"absent\"}",
        "{ \"elicitation\": { \"adopt.personas\": \"absent (nobody)\" } }",
        "| adopt.personas | absent |",
        "| `adopt.personas` | `absent` | - | - |",
        "  > | `adopt.personas` | absent (for now) | - |",
    ] {
        assert_eq!(found(text), [("adopt.personas".to_string(), "absent".to_string())], "{text}");
    }
}

/// G11: prose, other states, other ids.
#[test]
fn g11_does_not_declare() {
    for text in [
        "we said adopt.personas: absent earlier",
        "see adopt.personas: absent",
        "(adopt.personas: absent)",
        "adopt.personas is absent",
        "adopt.personas absent",
        "adopt.personas: (absent)",
        "adopt.personas:\nabsent",
        "xadopt.personas2.: absent",
        "docs/adopt.personas: absent",
        "personas: absent",
        "adopt.personas absent: x y",
        "{\"note\": \"say \\\"adopt.personas\\\": \\\"absent\\\"\"}",
        "the text \"adopt.personas\": \"absent\" in a line",
        "{\"adopt.personas\": absent}",
        "{\"x\": [\"adopt.personas\", \"absent\"]}",
        "| x | adopt.personas | absent |",
        "adopt.personas | absent",
        "| adopt.personas absent |",
        "",
    ] {
        assert_eq!(found(text), [], "{text}");
    }
    assert_eq!(found("adopt.personas: absent-minded")[0].1, "absent-minded");
    assert_eq!(found("adopt.personas: pending")[0].1, "pending");
    assert_eq!(found("myadopt.personas: absent")[0].0, "myadopt.personas");
}

/// G11, F2: several in one text, each with its place.
#[test]
fn f2_places() {
    let text = "# a.b: absent\n{\"c.d\": \"x\", \"e.f\": \"y\"}\n| g.h | z |\n";
    let places: Vec<_> = read(text).into_iter().map(|d| (d.id, d.line, d.column)).collect();
    let expected = [("a.b", 1, 3), ("c.d", 2, 3), ("e.f", 2, 15), ("g.h", 3, 3)];
    assert_eq!(places, expected.map(|(id, line, column)| (id.to_string(), line, column)));
}

proptest! {
    /// G11: any text is answered.
    #[test]
    fn g11_any_text(text in "[ab.:\"'`|{},\n\r\\-*>#/<! é]{0,60}|\\PC{0,40}") {
        for declaration in read(&text) {
            let line = text.trim_start_matches('\u{feff}').lines().count().max(1) + text.matches('\r').count();
            prop_assert!(declaration.line as usize <= line);
            prop_assert!(!declaration.state.is_empty());
        }
    }

    /// G11: a line that is declared is found, whatever stands around it.
    #[test]
    fn g11_found_anywhere(before in "[a-z \n]{0,20}", marks in "[ >*#-]{0,6}", after in "( [a-z ]{0,9})?") {
        let text = format!("{before}\n{marks}q.r: absent{after}\n");
        prop_assert!(found(&text).contains(&("q.r".into(), "absent".into())));
    }
}

//! Whatever the text: an answer, in bounded time, the same each time.

use facts::shell::{Dialect, read};
use proptest::prelude::*;

/// Pieces of scripts in both languages.
const WORDS: &[&str] = &[
    "mv",
    "git",
    "cp",
    "rm",
    "cd",
    "a",
    "b/c",
    "-t",
    "--",
    "$X",
    "\"$Y\"",
    "'q",
    "\"",
    "`",
    "$(",
    ")",
    "(",
    "{",
    "}",
    ";",
    "&&",
    "||",
    "|",
    "&",
    "\n",
    ">",
    ">>",
    "<",
    "<<EOF",
    "\nEOF\n",
    "<<<",
    "if",
    "then",
    "fi",
    "for",
    "in",
    "do",
    "done",
    "while",
    "case",
    "esac",
    ";;",
    "f()",
    "[[",
    "]]",
    "((",
    "))",
    "{a,b}",
    "{1..9}",
    "*",
    "?",
    "[a]",
    "~",
    "~/x",
    "\\",
    "#",
    "=",
    "F=a",
    "eval",
    "bash -c",
    "xargs",
    "find",
    "-exec",
    "{}",
    "\\;",
    "env",
    "sudo",
    "alias m=mv",
    "trap",
    "set -e",
    "exit",
    "@'",
    "\n'@",
    "Move-Item",
    "-Path",
    ",",
    "[IO.File]::",
    "@(",
    "$_",
    "%",
    "sed -i",
    "tar x",
    "é",
    "\u{0}",
    "\t",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn any_text_has_an_answer(text in any::<String>()) {
        read(Dialect::Bash, &text);
        read(Dialect::PowerShell, &text);
    }

    #[test]
    fn any_words_have_an_answer(words in prop::collection::vec(prop::sample::select(WORDS), 0..40), glue in prop::sample::select(vec!["", " "])) {
        let text = words.join(glue);
        for dialect in [Dialect::Bash, Dialect::PowerShell] {
            let script = read(dialect, &text);
            prop_assert_eq!(&script, &read(dialect, &text));
            prop_assert!(script.error.is_none() || script.commands.is_empty());
            // Neither a fault of the reader nor its deadline.
            let message = script.error.map(|error| error.message).unwrap_or_default();
            prop_assert!(!message.contains("reading the script"), "{}", message);
        }
    }

    /// A move keeps being one whatever harmless commands stand around it.
    #[test]
    fn neighbours_hide_no_move(before in prop::sample::select(vec!["ls", "true", "echo 'x'", "cat <<E\nx\nE\n:", "x=1"]), glue in prop::sample::select(vec!["; ", "\n", " && "])) {
        let script = read(Dialect::Bash, &format!("{before}{glue}mv a b.md"));
        prop_assert_eq!(super::lines(&script, false), ["move a", "write b.md"]);
    }
}

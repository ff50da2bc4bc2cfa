//! `gatelog docs`: the pages of the project, offline, and what is made of the argument definitions. The pages are embedded;
//! what is printed is what `docs/` holds.

use std::process::ExitCode;

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::args::Cli;
use crate::exit::Exit;
use crate::print;

/// The pages by their name below `docs/`.
const PAGES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/pages.rs"));

/// Pages that are made, and what each is.
const MADE: [(&str, &str); 2] =
    [("man", "the manual page, for `man -l -`"), ("completions", "what a shell completes; `--shell` says which")];

/// Documentation.
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  gatelog docs\n  gatelog docs agents\n  gatelog docs points --schema\n  gatelog docs man | man -l -\n  gatelog docs completions --shell bash"
)]
pub(crate) struct DocsArgs {
    /// The page; without one, what there is
    topic: Option<String>,
    /// The JSON Schema of what the page describes, where there is one
    #[arg(long)]
    schema: bool,
    /// The shell of the completions
    #[arg(long, value_enum, default_value_t = Shell::Bash)]
    shell: Shell,
}

/// Prints a page.
pub(crate) fn run(args: &DocsArgs) -> ExitCode {
    match text(args) {
        Ok(text) => {
            print::text(&text);
            Exit::Pass.into()
        }
        Err(reason) => {
            print::complaint(&format!("gatelog: {reason}"));
            Exit::Unmade.into()
        }
    }
}

fn text(args: &DocsArgs) -> Result<String, String> {
    let Some(topic) = args.topic.as_deref() else {
        return Ok(topics());
    };
    let file = format!("{topic}.{}", if args.schema { "schema.json" } else { "md" });
    if let Some((_, text)) = PAGES.iter().find(|(name, _)| *name == file) {
        return Ok((*text).to_owned());
    }
    match (topic, args.schema) {
        ("man", false) => manual(),
        ("completions", false) => completions(args.shell),
        (_, true) => Err(format!("`{topic}` has no schema; there is one of points")),
        (_, false) => Err(format!("there is no page `{topic}`\n{}", topics())),
    }
}

/// The pages with their titles.
fn topics() -> String {
    let title = |text: &str| text.lines().next().unwrap_or_default().trim_start_matches('#').trim().to_owned();
    let pages = PAGES.iter().filter_map(|(name, text)| Some((name.strip_suffix(".md")?.to_owned(), title(text))));
    let made = MADE.iter().map(|(name, about)| ((*name).to_owned(), (*about).to_owned()));
    pages.chain(made).map(|(name, about)| format!("{name:<12} {about}\n")).collect()
}

/// The help of every command, as a page: what `docs/commands.md` holds.
#[cfg(test)]
fn reference() -> String {
    use std::fmt::Write;
    let mut page = String::from(
        "# Commands\n\nGenerated from the argument definitions; `BLESS=1 cargo test -p gatelog --bins reference` writes it anew.\n",
    );
    let mut pending: Vec<(String, clap::Command)> = vec![("gatelog".to_owned(), Cli::command())];
    while let Some((name, mut command)) = pending.pop() {
        let help = command.render_long_help().to_string();
        let lines: Vec<&str> = help.lines().map(str::trim_end).collect();
        let _ = write!(page, "\n## {name}\n\n```text\n{}\n```\n", lines.join("\n").trim_end());
        let parts: Vec<_> = command.get_subcommands().filter(|part| part.get_name() != "help").collect();
        pending.extend(parts.into_iter().rev().map(|part| (format!("{name} {}", part.get_name()), part.clone())));
    }
    page
}

/// One page that has every command.
fn manual() -> Result<String, String> {
    let mut command = Cli::command();
    command.build();
    let mut bytes = Vec::new();
    let fault = |cause: std::io::Error| cause.to_string();
    clap_mangen::Man::new(command.clone()).render(&mut bytes).map_err(fault)?;
    for part in command.get_subcommands().filter(|part| part.get_name() != "help") {
        let man = clap_mangen::Man::new(part.clone());
        bytes.extend(format!(".SH \"GATELOG {}\"\n", part.get_name().to_uppercase()).bytes());
        man.render_description_section(&mut bytes).map_err(fault)?;
        man.render_options_section(&mut bytes).map_err(fault)?;
        man.render_extra_section(&mut bytes).map_err(fault)?;
    }
    String::from_utf8(bytes).map_err(|cause| cause.to_string())
}

fn completions(shell: Shell) -> Result<String, String> {
    let mut bytes = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "gatelog", &mut bytes);
    String::from_utf8(bytes).map_err(|cause| cause.to_string())
}

#[cfg(test)]
mod tests {
    use clap::ValueEnum;

    use super::*;

    fn printed(topic: &str, schema: bool) -> Result<String, String> {
        text(&DocsArgs { topic: Some(topic.to_owned()), schema, shell: Shell::Bash })
    }

    /// X6: every command is on the manual page and in every shell's completions.
    #[test]
    fn the_manual_and_the_completions_have_every_command() {
        let man = printed("man", false).unwrap();
        let commands: Vec<String> = Cli::command().get_subcommands().map(|part| part.get_name().to_owned()).collect();
        for name in &commands {
            assert!(man.contains(&format!("GATELOG {}", name.to_uppercase())), "{name}");
        }
        for shell in Shell::value_variants() {
            let text = completions(*shell).unwrap();
            assert!(commands.iter().all(|name| text.contains(name.as_str())), "{shell}");
        }
    }

    /// The reference of the command line is what the definitions say.
    #[test]
    fn the_reference_is_the_definitions() {
        let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/commands.md");
        let page = reference();
        if std::env::var_os("BLESS").is_some_and(|value| value == "1") {
            std::fs::write(&file, &page).unwrap();
        }
        assert!(page == std::fs::read_to_string(&file).unwrap_or_default(), "docs/commands.md is not current");
        assert!(page.contains("## gatelog rules test") && page.contains("--why-not"));
    }

    /// X7: pages are found by name, and a wrong name says which there are.
    #[test]
    fn pages_have_names() {
        assert!(printed("agents", false).unwrap().starts_with("# For agents"));
        assert!(printed("points", true).unwrap().contains("\"points\""));
        assert!(printed("point", false).unwrap_err().contains("points"));
        assert!(printed("agents", true).is_err());
    }
}

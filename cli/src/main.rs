//! The `gatelog` command. Reads arguments, wires evidence to rules, prints what the rules derived. Holds no policy.

use std::process::ExitCode;

mod args;
mod bundled;
mod commands;
mod exit;
mod judge;
mod judgement;
mod layout;
mod print;
mod refusal;
mod rule_set;

fn main() -> ExitCode {
    // The hook runs before every tool call: it does not wait for the argument parser.
    let mut words = std::env::args_os().skip(1);
    if words.next().is_some_and(|word| word == "hook") && words.next().is_none() {
        return commands::hook::run(commands::hook::DEADLINE);
    }
    args::run()
}

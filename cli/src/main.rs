//! The `gatelog` command. Reads arguments, wires evidence to rules, prints what the rules derived. Holds no policy.

use std::process::ExitCode;

use client::Client;
use commands::hook;

mod args;
mod bundled;
mod change;
mod checks;
mod client;
mod commands;
mod declared;
mod exit;
mod judge;
mod judgement;
mod layout;
mod limits;
mod log;
mod print;
mod proofs;
mod questions;
mod reasons;
mod refusal;
mod rule_set;
mod ways;
mod wiring;

fn main() -> ExitCode {
    // The hook runs before every tool call: it does not wait for the argument parser.
    let mut words = std::env::args_os().skip(1);
    if words.next().is_some_and(|word| word == "hook") {
        match (words.next(), words.next()) {
            (None, _) => return hook::run(hook::DEADLINE, hook::Log::Off, Client::Claude),
            (Some(word), None) if word == "--log" => return hook::run(hook::DEADLINE, hook::Log::On, Client::Claude),
            _ => {}
        }
    }
    args::run()
}

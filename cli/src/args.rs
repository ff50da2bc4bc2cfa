//! What can be typed, and where it goes.

use std::process::ExitCode;
use std::time::Duration;

use clap::{Parser, Subcommand};

use crate::client::Client;
use crate::commands::ask::AskArgs;
use crate::commands::check::CheckArgs;
use crate::commands::docs::DocsArgs;
use crate::commands::doctor::DoctorArgs;
use crate::commands::eval::EvalArgs;
use crate::commands::explain::ExplainArgs;
use crate::commands::facts::FactsArgs;
use crate::commands::hook;
use crate::commands::init::InitArgs;
use crate::commands::mcp::McpArgs;
use crate::commands::record::RecordArgs;
use crate::commands::replay::ReplayArgs;
use crate::commands::rules::RulesArgs;
use crate::commands::{ask, check, docs, doctor, eval, explain, facts, init, mcp, record, replay, rules};

/// The gate that explains itself: policy over what a coding agent did and is about to do.
#[derive(Parser, Debug)]
#[command(name = "gatelog", version, about, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Judge one tool call: JSON on standard input, a refusal or nothing on standard output
    #[command(
        after_help = "Example:\n  gatelog hook < payload.json\n\nThe exit status is 0 whatever the verdict; 2 only where a refusal cannot be written."
    )]
    Hook {
        /// Seconds after which a call without a verdict is refused; keep it below the client's timeout
        #[arg(long, value_name = "SECONDS", default_value_t = hook::DEADLINE.as_secs_f64(), value_parser = seconds)]
        deadline: f64,
        /// Append the decision to `$XDG_STATE_HOME/gatelog/decisions.jsonl`, for `gatelog explain ID`
        #[arg(long)]
        log: bool,
        /// The client whose form the verdict takes
        #[arg(long, value_enum, default_value_t = Client::Claude)]
        client: Client,
    },
    /// Wire the guard into this repository's clients, or take it out
    Init(InitArgs),
    /// Try the guard's wiring, and say what reduces its protection
    Doctor(DoctorArgs),
    /// Check what a repository claims: its ledger, its points, a session, its run records
    Check(CheckArgs),
    /// Feed recorded sessions to the guard and report what it would have stopped
    Replay(ReplayArgs),
    /// Say why a call is refused, why something holds, or does not
    Explain(ExplainArgs),
    /// Put a question to a person, and record the answer
    Ask(AskArgs),
    /// Write what became of a point into the ledger
    Record(RecordArgs),
    /// Serve agents over the Model Context Protocol: explain, check, points, ask
    Mcp(McpArgs),
    /// Evaluate a Datalog program over files of facts
    Eval(EvalArgs),
    /// Print what the evidence was lowered to, with origins
    Facts(FactsArgs),
    /// Work on rules: check them, test them
    Rules(RulesArgs),
    /// Print the documentation
    Docs(DocsArgs),
}

/// Parses the arguments and runs the command.
pub(crate) fn run() -> ExitCode {
    match Cli::parse().command {
        Command::Hook { deadline, log, client } => {
            let log = if log { hook::Log::On } else { hook::Log::Off };
            hook::run(Duration::from_secs_f64(deadline), log, client)
        }
        Command::Init(args) => init::run(&args),
        Command::Doctor(args) => doctor::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Ask(args) => ask::run(&args),
        Command::Record(args) => record::run(&args),
        Command::Mcp(args) => mcp::run(&args),
        Command::Eval(args) => eval::run(&args),
        Command::Facts(args) => facts::run(&args),
        Command::Docs(args) => docs::run(&args),
        Command::Rules(args) => rules::run(&args),
    }
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 3600.0 => Ok(seconds),
        _ => Err("expected a number of seconds above 0 and at most 3600".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    /// Every command shows an example in its help, and the definitions are sound.
    #[test]
    fn every_command_has_an_example() {
        let mut cli = super::Cli::command();
        cli.clone().debug_assert();
        for command in cli.get_subcommands_mut() {
            let help = command.render_long_help().to_string();
            assert!(help.contains("Example"), "{} shows no example", command.get_name());
        }
    }
}

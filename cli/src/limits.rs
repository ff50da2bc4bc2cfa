//! The limits of an evaluation as options, the same of every command that has them. Knows no command: each has limits of its
//! own where none is given, and says in its help which.

use clap::Args;
use engine::Limits;

/// What an evaluation may use.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct LimitArgs {
    /// Most rows of all relations together
    #[arg(long, value_name = "N")]
    rows: Option<u64>,
    /// Most rounds of a recursion
    #[arg(long, value_name = "N")]
    rounds: Option<u32>,
    /// Most bytes of rows, indexes and texts
    #[arg(long, value_name = "N")]
    bytes: Option<u64>,
    /// Most steps: rows that rules look at or derive, each time, new or not
    #[arg(long, value_name = "N")]
    steps: Option<u64>,
}

impl LimitArgs {
    /// Those that are given, and of `usual` the others.
    pub(crate) fn or(self, usual: &Limits) -> Limits {
        Limits {
            rows: self.rows.unwrap_or(usual.rows),
            rounds: self.rounds.unwrap_or(usual.rounds),
            bytes: self.bytes.unwrap_or(usual.bytes),
            steps: self.steps.unwrap_or(usual.steps),
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::{Args, Command};
    use engine::Limits;

    use super::LimitArgs;

    /// How a command's help names the limits that it has where none is given.
    pub(crate) fn in_help(Limits { rows, rounds, bytes, steps }: &Limits) -> String {
        format!("{rows} rows, {rounds} rounds, {bytes} bytes, {steps} steps")
    }

    #[test]
    fn limits_left_out_are_the_usual_ones() {
        let usual = Limits { rows: 1, rounds: 2, bytes: 3, steps: 4 };
        let parsed = |arguments: &[&str]| {
            let matches = LimitArgs::augment_args(Command::new("c")).get_matches_from([&["c"], arguments].concat());
            <LimitArgs as clap::FromArgMatches>::from_arg_matches(&matches).unwrap().or(&usual)
        };
        assert_eq!(parsed(&[]), usual);
        assert_eq!(parsed(&["--steps", "9", "--rows", "8"]), Limits { rows: 8, steps: 9, ..usual });
        assert_eq!(parsed(&["--rounds", "7", "--bytes", "6"]), Limits { rounds: 7, bytes: 6, ..usual });
    }

    /// The help of each command that has these options names its own limits.
    #[test]
    fn help_names_the_usual_limits() {
        let help = |mut command: Command| command.render_long_help().to_string();
        let eval = help(crate::commands::eval::EvalArgs::augment_args(Command::new("eval")));
        assert!(eval.contains(&in_help(&crate::commands::eval::LIMITS)), "{eval}");
        let cases = help(crate::commands::rules::test::TestArgs::augment_args(Command::new("test")));
        assert!(cases.contains(&in_help(&crate::judge::LIMITS)), "{cases}");
    }
}

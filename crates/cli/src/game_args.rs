//! The command line of the game, as it is typed.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueHint};
use quadrille_engine::BoxShape;

use crate::args::Common;
use crate::values;

/// The board that games begin on.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Rules")]
pub(crate) struct Start {
    /// Side of the empty board to play on [default: 9]
    #[arg(long, value_name = "N", conflicts_with = "board", value_parser = values::number::<usize>(0..=u64::MAX), allow_negative_numbers = true)]
    pub(crate) side: Option<usize>,
    /// The board to play on: a file, or a puzzle written out; its first board is taken
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) board: Option<String>,
}

/// The rules of a game.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Rules")]
pub(crate) struct Rules {
    /// Read the board file as the original program did, quirks included
    #[arg(long)]
    pub(crate) lenient: bool,
    /// The box shape, as in 2x3
    #[arg(long = "box", value_name = "RxC")]
    pub(crate) shape: Option<BoxShape>,
    /// When players may pass: unlimited, two-pass-end, no-double-pass or forbidden
    #[arg(long, value_name = "RULE", default_value = "two-pass-end")]
    pub(crate) passing: String,
    /// What an illegal attempt does: penalty or forfeit
    #[arg(long, value_name = "RULE", default_value = "penalty")]
    pub(crate) illegal: String,
    /// The ply after which a game is over
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = values::number::<u32>(1..=u64::MAX), allow_negative_numbers = true)]
    pub(crate) ply_cap: u32,
    /// Wall time of each player for a game, as in 5min
    #[arg(long, value_name = "DUR", value_parser = values::duration, allow_hyphen_values = true)]
    pub(crate) time_per_game: Option<Duration>,
    /// Nodes of each player for a move
    #[arg(long, value_name = "N", value_parser = values::number::<u64>(0..=u64::MAX), allow_negative_numbers = true)]
    pub(crate) nodes_per_move: Option<u64>,
}

/// Which games are played, and where they are kept.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Games")]
pub(crate) struct Games {
    /// Games of each two agents that meet; each opening from both seats
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = values::number::<u32>(1..=u64::MAX), allow_negative_numbers = true)]
    pub(crate) games: u32,
    /// Where games begin: none, random:K (K random placements), or a file with an opening a line
    #[arg(long, value_name = "WHICH", default_value = "none")]
    pub(crate) openings: String,
    /// Where to keep the games, `-` for standard output; a file that holds some is continued
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) record: Option<String>,
    /// Begin anew where the record holds other games
    #[arg(long)]
    pub(crate) overwrite: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Match {
    /// One agent, as in strong:ms=100 or "cmd:python3 bot.py"
    pub(crate) a: String,
    /// The other
    pub(crate) b: String,
    /// End when it is clear whether A is stronger by ELO1 or by ELO0 only (95 % sure)
    #[arg(long, value_name = "ELO0,ELO1", value_parser = elo_pair, allow_hyphen_values = true)]
    pub(crate) sprt: Option<(f64, f64)>,
    #[command(flatten)]
    pub(crate) games: Games,
    #[command(flatten)]
    pub(crate) start: Start,
    #[command(flatten)]
    pub(crate) rules: Rules,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Debug, Args)]
pub(crate) struct Tournament {
    /// The agents
    #[arg(required = true, num_args = 2.., value_name = "AGENT")]
    pub(crate) agents: Vec<String>,
    /// Only the first agent meets the others
    #[arg(long)]
    pub(crate) gauntlet: bool,
    #[command(flatten)]
    pub(crate) games: Games,
    #[command(flatten)]
    pub(crate) start: Start,
    #[command(flatten)]
    pub(crate) rules: Rules,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Debug, Args)]
#[command(mut_arg("seed", |seed| {
    seed.help("Seed of all random choices [default: drawn, and told]")
}))]
pub(crate) struct Play {
    /// The first player
    #[arg(default_value = "human", value_name = "FIRST")]
    pub(crate) first: String,
    /// The second player
    #[arg(default_value = "strong", value_name = "SECOND")]
    pub(crate) second: String,
    /// Where to keep the game as it is played: a new file, or `-` for standard output
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) record: Option<PathBuf>,
    /// Begin anew where the record's file exists
    #[arg(long)]
    pub(crate) overwrite: bool,
    /// Go on with the unfinished game in the record's file: its players, board, rules and seed
    #[arg(long = "continue", requires = "record", conflicts_with_all = [
        "first", "second", "overwrite", "seed", "side", "board", "lenient", "shape", "passing",
        "illegal", "ply_cap", "time_per_game", "nodes_per_move",
    ])]
    pub(crate) go_on: bool,
    #[command(flatten)]
    pub(crate) start: Start,
    #[command(flatten)]
    pub(crate) rules: Rules,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Debug, Args)]
pub(crate) struct Replay {
    /// A record of games, a file of traces, or `-`
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: String,
    /// Only this game, by its number in the record; of traces, only that run
    #[arg(long, value_name = "N", value_parser = values::number::<usize>(0..=u64::MAX), allow_negative_numbers = true)]
    pub(crate) game: Option<usize>,
    /// Draw the board after every move; of traces, whenever it became better
    #[arg(long)]
    pub(crate) boards: bool,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Debug, Args)]
pub(crate) struct Perft {
    /// How many placements deep
    #[arg(value_parser = values::number::<u32>(0..=u64::MAX), allow_negative_numbers = true)]
    pub(crate) depth: u32,
    /// Count for each first placement
    #[arg(long)]
    pub(crate) divide: bool,
    #[command(flatten)]
    pub(crate) start: Start,
    #[command(flatten)]
    pub(crate) rules: Rules,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Debug, Args)]
pub(crate) struct Analyse {
    /// A position, as a board file or written out, by the rules below; or a record of games, by its
    /// own, whose turning points are found; `-` for standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: String,
    /// Nodes for each position
    #[arg(long, value_name = "N", default_value_t = 2_000_000, value_parser = values::number::<u64>(0..=u64::MAX), allow_negative_numbers = true)]
    pub(crate) nodes: u64,
    /// Wall time for each position
    #[arg(long, value_name = "DUR", value_parser = values::duration, allow_hyphen_values = true)]
    pub(crate) time: Option<Duration>,
    /// How many moves to show
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = values::number::<usize>(0..=u64::MAX), allow_negative_numbers = true)]
    pub(crate) moves: usize,
    /// The last move was a pass
    #[arg(long)]
    pub(crate) after_pass: bool,
    #[command(flatten)]
    pub(crate) rules: Rules,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Debug, Args)]
pub(crate) struct Engine {
    /// The agent to serve
    #[arg(default_value = "strong", value_name = "AGENT")]
    pub(crate) agent: String,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Debug, Args)]
pub(crate) struct CheckBot {
    /// The program, with its arguments
    #[arg(required = true, num_args = 1.., trailing_var_arg = true, value_name = "CMD")]
    pub(crate) command: Vec<String>,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Debug, Args)]
pub(crate) struct Agents {
    /// The one to explain
    pub(crate) id: Option<String>,
    #[command(flatten)]
    pub(crate) common: Common,
}

fn elo_pair(text: &str) -> Result<(f64, f64), String> {
    let pair = text.split_once(',').and_then(|(low, high)| {
        Some((low.trim().parse::<f64>().ok()?, high.trim().parse::<f64>().ok()?))
    });
    match pair {
        Some((low, high)) if low < high && high - low < 4000.0 => Ok((low, high)),
        _ => Err("two differences in Elo, the smaller first, as in 0,30".to_owned()),
    }
}

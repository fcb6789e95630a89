//! `match`: a series of games between two agents.

use quadrille_arena::tournament::{Plan, Results, Sprt};

use super::results;
use super::series::{self, Sequential, SeriesOptions};
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::output::Output;

/// Play a match between two agents
///
/// Prints wins, margin and Elo with intervals. The second of two equal agents is named `strong#2`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = include_str!("../../help/match.txt").trim_end())]
pub(crate) struct Args {
    /// The first agent, such as strong:ms=100 or "cmd:python3 bot.py"
    a: String,
    /// The second agent
    b: String,
    /// Stop as soon as a sequential test decides between ELO0 and ELO1
    ///
    /// The test decides whether A is stronger by ELO1 or only by ELO0, with about 5% error either way.
    #[arg(long, value_name = "ELO0,ELO1", value_parser = elo_pair, allow_hyphen_values = true)]
    sprt: Option<(f64, f64)>,
    #[command(flatten)]
    series: SeriesOptions,
}

/// The largest difference in Elo to test for: the weaker wins one game in a hundred thousand.
const MAX_ELO: f64 = 2000.0;

fn elo_pair(text: &str) -> Result<(f64, f64), String> {
    let pair = text.split_once(',').and_then(|(low, high)| {
        Some((low.trim().parse::<f64>().ok()?, high.trim().parse::<f64>().ok()?))
    });
    match pair {
        Some((low, high)) if low < high && [low, high].iter().all(|elo| elo.abs() <= MAX_ELO) => {
            Ok((low, high))
        }
        _ => Err(format!(
            "write two differences in Elo from -{MAX_ELO} to {MAX_ELO}, the smaller first, such as \
             0,30"
        )),
    }
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let names = [args.a.clone(), args.b.clone()];
    let sequential = if args.sprt.is_some() { Sequential::Yes } else { Sequential::No };
    let series = args.series.resolve(&names, Plan::RoundRobin, sequential, context)?;
    let record = args.series.record(None, context)?;
    let sprt = args.sprt.map(|(elo0, elo1)| Sprt { elo0, elo1 });
    // Opened before the games, so that a mistake costs nothing.
    let mut out = Output::open(context)?;
    let mut played = Results::new(&series, sprt);
    let exit = series::play(&mut played, &record, context)?;
    if context.json {
        out.json(&played.duel_object(0, 1))?;
    } else if record.is_stdout() && context.output.is_none() {
        // Standard output has the games.
        context.messages.results(&results::duel_text(&played));
    } else {
        out.text(&results::duel_text(&played))?;
    }
    out.conclude(exit)?;
    Ok(exit)
}

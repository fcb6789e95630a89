//! `tournament`: games between several agents.

use std::io::Write;

use quadrille_arena::tournament::{Plan, Results};
use quadrille_storage::{Links, Replacement};

use super::results;
use super::series::{self, Sequential, SeriesOptions};
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::output::Output;

/// Play a tournament between agents
///
/// Everyone plays everyone, or the first plays the others in a gauntlet.
#[derive(Debug, clap::Args)]
#[command(after_long_help = include_str!("../../help/tournament.txt").trim_end())]
pub(crate) struct Args {
    /// The agents
    #[arg(required = true, num_args = 2.., value_name = "AGENT")]
    agents: Vec<String>,
    /// Only the first agent meets the others
    #[arg(long)]
    gauntlet: bool,
    #[command(flatten)]
    series: SeriesOptions,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let plan = if args.gauntlet { Plan::Gauntlet } else { Plan::RoundRobin };
    let series = args.series.resolve(&args.agents, plan, Sequential::No, context)?;
    let directory = context.output_directory()?;
    let record = args.series.record(directory, context)?;
    let standings = directory.map(|directory| directory.join("standings.txt"));
    if let Some(path) = &standings {
        context.used_files.refuse(path)?;
    }
    context.used_files.refuse_stdout()?;
    let mut played = Results::new(&series, None);
    let exit = series::play(&mut played, &record, context)?;
    let text = results::tournament_text(&played);
    if let Some(path) = standings {
        let mut standings = Replacement::begin(&path, Links::Refuse)?;
        let written = standings.write_all(text.as_bytes());
        written.map_err(|error| Failure::writing(error, &path.display().to_string()))?;
        standings.commit()?;
    }
    let mut out = Output::standard(context)?;
    if context.json {
        out.json(&played.tournament_object())?;
    } else if record.is_stdout() {
        // Standard output has the games.
        context.messages.results(&text);
    } else {
        out.text(&text)?;
    }
    out.conclude(exit)?;
    Ok(exit)
}

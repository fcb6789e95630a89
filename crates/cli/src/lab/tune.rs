//! `tune`: a racing configurator.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use clap::ValueHint;
use quadrille_engine::{Rng, WallClock};
use quadrille_lab::Configuration;
use quadrille_lab::report::{TextStyle, tuned_table};
use quadrille_lab::tuning::{Tuned, Tuning};

use super::compare::Puzzles;
use crate::args::{InputOptions, LimitOptions, values};
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::input::Inputs;
use crate::io::output::Output;

/// Find good parameters of an algorithm by racing settings against each other
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  quadrille tune annealing-r0
  quadrille tune annealing-r0:start=givens --puzzles puzzles.txt --nodes 50000

Settings race on one half of the puzzles; the winner is judged on the other, beside the defaults.
Each run gets 100000 nodes or as many as --nodes says; one without a solution counts ten times that.
With --output DIR, the outcome is kept in DIR/tuning.json too.")]
pub(crate) struct Args {
    /// The algorithm; parameters that its name sets are held fast
    #[arg(value_name = "ID")]
    id: String,
    /// Where the puzzles come from: half to race on, half to judge by [default: collection]
    #[arg(long, value_name = "INPUT", num_args = 1.., value_hint = ValueHint::FilePath)]
    puzzles: Vec<String>,
    /// Runs of a setting on a puzzle
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = values::number::<u32>(1..=u64::MAX), allow_negative_numbers = true)]
    runs: u32,
    /// Settings in the first race
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = values::number::<u32>(2..=1000), allow_negative_numbers = true)]
    settings: u32,
    /// Races, each nearer to the best so far
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = values::number::<u32>(1..=100), allow_negative_numbers = true)]
    races: u32,
    #[command(flatten)]
    limits: LimitOptions,
    #[command(flatten)]
    reading: InputOptions,
}

/// Nodes of a run that nothing is said of.
const NODES: u64 = 100_000;
/// What `--output` gets.
const FILE: &str = "tuning.json";

pub(crate) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let usage = |error: &dyn std::fmt::Display| Failure::usage(error.to_string());
    let method = Configuration::parse(&args.id).map_err(|error| usage(&error))?;
    // Before the work, so that a mistake here costs nothing.
    let file = context.output.as_deref().map(output_file).transpose()?;
    let cancel = context.handle_signals(None);
    let typed = match args.puzzles.as_slice() {
        [] => vec!["collection".to_owned()],
        named => named.to_vec(),
    };
    let seed = context.seed();
    let inputs = Inputs::resolve(&typed, &args.reading, seed, context)?;
    let Puzzles { mut instances, bad } = Puzzles::of(inputs, context, &cancel)?;
    // A puzzle that is there twice could come to both sides, and the winner be judged on one that
    // it was raced on.
    let read = instances.len();
    let mut seen = HashSet::new();
    instances.retain(|instance| seen.insert(instance.puzzle.to_string()));
    if instances.len() < read {
        let again = read - instances.len();
        context
            .messages
            .note(&format!("{again} of {read} puzzles repeat others and were left out"));
    }
    // Easy and hard ones to both sides.
    Rng::derive(seed, &["tune", "held out"]).shuffle(&mut instances);
    let held_out = instances.split_off(instances.len().div_ceil(2));
    let tuning = Tuning {
        fixed: fixed(&args.id),
        method,
        training: instances,
        held_out,
        seed,
        runs: args.runs,
        nodes: args.limits.nodes.unwrap_or(NODES),
        limits: args.limits.limits(),
        settings: args.settings as usize,
        races: args.races as usize,
    };
    let bar = context.spinner();
    let (clock, threads) = (WallClock::new(), context.threads());
    let tuned = tuning.run(threads, &clock, &cancel, |at| {
        bar.set_message(if at.race > tuning.races {
            "judging the winner on the puzzles held out".to_owned()
        } else {
            format!(
                "race {} of {}: {} settings left after {} puzzles",
                at.race, tuning.races, at.alive, at.puzzles
            )
        });
    });
    bar.finish_and_clear();
    let Some(tuned) = tuned.map_err(|error| usage(&error))? else {
        context.messages.note("interrupted before there was a winner");
        return Ok(Exit::Interrupted);
    };
    write(context, &tuning, &tuned, file)?;
    Ok(if bad.is_empty() { Exit::Done } else { Exit::Usage })
}

/// The parameters that the name sets.
fn fixed(name: &str) -> Vec<String> {
    let parameters = name.split_once(':').map_or("", |(_, parameters)| parameters);
    parameters
        .split(',')
        .filter_map(|parameter| Some(parameter.split_once('=')?.0.trim().to_owned()))
        .collect()
}

/// The file in that directory, which exists then and holds nothing else. It can be written to, but is
/// left as it was until there is an outcome.
fn output_file(directory: &Path) -> Result<PathBuf, Failure> {
    let failed = |error: std::io::Error| {
        let error = anyhow::Error::new(error);
        Failure::Usage(error.context(format!("cannot write into {}", directory.display())))
    };
    fs::create_dir_all(directory).map_err(failed)?;
    for entry in fs::read_dir(directory).map_err(failed)? {
        let name = entry.map_err(failed)?.file_name();
        if name != FILE {
            return Err(Failure::usage(format!(
                "{} holds other things than a tuning ({}); name another directory",
                directory.display(),
                name.display()
            )));
        }
    }
    let file = directory.join(FILE);
    let is_new = !file.exists();
    fs::OpenOptions::new().append(true).create(true).open(&file).map_err(failed)?;
    if is_new {
        fs::remove_file(&file).map_err(failed)?;
    }
    Ok(file)
}

fn write(
    context: &Context,
    tuning: &Tuning,
    tuned: &Tuned,
    file: Option<PathBuf>,
) -> Result<(), Failure> {
    if let Some(file) = file {
        let json = serde_json::to_string_pretty(tuned).expect("numbers and texts are always JSON");
        fs::write(&file, json + "\n")
            .map_err(|error| Failure::writing(error, &file.display().to_string()))?;
    }
    let mut out = Output::standard(context);
    if context.json {
        out.json(tuned)?;
    } else {
        let width = terminal_size::terminal_size().map_or(100, |(width, _)| width.0.min(140));
        out.text(&tuned_table(tuned, tuning.held_out.len(), TextStyle { width, unicode: true }))?;
    }
    out.flush()
}

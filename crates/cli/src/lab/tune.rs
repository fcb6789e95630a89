//! `tune`: races settings of an algorithm to find good parameters.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use quadrille_core::WallClock;
use quadrille_lab::bounds::MAX_RUNS;
use quadrille_lab::report::tuned_table;
use quadrille_lab::tuning::{Journal, Tuning, open_journal};
use quadrille_storage::{Links, Replacement};

use super::puzzle_set::PuzzleSet;
use super::report::text_style;
use crate::args::{InputOptions, LimitOptions, PuzzleInputs, values};
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::LONG_PATIENCE;
use crate::io::output::Output;

/// Tune the parameters of an algorithm
///
/// Races settings of the parameters against each other.
#[derive(Debug, clap::Args)]
#[command(after_long_help = include_str!("../../help/tune.txt").trim_end())]
pub(crate) struct Args {
    /// The algorithm; parameters given in the name stay fixed
    #[arg(value_name = "ID")]
    id: String,
    #[command(flatten)]
    puzzles: PuzzleInputs,
    /// Runs of each setting on each puzzle in a race
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = values::number::<u32>(1..=MAX_RUNS), allow_negative_numbers = true)]
    runs: u32,
    /// Settings in the first race
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = values::number::<u32>(2..=1000), allow_negative_numbers = true)]
    settings: u32,
    /// Number of races; settings get closer to the best ones from race to race
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = values::number::<u32>(1..=100), allow_negative_numbers = true)]
    races: u32,
    #[command(flatten)]
    limits: LimitOptions,
    #[command(flatten)]
    reading: InputOptions,
}

/// The default limit on nodes of a run.
const NODES: u64 = 100_000;
/// The result in the output directory.
const FILE: &str = "tuning.json";
/// The runs so far.
const LOG: &str = "tuning.jsonl";

pub(crate) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let configuration = context.algorithms.parse(&args.id)?;
    if configuration.program.is_some() {
        return Err(Failure::usage(
            "`tune` knows no parameters of a program; compare several commands with \
             `quadrille compare --algorithms \"cmd:…;cmd:…\"`",
        ));
    }
    // Opened before the work, so that a mistake costs nothing.
    let directory = context.output_directory()?;
    let file = directory.map(output_file).transpose()?;
    // An input may have to be waited for.
    let cancel = context.handle_signals(Some(LONG_PATIENCE));
    let seed = context.seed();
    let PuzzleSet { instances, bad_lines } =
        PuzzleSet::read(&args.puzzles.all(), &args.reading, seed, 1, context)?;
    if let Some(file) = &file {
        context.used_files.refuse(file)?;
    }
    let all = instances.len();
    let (training, held_out) = Tuning::halves(instances, seed);
    let repeats = all - training.len() - held_out.len();
    if repeats > 0 {
        context.messages.note(&format!("omitted {repeats} of {all} puzzles, which repeat others"));
    }
    let tuning = Tuning {
        fixed: fixed(&args.id),
        configuration,
        training,
        held_out,
        seed,
        runs: args.runs,
        nodes: args.limits.nodes.unwrap_or(NODES),
        limits: args.limits.limits(),
        settings: args.settings as usize,
        races: args.races as usize,
    };
    tuning.check().map_err(|error| Failure::usage(error.to_string()))?;
    let log = directory.map(|directory| open_journal(&directory.join(LOG), &tuning));
    let (mut log, known) = log.transpose()?.unzip();
    if let Some(known) = known.as_ref().filter(|known| !known.is_empty()) {
        context.messages.note(&format!("resuming: {} runs done", known.len()));
    }
    let mut failed = None;
    let mut keep = |line: &[u8]| {
        let appended = log.as_mut().map_or(Ok(()), |log| log.append(line));
        appended.map_err(|error| failed = Some(error)).is_ok()
    };
    let journal = known.map(|known| Journal::new(known, &mut keep));
    let races = tuning.races;
    let bar = context.progress_bar(tuning.most_puzzles() as u64, "puzzles");
    let clock = WallClock::new();
    let tuned = tuning.run(context.threads(), &clock, &cancel, journal.as_ref(), |at| {
        bar.set_position(at.puzzles as u64);
        bar.set_message(if at.race > races {
            "(judging the winner)".to_owned()
        } else {
            format!("(race {} of {races}: {} settings)", at.race, at.alive)
        });
    });
    bar.finish_and_clear();
    drop(journal);
    if let Some(error) = failed {
        return Err(error.into());
    }
    if let Some(log) = &mut log {
        log.sync()?;
    }
    let Some(tuned) = tuned.map_err(|error| Failure::usage(error.to_string()))? else {
        let how = if file.is_some() { "; the same command continues" } else { "" };
        context.messages.note(&format!("interrupted before there was a winner{how}"));
        return Ok(Exit::Interrupted);
    };
    if let Some(file) = file {
        let json = serde_json::to_string_pretty(&tuned).expect("the result is valid JSON");
        let mut out = Replacement::begin(&file, Links::Refuse)?;
        let written = writeln!(out, "{json}");
        written.map_err(|error| Failure::writing(error, &file.display().to_string()))?;
        out.commit()?;
    }
    let mut out = Output::standard(context)?;
    if context.json {
        out.json(&tuned)?;
    } else {
        out.text(&tuned_table(&tuned, tuning.held_out.len(), text_style(&out)))?;
    }
    out.flush()?;
    Ok(if bad_lines.is_empty() { Exit::Done } else { Exit::Usage })
}

/// Returns the parameters that a name sets.
fn fixed(name: &str) -> Vec<String> {
    let parameters = name.split_once(':').map_or("", |(_, parameters)| parameters);
    parameters
        .split(',')
        .filter_map(|parameter| Some(parameter.split_once('=')?.0.trim().to_owned()))
        .collect()
}

/// Returns the path of the result in a directory, which is created and may hold nothing else. Checks
/// that the file can be written, but does not change it yet.
fn output_file(directory: &Path) -> Result<PathBuf, Failure> {
    let failed = |error: io::Error| {
        Failure::unwritten(error, format!("cannot write to {}", directory.display()))
    };
    fs::create_dir_all(directory).map_err(failed)?;
    for entry in fs::read_dir(directory).map_err(failed)? {
        let name = entry.map_err(failed)?.file_name();
        if name != FILE && name != LOG && !Replacement::is_partial(&name) {
            return Err(Failure::usage(format!(
                "{} holds files that are not the result of a tuning ({}); name another directory",
                directory.display(),
                name.display()
            )));
        }
    }
    let file = directory.join(FILE);
    // Dropped again: the result comes later.
    Replacement::begin(&file, Links::Refuse)?;
    Ok(file)
}

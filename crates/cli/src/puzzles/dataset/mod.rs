//! `dataset`: sets of puzzles for training and testing, and checks of such sets.

mod check;
mod files;
mod log;
mod rows;

use std::ffi::OsString;
use std::fs;
use std::path::Path;

use clap::ValueHint;
use quadrille_api::{Dataset, DatasetRequest};
use quadrille_core::BoxShape;
use serde_json::json;

use crate::args::{InputOptions, values};
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::output::Output;
use crate::io::table::{align_right, table, text_of};
use files::SetFiles;
use log::Log;

/// Make or check a set of puzzles
///
/// No two puzzles of a set are isomorphs, and no isomorphs are in both parts of the split.
#[derive(Debug, clap::Args)]
#[command(after_long_help = include_str!("../../../help/dataset.txt").trim_end())]
pub(crate) struct Args {
    /// Number of puzzles, the same in each band
    #[arg(short = 'n', long, alias = "count", value_name = "N", default_value_t = 1000)]
    #[arg(value_parser = values::any_number(), allow_negative_numbers = true)]
    number: u64,
    /// Bands of difficulty, such as se121:2.6..3.4,technique:x-wing
    #[arg(long, value_name = "BANDS", value_delimiter = ',')]
    bands: Vec<String>,
    /// Share of the test part, in percent
    #[arg(long, value_name = "PERCENT", default_value_t = 10)]
    #[arg(value_parser = values::number::<u8>(0..=100), allow_negative_numbers = true)]
    test: u8,
    /// Format of the files
    #[arg(long, value_enum, ignore_case = true, value_name = "FORMAT", default_value_t = Format::Jsonl)]
    #[arg(hide_possible_values = true)]
    format: Format,
    /// Check these files instead, whoever made them; for a directory its train and test files
    #[arg(long, value_name = "PATH", num_args = 1.., value_hint = ValueHint::AnyPath)]
    #[arg(conflicts_with_all = ["number", "bands", "test", "format"])]
    check: Vec<OsString>,
    #[command(flatten)]
    reading: InputOptions,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// JSON lines
    Jsonl,
    /// Apache Parquet
    Parquet,
}

impl Format {
    fn id(self) -> &'static str {
        match self {
            Self::Jsonl => "jsonl",
            Self::Parquet => "parquet",
        }
    }
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    if !args.check.is_empty() {
        Failure::refuse(&[(
            context.given_seed().is_some(),
            "`--seed` has no effect with --check",
        )])?;
        return check::run(&args.check, &args.reading, context);
    }
    let InputOptions { from, mixed_sizes, lenient, shape } = &args.reading;
    Failure::refuse(&[
        (from.is_some(), "`--from` has no effect without --check"),
        (*mixed_sizes, "`--mixed-sizes` has no effect without --check"),
        (*lenient, "`--lenient` has no effect without --check"),
    ])?;
    let Some(directory) = context.output_directory()? else {
        return Err(Failure::usage(
            "a set is written to a directory; name it with -o DIR, or name files to check with --check",
        ));
    };
    let request = DatasetRequest {
        count: args.number,
        seed: context.seed(),
        shape: shape.unwrap_or(BoxShape::NINE).to_string(),
        bands: args.bands.clone(),
        test_percent: args.test,
    };
    make(&request, args.format, directory, context)
}

fn make(
    request: &DatasetRequest,
    format: Format,
    directory: &Path,
    context: &Context,
) -> Result<Exit, Failure> {
    let mut set = Dataset::new(request)
        .map_err(|error| Failure::usage(error.message.replace("`test_percent`", "--test")))?;
    let cancel = context.handle_signals(None);
    let files = SetFiles::new(directory, format);
    files.refuse_others()?;
    fs::create_dir_all(directory).map_err(|error| {
        Failure::unwritten(error, format!("cannot write to {}", directory.display()))
    })?;
    let mut log = Log::open(files.log(), &set)?;
    log.resume(&mut set)?;
    let done = set.progress().rows;
    if done > 0 {
        context.messages.note(&format!("continued; rows made before: {done}"));
    }
    let progress = context.progress_bar(set.request().count, "puzzles");
    progress.set_position(done);
    while !set.is_done() {
        let Ok(rows) = set.round(context.threads(), &cancel) else { break };
        log.append(&rows, set.progress())?;
        progress.set_position(set.progress().rows);
    }
    progress.finish_and_clear();
    if !set.is_done() {
        log.sync()?;
        context.messages.note(&format!(
            "interrupted; {} rows are in {}, and the same command continues",
            set.progress().rows,
            files.log().display()
        ));
        return Ok(Exit::Interrupted);
    }
    let summary = files.write(&mut log, &set)?;
    let mut exit = Exit::Done;
    for (band, rows, wanted) in set.short() {
        exit.merge(Exit::No);
        context.messages.note(&format!("band {band}: only {rows} of {wanted} puzzles were found"));
    }
    let mut out = Output::standard(context)?;
    if context.json {
        out.json(&json!({
            "rows": set.progress().rows,
            "train": summary.iter().map(|band| band.train).sum::<u64>(),
            "test": summary.iter().map(|band| band.test).sum::<u64>(),
            "bands": summary,
            "seed": request.seed,
        }))?;
    } else {
        let mut shown = table(["band", "train", "test"]);
        align_right(&mut shown, 1..3);
        for band in &summary {
            shown.add_row([&*band.band, &band.train.to_string(), &band.test.to_string()]);
        }
        out.text(&text_of(&shown))?;
    }
    log.remove()?;
    out.conclude(exit)?;
    Ok(exit)
}

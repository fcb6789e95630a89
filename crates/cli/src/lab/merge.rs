//! `merge`: one report from the shards that `compare --shard` ran.

use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::path::PathBuf;

use clap::ValueHint;
use quadrille_lab::experiment::merge::{Incomplete, Merge, MergeError};
use quadrille_lab::report::{LOG, write_for_paper};
use quadrille_lab::study::Start;

use super::report::{ResultOptions, note_cut_line, write_results};
use super::report_directory::{self, damaged};
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::PATIENCE;
use crate::io::output::Output;

/// How many shards are listed.
const LISTED: usize = 10;

/// Join the shards of a comparison
#[derive(Debug, clap::Args)]
#[command(after_long_help = include_str!("../../help/merge.txt").trim_end())]
pub(crate) struct Args {
    /// The directories that `compare --shard` wrote, in any order
    #[arg(value_name = "DIR", required = true, value_hint = ValueHint::DirPath)]
    directories: Vec<PathBuf>,
    /// Make a report even if runs are missing
    #[arg(long)]
    partial: bool,
    /// Replace the report in the output directory
    #[arg(long)]
    overwrite: bool,
    #[command(flatten)]
    results: ResultOptions,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    args.results.check(context)?;
    context.output_directory()?;
    context.handle_signals(Some(PATIENCE));
    let mut merge = read(&args.directories, context)?;
    let incomplete = merge.incomplete();
    if !incomplete.is_empty() && !args.partial {
        return Err(missing(&incomplete));
    }
    let (mut directory, start) = report_directory::open(context, args.overwrite)?;
    report_directory::refuse_inputs(&directory, context)?;
    let is_same = directory.write_log(start == Start::Resume, |out| {
        let mut out = BufWriter::with_capacity(1 << 16, out);
        merge.write(&mut out)?;
        out.flush()
    })?;
    if !is_same {
        return Err(Failure::usage(format!(
            "{} holds the log of another comparison; name another directory with --output, or \
             replace it with --overwrite",
            directory.path().display()
        )));
    }
    report_directory::note_moved(&directory, context);
    let contents = report_directory::read(&directory)?
        .ok_or_else(|| Failure::usage("the log was changed by another program"))?;

    let mut out = Output::standard(context)?;
    write_results(&directory, &contents, &args.results, context, &mut out)?;
    if let Some(suite) = contents.suite() {
        write_for_paper(&directory, suite, &contents.table, env!("CARGO_PKG_VERSION"))?;
    }
    let machines = merge.machines();
    if machines.len() > 1 {
        let list = machines.iter().map(|(machine, names)| format!("{machine} ({})", listed(names)));
        context.messages.note(&format!(
            "the runs are from {} machines, so times on one puzzle are not comparable with those on \
             another: {}",
            machines.len(),
            list.collect::<Vec<_>>().join("; ")
        ));
    }
    Ok(Exit::Done)
}

/// Reads the logs of all shards.
fn read(directories: &[PathBuf], context: &Context) -> Result<Merge<File>, Failure> {
    // It has no name, so it is gone when the process ends.
    let spool =
        tempfile::tempfile().map_err(|error| Failure::writing(error, "a temporary file"))?;
    let (mut merge, mut is_any) = (Merge::new(spool, None), false);
    for path in directories {
        let name = path.display().to_string();
        report_directory::open_finished(context, path)?;
        let log = File::open(path.join(LOG))
            .map_err(|error| Failure::usage(format!("{name}: cannot be read: {error}")))?;
        let log = BufReader::with_capacity(1 << 20, log);
        match merge.add(&name, log, &context.algorithms) {
            Ok(added) => {
                is_any = true;
                if added.cut_bytes > 0 {
                    note_cut_line(path, context);
                }
            }
            // Its shard is missing.
            Err(error @ MergeError::Empty) => context.messages.note(&format!("{name}: {error}")),
            Err(MergeError::Log(error)) => return Err(damaged(&path.join(LOG), error)),
            Err(MergeError::Spool(error)) => {
                return Err(Failure::writing(error, "a temporary file"));
            }
            Err(error) => return Err(Failure::usage(format!("{name}: {error}"))),
        }
    }
    if is_any { Ok(merge) } else { Err(Failure::usage("no shard has any run yet")) }
}

/// Returns the error that says which runs are missing.
fn missing(incomplete: &[Incomplete]) -> Failure {
    let list = incomplete.iter().map(|Incomplete { shard, logs, missing, runs }| {
        if logs.is_empty() {
            format!("shard {shard} ({runs} runs)")
        } else {
            format!("{missing} of {runs} runs of shard {shard} ({})", listed(logs))
        }
    });
    let list: Vec<String> = list.collect();
    let list: Vec<&str> = list.iter().map(String::as_str).collect();
    Failure::usage(format!(
        "missing: {}; the same `compare --shard` as before completes a shard, and --partial makes a \
         report of what is there",
        listed(&list)
    ))
}

/// Returns the first names of a list.
fn listed(names: &[impl AsRef<str>]) -> String {
    let shown: Vec<&str> = names.iter().take(LISTED).map(AsRef::as_ref).collect();
    let more = names.len().saturating_sub(LISTED);
    let end = if more > 0 { format!(" and {more} more") } else { String::new() };
    shown.join(", ") + &end
}

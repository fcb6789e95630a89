//! `compare`: methods on puzzles, a log of every run, a table and a page.

use std::env;
use std::path::Path;
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use clap::ValueHint;
use quadrille_engine::{CancelFlag, Limits, WallClock};
use quadrille_lab::Configuration;
use quadrille_lab::experiment::log::{Header, Origin};
use quadrille_lab::experiment::{
    DEFAULT_NODES, Experiment, Instance, Progress, Spec, Table, TrialRow, default_methods,
    run_trials,
};
use quadrille_lab::report::{About, summarize};
use serde_json::json;

use super::report::{Tables, print_summary, print_table};
use super::report_directory::ReportDirectory;
use crate::args::{InputOptions, LimitOptions, values};
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::LONG_PATIENCE;
use crate::io::bounded::{self, Kept};
use crate::io::input::{Inputs, Record};
use crate::io::output::Output;
use crate::version;

/// Compare search algorithms on puzzles: a table, and a page in the output directory
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  quadrille compare                                the usual ones, on the embedded collection
  quadrille compare --algorithms \"norvig;annealing-r0:start=givens\" --puzzles puzzles.txt
  quadrille compare --runs 10 --time 1s --output my-report --puzzles random-norvig:100
  quadrille compare --algorithms norvig --write-spec > my.toml; quadrille compare --spec my.toml
  quadrille compare --published                    the five reports' tables beside ours

Without any limit each run gets 1000000 nodes.
With --output, every run is kept in a log: the same command again goes on where it was stopped.")]
pub(crate) struct Args {
    /// Algorithms, separated by blanks or `;` [default: 22 of them]
    #[arg(long, value_name = "LIST")]
    algorithms: Option<String>,
    /// Where the puzzles come from [default: collection]
    #[arg(long, value_name = "INPUT", num_args = 1.., value_hint = ValueHint::FilePath)]
    pub(super) puzzles: Vec<String>,
    /// Runs of each algorithm on each puzzle
    ///
    /// Deterministic algorithms run once.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::number::<u32>(1..=u64::MAX), allow_negative_numbers = true)]
    runs: u32,
    /// Read the experiment from a file instead of the options
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(conflicts_with_all = ["algorithms", "puzzles", "runs", "nodes", "evaluations", "time", "memory", "from", "shape", "mixed_sizes", "lenient"])]
    spec: Option<PathBuf>,
    /// Print the options as a file for `--spec`, and run nothing
    #[arg(long)]
    write_spec: bool,
    /// Replace another experiment in the output directory
    #[arg(long)]
    overwrite: bool,
    #[command(flatten)]
    pub(super) tables: Tables,
    /// Print the published results of five reports next to ours
    ///
    /// Quadrille has the algorithms of these reports. With this option nothing but a table is made,
    /// and --output names a file.
    #[arg(long, conflicts_with_all = ["algorithms", "runs", "spec", "write_spec", "overwrite", "csv", "parquet", "nodes", "evaluations", "time", "memory"])]
    published: bool,
    #[command(flatten)]
    limits: LimitOptions,
    #[command(flatten)]
    pub(super) reading: InputOptions,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    if args.published {
        return super::published::run(args, context);
    }
    if args.spec.is_some() && context.given_seed().is_some() {
        return Err(Failure::usage("`--seed` has no effect with `--spec`, which holds the seed"));
    }
    let spec = match &args.spec {
        Some(path) => read_spec(path)?,
        None => spec_of(args, context)?,
    };
    if args.write_spec {
        // The puzzles are not read, but must not be written over either.
        for name in spec.puzzles.iter().filter(|name| Path::new(name).is_file()) {
            context.used_files.add(name);
        }
        let mut out = Output::open(context)?;
        if context.json {
            out.json(&json!({"spec": spec.to_string(), "seed": spec.seed}))?;
        } else {
            out.text(&spec.to_string())?;
        }
        out.flush()?;
        return Ok(Exit::Done);
    }
    // Before the work, so that a mistake here costs nothing.
    let mut directory = ReportDirectory::open(context, context.output.as_deref(), args.overwrite)?;
    let cancel = context.handle_signals(Some(LONG_PATIENCE));
    let puzzles = Puzzles::read(&spec, context, &cancel)?;
    let experiment = Experiment {
        methods: spec.methods,
        instances: puzzles.instances,
        seed: spec.seed,
        runs: spec.runs,
        limits: limits(spec.limits),
    };
    let origin = origin(context, puzzles.bad);
    let (header, bad_lines) = (Header::of(&experiment, &origin), origin.bad_lines);
    let table = trials(&experiment, &header, &bad_lines, context, &mut directory)?;
    let has_bad_lines = !bad_lines.is_empty();
    let about = About::of_log(&header, bad_lines);
    let mut out = Output::standard(context);
    let mut exit = context.signal_status();
    if exit == Exit::Interrupted {
        // The page takes its time, and can be made from the log at any later one.
        print_table(&table, &summarize(&table), context, &mut out)?;
    } else {
        print_summary(&mut directory, &table, &about, &args.tables, context, &mut out)?;
    }
    exit.merge(tell_unsupported(context, &table));
    if has_bad_lines {
        exit.merge(Exit::Usage);
    }
    if exit == Exit::Interrupted {
        let path = directory.path().display();
        let again = match &context.output {
            Some(_) => "the same command goes on".to_owned(),
            None => format!("to go on, add --output {path}"),
        };
        context.messages.note(&format!(
            "interrupted; {} of {} runs are done and kept; {again}, and `quadrille report {path}` \
             makes their page",
            table.rows.len(),
            table.planned
        ));
    }
    Ok(exit)
}

/// Tells which methods cannot do which of the boards: that is not as wished.
fn tell_unsupported(context: &Context, table: &Table) -> Exit {
    let mut exit = Exit::Done;
    for (number, subject) in table.subjects.iter().enumerate() {
        let of_it = || table.rows.iter().filter(|row| row.method == number as u32);
        let (all, unsupported) = (of_it().count(), of_it().filter(|row| !row.counts()).count());
        if unsupported > 0 {
            let boards =
                if unsupported == all { "any".into() } else { format!("{unsupported} of {all}") };
            context.messages.error(&format!(
                "`{}` cannot do {boards} of the boards; `quadrille algorithms {}` says which it can",
                subject.name, subject.entry.id
            ));
            exit.merge(Exit::Usage);
        }
    }
    exit
}

fn read_spec(path: &Path) -> Result<Spec, Failure> {
    let text = bounded::text_of(path).map_err(|error| {
        let error = anyhow::Error::new(error);
        Failure::Usage(error.context(format!("{}: cannot be read", path.display())))
    })?;
    Spec::parse(&text).map_err(|error| Failure::input(format!("{}:{error}", path.display())))
}

/// The specification that the options stand for.
fn spec_of(args: &Args, context: &Context) -> Result<Spec, Failure> {
    let methods = match &args.algorithms {
        None => default_methods(),
        Some(list) => {
            Configuration::parse_list(list).map_err(|error| Failure::usage(error.to_string()))?
        }
    };
    if methods.is_empty() {
        return Err(Failure::usage("--algorithms names none; `quadrille algorithms` lists them"));
    }
    let InputOptions { from, shape, mixed_sizes, lenient } = args.reading.clone();
    let puzzles = match args.puzzles.as_slice() {
        [] => vec!["collection".to_owned()],
        named => named.to_vec(),
    };
    Ok(Spec {
        methods,
        puzzles,
        runs: args.runs,
        seed: context.seed(),
        limits: args.limits.limits(),
        shape,
        format: from,
        mixed_sizes,
        lenient,
    })
}

/// The budget of a run. A limit on nodes where none at all is set: without one the depth-first
/// methods would take hours on the hardest puzzles.
fn limits(mut limits: Limits) -> Limits {
    if limits.nodes.is_none() && limits.evaluations.is_none() && limits.time.is_none() {
        limits.nodes = Some(DEFAULT_NODES);
    }
    limits
}

/// The puzzles of some inputs, and the lines that were none.
#[derive(Default)]
pub(crate) struct Puzzles {
    pub(crate) instances: Vec<Instance>,
    pub(crate) bad: Vec<String>,
}

impl Puzzles {
    /// Reads all puzzles; bad lines are told at once and kept for the page.
    fn read(spec: &Spec, context: &Context, cancel: &CancelFlag) -> Result<Self, Failure> {
        let reading = InputOptions {
            from: spec.format.clone(),
            shape: spec.shape,
            mixed_sizes: spec.mixed_sizes,
            lenient: spec.lenient,
        };
        let inputs = Inputs::resolve(&spec.puzzles, &reading, spec.seed, context)?;
        Self::of(inputs, context, cancel)
    }

    /// The puzzles of inputs that are resolved; at least one.
    pub(crate) fn of(
        inputs: Inputs,
        context: &Context,
        cancel: &CancelFlag,
    ) -> Result<Self, Failure> {
        let mut puzzles = Self::default();
        let mut kept = Kept::default();
        for record in inputs.records(cancel) {
            match record {
                Ok(Record { file, line, puzzle }) => {
                    kept.add(&puzzle)?;
                    puzzles.instances.push(Instance { source: file, line, puzzle });
                }
                Err(bad) => {
                    context.messages.bad_input(&bad.message);
                    puzzles.bad.push(bad.message);
                    if context.strict {
                        break;
                    }
                }
            }
        }
        if context.strict && !puzzles.bad.is_empty() {
            return Err(Failure::usage("stopped at the first bad line, as --strict asks"));
        }
        if puzzles.instances.is_empty() {
            return Err(Failure::usage("there is no puzzle to compare on"));
        }
        Ok(puzzles)
    }
}

/// Runs what the log does not have yet.
fn trials(
    experiment: &Experiment,
    header: &Header,
    bad_lines: &[String],
    context: &Context,
    directory: &mut ReportDirectory<'_>,
) -> Result<Table, Failure> {
    let mut table = Table::of(experiment);
    let numbers = directory.begin(experiment, header, bad_lines, &mut table)?;
    let kept = table.rows.len() as u64;
    if kept > 0 {
        let rest = numbers.len();
        context
            .messages
            .note(&format!("going on after {kept} runs that are done; {rest} are left"));
    }
    let bar = context.progress_bar(numbers.len() as u64, "runs");
    let clock = WallClock::new();
    let each = |row: TrialRow, progress: Progress| -> Result<(), Failure> {
        directory.append(experiment, &row)?;
        table.push(&row);
        bar.set_position(progress.done);
        Ok(())
    };
    let finished =
        run_trials(experiment, &numbers, context.threads(), &context.cancel, &clock, each);
    bar.finish_and_clear();
    finished?;
    table.sort();
    Ok(table)
}

/// Returns what the header of a log says besides the experiment.
fn origin(context: &Context, bad_lines: Vec<String>) -> Origin {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    Origin {
        version: format!("quadrille {}", env!("CARGO_PKG_VERSION")),
        machine: version::machine(),
        command: command(),
        threads: context.threads().get(),
        started_seconds: now.map_or(0, |now| now.as_secs()),
        bad_lines,
    }
}

/// Returns the command as it was typed, so that others can repeat it.
fn command() -> String {
    let words = env::args().skip(1).map(|word| {
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,".contains(c);
        if word.chars().all(plain) { word } else { format!("'{}'", word.replace('\'', r"'\''")) }
    });
    ["quadrille".to_owned()].into_iter().chain(words).collect::<Vec<_>>().join(" ")
}

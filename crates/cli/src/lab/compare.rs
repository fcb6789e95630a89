//! `compare`: runs configurations on puzzles, logs every run, and makes a table and a page.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::ValueHint;
use indicatif::ProgressBar;
use quadrille_core::printable::{self, os_text};
use quadrille_core::{Limits, WallClock};
use quadrille_lab::bounds::MAX_RUNS;
use quadrille_lab::experiment::{
    DEFAULT_NODES, Difference, Experiment, Shard, Spec, Table, default_configurations,
};
use quadrille_lab::registry::Seeds;
use quadrille_lab::report::{LOG, summarize, write_for_paper};
use quadrille_lab::source::{SUITES, Suite};
use quadrille_lab::study::{
    DetectError, Directory, OpenError, Opened, Session, Start, Study, StudyPlan, planned_runs,
};
use serde_json::json;

use super::adapters;
use super::programs::{refuse_shortage, try_programs};
use super::published;
use super::puzzle_set::PuzzleSet;
use super::report::{ResultOptions, print_table, show_results};
use super::report_directory;
use crate::args::{InputOptions, LimitOptions, PuzzleInputs, values};
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::LONG_PATIENCE;
use crate::io::arguments::Inputs;
use crate::io::bounded;
use crate::io::output::Output;
use crate::version;

/// Compare search algorithms on puzzles
///
/// Prints a table, and writes a page to the output directory.
#[derive(Debug, clap::Args)]
#[command(after_long_help = include_str!("../../help/compare.txt").trim_end())]
pub(crate) struct Args {
    /// Algorithms, separated by blanks or `;` [default: 22 of them]
    ///
    /// `cmd:PROGRAM ARG…`, up to the next `;`, is a program of yours that speaks the protocol
    /// `quadrille-lab` (docs/reference/protocol.md). It runs with your rights.
    #[arg(long, value_name = "LIST")]
    algorithms: Option<String>,
    /// Compare the outside solvers of a directory too, those that are installed
    ///
    /// Each Python program there that names what it requires, as in this project's directory
    /// `adapters`, runs by the `python3` of the search path. It runs with your rights.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    #[arg(num_args = 0..=1, default_missing_value = "adapters", conflicts_with = "spec")]
    #[arg(hide_short_help = true)]
    adapters: Option<PathBuf>,
    #[command(flatten)]
    puzzles: PuzzleInputs,
    /// Runs of each algorithm on each puzzle
    ///
    /// Deterministic algorithms run once.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::number::<u32>(1..=MAX_RUNS), allow_negative_numbers = true)]
    runs: u32,
    /// Take as many runs as detect this difference of processor times, such as 5%
    ///
    /// Some first runs tell how many that takes. Then a difference of this size between any two
    /// algorithms is found 9 times of 10. Deterministic algorithms run as often as the others, as
    /// their times differ too.
    #[arg(long, value_name = "P%", conflicts_with = "runs", hide_short_help = true)]
    detect: Option<Difference>,
    /// Draw random numbers of its `own` for each algorithm, or `common` ones
    ///
    /// With `common`, runs are compared one by one. Versions of an algorithm that decide alike then
    /// make the same runs, and the least difference of their costs shows.
    #[arg(long, value_name = "KIND", default_value_t, hide_short_help = true)]
    seeds: Seeds,
    /// Compare on a standard collection, with its runs and limits, for papers
    ///
    /// suite-9x9-v1, suite-16x16-v1 or suite-25x25-v1: the same puzzles, seeds and limits for
    /// everyone. The output directory also gets table.md, table.tex and citation.bib.
    #[arg(long, value_name = "ID", value_parser = suite)]
    #[arg(conflicts_with_all = ["inputs", "puzzles", "runs", "detect", "seeds", "spec", "nodes", "evaluations", "time", "cpu_time", "memory", "from", "shape", "mixed_sizes", "lenient", "published"])]
    suite: Option<&'static Suite>,
    /// Read the experiment from a file instead of the options
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(conflicts_with_all = ["algorithms", "inputs", "puzzles", "runs", "detect", "seeds", "nodes", "evaluations", "time", "cpu_time", "memory", "from", "shape", "mixed_sizes", "lenient"])]
    spec: Option<PathBuf>,
    /// Print the options as a file for `--spec`, and run nothing
    #[arg(long, hide_short_help = true)]
    #[arg(conflicts_with_all = ["overwrite", "features", "csv", "parquet", "format"])]
    write_spec: bool,
    /// Replace the report in the output directory
    #[arg(long)]
    overwrite: bool,
    /// Compute the costly features of the puzzles too
    ///
    /// The page shows how success and cost depend on features of the puzzles, such as the number of
    /// clues. The costly ones are the backbone, the backdoor, the guesses of a solver and two
    /// ratings, which can take seconds for each puzzle.
    #[arg(long, hide_short_help = true)]
    features: bool,
    /// Run the K-th of N parts only, for `quadrille merge`
    ///
    /// All runs of a puzzle are in the same part. Each part needs a directory of its own, which
    /// `quadrille merge` takes when all are done.
    #[arg(long, value_name = "K/N")]
    #[arg(conflicts_with_all = ["csv", "parquet", "format", "write_spec", "detect"])]
    shard: Option<Shard>,
    #[command(flatten)]
    results: ResultOptions,
    /// Print the published results of five reports next to ours
    ///
    /// Quadrille has the algorithms and players of these reports. R2 to R4 are run on parts of the
    /// collection, or on other --puzzles. This option makes only tables; --output names a file.
    #[arg(long, conflicts_with_all = ["algorithms", "adapters", "runs", "detect", "seeds", "spec", "write_spec", "overwrite", "features", "shard", "csv", "parquet", "format", "nodes", "evaluations", "time", "cpu_time", "memory"])]
    published: bool,
    #[command(flatten)]
    limits: LimitOptions,
    #[command(flatten)]
    reading: InputOptions,
}

fn suite(text: &str) -> Result<&'static Suite, String> {
    Suite::by_id(text).ok_or_else(|| {
        let ids: Vec<&str> = SUITES.iter().map(|suite| suite.id).collect();
        format!("no standard collection; there are {}", ids.join(", "))
    })
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    if args.published {
        return published::run(&args.puzzles.all(), &args.reading, context);
    }
    if args.shard.is_some() && context.output.is_none() {
        return Err(Failure::usage(
            "`--shard` needs a directory of its own; name it with --output",
        ));
    }
    refuse_algorithms(&args.puzzles.all(), context)?;
    let mut spec = resolve(args, context)?;
    if let Some(directory) = &args.adapters {
        adapters::add(directory, &mut spec.configurations, context)?;
    }
    let puzzles = puzzles_of(args, &spec);
    args.results.check(context)?;
    if args.write_spec {
        return print_spec(&spec, &puzzles, context);
    }
    // Opened before the work, so that a mistake costs nothing.
    let (directory, start) = report_directory::open(context, args.overwrite)?;
    context.handle_signals(Some(LONG_PATIENCE));
    try_programs(&spec.configurations)?;
    let PuzzleSet { instances, bad_lines } = PuzzleSet::read(
        &puzzles,
        &reading_of(&spec),
        spec.seed,
        spec.configurations.len(),
        context,
    )?;
    report_directory::refuse_inputs(&directory, context)?;
    let experiment = Experiment {
        configurations: spec.configurations,
        instances,
        seed: spec.seed,
        seeds: spec.seeds,
        runs: spec.runs,
        detect: None,
        limits: spec.limits,
    };
    refuse_too_many_runs(&experiment)?;
    let experiment = match spec.detect {
        Some(_) if args.shard.is_some() => {
            let message = "`--shard` cannot plan runs that detect a difference; name their number";
            return Err(Failure::usage(message));
        }
        Some(difference) => sized(experiment, difference, &directory, start, context)?,
        None => experiment,
    };
    let mut exit = if bad_lines.is_empty() { Exit::Done } else { Exit::Usage };
    let session = Session {
        machine: version::machine(),
        command: command(),
        threads: context.threads(),
        features: args.features,
        shard: args.shard,
    };
    let plan = StudyPlan::new(&experiment, bad_lines, session);
    let mut study = open(plan, directory, start, context)?;
    run_missing(&mut study, context)?;
    refuse_shortage(&experiment.configurations)?;

    exit.merge(context.signal_status());
    let mut out = Output::standard(context)?;
    if let Some(shard) = args.shard {
        print_shard(shard, &study, context, &mut out)?;
    } else if context.signal_status() == Exit::Interrupted {
        // The page takes a while to make; `report` can make it later.
        let table = study.table();
        print_table(table, &summarize(table), &args.results, context, &mut out)?;
        note_how_to_resume(&study, context);
    } else {
        let summary = study.report(&args.results.formats(), true)?;
        let directory = study.store();
        show_results(directory, study.table(), &summary, &args.results, context, &mut out)?;
        if let Some(suite) = args.suite {
            write_for_paper(directory, suite, study.table(), env!("CARGO_PKG_VERSION"))?;
        }
    }
    exit.merge(report_unsupported(study.table(), context));
    Ok(exit)
}

/// Returns the experiment with as many runs as detect a difference: those that its log has planned, or
/// those that follow from some first runs.
fn sized(
    experiment: Experiment,
    difference: Difference,
    directory: &Directory<'_>,
    start: Start,
    context: &Context,
) -> Result<Experiment, Failure> {
    if let Some(runs) = planned_runs(directory, start, difference)? {
        return Ok(Experiment { runs, detect: Some(difference), ..experiment });
    }
    let (clock, threads) = (WallClock::new(), context.threads());
    let bar = context.progress_bar(0, "runs (to plan how many)");
    let sized = experiment.to_detect(difference, threads, &context.cancel, &clock, |at| {
        bar.set_length(at.total);
        bar.set_position(at.done);
    });
    bar.finish_and_clear();
    let sized = sized.map_err(|error| match error {
        DetectError::Cancelled => Failure::Interrupted,
        error => Failure::usage(format!("`--detect`: {error}")),
    })?;
    refuse_too_many_runs(&sized)?;
    context.messages.note(&format!(
        "to detect {difference} takes {} of each algorithm on each puzzle, {} in all",
        if sized.runs == 1 { "1 run".to_owned() } else { format!("{} runs", sized.runs) },
        sized.trials()
    ));
    Ok(sized)
}

/// Refuses names of algorithms where puzzles are expected.
fn refuse_algorithms(inputs: &[OsString], context: &Context) -> Result<(), Failure> {
    let is_algorithm = |name: &&OsString| {
        !Path::new(name).exists() && context.algorithms.parse(&os_text(name)).is_ok()
    };
    let names: Vec<_> = inputs.iter().filter(is_algorithm).map(|name| os_text(name)).collect();
    match names.first() {
        None => Ok(()),
        Some(first) => Err(Failure::usage(format!(
            "`{first}` is an algorithm, not a puzzle; write --algorithms \"{}\"",
            names.join(";")
        ))),
    }
}

/// Returns the experiment that the options describe, or the file given by `--spec`.
fn resolve(args: &Args, context: &Context) -> Result<Spec, Failure> {
    let mut spec = match &args.spec {
        Some(_) if context.given_seed().is_some() => {
            return Err(Failure::usage("`--seed` has no effect with `--spec`, which has a seed"));
        }
        Some(path) => {
            context.used_files.add(path);
            read_spec(path, context)?
        }
        None if args.suite.is_some() && context.given_seed().is_some() => {
            return Err(Failure::usage("`--seed` has no effect with `--suite`, which has a seed"));
        }
        None => {
            let InputOptions { from, shape, mixed_sizes, lenient } = args.reading.clone();
            Spec {
                configurations: match &args.algorithms {
                    None => default_configurations(),
                    Some(list) => context.algorithms.parse_list(list)?,
                },
                puzzles: match args.suite {
                    Some(suite) => vec![suite.id.to_owned()],
                    None => {
                        args.puzzles.all().iter().map(|name| os_text(name).into_owned()).collect()
                    }
                },
                runs: args.suite.map_or(args.runs, |suite| suite.runs),
                seed: args.suite.map_or(context.seed(), |_| Suite::RUN_SEED),
                seeds: args.seeds,
                detect: args.detect,
                limits: match args.suite {
                    Some(suite) => Limits::nodes(suite.nodes),
                    None => args.limits.limits(),
                },
                shape,
                format: from,
                mixed_sizes,
                lenient,
            }
        }
    };
    if spec.configurations.is_empty() {
        let message = "--algorithms names no algorithm; `quadrille algorithms` lists them";
        return Err(Failure::usage(message));
    }
    let limits = &mut spec.limits;
    if !args.write_spec
        && limits.nodes.is_none()
        && limits.evaluations.is_none()
        && !limits.is_timed()
    {
        // Without any limit, depth-first searches would take hours on the hardest puzzles.
        limits.nodes = Some(DEFAULT_NODES);
    }
    Ok(spec)
}

/// Refuses an experiment whose runs would not fit into memory.
fn refuse_too_many_runs(experiment: &Experiment) -> Result<(), Failure> {
    let runs = experiment.trials();
    if runs <= MAX_RUNS {
        return Ok(());
    }
    let (algorithms, puzzles) = (experiment.configurations.len(), experiment.instances.len());
    Err(Failure::usage(format!(
        "{runs} runs: {algorithms} algorithms on {puzzles} puzzles, up to {} times; a comparison has \
         at most {MAX_RUNS}, so lower --runs, detect a larger difference or take fewer puzzles",
        experiment.runs
    )))
}

fn read_spec(path: &Path, context: &Context) -> Result<Spec, Failure> {
    let name = path.display();
    let text =
        bounded::spec_of(path).map_err(|error| Failure::unreadable(&name.to_string(), error))?;
    Spec::parse(&text, &context.algorithms)
        .map_err(|error| Failure::input(format!("{name}:{error}")))
}

/// Returns the inputs of the experiment. Those of the options may be names that are not UTF-8.
fn puzzles_of(args: &Args, spec: &Spec) -> Vec<OsString> {
    match args.spec.is_some() || args.suite.is_some() {
        true => spec.puzzles.iter().map(OsString::from).collect(),
        false => args.puzzles.all(),
    }
}

fn reading_of(spec: &Spec) -> InputOptions {
    InputOptions {
        from: spec.format.clone(),
        shape: spec.shape,
        mixed_sizes: spec.mixed_sizes,
        lenient: spec.lenient,
    }
}

fn print_spec(spec: &Spec, puzzles: &[OsString], context: &Context) -> Result<Exit, Failure> {
    if let Some(name) = puzzles.iter().find(|name| name.to_str().is_none()) {
        return Err(Failure::usage(format!(
            "{}: the name is not UTF-8, so the file for `--spec` cannot hold it; rename the file",
            os_text(name)
        )));
    }
    // Resolved so that the output cannot overwrite the puzzles.
    Inputs::resolve(puzzles, &reading_of(spec), spec.seed, context)?;
    let mut out = Output::open(context)?;
    if context.json {
        out.json(&json!({"spec": spec.to_string(), "seed": spec.seed}))?;
    } else {
        out.text(&spec.to_string())?;
    }
    out.conclude(Exit::Done)?;
    Ok(Exit::Done)
}

/// Returns the command as it was typed, so that others can repeat it.
fn command() -> String {
    let words = env::args_os().skip(1).map(|word| {
        let word = os_text(&word).into_owned();
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,".contains(c);
        if word.chars().all(plain) { word } else { format!("'{}'", word.replace('\'', r"'\''")) }
    });
    ["quadrille".to_owned()].into_iter().chain(words).collect::<Vec<_>>().join(" ")
}

/// Begins or resumes the comparison.
fn open<'e>(
    plan: StudyPlan<'e>,
    directory: Directory<'e>,
    start: Start,
    context: &Context,
) -> Result<Study<'e, Directory<'e>>, Failure> {
    let path = directory.path().to_owned();
    let puzzles = match plan.header.shard {
        Some(shard) => plan.experiment.puzzles_of(shard).into_iter().filter(|&is| is).count(),
        None => plan.experiment.instances.len(),
    };
    let bar =
        plan.header.features.then(|| context.progress_bar(puzzles as u64, "puzzles (features)"));
    let each = || bar.iter().for_each(|bar| bar.inc(1));
    let opened = Study::open(plan, directory, start, context.threads(), &context.cancel, each);
    bar.iter().for_each(ProgressBar::finish_and_clear);
    let study = opened.map_err(|error| match error {
        OpenError::Store(error) => error.into(),
        OpenError::Cancelled => Failure::Interrupted,
        OpenError::Other { differences } => Failure::usage(format!(
            "{} holds the log of another experiment ({differences}); name another directory with --output, or \
             replace it with --overwrite",
            path.display()
        )),
    })?;
    report_directory::note_moved(study.store(), context);
    let Opened { done, left, was_cut } = study.opened();
    if was_cut {
        context.messages.note(&format!(
            "removed the last line of {}, which is incomplete; its run is repeated",
            path.join(LOG).display()
        ));
    }
    if done > 0 {
        context.messages.note(&format!("resuming: {done} runs done, {left} left"));
    }
    Ok(study)
}

/// Runs the trials that the log does not have yet.
fn run_missing(study: &mut Study<'_, Directory<'_>>, context: &Context) -> Result<(), Failure> {
    let bar = context.progress_bar(study.opened().left, "runs");
    let (clock, threads) = (WallClock::new(), context.threads());
    let ran = study.run(threads, &context.cancel, &clock, |_, _, _| bar.inc(1));
    bar.finish_and_clear();
    ran?;
    Ok(())
}

/// Prints what was done of a shard, and what makes a report of it.
fn print_shard(
    shard: Shard,
    study: &Study<'_, Directory<'_>>,
    context: &Context,
    out: &mut Output,
) -> Result<(), Failure> {
    let (directory, count) = (study.store().path(), shard.count());
    let ((done, planned), path) = (study.counts(), directory.display());
    if context.json {
        let shard = shard.to_string();
        out.json(&json!({"shard": shard, "runs": done, "planned": planned, "directory": directory.to_string_lossy()}))?;
    } else {
        out.line(&printable::line(&format!(
            "shard {shard}: {done} of {planned} runs are in {path}"
        )))?;
    }
    out.conclude(Exit::Done)?;
    context.messages.note(&if done < planned {
        "interrupted; the same command resumes".to_owned()
    } else if count == 1 {
        format!("`quadrille merge {path} -o REPORT` makes the report")
    } else {
        format!(
            "when all {count} shards are done, `quadrille merge DIR… -o REPORT` with their \
             directories makes the report"
        )
    });
    Ok(())
}

fn note_how_to_resume(study: &Study<'_, Directory<'_>>, context: &Context) {
    let ((done, planned), path) = (study.counts(), study.store().path().display());
    let again = match &context.output {
        Some(_) => "the same command resumes".to_owned(),
        None => format!("add --output {path} to resume"),
    };
    context.messages.note(&format!(
        "interrupted: {done} of {planned} runs are done and saved; {again}, and `quadrille report \
         {path}` makes the page"
    ));
}

/// Reports the configurations that do not support all boards.
fn report_unsupported(table: &Table, context: &Context) -> Exit {
    let mut exit = Exit::Done;
    for (number, name) in table.names.iter().enumerate() {
        let (all, supported) = table
            .of_configuration(number)
            .fold((0, 0), |(all, supported), row| (all + 1, supported + usize::from(row.counts())));
        if supported < all {
            let supports = if supported == 0 { "none".into() } else { format!("only {supported}") };
            let configuration = &table.configurations[number];
            let whose = match configuration.program {
                Some(_) => "as it says itself".to_owned(),
                None => {
                    format!("`quadrille algorithms {}` lists the shapes", configuration.entry.id)
                }
            };
            context
                .messages
                .error(&format!("`{name}` supports {supports} of {all} boards; {whose}"));
            exit.merge(Exit::Usage);
        }
    }
    exit
}

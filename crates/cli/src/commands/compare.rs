//! `compare`: methods on puzzles, a log of every run, a table and a page.

use std::ops::ControlFlow;
use std::path::Path;

use quadrille_engine::{CancelFlag, Limits, WallClock};
use quadrille_lab::Configuration;
use quadrille_lab::experiment::log::Header;
use quadrille_lab::experiment::{
    DEFAULT_NODES, Experiment, Instance, Progress, Spec, Table, TrialRow, default_methods,
    run_trials,
};
use quadrille_lab::report::{About, summarize};
use serde_json::json;

use super::report::{print_summary, print_table};
use crate::args::{Common, Compare, Reading};
use crate::bounded::{self, Kept};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::{Arrival, Inputs};
use crate::output::Output;
use crate::report_directory::ReportDirectory;
use crate::{interrupt, origin, progress, spared};

pub(crate) fn run(args: &Compare) -> Result<Exit, Failure> {
    if args.published {
        return super::published::run(args);
    }
    let spec = match &args.spec {
        Some(path) => read_spec(path)?,
        None => spec_of(args)?,
    };
    if args.write_spec {
        // The puzzles are not read, but must not be written over either.
        for name in spec.puzzles.iter().filter(|name| Path::new(name).is_file()) {
            spared::spare(name);
        }
        let mut out = Output::open(&args.common)?;
        if args.common.json {
            out.json(&json!({"spec": spec.to_string(), "seed": spec.seed}))?;
        } else {
            out.text(&spec.to_string())?;
        }
        out.flush()?;
        return Ok(Exit::Done);
    }
    // Before the work, so that a mistake here costs nothing.
    let mut directory = ReportDirectory::open(args.common.output.as_deref(), args.overwrite)?;
    let cancel = interrupt::prompt_flag(interrupt::LONG_PATIENCE);
    let puzzles = Puzzles::read(&spec, &args.common, &cancel)?;
    let experiment = Experiment {
        methods: spec.methods,
        instances: puzzles.instances,
        seed: spec.seed,
        runs: spec.runs,
        limits: limits(spec.limits),
    };
    let origin = origin::origin(&args.common, puzzles.bad);
    let (header, bad_lines) = (Header::of(&experiment, &origin), origin.bad_lines);
    let table = trials(&experiment, &header, &bad_lines, &args.common, &cancel, &mut directory)?;
    let has_bad_lines = !bad_lines.is_empty();
    let about = About::of_log(&header, bad_lines);
    let mut out = Output::standard();
    let mut exit = interrupt::status(&cancel);
    if exit == Exit::Interrupted {
        // The page takes its time, and can be made from the log at any later one.
        print_table(&table, &summarize(&table), &args.common, &mut out)?;
    } else {
        print_summary(&mut directory, &table, &about, &args.tables, &args.common, &mut out)?;
    }
    exit.also(tell_unsupported(&table));
    if has_bad_lines {
        exit.also(Exit::Usage);
    }
    if exit == Exit::Interrupted {
        let path = directory.path().display();
        let again = match &args.common.output {
            Some(_) => "the same command goes on".to_owned(),
            None => format!("to go on, add --output {path}"),
        };
        crate::notes::note(&format!(
            "interrupted; {} of {} runs are done and kept; {again}, and `quadrille report {path}` \
             makes their page",
            table.rows.len(),
            table.planned
        ));
    }
    Ok(exit)
}

/// Tells which methods cannot do which of the boards: that is not as wished.
fn tell_unsupported(table: &Table) -> Exit {
    let mut exit = Exit::Done;
    for (number, subject) in table.subjects.iter().enumerate() {
        let of_it = || table.rows.iter().filter(|row| row.method == number as u32);
        let (all, unsupported) = (of_it().count(), of_it().filter(|row| !row.counts()).count());
        if unsupported > 0 {
            let boards =
                if unsupported == all { "any".into() } else { format!("{unsupported} of {all}") };
            crate::notes::error(&format!(
                "`{}` cannot do {boards} of the boards; `quadrille algorithms {}` says which it can",
                subject.name, subject.entry.id
            ));
            exit.also(Exit::Usage);
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
fn spec_of(args: &Compare) -> Result<Spec, Failure> {
    let methods = match &args.algorithms {
        None => default_methods(),
        Some(list) => {
            Configuration::parse_list(list).map_err(|error| Failure::usage(error.to_string()))?
        }
    };
    if methods.is_empty() {
        return Err(Failure::usage("--algorithms names none; `quadrille algorithms` lists them"));
    }
    let Reading { from, shape, mixed_sizes, lenient } = args.reading.clone();
    let puzzles = match args.puzzles.as_slice() {
        [] => vec!["collection".to_owned()],
        named => named.to_vec(),
    };
    Ok(Spec {
        methods,
        puzzles,
        runs: args.runs,
        seed: args.common.seed(),
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
    fn read(spec: &Spec, common: &Common, cancel: &CancelFlag) -> Result<Self, Failure> {
        let reading = Reading {
            from: spec.format.clone(),
            shape: spec.shape,
            mixed_sizes: spec.mixed_sizes,
            lenient: spec.lenient,
        };
        let inputs = Inputs::resolve(&spec.puzzles, &reading, spec.seed)?;
        Self::of(&inputs, common, cancel)
    }

    /// The puzzles of inputs that are resolved; at least one.
    pub(crate) fn of(
        inputs: &Inputs,
        common: &Common,
        cancel: &CancelFlag,
    ) -> Result<Self, Failure> {
        let mut puzzles = Self::default();
        let (mut kept, mut too_many) = (Kept::default(), None);
        inputs.read(cancel, &mut |arrival| {
            let bad = match arrival {
                Arrival::Trouble(message) => message,
                Arrival::Chunk(_) => unreachable!("this command asks for no chunks"),
                Arrival::Item(item) => match &item.puzzle {
                    Err(error) => item.message(error),
                    Ok(puzzle) => {
                        if let Err(failure) = kept.also(puzzle) {
                            too_many = Some(failure);
                            return ControlFlow::Break(());
                        }
                        if let Ok(puzzle) = item.puzzle {
                            let (source, line) = (item.file, item.line);
                            puzzles.instances.push(Instance { source, line, puzzle });
                        }
                        return ControlFlow::Continue(());
                    }
                },
            };
            crate::notes::at(&bad);
            puzzles.bad.push(bad);
            if common.strict { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if let Some(failure) = too_many {
            return Err(failure);
        }
        if common.strict && !puzzles.bad.is_empty() {
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
    common: &Common,
    cancel: &CancelFlag,
    directory: &mut ReportDirectory,
) -> Result<Table, Failure> {
    let mut table = Table::of(experiment);
    let numbers = directory.begin(experiment, header, bad_lines, &mut table)?;
    let kept = table.rows.len() as u64;
    if kept > 0 {
        let rest = numbers.len();
        crate::notes::note(&format!("going on after {kept} runs that are done; {rest} are left"));
    }
    let bar = progress::bar(common, numbers.len() as u64);
    let clock = WallClock::new();
    let each = |row: TrialRow, progress: Progress| -> Result<(), Failure> {
        directory.append(experiment, &row)?;
        table.push(&row);
        bar.set_position(progress.done);
        Ok(())
    };
    let finished = run_trials(experiment, &numbers, common.threads(), cancel, &clock, each);
    bar.finish_and_clear();
    finished?;
    table.sort();
    Ok(table)
}

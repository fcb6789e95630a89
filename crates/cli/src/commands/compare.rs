//! `compare`: methods on puzzles, a table and a page.

use std::env;
use std::ops::ControlFlow;
use std::time::{Duration, SystemTime};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use quadrille::{Budget, CancelFlag};
use quadrille_lab::Method;
use quadrille_lab::experiment::{
    DEFAULT_NODES, Experiment, Instance, Progress, Row, Table, TrialRow, default_methods,
    run_trials,
};
use quadrille_lab::report::{About, TextStyle, html_page, summarize, text_table};

use crate::args::Compare;
use crate::clock::SystemClock;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::{Arrival, Inputs};
use crate::interrupt;
use crate::output::Output;
use crate::report_directory::ReportDirectory;

pub(crate) fn run(args: &Compare) -> Result<Exit, Failure> {
    let methods = match &args.algorithms {
        None => default_methods(),
        Some(list) => {
            Method::parse_list(list).map_err(|error| Failure::usage(error.to_string()))?
        }
    };
    if methods.is_empty() {
        return Err(Failure::usage("--algorithms names none; `quadrille algorithms` lists them"));
    }
    // Before the work, so that a mistake here costs nothing.
    let directory = ReportDirectory::open(args.common.output.as_deref())?;
    let cancel = interrupt::flag();
    let mut puzzles = Puzzles::default();
    puzzles.read(args, &cancel)?;
    if puzzles.instances.is_empty() {
        return Err(Failure::usage("there is no puzzle to compare on"));
    }
    let experiment = Experiment {
        methods,
        instances: puzzles.instances,
        seed: args.common.seed(),
        runs: args.runs,
        budget: budget(args, cancel.clone()),
    };
    let table = trials(&experiment, args)?;
    let about = About {
        command: command(),
        version: format!("quadrille {}", env!("CARGO_PKG_VERSION")),
        date: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
        machine: machine(),
        threads: args.common.threads().get(),
        bad_lines: puzzles.bad,
    };
    let page = directory.write("index.html", &html_page(&table, &about))?;

    let mut out = Output::standard();
    let summary = summarize(&table);
    if args.common.json {
        for row in &summary {
            out.json(row)?;
        }
    } else {
        let width = terminal_size::terminal_size().map_or(120, |(width, _)| width.0.min(140));
        out.text(&text_table(&table, &summary, TextStyle { width, unicode: true }))?;
    }
    out.flush()?;
    if !args.common.quiet {
        crate::notes::note(&format!("the page is {}", page.display()));
    }
    let mut exit = interrupt::status(&cancel);
    if !about.bad_lines.is_empty() {
        exit.also(Exit::Usage);
    }
    if exit == Exit::Interrupted {
        let (done, planned) = (table.rows.len(), table.planned);
        crate::notes::note(&format!("interrupted; {done} of {planned} runs are in the table"));
    }
    Ok(exit)
}

/// The budget of a run. A limit on nodes where none at all is set: without one the depth-first
/// methods would take hours on the hardest puzzles.
fn budget(args: &Compare, cancel: CancelFlag) -> Budget {
    let mut budget = args.limits.budget(cancel);
    if budget.nodes.is_none() && budget.evaluations.is_none() && budget.time.is_none() {
        budget.nodes = Some(DEFAULT_NODES);
    }
    budget
}

#[derive(Default)]
struct Puzzles {
    instances: Vec<Instance>,
    bad: Vec<String>,
}

impl Puzzles {
    /// Reads all puzzles; bad lines are told at once and kept for the page.
    fn read(&mut self, args: &Compare, cancel: &CancelFlag) -> Result<(), Failure> {
        let typed = if args.puzzles.is_empty() {
            vec!["collection".to_owned()]
        } else {
            args.puzzles.clone()
        };
        let inputs = Inputs::resolve(&typed, &args.reading, args.common.seed())?;
        inputs.read(cancel, &mut |arrival| {
            let bad = match arrival {
                Arrival::Trouble(message) => message,
                Arrival::Chunk(_) => unreachable!("this command asks for no chunks"),
                Arrival::Item(item) => match &item.puzzle {
                    Err(error) => item.message(error),
                    Ok(_) => {
                        if let Ok(puzzle) = item.puzzle {
                            let (source, line) = (item.file, item.line);
                            self.instances.push(Instance { source, line, puzzle });
                        }
                        return ControlFlow::Continue(());
                    }
                },
            };
            crate::notes::at(&bad);
            self.bad.push(bad);
            if args.common.strict { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if args.common.strict && !self.bad.is_empty() {
            return Err(Failure::usage("stopped at the first bad line, as --strict asks"));
        }
        Ok(())
    }
}

fn trials(experiment: &Experiment, args: &Compare) -> Result<Table, Failure> {
    let mut table = Table::of(experiment);
    let numbers: Vec<u64> = (0..experiment.trials()).collect();
    let bar = progress(args, numbers.len() as u64);
    let clock = SystemClock::new();
    let each = |row: TrialRow, progress: Progress| -> Result<(), Failure> {
        table.rows.push(Row::from(&row));
        bar.set_position(progress.done);
        Ok(())
    };
    run_trials(experiment, &numbers, args.common.threads(), &clock, each)?;
    bar.finish_and_clear();
    table.sort();
    Ok(table)
}

/// Done, all, and the time left, on standard error where somebody sees it.
fn progress(args: &Compare, trials: u64) -> ProgressBar {
    if args.common.quiet {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(Some(trials), ProgressDrawTarget::stderr_with_hz(10));
    let template = "{bar:30} {human_pos}/{human_len} runs, {elapsed} so far, {eta} left";
    bar.set_style(ProgressStyle::with_template(template).expect("the template is valid"));
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// The command as it was given, for those who want to repeat it.
fn command() -> String {
    let words = env::args().skip(1).map(|word| {
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,".contains(c);
        if word.chars().all(plain) { word } else { format!("'{}'", word.replace('\'', r"'\''")) }
    });
    ["quadrille".to_owned()].into_iter().chain(words).collect::<Vec<_>>().join(" ")
}

/// Processor and system.
fn machine() -> String {
    let processor = std::fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("model name"))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    });
    let cores = std::thread::available_parallelism().map_or(1, Into::into);
    format!(
        "{}, {cores} cores, {}",
        processor.unwrap_or_else(|| env::consts::ARCH.to_owned()),
        env::consts::OS
    )
}

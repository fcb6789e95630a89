//! `bench`: how many 9x9 puzzles a second the kernel solves here.
//!
//! Rates are per second of processor time of a thread, as wall time depends on what else the machine
//! does. Rounds over the whole set are repeated until enough time was measured, and the best round
//! is shown. Answers are verified before the first round, untimed.

use std::ffi::OsString;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use clap::ValueHint;
use comfy_table::Table;
use quadrille_engine::format::line;
use quadrille_engine::printable::{self, os_text};
use quadrille_engine::{CancelFlag, CandidateSet, Clock, Puzzle, WallClock, validate};
use quadrille_simd::{Answer, Backend, Limits, Masks, backends, solve_batch};
use serde::Serialize;

use crate::args::{InputOptions, values};
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::LONG_PATIENCE;
use crate::io::arguments::Inputs;
use crate::io::bounded::Kept;
use crate::io::input::{Record, is_plain_nine};
use crate::io::output::Output;
use crate::io::table::{align_right, table, text_of};
use crate::version;

/// Measure how many 9x9 puzzles a second the kernel solves on this machine
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  quadrille bench                                  the embedded collection
  quadrille bench --backend all puzzles.txt        every backend that this machine can run
  quadrille bench --batch 1 puzzles.txt            one puzzle at a time

Each set is solved to the first solution (`one`) and to the proof that there is no other (`uniq`).
The last line names the processor, the version and the commit: figures without them say little.")]
pub(crate) struct Args {
    /// Files, `-`, puzzles or sources; each is a separate set [default: collection]
    #[arg(value_name = "INPUT", value_hint = ValueHint::FilePath)]
    inputs: Vec<OsString>,
    /// The backend, or `all` that this machine can run [default: the fastest]
    #[arg(long, value_name = "ID")]
    backend: Option<String>,
    /// Number of puzzles that the kernel gets at once
    #[arg(long, value_name = "N", default_value_t = 1024, value_parser = values::number::<usize>(1..=1 << 20), allow_negative_numbers = true)]
    batch: usize,
    #[command(flatten)]
    reading: InputOptions,
}

/// Minimum processor time to measure for each row.
const LONG_ENOUGH: Duration = Duration::from_millis(400);

/// A row of the table.
#[derive(Serialize)]
struct Row {
    set: String,
    puzzles: usize,
    mode: &'static str,
    backend: &'static str,
    batch: usize,
    threads: usize,
    puzzles_per_second: f64,
    /// With all threads together.
    puzzles_per_wall_second: f64,
    /// Guesses per puzzle, the same with every backend.
    nodes_per_puzzle: f64,
    verified: bool,
    /// The seed of sources.
    seed: u64,
    /// Processor and system.
    machine: String,
    version: &'static str,
    commit: &'static str,
}

struct Set {
    name: String,
    puzzles: Vec<Puzzle>,
    masks: Vec<Masks>,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let chosen: Vec<Backend> = match &args.backend {
        None => vec![Backend::best()],
        Some(id) if id == "all" => backends().collect(),
        Some(id) => {
            let backend: Backend = id.parse().map_err(|_| {
                let known: Vec<&str> = backends().map(Backend::id).chain(["all"]).collect();
                Failure::unknown("backend", id, &known)
            })?;
            if !backend.is_usable() {
                return Err(Failure::usage(format!("this machine cannot run `{id}`")));
            }
            vec![backend]
        }
    };
    // After Ctrl-C the table has what was measured before.
    let cancel = context.handle_signals(Some(LONG_PATIENCE));
    let mut exit = Exit::Done;
    let sets = sets(args, context, &cancel, &mut exit)?;
    // Opened before the work, so that a mistake costs nothing.
    let mut out = Output::open(context)?;
    let machine = version::machine();
    let mut rows = Vec::new();
    let counts = thread_counts(context);
    let total = sets.len() * chosen.len() * 2 * counts.len();
    let bar = context.progress_bar(total as u64, "measurements");
    'sets: for set in &sets {
        for &backend in &chosen {
            for (mode, solutions) in [("one", 1), ("uniq", 2)] {
                let verified = verify(set, backend, solutions, args.batch, &cancel)?;
                for &threads in &counts {
                    let (cpu, wall) =
                        measure(set, backend, solutions, args.batch, threads, &cancel)?;
                    if cancel.is_cancelled() {
                        break 'sets;
                    }
                    let row = Row {
                        set: set.name.clone(),
                        puzzles: set.puzzles.len(),
                        mode,
                        backend: backend.id(),
                        batch: args.batch,
                        threads,
                        puzzles_per_second: cpu,
                        puzzles_per_wall_second: wall,
                        nodes_per_puzzle: verified,
                        verified: true,
                        seed: context.seed(),
                        machine: machine.clone(),
                        version: env!("CARGO_PKG_VERSION"),
                        commit: version::COMMIT,
                    };
                    if context.json {
                        bar.suspend(|| out.json(&row).and_then(|()| out.flush()))?;
                    }
                    rows.push(row);
                    bar.inc(1);
                }
            }
        }
    }
    bar.finish_and_clear();
    exit.merge(context.signal_status());
    if !context.json && !rows.is_empty() {
        out.text(&text_of(&table_of(&rows)))?;
        out.line(
            "Rates are per second of one thread's processor time; answers were verified untimed.",
        )?;
        let (version, commit) = (env!("CARGO_PKG_VERSION"), version::COMMIT);
        out.line(&format!("{machine}; quadrille {version}, commit {commit}"))?;
    }
    out.conclude(exit)?;
    Ok(exit)
}

/// Returns 1, and the number of all threads if there are more.
fn thread_counts(context: &Context) -> Vec<usize> {
    let all = context.threads().get();
    if all == 1 { vec![1] } else { vec![1, all] }
}

/// Reads the puzzles of each input: 9x9 boards without edges.
fn sets(
    args: &Args,
    context: &Context,
    cancel: &CancelFlag,
    exit: &mut Exit,
) -> Result<Vec<Set>, Failure> {
    let typed =
        if args.inputs.is_empty() { vec!["collection".into()] } else { args.inputs.clone() };
    let mut sets = Vec::new();
    let mut kept = Kept::default();
    for input in &typed {
        let inputs =
            Inputs::resolve(std::slice::from_ref(input), &args.reading, context.seed(), context)?;
        let mut puzzles = Vec::new();
        kept.expect(&inputs)?;
        for record in inputs.records(cancel) {
            let bad = match record {
                Ok(Record { puzzle, .. }) if is_plain_nine(&puzzle) => {
                    kept.add(&puzzle)?;
                    puzzles.push(puzzle);
                    continue;
                }
                Ok(Record { file, line, .. }) => format!(
                    "{file}:{line}:1: the kernel solves only 9x9 boards without edges; omit others"
                ),
                Err(bad) => bad.message,
            };
            context.bad_input(&bad);
            exit.merge(Exit::Usage);
            if context.strict {
                return Err(Failure::usage("stopped at the first bad line, as --strict asks"));
            }
        }
        if puzzles.is_empty() {
            continue;
        }
        let input = os_text(input);
        let name = input.rsplit('/').next().unwrap_or(&input).trim_end_matches(".txt").to_owned();
        let masks = puzzles.iter().map(masks).collect();
        sets.push(Set { name, puzzles, masks });
    }
    if sets.is_empty() {
        return Err(Failure::usage("there is no puzzle to measure on"));
    }
    Ok(sets)
}

fn masks(puzzle: &Puzzle) -> Masks {
    let candidates = CandidateSet::of(puzzle);
    std::array::from_fn(|cell| candidates.cells()[cell].bits() as u16)
}

/// Validates every solution and returns the number of nodes per puzzle.
fn verify(
    set: &Set,
    backend: Backend,
    solutions: u64,
    batch: usize,
    cancel: &CancelFlag,
) -> Result<f64, Failure> {
    let mut answers = vec![Answer::default(); set.masks.len()];
    let limits = Limits::solutions(solutions);
    for (masks, answers) in set.masks.chunks(batch).zip(answers.chunks_mut(batch)) {
        solve_batch(backend, masks, limits, cancel.as_atomic(), answers);
    }
    for (puzzle, answer) in set.puzzles.iter().zip(&answers) {
        let witnesses = &answer.witnesses[..answer.count.min(2) as usize];
        let sound = witnesses.iter().all(|witness| validate(puzzle, witness).is_ok())
            && (witnesses.len() < 2 || witnesses[0] != witnesses[1]);
        if !sound && !cancel.is_cancelled() {
            return Err(Failure::Internal(anyhow::anyhow!(
                "{backend} gave a wrong answer to {}",
                line::text_of_puzzle(puzzle)
            )));
        }
    }
    let nodes: u64 = answers.iter().map(|answer| answer.nodes).sum();
    Ok(nodes as f64 / answers.len() as f64)
}

/// Returns the puzzles per second of processor time and of wall time in the best rounds.
fn measure(
    set: &Set,
    backend: Backend,
    solutions: u64,
    batch: usize,
    threads: usize,
    cancel: &CancelFlag,
) -> Result<(f64, f64), Failure> {
    let clock = WallClock::new();
    let limits = Limits::solutions(solutions);
    let batches: Vec<&[Masks]> = set.masks.chunks(batch).collect();
    let (mut measured, mut best) = (Duration::ZERO, (0.0_f64, 0.0_f64));
    while measured < LONG_ENOUGH && !cancel.is_cancelled() {
        let next = AtomicUsize::new(0);
        let work = || {
            let started = clock.cpu();
            let mut answers = vec![Answer::default(); batch];
            while let Some(masks) = batches.get(next.fetch_add(1, Ordering::Relaxed)) {
                let answers = &mut answers[..masks.len()];
                solve_batch(backend, masks, limits, cancel.as_atomic(), answers);
            }
            clock.cpu() - started
        };
        let started = clock.wall();
        let cpu = std::thread::scope(|scope| -> io::Result<Duration> {
            let start = |_| std::thread::Builder::new().spawn_scoped(scope, work);
            // A measurement with fewer threads would be another one.
            let others: Vec<_> = (1..threads).map(start).collect::<Result<_, _>>()?;
            let own = work();
            let others = others.into_iter().map(|other| other.join().expect("no panic"));
            Ok(own + others.sum::<Duration>())
        })
        .map_err(|error| {
            let error = anyhow::Error::new(error);
            Failure::Internal(error.context(format!("cannot start {threads} threads")))
        })?;
        let wall = clock.wall() - started;
        measured += cpu;
        let rate = |time: Duration| set.masks.len() as f64 / time.as_secs_f64().max(1e-9);
        best = (best.0.max(rate(cpu)), best.1.max(rate(wall)));
    }
    Ok(best)
}

fn table_of(rows: &[Row]) -> Table {
    let header = ["set", "puzzles", "mode", "backend", "threads", "puzzles/s", "wall", "nodes"];
    let mut table = table(header);
    for row in rows {
        table.add_row([
            printable::line(&row.set).into_owned(),
            row.puzzles.to_string(),
            row.mode.to_owned(),
            row.backend.to_owned(),
            row.threads.to_string(),
            format!("{:.0}", row.puzzles_per_second),
            format!("{:.0}", row.puzzles_per_wall_second),
            format!("{:.2}", row.nodes_per_puzzle),
        ]);
    }
    align_right(&mut table, 1..2);
    align_right(&mut table, 4..8);
    table
}

//! `bench`: how many 9x9 puzzles a second are solved here, in batches and one at a time, by the kernel
//! and by the library.
//!
//! Rates are per second of processor time of a thread, as wall time depends on what else the machine
//! does. Rounds over the whole set are repeated until enough time was measured, and the best round
//! is shown. Answers are verified before the first round, untimed.

mod fresh;

use std::ffi::OsString;
use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use clap::ValueHint;
use comfy_table::Table;
use quadrille_api::json::Object;
use quadrille_api::{Question, SEED, Solve, ask};
use quadrille_core::printable::{self, os_text};
use quadrille_core::solve::{self, Solver, Verdict};
use quadrille_core::{CancelFlag, CandidateSet, Clock, Meter, Puzzle, WallClock, validate};
use quadrille_formats::line;
use quadrille_simd::{Answer, Backend, Limits, Masks, backends, solve_batch, solve_one};

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

/// Measure the speed of the solver
///
/// Prints how many 9x9 puzzles per second are solved on this machine.
#[derive(Debug, clap::Args)]
#[command(after_long_help = include_str!("../../../help/bench.txt").trim_end())]
pub(crate) struct Args {
    /// Files, `-`, puzzles or sources; each is a separate set [default: five sets of all kinds]
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

/// What is measured.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Call {
    /// The kernel, in batches.
    Batch,
    /// The kernel, one puzzle at a time.
    Single,
    /// `solve::many` of the library on parsed puzzles, in batches.
    Library,
    /// `solve::verdict` of the library on parsed puzzles, one at a time.
    Verdict,
    /// What `solve --json` does between reading and writing, which validates every solution.
    Json,
}

impl Call {
    fn id(self) -> &'static str {
        match self {
            Self::Batch => "batch",
            Self::Single => "single",
            Self::Library => "library",
            Self::Verdict => "verdict",
            Self::Json => "json",
        }
    }

    fn is_in_batches(self) -> bool {
        self != Self::Single && self != Self::Verdict
    }
}

/// One row of the table for each set.
struct Measurement {
    call: Call,
    backend: Backend,
    /// Maximum number of solutions.
    limit: u64,
    threads: usize,
}

/// Returns what is measured with a backend. The library always uses the fastest.
fn measurements(backend: Backend, context: &Context) -> Vec<Measurement> {
    let all = context.threads().get();
    let counts = if all == 1 { vec![1] } else { vec![1, all] };
    let batches = [1, 2].into_iter().flat_map(|limit| counts.iter().map(move |&n| (limit, n)));
    let mut list: Vec<Measurement> = batches
        .map(|(limit, threads)| Measurement { call: Call::Batch, backend, limit, threads })
        .collect();
    list.push(Measurement { call: Call::Single, backend, limit: 2, threads: 1 });
    if backend == Backend::best() {
        for (call, limit) in [(Call::Library, 2), (Call::Verdict, 2), (Call::Json, 1)] {
            list.push(Measurement { call, backend, limit, threads: 1 });
        }
    }
    list
}

/// What was measured.
struct Figures {
    set: String,
    puzzles: usize,
    call: Call,
    mode: &'static str,
    backend: &'static str,
    batch: usize,
    threads: usize,
    puzzles_per_second: f64,
    /// With all threads together.
    puzzles_per_wall_second: f64,
    /// Guesses per puzzle, the same with every backend.
    nodes_per_puzzle: f64,
}

impl Figures {
    /// Returns a JSON object on a line. `seed` is that of sources, `machine` the processor and system.
    fn json(&self, seed: u64, machine: &str) -> Vec<u8> {
        let mut text = Vec::new();
        let mut object = Object::begin(&mut text);
        object.field("set", &self.set);
        object.field("puzzles", &self.puzzles);
        object.field("call", &self.call.id());
        object.field("mode", &self.mode);
        object.field("backend", &self.backend);
        object.field("batch", &self.batch);
        object.field("threads", &self.threads);
        object.field("puzzles_per_second", &self.puzzles_per_second);
        object.field("puzzles_per_wall_second", &self.puzzles_per_wall_second);
        object.field("nodes_per_puzzle", &self.nodes_per_puzzle);
        object.field("verified", &true);
        object.field("seed", &seed);
        object.field("machine", &machine);
        object.field("version", &env!("CARGO_PKG_VERSION"));
        object.field("commit", &version::COMMIT);
        object.end();
        text.push(b'\n');
        text
    }
}

struct Set {
    name: String,
    puzzles: Vec<Puzzle>,
    masks: Vec<Masks>,
    /// The same in batches for [`ask`].
    batches: Vec<quadrille_api::Batch>,
}

/// A batch of a set.
struct Batch<'s> {
    puzzles: &'s [Puzzle],
    masks: &'s [Masks],
    asked: &'s quadrille_api::Batch,
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
    let plan: Vec<Measurement> =
        chosen.iter().flat_map(|&backend| measurements(backend, context)).collect();
    let question = Question::Solve(Solve::default());
    let bar = context.progress_bar((sets.len() * plan.len()) as u64, "measurements");
    'sets: for set in &sets {
        for what in &plan {
            let known = verify(set, what, args.batch, &cancel)?;
            let rates = measure(set, what, args.batch, known.solutions, &question, &cancel)?;
            let Some((cpu, wall)) = rates else { break 'sets };
            let row = Figures {
                set: set.name.clone(),
                puzzles: set.puzzles.len(),
                call: what.call,
                mode: if what.limit == 1 { "one" } else { "uniq" },
                backend: what.backend.id(),
                batch: if what.call.is_in_batches() { args.batch } else { 1 },
                threads: what.threads,
                puzzles_per_second: cpu,
                puzzles_per_wall_second: wall,
                nodes_per_puzzle: known.nodes as f64 / set.puzzles.len() as f64,
            };
            if context.json {
                let row = row.json(context.seed(), &machine);
                bar.suspend(|| out.bytes(&row).and_then(|()| out.flush()))?;
            }
            rows.push(row);
            bar.inc(1);
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
        let backends = chosen.iter().map(|backend| backend.id()).collect::<Vec<_>>().join(", ");
        out.line(&format!("{machine}; {backends}; quadrille {version}, commit {commit}"))?;
    }
    out.conclude(exit)?;
    Ok(exit)
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
    let mut sets: Vec<Set> = Vec::new();
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
        sets.push(Set::new(name, puzzles, args.batch));
    }
    if args.inputs.is_empty() {
        let seed = context.seed();
        let isomorphs = sets.iter().flat_map(|set| fresh::isomorphs(&set.puzzles, seed)).collect();
        let fresh = std::iter::once(("isomorphs", isomorphs)).chain(fresh::sets(seed));
        sets.extend(fresh.map(|(name, puzzles)| Set::new(name.to_owned(), puzzles, args.batch)));
    }
    if sets.is_empty() {
        return Err(Failure::usage("there is no puzzle to measure on"));
    }
    Ok(sets)
}

impl Set {
    fn new(name: String, puzzles: Vec<Puzzle>, batch: usize) -> Self {
        let masks = |puzzle: &Puzzle| {
            let candidates = CandidateSet::of(puzzle);
            std::array::from_fn(|cell| candidates.cells()[cell].bits() as u16)
        };
        let masks = puzzles.iter().map(masks).collect();
        let together = |puzzles: &[Puzzle]| {
            let mut batch = quadrille_api::Batch::default();
            puzzles.iter().for_each(|puzzle| batch.push(puzzle.clone(), None));
            batch
        };
        let batches = puzzles.chunks(batch).map(together).collect();
        Self { name, masks, batches, puzzles }
    }
}

/// What the kernel finds in a set.
struct Known {
    nodes: u64,
    solutions: u64,
}

/// Solves a set with the kernel and validates every solution.
fn verify(
    set: &Set,
    what: &Measurement,
    batch: usize,
    cancel: &CancelFlag,
) -> Result<Known, Failure> {
    let mut answers = vec![Answer::default(); set.masks.len()];
    let limits = Limits::solutions(what.limit);
    for (masks, answers) in set.masks.chunks(batch).zip(answers.chunks_mut(batch)) {
        solve_batch(what.backend, masks, limits, cancel.as_atomic(), answers);
    }
    for (puzzle, answer) in set.puzzles.iter().zip(&answers) {
        let witnesses = &answer.witnesses[..answer.count.min(2) as usize];
        let sound = witnesses.iter().all(|witness| validate(puzzle, witness).is_ok())
            && (witnesses.len() < 2 || witnesses[0] != witnesses[1]);
        if !sound && !cancel.is_cancelled() {
            return Err(Failure::Internal(anyhow::anyhow!(
                "{} gave a wrong answer to {}",
                what.backend,
                line::text_of_puzzle(puzzle)
            )));
        }
    }
    Ok(Known {
        nodes: answers.iter().map(|answer| answer.nodes).sum(),
        solutions: answers.iter().map(|answer| answer.count).sum(),
    })
}

/// Makes a call for a batch of puzzles and returns the number of solutions found, or 0 if they are
/// only written. `answers` is scratch space.
fn solve_some(
    what: &Measurement,
    batch: &Batch<'_>,
    question: &Question,
    cancel: &CancelFlag,
    answers: &mut [Answer],
) -> u64 {
    let Batch { puzzles, masks, asked } = *batch;
    let limits = Limits::solutions(what.limit);
    let meter = || Meter::cancellable(cancel);
    match what.call {
        Call::Batch => {
            let answers = &mut answers[..masks.len()];
            solve_batch(what.backend, masks, limits, cancel.as_atomic(), answers);
            answers.iter().map(|answer| answer.count).sum()
        }
        Call::Single => {
            let each = &mut |_: &[u8; 81]| ControlFlow::Continue(());
            let one =
                |masks| solve_one(what.backend, masks, limits, cancel.as_atomic(), each).count;
            masks.iter().map(one).sum()
        }
        Call::Library => {
            let answers = solve::many(puzzles, what.limit, &mut meter());
            answers.iter().map(|answer| answer.count).sum()
        }
        Call::Verdict => {
            let one = |puzzle| match solve::verdict(Solver::Auto, puzzle, &mut meter()) {
                Verdict::Multiple(_) => 2,
                Verdict::Unique(_) => 1,
                _ => 0,
            };
            puzzles.iter().map(one).sum()
        }
        Call::Json => {
            let (clock, mut text) = (WallClock::new(), Vec::new());
            let mut meter = Meter::new(Default::default(), question.node(), cancel, &clock)
                .expect("there is no limit");
            ask(question, SEED, asked, &mut meter, &mut |line, answer| {
                answer.write_line(line as u64, &mut text);
                ControlFlow::Continue(())
            });
            0
        }
    }
}

/// Returns the puzzles per second of processor time and of wall time in the best rounds; `None` if
/// it was canceled.
fn measure(
    set: &Set,
    what: &Measurement,
    batch: usize,
    solutions: u64,
    question: &Question,
    cancel: &CancelFlag,
) -> Result<Option<(f64, f64)>, Failure> {
    let clock = WallClock::new();
    let (puzzles, masks) = (set.puzzles.chunks(batch), set.masks.chunks(batch));
    let batches: Vec<Batch<'_>> = puzzles
        .zip(masks)
        .zip(&set.batches)
        .map(|((puzzles, masks), asked)| Batch { puzzles, masks, asked })
        .collect();
    let (mut measured, mut best) = (Duration::ZERO, (0.0_f64, 0.0_f64));
    while measured < LONG_ENOUGH {
        let (next, found) = (AtomicUsize::new(0), AtomicU64::new(0));
        let work = || {
            let mut answers = vec![Answer::default(); batch.min(set.masks.len())];
            let started = clock.cpu();
            while let Some(batch) = batches.get(next.fetch_add(1, Ordering::Relaxed)) {
                let some = solve_some(what, batch, question, cancel, &mut answers);
                found.fetch_add(some, Ordering::Relaxed);
            }
            clock.cpu() - started
        };
        let started = clock.wall();
        let cpu = std::thread::scope(|scope| -> io::Result<Duration> {
            let start = |_| std::thread::Builder::new().spawn_scoped(scope, work);
            // A measurement with fewer threads would be another one.
            let others: Vec<_> = (1..what.threads).map(start).collect::<Result<_, _>>()?;
            let own = work();
            let others = others.into_iter().map(|other| other.join().expect("no panic"));
            Ok(own + others.sum::<Duration>())
        })
        .map_err(|error| {
            let error = anyhow::Error::new(error);
            Failure::Internal(error.context(format!("cannot start {} threads", what.threads)))
        })?;
        let wall = clock.wall() - started;
        if cancel.is_cancelled() {
            return Ok(None);
        }
        if what.call != Call::Json && found.into_inner() != solutions {
            let name = &set.name;
            let error = anyhow::anyhow!("{name}: the calls count different numbers of solutions");
            return Err(Failure::Internal(error));
        }
        measured += cpu;
        let rate = |time: Duration| set.masks.len() as f64 / time.as_secs_f64().max(1e-9);
        best = (best.0.max(rate(cpu)), best.1.max(rate(wall)));
    }
    Ok(Some(best))
}

/// Returns the table of the rows, with the backends if there are several.
fn table_of(rows: &[Figures]) -> Table {
    let one_backend = rows.iter().all(|row| row.backend == rows[0].backend);
    let backend = (!one_backend).then_some("backend");
    let mut header = vec!["set", "puzzles", "call", "mode"];
    header.extend(backend);
    header.extend(["threads", "puzzles/s", "wall", "nodes"]);
    let figures = header.len() - 4;
    let mut table = table(header);
    for row in rows {
        let mut cells = vec![
            printable::line(&row.set).into_owned(),
            row.puzzles.to_string(),
            row.call.id().to_owned(),
            row.mode.to_owned(),
        ];
        cells.extend(backend.map(|_| row.backend.to_owned()));
        cells.extend([
            row.threads.to_string(),
            format!("{:.0}", row.puzzles_per_second),
            format!("{:.0}", row.puzzles_per_wall_second),
            format!("{:.2}", row.nodes_per_puzzle),
        ]);
        table.add_row(cells);
    }
    align_right(&mut table, 1..2);
    align_right(&mut table, figures..figures + 4);
    table
}

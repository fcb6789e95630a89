//! `solve`: solutions.

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::time::Duration;

use quadrille_core::solve::{self as engine, Solver};
use quadrille_core::text::BoardText;
use quadrille_core::{Clock, Counter, Counters, Meter, Observer, Puzzle, Status, Stop, analysis};
use quadrille_lab::registry::Seeds;
use quadrille_lab::{Configuration, Entry};
use serde::{Serialize, Serializer};

use super::{Answer, Asked, Each, text_of};
use crate::batch::Item;
use crate::json::{Object, push_symbols};
use crate::{Error, SolveRequest, reading};

/// Asks for solutions.
#[derive(Clone, Debug)]
pub struct Solve {
    /// The algorithm.
    pub configuration: Configuration,
    /// The number of solutions to find; 0 = all.
    pub solutions: u64,
    /// Whether its random numbers are those of all configurations, as in some comparisons.
    pub seeds: Seeds,
    /// The configuration as text.
    name: String,
    /// Its counters.
    counted: Counted<'static>,
}

impl Solve {
    /// The algorithm that is used if none is named: the best solver for each board.
    pub const DEFAULT: &str = "auto";

    /// Returns a question for that many solutions, 0 for all, which an algorithm finds. Only an
    /// exact solver finds other than one.
    ///
    /// ```
    /// use quadrille_api::Solve;
    /// use quadrille_lab::Configuration;
    ///
    /// assert!(Solve::new(Configuration::parse("exact-cover")?, 0).is_ok());
    /// assert!(Solve::new(Configuration::parse("tabu")?, 2).is_err()); // it finds one at most
    /// # Ok::<(), quadrille_lab::registry::NameError>(())
    /// ```
    pub fn new(configuration: Configuration, solutions: u64) -> Result<Self, Error> {
        let (name, counted) = (configuration.to_string(), Counted::of(configuration.entry));
        let solve = Self { configuration, solutions, seeds: Seeds::Own, name, counted };
        if solutions != 1 && solve.solver().is_none() {
            let exact: Vec<&str> = Solver::ALL.iter().map(|solver| solver.id()).collect();
            return Err(Error::bad_request(format!(
                "several solutions need an exact solver, which `{}` is not; use {}",
                solve.configuration.entry.id,
                exact.join(" or ")
            )));
        }
        Ok(solve)
    }

    pub(super) fn of(request: &SolveRequest) -> Result<Self, Error> {
        let id = request.algorithm.as_deref().unwrap_or(Self::DEFAULT);
        let configuration = Configuration::parse(id).map_err(|error| Error::of_name(&error))?;
        let seeds = reading::seeds(request.seeds.as_deref())?;
        let solve = Self::new(configuration, request.solutions.unwrap_or(1))?;
        Ok(Self { seeds, ..solve })
    }

    /// Returns the configuration as text.
    ///
    /// ```
    /// use quadrille_api::Solve;
    /// use quadrille_lab::Configuration;
    ///
    /// let solve = Solve::new(Configuration::parse("tabu:start=givens")?, 1)?;
    /// assert_eq!(solve.name(), "tabu:start=givens");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the exact solver that the algorithm is.
    ///
    /// ```
    /// use quadrille_api::Solve;
    /// use quadrille_core::solve::Solver;
    /// use quadrille_lab::Configuration;
    ///
    /// let solver = |id| Solve::new(Configuration::parse(id).ok()?, 1).ok()?.solver();
    /// assert_eq!((solver("exact-cover"), solver("tabu")), (Some(Solver::Dlx), None));
    /// ```
    pub fn solver(&self) -> Option<Solver> {
        Solver::ALL.iter().copied().find(|solver| solver.id() == self.configuration.entry.id)
    }

    /// Returns whether the kernel solves many puzzles together.
    pub(super) fn is_batched(&self) -> bool {
        self.configuration.entry.id == Self::DEFAULT && matches!(self.solutions, 1 | 2)
    }

    /// Returns the counters in an answer.
    pub fn counted(&self, counters: Counters) -> Counted<'_> {
        // Borrowed: a count of references would be shared by all threads.
        Counted { counters, ids: Cow::Borrowed(&self.counted.ids) }
    }

    /// Returns the status of a search for that many solutions.
    pub fn status(&self, found: u64, stop: Stop) -> Status {
        let is_all = self.solutions != 1 && found > 0 && stop == Stop::ProvedNone;
        if is_all { Status::Solved } else { stop.status() }
    }

    /// Runs the algorithm on one puzzle, within the limits of the meter.
    pub fn run(
        &self,
        puzzle: &Puzzle,
        seed: u64,
        meter: &Meter<'_>,
        observer: Option<&mut dyn Observer>,
    ) -> SolveAnswer<'_> {
        let clock = meter.clock();
        let (outcome, [wall, cpu]) = timed(clock, || {
            let (limits, cancel) = (*meter.limits(), meter.cancel_flag());
            self.configuration.run(puzzle, self.seeds.seed(seed), limits, cancel, clock, observer)
        });
        let outcome = outcome.expect("shells pass a clock that runs");
        let solution = outcome.solution.map(|solution| solution.to_string().into());
        SolveAnswer {
            puzzle: text_of(puzzle).into(),
            solutions: None,
            status: outcome.stop.status().id(),
            solution,
            algorithm: Cow::Borrowed(&self.name),
            seed,
            counters: self.counted(outcome.counters),
            stop: outcome.stop.id(),
            reason: outcome.reason,
            seconds: wall.as_secs_f64(),
            cpu_seconds: outcome.cpu_elsewhere.unwrap_or(cpu).as_secs_f64(),
        }
    }

    /// Finds several solutions of a puzzle.
    fn several(&self, puzzle: &Puzzle, seed: u64, mut meter: Meter<'_>) -> SolveAnswer<'_> {
        let solver = self.solver().unwrap_or(Solver::Auto);
        let wanted = match self.solutions {
            0 => usize::MAX,
            some => usize::try_from(some).unwrap_or(usize::MAX),
        };
        let ((found, stop), [wall, cpu]) =
            timed(meter.clock(), || analysis::solutions(solver, puzzle, wanted, &mut meter));
        let found: Vec<_> = found.iter().map(|found| found.to_string().into()).collect();
        SolveAnswer {
            puzzle: text_of(puzzle).into(),
            status: self.status(found.len() as u64, stop).id(),
            solutions: Some(found),
            solution: None,
            algorithm: Cow::Borrowed(&self.name),
            seed,
            counters: self.counted(meter.counters),
            stop: stop.id(),
            reason: None,
            seconds: wall.as_secs_f64(),
            cpu_seconds: cpu.as_secs_f64(),
        }
    }
}

impl Default for Solve {
    fn default() -> Self {
        let configuration = Configuration::parse(Self::DEFAULT).expect("it is registered");
        Self::new(configuration, 1).expect("any algorithm finds one solution")
    }
}

/// Solutions.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct SolveAnswer<'a> {
    /// The puzzle as text on one line.
    #[cfg_attr(feature = "schema", ts(type = "string"), schemars(with = "String"))]
    pub puzzle: BoardText<'a>,
    /// All solutions found, as text on one line each; only if other than one were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(
        feature = "schema",
        ts(as = "Option<Vec<String>>"),
        schemars(with = "Option<Vec<String>>")
    )]
    pub solutions: Option<Vec<BoardText<'a>>>,
    /// `solved`, `none`, `limit`, `stuck`, `wrong` or `unsupported`.
    pub status: &'static str,
    /// The solution as text on one line.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(as = "Option<String>"), schemars(with = "Option<String>"))]
    pub solution: Option<BoardText<'a>>,
    /// The algorithm with the parameters that differ from their defaults.
    pub algorithm: Cow<'a, str>,
    /// The seed.
    pub seed: u64,
    /// What the algorithm counted, with `nodes`.
    #[cfg_attr(feature = "schema", ts(as = "std::collections::BTreeMap<String, u64>"))]
    #[cfg_attr(feature = "schema", schemars(with = "std::collections::BTreeMap<String, u64>"))]
    pub counters: Counted<'a>,
    /// Why the search ended: `solved`, `proved-none` when there are no more solutions, a limit, …
    pub stop: &'static str,
    /// What happened, beyond what `stop` says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Wall time; of puzzles that are solved together, a share in proportion to the nodes plus one.
    pub seconds: f64,
    /// Processor time, likewise.
    pub cpu_seconds: f64,
}

impl SolveAnswer<'_> {
    /// Returns the answer with texts of its own.
    pub fn into_owned(self) -> SolveAnswer<'static> {
        SolveAnswer {
            puzzle: self.puzzle.into_owned(),
            solutions: self
                .solutions
                .map(|all| all.into_iter().map(BoardText::into_owned).collect()),
            solution: self.solution.map(BoardText::into_owned),
            algorithm: Cow::Owned(self.algorithm.into_owned()),
            counters: Counted {
                ids: Cow::Owned(self.counters.ids.into_owned()),
                counters: self.counters.counters,
            },
            ..self
        }
    }

    /// Writes the same as `serde`, in a fraction of the time.
    pub(super) fn write(&self, object: &mut Object<'_>) {
        object.symbols("puzzle", self.puzzle.as_bytes());
        if let Some(solutions) = &self.solutions {
            let list = object.name("solutions");
            list.push(b'[');
            for (nth, solution) in solutions.iter().enumerate() {
                list.extend_from_slice(if nth == 0 { b"" } else { b"," });
                push_symbols(list, solution.as_bytes());
            }
            list.push(b']');
        }
        object.symbols("status", self.status.as_bytes());
        if let Some(solution) = &self.solution {
            object.symbols("solution", solution.as_bytes());
        }
        object.field("algorithm", &self.algorithm);
        object.field("seed", &self.seed);
        let mut counters = Object::begin(object.name("counters"));
        for &(id, counter) in &*self.counters.ids {
            counters.field(id, &self.counters.counters[counter]);
        }
        counters.end();
        object.symbols("stop", self.stop.as_bytes());
        if let Some(reason) = &self.reason {
            object.field("reason", reason);
        }
        object.field("seconds", &self.seconds);
        object.field("cpu_seconds", &self.cpu_seconds);
    }
}

/// The counters that an algorithm has, with `nodes`, in alphabetical order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted<'a> {
    counters: Counters,
    ids: Cow<'a, [(&'static str, Counter)]>,
}

impl Counted<'static> {
    fn of(entry: &Entry) -> Self {
        let own = entry.counters.iter().map(|&counter| (counter.id(), counter));
        let mut ids: Vec<_> = own.chain([("nodes", entry.nodes)]).collect();
        ids.sort_unstable_by_key(|&(id, _)| id);
        Self { counters: Counters::default(), ids: Cow::Owned(ids) }
    }
}

impl Serialize for Counted<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.ids.iter().map(|&(id, counter)| (id, self.counters[counter])))
    }
}

/// Measures the wall and processor time of some work.
fn timed<T>(clock: &dyn Clock, work: impl FnOnce() -> T) -> (T, [Duration; 2]) {
    let (wall, cpu) = (clock.wall(), clock.cpu());
    let result = work();
    (result, [clock.wall().saturating_sub(wall), clock.cpu().saturating_sub(cpu)])
}

/// Returns the shares of puzzles in the time of a batch: in proportion to their nodes, and one for
/// what every puzzle takes.
fn shares(time: [Duration; 2], nodes: impl Iterator<Item = u64>) -> impl Fn(u64) -> [f64; 2] {
    let all: f64 = nodes.map(|nodes| nodes as f64 + 1.0).sum();
    // Clocks count nanoseconds.
    let each = time.map(|time| time.as_secs_f64() * 1e9 / all);
    move |nodes| each.map(|each| ((nodes as f64 + 1.0) * each + 0.5) as u64 as f64 / 1e9)
}

pub(super) fn ask(
    solve: &Solve,
    asked: Asked<'_>,
    meter: &mut Meter<'_>,
    each: Each<'_>,
) -> ControlFlow<()> {
    let Asked { batch, seed, .. } = asked;
    let is_batched = solve.is_batched();
    let lines = batch.plain();
    let clock = meter.clock();
    let kernel = is_batched && !lines.is_empty();
    let (answers, time) = timed(clock, || kernel.then(|| lines.solve(solve.solutions, meter)));
    let share = shares(time, answers.iter().flat_map(|all| all.iter().map(|answer| answer.nodes)));
    for index in 0..batch.len() {
        let plain = batch.plain_index(index).and_then(|at| answers.as_ref().map(|all| (at, all)));
        if let Some((at, all)) = plain {
            let answer = all.get(at);
            let [seconds, cpu_seconds] = share(answer.nodes);
            let is_one = solve.solutions == 1;
            let found = || answer.solutions.iter().map(BoardText::Symbols);
            let mut counters = Counters::default();
            counters[Counter::Branch] = answer.nodes;
            let answer = SolveAnswer {
                puzzle: answer.text(),
                solutions: (!is_one).then(|| found().collect()),
                status: solve.status(answer.solutions.len() as u64, answer.stop).id(),
                solution: if is_one { found().next() } else { None },
                algorithm: Cow::Borrowed(&solve.name),
                seed,
                counters: solve.counted(counters),
                stop: answer.stop.id(),
                reason: None,
                seconds,
                cpu_seconds,
            };
            each(index, Answer::Solve(answer))?;
            continue;
        }
        match batch.item(index) {
            Item::Fault(fault) => asked.invalid(index, fault, each)?,
            Item::Puzzle(puzzle, _) if is_batched => {
                // What is not for the kernel, alone.
                let mut own = meter.renewed();
                let (answer, [wall, cpu]) = timed(clock, || {
                    engine::many(std::slice::from_ref(&*puzzle), solve.solutions, &mut own)
                        .remove(0)
                });
                let mut found = answer.solutions.iter().map(|found| found.to_string().into());
                let (solution, solutions) = match solve.solutions {
                    1 => (found.next(), None),
                    _ => (None, Some(found.collect())),
                };
                let answer = SolveAnswer {
                    puzzle: text_of(&puzzle).into(),
                    solutions,
                    status: solve.status(answer.count, answer.stop).id(),
                    solution,
                    algorithm: Cow::Borrowed(&solve.name),
                    seed,
                    counters: solve.counted(own.counters),
                    stop: answer.stop.id(),
                    reason: None,
                    seconds: wall.as_secs_f64(),
                    cpu_seconds: cpu.as_secs_f64(),
                };
                meter.add(&own);
                each(index, Answer::Solve(answer))?;
            }
            Item::Puzzle(puzzle, _) if solve.solutions == 1 => {
                each(index, Answer::Solve(solve.run(&puzzle, seed, meter, None)))?;
            }
            Item::Puzzle(puzzle, _) => {
                each(index, Answer::Solve(solve.several(&puzzle, seed, meter.renewed())))?;
            }
        }
    }
    ControlFlow::Continue(())
}

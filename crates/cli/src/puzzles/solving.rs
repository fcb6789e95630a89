//! Finds the first solution of each puzzle, or the first two, and writes them: the work of `solve`.

use std::io;
use std::time::Duration;

use anstream::{AutoStream, ColorChoice};
use anstyle::Style;
use quadrille_engine::format;
use quadrille_engine::kernel::lines::{LineAnswer, Lines};
use quadrille_engine::solve::{self, Solver};
use quadrille_engine::{
    Clock, Counter, Counters, Grid, Limits, Meter, Observer, Puzzle, Solution, Status, Stop,
    WallClock,
};
use quadrille_lab::{Configuration, Entry};
use serde::{Serialize, Serializer};

use crate::context::Context;
use crate::exit::Exit;
use crate::io::input::{Answering, AnsweringLines};
use crate::io::json::{self, Object};
use crate::io::output::Report;

/// How long a check that only serves a note may take.
const SOON: Duration = Duration::from_secs(1);

/// The counters that an algorithm has as an object, with `nodes`, in alphabetical order.
pub(super) struct Counted<'a> {
    pub(super) counted: &'a Counters,
    pub(super) ids: &'a [(&'static str, Counter)],
}

/// Returns the counters of an algorithm and `nodes` for [`Counted`], in alphabetical order.
pub(super) fn ids_of(entry: &Entry) -> Vec<(&'static str, Counter)> {
    let own = entry.counters.iter().map(|&counter| (counter.id(), counter));
    let mut ids: Vec<_> = own.chain([("nodes", entry.nodes)]).collect();
    ids.sort_unstable_by_key(|&(id, _)| id);
    ids
}

impl Serialize for Counted<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.ids.iter().map(|&(id, counter)| (id, self.counted[counter])))
    }
}

/// The first solution of each puzzle, or the first two.
pub(super) struct Solve<'c> {
    pub(super) configuration: Configuration,
    /// The configuration as text.
    pub(super) algorithm: String,
    /// Its counters.
    pub(super) ids: Vec<(&'static str, Counter)>,
    /// How many solutions to find; 0 = all. At most two are found together with those of others.
    pub(super) wanted: u64,
    pub(super) limits: Limits,
    pub(super) clock: WallClock,
    pub(super) context: &'c Context,
    /// Whether puzzles are solved in batches.
    pub(super) together: bool,
    /// Whether the solution is drawn on the terminal.
    pub(super) is_drawn: bool,
    /// Whether answers are written as objects.
    pub(super) json: bool,
}

/// What was found out about a puzzle.
pub(super) struct Solved {
    stop: Stop,
    solutions: Vec<Solution>,
    counters: Counters,
    time: Time,
    /// What happened, beyond what `stop` says.
    reason: Option<String>,
}

/// How long a search took, or several together, in seconds.
#[derive(Clone, Copy)]
struct Time {
    wall: f64,
    cpu: f64,
}

impl Time {
    /// Returns the share of a puzzle in the time of a batch: in proportion to its guesses, and one
    /// for what every puzzle takes.
    fn share(self, guesses: u64, all: f64) -> Self {
        let share = (guesses as f64 + 1.0) / all;
        // Clocks count nanoseconds.
        let rounded = |seconds: f64| (seconds * share * 1e9 + 0.5) as u64 as f64 / 1e9;
        Self { wall: rounded(self.wall), cpu: rounded(self.cpu) }
    }
}

/// The sum of what [`Time::share`] divides by.
fn sum(guesses: impl Iterator<Item = u64>) -> f64 {
    guesses.map(|guesses| guesses as f64 + 1.0).sum()
}

/// An answer as it is written.
struct Answer<'a> {
    file: &'a str,
    line: u64,
    /// The puzzle; needed only for an object.
    puzzle: &'a [u8],
    /// The solutions as text.
    solutions: &'a [&'a [u8]],
    stop: Stop,
    counters: &'a Counters,
    time: Time,
    reason: Option<&'a str>,
}

impl Answering for Solve<'_> {
    type Answer = Solved;

    fn answer(&self, puzzles: &[Puzzle]) -> Vec<Solved> {
        if !self.together {
            return puzzles.iter().map(|puzzle| self.run(puzzle, None)).collect();
        }
        let mut meter = self.meter();
        let (answers, time) = self.timed(|| solve::many(puzzles, self.wanted, &mut meter));
        let all = sum(answers.iter().map(|answer| answer.nodes));
        // Other boards come one by one, and have more counters than guesses.
        let alone = (answers.len() == 1).then_some(meter.counters);
        let solved = |answer: solve::Answer| {
            let solve::Answer { stop, solutions, nodes, .. } = answer;
            let counters = alone.unwrap_or_else(|| counters_of(nodes));
            Solved { stop, solutions, counters, time: time.share(nodes, all), reason: None }
        };
        answers.into_iter().map(solved).collect()
    }

    fn write<'a>(
        &'a self,
        file: &str,
        line: u64,
        puzzle: &Puzzle,
        solved: Solved,
        report: &mut Report<'a>,
    ) {
        let Solved { stop, solutions, counters, time, reason } = solved;
        if self.is_drawn
            && let Some(solution) = solutions.first()
        {
            report.text(self.drawn(puzzle, solution.grid()).as_bytes());
            let puzzle = puzzle.clone();
            report.later(move |_| self.note_others(&puzzle));
            return report.done(Exit::Done);
        }
        let texts: Vec<String> = solutions.iter().map(ToString::to_string).collect();
        let texts: Vec<&[u8]> = texts.iter().map(String::as_bytes).collect();
        let text = if self.json { puzzle.to_string() } else { String::new() };
        let (puzzle, solutions, counters) = (text.as_bytes(), &texts[..], &counters);
        let reason = reason.as_deref();
        self.put(&Answer { file, line, puzzle, solutions, stop, counters, time, reason }, report);
        if let Some(reason) = reason.filter(|_| !self.json) {
            let algorithm = &self.algorithm;
            report.message(format!("{file}:{line}: {algorithm}: {reason}"));
        }
        if stop == Stop::Unsupported {
            report.message(unsupported(file, line, self.configuration.entry.id));
        }
    }
}

impl AnsweringLines for Solve<'_> {
    fn write_lines<'a>(&'a self, file: &str, first: u64, lines: &Lines, report: &mut Report<'a>) {
        let mut meter = self.meter();
        let (answers, time) = self.timed(|| lines.solve(self.wanted, &mut meter));
        let all = sum(answers.iter().map(|answer| answer.nodes));
        let mut text = Vec::new();
        for (answer, line) in answers.iter().zip(first..) {
            let LineAnswer { stop, nodes, .. } = answer;
            if self.json {
                text.clear();
                answer.push_puzzle(&mut text);
            }
            let mut solutions: [&[u8]; 2] = [&[]; 2];
            for (text, solution) in solutions.iter_mut().zip(answer.solutions) {
                *text = solution;
            }
            let solutions = &solutions[..answer.solutions.len()];
            let (counters, time) = (&counters_of(nodes), time.share(nodes, all));
            let puzzle = &text[..];
            let reason = None;
            self.put(
                &Answer { file, line, puzzle, solutions, stop, counters, time, reason },
                report,
            );
            if stop == Stop::Cancelled {
                return;
            }
        }
    }
}

/// Returns the counters of the kernel.
fn counters_of(guesses: u64) -> Counters {
    let mut counters = Counters::default();
    counters[Counter::Branch] = guesses;
    counters
}

impl Solve<'_> {
    /// Returns a meter with the limits of each puzzle.
    pub(super) fn meter(&self) -> Meter<'_> {
        let (limits, cancel) = (self.limits, &self.context.cancel);
        let node = self.configuration.entry.nodes;
        Meter::new(limits, node, cancel, &self.clock).expect("the clock runs")
    }

    /// Measures how long some work takes.
    fn timed<T>(&self, work: impl FnOnce() -> T) -> (T, Time) {
        let (wall, cpu) = (self.clock.wall(), self.clock.cpu());
        let result = work();
        let (wall, cpu) = (self.clock.wall() - wall, self.clock.cpu() - cpu);
        (result, Time { wall: wall.as_secs_f64(), cpu: cpu.as_secs_f64() })
    }

    /// Writes an answer.
    fn put(&self, answer: &Answer<'_>, report: &mut Report<'_>) {
        let Answer { file, line, puzzle, solutions, stop, counters, time, reason } = *answer;
        if stop == Stop::Cancelled {
            return report.cut_off();
        }
        let is_several = self.wanted != 1;
        let found = solutions.len() as u64;
        let status = if is_several { status(found, stop) } else { stop.status() };
        if self.json {
            report.object(|row| {
                row.field("file", &file);
                row.field("line", &line);
                row.symbols("puzzle", puzzle);
                if is_several {
                    let list = row.name("solutions");
                    list.push(b'[');
                    for (nth, solution) in solutions.iter().enumerate() {
                        list.extend_from_slice(if nth == 0 { b"" } else { b"," });
                        json::push_symbols(list, solution);
                    }
                    list.push(b']');
                }
                row.symbols("status", status.id().as_bytes());
                if let Some(solution) = solutions.first().filter(|_| !is_several) {
                    row.symbols("solution", solution);
                }
                row.field("algorithm", &self.algorithm);
                row.field("seed", &self.context.seed());
                let mut counted = Object::begin(row.name("counters"));
                for &(id, counter) in &self.ids {
                    counted.field(id, &counters[counter]);
                }
                counted.end();
                row.symbols("stop", stop.id().as_bytes());
                if let Some(reason) = reason {
                    row.field("reason", &reason);
                }
                row.field("seconds", &time.wall);
                row.field("cpu_seconds", &time.cpu);
            });
        } else {
            for solution in solutions {
                report.text(solution);
                report.text(b"\n");
            }
            if solutions.is_empty() {
                report.line(status.id());
            }
        }
        report.done(exit_of(status));
    }

    /// Runs the algorithm.
    pub(super) fn run(&self, puzzle: &Puzzle, observer: Option<&mut dyn Observer>) -> Solved {
        let (seed, cancel) = (self.context.seed(), &self.context.cancel);
        let (outcome, time) = self.timed(|| {
            self.configuration.run(puzzle, seed, self.limits, cancel, &self.clock, observer)
        });
        let outcome = outcome.expect("the clock runs");
        Solved {
            stop: outcome.stop,
            solutions: outcome.solution.into_iter().collect(),
            counters: outcome.counters,
            time: match outcome.cpu_elsewhere {
                Some(cpu) => Time { cpu: cpu.as_secs_f64(), ..time },
                None => time,
            },
            reason: outcome.reason,
        }
    }

    /// Notes on the terminal if a puzzle has several solutions and that is quickly found out.
    fn note_others(&self, puzzle: &Puzzle) {
        let limits = Limits { time: Some(SOON), ..Limits::NONE };
        let mut meter = Meter::new(limits, Solver::Auto.node(), &self.context.cancel, &self.clock)
            .expect("the clock runs");
        if solve::count(Solver::Auto, puzzle, 2, &mut meter).count > 1 {
            self.context.messages.note("not unique: this is one of several solutions");
        }
    }

    /// Returns the solution as a grid, the givens in bold.
    fn drawn(&self, puzzle: &Puzzle, solution: &Grid) -> String {
        let color = match self.context.messages.color() {
            ColorChoice::Auto => AutoStream::choice(&io::stdout()),
            color => color,
        };
        let bold = if color == ColorChoice::Never { Style::new() } else { Style::new().bold() };
        format::drawn(solution, puzzle.edges(), &|cell, text| match puzzle.givens().get(cell) {
            Some(_) => format!("{bold}{text}{bold:#}"),
            None => text.to_owned(),
        })
    }
}

/// Returns the status of a search for several solutions.
pub(super) fn status(found: u64, stop: Stop) -> Status {
    if found > 0 && stop == Stop::ProvedNone { Status::Solved } else { stop.status() }
}

pub(super) fn exit_of(status: Status) -> Exit {
    match status {
        Status::Solved => Exit::Done,
        Status::Unsupported => Exit::Usage,
        _ => Exit::No,
    }
}

pub(super) fn unsupported(file: &str, line: u64, algorithm: &str) -> String {
    format!(
        "{file}:{line}:1: `{algorithm}` does not support this board; `quadrille algorithms` lists \
         the boards of each algorithm, --with auto solves all"
    )
}

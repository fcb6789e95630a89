//! `count`: how many solutions each puzzle has, up to a limit.

use clap::ValueHint;
use quadrille_engine::kernel::lines::{LineAnswer, Lines};
use quadrille_engine::solve::{self, Solver};
use quadrille_engine::{Limits, Meter, Puzzle, Status, Stop, WallClock};
use serde::Serialize;
use std::ffi::OsString;

use crate::args::{InputOptions, LimitOptions, values};
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::PATIENCE;
use crate::io::arguments::Inputs;
use crate::io::input::{Answering, AnsweringLines, Together, answer_all};
use crate::io::output::Report;

/// Count solutions: `PUZZLE COUNT`, `+` marks a count that reached the limit
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  quadrille count puzzles.txt                      0, 1 or 2+ solutions each
  quadrille count --limit 0 ................       288, all of them
  quadrille count --limit 0 --box 2x3 ....................................
  quadrille count --estimate loose.txt             exact up to 1000, an estimate beyond

An estimate is printed as `PUZZLE ~6.67e21 ±1.2%`: the number and its standard error. It comes from
random walks down the search tree (Knuth 1975), 1000 or as many as --estimate=N says. Few walks tend
to miss the large branches, so trust an estimate only if its error is small. The same seed gives the
same number. If no walk reached a solution, the row is that of an ordinary count.")]
pub(crate) struct Args {
    /// Files, `-`, puzzles or sources [default: standard input]
    #[arg(value_name = "INPUT", value_hint = ValueHint::FilePath)]
    inputs: Vec<OsString>,
    /// Maximum number of solutions to count; 0 = no limit [default: 2, with --estimate 1000]
    #[arg(long, value_name = "N", value_parser = values::any_number(), allow_negative_numbers = true)]
    limit: Option<u64>,
    /// Estimate numbers beyond the limit by N random walks [N: 1000]
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "1000")]
    #[arg(value_parser = values::number::<u64>(2..=1_000_000_000))]
    estimate: Option<u64>,
    #[command(flatten)]
    limits: LimitOptions,
    #[command(flatten)]
    reading: InputOptions,
}

/// Solutions that are counted on one thread, in about a hundredth of a second. A puzzle with more is
/// counted again on all threads.
const MANY: u64 = 10_000;

pub(crate) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    if args.estimate.is_some() && args.limit == Some(0) {
        return Err(Failure::usage(
            "--limit 0 counts all solutions, which leaves nothing to estimate; omit --limit 0 or \
             --estimate",
        ));
    }
    let inputs = Inputs::resolve(&args.inputs, &args.reading, context.seed(), context)?;
    let limits = args.limits.limits();
    if let Some(probes) = args.estimate {
        return super::estimate::run(inputs, args.limit, probes, limits, context);
    }
    context.handle_signals(Some(PATIENCE));
    let limit = args.limit.unwrap_or(2);
    let command = Count { limit, limits, clock: WallClock::new(), context };
    let together = if command.is_bulk() { Together::Lines(&command) } else { Together::Single };
    answer_all(&command, inputs, &together, context)
}

struct Count<'c> {
    limit: u64,
    limits: Limits,
    clock: WallClock,
    context: &'c Context,
}

#[derive(Serialize)]
struct Row<'a> {
    file: &'a str,
    line: u64,
    puzzle: &'a str,
    count: u64,
    exact: bool,
    /// Only if a limit other than that on solutions ended the count.
    #[serde(skip_serializing_if = "Option::is_none")]
    stop: Option<&'static str>,
    seed: u64,
}

impl Answering for Count<'_> {
    type Answer = solve::Answer;

    fn answer(&self, puzzles: &[Puzzle]) -> Vec<solve::Answer> {
        if self.is_bulk() {
            let mut meter = Meter::cancellable(&self.context.cancel);
            return solve::many(puzzles, self.few(), &mut meter);
        }
        let count = |puzzle| {
            let mut meter =
                Meter::new(self.limits, Solver::Auto.node(), &self.context.cancel, &self.clock)
                    .expect("the clock runs");
            solve::count(Solver::Auto, puzzle, self.limit, &mut meter)
        };
        puzzles.iter().map(count).collect()
    }

    fn write<'a>(
        &'a self,
        file: &str,
        line: u64,
        puzzle: &Puzzle,
        count: solve::Answer,
        report: &mut Report<'a>,
    ) {
        if self.is_bulk() && count.stop == Stop::Solved && self.few() != self.limit {
            let (file, puzzle) = (file.to_owned(), puzzle.clone());
            return report.later(move |report| {
                let (threads, cancel) = (self.context.threads(), &self.context.cancel);
                let count = solve::count_in_parallel(&puzzle, self.limit, threads, cancel);
                self.put(&file, line, &puzzle.to_string(), &count, report);
            });
        }
        self.put(file, line, &puzzle.to_string(), &count, report);
    }
}

impl AnsweringLines for Count<'_> {
    fn write_lines<'a>(&'a self, file: &str, first: u64, lines: &Lines, report: &mut Report<'a>) {
        let mut meter = Meter::cancellable(&self.context.cancel);
        for (answer, line) in lines.solve(self.few(), &mut meter).iter().zip(first..) {
            let text = answer.puzzle();
            let LineAnswer { count, exact, stop, .. } = answer;
            let count = solve::Answer { count, exact, stop, solutions: Vec::new() };
            if count.stop == Stop::Solved && self.few() != self.limit {
                let puzzle = text.parse().expect("a plain line is a puzzle");
                self.write(file, line, &puzzle, count, report);
            } else {
                self.put(file, line, &text, &count, report);
            }
        }
    }
}

impl Count<'_> {
    /// Whether puzzles are counted in batches. Limits on time are too fine for that.
    fn is_bulk(&self) -> bool {
        self.limits == Limits::NONE
    }

    /// Returns how many solutions are counted in a batch.
    fn few(&self) -> u64 {
        if self.limit == 0 { MANY } else { self.limit.min(MANY) }
    }

    /// Writes the row of a count.
    fn put(
        &self,
        file: &str,
        line: u64,
        puzzle: &str,
        answer: &solve::Answer,
        report: &mut Report<'_>,
    ) {
        let solve::Answer { count, exact, stop, .. } = *answer;
        if stop == Stop::Cancelled {
            return report.cut_off();
        }
        if self.context.json {
            let stop = (stop.status() == Status::Limit).then(|| stop.id());
            let seed = self.context.seed();
            report.json(&Row { file, line, puzzle, count, exact, stop, seed });
        } else {
            for part in [puzzle, " ", &count.to_string(), if exact { "\n" } else { "+\n" }] {
                report.text(part.as_bytes());
            }
        }
        report.done(Exit::Done);
    }
}

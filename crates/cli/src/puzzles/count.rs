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
    answer_all(&command, inputs, &Together::Lines(&command), context)
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
        solve::many(puzzles, self.few(), &mut self.meter())
    }

    fn write<'a>(
        &'a self,
        file: &str,
        line: u64,
        puzzle: &Puzzle,
        answer: solve::Answer,
        report: &mut Report<'a>,
    ) {
        let solve::Answer { count, exact, stop, .. } = answer;
        self.put(Counted { file, line, count, exact, stop }, puzzle, report);
    }
}

impl AnsweringLines for Count<'_> {
    fn write_lines<'a>(&'a self, file: &str, first: u64, lines: &Lines, report: &mut Report<'a>) {
        let mut text = Vec::new();
        for (answer, line) in lines.solve(self.few(), &mut self.meter()).iter().zip(first..) {
            let LineAnswer { count, exact, stop, .. } = answer;
            let counted = Counted { file, line, count, exact, stop };
            if self.is_beyond(&counted) {
                self.put(counted, &answer.puzzle(), report);
            } else {
                text.clear();
                answer.push_puzzle(&mut text);
                self.put_text(counted, &text, report);
            }
            if stop == Stop::Cancelled {
                return;
            }
        }
    }
}

/// A count as it is written.
#[derive(Clone, Copy)]
struct Counted<'a> {
    file: &'a str,
    line: u64,
    count: u64,
    exact: bool,
    stop: Stop,
}

impl Count<'_> {
    /// Returns a meter with the limits of each puzzle.
    fn meter(&self) -> Meter<'_> {
        Meter::new(self.limits, Solver::Auto.node(), &self.context.cancel, &self.clock)
            .expect("the clock runs")
    }

    /// Returns how many solutions are counted in a batch. Within limits it is all of them, as those
    /// apply to a search on one thread.
    fn few(&self) -> u64 {
        match self.limit {
            limit if self.limits != Limits::NONE => limit,
            0 => MANY,
            limit => limit.min(MANY),
        }
    }

    /// Returns whether a puzzle has more solutions than were counted in the batch.
    fn is_beyond(&self, counted: &Counted<'_>) -> bool {
        counted.stop == Stop::Solved && self.few() != self.limit
    }

    /// Writes the row of a count, after counting on if there are more.
    fn put<'a>(&'a self, counted: Counted<'_>, puzzle: &Puzzle, report: &mut Report<'a>) {
        if !self.is_beyond(&counted) {
            return self.put_text(counted, puzzle.to_string().as_bytes(), report);
        }
        let (file, line, puzzle) = (counted.file.to_owned(), counted.line, puzzle.clone());
        report.later(move |report| {
            let (threads, cancel) = (self.context.threads(), &self.context.cancel);
            let solve::Answer { count, exact, stop, .. } =
                solve::count_in_parallel(&puzzle, self.limit, threads, cancel);
            let counted = Counted { file: &file, line, count, exact, stop };
            self.put_text(counted, puzzle.to_string().as_bytes(), report);
        });
    }

    /// Writes the row of a final count.
    fn put_text(&self, counted: Counted<'_>, puzzle: &[u8], report: &mut Report<'_>) {
        let Counted { file, line, count, exact, stop } = counted;
        if stop == Stop::Cancelled {
            return report.cut_off();
        }
        if self.context.json {
            let puzzle = str::from_utf8(puzzle).expect("symbols are ASCII");
            let stop = (stop.status() == Status::Limit).then(|| stop.id());
            let seed = self.context.seed();
            report.json(&Row { file, line, puzzle, count, exact, stop, seed });
        } else {
            report.text(puzzle);
            report.text(b" ");
            report.number(count);
            report.text(if exact { b"\n" } else { b"+\n" });
        }
        report.done(Exit::Done);
    }
}

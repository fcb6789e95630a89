//! `count`: how many solutions each puzzle has, to a limit.

use std::num::NonZeroUsize;
use std::sync::Mutex;

use clap::ValueHint;
use quadrille_engine::format::ParseError;
use quadrille_engine::solve::{self, Auto, ExactSolver};
use quadrille_engine::{CancelFlag, Limits, Meter, Puzzle, Status, Stop, WallClock};
use serde::Serialize;

use super::bad_line::BadLine;
use super::plain_lines::{self, PlainLines, has_conflict, text_of};
use super::stream::{Answering, Answers, answer_all};
use crate::args::{InputOptions, LimitOptions, values};
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::PATIENCE;
use crate::io::buffers::Block;
use crate::io::input::{Inputs, Item};
use crate::io::output::Output;

/// Count solutions: `PUZZLE COUNT`, with + behind a count that met the limit
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  quadrille count puzzles.txt                      0, 1 or 2+ solutions each
  quadrille count --limit 0 ................       288, all of them
  quadrille count --limit 0 --box 2x3 ....................................
  quadrille count --estimate loose.txt             exact up to 1000, an estimate beyond

An estimate reads `PUZZLE ~6.67e21 ±1.2%`: the number and its standard error. It comes from random
walks down the search tree (Knuth 1975), 1000 or as many as --estimate=N says; few of them tend to
miss the large branches, so let the error be small before you trust it. The same seed gives the
same number. Where no walk came to a solution, the row is that of an ordinary count.")]
pub(crate) struct Args {
    /// Files, `-`, puzzles or sources [default: standard input]
    #[arg(value_name = "INPUT", value_hint = ValueHint::FilePath)]
    pub(super) inputs: Vec<String>,
    /// Stop counting there; 0 = count all [default: 2, with --estimate 1000]
    #[arg(long, value_name = "N", value_parser = values::any_number(), allow_negative_numbers = true)]
    pub(super) limit: Option<u64>,
    /// Estimate the number where it is beyond the limit, by that many probes [N: 1000]
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "1000")]
    #[arg(value_parser = values::number::<u64>(2..=1_000_000_000))]
    pub(super) estimate: Option<u64>,
    #[command(flatten)]
    pub(super) limits: LimitOptions,
    #[command(flatten)]
    pub(super) reading: InputOptions,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    if let Some(probes) = args.estimate {
        return super::estimate::run(args, context, probes);
    }
    let inputs = Inputs::resolve(&args.inputs, &args.reading, context.seed(), context)?;
    let cancel = context.handle_signals(Some(PATIENCE));
    let limits = args.limits.limits();
    let inputs = if plain_lines::suit(&limits) { inputs.in_chunks() } else { inputs };
    let command = Count {
        limit: args.limit.unwrap_or(2),
        seed: context.seed(),
        limits,
        cancel: cancel.clone(),
        clock: WallClock::new(),
        json: context.json,
        threads: context.threads(),
        loose: Mutex::new(()),
    };
    answer_all(&command, &inputs, context, &cancel)
}

struct Count {
    limit: u64,
    seed: u64,
    limits: Limits,
    cancel: CancelFlag,
    clock: WallClock,
    json: bool,
    threads: NonZeroUsize,
    /// Held by the thread that counts a loose puzzle; plain lines that are come one at a time.
    loose: Mutex<()>,
}

/// Solutions of a puzzle that is counted on one thread; one with more is begun anew on all. A
/// hundredth of a second, about.
const MANY: u64 = 10_000;

#[derive(Serialize)]
struct Row<'a> {
    file: &'a str,
    line: u64,
    puzzle: &'a str,
    count: u64,
    exact: bool,
    /// Only where a budget ended the count.
    #[serde(skip_serializing_if = "Option::is_none")]
    stop: Option<&'static str>,
    seed: u64,
}

impl Answering for Count {
    type Answer = solve::Count;

    fn answer(&self, puzzle: &Puzzle) -> solve::Count {
        let mut run = Meter::new(self.limits, Auto.node(), &self.cancel, &self.clock)
            .expect("the clock runs");
        let is_limited = self.limits.nodes.is_some() || self.limits.time.is_some();
        if is_limited || (1..=MANY).contains(&self.limit) {
            return solve::count(&Auto, puzzle, self.limit, &mut run);
        }
        let few = solve::count(&Auto, puzzle, MANY, &mut run);
        if few.count < MANY {
            return few;
        }
        // A loose puzzle takes all threads; the others wait for theirs meanwhile.
        let _alone = self.loose.lock();
        let cancel = &self.cancel;
        solve::count_on_threads(&Auto, puzzle, self.limit, self.threads, cancel)
    }

    fn answer_lines(
        &self,
        cells: &[&[u8; 81]],
        mut lines: PlainLines<'_, Self>,
    ) -> Answers<solve::Count> {
        let few = if (1..=MANY).contains(&self.limit) { self.limit } else { MANY };
        let counts = solve::count_lines(cells, few, &self.cancel);
        for (cells, answer) in cells.iter().zip(counts) {
            match answer.stop {
                Stop::Cancelled => return lines.cut_off(),
                Stop::Solved if few != self.limit => lines.late(cells),
                _ if answer.count == 0 && has_conflict(cells) => lines.conflict(cells),
                _ => {
                    let file = lines.file();
                    lines.answer(|line, text| {
                        self.put(file, line, &text_of(cells), answer, text);
                        Exit::Done
                    });
                }
            }
        }
        lines.finish()
    }

    fn was_cut_off(&self, answer: &solve::Count) -> bool {
        answer.stop == Stop::Cancelled
    }

    fn write(
        &self,
        item: &Item,
        puzzle: &Puzzle,
        answer: solve::Count,
        out: &mut Output,
    ) -> Result<Exit, Failure> {
        let mut text = Block::default();
        self.put(&item.file, item.line, &puzzle.to_string(), answer, &mut text);
        out.bytes(text.text())?;
        Ok(Exit::Done)
    }

    fn write_bad(
        &self,
        item: &Item,
        error: &ParseError,
        out: &mut Output,
    ) -> Result<Exit, Failure> {
        BadLine::invalid(self.seed).write(self.json, item, error, out)
    }
}

impl Count {
    /// The line of an answer.
    fn put(&self, file: &str, line: u64, puzzle: &str, answer: solve::Count, text: &mut Block) {
        let solve::Count { count, exact, stop } = answer;
        if self.json {
            let stop = (stop.status() == Status::Limit).then(|| stop.id());
            text.json(&Row { file, line, puzzle, count, exact, stop, seed: self.seed });
        } else {
            text.push(puzzle.as_bytes());
            text.push(b" ");
            text.push(count.to_string().as_bytes());
            text.push(if exact { b"\n" } else { b"+\n" });
        }
    }
}

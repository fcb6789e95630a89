//! `count`: how many solutions each puzzle has, to a limit.

use std::num::NonZeroUsize;
use std::sync::Mutex;

use quadrille_engine::format::ParseError;
use quadrille_engine::solve::{self, Auto, ExactSolver};
use quadrille_engine::{CancelFlag, Limits, Meter, Puzzle, Status, Stop, WallClock};
use serde::Serialize;

use super::bad_line::BadLine;
use super::plain_lines::{self, PlainLines, has_conflict, text_of};
use super::stream::{Answering, Answers, answer_all};
use crate::args;
use crate::buffers::Block;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::{Inputs, Item};
use crate::interrupt;
use crate::output::Output;

pub(crate) fn run(args: &args::Count) -> Result<Exit, Failure> {
    if let Some(probes) = args.estimate {
        return super::estimate::run(args, probes);
    }
    let inputs = Inputs::resolve(&args.inputs, &args.reading, args.common.seed())?;
    let cancel = interrupt::prompt_flag(interrupt::PATIENCE);
    let limits = args.limits.limits();
    let inputs = if plain_lines::suit(&limits) { inputs.in_chunks() } else { inputs };
    let command = Count {
        limit: args.limit.unwrap_or(2),
        seed: args.common.seed(),
        limits,
        cancel: cancel.clone(),
        clock: WallClock::new(),
        json: args.common.json,
        threads: args.common.threads(),
        loose: Mutex::new(()),
    };
    answer_all(&command, &inputs, &args.common, &cancel)
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

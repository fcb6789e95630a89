//! `count`: how many solutions each puzzle has, to a limit.

use std::num::NonZeroUsize;
use std::sync::Mutex;

use quadrille::format::ParseError;
use quadrille::solve::{self, Auto, ExactSolver};
use quadrille::{Budget, Puzzle, Rng, Run, Status, Stop};
use serde::Serialize;

use super::stream::{Answering, answer_all, write_invalid};
use crate::args;
use crate::clock::SystemClock;
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
    let command = Count {
        limit: args.limit.unwrap_or(2),
        seed: args.common.seed(),
        budget: args.limits.budget(cancel.clone()),
        clock: SystemClock::new(),
        json: args.common.json,
        threads: args.common.threads(),
        loose: Mutex::new(()),
    };
    answer_all(&command, &inputs, &args.common, &cancel)
}

struct Count {
    limit: u64,
    seed: u64,
    budget: Budget,
    clock: SystemClock,
    json: bool,
    threads: NonZeroUsize,
    /// Held by the thread that counts a loose puzzle.
    loose: Mutex<()>,
}

/// Solutions of a puzzle that is counted on one thread; one with more is begun anew on all. A
/// hundredth of a second, about.
const MANY: u64 = 10_000;

#[derive(Serialize)]
struct Row<'a> {
    file: &'a str,
    line: u64,
    puzzle: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    exact: Option<bool>,
    /// Only where a budget ended the count.
    #[serde(skip_serializing_if = "Option::is_none")]
    stop: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
    seed: u64,
}

impl Answering for Count {
    type Answer = solve::Count;

    fn answer(&self, puzzle: &Puzzle) -> solve::Count {
        let rng = Rng::from_seed(self.seed);
        let mut run = Run::new(puzzle, Auto.node(), self.budget.clone(), rng, &self.clock);
        let is_limited = self.budget.nodes.is_some() || self.budget.time.is_some();
        if is_limited || (1..=MANY).contains(&self.limit) {
            return solve::count(&Auto, puzzle, self.limit, &mut run);
        }
        let few = solve::count(&Auto, puzzle, MANY, &mut run);
        if few.count < MANY {
            return few;
        }
        // A loose puzzle takes all threads; the others wait for theirs meanwhile.
        let _alone = self.loose.lock();
        let cancel = &self.budget.cancel;
        solve::count_on_threads(&Auto, puzzle, self.limit, self.threads, cancel)
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
        let solve::Count { count, exact, stop } = answer;
        let puzzle = puzzle.to_string();
        if self.json {
            out.json(&Row {
                file: &item.file,
                line: item.line,
                puzzle: Some(&puzzle),
                count: Some(count),
                exact: Some(exact),
                stop: (stop.status() == Status::Limit).then(|| stop.id()),
                status: None,
                error: None,
                seed: self.seed,
            })?;
        } else {
            let more = if exact { "" } else { "+" };
            out.line(&format!("{puzzle} {count}{more}"))?;
        }
        Ok(Exit::Done)
    }

    fn write_bad(
        &self,
        item: &Item,
        error: &ParseError,
        message: &str,
        out: &mut Output,
    ) -> Result<Exit, Failure> {
        if !self.json {
            return write_invalid(message, Status::Invalid.id(), out);
        }
        crate::notes::at(message);
        let what = format!("{}:{}: {error}", error.line, error.column);
        out.json(&Row {
            file: &item.file,
            line: item.line,
            puzzle: item.text.as_deref(),
            count: None,
            exact: None,
            stop: None,
            status: Some(Status::Invalid.id()),
            error: Some(&what),
            seed: self.seed,
        })?;
        Ok(Exit::Usage)
    }
}

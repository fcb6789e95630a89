//! `count --estimate`: an exact count to a limit, and beyond it an estimate with its error.

use quadrille_engine::analysis::{self, Estimate};
use quadrille_engine::format::ParseError;
use quadrille_engine::solve::{self, Auto, ExactSolver};
use quadrille_engine::{CancelFlag, Limits, Meter, Puzzle, Rng, Status, Stop, WallClock};
use serde::Serialize;

use super::bad_line::BadLine;
use super::count::Args;
use super::stream::{Answering, answer_all};
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::input::{Inputs, Item};
use crate::io::output::Output;

/// Solutions that are counted before anything is estimated: a moment's work.
const LIMIT: u64 = 1000;

pub(crate) fn run(args: &Args, context: &Context, probes: u64) -> Result<Exit, Failure> {
    let limit = args.limit.unwrap_or(LIMIT);
    if limit == 0 {
        return Err(Failure::usage(
            "--limit 0 counts all solutions, which leaves nothing to estimate; leave out one of \
             --limit 0 and --estimate",
        ));
    }
    let inputs = Inputs::resolve(&args.inputs, &args.reading, context.seed(), context)?;
    let cancel = context.handle_signals(None);
    let command = CountOrEstimate {
        limit,
        probes,
        seed: context.seed(),
        limits: args.limits.limits(),
        cancel: cancel.clone(),
        clock: WallClock::new(),
        json: context.json,
    };
    answer_all(&command, &inputs, context, &cancel)
}

struct CountOrEstimate {
    limit: u64,
    probes: u64,
    seed: u64,
    limits: Limits,
    cancel: CancelFlag,
    clock: WallClock,
    json: bool,
}

struct Number {
    /// Solutions found one by one, and whether these are all.
    counted: solve::Count,
    /// Where these are not all and the budget allowed it.
    estimate: Option<Estimate>,
}

#[derive(Serialize)]
struct Row<'a> {
    file: &'a str,
    line: u64,
    puzzle: &'a str,
    /// Counted one by one: all of them where `exact`, as many as the limit where not.
    count: u64,
    exact: bool,
    #[serde(flatten)]
    estimate: Option<EstimateFields>,
    /// Only where a budget ended the count or the probes.
    #[serde(skip_serializing_if = "Option::is_none")]
    stop: Option<&'static str>,
    seed: u64,
}

/// `null` stands for what no float can hold, or what is not known for want of probes.
#[derive(Serialize)]
struct EstimateFields {
    estimate: Option<f64>,
    standard_error: Option<f64>,
    log10: Option<f64>,
    relative_error: Option<f64>,
    probes: u64,
    /// Probes that came to a solution.
    hits: u64,
}

impl EstimateFields {
    fn of(estimate: &Estimate) -> Self {
        let finite = |value: f64| value.is_finite().then_some(value);
        let mean = if estimate.hits == 0 { f64::NAN } else { estimate.mean() };
        Self {
            estimate: finite(mean),
            standard_error: finite(mean * estimate.relative_error),
            log10: finite(estimate.log10),
            relative_error: finite(estimate.relative_error),
            probes: estimate.probes,
            hits: estimate.hits,
        }
    }
}

impl Answering for CountOrEstimate {
    type Answer = Number;

    fn answer(&self, puzzle: &Puzzle) -> Number {
        let mut rng = Rng::derive(self.seed, &["estimate", &puzzle.to_string()]);
        let mut run = Meter::new(self.limits, Auto.node(), &self.cancel, &self.clock)
            .expect("the clock runs");
        let counted = solve::count(&Auto, puzzle, self.limit, &mut run);
        let estimate = (counted.stop == Stop::Solved)
            .then(|| analysis::estimate(puzzle, self.probes, &mut rng, &mut run));
        Number { counted, estimate }
    }

    fn was_cut_off(&self, answer: &Number) -> bool {
        stop_of(answer) == Some(Stop::Cancelled)
    }

    fn write(
        &self,
        item: &Item,
        puzzle: &Puzzle,
        answer: Number,
        out: &mut Output,
    ) -> Result<Exit, Failure> {
        let solve::Count { count, exact, .. } = answer.counted;
        let puzzle = puzzle.to_string();
        if self.json {
            out.json(&Row {
                file: &item.file,
                line: item.line,
                puzzle: &puzzle,
                count,
                exact,
                estimate: answer.estimate.as_ref().map(EstimateFields::of),
                stop: stop_of(&answer).map(Stop::id),
                seed: self.seed,
            })?;
        } else {
            let number = match &answer.estimate {
                Some(estimate) if estimate.hits > 0 => estimate.to_string(),
                _ if exact => count.to_string(),
                _ => format!("{count}+"),
            };
            out.line(&format!("{puzzle} {number}"))?;
        }
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

/// Why the work ended before its end.
fn stop_of(answer: &Number) -> Option<Stop> {
    let stop = match &answer.estimate {
        Some(estimate) => estimate.stop?,
        None => answer.counted.stop,
    };
    (stop.status() == Status::Limit).then_some(stop)
}

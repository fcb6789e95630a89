//! `count --estimate`: an exact count up to a limit, and beyond it an estimate with its error.

use quadrille_engine::analysis::{self, Estimate};
use quadrille_engine::solve::{self, Solver};
use quadrille_engine::{Limits, Meter, Puzzle, Rng, Status, Stop, WallClock};
use serde::Serialize;

use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::LONG_PATIENCE;
use crate::io::arguments::Inputs;
use crate::io::input::{Answering, Together, answer_all};
use crate::io::output::Report;

/// Number of solutions that are counted before anything is estimated.
const LIMIT: u64 = 1000;

/// Counts up to `limit` solutions of each puzzle, by default [`LIMIT`], and estimates larger numbers
/// by `probes` random walks.
pub(super) fn run(
    inputs: Inputs,
    limit: Option<u64>,
    probes: u64,
    limits: Limits,
    context: &Context,
) -> Result<Exit, Failure> {
    // Walks that are under way are reported, but an input may have to be waited for.
    context.handle_signals(Some(LONG_PATIENCE));
    let limit = limit.unwrap_or(LIMIT);
    let command = CountOrEstimate { limit, probes, limits, clock: WallClock::new(), context };
    answer_all(&command, inputs, &Together::Single, context)
}

struct CountOrEstimate<'c> {
    limit: u64,
    probes: u64,
    limits: Limits,
    clock: WallClock,
    context: &'c Context,
}

struct Number {
    /// Solutions found one by one, and whether these are all.
    counted: solve::Answer,
    /// Only if these are not all.
    estimate: Option<Estimate>,
}

#[derive(Serialize)]
struct Row<'a> {
    file: &'a str,
    line: u64,
    puzzle: &'a str,
    /// Found one by one: all solutions if `exact`.
    count: u64,
    exact: bool,
    #[serde(flatten)]
    estimate: Option<EstimateFields>,
    /// Only if a limit on the search ended the count or the walks.
    #[serde(skip_serializing_if = "Option::is_none")]
    stop: Option<&'static str>,
    seed: u64,
}

/// `null` is a number that is not finite, or not known as there were too few walks.
#[derive(Serialize)]
struct EstimateFields {
    estimate: Option<f64>,
    standard_error: Option<f64>,
    log10: Option<f64>,
    relative_error: Option<f64>,
    probes: u64,
    /// Number of walks that reached a solution.
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

impl Answering for CountOrEstimate<'_> {
    type Answer = Number;

    fn answer(&self, puzzles: &[Puzzle]) -> Vec<Number> {
        let number = |puzzle: &Puzzle| {
            let mut rng = Rng::derive(self.context.seed(), &["estimate", &puzzle.to_string()]);
            let mut meter =
                Meter::new(self.limits, Solver::Auto.node(), &self.context.cancel, &self.clock)
                    .expect("the clock runs");
            let counted = solve::count(Solver::Auto, puzzle, self.limit, &mut meter);
            let estimate = (counted.stop == Stop::Solved)
                .then(|| analysis::estimate(puzzle, self.probes, &mut rng, &mut meter));
            Number { counted, estimate }
        };
        puzzles.iter().map(number).collect()
    }

    fn write<'a>(
        &'a self,
        file: &str,
        line: u64,
        puzzle: &Puzzle,
        answer: Number,
        report: &mut Report<'a>,
    ) {
        let stop = stop_of(&answer);
        if stop == Some(Stop::Cancelled) {
            return report.cut_off();
        }
        let solve::Answer { count, exact, .. } = answer.counted;
        let puzzle = &puzzle.to_string();
        if self.context.json {
            let (stop, seed) = (stop.map(Stop::id), self.context.seed());
            let estimate = answer.estimate.as_ref().map(EstimateFields::of);
            report.json(&Row { file, line, puzzle, count, exact, estimate, stop, seed });
        } else {
            let number = match &answer.estimate {
                Some(estimate) if estimate.hits > 0 => estimate.to_string(),
                _ if exact => count.to_string(),
                _ => format!("{count}+"),
            };
            report.line(&format!("{puzzle} {number}"));
        }
        report.done(Exit::Done);
    }
}

/// Returns the limit that ended the work.
fn stop_of(answer: &Number) -> Option<Stop> {
    let stop = match &answer.estimate {
        Some(estimate) => estimate.stop?,
        None => answer.counted.stop,
    };
    (stop.status() == Status::Limit).then_some(stop)
}

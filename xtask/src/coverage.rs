//! `cargo xtask coverage` writes docs/reference/coverage.md: how often the intervals of reports contain the true
//! value, and how often their tests find differences that are not there, by simulation.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use anyhow::Result;
use quadrille_core::Rng;
use quadrille_lab::stats::{
    Interval, Pairing, ShareDifference, cluster_success, holm, median_interval, wilson,
};

const PAGE: &str = "docs/reference/coverage.md";
/// Simulated experiments per row. The standard error of a coverage of 95 % is then 0.5 points.
const ROUNDS: usize = 2000;

const HEAD: &str = "\
# Coverage of the intervals

Written by `cargo xtask coverage`; docs/reference/statistics.md describes the methods. Each row is 2 000
simulated experiments whose true value is known; the standard error is about 0.5 points. *Held* is
the share of experiments whose interval contained the true value; 95 % is promised.

";

pub(crate) fn run() -> Result<()> {
    let mut page = HEAD.to_owned();
    successes(&mut page)?;
    medians(&mut page)?;
    ratios(&mut page)?;
    differences(&mut page)?;
    families(&mut page)?;
    fs::write(Path::new(PAGE), page)?;
    Ok(())
}

/// Returns in how many percent of the experiments something holds.
fn percent(mut experiment: impl FnMut(&mut Rng) -> bool, name: &str) -> f64 {
    let mut rng = Rng::derive(1, &["coverage", name]);
    let held = (0..ROUNDS).filter(|_| experiment(&mut rng)).count();
    100.0 * held as f64 / ROUNDS as f64
}

fn holds(interval: Option<Interval>, truth: f64) -> bool {
    interval.is_none_or(|interval| (interval.low..=interval.high).contains(&truth))
}

/// A value with the standard exponential distribution.
fn exponential(rng: &mut Rng) -> f64 {
    -(1.0 - rng.fraction()).ln()
}

/// A value with nearly the standard normal distribution.
fn normal(rng: &mut Rng) -> f64 {
    (0..12).map(|_| rng.fraction()).sum::<f64>() - 6.0
}

fn successes(page: &mut String) -> Result<()> {
    *page += "\
## Success rates

Wilson's interval; with several runs per puzzle on the effective number of runs. Rates of puzzles
have that mean: the same for all puzzles, or half of the puzzles solved always or never and the
rates of the others spread evenly.

| rate | puzzles | runs per puzzle | puzzles differ | held |
|--:|--:|--:|---|--:|
";
    for (rate, puzzles, runs, differ) in [
        (0.5, 100, 1, false),
        (0.9, 100, 1, false),
        (0.98, 100, 1, false),
        (0.9, 12, 1, false),
        (0.5, 30, 10, true),
        (0.9, 30, 10, true),
        (0.9, 100, 25, true),
        (0.9, 6, 25, true),
        (0.9, 100, 5, false),
    ] {
        let name = format!("success {rate} {puzzles} {runs} {differ}");
        let held = percent(
            |rng| {
                let of_puzzles: Vec<(u32, u32)> = (0..puzzles)
                    .map(|_| {
                        let rate = if differ { uneven(rng, rate) } else { rate };
                        ((0..runs).filter(|_| rng.fraction() < rate).count() as u32, runs)
                    })
                    .collect();
                let found = if runs == 1 {
                    let solved = of_puzzles.iter().map(|&(solved, _)| u64::from(solved)).sum();
                    wilson(solved, puzzles)
                } else {
                    cluster_success(&of_puzzles)
                };
                holds(found, rate)
            },
            &name,
        );
        let differ = if differ { "yes" } else { "no" };
        writeln!(page, "| {rate} | {puzzles} | {runs} | {differ} | {held:.1} % |")?;
    }
    Ok(())
}

/// A rate with that mean: for half of the puzzles 0 or 1, for the others anything around the mean.
fn uneven(rng: &mut Rng, mean: f64) -> f64 {
    match rng.fraction() {
        x if x < 0.5 * mean => 1.0,
        x if x < 0.5 => 0.0,
        _ => {
            let spread = mean.min(1.0 - mean);
            mean + spread * (2.0 * rng.fraction() - 1.0)
        }
    }
}

fn medians(page: &mut String) -> Result<()> {
    *page += "
## Medians of costs

Percentiles of a bootstrap that draws whole puzzles, moved outwards for few puzzles. Run lengths are
exponential, times a factor of the puzzle between 1/4 and 4; a limit may end a third of the runs.

| puzzles | runs per puzzle | limited | held |
|--:|--:|---|--:|
";
    let factors = [0.25, 0.5, 1.0, 2.0, 4.0];
    let mut rng = Rng::from_seed(2);
    let mut large: Vec<f64> =
        (0..2_000_000).map(|n| factors[n % 5] * exponential(&mut rng)).collect();
    large.sort_unstable_by(f64::total_cmp);
    let truth = large[large.len() / 2];
    for (puzzles, runs, limited) in [
        (6, 1, false),
        (12, 1, false),
        (30, 1, false),
        (100, 1, true),
        (30, 10, false),
        (100, 5, true),
    ] {
        let name = format!("median {puzzles} {runs} {limited}");
        let limit = if limited { 1.2 * truth } else { f64::INFINITY };
        let held = percent(
            |rng| {
                let mut lengths = Vec::new();
                for puzzle in 0..puzzles {
                    let factor = factors[rng.below(5)];
                    for _ in 0..runs {
                        let at = factor * exponential(rng);
                        lengths.push((puzzle, if at > limit { f64::INFINITY } else { at }));
                    }
                }
                lengths.sort_unstable_by(|a, b| a.1.total_cmp(&b.1));
                holds(median_interval(&lengths, puzzles as usize, 400), truth)
            },
            &name,
        );
        let limited = if limited { "yes" } else { "no" };
        writeln!(page, "| {puzzles} | {runs} | {limited} | {held:.1} % |")?;
    }
    Ok(())
}

/// The logarithm of a cost that varies between runs.
type Cost = fn(&mut Rng) -> f64;

fn ratios(page: &mut String) -> Result<()> {
    *page += "
## Ratios of costs

The interval that belongs to the signed-rank test. One algorithm takes 1.5 times as long as the other
on every puzzle, and puzzles differ by a factor of up to 400. With different distributions, the true
value is the median of the means of two puzzles.

| costs | puzzles | held | infinite ends | found (p < 0.05) without a difference |
|---|--:|--:|--:|--:|
";
    let distributions: [(&str, Cost, Cost); 4] = [
        ("normal in the logarithm, both", normal, normal),
        ("exponential, both", |rng| exponential(rng).ln(), |rng| exponential(rng).ln()),
        ("one in ten is 100 times as long, both", tailed, tailed),
        ("exponential against constant", |rng| exponential(rng).ln(), |_| 0.0),
    ];
    for (what, first, second) in distributions {
        let mut rng = Rng::from_seed(3);
        let many: Vec<f64> = (0..2_000_000)
            .map(|_| {
                (first(&mut rng) - second(&mut rng) + first(&mut rng) - second(&mut rng)) / 2.0
            })
            .collect();
        let mut sorted = many;
        sorted.sort_unstable_by(f64::total_cmp);
        let shift = sorted[sorted.len() / 2];
        for puzzles in [6, 12, 30, 100, 300] {
            let mut infinite = 0;
            let mut experiment = |rng: &mut Rng, factor: f64, test: bool| {
                let mut lengths = |cost: Cost, factor: f64, hard: &[f64]| -> Vec<Vec<f64>> {
                    hard.iter().map(|hard| vec![factor * (hard + cost(rng)).exp()]).collect()
                };
                let hard: Vec<f64> = (0..puzzles).map(|n| f64::from(n % 7)).collect();
                let a = lengths(first, factor, &hard);
                let pairing = Pairing::of(&a, &lengths(second, 1.0, &hard));
                if test {
                    return pairing.p() < 0.05;
                }
                let interval = pairing.at_level(0.05).interval;
                infinite += usize::from(interval.is_none());
                holds(interval, factor * shift.exp())
            };
            let name = format!("ratio {what} {puzzles}");
            let held = percent(|rng| experiment(rng, 1.5, false), &name);
            let alarms = percent(|rng| experiment(rng, (-shift).exp(), true), &name);
            let infinite = 100.0 * infinite as f64 / ROUNDS as f64;
            writeln!(
                page,
                "| {what} | {puzzles} | {held:.1} % | {infinite:.1} % | {alarms:.1} % |"
            )?;
        }
    }
    Ok(())
}

fn tailed(rng: &mut Rng) -> f64 {
    normal(rng) * 0.3 + if rng.below(10) == 0 { 100.0_f64.ln() } else { 0.0 }
}

fn differences(page: &mut String) -> Result<()> {
    *page += "
## Differences of success rates

The adjusted Wald interval of Bonett and Price. The rate of a puzzle is anything from 0 to 0.9, the
same for both algorithms but for the difference.

| difference | puzzles | runs per puzzle | held |
|--:|--:|--:|--:|
";
    for (shift, puzzles, runs) in [
        (0.0, 10, 1),
        (0.0, 100, 1),
        (0.1, 30, 1),
        (0.1, 100, 1),
        (0.1, 30, 10),
        (0.0, 100, 10),
        (0.1, 300, 1),
    ] {
        let name = format!("difference {shift} {puzzles} {runs}");
        let held = percent(
            |rng| {
                let (mut a, mut b) = (Vec::new(), Vec::new());
                for _ in 0..puzzles {
                    let easy = rng.fraction() * 0.9;
                    let mut solved = |rate: f64| {
                        ((0..runs).filter(|_| rng.fraction() < rate).count() as u32, runs)
                    };
                    a.push(solved(easy + shift));
                    b.push(solved(easy));
                }
                ShareDifference::of(&a, &b).is_none_or(|found| {
                    let (low, high) = found.interval(0.05);
                    (low..=high).contains(&shift)
                })
            },
            &name,
        );
        writeln!(page, "| {shift} | {puzzles} | {runs} | {held:.1} % |")?;
    }
    Ok(())
}

fn families(page: &mut String) -> Result<()> {
    *page += "
## Families of comparisons

All pairs of equal algorithms with exponential costs on the same puzzles, each with the interval at
the level at which Holm's procedure tested it. *None found*: the share of experiments in which no
pair was called different; 95 % is promised. *All held*: the share in which all intervals of the
family contained 1.

| algorithms | puzzles | none found | all held |
|--:|--:|--:|--:|
";
    for (algorithms, puzzles) in [(2, 50), (6, 12), (6, 50), (10, 30)] {
        let mut all_held = 0;
        let name = format!("family {algorithms} {puzzles}");
        let none = percent(
            |rng| {
                let costs: Vec<Vec<Vec<f64>>> = (0..algorithms)
                    .map(|_| (0..puzzles).map(|_| vec![exponential(rng)]).collect())
                    .collect();
                let mut pairings = Vec::new();
                for first in 0..algorithms {
                    for second in first + 1..algorithms {
                        pairings.push(Pairing::of(&costs[first], &costs[second]));
                    }
                }
                let p: Vec<f64> = pairings.iter().map(Pairing::p).collect();
                let none = holm(&p).iter().all(|&p| p >= 0.05);
                // Without a rejection, all pairs are tested at the first level.
                let level = 0.05 / pairings.len() as f64;
                let held = |pairing: &Pairing| holds(pairing.at_level(level).interval, 1.0);
                all_held += usize::from(pairings.iter().all(held));
                none
            },
            &name,
        );
        let all = 100.0 * all_held as f64 / ROUNDS as f64;
        writeln!(page, "| {algorithms} | {puzzles} | {none:.1} % | {all:.1} % |")?;
    }
    Ok(())
}

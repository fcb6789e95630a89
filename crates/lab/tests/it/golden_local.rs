//! Golden numbers of the local searches: percentages of R0 and of their rebuilding, each within
//! the interval that chance allows. Seeds are fixed, so every run of the tests sees the same.

use quadrille_core::{BoxShape, Counter, Limits, Outcome, Puzzle, Stop};
use quadrille_lab::source::RandomNorvig;

use crate::boards::{run_all, shared};

/// As many puzzles as the rebuilding of R0 used: 15 times its 99.
const FRESH: usize = 1485;

fn fresh() -> Vec<Puzzle> {
    let source = RandomNorvig { shape: BoxShape::NINE, seed: 1 };
    (0..FRESH as u64).map(|index| source.get(index)).collect()
}

fn solved(outcomes: &[Outcome]) -> usize {
    outcomes.iter().filter(|outcome| outcome.stop == Stop::Solved).count()
}

fn mean(outcomes: &[Outcome]) -> f64 {
    let sum: u64 = outcomes.iter().map(|outcome| outcome.counters[Counter::Evaluated]).sum();
    sum as f64 / outcomes.len() as f64
}

/// Whether two samples, `hits` of `runs` and a published share of `others`, may have the same
/// rate: within three standard errors of the difference.
fn agree(hits: usize, runs: usize, share: f64, others: usize) -> bool {
    let (n, m) = (runs as f64, others as f64);
    let rate = hits as f64 / n;
    let pooled = (hits as f64 + share * m) / (n + m);
    let error = (pooled * (1.0 - pooled) * (1.0 / n + 1.0 / m)).sqrt();
    (rate - share).abs() <= 3.0 * error
}

/// R0: 92-95 % of 99; rebuilt: 93.4 % of 1485, in the mean 12 820 proposals, failed runs included.
#[test]
fn annealing_r0_on_fresh_puzzles() {
    let outcomes = run_all("annealing-r0", &fresh(), Limits::NONE);
    let hits = solved(&outcomes);
    println!("annealing-r0: {hits} of {FRESH} solved, {:.0} proposals", mean(&outcomes));
    assert!(agree(hits, FRESH, 0.92, 99) && agree(hits, FRESH, 0.95, 99), "{hits}");
    assert!(agree(hits, FRESH, 0.934, FRESH), "{hits}");
    // The mean is mostly the share of failed runs, at 100 000 each: one percent is a thousand.
    assert!((11_000.0..=16_000.0).contains(&mean(&outcomes)), "{}", mean(&outcomes));
    let failed = |outcome: &&Outcome| outcome.stop != Stop::Solved;
    assert!(outcomes.iter().filter(failed).all(|failed| {
        failed.stop == Stop::Stuck && failed.counters[Counter::Evaluated] == 100_000
    }));
}

/// R0: all of 99, in the mean 8 372; rebuilt: all of 1483 that have a solution, about 6 000.
#[test]
fn box_descent_on_fresh_puzzles() {
    let solvable: Vec<Puzzle> = fresh()
        .into_iter()
        .filter(|p| crate::boards::run("norvig", p, Limits::NONE).stop == Stop::Solved)
        .collect();
    // About one in a thousand has none.
    assert!((FRESH - 10..FRESH).contains(&solvable.len()), "{}", solvable.len());
    let outcomes = run_all("box-descent", &solvable, Limits::nodes(10_000_000));
    println!("box-descent: {:.0} evaluations", mean(&outcomes));
    assert_eq!(solved(&outcomes), solvable.len());
    assert!((5_000.0..=7_000.0).contains(&mean(&outcomes)), "{}", mean(&outcomes));
}

/// R0: 0-1 of 99; rebuilt: 0 of 1485.
#[test]
fn hill_climbing_on_fresh_puzzles() {
    let outcomes = run_all("hill-climbing", &fresh(), Limits::NONE);
    assert!(solved(&outcomes) <= FRESH / 200, "{}", solved(&outcomes));
}

/// Rebuilt: 61 % propagated, 7 % from givens.
#[test]
#[ignore = "needs ../shared/data"]
fn annealing_r0_on_the_hundred() {
    let puzzles = shared("ift3335_100.txt");
    for (configuration, share) in [("annealing-r0", 0.61), ("annealing-r0:start=givens", 0.07)] {
        let hits = solved(&run_all(configuration, &puzzles, Limits::NONE));
        println!("{configuration}: {hits} of 100 solved");
        assert!(agree(hits, 100, share, 100), "{configuration}: {hits}");
    }
}

/// Rebuilt: 44.5 % propagated (44 of the 100 are solved by propagation alone), 0 from givens.
#[test]
#[ignore = "needs ../shared/data"]
fn hill_climbing_on_the_hundred() {
    let puzzles = shared("ift3335_100.txt");
    let outcomes = run_all("hill-climbing", &puzzles, Limits::NONE);
    let at_once = |outcome: &&Outcome| outcome.counters[Counter::Evaluated] == 0;
    assert_eq!(outcomes.iter().filter(at_once).count(), 44);
    assert!((44..=46).contains(&solved(&outcomes)), "{}", solved(&outcomes));
    let outcomes = run_all("hill-climbing:start=givens", &puzzles, Limits::NONE);
    assert_eq!(solved(&outcomes), 0);
}

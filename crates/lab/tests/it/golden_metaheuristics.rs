//! Golden numbers of the metaheuristics of the literature. Runs depend only on their seed, so the
//! counts are exact. Propagation alone solves 44 of the hundred.

use quadrille_core::{Limits, Outcome, Puzzle, Stop};

use crate::boards::{NEWSPAPER, fresh, nine, run_all, shared};

fn solved(configuration: &str, puzzles: &[Puzzle], nodes: u64) -> usize {
    let outcomes = run_all(configuration, puzzles, Limits::nodes(nodes));
    outcomes.iter().filter(|outcome: &&Outcome| outcome.stop == Stop::Solved).count()
}

fn check(puzzles: &[Puzzle], nodes: u64, expected: &[(&str, usize)]) {
    let found: Vec<_> =
        expected.iter().map(|&(name, _)| (name, solved(name, puzzles, nodes))).collect();
    assert_eq!(found, expected);
}

/// None of their papers has figures for Sudoku; at the same budget `annealing` solves 88, `tabu` 99.
#[test]
#[ignore = "needs ../shared/data"]
fn acceptance_by_cost_on_the_hundred() {
    check(
        &shared("ift3335_100.txt"),
        200_000,
        &[
            ("late-acceptance", 92),
            ("late-acceptance:start=givens", 23),
            ("great-deluge", 73),
            ("great-deluge:start=givens", 5),
            ("iterated-greedy", 74),
            ("iterated-greedy:start=givens", 21),
        ],
    );
}

/// The local search makes the difference: `genetic` solves 58 with that many boards, each of which costs
/// more than a swap.
#[test]
#[ignore = "needs ../shared/data"]
fn memetic_on_the_hundred() {
    check(&shared("ift3335_100.txt"), 200_000, &[("memetic", 81), ("memetic:start=givens", 15)]);
}

/// Wang and others report six puzzles, solved in all of 100 runs. This is what
/// 10 000 boards do on harder ones.
#[test]
#[ignore = "needs ../shared/data"]
fn populations_on_the_hundred() {
    check(
        &shared("ift3335_100.txt"),
        10_000,
        &[("genetic-rows", 54), ("particle-swarm", 51), ("bee-colony", 49), ("genetic", 47)],
    );
}

/// Geem reports a solution after 285 boards; Weyland finds these results fundamentally flawed. As
/// published it solves none of these in 35 times as many; and where propagation leaves something to do,
/// the repaired cost solves one.
#[test]
#[ignore = "needs ../shared/data"]
fn harmony_search_does_not_solve_sudoku() {
    let puzzles = shared("ift3335_100.txt");
    check(
        &puzzles,
        10_000,
        &[("harmony-search", 0), ("harmony-search:start=propagated,objective=missing", 44)],
    );
}

/// Boards with many solutions, where every walk finds one.
#[test]
fn walks_on_fresh_puzzles() {
    let expected =
        [("late-acceptance", 20), ("great-deluge", 20), ("iterated-greedy", 20), ("memetic", 20)];
    check(&fresh(20), 200_000, &expected);
}

/// An easy puzzle, from its givens alone.
#[test]
fn populations_on_a_newspaper_puzzle() {
    let expected = [
        ("genetic-rows:start=givens", 1),
        ("particle-swarm:start=givens", 1),
        ("bee-colony:start=givens", 1),
        ("memetic:start=givens", 1),
        ("harmony-search", 0),
        ("harmony-search:objective=missing", 0),
    ];
    check(&[nine(NEWSPAPER)], 100_000, &expected);
}

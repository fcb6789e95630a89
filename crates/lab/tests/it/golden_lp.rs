//! Golden numbers of the searches on the linear relaxation. Bartlett et al. give the model without
//! counts, so the figures are our own; the arithmetic is the same on every platform.

use quadrille_core::{Counter, Limits, Outcome, Stop};

use crate::boards::{fresh, nine, run_all, shared, shared_text};

fn sum(outcomes: &[Outcome], counter: Counter) -> u64 {
    outcomes.iter().map(|outcome| outcome.counters[counter]).sum()
}

/// How many are solved by their first program.
fn at_once(outcomes: &[Outcome], nodes: Counter) -> usize {
    assert!(outcomes.iter().all(|outcome| outcome.stop == Stop::Solved));
    outcomes.iter().filter(|outcome| outcome.counters[nodes] == 1).count()
}

/// The relaxation is so tight that few programs are needed, even where `norvig` guesses thousands
/// of times.
#[test]
#[ignore = "needs ../shared/data"]
fn branch_and_bound_on_the_collections() {
    let text = shared_text("magictour_top1465.txt");
    let hard: Vec<_> = text.lines().filter(|line| line.len() == 81).take(60).map(nine).collect();
    for (puzzles, expected) in
        [(shared("ift3335_100.txt"), (69, 152, 11_036)), (hard, (40, 157, 46_561))]
    {
        let outcomes = run_all("ilp", &puzzles, Limits::NONE);
        let programs = sum(&outcomes, Counter::Expanded);
        let pivots = sum(&outcomes, Counter::Accepted);
        assert_eq!((at_once(&outcomes, Counter::Expanded), programs, pivots), expected);
    }
}

#[test]
#[ignore = "needs ../shared/data"]
fn dives_on_the_hundred() {
    let outcomes = run_all("lp-rounding", &shared("ift3335_100.txt"), Limits::NONE);
    let programs = sum(&outcomes, Counter::Evaluated);
    let restarts = sum(&outcomes, Counter::Restart);
    assert_eq!((at_once(&outcomes, Counter::Evaluated), programs, restarts), (73, 288, 97));
}

/// These have many solutions, which the relaxation mixes.
#[test]
fn both_solve_fresh_puzzles() {
    for id in ["ilp", "lp-rounding"] {
        let outcomes = run_all(id, &fresh(60), Limits::nodes(2_000));
        assert!(outcomes.iter().all(|outcome| outcome.stop == Stop::Solved), "{id}");
    }
}

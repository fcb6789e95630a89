//! Golden numbers of the methods that work on probabilities, spins and points between boards. Runs
//! depend only on their seed, so the counts are exact. Propagation alone solves 44 of the hundred.

use quadrille_core::{Counter, Limits, Outcome, Puzzle, Stop};

use crate::boards::{fresh, lists, nine, run_all, shared, shared_text};

fn solved(outcomes: &[Outcome]) -> usize {
    outcomes.iter().filter(|outcome| outcome.stop == Stop::Solved).count()
}

fn median(outcomes: &[Outcome]) -> u64 {
    let mut all: Vec<u64> = outcomes.iter().map(|o| o.counters[Counter::Evaluated]).collect();
    all.sort_unstable();
    all[all.len() / 2]
}

/// The first puzzles of a list of hard ones.
fn hardest(count: usize) -> Vec<Puzzle> {
    let text = shared_text("magictour_top1465.txt");
    text.lines().filter(|line| line.len() == 81).take(count).map(nine).collect()
}

/// The papers report good experience with Sudoku. Other lengths of a step than that of
/// Douglas-Rachford do as well.
#[test]
#[ignore = "needs ../shared/data"]
fn difference_map_on_the_collections() {
    let (hundred, hard) = (shared("ift3335_100.txt"), hardest(100));
    for (configuration, puzzles, expected) in [
        ("difference-map", &hundred[..], (100, 28)),
        ("difference-map:start=givens", &hundred, (100, 124)),
        ("difference-map:beta=0.7", &hundred, (99, 32)),
        ("difference-map", &hard, (96, 363)),
    ] {
        let outcomes = run_all(configuration, puzzles, Limits::nodes(10_000));
        assert_eq!((solved(&outcomes), median(&outcomes)), expected, "{configuration}");
    }
}

/// The paper: all but the most difficult puzzles. Of these 40 propagation alone solves 19.
#[test]
#[ignore = "needs ../shared/data"]
fn sinkhorn_on_some_of_the_hundred() {
    let puzzles = &shared("ift3335_100.txt")[..40];
    for (configuration, expected) in [("sinkhorn", 27), ("sinkhorn:decimation=on", 32)] {
        let outcomes = run_all(configuration, puzzles, Limits::NONE);
        assert_eq!(solved(&outcomes), expected, "{configuration}");
        assert!(outcomes.iter().all(|o| matches!(o.stop, Stop::Solved | Stop::Stuck)));
    }
}

/// The paper measures hardness by how long the chaos lasts: longer on the hard collection.
#[test]
#[ignore = "needs ../shared/data"]
fn sat_dynamics_takes_longer_on_hard_puzzles() {
    let puzzles = shared("ift3335_100.txt");
    let outcomes = run_all("sat-dynamics", &puzzles, Limits::nodes(5_000));
    assert_eq!((solved(&outcomes), median(&outcomes)), (82, 97));
    let outcomes = run_all("sat-dynamics", &hardest(20), Limits::nodes(3_000));
    assert_eq!(solved(&outcomes), 0);
}

/// The papers iterate without damping; here that solves what belief propagation solves, less one.
#[test]
#[ignore = "needs ../shared/data"]
fn survey_propagation_needs_damping() {
    let puzzles = &shared("ift3335_100.txt")[..40];
    for (configuration, expected) in [
        ("survey-propagation", 35),
        ("survey-propagation:damping=0", 24),
        ("belief-propagation", 25),
    ] {
        let outcomes = run_all(configuration, puzzles, Limits::nodes(1_000));
        assert_eq!(solved(&outcomes), expected, "{configuration}");
    }
}

#[test]
#[ignore = "needs ../shared/data"]
fn gibbs_on_the_hundred() {
    let puzzles = shared("ift3335_100.txt");
    for (configuration, expected) in [("gibbs", 81), ("gibbs:replicas=1", 59)] {
        let outcomes = run_all(configuration, &puzzles, Limits::nodes(200_000));
        assert_eq!(solved(&outcomes), expected, "{configuration}");
    }
}

#[test]
fn relaxations_on_fresh_puzzles() {
    let puzzles = fresh(10);
    let count = |name: &str, nodes| solved(&run_all(name, &puzzles, Limits::nodes(nodes)));
    let found = [
        count("difference-map", 2_000),
        count("sinkhorn:decimation=on", 5_000),
        count("sat-dynamics", 2_000),
        count("gibbs", 200_000),
    ];
    assert_eq!(found, [10, 7, 10, 7]);
}

/// Boards at neighboring temperatures are exchanged often enough to matter, and the hot ones cost more
/// than the cold ones.
#[test]
fn hot_boards_cost_more() {
    let puzzle: &Puzzle = &fresh(1)[0];
    let (_, costs) = lists("gibbs:coldest=0.5,hottest=5", puzzle, 1, 100_000, "costs");
    let mean = |replica: usize| costs.iter().map(|all| all[replica]).sum::<f64>();
    assert!((1..8).all(|replica| mean(replica - 1) < mean(replica)));
}

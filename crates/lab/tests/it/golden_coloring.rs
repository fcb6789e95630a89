//! Golden numbers of the searches that color the graph of a Sudoku. Brélaz and Hertz & de Werra
//! colored random graphs; the figures are our own.

use quadrille_core::{Counter, Limits, Outcome, Puzzle, Stop};

use crate::boards::{NEWSPAPER, fresh, nine, puzzle, run, run_all, shape, shared};

/// Placements, or assignments without those of givens.
fn placements(outcome: &Outcome) -> u64 {
    let counters = &outcome.counters;
    counters[Counter::Placement] + counters[Counter::Assign] - counters[Counter::AssignGiven]
}

fn placed(puzzle: &Puzzle, configuration: &str) -> u64 {
    let outcome = run(configuration, puzzle, Limits::NONE);
    assert_eq!(outcome.stop, Stop::Solved, "{configuration} {puzzle}");
    placements(&outcome)
}

/// Where the givens have all colors but one, no colors are interchangeable, and the tree is that of
/// forward checking with the same order; where they have none, the first digits are forced.
#[test]
fn dsatur_is_forward_checking_with_degrees() {
    let same = "forward-checking:cells=mrv-degree";
    let mut puzzles = fresh(30);
    puzzles.push(nine(NEWSPAPER));
    for puzzle in &puzzles {
        assert_eq!(placed(puzzle, "dsatur"), placed(puzzle, same), "{puzzle}");
    }
    // A board without solution in which 3 and 4 are interchangeable: half of the tree.
    let board = puzzle(shape(2, 2), "1......2..1.....", &[]);
    let proof = |configuration: &str| {
        let outcome = run(configuration, &board, Limits::NONE);
        assert_eq!(outcome.stop, Stop::ProvedNone, "{configuration}");
        placements(&outcome)
    };
    assert_eq!((proof("dsatur"), proof(same)), (2, 4));
}

#[test]
#[ignore = "needs ../shared/data"]
fn dsatur_on_the_collections() {
    for (file, sum, largest) in
        [("ift3335_100.txt", 38_268, 4_353), ("ift3335_1000.txt", 311_742, 4_353)]
    {
        let outcomes = run_all("dsatur", &shared(file), Limits::NONE);
        assert!(outcomes.iter().all(|outcome| outcome.stop == Stop::Solved));
        let placements = || outcomes.iter().map(|outcome| outcome.counters[Counter::Placement]);
        assert_eq!((placements().sum(), placements().max()), (sum, Some(largest)), "{file}");
    }
}

/// The published search from givens, with the defaults; `tabu:start=givens`, which descends
/// from it, solves 85 within the same limit.
#[test]
#[ignore = "needs ../shared/data"]
fn tabucol_on_the_hundred() {
    let puzzles = shared("ift3335_100.txt");
    let solved = |configuration: &str| {
        let outcomes = run_all(configuration, &puzzles, Limits::nodes(200_000));
        outcomes.iter().filter(|outcome| outcome.stop == Stop::Solved).count()
    };
    let found = ["tabucol", "tabucol:sample=20", "tabucol:sample=400"].map(solved);
    assert_eq!(found, [21, 25, 3]);
}

//! Canonical forms of whole collections.

use std::collections::HashSet;
use std::path::Path;

use quadrille_core::canon::{Canonizer, Form};
use quadrille_core::{Meter, Puzzle, Rng, Symmetry, solve};

/// The 9x9 puzzles of a file of `../shared/data` beside the checkout.
fn puzzles(name: &str) -> Vec<Puzzle> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data").join(name);
    let text = std::fs::read_to_string(path).expect("the data are beside the checkout");
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| line[..81].parse().expect("lines of 81 characters")).collect()
}

fn digits(puzzle: &Puzzle) -> [u8; 81] {
    puzzle.givens().snapshot().as_ref().try_into().expect("the puzzles are 9x9")
}

fn form_of(canonizer: &mut Canonizer, puzzle: &[u8; 81]) -> [u8; 81] {
    canonizer.nine(puzzle, Form::Pattern, &mut Meter::unlimited()).expect("no limits")
}

/// The collection holds one puzzle of each class.
#[test]
#[ignore = "needs ../shared/data"]
fn puzzles_with_17_givens_have_as_many_forms() {
    let puzzles = puzzles("17_clue.txt");
    let mut canonizer = Canonizer::new();
    let forms: HashSet<[u8; 81]> =
        puzzles.iter().map(|puzzle| form_of(&mut canonizer, &digits(puzzle))).collect();
    assert_eq!((puzzles.len(), forms.len()), (49_158, 49_158));
}

#[test]
#[ignore = "needs ../shared/data"]
fn a_thousand_isomorphs_of_each_puzzle_and_solution_have_its_form() {
    let mut canonizer = Canonizer::new();
    let mut rng = Rng::from_seed(18);
    let mut meter = Meter::unlimited();
    for puzzle in puzzles("ift3335_1000.txt") {
        let solution = solve::first(&puzzle).expect("all have a solution");
        for grid in [puzzle.givens(), solution.grid()] {
            let form = canonizer.canonical(grid, Form::Pattern, &mut meter).expect("no limits");
            assert_eq!(form.symmetry.apply(grid), form.grid);
            let form = form.grid.snapshot();
            for _ in 0..1000 {
                let isomorph = Symmetry::random(grid.shape(), &mut rng).apply(grid).snapshot();
                let isomorph = isomorph.as_ref().try_into().expect("the puzzles are 9x9");
                assert_eq!(form_of(&mut canonizer, isomorph)[..], *form);
            }
        }
    }
}

//! Patterns of many digits, on many boards: what they show is true.
//!
//! In each puzzle easy steps are taken, then some of the candidates that are not in the solution are
//! removed at random, which leads to boards of all kinds.

use std::collections::BTreeSet;

use quadrille_core::solve::{self, Solver, Verdict};
use quadrille_core::{Candidate, Cell, DigitSet, Grid, Meter, Puzzle, Rng};

use crate::{LogicGrid, Profile, Walk, kinds};

/// Puzzles of the examples of SK loops, multi-sector locked sets, fireworks, tridagons and exocets.
const PUZZLES: [&str; 8] = [
    "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
    "1...2...3.4.....5...6...7.....5.6...8...9...1...3.......7...6...5.....9.2...3...8",
    "2.......4.8.5...7...1.2.3.....7...9.....6.....7...8.....3...1...9...7.5.4....1..2",
    "9876.....65....8............4..9..3...65..9.......2..1..59..7......3..49.....1..2",
    ".45.........1...7.8...23......9.71........3...8.4.6.2...3.....5.7.8....6......9..",
    "..23..5...1..4..9....5....6.76......8...2..4.9.....8.3.....5..2.....6.1....87....",
    "57....9..........8.1.........168..42...1.28.9..2.9416.....26....6.9.82.4...41.6..",
    ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
];

const TECHNIQUES: [&str; 7] = [
    "medusa-3d",
    "firework-triple",
    "firework-quad",
    "sk-loop",
    "multi-sector-locked-sets",
    "tridagon",
    "junior-exocet",
];

#[test]
fn patterns_show_what_is_true() {
    let profile = |ids: &[&str]| {
        let lines: Vec<String> = ids.iter().map(|id| format!("{id} 1")).collect();
        Profile::parse("some", &lines.join("\n")).unwrap()
    };
    let easy = profile(&["hidden-single-box", "hidden-single-line", "naked-single", "pointing"]);
    let patterns = profile(&TECHNIQUES);
    let mut rng = Rng::from_seed(23);
    let (mut boards, mut found) = (0, BTreeSet::new());
    for text in PUZZLES {
        let puzzle: Puzzle = text.parse().unwrap();
        let mut meter = Meter::unlimited();
        let verdict = solve::verdict(Solver::Kernel, &puzzle, &mut meter);
        let Verdict::Unique(solution) = verdict else { panic!("{text} is not proper") };
        let mut walk = Walk::new(&puzzle, &easy).unwrap();
        while walk.next(&mut meter).unwrap().is_some() {}
        for number in 0..60 {
            let board = thinned(&puzzle, walk.grid(), solution.grid(), number % 6 * 12, &mut rng);
            for step in Walk::on(board, &patterns).all(&mut meter).unwrap() {
                let holds = |gone: &Candidate| solution.grid().get(gone.cell) == Some(gone.digit);
                let deduction = &step.deduction;
                assert!(!deduction.eliminations.is_empty() && deduction.placements.is_empty());
                assert!(!deduction.eliminations.iter().any(holds), "{} of {text}", deduction.kind);
                found.insert(deduction.kind);
            }
            boards += 1;
        }
    }
    assert_eq!(boards, 480);
    let is_meant = |id: &&str| TECHNIQUES.iter().any(|technique| id.starts_with(technique));
    let meant: BTreeSet<&str> = kinds().map(|(_, kind)| kind.id).filter(is_meant).collect();
    assert_eq!(found, meant);
}

/// A board without a share of the wrong candidates, in percent.
fn thinned(
    puzzle: &Puzzle,
    board: &LogicGrid,
    solution: &Grid,
    share: usize,
    rng: &mut Rng,
) -> LogicGrid {
    let mut marks = board.marks();
    for cell in (0..81).map(Cell::new) {
        for digit in marks.get(cell).iter().filter(|&digit| solution.get(cell) != Some(digit)) {
            if rng.below(100) < share {
                marks.set(cell, marks.get(cell) - DigitSet::only(digit));
            }
        }
    }
    LogicGrid::noted(puzzle, Some(&board.values()), Some(&marks)).unwrap()
}

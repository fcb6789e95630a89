//! Puzzles drawn from a seed, so that the figures are not only those of lists that everybody tunes
//! for.

use std::ops::ControlFlow;

use quadrille_core::{BoxShape, Grid, Puzzle, Rng, Symmetry};
use quadrille_simd::{Answer, Backend, Limits, Masks, NEVER, solve_one};

/// Number of puzzles of each set: several batches, so that threads have something to share.
const PUZZLES: u64 = 4096;

/// Digits row by row; 0 is an empty cell.
type Cells = [u8; 81];

/// Draws one set of each kind: minimal puzzles; the same with one to six clues less, which have
/// several solutions; and with one clue changed, so that they have none.
pub(super) fn sets(seed: u64) -> Vec<(&'static str, Vec<Puzzle>)> {
    let minimal: Vec<Cells> =
        (0..PUZZLES).map(|index| minimal(&mut rng(seed, "minimal", index))).collect();
    let each = |kind, make: fn(&Cells, &mut Rng) -> Cells| {
        let made = (0..).zip(&minimal);
        let made = made.map(|(index, puzzle)| make(puzzle, &mut rng(seed, kind, index)));
        (kind, made.map(|cells| puzzle(&cells)).collect())
    };
    vec![
        ("minimal", minimal.iter().map(puzzle).collect()),
        each("several", less),
        each("impossible", impossible),
    ]
}

/// Draws puzzles that are those given except for a random symmetry, in turns.
pub(super) fn isomorphs(puzzles: &[Puzzle], seed: u64) -> Vec<Puzzle> {
    let isomorph = |(index, puzzle): (u64, &Puzzle)| {
        let symmetry = Symmetry::random(BoxShape::NINE, &mut rng(seed, "isomorphs", index));
        Puzzle::try_from(symmetry.apply(puzzle.givens())).expect("as free of conflicts as before")
    };
    (0..PUZZLES).zip(puzzles.iter().cycle()).map(isomorph).collect()
}

fn rng(seed: u64, kind: &str, index: u64) -> Rng {
    Rng::derive(seed, &["bench", kind, &index.to_string()])
}

fn puzzle(cells: &Cells) -> Puzzle {
    let givens = Grid::from_digits(BoxShape::NINE, cells).expect("digits of a 9x9 board");
    Puzzle::try_from(givens).expect("no conflict was put in")
}

fn order(rng: &mut Rng) -> Vec<usize> {
    let mut cells: Vec<usize> = (0..81).collect();
    rng.shuffle(&mut cells);
    cells
}

/// Returns a random solved grid: random digits in random cells as long as there is a solution, then
/// one of the solutions.
fn solved(rng: &mut Rng) -> Cells {
    let mut cells = [0; 81];
    for cell in order(rng) {
        cells[cell] = 1 + rng.below(9) as u8;
        if search(&cells, 1).count == 0 {
            cells[cell] = 0;
        }
    }
    search(&cells, 1).witnesses[0]
}

/// Removes clues of a solved grid in random order while there is one solution.
fn minimal(rng: &mut Rng) -> Cells {
    let mut cells = solved(rng);
    for cell in order(rng) {
        let digit = std::mem::take(&mut cells[cell]);
        if search(&cells, 2).count != 1 {
            cells[cell] = digit;
        }
    }
    cells
}

fn less(puzzle: &Cells, rng: &mut Rng) -> Cells {
    let (mut cells, clues) = (*puzzle, 1 + rng.below(6));
    let given = order(rng).into_iter().filter(|&cell| puzzle[cell] != 0);
    given.take(clues).for_each(|cell| cells[cell] = 0);
    cells
}

/// Changes clues until there is no solution. No two equal digits see each other, or the puzzle
/// would be refused.
fn impossible(puzzle: &Cells, rng: &mut Rng) -> Cells {
    let mut cells = *puzzle;
    loop {
        let (cell, digit) = (rng.below(81), 1 + rng.below(9) as u8);
        if cells[cell] == 0 {
            continue;
        }
        let old = std::mem::replace(&mut cells[cell], digit);
        let fits = Grid::from_digits(BoxShape::NINE, &cells)
            .is_some_and(|givens| Puzzle::try_from(givens).is_ok());
        if !fits {
            cells[cell] = old;
        } else if search(&cells, 1).count == 0 {
            return cells;
        }
    }
}

fn search(cells: &Cells, limit: u64) -> Answer {
    let masks: Masks = cells.map(|digit| if digit == 0 { 0x1ff } else { 1 << (digit - 1) });
    let limits = Limits::solutions(limit);
    solve_one(Backend::best(), &masks, limits, &NEVER, &mut |_| ControlFlow::Continue(()))
}

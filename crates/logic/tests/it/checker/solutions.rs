//! What the solution says: a digit that is taken from it.

use quadrille_core::{Cell, DigitSet};
use quadrille_logic::Deduction;

use super::board::{Board, cells, see};

/// Checks that the only solution has the digit that is placed.
pub(crate) fn check(board: &Board, deduction: &Deduction) -> Result<(), String> {
    let [placed] = deduction.placements[..] else { return Err("one digit is placed".to_owned()) };
    let mut marks: Vec<DigitSet> =
        cells().map(|cell| board.value(cell).map_or(board.marks(cell), DigitSet::only)).collect();
    let is_alone = deduction.eliminations.is_empty() && deduction.cells == [placed.cell];
    let has = count(&mut marks.clone(), 1) == 1;
    marks[placed.cell.index()] -= DigitSet::only(placed.digit);
    match is_alone && has && count(&mut marks, 1) == 0 {
        true => Ok(()),
        false => Err(format!("{placed:?} is not in the solution alone")),
    }
}

/// The number of solutions, up to a number.
fn count(marks: &mut [DigitSet], most: usize) -> usize {
    let mut is_done = [false; 81];
    // Digits that are alone in their cells are in no cell that sees these.
    while let Some(alone) = (0..81).find(|&cell| !is_done[cell] && marks[cell].len() == 1) {
        is_done[alone] = true;
        let seen = cells().filter(|&cell| see(cell, Cell::new(alone)));
        let digit = marks[alone];
        seen.for_each(|cell| marks[cell.index()] -= digit);
    }
    if marks.iter().any(|digits| digits.is_empty()) {
        return 0;
    }
    let open = (0..81).filter(|&cell| marks[cell].len() > 1);
    let Some(next) = open.min_by_key(|&cell| marks[cell].len()) else { return 1 };
    let mut found = 0;
    for digit in marks[next] {
        let mut guess = marks.to_vec();
        guess[next] = DigitSet::only(digit);
        found += count(&mut guess, most - found);
        if found >= most {
            break;
        }
    }
    found
}

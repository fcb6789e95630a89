//! What an exocet rules out: the candidates that are false in all ways to place two digits in its base
//! and its targets.
//!
//! Each digit is followed for itself first. With the digit in the base and in a target:
//!
//! - It is nowhere else in what sees the base or this target.
//! - It is not in the other target, so the crossing lines of the third cell and of the other target hold
//!   it beyond the chute or in a companion, in different lines. Two lines cover these places, so the other
//!   cells of these lines do not hold it.
//! - In the box of the other target it is in the third line of the chute, which is neither that of the
//!   base nor that of this target: in the mirror node of this target.
//!
//! A target cannot hold a digit for which this is impossible. Two digits that can be in the base and in
//! the two targets at once are a way, unless they take the same cell.
//!
//! This contains the rules of the compendium for a single exocet: a target holds no digit that is not of
//! the base, that its mirror node cannot hold, or that its crossing line covers; the base holds no digit
//! that neither target can hold; a mirror node holds a digit that its target can hold; and a digit that
//! must be in the base is in no cell that sees all of the base, nor in a line that covers its places
//! outside of the crossing lines.

use quadrille_core::Candidate;

use super::board::Board;
use super::{Base, Target};
use crate::cells::{Cells, bits, each};
use crate::deduction::candidate;
use crate::houses::{ALL, PEERS};

/// A digit in the base and in a target.
struct Truth {
    digit: usize,
    /// The cells that hold the digit for sure.
    holds: Cells,
    /// The cells that do not.
    lacks: Cells,
    /// The cell of the target that another digit takes, and this digit.
    taken: (Cells, u16),
}

/// Returns the candidates that an exocet rules out.
pub(super) fn eliminations(
    board: &Board<'_>,
    base: &Base,
    targets: &[Target; 2],
) -> Vec<Candidate> {
    let [of_one, of_other] =
        [0, 1].map(|index| truths(board, base, &targets[index], &targets[1 - index]));
    let mut gone: Option<[Cells; 9]> = None;
    for one in &of_one {
        for other in of_other.iter().filter(|other| fits(board, base, one, other)) {
            let wrong = false_in(board, base, [one, other]);
            match &mut gone {
                None => gone = Some(wrong),
                Some(gone) => gone.iter_mut().zip(wrong).for_each(|(gone, wrong)| *gone &= wrong),
            }
        }
    }
    // Without any way the board would have no solution.
    let Some(gone) = gone else { return Vec::new() };
    let of_cell = |cell: usize| {
        let digits = bits(board.grid.mask(cell)).filter(move |&digit| gone[digit] >> cell & 1 != 0);
        digits.map(move |digit| candidate(cell, digit))
    };
    each(board.grid.empty()).flat_map(of_cell).collect()
}

/// The digits of the base that a target can hold, cell by cell.
fn truths(board: &Board<'_>, base: &Base, target: &Target, other: &Target) -> Vec<Truth> {
    let of_cell = |cell: usize| {
        bits(board.grid.mask(cell) & base.digits)
            .filter_map(move |digit| truth(board, base, target, other, cell, digit))
    };
    each(target.cells).flat_map(of_cell).collect()
}

/// Follows a digit in a cell of a target; `None` if it cannot be there.
fn truth(
    board: &Board<'_>,
    base: &Base,
    target: &Target,
    other: &Target,
    cell: usize,
    digit: usize,
) -> Option<Truth> {
    let (mut holds, mut lacks) = (ALL, ALL);
    let (line, _) = board.line_and_cross(cell);
    for first in bits(base.beyond(board, digit)) {
        for second in bits(other.beside(board, base, digit) & !(1 << first | 1 << line)) {
            let cells = [board.cell(first, base.third), board.cell(second, other.cross)];
            holds &= 1 << cells[0] | 1 << cells[1];
            lacks &= PEERS[cells[0]] | PEERS[cells[1]];
        }
    }
    let mirror = mirror(board, base, other, cell, digit);
    // Still all cells if the places in the crossing lines are impossible.
    if holds == ALL || mirror == 0 {
        return None;
    }
    if mirror.is_power_of_two() {
        holds |= mirror;
    }
    lacks |= each(mirror).fold(ALL, |seen, cell| seen & PEERS[cell]);
    lacks |= PEERS[cell] | PEERS[base.cells[0]] & PEERS[base.cells[1]];
    holds |= 1 << cell;
    Some(Truth { digit, holds, lacks, taken: (target.cells & !(1 << cell), target.taken) })
}

/// The cells of the other target's box that hold a digit if a cell of this target does.
fn mirror(board: &Board<'_>, base: &Base, other: &Target, cell: usize, digit: usize) -> Cells {
    let (line, _) = board.line_and_cross(cell);
    let third = base.chute() & !(1 << base.line) & !(1 << line);
    let first = other.cross / 3 * 3;
    let of_cross = |cross: usize| {
        let lines = bits(board.places[digit][cross] & third);
        lines.fold(0, |cells: Cells, line| cells | 1 << board.cell(line, cross))
    };
    (first..first + 3).map(of_cross).fold(0, |all, cells| all | cells) & !other.cells
}

/// Whether the base can hold two digits that the targets hold.
fn fits(board: &Board<'_>, base: &Base, one: &Truth, other: &Truth) -> bool {
    let can = |first: &Truth, second: &Truth| {
        board.grid.may_hold(base.cells[0], first.digit)
            && board.grid.may_hold(base.cells[1], second.digit)
    };
    one.digit != other.digit && one.holds & other.holds == 0 && (can(one, other) || can(other, one))
}

/// For each digit, the cells that do not hold it when two digits are in the base and the targets.
fn false_in(board: &Board<'_>, base: &Base, pair: [&Truth; 2]) -> [Cells; 9] {
    let mut wrong = [0; 9];
    for truth in pair {
        let (cells, taken) = truth.taken;
        wrong[truth.digit] |= truth.lacks;
        for (digit, wrong) in wrong.iter_mut().enumerate() {
            *wrong |= if digit == truth.digit { 0 } else { truth.holds };
            *wrong |= if taken >> digit & 1 != 0 { 0 } else { cells };
        }
    }
    let digits = pair.map(|truth| truth.digit);
    for (cell, beside) in [(0, 1), (1, 0)] {
        // In this cell is the digit that the cell beside it leaves.
        let can = |index: usize| {
            board.grid.may_hold(base.cells[cell], digits[index])
                && board.grid.may_hold(base.cells[beside], digits[1 - index])
        };
        let held = [0, 1].into_iter().filter(|&index| can(index));
        let held = held.fold(0_u16, |held, index| held | 1 << digits[index]);
        for digit in bits(511 & !held) {
            wrong[digit] |= 1 << base.cells[cell];
        }
    }
    wrong
}

//! Positions of the 4x4 game, as both ways to solve it see them.

use quadrille_core::{Candidate, Cell, Digit};

use super::edge_classes::ClassId;
use super::symmetry::{Candidates, Closed, HOUSES, houses_of, live};
use crate::game::{Board, Scoring};

/// What is left to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Position {
    pub(super) candidates: Candidates,
    pub(super) closed: Closed,
    pub(super) class: ClassId,
}

/// A digit in a cell: four times the cell, plus the digit counted from 0.
pub(super) type Placement = u8;

/// Returns a placement as a candidate of the board.
pub(super) fn candidate(placement: Placement) -> Candidate {
    let digit = Digit::new(placement % 4 + 1).expect("1 to 4");
    Candidate { cell: Cell::new(usize::from(placement / 4)), digit }
}

impl Position {
    /// Returns the position of a board whose edges have that class.
    pub(super) fn new(board: &Board, class: ClassId) -> Self {
        let mut candidates = 0;
        for (cell, legal) in board.legal_by_cell().iter().enumerate() {
            for digit in *legal {
                candidates |= 1 << (4 * cell + usize::from(digit.get()) - 1);
            }
        }
        let alive = live(candidates);
        let mut closed = 0;
        for cell in 0..16 {
            if board.get(Cell::new(cell)).is_none() && alive >> (4 * cell) & 1 == 0 {
                closed |= closed_by(cell);
            }
        }
        Self { candidates, closed: without_dead_houses(closed, alive), class }
    }

    /// Returns the placements, cells and digits ascending.
    pub(super) fn placements(self) -> impl Iterator<Item = Placement> {
        let mut rest = self.candidates;
        std::iter::from_fn(move || {
            let next = rest.trailing_zeros();
            rest &= rest.wrapping_sub(1);
            (next < 64).then_some(next as Placement)
        })
    }

    /// Returns the houses that are closed after a placement that leaves the candidates `left`.
    #[inline]
    pub(super) fn closed_after(self, placement: Placement, left: Candidates) -> Closed {
        let alive = live(left);
        let mut died = live(self.candidates) & !alive & !(1 << (placement & !3));
        let mut closed = self.closed;
        while died != 0 {
            closed |= closed_by(died.trailing_zeros() as usize / 4);
            died &= died - 1;
        }
        without_dead_houses(closed, alive)
    }
}

/// Returns the houses that can no longer be completed once the cell cannot be filled.
#[inline]
fn closed_by(cell: usize) -> Closed {
    houses_of(cell).iter().fold(0, |closed, house| closed | 1 << house)
}

/// Removes the houses without live cells: whether those are closed makes no difference.
#[inline]
fn without_dead_houses(mut closed: Closed, alive: u64) -> Closed {
    let mut rest = closed;
    while rest != 0 {
        let house = rest.trailing_zeros() as usize;
        rest &= rest - 1;
        if alive & HOUSES[house] == 0 {
            closed &= !(1 << house);
        }
    }
    closed
}

/// What the placements of a position gain, and how good they look.
pub(super) struct Gains {
    scoring: Scoring,
    /// By cell: how many houses filling it completes.
    completes: [u32; 16],
    /// By cell: the lowest bits of the cells that filling it would leave as the last of a house.
    lasts: [u64; 16],
}

impl Gains {
    #[inline]
    pub(super) fn new(position: Position, scoring: Scoring) -> Self {
        let alive = live(position.candidates);
        let mut gains = Self { scoring, completes: [0; 16], lasts: [0; 16] };
        for (house, &members) in HOUSES.iter().enumerate() {
            let left = members & alive;
            if position.closed >> house & 1 != 0 || left == 0 {
                continue;
            }
            let rest = left & (left - 1);
            let lowest = left.trailing_zeros() as usize / 4;
            if rest == 0 {
                gains.completes[lowest] += 1;
            } else if rest & (rest - 1) == 0 {
                gains.lasts[lowest] |= rest;
                gains.lasts[rest.trailing_zeros() as usize / 4] |= left ^ rest;
            }
        }
        gains
    }

    /// Returns the points that a placement gains.
    #[inline]
    pub(super) fn of(&self, placement: Placement) -> i32 {
        let digit = candidate(placement).digit;
        self.scoring.placement(digit, self.completes[usize::from(placement / 4)])
    }

    /// Scores a placement that leaves the candidates `left`, for the order of a search: points
    /// first, then little left to play. These weights needed the fewest nodes.
    #[inline]
    pub(super) fn score(&self, placement: Placement, left: Candidates) -> i32 {
        let mut given = 0;
        let mut last = self.lasts[usize::from(placement / 4)];
        while last != 0 {
            if left >> last.trailing_zeros() & 15 != 0 {
                given += self.scoring.house();
            }
            last &= last - 1;
        }
        let (cells, digits) = (live(left).count_ones() as i32, left.count_ones() as i32);
        8 * self.of(placement) - 2 * given - 2 * cells - digits
    }
}

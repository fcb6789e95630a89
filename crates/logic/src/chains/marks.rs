//! The candidates on which chains are followed.

use super::{Id, cell_of, digit_of};
use crate::cells::Cells;
use crate::grid::LogicGrid;
use crate::houses::{HOUSES, HOUSES_OF, POSITIONS};

/// Candidates by cell, by digit, and by house and digit.
#[derive(Clone)]
pub(super) struct Marks {
    pub(super) cells: [u16; 81],
    pub(super) digits: [Cells; 9],
    positions: [[u16; 9]; 27],
}

impl PartialEq for Marks {
    fn eq(&self, other: &Self) -> bool {
        // The others say the same.
        self.digits == other.digits
    }
}

impl Marks {
    pub(super) fn none() -> Self {
        Self { cells: [0; 81], digits: [0; 9], positions: [[0; 9]; 27] }
    }

    pub(super) fn of(grid: &LogicGrid) -> Self {
        Self {
            cells: std::array::from_fn(|cell| grid.mask(cell)),
            digits: std::array::from_fn(|digit| grid.cells_of(digit)),
            positions: std::array::from_fn(|house| {
                std::array::from_fn(|digit| grid.places(house, digit))
            }),
        }
    }

    pub(super) fn remove(&mut self, id: Id) {
        let (cell, digit) = (cell_of(id), digit_of(id));
        self.cells[cell] &= !(1 << digit);
        self.digits[digit] &= !(1 << cell);
        for (house, position) in HOUSES_OF[cell].into_iter().zip(POSITIONS[cell]) {
            self.positions[usize::from(house)][digit] &= !(1 << position);
        }
    }

    /// The positions in a house that may hold a digit.
    pub(super) fn positions(&self, house: usize, digit: usize) -> u16 {
        self.positions[house][digit]
    }

    /// The cells of a house that may hold a digit.
    pub(super) fn places(&self, house: usize, digit: usize) -> Cells {
        self.digits[digit] & HOUSES[house]
    }

    /// The candidates of the same digit that are off if `id` is on, by house: those of the box, then
    /// those of the row and those of the column that are outside the box.
    pub(super) fn peers(&self, id: Id) -> [Cells; 3] {
        let cell = cell_of(id);
        let places = self.digits[digit_of(id)] & !(1 << cell);
        let [in_box, column, row] = HOUSES_OF[cell].map(|house| HOUSES[usize::from(house)]);
        [places & in_box, places & row & !in_box, places & column & !in_box]
    }
}

/// What chains do not change on the board, and the (+) rules ask for.
#[derive(Clone, Default, PartialEq, Eq)]
pub(super) struct Frame {
    /// The number of empty cells of each house.
    pub(super) empty: [u8; 27],
    /// The number of cells that are filled with each digit.
    pub(super) placed: [u8; 9],
}

impl Frame {
    pub(super) fn of(grid: &LogicGrid) -> Self {
        let mut placed = [0; 9];
        for cell in 0..81 {
            if let Some(digit) = usize::from(grid.value(cell)).checked_sub(1) {
                placed[digit] += 1;
            }
        }
        let empty = std::array::from_fn(|house| (grid.empty() & HOUSES[house]).count_ones() as u8);
        Self { empty, placed }
    }
}

/// Whether a mask has two bits.
pub(super) fn is_two(mask: u16) -> bool {
    (mask & mask.wrapping_sub(1)).is_power_of_two()
}

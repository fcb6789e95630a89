//! The board seen along rows or along columns, so that each pattern is described once.

use crate::cells::{Cells, each};
use crate::deduction::House;
use crate::grid::LogicGrid;
use crate::houses::{ALL, BOXES, COLUMNS, HOUSES, HOUSES_OF, ROWS};

/// Which houses are called lines; those of the other kind cross them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    Rows,
    Columns,
}

/// The board along one direction.
pub(super) struct Board<'g> {
    pub(super) grid: &'g LogicGrid,
    direction: Direction,
    /// For each digit and each crossing line, the lines where it may be or is.
    pub(super) places: [[u16; 9]; 9],
}

impl<'g> Board<'g> {
    pub(super) fn new(grid: &'g LogicGrid, direction: Direction) -> Self {
        let mut board = Self { grid, direction, places: [[0; 9]; 9] };
        for (digit, places) in board.places.iter_mut().enumerate() {
            for (cross, lines) in places.iter_mut().enumerate() {
                *lines = grid.places(crossing(direction, cross), digit);
            }
        }
        for cell in each(ALL & !grid.empty()) {
            let (line, cross) = board.line_and_cross(cell);
            board.places[usize::from(grid.value(cell)) - 1][cross] |= 1 << line;
        }
        board
    }

    /// The cell of a line and a crossing line.
    pub(super) fn cell(&self, line: usize, cross: usize) -> usize {
        match self.direction {
            Direction::Rows => 9 * line + cross,
            Direction::Columns => 9 * cross + line,
        }
    }

    /// The line and the crossing line of a cell.
    pub(super) fn line_and_cross(&self, cell: usize) -> (usize, usize) {
        match self.direction {
            Direction::Rows => (cell / 9, cell % 9),
            Direction::Columns => (cell % 9, cell / 9),
        }
    }

    /// A crossing line as a house.
    pub(super) fn crossing(&self, cross: usize) -> House {
        House::of_index(crossing(self.direction, cross))
    }

    /// The box or the crossing line in which a digit must be in some cells of both, if there is one.
    pub(super) fn locking(&self, digit: usize, cross: usize, cells: Cells) -> Option<House> {
        let of_box = |cell: usize| usize::from(HOUSES_OF[cell][BOXES.start]);
        let boxes = each(cells).map(of_box).take(1);
        let mut houses = boxes.chain([crossing(self.direction, cross)]);
        houses
            .find(|&house| self.grid.cells_of(digit) & HOUSES[house] & !cells == 0)
            .map(House::of_index)
    }
}

/// The index of a crossing line among the houses.
fn crossing(direction: Direction, cross: usize) -> usize {
    match direction {
        Direction::Rows => COLUMNS.start + cross,
        Direction::Columns => ROWS.start + cross,
    }
}

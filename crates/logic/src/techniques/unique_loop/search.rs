//! The search for loops of cells that share two candidates.

use std::ops::ControlFlow::{self, Continue};

use crate::board::{Any, Array, Board};
use crate::cells::CellSet;
use crate::grid::LogicGrid;
use crate::technique::Sink;

/// The most cells of a loop: two in each row.
const MOST: usize = 2 * Any::MOST;

/// A loop of cells that all have two candidates in common. Each house that it visits it visits twice:
/// at an odd and at an even place of the loop. So the two digits could be exchanged, if no cell had
/// other candidates.
pub(super) struct Loop {
    path: [u8; MOST],
    len: usize,
    /// The two digits as a mask.
    pub(super) pair: u16,
}

impl Loop {
    /// The cells in the order of the loop.
    pub(super) fn cells(&self) -> impl Iterator<Item = usize> + Clone {
        self.path[..self.len].iter().map(|&cell| usize::from(cell))
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }
}

/// Calls `found` with the loops that begin in each bivalue cell, in the order in which Sudoku
/// Explainer meets them. It meets a loop once for each of its bivalue cells and directions.
///
/// Of the cells of a loop, at most two have further candidates, unless these are all the same digit.
pub(super) fn each_loop<B: Board>(
    grid: &LogicGrid<B>,
    sink: &mut Sink<'_, '_>,
    found: &mut dyn FnMut(&Loop),
) -> ControlFlow<()> {
    // For the two digits of each mask, distinguished by the product of their bits and shared
    // between start cells, the cells that can be in a loop.
    let unknown = !B::Cells::NONE;
    let mut known: B::OfDigits<B::OfDigits<B::Cells>> = Array::filled(Array::filled(unknown));
    for start in grid.bivalue().each() {
        let pair = grid.mask(start);
        let (first, second) = (pair.trailing_zeros(), pair.ilog2());
        let able = &mut known[first as usize][second as usize];
        if *able == unknown {
            let both = grid.cells_of(first as usize) & grid.cells_of(second as usize);
            *able = in_pairs(grid.board(), both);
        }
        let able = *able;
        if !able.contains(start) {
            continue;
        }
        let path = Loop { path: [0; MOST], len: 0, pair };
        let mut search =
            Search { grid, able, path, on_path: B::Cells::NONE, visited: [0; 2], nodes: 0, found };
        search.extend(start, 3, 2, 0, sink)?;
    }
    Continue(())
}

/// The largest part of a set in which no cell is alone in one of its houses.
fn in_pairs<B: Board>(board: B, mut cells: B::Cells) -> B::Cells {
    loop {
        let is_alone = |&cell: &usize| {
            let mut houses = board.houses_of(cell).into_iter();
            houses.any(|house| (cells & board.house(house.into())).is_single())
        };
        let alone = cells.each().filter(is_alone);
        let alone = alone.fold(B::Cells::NONE, |alone, cell| alone | B::Cells::only(cell));
        if alone.is_empty() {
            return cells;
        }
        cells &= !alone;
    }
}

struct Search<'g, 'f, B: Board> {
    grid: &'g LogicGrid<B>,
    /// The cells that can be in a loop.
    able: B::Cells,
    path: Loop,
    on_path: B::Cells,
    /// The houses visited at even and at odd places of the path, as sets.
    visited: [u64; 2],
    nodes: u32,
    found: &'f mut dyn FnMut(&Loop),
}

impl<B: Board> Search<'_, '_, B> {
    /// Adds a cell to the path and continues from it.
    ///
    /// `kind` is the kind of house shared with the cell before (3 for none), which is not used
    /// again; `spare` is how many more cells may have any further candidates, and `further` are the
    /// further candidates of the cells on the path.
    fn extend(
        &mut self,
        cell: usize,
        kind: usize,
        spare: i32,
        further: u16,
        sink: &mut Sink<'_, '_>,
    ) -> ControlFlow<()> {
        let parity = self.path.len % 2;
        let board = self.grid.board();
        let of_cell = board.houses_of(cell);
        let houses = of_cell.iter().fold(0, |houses: u64, house| houses | 1 << house);
        if self.visited[parity] & houses != 0 {
            return Continue(());
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(1024) {
            sink.poll()?;
        }
        self.visited[parity] |= houses;
        self.path.path[self.path.len] = cell as u8;
        self.path.len += 1;
        self.on_path |= B::Cells::only(cell);
        // Box, row, column.
        for next_kind in [0, 2, 1] {
            if next_kind == kind {
                continue;
            }
            let house = usize::from(of_cell[next_kind]);
            for next in (self.able & board.house(house)).each() {
                if next == usize::from(self.path.path[0]) {
                    if self.path.len >= 4 && self.visited[0] == self.visited[1] {
                        (self.found)(&self.path);
                    }
                } else if !self.on_path.contains(next) {
                    let beyond = self.grid.mask(next) & !self.path.pair;
                    let further = further | beyond;
                    if beyond == 0 {
                        self.extend(next, next_kind, spare, further, sink)?;
                    } else if spare > 0 || further.is_power_of_two() {
                        self.extend(next, next_kind, spare - 1, further, sink)?;
                    }
                }
            }
        }
        self.visited[parity] &= !houses;
        self.path.len -= 1;
        self.on_path &= !B::Cells::only(cell);
        Continue(())
    }
}

//! The search for loops of cells that share two candidates.

use std::ops::ControlFlow::{self, Continue};

use crate::cells::{Cells, each};
use crate::grid::LogicGrid;
use crate::houses::{HOUSES, HOUSES_OF};
use crate::technique::Sink;

/// The most cells of a loop: two in each row.
const MOST: usize = 18;

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
pub(super) fn each_loop(
    grid: &LogicGrid,
    sink: &mut Sink<'_, '_>,
    found: &mut dyn FnMut(&Loop),
) -> ControlFlow<()> {
    const UNKNOWN: Cells = Cells::MAX;
    // For the two digits of each mask, distinguished by the product of their bits and shared
    // between start cells, the cells that can be in a loop.
    let mut known = [[UNKNOWN; 9]; 9];
    for start in each(grid.bivalue()) {
        let pair = grid.mask(start);
        let (first, second) = (pair.trailing_zeros(), pair.ilog2());
        let able = &mut known[first as usize][second as usize];
        if *able == UNKNOWN {
            let both = grid.cells_of(first as usize) & grid.cells_of(second as usize);
            *able = in_pairs(both);
        }
        if *able >> start & 1 == 0 {
            continue;
        }
        let path = Loop { path: [0; MOST], len: 0, pair };
        let mut search =
            Search { grid, able: *able, path, on_path: 0, visited: [0; 2], nodes: 0, found };
        search.extend(start, 3, 2, 0, sink)?;
    }
    Continue(())
}

/// The largest part of a set in which no cell is alone in one of its houses.
fn in_pairs(mut cells: Cells) -> Cells {
    loop {
        let is_alone = |cell: usize| {
            let houses = HOUSES_OF[cell].into_iter();
            houses.map(|house| cells & HOUSES[usize::from(house)]).any(Cells::is_power_of_two)
        };
        let alone = each(cells).filter(|&cell| is_alone(cell));
        let alone = alone.fold(0 as Cells, |alone, cell| alone | 1 << cell);
        if alone == 0 {
            return cells;
        }
        cells &= !alone;
    }
}

struct Search<'g, 'f> {
    grid: &'g LogicGrid,
    /// The cells that can be in a loop.
    able: Cells,
    path: Loop,
    on_path: Cells,
    /// The houses visited at even and at odd places of the path, as sets.
    visited: [u32; 2],
    nodes: u32,
    found: &'f mut dyn FnMut(&Loop),
}

impl Search<'_, '_> {
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
        let houses = HOUSES_OF[cell].iter().fold(0, |houses: u32, house| houses | 1 << house);
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
        self.on_path |= 1 << cell;
        // Box, row, column.
        for next_kind in [0, 2, 1] {
            if next_kind == kind {
                continue;
            }
            let house = usize::from(HOUSES_OF[cell][next_kind]);
            for next in each(self.able & HOUSES[house]) {
                if next == usize::from(self.path.path[0]) {
                    if self.path.len >= 4 && self.visited[0] == self.visited[1] {
                        (self.found)(&self.path);
                    }
                } else if self.on_path >> next & 1 == 0 {
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
        self.on_path &= !(1 << cell);
        Continue(())
    }
}

//! Locked sets over several houses: as many cells as links, each a digit in a house, that hold all their
//! candidates.

mod cover;
mod search;
mod sk_loop;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow::{self, Continue};

use quadrille_core::{Cell, DigitSet};

use self::cover::Lines;
use self::search::Products;
pub(super) use self::sk_loop::SkLoop;
use crate::cells::{Cells, bits, each, ones};
use crate::deduction::{Deduction, House, candidate, part};
use crate::grid::LogicGrid;
use crate::houses::{BOXES, COLUMNS, HOUSES, ROWS};
use crate::technique::{Kind, Sink, Technique};

/// Cells where some rows and columns cross, without filled ones, and for each digit the fewest rows and
/// columns that have all its places in these cells. Each of these lines can have the digit in one of the
/// cells at most. If there are as many of them, over all digits, as cells, they must all do so: a line has
/// its digit nowhere else, and a candidate in two lines of the digit is false. That holds for each choice
/// of as few lines.
///
/// One cell more in one of the rows or columns may belong to the set.
///
/// In the evidence, `cells` are the cells, `houses` the lines and `parts` their cells and digits for one
/// choice of lines.
///
/// Known from David P. Bird and others: <http://forum.enjoysudoku.com/using-multi-sector-locked-sets-t31222.html>.
/// By Kőnig's theorem the fewest lines are as many as the most places without a common line, which are
/// counted for all sets of rows and columns at once.
pub(super) struct MultiSector;

impl Technique for MultiSector {
    fn id(&self) -> &'static str {
        "multi-sector-locked-sets"
    }

    fn kinds(&self) -> &'static [Kind] {
        &[Kind { id: "multi-sector-locked-sets", title: "Multi-sector locked sets" }]
    }

    fn find(&self, grid: &LogicGrid, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        let mut found: Vec<Pattern<'_>> = Vec::new();
        let products = Products::new(grid);
        for product in products.find() {
            let cells = std::array::from_fn(|row| {
                if product.rows >> row & 1 != 0 {
                    product.columns & row_of(grid.empty(), row)
                } else {
                    0
                }
            });
            if product.excess == 0 {
                found.extend(Pattern::of_lines(grid, cells));
            } else {
                for cells in with_one_more(grid, cells) {
                    found.extend(Pattern::of_lines(grid, cells));
                }
            }
            sink.poll()?;
        }
        report("multi-sector-locked-sets", found, sink)
    }
}

/// The columns of the cells that a set has in a row.
fn row_of(cells: Cells, row: usize) -> u16 {
    (cells >> (9 * row)) as u16 & 511
}

/// Cells by the columns that they have in each row.
type Rows = [u16; 9];

fn cells_of(rows: &Rows) -> Cells {
    rows.iter().rev().fold(0, |cells, &columns| cells << 9 | Cells::from(columns))
}

/// Whether some of the cells are a naked set of a row or a column by themselves, which shows as much.
fn holds_set(grid: &LogicGrid, cells: Cells) -> bool {
    ROWS.chain(COLUMNS).any(|house| {
        let inside = cells & HOUSES[house];
        let digits = each(inside).fold(0, |digits, cell| digits | grid.mask(cell));
        inside != 0 && ones(digits) == inside.count_ones()
    })
}

/// The lines of each digit for some cells.
fn lines(grid: &LogicGrid, cells: &Rows) -> [Lines; 9] {
    std::array::from_fn(|digit| {
        Lines::new(std::array::from_fn(|row| cells[row] & row_of(grid.cells_of(digit), row)))
    })
}

/// The sets of one cell more which need no further line.
fn with_one_more(grid: &LogicGrid, cells: Rows) -> impl Iterator<Item = Rows> {
    let lines = lines(grid, &cells);
    let columns = cells.iter().fold(0, |all, columns| all | columns);
    let is_free = move |&cell: &usize| {
        let (row, column) = (cell / 9, cell % 9);
        let in_row = cells[row] != 0;
        // A cell in both is in the product already.
        in_row != (columns >> column & 1 != 0)
            && bits(grid.mask(cell)).all(|digit| match in_row {
                true => lines[digit].rows >> row & 1 != 0,
                false => lines[digit].columns >> column & 1 != 0,
            })
    };
    let with = move |cell: usize| {
        let mut cells = cells;
        cells[cell / 9] |= 1 << (cell % 9);
        cells
    };
    each(grid.empty()).filter(is_free).map(with)
}

/// As many cells as links.
struct Pattern<'g> {
    grid: &'g LogicGrid,
    cells: Cells,
    /// For each house, the digits that it has in these cells.
    links: [u16; 27],
    /// What is ruled out.
    removed: [u16; 81],
}

impl<'g> Pattern<'g> {
    /// The pattern of some cells, if the fewest lines are as many as they, none of them are a set by
    /// themselves, and something is ruled out.
    fn of_lines(grid: &'g LogicGrid, cells: Rows) -> Option<Self> {
        let all = cells_of(&cells);
        if holds_set(grid, all) {
            return None;
        }
        let mut pattern = Self { grid, cells: all, links: [0; 27], removed: [0; 81] };
        let lines = lines(grid, &cells);
        if lines.iter().map(|lines| lines.size).sum::<u32>() != all.count_ones() {
            return None;
        }
        for (digit, lines) in lines.iter().enumerate() {
            for row in bits(lines.rows) {
                pattern.remove(HOUSES[ROWS.start + row] & !all, digit);
            }
            for column in bits(lines.columns) {
                pattern.remove(HOUSES[COLUMNS.start + column] & !all, digit);
            }
            for (row, &twice) in lines.twice.iter().enumerate() {
                pattern.remove(Cells::from(twice) << (9 * row), digit);
            }
            for row in bits(lines.chosen[0]) {
                pattern.links[ROWS.start + row] |= 1 << digit;
            }
            for column in bits(lines.chosen[1]) {
                pattern.links[COLUMNS.start + column] |= 1 << digit;
            }
        }
        (pattern.removed != [0; 81]).then_some(pattern)
    }

    /// Rules out a digit in cells.
    fn remove(&mut self, cells: Cells, digit: usize) {
        for cell in each(cells & self.grid.cells_of(digit)) {
            self.removed[cell] |= 1 << digit;
        }
    }

    fn count(&self) -> u32 {
        self.removed.iter().map(|&digits| ones(digits)).sum()
    }

    /// Whether this shows nothing that another does not show.
    fn is_within(&self, other: &Self) -> bool {
        self.removed.iter().zip(&other.removed).all(|(digits, others)| digits & !others == 0)
    }

    fn deduction(&self, kind: &'static str, wants_evidence: bool) -> Deduction {
        let gone = self.removed.iter().enumerate();
        let gone =
            gone.flat_map(|(cell, &digits)| bits(digits).map(move |digit| candidate(cell, digit)));
        let mut deduction =
            Deduction { kind, eliminations: gone.collect(), ..Deduction::default() };
        if wants_evidence {
            deduction.cells = each(self.cells).map(Cell::new).collect();
            for house in ROWS.chain(COLUMNS).chain(BOXES) {
                let digits = self.links[house];
                if digits != 0 {
                    let able = bits(digits).fold(0, |able, digit| able | self.grid.cells_of(digit));
                    deduction.houses.push(House::of_index(house));
                    deduction.parts.push(part(self.cells & HOUSES[house] & able, digits));
                    deduction.digits |= DigitSet::from_bits(digits.into());
                }
            }
        }
        deduction
    }
}

/// Reports patterns, those of fewer cells and then those that rule out more first, without what shows
/// nothing else.
fn report(
    kind: &'static str,
    mut found: Vec<Pattern<'_>>,
    sink: &mut Sink<'_, '_>,
) -> ControlFlow<()> {
    found.sort_by_key(|pattern| (pattern.cells.count_ones(), u32::MAX - pattern.count()));
    for (number, pattern) in found.iter().enumerate() {
        if !found[..number].iter().any(|earlier| pattern.is_within(earlier)) {
            sink.take(pattern.deduction(kind, sink.wants_evidence()))?;
        }
    }
    Continue(())
}

//! Turbot fish: two strong links of a digit, of which two ends see each other.

use std::cmp::Reverse;
use std::ops::ControlFlow::{self, Continue};

use quadrille_core::{Cell, DigitSet};

use crate::cells::{Cells, each, ones};
use crate::deduction::{Deduction, House, candidate, part};
use crate::grid::LogicGrid;
use crate::houses::{BOXES, HOUSES, HOUSES_OF, PEERS};
use crate::single_digit::removable;
use crate::technique::{Kind, Sink, Technique};

/// In two houses a digit has two places each, of which two see each other, so one of the others holds
/// it.
///
/// In the evidence, `parts` are the two ends of each link; the second and the third see each other.
///
/// The one that removes most comes first; then the one whose eliminations have the least sum of
/// cells and digits, weighted as in HoDoKu; then the one that begins in the first cell.
pub(in crate::techniques) struct TurbotFish;

/// The chain from a start over two cells that see each other to an end.
struct Turbot {
    digit: usize,
    cells: [usize; 4],
    houses: [usize; 2],
    removed: Cells,
}

impl Technique for TurbotFish {
    fn id(&self) -> &'static str {
        "turbot-fish"
    }

    fn kinds(&self) -> &'static [Kind] {
        &[Kind { id: "turbot-fish", title: "Turbot Fish" }]
    }

    fn find(&self, grid: &LogicGrid, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        let mut found: Vec<(_, Turbot)> = Vec::new();
        let removable = removable(grid, sink);
        for digit in (0..9).filter(|&digit| removable[digit] != 0) {
            let is_link = |house: &usize| ones(grid.places(*house, digit)) == 2;
            let linked = (0..27).filter(is_link).fold(0, |cells, house| cells | HOUSES[house]);
            for start in each(linked & grid.cells_of(digit)) {
                let mut visit = |turbot: Turbot| {
                    let count = turbot.removed.count_ones();
                    let weight = weight(turbot.removed) + digit * count as usize;
                    let key = (Reverse(count), weight, start, digit);
                    found.push((key, turbot));
                };
                turbots(grid, digit, start, linked, &mut visit);
            }
        }
        // A stable sort: among equals, the one found first.
        found.sort_by_key(|(key, _)| *key);
        for (_, turbot) in found {
            take(&turbot, sink)?;
        }
        Continue(())
    }
}

/// The sum of cells, each with a greater weight than the one before.
fn weight(cells: Cells) -> usize {
    each(cells).zip(0..).map(|(cell, before)| cell * (1 + 80 * before)).sum()
}

fn turbots(
    grid: &LogicGrid,
    digit: usize,
    start: usize,
    linked: Cells,
    visit: &mut impl FnMut(Turbot),
) {
    let with = grid.cells_of(digit);
    for (first, near) in links(grid, digit, start) {
        for far in in_order(near, with & linked & PEERS[near] & !(1 << start)) {
            for (second, end) in links(grid, digit, far) {
                let removed = with & PEERS[start] & PEERS[end];
                if end != start && end != near && removed != 0 {
                    let (cells, houses) = ([start, near, far, end], [first, second]);
                    visit(Turbot { digit, cells, houses, removed });
                }
            }
        }
    }
}

/// The houses in which a digit has two places, one of them a cell, with the other: row, column, box.
fn links(grid: &LogicGrid, digit: usize, cell: usize) -> impl Iterator<Item = (usize, usize)> + '_ {
    let with = grid.cells_of(digit);
    let houses = HOUSES_OF[cell].into_iter().rev().map(usize::from);
    let link = move |house: usize| {
        let other = with & HOUSES[house] & !(1 << cell);
        let [_, column, row] = HOUSES_OF[cell].map(usize::from);
        // A link within a box and a line is one of the line.
        let is_of_line = BOXES.contains(&house) && other & (HOUSES[row] | HOUSES[column]) != 0;
        let is_link = ones(grid.places(house, digit)) == 2 && !is_of_line;
        is_link.then(|| (house, other.trailing_zeros() as usize))
    };
    houses.filter_map(link)
}

/// The peers of a cell that are in a set: those in its row, in its column, then the others in its box.
fn in_order(cell: usize, cells: Cells) -> impl Iterator<Item = usize> {
    let [_, column, row] = HOUSES_OF[cell].map(usize::from);
    let (in_row, in_column) = (cells & HOUSES[row], cells & HOUSES[column]);
    each(in_row).chain(each(in_column)).chain(each(cells & !in_row & !in_column))
}

fn take(turbot: &Turbot, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
    let eliminations = each(turbot.removed).map(|cell| candidate(cell, turbot.digit)).collect();
    let mut deduction = Deduction { kind: "turbot-fish", eliminations, ..Deduction::default() };
    if sink.wants_evidence() {
        deduction.cells = turbot.cells.map(Cell::new).to_vec();
        let ends = turbot.cells.map(|cell| part(1 << cell, 1 << turbot.digit));
        deduction.parts = ends.to_vec();
        deduction.digits = DigitSet::from_bits(1 << turbot.digit);
        deduction.houses = turbot.houses.map(House::of_index).to_vec();
    }
    sink.take(deduction)
}

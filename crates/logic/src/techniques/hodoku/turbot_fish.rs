//! Turbot fish: two strong links of a digit, of which two ends see each other.

use std::cmp::Reverse;
use std::ops::ControlFlow::{self, Continue};

use quadrille_core::{Cell, DigitSet};

use crate::board::Board;
use crate::cells::CellSet;
use crate::deduction::{Deduction, candidate, part};
use crate::grid::LogicGrid;
use crate::single_digit::removable;
use crate::technique::{Kind, Sink, Technique, search_every_board};

/// In two houses a digit has two places each, of which two see each other, so one of the others holds
/// it.
///
/// In the evidence, `parts` are the two ends of each link; the second and the third see each other.
///
/// The one that removes most comes first; then the one whose eliminations have the least sum of
/// cells and digits, weighted as in HoDoKu; then the one that begins in the first cell.
pub(in crate::techniques) struct TurbotFish;

/// The chain from a start over two cells that see each other to an end.
struct Turbot<C> {
    digit: usize,
    cells: [usize; 4],
    houses: [usize; 2],
    removed: C,
}

impl Technique for TurbotFish {
    fn id(&self) -> &'static str {
        "turbot-fish"
    }

    fn kinds(&self) -> &'static [Kind] {
        &[Kind { id: "turbot-fish", title: "Turbot Fish" }]
    }

    search_every_board!();
}

impl TurbotFish {
    fn search<B: Board>(&self, grid: &LogicGrid<B>, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        let (board, mut found) = (grid.board(), Vec::<(_, Turbot<B::Cells>)>::new());
        let removable = removable(grid, sink);
        for digit in (0..board.side()).filter(|&digit| !removable[digit].is_empty()) {
            let is_link = |house: &usize| B::ones(grid.places(*house, digit)) == 2;
            let linked = board.houses().filter(is_link);
            let linked = linked.fold(B::Cells::NONE, |cells, house| cells | board.house(house));
            for start in (linked & grid.cells_of(digit)).each() {
                let mut visit = |turbot: Turbot<B::Cells>| {
                    let count = turbot.removed.len();
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
            take(board, &turbot, sink)?;
        }
        Continue(())
    }
}

/// The sum of cells, each with a greater weight than the one before.
fn weight(cells: impl CellSet) -> usize {
    cells.each().zip(0..).map(|(cell, before)| cell * (1 + 80 * before)).sum()
}

fn turbots<B: Board>(
    grid: &LogicGrid<B>,
    digit: usize,
    start: usize,
    linked: B::Cells,
    visit: &mut impl FnMut(Turbot<B::Cells>),
) {
    let (board, with) = (grid.board(), grid.cells_of(digit));
    for (first, near) in links(grid, digit, start) {
        let seen = with & linked & board.peers(near) & !B::Cells::only(start);
        for far in in_order(board, near, seen) {
            for (second, end) in links(grid, digit, far) {
                let removed = with & board.peers(start) & board.peers(end);
                if end != start && end != near && !removed.is_empty() {
                    let (cells, houses) = ([start, near, far, end], [first, second]);
                    visit(Turbot { digit, cells, houses, removed });
                }
            }
        }
    }
}

/// The houses in which a digit has two places, one of them a cell, with the other: row, column, box.
fn links<B: Board>(
    grid: &LogicGrid<B>,
    digit: usize,
    cell: usize,
) -> impl Iterator<Item = (usize, usize)> + '_ {
    let (board, with) = (grid.board(), grid.cells_of(digit));
    let [of_box, column, row] = board.houses_of(cell).map(usize::from);
    let link = move |house: usize| {
        let other = with & board.house(house) & !B::Cells::only(cell);
        // A link within a box and a line is one of the line.
        let lines = board.house(row) | board.house(column);
        let is_of_line = house == of_box && !(other & lines).is_empty();
        let is_link = B::ones(grid.places(house, digit)) == 2 && !is_of_line;
        is_link.then(|| (house, other.first()))
    };
    [row, column, of_box].into_iter().filter_map(link)
}

/// The peers of a cell that are in a set: those in its row, in its column, then the others in its box.
fn in_order<B: Board>(board: B, cell: usize, cells: B::Cells) -> impl Iterator<Item = usize> {
    let [_, column, row] = board.houses_of(cell).map(usize::from);
    let (in_row, in_column) = (cells & board.house(row), cells & board.house(column));
    let in_box = cells & !in_row & !in_column;
    in_row.each().chain(in_column.each()).chain(in_box.each())
}

fn take<B: Board>(board: B, turbot: &Turbot<B::Cells>, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
    let eliminations = turbot.removed.each().map(|cell| candidate(cell, turbot.digit)).collect();
    let mut deduction = Deduction { kind: "turbot-fish", eliminations, ..Deduction::default() };
    if sink.wants_evidence() {
        deduction.cells = turbot.cells.map(Cell::new).to_vec();
        let ends = turbot.cells.map(|cell| part(B::Cells::only(cell), 1 << turbot.digit));
        deduction.parts = ends.to_vec();
        deduction.digits = DigitSet::from_bits(1 << turbot.digit);
        deduction.houses = turbot.houses.map(|house| board.named(house)).to_vec();
    }
    sink.take(deduction)
}

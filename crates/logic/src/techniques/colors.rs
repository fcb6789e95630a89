//! Simple colors and multi-colors: candidates of a digit of which every other one is true.

use std::ops::ControlFlow::{self, Continue};

use quadrille_core::DigitSet;

use crate::board::Board;
use crate::cells::CellSet;
use crate::deduction::{Deduction, House, candidate, part};
use crate::grid::LogicGrid;
use crate::single_digit::{MULTI_COLORS, SIMPLE_COLORS, each_digit};
use crate::technique::{Kind, Sink, Technique, search_every_board};

/// Where a digit has two places in a house, one of them is true. Candidates that are linked in this way
/// get two colors by turns, so all of one color are true or all of the other.
///
/// A trap: a cell sees both colors. A wrap: two cells of a color see each other, so all of that color
/// are wrong.
///
/// In the evidence, `parts` are the two colors and `houses` those of the links.
///
/// The order of the search follows HoDoKu, by Bernhard Hobiger.
pub(super) struct SimpleColors;

/// Two pairs of colors. Some cell of a color sees a color of the other pair: they are not both true.
///
/// Type 1: so one of the opposite colors is true, and a cell that sees both of those is wrong. Type 2: a
/// color sees both colors of the other pair, one of which is true, so all of it is wrong.
///
/// In the evidence, `parts` are the colors of the first and of the second pair, and `houses` those of the
/// links.
///
/// The order of the search follows HoDoKu, by Bernhard Hobiger.
pub(super) struct MultiColors;

const TRAP: &str = "simple-colors-trap";
const WRAP: &str = "simple-colors-wrap";
const TYPE_1: &str = "multi-colors-1";
const TYPE_2: &str = "multi-colors-2";

impl Technique for SimpleColors {
    fn id(&self) -> &'static str {
        "simple-colors"
    }

    fn kinds(&self) -> &'static [Kind] {
        &[
            Kind { id: TRAP, title: "Simple Colors Trap" },
            Kind { id: WRAP, title: "Simple Colors Wrap" },
        ]
    }

    search_every_board!();
}

impl SimpleColors {
    fn search<B: Board>(&self, grid: &LogicGrid<B>, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        let board = grid.board();
        let seen_by = |cells| seen_by(board, cells);
        each_digit(grid, sink, SIMPLE_COLORS, |digit, _, sink| {
            let cells = grid.cells_of(digit);
            for pair in Pairs::new(board, cells) {
                let [first, second] = pair;
                let is_wrong = |color: &B::Cells| !(*color & seen_by(*color)).is_empty();
                let none = B::Cells::NONE;
                let wrong =
                    pair.into_iter().filter(is_wrong).fold(none, |wrong, color| wrong | color);
                report(grid, WRAP, digit, wrong, &pair, sink)?;
                let trapped = cells & seen_by(first) & seen_by(second);
                report(grid, TRAP, digit, trapped & !wrong, &pair, sink)?;
            }
            Continue(())
        })
    }
}

impl Technique for MultiColors {
    fn id(&self) -> &'static str {
        "multi-colors"
    }

    fn kinds(&self) -> &'static [Kind] {
        &[
            Kind { id: TYPE_1, title: "Multi Colors 1" },
            Kind { id: TYPE_2, title: "Multi Colors 2" },
        ]
    }

    search_every_board!();
}

impl MultiColors {
    fn search<B: Board>(&self, grid: &LogicGrid<B>, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        let board = grid.board();
        let seen_by = |cells| seen_by(board, cells);
        each_digit(grid, sink, MULTI_COLORS, |digit, _, sink| {
            let cells = grid.cells_of(digit);
            for first in Pairs::new(board, cells) {
                for second in Pairs::new(board, cells).filter(|second| *second != first) {
                    let colors = [first[0], first[1], second[0], second[1]];
                    let seen = colors.map(seen_by);
                    let meets =
                        |color: usize, other: usize| !(colors[color] & seen[other]).is_empty();
                    let is_wrong = |&color: &usize| meets(color, 2) && meets(color, 3);
                    let wrong = (0..2).filter(is_wrong);
                    let wrong = wrong.fold(B::Cells::NONE, |wrong, color| wrong | colors[color]);
                    report(grid, TYPE_2, digit, wrong, &colors, sink)?;
                    let mut removed = B::Cells::NONE;
                    for (one, other) in [(0, 2), (0, 3), (1, 2), (1, 3)] {
                        if meets(one, other) {
                            removed |= cells & seen[1 - one] & seen[5 - other];
                        }
                    }
                    report(grid, TYPE_1, digit, removed, &colors, sink)?;
                }
            }
            Continue(())
        })
    }
}

/// The cells that see some cell of a set.
fn seen_by<B: Board>(board: B, cells: B::Cells) -> B::Cells {
    cells.each().fold(B::Cells::NONE, |seen, cell| seen | board.peers(cell))
}

/// The pairs of colors of a digit, by the least cell, which has the first color.
#[derive(Clone)]
struct Pairs<B: Board> {
    board: B,
    cells: B::Cells,
    /// The cells that have no color yet.
    open: B::Cells,
}

impl<B: Board> Pairs<B> {
    fn new(board: B, cells: B::Cells) -> Self {
        Self { board, cells, open: cells }
    }

    /// The cells that hold the digit if and only if a cell does not.
    fn linked(&self, cell: usize) -> B::Cells {
        let mut linked = B::Cells::NONE;
        for house in self.board.houses_of(cell) {
            let others = self.cells & self.board.house(house.into()) & !B::Cells::only(cell);
            if !others.has_two() {
                linked |= others;
            }
        }
        linked
    }
}

impl<B: Board> Iterator for Pairs<B> {
    type Item = [B::Cells; 2];

    fn next(&mut self) -> Option<[B::Cells; 2]> {
        let none = B::Cells::NONE;
        while !self.open.is_empty() {
            let mut colors = [B::Cells::only(self.open.first()), none];
            let (mut added, mut side) = (colors[0], 0);
            while !added.is_empty() {
                self.open &= !added;
                let linked = added.each().fold(none, |linked, cell| linked | self.linked(cell));
                side = 1 - side;
                added = linked & self.open;
                colors[side] |= added;
            }
            if !colors[1].is_empty() {
                return Some(colors);
            }
        }
        None
    }
}

/// The houses that link the cells of two colors, as few as link all.
fn links<B: Board>(board: B, with: B::Cells, colors: &[B::Cells]) -> Vec<House> {
    let all = colors.iter().fold(B::Cells::NONE, |all, &color| all | color);
    let mut joined = B::Cells::only(all.first());
    let mut houses = Vec::new();
    while joined != all {
        let is_next = |&house: &usize| {
            let places = with & board.house(house);
            places.len() == 2 && (places & joined).is_single()
        };
        let house = board.houses().find(is_next).expect("links join all cells");
        joined |= with & board.house(house);
        houses.push(board.named(house));
    }
    houses
}

fn report<B: Board>(
    grid: &LogicGrid<B>,
    kind: &'static str,
    digit: usize,
    removed: B::Cells,
    colors: &[B::Cells],
    sink: &mut Sink<'_, '_>,
) -> ControlFlow<()> {
    if removed.is_empty() {
        return Continue(());
    }
    let eliminations = removed.each().map(|cell| candidate(cell, digit)).collect();
    let mut deduction = Deduction { kind, eliminations, ..Deduction::default() };
    if sink.wants_evidence() {
        deduction.digits = DigitSet::from_bits(1 << digit);
        deduction.parts = colors.iter().map(|&color| part(color, 1 << digit)).collect();
        deduction.cells = deduction.parts.iter().flat_map(|part| part.cells.clone()).collect();
        let with = grid.cells_of(digit);
        deduction.houses =
            colors.chunks(2).flat_map(|pair| links(grid.board(), with, pair)).collect();
    }
    sink.take(deduction)
}

#[cfg(test)]
mod tests {
    use crate::techniques::example::check;

    // Positions from walks through generated puzzles.

    #[test]
    fn simple_colors_trap() {
        let rows = [
            "9 12 12 14 6 7 34 8 5",
            "6 4 3 5 8 9 1 7 2",
            "18 5 7 14 13 2 34 9 6",
            "5 129 12 6 19 8 7 4 3",
            "3 189 4 7 19 5 6 2 18",
            "18 7 6 2 4 3 9 5 18",
            "2 18 18 9 7 6 5 3 4",
            "7 6 5 3 2 4 8 1 9",
            "4 3 9 8 5 1 2 6 7",
        ];
        check("simple-colors", "simple-colors-trap", rows, "r3c5<>1");
    }

    #[test]
    fn simple_colors_wrap() {
        let rows = [
            "8 4 6 25 25 7 9 3 1",
            "1 5 2 3 9 8 4 6 7",
            "7 3 9 6 1 4 2 8 5",
            "5 1 3 7 6 29 8 249 29",
            "6 29 7 249 8 5 1 249 3",
            "249 29 8 1 24 3 5 7 6",
            "29 7 1 2459 245 6 3 259 8",
            "3 8 4 259 7 1 6 259 29",
            "29 6 5 8 3 29 7 1 4",
        ];
        check("simple-colors", "simple-colors-wrap", rows, "r5c2<>9 r6c1<>9");
    }

    #[test]
    fn multi_colors_1() {
        let rows = [
            "9 12 12 14 6 7 34 8 5",
            "6 4 3 5 8 9 1 7 2",
            "18 5 7 14 13 2 34 9 6",
            "5 129 12 6 19 8 7 4 3",
            "3 189 4 7 19 5 6 2 18",
            "18 7 6 2 4 3 9 5 18",
            "2 18 18 9 7 6 5 3 4",
            "7 6 5 3 2 4 8 1 9",
            "4 3 9 8 5 1 2 6 7",
        ];
        check("multi-colors", "multi-colors-1", rows, "r3c5<>1");
    }

    #[test]
    fn multi_colors_2() {
        let rows = [
            "69 8 2 459 3 7 456 49 1",
            "3 7 1 459 689 48 456 49 2",
            "69 5 4 1 69 2 3 7 8",
            "5 1 7 8 4 9 2 3 6",
            "2 6 9 3 7 1 8 5 4",
            "8 4 3 2 5 6 9 1 7",
            "4 9 6 7 2 5 1 8 3",
            "1 2 58 49 89 348 7 6 59",
            "7 3 58 6 1 48 45 2 59",
        ];
        check("multi-colors", "multi-colors-2", rows, "r9c6<>4");
    }
}

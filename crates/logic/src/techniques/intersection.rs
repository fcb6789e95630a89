//! Generalized intersection: cells that see all places of a digit in a house.

use std::ops::ControlFlow::{self, Continue};

use quadrille_core::DigitSet;

use crate::board::Board;
use crate::cells::CellSet;
use crate::deduction::{Deduction, candidate, listed};
use crate::grid::LogicGrid;
use crate::technique::{Kind, Sink, Technique, search_every_board};

/// A cell outside a house that sees all places of a digit in it does not hold the digit.
///
/// On a board with rows, columns and boxes only, these are the locked candidates, in another order.
/// The technique is SukakuExplainer's, where it is off by default, as it is here: no profile of the
/// engine has it.
pub(super) struct GeneralizedIntersection;

impl Technique for GeneralizedIntersection {
    fn id(&self) -> &'static str {
        "generalized-intersection"
    }

    fn kinds(&self) -> &'static [Kind] {
        &[Kind { id: "generalized-intersection", title: "Generalized intersection" }]
    }

    search_every_board!();
}

impl GeneralizedIntersection {
    fn search<B: Board>(&self, grid: &LogicGrid<B>, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        // Boxes, rows, columns.
        let board = grid.board();
        for houses in [board.boxes(), board.rows(), board.columns()] {
            for digit in 0..board.side() {
                for house in houses.clone() {
                    if !(2..=6).contains(&B::ones(grid.places(house, digit))) {
                        continue;
                    }
                    let places = grid.cells_of(digit) & board.house(house);
                    let all = grid.cells_of(digit);
                    let removed = places.each().fold(all, |cells, cell| cells & board.peers(cell));
                    if removed.is_empty() {
                        continue;
                    }
                    let mut deduction = Deduction {
                        kind: "generalized-intersection",
                        eliminations: removed.each().map(|cell| candidate(cell, digit)).collect(),
                        ..Deduction::default()
                    };
                    if sink.wants_evidence() {
                        deduction.cells = listed(places);
                        deduction.digits = DigitSet::from_bits(1 << digit);
                        deduction.houses = vec![board.named(house)];
                    }
                    sink.take(deduction)?;
                }
            }
        }
        Continue(())
    }
}

#[cfg(test)]
mod tests {
    use crate::techniques::example::check;

    #[test]
    fn generalized_intersection() {
        let rows = [
            "8 7 9 236 236 1 26 4 5",
            "26 3 1 8 5 4 267 27 9",
            "4 26 5 9 26 7 1 8 3",
            "9 1 6 4 8 3 57 57 2",
            "7 8 2 5 1 6 3 9 4",
            "5 4 3 7 9 2 8 6 1",
            "36 9 4 1 36 8 25 25 7",
            "1 26 7 26 4 5 9 3 8",
            "23 5 8 23 7 9 4 1 6",
        ];
        let kind = "generalized-intersection";
        check(kind, kind, rows, "r1c4<>2");
    }
}

//! Generalized intersection: cells that see all places of a digit in a house.

use std::ops::ControlFlow::{self, Continue};

use quadrille_core::{Cell, DigitSet};

use crate::cells::{each, ones};
use crate::deduction::{Deduction, House, candidate};
use crate::grid::LogicGrid;
use crate::houses::{HOUSES, PEERS};
use crate::technique::{Kind, Sink, Technique};

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

    fn find(&self, grid: &LogicGrid, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        // Boxes, rows, columns.
        for houses in [0..9, 18..27, 9..18] {
            for digit in 0..9 {
                for house in houses.clone() {
                    if !(2..=6).contains(&ones(grid.places(house, digit))) {
                        continue;
                    }
                    let places = grid.cells_of(digit) & HOUSES[house];
                    let all = grid.cells_of(digit);
                    let removed = each(places).fold(all, |cells, cell| cells & PEERS[cell]);
                    if removed == 0 {
                        continue;
                    }
                    let mut deduction = Deduction {
                        kind: "generalized-intersection",
                        eliminations: each(removed).map(|cell| candidate(cell, digit)).collect(),
                        ..Deduction::default()
                    };
                    if sink.wants_evidence() {
                        deduction.cells = each(places).map(Cell::new).collect();
                        deduction.digits = DigitSet::from_bits(1 << digit);
                        deduction.houses = vec![House::of_index(house)];
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

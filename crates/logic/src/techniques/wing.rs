//! XY-Wing and XYZ-Wing: a pivot and two bivalue cells that it sees.

use std::ops::ControlFlow::{self, Continue};

use quadrille_core::{Cell, DigitSet};

use crate::board::Board;
use crate::cells::{CellSet, bits};
use crate::deduction::{Deduction, candidate};
use crate::grid::LogicGrid;
use crate::technique::{Kind, Sink, Technique, search_every_board};

/// The pivot has the candidates x and y (XY-Wing), or x, y and z (XYZ-Wing); the wings have x and z,
/// and y and z. Whatever the pivot holds, one of the cells with z holds z, so cells that see all of
/// them do not.
///
/// In the evidence, the pivot comes first.
pub(super) struct Wing {
    kind: &'static [Kind; 1],
    /// The number of candidates of the pivot.
    size: u32,
}

pub(super) const XY: Wing = Wing { kind: &[Kind { id: "xy-wing", title: "XY-Wing" }], size: 2 };
pub(super) const XYZ: Wing = Wing { kind: &[Kind { id: "xyz-wing", title: "XYZ-Wing" }], size: 3 };

impl Technique for Wing {
    fn id(&self) -> &'static str {
        self.kind[0].id
    }

    fn kinds(&self) -> &'static [Kind] {
        self.kind
    }

    search_every_board!();
}

impl Wing {
    fn search<B: Board>(&self, grid: &LogicGrid<B>, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        let board = grid.board();
        let [.., two, three, four] = grid.at_least::<5>();
        let bivalue = two & !three;
        let pivots = if self.size == 2 { bivalue } else { three & !four };
        for pivot in pivots.each() {
            let digits = grid.mask(pivot);
            for first in (bivalue & board.peers(pivot)).each() {
                let common = digits & grid.mask(first);
                if B::ones(common) != self.size - 1 {
                    continue;
                }
                // The digit of the pivot that the other wing must have.
                let y = (digits & !common).trailing_zeros() as usize;
                // The pivot of an XY-Wing does not have z, that of an XYZ-Wing does.
                let zs = if self.size == 2 { grid.mask(first) & !digits } else { common };
                let with_z = bits(zs).fold(B::Cells::NONE, |cells, z| cells | grid.cells_of(z));
                let seconds = bivalue & board.peers(pivot) & grid.cells_of(y) & with_z;
                // A pair of wings is found from its first cell.
                for second in (seconds & B::Cells::after(first)).each() {
                    let z = (zs & grid.mask(second)).trailing_zeros() as usize;
                    self.report(grid, [pivot, first, second], z, sink)?;
                }
            }
        }
        Continue(())
    }

    /// Reports that one of a pivot and two wings holds `z`, if that removes a candidate.
    pub(super) fn report<B: Board>(
        &self,
        grid: &LogicGrid<B>,
        [pivot, first, second]: [usize; 3],
        z: usize,
        sink: &mut Sink<'_, '_>,
    ) -> ControlFlow<()> {
        let board = grid.board();
        let mut removed = grid.cells_of(z) & board.peers(first) & board.peers(second);
        if self.size == 3 {
            removed &= board.peers(pivot);
        }
        if removed.is_empty() {
            return Continue(());
        }
        let eliminations = removed.each().map(|cell| candidate(cell, z)).collect();
        let mut deduction = Deduction { kind: self.id(), eliminations, ..Deduction::default() };
        if sink.wants_evidence() {
            let digits = grid.mask(pivot) | grid.mask(first) | grid.mask(second);
            deduction.cells = [pivot, first, second].map(Cell::new).to_vec();
            deduction.digits = DigitSet::from_bits(digits.into());
        }
        sink.take(deduction)
    }
}

#[cfg(test)]
mod tests {
    use crate::techniques::example::check;

    #[test]
    fn xy_wing() {
        let rows = [
            "5 4 16 28 7 9 68 3 12",
            "16 3 7 28 4 5 68 19 29",
            "9 2 8 3 6 1 4 5 7",
            "68 7 2 5 1 4 3 69 89",
            "168 9 4 7 3 68 2 16 5",
            "3 5 16 9 2 68 7 4 18",
            "4 6 9 1 8 7 5 2 3",
            "7 1 3 6 5 2 9 8 4",
            "2 8 5 4 9 3 1 7 6",
        ];
        check("xy-wing", "xy-wing", rows, "r4c1<>6");
    }

    #[test]
    fn xyz_wing() {
        let rows = [
            "6 57 37 1 4 35 8 9 2",
            "4 8 2 7 6 9 35 35 1",
            "9 1 35 58 38 2 7 4 6",
            "3 6 45 45 2 7 1 8 9",
            "2 57 78 9 1 358 35 6 4",
            "1 9 48 6 38 3458 2 35 7",
            "8 3 1 2 9 6 4 7 5",
            "5 4 9 3 7 1 6 2 8",
            "7 2 6 48 5 48 9 1 3",
        ];
        check("xyz-wing", "xyz-wing", rows, "r6c6<>3");
    }
}

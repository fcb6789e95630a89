//! W-Wing, XY-Wing and XYZ-Wing.

use std::ops::ControlFlow::{self, Continue};

use quadrille_core::{Cell, DigitSet};

use crate::cells::{Cells, each, ones};
use crate::deduction::{Deduction, House, candidate};
use crate::grid::LogicGrid;
use crate::houses::{BOXES, COLUMNS, HOUSES, PEERS, ROWS};
use crate::technique::{Kind, Sink, Technique};
use crate::techniques::wing;

/// An XY-Wing or XYZ-Wing, three cells at a time.
pub(in crate::techniques) enum Wing {
    /// All three cells are bivalue; each may be the pivot.
    Xy,
    /// The pivot has three candidates.
    Xyz,
}

impl Technique for Wing {
    fn id(&self) -> &'static str {
        match self {
            Self::Xy => "hodoku-xy-wing",
            Self::Xyz => "hodoku-xyz-wing",
        }
    }

    fn kinds(&self) -> &'static [Kind] {
        self.plain().kinds()
    }

    fn find(&self, grid: &LogicGrid, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        let [.., two, three, four] = grid.at_least::<5>();
        let bivalue = two & !three;
        let firsts = match self {
            Self::Xy => bivalue,
            Self::Xyz => three & !four,
        };
        for first in each(firsts) {
            let later = match self {
                Self::Xy => bivalue & after(first),
                Self::Xyz => bivalue & PEERS[first],
            };
            for second in each(later) {
                let digits = grid.mask(first) | grid.mask(second);
                if ones(digits) != 3 {
                    continue;
                }
                for third in each(later & after(second)) {
                    self.try_three(grid, [first, second, third], digits, sink)?;
                }
            }
        }
        Continue(())
    }
}

impl Wing {
    fn plain(&self) -> &'static wing::Wing {
        match self {
            Self::Xy => &wing::XY,
            Self::Xyz => &wing::XYZ,
        }
    }

    /// Tries three cells, of which the first two hold three digits.
    fn try_three(
        &self,
        grid: &LogicGrid,
        [first, second, third]: [usize; 3],
        digits: u16,
        sink: &mut Sink<'_, '_>,
    ) -> ControlFlow<()> {
        let masks = [first, second, third].map(|cell| grid.mask(cell));
        if masks[2] & !digits != 0 || masks[2] == masks[0] || masks[2] == masks[1] {
            return Continue(());
        }
        let tries = [[first, second, third], [second, first, third], [third, second, first]];
        let count = if matches!(self, Self::Xy) { 3 } else { 1 };
        for [pivot, a, b] in tries.into_iter().take(count) {
            let wings: Cells = 1 << a | 1 << b;
            if wings & !PEERS[pivot] == 0 {
                let common = grid.mask(a) & grid.mask(b);
                let z = common.trailing_zeros() as usize;
                self.plain().report(grid, [pivot, a, b], z, sink)?;
            }
        }
        Continue(())
    }
}

/// The cells after one.
fn after(cell: usize) -> Cells {
    !((2 << cell) - 1)
}

/// Two cells with the same two candidates, of which one has two places left in a house, each of which
/// sees one of the cells. So one of the cells holds the other digit.
///
/// In the evidence, `digits` is the digit of the house and `other_digits` the other; `others` are the
/// two places.
pub(in crate::techniques) struct WWing;

impl Technique for WWing {
    fn id(&self) -> &'static str {
        "w-wing"
    }

    fn kinds(&self) -> &'static [Kind] {
        &[Kind { id: "w-wing", title: "W-Wing" }]
    }

    fn find(&self, grid: &LogicGrid, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        let bivalue = grid.bivalue();
        for first in each(bivalue) {
            let digits = grid.mask(first);
            let low = digits.trailing_zeros() as usize;
            let high = (digits & (digits - 1)).trailing_zeros() as usize;
            let same = bivalue & after(first) & grid.cells_of(low) & grid.cells_of(high);
            for second in each(same) {
                for (removed, linked) in [(low, high), (high, low)] {
                    let gone = grid.cells_of(removed) & PEERS[first] & PEERS[second];
                    if gone != 0 {
                        report_w(grid, [first, second], removed, linked, gone, sink)?;
                    }
                }
            }
        }
        Continue(())
    }
}

/// Looks for houses that link two cells, and reports what that removes.
fn report_w(
    grid: &LogicGrid,
    [first, second]: [usize; 2],
    removed: usize,
    linked: usize,
    gone: Cells,
    sink: &mut Sink<'_, '_>,
) -> ControlFlow<()> {
    let cells: Cells = 1 << first | 1 << second;
    for house in ROWS.chain(COLUMNS).chain(BOXES) {
        if ones(grid.places(house, linked)) != 2 {
            continue;
        }
        let places = grid.cells_of(linked) & HOUSES[house];
        let by_first = places & PEERS[first];
        let by_second = places & PEERS[second] & !by_first;
        if places & cells != 0 || by_first == 0 || by_second == 0 {
            continue;
        }
        let mut deduction = Deduction {
            kind: "w-wing",
            eliminations: each(gone).map(|cell| candidate(cell, removed)).collect(),
            ..Deduction::default()
        };
        if sink.wants_evidence() {
            deduction.cells = [first, second].map(Cell::new).to_vec();
            deduction.digits = DigitSet::from_bits(1 << removed);
            deduction.others = each(places).map(Cell::new).collect();
            deduction.other_digits = DigitSet::from_bits(1 << linked);
            deduction.houses = vec![House::of_index(house)];
        }
        sink.take(deduction)?;
    }
    Continue(())
}

//! W-Wing, XY-Wing and XYZ-Wing.

use std::ops::ControlFlow::{self, Continue};

use quadrille_core::{Cell, DigitSet};

use crate::board::Board;
use crate::cells::CellSet;
use crate::deduction::{Deduction, candidate, listed};
use crate::grid::LogicGrid;
use crate::technique::{Kind, Sink, Technique, search_every_board};
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

    search_every_board!();
}

impl WWing {
    fn search<B: Board>(&self, grid: &LogicGrid<B>, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        let bivalue = grid.bivalue();
        for first in bivalue.each() {
            let digits = grid.mask(first);
            let low = digits.trailing_zeros() as usize;
            let high = (digits & (digits - 1)).trailing_zeros() as usize;
            let same = bivalue & B::Cells::after(first) & grid.cells_of(low) & grid.cells_of(high);
            for second in same.each() {
                for (removed, linked) in [(low, high), (high, low)] {
                    let seen = grid.board().peers(first) & grid.board().peers(second);
                    let gone = grid.cells_of(removed) & seen;
                    if !gone.is_empty() {
                        report_w(grid, [first, second], removed, linked, gone, sink)?;
                    }
                }
            }
        }
        Continue(())
    }
}

impl Wing {
    fn search<B: Board>(&self, grid: &LogicGrid<B>, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        let [.., two, three, four] = grid.at_least::<5>();
        let bivalue = two & !three;
        let firsts = match self {
            Self::Xy => bivalue,
            Self::Xyz => three & !four,
        };
        let board = grid.board();
        for first in firsts.each() {
            let later = match self {
                Self::Xy => bivalue & B::Cells::after(first),
                Self::Xyz => bivalue & board.peers(first),
            };
            for second in later.each() {
                let digits = grid.mask(first) | grid.mask(second);
                if B::ones(digits) != 3 {
                    continue;
                }
                for third in (later & B::Cells::after(second)).each() {
                    self.try_three(grid, [first, second, third], digits, sink)?;
                }
            }
        }
        Continue(())
    }

    fn plain(&self) -> &'static wing::Wing {
        match self {
            Self::Xy => &wing::XY,
            Self::Xyz => &wing::XYZ,
        }
    }

    /// Tries three cells, of which the first two hold three digits.
    fn try_three<B: Board>(
        &self,
        grid: &LogicGrid<B>,
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
            let seen = grid.board().peers(pivot);
            if seen.contains(a) && seen.contains(b) {
                let common = grid.mask(a) & grid.mask(b);
                let z = common.trailing_zeros() as usize;
                self.plain().report(grid, [pivot, a, b], z, sink)?;
            }
        }
        Continue(())
    }
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

    search_every_board!();
}

/// Looks for houses that link two cells, and reports what that removes.
fn report_w<B: Board>(
    grid: &LogicGrid<B>,
    [first, second]: [usize; 2],
    removed: usize,
    linked: usize,
    gone: B::Cells,
    sink: &mut Sink<'_, '_>,
) -> ControlFlow<()> {
    let board = grid.board();
    let cells = B::Cells::only(first) | B::Cells::only(second);
    for house in board.rows().chain(board.columns()).chain(board.boxes()) {
        if B::ones(grid.places(house, linked)) != 2 {
            continue;
        }
        let places = grid.cells_of(linked) & board.house(house);
        let by_first = places & board.peers(first);
        let by_second = places & board.peers(second) & !by_first;
        if !(places & cells).is_empty() || by_first.is_empty() || by_second.is_empty() {
            continue;
        }
        let mut deduction = Deduction {
            kind: "w-wing",
            eliminations: gone.each().map(|cell| candidate(cell, removed)).collect(),
            ..Deduction::default()
        };
        if sink.wants_evidence() {
            deduction.cells = [first, second].map(Cell::new).to_vec();
            deduction.digits = DigitSet::from_bits(1 << removed);
            deduction.others = listed(places);
            deduction.other_digits = DigitSet::from_bits(1 << linked);
            deduction.houses = vec![board.named(house)];
        }
        sink.take(deduction)?;
    }
    Continue(())
}

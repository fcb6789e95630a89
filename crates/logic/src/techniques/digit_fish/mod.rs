//! Fish of all shapes, with and without fins, digit by digit.

mod search;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow::{self, Continue};

use quadrille_core::DigitSet;

use self::search::{Found, Search};
use crate::board::Board;
use crate::cells::CellSet;
use crate::deduction::{Deduction, candidate, listed};
use crate::grid::LogicGrid;
use crate::single_digit::{FISH, each_digit};
use crate::technique::{Kind, Sink, Technique, search_every_board};

/// Some houses, the bases, all of whose candidates of a digit lie in as many other houses, the covers.
/// Each base needs a place of its own, so each cover has its digit in a base: candidates of the covers
/// outside the bases, and those in two covers, are wrong.
///
/// Candidates of the bases outside the covers, and those in two bases, are fins. Either a fin is true
/// or there is a fish without fins, so what that removes is wrong where all fins see it.
///
/// The bases are rows and the covers columns, or the other way round. In a Franken fish boxes may be
/// among both. In a Sashimi fish a base has at most one candidate that is no fin.
///
/// In the evidence, `cells` are the candidates of the bases without the fins, `others` the fins, and
/// `houses` the bases, then the covers.
///
/// The definitions, the greatest numbers of fins, and the order of the search follow HoDoKu, by
/// Bernhard Hobiger: digit by digit, first with bases in rows, sets of bases and of covers in lexical
/// order, with lines before boxes.
pub(super) struct DigitFish {
    id: &'static str,
    kind: &'static [Kind; 1],
    size: usize,
    shape: Shape,
    fins: Fins,
}

/// The houses that may be bases and covers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// Lines of one direction and lines of the other.
    Basic,
    /// Boxes too, of which there is at least one.
    Franken,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Fins {
    Without,
    With,
    Sashimi,
}

/// The most fins of a fish, and the most of them that may be in two bases.
const MOST_FINS: u32 = 5;
const MOST_IN_TWO_BASES: u32 = 2;

impl DigitFish {
    fn search<B: Board>(&self, grid: &LogicGrid<B>, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        each_digit(grid, sink, self.family(), |digit, removable, sink| {
            for is_rows in [true, false] {
                let search = Search::new(self, grid, digit, removable, is_rows);
                search.run(&mut |found| {
                    sink.poll()?;
                    match found {
                        Some(found) => self.report(grid.board(), digit, found, sink),
                        None => Continue(()),
                    }
                })?;
            }
            Continue(())
        })
    }

    const fn new(kind: &'static [Kind; 1], size: usize, shape: Shape, fins: Fins) -> Self {
        Self { id: kind[0].id, kind, size, shape, fins }
    }

    /// Gives it another id than that of its kind, which another technique has.
    const fn called(self, id: &'static str) -> Self {
        Self { id, ..self }
    }

    /// The number by which the memory of single digits knows it.
    fn family(&self) -> usize {
        FISH + (self.shape as usize * 3 + self.fins as usize) * 3 + self.size - 2
    }
}

pub(super) const X_WING: DigitFish =
    DigitFish::new(&[Kind { id: "x-wing", title: "X-Wing" }], 2, Shape::Basic, Fins::Without)
        .called("hodoku-x-wing");
pub(super) const SWORDFISH: DigitFish =
    DigitFish::new(&[Kind { id: "swordfish", title: "Swordfish" }], 3, Shape::Basic, Fins::Without)
        .called("hodoku-swordfish");
pub(super) const JELLYFISH: DigitFish =
    DigitFish::new(&[Kind { id: "jellyfish", title: "Jellyfish" }], 4, Shape::Basic, Fins::Without)
        .called("hodoku-jellyfish");

pub(super) const FINNED_X_WING: DigitFish = DigitFish::new(
    &[Kind { id: "finned-x-wing", title: "Finned X-Wing" }],
    2,
    Shape::Basic,
    Fins::With,
);
pub(super) const FINNED_SWORDFISH: DigitFish = DigitFish::new(
    &[Kind { id: "finned-swordfish", title: "Finned Swordfish" }],
    3,
    Shape::Basic,
    Fins::With,
);
pub(super) const FINNED_JELLYFISH: DigitFish = DigitFish::new(
    &[Kind { id: "finned-jellyfish", title: "Finned Jellyfish" }],
    4,
    Shape::Basic,
    Fins::With,
);

pub(super) const SASHIMI_X_WING: DigitFish = DigitFish::new(
    &[Kind { id: "sashimi-x-wing", title: "Sashimi X-Wing" }],
    2,
    Shape::Basic,
    Fins::Sashimi,
);
pub(super) const SASHIMI_SWORDFISH: DigitFish = DigitFish::new(
    &[Kind { id: "sashimi-swordfish", title: "Sashimi Swordfish" }],
    3,
    Shape::Basic,
    Fins::Sashimi,
);
pub(super) const SASHIMI_JELLYFISH: DigitFish = DigitFish::new(
    &[Kind { id: "sashimi-jellyfish", title: "Sashimi Jellyfish" }],
    4,
    Shape::Basic,
    Fins::Sashimi,
);

pub(super) const FRANKEN_X_WING: DigitFish = DigitFish::new(
    &[Kind { id: "franken-x-wing", title: "Franken X-Wing" }],
    2,
    Shape::Franken,
    Fins::Without,
);
pub(super) const FRANKEN_SWORDFISH: DigitFish = DigitFish::new(
    &[Kind { id: "franken-swordfish", title: "Franken Swordfish" }],
    3,
    Shape::Franken,
    Fins::Without,
);
pub(super) const FRANKEN_JELLYFISH: DigitFish = DigitFish::new(
    &[Kind { id: "franken-jellyfish", title: "Franken Jellyfish" }],
    4,
    Shape::Franken,
    Fins::Without,
);

pub(super) const FINNED_FRANKEN_X_WING: DigitFish = DigitFish::new(
    &[Kind { id: "finned-franken-x-wing", title: "Finned Franken X-Wing" }],
    2,
    Shape::Franken,
    Fins::With,
);
pub(super) const FINNED_FRANKEN_SWORDFISH: DigitFish = DigitFish::new(
    &[Kind { id: "finned-franken-swordfish", title: "Finned Franken Swordfish" }],
    3,
    Shape::Franken,
    Fins::With,
);
pub(super) const FINNED_FRANKEN_JELLYFISH: DigitFish = DigitFish::new(
    &[Kind { id: "finned-franken-jellyfish", title: "Finned Franken Jellyfish" }],
    4,
    Shape::Franken,
    Fins::With,
);

impl Technique for DigitFish {
    fn id(&self) -> &'static str {
        self.id
    }

    fn kinds(&self) -> &'static [Kind] {
        self.kind
    }

    search_every_board!();
}

impl DigitFish {
    fn report<B: Board>(
        &self,
        board: B,
        digit: usize,
        found: &Found<'_, B>,
        sink: &mut Sink<'_, '_>,
    ) -> ControlFlow<()> {
        let eliminations = found.removed.each().map(|cell| candidate(cell, digit)).collect();
        let mut deduction =
            Deduction { kind: self.kind[0].id, eliminations, ..Deduction::default() };
        if sink.wants_evidence() {
            deduction.cells = listed(found.bases & !found.fins);
            deduction.others = listed(found.fins);
            deduction.digits = DigitSet::from_bits(1 << digit);
            let houses = found.houses.iter();
            deduction.houses = houses.map(|&house| board.named(house.into())).collect();
        }
        sink.take(deduction)
    }
}

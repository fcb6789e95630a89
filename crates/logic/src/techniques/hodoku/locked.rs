//! Locked candidates, house by house.

use std::ops::ControlFlow::{self, Continue};

use crate::cells::ones;
use crate::grid::LogicGrid;
use crate::houses::{BOXES, COLUMNS, ROWS};
use crate::technique::{Kind, Sink, Technique};
use crate::techniques::locked;

/// A digit's places in a box lie in one line, or those in a line in one box, so it is nowhere else in
/// the other house.
pub(in crate::techniques) enum Locked {
    /// The places in a box lie in one line.
    Pointing,
    /// The places in a line lie in one box; rows are tried first.
    Claiming,
}

impl Technique for Locked {
    fn id(&self) -> &'static str {
        match self {
            Self::Pointing => "hodoku-pointing",
            Self::Claiming => "hodoku-claiming",
        }
    }

    fn kinds(&self) -> &'static [Kind] {
        self.plain().kinds()
    }

    fn find(&self, grid: &LogicGrid, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        let (boxes, lines) = match self {
            Self::Pointing => (Some(BOXES), None),
            Self::Claiming => (None, Some(ROWS.chain(COLUMNS))),
        };
        for base in boxes.into_iter().flatten().chain(lines.into_iter().flatten()) {
            for digit in 0..9 {
                let places = grid.places(base, digit);
                let count = ones(places);
                if !(2..=3).contains(&count) {
                    continue;
                }
                let has_more = |&cover: &usize| ones(grid.places(cover, digit)) > count;
                if let Some(cover) = cover(base, places).filter(has_more) {
                    self.plain().report(grid, digit, base, cover, None, sink)?;
                }
            }
        }
        Continue(())
    }
}

impl Locked {
    fn plain(&self) -> &'static locked::Locked {
        match self {
            Self::Pointing => &locked::POINTING,
            Self::Claiming => &locked::CLAIMING,
        }
    }
}

/// The house that crosses another in all of its `places`, if there is one.
fn cover(base: usize, places: u16) -> Option<usize> {
    let number = base % 9;
    let third = (0..3).find(|third| places & !(0b111 << (3 * third)) == 0);
    if ROWS.contains(&base) {
        return third.map(|third| number / 3 * 3 + third);
    }
    if COLUMNS.contains(&base) {
        return third.map(|third| 3 * third + number / 3);
    }
    let row = third.map(|third| ROWS.start + number / 3 * 3 + third);
    let column = (0..3).find(|third| places & !(0b100_1001 << third) == 0);
    row.or(column.map(|third| COLUMNS.start + number % 3 * 3 + third))
}

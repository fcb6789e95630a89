//! Locked candidates, house by house.

use std::ops::ControlFlow::{self, Continue};

use crate::board::Board;
use crate::grid::LogicGrid;
use crate::technique::{Kind, Sink, Technique, search_every_board};
use crate::techniques::locked;

use super::houses;

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

    search_every_board!();
}

impl Locked {
    fn search<B: Board>(&self, grid: &LogicGrid<B>, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        let board = grid.board();
        let side = board.side();
        let is_meant = |base: &usize| (*base < side) == matches!(self, Self::Pointing);
        for base in houses(board).filter(is_meant) {
            for digit in 0..side {
                let places = grid.places(base, digit);
                let count = B::ones(places);
                let has_more = |&cover: &usize| B::ones(grid.places(cover, digit)) > count;
                if let Some(cover) = cover(board, base, places).filter(has_more) {
                    self.plain().report(grid, digit, base, cover, None, sink)?;
                }
            }
        }
        Continue(())
    }

    fn plain(&self) -> &'static locked::Locked {
        match self {
            Self::Pointing => &locked::POINTING,
            Self::Claiming => &locked::CLAIMING,
        }
    }
}

/// The house that crosses another in all of its `places`, if there is one.
fn cover<B: Board>(board: B, base: usize, places: u16) -> Option<usize> {
    if base >= board.side() {
        return board.cover(base, &board.boxes(), places);
    }
    let row = board.cover(base, &board.rows(), places);
    row.or_else(|| board.cover(base, &board.columns(), places))
}

//! Full houses, naked and hidden singles in the order in which they came up.

use std::ops::ControlFlow::{self, Continue};

use quadrille_core::Cell;

use crate::board::Board;
use crate::cells::CellSet;
use crate::deduction::{Deduction, candidate};
use crate::grid::LogicGrid;
use crate::queue::Queue;
use crate::technique::{Kind, Sink, Technique, search_every_board};

/// Singles, oldest first; see [`Queue`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::techniques) enum Single {
    /// The last empty cell of a house.
    FullHouse,
    /// A cell that has one candidate left.
    Naked,
    /// A digit that has one place left in a house.
    Hidden,
}

const IN_BOX: &str = "hidden-single-box";
const IN_LINE: &str = "hidden-single-line";

impl Technique for Single {
    fn id(&self) -> &'static str {
        match self {
            Self::FullHouse => "hodoku-full-house",
            Self::Naked => "hodoku-naked-single",
            Self::Hidden => "hodoku-hidden-single",
        }
    }

    fn kinds(&self) -> &'static [Kind] {
        match self {
            Self::FullHouse => &[Kind { id: "full-house", title: "Full house" }],
            Self::Naked => &[Kind { id: "naked-single", title: "Naked single" }],
            Self::Hidden => &[
                Kind { id: IN_BOX, title: "Hidden single in a box" },
                Kind { id: IN_LINE, title: "Hidden single in a row or column" },
            ],
        }
    }

    search_every_board!();
}

impl Single {
    fn search<B: Board>(&self, grid: &LogicGrid<B>, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        let (board, wants_all) = (grid.board(), sink.wants_all());
        let (queue, _) = sink.memory::<Queue>();
        queue.start(grid);
        let mut found: Vec<Deduction> = Vec::new();
        let mut report = |(cell, digit): (usize, usize)| {
            let placements = vec![candidate(cell, digit)];
            let house = self.house(grid, cell, digit);
            if self.is_shown(house) && found.iter().all(|other| other.placements != placements) {
                let kind = match (self, house) {
                    (Self::FullHouse, _) => "full-house",
                    (Self::Naked, _) => "naked-single",
                    (Self::Hidden, Some(house)) if house < board.side() => IN_BOX,
                    (Self::Hidden, _) => IN_LINE,
                };
                found.push(Deduction {
                    kind,
                    placements,
                    cells: vec![Cell::new(cell)],
                    houses: house.map(|house| board.named(house)).into_iter().collect(),
                    ..Deduction::default()
                });
            }
            !found.is_empty() && !wants_all
        };
        let _ = match self {
            Self::Hidden => queue.hidden(grid).any(&mut report),
            _ => queue.naked(grid).any(&mut report),
        };
        for deduction in found {
            sink.take(deduction)?;
        }
        Continue(())
    }

    /// The house, boxes first, that the single is the last or the only place of.
    fn house<B: Board>(self, grid: &LogicGrid<B>, cell: usize, digit: usize) -> Option<usize> {
        let board = grid.board();
        let mut houses = board.houses_of(cell).into_iter().map(usize::from);
        match self {
            Self::FullHouse => {
                houses.find(|&house| (grid.empty() & board.house(house)).is_single())
            }
            Self::Hidden => houses.find(|&house| grid.places(house, digit).is_power_of_two()),
            Self::Naked => None,
        }
    }

    fn is_shown(self, house: Option<usize>) -> bool {
        self == Self::Naked || house.is_some()
    }
}

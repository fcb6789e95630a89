//! Full houses, naked and hidden singles in the order in which they came up.

use std::ops::ControlFlow::{self, Continue};

use quadrille_core::Cell;

use crate::deduction::{Deduction, House, candidate};
use crate::grid::LogicGrid;
use crate::houses::{BOXES, HOUSES, HOUSES_OF};
use crate::queue::Queue;
use crate::technique::{Kind, Sink, Technique};

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

    fn find(&self, grid: &LogicGrid, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        let wants_all = sink.wants_all();
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
                    (Self::Hidden, Some(house)) if BOXES.contains(&house) => IN_BOX,
                    (Self::Hidden, _) => IN_LINE,
                };
                found.push(Deduction {
                    kind,
                    placements,
                    cells: vec![Cell::new(cell)],
                    houses: house.map(House::of_index).into_iter().collect(),
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
}

impl Single {
    /// The house, boxes first, that the single is the last or the only place of.
    fn house(self, grid: &LogicGrid, cell: usize, digit: usize) -> Option<usize> {
        let mut houses = HOUSES_OF[cell].into_iter().map(usize::from);
        match self {
            Self::FullHouse => {
                houses.find(|&house| (grid.empty() & HOUSES[house]).is_power_of_two())
            }
            Self::Hidden => houses.find(|&house| grid.places(house, digit).is_power_of_two()),
            Self::Naked => None,
        }
    }

    fn is_shown(self, house: Option<usize>) -> bool {
        self == Self::Naked || house.is_some()
    }
}

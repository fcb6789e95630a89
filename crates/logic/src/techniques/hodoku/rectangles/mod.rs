//! Unique, hidden and avoidable rectangles.
//!
//! All types are looked for at once, rectangle by rectangle, and kept for the techniques that follow.

mod avoidable;
mod unique;

use std::ops::ControlFlow::{self, Continue};

use quadrille_core::{Cell, DigitSet};

use crate::board::Board;
use crate::cells::CellSet;
use crate::deduction::{Deduction, candidate};
use crate::grid::LogicGrid;
use crate::technique::{Kind, Sink, Technique, search_every_board};

/// Two digits that could be exchanged in four cells of two rows, two columns and two boxes, for a
/// second solution.
///
/// In the evidence, `cells` are the rectangle and `digits` its two digits; `others` and `other_digits`
/// are the other cells of a naked set and its digits (type 3). Of types 2 and 5 and of the second
/// avoidable rectangle, `other_digits` is the digit that one of the cells must hold.
pub(in crate::techniques) struct Rectangle {
    id: &'static str,
    kind: &'static [Kind; 1],
    /// Whether two or three of the cells are filled.
    is_avoidable: bool,
}

pub(in crate::techniques) const UNIQUE: [Rectangle; 6] = [
    unique(
        "hodoku-unique-rectangle-1",
        &[Kind { id: "unique-rectangle-1", title: "Unique rectangle, type 1" }],
    ),
    unique(
        "hodoku-unique-rectangle-2",
        &[Kind { id: "unique-rectangle-2", title: "Unique rectangle, type 2" }],
    ),
    unique(
        "hodoku-unique-rectangle-3",
        &[Kind { id: "unique-rectangle-3", title: "Unique rectangle, type 3" }],
    ),
    unique(
        "hodoku-unique-rectangle-4",
        &[Kind { id: "unique-rectangle-4", title: "Unique rectangle, type 4" }],
    ),
    unique(
        "unique-rectangle-5",
        &[Kind { id: "unique-rectangle-5", title: "Unique rectangle, type 5" }],
    ),
    unique(
        "unique-rectangle-6",
        &[Kind { id: "unique-rectangle-6", title: "Unique rectangle, type 6" }],
    ),
];

pub(in crate::techniques) const HIDDEN: Rectangle =
    unique("hidden-rectangle", &[Kind { id: "hidden-rectangle", title: "Hidden rectangle" }]);

pub(in crate::techniques) const AVOIDABLE: [Rectangle; 2] = [
    Rectangle {
        id: "avoidable-rectangle-1",
        kind: &[Kind { id: "avoidable-rectangle-1", title: "Avoidable rectangle, type 1" }],
        is_avoidable: true,
    },
    Rectangle {
        id: "avoidable-rectangle-2",
        kind: &[Kind { id: "avoidable-rectangle-2", title: "Avoidable rectangle, type 2" }],
        is_avoidable: true,
    },
];

const fn unique(id: &'static str, kind: &'static [Kind; 1]) -> Rectangle {
    Rectangle { id, kind, is_avoidable: false }
}

/// What was found on a board, of all types.
struct Kept<B: Board, const AVOIDABLE: bool> {
    board: Option<LogicGrid<B>>,
    found: Vec<Deduction>,
}

impl<B: Board, const AVOIDABLE: bool> Default for Kept<B, AVOIDABLE> {
    fn default() -> Self {
        Self { board: None, found: Vec::new() }
    }
}

impl Technique for Rectangle {
    fn id(&self) -> &'static str {
        self.id
    }

    fn kinds(&self) -> &'static [Kind] {
        self.kind
    }

    fn needs_uniqueness(&self) -> bool {
        true
    }

    search_every_board!();
}

impl Rectangle {
    fn search<B: Board>(&self, grid: &LogicGrid<B>, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        if self.is_avoidable {
            self.find_kept::<B, true>(grid, sink, avoidable::find)
        } else {
            self.find_kept::<B, false>(grid, sink, unique::find)
        }
    }

    fn find_kept<B: Board, const AVOIDABLE: bool>(
        &self,
        grid: &LogicGrid<B>,
        sink: &mut Sink<'_, '_>,
        search: fn(&LogicGrid<B>, &mut Vec<Deduction>),
    ) -> ControlFlow<()> {
        let (kept, _) = sink.memory::<Kept<B, AVOIDABLE>>();
        if kept.board.as_ref() != Some(grid) {
            kept.board = Some(grid.clone());
            kept.found.clear();
            search(grid, &mut kept.found);
        }
        let of_kind = |deduction: &&Deduction| deduction.kind == self.kind[0].id;
        let found: Vec<Deduction> = kept.found.iter().filter(of_kind).cloned().collect();
        for deduction in found {
            sink.take(deduction)?;
        }
        Continue(())
    }
}

/// Four corners, beginning with a cell, one that shares a box and a line with it, and those across
/// from them in another box.
type Corners = [usize; 4];

/// The rectangles that begin with a cell, in order, of which the second cell is among some cells and
/// those across among others.
fn rectangles<B: Board>(
    board: B,
    first: usize,
    seconds: B::Cells,
    others: B::Cells,
) -> impl Iterator<Item = Corners> + Clone {
    let [of, column, row] = board.houses_of(first).map(|house| board.house(house.into()));
    let seconds = seconds & of & (row | column) & !B::Cells::only(first);
    seconds.each().flat_map(move |second| {
        // The line that leads to the other box.
        let line = if row.contains(second) { column } else { row };
        let fourth = move |third: usize| third + second - first;
        let thirds = (others & line & !of).each();
        let thirds = thirds.filter(move |&third| others.contains(fourth(third)));
        thirds.map(move |third| [first, second, third, fourth(third)])
    })
}

/// The rectangles that were looked at. HoDoKu looks at each once, and takes some for others.
#[derive(Default)]
struct Seen(Vec<usize>);

impl Seen {
    /// Adds a rectangle; returns whether it is new.
    fn add(&mut self, mut corners: Corners) -> bool {
        corners.sort_unstable();
        let key = corners.iter().fold(0, |key, corner| 10 * key + corner);
        let is_new = !self.0.contains(&key);
        if is_new {
            self.0.push(key);
        }
        is_new
    }
}

/// The candidates of a digit in some cells.
fn candidates(cells: impl CellSet, digit: usize) -> Vec<quadrille_core::Candidate> {
    cells.each().map(|cell| candidate(cell, digit)).collect()
}

/// A deduction with the corners of a rectangle and its digits.
fn pattern(kind: &'static str, corners: Corners, digits: u16) -> Deduction {
    Deduction {
        kind,
        cells: corners.map(Cell::new).to_vec(),
        digits: DigitSet::from_bits(digits.into()),
        ..Deduction::default()
    }
}

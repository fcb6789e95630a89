//! What can be said about a digit from its own candidates alone, kept from step to step.
//!
//! Many techniques look at one digit at a time: fish, colors, turbot fish. Two facts spare most of
//! their work. What they find depends on the cells of the digit alone, so a digit that has not
//! changed since a technique found nothing is omitted. And they can only remove candidates that
//! belong to no complete placement of the digit, which are found quickly, and mostly there are
//! none.

use std::ops::ControlFlow::{self, Continue};

use super::board::{Array, Board};
use super::cells::{CellSet, bits};
use super::grid::LogicGrid;
use super::technique::Sink;

/// The number of families of techniques that can be distinguished.
const FAMILIES: usize = 32;

/// The first of the families of fish, of which there are 18.
pub(super) const FISH: usize = 0;
/// The families of colors.
pub(super) const SIMPLE_COLORS: usize = 18;
pub(super) const MULTI_COLORS: usize = 19;

/// What is known about each digit.
struct Memory<B: Board> {
    /// The cells of each digit, and those of them that are in no placement.
    impossible: B::OfDigits<(B::Cells, B::Cells)>,
    /// For each family and digit, the cells with which nothing was found.
    quiet: [B::OfDigits<B::Cells>; FAMILIES],
}

impl<B: Board> Default for Memory<B> {
    fn default() -> Self {
        let none = B::Cells::NONE;
        Self { impossible: Array::filled((none, none)), quiet: [Array::filled(none); FAMILIES] }
    }
}

/// Calls a search with each digit, in ascending order, for which it may find anything, and with the
/// candidates of the digit that can be removed at all.
///
/// A family is one of the numbers above, which no two searches share.
pub(super) fn each_digit<B: Board>(
    grid: &LogicGrid<B>,
    sink: &mut Sink<'_, '_>,
    family: usize,
    mut search: impl FnMut(usize, B::Cells, &mut Sink<'_, '_>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut removable: B::OfDigits<B::Cells> = Array::filled(B::Cells::NONE);
    let mut pending = 0_u16;
    let (memory, _) = sink.memory::<Memory<B>>();
    for digit in 0..grid.board().side() {
        let cells = grid.cells_of(digit);
        if memory.quiet[family][digit] == cells {
            continue;
        }
        removable[digit] = memory.removable(digit, cells);
        if removable[digit].is_empty() {
            memory.quiet[family][digit] = cells;
        } else {
            pending |= 1 << digit;
        }
    }
    for digit in bits(pending) {
        search(digit, removable[digit], sink)?;
        if !sink.wants_all() {
            sink.memory::<Memory<B>>().0.quiet[family][digit] = grid.cells_of(digit);
        }
    }
    Continue(())
}

/// Returns, for each digit, the candidates that can be removed by what is known of this digit alone.
pub(super) fn removable<B: Board>(
    grid: &LogicGrid<B>,
    sink: &mut Sink<'_, '_>,
) -> B::OfDigits<B::Cells> {
    let (memory, _) = sink.memory::<Memory<B>>();
    Array::from_fn(|digit| memory.removable(digit, grid.cells_of(digit)))
}

impl<B: Board> Memory<B> {
    fn removable(&mut self, digit: usize, cells: B::Cells) -> B::Cells {
        let known = &mut self.impossible[digit];
        if known.0 != cells {
            *known = (cells, B::impossible(cells));
        }
        known.1
    }
}

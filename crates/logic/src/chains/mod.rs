//! Chains of implications: cycles, forcing chains and their nested forms.
//!
//! The search follows Sudoku Explainer's chaining rules by Nicolas Juillerat in every order that can
//! be seen in a rating: which assumption comes first, in which order the consequences of a node are
//! found, and which of several causes counts. The structure is our own. An assumption is followed
//! by a [`Run`](run::Run); [`cycles`] looks for cycles and single chains on the links that are
//! there, [`forcing`] compares the runs of several assumptions, and `rules` holds the simple
//! patterns that the (+) levels add.

mod closure;
mod cycles;
mod evidence;
mod forcing;
mod kinds;
mod links;
mod marks;
mod needs;
mod nested;
mod quiet;
mod reach;
mod rules;
mod run;
mod scratch;
mod shorter;
#[cfg(test)]
mod tests;

pub(super) use cycles::KINDS as CYCLE_KINDS;
pub(super) use kinds::kinds;
pub(super) use shorter::shorter;

use std::ops::ControlFlow::{self, Break, Continue};

use self::forcing::Context;
use self::marks::{Frame, Marks};
use self::scratch::{Scratch, Searches};
use super::cells::Cells;
use super::deduction::Deduction;
use super::grid::LogicGrid;
use super::technique::Sink;

/// What a chain search looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Config {
    /// Compares all candidates of a cell or house, even if there are more than two.
    pub(super) multiple: bool,
    /// Candidates that are off are gone, so new links appear.
    pub(super) dynamic: bool,
    /// Follows one digit only, and looks for contradictions only.
    pub(super) nishio: bool,
    /// 0 for plain links, 1 for the (+) rules, 2 and more for nested chains.
    pub(super) level: u8,
    /// The level of the nested dynamic chains, where `level` is 4.
    pub(super) nested_level: u8,
}

impl Config {
    /// Multiple chains on the links that are there from the start.
    pub(super) const MULTIPLE: Self =
        Self { multiple: true, dynamic: false, nishio: false, level: 0, nested_level: 0 };

    /// The place among the levels, from 0.
    fn rank(self) -> u8 {
        self.level + self.nested_level
    }
}

/// A candidate: the cell times 16, plus the digit from 0.
pub(super) type Id = u16;

fn id(cell: usize, digit: usize) -> Id {
    (cell << 4 | digit) as Id
}

fn cell_of(id: Id) -> usize {
    usize::from(id >> 4)
}

fn digit_of(id: Id) -> usize {
    usize::from(id & 15)
}

/// The number of ids.
const IDS: usize = 81 << 4;

/// Candidates, by digit.
type Candidates = [Cells; 9];

fn has(set: &Candidates, id: Id) -> bool {
    set[digit_of(id)] >> cell_of(id) & 1 != 0
}

fn insert(set: &mut Candidates, id: Id) {
    set[digit_of(id)] |= 1 << cell_of(id);
}

/// The surcharge for the length of a chain in tenths, from its complexity.
///
/// The thresholds alternate between growing by 3/2 and by 4/3.
pub(super) fn surcharge(complexity: u32) -> u16 {
    let (mut threshold, mut tenths) = (4, 0);
    while complexity > threshold + 2 {
        threshold = if tenths % 2 == 0 { threshold * 3 / 2 } else { threshold * 4 / 3 };
        tenths += 1;
    }
    tenths
}

/// Reports the cycles and forcing chains on the links of the board.
pub(super) fn find_cycles(grid: &LogicGrid, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
    let marks = Marks::of(grid);
    let bases = cycles::KINDS.map(|kind| f64::from(sink.rating(kind.id)) / 10.0);
    let (wants_all, wants_evidence) = (sink.wants_all(), sink.wants_evidence());
    let deductions: Vec<Deduction> = {
        let (scratch, mut poll) = sink.memory::<Scratch>();
        let searches = scratch.searches(&marks, &Frame::of(grid));
        let Searches { closure, cycles, .. } = searches;
        let mut hints = match cycles.search(closure, &marks, &bases, wants_all, false, &mut poll) {
            Continue(hints) => hints.to_vec(),
            Break(()) => return Break(()),
        };
        if wants_evidence {
            hints.iter_mut().for_each(|hint| cycles.complete(closure, &marks, hint));
        }
        hints.iter().map(|hint| hint.deduction(wants_evidence)).collect()
    };
    deductions.into_iter().try_for_each(|deduction| sink.take(deduction))
}

/// Reports the forcing chains that compare several assumptions.
pub(super) fn find_forcing(
    config: Config,
    grid: &LogicGrid,
    sink: &mut Sink<'_, '_>,
) -> ControlFlow<()> {
    let (marks, frame) = (Marks::of(grid), Frame::of(grid));
    let (wants_all, wants_evidence) = (sink.wants_all(), sink.wants_evidence());
    let mut deductions = Vec::new();
    {
        let (scratch, mut poll) = sink.memory::<Scratch>();
        let searches = scratch.searches(&marks, &frame);
        let Searches { closure, quiet, nishio, multiple, dynamic, .. } = searches;
        let mut context = Context { frame: &frame, closure, quiet, poll: &mut poll };
        let forcing = match config {
            Config { nishio: true, .. } => nishio,
            Config { dynamic: true, .. } => dynamic,
            Config { .. } => multiple,
        };
        forcing.set_level(config);
        let hints = match forcing.search(&mut context, &marks, wants_all) {
            Continue(hints) => hints.to_vec(),
            Break(()) => return Break(()),
        };
        for hint in &hints {
            match forcing.deduction(&mut context, &marks, hint, wants_evidence) {
                Continue(mut deduction) => {
                    if wants_evidence {
                        deduction.links = shorter(grid, deduction.kind, deduction.links);
                    }
                    deductions.push(deduction);
                }
                Break(()) => return Break(()),
            }
        }
    }
    deductions.into_iter().try_for_each(|deduction| sink.take(deduction))
}

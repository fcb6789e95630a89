//! Brute force: a digit of the solution, where no technique finds anything.

use std::ops::ControlFlow::{self, Continue};

use quadrille_core::solve::{self, Solver, Verdict};
use quadrille_core::{Cell, Puzzle};

use crate::cells::{Cells, each};
use crate::deduction::{Deduction, candidate};
use crate::grid::LogicGrid;
use crate::technique::{Kind, Sink, Technique};

/// The middle one of the empty cells takes its digit of the solution, if there is only one.
pub(in crate::techniques) struct BruteForce;

impl Technique for BruteForce {
    fn id(&self) -> &'static str {
        "brute-force"
    }

    fn kinds(&self) -> &'static [Kind] {
        &[Kind { id: "brute-force", title: "Brute force" }]
    }

    fn is_last_resort(&self) -> bool {
        true
    }

    fn find(&self, grid: &LogicGrid, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        let Ok(puzzle) = Puzzle::from_marks(grid.marks(), Default::default()) else {
            return Continue(());
        };
        let verdict = solve::verdict(Solver::Kernel, &puzzle, sink.meter());
        sink.poll()?;
        let Verdict::Unique(solution) = verdict else { return Continue(()) };
        let empty: Cells = grid.empty();
        let Some(cell) = each(empty).nth(empty.count_ones() as usize / 2) else {
            return Continue(());
        };
        let digit = solution.grid().get(Cell::new(cell)).expect("solutions are complete");
        sink.take(Deduction {
            kind: "brute-force",
            placements: vec![candidate(cell, usize::from(digit.get() - 1))],
            cells: vec![Cell::new(cell)],
            ..Deduction::default()
        })
    }
}

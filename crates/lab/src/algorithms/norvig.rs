//! Peter Norvig's solver: propagation, and guesses in the most constrained cell (R0).
//!
//! State: the candidates of every cell, reduced by naked and hidden singles. Moves: one of the
//! candidates of the undecided cell that has the fewest, ties by cell order, digits ascending. No
//! cost: a contradiction sends the search back. Nodes are assignments, givens and inferred ones
//! included, as R0 counted them; guesses are counted apart as `branch`.

use quadrille_engine::{Counter, Puzzle, Run, Stop};

use crate::board::{Assigned, CandidateGrid, Propagation};
use crate::registry::{Entry, Family, Parameters, any_board};

/// The entry.
pub(super) const ENTRY: Entry = Entry {
    id: "norvig",
    title: "Norvig's constraint propagation and search",
    family: Family::Tree,
    source: "R0: Boukharouba & Mohammed 2018, after Norvig, Solving Every Sudoku Puzzle, 2006",
    about: "Candidates are reduced by naked and hidden singles; then the cell with the fewest is \
            guessed (ties by cell order, digits ascending), and a contradiction sends the search \
            back. Nodes are assignments, givens and inferred ones included.",
    flaw: None,
    parameters: &[],
    counters: &[
        Counter::Assign,
        Counter::AssignGiven,
        Counter::AssignHidden,
        Counter::Branch,
        Counter::Backtrack,
        Counter::Contradiction,
    ],
    nodes: Counter::Assign,
    complete: true,
    deterministic: true,
    may_be_wrong: false,
    supports: any_board,
    run,
};

fn run(puzzle: &Puzzle, _: &Parameters, run: &mut Run<'_>) -> Stop {
    let mut grid = CandidateGrid::new(puzzle);
    match grid.assign_givens(puzzle, run) {
        Err(stop) => stop,
        Ok(Propagation::Contradiction) => {
            run.meter.note(Counter::Contradiction);
            Stop::ProvedNone
        }
        Ok(Propagation::Consistent) => match search(&mut grid, run) {
            Ok(()) => Stop::ProvedNone,
            Err(stop) => stop,
        },
    }
}

/// Searches everything below the present sets.
///
/// # Errors
/// With the reason to stop, a solution included; without one there is no solution below.
fn search(grid: &mut CandidateGrid, run: &mut Run<'_>) -> Result<(), Stop> {
    run.offer(|| grid.snapshot());
    let Some(cell) = grid.most_constrained() else {
        return Err(run.claim(&grid.snapshot()));
    };
    for digit in grid.get(cell) {
        let before = grid.mark();
        match grid.assign(cell, digit, Assigned::Guess, run)? {
            Propagation::Consistent => search(grid, run)?,
            Propagation::Contradiction => run.meter.note(Counter::Contradiction),
        }
        grid.undo_to(before);
        run.meter.note(Counter::Backtrack);
    }
    Ok(())
}

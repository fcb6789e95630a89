//! Peter Norvig's solver: propagation, and guesses in the most constrained cell (R0).
//!
//! Nodes are assignments, including givens and inferred ones, as R0 counted them; `branch` counts the
//! guesses.

use quadrille_core::{Counter, Puzzle, Run, Stop};

use crate::board::CandidateGrid;
use crate::registry::{Entry, Parameters};

pub(super) const ENTRY: Entry = Entry {
    id: "norvig",
    title: "Norvig's constraint propagation and search",
    source: "R0: Boukharouba & Mohammed 2018, after Norvig, Solving Every Sudoku Puzzle, 2006",
    about: "Candidates are reduced by naked and hidden singles. Then the cell with the fewest \
            candidates is guessed (ties by cell order, digits ascending); a contradiction makes \
            the search backtrack. Nodes are assignments, including givens and inferred ones.",
    counters: &[
        Counter::Assign,
        Counter::AssignGiven,
        Counter::AssignHidden,
        Counter::Branch,
        Counter::Backtrack,
        Counter::Contradiction,
    ],
    nodes: Counter::Assign,
    run,
    ..Entry::TREE
};

fn run(puzzle: &Puzzle, _: &Parameters, run: &mut Run<'_>) -> Result<Stop, Stop> {
    let mut grid = CandidateGrid::new(puzzle);
    if grid.assign_givens(puzzle, |why| count(why, run))? {
        search(&mut grid, 0, run)?;
    } else {
        run.meter.note(Counter::Contradiction);
    }
    Ok(Stop::ProvedNone)
}

/// Counts an assignment, and why it is made.
fn count(why: Counter, run: &mut Run<'_>) -> Result<(), Stop> {
    run.meter.count(Counter::Assign)?;
    run.meter.note(why);
    Ok(())
}

/// Searches everything below the present sets, after `depth` guesses.
///
/// # Errors
/// Returns the reason to stop, including a solution; `Ok` means that there is no solution below.
fn search(grid: &mut CandidateGrid, depth: usize, run: &mut Run<'_>) -> Result<(), Stop> {
    run.offer(|| grid.snapshot());
    run.at(|| (depth, grid.snapshot()));
    let Some(cell) = grid.most_constrained() else {
        return Err(run.claim(&grid.snapshot()));
    };
    for digit in grid.get(cell) {
        let before = grid.mark();
        count(Counter::Branch, run)?;
        if grid.assign(cell, digit, |why| count(why, run))? {
            search(grid, depth + 1, run)?;
        } else {
            run.meter.note(Counter::Contradiction);
        }
        grid.undo_to(before);
        run.meter.note(Counter::Backtrack);
    }
    Ok(())
}

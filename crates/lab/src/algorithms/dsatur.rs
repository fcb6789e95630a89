//! DSATUR (Brélaz 1979), the exact version, on the graph of a Sudoku: peers are adjacent, and the
//! givens are colored already.
//!
//! The saturation of a vertex is the number of colors among its neighbors, so the most saturated
//! cell is the one with the fewest legal digits: on Sudoku, DSATUR is MRV with a rule for ties.

use quadrille_core::{Cell, DigitSet, Puzzle, Run, Stop};

use super::dfs;
use crate::board::Placement;
use crate::registry::{Entry, Parameters, without_edges};

pub(super) const ENTRY: Entry = Entry {
    id: "dsatur",
    title: "DSATUR, graph coloring by saturation",
    source: "Brélaz, New methods to color the vertices of a graph, Communications of the ACM 22, \
             1979",
    about: "A Sudoku is a graph: cells are vertices, digits are colors, and peers are adjacent. \
            The vertex whose neighbors have the most different colors is colored next; of these, \
            the one with the most neighbors without a color. It gets its possible colors one after \
            the other, and of the colors that no vertex has yet only the first, since they are \
            interchangeable. The givens take the place of the clique that Brélaz colors first; \
            his labels, which spare some backtracking and were corrected later, are not used. \
            Nodes are vertices colored.",
    supports: without_edges,
    run: color,
    ..Entry::TREE
};

fn color(puzzle: &Puzzle, _: &Parameters, run: &mut Run<'_>) -> Result<Stop, Stop> {
    let cells: Vec<Cell> = puzzle.givens().empty_cells().collect();
    let next = |filling: &Placement, _: usize| {
        let cell = most_saturated(filling, &cells)?;
        let new = filling.unused();
        let first = DigitSet::from_bits(new.bits() & new.bits().wrapping_neg());
        Some((cell, filling.legal(cell) - (new - first)))
    };
    dfs::search::<true>(puzzle, next, run)
}

/// Returns the empty cell with the fewest legal digits, of these the one with the most empty peers,
/// of these the first.
fn most_saturated(filling: &Placement, cells: &[Cell]) -> Option<Cell> {
    let degree = |cell: Cell| {
        filling.geometry().peers(cell).iter().filter(|&&peer| filling.is_empty(peer)).count()
    };
    let mut best: Option<(usize, Cell)> = None;
    // Of the best cell, once it was needed.
    let mut most = None;
    for &cell in cells.iter().filter(|&&cell| filling.is_empty(cell)) {
        let legal = filling.legal(cell).len();
        match best {
            Some((fewest, _)) if legal > fewest => {}
            Some((fewest, other)) if legal == fewest => {
                let (of_other, own) = (most.unwrap_or_else(|| degree(other)), degree(cell));
                if own > of_other {
                    best = Some((legal, cell));
                }
                most = Some(own.max(of_other));
            }
            _ => (best, most) = (Some((legal, cell)), None),
        }
    }
    best.map(|(_, cell)| cell)
}

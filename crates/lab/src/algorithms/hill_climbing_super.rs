//! Steepest descent with the "super-branching" of R2: single swaps, and swaps in several boxes at once.
//!
//! Combinations are enumerated like an odometer: all swaps but the last are made on the board, and the
//! last is evaluated only by its change of cost.

use quadrille_core::{Counter, Puzzle, Rng, Run, Stop};

use super::given_swaps::box_groups;
use crate::board::{BoxPermutation, Start, Swap};
use crate::registry::{Entry, Parameters};

pub(super) const ENTRY: Entry = Entry {
    id: "hill-climbing-super",
    title: "steepest descent over combined swaps",
    source: "R2: Antaki & Poirier-Morency 2015, on the free cells",
    about: "Each box holds its missing digits in random order. A neighbor is a swap of two free \
            cells of a box, or one swap in each box of a band, a stack or a diagonal of boxes. \
            The best neighbor is taken, ties at random, while it lowers the cost (digits missing \
            in rows and columns). A 9x9 board has tens of thousands of neighbors, a larger board \
            far too many. Nodes are neighbors evaluated.",
    parameters: &[Start::KEY.parameter],
    run: descend,
    ..Entry::LOCAL
};

/// Returns the boxes of all bands, stacks and diagonals, as indices of boxes that have swaps.
/// Groups with a box that has none are omitted, since they have no combinations.
fn groups(puzzle: &Puzzle, board: &BoxPermutation) -> Vec<Vec<usize>> {
    let index_of = |number: &usize| -> Option<usize> {
        (0..board.box_count()).find(|&index| board.swaps_of(index).0 == *number)
    };
    let known = |group: &Vec<usize>| group.iter().map(index_of).collect::<Option<Vec<usize>>>();
    box_groups(puzzle).iter().filter_map(known).collect()
}

/// The best neighbor so far, as the swaps that lead to it.
struct Best {
    delta: i32,
    swaps: Vec<Swap>,
    /// Neighbors of the same cost, including itself.
    ties: usize,
}

impl Best {
    fn see(&mut self, delta: i32, made: &[Swap], last: Swap, rng: &mut Rng) {
        if delta > self.delta {
            return;
        }
        if delta < self.delta {
            (self.delta, self.ties) = (delta, 0);
        }
        // Reservoir sampling: ties have equal chances without a list of them.
        self.ties = (self.ties + 1).min(u32::MAX as usize);
        if rng.below(self.ties) == 0 {
            self.swaps.clear();
            self.swaps.extend_from_slice(made);
            self.swaps.push(last);
        }
    }
}

/// Evaluates every combination of one swap in each of these boxes, on top of swaps that changed the
/// cost by `delta`. Restores the board unless the search stops.
fn combine(
    board: &mut BoxPermutation,
    boxes: &[usize],
    made: &mut Vec<Swap>,
    delta: i32,
    best: &mut Best,
    run: &mut Run<'_>,
) -> Result<(), Stop> {
    let Some((&first, rest)) = boxes.split_first() else { return Ok(()) };
    for index in 0..board.swaps_of(first).1.len() {
        let swap = board.swaps_of(first).1[index];
        let own = board.delta(swap);
        if rest.is_empty() {
            run.meter.count(Counter::Evaluated)?;
            best.see(delta + own, made, swap, &mut run.rng);
        } else {
            board.apply(swap, own);
            made.push(swap);
            combine(board, rest, made, delta + own, best, run)?;
            made.pop();
            board.apply(swap, -own);
        }
    }
    Ok(())
}

fn descend(puzzle: &Puzzle, parameters: &Parameters, run: &mut Run<'_>) -> Result<Stop, Stop> {
    let mut board = BoxPermutation::random(puzzle, Start::of(parameters), &mut run.rng)?;
    let mut groups = groups(puzzle, &board);
    groups.extend((0..board.box_count()).map(|index| vec![index]));
    let mut best = Best { delta: 0, swaps: Vec::new(), ties: 0 };
    let mut made = Vec::new();
    while board.cost() > 0 {
        run.offer(|| board.snapshot());
        run.at(|| (0, board.snapshot()));
        // Only improvements count: a board without a better neighbor ends the run.
        best.delta = -1;
        best.ties = 0;
        for boxes in &groups {
            combine(&mut board, boxes, &mut made, 0, &mut best, run)?;
        }
        if best.ties == 0 {
            return Ok(Stop::Stuck);
        }
        run.meter.note(Counter::Accepted);
        for &swap in &best.swaps {
            board.apply(swap, board.delta(swap));
        }
    }
    Ok(run.claim(&board.snapshot()))
}

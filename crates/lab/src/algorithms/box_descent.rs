//! Descent box by box with a random kick (R0's own method).
//!
//! State: each box holds its missing digits in some order. Moves: a swap of two free cells of a
//! box. Cost: digits missing over rows and columns (plus violated edges). The boxes are ordered by
//! the sum of their candidate-set sizes, the most constrained first; a sweep goes through them and
//! makes in each the best swap (ties at random) if that does not worsen the cost. After a sweep
//! that did not improve anything, one random swap is made.

use quadrille_engine::{Counter, Puzzle, Run, Stop};

use crate::board::{BoxPermutation, Start, Swap};
use crate::registry::{Entry, Family, any_board};

/// The entry.
pub(super) const ENTRY: Entry = Entry {
    id: "box-descent",
    title: "descent box by box",
    family: Family::Local,
    source: "R0: Boukharouba & Mohammed 2018",
    about: "Each box holds its missing digits in random order. Box after box, the most \
            constrained first, the best swap of two free cells is made if it does not raise the \
            cost (digits missing over rows and columns), ties at random; after a sweep without \
            improvement one random swap is made. Nodes are swaps evaluated.",
    flaw: None,
    parameters: &[Start::PARAMETER],
    counters: &[Counter::Evaluated, Counter::Accepted],
    nodes: Counter::Evaluated,
    complete: false,
    deterministic: false,
    may_be_wrong: false,
    supports: any_board,
    run: |puzzle, parameters, run| {
        sweep(puzzle, Start::of(parameters), run).unwrap_or_else(|stop| stop)
    },
};

fn sweep(puzzle: &Puzzle, start: Start, run: &mut Run<'_>) -> Result<Stop, Stop> {
    let Some(candidates) = start.candidates(puzzle) else {
        return Ok(Stop::ProvedNone);
    };
    let Some(mut board) = BoxPermutation::random(puzzle, start, &mut run.rng) else {
        return Ok(Stop::ProvedNone);
    };
    let geometry = puzzle.geometry();
    let mut boxes: Vec<usize> = (0..board.box_count()).collect();
    boxes.sort_by_key(|&index| {
        let (number, _) = board.swaps_of(index);
        let cells = geometry.house(2 * geometry.side() + number);
        cells.iter().map(|cell| candidates[cell.index()].len()).sum::<usize>()
    });
    let mut best: Vec<Swap> = Vec::new();
    while board.cost() > 0 {
        if boxes.is_empty() {
            return Ok(Stop::Stuck);
        }
        let mut improved = false;
        for &index in &boxes {
            let mut least = i32::MAX;
            for &swap in board.swaps_of(index).1 {
                run.meter.count(Counter::Evaluated)?;
                let delta = board.delta(swap);
                if delta < least {
                    least = delta;
                    best.clear();
                }
                if delta == least {
                    best.push(swap);
                }
            }
            if least <= 0 {
                let swap = best[run.rng.below(best.len())];
                run.meter.note(Counter::Accepted);
                board.apply(swap, least);
                if least < 0 {
                    improved = true;
                    run.offer(|| board.snapshot());
                    if board.cost() == 0 {
                        break;
                    }
                }
            }
        }
        if !improved {
            let swap = board.random_swap(&mut run.rng);
            board.apply(swap, board.delta(swap));
        }
    }
    Ok(run.claim(&board.snapshot()))
}

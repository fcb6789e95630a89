//! Descent box by box with random kicks (the algorithm that R0 proposed).

use quadrille_core::{Counter, Puzzle, Run, Stop};

use crate::board::{BoxPermutation, Start, Swap};
use crate::registry::{Entry, Parameters};

pub(super) const ENTRY: Entry = Entry {
    id: "box-descent",
    title: "descent box by box",
    source: "R0: Boukharouba & Mohammed 2018",
    about: "Each box holds its missing digits in random order. Box by box, the most constrained \
            first, the best swap of two free cells is made unless it raises the cost (digits \
            missing in rows and columns); ties are broken at random. After a pass without \
            improvement one random swap is made. Nodes are swaps evaluated.",
    parameters: &[Start::KEY.parameter],
    run: sweep,
    ..Entry::LOCAL
};

fn sweep(puzzle: &Puzzle, parameters: &Parameters, run: &mut Run<'_>) -> Result<Stop, Stop> {
    let start = Start::of(parameters);
    let candidates = start.candidates(puzzle)?;
    let mut board = BoxPermutation::random(puzzle, start, &mut run.rng)?;
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
                run.at(|| (0, board.snapshot()));
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

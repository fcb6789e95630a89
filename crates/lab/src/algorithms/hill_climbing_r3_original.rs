//! Hill climbing as R3 ran it: nine neighbors and a constant cost.
//!
//! The cost counts the digits of all rows and columns with repetitions, which is twice the number of
//! cells on every board.

use quadrille_core::{Cell, Counter, Puzzle, Run, Stop};

use crate::board::lacking;
use crate::registry::{Entry, Parameters, without_edges};

pub(super) const ENTRY: Entry = Entry {
    id: "hill-climbing-r3-original",
    title: "hill climbing with a constant cost",
    source: "R3: Trottier & Poitras 2015",
    about: "Each box holds its missing digits in random order. The neighbors are the swaps of the \
            first cell with each cell of its box; the cost sums how often each digit occurs in \
            each row and column (gauge `cost`). No neighbor is ever better, so the run ends after \
            the first nine. Nodes are neighbors evaluated.",
    flaw: Some(
        "The cost counts digits where it should count those repeated or missing: it is 162 on \
         every 9x9 board. Also, only swaps of the first cell are tried, givens included.",
    ),
    counters: &[Counter::Evaluated],
    supports: without_edges,
    run: climb,
    ..Entry::LOCAL
};

fn climb(puzzle: &Puzzle, _: &Parameters, run: &mut Run<'_>) -> Result<Stop, Stop> {
    let (geometry, side) = (puzzle.geometry(), puzzle.shape().side());
    let mut board = puzzle.givens().snapshot();
    for own in geometry.houses().skip(2 * side) {
        let mut missing: Vec<u8> = lacking(&board, own).collect();
        run.rng.shuffle(&mut missing);
        for cell in own.iter().filter(|cell| puzzle.givens().get(**cell).is_none()) {
            board[cell.index()] = missing.pop().expect("a box lacks what it has not");
        }
    }
    let lines = || geometry.houses().take(2 * side);
    let cost = |board: &[u8]| -> u32 {
        let count = |line: &[Cell], digit: u8| {
            line.iter().filter(|cell| board[cell.index()] == digit).count() as u32
        };
        lines().map(|line| (1..=side as u8).map(|digit| count(line, digit)).sum::<u32>()).sum()
    };
    loop {
        let now = cost(&board);
        run.offer(|| board.clone());
        run.at(|| (0, board.clone()));
        run.gauge("cost", || vec![f64::from(now)]);
        let first = Cell::new(0);
        let mut best = (now, first);
        for &cell in geometry.house(geometry.houses_of(first)[2]) {
            run.meter.count(Counter::Evaluated)?;
            board.swap(first.index(), cell.index());
            let after = cost(&board);
            run.gauge("cost", || vec![f64::from(after)]);
            board.swap(first.index(), cell.index());
            if after < best.0 {
                best = (after, cell);
            }
        }
        if best.0 == now {
            return Ok(if now == 0 { run.claim(&board) } else { Stop::Stuck });
        }
        board.swap(first.index(), best.1.index());
    }
}

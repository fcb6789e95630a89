//! The search of one puzzle: depth first, one node after the other.

use std::sync::atomic::Ordering;

use crate::board::{BoardMachine, State};
use crate::search::{Sink, Task};
use crate::{Masks, Tally};

/// Searches a puzzle, and reports the results to `sink` as those of puzzle number `puzzle`.
pub(crate) fn search_one<M: BoardMachine, S: Sink + ?Sized>(
    machine: M,
    masks: &Masks,
    puzzle: usize,
    task: Task<'_>,
    sink: &mut S,
) -> Tally {
    let mut tally = Tally { puzzles: 1, ..Tally::default() };
    let mut count = 0;
    let mut open = Vec::new();
    let mut board = machine.load(masks);
    let decided = loop {
        if task.cancel.load(Ordering::Relaxed) {
            break false;
        }
        tally.nodes += 1;
        match machine.settle(&mut board, &mut tally.sweeps) {
            State::Dead => {}
            State::Solved => {
                let flow = sink.solution(puzzle, count, &machine.digits(&board));
                count += 1;
                if flow.is_break() || count == task.limit {
                    break flow.is_continue();
                }
            }
            State::Open => {
                if let Some([first, second]) = machine.split(&board) {
                    if tally.nodes == task.max_nodes {
                        break false;
                    }
                    open.push(second);
                    board = first;
                    continue;
                }
            }
        }
        match open.pop() {
            None => break true,
            Some(_) if tally.nodes == task.max_nodes => break false,
            Some(next) => board = next,
        }
    };
    tally.lanes = tally.sweeps;
    sink.done(puzzle, count, decided, tally.nodes);
    tally
}

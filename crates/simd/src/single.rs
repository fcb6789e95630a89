//! The search of one puzzle: depth first, one node after the other.

use std::sync::atomic::Ordering;

use crate::board::{BoardMachine, State};
use crate::search::{Sink, Task};
use crate::{Masks, Tally};

/// Nearly all searches need no room for more boards.
const FIRST_ROOM: usize = 16;

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
    let mut board = machine.load(masks);
    // The second children that wait, and room for the next.
    let mut open = Vec::with_capacity(FIRST_ROOM);
    let mut waiting = 0;
    let decided = loop {
        if task.cancel.load(Ordering::Relaxed) {
            break false;
        }
        if waiting == open.len() {
            open.push(board);
        }
        tally.nodes += 1;
        match machine.visit(&mut board, &mut open[waiting], &mut tally.sweeps) {
            State::Dead => {}
            State::Solved => {
                let flow = sink.solution(puzzle, count, &machine.digits(&board));
                count += 1;
                if flow.is_break() || count == task.limit {
                    break flow.is_continue();
                }
            }
            State::Split => {
                if tally.nodes == task.max_nodes {
                    break false;
                }
                waiting += 1;
                continue;
            }
        }
        if waiting == 0 {
            break true;
        }
        if tally.nodes == task.max_nodes {
            break false;
        }
        waiting -= 1;
        board = open[waiting];
    };
    tally.lanes = tally.sweeps;
    sink.done(puzzle, count, decided, tally.nodes);
    tally
}

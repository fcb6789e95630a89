//! The search of one puzzle: depth first, one node after the other.
//!
//! This is fastest for most puzzles, but lanes are faster for long searches. If two solutions are
//! wanted, what is left of the tree goes to the lanes as a batch of puzzles, one for each open
//! subtree. If more are wanted, the lanes start over: solutions that later subtrees find before they
//! are due would need any amount of memory.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use crate::board::{BoardMachine, MOST_OTHERS, ONE_DECISION, State};
use crate::search::{PATIENCE, Path, Sink, Task};
use crate::{Answer, Answers, Masks, Tally};

/// Nearly all searches need no room for more boards. More than these are allocated, which takes as
/// long as the search of an easy puzzle.
const NEAR: usize = 16;
/// Room for boards, once they are allocated.
const FAR: usize = 4 * NEAR;

/// Number of candidates from which on a puzzle with one solution probably takes a long search. Nine in
/// ten of the hardest lists have more (docs/log/2026-11-25.md).
const MANY_CANDIDATES: u32 = 236;

/// What is left of a search.
pub(crate) struct Rest {
    /// The roots of the open subtrees, in depth-first order.
    subtrees: Vec<Masks>,
    /// Number of solutions reported.
    count: u64,
    tally: Tally,
}

/// Searches a puzzle, and reports the results to `sink` as those of puzzle number `puzzle`. Returns
/// the rest if lanes are faster for it.
pub(crate) fn search_one<M: BoardMachine, S: Sink + ?Sized>(
    machine: M,
    masks: &Masks,
    puzzle: usize,
    task: Task<'_>,
    sink: &mut S,
) -> Result<Tally, Rest> {
    let mut tally = Tally { puzzles: 1, ..Tally::default() };
    let (mut count, mut decisions, mut dead_ends) = (0, 0, 0);
    let mut board = machine.load(masks);
    // The children that wait, and room for more.
    let mut near = [board; NEAR];
    let mut far = Vec::new();
    let mut waiting = 0;
    let mut path = Path::Leftmost;
    // Where the last child of the first node of a probe waits, and what comes if the probe fails.
    let mut probe = None;
    let mut one_decision = board;
    let mut probed = false;
    let decided = loop {
        if task.cancel.load(Ordering::Relaxed) {
            break false;
        }
        let room = waiting + MOST_OTHERS + 1;
        if far.is_empty() && room > NEAR {
            far.reserve(FAR);
            far.extend_from_slice(&near);
        }
        let open = if far.is_empty() {
            &mut near[..]
        } else {
            far.resize(room.max(far.len()), board);
            &mut far[..]
        };
        tally.nodes += 1;
        let others = open[waiting..].first_chunk_mut().expect("there is room");
        match machine.visit(&mut board, others, &mut path, &mut tally.sweeps) {
            State::Dead => dead_ends += 1,
            State::Solved => {
                probe = None;
                let flow = sink.solution(puzzle, count, &machine.digits(&board));
                count += 1;
                if flow.is_break() || count == task.limit {
                    break flow.is_continue();
                }
            }
            State::Split(others) => {
                if tally.nodes == task.max_nodes {
                    break false;
                }
                if path == Path::NearlyEmpty && probe.is_none() {
                    probe = Some(waiting);
                    probed = true;
                    one_decision = open[waiting + ONE_DECISION];
                }
                decisions += others as u64;
                waiting += others;
                continue;
            }
        }
        if waiting == 0 {
            break true;
        }
        if tally.nodes == task.max_nodes {
            break false;
        }
        // No dead end comes before a probe.
        if let Some(at) = probe
            && dead_ends == u64::from(PATIENCE)
        {
            (waiting, board, path, probe) = (at + 1, one_decision, Path::Elsewhere, None);
            continue;
        }
        let so_far = Progress {
            nodes: tally.nodes,
            decisions,
            dead_ends,
            solutions: count,
            waiting,
            probed,
        };
        if is_long(task.limit, so_far, || candidates(&machine.masks(&open[0]))) {
            let subtrees = open[..waiting].iter().rev().map(|board| machine.masks(board)).collect();
            return Err(Rest { subtrees, count, tally });
        }
        waiting -= 1;
        board = open[waiting];
        if probe == Some(waiting) {
            probe = None;
        }
        path = Path::Elsewhere;
    };
    tally.lanes = tally.sweeps;
    sink.done(puzzle, count, decided, tally.nodes);
    Ok(tally)
}

/// Progress of a search, by which [`is_long`] decides.
#[derive(Clone, Copy)]
struct Progress {
    nodes: u64,
    decisions: u64,
    dead_ends: u64,
    solutions: u64,
    /// Open subtrees.
    waiting: usize,
    /// Whether a chute was nearly empty, so that there are probably several solutions.
    probed: bool,
}

/// Returns whether lanes are faster for the rest of a search. `heaviest` counts the candidates of the
/// open subtree nearest to the root.
fn is_long(limit: u64, so_far: Progress, heaviest: impl FnOnce() -> u32) -> bool {
    let Progress { nodes, decisions, dead_ends, solutions, waiting, probed } = so_far;
    match limit {
        // Half of the tree is searched in vain, in which lanes would look ahead.
        1 => false,
        // The hardest puzzles have many candidates. Some puzzles with several solutions have as
        // many, but make more decisions between dead ends; lanes search all their subtrees in vain.
        // A probe must have ended, because the lanes would not end it.
        2 if dead_ends == 2 => {
            solutions == 0 && !probed && decisions <= 8 && heaviest() >= MANY_CANDIDATES
        }
        2 => dead_ends >= u64::from(3 * PATIENCE) && waiting >= 4 && decisions <= 3 * dead_ends,
        _ if dead_ends > solutions => nodes >= 32,
        // Lanes search in vain beyond the last solution that is wanted.
        _ => nodes >= 128 && (limit == 0 || limit - solutions >= 1024),
    }
}

fn candidates(board: &Masks) -> u32 {
    board.iter().map(|cell| (cell & 0x1ff).count_ones()).sum()
}

impl Rest {
    /// Searches the rest with `solve`, a function for batches, and reports the results to `sink`.
    pub(crate) fn finish<S: Sink + ?Sized>(
        self,
        masks: &Masks,
        puzzle: usize,
        task: Task<'_>,
        solve: impl Fn(&[Masks], Task<'_>, &mut dyn Sink) -> Tally,
        sink: &mut S,
    ) -> Tally {
        if task.limit == 2 {
            return self.finish_subtrees(puzzle, task, solve, sink);
        }
        let mut rest = Later { sink, puzzle, reported: self.count };
        let tally = solve(std::slice::from_ref(masks), task, &mut rest);
        Tally { puzzles: 1, ..tally.with(self.tally) }
    }

    fn finish_subtrees<S: Sink + ?Sized>(
        self,
        puzzle: usize,
        task: Task<'_>,
        solve: impl Fn(&[Masks], Task<'_>, &mut dyn Sink) -> Tally,
        sink: &mut S,
    ) -> Tally {
        let Self { subtrees, mut count, mut tally } = self;
        let mut nodes = tally.nodes;
        // What the nodes and solutions so far leave of the limits.
        let left = |count, nodes| Task {
            limit: task.limit - count,
            max_nodes: task.max_nodes - nodes,
            is_long: true,
            ..task
        };
        let first = left(count, nodes);
        let mut answers = vec![Answer::default(); subtrees.len()];
        tally = tally.with(solve(&subtrees, first, &mut Answers(&mut answers)));
        let mut decided = true;
        for (subtree, mut answer) in subtrees.iter().zip(answers) {
            let own = left(count, nodes);
            if own.max_nodes == 0 {
                decided = false;
                break;
            }
            // The search may have gone beyond what earlier subtrees leave of the limits.
            let used = own.limit != first.limit || own.max_nodes != first.max_nodes;
            if used && (answer.count >= own.limit || answer.nodes > own.max_nodes) {
                let answers = std::slice::from_mut(&mut answer);
                let subtree = std::slice::from_ref(subtree);
                tally = tally.with(solve(subtree, own, &mut Answers(answers)));
            }
            nodes += answer.nodes;
            decided = answer.decided;
            for witness in &answer.witnesses[..answer.count as usize] {
                let flow = sink.solution(puzzle, count, witness);
                count += 1;
                decided &= flow.is_continue();
                if flow.is_break() {
                    break;
                }
            }
            if !decided || count == task.limit {
                break;
            }
        }
        sink.done(puzzle, count, decided, nodes);
        Tally { puzzles: 1, ..tally }
    }
}

/// Passes on the results of a second search, except for the solutions that the first has reported.
struct Later<'a, S: ?Sized> {
    sink: &'a mut S,
    puzzle: usize,
    reported: u64,
}

impl<S: Sink + ?Sized> Sink for Later<'_, S> {
    fn solution(&mut self, _: usize, nth: u64, digits: &[u8; 81]) -> ControlFlow<()> {
        if nth < self.reported {
            return ControlFlow::Continue(());
        }
        self.sink.solution(self.puzzle, nth, digits)
    }

    fn done(&mut self, _: usize, count: u64, decided: bool, nodes: u64) {
        // A search that is canceled may end before the solutions that were reported.
        self.sink.done(self.puzzle, count.max(self.reported), decided, nodes);
    }
}

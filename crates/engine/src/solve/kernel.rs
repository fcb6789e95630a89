//! The SIMD kernel as a solver: 9x9 boards without edges, one puzzle at a time.
//!
//! The kernel knows limits on nodes and a cancel flag, but no clock. A run with a limit on time is
//! therefore cut into pieces that grow fourfold; each begins anew and skips the solutions that were
//! handed out before, which come in the same order every time. That costs a third at most.

use std::ops::ControlFlow;

use quadrille_simd::{Backend, Limits, Masks, solve_one};

use super::ExactSolver;
use crate::board::{BoxShape, CandidateSet, Puzzle, Solution};
use crate::control::{Counter, Meter, Stop};

/// The kernel solver. A guess tried is a node; the root of the search is none.
#[derive(Clone, Copy, Debug)]
pub struct Kernel;

/// Nodes of the first piece of a run with a limit on time: well below a millisecond.
pub(super) const FIRST_PIECE: u64 = 1 << 10;

impl ExactSolver for Kernel {
    fn id(&self) -> &'static str {
        "kernel"
    }

    fn node(&self) -> Counter {
        Counter::Branch
    }

    fn supports(&self, puzzle: &Puzzle) -> bool {
        puzzle.shape() == BoxShape::NINE && puzzle.edges().is_empty()
    }

    fn takes_batches(&self, puzzle: &Puzzle) -> bool {
        self.supports(puzzle)
    }

    fn solve(
        &self,
        puzzle: &Puzzle,
        meter: &mut Meter<'_>,
        found: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
    ) -> Stop {
        if !self.supports(puzzle) {
            return Stop::Unsupported;
        }
        let masks = masks(puzzle);
        let cancel = meter.cancel_flag().clone();
        let allowed = meter.left(Counter::Branch).unwrap_or(u64::MAX - 1);
        let mut piece = if meter.is_timed() { FIRST_PIECE } else { u64::MAX };
        let mut handed_out = 0_u64;
        loop {
            if let Err(stop) = meter.poll_now() {
                return stop;
            }
            // The root comes on top of the guesses.
            let nodes = (allowed + 1).min(piece);
            let (mut nth, mut enough, mut late) = (0_u64, false, None);
            let limits = Limits::solutions(0).nodes(nodes);
            let answer =
                solve_one(Backend::best(), &masks, limits, cancel.as_atomic(), &mut |digits| {
                    nth += 1;
                    // Solutions may come for hours within a piece.
                    if let Err(stop) = meter.poll() {
                        late = Some(stop);
                        return ControlFlow::Break(());
                    }
                    if nth <= handed_out {
                        return ControlFlow::Continue(());
                    }
                    handed_out = nth;
                    let solution = Solution::new(puzzle, digits).expect("the kernel is right");
                    enough = found(&solution).is_break();
                    if enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                });
            let ended = if enough {
                Some(Stop::Solved)
            } else if late.is_some() {
                late
            } else if answer.decided {
                Some(Stop::ProvedNone)
            } else if cancel.is_cancelled() {
                Some(Stop::Cancelled)
            } else if nodes > allowed {
                Some(Stop::Nodes)
            } else {
                None
            };
            if let Some(stop) = ended {
                meter.note_many(Counter::Branch, answer.nodes.saturating_sub(1));
                return stop;
            }
            piece = piece.saturating_mul(4);
        }
    }
}

/// The candidates as the kernel takes them.
pub(super) fn masks(puzzle: &Puzzle) -> Masks {
    let candidates = CandidateSet::of(puzzle);
    let mut masks = [0; 81];
    for (mask, set) in masks.iter_mut().zip(candidates.cells()) {
        *mask = set.bits() as u16;
    }
    masks
}

//! Many questions about 9x9 boards at once: batches of the kernel under the budget of one run.
//!
//! Answers, counters and stops are those of [`Kernel`](super::Kernel) asked one question after the
//! other with the same run: the kernel's answers do not depend on their batch, so what was looked at
//! ahead of its turn and is no longer wanted is simply not charged.

use std::ops::ControlFlow;

use quadrille_simd::{Answer, Backend, Limits, Masks, solve_batch};

use super::kernel::FIRST_PIECE;
use crate::board::Puzzle;
use crate::control::{Counter, Meter, Stop};

/// Asks of each board how many solutions it has, to a limit, and hands the answers over in order
/// until `each` breaks. A guess tried counts as a [`Counter::Branch`].
///
/// # Errors
/// With the reason, when the budget ends the run before; the answers up to there are handed over.
pub(crate) fn ask(
    questions: &[Masks],
    limit: u64,
    meter: &mut Meter<'_>,
    each: &mut dyn FnMut(usize, &Answer) -> ControlFlow<()>,
) -> Result<(), Stop> {
    let cancel = meter.cancel_flag().clone();
    let mut answers = vec![Answer::default(); questions.len()];
    // The first answer not handed over, and those from there on that are not known.
    let mut next = 0;
    let mut open: Vec<usize> = (0..questions.len()).collect();
    // The kernel knows no clock: with a limit on time it works in pieces that grow.
    let mut piece = if meter.is_timed() { FIRST_PIECE } else { u64::MAX };
    let mut again = (Vec::new(), Vec::new());
    while next < questions.len() {
        meter.poll_now()?;
        // The root comes on top of the guesses.
        let nodes = left(meter).saturating_add(1).min(piece);
        let limits = Limits::solutions(limit).nodes(nodes);
        if open.len() == questions.len() {
            solve_batch(Backend::best(), questions, limits, cancel.as_atomic(), &mut answers);
        } else {
            let (masks, fresh) = &mut again;
            masks.clear();
            masks.extend(open.iter().map(|&index| questions[index]));
            fresh.clear();
            fresh.resize(open.len(), Answer::default());
            solve_batch(Backend::best(), masks, limits, cancel.as_atomic(), fresh);
            for (&index, answer) in open.iter().zip(fresh.iter()) {
                answers[index] = *answer;
            }
        }
        if cancel.is_cancelled() {
            return Err(Stop::Cancelled);
        }
        while let Some(answer) = answers.get(next) {
            let guesses = answer.nodes.saturating_sub(1);
            let left = left(meter);
            if guesses > left || (!answer.decided && nodes > left) {
                meter.note_many(Counter::Branch, left);
                return Err(Stop::Nodes);
            }
            if !answer.decided {
                break;
            }
            meter.note_many(Counter::Branch, guesses);
            if each(next, answer).is_break() {
                return Ok(());
            }
            next += 1;
        }
        open.retain(|&index| index >= next && !answers[index].decided);
        piece = piece.saturating_mul(4);
    }
    Ok(())
}

fn left(meter: &Meter<'_>) -> u64 {
    meter.left(Counter::Branch).unwrap_or(u64::MAX - 1)
}

/// What a puzzle says of its cells, before any inference: a question to change a cell of.
pub(crate) fn masks(puzzle: &Puzzle) -> Masks {
    const ALL: u16 = 0x1ff;
    let mut masks = [ALL; 81];
    if let Some(marks) = puzzle.marks() {
        for (mask, digits) in masks.iter_mut().zip(marks.cells()) {
            *mask = digits.bits() as u16;
        }
    } else {
        for (cell, digit) in puzzle.givens().filled() {
            masks[cell.index()] = 1 << (digit.get() - 1);
        }
    }
    masks
}

//! Clause-learning search over candidates: like `bits`, but it remembers why it failed.
//!
//! It uses the clause learning of SAT solvers (Marques-Silva and Sakallah 1996; Moskewicz et al.
//! 2001; restarts, minimization and activities as in Eén and Sörensson 2003, clause quality as in
//! Audemard and Simon 2009) for this one kind of formula. A general solver stores a puzzle's rules
//! as clauses, nearly all of them pairs "not both". Here they are never stored: a true candidate
//! rules out its rivals from a list, a false one leaves its sets, and reasons are constructed when
//! a conflict asks for them. What follows from the digits of a whole row or column, and would take
//! too many clauses, is found by its Hall sets (Régin 1994). Only learned clauses are stored.

mod clauses;
mod engine;
mod heap;

pub(super) use engine::Engine;
pub use engine::luby;

use super::Found;
use super::formula::Formula;
use super::propagate::Propagation;
use crate::board::Puzzle;
use crate::control::{Meter, Stop};

/// Propagates, then learns clauses to the end.
pub(super) fn solve(
    puzzle: &Puzzle,
    meter: &mut Meter<'_>,
    found: &mut Found<'_>,
) -> Result<(), Stop> {
    let Ok(board) = Propagation::at_fixed_point(puzzle) else { return Ok(()) };
    let formula = Formula::of(puzzle, &board, meter)?;
    Engine::new(puzzle, formula, meter)?.go_on(puzzle, u64::MAX, meter, found)?;
    Ok(())
}

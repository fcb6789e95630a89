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

use std::ops::ControlFlow;

pub(super) use engine::Engine;

use super::ExactSolver;
use super::formula::Formula;
use super::propagate::Propagation;
use crate::board::{Puzzle, Solution};
use crate::control::{Counter, Meter, Stop};

/// The clause-learning solver. A node is a conflict.
#[derive(Clone, Copy, Debug)]
pub struct Learning;

impl ExactSolver for Learning {
    fn id(&self) -> &'static str {
        "learning"
    }

    fn node(&self) -> Counter {
        Counter::Conflict
    }

    fn solve(
        &self,
        puzzle: &Puzzle,
        meter: &mut Meter<'_>,
        found: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
    ) -> Stop {
        let Ok(board) = Propagation::at_fixed_point(puzzle) else { return Stop::ProvedNone };
        let formula = Formula::of(puzzle, &board, meter);
        match formula.and_then(|formula| Engine::new(puzzle, formula, meter)) {
            Ok(mut engine) => {
                engine.go_on(puzzle, u64::MAX, meter, found).expect("the search is not interrupted")
            }
            Err(stop) => stop,
        }
    }
}

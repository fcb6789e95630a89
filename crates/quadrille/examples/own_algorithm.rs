//! The whole program with an algorithm of your own. `compare` runs, logs, resumes and reports it like
//! any other:
//!
//!     cargo run --release --example own_algorithm -- compare --algorithms "drawing;tabu" \
//!         --puzzles 1234341221.....1 --nodes 100000 --output drawing-report

use std::process::ExitCode;

use quadrille::lab::Entry;
use quadrille::lab::registry::Parameters;
use quadrille::{Counter, Puzzle, Run, Stop};

/// Draws whole boards at random until one is the solution. Counting is what stops it at its limits.
static DRAWING: Entry = Entry { id: "drawing", title: "random boards", run, ..Entry::LOCAL };

fn run(puzzle: &Puzzle, _: &Parameters, run: &mut Run<'_>) -> Result<Stop, Stop> {
    let side = puzzle.shape().side();
    let mut board = puzzle.givens().snapshot();
    loop {
        run.meter.count(Counter::Evaluated)?;
        for cell in puzzle.givens().empty_cells() {
            board[cell.index()] = run.rng.below(side) as u8 + 1;
        }
        if quadrille::validate(puzzle, &board).is_ok() {
            return Ok(run.claim(&board));
        }
    }
}

fn main() -> ExitCode {
    quadrille::cli::main_with(&[&DRAWING])
}

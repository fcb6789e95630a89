//! An algorithm of your own: it draws whole boards at random until one is the solution. Counting
//! is what stops it at its limits.

use quadrille_core::{CancelFlag, Counter, Limits, NoClock, Puzzle, Run, Stop};
use quadrille_lab::Configuration;
use quadrille_lab::registry::{Entry, Parameters};

static DRAWING: Entry = Entry { id: "drawing", title: "random boards", run, ..Entry::LOCAL };

fn run(puzzle: &Puzzle, _: &Parameters, run: &mut Run<'_>) -> Result<Stop, Stop> {
    let side = puzzle.shape().side();
    let mut board = puzzle.givens().snapshot();
    loop {
        run.meter.count(Counter::Evaluated)?;
        for cell in puzzle.givens().empty_cells() {
            board[cell.index()] = run.rng.below(side) as u8 + 1;
        }
        if quadrille_core::validate(puzzle, &board).is_ok() {
            return Ok(run.claim(&board));
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let puzzle = "1234341221.....1".parse()?;
    let (drawing, cancel) = (Configuration::of(&DRAWING), CancelFlag::new());
    let outcome = drawing.run(&puzzle, 1, Limits::nodes(100_000), &cancel, &NoClock, None)?;
    println!("{:?} after {} boards", outcome.stop, outcome.counters[Counter::Evaluated]);
    Ok(())
}

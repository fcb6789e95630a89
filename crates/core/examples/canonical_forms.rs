//! Measures how many canonical forms a second one core computes.
//!
//! `cargo run --release -p quadrille-core --example canonical_forms -- FILE [FORMS]` reads 9x9
//! puzzles or solved grids, a line each, prints the rates in processor time and writes the forms to
//! a second file, to compare with those of other programs.

use std::fmt::Write as _;
use std::hint::black_box;

use quadrille_core::canon::{Canonizer, Form};
use quadrille_core::{Clock, Grid, Meter, Puzzle, WallClock};

const ROUNDS: usize = 10;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("usage: canonical_forms FILE [FORMS]")?;
    let text = std::fs::read_to_string(file)?;
    let mut puzzles: Vec<Grid> = Vec::new();
    for line in text.lines().filter(|line| line.len() >= 81 && !line.starts_with('#')) {
        puzzles.push(line[..81].parse::<Puzzle>()?.givens().clone());
    }
    let digits: Vec<[u8; 81]> =
        puzzles.iter().map(|grid| grid.snapshot()[..].try_into()).collect::<Result<_, _>>()?;

    let clock = WallClock::new();
    let (mut canonizer, mut meter) = (Canonizer::new(), Meter::unlimited());
    let mut least = [f64::INFINITY; 2];
    for _ in 0..ROUNDS {
        let start = clock.cpu();
        for puzzle in &digits {
            black_box(canonizer.nine(puzzle, Form::Pattern, &mut meter))?;
        }
        let middle = clock.cpu();
        for puzzle in &puzzles {
            black_box(canonizer.canonical(puzzle, Form::Pattern, &mut meter))?;
        }
        let times = [middle - start, clock.cpu() - middle];
        for (least, time) in least.iter_mut().zip(times) {
            *least = least.min(time.as_secs_f64());
        }
    }
    let [forms, with_symmetry] = least.map(|seconds| puzzles.len() as f64 / seconds);
    println!("{} boards: {forms:.0} forms/s, {with_symmetry:.0}/s with symmetry", puzzles.len());

    if let Some(output) = arguments.next() {
        let mut text = String::new();
        for puzzle in &digits {
            canonizer
                .nine(puzzle, Form::Pattern, &mut meter)?
                .iter()
                .try_for_each(|digit| write!(text, "{digit}"))?;
            text.push('\n');
        }
        std::fs::write(output, text)?;
    }
    Ok(())
}

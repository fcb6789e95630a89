//! A user of the library: solves the puzzles of each file in the ways of `quadrille bench`, and prints
//! file, call, mode and puzzles per second of processor time of a thread. `cargo xtask outside` builds
//! it in a directory of its own, where the profiles of Quadrille's workspace do not apply.

use std::ops::ControlFlow;
use std::time::Duration;

use quadrille_core::solve::{self, Solver, Verdict};
use quadrille_core::{CandidateSet, Clock, Meter, Puzzle, WallClock};
use quadrille_simd::{Answer, Backend, Limits, Masks, NEVER, solve_batch, solve_one};

/// Puzzles that are solved at once, as `quadrille bench` does.
const BATCH: usize = 1024;
/// Minimum processor time of a measurement.
const LONG_ENOUGH: Duration = Duration::from_millis(300);

fn main() {
    for file in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&file).expect("a readable file");
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let puzzles: Vec<Puzzle> = lines.map(|line| line.parse().expect("a puzzle")).collect();
        let masks: Vec<Masks> = puzzles.iter().map(masks).collect();
        let backend = Backend::best();
        let batches = |limit| {
            let mut answers = vec![Answer::default(); BATCH];
            rate(masks.len(), || {
                for masks in masks.chunks(BATCH) {
                    let answers = &mut answers[..masks.len()];
                    solve_batch(backend, masks, Limits::solutions(limit), &NEVER, answers);
                }
            })
        };
        println!("{file} batch one {}", batches(1));
        println!("{file} batch uniq {}", batches(2));
        let single = rate(masks.len(), || {
            for masks in &masks {
                let each = &mut |_: &[u8; 81]| ControlFlow::Continue(());
                solve_one(backend, masks, Limits::solutions(2), &NEVER, each);
            }
        });
        println!("{file} single uniq {single}");
        let library = rate(puzzles.len(), || {
            for puzzles in puzzles.chunks(BATCH) {
                solve::many(puzzles, 2, &mut Meter::unlimited());
            }
        });
        println!("{file} library uniq {library}");
        let verdict = rate(puzzles.len(), || {
            for puzzle in &puzzles {
                let verdict = solve::verdict(Solver::Auto, puzzle, &mut Meter::unlimited());
                assert!(!matches!(verdict, Verdict::Undecided(_)), "nothing limits it");
            }
        });
        println!("{file} verdict uniq {verdict}");
    }
}

fn masks(puzzle: &Puzzle) -> Masks {
    let candidates = CandidateSet::of(puzzle);
    std::array::from_fn(|cell| candidates.cells()[cell].bits() as u16)
}

/// Returns the puzzles per second of the best round.
fn rate(puzzles: usize, mut round: impl FnMut()) -> f64 {
    let clock = WallClock::new();
    let (mut measured, mut best) = (Duration::ZERO, Duration::MAX);
    while measured < LONG_ENOUGH {
        let started = clock.cpu();
        round();
        let time = clock.cpu() - started;
        measured += time;
        best = best.min(time);
    }
    puzzles as f64 / best.as_secs_f64()
}

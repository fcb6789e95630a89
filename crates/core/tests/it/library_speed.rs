//! How much time the library adds to the kernel's. Run by hand, in release mode:
//! `cargo test --release -p quadrille-core --test it library_speed -- --ignored --nocapture`.

use std::hint::black_box;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use quadrille_core::solve::{self, Solver};
use quadrille_core::{Clock, Meter, Puzzle, WallClock};
use quadrille_simd::{Answer, Backend, Limits, Masks, solve_batch, solve_one};

/// Maximum number of puzzles of a file.
const MOST: usize = 32 * 1024;
/// The same for calls with one puzzle each.
const MOST_SINGLE: usize = 4096;
const ROUNDS: usize = 7;

/// Something that is measured, with the number of puzzles that it works on.
type Work<'a> = (&'static str, usize, Box<dyn FnMut() + 'a>);

/// Measures alternately and returns the least nanoseconds for each puzzle.
fn nanoseconds(works: &mut [Work<'_>]) -> Vec<f64> {
    let (clock, mut least) = (WallClock::new(), vec![f64::INFINITY; works.len()]);
    for _ in 0..ROUNDS {
        for ((_, puzzles, work), least) in works.iter_mut().zip(&mut least) {
            let start = clock.cpu();
            work();
            let time = (clock.cpu() - start).as_secs_f64() * 1e9 / *puzzles as f64;
            *least = least.min(time);
        }
    }
    least
}

fn masks(puzzle: &Puzzle) -> Masks {
    let mut masks = [0x1ff; 81];
    for (cell, digit) in puzzle.givens().filled() {
        masks[cell.index()] = 1 << (digit.get() - 1);
    }
    masks
}

#[test]
#[ignore = "measures time; needs ../shared/data"]
fn the_library_takes_little_more_than_the_kernel() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    for name in ["17_clue.txt", "serg_benchmark.txt", "forum_hardest_1905_11plus.txt"] {
        let text = std::fs::read_to_string(data.join(name)).expect("the shared data is there");
        let texts: Vec<&str> = text
            .lines()
            .filter(|line| !line.starts_with('#'))
            .filter_map(|line| line.get(..81))
            .take(MOST)
            .collect();
        let puzzles: Vec<Puzzle> = texts.iter().map(|text| text.parse().unwrap()).collect();
        let boards: Vec<Masks> = puzzles.iter().map(masks).collect();
        let few = &puzzles[..puzzles.len().min(MOST_SINGLE)];
        let few_boards = &boards[..few.len()];
        let never = AtomicBool::new(false);
        let backend = Backend::best();
        let batch = |limit| {
            let (boards, never) = (&boards, &never);
            let mut answers = vec![Answer::default(); 1024];
            move || {
                for boards in boards.chunks(1024) {
                    let answers = &mut answers[..boards.len()];
                    solve_batch(backend, boards, Limits::solutions(limit), never, answers);
                }
            }
        };
        let single = |limit| {
            let never = &never;
            move || {
                for board in few_boards {
                    let each = &mut |_: &[u8; 81]| std::ops::ControlFlow::Continue(());
                    solve_one(backend, board, Limits::solutions(limit), never, each);
                }
            }
        };
        let many = |limit| {
            let puzzles = &puzzles;
            move || {
                for puzzles in puzzles.chunks(1024) {
                    black_box(solve::many(puzzles, limit, &mut Meter::unlimited()));
                }
            }
        };
        let verdict = |solver: Solver| {
            move || {
                for puzzle in few {
                    black_box(solve::verdict(solver, puzzle, &mut Meter::unlimited()));
                }
            }
        };
        let mut works: Vec<Work<'_>> = vec![
            (
                "parse",
                texts.len(),
                Box::new(|| {
                    for text in &texts {
                        black_box(text.parse::<Puzzle>().is_ok());
                    }
                }),
            ),
            ("kernel, batch, first", boards.len(), Box::new(batch(1))),
            ("solve::many, first", boards.len(), Box::new(many(1))),
            ("kernel, batch, two", boards.len(), Box::new(batch(2))),
            ("solve::many, two", boards.len(), Box::new(many(2))),
            ("kernel, one, first", few.len(), Box::new(single(1))),
            (
                "solve::first",
                few.len(),
                Box::new(|| {
                    for puzzle in few {
                        black_box(solve::first(puzzle));
                    }
                }),
            ),
            ("kernel, one, two", few.len(), Box::new(single(2))),
            ("solve::verdict, auto", few.len(), Box::new(verdict(Solver::Auto))),
            ("solve::verdict, kernel", few.len(), Box::new(verdict(Solver::Kernel))),
        ];
        let times = nanoseconds(&mut works);
        println!("{name}, {} puzzles", texts.len());
        let mut kernel = None;
        for ((what, ..), time) in works.iter().zip(times) {
            if what.starts_with("kernel") {
                kernel = Some(time);
            }
            let ratio = kernel.map_or_else(String::new, |kernel| format!("{:5.2}", time / kernel));
            println!("  {what:24} {time:9.0} ns {ratio}");
        }
    }
}

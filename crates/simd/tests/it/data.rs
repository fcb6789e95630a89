//! All backends on the public data sets in `<root>/../shared/data`, which are not in the repository.

use std::fs;
use std::path::Path;

use quadrille_simd::{Backend, Limits, Masks, backends};

use crate::answers::{batch, check};
use crate::naive;
use crate::puzzles::parse;

/// Returns at most `most` puzzles, spread over the file.
fn read(name: &str, most: usize) -> Vec<Masks> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let text = fs::read_to_string(root.join(name)).expect("the shared data is there");
    let lines: Vec<&str> =
        text.lines().filter(|line| !line.starts_with('#') && line.len() >= 81).collect();
    let step = lines.len().div_ceil(most);
    lines.into_iter().step_by(step).map(parse).collect()
}

/// All backends agree on up to `most` puzzles and, on some of them, with the oracle; all of the
/// puzzles have a solution.
fn proper(name: &str, most: usize, oracle: usize) {
    let puzzles = read(name, most);
    for limit in [2, 1] {
        let reference = batch(Backend::best(), &puzzles, Limits::solutions(limit));
        for (puzzle, answer) in puzzles.iter().zip(&reference) {
            assert!(answer.decided && answer.count >= 1);
            assert!(naive::is_solution(puzzle, &answer.witnesses[0]));
        }
        let step = puzzles.len().div_ceil(oracle);
        for (puzzle, answer) in puzzles.iter().zip(&reference).step_by(step) {
            check(puzzle, naive::solutions(puzzle, limit as usize).len() as u64, answer);
        }
        // In small batches lanes wait, move and are swept otherwise.
        for size in [1, 5, 20] {
            let some = puzzles.chunks(size).take(600 / size);
            let pieces: Vec<_> = some
                .flat_map(|piece| batch(Backend::best(), piece, Limits::solutions(limit)))
                .collect();
            assert_eq!(pieces, reference[..pieces.len()], "in batches of {size}");
        }
        for backend in backends().skip(1) {
            assert_eq!(batch(backend, &puzzles, Limits::solutions(limit)), reference, "{backend}");
        }
    }
}

#[test]
#[ignore = "needs ../shared/data"]
fn clue_17() {
    proper("17_clue.txt", 50_000, 5);
}

#[test]
#[ignore = "needs ../shared/data"]
fn magictour() {
    proper("magictour_top1465.txt", 1465, 20);
}

#[test]
#[ignore = "needs ../shared/data"]
fn hardest_11plus() {
    proper("forum_hardest_1905_11plus.txt", 2000, 5);
}

#[test]
#[ignore = "needs ../shared/data"]
fn hardest_1106() {
    proper("forum_hardest_1106.txt", 375, 5);
}

#[test]
#[ignore = "needs ../shared/data"]
fn serg() {
    proper("serg_benchmark.txt", 10_000, 100);
}

#[test]
#[ignore = "needs ../shared/data"]
fn ift3335() {
    proper("ift3335_100.txt", 100, 30);
    proper("ift3335_1000.txt", 1000, 100);
}

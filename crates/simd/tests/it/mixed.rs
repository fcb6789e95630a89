//! Batches in which puzzles of different kinds follow each other, so that the search changes the
//! way it uses its lanes while they are at work.

use std::ops::ControlFlow;

use quadrille_simd::{Answer, Limits, Masks, NEVER, Sink, backends, solve_each, solve_one};

use crate::naive;
use crate::puzzles::{Rng, parse, with_givens};

/// Proper puzzles with many nodes.
const HARD: [&str; 2] = [
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6",
];

/// A hard puzzle with other digits, and perhaps mirrored.
fn hard(rng: &mut Rng) -> Masks {
    let puzzle = parse(HARD[rng.below(2)]);
    let mut digits: Vec<usize> = (0..9).collect();
    let labels: [usize; 9] = std::array::from_fn(|d| digits.swap_remove(rng.below(9 - d)));
    let mirror = rng.below(2) == 1;
    std::array::from_fn(|cell| {
        let mask = puzzle[if mirror { cell % 9 * 9 + cell / 9 } else { cell }];
        if mask == 0x1ff { mask } else { 1 << labels[mask.trailing_zeros() as usize] }
    })
}

/// A hard puzzle in which some givens are missing or wrong.
fn changed(rng: &mut Rng, missing: usize, wrong: usize) -> Masks {
    let mut puzzle = hard(rng);
    for change in 0..missing + wrong {
        let givens: Vec<usize> = (0..81).filter(|&cell| puzzle[cell] != 0x1ff).collect();
        let cell = givens[rng.below(givens.len())];
        puzzle[cell] = if change < missing { 0x1ff } else { 1 << rng.below(9) };
    }
    puzzle
}

fn mixed(seed: u64) -> Vec<Masks> {
    let mut rng = Rng(seed);
    let mut all = Vec::new();
    // In runs, long enough to change the mode in both directions.
    for _ in 0..2 {
        all.extend((0..40).map(|_| hard(&mut rng)));
        all.extend((0..40).map(|_| with_givens(&mut rng, 27)));
        all.extend((0..20).map(|_| changed(&mut rng, 0, 1)));
        all.extend((0..20).map(|_| changed(&mut rng, 2, 0)));
    }
    // In turn.
    for round in 0..40 {
        all.push(hard(&mut rng));
        all.push(changed(&mut rng, round % 3, round % 2));
        all.push(with_givens(&mut rng, 25 + round));
    }
    all
}

/// The solutions of each puzzle, and how it ended.
type Heard = (Vec<[u8; 81]>, Option<(u64, bool, u64)>);

struct Ear(Vec<Heard>);

impl Sink for Ear {
    fn solution(&mut self, puzzle: usize, nth: u64, digits: &[u8; 81]) -> ControlFlow<()> {
        assert_eq!(nth, self.0[puzzle].0.len() as u64);
        self.0[puzzle].0.push(*digits);
        ControlFlow::Continue(())
    }

    fn done(&mut self, puzzle: usize, count: u64, decided: bool, nodes: u64) {
        assert_eq!(self.0[puzzle].1.replace((count, decided, nodes)), None);
    }
}

#[test]
fn neighbours_of_other_kinds_do_not_matter() {
    let puzzles = mixed(3);
    for (limit, nodes) in [
        (1, None),
        (2, None),
        (3, None),
        (1000, None),
        (1, Some(9)),
        (2, Some(40)),
        (1000, Some(40)),
    ] {
        let mut limits = Limits::solutions(limit);
        if let Some(nodes) = nodes {
            limits = limits.nodes(nodes);
        }
        for backend in backends() {
            let mut ear = Ear(vec![Heard::default(); puzzles.len()]);
            solve_each(backend, &puzzles, limits, &NEVER, &mut ear);
            for (puzzle, heard) in puzzles.iter().zip(&ear.0) {
                let mut solutions = Vec::new();
                let alone = solve_one(backend, puzzle, limits, &NEVER, &mut |digits| {
                    solutions.push(*digits);
                    ControlFlow::Continue(())
                });
                let Answer { count, decided, nodes, .. } = alone;
                assert_eq!(heard.1, Some((count, decided, nodes)), "{backend} {limit} {puzzle:?}");
                assert!(heard.0 == solutions, "{backend} {limit} {puzzle:?}");
            }
        }
    }
}

#[test]
fn mixed_batches_agree_with_the_oracle() {
    let puzzles = mixed(4);
    let oracle: Vec<_> = puzzles.iter().map(|puzzle| naive::solutions(puzzle, 4)).collect();
    for counts in [0..=0, 1..=1, 2..=3, 4..=4] {
        let some = oracle.iter().filter(|found| counts.contains(&found.len()));
        assert!(some.count() > 1, "{counts:?}");
    }
    for backend in backends() {
        for limit in 1..=4 {
            let answers = crate::answers::batch(backend, &puzzles, Limits::solutions(limit));
            for ((puzzle, found), answer) in puzzles.iter().zip(&oracle).zip(&answers) {
                crate::answers::check(puzzle, (found.len() as u64).min(limit), answer);
            }
        }
    }
}

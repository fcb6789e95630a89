//! Tests of Latin squares: validity, uniformity, and the bias of the methods that have one.

use std::collections::BTreeMap;

use quadrille_core::Counter;

use super::super::tests::{chi_square, critical, distance};
use super::moves::Cube;
use super::*;

fn draw(side: usize, method: Method, rng: &mut Rng) -> LatinSquare {
    square(side, method, rng, &mut Meter::unlimited()).unwrap()
}

/// Counts how often each of the 576 squares of side 4 is drawn.
fn counts(method: Method, draws: u32, seed: u64) -> BTreeMap<LatinSquare, u32> {
    let mut rng = Rng::from_seed(seed);
    let mut counts = BTreeMap::new();
    for _ in 0..draws {
        *counts.entry(draw(4, method, &mut rng)).or_insert(0) += 1;
    }
    counts
}

/// Returns every row that fits below those that are used, with the probability that a method fills
/// it so, by trying all choices.
fn rows_below(method: Method, used: &[u64], row: &mut Vec<u8>, chance: f64) -> Vec<(Vec<u8>, f64)> {
    let side = used.len();
    if row.len() == side {
        return vec![(row.clone(), chance)];
    }
    let choices: Vec<u8> = (1..=side as u8)
        .filter(|digit| !row.contains(digit) && used[row.len()] >> digit & 1 == 0)
        .collect();
    let chance = match method {
        Method::V1 => chance / choices.len() as f64,
        _ => chance,
    };
    let mut all = Vec::new();
    for digit in choices {
        row.push(digit);
        all.extend(rows_below(method, used, row, chance));
        row.pop();
    }
    all
}

/// Returns the exact probabilities of a method that fills row by row.
fn probabilities(method: Method, used: &[u64], digits: &[u8], chance: f64) -> Vec<(Vec<u8>, f64)> {
    let side = used.len();
    if digits.len() == side * side {
        return vec![(digits.to_vec(), chance)];
    }
    let rows = rows_below(method, used, &mut Vec::new(), 1.0);
    // Dead ends are drawn again.
    let total: f64 = rows.iter().map(|(_, chance)| chance).sum();
    let mut all = Vec::new();
    for (row, share) in rows {
        let used: Vec<u64> = used.iter().zip(&row).map(|(used, digit)| used | 1 << digit).collect();
        all.extend(probabilities(method, &used, &[digits, &row].concat(), chance * share / total));
    }
    all
}

#[test]
fn squares_are_checked() {
    assert!(LatinSquare::new(2, vec![1, 2, 2, 1]).is_some());
    for digits in [&[1, 2, 1, 2][..], &[1, 1, 2, 2], &[1, 2, 2], &[0, 1, 1, 0], &[1, 3, 3, 1]] {
        assert_eq!(LatinSquare::new(2, digits.to_vec()), None, "{digits:?}");
    }
    assert_eq!(LatinSquare::new(1, vec![1]), None);
    assert_eq!(LatinSquare::new(64, vec![1; 64 * 64]), None);
}

#[test]
fn every_side_has_squares() {
    let mut rng = Rng::from_seed(1);
    for side in [2, 3, 4, 5, 7, 16, 49] {
        for method in Method::ALL {
            let most = match method {
                Method::V0 => 6,
                Method::V1 => 12,
                Method::Uniform => 49,
            };
            if side <= most {
                assert_eq!(draw(side, method, &mut rng).side(), side);
            }
        }
    }
}

#[test]
fn all_squares_of_side_4_are_equally_likely() {
    let counts = counts(Method::Uniform, 57_600, 2);
    assert_eq!(counts.len(), 576);
    let chi = chi_square(counts.values().copied());
    assert!(chi < critical(575), "{chi}");
}

/// Squares of the sides 2 and 3 need no moves, and moves must not spoil them.
#[test]
fn small_squares_are_uniform() {
    for (side, squares) in [(2, 2), (3, 12)] {
        let mut rng = Rng::from_seed(3);
        let mut counts = BTreeMap::new();
        for _ in 0..6000 {
            *counts.entry(draw(side, Method::Uniform, &mut rng)).or_insert(0) += 1;
        }
        assert_eq!(counts.len(), squares);
        let chi = chi_square(counts.values().copied());
        assert!(chi < critical(squares - 1), "{chi}");
    }
}

/// The methods row by row have the bias that their exact probabilities say, and chi-square finds it.
#[test]
fn methods_by_rows_are_as_biased_as_computed() {
    for (method, expected) in [(Method::V0, 1.0 / 6.0), (Method::V1, 0.209_139_784_946)] {
        let exact = probabilities(method, &[0; 4], &[], 1.0);
        let total: f64 = exact.iter().map(|(_, chance)| chance).sum();
        assert!(exact.len() == 576 && (total - 1.0).abs() < 1e-9);
        let bias: f64 = exact.iter().map(|(_, chance)| (chance - 1.0 / 576.0).max(0.0)).sum();
        assert!((bias - expected).abs() < 1e-9, "{method:?}: {bias}");
        let draws = 57_600;
        let counts = counts(method, draws, 4);
        let chi = chi_square(counts.values().copied());
        assert!(chi > critical(575), "{chi}");
        let measured = distance(counts.values().copied(), 576);
        assert!((measured - bias).abs() < 0.04, "{method:?}: {measured}, {bias} computed");
        let chi: f64 = exact
            .into_iter()
            .map(|(digits, chance)| {
                let expected = chance * f64::from(draws);
                let count = counts.get(&LatinSquare::new(4, digits).unwrap()).copied();
                (f64::from(count.unwrap_or(0)) - expected).powi(2) / expected
            })
            .sum();
        assert!(chi < critical(575), "{method:?} is not as computed: {chi}");
    }
}

/// The cube as the paper defines it, as a slow counterpart of the tables.
#[test]
fn moves_are_those_of_the_cube() {
    let mut rng = Rng::from_seed(5);
    for side in [2, 3, 5, 8] {
        let mut fast = Cube::isotope(side, &mut rng);
        let mut cube = vec![0_i8; side * side * side];
        for (cell, &symbol) in fast.symbols.iter().enumerate() {
            cube[cell * side + usize::from(symbol)] = 1;
        }
        let (mut improper, mut seen_improper) = (None, false);
        for _ in 0..2000 {
            let before = cube.clone();
            improper = fast.step(improper, &mut rng);
            // All lines have the sum 1, and the cells are as the tables say.
            cube = fast.cells(improper);
            for line in 0..side * side {
                let (a, b) = (line / side, line % side);
                let at = |r: usize, c: usize, s: usize| cube[(r * side + c) * side + s];
                for sum in [
                    (0..side).map(|x| at(a, b, x)).sum::<i8>(),
                    (0..side).map(|x| at(a, x, b)).sum::<i8>(),
                    (0..side).map(|x| at(x, a, b)).sum::<i8>(),
                ] {
                    assert_eq!(sum, 1);
                }
            }
            assert_eq!(cube.iter().filter(|&&cell| cell == -1).count(), improper.iter().count());
            // A move changes the eight corners of a box, by 1 each.
            let changes: Vec<i8> = cube
                .iter()
                .zip(&before)
                .map(|(a, b)| a - b)
                .filter(|&change| change != 0)
                .collect();
            assert!(changes.len() == 8 && changes.iter().all(|change| change.abs() == 1));
            seen_improper |= improper.is_some();
        }
        assert_eq!(seen_improper, side > 2);
    }
}

#[test]
fn meters_bound_the_work() {
    let mut rng = Rng::from_seed(6);
    for (method, counter) in [
        (Method::V0, Counter::Generated),
        (Method::V1, Counter::Placement),
        (Method::Uniform, Counter::Accepted),
    ] {
        let mut meter = Meter::with_nodes(1000, counter);
        assert_eq!(square(30, method, &mut rng, &mut meter), Err(Stop::Nodes));
        assert_eq!(meter.counters[counter], 1000);
    }
}

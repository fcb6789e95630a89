//! Tests of uniformity over whole distributions.

use std::collections::BTreeMap;

use super::super::tests::{chi_square, critical};
use super::*;

fn shape(rows: usize, columns: usize) -> BoxShape {
    BoxShape::new(rows, columns).unwrap()
}

fn counts<T: Ord>(draws: u32, mut draw: impl FnMut() -> T) -> BTreeMap<T, u32> {
    let mut counts = BTreeMap::new();
    for _ in 0..draws {
        *counts.entry(draw()).or_insert(0) += 1;
    }
    counts
}

#[test]
fn all_grids_of_4x4_boards_are_equally_likely() {
    let mut rng = Rng::from_seed(1);
    let counts = counts(28_800, || uniform(shape(2, 2), &mut rng).unwrap().to_string());
    assert_eq!(counts.len(), 288);
    let chi = chi_square(counts.values().copied());
    assert!(chi < critical(287), "{chi}");
}

/// Draws 6x6 grids and counts the second rows, given that the digits are renamed so that the first
/// row is in order: each of the 36 that are possible must be equally likely by symmetry, and they have
/// as many grids each.
#[test]
fn second_rows_of_6x6_boards_are_equally_likely() {
    let mut rng = Rng::from_seed(2);
    let list = small::completions(shape(2, 3)).unwrap();
    let mut expected: BTreeMap<&[u8], u32> = BTreeMap::new();
    list.chunks_exact(36).for_each(|grid| *expected.entry(&grid[6..18]).or_insert(0) += 1);
    let draws = 40_000;
    let counts = counts(draws, || {
        let grid = uniform(shape(2, 3), &mut rng).unwrap().grid().snapshot();
        let mut names = [0; 7];
        (0..6).for_each(|column| names[usize::from(grid[column])] = column as u8);
        grid[6..18].iter().map(|digit| names[usize::from(*digit)]).collect::<Vec<u8>>()
    });
    let chi: f64 = expected
        .iter()
        .map(|(rows, &count)| {
            let expected = f64::from(count * draws) / 39_168.0;
            (f64::from(counts.get(*rows).copied().unwrap_or(0)) - expected).powi(2) / expected
        })
        .sum();
    assert!(chi < critical(expected.len() - 1), "{chi}");
}

/// Returns, for each of the three bands and the three stacks, how many digits of the second row of
/// its first box are in the first row of its second box, from 0 to 3.
///
/// By symmetry this has the same distribution in all six. The sampler fills the first band freely and
/// the last one by force, so it would differ if the rejection were biased.
fn splits(grid: &[u8]) -> [usize; 6] {
    let transposed: Vec<u8> = (0..81).map(|cell| grid[cell % 9 * 9 + cell / 9]).collect();
    let split = |grid: &[u8], band: usize| {
        let rows = &grid[27 * band..];
        rows[3..6].iter().filter(|digit| rows[9..12].contains(digit)).count()
    };
    std::array::from_fn(|at| if at < 3 { split(grid, at) } else { split(&transposed, at - 3) })
}

fn check_bands(draws: u32, seed: u64, mut draw: impl FnMut(&mut Rng) -> Vec<u8>) -> f64 {
    let mut rng = Rng::from_seed(seed);
    // One chute of each grid, so that the counts are independent.
    let mut counts = [[0_u32; 4]; 6];
    for index in 0..draws {
        let chute = index as usize % 6;
        counts[chute][splits(&draw(&mut rng))[chute]] += 1;
    }
    let mut chi = 0.0;
    for split in 0..4 {
        let total: u32 = counts.iter().map(|counts| counts[split]).sum();
        let expected = f64::from(total) / 6.0;
        chi += counts
            .iter()
            .map(|counts| (f64::from(counts[split]) - expected).powi(2) / expected)
            .sum::<f64>();
    }
    chi
}

#[test]
fn all_bands_and_stacks_are_alike() {
    let chi = check_bands(60_000, 3, |rng| nine(rng).to_vec());
    assert!(chi < critical(15), "{chi}");
}

#[test]
#[ignore = "ten million grids, for release builds"]
fn all_bands_and_stacks_are_alike_closely() {
    let chi = check_bands(10_000_000, 4, |rng| nine(rng).to_vec());
    assert!(chi < critical(15), "{chi}");
}

/// The exact method and the chain agree on the bands of this many grids.
#[test]
fn fast_grids_have_the_same_bands() {
    let mut rng = Rng::from_seed(5);
    let mut both = [[0_u32; 4]; 2];
    for index in 0..4000 {
        both[0][splits(&nine(&mut rng))[index % 6]] += 1;
        let fast = fast(BoxShape::NINE, enough_swaps(BoxShape::NINE), &mut rng).grid().snapshot();
        both[1][splits(&fast)[index % 6]] += 1;
    }
    let chi: f64 = (0..4)
        .map(|split| {
            let [a, b] = [both[0][split], both[1][split]].map(f64::from);
            (a - b).powi(2) / (a + b)
        })
        .sum();
    assert!(chi < critical(3), "{both:?}");
}

/// Swaps reach every 4x4 grid.
#[test]
fn fast_grids_of_4x4_boards() {
    let (mut rng, enough) = (Rng::from_seed(6), enough_swaps(shape(2, 2)));
    let counts = counts(28_800, || fast(shape(2, 2), enough, &mut rng).to_string());
    assert_eq!(counts.len(), 288);
    let chi = chi_square(counts.values().copied());
    assert!(chi < critical(287), "{chi}");
}

#[test]
fn shapes_without_an_exact_method_are_refused() {
    let mut rng = Rng::from_seed(7);
    for (rows, columns) in [(1, 6), (2, 4), (4, 4), (7, 7), (1, 9), (9, 1)] {
        let error = uniform(shape(rows, columns), &mut rng).unwrap_err().to_string();
        assert!(
            error.contains(&format!("{rows}x{columns}")) && error.contains("`fast`"),
            "{error}"
        );
        assert!(!has_uniform(shape(rows, columns)));
    }
}

//! Tests of the exactly uniform 9x9 sampler against an attempt cell by cell, and of its acceptance
//! rate.

use super::*;

/// The number of solved grids (Felgenhauer and Jarvis 2005).
const GRIDS: f64 = 6_670_903_752_021_072_936_960.0;

/// Returns the orders of three digits in which none is at its place in `avoided`.
fn orders_avoiding(digits: [u8; 3], avoided: impl Fn(u8) -> usize) -> Vec<[u8; 3]> {
    let orders = ORDERS.map(|order| order.map(|place| digits[usize::from(place)]));
    let is_good = |order: &[u8; 3]| (0..3).all(|place| avoided(order[place]) != place);
    orders.into_iter().filter(is_good).collect()
}

/// The slow counterpart: counts, for a first band and a first stack, the ways to complete them, by
/// trying every cell.
fn completions(grid: &mut [u8; 81]) -> u32 {
    let Some(cell) = grid.iter().position(|&digit| digit == 0) else { return 1 };
    let mut count = 0;
    for digit in 1..=9 {
        let (row, column) = (cell / 9, cell % 9);
        let is_peer = |other: usize| {
            let (r, c) = (other / 9, other % 9);
            r == row || c == column || (r / 3 == row / 3 && c / 3 == column / 3)
        };
        if (0..81).all(|other| grid[other] != digit || !is_peer(other)) {
            grid[cell] = digit;
            count += completions(grid);
            grid[cell] = 0;
        }
    }
    count
}

fn digits_of(boxes: &[Cells; 9]) -> [u8; 81] {
    let mut grid = [0; 81];
    for (cell, digit) in grid.iter_mut().enumerate() {
        let (row, column) = (cell / 9, cell % 9);
        let cells = boxes[row / 3 * 3 + column / 3];
        let found = line(cells.rows, row % 3) & line(cells.columns, column % 3);
        assert_eq!(found.count_ones(), 1);
        *digit = found.trailing_zeros() as u8 + 1;
    }
    grid
}

#[test]
fn three_digits_have_two_orders_or_none() {
    for avoided in 0..27_u32 {
        let places = [avoided % 3, avoided / 3 % 3, avoided / 9];
        let lines = (0..3).fold(0, |all, nth| all | 1 << (nth + 10 * places[nth as usize]));
        let orders = orders_avoiding([0, 1, 2], |digit| places[usize::from(digit)] as usize);
        let can = are_all_filled((0b111 * EACH) & !lines);
        assert_eq!(orders.len(), if can { 2 } else { 0 }, "{places:?}");
        if can {
            let made = [0, 1].map(|way| order_avoiding(0b111, lines, way));
            let mut made = made.map(|made| [0, 1, 2].map(|i| line(made, i).trailing_zeros() as u8));
            made.sort_unstable();
            let mut orders = orders;
            orders.sort_unstable();
            assert_eq!(made[..], orders[..]);
        }
    }
}

/// Every number below the bound of the first boxes makes another pair of boxes, and a valid band.
#[test]
fn bands_are_all_different() {
    for table in [&BAND, &STACK] {
        let mut seen = std::collections::HashSet::new();
        for beside in table {
            assert!(beside.rows.iter().all(|&rows| {
                line(rows, 0) | line(rows, 1) | line(rows, 2) == ALL
                    && (0..3).all(|index| line(rows, index).count_ones() == 3)
            }));
            seen.insert(beside.rows);
            for (rows, ordered) in beside.rows.into_iter().zip(&beside.ordered) {
                for (index, orders) in ordered.iter().enumerate() {
                    let mut distinct = orders.to_vec();
                    distinct.sort_unstable();
                    distinct.dedup();
                    assert_eq!(distinct.len(), 6);
                    for &order in orders {
                        let parts = [0, 1, 2].map(|column| line(order, column));
                        assert!(parts.iter().all(|part| part.count_ones() == 1));
                        assert_eq!(parts[0] | parts[1] | parts[2], line(rows, index));
                    }
                }
            }
        }
        assert_eq!(seen.len(), 56);
    }
}

/// For some first bands and stacks, all 56 · 512 completions give distinct grids, and as many as
/// there are by trying every cell.
#[test]
fn every_completion_is_reached_once() {
    let mut rng = Rng::from_seed(5);
    for _ in 0..3 {
        let start = rng.below_u64(BANDS * BANDS) * 56 * 512;
        let mut grids: Vec<[u8; 81]> =
            (start..start + 56 * 512).filter_map(attempt).map(|boxes| digits_of(&boxes)).collect();
        let reached = grids.len();
        grids.sort_unstable();
        grids.dedup();
        assert_eq!(grids.len(), reached);
        let mut first = grids[0];
        for (cell, digit) in first.iter_mut().enumerate() {
            if cell / 9 >= 3 && cell % 9 >= 3 {
                *digit = 0;
            }
        }
        assert!(grids.iter().all(|grid| (0..81).all(|at| first[at] == 0 || first[at] == grid[at])));
        assert_eq!(completions(&mut first) as usize, reached);
    }
}

/// The rate of success gives the number of Sudoku grids.
fn estimate_grids(attempts: u32, seed: u64) {
    let mut rng = Rng::from_seed(seed);
    let successes = (0..attempts).filter(|_| attempt(rng.below_u64(WAYS)).is_some()).count();
    let rate = successes as f64 / f64::from(attempts);
    let found = rate * WAYS as f64 * 362_880.0;
    let error = ((1.0 - rate) / rate / f64::from(attempts)).sqrt();
    assert!((found / GRIDS - 1.0).abs() < 4.9 * error, "{found:e} grids, error {error}");
}

#[test]
fn the_rate_of_success_counts_the_grids() {
    estimate_grids(100_000, 6);
}

#[test]
#[ignore = "a hundred million attempts, for release builds"]
fn the_rate_of_success_counts_the_grids_closely() {
    estimate_grids(100_000_000, 7);
}

#[test]
fn grids_are_golden() {
    let mut rng = Rng::from_seed(1);
    let text: String = nine(&mut rng).iter().map(|digit| char::from(b'0' + digit)).collect();
    let expected =
        "963784215814562937752913846296851473137249658548637129471398562385426791629175384";
    assert_eq!(text, expected);
}

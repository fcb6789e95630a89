//! Exactly uniform 9x9 solved grids, by rejection.
//!
//! # Why every grid is equally likely
//!
//! Number the boxes row by row, B1 to B9. Relabeling the digits permutes the solved grids, so it is
//! enough to draw a uniform one whose B1 reads 1 to 9, and to relabel it uniformly at the end. An
//! *attempt* fills the other boxes in steps:
//!
//! | Boxes | Choice | Ways |
//! |---|---|---|
//! | B2, B3 | which digits are in which row of B2, then the order of each of the six rows | 56 · 6^6 |
//! | B4, B7 | the same for columns | 56 · 6^6 |
//! | B5 | which digits are in which row | 56 |
//! | B5 | the order of each row, such that no digit is in its column of B2 | 2^3 or none |
//! | B6 | the order of each row (its digits are known), avoiding the columns of B3 | 2^3 or none |
//! | B8 | the order of each column (its digits are known), avoiding the rows of B7 | 2^3 or none |
//! | B9 | nothing: each digit has one row and one column left | 1 or none |
//!
//! Each step has either the same number of ways whatever was chosen before, or none, which ends the
//! attempt. An attempt takes one way of each step uniformly, so it reaches each grid with the same
//! probability, 1 / (56 · 6^6 · 56 · 6^6 · 56 · 2^9). Each grid can be reached in only one way. So
//! a grid from the first successful attempt is uniform, provided that a failed attempt is dropped as
//! a whole.
//!
//! *56.* In a band whose first box has the rows R0, R1, R2, row 0 of the second box has some `k`
//! digits of R1 and 3 - k of R2. What is left of R1 must be in row 2, what is left of R2 in row 1, and
//! so each row of the first box is split into `k` and 3 - k: C(3, k)^3 ways, which are 1 + 27 + 27 + 1.
//! The third box has the rest in each row.
//!
//! *2 or none.* Three digits of a row must avoid a column each. If the three columns differ, there
//! are the 2 derangements. If two digits avoid the same column, the third must be there, and the two
//! may take the others in 2 orders. If all three avoid the same column, no digit can be there.
//!
//! The factor 56 · 6^6 = 2 612 736 and the number of grids are from B. Felgenhauer and F. Jarvis,
//! "Enumerating possible Sudoku grids" (2005). An attempt succeeds with probability
//! 6 670 903 752 021 072 936 960 / (9! · (56 · 6^6)^2 · 56 · 2^9) = 0.0939. A test measures that, and so
//! finds the number of Sudoku grids.
//!
//! # Data layout
//!
//! A box is held as two [`Lines`]: the digit sets of its rows and those of its columns. The digit of
//! a cell is the one in both its row and its column.

use quadrille_core::{Rng, validate_nine};

/// The sets of digits of three rows, or of three columns, of a box: 10 bits each, of which the last
/// one is 0. Digits are 0 to 8 here.
type Lines = u32;

/// A set of all digits.
const ALL: u32 = 0x1ff;
/// Three sets of all digits.
const ALL_LINES: Lines = ALL * EACH;
/// A factor that copies a set to all three lines.
const EACH: Lines = 1 | 1 << 10 | 1 << 20;
/// The bit after each set.
const CARRY: Lines = EACH << 9;

/// The ways to fill the second and third box of a band, given the first one.
const BANDS: u64 = 56 * 46_656;
/// The ways to make all choices of an attempt.
const WAYS: u64 = BANDS * BANDS * 56 * 512;

/// Returns a line.
const fn line(lines: Lines, index: usize) -> u32 {
    lines >> (10 * index) & ALL
}

/// Returns whether no line is empty.
const fn are_all_filled(lines: Lines) -> bool {
    // The addition carries into the bit after each set that is not empty.
    (lines + ALL_LINES) & CARRY == CARRY
}

/// The 56 ways to take the same number of the three digits of each of three rows, as masks.
const SPLITS: [[u8; 3]; 56] = {
    let (mut all, mut count, mut masks) = ([[0; 3]; 56], 0, 0_u16);
    while masks < 512 {
        let [a, b, c] = [masks & 7, masks >> 3 & 7, masks >> 6];
        let size = a.count_ones();
        if b.count_ones() == size && c.count_ones() == size {
            all[count] = [a as u8, b as u8, c as u8];
            count += 1;
        }
        masks += 1;
    }
    assert!(count == 56);
    all
};

/// The columns of three digits, in every order.
const ORDERS: [[u8; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// Splits the rows of the first box of a band into those of the second and of the third, given the
/// part that is taken of each row.
const fn split_rows(rows: [u32; 3], taken: [u32; 3]) -> [[u32; 3]; 2] {
    let (mut second, mut third, mut row) = ([0; 3], [0; 3], 0);
    while row < 3 {
        let (next, last) = ((row + 1) % 3, (row + 2) % 3);
        second[row] = taken[next] | (rows[last] & !taken[last]);
        third[row] = taken[last] | (rows[next] & !taken[next]);
        row += 1;
    }
    [second, third]
}

/// What a split of the rows of B1 makes of the two boxes beside it, or of its columns of the two boxes
/// below it.
#[derive(Clone, Copy)]
struct Beside {
    /// The rows (columns) of the boxes.
    rows: [Lines; 2],
    /// For each box, row and order, where its digits are: lines are columns (rows).
    ordered: [[[Lines; 6]; 3]; 2],
}

/// Fills a table of what every split makes of boxes beside a box with those rows.
const fn beside(rows: [u32; 3]) -> [Beside; 56] {
    let mut all = [Beside { rows: [0; 2], ordered: [[[0; 6]; 3]; 2] }; 56];
    let mut split = 0;
    while split < 56 {
        let (mut taken, mut row) = ([0; 3], 0);
        while row < 3 {
            taken[row] = nth_digits(rows[row], SPLITS[split][row]);
            row += 1;
        }
        let boxes = split_rows(rows, taken);
        let mut at = 0;
        while at < 6 {
            let (which, row) = (at / 3, at % 3);
            let digits = boxes[which][row];
            all[split].rows[which] |= digits << (10 * row);
            let mut order = 0;
            while order < 6 {
                let mut nth = 0;
                while nth < 3 {
                    let digit = nth_digits(digits, 1 << nth);
                    all[split].ordered[which][row][order] |= digit << (10 * ORDERS[order][nth]);
                    nth += 1;
                }
                order += 1;
            }
            at += 1;
        }
        split += 1;
    }
    all
}

/// Returns those of three digits whose places, in increasing order, are in the mask.
const fn nth_digits(mut digits: u32, mask: u8) -> u32 {
    let (mut chosen, mut nth) = (0, 0);
    while nth < 3 {
        let lowest = digits & digits.wrapping_neg();
        if mask >> nth & 1 != 0 {
            chosen |= lowest;
        }
        digits ^= lowest;
        nth += 1;
    }
    chosen
}

/// The band of B1, whose rows are 0 to 2, 3 to 5 and 6 to 8.
static BAND: [Beside; 56] = beside([0o7, 0o70, 0o700]);
/// The stack of B1.
static STACK: [Beside; 56] = beside([0o111, 0o222, 0o444]);

/// Where three digits may go, given the place that each avoids: for the avoided places of the lowest,
/// middle and highest digit, in two bits each, and for each of the two ways, by how much to shift the
/// digits to the lines of their places.
static AVOIDING: [[[u8; 3]; 2]; 64] = {
    let mut all = [[[0; 3]; 2]; 64];
    let mut avoided = 0;
    while avoided < 64 {
        let (mut ways, mut order) = (0, 0);
        while order < 6 {
            let [a, b, c] = ORDERS[order];
            if a != avoided & 3 && b != avoided >> 2 & 3 && c != avoided >> 4 && ways < 2 {
                all[avoided as usize][ways] = [10 * a, 10 * b, 10 * c];
                ways += 1;
            }
            order += 1;
        }
        avoided += 1;
    }
    all
};

/// Orders three digits by the bit `way`, such that none is in its line of `avoided`. They must not all
/// avoid the same line.
fn order_avoiding(digits: u32, avoided: Lines, way: usize) -> Lines {
    let lowest = digits & digits.wrapping_neg();
    let rest = digits ^ lowest;
    let middle = rest & rest.wrapping_neg();
    let highest = rest ^ middle;
    let place = |digit: u32| {
        usize::from(avoided >> 10 & digit != 0) | usize::from(avoided >> 20 & digit != 0) << 1
    };
    let places = place(lowest) | place(middle) << 2 | place(highest) << 4;
    let [a, b, c] = AVOIDING[places][way & 1];
    lowest << a | middle << b | highest << c
}

/// Orders the digits of three lines by the three bits of `ways`; see [`order_avoiding`].
fn order_all_avoiding(lines: Lines, avoided: Lines, ways: usize) -> Lines {
    (0..3).fold(0, |all, index| all | order_avoiding(line(lines, index), avoided, ways >> index))
}

/// Returns whether each of three lines can be ordered: not all its digits avoid the same line.
fn can_avoid(lines: Lines, avoided: Lines) -> bool {
    (0..3).all(|index| are_all_filled((line(lines, index) * EACH) & !avoided))
}

/// A box: the digits of its rows and of its columns.
#[derive(Clone, Copy)]
struct Cells {
    rows: Lines,
    columns: Lines,
}

/// Makes one attempt with the choices that a number below [`WAYS`] stands for. Returns the boxes B1
/// to B9.
fn attempt(way: u64) -> Option<[Cells; 9]> {
    // What the choices of orders stand for does not matter, as long as each way is one number.
    let (ways, way) = ((way % 512) as usize, way / 512);
    let (split, way) = ((way % 56) as usize, way / 56);
    let (mut band, mut stack) = (way % BANDS, way / BANDS);
    let next = |state: &mut u64, bound: u64| {
        let choice = *state % bound;
        *state /= bound;
        choice as usize
    };
    let (band_split, stack_split) = (next(&mut band, 56), next(&mut stack, 56));
    let (beside, below) = (&BAND[band_split], &STACK[stack_split]);
    let orders = |of: &Beside, state: &mut u64| {
        of.ordered.map(|rows| rows.iter().fold(0, |all, row| all | row[next(state, 6)]))
    };
    let [columns_2, columns_3] = orders(beside, &mut band);
    let [rows_4, rows_7] = orders(below, &mut stack);

    let rows = [0, 1, 2].map(|index| line(rows_4, index));
    let [c0, c1, c2] = [0, 1, 2].map(|index| line(below.rows[0], index));
    // By the columns of B4, in which each of its rows has one digit.
    let columns = [0, c0, c1, c0 | c1, c2, c0 | c2, c1 | c2, ALL];
    let chosen = SPLITS[split];
    let taken = [0, 1, 2].map(|index| rows[index] & columns[usize::from(chosen[index])]);
    let [rows_5, rows_6] = split_rows(rows, taken).map(|[a, b, c]| a | b << 10 | c << 20);
    if !can_avoid(rows_5, columns_2) || !can_avoid(rows_6, columns_3) {
        return None;
    }
    let columns_5 = order_all_avoiding(rows_5, columns_2, ways);
    let columns_8 = ALL_LINES ^ columns_2 ^ columns_5;
    if !can_avoid(columns_8, rows_7) {
        return None;
    }
    let columns_6 = order_all_avoiding(rows_6, columns_3, ways >> 3);
    let rows_8 = order_all_avoiding(columns_8, rows_7, ways >> 6);
    let (rows_9, columns_9) = (ALL_LINES ^ rows_7 ^ rows_8, ALL_LINES ^ columns_3 ^ columns_6);
    if !(0..3).all(|index| are_all_filled((line(rows_9, index) * EACH) & columns_9)) {
        return None;
    }
    let cells = |rows, columns| Cells { rows, columns };
    Some([
        cells(0o700 << 20 | 0o70 << 10 | 0o7, 0o444 << 20 | 0o222 << 10 | 0o111),
        cells(beside.rows[0], columns_2),
        cells(beside.rows[1], columns_3),
        cells(rows_4, below.rows[0]),
        cells(rows_5, columns_5),
        cells(rows_6, columns_6),
        cells(rows_7, below.rows[1]),
        cells(rows_8, columns_8),
        cells(rows_9, columns_9),
    ])
}

/// Draws a solved 9x9 grid, each of the 6 670 903 752 021 072 936 960 equally likely: row-major digits
/// from 1 to 9, which the independent validator has accepted.
///
/// ```
/// let mut rng = quadrille_core::Rng::from_seed(1);
/// let grid = quadrille_generate::grids::nine(&mut rng);
/// assert_eq!(grid[..9].iter().sum::<u8>(), 45);
/// ```
pub fn nine(rng: &mut Rng) -> [u8; 81] {
    let boxes = loop {
        if let Some(boxes) = attempt(rng.below_u64(WAYS)) {
            break boxes;
        }
    };
    let mut labels = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    rng.shuffle(&mut labels);
    let mut grid = [0; 81];
    for (index, cells) in boxes.iter().enumerate() {
        let corner = index / 3 * 27 + index % 3 * 3;
        for row in 0..3 {
            for column in 0..3 {
                let digit = line(cells.rows, row) & line(cells.columns, column);
                grid[corner + row * 9 + column] = labels[digit.trailing_zeros() as usize];
            }
        }
    }
    let is_valid = validate_nine(&[b'.'; 81], &grid.map(|digit| b'0' + digit));
    assert!(is_valid, "attempts that succeed are solved grids: {grid:?}");
    grid
}

#[cfg(test)]
mod tests;

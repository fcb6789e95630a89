//! Puzzles drawn from a seed, of the kinds that makers of puzzles and generators work with.

use std::ops::ControlFlow;

use quadrille_simd::{Backend, Limits, Masks, NEVER, solve_one};

/// Digits row by row; 0 is an empty cell.
pub type Cells = [u8; 81];

/// SplitMix64.
pub struct Rng(pub u64);

impl Rng {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            list.swap(i, self.below(i + 1));
        }
    }

    fn cells(&mut self) -> [usize; 81] {
        let mut cells = std::array::from_fn(|cell| cell);
        self.shuffle(&mut cells);
        cells
    }
}

/// Draws the sets of all kinds, of `count` puzzles each. `minimal` is the only one without a puzzle
/// that has no solution or several.
pub fn draw(seed: u64, count: usize) -> Vec<(&'static str, Vec<Cells>)> {
    let rng = &mut Rng(seed);
    let minimal: Vec<Cells> = (0..count).map(|_| minimal(rng)).collect();
    let mut sets = vec![("minimal", minimal.clone())];
    let mut kind = |name, make: &mut dyn FnMut(&mut Rng, &Cells) -> Cells| {
        sets.push((name, minimal.iter().map(|puzzle| make(rng, puzzle)).collect()));
    };
    kind("minimal less 1 clue", &mut |rng, puzzle| less(rng, puzzle, 1));
    kind("minimal less 2 to 6", &mut |rng, puzzle| {
        let clues = 2 + rng.below(5);
        less(rng, puzzle, clues)
    });
    kind("one clue changed", &mut change);
    kind("17 to 26 clues of a grid", &mut |rng, _| {
        let (grid, clues) = (grid(rng), 17 + rng.below(10));
        less(rng, &grid, 81 - clues)
    });
    kind("random consistent digits", &mut |rng, _| {
        let mut cells = [0; 81];
        let (order, clues) = (rng.cells(), 17 + rng.below(9));
        for cell in order {
            let digit = 1 + rng.below(9) as u8;
            if cells.iter().filter(|&&digit| digit != 0).count() < clues {
                cells[cell] = if fits(&cells, cell, digit) { digit } else { 0 };
            }
        }
        cells
    });
    sets
}

/// Applies a random symmetry.
pub fn isomorph(rng: &mut Rng, cells: &Cells) -> Cells {
    let mut digits = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    rng.shuffle(&mut digits);
    let mut lines = || {
        let mut groups = [0, 3, 6];
        rng.shuffle(&mut groups);
        let mut lines = Vec::with_capacity(9);
        for group in groups {
            let mut within = [group, group + 1, group + 2];
            rng.shuffle(&mut within);
            lines.extend(within);
        }
        lines
    };
    let (rows, columns) = (lines(), lines());
    let transposed = rng.below(2) == 1;
    std::array::from_fn(|cell| {
        let (row, column) = (rows[cell / 9], columns[cell % 9]);
        let from = if transposed { 9 * column + row } else { 9 * row + column };
        if cells[from] == 0 { 0 } else { digits[usize::from(cells[from]) - 1] }
    })
}

pub fn masks(cells: &Cells) -> Masks {
    cells.map(|digit| if digit == 0 { 0x1ff } else { 1 << (digit - 1) })
}

fn count(cells: &Cells, limit: u64) -> u64 {
    let limits = Limits::solutions(limit);
    let go_on = &mut |_: &[u8; 81]| ControlFlow::Continue(());
    solve_one(Backend::best(), &masks(cells), limits, &NEVER, go_on).count
}

/// A solved grid: random digits where they leave a solution, then the first solution.
fn grid(rng: &mut Rng) -> Cells {
    let mut cells = [0; 81];
    for cell in rng.cells() {
        cells[cell] = 1 + rng.below(9) as u8;
        if !fits(&cells, cell, cells[cell]) || count(&cells, 1) == 0 {
            cells[cell] = 0;
        }
    }
    let mut solution = cells;
    let limits = Limits::solutions(1);
    solve_one(Backend::best(), &masks(&cells), limits, &NEVER, &mut |digits| {
        solution = *digits;
        ControlFlow::Break(())
    });
    solution
}

/// Removes clues in random order while there is one solution.
fn minimal(rng: &mut Rng) -> Cells {
    let mut cells = grid(rng);
    for cell in rng.cells() {
        let digit = std::mem::take(&mut cells[cell]);
        if count(&cells, 2) != 1 {
            cells[cell] = digit;
        }
    }
    cells
}

fn less(rng: &mut Rng, puzzle: &Cells, clues: usize) -> Cells {
    let mut cells = *puzzle;
    let given = rng.cells().into_iter().filter(|&cell| puzzle[cell] != 0);
    given.take(clues).for_each(|cell| cells[cell] = 0);
    cells
}

/// Changes one clue to a digit that no other clue forbids.
fn change(rng: &mut Rng, puzzle: &Cells) -> Cells {
    loop {
        let (cell, digit) = (rng.below(81), 1 + rng.below(9) as u8);
        if puzzle[cell] != 0 && puzzle[cell] != digit && fits(puzzle, cell, digit) {
            let mut cells = *puzzle;
            cells[cell] = digit;
            return cells;
        }
    }
}

/// Returns whether no other cell of the same row, column or box has the digit.
fn fits(cells: &Cells, cell: usize, digit: u8) -> bool {
    let houses = |cell: usize| (cell / 9, cell % 9, cell / 27 * 3 + cell % 9 / 3);
    let (row, column, area) = houses(cell);
    (0..81).all(|other| {
        let (r, c, a) = houses(other);
        other == cell || cells[other] != digit || r != row && c != column && a != area
    })
}

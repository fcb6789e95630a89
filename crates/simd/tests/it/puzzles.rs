//! Puzzles made here: seeded, so that a failure can be repeated.

use quadrille_simd::Masks;

use crate::naive;

/// A small generator of random numbers (splitmix64).
pub struct Rng(pub u64);

impl Rng {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
}

pub const EMPTY: Masks = [0x1ff; 81];

/// Reads a line of 81; anything but 1 to 9 is an empty cell.
pub fn parse(line: &str) -> Masks {
    std::array::from_fn(|cell| match line.as_bytes()[cell] {
        digit @ b'1'..=b'9' => 1 << (digit - b'1'),
        _ => 0x1ff,
    })
}

/// A random solved grid: random givens on the diagonal boxes, then the oracle.
pub fn solved(rng: &mut Rng) -> [u8; 81] {
    let mut masks = EMPTY;
    for b in 0..3 {
        let mut digits: Vec<u16> = (0..9).collect();
        for i in 0..9 {
            let digit = digits.swap_remove(rng.below(9 - i));
            masks[(3 * b + i / 3) * 9 + 3 * b + i % 3] = 1 << digit;
        }
    }
    naive::solutions(&masks, 1)[0]
}

/// A solved grid with only some cells given.
pub fn with_givens(rng: &mut Rng, givens: usize) -> Masks {
    let grid = solved(rng);
    let mut masks = EMPTY;
    for _ in 0..givens {
        let cell = rng.below(81);
        masks[cell] = 1 << (grid[cell] - 1);
    }
    masks
}

/// Random pencilmarks: each wrong candidate stays with a chance of `keep` in 100; the right one
/// goes with a chance of 1 in `spoil`, 0 = never.
pub fn pencilmarks(rng: &mut Rng, keep: usize, spoil: usize) -> Masks {
    let grid = solved(rng);
    std::array::from_fn(|cell| {
        (0..9).fold(0, |mask, digit| {
            let right = grid[cell] == digit + 1;
            let stays =
                if right { spoil == 0 || rng.below(spoil) != 0 } else { rng.below(100) < keep };
            mask | u16::from(stays) << digit
        })
    })
}

/// All kinds together: none, one, two and many solutions, empty sets, full grids.
pub fn mixture(seed: u64) -> Vec<Masks> {
    let mut rng = Rng(seed);
    // One with a long search among them.
    let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let mut all = vec![EMPTY, [0; 81], parse(hard)];
    for _ in 0..12 {
        let grid = solved(&mut rng);
        let full: Masks = grid.map(|digit| 1 << (digit - 1));
        all.push(full);
        // One wrong digit, one empty cell, one cell without candidates, junk in the high bits.
        let mut wrong = full;
        let cell = rng.below(81);
        wrong[cell] = if full[cell] == 1 { 2 } else { 1 };
        all.push(wrong);
        let mut open = full;
        open[rng.below(81)] = 0x1ff;
        all.push(open);
        let mut none = EMPTY;
        none[rng.below(81)] = 0;
        all.push(none);
        all.push(full.map(|mask| mask | 0xfe00));
    }
    for round in 0..30 {
        all.push(with_givens(&mut rng, 22 + 2 * round));
        all.push(pencilmarks(&mut rng, 10 + round % 40, 0));
        all.push(pencilmarks(&mut rng, 20 + round % 50, 200));
        // Any sets at all: nearly always a contradiction.
        all.push(std::array::from_fn(|_| rng.next() as u16 & rng.next() as u16));
        // A deadly rectangle and other small ambiguities: two solutions or a few.
        let grid = solved(&mut rng);
        let (a, b) = (1 + rng.below(9) as u8, 1 + rng.below(9) as u8);
        all.push(
            grid.map(|d| if d == a || d == b { 1 << (a - 1) | 1 << (b - 1) } else { 1 << (d - 1) }),
        );
    }
    all
}

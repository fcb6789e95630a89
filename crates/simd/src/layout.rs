//! The memory layout of a grid of lanes, and the tables that follow from it.
//!
//! ```text
//!            lane 0   lane 1   lane 2  …            one puzzle = one lane (a column here)
//! cell  0  [ 000101000 … ][ 111111111 … ] …         one vector = one cell of all puzzles
//! cell  1  [ …                            ]          one bit of a lane = one candidate, see `Form`
//!   …
//! cell 80  [ …                            ]
//! ```
//!
//! A *chute* is a band (three rows) or a stack (three columns): chutes 0..3 are the bands, 3..6 the
//! stacks. Inside a chute the cells have three coordinates: `k` is the box, `r` the line and `j`
//! the position in the triad. A *triad* is the intersection of box `k` and line `r`, three cells.
//!
//! ```text
//! band b                              cell (k, r, j)
//!          box k=0  box k=1  box k=2
//! line r=0  j 012    012      012     band:   row 3b + r, column 3k + j
//! line r=1  …                         stack:  column 3b + r, row 3k + j
//! line r=2
//! ```
//!
//! In a chute each digit occurs once in every box and once in every line. So its lines in boxes 0,
//! 1 and 2 form a permutation, one of six *configurations*.

/// For each configuration, the line of the digit in boxes 0, 1 and 2.
pub(crate) const CONFIGURATIONS: [[usize; 3]; 6] =
    [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// How a backend keeps the candidates of a cell, and how it counts them.
#[derive(Clone, Copy)]
pub(crate) struct Form {
    /// Number of unused bits between those of digits 5 and 6.
    gap: u32,
    /// What one candidate adds to a count.
    pub(crate) unit: u16,
}

impl Form {
    /// Bit d is digit d + 1.
    pub(crate) const DENSE: Self = Self { gap: 0, unit: 1 };

    /// Digits 6 to 9 are in the upper byte. Then a table of 16 bytes counts four digits of each byte
    /// at once, without masks or shifts, and 16 times the count is as good as the count. Digit 5
    /// happens to be worth 16.
    #[cfg(target_arch = "x86_64")]
    pub(crate) const SPLIT: Self = Self { gap: 3, unit: 16 };

    /// Converts candidates from the dense form; ignores bits 9 and up.
    #[inline(always)]
    pub(crate) const fn spread(self, dense: u16) -> u16 {
        dense & 0x1f | (dense & 0x1e0) << self.gap
    }

    /// Converts candidates to the dense form.
    #[inline(always)]
    pub(crate) const fn compact(self, candidates: u16) -> u16 {
        candidates & 0x1f | candidates >> self.gap & 0x1e0
    }
}

/// `PLACING[k][r]` holds the two configurations in which the digit is on line `r` in box `k`.
pub(crate) const PLACING: [[[usize; 2]; 3]; 3] = placing();

const fn placing() -> [[[usize; 2]; 3]; 3] {
    let mut table = [[[0; 2]; 3]; 3];
    let mut filled = [[0; 3]; 3];
    let mut p = 0;
    while p < 6 {
        let mut k = 0;
        while k < 3 {
            let r = CONFIGURATIONS[p][k];
            table[k][r][filled[k][r]] = p;
            filled[k][r] += 1;
            k += 1;
        }
        p += 1;
    }
    table
}

/// The cells of triad `3k + r` of each chute.
pub(crate) const TRIAD_CELLS: [[[u8; 3]; 9]; 6] = triad_cells();

const fn triad_cells() -> [[[u8; 3]; 9]; 6] {
    let mut table = [[[0; 3]; 9]; 6];
    let mut b = 0;
    while b < 3 {
        let mut k = 0;
        while k < 3 {
            let mut r = 0;
            while r < 3 {
                let mut j = 0;
                while j < 3 {
                    table[b][3 * k + r][j] = ((3 * b + r) * 9 + 3 * k + j) as u8;
                    table[3 + b][3 * k + r][j] = ((3 * k + j) * 9 + 3 * b + r) as u8;
                    j += 1;
                }
                r += 1;
            }
            k += 1;
        }
        b += 1;
    }
    table
}

/// The triads, numbered `3k + r`, that lose the digit in the two children of a node.
#[derive(Clone, Copy)]
pub(crate) struct Split {
    /// In the first child. Both are the same if only one triad loses it.
    pub(crate) first: [u8; 2],
    /// In the second child.
    pub(crate) second: u8,
}

/// How to branch on a digit. The bits of the index are its remaining configurations in the chute.
///
/// The first child places the digit in a triad, and the second child eliminates it there. The triad
/// is in the box in which the digit has the fewest lines, but more than one, and on the first of
/// these lines; ties go to the first box. Usually two configurations remain, and each child keeps
/// exactly one of them.
pub(crate) static SPLITS: [Split; 64] = splits();

const fn splits() -> [Split; 64] {
    let mut table = [Split { first: [0; 2], second: 0 }; 64];
    let mut set = 0;
    while set < 64 {
        let mut best_box = 3;
        let mut best_count = 4;
        let mut best_lines = 0u8;
        let mut k = 0;
        while k < 3 {
            let mut lines = 0u8;
            let mut p = 0;
            while p < 6 {
                if set >> p & 1 == 1 {
                    lines |= 1 << CONFIGURATIONS[p][k];
                }
                p += 1;
            }
            let count = lines.count_ones();
            if count > 1 && count < best_count {
                best_count = count;
                best_box = k;
                best_lines = lines;
            }
            k += 1;
        }
        if best_box < 3 {
            let corner = 3 * best_box as u8;
            let kept = best_lines.trailing_zeros() as u8;
            let others = best_lines & (best_lines - 1);
            let last = 7 - others.leading_zeros() as u8;
            table[set] = Split {
                first: [corner + others.trailing_zeros() as u8, corner + last],
                second: corner + kept,
            };
        }
        set += 1;
    }
    table
}

/// What a decision does to the cells: those that lose the digit.
#[derive(Clone, Copy)]
pub(crate) struct Cuts {
    /// In the child that takes it. Both triads are the same if only one loses the digit.
    pub(crate) take: [[u8; 3]; 2],
    /// In a child that refuses it.
    pub(crate) refuse: [u8; 3],
}

/// The splits of a digit in chute `c` with the configurations `s`, as cells, at index `64 * c + s`.
pub(crate) static CUTS: [Cuts; 384] = cuts();

const fn cuts() -> [Cuts; 384] {
    let mut table = [Cuts { take: [[0; 3]; 2], refuse: [0; 3] }; 384];
    let splits = splits();
    let mut at = 0;
    while at < 384 {
        let cells = TRIAD_CELLS[at / 64];
        let Split { first: [a, b], second } = splits[at % 64];
        table[at] =
            Cuts { take: [cells[a as usize], cells[b as usize]], refuse: cells[second as usize] };
        at += 1;
    }
    table
}

/// Returns the digit, 1 to 9, of a cell with one candidate. Compiles to vector code in loops.
#[inline]
pub(crate) fn digit(candidate: u16) -> u8 {
    candidate.wrapping_sub(1).count_ones() as u8 + 1
}

/// Returns the candidates of a cell given as a character: one for `1` to `9`, else all.
#[inline]
pub(crate) fn candidates(byte: u8) -> u16 {
    let digit = byte.wrapping_sub(b'1');
    if digit < 9 { 1 << digit } else { 0x1ff }
}

/// Iterates over the positions of the set bits, lowest first.
pub(crate) fn each_bit(mut bits: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = bits.trailing_zeros();
        bits &= bits.wrapping_sub(1);
        (bit < 32).then_some(bit as usize)
    })
}

/// A vector in memory: the same cell of `L` puzzles. In a [`Grid`] it is aligned to its size.
#[derive(Clone, Copy)]
#[repr(C, align(16))]
pub(crate) struct Row<const L: usize>(pub(crate) [u16; L]);

impl<const L: usize> Row<L> {
    pub(crate) const ZERO: Self = Self([0; L]);
}

/// `L` puzzles and the state that sweeps keep about them. All fields consist of rows, so that every
/// row is aligned.
#[repr(C, align(64))]
pub(crate) struct Grid<const L: usize> {
    /// The candidates.
    pub(crate) cells: [Row<L>; 81],
    /// For each triad `9b + 3k + r` of the bands, the digits that must be in it. The band half of a
    /// sweep writes them for the stack half.
    pub(crate) musts: [Row<L>; 27],
    /// For each chute and configuration, the digits for which it remains possible.
    pub(crate) configurations: [[Row<L>; 6]; 6],
    /// For each chute, the number of remaining (triad, digit) pairs in units of the [`Form`]; 27 if
    /// the chute is settled.
    pub(crate) weights: [Row<L>; 6],
    /// Sum of all cells, in the dense form, after the last sweep. It cannot wrap, as 81 * 511 <
    /// 65536, and candidates are only ever removed, so a lane has changed if and only if its sum has.
    pub(crate) sum: Row<L>,
    /// The decision chosen for each lane that can branch, and those in the next two chutes.
    pub(crate) choices: [Choice<L>; 3],
}

/// A digit of a chute to branch on, for each lane.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct Choice<const L: usize> {
    /// The digit, as a set of one bit; 0 if there is nothing to branch on.
    pub(crate) digit: Row<L>,
    /// The chute and the remaining configurations of the digit there, an index of [`CUTS`].
    pub(crate) cuts: Row<L>,
}

/// Returns the chute `n` chutes after `chute` among the bands or among the stacks.
#[inline]
pub(crate) const fn next_chute(chute: usize, n: usize) -> usize {
    chute / 3 * 3 + (chute + n) % 3
}

/// A chute with at least this many remaining (triad, digit) pairs, of 81, is nearly empty. Most
/// puzzles with that chute have several solutions.
pub(crate) const NEARLY_EMPTY: u16 = 60;

impl<const L: usize> Grid<L> {
    pub(crate) fn new() -> Self {
        Self {
            cells: [Row::ZERO; 81],
            musts: [Row::ZERO; 27],
            configurations: [[Row::ZERO; 6]; 6],
            weights: [Row::ZERO; 6],
            sum: Row::ZERO,
            choices: [Choice { digit: Row::ZERO, cuts: Row::ZERO }; 3],
        }
    }
}

/// The result of a sweep: sets of lanes.
#[derive(Clone, Copy)]
pub(crate) struct Signals {
    /// Lanes with a contradiction.
    pub(crate) dead: u32,
    /// Lanes that lost candidates.
    pub(crate) changed: u32,
    /// Lanes with an unsettled chute.
    pub(crate) open: u32,
}

//! The candidates of a 9x9 board in words, and all singles of a board at once.
//!
//! A word has the candidates of one digit in one band, ten bits for each row: bit `10 * row + column`.
//! The tenth bit of a row is always clear, so a subtraction in one row cannot reach the next. The
//! digits are side by side, so that a compiler turns each operation below into one for several
//! digits. Three more places make the number of digits a multiple of four.

/// The number of places for digits.
const LANES: usize = 12;
/// The first cell of each row.
const FIRST: u32 = 1 | 1 << 10 | 1 << 20;
/// The bit after each row.
const GUARD: u32 = FIRST << 9;
/// The cells of a band.
const CELLS: u32 = GUARD - FIRST;
/// The cells of a row.
const ROW: u32 = (1 << 9) - 1;
/// The first cell of each box, in a row.
const BOXES: u32 = 1 | 1 << 3 | 1 << 6;

/// A set of candidates.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(align(16))]
pub(super) struct Board([[u32; LANES]; 3]);

/// A candidate: `32 * (9 * band + digit) + bit`.
pub(super) type Id = u16;

/// The number of identities, including those of no candidate.
pub(super) const IDS: usize = 27 * 32;

/// Returns the candidate of a digit (from 0) in a cell.
pub(super) fn id(cell: usize, digit: usize) -> Id {
    let (row, column) = (cell / 9, cell % 9);
    (32 * (9 * (row / 3) + digit) + 10 * (row % 3) + column) as Id
}

/// Returns the band, the digit and the bit of a candidate.
fn place(id: Id) -> (usize, usize, u32) {
    let word = usize::from(id / 32);
    (word / 9, word % 9, 1 << (id % 32))
}

impl Board {
    /// Nothing. A board with nothing left is a contradiction.
    pub(super) const EMPTY: Self = Self([[0; LANES]; 3]);

    /// All candidates, and all of the places that are none, which therefore never matter.
    pub(super) const FULL: Self = Self([[CELLS; LANES]; 3]);

    #[inline]
    pub(super) fn has(&self, id: Id) -> bool {
        let (band, digit, bit) = place(id);
        self.0[band][digit] & bit != 0
    }

    #[inline]
    pub(super) fn insert(&mut self, id: Id) {
        let (band, digit, bit) = place(id);
        self.0[band][digit] |= bit;
    }

    #[inline]
    pub(super) fn remove(&mut self, id: Id) {
        let (band, digit, bit) = place(id);
        self.0[band][digit] &= !bit;
    }

    #[inline(always)]
    fn zip(&self, other: &Self, f: impl Fn(u32, u32) -> u32) -> Self {
        let mut out = *self;
        for (words, others) in out.0.iter_mut().zip(&other.0) {
            for (word, &other) in words.iter_mut().zip(others) {
                *word = f(*word, other);
            }
        }
        out
    }

    #[inline]
    pub(super) fn and(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    #[inline]
    pub(super) fn or(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    #[inline]
    pub(super) fn without(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    pub(super) fn is_empty(&self) -> bool {
        let any = self.0[0].iter().zip(&self.0[1]).zip(&self.0[2]);
        any.fold(0, |any, ((a, b), c)| any | a | b | c) == 0
    }

    #[inline]
    pub(super) fn is_within(&self, other: &Self) -> bool {
        let mut bands = self.0.iter().zip(&other.0);
        bands.all(|(words, others)| {
            words.iter().zip(others).fold(0, |any, (word, other)| any | word & !other) == 0
        })
    }

    /// Returns the number of candidates.
    pub(super) fn len(&self) -> u32 {
        self.0.iter().flat_map(|words| &words[..9]).map(|word| word.count_ones()).sum()
    }

    /// Calls `f` with each candidate, in ascending order.
    #[inline]
    pub(super) fn each(&self, mut f: impl FnMut(Id)) {
        for (band, words) in self.0.iter().enumerate() {
            for (digit, &word) in words[..9].iter().enumerate() {
                let mut word = word;
                while word != 0 {
                    f((32 * (9 * band + digit)) as Id + word.trailing_zeros() as Id);
                    word &= word - 1;
                }
            }
        }
    }

    /// Returns the candidates as a list, in ascending order.
    pub(super) fn ids(&self) -> Vec<Id> {
        let mut ids = Vec::with_capacity(self.len() as usize);
        self.each(|id| ids.push(id));
        ids
    }

    /// Returns what a candidate is linked to: the same digit in the peers of its cell, and the other
    /// digits there.
    pub(super) fn links(of: Id) -> Self {
        let (band, digit, bit) = place(of);
        let row = of % 32 / 10;
        let column = of % 32 % 10;
        let mut links = Self::EMPTY;
        for words in &mut links.0 {
            words[digit] = FIRST << column;
        }
        links.0[band][digit] |= ROW << (10 * row) | (0b111 * FIRST) << (column / 3 * 3);
        links.0[band][..9].iter_mut().for_each(|word| *word |= bit);
        links.remove(of);
        links
    }

    /// Returns the candidates of the variable of a kind to which a candidate belongs: of its cell, and of
    /// its digit in its row, its column and its box.
    pub(super) fn variable(kind: usize, of: Id) -> Self {
        let (band, digit, bit) = place(of);
        let (row, column) = (of % 32 / 10, of % 32 % 10);
        let mut board = Self::EMPTY;
        let words = &mut board.0;
        match kind {
            0 => words[band][..9].fill(bit),
            1 => words[band][digit] = ROW << (10 * row),
            2 => words.iter_mut().for_each(|words| words[digit] = FIRST << column),
            _ => words[band][digit] = (0b111 * FIRST) << (column / 3 * 3),
        }
        board
    }

    /// Returns a variable without a candidate; one of a contradiction.
    pub(super) fn empty_variable(&self) -> Self {
        let of_cells = (0..81).map(|cell| (0, id(cell, 0)));
        let of_houses = (0..81).flat_map(|at| {
            let (digit, house) = (at / 9, at % 9);
            let cells = [9 * house, house, 27 * (house / 3) + 3 * (house % 3)];
            (1..4).zip(cells.map(|cell| id(cell, digit)))
        });
        let mut all = of_cells.chain(of_houses).map(|(kind, id)| Self::variable(kind, id));
        all.find(|variable| self.and(variable).is_empty()).expect("there is a contradiction")
    }

    /// Returns the cells of each band with exactly one candidate; `None` if there is one without.
    fn naked(&self) -> Option<[u32; 3]> {
        let mut single = [0; 3];
        let mut all = CELLS;
        for (words, single) in self.0.iter().zip(&mut single) {
            let (mut once, mut twice) = (0, 0);
            for &word in &words[..9] {
                twice |= once & word;
                once |= word;
            }
            *single = once & !twice;
            all &= once;
        }
        (all == CELLS).then_some(single)
    }

    /// Returns the candidates that are alone in their cell, or alone with their digit in a house; `None`
    /// if there is a cell or a digit of a house without a candidate.
    #[inline]
    pub(super) fn singles(&self) -> Option<Self> {
        let naked = self.naked()?;
        let mut singles = Self::EMPTY;
        let mut missing = [0; LANES];
        for (digit, missing) in missing.iter_mut().enumerate() {
            let words = [self.0[0][digit], self.0[1][digit], self.0[2][digit]];
            let [a, b, c] = words.map(of_digit);
            let once = a.once | b.once | c.once;
            let twice = a.twice | b.twice | c.twice | a.once & b.once | (a.once | b.once) & c.once;
            let columns = in_rows(once & !twice);
            *missing = a.missing | b.missing | c.missing | ROW & !once;
            for (band, of) in [a, b, c].into_iter().enumerate() {
                let naked = if digit < 9 { naked[band] } else { 0 };
                singles.0[band][digit] = words[band] & (of.single | columns | naked);
            }
        }
        (missing.iter().fold(0, |any, lane| any | lane) == 0).then_some(singles)
    }
}

/// Returns cells of a row in all three rows of a band.
#[inline(always)]
fn in_rows(row: u32) -> u32 {
    row | row << 10 | row << 20
}

/// What one digit has in a band.
#[derive(Clone, Copy)]
struct OfDigit {
    /// The rows and boxes with one candidate.
    single: u32,
    /// The columns with a candidate.
    once: u32,
    /// The columns with several.
    twice: u32,
    /// Not 0 if a row or box has none.
    missing: u32,
}

#[inline(always)]
fn of_digit(word: u32) -> OfDigit {
    // A row without its lowest bit: the subtraction clears the guard of an empty row.
    let less = (word | GUARD) - FIRST;
    let rest = ((word & less) | GUARD) - FIRST;
    let rows = GUARD & !rest;
    let (x, y, z) = (word & ROW, (word >> 10) & ROW, word >> 20);
    let once = x | y | z;
    let twice = x & y | (x | y) & z;
    let (s, t) = (once >> 1, once >> 2);
    let has = (once | s | t) & BOXES;
    let several = twice | twice >> 1 | twice >> 2 | once & s | (once | s) & t;
    let boxes = has & !several;
    OfDigit {
        single: (rows - (rows >> 9)) | in_rows(boxes | boxes << 1 | boxes << 2),
        once,
        twice,
        missing: GUARD & !less | BOXES & !has,
    }
}

/// A board with some candidates asserted: everything that they are linked to is gone.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct State {
    pub(super) left: Board,
    pub(super) done: Board,
}

impl State {
    /// Nothing left.
    pub(super) const DEAD: Self = Self { left: Board::EMPTY, done: Board::EMPTY };

    /// Takes over what a candidate does to a board that contains this one.
    #[inline]
    pub(super) fn take(&mut self, effect: &Self) {
        self.left = self.left.and(&effect.left);
        self.done = self.done.or(&effect.done);
    }

    /// Asserts all singles, and all that become singles by it; `effect` returns a state that follows
    /// from a candidate. Returns whether there is no contradiction.
    #[inline]
    pub(super) fn settle<'s>(&mut self, effect: impl Fn(Id) -> &'s Self) -> bool {
        loop {
            let Some(singles) = self.left.singles() else { return false };
            let new = singles.without(&self.done);
            if new.is_empty() {
                return true;
            }
            new.each(|id| self.take(effect(id)));
        }
    }

    /// Returns whether every cell has its digit.
    pub(super) fn is_solved(&self) -> bool {
        self.done.len() == 81
    }
}

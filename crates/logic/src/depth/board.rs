//! The candidates of a 9x9 board in words, and all singles of a board at once.
//!
//! A word has the candidates of one digit in one band, ten bits for each row: bit `10 * row + column`.
//! The tenth bit of a row is always clear, so a subtraction in one row cannot reach the next. The
//! words are side by side, so that a compiler turns each operation below into one for several. Five
//! more make their number a multiple of the largest vector.

use std::iter::successors;

use quadrille_simd::{Vectorized, vectorize};

/// The number of words.
const WORDS: usize = 32;
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

/// A set of candidates: word `9 * band + digit`.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct Board([u32; WORDS]);

/// A candidate: `32 * (9 * band + digit) + bit`.
pub(super) type Id = u16;

/// The number of identities, including those of no candidate.
pub(super) const IDS: usize = 27 * 32;

/// Returns the candidate of a digit (from 0) in a cell.
pub(super) fn id(cell: usize, digit: usize) -> Id {
    let (row, column) = (cell / 9, cell % 9);
    (32 * (9 * (row / 3) + digit) + 10 * (row % 3) + column) as Id
}

/// Returns the word and the bit of a candidate.
fn place(id: Id) -> (usize, u32) {
    (usize::from(id / 32), 1 << (id % 32))
}

/// Returns the variable of a kind to which a candidate belongs: its cell, and its digit in its row, its
/// column and its box. These are the same bits in words at a distance from each other.
fn variable(kind: usize, of: Id) -> (impl Iterator<Item = usize>, u32) {
    let (word, bit) = place(of);
    let (row, column) = (of % 32 / 10, of % 32 % 10);
    let (first, step, last, bits) = match kind {
        0 => (word / 9 * 9, 1, word / 9 * 9 + 8, bit),
        1 => (word, 1, word, ROW << (10 * row)),
        2 => (word % 9, 9, word % 9 + 18, FIRST << column),
        _ => (word, 1, word, (0b111 * FIRST) << (column / 3 * 3)),
    };
    ((first..=last).step_by(step), bits)
}

impl Board {
    /// Nothing. A board with nothing left is a contradiction.
    pub(super) const EMPTY: Self = Self([0; WORDS]);

    /// All candidates, and all of the places that are none, which therefore never matter.
    pub(super) const FULL: Self = Self([CELLS; WORDS]);

    #[inline]
    pub(super) fn has(&self, id: Id) -> bool {
        let (word, bit) = place(id);
        self.0[word] & bit != 0
    }

    #[inline]
    pub(super) fn insert(&mut self, id: Id) {
        let (word, bit) = place(id);
        self.0[word] |= bit;
    }

    #[inline]
    pub(super) fn remove(&mut self, id: Id) {
        let (word, bit) = place(id);
        self.0[word] &= !bit;
    }

    #[inline(always)]
    fn zip(&self, other: &Self, f: impl Fn(u32, u32) -> u32) -> Self {
        let mut out = *self;
        for (word, &other) in out.0.iter_mut().zip(&other.0) {
            *word = f(*word, other);
        }
        out
    }

    #[inline(always)]
    pub(super) fn and(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    #[inline(always)]
    pub(super) fn or(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    #[inline(always)]
    pub(super) fn without(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |any, word| any | word) == 0
    }

    #[inline(always)]
    pub(super) fn is_within(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).fold(0, |any, (word, other)| any | word & !other) == 0
    }

    /// Returns the number of candidates.
    pub(super) fn len(&self) -> u32 {
        self.0[..27].iter().map(|word| word.count_ones()).sum()
    }

    /// Calls `f` with each candidate, in ascending order.
    #[inline(always)]
    pub(super) fn each(&self, mut f: impl FnMut(Id)) {
        for (at, &word) in self.0[..27].iter().enumerate() {
            let mut word = word;
            while word != 0 {
                f((32 * at) as Id + word.trailing_zeros() as Id);
                word &= word - 1;
            }
        }
    }

    /// Returns the first candidate.
    pub(super) fn first(&self) -> Option<Id> {
        let word = self.0[..27].iter().position(|&word| word != 0)?;
        Some((32 * word) as Id + self.0[word].trailing_zeros() as Id)
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
        let mut links = Self::EMPTY;
        for kind in 0..4 {
            let (words, bits) = variable(kind, of);
            words.for_each(|word| links.0[word] |= bits);
        }
        links.remove(of);
        links
    }

    /// Returns the candidates of a variable to which a candidate belongs.
    pub(super) fn variable(&self, kind: usize, of: Id) -> impl Iterator<Item = Id> {
        let (words, bits) = variable(kind, of);
        words.flat_map(move |word| {
            let bits = self.0[word] & bits;
            let rests = successors(Some(bits), |bits| Some(bits & bits.wrapping_sub(1)));
            let rests = rests.take_while(|&bits| bits != 0);
            rests.map(move |bits| (32 * word) as Id + bits.trailing_zeros() as Id)
        })
    }

    /// Returns the kind and a place of a variable without a candidate; there must be a contradiction.
    pub(super) fn empty_variable(&self) -> (usize, Id) {
        let of_cells = (0..81).map(|cell| (0, id(cell, 0)));
        let of_houses = (0..81).flat_map(|at| {
            let (digit, house) = (at / 9, at % 9);
            let cells = [9 * house, house, 27 * (house / 3) + 3 * (house % 3)];
            (1..4).zip(cells.map(|cell| id(cell, digit)))
        });
        let mut all = of_cells.chain(of_houses);
        let is_empty = |&(kind, id): &(usize, Id)| {
            let (mut words, bits) = variable(kind, id);
            words.all(|word| self.0[word] & bits == 0)
        };
        all.find(is_empty).expect("there is a contradiction")
    }

    /// Returns the candidates that are alone in their cell, or alone with their digit in a house; `None`
    /// if there is a cell or a digit of a house without a candidate.
    #[inline(always)]
    pub(super) fn singles(&self) -> Option<Self> {
        let words = &self.0;
        let (mut single, mut once, mut twice) = ([0; WORDS], [0; WORDS], [0; WORDS]);
        let mut missing = 0;
        for (at, &word) in words.iter().enumerate() {
            let of = of_digit(word);
            (single[at], once[at], twice[at]) = (of.single, of.once, of.twice);
            missing |= of.missing;
        }
        let mut of_columns = [0; 9];
        for (digit, of_column) in of_columns.iter_mut().enumerate() {
            let [a, b, c] = [once[digit], once[9 + digit], once[18 + digit]];
            let any = a | b | c;
            let several = twice[digit] | twice[9 + digit] | twice[18 + digit];
            *of_column = in_rows(any & !(several | a & b | (a | b) & c));
            missing |= ROW & !any;
        }
        for (words, single) in words[..27].chunks(9).zip(single.chunks_mut(9)) {
            let (mut once, mut twice) = (0, 0);
            for &word in words {
                twice |= once & word;
                once |= word;
            }
            missing |= CELLS & !once;
            for (single, of_column) in single.iter_mut().zip(of_columns) {
                *single |= of_column | once & !twice;
            }
        }
        (missing == 0).then_some(self.and(&Self(single)))
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

    /// Returns what follows from a candidate on any board.
    pub(super) fn of(id: Id) -> Self {
        let mut done = Board::EMPTY;
        done.insert(id);
        Self { left: Board::FULL.without(&Board::links(id)), done }
    }

    /// Takes over what a candidate does to a board that contains this one.
    #[inline(always)]
    pub(super) fn take(&mut self, effect: &Self) {
        self.left = self.left.and(&effect.left);
        self.done = self.done.or(&effect.done);
    }

    /// Asserts all singles, and all that become singles by it; `effect` returns a state that follows
    /// from a candidate. Returns whether there is no contradiction.
    #[inline(always)]
    pub(super) fn settle<'s>(&mut self, effect: impl Fn(Id) -> &'s Self) -> bool {
        vectorize(Settle { state: self, effect })
    }

    /// Returns whether every cell has its digit.
    pub(super) fn is_solved(&self) -> bool {
        self.done.len() == 81
    }
}

/// The work of [`State::settle`].
struct Settle<'s, F> {
    state: &'s mut State,
    effect: F,
}

impl<'e, F: Fn(Id) -> &'e State> Vectorized for Settle<'_, F> {
    type Output = bool;

    #[inline(always)]
    fn run(self) -> bool {
        let Self { state, effect } = self;
        loop {
            let Some(singles) = state.left.singles() else { return false };
            let new = singles.without(&state.done);
            if new.is_empty() {
                return true;
            }
            for (at, &word) in new.0[..27].iter().enumerate() {
                let mut word = word;
                while word != 0 {
                    state.take(effect((32 * at) as Id + word.trailing_zeros() as Id));
                    word &= word - 1;
                }
            }
        }
    }
}

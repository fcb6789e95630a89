//! The states of R2's searches by elimination: the candidates of every cell, from which the digits
//! of decided cells are eliminated until nothing changes (naked singles).
//!
//! R2 proposed, but never built, to store a set of candidates as a product of primes, 2·3·5·…·23 =
//! 223092870 for all nine digits: a digit is in the set if its prime divides the number, and a
//! division eliminates it. That is here beside bit sets, for comparison. Contradictions can be
//! detected or, as in R2's program, missed.

use std::fmt::Debug;

use quadrille_core::{Cell, Digit, DigitSet, Geometry, Puzzle, Snapshot};

/// A representation of a set of candidates.
pub trait CandidateCode: Copy + Eq + Debug {
    /// Encodes a set.
    fn of(set: DigitSet) -> Self;

    /// Decodes the set.
    fn digits(self) -> DigitSet;

    /// Returns the digit if there is exactly one.
    fn single(self) -> Option<Digit> {
        self.digits().single()
    }

    /// Returns the set without a digit.
    #[must_use]
    fn without(self, digit: Digit) -> Self;

    /// Returns the digits in both sets.
    #[must_use]
    fn intersection(self, other: Self) -> Self;
}

impl CandidateCode for DigitSet {
    fn of(set: DigitSet) -> Self {
        set
    }

    fn digits(self) -> DigitSet {
        self
    }

    fn without(self, digit: Digit) -> Self {
        self - Self::only(digit)
    }

    fn intersection(self, other: Self) -> Self {
        self & other
    }
}

/// A set of candidates as the product of its digits' primes; 1 = empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PrimeProduct(u64);

impl PrimeProduct {
    /// The largest side whose product of primes fits into 64 bits.
    pub const MAX_SIDE: usize = 15;
    const PRIMES: [u64; Self::MAX_SIDE] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47];

    fn prime(digit: Digit) -> u64 {
        Self::PRIMES[usize::from(digit.get()) - 1]
    }
}

impl CandidateCode for PrimeProduct {
    fn of(set: DigitSet) -> Self {
        Self(set.iter().map(Self::prime).product())
    }

    fn digits(self) -> DigitSet {
        let all = DigitSet::all(Self::MAX_SIDE);
        all.iter().filter(|&digit| self.0.is_multiple_of(Self::prime(digit))).collect()
    }

    fn single(self) -> Option<Digit> {
        // A product of several primes is not a prime.
        let index = Self::PRIMES.binary_search(&self.0).ok()?;
        Digit::new(index as u8 + 1)
    }

    fn without(self, digit: Digit) -> Self {
        let prime = Self::prime(digit);
        if self.0.is_multiple_of(prime) { Self(self.0 / prime) } else { self }
    }

    fn intersection(self, other: Self) -> Self {
        // The common divisor, by Euclid's algorithm.
        let (mut a, mut b) = (self.0, other.0);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        Self(a)
    }
}

/// What an elimination does about contradictions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contradictions {
    /// It ends when a set would lose its last digit.
    Seen,
    /// It never removes the last digit of a set: cells of a house may keep the same one unnoticed.
    Missed,
}

/// Elimination on the board of a puzzle.
#[derive(Clone, Debug)]
pub struct Elimination {
    geometry: &'static Geometry,
    /// The cells joined to each cell by edges; empty if the puzzle has no edges.
    joined: Vec<Vec<Cell>>,
    contradictions: Contradictions,
}

/// The reduced candidates of every cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetGrid<C>(Box<[C]>);

impl Elimination {
    /// Creates an elimination for the puzzle.
    ///
    /// ```
    /// use quadrille_core::{DigitSet, Puzzle};
    /// use quadrille_lab::board::{Contradictions, Elimination};
    ///
    /// let puzzle: Puzzle = "1234341221.....1".parse()?;
    /// let elimination = Elimination::new(&puzzle, Contradictions::Seen);
    /// let grid = elimination.start::<DigitSet>(&puzzle).expect("it has a solution");
    /// assert_eq!(grid.total(), 16); // one digit for each cell
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
    pub fn new(puzzle: &Puzzle, contradictions: Contradictions) -> Self {
        Self {
            geometry: puzzle.geometry(),
            joined: puzzle.edges().by_cell(puzzle.shape()),
            contradictions,
        }
    }

    /// Returns what the givens leave, or `None` on a detected contradiction.
    pub fn start<C: CandidateCode>(&self, puzzle: &Puzzle) -> Option<SetGrid<C>> {
        let all = C::of(DigitSet::all(self.geometry.side()));
        let mut grid = SetGrid(vec![all; puzzle.shape().cells()].into());
        let mut decided = Vec::new();
        for (cell, digit) in puzzle.givens().filled() {
            grid.0[cell.index()] = C::of(DigitSet::only(digit));
            decided.push(cell);
        }
        self.reduce(&mut grid, decided).then_some(grid)
    }

    /// Returns what a digit in a cell leaves, or `None` on a detected contradiction.
    pub fn put<C: CandidateCode>(
        &self,
        grid: &SetGrid<C>,
        cell: Cell,
        digit: Digit,
    ) -> Option<SetGrid<C>> {
        let mut grid = grid.clone();
        grid.0[cell.index()] = C::of(DigitSet::only(digit));
        self.reduce(&mut grid, vec![cell]).then_some(grid)
    }

    /// Removes the digits of decided cells from their peers, and what is not adjacent along edges,
    /// until nothing changes. Returns `false` on a detected contradiction.
    fn reduce<C: CandidateCode>(&self, grid: &mut SetGrid<C>, mut decided: Vec<Cell>) -> bool {
        let mut next = 0;
        while let Some(&cell) = decided.get(next) {
            next += 1;
            let digit = grid.0[cell.index()].single().expect("only decided cells wait");
            for &peer in self.geometry.peers(cell) {
                let smaller = grid.0[peer.index()].without(digit);
                if !self.shrink(grid, peer, smaller, &mut decided) {
                    return false;
                }
            }
            for &other in self.joined.get(cell.index()).into_iter().flatten() {
                let near = C::of(DigitSet::only(digit).neighbors(self.geometry.side()));
                let smaller = grid.0[other.index()].intersection(near);
                if !self.shrink(grid, other, smaller, &mut decided) {
                    return false;
                }
            }
        }
        true
    }

    fn shrink<C: CandidateCode>(
        &self,
        grid: &mut SetGrid<C>,
        cell: Cell,
        smaller: C,
        decided: &mut Vec<Cell>,
    ) -> bool {
        let set = &mut grid.0[cell.index()];
        if smaller == *set {
            return true;
        }
        if smaller == C::of(DigitSet::EMPTY) {
            return self.contradictions == Contradictions::Missed;
        }
        *set = smaller;
        if smaller.single().is_some() {
            decided.push(cell);
        }
        true
    }
}

impl<C: CandidateCode> SetGrid<C> {
    /// Returns the sets, cell by cell.
    pub fn sets(&self) -> &[C] {
        &self.0
    }

    /// Returns the sum of the sizes of all sets, which is the number of cells if all are decided.
    pub fn total(&self) -> u64 {
        self.0.iter().map(|set| set.digits().len() as u64).sum()
    }

    /// Returns the undecided cell with the fewest candidates, the first of equals, or `None` if all
    /// are decided.
    pub(crate) fn tightest(&self) -> Option<Cell> {
        let undecided = self.0.iter().enumerate().filter(|(_, set)| set.single().is_none());
        undecided.min_by_key(|(_, set)| set.digits().len()).map(|(index, _)| Cell::new(index))
    }

    /// Returns the digits of the decided cells, row-major, 0 = undecided.
    pub fn snapshot(&self) -> Snapshot {
        self.0.iter().map(|set| set.single().map_or(0, Digit::get)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_codes_write_the_same_sets() {
        assert_eq!(PrimeProduct::of(DigitSet::all(9)).0, 223_092_870);
        let digit = |value| Digit::new(value).unwrap();
        for bits in 0..1_u64 << PrimeProduct::MAX_SIDE {
            let set = DigitSet::from_bits(bits);
            let code = PrimeProduct::of(set);
            assert_eq!(code.digits(), set);
            assert_eq!(code.0 == 1, set.is_empty());
            assert_eq!(code.single(), set.single());
            let gone = digit((bits % 15) as u8 + 1);
            assert_eq!(code.without(gone).digits(), set - DigitSet::only(gone));
            let other = DigitSet::from_bits(bits.wrapping_mul(0x9e37_79b9) % (1 << 15));
            assert_eq!(code.intersection(PrimeProduct::of(other)).digits(), set & other);
        }
    }
}

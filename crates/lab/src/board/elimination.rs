//! R2's states for its searches by elimination: the candidates of every cell, from which those of
//! the decided cells are eliminated until nothing changes (naked singles).
//!
//! There are two ways to write a set of candidates down. R2 proposed, and never built, to write it
//! as a product of primes, 2·3·5·…·23 = 223092870 for all nine digits: a digit is in the set when
//! its prime divides the number, and eliminating it is a division. That is here beside the sets of
//! bits, to be compared. And there are two ways to go about contradictions: to see them, or not.

use std::fmt::Debug;

use quadrille_engine::{Cell, Digit, DigitSet, Geometry, Puzzle, Snapshot};

/// A way to write a set of candidates down.
pub trait CandidateCode: Copy + Eq + Debug {
    /// How a set is written.
    fn of(set: DigitSet) -> Self;

    /// The set that is written so.
    fn digits(self) -> DigitSet;

    /// How many digits.
    fn len(self) -> usize;

    /// Whether there is no digit.
    fn is_empty(self) -> bool;

    /// The only digit, where there is just one.
    fn single(self) -> Option<Digit>;

    /// The set without this digit.
    #[must_use]
    fn without(self, digit: Digit) -> Self;

    /// The digits that both sets hold.
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

    fn len(self) -> usize {
        self.len()
    }

    fn is_empty(self) -> bool {
        self.is_empty()
    }

    fn single(self) -> Option<Digit> {
        self.single()
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
    /// The largest side whose product of primes fits into a word.
    pub const MAX_SIDE: usize = 15;
    const PRIMES: [u64; Self::MAX_SIDE] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47];

    /// The number.
    pub fn get(self) -> u64 {
        self.0
    }

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

    fn len(self) -> usize {
        Self::PRIMES.iter().filter(|&&prime| self.0.is_multiple_of(prime)).count()
    }

    fn is_empty(self) -> bool {
        self.0 == 1
    }

    fn single(self) -> Option<Digit> {
        // No product of several primes is itself one of them.
        let index = Self::PRIMES.binary_search(&self.0).ok()?;
        Digit::new(index as u8 + 1)
    }

    fn without(self, digit: Digit) -> Self {
        let prime = Self::prime(digit);
        if self.0.is_multiple_of(prime) { Self(self.0 / prime) } else { self }
    }

    fn intersection(self, other: Self) -> Self {
        // What divides both: Euclid's algorithm.
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
    /// A set that would lose its last digit ends it.
    Seen,
    /// The last digit of a set is never taken out: cells of a house may keep the same one, and
    /// nobody looks.
    Missed,
}

/// Elimination on the board of a puzzle.
#[derive(Clone, Debug)]
pub struct Elimination {
    geometry: &'static Geometry,
    /// The cells joined to each by edges; empty where the puzzle has no edges.
    joined: Vec<Vec<Cell>>,
    contradictions: Contradictions,
}

/// The candidates of every cell, reduced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetGrid<C>(Box<[C]>);

impl Elimination {
    /// For that puzzle, seeing contradictions or not.
    pub fn new(puzzle: &Puzzle, contradictions: Contradictions) -> Self {
        let edges = puzzle.edges();
        let joined = if edges.is_empty() { Vec::new() } else { edges.by_cell(puzzle.shape()) };
        Self { geometry: puzzle.geometry(), joined, contradictions }
    }

    /// What the givens of the puzzle leave; `None` on a contradiction that is seen.
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

    /// What a digit in a cell leaves; `None` on a contradiction that is seen.
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

    /// Takes the digits of decided cells out of the sets of their peers, and along edges whatever
    /// is not next to them, first come first served, until nothing changes; false on a
    /// contradiction that is seen.
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
        if smaller.is_empty() {
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
    /// The sets, cell by cell.
    pub fn sets(&self) -> &[C] {
        &self.0
    }

    /// The sum of the sizes of all sets: the number of cells when all are decided.
    pub fn total(&self) -> u64 {
        self.0.iter().map(|set| set.len() as u64).sum()
    }

    /// The undecided cell with the fewest candidates, the first of them in cell order; `None` when
    /// all are decided.
    pub fn tightest(&self) -> Option<Cell> {
        let undecided = self.0.iter().enumerate().filter(|(_, set)| set.single().is_none());
        undecided.min_by_key(|(_, set)| set.len()).map(|(index, _)| Cell::new(index))
    }

    /// The digits of the decided cells, row-major, 0 = undecided.
    pub fn snapshot(&self) -> Snapshot {
        self.0.iter().map(|set| set.single().map_or(0, Digit::get)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_codes_write_the_same_sets() {
        assert_eq!(PrimeProduct::of(DigitSet::all(9)).get(), 223_092_870);
        let digit = |value| Digit::new(value).unwrap();
        for bits in 0..1_u64 << PrimeProduct::MAX_SIDE {
            let set = DigitSet::from_bits(bits);
            let code = PrimeProduct::of(set);
            assert_eq!(code.digits(), set);
            assert_eq!((code.len(), code.is_empty()), (set.len(), set.is_empty()));
            assert_eq!(code.single(), set.single());
            let gone = digit((bits % 15) as u8 + 1);
            assert_eq!(code.without(gone).digits(), set - DigitSet::only(gone));
            let other = DigitSet::from_bits(bits.wrapping_mul(0x9e37_79b9) % (1 << 15));
            assert_eq!(code.intersection(PrimeProduct::of(other)).digits(), set & other);
        }
    }
}

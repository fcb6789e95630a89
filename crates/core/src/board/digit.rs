//! Digits and sets of digits.

use std::fmt;
use std::num::NonZeroU8;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};

/// A digit, from 1 to the side of its board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Digit(NonZeroU8);

impl Digit {
    /// Returns the digit of a value; `None` for 0 and beyond the largest side, 49.
    ///
    /// ```
    /// use quadrille_core::Digit;
    /// assert_eq!(Digit::new(9).map(Digit::get), Some(9));
    /// assert_eq!(Digit::new(0), None);
    /// ```
    #[inline]
    pub fn new(value: u8) -> Option<Self> {
        if value > 49 {
            return None;
        }
        NonZeroU8::new(value).map(Self)
    }

    /// Returns the digit of a value that is known to be at most 49; `None` for 0.
    #[inline]
    pub(super) fn of_valid(value: u8) -> Option<Self> {
        debug_assert!(value <= 49, "{value} is not a digit");
        NonZeroU8::new(value).map(Self)
    }

    /// Returns the value, 1..=49.
    ///
    /// ```
    /// use quadrille_core::Digit;
    /// assert_eq!(Digit::from_symbol(b'C').map(Digit::get), Some(12));
    /// ```
    #[inline]
    pub fn get(self) -> u8 {
        self.0.get()
    }

    /// Returns the digit as one character: 1-9, then A-Z for 10 to 35; `None` beyond.
    ///
    /// ```
    /// use quadrille_core::Digit;
    /// let symbol = |value| Digit::new(value).and_then(Digit::symbol);
    /// assert_eq!((symbol(9), symbol(10), symbol(36)), (Some('9'), Some('A'), None));
    /// ```
    pub fn symbol(self) -> Option<char> {
        match self.get() {
            value @ 1..=9 => Some(char::from(b'0' + value)),
            value @ 10..=35 => Some(char::from(b'A' + value - 10)),
            _ => None,
        }
    }

    /// Returns the digit that [`symbol`](Self::symbol) writes as this byte.
    ///
    /// ```
    /// use quadrille_core::Digit;
    /// assert_eq!(Digit::from_symbol(b'A'), Digit::new(10));
    /// assert_eq!(Digit::from_symbol(b'.'), None);
    /// ```
    pub fn from_symbol(symbol: u8) -> Option<Self> {
        match symbol {
            b'1'..=b'9' => Self::new(symbol - b'0'),
            b'A'..=b'Z' => Self::new(symbol - b'A' + 10),
            _ => None,
        }
    }
}

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Debug for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// A set of digits in one word: bit `d - 1` stands for digit `d`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct DigitSet(u64);

impl DigitSet {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// Returns the set of all digits of a board of that side.
    ///
    /// ```
    /// use quadrille_core::DigitSet;
    /// assert_eq!(DigitSet::all(9).bits(), 0b1_1111_1111);
    /// ```
    #[inline]
    pub fn all(side: usize) -> Self {
        Self((1 << side) - 1)
    }

    /// Returns the set that holds only this digit.
    ///
    /// ```
    /// use quadrille_core::{Digit, DigitSet};
    /// let five = Digit::new(5).expect("5 is a digit");
    /// assert_eq!(DigitSet::only(five).single(), Some(five));
    /// ```
    #[inline]
    pub fn only(digit: Digit) -> Self {
        Self(1 << (digit.get() - 1))
    }

    /// Returns the set with these bits. Bits of digits beyond 49 are ignored.
    ///
    /// ```
    /// use quadrille_core::{Digit, DigitSet};
    /// let set = DigitSet::from_bits(0b101);
    /// assert_eq!((set.first(), set.last()), (Digit::new(1), Digit::new(3)));
    /// ```
    #[inline]
    pub fn from_bits(bits: u64) -> Self {
        Self(bits & ((1 << 49) - 1))
    }

    /// Returns the word: bit `d - 1` for digit `d`.
    ///
    /// ```
    /// use quadrille_core::{Digit, DigitSet};
    /// let digits: DigitSet = [1, 4].into_iter().filter_map(Digit::new).collect();
    /// assert_eq!(digits.bits(), 0b1001);
    /// ```
    #[inline]
    pub fn bits(self) -> u64 {
        self.0
    }

    /// Returns the number of digits in the set.
    ///
    /// ```
    /// use quadrille_core::DigitSet;
    /// assert_eq!(DigitSet::all(16).len(), 16);
    /// ```
    #[inline]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns whether the set is empty.
    ///
    /// ```
    /// use quadrille_core::DigitSet;
    /// assert!((DigitSet::all(9) - DigitSet::all(9)).is_empty());
    /// ```
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether the set holds a digit.
    ///
    /// ```
    /// use quadrille_core::{Digit, DigitSet};
    /// let four = Digit::new(4).expect("4 is a digit");
    /// assert!(DigitSet::all(4).contains(four) && !DigitSet::EMPTY.contains(four));
    /// ```
    #[inline]
    pub fn contains(self, digit: Digit) -> bool {
        self.0 >> (digit.get() - 1) & 1 != 0
    }

    /// Returns the smallest digit.
    ///
    /// ```
    /// use quadrille_core::{Digit, DigitSet};
    /// assert_eq!(DigitSet::all(9).first(), Digit::new(1));
    /// assert_eq!(DigitSet::EMPTY.first(), None);
    /// ```
    #[inline]
    pub fn first(self) -> Option<Digit> {
        if self.0 == 0 { None } else { Digit::new(self.0.trailing_zeros() as u8 + 1) }
    }

    /// Returns the largest digit.
    ///
    /// ```
    /// use quadrille_core::{Digit, DigitSet};
    /// assert_eq!(DigitSet::all(9).last(), Digit::new(9));
    /// ```
    #[inline]
    pub fn last(self) -> Option<Digit> {
        Digit::new(64 - self.0.leading_zeros() as u8)
    }

    /// Returns the only digit, if there is exactly one.
    ///
    /// ```
    /// use quadrille_core::{Digit, DigitSet};
    /// assert_eq!(DigitSet::from_bits(0b10).single(), Digit::new(2));
    /// assert_eq!(DigitSet::from_bits(0b11).single(), None);
    /// ```
    #[inline]
    pub fn single(self) -> Option<Digit> {
        if self.0.is_power_of_two() { self.first() } else { None }
    }

    /// Returns the digits in ascending order.
    ///
    /// ```
    /// use quadrille_core::DigitSet;
    /// let digits = DigitSet::from_bits(0b1_0000_0101);
    /// assert_eq!(digits.iter().map(|digit| digit.get()).collect::<Vec<_>>(), [1, 3, 9]);
    /// ```
    #[inline]
    pub fn iter(self) -> Digits {
        Digits(self.0)
    }

    /// Returns every digit, on a board of that side, that differs by 1 from one of these: what an
    /// edge leaves to the cell at its other end.
    ///
    /// ```
    /// use quadrille_core::DigitSet;
    /// // 1 and 9 leave 2 and 8.
    /// assert_eq!(DigitSet::from_bits(0b1_0000_0001).neighbors(9).bits(), 0b1000_0010);
    /// ```
    #[inline]
    #[must_use]
    pub fn neighbors(self, side: usize) -> Self {
        Self(((self.0 << 1) | (self.0 >> 1)) & Self::all(side).0)
    }
}

/// The digits of a [`DigitSet`], ascending.
#[derive(Clone, Debug)]
pub struct Digits(u64);

impl Iterator for Digits {
    type Item = Digit;

    #[inline]
    fn next(&mut self) -> Option<Digit> {
        let digit = DigitSet(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(digit)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.count_ones() as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for Digits {}

impl IntoIterator for DigitSet {
    type Item = Digit;
    type IntoIter = Digits;

    fn into_iter(self) -> Digits {
        self.iter()
    }
}

impl FromIterator<Digit> for DigitSet {
    fn from_iter<I: IntoIterator<Item = Digit>>(digits: I) -> Self {
        digits.into_iter().fold(Self::EMPTY, |set, digit| set | Self::only(digit))
    }
}

impl BitOr for DigitSet {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for DigitSet {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitAnd for DigitSet {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitAndAssign for DigitSet {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl Sub for DigitSet {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl SubAssign for DigitSet {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        self.0 &= !other.0;
    }
}

impl fmt::Debug for DigitSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_go_there_and_back() {
        for value in 1..=35 {
            let digit = Digit::new(value).unwrap();
            assert_eq!(Digit::from_symbol(digit.symbol().unwrap() as u8), Some(digit));
        }
        assert_eq!(Digit::new(36).unwrap().symbol(), None);
        assert_eq!(Digit::new(0), None);
        assert_eq!(Digit::new(50), None);
        assert_eq!(Digit::from_symbol(b'a'), None);
    }

    #[test]
    fn a_set_is_its_digits() {
        let digits: Vec<Digit> = [3, 7, 49].into_iter().filter_map(Digit::new).collect();
        let set: DigitSet = digits.iter().copied().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), digits);
        assert_eq!((set.len(), set.first(), set.single()), (3, Digit::new(3), None));
        assert_eq!((set.last(), DigitSet::EMPTY.last()), (Digit::new(49), None));
        assert_eq!(DigitSet::only(digits[1]).single(), Digit::new(7));
        assert_eq!(set.neighbors(49).iter().map(Digit::get).collect::<Vec<_>>(), [2, 4, 6, 8, 48]);
        assert_eq!(DigitSet::all(49).len(), 49);
    }
}

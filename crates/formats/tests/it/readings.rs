//! All readings of a text that is a square of symbols, found by trying them: slow, and independent of
//! the reader.

use std::collections::BTreeSet;

use quadrille_core::{BoxShape, Grid, Puzzle, Rng};

/// A text of as many rows as each has symbols, with any separators between these.
pub(crate) struct Square {
    pub(crate) side: usize,
    symbols: Vec<char>,
}

/// What a symbol for a digit is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Alphabet {
    /// 1 to 9, then A.
    FromOne,
    /// 0 to 9, then A.
    FromZero,
    /// From A.
    Letters,
}

impl Square {
    /// Returns the symbols of a text that is a square of them and cannot be anything else.
    pub(crate) fn of(text: &str) -> Option<Self> {
        let is_separator = |c: char| c == ' ' || c == '|';
        let is_symbol = |c: char| c.is_ascii_alphanumeric() || ".-*_".contains(c);
        if !text.chars().all(|c| is_separator(c) || is_symbol(c) || c == '\n') {
            return None;
        }
        let rows: Vec<&str> = text.trim_end_matches('\n').split('\n').collect();
        let side = rows.len();
        let symbols: Vec<Vec<char>> =
            rows.iter().map(|row| row.chars().filter(|&c| is_symbol(c)).collect()).collect();
        // A symbol for each cell, or all of them in one word: two figures in a word may be a number.
        let is_even = |row: &&str| {
            let mut words = row.split(is_separator).filter(|word| !word.is_empty());
            row.len() == side || words.all(|word| word.len() == 1)
        };
        // A bar at each box of a 6x6 or 8x8 says how its boxes are.
        let has_square_boxes = side.isqrt().pow(2) == side;
        let is_square = BoxShape::of_side(side).is_some()
            && symbols.iter().all(|row| row.len() == side)
            && rows.iter().all(is_even)
            && (has_square_boxes || !text.contains(is_separator));
        // `- - - -` may be a border.
        let has_dash_rows = symbols.iter().any(|row| row.iter().all(|&c| c == '-'));
        let symbols = symbols.concat();
        (is_square && !has_dash_rows).then_some(Self { side, symbols })
    }

    fn shape(&self) -> BoxShape {
        BoxShape::of_side(self.side).expect("it is a side")
    }

    fn digits(&self, alphabet: Alphabet) -> Option<Vec<u8>> {
        let value = |symbol: char| {
            let upper = symbol.to_ascii_uppercase();
            match (alphabet, upper) {
                (_, '.' | '-' | '*' | '_') => Some(0),
                (Alphabet::FromOne | Alphabet::Letters, '0') => Some(0),
                (Alphabet::FromOne, _) => upper.to_digit(36),
                (Alphabet::FromZero, _) => upper.to_digit(36).map(|value| value + 1),
                (Alphabet::Letters, 'A'..='Z') => Some(upper as u32 - 'A' as u32 + 1),
                (Alphabet::Letters, _) => None,
            }
        };
        let values: Option<Vec<u32>> = self.symbols.iter().map(|&symbol| value(symbol)).collect();
        let values = values?;
        let fits = values.iter().all(|&value| value as usize <= self.side);
        fits.then(|| values.into_iter().map(|value| value as u8).collect())
    }

    fn has(&self, is: impl Fn(char) -> bool) -> bool {
        self.symbols.iter().any(|&symbol| is(symbol))
    }

    /// The digits of each reading without a conflict.
    pub(crate) fn readings(&self) -> BTreeSet<Vec<u8>> {
        let fillers: BTreeSet<char> =
            self.symbols.iter().copied().filter(|c| ".-*_".contains(*c)).collect();
        let zeros = self.symbols.iter().filter(|&&c| c == '0').count();
        // A board without digits is empty, and who has several signs for empty cells has no rule. Without
        // any, as many zeros as each digit has on a complete board are digits.
        let may_be_from_zero = zeros > 0
            && self.has(|c| c.is_ascii_alphanumeric() && c != '0')
            && (fillers.len() == 1 || fillers.is_empty() && zeros == self.side);
        let may_be_letters =
            self.has(|c| c.is_ascii_alphabetic()) && !self.has(|c| ('1'..='9').contains(&c));
        let alphabets = [
            (Alphabet::FromOne, true),
            (Alphabet::FromZero, may_be_from_zero),
            (Alphabet::Letters, may_be_letters),
        ];
        alphabets
            .into_iter()
            .filter(|(_, is_possible)| *is_possible)
            .filter_map(|(alphabet, _)| self.digits(alphabet))
            .filter(|digits| is_valid(self.shape(), digits))
            .collect()
    }

    /// Whether each row may be a puzzle by itself.
    pub(crate) fn are_rows_puzzles(&self) -> bool {
        let root = self.side.isqrt();
        root.pow(2) == self.side
            && root > 3
            && self
                .symbols
                .iter()
                .all(|c| c.to_digit(36).is_none_or(|value| value as usize <= root))
    }

    /// The share of random boards with as many zeros and other digits on which the zeros are free of
    /// conflicts and the last digit does not occur.
    pub(crate) fn chance_of_zeros(&self, rng: &mut Rng) -> f64 {
        const ROUNDS: usize = 4000;
        let shape = self.shape();
        let zeros = self.symbols.iter().filter(|&&c| c == '0').count();
        let givens = self.symbols.iter().filter(|c| c.is_ascii_alphanumeric()).count() - zeros;
        let is_chance = |rng: &mut Rng| {
            if (0..givens).any(|_| rng.below(self.side) == 0) {
                return false;
            }
            let mut digits = vec![0; shape.cells()];
            let mut left = zeros;
            while left > 0 {
                let at = rng.below(digits.len());
                left -= usize::from(digits[at] == 0);
                digits[at] = 1;
            }
            is_valid(shape, &digits)
        };
        (0..ROUNDS).filter(|_| is_chance(rng)).count() as f64 / ROUNDS as f64
    }
}

fn is_valid(shape: BoxShape, digits: &[u8]) -> bool {
    Grid::from_digits(shape, digits).is_some_and(|grid| Puzzle::try_from(grid).is_ok())
}

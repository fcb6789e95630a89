//! Whether `0` is a digit or an empty cell, and other questions that only all cells of a board
//! answer.
//!
//! `0` is an empty cell on most boards, and the first digit on some, `0-F` on 16x16. It can be a digit
//! only if the board has another sign for empty cells, or none, and lacks the last digit. Then there are two
//! readings, and the rules tell them apart: if zeros as digits conflict, they are empty cells. If
//! empty cells in their number would conflict almost certainly, and the last digit would occur among
//! the others, they are digits. Otherwise both readings are possible, and a wrong one is worse than
//! none.

use memchr::memchr;
use quadrille_core::text::{digits_of, parse_cells};
use quadrille_core::{BoxShape, Grid, Puzzle};

use super::error::ParseErrorKind;
use super::symbol::is_empty_cell;

/// Maximum probability that zeros avoid conflicts by chance.
const CHANCE: f64 = 0.1;

/// Maximum probability that they do so on a board on which the last digit does not occur by chance.
const BOTH_CHANCES: f64 = 0.001;

/// What zeros on a board are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Zeros {
    /// Empty cells.
    Empty,
    /// Digits; the board with digits from 1.
    Digits(Vec<u8>),
    /// Either.
    Unclear,
}

impl Zeros {
    /// What they are on a board with these digits, 0 for an empty cell. `sign` is the first byte of an
    /// empty cell.
    pub(super) fn of(shape: BoxShape, digits: &[u8], sign: impl Fn(usize) -> u8) -> Self {
        let last = shape.side() as u8;
        // Most boards have the last digit; looking for it alone compiles to vector code.
        if digits.contains(&last) {
            return Self::Empty;
        }
        let mut shifted = Vec::with_capacity(digits.len());
        let (mut zeros, mut givens, mut other) = (0, 0, None);
        for (index, &digit) in digits.iter().enumerate() {
            let sign = if digit > 0 { b'1' } else { sign(index) };
            match sign {
                b'0' => zeros += 1,
                b'1' => givens += 1,
                // Boards that use two other signs besides 0 follow no convention.
                _ if *other.get_or_insert(sign) != sign => return Self::Empty,
                _ => {}
            }
            shifted.push(if matches!(sign, b'0' | b'1') { digit + 1 } else { 0 });
        }
        // A complete grid has each digit once in each row.
        let is_complete = zeros == shape.side() && zeros + givens == shape.cells();
        if zeros == 0 || givens == 0 || other.is_none() && !is_complete {
            return Self::Empty;
        }
        let grid = Grid::from_digits(shape, &shifted);
        if grid.is_none_or(|grid| Puzzle::try_from(grid).is_err()) {
            return Self::Empty;
        }
        if is_convincing(shape, zeros, givens) { Self::Digits(shifted) } else { Self::Unclear }
    }

    /// The digits of the board, if it is clear what zeros are. If the caller named the format,
    /// ambiguous zeros are empty cells.
    fn resolve(
        self,
        digits: &[u8],
        shape: BoxShape,
        is_named: bool,
    ) -> Result<Vec<u8>, ParseErrorKind> {
        match self {
            Self::Digits(digits) => Ok(digits),
            Self::Unclear if !is_named => Err(ParseErrorKind::Zeros { side: shape.side() }),
            Self::Empty | Self::Unclear => Ok(digits.to_vec()),
        }
    }
}

/// The grid of these digits, 0 for an empty cell, if it is clear what zeros are. `sign` is the first byte
/// of an empty cell.
pub(super) fn grid_of(
    shape: BoxShape,
    digits: &[u8],
    is_named: bool,
    sign: impl Fn(usize) -> u8,
) -> Result<Grid, ParseErrorKind> {
    let digits = Zeros::of(shape, digits, sign).resolve(digits, shape, is_named)?;
    Ok(Grid::from_digits(shape, &digits).expect("a digit for each cell"))
}

/// The sign of an empty cell, given the byte at which it begins or would begin.
pub(super) fn sign_of(byte: Option<&u8>) -> u8 {
    byte.copied().filter(|&byte| is_empty_cell(byte)).unwrap_or(b' ')
}

/// Whether zeros may be digits on a 9x9 board of these symbols; for plain lines.
#[inline]
pub(super) fn may_have_zeros(cells: &[u8; 81]) -> bool {
    // Most lines have no zero, or a nine, or no other sign for empty cells.
    memchr(b'0', cells).is_some()
        && memchr(b'9', cells).is_none()
        && (!cells.iter().all(u8::is_ascii_digit) || is_complete_from_zero(cells))
        && has_zeros(cells)
}

fn is_complete_from_zero(cells: &[u8; 81]) -> bool {
    cells.iter().filter(|&&cell| cell == b'0').count() == 9
}

/// Decides the same by the rules of Sudoku. Few lines come here.
#[cold]
fn has_zeros(cells: &[u8; 81]) -> bool {
    Zeros::of(BoxShape::NINE, &digits_of(cells), |index| sign_of(cells.get(index))) != Zeros::Empty
}

/// The board of a text of which one word has a symbol for each cell, in small letters or with the
/// letters from A as digits; and the byte at which it begins.
pub(super) fn lettered(
    text: &[u8],
    expected: Option<BoxShape>,
    shape_of: &dyn Fn(usize) -> Option<BoxShape>,
) -> Option<(usize, Grid)> {
    let mut at = 0;
    for word in text.split(|byte| byte.is_ascii_whitespace() || matches!(byte, b',' | b';' | b'"'))
    {
        let start = at;
        at += word.len() + 1;
        let shape = shape_of(word.len()).filter(|&shape| expected.is_none_or(|it| it == shape));
        let Some(shape) = shape.filter(|_| word.iter().any(u8::is_ascii_alphabetic)) else {
            continue;
        };
        let upper = word.to_ascii_uppercase();
        let mut digits = vec![0; word.len()];
        if !word.iter().any(u8::is_ascii_uppercase)
            && parse_cells(&upper, shape.side(), &mut digits).is_ok()
        {
            let grid = grid_of(shape, &digits, false, |index| sign_of(word.get(index)));
            return grid.ok().map(|grid| (start, grid));
        }
        if let Some(digits) = letters_as_digits(&upper, shape.side()) {
            return Grid::from_digits(shape, &digits).map(|grid| (start, grid));
        }
    }
    None
}

/// The digits of symbols that are the letters from A, upper case, or empty cells.
pub(super) fn letters_as_digits(symbols: &[u8], side: usize) -> Option<Vec<u8>> {
    let value = |&symbol: &u8| match symbol {
        b'A'..=b'Z' => Some(symbol - b'A' + 1).filter(|&digit| usize::from(digit) <= side),
        _ => is_empty_cell(symbol).then_some(0),
    };
    let digits: Vec<u8> = symbols.iter().map(value).collect::<Option<_>>()?;
    // A word is shorter.
    (digits.iter().filter(|&&digit| digit > 0).count() >= side).then_some(digits)
}

/// Whether that many zeros and other digits, without the last one, cannot be a coincidence.
fn is_convincing(shape: BoxShape, zeros: usize, givens: usize) -> bool {
    let chance = chance(shape, zeros);
    let other = 1.0 - 1.0 / shape.side() as f64;
    // A product and no power, which may differ between platforms.
    let absent: f64 = (0..givens).map(|_| other).product();
    chance < CHANCE && chance * absent < BOTH_CHANCES
}

/// The approximate probability that random cells are without two in a row, column or box.
///
/// For each cell after the first, it divides the number of cells that are free by that of all. Free
/// cells are in free rows and columns, but for those that are in the boxes of earlier cells: as many as
/// a box has outside the row and the column of a cell, less what is in rows and columns of other cells.
fn chance(shape: BoxShape, cells: usize) -> f64 {
    let rest = (shape.side() - 1) as f64;
    let in_box = ((shape.rows() - 1) * (shape.columns() - 1)) as f64;
    let of = |taken: usize| {
        let free = (shape.side() as f64 - taken as f64).max(0.0) / rest;
        free * free * (rest * rest - taken as f64 * in_box) / (shape.cells() - taken) as f64
    };
    (1..cells).map(of).product()
}

#[cfg(test)]
mod tests {
    use quadrille_core::Rng;

    use super::*;

    fn zeros(text: &str) -> Zeros {
        let shape = BoxShape::of_cells(text.len()).unwrap();
        let digits: Vec<u8> =
            text.bytes().map(|b| char::from(b).to_digit(36).unwrap_or(0) as u8).collect();
        Zeros::of(shape, &digits, |index| text.as_bytes()[index])
    }

    #[test]
    fn zeros_are_digits_where_they_cannot_be_empty_cells() {
        let digits = |text: &str| match zeros(text) {
            Zeros::Digits(digits) => digits.iter().map(ToString::to_string).collect(),
            other => format!("{other:?}"),
        };
        assert_eq!(zeros("0...1.2.3..00..."), Zeros::Empty, "two in a column");
        assert_eq!(zeros("01.32.........1."), Zeros::Unclear);
        assert_eq!(zeros("04.32.........1."), Zeros::Empty, "the last digit occurs");
        assert_eq!(zeros("0100200000000010"), Zeros::Empty, "no other sign for empty cells");
        assert_eq!(zeros("01.323011.3.3.10"), Zeros::Unclear, "few digits");
        // Each row is the one above it, moved by a box or by a digit.
        let nine: String =
            ["01234567.", "34567.012", "67.012345", "1234567.0", "4567.0123"].concat();
        let nine = nine + "7.0123456" + &".".repeat(27);
        assert_eq!(
            digits(&nine),
            nine.replace('.', "9")
                .bytes()
                .map(|b| char::from(b'0' + (b - b'0' + 1) % 10))
                .collect::<String>()
        );
        // With four zeros, two of the rows are not convincing.
        assert_eq!(zeros(&nine.replacen('0', ".", 2)), Zeros::Unclear);
    }

    /// The chances are close to what random cells show.
    #[test]
    fn the_chance_is_that_of_random_cells() {
        let mut rng = Rng::from_seed(1);
        for (shape, cells) in [(BoxShape::NINE, 2), (BoxShape::NINE, 4), (BoxShape::NINE, 6)]
            .into_iter()
            .chain([(BoxShape::of_side(16).unwrap(), 5), (BoxShape::of_side(6).unwrap(), 3)])
        {
            let is_free = |rng: &mut Rng| {
                let mut digits = vec![0; shape.cells()];
                for _ in 0..cells {
                    let mut at = rng.below(shape.cells());
                    while digits[at] > 0 {
                        at = rng.below(shape.cells());
                    }
                    digits[at] = 1;
                }
                Puzzle::try_from(Grid::from_digits(shape, &digits).unwrap()).is_ok()
            };
            const ROUNDS: usize = 20_000;
            let free = (0..ROUNDS).filter(|_| is_free(&mut rng)).count() as f64 / ROUNDS as f64;
            let chance = chance(shape, cells);
            assert!((chance - free).abs() < 0.02 + free / 4.0, "{shape} {cells}: {chance} {free}");
        }
    }
}

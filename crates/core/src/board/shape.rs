//! The shape of a board: how many rows and columns its boxes have.

use std::error::Error;
use std::fmt;
use std::num::{IntErrorKind, ParseIntError};
use std::str::FromStr;

/// The box shape of a board, `rows × columns` of one box; the side of the board is their product.
///
/// ```
/// use quadrille_core::BoxShape;
/// let shape = BoxShape::new(2, 3)?;
/// assert_eq!((shape.side(), shape.cells()), (6, 36));
/// assert_eq!("2x3".parse(), Ok(shape));
/// # Ok::<(), quadrille_core::ShapeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BoxShape {
    rows: u8,
    columns: u8,
}

/// The error for an invalid box shape.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ShapeError {
    /// The product of rows and columns is not a valid side.
    Side {
        /// Rows of the box.
        rows: usize,
        /// Columns of the box.
        columns: usize,
    },
    /// The text is not of the form `ROWSxCOLUMNS`.
    Syntax(String),
    /// A number of the text is too large for any board.
    Huge(String),
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (min, max) = (BoxShape::MIN_SIDE, BoxShape::MAX_SIDE);
        match self {
            Self::Side { rows, columns } => {
                let side = *rows as u128 * *columns as u128;
                write!(f, "a {rows}x{columns} box gives side {side}; sides are {min} to {max}")
            }
            Self::Syntax(text) => {
                write!(f, "`{text}` is not a box shape; write ROWSxCOLUMNS, as in 2x3")
            }
            Self::Huge(text) => {
                write!(f, "the box `{text}` is too large; sides are {min} to {max}")
            }
        }
    }
}

impl Error for ShapeError {}

impl BoxShape {
    /// The smallest side.
    pub const MIN_SIDE: usize = 4;
    /// The largest side: a [`DigitSet`](crate::DigitSet) has room for 64, cells for 16 bits.
    pub const MAX_SIDE: usize = 49;
    /// The usual 9x9 board.
    pub const NINE: Self = Self { rows: 3, columns: 3 };

    /// Creates the shape with boxes of `rows` × `columns` cells. Boxes of one row (or one column)
    /// are allowed: they coincide with the rows, so that the solutions are Latin squares.
    ///
    /// # Errors
    /// When the side is not within [`MIN_SIDE`](Self::MIN_SIDE)..=[`MAX_SIDE`](Self::MAX_SIDE).
    ///
    /// ```
    /// use quadrille_core::BoxShape;
    /// assert_eq!(BoxShape::new(3, 4)?.side(), 12);
    /// assert!(BoxShape::new(1, 2).is_err());
    /// # Ok::<(), quadrille_core::ShapeError>(())
    /// ```
    pub fn new(rows: usize, columns: usize) -> Result<Self, ShapeError> {
        let fits = |n: usize| (1..=Self::MAX_SIDE).contains(&n);
        if fits(rows)
            && fits(columns)
            && (Self::MIN_SIDE..=Self::MAX_SIDE).contains(&(rows * columns))
        {
            Ok(Self { rows: rows as u8, columns: columns as u8 })
        } else {
            Err(ShapeError::Side { rows, columns })
        }
    }

    /// Returns the shape of a side: as square as possible with `rows <= columns`, both at least 2.
    /// `None` if the side is out of range or prime.
    ///
    /// ```
    /// use quadrille_core::BoxShape;
    /// assert_eq!(BoxShape::of_side(12).map(|shape| shape.to_string()).as_deref(), Some("3x4"));
    /// assert_eq!(BoxShape::of_side(7), None);
    /// ```
    pub fn of_side(side: usize) -> Option<Self> {
        if !(Self::MIN_SIDE..=Self::MAX_SIDE).contains(&side) {
            return None;
        }
        let rows = (2..=side.isqrt()).rev().find(|rows| side.is_multiple_of(*rows))?;
        Self::new(rows, side / rows).ok()
    }

    /// Returns the shape of a board with that many cells, as [`of_side`](Self::of_side) does.
    ///
    /// ```
    /// use quadrille_core::BoxShape;
    /// assert_eq!(BoxShape::of_cells(81), Some(BoxShape::NINE));
    /// assert_eq!(BoxShape::of_cells(80), None);
    /// ```
    pub fn of_cells(cells: usize) -> Option<Self> {
        let side = cells.isqrt();
        (side * side == cells).then(|| Self::of_side(side)).flatten()
    }

    /// Returns the number of rows of a box.
    ///
    /// ```
    /// use quadrille_core::BoxShape;
    /// assert_eq!(BoxShape::new(2, 3)?.rows(), 2);
    /// # Ok::<(), quadrille_core::ShapeError>(())
    /// ```
    pub fn rows(self) -> usize {
        usize::from(self.rows)
    }

    /// Returns the number of columns of a box.
    ///
    /// ```
    /// use quadrille_core::BoxShape;
    /// assert_eq!(BoxShape::new(2, 3)?.columns(), 3);
    /// # Ok::<(), quadrille_core::ShapeError>(())
    /// ```
    pub fn columns(self) -> usize {
        usize::from(self.columns)
    }

    /// Returns the number of digits, which is the number of cells in a house.
    ///
    /// ```
    /// use quadrille_core::BoxShape;
    /// assert_eq!(BoxShape::new(4, 4)?.side(), 16);
    /// # Ok::<(), quadrille_core::ShapeError>(())
    /// ```
    pub fn side(self) -> usize {
        self.rows() * self.columns()
    }

    /// Returns the number of cells of the board.
    ///
    /// ```
    /// use quadrille_core::BoxShape;
    /// assert_eq!(BoxShape::NINE.cells(), 81);
    /// ```
    pub fn cells(self) -> usize {
        self.side() * self.side()
    }

    /// Returns the box of the cell at `row`, `column`; boxes are numbered row by row.
    ///
    /// ```
    /// use quadrille_core::BoxShape;
    /// assert_eq!(BoxShape::NINE.box_at(4, 8), 5);
    /// ```
    pub fn box_at(self, row: usize, column: usize) -> usize {
        // A band has side / columns = rows boxes.
        row / self.rows() * self.rows() + column / self.columns()
    }

    /// Returns the shape of the transposed board.
    ///
    /// ```
    /// use quadrille_core::BoxShape;
    /// assert_eq!(BoxShape::new(2, 3)?.transposed(), BoxShape::new(3, 2)?);
    /// # Ok::<(), quadrille_core::ShapeError>(())
    /// ```
    #[must_use]
    pub fn transposed(self) -> Self {
        Self { rows: self.columns, columns: self.rows }
    }
}

impl fmt::Display for BoxShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)
    }
}

impl fmt::Debug for BoxShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for BoxShape {
    type Err = ShapeError;

    fn from_str(text: &str) -> Result<Self, ShapeError> {
        let shown = || match text.char_indices().nth(20) {
            Some((end, _)) => format!("{}…", &text[..end]),
            None => text.to_owned(),
        };
        let syntax = || ShapeError::Syntax(shown());
        let (rows, columns) = text.split_once(['x', 'X', '×']).ok_or_else(syntax)?;
        let number = |part: &str| {
            part.trim().parse().map_err(|error: ParseIntError| match error.kind() {
                IntErrorKind::PosOverflow => ShapeError::Huge(shown()),
                _ => syntax(),
            })
        };
        Self::new(number(rows)?, number(columns)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_of_the_contract() {
        let expected = [
            (16, "2x2"),
            (36, "2x3"),
            (64, "2x4"),
            (81, "3x3"),
            (100, "2x5"),
            (144, "3x4"),
            (225, "3x5"),
            (256, "4x4"),
            (400, "4x5"),
            (625, "5x5"),
            (1296, "6x6"),
            (2401, "7x7"),
        ];
        for (cells, shape) in expected {
            assert_eq!(BoxShape::of_cells(cells).unwrap().to_string(), shape);
        }
        for none in [0, 1, 4, 9, 25, 49, 80, 82, 121, 2500, 2304 + 1] {
            assert_eq!(BoxShape::of_cells(none), None, "{none}");
        }
    }

    #[test]
    fn refuses_what_is_no_shape() {
        for text in ["", "3", "x", "3x", "0x9", "9x9", "1x3", "-3x3", "3x3x3", "99999999999x3"] {
            assert!(text.parse::<BoxShape>().is_err(), "{text}");
        }
        assert_eq!(
            "9x9".parse::<BoxShape>().unwrap_err().to_string(),
            "a 9x9 box gives side 81; sides are 4 to 49"
        );
        // Products and numbers beyond any integer.
        for (text, message) in [
            (
                "1000000000000000000x1",
                "a 1000000000000000000x1 box gives side 1000000000000000000; sides are 4 to 49",
            ),
            (
                "18446744073709551615x18446744073709551615",
                "a 18446744073709551615x18446744073709551615 box gives side \
                 340282366920938463426481119284349108225; sides are 4 to 49",
            ),
            (
                "18446744073709551616x1",
                "the box `18446744073709551616…` is too large; sides are 4 to 49",
            ),
            ("3xthree", "`3xthree` is not a box shape; write ROWSxCOLUMNS, as in 2x3"),
        ] {
            assert_eq!(text.parse::<BoxShape>().unwrap_err().to_string(), message);
        }
    }
}

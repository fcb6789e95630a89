//! What is wrong with a link.

use thiserror::Error;

/// Why a link cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LinkError {
    /// The puzzle is not in the link.
    #[error(
        "`{name}` is only the name of a puzzle on the server of {site}; open the link and copy one that holds the puzzle"
    )]
    Name {
        /// The name.
        name: String,
        /// The site whose server knows it.
        site: &'static str,
    },
    /// The link has neither a puzzle nor a name of one.
    #[error("a link to {site} without a puzzle; copy the whole link")]
    Empty {
        /// The site.
        site: &'static str,
    },
    /// The link holds a board in a code that cannot be read.
    #[error("a link of {site} that holds no readable board; open it and copy {copy}")]
    Packed {
        /// The site.
        site: &'static str,
        /// What to copy instead.
        copy: &'static str,
    },
    /// The link holds more than one board.
    #[error("the link holds {found} boards; copy the cells of one of them as text")]
    Several {
        /// How many.
        found: usize,
    },
    /// The data in the link end too early.
    #[error("the link is cut off; copy the whole link")]
    Truncated,
    /// The data in the link cannot be unpacked.
    #[error("the data in the link are damaged; copy the link again")]
    Damaged,
    /// The data in the link take too much memory.
    #[error("the data in the link unpack to more than 1 MiB, more than any puzzle needs")]
    TooLarge,
    /// The data in the link are something else.
    #[error("the data in the link are not a puzzle")]
    NoPuzzle,
    /// A cell has something that is not a digit.
    #[error("`{text}` in {cell}, expected a digit from 1 to {side}")]
    NoDigit {
        /// What is there.
        text: String,
        /// Name of the cell.
        cell: String,
        /// Side of the board.
        side: usize,
    },
    /// The puzzle has a constraint that has no name among solvers.
    #[error("the puzzle has the constraint `{name}`; Quadrille solves classic puzzles only")]
    Constraint {
        /// The name of the constraint in the link.
        name: String,
    },
    /// Something is drawn on the board, which may be a constraint.
    #[error(
        "the puzzle has a {name} on the board, and rules that do not call it a classic sudoku; Quadrille solves classic puzzles only"
    )]
    Drawing {
        /// What is drawn.
        name: String,
    },
}

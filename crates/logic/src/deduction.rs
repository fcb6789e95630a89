//! What a technique finds, as data from which words, notation and drawings are made.

use std::fmt;

use quadrille_core::{BoxShape, Candidate, Cell, Digit, DigitSet, Geometry};

use super::cells::CellSet;
use super::houses::{BOXES, COLUMNS, ROWS};

/// One use of a technique: what it shows, and the evidence for it.
///
/// The evidence is there if the [`Sink`](super::Sink) asks for it. To rate a puzzle, it is not needed.
///
/// ```
/// use quadrille_logic::sample;
///
/// let deduction = sample("naked-pair").expect("it has a sample").step.deduction;
/// assert_eq!((deduction.cells.len(), deduction.digits.len()), (2, 2));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deduction {
    /// The shape of the board; the [`Sink`](super::Sink) sets it.
    pub shape: BoxShape,
    /// The id of the kind of deduction, one of [`Technique::kinds`](super::Technique::kinds).
    pub kind: &'static str,
    /// Tenths that are added to the rating of the kind, for a longer chain or a larger set.
    pub surcharge: u16,
    /// Digits that must be in their cells.
    pub placements: Vec<Candidate>,
    /// Candidates that cannot be true.
    pub eliminations: Vec<Candidate>,
    /// The cells of the pattern.
    pub cells: Vec<Cell>,
    /// The digits of the pattern.
    pub digits: DigitSet,
    /// The cells of a second part of the pattern, as the technique says: those that complete a naked
    /// set, or that exclude combinations.
    pub others: Vec<Cell>,
    /// The digits of the second part.
    pub other_digits: DigitSet,
    /// The houses in which the pattern is.
    pub houses: Vec<House>,
    /// Further parts of the pattern, as the technique says: sets of cells with some of their digits,
    /// such as almost locked sets and colors.
    pub parts: Vec<Part>,
    /// The implications of chains, causes before effects.
    pub links: Vec<Link>,
    /// The sets of candidates on which it rests, if the other fields do not say them. Those of every
    /// deduction are in [`truths`](Self::truths()).
    pub truths: Vec<Truth>,
}

impl Default for Deduction {
    /// A deduction of nothing on a 9x9 board.
    fn default() -> Self {
        Self {
            shape: BoxShape::NINE,
            kind: "",
            surcharge: 0,
            placements: Vec::new(),
            eliminations: Vec::new(),
            cells: Vec::new(),
            digits: DigitSet::EMPTY,
            others: Vec::new(),
            other_digits: DigitSet::EMPTY,
            houses: Vec::new(),
            parts: Vec::new(),
            links: Vec::new(),
            truths: Vec::new(),
        }
    }
}

/// A part of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The cells.
    pub cells: Vec<Cell>,
    /// The digits that matter in these cells.
    pub digits: DigitSet,
}

/// A row, a column or a box of a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum House {
    /// A row, from 0.
    Row(u8),
    /// A column, from 0.
    Column(u8),
    /// A box, from 0, row by row.
    Box(u8),
}

impl House {
    /// The house with an index in the order of [`houses`](super::houses), on a 9x9 board.
    pub(super) fn of_index(index: usize) -> Self {
        Self::on(9, index)
    }

    /// As [`of_index`](Self::of_index), on a board with that many digits.
    pub(super) fn on(side: usize, index: usize) -> Self {
        let number = (index % side) as u8;
        match index / side {
            0 => Self::Box(number),
            1 => Self::Column(number),
            _ => Self::Row(number),
        }
    }

    /// The index in the order of [`houses`](super::houses), on a 9x9 board.
    pub(super) fn index(self) -> usize {
        match self {
            Self::Row(number) => ROWS.start + usize::from(number),
            Self::Column(number) => COLUMNS.start + usize::from(number),
            Self::Box(number) => BOXES.start + usize::from(number),
        }
    }

    /// The cells of the house on a board.
    pub(super) fn cells(self, shape: BoxShape) -> &'static [Cell] {
        let geometry = Geometry::of(shape);
        geometry.house(match self {
            Self::Row(number) => usize::from(number),
            Self::Column(number) => geometry.side() + usize::from(number),
            Self::Box(number) => 2 * geometry.side() + usize::from(number),
        })
    }

    /// The row, the column and the box of a cell on a board.
    pub(super) fn all_of(cell: Cell, shape: BoxShape) -> [Self; 3] {
        let geometry = Geometry::of(shape);
        let [row, column] = [geometry.row_of(cell), geometry.column_of(cell)];
        let of_box = geometry.box_of(cell) as u8;
        [Self::Row(row as u8), Self::Column(column as u8), Self::Box(of_box)]
    }
}

/// The name of a house, counted from 1: `row 1`, `column 1`, `box 1`.
impl fmt::Display for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Row(number) => write!(f, "row {}", number + 1),
            Self::Column(number) => write!(f, "column {}", number + 1),
            Self::Box(number) => write!(f, "box {}", number + 1),
        }
    }
}

impl fmt::Debug for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A candidate assumed or shown to be true ("on") or false ("off").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct State {
    /// The candidate.
    pub candidate: Candidate,
    /// Whether it is true.
    pub is_on: bool,
}

/// A step of a chain: if all of `from` hold, so does `to`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The causes; none for an assumption, with which a branch begins. Causes are in the same branch, or
    /// in an earlier one of the same assumption.
    pub from: Vec<State>,
    /// The effect.
    pub to: State,
    /// Why.
    pub reason: Reason,
    /// 0 in a chain of the deduction itself, and one more for each chain around it. The links of a
    /// nested chain come right before the first link that it shows, whose reason is its kind.
    pub depth: u8,
    /// The sets of the pattern, if the reason is a pattern and no nested chain.
    pub truths: Vec<Truth>,
}

/// Candidates of which one is true.
///
/// A set names all candidates that the board may have there; some of them may be gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Truth {
    /// A cell holds one of its candidates.
    Cell {
        /// The cell.
        cell: Cell,
        /// What it may hold.
        digits: DigitSet,
    },
    /// A house holds a digit.
    House {
        /// The house.
        house: House,
        /// The digit.
        digit: Digit,
        /// Where it may be.
        cells: Vec<Cell>,
    },
    /// Some cell holds another digit than these two, which could be exchanged in the cells for a second
    /// solution. The cells that are filled are not given.
    Deadly {
        /// The cells, two in each of their houses.
        cells: Vec<Cell>,
        /// The two digits.
        digits: DigitSet,
    },
    /// One of these candidates is true. Without them each open cell would have two candidates and each
    /// digit two places in each house, so that the solution could be exchanged for another.
    Grave {
        /// Cells with the candidates.
        parts: Vec<Part>,
    },
}

/// Why a step of a chain holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It is assumed.
    Assumption,
    /// A cell holds one digit.
    Cell,
    /// A digit is in one cell of the house.
    House(House),
    /// A deduction of another technique, by its kind, which the causes make possible.
    Kind(&'static str),
}

impl fmt::Display for Reason {
    /// Writes `assumption`, `cell`, the house or the kind.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Assumption => f.write_str("assumption"),
            Self::Cell => f.write_str("cell"),
            Self::House(house) => house.fmt(f),
            Self::Kind(kind) => f.write_str(kind),
        }
    }
}

impl Deduction {
    /// Returns whether it shows that a candidate is true, or that it is false: by an elimination, or by
    /// a placement that excludes it.
    ///
    /// ```
    /// use quadrille_logic::{State, sample};
    ///
    /// let deduction = sample("x-wing").expect("every kind has a sample").step.deduction;
    /// let candidate = deduction.eliminations[0];
    /// assert!(deduction.shows(State { candidate, is_on: false }));
    /// assert!(!deduction.shows(State { candidate, is_on: true }));
    /// ```
    pub fn shows(&self, state: State) -> bool {
        let State { candidate, is_on } = state;
        if is_on {
            return self.placements.contains(&candidate);
        }
        let geometry = Geometry::of(self.shape);
        let excludes = |placed: &Candidate| {
            let is_same = placed.cell == candidate.cell;
            is_same && placed.digit != candidate.digit
                || placed.digit == candidate.digit
                    && geometry.peers(candidate.cell).contains(&placed.cell)
        };
        self.eliminations.contains(&candidate) || self.placements.iter().any(excludes)
    }

    /// The digits of the pattern, or those that are shown if the pattern names none.
    pub(super) fn digits_at_work(&self) -> DigitSet {
        let shown = self.placements.iter().chain(&self.eliminations);
        let shown =
            shown.fold(DigitSet::EMPTY, |digits, shown| digits | DigitSet::only(shown.digit));
        if self.digits.is_empty() { shown } else { self.digits }
    }
}

/// The cells of a set in ascending order.
pub(super) fn listed(cells: impl CellSet) -> Vec<Cell> {
    cells.each().map(Cell::new).collect()
}

/// A part with cells and a mask of digits.
pub(super) fn part(cells: impl CellSet, digits: u16) -> Part {
    Part { cells: listed(cells), digits: DigitSet::from_bits(digits.into()) }
}

/// The candidate of a cell and a digit, counted from 0.
pub(super) fn candidate(cell: usize, digit: usize) -> Candidate {
    let digit = Digit::new(digit as u8 + 1).expect("a digit of a board, from 0");
    Candidate { cell: Cell::new(cell), digit }
}

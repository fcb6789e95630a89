//! The independent validator, which alone decides what is a solution.
//!
//! It shares no code with the solvers: neither the [`Geometry`](crate::Geometry) tables nor the
//! candidate sets. It works from the rules alone and so reveals mistakes elsewhere. Its vector
//! version is in `quadrille-simd`, which may use the instructions, but shares no code with the
//! kernel either.

use std::error::Error;
use std::fmt;

use super::{BoxShape, Cell, Puzzle};

/// Why a filled board is not a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Flaw {
    /// The board has another number of cells than the puzzle.
    Length {
        /// Cells offered.
        found: usize,
        /// Cells of the puzzle.
        expected: usize,
    },
    /// A cell holds no valid digit.
    NoDigit {
        /// The cell.
        cell: Cell,
        /// The digit of the cell; 0 = empty.
        digit: u8,
        /// Side of the board.
        side: usize,
    },
    /// A cell does not hold its given.
    Given {
        /// The cell.
        cell: Cell,
        /// The digit that the puzzle gives.
        given: u8,
        /// The digit of the cell.
        digit: u8,
        /// Side of the board.
        side: usize,
    },
    /// A digit occurs twice in a house.
    Twice {
        /// The digit.
        digit: u8,
        /// `row`, `column` or `box`.
        kind: &'static str,
        /// Its number, from 1.
        number: usize,
    },
    /// A cell holds a digit that the puzzle's marks rule out.
    Mark {
        /// The cell.
        cell: Cell,
        /// The digit of the cell.
        digit: u8,
        /// Side of the board.
        side: usize,
    },
    /// The digits of two cells joined by an edge are not consecutive.
    Edge {
        /// One cell.
        first: Cell,
        /// The other.
        second: Cell,
        /// Side of the board.
        side: usize,
    },
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { found, expected } => write!(f, "{found} cells, expected {expected}"),
            Self::NoDigit { cell, digit, side } => {
                write!(f, "{} holds {digit}, which is not a valid digit", cell.name(*side))
            }
            Self::Given { cell, given, digit, side } => {
                write!(f, "{} is given {given} and holds {digit}", cell.name(*side))
            }
            Self::Twice { digit, kind, number } => {
                write!(f, "{digit} occurs twice in {kind} {number}")
            }
            Self::Mark { cell, digit, side } => {
                write!(f, "{} holds {digit}, which is not among its marks", cell.name(*side))
            }
            Self::Edge { first, second, side } => {
                let [first, second] = [first, second].map(|cell| cell.name(*side));
                write!(f, "{first} and {second} are joined by an edge but not consecutive")
            }
        }
    }
}

impl Error for Flaw {}

/// Checks that row-major `digits` solve a puzzle: every house has every digit, every given is kept,
/// the digits along every edge are consecutive, and every digit is among the marks.
///
/// # Errors
/// Returns the first flaw found.
///
/// ```
/// use quadrille_core::{Flaw, Puzzle, validate};
/// let puzzle: Puzzle = "12..............".parse()?;
/// assert_eq!(validate(&puzzle, &[1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]), Ok(()));
/// assert!(matches!(validate(&puzzle, &[1; 16]), Err(Flaw::Twice { digit: 1, .. })));
/// assert_eq!(validate(&puzzle, &[1, 2]), Err(Flaw::Length { found: 2, expected: 16 }));
/// # Ok::<(), quadrille_core::TextError>(())
/// ```
pub fn validate(puzzle: &Puzzle, digits: &[u8]) -> Result<(), Flaw> {
    let shape = puzzle.shape();
    rules_hold(shape, digits)?;
    let side = shape.side();
    for (cell, given) in puzzle.givens().filled() {
        let (given, digit) = (given.get(), digits[cell.index()]);
        if digit != given {
            return Err(Flaw::Given { cell, given, digit, side });
        }
    }
    if let Some(marks) = puzzle.marks() {
        for (index, (marks, &digit)) in marks.cells().iter().zip(digits).enumerate() {
            if marks.bits() >> (digit - 1) & 1 == 0 {
                return Err(Flaw::Mark { cell: Cell::new(index), digit, side });
            }
        }
    }
    for &(first, second) in puzzle.edges().pairs() {
        if digits[first.index()].abs_diff(digits[second.index()]) != 1 {
            return Err(Flaw::Edge { first, second, side });
        }
    }
    Ok(())
}

/// Returns whether 81 ASCII digits solve a plain 9x9 puzzle, given as text, in which `1` to `9` are
/// givens and any other byte is an empty cell: [`validate`] for millions of lines.
///
/// Nine cells hold each digit once if the union of their digits is all nine.
///
/// ```
/// use quadrille_core::validate_nine;
/// let solution =
///     b"534678912672195348198342567859761423426853791713924856961537284287419635345286179";
/// let mut puzzle = *solution;
/// puzzle[1] = b'.';
/// assert!(validate_nine(&puzzle, solution));
/// puzzle[1] = b'4';
/// assert!(!validate_nine(&puzzle, solution));
/// ```
pub fn validate_nine(puzzle: &[u8; 81], solution: &[u8; 81]) -> bool {
    by_vectors(puzzle, solution).unwrap_or_else(|| by_unions(puzzle, solution))
}

/// The digits of a 9x9 grid that the validator accepted as a solution of a puzzle without edges. Can
/// only be constructed by the validator, so what takes it need not validate again.
pub struct ValidNine<'d>(&'d [u8; 81]);

impl<'d> ValidNine<'d> {
    /// Validates digits as the solution of a puzzle given as text, as [`validate_nine`] does.
    #[inline]
    pub(crate) fn of_text(puzzle: &[u8; 81], digits: &'d [u8; 81]) -> Option<Self> {
        validate_nine(puzzle, &figures(digits)).then_some(Self(digits))
    }

    /// Validates digits as the solution of a puzzle given by the candidates of each cell, of which
    /// bit 0 is the digit 1.
    #[inline]
    pub(crate) fn of_masks(masks: &[u16; 81], digits: &'d [u8; 81]) -> Option<Self> {
        if !validate_nine(&[b'.'; 81], &figures(digits)) {
            return None;
        }
        // Without an early exit this compiles to vector code. Products shift by the bits of a digit, as
        // few processors shift each element of a vector by its own distance.
        let is_within = |(&mask, &digit): (&u16, &u8)| {
            let digit = u16::from(digit);
            let one = |bit: u16| digit >> bit & 1;
            let bit = (1 + one(0)) * (1 + 3 * one(1)) * (1 + 15 * one(2)) * (1 + 255 * one(3));
            // The bit of the digit 1 is the second one now, and digits are valid.
            mask << 1 & bit != 0
        };
        let within = masks.iter().zip(digits).fold(true, |all, cell| all & is_within(cell));
        within.then_some(Self(digits))
    }

    /// Returns the row-major digits.
    #[inline]
    pub fn digits(&self) -> &'d [u8; 81] {
        self.0
    }

    /// Returns the digits in ASCII.
    #[inline]
    pub fn figures(&self) -> [u8; 81] {
        figures(self.0)
    }
}

/// Returns digits in ASCII. Values above 9 become other characters.
#[inline]
fn figures(digits: &[u8; 81]) -> [u8; 81] {
    digits.map(|digit| digit.wrapping_add(b'0'))
}

/// Validates with vector instructions, many times as fast, if the processor has them.
#[inline]
fn by_vectors(puzzle: &[u8; 81], solution: &[u8; 81]) -> Option<bool> {
    #[cfg(target_arch = "x86_64")]
    return quadrille_simd::Judge::new().map(|judge| judge.is_solution(puzzle, solution));
    #[cfg(not(target_arch = "x86_64"))]
    {
        let _ = (puzzle, solution);
        None
    }
}

/// Validates with the unions of the digits of each house.
fn by_unions(puzzle: &[u8; 81], solution: &[u8; 81]) -> bool {
    const ALL: u16 = 0x1ff << 1;
    let mut sound = true;
    for (given, digit) in puzzle.iter().zip(solution) {
        sound &= matches!(digit, b'1'..=b'9');
        sound &= !matches!(given, b'1'..=b'9') | (given == digit);
    }
    let bits = solution.map(|digit| 1_u16 << (digit & 15));
    let (mut columns, mut whole) = ([0; 9], ALL);
    for band in bits.as_chunks::<27>().0 {
        let mut within_band = [0; 9];
        for row in band.as_chunks::<9>().0 {
            whole &= row.iter().fold(0, |union, bit| union | bit);
            for (union, bit) in within_band.iter_mut().zip(row) {
                *union |= bit;
            }
        }
        for [a, b, c] in within_band.as_chunks::<3>().0 {
            whole &= a | b | c;
        }
        for (column, within) in columns.iter_mut().zip(within_band) {
            *column |= within;
        }
    }
    sound & (columns.iter().fold(whole, |whole, column| whole & column) == ALL)
}

/// Checks the rules that hold for every puzzle: all cells are filled, and no digit occurs twice in
/// a row, column or box. As a house has as many cells as there are digits, each then occurs once.
fn rules_hold(shape: BoxShape, digits: &[u8]) -> Result<(), Flaw> {
    const N: usize = BoxShape::MAX_SIDE;
    let side = shape.side();
    if digits.len() != side * side {
        return Err(Flaw::Length { found: digits.len(), expected: side * side });
    }
    let boxes_across = side / shape.columns();
    let (mut columns, mut boxes) = ([0_u64; N], [0_u64; N]);
    for (row, cells) in digits.chunks_exact(side).enumerate() {
        let mut in_row = 0_u64;
        let band = row / shape.rows() * boxes_across;
        for (column, &digit) in cells.iter().enumerate() {
            if digit == 0 || usize::from(digit) > side {
                let cell = Cell::new(row * side + column);
                return Err(Flaw::NoDigit { cell, digit, side });
            }
            let bit = 1_u64 << digit;
            let in_box = &mut boxes[band + column / shape.columns()];
            if (in_row | columns[column] | *in_box) & bit != 0 {
                let (kind, number) = if in_row & bit != 0 {
                    ("row", row)
                } else if columns[column] & bit != 0 {
                    ("column", column)
                } else {
                    ("box", band + column / shape.columns())
                };
                return Err(Flaw::Twice { digit, kind, number: number + 1 });
            }
            in_row |= bit;
            columns[column] |= bit;
            *in_box |= bit;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;
    use crate::{Edges, Grid};

    const SOLVED: [u8; 16] = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];

    fn puzzle(edges: &[(usize, usize)]) -> Puzzle {
        let shape = BoxShape::of_side(4).unwrap();
        let mut givens = Grid::empty(shape);
        givens.set(Cell::new(0), crate::Digit::new(1));
        let edges = edges.iter().map(|&(a, b)| (Cell::new(a), Cell::new(b)));
        Puzzle::new(givens, Edges::new(shape, edges).unwrap()).unwrap()
    }

    fn with(changes: &[(usize, u8)]) -> Vec<u8> {
        let mut digits = SOLVED.to_vec();
        for &(cell, digit) in changes {
            digits[cell] = digit;
        }
        digits
    }

    #[test]
    fn accepts_a_solution_and_nothing_else() {
        let puzzle = puzzle(&[(0, 1), (10, 11)]);
        assert_eq!(validate(&puzzle, &SOLVED), Ok(()));
        let flaw = |digits: &[u8]| validate(&puzzle, digits).unwrap_err().to_string();
        assert_eq!(flaw(&SOLVED[1..]), "15 cells, expected 16");
        assert_eq!(flaw(&with(&[(5, 0)])), "r2c2 holds 0, which is not a valid digit");
        assert_eq!(flaw(&with(&[(5, 5)])), "r2c2 holds 5, which is not a valid digit");
        assert_eq!(flaw(&with(&[(3, 2)])), "2 occurs twice in row 1");
        assert_eq!(flaw(&with(&[(4, 2), (7, 3)])), "2 occurs twice in box 1");
        assert_eq!(flaw(&with(&[(8, 4), (10, 2)])), "4 occurs twice in column 1");
        let relabelled: Vec<u8> = SOLVED.iter().map(|d| 5 - d).collect();
        assert_eq!(flaw(&relabelled), "r1c1 is given 1 and holds 4");
    }

    #[test]
    fn marks_count() {
        let shape = BoxShape::of_side(4).unwrap();
        let mut marks = crate::CandidateSet::full(shape);
        marks.set(Cell::new(5), crate::DigitSet::from_bits(0b0111));
        let puzzle = Puzzle::from_marks(marks, Edges::none()).unwrap();
        assert_eq!(
            validate(&puzzle, &SOLVED).unwrap_err().to_string(),
            "r2c2 holds 4, which is not among its marks"
        );
        let relabelled: Vec<u8> = SOLVED.iter().map(|d| 5 - d).collect();
        assert_eq!(validate(&puzzle, &relabelled), Ok(()));
    }

    #[test]
    fn edges_count() {
        assert_eq!(
            validate(&puzzle(&[(1, 5)]), &SOLVED).unwrap_err().to_string(),
            "r1c2 and r2c2 are joined by an edge but not consecutive"
        );
    }

    /// Validates a line in both ways, which must agree.
    fn judged(puzzle: &[u8; 81], solution: &[u8; 81]) -> bool {
        let sound = by_unions(puzzle, solution);
        if let Some(by_vectors) = by_vectors(puzzle, solution) {
            assert_eq!(by_vectors, sound, "{puzzle:?} {solution:?}");
        }
        assert_eq!(validate_nine(puzzle, solution), sound);
        sound
    }

    /// Swaps the corners of a rectangle that holds two digits crosswise: rows and columns stay
    /// valid.
    fn exchange_a_rectangle(digits: &mut [u8; 81], rng: &mut Rng) {
        for _ in 0..1000 {
            let [r, s, c, d] = [(); 4].map(|()| rng.below(9));
            let corners = [r * 9 + c, s * 9 + d, r * 9 + d, s * 9 + c];
            let [w, x, y, z] = corners.map(|cell| digits[cell]);
            if w == x && y == z && w != y {
                for (cell, digit) in corners.into_iter().zip([y, y, w, w]) {
                    digits[cell] = digit;
                }
                return;
            }
        }
    }

    #[test]
    fn the_fast_validator_agrees() {
        let mut rng = Rng::from_seed(4);
        let solved: Vec<u8> =
            (0..81).map(|i| ((i / 9 % 3 * 3 + i / 27 + i % 9) % 9) as u8 + 1).collect();
        let (mut good, mut bad, mut flaws) = (0, 0, std::collections::BTreeMap::new());
        for _ in 0..4000 {
            let symmetry = crate::Symmetry::random(BoxShape::NINE, &mut rng);
            let grid = symmetry.apply(&Grid::from_digits(BoxShape::NINE, &solved).unwrap());
            let mut digits: [u8; 81] = grid.snapshot()[..].try_into().unwrap();
            let mut givens = digits;
            for _ in 0..50 {
                givens[rng.below(81)] = 0;
            }
            match rng.below(9) {
                0 => digits[rng.below(81)] = rng.below(256) as u8,
                1 => digits.swap(rng.below(81), rng.below(81)),
                2 => {
                    // Two rows of a band swapped: a solution, but of other givens.
                    for column in 0..9 {
                        digits.swap(column, 9 + column);
                    }
                }
                3 => {
                    for column in 0..9 {
                        digits.swap(column, 27 + column);
                    }
                }
                // Two cells of a row and a box, or of a column and a box.
                4 => digits.swap(rng.below(9) * 9 + 3, rng.below(9) * 9 + 4),
                5 => digits.swap(27 + rng.below(9), 36 + rng.below(9)),
                6 => exchange_a_rectangle(&mut digits, &mut rng),
                _ => {}
            }
            let puzzle = Puzzle::try_from(Grid::from_digits(BoxShape::NINE, &givens).unwrap());
            let slow = validate(&puzzle.unwrap(), &digits);
            if let Err(Flaw::Twice { kind, .. }) = slow {
                *flaws.entry(kind).or_insert(0) += 1;
            }
            let slow = slow.is_ok();
            let empty = b".0*\0\xff"[rng.below(5)];
            let puzzle = givens.map(|given| if given == 0 { empty } else { b'0' + given });
            let solution = digits.map(|digit| digit.wrapping_add(b'0'));
            assert_eq!(judged(&puzzle, &solution), slow);
            good += usize::from(slow);
            bad += usize::from(!slow);
        }
        assert!(good > 300 && bad > 300, "{good} {bad}");
        assert!(flaws.len() == 3 && flaws.values().all(|&count| count > 50), "{flaws:?}");
    }

    /// Grids in which only some kinds of houses are valid, and every swap of two cells.
    #[test]
    fn the_fast_validator_sees_every_house() {
        let grid = |digit: &dyn Fn(usize, usize) -> usize| -> [u8; 81] {
            std::array::from_fn(|cell| b'1' + (digit(cell / 9, cell % 9) % 9) as u8)
        };
        let open = [b'.'; 81];
        let solved = grid(&|row, column| row % 3 * 3 + row / 3 + column);
        assert!(judged(&open, &solved));
        assert!(!judged(&open, &grid(&|row, column| row + column)), "boxes");
        assert!(!judged(&open, &grid(&|_, column| column)), "columns and boxes");
        assert!(!judged(&open, &grid(&|row, _| row)), "rows and boxes");
        assert!(
            !judged(&open, &grid(&|row, column| row / 3 * 3 + column / 3)),
            "boxes of one digit"
        );
        assert!(
            !judged(&open, &grid(&|row, column| row % 3 * 3 + column % 3)),
            "sound boxes alone"
        );
        for a in 0..81 {
            for b in 0..a {
                let mut changed = solved;
                changed.swap(a, b);
                assert_eq!(judged(&open, &changed), solved[a] == solved[b]);
            }
        }
    }

    /// Every house is checked: in each, a single cell holds another digit.
    #[test]
    fn the_fast_validator_sees_every_cell() {
        let solved: [u8; 81] =
            std::array::from_fn(|i| b'1' + ((i / 9 % 3 * 3 + i / 27 + i % 9) % 9) as u8);
        assert!(judged(&[b'.'; 81], &solved));
        for cell in 0..81 {
            for byte in 0..=255 {
                let mut changed = solved;
                changed[cell] = byte;
                assert_eq!(judged(&[b'.'; 81], &changed), byte == solved[cell]);
                let mut puzzle = [b'.'; 81];
                puzzle[cell] = byte;
                let is_open = !byte.is_ascii_digit() || byte == b'0';
                assert_eq!(judged(&puzzle, &solved), is_open || byte == solved[cell]);
            }
        }
    }

    #[test]
    fn candidates_bind_every_cell() {
        let mut rng = Rng::from_seed(5);
        let solved: [u8; 81] =
            std::array::from_fn(|i| 1 + ((i / 9 % 3 * 3 + i / 27 + i % 9) % 9) as u8);
        assert!(ValidNine::of_masks(&solved.map(|digit| 1 << (digit - 1)), &solved).is_some());
        for cell in 0..81 {
            for _ in 0..20 {
                let masks: [u16; 81] = std::array::from_fn(|i| {
                    let bits = rng.below(1 << 16) as u16;
                    if i == cell { bits } else { bits | 1 << (solved[i] - 1) }
                });
                let is_within = masks[cell] >> (solved[cell] - 1) & 1 != 0;
                assert_eq!(ValidNine::of_masks(&masks, &solved).is_some(), is_within);
            }
            let mut changed = solved;
            changed[cell] = rng.below(256) as u8;
            let is_valid = changed == solved;
            assert_eq!(ValidNine::of_masks(&[0x1ff; 81], &changed).is_some(), is_valid);
        }
    }
}

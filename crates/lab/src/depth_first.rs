//! Depth-first search over placements, the plain backtracking that reports R2 and R3 begin with:
//! the cells in a fixed order, or at each step the cell with the fewest legal digits.
//!
//! One loop with a stack of its own instead of recursion: at 50 million placements a second the
//! calls would show.

use quadrille::{Cell, Counter, DigitSet, Puzzle, Run, Stop};

use crate::board::Placement;
use crate::registry::{Kind, Knobs, Parameter, Value};

/// In which order the digits of a cell are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DigitOrder {
    /// The smallest first.
    Ascending,
    /// The largest first.
    Descending,
}

impl DigitOrder {
    /// The parameter `digits`, by default `ascending`.
    pub const PARAMETER: Parameter = Parameter {
        name: "digits",
        kind: Kind::Choice(&["ascending", "descending"]),
        default: Value::Choice("ascending"),
        help: "in which order the digits of a cell are tried",
    };

    /// The value of the parameter `digits`.
    pub fn of(knobs: &Knobs) -> Self {
        match knobs.choice("digits") {
            "descending" => Self::Descending,
            _ => Self::Ascending,
        }
    }

    /// The digit to try first, as a set of one; `set` must not be empty.
    #[inline]
    fn first_of(self, set: DigitSet) -> DigitSet {
        let bits = set.bits();
        DigitSet::from_bits(match self {
            Self::Ascending => bits & bits.wrapping_neg(),
            Self::Descending => 1 << (63 - bits.leading_zeros()),
        })
    }
}

/// Fills the cells in that order, which must be all empty cells of the puzzle.
pub fn in_order(puzzle: &Puzzle, order: &[Cell], digits: DigitOrder, run: &mut Run<'_>) -> Stop {
    let stop = match digits {
        DigitOrder::Ascending => fill_in_order::<true>(puzzle, order, run),
        DigitOrder::Descending => fill_in_order::<false>(puzzle, order, run),
    };
    stop.unwrap_or_else(|stop| stop)
}

/// The digit order is a constant of the type so that the loop has no branch for it.
fn fill_in_order<const ASCENDING: bool>(
    puzzle: &Puzzle,
    order: &[Cell],
    run: &mut Run<'_>,
) -> Result<Stop, Stop> {
    let digits = if ASCENDING { DigitOrder::Ascending } else { DigitOrder::Descending };
    let mut filling = Placement::new(puzzle);
    run.offer(|| filling.snapshot());
    let Some(&first) = order.first() else {
        return Ok(run.claim(&filling.snapshot()));
    };
    // What is left to try in each cell of the path.
    let mut untried = vec![DigitSet::EMPTY; order.len()];
    let (mut depth, mut deepest) = (0, 0);
    let (mut cell, mut left) = (first, filling.legal(first));
    loop {
        if left.is_empty() {
            if depth == 0 {
                return Ok(Stop::ProvedNone);
            }
            depth -= 1;
            cell = order[depth];
            filling.undo(cell);
            left = untried[depth];
            continue;
        }
        run.count(Counter::Placement)?;
        let digit = digits.first_of(left);
        filling.place(cell, digit);
        untried[depth] = left - digit;
        depth += 1;
        if depth > deepest {
            deepest = depth;
            if depth == order.len() {
                return Ok(run.claim(&filling.snapshot()));
            }
            run.offer(|| filling.snapshot());
        }
        cell = order[depth];
        left = filling.legal(cell);
    }
}

/// Fills at each step the cell with the fewest legal digits, the first of them in cell order.
pub fn most_constrained(puzzle: &Puzzle, digits: DigitOrder, run: &mut Run<'_>) -> Stop {
    fill_most_constrained(puzzle, digits, run).unwrap_or_else(|stop| stop)
}

fn fill_most_constrained(
    puzzle: &Puzzle,
    digits: DigitOrder,
    run: &mut Run<'_>,
) -> Result<Stop, Stop> {
    let mut filling = Placement::new(puzzle);
    run.offer(|| filling.snapshot());
    // The empty cells, always in cell order: a filled one leaves a hole that is skipped.
    let empty: Vec<Cell> = puzzle.givens().empty_cells().collect();
    let mut filled = vec![false; empty.len()];
    let choose = |filling: &Placement, filled: &[bool]| {
        let mut best = (usize::MAX, 0, DigitSet::EMPTY);
        for (index, &cell) in empty.iter().enumerate() {
            if filled[index] {
                continue;
            }
            let legal = filling.legal(cell);
            if legal.len() < best.0 {
                best = (legal.len(), index, legal);
                if legal.is_empty() {
                    break;
                }
            }
        }
        (best.1, best.2)
    };
    let mut path: Vec<(usize, DigitSet)> = Vec::with_capacity(empty.len());
    let mut deepest = 0;
    if empty.is_empty() {
        return Ok(run.claim(&filling.snapshot()));
    }
    let (mut index, mut left) = choose(&filling, &filled);
    loop {
        if left.is_empty() {
            let Some((last, untried)) = path.pop() else {
                return Ok(Stop::ProvedNone);
            };
            (index, left) = (last, untried);
            filling.undo(empty[index]);
            filled[index] = false;
            continue;
        }
        run.count(Counter::Placement)?;
        let digit = digits.first_of(left);
        filling.place(empty[index], digit);
        filled[index] = true;
        path.push((index, left - digit));
        if path.len() > deepest {
            deepest = path.len();
            if deepest == empty.len() {
                return Ok(run.claim(&filling.snapshot()));
            }
            run.offer(|| filling.snapshot());
        }
        (index, left) = choose(&filling, &filled);
    }
}

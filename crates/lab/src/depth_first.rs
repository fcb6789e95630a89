//! Depth-first search over placements, the plain backtracking of reports R2 and R3: the cells in a
//! fixed order, or always the cell with the fewest legal digits.
//!
//! A loop with an explicit stack instead of recursion, since at 50 million placements per second
//! the cost of calls is visible.

use quadrille_engine::{Cell, Counter, DigitSet, Puzzle, Run, Stop};

use crate::board::Placement;
use crate::registry::{Key, Parameters};

/// The order in which the digits of a cell are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DigitOrder {
    /// The smallest first.
    Ascending,
    /// The largest first.
    Descending,
}

impl DigitOrder {
    /// The parameter `digits`, by default `ascending`.
    pub const KEY: Key<&'static str> = Key::choice(
        "digits",
        &["ascending", "descending"],
        "ascending",
        "the order in which the digits of a cell are tried",
    );

    /// Returns the value of the parameter `digits`.
    pub fn of(parameters: &Parameters) -> Self {
        match parameters.get(&Self::KEY) {
            "descending" => Self::Descending,
            _ => Self::Ascending,
        }
    }

    /// Returns the digit to try first, as a set of one; `set` must not be empty.
    #[inline]
    fn first_of(self, set: DigitSet) -> DigitSet {
        let bits = set.bits();
        DigitSet::from_bits(match self {
            Self::Ascending => bits & bits.wrapping_neg(),
            Self::Descending => 1 << (63 - bits.leading_zeros()),
        })
    }
}

/// Fills the cells in this order, which must contain all empty cells of the puzzle.
pub fn in_order(
    puzzle: &Puzzle,
    order: &[Cell],
    digits: DigitOrder,
    run: &mut Run<'_>,
) -> Result<Stop, Stop> {
    match digits {
        DigitOrder::Ascending => fill_in_order::<true>(puzzle, order, run),
        DigitOrder::Descending => fill_in_order::<false>(puzzle, order, run),
    }
}

/// The digit order is a const parameter so that the loop has no branch for it.
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
    // The untried digits of each cell on the path.
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
        run.meter.count(Counter::Placement)?;
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

/// Always fills the cell with the fewest legal digits, the first of equals.
pub fn most_constrained(
    puzzle: &Puzzle,
    digits: DigitOrder,
    run: &mut Run<'_>,
) -> Result<Stop, Stop> {
    let cells: Vec<Cell> = puzzle.givens().empty_cells().collect();
    let mut filling = Placement::new(puzzle);
    run.offer(|| filling.snapshot());
    let Some((mut cell, mut left)) = filling.most_constrained(&cells) else {
        return Ok(run.claim(&filling.snapshot()));
    };
    // The filled cells with their untried digits.
    let mut path: Vec<(Cell, DigitSet)> = Vec::with_capacity(cells.len());
    let mut deepest = 0;
    loop {
        if left.is_empty() {
            match path.pop() {
                None => return Ok(Stop::ProvedNone),
                Some(last) => (cell, left) = last,
            }
            filling.undo(cell);
            continue;
        }
        run.meter.count(Counter::Placement)?;
        let digit = digits.first_of(left);
        filling.place(cell, digit);
        path.push((cell, left - digit));
        let next = filling.most_constrained(&cells);
        if path.len() > deepest {
            deepest = path.len();
            run.offer(|| filling.snapshot());
        }
        match next {
            None => return Ok(run.claim(&filling.snapshot())),
            Some(next) => (cell, left) = next,
        }
    }
}

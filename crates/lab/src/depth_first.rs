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
}

/// Fills the cells in this order, which must contain all empty cells of the puzzle.
pub fn in_order(
    puzzle: &Puzzle,
    order: &[Cell],
    digits: DigitOrder,
    run: &mut Run<'_>,
) -> Result<Stop, Stop> {
    let next = |filling: &Placement, depth: usize| {
        order.get(depth).map(|&cell| (cell, filling.legal(cell)))
    };
    match digits {
        DigitOrder::Ascending => fill::<true>(puzzle, next, run),
        DigitOrder::Descending => fill::<false>(puzzle, next, run),
    }
}

/// Always fills the cell with the fewest legal digits, the first of equals.
pub fn most_constrained(
    puzzle: &Puzzle,
    digits: DigitOrder,
    run: &mut Run<'_>,
) -> Result<Stop, Stop> {
    let cells: Vec<Cell> = puzzle.givens().empty_cells().collect();
    let next = |filling: &Placement, _: usize| filling.most_constrained(&cells);
    match digits {
        DigitOrder::Ascending => fill::<true>(puzzle, next, run),
        DigitOrder::Descending => fill::<false>(puzzle, next, run),
    }
}

/// Fills the cell that `next` returns for a filling and its depth, with its legal digits, until there
/// is none. The digit order is a const parameter so that the loop has no branch for it.
fn fill<const ASCENDING: bool>(
    puzzle: &Puzzle,
    next: impl Fn(&Placement, usize) -> Option<(Cell, DigitSet)>,
    run: &mut Run<'_>,
) -> Result<Stop, Stop> {
    let mut filling = Placement::new(puzzle);
    run.offer(|| filling.snapshot());
    let Some((mut cell, mut left)) = next(&filling, 0) else {
        return Ok(run.claim(&filling.snapshot()));
    };
    // The filled cells with their untried digits.
    let mut path: Vec<(Cell, DigitSet)> = Vec::with_capacity(puzzle.shape().cells());
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
        let bits = left.bits();
        let digit = DigitSet::from_bits(match ASCENDING {
            true => bits & bits.wrapping_neg(),
            false => 1 << (63 - bits.leading_zeros()),
        });
        filling.place(cell, digit);
        path.push((cell, left - digit));
        let next = next(&filling, path.len());
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

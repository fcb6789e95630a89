//! Unavoidable sets of a solved grid: cells whose digits can be permuted into another solved grid.
//! A proper puzzle with that solution has a given in each.
//!
//! The search finds every solved grid that differs in few cells. If a cell gets another digit, the
//! holders of that digit in its row, column and box must change, too; each of those gets another
//! digit, and so on. When no change is pending, the changed cells hold the digits of each house in
//! another order: an unavoidable set. A minimal one is found from any of its cells, because every
//! change that is required when cells take the digits of the other grid lies in the set. Searching
//! pairs and triples of digits and chutes instead misses some sets.

use crate::board::{Cell, Geometry, Snapshot, Solution};
use crate::control::{Counter, Meter, Stop};

/// Returns all minimal unavoidable sets of at most `most` cells, the smallest first; cells ascend
/// within a set, and sets of one size ascend. Ignores edges. A digit tried counts as a
/// [`Counter::Branch`].
///
/// # Errors
/// Returns the reason to stop when a limit ends the search before all are known.
///
/// # Complexity
/// Grows about fivefold with each cell allowed.
///
/// ```
/// use quadrille_core::{Meter, Puzzle, analysis, solve};
/// let puzzle: Puzzle = "1234341221434321".parse()?;
/// let solution = solve::first(&puzzle).expect("it is solved");
/// let sets = analysis::unavoidable_sets(&solution, 4, &mut Meter::unlimited())?;
/// // Every proper puzzle with this solution has a given in each of them.
/// assert!(!sets.is_empty() && sets.iter().all(|set| set.len() == 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn unavoidable_sets(
    solution: &Solution,
    most: usize,
    meter: &mut Meter<'_>,
) -> Result<Vec<Vec<Cell>>, Stop> {
    let grid = solution.grid();
    let side = grid.shape().side();
    let digits = grid.snapshot();
    let mut holders = vec![Cell::new(0); 3 * side * side];
    for (house, cells) in grid.geometry().houses().enumerate() {
        for &cell in cells {
            holders[house * side + usize::from(digits[cell.index()]) - 1] = cell;
        }
    }
    let mut chase = Chase {
        geometry: grid.geometry(),
        changed: vec![0; digits.len()],
        digits,
        holders,
        pending: Vec::new(),
        set: Vec::new(),
        most,
        first: Cell::new(0),
        found: Vec::new(),
    };
    for first in grid.geometry().cells() {
        chase.first = first;
        chase.pending.push(first);
        chase.search(meter)?;
        chase.pending.pop();
    }
    Ok(minimal(chase.found))
}

struct Chase {
    geometry: &'static Geometry,
    digits: Snapshot,
    /// The cell that holds each digit of each house, by `house * side + digit - 1`.
    holders: Vec<Cell>,
    /// New digits; 0 where nothing has changed.
    changed: Vec<u8>,
    /// Cells that must change and have no new digit yet.
    pending: Vec<Cell>,
    /// Cells that have a new digit.
    set: Vec<Cell>,
    most: usize,
    /// No earlier cell changes: sets with an earlier cell were found from there.
    first: Cell,
    found: Vec<Vec<Cell>>,
}

impl Chase {
    /// Searches on from the changes made. After an error the state is of no use.
    fn search(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let Some(cell) = self.pending.pop() else {
            let mut set = self.set.clone();
            set.sort_unstable();
            self.found.push(set);
            return Ok(());
        };
        let kept = self.pending.len();
        for digit in 1..=self.geometry.side() as u8 {
            if digit == self.digits[cell.index()] || self.a_peer_has(cell, digit) {
                continue;
            }
            if self.demand(cell, digit) {
                meter.count(Counter::Branch)?;
                self.changed[cell.index()] = digit;
                self.set.push(cell);
                self.search(meter)?;
                self.set.pop();
                self.changed[cell.index()] = 0;
            }
            self.pending.truncate(kept);
        }
        self.pending.push(cell);
        Ok(())
    }

    /// Returns whether a changed peer of this cell has that new digit.
    fn a_peer_has(&self, cell: Cell, digit: u8) -> bool {
        let houses = self.geometry.houses_of(cell);
        let shares_one =
            |other| self.geometry.houses_of(other).iter().zip(houses).any(|(&a, b)| a == b);
        self.set.iter().any(|&other| self.changed[other.index()] == digit && shares_one(other))
    }

    /// Adds the cells that must change if this one takes a digit. Returns `false` if they are too
    /// many.
    fn demand(&mut self, cell: Cell, digit: u8) -> bool {
        for house in self.geometry.houses_of(cell) {
            let holder = self.holders[house * self.geometry.side() + usize::from(digit) - 1];
            if holder < self.first {
                return false;
            }
            if self.changed[holder.index()] == 0 && !self.pending.contains(&holder) {
                self.pending.push(holder);
            }
        }
        // This cell is in neither list at this point.
        self.set.len() + self.pending.len() < self.most
    }
}

/// Returns the sets that contain no other, in order of size.
fn minimal(mut sets: Vec<Vec<Cell>>) -> Vec<Vec<Cell>> {
    sets.sort_unstable_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
    sets.dedup();
    let mut kept: Vec<Vec<Cell>> = Vec::new();
    for set in sets {
        let holds = |part: &Vec<Cell>| part.iter().all(|cell| set.binary_search(cell).is_ok());
        if !kept.iter().any(holds) {
            kept.push(set);
        }
    }
    kept
}

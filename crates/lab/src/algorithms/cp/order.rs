//! The orders in which cells are decided and digits tried.

use quadrille_core::{Cell, Digit, Rng};

use super::store::Store;

/// Which of the cells that are not done is decided next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CellOrder {
    /// The first.
    Input,
    /// One with the fewest candidates (MRV, Haralick & Elliott 1980).
    Fewest,
    /// Of these, the one with the most open peers (Brélaz 1979).
    FewestThenDegree,
    /// The least number of candidates per open peer (Bessière & Régin 1996).
    PerDegree,
    /// The least number of candidates per weight of the constraints with open cells (Boussemart,
    /// Hemery, Lecoutre & Saïs 2004).
    PerWeight,
}

/// Which candidate of a cell is tried next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DigitOrder {
    Ascending,
    /// The one that is a candidate of the fewest open peers.
    LeastConstraining,
    Random,
}

/// Which of equally good cells is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ties {
    First,
    Random,
}

impl CellOrder {
    /// Returns the cell to decide next, or `None` if all are done.
    pub(super) fn next(self, store: &Store, ties: Ties, rng: &mut Rng) -> Option<Cell> {
        if self == Self::Input {
            return store.open().next();
        }
        let mut best: Option<((u64, u64), Cell)> = None;
        let mut equal = 1;
        for cell in store.open() {
            let (size, per) = self.key(store, cell);
            // Fractions are compared by multiplying crosswise.
            let order = best.map(|((least, of), _)| (size * of).cmp(&(least * per)));
            let better = match order {
                None | Some(std::cmp::Ordering::Less) => {
                    equal = 1;
                    true
                }
                Some(std::cmp::Ordering::Equal) if ties == Ties::Random => {
                    equal += 1;
                    rng.below(equal) == 0
                }
                Some(_) => false,
            };
            if better {
                best = Some(((size, per), cell));
            }
        }
        best.map(|(_, cell)| cell)
    }

    /// Returns a fraction; the cell with the smallest is decided first.
    fn key(self, store: &Store, cell: Cell) -> (u64, u64) {
        let size = store.get(cell).len() as u64;
        let degree = || store.open_peers(cell).count() as u64;
        match self {
            Self::Input => (0, 1),
            Self::Fewest => (size, 1),
            Self::FewestThenDegree => ((size << 16) - degree(), 1),
            Self::PerDegree => (size, degree().max(1)),
            Self::PerWeight => (size, store.weights.of(cell, |other| !store.is_done(other)).max(1)),
        }
    }
}

impl DigitOrder {
    /// Returns the candidate of a cell to try next; there must be one.
    pub(super) fn next(self, store: &Store, cell: Cell, rng: &mut Rng) -> Digit {
        let set = store.get(cell);
        let taken = |digit: &Digit| {
            store.open_peers(cell).filter(|&peer| store.get(peer).contains(*digit)).count()
        };
        let digit = match self {
            Self::Ascending => set.first(),
            Self::LeastConstraining => set.iter().min_by_key(taken),
            Self::Random => set.iter().nth(rng.below(set.len())),
        };
        digit.expect("an open cell has a candidate")
    }
}

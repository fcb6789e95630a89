//! The weights of constraints: how often each has failed (Boussemart, Hemery, Lecoutre & Saïs 2004).

use quadrille_core::{Cell, Geometry};

/// A weight for each constraint, from 1.
pub(super) struct Weights {
    geometry: &'static Geometry,
    /// Whether the constraints are the houses, or the pairs of peers.
    of_houses: bool,
    /// For each house; or for each cell and each of its peers.
    weights: Box<[u32]>,
}

impl Weights {
    pub(super) fn new(geometry: &'static Geometry, of_houses: bool) -> Self {
        let pairs = || geometry.cells().map(|cell| geometry.peers(cell).len()).sum();
        let constraints = if of_houses { geometry.house_count() } else { pairs() };
        Self { geometry, of_houses, weights: vec![1; constraints].into() }
    }

    /// Records that two cells have contradicted each other.
    pub(super) fn blame(&mut self, a: Cell, b: Cell) {
        if self.of_houses {
            let other = self.geometry.houses_of(b);
            for (house, _) in self.geometry.houses_of(a).iter().zip(other).filter(|(x, y)| *x == y)
            {
                self.blame_house(*house);
            }
        } else {
            for (cell, peer) in [(a, b), (b, a)] {
                let peers = self.geometry.peers(cell);
                let place = peers.binary_search(&peer).expect("edges join peers");
                self.weights[cell.index() * peers.len() + place] += 1;
            }
        }
    }

    /// Records that the cells of a house have contradicted each other.
    pub(super) fn blame_house(&mut self, house: usize) {
        self.weights[house] += 1;
    }

    /// Returns the weights of the constraints between a cell and others that are open.
    pub(super) fn of(&self, cell: Cell, is_open: impl Fn(Cell) -> bool) -> u64 {
        if self.of_houses {
            let houses = self.geometry.houses_of(cell).into_iter().filter(|&house| {
                self.geometry.house(house).iter().any(|&other| other != cell && is_open(other))
            });
            return houses.map(|house| u64::from(self.weights[house])).sum();
        }
        let peers = self.geometry.peers(cell);
        let weights = &self.weights[cell.index() * peers.len()..];
        let open = peers.iter().zip(weights).filter(|(peer, _)| is_open(**peer));
        open.map(|(_, weight)| u64::from(*weight)).sum()
    }
}

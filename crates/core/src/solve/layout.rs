//! The candidates of a shape as the propagating solvers see them: a cube of row × column × digit,
//! divided into *sets*. Exactly one candidate of each set is true in a solution.
//!
//! ```text
//! index of a set             one bit for each        stands for cell                       digit -
//! 1               the digits of a cell cells + house*side + d-1   place in the house      the
//! places of a digit in a row, column or box
//! ```
//!
//! So a candidate is one bit in each of four sets. Places in a house are numbered as
//! [`Geometry::house`] lists its cells. Built once per shape and shared, like the geometry.

use std::sync::OnceLock;

use crate::board::{BoxShape, Cell, Geometry};

/// An intersection of a house with another: its places in the one, the other, and its places there.
#[derive(Clone, Copy)]
pub(super) struct Crossing {
    pub(super) here: u64,
    /// The first set of the other house.
    pub(super) first_set: u32,
    pub(super) there: u64,
}

pub(super) struct Layout {
    pub(super) geometry: &'static Geometry,
    /// By cell, for each of its houses: the first set of the house, and the cell's bit in it.
    spots: Box<[[(u32, u64); 3]]>,
    /// House, and digit less one, of each set of a house; a table, because division is slow.
    house_digit: Box<[(u8, u8)]>,
    /// For each house: a line with its boxes, a box with its rows, then its columns.
    crossings: Box<[Crossing]>,
    /// The first crossing of each house, and the end of the last.
    first_crossing: Box<[u32]>,
}

impl Layout {
    /// Returns the layout of a shape; it is built at the first call.
    pub(super) fn of(shape: BoxShape) -> &'static Self {
        const N: usize = BoxShape::MAX_SIDE + 1;
        type Slot = OnceLock<Box<Layout>>;
        static BUILT: [[Slot; N]; N] = [const { [const { Slot::new() }; N] }; N];
        BUILT[shape.rows()][shape.columns()].get_or_init(|| Box::new(Self::build(shape)))
    }

    fn build(shape: BoxShape) -> Self {
        let geometry = Geometry::of(shape);
        let (side, cells) = (shape.side(), shape.cells());
        let houses = 0..geometry.house_count() as u8;
        let first_set = |house: usize| (cells + house * side) as u32;
        let place = |house: usize, cell: Cell| {
            let of_house = geometry.house(house);
            of_house.binary_search(&cell).expect("a house of the cell lists it")
        };
        let spot = |cell| {
            geometry.houses_of(cell).map(|house| (first_set(house), 1 << place(house, cell)))
        };
        let mut crossings: Vec<Crossing> = Vec::new();
        let mut first_crossing = vec![0];
        for (house, of_house) in geometry.houses().enumerate() {
            // Lines intersect boxes; boxes intersect rows and columns.
            let kinds = if house < 2 * side { 2..3 } else { 0..2 };
            for kind in kinds {
                let mut others: Vec<usize> =
                    of_house.iter().map(|&cell| geometry.houses_of(cell)[kind]).collect();
                others.sort_unstable();
                others.dedup();
                for other in others {
                    let both = || {
                        let crosses = |cell: &Cell| geometry.houses_of(*cell)[kind] == other;
                        of_house.iter().copied().filter(crosses)
                    };
                    crossings.push(Crossing {
                        here: both().fold(0, |mask, cell| mask | 1 << place(house, cell)),
                        first_set: first_set(other),
                        there: both().fold(0, |mask, cell| mask | 1 << place(other, cell)),
                    });
                }
            }
            first_crossing.push(crossings.len() as u32);
        }
        Self {
            geometry,
            spots: geometry.cells().map(spot).collect(),
            house_digit: houses.flat_map(|h| (0..side as u8).map(move |d| (h, d))).collect(),
            crossings: crossings.into(),
            first_crossing: first_crossing.into(),
        }
    }

    /// Returns the number of cells, which is the number of sets of cells.
    #[inline]
    pub(super) fn cells(&self) -> usize {
        self.spots.len()
    }

    /// Returns the number of sets: one for each cell, and for each digit in each house.
    pub(super) fn sets(&self) -> usize {
        4 * self.cells()
    }

    #[inline]
    pub(super) fn crossings_of(&self, house: usize) -> &[Crossing] {
        &self.crossings
            [self.first_crossing[house] as usize..self.first_crossing[house + 1] as usize]
    }

    /// Returns the candidate at a bit of a set: its cell, and its digit less one.
    #[inline]
    pub(super) fn candidate(&self, set: usize, bit: u32) -> (usize, u32) {
        match set.checked_sub(self.cells()) {
            None => (set, bit),
            Some(of_house) => {
                let (house, digit) = self.house_digit[of_house];
                let cell = self.geometry.house(usize::from(house))[bit as usize];
                (cell.index(), u32::from(digit))
            }
        }
    }

    /// Returns house, and digit less one, of the set of a house; `None` for the set of a cell.
    #[inline]
    pub(super) fn house_and_digit(&self, set: usize) -> Option<(usize, u32)> {
        let (house, digit) = self.house_digit[set.checked_sub(self.cells())?];
        Some((usize::from(house), u32::from(digit)))
    }

    /// Returns the four sets of a candidate, with its bit in each.
    #[inline]
    pub(super) fn sets_of(&self, cell: usize, digit: u32) -> [(usize, u64); 4] {
        // Not `map`, which the compiler does not inline everywhere.
        let [row, column, box_] = self.spots[cell];
        let of = |(first_set, bit): (u32, u64)| ((first_set + digit) as usize, bit);
        [(cell, 1 << digit), of(row), of(column), of(box_)]
    }
}

/// Returns the indices of the bits set, ascending.
#[inline]
pub(crate) fn bits(mut mask: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (mask != 0).then(|| mask.trailing_zeros());
        mask &= mask.wrapping_sub(1);
        bit
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_candidate_is_a_bit_in_four_sets() {
        for (rows, columns) in [(2, 2), (2, 3), (3, 2), (1, 5), (5, 1), (3, 3), (4, 5), (7, 7)] {
            let layout = Layout::of(BoxShape::new(rows, columns).unwrap());
            let mut bits = vec![0_u64; layout.sets()];
            for cell in 0..layout.cells() {
                for digit in 0..layout.geometry.side() as u32 {
                    for (set, bit) in layout.sets_of(cell, digit) {
                        assert_eq!(bits[set] & bit, 0);
                        bits[set] |= bit;
                        assert_eq!(layout.candidate(set, bit.trailing_zeros()), (cell, digit));
                    }
                }
            }
            assert!(bits.iter().all(|&set| set == (1 << layout.geometry.side()) - 1));
        }
    }

    #[test]
    fn crossings_cut_a_house_into_what_it_shares() {
        for (rows, columns) in [(2, 2), (2, 3), (3, 2), (3, 3), (4, 5)] {
            let layout = Layout::of(BoxShape::new(rows, columns).unwrap());
            let side = layout.geometry.side();
            for house in 0..3 * side {
                let own = (layout.cells() + house * side) as u32;
                let mut covered = 0_u32;
                for crossing in layout.crossings_of(house) {
                    covered += crossing.here.count_ones();
                    assert_eq!(crossing.here.count_ones(), crossing.there.count_ones());
                    // The same cells, as places in both houses.
                    let cells = |set: u32, mask| -> Vec<usize> {
                        bits(mask).map(|bit| layout.candidate(set as usize, bit).0).collect()
                    };
                    assert_eq!(
                        cells(own, crossing.here),
                        cells(crossing.first_set, crossing.there)
                    );
                }
                assert_eq!(covered as usize, if house < 2 * side { side } else { 2 * side });
            }
        }
    }
}

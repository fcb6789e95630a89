//! The transposition table.

use quadrille_engine::{Cell, Digit};

use crate::agents::live_board::Spot;
use crate::agents::pass_value::Bound;

/// What is known about a position.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Entry {
    key: u64,
    pub(crate) value: i32,
    /// The best placement.
    pub(crate) best: Option<Stored>,
    /// Plies searched; `COMPLETE` if every line was followed to the end of the game.
    pub(crate) depth: u8,
    pub(crate) bound: Bound,
}

/// The depth of an entry below which nothing was cut off or guessed.
pub(crate) const COMPLETE: u8 = u8::MAX;

/// A table of fixed size. Each bucket holds the deepest entry and the latest.
pub(crate) struct Table {
    entries: Vec<[Entry; 2]>,
}

impl Table {
    /// Creates a table with `2^bits` buckets of 48 bytes.
    pub(crate) fn new(bits: u32) -> Self {
        Self { entries: vec![[Entry::default(); 2]; 1 << bits] }
    }

    /// Creates the largest table that has at most so many bytes: with one bucket at least.
    pub(crate) fn within(bytes: usize) -> Self {
        Self::new((bytes / size_of::<[Entry; 2]>()).max(1).ilog2())
    }

    #[inline]
    fn bucket(&self, key: u64) -> usize {
        (key >> 32) as usize & (self.entries.len() - 1)
    }

    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<&Entry> {
        self.entries[self.bucket(key)].iter().find(|entry| entry.key == key)
    }

    #[inline]
    pub(crate) fn put(
        &mut self,
        key: u64,
        value: i32,
        depth: u8,
        bound: Bound,
        best: Option<Stored>,
    ) {
        let index = self.bucket(key);
        let [deep, latest] = &mut self.entries[index];
        let entry = Entry { key, value, best, depth, bound };
        if deep.key == key || depth >= deep.depth {
            if deep.key != key {
                *latest = *deep;
            }
            *deep = entry;
        } else {
            *latest = entry;
        }
    }

    pub(crate) fn clear(&mut self) {
        self.entries.fill([Entry::default(); 2]);
    }
}

/// A placement as the entries of the table store it: the cell on the board, and the digit.
pub(crate) type Stored = (u16, Digit);

/// Returns a placement as the entries of the table store it.
pub(crate) fn stored(cells: &[Cell], spot: Spot) -> Stored {
    (cells[usize::from(spot.cell)].index() as u16, spot.digit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_fills_at_most_the_memory_it_is_given() {
        for (bytes, buckets) in
            [(3 << 20, 1 << 16), ((3 << 20) - 1, 1 << 15), (1 << 20, 1 << 14), (1, 1)]
        {
            assert_eq!(Table::within(bytes).entries.len(), buckets);
        }
    }
}

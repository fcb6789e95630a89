//! The transposition table: what is known of positions seen before.

use super::field::Spot;

/// Whether a stored value is exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) enum Bound {
    #[default]
    Lower,
    Upper,
    Exact,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Entry {
    key: u64,
    pub(super) value: i32,
    /// The cell on the board and the digit of the best placement; digit 0 for none.
    pub(super) cell: u16,
    pub(super) digit: u8,
    /// Plies searched; `COMPLETE` when every line was followed to the end of the game.
    pub(super) depth: u8,
    pub(super) bound: Bound,
}

/// The depth of an entry below which nothing was cut off or guessed.
pub(super) const COMPLETE: u8 = u8::MAX;

/// A table of fixed size, replacing what is shallower in a bucket of two.
pub(super) struct Table {
    entries: Vec<[Entry; 2]>,
}

impl Table {
    /// A table with two to the power of `bits` buckets of 48 bytes.
    pub(super) fn new(bits: u32) -> Self {
        Self { entries: vec![[Entry::default(); 2]; 1 << bits] }
    }

    #[inline]
    fn bucket(&self, key: u64) -> usize {
        (key >> 32) as usize & (self.entries.len() - 1)
    }

    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<&Entry> {
        self.entries[self.bucket(key)].iter().find(|entry| entry.key == key)
    }

    #[inline]
    pub(super) fn put(
        &mut self,
        key: u64,
        value: i32,
        depth: u8,
        bound: Bound,
        best: Option<(u16, u8)>,
    ) {
        let index = self.bucket(key);
        let [deep, latest] = &mut self.entries[index];
        let (cell, digit) = best.unwrap_or((0, 0));
        let entry = Entry { key, value, cell, digit, depth, bound };
        if deep.key == key || depth >= deep.depth {
            if deep.key != key {
                *latest = *deep;
            }
            *deep = entry;
        } else {
            *latest = entry;
        }
    }

    /// Makes what is there yield to what comes: its depth counts for nothing any more, unless it
    /// is complete.
    pub(super) fn clear(&mut self) {
        self.entries.fill([Entry::default(); 2]);
    }
}

/// The key of a spot for the table's entries.
pub(super) fn stored(cells: &[quadrille_engine::Cell], spot: Spot) -> (u16, u8) {
    (cells[usize::from(spot.cell)].index() as u16, spot.digit)
}

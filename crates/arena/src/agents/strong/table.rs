//! The transposition table.

use quadrille_core::{Cell, Digit};

use crate::agents::live_board::Spot;
use crate::agents::pass_value::Bound;

/// What is known about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) value: i32,
    /// The best placement.
    pub(crate) best: Option<Stored>,
    /// Plies searched; `COMPLETE` if every line was followed to the end of the game.
    pub(crate) depth: u8,
    pub(crate) bound: Bound,
}

/// The depth of an entry below which nothing was cut off or guessed.
pub(crate) const COMPLETE: u8 = u8::MAX;

/// An entry packed into 16 bytes.
#[derive(Clone, Copy, Default)]
struct Slot {
    key: u64,
    value: i32,
    /// From the lowest bit on: 8 bits for the depth, 2 for the bound, 6 for the digit of the best
    /// placement, 0 if there is none, and 16 for its cell.
    rest: u32,
}

impl Slot {
    fn pack(key: u64, entry: Entry) -> Self {
        let (cell, digit) = entry.best.map_or((0, 0), |(cell, digit)| (cell, digit.get()));
        let [bound, digit, cell] = [entry.bound as u32, digit.into(), cell.into()];
        let rest = u32::from(entry.depth) | bound << 8 | digit << 10 | cell << 16;
        Self { key, value: entry.value, rest }
    }

    fn depth(self) -> u8 {
        self.rest as u8
    }

    fn unpack(self) -> Entry {
        let bound = match self.rest >> 8 & 3 {
            0 => Bound::Lower,
            1 => Bound::Upper,
            _ => Bound::Exact,
        };
        let digit = Digit::new((self.rest >> 10 & 63) as u8);
        let best = digit.map(|digit| ((self.rest >> 16) as u16, digit));
        Entry { value: self.value, best, depth: self.depth(), bound }
    }
}

/// The deepest entry and the latest of those with equal places in the table. The alignment keeps
/// both in one line of the cache.
#[derive(Clone, Copy, Default)]
#[repr(align(32))]
struct Bucket {
    deepest: Slot,
    latest: Slot,
}

/// A table of fixed size.
pub(crate) struct Table {
    buckets: Vec<Bucket>,
}

impl Table {
    /// Creates a table with `2^bits` buckets of 32 bytes.
    pub(crate) fn new(bits: u32) -> Self {
        Self { buckets: vec![Bucket::default(); 1 << bits] }
    }

    /// Creates the largest table that has at most that many bytes: with one bucket at least.
    pub(crate) fn within(bytes: usize) -> Self {
        Self::new((bytes / size_of::<Bucket>()).max(1).ilog2())
    }

    #[inline]
    fn index(&self, key: u64) -> usize {
        (key >> 32) as usize & (self.buckets.len() - 1)
    }

    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        let bucket = &self.buckets[self.index(key)];
        let slots = [bucket.deepest, bucket.latest];
        slots.into_iter().find(|slot| slot.key == key).map(Slot::unpack)
    }

    #[inline]
    pub(crate) fn put(&mut self, key: u64, entry: Entry) {
        let index = self.index(key);
        let Bucket { deepest, latest } = &mut self.buckets[index];
        let slot = Slot::pack(key, entry);
        if deepest.key == key || slot.depth() >= deepest.depth() {
            if deepest.key != key {
                *latest = *deepest;
            }
            *deepest = slot;
        } else {
            *latest = slot;
        }
    }

    pub(crate) fn clear(&mut self) {
        self.buckets.fill(Bucket::default());
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
            [(2 << 20, 1 << 16), ((2 << 20) - 1, 1 << 15), (3 << 20, 1 << 16), (1, 1)]
        {
            assert_eq!(Table::within(bytes).buckets.len(), buckets);
        }
    }

    #[test]
    fn entries_are_stored_whole() {
        let last = Some((48 * 49 + 48, Digit::new(49).unwrap()));
        for (value, best) in [(0, None), (-300_000, last), (5, Some((0, Digit::new(1).unwrap())))] {
            for depth in [0, 7, COMPLETE] {
                for bound in [Bound::Lower, Bound::Upper, Bound::Exact] {
                    let entry = Entry { value, best, depth, bound };
                    let mut table = Table::new(4);
                    table.put(99, entry);
                    assert_eq!((table.get(99), table.get(98)), (Some(entry), None));
                }
            }
        }
    }
}

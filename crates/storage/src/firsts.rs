//! The first row of each key, for any number of rows in bounded memory.
//!
//! As long as the keys fit into memory, the first row of each is written immediately. Then the set
//! stays as it is. Rows of a key in it are still dropped; all others go to one file and (key, number
//! of the row) to a [`Sorter`]. At the end the least number of each key is a row to write. A second
//! sort puts these numbers in order, so that the file of rows is read once, from its beginning. The
//! rows are offered only once, and may come from a pipe.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};
use std::io;

use super::spill::{Rows, Sorter};

/// Bytes of each place in the set, whose number is a power of two.
const PLACE: u64 = 17;

/// Keys are random bits already.
#[derive(Default)]
struct Bits(u64);

impl Hasher for Bits {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("keys are written as a number");
    }

    fn write_u128(&mut self, key: u128) {
        self.0 = key as u64;
    }
}

/// The first row of each key, in the order in which rows are offered.
pub struct Firsts {
    seen: HashSet<u128, BuildHasherDefault<Bits>>,
    /// Maximum number of keys in the set.
    most: usize,
    /// Bytes for sorting.
    memory: usize,
    later: Option<Later>,
}

/// Rows that may have to be written at the end.
struct Later {
    rows: Rows,
    /// The key of each row in two numbers, and the number of the row.
    keys: Sorter,
    /// The numbers of rows without a key, which are written in any case.
    others: Sorter,
}

impl Firsts {
    /// Creates an empty set that takes that many bytes.
    pub fn new(memory: u64) -> Self {
        // The set takes half, and half of that again while it grows.
        let places = 1_u64 << (memory / 2 / PLACE).max(2).ilog2();
        let most = usize::try_from(places / 8 * 7).unwrap_or(usize::MAX).max(1);
        let memory = usize::try_from(memory / 4).unwrap_or(usize::MAX / 2);
        Self { seen: HashSet::default(), most, memory, later: None }
    }

    /// Returns whether a row is the first of its key and to be written now. If that is not known yet,
    /// the row is kept for later. A row without a key is written in any case. Keys must be random
    /// bits.
    ///
    /// # Errors
    /// When a temporary file cannot be written.
    pub fn offer(&mut self, key: Option<u128>, row: &[u8]) -> io::Result<bool> {
        let is_seen = match key {
            None => false,
            Some(key) if self.later.is_none() && self.seen.len() < self.most => {
                return Ok(self.seen.insert(key));
            }
            Some(key) => self.seen.contains(&key),
        };
        if is_seen || (key.is_none() && self.later.is_none()) {
            return Ok(!is_seen);
        }
        if self.later.is_none() {
            let keys = Sorter::new(self.memory);
            // There are few of them.
            let others = Sorter::new(self.memory / 16);
            self.later = Some(Later { rows: Rows::create()?, keys, others });
        }
        if let Some(later) = &mut self.later {
            let number = later.rows.push(row)?;
            match key {
                Some(key) => later.keys.push([(key >> 64) as u64, key as u64, number])?,
                None => later.others.push([number, 0, 0])?,
            }
        }
        Ok(false)
    }

    /// Passes on the rows that were kept for later and are the first of their key, until `is_over`.
    ///
    /// # Errors
    /// When a temporary file cannot be used, or those of `write`.
    pub fn finish<E: From<io::Error>>(
        self,
        is_over: &dyn Fn() -> bool,
        write: &mut dyn FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        let Self { memory, later, .. } = self;
        let Some(Later { rows, keys, others }) = later else { return Ok(()) };
        let mut firsts = Sorter::new(memory);
        let mut last = None;
        for record in keys.sorted()? {
            let [high, low, number] = record?;
            if last.replace((high, low)) != Some((high, low)) {
                firsts.push([number, 0, 0])?;
            }
            if is_over() {
                return Ok(());
            }
        }
        for record in others.sorted()? {
            firsts.push(record?)?;
        }
        let (mut rows, mut next) = (rows.read()?, 0);
        for record in firsts.sorted()? {
            let [number, ..] = record?;
            while let Some(row) = rows.next_row()? {
                next += 1;
                if next > number {
                    write(row)?;
                    break;
                }
            }
            if is_over() {
                return Ok(());
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_key_has_its_first_row_with_any_memory() {
        // Keys repeat, and every tenth row has none.
        let key =
            |row: u64| (!row.is_multiple_of(10)).then(|| u128::from(row * row % 997) << 64 | 7);
        let (mut known, mut expected) = (HashSet::new(), Vec::new());
        for row in 0..5000_u64 {
            if key(row).is_none_or(|key| known.insert(key)) {
                expected.push(row.to_string().into_bytes());
            }
        }
        for memory in [1, 4000, 20_000, 1 << 20] {
            let (mut firsts, mut written) = (Firsts::new(memory), Vec::new());
            for row in 0..5000 {
                let text = row.to_string().into_bytes();
                if firsts.offer(key(row), &text).unwrap() {
                    written.push(text);
                }
            }
            let mut write = |row: &[u8]| -> io::Result<()> {
                written.push(row.to_vec());
                Ok(())
            };
            firsts.finish(&|| false, &mut write).unwrap();
            assert_eq!(written, expected, "{memory} bytes");
        }
    }
}

//! Marks on which nothing is found.

use super::marks::Marks;

/// Remembers marks on which a search found nothing.
///
/// Many assumptions lead to the same marks, and they lead there again in the next step of a walk. The
/// memory is bounded: marks displace others.
pub(super) struct Quiet {
    table: Vec<(u64, u8)>,
}

impl Quiet {
    const SIZE: usize = 1 << 13;

    /// The rules of the (+) levels, in runs on the board itself. What they find must need something
    /// that the run removed; there is only less of that when candidates are removed from the board.
    pub const RULES: u8 = 1;
    pub const CYCLES: u8 = 2;
    pub const MULTIPLE: u8 = 4;
    /// Dynamic chains of level 0; the higher levels have the next three bits.
    pub const DYNAMIC: u8 = 8;

    pub fn new() -> Self {
        Self { table: Vec::new() }
    }

    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// A hash of marks.
    pub fn key(marks: &Marks) -> u64 {
        let mut hash = 0_u64;
        for &cells in &marks.digits {
            for word in [cells as u64, (cells >> 64) as u64] {
                // A multiplicative hash; the constant is odd and has no pattern (the digits of pi).
                hash = (hash ^ word).wrapping_mul(0x243f_6a88_85a3_08d3);
                hash ^= hash >> 29;
            }
        }
        hash
    }

    /// Whether a search found nothing on marks.
    pub fn has(&self, key: u64, search: u8) -> bool {
        let found = self.table.get(key as usize % Self::SIZE);
        search != 0 && found.is_some_and(|&(known, found)| known == key && found & search != 0)
    }

    pub fn insert(&mut self, key: u64, search: u8) {
        if self.table.is_empty() {
            self.table.resize(Self::SIZE, (0, 0));
        }
        let (known, found) = &mut self.table[key as usize % Self::SIZE];
        if *known == key {
            *found |= search;
        } else {
            (*known, *found) = (key, search);
        }
    }
}

//! Marks on which nothing is found.

use super::marks::{Marks, is_two};
use super::{Candidates, IDS, Id};
use crate::cells::each;
use crate::houses::HOUSES_OF;

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
    pub(super) const RULES: u8 = 1;
    pub(super) const CYCLES: u8 = 2;
    pub(super) const MULTIPLE: u8 = 4;
    /// Dynamic chains of level 0; the higher levels have the next three bits.
    pub(super) const DYNAMIC: u8 = 8;

    pub(super) fn new() -> Self {
        Self { table: Vec::new() }
    }

    pub(super) fn clear(&mut self) {
        self.table.clear();
    }

    /// A hash of marks.
    pub(super) fn key(marks: &Marks) -> u64 {
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
    pub(super) fn has(&self, key: u64, search: u8) -> bool {
        let found = self.table.get(key as usize % Self::SIZE);
        search != 0 && found.is_some_and(|&(known, found)| known == key && found & search != 0)
    }

    pub(super) fn insert(&mut self, key: u64, search: u8) {
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

/// The marks on which the last run from each candidate found no chain.
///
/// In the next step of a walk the run often ends on the same marks less a few. Where these leave no
/// cell and no house with two candidates, there is no new link from off to on, so there is still no
/// chain.
pub(super) struct Calm {
    index: Box<[[Option<u16>; IDS]; 2]>,
    marks: Vec<Candidates>,
}

impl Calm {
    pub(super) fn new() -> Self {
        Self { index: Box::new([[None; IDS]; 2]), marks: Vec::new() }
    }

    pub(super) fn insert(&mut self, start: Id, is_on: bool, marks: &Marks) {
        let index = &mut self.index[usize::from(is_on)][usize::from(start)];
        match *index {
            Some(index) => self.marks[usize::from(index)] = marks.digits,
            None => {
                *index = Some(self.marks.len() as u16);
                self.marks.push(marks.digits);
            }
        }
    }

    /// Whether it is certain that there is no chain.
    pub(super) fn is_calm(&self, start: Id, is_on: bool, marks: &Marks) -> bool {
        let Some(index) = self.index[usize::from(is_on)][usize::from(start)] else { return false };
        let known = &self.marks[usize::from(index)];
        known.iter().zip(&marks.digits).enumerate().all(|(digit, (&known, &now))| {
            let has_link = |cell: usize| {
                let links = |house: u8| is_two(marks.positions(house.into(), digit));
                is_two(marks.cells[cell]) || HOUSES_OF[cell].into_iter().any(links)
            };
            now & !known == 0 && !each(known & !now).any(has_link)
        })
    }
}

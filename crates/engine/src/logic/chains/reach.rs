//! Which candidates are on if one is on, step by step, for all candidates at once.
//!
//! A step goes from on by way of off to on. The candidates get numbers, and sets of them are rows of
//! bits, so that a step for one candidate is a few unions of rows. Most boards have no chain, and
//! those that have are found at the length of the shortest, before any chain is followed for itself.

use super::links::{Links, Strong};
use super::marks::Marks;
use super::{IDS, Id, cell_of, digit_of, id};
use crate::logic::cells::{bits, each};
use crate::logic::houses::PEERS;

/// What a step shows about a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Lead {
    /// It may be in a cycle.
    Cycle,
    /// If it is on, it is off.
    Off,
    /// If it is off, it is on.
    On,
}

type Row<const W: usize> = [u64; W];

/// The links among some candidates, and how far steps lead on them.
pub(super) struct Reach<const W: usize> {
    ids: Vec<Id>,
    index: Box<[u16; IDS]>,
    /// What is on after a step.
    next: Vec<Row<W>>,
    /// What is off.
    weak: Vec<Row<W>>,
    /// What is on if the candidate is off.
    strong: Vec<Row<W>>,
    reached: Vec<Row<W>>,
    front: Vec<Row<W>>,
    /// What each candidate turns off in the end.
    offs: Vec<Row<W>>,
}

fn has<const W: usize>(row: &Row<W>, index: usize) -> bool {
    row[index / 64] >> (index % 64) & 1 != 0
}

fn insert<const W: usize>(row: &mut Row<W>, index: usize) {
    row[index / 64] |= 1 << (index % 64);
}

fn each_bit<const W: usize>(row: &Row<W>, mut f: impl FnMut(usize)) {
    for (word, &bits) in row.iter().enumerate() {
        let mut bits = bits;
        while bits != 0 {
            f(64 * word + bits.trailing_zeros() as usize);
            bits &= bits - 1;
        }
    }
}

impl<const W: usize> Reach<W> {
    pub fn new() -> Self {
        Self {
            ids: Vec::new(),
            index: Box::new([0; IDS]),
            next: Vec::new(),
            weak: Vec::new(),
            strong: Vec::new(),
            reached: Vec::new(),
            front: Vec::new(),
            offs: Vec::new(),
        }
    }

    /// The most candidates for which there is room.
    pub const MOST: usize = 64 * W;

    /// Starts with some candidates, in ascending order. With links in cells alone, these are the
    /// candidates of cells that have two.
    pub fn start(&mut self, marks: &Marks, strong: &Strong, links: Links, ids: &[Id]) {
        self.offs.clear();
        self.ids.clear();
        self.ids.extend_from_slice(ids);
        for (index, &id) in ids.iter().enumerate() {
            self.index[usize::from(id)] = index as u16;
        }
        let rows = [&mut self.next, &mut self.weak, &mut self.strong, &mut self.reached];
        for row in rows {
            row.clear();
            row.resize(ids.len(), [0; W]);
        }
        for (index, &off) in ids.iter().enumerate() {
            for &(on, _) in strong.of(off, links) {
                insert(&mut self.strong[index], usize::from(self.index[usize::from(on)]));
            }
        }
        for (index, &on) in ids.iter().enumerate() {
            let (cell, digit) = (cell_of(on), digit_of(on));
            let mut add = |off: Id, is_linked: bool| {
                let off = usize::from(self.index[usize::from(off)]);
                insert(&mut self.weak[index], off);
                if is_linked {
                    for word in 0..W {
                        self.next[index][word] |= self.strong[off][word];
                    }
                }
            };
            let mut peers = marks.digits[digit] & PEERS[cell];
            if links == Links::Y {
                peers &= strong.linked(digit, links);
            }
            let linked = strong.linked(digit, links);
            each(peers).for_each(|peer| add(id(peer, digit), linked >> peer & 1 != 0));
            if links != Links::X {
                for other in bits(marks.cells[cell] & !(1 << digit)) {
                    add(id(cell, other), strong.linked(other, links) >> cell & 1 != 0);
                }
            }
            insert(&mut self.reached[index], index);
        }
        self.front.clone_from(&self.reached);
    }

    /// Makes the next step for all candidates. Calls `f` with what it shows; if a candidate is
    /// reached again only at the `first` step, it is in no cycle. Returns whether something new is
    /// reached.
    pub fn step(&mut self, first: bool, mut f: impl FnMut(Lead, Id)) -> bool {
        let mut has_more = false;
        for index in 0..self.ids.len() {
            if self.front[index] == [0; W] {
                continue;
            }
            let mut row = [0; W];
            each_bit(&self.front[index], |from| {
                for word in 0..W {
                    row[word] |= self.next[from][word];
                }
            });
            if !first && has(&row, index) {
                f(Lead::Cycle, self.ids[index]);
            }
            let (mut is_new, mut is_off, mut ons) = (0, 0, [0; W]);
            for word in 0..W {
                row[word] &= !self.reached[index][word];
                self.reached[index][word] |= row[word];
                is_new |= row[word];
                is_off |= row[word] & self.weak[index][word];
                ons[word] = row[word] & self.strong[index][word];
            }
            self.front[index] = row;
            has_more |= is_new != 0;
            if is_off != 0 {
                f(Lead::Off, self.ids[index]);
            }
            each_bit(&ons, |on| f(Lead::On, self.ids[on]));
        }
        has_more
    }

    /// Whether all of some candidates, each if it is on, turn another one off. To be called when no
    /// step shows anything new, and no candidate turns itself off.
    pub fn have_common(&mut self, starts: impl Iterator<Item = Id>) -> bool {
        self.find_offs();
        let mut common = [!0; W];
        for start in starts {
            let offs = &self.offs[usize::from(self.index[usize::from(start)])];
            for word in 0..W {
                common[word] &= offs[word];
            }
        }
        common != [0; W]
    }

    /// Finds what each candidate turns off, once.
    fn find_offs(&mut self) {
        if self.offs.len() == self.ids.len() {
            return;
        }
        self.offs.clear();
        for index in 0..self.ids.len() {
            let mut offs = [0; W];
            each_bit(&self.reached[index], |on| {
                for word in 0..W {
                    offs[word] |= self.weak[on][word];
                }
            });
            self.offs.push(offs);
        }
    }
}

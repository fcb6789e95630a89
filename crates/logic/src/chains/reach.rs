//! Which candidates are on if one is on, step by step, for all candidates at once.
//!
//! A step goes from on by way of off to on. The candidates get numbers, and sets of them are rows of
//! bits, so that a step for one candidate is a few unions of rows. Most boards have no chain, and
//! those that have are found at the length of the shortest, before any chain is followed for itself.
//!
//! Rows hold what leads to a candidate and not what follows from it, because that is easier to set
//! up: what leads to it by one step is what turns the other end of one of its links off.

use super::links::{Links, Strong};
use super::{IDS, Id, cell_of, digit_of};
use crate::houses::HOUSES_OF;

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
    /// The candidates of each digit in each house, and of each cell.
    places: Box<[[Row<W>; 9]; 27]>,
    cells: Box<[Row<W>; 81]>,
    /// What each candidate turns off.
    weak: Vec<Row<W>>,
    /// What is on if the candidate is off.
    strong: Vec<Row<W>>,
    /// What leads to the candidate by one step.
    before: Vec<Row<W>>,
    /// What follows from it by one step, if cycles are wanted.
    after: Vec<Row<W>>,
    /// What leads to the candidate, and of that what was found last.
    sources: Vec<Row<W>>,
    front: Vec<Row<W>>,
    /// What each candidate turns off in the end.
    offs: Vec<Row<W>>,
}

fn insert<const W: usize>(row: &mut Row<W>, index: usize) {
    row[index / 64] |= 1 << (index % 64);
}

fn add<const W: usize>(row: &mut Row<W>, other: &Row<W>) {
    for (word, other) in row.iter_mut().zip(other) {
        *word |= other;
    }
}

fn and<const W: usize>(row: &Row<W>, other: &Row<W>) -> Row<W> {
    std::array::from_fn(|word| row[word] & other[word])
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
    pub(super) fn new() -> Self {
        Self {
            ids: Vec::new(),
            index: Box::new([0; IDS]),
            places: Box::new([[[0; W]; 9]; 27]),
            cells: Box::new([[0; W]; 81]),
            weak: Vec::new(),
            strong: Vec::new(),
            before: Vec::new(),
            after: Vec::new(),
            sources: Vec::new(),
            front: Vec::new(),
            offs: Vec::new(),
        }
    }

    /// The most candidates for which there is room.
    pub(super) const MOST: usize = 64 * W;

    /// Starts with some candidates, in ascending order. With links in cells alone, these are the
    /// candidates of cells that have two.
    pub(super) fn start(&mut self, strong: &Strong, links: Links, ids: &[Id]) {
        let count = ids.len();
        self.ids.clear();
        self.ids.extend_from_slice(ids);
        *self.places = [[[0; W]; 9]; 27];
        *self.cells = [[0; W]; 81];
        for (index, &id) in ids.iter().enumerate() {
            self.index[usize::from(id)] = index as u16;
            for house in HOUSES_OF[cell_of(id)] {
                insert(&mut self.places[usize::from(house)][digit_of(id)], index);
            }
            insert(&mut self.cells[cell_of(id)], index);
        }
        for rows in [&mut self.weak, &mut self.strong, &mut self.before] {
            rows.clear();
            rows.resize(count, [0; W]);
        }
        for (index, &id) in ids.iter().enumerate() {
            let row = &mut self.weak[index];
            for house in HOUSES_OF[cell_of(id)] {
                add(row, &self.places[usize::from(house)][digit_of(id)]);
            }
            if links != Links::X {
                add(row, &self.cells[cell_of(id)]);
            }
            row[index / 64] &= !(1 << (index % 64));
        }
        for (index, &id) in ids.iter().enumerate() {
            for &(other, _) in strong.of(id, links) {
                let other = usize::from(self.index[usize::from(other)]);
                insert(&mut self.strong[index], other);
                add(&mut self.before[index], &self.weak[other]);
            }
        }
        self.after.clear();
        self.restart();
    }

    /// Starts again with the same candidates.
    pub(super) fn restart(&mut self) {
        self.offs.clear();
        self.sources.clear();
        self.sources.resize(self.ids.len(), [0; W]);
        for (index, row) in self.sources.iter_mut().enumerate() {
            insert(row, index);
        }
        self.front.clone_from(&self.sources);
    }

    /// Makes the next step for all candidates. Calls `f` with what it shows of chains. Returns
    /// whether something new is reached.
    pub(super) fn step(&mut self, mut f: impl FnMut(Lead, Id)) -> bool {
        let mut has_more = false;
        for index in 0..self.ids.len() {
            if self.front[index] == [0; W] {
                continue;
            }
            let mut row = [0; W];
            each_bit(&self.front[index], |to| add(&mut row, &self.before[to]));
            for (word, known) in row.iter_mut().zip(self.sources[index]) {
                *word &= !known;
            }
            self.front[index] = row;
            if row == [0; W] {
                continue;
            }
            has_more = true;
            add(&mut self.sources[index], &row);
            each_bit(&and(&row, &self.weak[index]), |off| f(Lead::Off, self.ids[off]));
            if and(&row, &self.strong[index]) != [0; W] {
                f(Lead::On, self.ids[index]);
            }
        }
        has_more
    }

    /// Calls `f` with the candidates that may be in a cycle if the next step closes it.
    pub(super) fn each_cycle(&mut self, mut f: impl FnMut(Id)) {
        if self.after.is_empty() {
            self.after.resize(self.ids.len(), [0; W]);
            for (index, row) in self.before.iter().enumerate() {
                each_bit(row, |from| insert(&mut self.after[from], index));
            }
        }
        let mut starts = [0; W];
        for (front, after) in self.front.iter().zip(&self.after) {
            add(&mut starts, &and(front, after));
        }
        each_bit(&starts, |start| f(self.ids[start]));
    }

    /// Whether all of some candidates, each if it is on, turn another one off. To be called when no
    /// step shows anything new, and no candidate turns itself off.
    pub(super) fn have_common(&mut self, starts: impl Iterator<Item = Id>) -> bool {
        self.find_offs();
        let mut common = [!0; W];
        for start in starts {
            common = and(&common, &self.offs[usize::from(self.index[usize::from(start)])]);
        }
        common != [0; W]
    }

    /// Calls `f` with the candidates that another one turns both on and off.
    pub(super) fn each_twist(&self, start: Id, mut f: impl FnMut(Id)) {
        let start = usize::from(self.index[usize::from(start)]);
        let mut offs = [0; W];
        each_bit(&self.weak[start], |on| add(&mut offs, &self.sources[on]));
        each_bit(&offs, |off| {
            if self.sources[off][start / 64] >> (start % 64) & 1 != 0 {
                f(self.ids[off]);
            }
        });
    }

    /// Finds what each candidate turns off, once. What turns a candidate off is what leads to one
    /// that does so by one link, and if one candidate turns another off, so does the other the one.
    fn find_offs(&mut self) {
        if self.offs.len() == self.ids.len() {
            return;
        }
        self.offs.clear();
        for row in &self.weak {
            let mut offs = [0; W];
            each_bit(row, |on| add(&mut offs, &self.sources[on]));
            self.offs.push(offs);
        }
    }
}

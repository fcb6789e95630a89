//! The table of an assumption in a search for nets.

use super::codes::{Code, Codes};
use crate::cells::{Cells, each};

/// From which table an entry was taken over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Origin {
    /// From none: its causes are in this table.
    Own,
    /// From that of a candidate that is false.
    Off,
    /// From that of a candidate that is true.
    On,
    /// From that of a group.
    Group,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) code: Code,
    /// The places of the causes, 0 for none but in the first. If the entry was taken over, the first
    /// is the number of the table. The first is the largest.
    pub(super) causes: [u16; 5],
    pub(super) origin: Origin,
    /// The number of links to the assumption, twice, summed over all causes.
    pub(super) distance: u16,
}

/// The words of a set of places.
const WORDS: usize = Facts::MOST.div_ceil(64);

/// The consequences of an assumption, in the order in which they are found.
#[derive(Default)]
pub(super) struct Facts {
    pub(super) entries: Vec<Entry>,
    /// The code and the distance of each entry again: all that other tables read, in a quarter of the
    /// memory.
    ways: Vec<(Code, u16)>,
    /// The place of each fact, from 1; 0 if it is not there.
    places: Vec<u16>,
    /// For each fact the distance that a way through another table must be shorter than to be noted: 0
    /// if the entry is the table's own, and the most if there is none.
    limits: Vec<u16>,
    /// The places of the table's own entries.
    own: [u64; WORDS],
    /// The candidates that are true.
    pub(super) on: [Cells; 9],
    /// The candidates that are false.
    pub(super) off: [Cells; 9],
    /// Whether anything was changed since this was set to `false`.
    pub(super) is_changed: bool,
}

impl Facts {
    /// The most entries. Others are lost.
    pub(super) const MOST: usize = 1000;

    /// Distances are kept in nine bits.
    const FAR: u16 = 0x1ff;

    /// Makes it an empty table of a board with that many codes.
    pub(super) fn clear(&mut self, codes: usize) {
        self.entries.clear();
        self.ways.clear();
        self.places.clear();
        self.places.resize(codes, 0);
        self.limits.clear();
        self.limits.resize(codes, u16::MAX);
        self.own = [0; WORDS];
        (self.on, self.off) = ([0; 9], [0; 9]);
        self.is_changed = true;
    }

    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(super) fn is_full(&self) -> bool {
        self.len() == Self::MOST
    }

    /// The place of a fact.
    pub(super) fn place(&self, code: Code) -> Option<usize> {
        self.places.get(usize::from(code)).and_then(|&place| usize::from(place).checked_sub(1))
    }

    /// The place of a fact, or 0.
    pub(super) fn find(&self, code: Code) -> u16 {
        self.place(code).unwrap_or(0) as u16
    }

    /// The codes and distances of the table's own entries but the assumption, in order.
    pub(super) fn own(&self) -> impl Iterator<Item = (Code, u16)> {
        let words = self.own.iter().enumerate().take(self.len().div_ceil(64));
        let places = words.flat_map(|(word, &places)| {
            let places = if word == 0 { places & !1 } else { places };
            each(places.into()).map(move |place| 64 * word + place)
        });
        places.map(|place| self.ways[place])
    }

    /// Whether a way through another table to a fact is to be noted: it is not there, or not the table's
    /// own and further away.
    #[inline]
    pub(super) fn wants(&self, code: Code, distance: u16) -> bool {
        self.limits[usize::from(code)] > distance
    }

    /// Adds a fact; a candidate only if it is not there.
    pub(super) fn push(&mut self, codes: &Codes, code: Code, causes: [u16; 5]) {
        if self.is_full() {
            return;
        }
        if let Some((cell, digit)) = codes.as_candidate(code) {
            let states = if code & 1 != 0 { &mut self.on } else { &mut self.off };
            let cells = &mut states[digit];
            if *cells >> cell & 1 != 0 {
                return;
            }
            *cells |= 1 << cell;
        }
        let before = self.entries.get(usize::from(causes[0])).map_or(0, |entry| entry.distance);
        let entry = Entry {
            code,
            causes: largest_first(causes),
            origin: Origin::Own,
            distance: (before + 1) & Self::FAR,
        };
        self.entries.push(entry);
        self.ways.push((code, entry.distance));
        self.places[usize::from(code)] = self.entries.len() as u16;
        self.note(self.entries.len() - 1);
    }

    /// Adds a fact that is taken over from another table, or the way to it.
    pub(super) fn take_over(
        &mut self,
        codes: &Codes,
        code: Code,
        (number, origin): (u16, Origin),
        distance: u16,
    ) {
        let causes = [number, 0, 0, 0, 0];
        if let Some(place) = self.place(code) {
            let entry = &mut self.entries[place];
            *entry = Entry { code, causes, origin, distance };
            self.note(place);
            return;
        }
        self.push(codes, code, causes);
        // When the table is full, this is not the entry that was to be added.
        if let Some(last) = self.entries.last_mut() {
            last.origin = last.origin.max(origin);
            last.distance = distance & Self::FAR;
            self.note(self.entries.len() - 1);
        }
    }

    /// Sets the distance of an entry.
    pub(super) fn set_distance(&mut self, place: usize, distance: u32) {
        self.entries[place].distance = distance as u16 & Self::FAR;
        self.note(place);
    }

    /// Makes an entry the table's own.
    pub(super) fn set_causes(&mut self, place: usize, causes: [u16; 5]) {
        let entry = &mut self.entries[place];
        entry.causes = largest_first(causes);
        entry.origin = Origin::Own;
        self.note(place);
    }

    /// Notes what has become of an entry.
    fn note(&mut self, place: usize) {
        let Entry { code, origin, distance, .. } = self.entries[place];
        let is_own = origin == Origin::Own;
        self.ways[place] = (code, distance);
        let (word, bit) = (place / 64, place % 64);
        self.own[word] = self.own[word] & !(1 << bit) | u64::from(is_own) << bit;
        if self.place(code) == Some(place) {
            self.limits[usize::from(code)] = if is_own { 0 } else { distance };
        }
        self.is_changed = true;
    }
}

/// The causes with the largest exchanged into the first place, and without those that do not fit.
fn largest_first(mut causes: [u16; 5]) -> [u16; 5] {
    for cause in &mut causes[1..] {
        if *cause > 1023 {
            *cause = 0;
        }
    }
    for index in 1..5 {
        if causes[index] > causes[0] {
            causes.swap(0, index);
        }
    }
    causes
}

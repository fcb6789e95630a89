//! The table of an assumption in a search for nets.

use super::graph::{Node, Place};
use super::table::Fact;
use crate::logic::cells::Cells;

/// A fact as a number.
pub(super) type Code = u16;

pub(super) fn code(fact: Fact) -> Code {
    2 * fact.node.index() as u16 + u16::from(fact.is_on)
}

pub(super) fn fact(code: Code) -> Fact {
    Fact { node: Node::at(usize::from(code / 2)), is_on: code & 1 != 0 }
}

fn candidate(cell: usize, digit: usize, is_on: bool) -> Code {
    code(Fact::of_candidate(cell, digit, is_on))
}

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

/// The consequences of an assumption, in the order in which they are found.
#[derive(Default)]
pub(super) struct Facts {
    pub(super) entries: Vec<Entry>,
    /// The place of each fact, from 1; 0 if it is not there.
    places: Vec<u16>,
    /// The candidates that are true.
    pub(super) on: [Cells; 9],
    /// The candidates that are false.
    pub(super) off: [Cells; 9],
}

impl Facts {
    /// The most entries. Others are lost.
    pub(super) const MOST: usize = 1000;

    /// Distances are kept in nine bits.
    const FAR: u16 = 0x1ff;

    pub(super) fn clear(&mut self) {
        self.places.resize(2 * Node::COUNT, 0);
        for entry in self.entries.drain(..) {
            self.places[usize::from(entry.code)] = 0;
        }
        (self.on, self.off) = ([0; 9], [0; 9]);
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

    /// The place of a candidate that is true or false, or 0.
    pub(super) fn find(&self, cell: usize, digit: usize, is_on: bool) -> u16 {
        self.place(candidate(cell, digit, is_on)).unwrap_or(0) as u16
    }

    /// Adds a candidate, unless it is there.
    pub(super) fn add(&mut self, cell: usize, digit: usize, is_on: bool, causes: [u16; 5]) {
        self.push(candidate(cell, digit, is_on), causes);
    }

    /// Adds a fact; a candidate only if it is not there.
    pub(super) fn push(&mut self, code: Code, causes: [u16; 5]) {
        if self.is_full() {
            return;
        }
        let fact = fact(code);
        if let Place::Cell(cell) = fact.node.place() {
            let states = if fact.is_on { &mut self.on } else { &mut self.off };
            let cells = &mut states[fact.node.digit()];
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
        self.places[usize::from(code)] = self.entries.len() as u16;
    }

    /// Sets the distance of an entry.
    pub(super) fn set_distance(&mut self, place: usize, distance: u32) {
        self.entries[place].distance = distance as u16 & Self::FAR;
    }

    /// Says from which table the last entry was taken over, and how far away it is.
    pub(super) fn mark_last(&mut self, origin: Origin, distance: u32) {
        if let Some(last) = self.entries.last_mut() {
            // When the table is full, this is not the entry that was to be added.
            last.origin = last.origin.max(origin);
            last.distance = distance as u16 & Self::FAR;
        }
    }
}

/// The causes with the largest exchanged into the first place, and without those that do not fit.
pub(super) fn largest_first(mut causes: [u16; 5]) -> [u16; 5] {
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

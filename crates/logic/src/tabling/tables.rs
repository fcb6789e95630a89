//! The tables that take over each other.

use super::codes::Codes;
use super::facts::{Facts, Origin};

/// The tables of all facts of a board.
#[derive(Default)]
pub(super) struct Tables {
    pub(super) codes: Codes,
    /// By code. Facts about groups have tables as well, which are only taken over.
    pub(super) all: Vec<Facts>,
    /// For each code, how entries name its table.
    pub(super) names: Vec<(u16, Origin)>,
}

impl Tables {
    /// Takes over the table of an entry.
    pub(super) fn take_over(&self, facts: &mut Facts, place: usize) {
        if facts.is_full() {
            return;
        }
        let (code, near) = (facts.entries[place].code, facts.entries[place].distance);
        let name = self.names[usize::from(code)];
        for (code, further) in self.all[usize::from(code)].own() {
            let distance = near + further;
            if facts.wants(code, distance) {
                facts.take_over(&self.codes, code, name, distance);
            }
        }
    }
}

//! A cycle or a forcing chain that was found.

use std::cmp::Ordering;

use quadrille_core::{Cell, DigitSet};

use super::super::evidence::{candidate_of, links_of_chain};
use super::super::links::{Links, Node};
use super::super::marks::Marks;
use super::super::reach::Lead;
use super::super::rules::in_hash_order;
use super::super::{Candidates, Id, cell_of, digit_of, id, surcharge};
use crate::cells::{Cells, each};
use crate::deduction::Deduction;
use crate::houses::PEERS;
use crate::technique::Kind;

/// The kinds of cycles and chains.
pub(crate) const KINDS: [Kind; 5] = [
    Kind { id: "bidirectional-x-cycle", title: "Bidirectional X-Cycle" },
    Kind { id: "bidirectional-y-cycle", title: "Bidirectional Y-Cycle" },
    Kind { id: "bidirectional-cycle", title: "Bidirectional cycle" },
    Kind { id: "forcing-x-chain", title: "Forcing X-Chain" },
    Kind { id: "forcing-chain", title: "Forcing chain" },
];

/// Sudoku Explainer's ratings of the kinds without surcharge.
pub(super) const BASES: [f64; 5] = [6.5, 6.5, 7.0, 6.6, 7.0];

/// A cycle or a chain that removes a candidate.
#[derive(Clone)]
pub(in crate::chains) struct Hint {
    pub(in crate::chains) links: Links,
    /// The candidate with which it begins, and what is shown about it.
    pub(in crate::chains) start: Id,
    pub(in crate::chains) lead: Lead,
    pub(in crate::chains) complexity: u32,
    pub(in crate::chains) difficulty: f64,
    /// The nodes from the last one back to the first. A cycle begins and ends with the same one. Not
    /// filled for a chain until it is needed.
    pub(in crate::chains) nodes: Vec<Node>,
    /// What goes, in the order in which it was found.
    pub(in crate::chains) removed: Vec<Id>,
}

impl Hint {
    /// The index of the kind among [`KINDS`].
    pub(in crate::chains) fn kind(&self) -> usize {
        match (self.lead, self.links) {
            (Lead::Cycle, Links::X) => 0,
            (Lead::Cycle, Links::Y) => 1,
            (Lead::Cycle, Links::All) => 2,
            (Lead::Off | Lead::On, Links::X) => 3,
            (Lead::Off | Lead::On, _) => 4,
        }
    }

    fn sort_key(&self) -> u8 {
        match self.links {
            Links::X => 2,
            Links::Y => 3,
            Links::All => 4,
        }
    }

    pub(in crate::chains) fn cmp(&self, other: &Self) -> Ordering {
        let key = |hint: &Self| (hint.difficulty, hint.complexity);
        let order = key(self).partial_cmp(&key(other)).expect("ratings are numbers");
        order.then(self.sort_key().cmp(&other.sort_key()))
    }

    /// Whether Sudoku Explainer, which follows one candidate after the other, finds this hint first.
    pub(in crate::chains) fn comes_before(&self, other: &Self) -> bool {
        (self.links, self.start, self.lead) < (other.links, other.start, other.lead)
    }

    /// What the hint says, with its chain if `wants_evidence`.
    pub(in crate::chains) fn deduction(&self, wants_evidence: bool) -> Deduction {
        let mut deduction = Deduction {
            kind: KINDS[self.kind()].id,
            surcharge: surcharge(self.complexity),
            ..Deduction::default()
        };
        match self.placed() {
            Some(placed) => deduction.placements.push(candidate_of(placed)),
            None if self.lead == Lead::Off => deduction.eliminations.push(candidate_of(self.start)),
            None => {
                let mut removed = self.removed.clone();
                removed.sort_unstable();
                deduction.eliminations.extend(removed.into_iter().map(candidate_of));
            }
        }
        if wants_evidence {
            let mut cells: Vec<Cell> = Vec::new();
            let mut digits = 0;
            for node in self.nodes.iter().rev() {
                let cell = Cell::new(cell_of(node.id));
                if !cells.contains(&cell) {
                    cells.push(cell);
                }
                digits |= 1 << digit_of(node.id);
            }
            deduction.cells = cells;
            deduction.digits = DigitSet::from_bits(digits);
            deduction.links = links_of_chain(&self.nodes);
        }
        deduction
    }

    /// The candidate that a chain shows to be on.
    pub(in crate::chains) fn placed(&self) -> Option<Id> {
        (self.lead == Lead::On).then_some(self.start)
    }

    /// The cycle the other way round.
    pub(in crate::chains) fn reversed(&self) -> Vec<Node> {
        let turned = |node: &Node| Node { is_on: !node.is_on, ..*node };
        self.nodes.iter().rev().map(turned).collect()
    }
}

/// Sudoku Explainer adds tenths in floating point, and so do we: 6.6 + 0.3 and 6.5 + 0.4 are equal
/// on paper, but the rounded sums decide which of two chains comes first.
pub(super) fn difficulty(base: f64, complexity: u32) -> f64 {
    base + (0..surcharge(complexity)).fold(0.0, |sum, _| sum + 0.1)
}

/// What sees a candidate of the cycle that is on, and one that is off.
pub(super) fn removed_by_cycle(marks: &Marks, nodes: &[Node]) -> Vec<Id> {
    let mut cells: Cells = 0;
    let mut seen: [Candidates; 2] = [[0; 9]; 2];
    for node in &nodes[..nodes.len() - 1] {
        cells |= 1 << cell_of(node.id);
        seen[usize::from(node.is_on)][digit_of(node.id)] |= PEERS[cell_of(node.id)];
    }
    let gone = |digit: usize| marks.digits[digit] & seen[0][digit] & seen[1][digit] & !cells;
    if (0..9).all(|digit| gone(digit) == 0) {
        return Vec::new();
    }
    // In the order of Sudoku Explainer: by cell, as the "on" nodes see them.
    let mut order: Vec<usize> = Vec::new();
    for node in nodes[..nodes.len() - 1].iter().filter(|node| node.is_on) {
        for cell in each(gone(digit_of(node.id)) & PEERS[cell_of(node.id)]) {
            if !order.contains(&cell) {
                order.push(cell);
            }
        }
    }
    let of_cell = |cell: usize| {
        (0..9).filter(move |&digit| gone(digit) >> cell & 1 != 0).map(move |digit| id(cell, digit))
    };
    order.into_iter().flat_map(of_cell).collect()
}

/// Whether Sudoku Explainer takes two removals for the same: it compares them only if a hash of the
/// first three cells of each is equal.
pub(super) fn same_removal(a: &[Id], b: &[Id]) -> bool {
    let sorted = |removed: &[Id]| {
        let mut removed = removed.to_vec();
        removed.sort_unstable();
        removed
    };
    let hash = |removed: &[Id]| {
        let mut removed = removed.to_vec();
        in_hash_order(&mut removed);
        let mut cells: Vec<usize> = removed.iter().map(|&id| cell_of(id)).collect();
        cells.dedup();
        cells.iter().take(3).fold(0, |hash, cell| hash ^ cell)
    };
    a.len() == b.len() && sorted(a) == sorted(b) && hash(a) == hash(b)
}

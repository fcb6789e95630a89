//! What follows from each assumption, and what several assumptions together show.

use super::graph::Nodes;
use super::table::Fact;
use crate::cells::{Cells, each, has_two};
use crate::grid::LogicGrid;
use crate::houses::{BOXES, COLUMNS, HOUSES, PEERS, ROWS};

/// The candidates that are true and false if a candidate is true or false, itself included.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Outcome {
    pub(super) on: [Cells; 9],
    pub(super) off: [Cells; 9],
}

/// The outcomes of all assumptions on a board.
#[derive(Default)]
pub(super) struct Outcomes {
    /// For each cell, digit and state; empty if it is no candidate.
    all: Vec<Outcome>,
    /// The candidates by digit.
    candidates: [Cells; 9],
    /// The cells in which each digit is not, but which see no cell with it, and those that may hold
    /// it.
    allowed: [Cells; 9],
    masks: Vec<u16>,
    empty: Cells,
}

/// What two or more chains show, each of which starts at an assumption.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Proof {
    pub(super) way: Way,
    /// The first and the last fact of each chain.
    pub(super) chains: Vec<(Fact, Fact)>,
    /// The house in which a contradiction is, or in which the assumptions are.
    pub(super) house: Option<usize>,
}

/// Candidates of which one is true: of a cell, or of a digit in a house, which comes first.
type Alternatives = (Option<usize>, Vec<(usize, usize)>);

/// How a proof works, in the order in which they are searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Way {
    /// An assumption leads to a contradiction, so its opposite holds.
    Contradiction,
    /// Of several assumptions one is true, and each leads to the same.
    Verity,
}

fn on(cell: usize, digit: usize) -> Fact {
    Fact::of_candidate(cell, digit, true)
}

fn off(cell: usize, digit: usize) -> Fact {
    Fact::of_candidate(cell, digit, false)
}

/// The first cell of a set.
fn first(cells: Cells) -> usize {
    cells.trailing_zeros() as usize
}

impl Outcomes {
    /// Takes over a board, without outcomes.
    pub(super) fn set(&mut self, grid: &LogicGrid) {
        self.empty = grid.empty();
        self.masks.clear();
        self.masks.extend((0..81).map(|cell| grid.mask(cell)));
        self.candidates = std::array::from_fn(|digit| grid.cells_of(digit));
        self.allowed = [self.empty; 9];
        for cell in (0..81).filter(|&cell| grid.value(cell) != 0) {
            self.allowed[usize::from(grid.value(cell)) - 1] &= !PEERS[cell];
        }
        self.all.clear();
        self.all.resize(81 * 9 * 2, Outcome::default());
    }

    fn index(cell: usize, digit: usize, is_on: bool) -> usize {
        (cell * 9 + digit) * 2 + usize::from(is_on)
    }

    pub(super) fn put(&mut self, cell: usize, digit: usize, is_on: bool, outcome: Outcome) {
        self.all[Self::index(cell, digit, is_on)] = outcome;
    }

    fn of(&self, cell: usize, digit: usize, is_on: bool) -> &Outcome {
        &self.all[Self::index(cell, digit, is_on)]
    }

    /// The candidates as facts, by cell and digit.
    fn starts(&self) -> impl Iterator<Item = (usize, usize)> {
        let digits = |&(cell, digit): &(usize, usize)| self.masks[cell] >> digit & 1 != 0;
        each(self.empty).flat_map(|cell| (0..9).map(move |digit| (cell, digit))).filter(digits)
    }

    /// The facts that contradictions and verities show, by digit: candidates that are true (the
    /// cells) and candidates that are false.
    pub(super) fn shown(&self) -> (Nodes, Nodes) {
        let (mut true_, mut false_) = (Nodes::default(), Nodes::default());
        for (cell, digit) in self.starts() {
            if self.is_contradiction(off(cell, digit)) {
                true_.cells[digit] |= 1 << cell;
            }
            if self.is_contradiction(on(cell, digit)) {
                false_.cells[digit] |= 1 << cell;
            }
            let (on, off) = (self.of(cell, digit, true), self.of(cell, digit, false));
            for other in 0..9 {
                true_.cells[other] |= on.on[other] & off.on[other] & !(1 << cell);
                false_.cells[other] |= on.off[other] & off.off[other] & !(1 << cell);
            }
        }
        for (_, starts) in self.alternatives() {
            let mut both = Outcome { on: [!0; 9], off: [!0; 9] };
            for &(cell, digit) in &starts {
                let outcome = self.of(cell, digit, true);
                for other in 0..9 {
                    both.on[other] &= outcome.on[other];
                    both.off[other] &= outcome.off[other];
                }
            }
            for digit in 0..9 {
                true_.cells[digit] |= both.on[digit];
                false_.cells[digit] |= both.off[digit];
            }
        }
        (true_, false_)
    }

    /// The sets of candidates of which one is true: those of each cell, and those of a digit in each
    /// row, column and box.
    fn alternatives(&self) -> Vec<Alternatives> {
        let mut sets = Vec::new();
        for cell in each(self.empty) {
            let digits = (0..9).filter(|digit| self.masks[cell] >> digit & 1 != 0);
            sets.push((None, digits.map(|digit| (cell, digit)).collect()));
        }
        for house in ROWS.chain(COLUMNS).chain(BOXES) {
            for digit in 0..9 {
                let cells = HOUSES[house] & self.candidates[digit];
                if cells != 0 {
                    sets.push((Some(house), each(cells).map(|cell| (cell, digit)).collect()));
                }
            }
        }
        sets
    }

    fn is_contradiction(&self, start: Fact) -> bool {
        let (cell, digit) = (start.node.as_cell().expect("a candidate"), start.node.digit());
        let outcome = self.of(cell, digit, start.is_on);
        // Most contradict nothing, which is seen at once.
        let mut clash: Cells = 0;
        let mut any_on: Cells = 0;
        let mut no_candidate = self.empty;
        for digit in 0..9 {
            clash |= outcome.on[digit] & (outcome.off[digit] | any_on);
            any_on |= outcome.on[digit];
            no_candidate &= outcome.off[digit] | !self.candidates[digit];
        }
        if clash != 0 || no_candidate & !any_on != 0 {
            return true;
        }
        (0..9).any(|digit| {
            let on = outcome.on[digit];
            let is_twice = |house: usize| has_two(on & HOUSES[house]);
            has_two(on) && (0..27).any(is_twice)
                || outcome.off[digit] != 0
                    && (0..27).any(|house| self.is_gone(outcome, house, digit))
        })
    }

    /// Whether a digit has no place left in a house.
    fn is_gone(&self, outcome: &Outcome, house: usize, digit: usize) -> bool {
        let places = HOUSES[house] & self.allowed[digit];
        places != 0 && places & !outcome.off[digit] == 0
    }

    /// The proofs that a fact holds, in the order in which HoDoKu finds them.
    pub(super) fn proofs(&self, fact: Fact) -> Vec<Proof> {
        let mut proofs = Vec::new();
        self.contradictions(fact.opposite(), &mut proofs);
        self.verities(fact, &mut proofs);
        proofs
    }

    fn contradictions(&self, start: Fact, proofs: &mut Vec<Proof>) {
        let (cell, digit) = (start.node.as_cell().expect("a candidate"), start.node.digit());
        let outcome = self.of(cell, digit, start.is_on);
        let mut add = |house: Option<usize>, ends: Vec<Fact>| {
            let chains = ends.into_iter().map(|end| (start, end)).collect();
            proofs.push(Proof { way: Way::Contradiction, chains, house });
        };
        let opposite = if start.is_on { outcome.off[digit] } else { outcome.on[digit] };
        if opposite >> cell & 1 != 0 {
            add(None, vec![start.opposite()]);
        }
        for digit in 0..9 {
            let both = outcome.on[digit] & outcome.off[digit];
            if both != 0 {
                add(None, vec![off(first(both), digit), on(first(both), digit)]);
            }
        }
        for a in 0..9 {
            for b in a + 1..9 {
                let both = outcome.on[a] & outcome.on[b];
                if both != 0 {
                    add(None, vec![on(first(both), a), on(first(both), b)]);
                }
            }
        }
        for kind in [ROWS, COLUMNS, BOXES] {
            for digit in 0..9 {
                for house in kind.clone() {
                    let both = outcome.on[digit] & HOUSES[house];
                    if has_two(both) {
                        add(Some(house), each(both).map(|cell| on(cell, digit)).collect());
                    }
                }
            }
        }
        let any_on = outcome.on.iter().fold(0, |any, on| any | on);
        let gone = |digit: usize| outcome.off[digit] | !self.candidates[digit];
        let no_candidate = (0..9).fold(self.empty & !any_on, |cells, digit| cells & gone(digit));
        for cell in each(no_candidate) {
            let digits = (0..9).filter(|digit| self.masks[cell] >> digit & 1 != 0);
            add(None, digits.map(|digit| off(cell, digit)).collect());
        }
        for kind in [ROWS, COLUMNS, BOXES] {
            for digit in 0..9 {
                for house in kind.clone() {
                    if self.is_gone(outcome, house, digit) {
                        let places = HOUSES[house] & self.allowed[digit];
                        add(Some(house), each(places).map(|cell| off(cell, digit)).collect());
                    }
                }
            }
        }
    }

    fn verities(&self, fact: Fact, proofs: &mut Vec<Proof>) {
        let (cell, digit) = (fact.node.as_cell().expect("a candidate"), fact.node.digit());
        let leads = |start: (usize, usize), is_on: bool| {
            let outcome = self.of(start.0, start.1, is_on);
            let states = if fact.is_on { outcome.on } else { outcome.off };
            states[digit] >> cell & 1 != 0
        };
        let way = Way::Verity;
        for start in self.starts().filter(|start| start.0 != cell) {
            if leads(start, true) && leads(start, false) {
                let states = [on(start.0, start.1), off(start.0, start.1)];
                let chains = states.map(|start| (start, fact)).to_vec();
                proofs.push(Proof { way, chains, house: None });
            }
        }
        for (house, starts) in self.alternatives() {
            if starts.iter().all(|&start| leads(start, true)) {
                let chains = starts.iter().map(|&(cell, digit)| (on(cell, digit), fact)).collect();
                proofs.push(Proof { way, chains, house });
            }
        }
    }
}

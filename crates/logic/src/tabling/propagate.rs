//! What follows from an assumption with all rules at once, and from what it follows directly: the
//! evidence of forcing nets.

use std::collections::VecDeque;

use quadrille_core::Cell;

use super::table::Fact;
use crate::cells::{Cells, bits, each};
use crate::deduction::{House, Link, Reason, State, Truth, candidate};
use crate::grid::LogicGrid;
use crate::houses::{BOXES, COLUMNS, HOUSES, HOUSES_OF, PEERS, ROWS};

/// A candidate that is true or false, as an index.
type Index = usize;

fn index(cell: usize, digit: usize, is_on: bool) -> Index {
    (cell * 9 + digit) * 2 + usize::from(is_on)
}

fn state(index: Index) -> State {
    State { candidate: candidate(index / 18, index / 2 % 9), is_on: index & 1 != 0 }
}

/// The facts that follow from an assumption, breadth first, until nothing is new.
pub(super) struct Propagation<'g> {
    grid: &'g LogicGrid,
    /// For each fact that holds, its causes and the reason.
    causes: Vec<Option<(Vec<Index>, Reason)>>,
    /// For each fact that a pattern shows, the house of the pattern.
    bases: Vec<usize>,
    on: [Cells; 9],
    off: [Cells; 9],
    queue: VecDeque<Index>,
    /// The first candidate that is both true and false, as its cell and digit.
    clash: Option<(usize, usize)>,
}

impl<'g> Propagation<'g> {
    pub(super) fn of(grid: &'g LogicGrid, start: Fact) -> Self {
        let mut all = Self {
            grid,
            causes: vec![None; 81 * 18],
            bases: vec![0; 81 * 18],
            on: [0; 9],
            off: [0; 9],
            queue: VecDeque::new(),
            clash: None,
        };
        let cell = start.node.as_cell().expect("chains start at candidates");
        all.add(cell, start.node.digit(), start.is_on, Vec::new(), Reason::Assumption);
        while let Some(next) = all.queue.pop_front() {
            let (cell, digit) = (next / 18, next / 2 % 9);
            if next & 1 != 0 {
                all.follow_on(cell, digit);
            } else {
                all.follow_off(cell, digit);
            }
        }
        all
    }

    fn add(&mut self, cell: usize, digit: usize, is_on: bool, from: Vec<Index>, reason: Reason) {
        let new = index(cell, digit, is_on);
        if self.causes[new].is_some() {
            return;
        }
        self.causes[new] = Some((from, reason));
        self.queue.push_back(new);
        let states = if is_on { &mut self.on } else { &mut self.off };
        states[digit] |= 1 << cell;
        if self.clash.is_none() && (self.on[digit] & self.off[digit]) >> cell & 1 != 0 {
            self.clash = Some((cell, digit));
        }
    }

    fn follow_on(&mut self, cell: usize, digit: usize) {
        let from = index(cell, digit, true);
        for other in bits(self.grid.mask(cell) & !(1 << digit)) {
            self.add(cell, other, false, vec![from], Reason::Cell);
        }
        for peer in each(PEERS[cell] & self.grid.cells_of(digit)) {
            let shares = |&house: &usize| HOUSES[house] >> peer & 1 != 0;
            let house = HOUSES_OF[cell].map(usize::from).into_iter().find(shares);
            let house = House::of_index(house.expect("peers share a house"));
            self.add(peer, digit, false, vec![from], Reason::House(house));
        }
    }

    fn follow_off(&mut self, cell: usize, digit: usize) {
        let mask = self.grid.mask(cell);
        let left = bits(mask).filter(|&other| self.off[other] >> cell & 1 == 0);
        let left = left.fold(0_u16, |left, other| left | 1 << other);
        if left & left.wrapping_sub(1) == 0 {
            // If none is left, each must be true, which contradicts that it is false.
            for last in bits(if left == 0 { mask } else { left }) {
                let from = bits(mask & !(1 << last)).map(|other| index(cell, other, false));
                let from = self.or_itself(from.collect(), cell, last);
                self.add(cell, last, true, from, Reason::Cell);
            }
        }
        for house in HOUSES_OF[cell].map(usize::from) {
            self.follow_house(house, digit);
        }
    }

    /// Causes, or if there are none, that a candidate is false: the board has no other in its place.
    fn or_itself(&self, from: Vec<Index>, cell: usize, digit: usize) -> Vec<Index> {
        if from.is_empty() { vec![index(cell, digit, false)] } else { from }
    }

    /// The last place in a house, or all places in another house as well.
    fn follow_house(&mut self, house: usize, digit: usize) {
        let places = HOUSES[house] & self.grid.cells_of(digit);
        let left = places & !self.off[digit];
        let others = |but: Cells| -> Vec<Index> {
            each(places & !but).map(|cell| index(cell, digit, false)).collect()
        };
        if left & left.wrapping_sub(1) == 0 {
            for last in each(if left == 0 { places } else { left }) {
                let from = self.or_itself(others(1 << last), last, digit);
                self.add(last, digit, true, from, Reason::House(House::of_index(house)));
            }
            return;
        }
        let kind = if BOXES.contains(&house) { "pointing" } else { "claiming" };
        let crossing = if BOXES.contains(&house) { COLUMNS.start..ROWS.end } else { BOXES };
        for other in crossing.filter(|&other| left & !HOUSES[other] == 0) {
            for cell in each(HOUSES[other] & self.grid.cells_of(digit) & !HOUSES[house]) {
                let new = index(cell, digit, false);
                if self.causes[new].is_none() {
                    self.bases[new] = house;
                    self.add(cell, digit, false, others(left), Reason::Kind(kind));
                }
            }
        }
    }

    /// The links that lead to a fact; `None` if it does not follow.
    pub(super) fn links(&self, end: Fact) -> Option<Vec<Link>> {
        let cell = end.node.as_cell().expect("chains end at candidates");
        let end = index(cell, end.node.digit(), end.is_on);
        self.causes[end].as_ref()?;
        let mut links = Vec::new();
        let mut done = vec![false; self.causes.len()];
        let mut open = vec![(end, false)];
        while let Some((fact, has_causes)) = open.pop() {
            let (from, reason) = self.causes[fact].as_ref().expect("causes are known");
            if has_causes {
                let from = from.iter().map(|&cause| state(cause)).collect();
                let truths = self.truths(fact, *reason);
                links.push(Link { from, to: state(fact), reason: *reason, depth: 0, truths });
            } else if !std::mem::replace(&mut done[fact], true) {
                open.push((fact, true));
                open.extend(from.iter().rev().map(|&cause| (cause, false)));
            }
        }
        Some(links)
    }

    /// The set of the pattern that shows a fact, if one does.
    fn truths(&self, fact: Index, reason: Reason) -> Vec<Truth> {
        if !matches!(reason, Reason::Kind(_)) {
            return Vec::new();
        }
        let (house, digit) = (self.bases[fact], state(fact).candidate.digit);
        let places = HOUSES[house] & self.grid.cells_of(usize::from(digit.get() - 1));
        let cells = each(places).map(Cell::new).collect();
        vec![Truth::House { house: House::of_index(house), digit, cells }]
    }

    /// A candidate that is both true and false, if there is one: it is found whenever the assumption
    /// contradicts the rules.
    pub(super) fn clash(&self) -> Option<[Fact; 2]> {
        let (cell, digit) = self.clash?;
        Some([false, true].map(|is_on| Fact::of_candidate(cell, digit, is_on)))
    }
}

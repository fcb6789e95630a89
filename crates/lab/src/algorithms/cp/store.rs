//! The domains of the cells under filtering, with a trail to undo it.
//!
//! The constraints are those of the rules: peers differ, edges join consecutive digits. A cell is
//! *done* once its digit has been taken from its peers; until then it is a variable of the search,
//! even if its domain holds a single digit.

use quadrille_core::{Cell, Counter, Digit, DigitSet, Geometry, Puzzle, Run, Snapshot, Stop};

use super::all_different::AllDifferent;
use super::filter::Filter;
use super::nogoods::Nogoods;
use super::weights::Weights;

/// A state to which the store can return.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    trail: usize,
    done: usize,
}

pub(super) struct Store {
    pub(super) geometry: &'static Geometry,
    pub(super) weights: Weights,
    pub(super) nogoods: Nogoods,
    filter: Filter,
    sets: Box<[DigitSet]>,
    given: Box<[bool]>,
    done: Box<[bool]>,
    /// The cells joined to each cell by edges; empty if the puzzle has no edges.
    joined: Vec<Vec<Cell>>,
    /// The cells that have lost digits, each with the set before.
    trail: Vec<(Cell, DigitSet)>,
    done_order: Vec<Cell>,
    /// The cells that have lost digits since the last fixed point, first come, first served.
    changed: Vec<Cell>,
    /// Whether each house has lost candidates since it was last filtered.
    stale: Box<[bool]>,
    all_different: AllDifferent,
}

impl Store {
    /// Creates the store of a puzzle and filters it; `None` if that proves that there is no
    /// solution.
    pub(super) fn new(
        puzzle: &Puzzle,
        filter: Filter,
        run: &mut Run<'_>,
    ) -> Result<Option<Self>, Stop> {
        let (geometry, cells) = (puzzle.geometry(), puzzle.shape().cells());
        let mut store = Self {
            geometry,
            weights: Weights::new(geometry, filter == Filter::AllDifferent),
            nogoods: Nogoods::new(geometry),
            filter,
            sets: match puzzle.marks() {
                Some(marks) => marks.cells().into(),
                None => vec![DigitSet::all(geometry.side()); cells].into(),
            },
            given: vec![false; cells].into(),
            done: vec![false; cells].into(),
            joined: puzzle.edges().by_cell(puzzle.shape()),
            trail: Vec::with_capacity(cells),
            done_order: Vec::with_capacity(cells),
            changed: Vec::with_capacity(cells),
            stale: vec![filter == Filter::AllDifferent; geometry.house_count()].into(),
            all_different: AllDifferent::default(),
        };
        for (cell, digit) in puzzle.givens().filled() {
            store.sets[cell.index()] = DigitSet::only(digit);
            store.given[cell.index()] = true;
        }
        let mut consistent = store.sets.iter().all(|set| !set.is_empty());
        if filter.repeats() {
            store.changed.extend(geometry.cells());
            consistent = consistent && store.filter(run)?;
        } else {
            for (cell, _) in puzzle.givens().filled() {
                consistent = consistent && store.take(cell, run)?;
            }
        }
        if !consistent {
            run.meter.note(Counter::Contradiction);
        }
        Ok(consistent.then_some(store))
    }

    pub(super) fn get(&self, cell: Cell) -> DigitSet {
        self.sets[cell.index()]
    }

    pub(super) fn is_done(&self, cell: Cell) -> bool {
        self.done[cell.index()]
    }

    /// Returns the cells that are not done, in order.
    pub(super) fn open(&self) -> impl Iterator<Item = Cell> {
        self.geometry.cells().filter(|&cell| !self.is_done(cell))
    }

    /// Returns the peers of a cell that are not done.
    pub(super) fn open_peers(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        self.geometry.peers(cell).iter().copied().filter(|&peer| !self.is_done(peer))
    }

    /// Returns the digits of the cells that are done, row-major, 0 = open.
    pub(super) fn snapshot(&self) -> Snapshot {
        let mut board: Snapshot = vec![0; self.sets.len()].into();
        for cell in &self.done_order {
            board[cell.index()] = self.get(*cell).single().map_or(0, Digit::get);
        }
        board
    }

    pub(super) fn mark(&self) -> Mark {
        Mark { trail: self.trail.len(), done: self.done_order.len() }
    }

    pub(super) fn undo_to(&mut self, mark: Mark) {
        while self.trail.len() > mark.trail {
            let (cell, set) = self.trail.pop().expect("the trail is longer than the mark");
            self.sets[cell.index()] = set;
        }
        for cell in self.done_order.drain(mark.done..) {
            self.done[cell.index()] = false;
        }
        self.changed.clear();
        self.stale.fill(false);
    }

    /// Without filtering, removes from a cell what the done cells forbid. Returns `false` if
    /// nothing is left.
    pub(super) fn look_back(&mut self, cell: Cell) -> bool {
        if self.filter != Filter::None {
            return true;
        }
        let mut allowed = self.get(cell);
        for peer in self.geometry.peers(cell).iter().filter(|peer| self.is_done(**peer)) {
            allowed -= self.get(*peer);
        }
        for other in self.joined.get(cell.index()).into_iter().flatten() {
            if self.is_done(*other) {
                allowed &= self.get(*other).neighbors(self.geometry.side());
            }
        }
        self.restrict(cell, allowed)
    }

    /// Decides that a cell has a digit, and filters. Returns `false` on a contradiction.
    pub(super) fn assign(
        &mut self,
        cell: Cell,
        digit: Digit,
        run: &mut Run<'_>,
    ) -> Result<bool, Stop> {
        self.restrict(cell, DigitSet::only(digit));
        if self.filter.repeats() {
            // Its set may have been a single before, if the search looks at domains only.
            self.changed.push(cell);
            return self.filter(run);
        }
        self.take(cell, run)
    }

    /// Decides that a cell does not have a digit, without filtering. Returns `false` if no other is
    /// left.
    pub(super) fn exclude(&mut self, cell: Cell, digit: Digit) -> bool {
        self.restrict(cell, self.get(cell) - DigitSet::only(digit))
    }

    /// Filters after digits have been excluded. Returns `false` on a contradiction.
    pub(super) fn filter(&mut self, run: &mut Run<'_>) -> Result<bool, Stop> {
        if self.filter.repeats() { self.reach_fixed_point(run) } else { Ok(true) }
    }

    fn reach_fixed_point(&mut self, run: &mut Run<'_>) -> Result<bool, Stop> {
        let mut next = 0;
        loop {
            while let Some(&cell) = self.changed.get(next) {
                next += 1;
                let single = self.get(cell).len() == 1;
                let consistent = if single && !self.is_done(cell) {
                    self.take(cell, run)?
                } else {
                    self.take_edges(cell)
                };
                if !consistent {
                    return Ok(false);
                }
            }
            self.changed.clear();
            next = 0;
            if self.filter != Filter::AllDifferent {
                return Ok(true);
            }
            let Some(house) = self.stale.iter().position(|&stale| stale) else { return Ok(true) };
            self.stale[house] = false;
            run.meter.poll()?;
            if !self.filter_house(house) {
                return Ok(false);
            }
        }
    }

    /// Removes the candidates of a house that no placement of all its digits contains.
    fn filter_house(&mut self, house: usize) -> bool {
        let cells = self.geometry.house(house);
        let mut all_different = std::mem::take(&mut self.all_different);
        let sets = cells.iter().map(|&cell| self.get(cell).bits());
        let consistent = match all_different.consistent(sets) {
            Some(allowed) => {
                for (&cell, &allowed) in cells.iter().zip(allowed) {
                    self.restrict(cell, DigitSet::from_bits(allowed));
                }
                // What it has removed from itself leaves it consistent.
                self.stale[house] = false;
                true
            }
            None => {
                self.weights.blame_house(house);
                false
            }
        };
        self.all_different = all_different;
        consistent
    }

    /// Takes the digit of a cell from its peers. Returns `false` on a contradiction.
    fn take(&mut self, cell: Cell, run: &mut Run<'_>) -> Result<bool, Stop> {
        run.meter.count(Counter::Assign)?;
        if self.given[cell.index()] {
            run.meter.note(Counter::AssignGiven);
        }
        self.done[cell.index()] = true;
        self.done_order.push(cell);
        let digit = self.get(cell);
        if self.filter != Filter::None {
            for &peer in self.geometry.peers(cell) {
                if !self.restrict(peer, self.get(peer) - digit) {
                    self.weights.blame(cell, peer);
                    return Ok(false);
                }
            }
            if !self.take_edges(cell) {
                return Ok(false);
            }
        }
        Ok(self.take_nogoods(cell, digit))
    }

    /// Takes from the cells that edges join to this one what its set does not support.
    fn take_edges(&mut self, cell: Cell) -> bool {
        let near = self.get(cell).neighbors(self.geometry.side());
        for place in 0..self.joined.get(cell.index()).map_or(0, Vec::len) {
            let other = self.joined[cell.index()][place];
            if !self.restrict(other, self.get(other) & near) {
                self.weights.blame(cell, other);
                return false;
            }
        }
        true
    }

    /// Takes what the nogoods forbid besides this digit.
    fn take_nogoods(&mut self, cell: Cell, digit: DigitSet) -> bool {
        let Some(digit) = digit.single() else { return false };
        let forbidden = self.nogoods.forbidden((cell, digit), &self.sets);
        forbidden.into_iter().all(|(cell, digit)| self.exclude(cell, digit))
    }

    /// Adds a nogood: these decisions together have no solution. Only at the root; filter afterwards.
    /// Returns `false` if they all hold there.
    pub(super) fn forbid(
        &mut self,
        decisions: Box<[(Cell, Digit)]>,
        run: &mut Run<'_>,
    ) -> Result<bool, Stop> {
        let forbidden = self.nogoods.add(decisions, &self.sets, run)?;
        Ok(forbidden.is_none_or(|(cell, digit)| self.exclude(cell, digit)))
    }

    /// Leaves only these digits to a cell; returns `false` if it has none of them.
    fn restrict(&mut self, cell: Cell, allowed: DigitSet) -> bool {
        let before = self.get(cell);
        let after = before & allowed;
        if after != before {
            self.trail.push((cell, before));
            self.sets[cell.index()] = after;
            if self.filter.repeats() {
                self.changed.push(cell);
                for house in self.geometry.houses_of(cell) {
                    self.stale[house] = true;
                }
            }
        }
        !after.is_empty()
    }
}

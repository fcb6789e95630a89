//! Candidates of a whole board under propagation, with undo: the state of the generic solver.
//!
//! The candidates are stored four times, in the sets of their cell and of their digit in three
//! houses (see [`Layout`]). Removing one clears a bit in each, and the words just written show what
//! follows, so nothing is ever searched for:
//!
//! 1. a set without a bit is a contradiction;
//! 2. a set with one bit is a single, naked in a cell's set, hidden in a house's: the candidate
//!    takes its place in the other three sets;
//! 3. the two ends of an edge keep only digits next to one of the other's;
//! 4. a house's set within one intersection keeps the crossing house's set there (locked
//!    candidates).
//!
//! Every removal is recorded on a trail, so that a guess is undone without a copy of the board.
//! Scanning changed houses instead, with one word per cell, took three times as long on 16x16.

use super::layout::Layout;
pub(crate) use super::layout::bits;
use crate::board::{CandidateSet, Cell, Puzzle};

/// A cell has no digit left, or a digit has no cell left in a house.
pub(crate) struct Contradiction;

pub(crate) struct Propagation {
    layout: &'static Layout,
    sets: Vec<u64>,
    /// Number of candidates of each set, because bytes are faster to scan for the fewest.
    counts: Vec<u8>,
    /// Removed candidates, in order.
    trail: Vec<(u16, u16)>,
    /// Sets that became single and have not been propagated.
    singles: Vec<u16>,
    /// Sets of houses that shrank and have not been checked for locked candidates.
    shrunk: Vec<u16>,
    /// Whether a set is in `shrunk`, or must never be put there.
    waits: Vec<bool>,

    /// Cells joined by edges; empty when there are no edges.
    joined: Vec<Vec<Cell>>,
    /// Cells whose edges have to be checked again; only with edges.
    joints: Vec<u16>,
}

impl Propagation {
    /// Creates the board of a puzzle and propagates it to its fixed point.
    pub(crate) fn at_fixed_point(puzzle: &Puzzle) -> Result<Self, Contradiction> {
        Self::with_rules(puzzle, true)
    }

    /// Does the same with singles and edges only, without locked candidates, here and later.
    pub(crate) fn with_singles_only(puzzle: &Puzzle) -> Result<Self, Contradiction> {
        Self::with_rules(puzzle, false)
    }

    fn with_rules(puzzle: &Puzzle, locks: bool) -> Result<Self, Contradiction> {
        let layout = Layout::of(puzzle.shape());
        let candidates = CandidateSet::of(puzzle);
        let mut sets = vec![0; layout.sets()];
        for (cell, digits) in candidates.cells().iter().enumerate() {
            for digit in bits(digits.bits()) {
                for (set, bit) in layout.sets_of(cell, digit) {
                    sets[set] |= bit;
                }
            }
        }
        let edges = puzzle.edges();
        let mut board = Self {
            layout,
            counts: sets.iter().map(|set| set.count_ones() as u8).collect(),
            sets,
            trail: Vec::with_capacity(candidates.cells().len() * puzzle.shape().side()),
            singles: Vec::new(),
            shrunk: Vec::new(),
            waits: vec![!locks; layout.sets()],
            joined: edges.by_cell(puzzle.shape()),
            joints: edges
                .pairs()
                .iter()
                .flat_map(|&(a, b)| [a, b])
                .map(|c| c.index() as u16)
                .collect(),
        };
        for set in 0..board.sets.len() {
            board.look_at(set)?;
        }
        board.propagate()?;
        Ok(board)
    }

    /// Returns every set, by index; see [`Layout`].
    pub(crate) fn sets(&self) -> &[u64] {
        &self.sets
    }

    /// Returns the candidate at a bit of a set: its cell, and its digit less one.
    pub(crate) fn candidate(&self, set: usize, bit: u32) -> (usize, u32) {
        self.layout.candidate(set, bit)
    }

    /// Returns the number of candidates of the open cells.
    pub(crate) fn open_candidates(&self) -> usize {
        let of_cells = self.counts[..self.layout.cells()].iter();
        of_cells.filter(|&&count| count > 1).map(|&count| usize::from(count)).sum()
    }

    /// Returns the set with the fewest candidates above one: cells before houses, the first in
    /// order among equals. `None` if all sets are single. All before `first_open` are known to be
    /// single; advances it to the first that is not.
    pub(crate) fn fewest(&self, first_open: &mut usize) -> Option<usize> {
        const CHUNK: usize = 64;
        debug_assert!(
            self.counts
                .iter()
                .zip(&self.sets)
                .all(|(&count, set)| u32::from(count) == set.count_ones())
        );
        let open = &self.counts[*first_open..];
        *first_open += open.iter().take_while(|&&count| count <= 1).count();
        // Two count as 0, so that one and none, as 255 and 254, are never the fewest.
        let mut best = (254, None);
        let chunks = self.counts[*first_open..].chunks(CHUNK);
        for (chunk, start) in chunks.zip((*first_open..).step_by(CHUNK)) {
            let beyond_two = |count: &u8| count.wrapping_sub(2);
            let least = chunk.iter().map(beyond_two).fold(u8::MAX, u8::min);
            if least < best.0 {
                let place = chunk.iter().position(|count| beyond_two(count) == least);
                best = (least, place.map(|place| start + place));
                if least == 0 {
                    break;
                }
            }
        }
        best.1
    }

    /// Returns the row-major digits; only meaningful if every set is single.
    pub(crate) fn digits(&self) -> Vec<u8> {
        let cells = &self.sets[..self.layout.cells()];
        cells.iter().map(|set| set.trailing_zeros() as u8 + 1).collect()
    }

    /// Returns the length of the trail, for [`undo`](Self::undo).
    pub(crate) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Undoes everything back to a mark, and drops pending work.
    pub(crate) fn undo(&mut self, mark: usize) {
        for (cell, digit) in self.trail.drain(mark..) {
            for (set, bit) in self.layout.sets_of(usize::from(cell), u32::from(digit)) {
                self.sets[set] |= bit;
                self.counts[set] += 1;
            }
        }
        self.singles.clear();
        self.joints.clear();
        for set in self.shrunk.drain(..) {
            self.waits[usize::from(set)] = false;
        }
    }

    /// Decides a set for one of its candidates, and propagates that.
    pub(crate) fn choose(&mut self, set: usize, bit: u32) -> Result<(), Contradiction> {
        self.place(set, bit)?;
        self.propagate()
    }

    /// Applies the rules until none changes anything.
    fn propagate(&mut self) -> Result<(), Contradiction> {
        loop {
            if let Some(set) = self.singles.pop() {
                let set = usize::from(set);
                self.place(set, self.sets[set].trailing_zeros())?;
            } else if let Some(cell) = self.joints.pop() {
                self.edges_of(usize::from(cell))?;
            } else if let Some(set) = self.shrunk.pop() {
                let set = usize::from(set);
                self.waits[set] = false;
                self.locked_candidates(set)?;
            } else {
                return Ok(());
            }
        }
    }

    /// Queues the work that a changed set requires.
    #[inline]
    fn look_at(&mut self, set: usize) -> Result<(), Contradiction> {
        let left = self.sets[set];
        if left & left.wrapping_sub(1) == 0 {
            if left == 0 {
                return Err(Contradiction);
            }
            self.singles.push(set as u16);
        } else if set >= self.layout.cells() && !self.waits[set] {
            self.waits[set] = true;
            self.shrunk.push(set as u16);
        }
        Ok(())
    }

    /// Removes candidates of a set from every other set that contains them; the caller updates the
    /// set itself.
    #[inline]
    fn strip(&mut self, set: usize, mut bits: u64) -> Result<(), Contradiction> {
        let layout = self.layout;
        self.sets[set] &= !bits;
        self.counts[set] -= bits.count_ones() as u8;
        let mut result = Ok(());
        let whole = layout.house_and_digit(set);
        while bits != 0 {
            let place = bits.trailing_zeros();
            bits &= bits - 1;
            let (cell, digit) = match whole {
                None => (set, place),
                Some((house, digit)) => {
                    (layout.geometry.house(house)[place as usize].index(), digit)
                }
            };
            // Continues after a contradiction: undoing needs every cleared bit on the trail.
            self.trail.push((cell as u16, digit as u16));
            for (other, bit) in layout.sets_of(cell, digit) {
                if other != set {
                    self.sets[other] &= !bit;
                    self.counts[other] -= 1;
                    if self.look_at(other).is_err() {
                        result = Err(Contradiction);
                    }
                }
            }
            if !self.joined.is_empty() && !self.joined[cell].is_empty() {
                self.joints.push(cell as u16);
            }
        }
        result
    }

    /// Removes candidates of a set.
    #[inline]
    fn remove(&mut self, set: usize, bits: u64) -> Result<(), Contradiction> {
        if bits == 0 {
            return Ok(());
        }
        self.strip(set, bits)?;
        self.look_at(set)
    }

    /// Leaves a set no other candidate.
    fn place(&mut self, set: usize, bit: u32) -> Result<(), Contradiction> {
        let (cell, digit) = self.layout.candidate(set, bit);
        for (set, bit) in self.layout.sets_of(cell, digit) {
            let left = self.sets[set];
            if left & bit == 0 {
                return Err(Contradiction);
            }
            if left != bit {
                self.strip(set, left ^ bit)?;
            }
        }
        Ok(())
    }

    fn edges_of(&mut self, cell: usize) -> Result<(), Contradiction> {
        let mask = self.sets[cell];
        let near = mask << 1 | mask >> 1;
        for index in 0..self.joined[cell].len() {
            let other = self.joined[cell][index].index();
            self.remove(other, self.sets[other] & !near)?;
        }
        Ok(())
    }

    /// Applies locked candidates: if the set of a house lies within one intersection, the crossing
    /// house has its digit there, too.
    #[inline]
    fn locked_candidates(&mut self, set: usize) -> Result<(), Contradiction> {
        let layout = self.layout;
        let Some((house, digit)) = layout.house_and_digit(set) else { return Ok(()) };
        let mask = self.sets[set];
        for crossing in layout.crossings_of(house) {
            if mask & !crossing.here == 0 {
                let other = (crossing.first_set + digit) as usize;
                self.remove(other, self.sets[other] & !crossing.there)?;
            }
        }
        Ok(())
    }
}

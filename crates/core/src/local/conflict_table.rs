//! Boards on which every [slot](Slots) holds one of its candidates, with the number of conflicts of
//! each candidate: the space of tabu search.
//!
//! The candidates are the vertices of a graph. Two of different slots are joined if they conflict:
//! they have the same cell, or the same digit in a house, or an edge of the puzzle joins their
//! cells and their digits are not consecutive. A board chooses one candidate per slot; its cost is
//! the number of joined pairs chosen. Each candidate knows how many chosen ones it is joined to. So
//! the effect of a change of one slot on the cost is a subtraction, and a change updates only what
//! is joined to the two candidates exchanged. That is far less than all peers, because peers that
//! cannot hold the digit do not count.
//!
//! A slot with a single candidate is like any other. Omitting it would hide the conflicts of its
//! candidate, and boards would pass as solved that are not.
//!
//! ```text
//! block    | 0               | 1               | 2               |   eight lanes each lane     | 3
//! 5 7 - - - - - | 1 2 3 4 5 6 7 8 | 9 - - - - - - - |   a candidate is block * 8 + lane slot     |
//! a               | b               | b               |
//! ```
//!
//! Blocks of one size, with 16-bit lanes, turn the scan of all changes into straight vector code on
//! any machine. There are no inner loops over two to five candidates, whose mispredicted ends cost
//! more than the work itself. The blocks of the slots in conflict are kept in an unordered list.

use std::ops::Range;

use super::Slots;
use super::slots::Rivals;
use crate::board::{Candidate, Digit, DigitSet, Puzzle, Snapshot};
use crate::control::{Meter, Stop};
use crate::rng::Rng;

/// A free slot, by its index: one that is not fixed from the start.
pub type Slot = u32;
/// A candidate of a free slot, by its index; see the module documentation.
pub type Choice = u32;

/// Number of candidates in a block.
pub const LANES: usize = 8;

/// The state of a candidate: whether it is on the board, whether it is barred, and the number of
/// its conflicts. All in one word, so that one comparison tells "on the board and in conflict", and
/// so that, as a signed number, a candidate that cannot be chosen is too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing(i16);

const CHOSEN: i16 = 1 << 14;
const BARRED: i16 = 1 << 13;
/// An unused lane, which is never chosen.
const UNUSED: i16 = CHOSEN;

impl Standing {
    /// Returns whether the candidate can be chosen: it is a candidate, and not the one that its
    /// slot holds.
    #[inline]
    pub fn is_open(self) -> bool {
        self.0 & CHOSEN == 0
    }

    /// Returns whether the candidate is open and [barred](ConflictTable::bar).
    #[inline]
    pub fn is_barred(self) -> bool {
        self.0 & BARRED != 0
    }

    /// Returns the number of candidates on the board that it conflicts with, or would.
    #[inline]
    pub fn conflicts(self) -> u32 {
        (self.0 & !(CHOSEN | BARRED)) as u32
    }
}

/// The best change of slots in conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Steepest {
    /// The best change that is not barred, ties at random; `None` if all are.
    pub free: Option<Choice>,
    /// The largest number of conflicts of a slot: no change lowers the cost by more, barred ones
    /// included.
    pub most_conflicts: i16,
}

/// Larger changes of the cost are treated as equal, because none is ever the best.
const WORST: i16 = 255;
/// Random bits after a change, for ties.
const TIE: u32 = 7;

/// A board of candidates with a table of conflicts.
#[derive(Clone)]
pub struct ConflictTable {
    /// Fixed digits, 0 if free.
    fixed: Snapshot,
    /// For each free slot, its candidates.
    choices: Vec<Range<Choice>>,
    /// For each free slot, its candidate on the board.
    chosen: Vec<Choice>,
    /// The state of each candidate, block by block, as in [`Standing`].
    standing: Vec<i16>,
    /// For each block, the slot's candidate on the board.
    holds: Vec<Choice>,
    /// For each block, the slot.
    owner: Vec<Slot>,
    /// The cell and digit of each candidate; `None` for unused lanes.
    stands_for: Vec<Option<Candidate>>,
    /// The list of each candidate in `joined`.
    lists: Vec<Range<u32>>,
    joined: Vec<Choice>,
    /// The blocks of the slots in conflict, unordered.
    conflicting: Vec<u32>,
    /// For each block, its position in that list, if it is there.
    places: Vec<u32>,
    /// The candidates that the last change has brought into conflict or out of it, with capacity
    /// for all.
    shifted: Vec<Choice>,
    /// Number of slots in conflict.
    in_conflict: u32,
    /// Number of their open candidates.
    changes: u64,
    cost: u32,
}

impl ConflictTable {
    /// Creates the table of a puzzle whose cells have these candidates, with slots of a kind; each
    /// holds its first candidate. A slot with a single candidate without rivals is fixed. `None` if
    /// a slot has no candidate.
    ///
    /// # Errors
    /// Returns the reason to stop when a limit ends the construction: the table of an empty 49x49
    /// has 17 million entries.
    ///
    /// ```
    /// use quadrille_core::local::{ConflictTable, Slots};
    /// use quadrille_core::{CandidateSet, Meter, Puzzle};
    ///
    /// let puzzle: Puzzle = "1...............".parse()?;
    /// let candidates = CandidateSet::of(&puzzle);
    /// let meter = &mut Meter::unlimited();
    /// let table = ConflictTable::new(&puzzle, candidates.cells(), Slots::Cells, meter)?;
    /// assert_eq!(table.expect("every cell has candidates").free_slots(), 15);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(
        puzzle: &Puzzle,
        candidates: &[DigitSet],
        kind: Slots,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Self>, Stop> {
        let rivals = Rivals::new(puzzle, candidates);
        let mut slots = kind.candidates(puzzle, candidates);
        if slots.iter().any(Vec::is_empty) {
            return Ok(None);
        }
        let mut fixed: Snapshot = vec![0; candidates.len()].into();
        slots.retain(|slot| {
            let settled = match slot[..] {
                [only] if rivals.of(only).next().is_none() => Some(only),
                _ => None,
            };
            if let Some(Candidate { cell, digit }) = settled {
                fixed[cell.index()] = digit.get();
            }
            settled.is_none()
        });
        let side = puzzle.shape().side();
        let place =
            |Candidate { cell, digit }| cell.index() * side + usize::from(Digit::get(digit)) - 1;
        let mut numbers = vec![None; candidates.len() * side];
        let mut choices = Vec::with_capacity(slots.len());
        let mut blocks = 0;
        for slot in &slots {
            let begin = (blocks * LANES) as u32;
            for (own, &candidate) in (begin..).zip(slot) {
                numbers[place(candidate)] = Some(own);
            }
            choices.push(begin..begin + slot.len() as u32);
            blocks += slot.len().div_ceil(LANES);
        }
        let mut table = Self {
            fixed,
            chosen: choices.iter().map(|range| range.start).collect(),
            standing: vec![UNUSED; blocks * LANES],
            holds: vec![0; blocks],
            owner: vec![0; blocks],
            stands_for: vec![None; blocks * LANES],
            lists: vec![0..0; blocks * LANES],
            joined: Vec::with_capacity(8 * blocks * LANES),
            conflicting: Vec::with_capacity(blocks),
            places: vec![0; blocks],
            shifted: Vec::new(),
            in_conflict: 0,
            changes: 0,
            cost: 0,
            choices,
        };
        let mut longest = 0;
        for (slot, candidates) in slots.iter().enumerate() {
            let own_choices = table.choices[slot].clone();
            for (own, &candidate) in own_choices.clone().zip(candidates) {
                meter.poll()?;
                let begin = table.joined.len();
                let numbers = rivals.of(candidate).filter_map(|rival| numbers[place(rival)]);
                table.joined.extend(numbers.filter(|rival| !own_choices.contains(rival)));
                longest = longest.max(table.joined.len() - begin);
                table.lists[own as usize] = begin as u32..table.joined.len() as u32;
                table.stands_for[own as usize] = Some(candidate);
                table.owner[own as usize / LANES] = slot as u32;
            }
        }
        table.shifted = vec![0; longest + 1];
        table.recount();
        meter.poll_now()?;
        Ok(Some(table))
    }

    /// Gives the slots, in random order, the candidate that conflicts least with those before, ties
    /// at random.
    pub fn fill_greedily(&mut self, rng: &mut Rng) {
        let mut order: Vec<Slot> = (0..self.choices.len() as u32).collect();
        rng.shuffle(&mut order);
        self.clear();
        for &slot in &order {
            let mut best = (u32::MAX, 0);
            let mut ties = 0;
            for choice in self.choices(slot) {
                let conflicts = self.standing_of(choice).conflicts();
                if conflicts < best.0 {
                    (best, ties) = ((conflicts, choice), 1);
                } else if conflicts == best.0 {
                    ties += 1;
                    if rng.below(ties) == 0 {
                        best.1 = choice;
                    }
                }
            }
            self.chosen[slot as usize] = best.1;
            self.add(best.1);
        }
        self.recount();
    }

    /// Removes all candidates from the board.
    fn clear(&mut self) {
        for range in &self.choices {
            self.standing[range.start as usize..range.end as usize].fill(0);
        }
    }

    /// Counts the conflicts of a candidate on the board.
    fn add(&mut self, choice: Choice) {
        let list = self.lists[choice as usize].clone();
        for &other in &self.joined[list.start as usize..list.end as usize] {
            self.standing[other as usize] += 1;
        }
    }

    /// Recomputes everything from the choices.
    fn recount(&mut self) {
        self.clear();
        for slot in 0..self.chosen.len() {
            let choice = self.chosen[slot];
            self.standing[choice as usize] |= CHOSEN;
            self.add(choice);
        }
        self.conflicting.clear();
        (self.in_conflict, self.changes) = (0, 0);
        let mut twice = 0;
        for slot in 0..self.chosen.len() as u32 {
            self.hold(slot);
            let conflicts = self.standing_of(self.chosen[slot as usize]).conflicts();
            twice += conflicts;
            if conflicts > 0 {
                self.enter(slot);
            }
        }
        self.cost = twice / 2;
    }

    /// Records in the slot's blocks what it holds.
    #[inline]
    fn hold(&mut self, slot: Slot) {
        let range = &self.choices[slot as usize];
        let (begin, end) = (range.start as usize / LANES, (range.end as usize - 1) / LANES);
        self.holds[begin..=end].fill(self.chosen[slot as usize]);
    }

    /// Returns the number of pairs of slots in conflict; 0 = solved.
    #[inline]
    pub fn cost(&self) -> u32 {
        self.cost
    }

    /// Returns the number of free slots.
    #[inline]
    pub fn free_slots(&self) -> usize {
        self.choices.len()
    }

    /// Returns the number of candidate indices, unused lanes included.
    #[inline]
    pub fn candidates(&self) -> usize {
        self.standing.len()
    }

    /// Returns the number of slots in conflict.
    #[inline]
    pub fn in_conflict(&self) -> u32 {
        self.in_conflict
    }

    /// Returns the number of open candidates of the slots in conflict.
    #[inline]
    pub fn changes(&self) -> u64 {
        self.changes
    }

    /// Returns the blocks of the slots in conflict, unordered.
    #[inline]
    pub fn conflicting(&self) -> &[u32] {
        &self.conflicting
    }

    /// Returns the best change of slots in conflict. The random words decide between equal ones,
    /// each equally likely (except for one in a hundred, where seven bits do not tell them apart).
    #[inline]
    pub fn steepest(&self, random: [u64; 2]) -> Steepest {
        let random: [u16; LANES] =
            std::array::from_fn(|lane| (random[lane / 4] >> (16 * (lane % 4))) as u16);
        // Otherwise the compiler keeps the lanes in another order, which costs five shuffles a block.
        let random = std::hint::black_box(random);
        let (blocks, _) = self.standing.as_chunks::<LANES>();
        // By lane: the best key, which is a change and random bits, and its block.
        let (mut best, mut at) = ([i16::MAX; LANES], [0_i16; LANES]);
        let mut most_conflicts = 0;
        for &block in &self.conflicting {
            let standing = &blocks[block as usize];
            let before = self.standing[self.holds[block as usize] as usize] & !CHOSEN;
            most_conflicts = most_conflicts.max(before);
            let salt = (block as u16).wrapping_mul(0x9e37);
            for lane in 0..LANES {
                let change = (standing[lane] - before).min(WORST);
                // For any two salts, half of the random words put one first, half the other.
                let tie = (random[lane] ^ salt).wrapping_mul(0xa3d5) >> (16 - TIE);
                let key = change << TIE | tie as i16;
                at[lane] = if key < best[lane] { block as i16 } else { at[lane] };
                best[lane] = best[lane].min(key);
            }
        }
        let at = std::hint::black_box(at);
        let (mut key, mut choice) = (i16::MAX, 0);
        for lane in 0..LANES {
            if best[lane] < key {
                (key, choice) =
                    (best[lane], u32::from(at[lane] as u16) * LANES as u32 + lane as u32);
            }
        }
        Steepest { free: (key >> TIE < WORST).then_some(choice), most_conflicts }
    }

    /// Returns the change of the cost by the best change of all, barred ones included; a large
    /// number if there is none.
    pub fn least_change(&self) -> i16 {
        let (blocks, _) = self.standing.as_chunks::<LANES>();
        let mut least = [i16::MAX; LANES];
        for &block in &self.conflicting {
            let before = self.standing[self.holds[block as usize] as usize] & !CHOSEN;
            for (least, &standing) in least.iter_mut().zip(&blocks[block as usize]) {
                *least = (*least).min((standing & !BARRED) - before);
            }
        }
        least.into_iter().fold(i16::MAX, i16::min)
    }

    /// Returns the best change of all, barred ones included; `None` if there is none. Slow; for the
    /// rare case that a barred one is wanted.
    pub fn steepest_of_all(&self, rng: &mut Rng) -> Option<Choice> {
        let (mut least, mut found, mut ties) = (i16::MAX, None, 0);
        for &block in &self.conflicting {
            let before = self.standing[self.holds[block as usize] as usize] & !CHOSEN;
            for choice in block * LANES as u32..(block + 1) * LANES as u32 {
                let standing = self.standing_of(choice);
                if !standing.is_open() {
                    continue;
                }
                let change = standing.conflicts() as i16 - before;
                if change < least {
                    (least, found, ties) = (change, Some(choice), 1);
                } else if change == least {
                    ties += 1;
                    if rng.below(ties) == 0 {
                        found = Some(choice);
                    }
                }
            }
        }
        found
    }

    /// Bars an open candidate from being the best free one.
    #[inline]
    pub fn bar(&mut self, choice: Choice) {
        debug_assert!(self.standing_of(choice).is_open());
        self.standing[choice as usize] |= BARRED;
    }

    /// Lifts the bar; so does choosing the candidate.
    #[inline]
    pub fn lift(&mut self, choice: Choice) {
        self.standing[choice as usize] &= !BARRED;
    }

    /// Returns the state of a candidate.
    #[inline]
    pub fn standing_of(&self, choice: Choice) -> Standing {
        Standing(self.standing[choice as usize])
    }

    /// Returns the candidates of a slot, in the order of their digits or cells.
    #[inline]
    pub fn choices(&self, slot: Slot) -> Range<Choice> {
        self.choices[slot as usize].clone()
    }

    /// Returns the candidate that a slot holds.
    #[inline]
    pub fn chosen(&self, slot: Slot) -> Choice {
        self.chosen[slot as usize]
    }

    /// Returns the slot of a candidate.
    #[inline]
    pub fn owner(&self, choice: Choice) -> Slot {
        self.owner[choice as usize / LANES]
    }

    /// Returns the candidate of an index; `None` if there is none.
    #[inline]
    pub fn stands_for(&self, choice: Choice) -> Option<Candidate> {
        self.stands_for[choice as usize]
    }

    /// Puts a candidate into its slot and returns the previous one.
    #[inline]
    pub fn choose(&mut self, new: Choice) -> Choice {
        let slot = self.owner(new);
        let old = std::mem::replace(&mut self.chosen[slot as usize], new);
        if new == old {
            return old;
        }
        self.hold(slot);
        self.standing[old as usize] &= !CHOSEN;
        let before = self.standing[old as usize];
        let after = self.standing[new as usize] & !BARRED;
        self.standing[new as usize] = after | CHOSEN;
        self.cost = self.cost - before as u32 + after as u32;
        for count in 0..self.shift(old, -1, CHOSEN) {
            self.leave(self.owner(self.shifted[count]));
        }
        for count in 0..self.shift(new, 1, CHOSEN + 1) {
            self.enter(self.owner(self.shifted[count]));
        }
        match (before > 0, after > 0) {
            (true, false) => self.leave(slot),
            (false, true) => self.enter(slot),
            _ => {}
        }
        old
    }

    /// Adds to the count of all that is joined to a candidate. Returns how many then have that
    /// state; they are in `shifted`.
    ///
    /// Hits are rare and unpredictable: every candidate is written, and only hits are kept, because
    /// a mispredicted branch costs more than a list.
    #[inline]
    fn shift(&mut self, choice: Choice, by: i16, wanted: i16) -> usize {
        let Range { start, end } = self.lists[choice as usize];
        let (standing, shifted) = (&mut *self.standing, &mut *self.shifted);
        let mut count = 0;
        for &other in &self.joined[start as usize..end as usize] {
            let standing = &mut standing[other as usize];
            *standing += by;
            shifted[count] = other;
            count += usize::from(*standing == wanted);
        }
        count
    }

    /// Returns the blocks of a slot, and the number of its candidates.
    #[inline]
    fn blocks_of(&self, slot: Slot) -> (Range<u32>, u64) {
        let Range { start, end } = self.choices[slot as usize];
        (start / LANES as u32..end.div_ceil(LANES as u32), u64::from(end - start))
    }

    #[inline]
    fn enter(&mut self, slot: Slot) {
        let (blocks, candidates) = self.blocks_of(slot);
        for block in blocks {
            self.places[block as usize] = self.conflicting.len() as u32;
            self.conflicting.push(block);
        }
        self.in_conflict += 1;
        self.changes += candidates - 1;
    }

    #[inline]
    fn leave(&mut self, slot: Slot) {
        let (blocks, candidates) = self.blocks_of(slot);
        for block in blocks {
            let place = self.places[block as usize];
            let last = self.conflicting.pop().expect("the block is in the list");
            // The last one takes its place, unless it is the last one itself.
            if last != block {
                self.conflicting[place as usize] = last;
                self.places[last as usize] = place;
            }
        }
        self.in_conflict -= 1;
        self.changes -= candidates - 1;
    }

    /// Returns the board, row-major; 0 in cells that no slot has chosen. If two have chosen a cell,
    /// as only [`Slots::BoxDigits`] can, it shows one of them.
    pub fn snapshot(&self) -> Snapshot {
        let mut board = self.fixed.clone();
        for Candidate { cell, digit } in self.on_board() {
            board[cell.index()] = digit.get();
        }
        board
    }

    /// Returns what the free slots hold.
    fn on_board(&self) -> impl Iterator<Item = Candidate> + '_ {
        self.chosen.iter().filter_map(|&choice| self.stands_for(choice))
    }

    /// Returns the cost computed from the board alone, which always equals [`cost`](Self::cost).
    pub fn full_cost(&self, puzzle: &Puzzle) -> u32 {
        let geometry = puzzle.geometry();
        let fixed = |&digit: &u8| Digit::new(digit).map_or(DigitSet::EMPTY, DigitSet::only);
        let mut held: Vec<DigitSet> = self.fixed.iter().map(fixed).collect();
        for Candidate { cell, digit } in self.on_board() {
            held[cell.index()] |= DigitSet::only(digit);
        }
        let mut twice = 0;
        for cell in geometry.cells() {
            let own = held[cell.index()];
            twice += own.len() * own.len().saturating_sub(1);
            for peer in geometry.peers(cell) {
                twice += (own & held[peer.index()]).len();
            }
        }
        let mut cost = twice / 2;
        for &(a, b) in puzzle.edges().pairs() {
            // Equal digits along an edge are counted already.
            for digit in held[a.index()] {
                let only = DigitSet::only(digit);
                cost += (held[b.index()] - only.neighbors(geometry.side()) - only).len();
            }
        }
        cost as u32
    }
}

//! The live part of a board, packed for searching.
//!
//! A cell is live while it has a legal digit. The rest of a game depends only on the live
//! candidates and on which houses can still be filled, not on the digits on the board. So a live
//! board keeps just these, as one bit mask over live cells for each digit:
//!
//! ```text
//!   cells    0 1 2 3 4 …           the live cells of the root, renumbered
//!   places   digit 7: 0 1 1 0 1    where 7 may still go
//!   digits   cell 2:  {3, 7}       the same, by cell
//! ```
//!
//! The hash covers the same: games that reach equal candidates with different digits share an
//! entry of the transposition table. A mask holds at most 128 live cells; `large_boards` plays
//! boards with more.

use quadrille_core::{Candidate, Cell, Digit, DigitSet};

use crate::game::Board;

/// A set of up to 128 live cells.
pub(crate) type Cells = u128;

/// A placement on a live board: the number of a live cell, and a digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Spot {
    pub(crate) cell: u8,
    pub(crate) digit: Digit,
}

impl Spot {
    /// Returns the digit and those that differ by 1.
    fn digit_and_neighbors(self, side: usize) -> DigitSet {
        let digit = DigitSet::only(self.digit);
        digit | digit.neighbors(side)
    }
}

/// What undoes a placement.
#[derive(Clone, Copy)]
pub(crate) struct Undo {
    spot: Spot,
    own: DigitSet,
    /// Cells that lost the digit.
    lost: Cells,
    /// Cells that died.
    died: Cells,
    /// Cells joined by an edge, with the digits that the edge took from them.
    joined: [(u8, DigitSet); 4],
    completing: Cells,
    opening: u16,
    hash: u64,
}

/// The live cells of a board with their candidates.
#[derive(Clone)]
pub(crate) struct LiveBoard {
    pub(crate) side: usize,
    /// The cell of the board for each number.
    pub(crate) cells: Vec<Cell>,
    /// Peers among the live cells.
    pub(crate) peers: Vec<Cells>,
    joined: Vec<Cells>,
    /// Whether an edge joins any of them.
    pub(crate) has_edges: bool,
    pub(crate) houses: Vec<[u16; 3]>,
    /// Live cells of each house at the root.
    pub(crate) members: Vec<Cells>,
    /// By digit.
    pub(crate) places: Vec<Cells>,
    /// By cell.
    pub(crate) digits: Vec<DigitSet>,
    pub(crate) live: Cells,
    /// Empty cells of each house.
    pub(crate) free: Vec<u8>,
    /// Empty cells without candidates, by house: a house with one is never completed.
    pub(crate) dead: Vec<u8>,
    /// Number of houses that can still be completed, by their dead cells.
    pub(crate) open: i32,
    /// Live cells in which a placement completes a house.
    pub(crate) completing: Cells,
    /// Number of houses in which two cells are empty, both of them live.
    opening: u16,
    pub(crate) hash: u64,
    /// By cell and digit. Derived from the cell of the board, so that hashes stay valid for the
    /// next live board of the game.
    zobrist: Vec<u64>,
}

/// Returns pseudo-random bits for a candidate or a house: SplitMix64 (Steele, Lea, Flood 2014).
fn bits_of(index: u64) -> u64 {
    let mut z = index.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Returns the cells of a set in ascending order.
pub(crate) fn each(mut set: Cells) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let next = set.trailing_zeros() as usize;
        set &= set - 1;
        Some(next)
    })
}

impl LiveBoard {
    /// Returns the live part of a board; `None` when it has too many live cells.
    pub(crate) fn new(board: &Board) -> Option<Self> {
        let geometry = board.geometry();
        let cells: Vec<Cell> =
            geometry.cells().filter(|&cell| !board.legal(cell).is_empty()).collect();
        if cells.len() > Cells::BITS as usize {
            return None;
        }
        let side = geometry.side();
        let mut number = vec![None; geometry.shape().cells()];
        for (index, cell) in cells.iter().enumerate() {
            number[cell.index()] = Some(index);
        }
        let set = |list: &[Cell]| {
            list.iter()
                .filter_map(|cell| number[cell.index()])
                .fold(0, |set: Cells, index| set | 1 << index)
        };
        let mut live_board = Self {
            side,
            peers: cells.iter().map(|&cell| set(geometry.peers(cell))).collect(),
            has_edges: cells.iter().any(|&cell| set(board.joined(cell)) != 0),
            joined: cells.iter().map(|&cell| set(board.joined(cell))).collect(),
            houses: cells.iter().map(|&cell| geometry.houses_of(cell).map(|h| h as u16)).collect(),
            members: geometry.houses().map(set).collect(),
            places: vec![0; side + 1],
            digits: cells.iter().map(|&cell| board.legal(cell)).collect(),
            live: set(&cells),
            free: (0..geometry.house_count()).map(|house| board.free(house) as u8).collect(),
            dead: vec![0; geometry.house_count()],
            open: 0,
            completing: 0,
            opening: 0,
            hash: 0,
            zobrist: cells
                .iter()
                .flat_map(|cell| {
                    let first = (cell.index() as u64 + 4) << 8;
                    (1..=side as u64).map(move |digit| bits_of(first + digit))
                })
                .collect(),
            cells,
        };
        for cell in geometry.cells() {
            if board.get(cell).is_none() && board.legal(cell).is_empty() {
                for house in geometry.houses_of(cell) {
                    live_board.dead[house] += 1;
                }
            }
        }
        for (index, &digits) in live_board.digits.iter().enumerate() {
            for digit in digits {
                live_board.places[usize::from(digit.get())] |= 1 << index;
                live_board.hash ^= live_board.candidate_bits(index, digit);
            }
        }
        for house in 0..live_board.dead.len() {
            if live_board.dead[house] > 0 {
                live_board.hash ^= bits_of(house as u64);
            }
            live_board.open += i32::from(live_board.dead[house] == 0 && live_board.free[house] > 0);
            match (live_board.free[house], live_board.dead[house]) {
                (1, 0) => live_board.completing |= live_board.members[house],
                (2, 0) => live_board.opening += 1,
                _ => {}
            }
        }
        Some(live_board)
    }

    #[inline]
    fn candidate_bits(&self, cell: usize, digit: Digit) -> u64 {
        self.zobrist[cell * self.side + usize::from(digit.get()) - 1]
    }

    /// Returns how many houses a placement in this cell completes.
    #[inline]
    pub(crate) fn completes(&self, cell: usize) -> u32 {
        if self.completing >> cell & 1 == 0 {
            return 0;
        }
        self.houses[cell].iter().map(|&house| u32::from(self.free[usize::from(house)] == 1)).sum()
    }

    /// Returns whether a placement in this cell may leave a house with one cell to fill.
    #[inline]
    pub(crate) fn opens(&self, cell: usize) -> bool {
        self.opening > 0 && self.houses[cell].iter().any(|&house| self.is_opening(house.into()))
    }

    /// Returns whether a house that can still be completed lacks one or two cells.
    #[inline]
    pub(crate) fn has_short_houses(&self) -> bool {
        self.completing != 0 || self.opening > 0
    }

    /// Returns whether two cells of a house are empty, both of them live.
    #[inline]
    fn is_opening(&self, house: usize) -> bool {
        self.free[house] == 2 && self.dead[house] == 0
    }

    /// Returns the highest digit that can be placed; 0 if none can.
    #[inline]
    pub(crate) fn top(&self) -> usize {
        (1..=self.side).rev().find(|&digit| self.places[digit] != 0).unwrap_or(0)
    }

    /// Returns the highest digit that can be placed after that placement, 0 if none can; `None` if
    /// edges decide it.
    #[inline]
    pub(crate) fn top_after(&self, spot: Spot) -> Option<usize> {
        let cell = usize::from(spot.cell);
        if self.joined[cell] != 0 {
            return None;
        }
        let placed = usize::from(spot.digit.get());
        let left = |&digit: &usize| {
            let lost = if digit == placed { self.peers[cell] } else { 0 };
            self.places[digit] & !(1 << cell) & !lost != 0
        };
        Some((1..=self.side).rev().find(left).unwrap_or(0))
    }

    /// Returns the placement of a digit in the cell of the board with that index; `None` if it is
    /// not possible.
    pub(crate) fn spot(&self, index: usize, digit: Digit) -> Option<Spot> {
        let cell = self.cells.binary_search_by_key(&index, |cell| cell.index()).ok()?;
        let spot = Spot { cell: cell as u8, digit };
        self.allows(spot).then_some(spot)
    }

    /// Returns whether a placement is possible.
    pub(crate) fn allows(&self, spot: Spot) -> bool {
        self.digits[usize::from(spot.cell)].contains(spot.digit)
    }

    /// Scores a placement: its gain, less a bonus for each house in which it leaves one cell to
    /// fill.
    pub(crate) fn promise(&self, spot: Spot, bonus: i32) -> i32 {
        let completed = self.completes(usize::from(spot.cell)) as i32;
        let opened = self.openings(spot).filter(|digits| !digits.is_empty()).count() as i32;
        i32::from(spot.digit.get()) + bonus * (completed - opened)
    }

    /// Returns the number of empty cells, dead ones too.
    pub(crate) fn empty(&self) -> usize {
        self.free.iter().map(|&free| usize::from(free)).sum::<usize>() / 3
    }

    /// Returns the number of placements.
    pub(crate) fn pairs(&self) -> usize {
        self.places.iter().map(|places| places.count_ones() as usize).sum()
    }

    /// Returns how many placements are no longer possible after this one, itself included.
    pub(crate) fn removed(&self, spot: Spot) -> usize {
        let cell = usize::from(spot.cell);
        let lost = self.places[usize::from(spot.digit.get())] & self.peers[cell];
        let mut removed = self.digits[cell].len() + lost.count_ones() as usize;
        if self.joined[cell] != 0 {
            let kept = spot.digit_and_neighbors(self.side);
            for other in each(self.joined[cell] & self.live) {
                removed += (self.digits[other] - kept).len();
            }
        }
        removed
    }

    /// Returns what the last cell of each house that a placement leaves with one could take then.
    pub(crate) fn openings(&self, spot: Spot) -> impl Iterator<Item = DigitSet> {
        let cell = usize::from(spot.cell);
        let opened = self.houses[cell].iter().filter(|&&house| self.is_opening(house.into()));
        opened.map(move |&house| {
            let last = self.members[usize::from(house)] & self.live & !(1 << cell);
            let digits = self.digits[last.trailing_zeros() as usize] - DigitSet::only(spot.digit);
            if self.joined[cell] & last == 0 {
                digits
            } else {
                digits & spot.digit_and_neighbors(self.side)
            }
        })
    }

    /// Returns the placement as a candidate of the board.
    pub(crate) fn candidate(&self, spot: Spot) -> Candidate {
        Candidate { cell: self.cells[usize::from(spot.cell)], digit: spot.digit }
    }

    /// Places a digit. Call [`completes`](Self::completes) before, to learn what it gains.
    pub(crate) fn place(&mut self, spot: Spot) -> Undo {
        let Spot { digit, .. } = spot;
        let cell = usize::from(spot.cell);
        let bit: Cells = 1 << cell;
        let own = std::mem::take(&mut self.digits[cell]);
        let places = usize::from(digit.get());
        let lost = self.places[places] & self.peers[cell];
        let joined = [(0, DigitSet::EMPTY); 4];
        let Self { completing, opening, hash, .. } = *self;
        let mut undo = Undo { spot, own, lost, died: 0, joined, completing, opening, hash };
        self.remove_places(cell, own);
        self.live &= !bit;
        for &house in &self.houses[cell] {
            let house = usize::from(house);
            self.free[house] -= 1;
            match (self.free[house], self.dead[house]) {
                (0, _) => self.open -= 1,
                (1, 0) => {
                    self.opening -= 1;
                    self.completing |= self.members[house] & self.live;
                }
                (2, 0) => self.opening += 1,
                _ => {}
            }
        }
        self.places[places] &= !lost;
        for peer in each(lost) {
            self.hash ^= self.candidate_bits(peer, digit);
            self.digits[peer] -= DigitSet::only(digit);
            if self.digits[peer].is_empty() {
                undo.died |= 1 << peer;
            }
        }
        if self.joined[cell] != 0 {
            self.apply_edges(cell, digit, &mut undo);
        }
        self.live &= !undo.died;
        for peer in each(undo.died) {
            self.kill(peer);
        }
        self.completing &= self.live;
        undo
    }

    /// Removes a cell from the places of these digits.
    #[inline]
    fn remove_places(&mut self, cell: usize, digits: DigitSet) {
        for digit in digits {
            self.places[usize::from(digit.get())] &= !(1 << cell);
            self.hash ^= self.candidate_bits(cell, digit);
        }
    }

    fn apply_edges(&mut self, cell: usize, digit: Digit, undo: &mut Undo) {
        let near = DigitSet::only(digit).neighbors(self.side);
        for (slot, other) in each(self.joined[cell] & self.live).enumerate() {
            let far = self.digits[other] - near;
            undo.joined[slot] = (other as u8, far);
            self.remove_places(other, far);
            self.digits[other] &= near;
            if self.digits[other].is_empty() {
                undo.died |= 1 << other;
            }
        }
    }

    fn kill(&mut self, cell: usize) {
        for &house in &self.houses[cell] {
            let dead = &mut self.dead[usize::from(house)];
            *dead += 1;
            if *dead == 1 {
                self.open -= 1;
                self.opening -= u16::from(self.free[usize::from(house)] == 2);
                self.hash ^= bits_of(u64::from(house));
            }
        }
    }

    /// Undoes the last placement.
    pub(crate) fn undo(&mut self, undo: &Undo) {
        let Spot { cell, digit } = undo.spot;
        let cell = usize::from(cell);
        for peer in each(undo.died) {
            for &house in &self.houses[peer] {
                let dead = &mut self.dead[usize::from(house)];
                *dead -= 1;
                self.open += i32::from(*dead == 0);
            }
        }
        for &(other, far) in &undo.joined {
            for gone in far {
                self.places[usize::from(gone.get())] |= 1 << other;
            }
            self.digits[usize::from(other)] |= far;
        }
        for peer in each(undo.lost) {
            self.digits[peer] |= DigitSet::only(digit);
        }
        self.places[usize::from(digit.get())] |= undo.lost;
        for &house in &self.houses[cell] {
            let free = &mut self.free[usize::from(house)];
            self.open += i32::from(*free == 0);
            *free += 1;
        }
        self.digits[cell] = undo.own;
        let bit: Cells = 1 << cell;
        for other in undo.own {
            self.places[usize::from(other.get())] |= bit;
        }
        self.live |= bit | undo.died;
        self.completing = undo.completing;
        self.opening = undo.opening;
        self.hash = undo.hash;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use quadrille_core::BoxShape;

    use super::*;
    use crate::game::{GameState, Ruleset};

    fn open(board: &LiveBoard) -> i32 {
        let houses = board.dead.iter().zip(&board.free);
        houses.filter(|&(&dead, &free)| dead == 0 && free > 0).count() as i32
    }

    /// Counts again the cells that complete a house and the houses with two live cells.
    fn short(board: &LiveBoard) -> (Cells, u16) {
        let completes = |cell: usize| {
            board.houses[cell].iter().any(|&house| board.free[usize::from(house)] == 1)
        };
        let completing = each(board.live).filter(|&cell: &usize| completes(cell));
        let opening = (0..board.free.len()).filter(|&house| board.is_opening(house)).count();
        (completing.fold(0, |set: Cells, cell| set | 1 << cell), opening as u16)
    }

    #[test]
    fn open_houses_are_counted_move_by_move_and_back() {
        for (seed, shape) in [(1, BoxShape::NINE), (2, BoxShape::of_side(4).unwrap())] {
            let state = GameState::new(Arc::new(Ruleset::empty(shape)));
            let mut board = LiveBoard::new(state.board()).unwrap();
            let mut done = Vec::new();
            for step in 0.. {
                assert_eq!(board.open, open(&board));
                assert_eq!((board.completing, board.opening), short(&board));
                if board.live == 0 {
                    break;
                }
                let cells: Vec<usize> = each(board.live).collect();
                let draw = bits_of(seed * 1000 + step) as usize;
                let cell = cells[draw % cells.len()];
                let digits: Vec<Digit> = board.digits[cell].into_iter().collect();
                let digit = digits[(draw >> 32) % digits.len()];
                let before = (board.open, board.completing, board.opening, board.hash);
                done.push((board.place(Spot { cell: cell as u8, digit }), before));
            }
            assert_eq!(board.open, 0);
            while let Some((undo, before)) = done.pop() {
                board.undo(&undo);
                let now = (board.open, board.completing, board.opening, board.hash);
                assert_eq!(now, before);
                assert_eq!(board.open, open(&board));
            }
            assert_eq!(board.open, 3 * shape.side() as i32);
        }
    }
}

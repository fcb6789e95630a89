//! Unique rectangles of six types, and hidden rectangles.

use quadrille_core::{Cell, DigitSet};

use super::{Corners, Seen, candidates, pattern, rectangles};
use crate::board::{Array, Board};
use crate::cells::{CellSet, bits};
use crate::deduction::{Deduction, candidate, listed};
use crate::grid::LogicGrid;

/// Finds unique and hidden rectangles. They begin with a cell that has the two digits alone; the other
/// cells may have lost one of them.
pub(super) fn find<B: Board>(grid: &LogicGrid<B>, found: &mut Vec<Deduction>) {
    let mut seen = Seen::default();
    let allowed: B::OfDigits<B::Cells> = Array::from_fn(|digit| allowed(grid, digit));
    for first in grid.bivalue().each() {
        let digits = grid.mask(first);
        let all = grid.board().all();
        let among = bits(digits).fold(all, |among, digit| among & allowed[digit]);
        for corners in rectangles(grid.board(), first, among, among) {
            if seen.add(corners) {
                let rectangle = Rectangle::new(grid, corners, digits);
                // In a pencilmark puzzle, the exchanged digits may not be permitted.
                let permits = |&cell: &usize| bits(digits).all(|digit| grid.permits(cell, digit));
                if corners.iter().all(permits) {
                    rectangle.find(found);
                }
            }
        }
    }
}

/// The cells that are empty and see no digit like this, so that they could hold it but for what
/// techniques have shown.
fn allowed<B: Board>(grid: &LogicGrid<B>, digit: usize) -> B::Cells {
    let board = grid.board();
    let is_done = |house: &usize| grid.places(*house, digit) == 0;
    let done = board.houses().filter(is_done);
    done.fold(grid.empty(), |cells, house| cells & !board.house(house))
}

struct Rectangle<'g, B: Board> {
    grid: &'g LogicGrid<B>,
    corners: Corners,
    digits: u16,
    /// The two digits, ascending.
    pair: [usize; 2],
    /// The corners without other candidates.
    plain: B::Cells,
    /// The corners with other candidates.
    rich: B::Cells,
    /// The other candidates of all corners.
    extras: u16,
}

impl<'g, B: Board> Rectangle<'g, B> {
    fn new(grid: &'g LogicGrid<B>, corners: Corners, digits: u16) -> Self {
        let low = digits.trailing_zeros() as usize;
        let high = (digits & (digits - 1)).trailing_zeros() as usize;
        let (mut plain, mut rich, mut extras) = (B::Cells::NONE, B::Cells::NONE, 0);
        for corner in corners {
            let more = grid.mask(corner) & !digits;
            *(if more == 0 { &mut plain } else { &mut rich }) |= B::Cells::only(corner);
            extras |= more;
        }
        Self { grid, corners, digits, pair: [low, high], plain, rich, extras }
    }

    fn find(&self, found: &mut Vec<Deduction>) {
        match self.plain.len() {
            3 => self.type_1(found),
            2 => {
                self.type_2_and_5(found);
                self.type_3(found);
                self.type_4_and_6(found);
                if self.is_diagonal() {
                    self.hidden(found);
                }
            }
            1 => {
                self.type_2_and_5(found);
                self.hidden(found);
            }
            _ => {}
        }
    }

    fn pattern(&self, kind: &'static str) -> Deduction {
        pattern(kind, self.corners, self.digits)
    }

    /// Whether two corners with other candidates share neither row nor column.
    fn is_diagonal(&self) -> bool {
        !self.rich.has_two() || self.shared().all(|house| self.is_box(house))
    }

    fn is_box(&self, house: usize) -> bool {
        house < self.grid.board().side()
    }

    /// The houses that all corners with other candidates share: row, column, box.
    fn shared(&self) -> impl Iterator<Item = usize> + '_ {
        let board = self.grid.board();
        let houses = board.houses_of(self.rich.first()).into_iter().rev().map(usize::from);
        houses.filter(move |&house| (self.rich & !board.house(house)).is_empty())
    }

    /// One corner has other candidates, so it holds one of these.
    fn type_1(&self, found: &mut Vec<Deduction>) {
        let corner = self.rich.first();
        let gone = bits(self.grid.mask(corner) & self.digits);
        let mut deduction = self.pattern("unique-rectangle-1");
        deduction.eliminations = gone.map(|digit| candidate(corner, digit)).collect();
        if !deduction.eliminations.is_empty() {
            found.push(deduction);
        }
    }

    /// Two or three corners have the same other candidate, so one of them holds it. Type 5 if they are
    /// not in one line.
    fn type_2_and_5(&self, found: &mut Vec<Deduction>) {
        if !self.extras.is_power_of_two() {
            return;
        }
        let extra = self.extras.trailing_zeros() as usize;
        let with = self.grid.cells_of(extra);
        let board = self.grid.board();
        let removed = self.rich.each().fold(with, |removed, corner| removed & board.peers(corner));
        if removed.is_empty() {
            return;
        }
        let in_line = self.rich.len() == 2 && !self.is_diagonal();
        let kind = if in_line { "unique-rectangle-2" } else { "unique-rectangle-5" };
        let mut deduction = self.pattern(kind);
        deduction.eliminations = candidates(removed, extra);
        deduction.other_digits = DigitSet::from_bits(self.extras.into());
        found.push(deduction);
    }

    /// The other candidates of two corners make a naked set with other cells of a house.
    fn type_3(&self, found: &mut Vec<Deduction>) {
        for house in self.shared() {
            let fits = |cell: &usize| {
                let mask = self.grid.mask(*cell);
                mask != 0 && mask & self.digits == 0 && !(self.plain | self.rich).contains(*cell)
            };
            let able = self.grid.board().house(house).each().filter(fits);
            let able = able.fold(B::Cells::NONE, |able, cell| able | B::Cells::only(cell));
            self.naked_sets(house, able, self.rich, self.extras, found);
        }
    }

    /// Adds the cells of `able` to a set, each in turn, then others to these.
    fn naked_sets(
        &self,
        house: usize,
        able: B::Cells,
        set: B::Cells,
        digits: u16,
        found: &mut Vec<Deduction>,
    ) {
        let board = self.grid.board();
        for cell in able.each() {
            let (set, digits) = (set | B::Cells::only(cell), digits | self.grid.mask(cell));
            let mut lines = board.houses_of(cell).into_iter().skip(1).map(usize::from);
            let in_line = lines.any(|line| (set & !board.house(line)).is_empty());
            // A set of a box that lies in a line was found there.
            if B::ones(digits) == set.len() - 1 && !(self.is_box(house) && in_line) {
                self.naked_set(house, set, digits, found);
            }
            self.naked_sets(house, able & B::Cells::after(cell), set, digits, found);
        }
    }

    fn naked_set(&self, house: usize, set: B::Cells, digits: u16, found: &mut Vec<Deduction>) {
        let mut deduction = self.pattern("unique-rectangle-3");
        let board = self.grid.board();
        let mut remove = |cells: B::Cells| {
            for cell in cells.each() {
                let gone = bits(self.grid.mask(cell) & digits);
                deduction.eliminations.extend(gone.map(|digit| candidate(cell, digit)));
            }
            deduction.eliminations.is_empty()
        };
        if remove(board.house(house) & !set) {
            return;
        }
        let of_set = board.boxes().find(|&of| (set & !board.house(of)).is_empty());
        if let Some(of) = of_set.filter(|_| !self.is_box(house)) {
            remove(board.house(of) & !board.house(house));
        }
        deduction.others = listed(set & !self.rich);
        deduction.other_digits = DigitSet::from_bits(digits.into());
        deduction.houses = vec![board.named(house)];
        found.push(deduction);
    }

    /// Two corners have other candidates, and one of the digits must be in them: in a line, so that
    /// the other is not (type 4), or in both of their lines, so that it is at the other two corners
    /// (type 6).
    fn type_4_and_6(&self, found: &mut Vec<Deduction>) {
        let board = self.grid.board();
        let corners: Vec<usize> = self.rich.each().collect();
        let [low, high] = self.pair;
        let with = |digit: usize| self.grid.cells_of(digit);
        let (kind, removed) = if self.is_diagonal() {
            let lines =
                corners.iter().flat_map(|&corner| board.houses_of(corner).into_iter().skip(1));
            let none = B::Cells::NONE;
            let lines = lines.fold(none, |lines, line| lines | board.house(line.into()));
            let beside = lines & !self.rich & !self.plain;
            let is_locked = |digit: &usize| (with(*digit) & beside).is_empty();
            ("unique-rectangle-6", [low, high].into_iter().find(is_locked))
        } else {
            let beside = board.peers(corners[0]) & board.peers(corners[1]);
            let is_locked = |digit: &usize| (with(*digit) & beside).is_empty();
            let locked = [low, high].into_iter().find(is_locked);
            ("unique-rectangle-4", locked.map(|digit| if digit == low { high } else { low }))
        };
        let Some(removed) = removed else { return };
        let mut deduction = self.pattern(kind);
        deduction.eliminations = candidates(with(removed) & self.rich, removed);
        if !deduction.eliminations.is_empty() {
            let line = self.shared().find(|_| !self.is_diagonal());
            deduction.houses = line.map(|line| board.named(line)).into_iter().collect();
            deduction.others = corners.into_iter().map(Cell::new).collect();
            deduction.other_digits = DigitSet::from_bits(1 << removed);
            found.push(deduction);
        }
    }

    /// A digit has no places but corners in the row and the column of the corner across from one
    /// without other candidates. If the corner across held the other digit, the digits could be
    /// exchanged.
    fn hidden(&self, found: &mut Vec<Deduction>) {
        let board = self.grid.board();
        for corner in self.plain.each() {
            let [_, column, row] = board.houses_of(corner).map(usize::from);
            let lines = board.house(column) | board.house(row);
            let across = self.corners.into_iter().find(|&other| !lines.contains(other));
            let across = across.expect("one corner is across");
            let [_, column, row] = board.houses_of(across).map(usize::from);
            let beside = (board.house(column) | board.house(row)) & !self.plain & !self.rich;
            let [low, high] = self.pair;
            for (locked, removed) in [(low, high), (high, low)] {
                let is_locked = (self.grid.cells_of(locked) & beside).is_empty();
                if is_locked && self.grid.may_hold(across, removed) {
                    let mut deduction = self.pattern("hidden-rectangle");
                    deduction.eliminations = vec![candidate(across, removed)];
                    deduction.houses = [row, column].map(|line| board.named(line)).to_vec();
                    deduction.others = vec![Cell::new(across)];
                    deduction.other_digits = DigitSet::from_bits(1 << locked);
                    found.push(deduction);
                }
            }
        }
    }
}

//! Bivalue universal grave: a board that would have two solutions or none, but for a few candidates.

use std::ops::ControlFlow::{self, Continue};

use quadrille_core::DigitSet;

use crate::board::{Array, Board};
use crate::cells::{CellSet, bits};
use crate::deduction::{Deduction, candidate, listed, part};
use crate::grid::LogicGrid;
use crate::technique::{Kind, Sink, Technique, search_every_board};

/// If every empty cell had two candidates, and every digit two places or none in each house, the
/// puzzle would not have exactly one solution. So one of the candidates beyond these, the *extras*,
/// is true.
///
/// - Type 1: the extras are in one cell.
/// - Type 2: they are all the same digit.
/// - Type 3: they form a naked set with other cells of a house.
/// - Type 4: they are in two cells of a house that also share another digit, which must be in one of
///   the two.
///
/// In the evidence, `cells` are the cells with extras, `digits` the extras and `parts` those of each cell;
/// `others` and `other_digits` are the other cells of the naked set and its digits (type 3), or the digit that the
/// two cells share (type 4).
///
/// The types and the way in which the extras are found follow Sudoku Explainer, with the correction
/// of lksudoku for extras that share all their houses.
pub(super) struct Bug;

const KINDS: &[Kind; 4] = &[
    Kind { id: "bug-1", title: "Bivalue universal grave, type 1" },
    Kind { id: "bug-2", title: "Bivalue universal grave, type 2" },
    Kind { id: "bug-3", title: "Bivalue universal grave, type 3" },
    Kind { id: "bug-4", title: "Bivalue universal grave, type 4" },
];

impl Technique for Bug {
    fn id(&self) -> &'static str {
        "bug"
    }

    fn kinds(&self) -> &'static [Kind] {
        KINDS
    }

    fn needs_uniqueness(&self) -> bool {
        true
    }

    search_every_board!();
}

impl Bug {
    fn search<B: Board>(&self, grid: &LogicGrid<B>, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        let Some(grave) = Grave::of(grid) else { return Continue(()) };
        if grave.cells.is_single() {
            grave.type_1(grid, sink)
        } else if grave.all_extras.is_power_of_two() {
            grave.type_2(grid, sink)?;
            grave.type_4(grid, sink)
        } else if !grave.common.is_empty() {
            grave.type_4(grid, sink)?;
            grave.type_3(grid, sink)
        } else {
            Continue(())
        }
    }
}

/// The houses in the order box, row, column.
fn houses<B: Board>(board: B) -> impl Iterator<Item = usize> {
    board.boxes().chain(board.rows()).chain(board.columns())
}

/// What is beyond the pattern.
struct Grave<B: Board> {
    board: B,
    /// The cells with extras.
    cells: B::Cells,
    /// The extras of each cell.
    extras: B::OfCells<u16>,
    all_extras: u16,
    /// The cells that see all cells with extras.
    common: B::Cells,
}

impl<B: Board> Grave<B> {
    fn of(grid: &LogicGrid<B>) -> Option<Self> {
        let [.., three] = grid.at_least::<4>();
        let board = grid.board();
        let (cells, extras, common) = (B::Cells::NONE, Array::filled(0), board.all());
        let mut grave = Self { board, cells, extras, all_extras: 0, common };
        // The cells that could have the extra in the houses that have one, while it is always the
        // same digit.
        let mut alike = B::Cells::NONE;
        let mut only: Option<usize> = None;
        let mut is_alike = true;
        for house in houses(board) {
            for digit in 0..board.side() {
                if matches!(B::ones(grid.places(house, digit)), 0 | 2) {
                    continue;
                }
                let able = grid.cells_of(digit) & board.house(house) & three;
                if able.is_empty() {
                    return None;
                }
                is_alike &= *only.get_or_insert(digit) == digit;
                alike |= able;
                // Where several cells could have it, another house shows which does.
                if able.is_single() {
                    grave.add(able.first(), digit);
                    grave.all_extras |= 1 << digit;
                    if grave.is_hopeless() {
                        return None;
                    }
                }
            }
        }
        // Sudoku Explainer does not take extras for one digit if no house shows one of them alone.
        if grave.all_extras == 0 {
            return None;
        }
        if let (true, Some(digit)) = (is_alike, only) {
            for cell in (alike & !grave.cells).each() {
                grave.add(cell, digit);
            }
        }
        grave.fits(grid).then_some(grave)
    }

    fn add(&mut self, cell: usize, digit: usize) {
        self.cells |= B::Cells::only(cell);
        self.extras[cell] |= 1 << digit;
        self.common = self.common & self.board.peers(cell) & !self.cells;
    }

    /// Whether the extras are in cells that have no peer in common, and not all the same digit.
    fn is_hopeless(&self) -> bool {
        self.cells.has_two() && self.all_extras.count_ones() > 1 && self.common.is_empty()
    }

    /// Whether the board has the pattern, without the extras.
    fn fits(&self, grid: &LogicGrid<B>) -> bool {
        let is_bivalue = |cell: usize| B::ones(grid.mask(cell) & !self.extras[cell]) == 2;
        if self.cells.is_empty() || !grid.empty().each().all(is_bivalue) {
            return false;
        }
        let board = self.board;
        (0..board.side()).all(|digit| {
            let extras = self.cells.each().filter(|&cell| self.extras[cell] >> digit & 1 != 0);
            let extras = extras.fold(B::Cells::NONE, |cells, cell| cells | B::Cells::only(cell));
            let rest = grid.cells_of(digit) & !extras;
            board.houses().all(|house| matches!((rest & board.house(house)).len(), 0 | 2))
        })
    }

    /// The houses that contain all cells with extras: box, row, column.
    fn shared_houses(&self) -> impl Iterator<Item = usize> {
        let (board, cells) = (self.board, self.cells);
        let [of_box, column, row] = board.houses_of(cells.first());
        let houses = [of_box, row, column].map(usize::from).into_iter();
        houses.filter(move |&house| (cells & !board.house(house)).is_empty())
    }

    /// The evidence for all types.
    fn evidence(
        &self,
        deduction: &mut Deduction,
        others: B::Cells,
        digits: u16,
        house: Option<usize>,
    ) {
        deduction.cells = listed(self.cells);
        deduction.digits = DigitSet::from_bits(self.all_extras.into());
        let cells = self.cells.each();
        let extras = cells.map(|cell| part(B::Cells::only(cell), self.extras[cell]));
        deduction.parts = extras.collect();
        deduction.others = listed(others);
        deduction.other_digits = DigitSet::from_bits(digits.into());
        deduction.houses.extend(house.map(|house| self.board.named(house)));
    }

    fn type_1(&self, grid: &LogicGrid<B>, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        let cell = self.cells.first();
        let removed = bits(grid.mask(cell) & !self.all_extras);
        let eliminations = removed.map(|digit| candidate(cell, digit)).collect();
        let mut deduction = Deduction { kind: "bug-1", eliminations, ..Deduction::default() };
        if sink.wants_evidence() {
            self.evidence(&mut deduction, B::Cells::NONE, 0, None);
        }
        sink.take(deduction)
    }

    fn type_2(&self, grid: &LogicGrid<B>, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        let digit = self.all_extras.trailing_zeros() as usize;
        let removed = grid.cells_of(digit) & self.common;
        if removed.is_empty() {
            return Continue(());
        }
        let eliminations = removed.each().map(|cell| candidate(cell, digit)).collect();
        let mut deduction = Deduction { kind: "bug-2", eliminations, ..Deduction::default() };
        if sink.wants_evidence() {
            self.evidence(&mut deduction, B::Cells::NONE, 0, None);
        }
        sink.take(deduction)
    }

    fn type_3(&self, grid: &LogicGrid<B>, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        for size in 2..=6 {
            for house in self.shared_houses() {
                let board = self.board;
                let at = |position: usize| board.cell(house, position);
                let is_other = |&position: &usize| self.common.contains(at(position));
                let able = (0..board.side()).filter(is_other);
                let able = able.fold(0, |able: u16, position| able | 1 << position);
                if B::ones(able) < size {
                    continue;
                }
                for set in B::sets(size - 1, able) {
                    let masks = bits(set).map(|position| grid.mask(at(position)));
                    let digits = masks.clone().fold(0, |digits, mask| digits | mask);
                    let is_naked = B::ones(digits) == size
                        && self.all_extras & !digits == 0
                        && masks.clone().all(|mask| B::ones(mask) > 1);
                    if !is_naked {
                        continue;
                    }
                    let cells = board.cells(house, set);
                    let rest = self.common & board.house(house) & !cells & grid.empty();
                    let eliminations: Vec<_> = rest
                        .each()
                        .flat_map(|cell| {
                            bits(grid.mask(cell) & digits).map(move |digit| candidate(cell, digit))
                        })
                        .collect();
                    if eliminations.is_empty() {
                        continue;
                    }
                    let surcharge = size as u16 - 1;
                    let mut deduction = Deduction {
                        kind: "bug-3",
                        surcharge,
                        eliminations,
                        ..Deduction::default()
                    };
                    if sink.wants_evidence() {
                        self.evidence(&mut deduction, cells, digits, Some(house));
                    }
                    sink.take(deduction)?;
                }
            }
        }
        Continue(())
    }

    fn type_4(&self, grid: &LogicGrid<B>, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        if self.cells.len() != 2 {
            return Continue(());
        }
        let common = self.cells.each().fold(u16::MAX, |digits, cell| digits & grid.mask(cell));
        let common = common & !self.all_extras;
        if !common.is_power_of_two() {
            return Continue(());
        }
        for house in self.shared_houses() {
            let eliminations: Vec<_> = self
                .cells
                .each()
                .flat_map(|cell| {
                    let removed = grid.mask(cell) & !self.extras[cell] & !common;
                    bits(removed).map(move |digit| candidate(cell, digit))
                })
                .collect();
            let mut deduction = Deduction { kind: "bug-4", eliminations, ..Deduction::default() };
            if sink.wants_evidence() {
                self.evidence(&mut deduction, B::Cells::NONE, common, Some(house));
            }
            sink.take(deduction)?;
        }
        Continue(())
    }
}

#[cfg(test)]
mod tests {
    use crate::techniques::example::check;

    #[test]
    fn bug_1() {
        let rows = [
            "8 2 6 1 9 5 7 3 4",
            "14 14 7 6 3 8 9 5 2",
            "9 5 3 4 2 7 6 8 1",
            "5 6 9 2 7 1 3 4 8",
            "12 3 8 9 4 6 5 12 7",
            "7 14 24 8 5 3 12 6 9",
            "3 8 12 7 6 9 4 12 5",
            "6 9 124 5 8 24 12 7 3",
            "24 7 5 3 1 24 8 9 6",
        ];
        check("bug", "bug-1", rows, "r8c3<>1 r8c3<>4");
    }

    #[test]
    fn bug_2() {
        let rows = [
            "6 5 4 17 9 17 3 2 8",
            "2 1 7 3 8 4 5 9 6",
            "9 3 8 5 2 6 7 4 1",
            "3 4 6 2 7 9 8 1 5",
            "7 2 5 8 13 13 9 6 4",
            "8 9 1 6 4 5 2 7 3",
            "15 7 2 4 136 8 16 35 9",
            "15 68 3 9 16 2 4 58 7",
            "4 68 9 17 5 137 16 38 2",
        ];
        check("bug", "bug-2", rows, "r8c5<>1 r9c4<>1");
    }

    #[test]
    fn bug_3() {
        let rows = [
            "35 8 59 4 7 39 1 6 2",
            "24 39 24 39 6 1 7 5 8",
            "1 7 6 5 2 8 4 3 9",
            "34 6 47 37 5 2 8 9 1",
            "235 1 257 379 8 39 23 4 6",
            "8 39 29 6 1 4 23 7 5",
            "6 5 1 8 4 7 9 2 3",
            "9 4 8 2 3 5 6 1 7",
            "7 2 3 1 9 6 5 8 4",
        ];
        check("bug", "bug-3", rows, "r5c6<>3");
    }

    #[test]
    fn bug_4() {
        let rows = [
            "9 3 7 46 1 8 2 456 56",
            "2 8 1 7 5 46 9 46 3",
            "4 6 5 2 3 9 7 1 8",
            "7 1 8 9 4 3 5 26 26",
            "6 5 4 8 7 2 3 9 1",
            "3 2 9 5 6 1 8 7 4",
            "1 9 23 34 28 45 6 258 7",
            "8 7 26 1 9 56 4 3 25",
            "5 4 36 36 28 7 1 28 9",
        ];
        check("bug", "bug-4", rows, "r1c8<>4 r7c8<>8");
    }
}

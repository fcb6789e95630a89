//! Tridagon: twelve cells of four boxes that three digits cannot fill.

use std::ops::ControlFlow::{self, Continue};

use quadrille_core::{Candidate, Cell, DigitSet};

use crate::cells::{Cells, bits, each, ones};
use crate::deduction::{Deduction, House, candidate};
use crate::grid::LogicGrid;
use crate::houses::{ALL, BOXES, CELLS, PEERS};
use crate::technique::{Kind, Sink, Technique};

/// In each of four boxes that form a rectangle three cells are in different rows and columns. They are
/// a permutation: the first row of the box has its cell in some column, and so on. If three digits
/// filled all twelve cells, each box and each row and column of the pattern would hold them once. The
/// order of the digits by rows would be a permutation in each box that the neighbors share or turn, and
/// by columns likewise, which is possible only if the number of odd permutations is even. So if it is
/// odd, some cell holds another digit: one of its guardians is true.
///
/// A candidate that is false whichever guardian is true is ruled out: the three digits if all guardians
/// are in one cell, and a digit of all guardians in the cells that see all of them.
///
/// At least one of the cells has exactly the three digits, and at most four have guardians.
///
/// In the evidence, `cells` are those without guardians and `digits` the three digits, `others` the
/// cells with guardians and `other_digits` these, and `houses` are the boxes.
///
/// Source: "The tridagon rule" by Denis Berthier in the New Sudoku Players' Forum; the pattern is also
/// known as Thor's hammer and trivalue oddagon, and mith found most puzzles with it.
pub(super) struct Tridagon;

/// How many cells may have guardians.
const MOST: u32 = 4;

impl Technique for Tridagon {
    fn id(&self) -> &'static str {
        "tridagon"
    }

    fn kinds(&self) -> &'static [Kind] {
        &[Kind { id: "tridagon", title: "Tridagon" }]
    }

    fn find(&self, grid: &LogicGrid, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        let mut done = Vec::new();
        for cell in each(grid.empty()) {
            let digits = grid.mask(cell);
            if ones(digits) == 3 && !done.contains(&digits) {
                done.push(digits);
                Search::new(grid, digits).find(sink)?;
            }
        }
        sink.poll()
    }
}

/// Three cells of a box in different rows and columns, in the order of the rows; their columns are the
/// permutation.
const TRIPLES: [([usize; 3], bool); 6] = [
    ([0, 4, 8], false),
    ([0, 5, 7], true),
    ([1, 3, 8], true),
    ([1, 5, 6], false),
    ([2, 3, 7], false),
    ([2, 4, 6], true),
];

/// Cells of a box or of several.
#[derive(Clone, Copy)]
struct Part {
    cells: Cells,
    /// Those with guardians.
    guarded: Cells,
    /// Whether the number of odd permutations is odd.
    is_odd: bool,
}

/// A search for the pattern of three digits.
struct Search<'g> {
    grid: &'g LogicGrid,
    digits: u16,
    /// The empty cells that hold nothing else.
    pure: Cells,
    /// The empty cells that hold some of the digits.
    able: Cells,
}

impl<'g> Search<'g> {
    fn new(grid: &'g LogicGrid, digits: u16) -> Self {
        let with = |digits: u16| bits(digits).fold(0, |all, digit| all | grid.cells_of(digit));
        let able: Cells = with(digits);
        Self { grid, digits, pure: able & !with(511 & !digits), able }
    }

    fn find(&self, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        if self.pure.count_ones() + MOST < 12 {
            return Continue(());
        }
        for rows in [[0, 3], [0, 6], [3, 6]] {
            for columns in [[0, 1], [0, 2], [1, 2]] {
                let boxes = [0, 1, 2, 3].map(|index| rows[index / 2] + columns[index % 2]);
                let none = Part { cells: 0, guarded: 0, is_odd: false };
                self.extend(none, boxes, 0, sink)?;
            }
        }
        Continue(())
    }

    /// Chooses three cells in each box from a number on.
    fn extend(
        &self,
        part: Part,
        boxes: [usize; 4],
        number: usize,
        sink: &mut Sink<'_, '_>,
    ) -> ControlFlow<()> {
        if number == 4 {
            return if part.is_odd { self.report(part, boxes, sink) } else { Continue(()) };
        }
        for (places, is_odd) in TRIPLES {
            let of_box = CELLS[BOXES.start + boxes[number]];
            let cells = places.iter().fold(0, |cells: Cells, &place| cells | 1 << of_box[place]);
            let guarded = part.guarded | cells & !self.pure;
            if cells & !self.able == 0 && guarded.count_ones() <= MOST {
                let is_odd = part.is_odd != is_odd;
                let part = Part { cells: part.cells | cells, guarded, is_odd };
                self.extend(part, boxes, number + 1, sink)?;
            }
        }
        Continue(())
    }

    /// The candidates that no guardian leaves: where all guardians are in one cell, of that cell only.
    fn eliminations(&self, guarded: Cells) -> Vec<Candidate> {
        let scope = if guarded.is_power_of_two() { guarded } else { ALL };
        let mut gone = [if guarded == 0 { 0 } else { scope & self.grid.empty() }; 9];
        for cell in each(guarded) {
            for guardian in bits(self.grid.mask(cell) & !self.digits) {
                for (digit, gone) in gone.iter_mut().enumerate() {
                    *gone &= if digit == guardian { PEERS[cell] } else { 1 << cell };
                }
            }
        }
        let of_digit = |(digit, gone): (usize, Cells)| {
            each(gone & self.grid.cells_of(digit)).map(move |cell| candidate(cell, digit))
        };
        gone.into_iter().enumerate().flat_map(of_digit).collect()
    }

    fn report(&self, part: Part, boxes: [usize; 4], sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        let eliminations = self.eliminations(part.guarded);
        if eliminations.is_empty() {
            return Continue(());
        }
        let mut deduction = Deduction { kind: "tridagon", eliminations, ..Deduction::default() };
        if sink.wants_evidence() {
            let others = each(part.guarded).fold(0, |all, cell| all | self.grid.mask(cell));
            deduction.cells = each(part.cells & !part.guarded).map(Cell::new).collect();
            deduction.digits = DigitSet::from_bits(self.digits.into());
            deduction.others = each(part.guarded).map(Cell::new).collect();
            deduction.other_digits = DigitSet::from_bits((others & !self.digits).into());
            deduction.houses = boxes.map(|index| House::of_index(BOXES.start + index)).to_vec();
        }
        sink.take(deduction)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::example::removes;

    /// Whether three digits can fill three cells in each of four boxes: tries all orders of the digits by
    /// the rows of each box.
    fn can_be_filled(boxes: [usize; 4]) -> bool {
        let columns = |index: usize| TRIPLES[index].0.map(|place| place % 3);
        let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        (0..6_usize.pow(4)).any(|number| {
            let order = |index: usize| orders[number / 6_usize.pow(index as u32) % 6];
            let by_column = |index: usize| {
                let mut digits = [0; 3];
                (0..3).for_each(|row| digits[columns(boxes[index])[row]] = order(index)[row]);
                digits
            };
            let differ = |one: [usize; 3], other: [usize; 3]| (0..3).all(|at| one[at] != other[at]);
            [(0, 1), (2, 3)].into_iter().all(|(one, other)| differ(order(one), order(other)))
                && [(0, 2), (1, 3)]
                    .into_iter()
                    .all(|(one, other)| differ(by_column(one), by_column(other)))
        })
    }

    #[test]
    fn odd_patterns_cannot_be_filled() {
        for number in 0..6_usize.pow(4) {
            let boxes = [0, 1, 2, 3].map(|index: u32| number / 6_usize.pow(index) % 6);
            let odd = boxes.iter().filter(|&&index| TRIPLES[index].1).count();
            assert_eq!(can_be_filled(boxes), odd % 2 == 0, "{boxes:?}");
        }
    }

    /// Loki by mith, in "Help a player to spot a tridagon" of the New Sudoku Players' Forum
    /// (forum.enjoysudoku.com/help-a-player-to-spot-a-tridagon-t41955.html).
    #[test]
    fn loki() {
        let rows = [
            "5 7 3468 238 346 13 9 123 136",
            "23469 2349 3469 2357 34567 13579 3457 12357 8",
            "234689 1 34689 23578 34567 3579 3457 2357 3567",
            "379 359 1 6 8 357 357 4 2",
            "3467 345 34567 1 357 2 8 357 9",
            "378 358 2 357 9 4 1 6 357",
            "134789 34589 345789 357 2 6 357 135789 1357",
            "137 6 357 9 357 8 2 1357 4",
            "23789 23589 35789 4 1 357 6 35789 357",
        ];
        removes("tridagon", rows, "r8c8<>3 r8c8<>5 r8c8<>7");
    }

    /// With missing candidates: Denis Berthier in the thread "Try 7" of the same forum.
    #[test]
    fn degenerate() {
        let rows = [
            "4569 4589 2579 3589 3569 3579 2479 269 1",
            "1 4589 579 589 569 2 479 3 4679",
            "69 3 279 1 4 79 2789 5 6789",
            "3459 459 6 7 8 359 1359 19 2",
            "359 1 8 359 2 4 6 7 359",
            "7 2 359 6 359 1 3589 4 3589",
            "359 6 1 2 7 359 3459 8 3459",
            "2 59 4 359 1 8 3579 69 35679",
            "8 7 359 4 359 6 12 12 359",
        ];
        removes("tridagon", rows, "r4c2<>5 r4c2<>9");
    }

    /// Three guardians of one digit: puzzle 34498 by mith, as Denis Berthier solves it
    /// (github.com/denis-berthier/CSP-Rules-Examples, Sudoku-a/Tridagons).
    #[test]
    fn guardians_in_a_box() {
        let rows = [
            "138 1238 138 24 5 6 7 1348 9",
            "4 2357 367 1 8 9 23 356 356",
            "189 12589 168 3 47 247 128 1458 1568",
            "2 1378 4 78 137 5 6 9 138",
            "138 69 5 2689 139 128 138 7 4",
            "13789 13689 138 4689 1349 13478 5 138 2",
            "5 1378 1378 478 6 1348 9 2 138",
            "6 138 9 5 2 138 4 138 7",
            "1378 4 2 789 1379 1378 138 56 56",
        ];
        removes("tridagon", rows, "r7c2<>7");
    }

    /// The same of puzzle 51007.
    #[test]
    fn guardians_in_two_boxes() {
        let rows = [
            "1 246 3 457 57 67 78 28 9",
            "24 5 46 147 8 9 137 12367 137",
            "7 9 8 123 123 136 5 16 4",
            "2359 12 179 6 4 137 137 59 8",
            "34 8 147 137 9 5 2 137 6",
            "359 367 1679 8 137 2 4 359 137",
            "6 137 5 9 137 18 1378 4 2",
            "38 137 2 137 6 4 9 1378 5",
            "89 1347 1479 25 25 1378 6 1378 137",
        ];
        removes("tridagon", rows, "r9c8<>8");
    }
}

//! The simple patterns that the (+) levels look for where links lead no further: locked candidates,
//! hidden pairs, naked pairs and X-Wings, on the marks of a run.

use quadrille_core::{Cell, DigitSet};

use super::marks::{Frame, Marks, is_two};
use super::{Id, id};
use crate::cells::{Cells, bits, each};
use crate::deduction::{House, Link, Truth, candidate};
use crate::houses::{BOXES, COLUMNS, HOUSES, HOUSES_OF, Kind, ROWS};

/// What a rule removes, and what had to be off for it.
#[derive(Default)]
pub(super) struct Removal {
    pub(super) kind: &'static str,
    /// Candidates that go, in the order in which Sudoku Explainer visits them.
    pub(super) removed: Vec<Id>,
    /// Candidates that are gone from the marks, without which the rule does not hold.
    pub(super) causes: Vec<Id>,
    pub(super) pattern: Pattern,
    /// The links of a nested chain, if they are wanted.
    pub(super) links: Vec<Link>,
}

/// What shows a removal: digits that are in each of some houses, or, if there are none, cells.
#[derive(Clone, Copy, Default)]
pub(super) struct Pattern {
    /// The same house twice if there is one.
    houses: Option<[usize; 2]>,
    digits: u16,
    cells: Cells,
}

impl Pattern {
    fn in_houses(houses: [usize; 2], digits: u16) -> Self {
        Self { houses: Some(houses), digits, cells: 0 }
    }

    /// The sets of the pattern, with what the marks had before the run.
    pub(super) fn truths(&self, source: &Marks) -> Vec<Truth> {
        let Some([first, second]) = self.houses else {
            let of_cell = |cell: usize| Truth::Cell {
                cell: Cell::new(cell),
                digits: DigitSet::from_bits(source.cells[cell].into()),
            };
            return each(self.cells).map(of_cell).collect();
        };
        let of_house = |house: usize| {
            bits(self.digits).map(move |digit| Truth::House {
                house: House::of_index(house),
                digit: candidate(0, digit).digit,
                cells: each(source.places(house, digit)).map(Cell::new).collect(),
            })
        };
        let second = Some(second).filter(|&second| second != first);
        std::iter::once(first).chain(second).flat_map(of_house).collect()
    }
}

/// The (+) rules, in the order in which they are tried.
pub(super) const RULES: [Rule; 4] = [locked, hidden_pairs, naked_pairs, x_wings];

/// Calls `report` with each use of a rule that removes something and needs something to be off.
/// `source` are the marks before the run, `marks` those of now.
pub(super) type Rule =
    fn(frame: &Frame, source: &Marks, marks: &Marks, removal: &mut Removal, report: Report);

pub(super) type Report<'a> = &'a mut dyn FnMut(&Removal);

impl Removal {
    fn start(&mut self, kind: &'static str, pattern: Pattern) {
        self.kind = kind;
        self.pattern = pattern;
        self.removed.clear();
        self.causes.clear();
    }

    fn finish(&mut self, report: &mut dyn FnMut(&Removal)) {
        if !self.removed.is_empty() && !self.causes.is_empty() {
            in_hash_order(&mut self.removed);
            report(self);
        }
    }
}

/// Sorts candidates as Sudoku Explainer visits them: it keeps their cells in a hash table, whose
/// size is a power of two that it fills to three quarters.
pub(super) fn in_hash_order(removed: &mut [Id]) {
    let mut cells: Cells = 0;
    removed.iter().for_each(|&id| cells |= 1 << super::cell_of(id));
    let mut size = 16;
    while cells.count_ones() as usize > size / 4 * 3 {
        size *= 2;
    }
    if removed.len() > 1 {
        removed.sort_by_key(|&id| super::cell_of(id) & (size - 1));
    }
}

fn locked(_: &Frame, source: &Marks, marks: &Marks, removal: &mut Removal, report: Report) {
    let is_changed = |digit: &usize| source.digits[*digit] != marks.digits[*digit];
    let kinds: [(Kind, usize, _); 4] = [
        (BOXES, 1, "pointing"),
        (BOXES, 2, "pointing"),
        (COLUMNS, 0, "claiming"),
        (ROWS, 0, "claiming"),
    ];
    for (bases, cover, kind) in kinds {
        for digit in (0..9).filter(is_changed) {
            let gone = source.digits[digit] & !marks.digits[digit];
            for base in bases.clone().filter(|&base| gone & HOUSES[base] != 0) {
                let positions = marks.positions(base, digit);
                if positions & positions.wrapping_sub(1) == 0 {
                    continue;
                }
                let places = marks.places(base, digit);
                let cover = usize::from(HOUSES_OF[places.trailing_zeros() as usize][cover]);
                if places & !HOUSES[cover] != 0 {
                    continue;
                }
                let removed = marks.places(cover, digit) & !places;
                if removed == 0 {
                    continue;
                }
                removal.start(kind, Pattern::in_houses([base; 2], 1 << digit));
                removal.removed.extend(each(removed).map(|cell| id(cell, digit)));
                let gone = gone & HOUSES[base] & !HOUSES[cover];
                removal.causes.extend(each(gone).map(|cell| id(cell, digit)));
                removal.finish(report);
            }
        }
    }
}

fn hidden_pairs(f: &Frame, source: &Marks, marks: &Marks, removal: &mut Removal, report: Report) {
    for house in (0..27).filter(|&house| f.empty[house] > 4) {
        let twos = (0..9).filter(|&digit| is_two(marks.positions(house, digit)));
        let twos = twos.fold(0_u16, |twos, digit| twos | 1 << digit);
        if twos & twos.wrapping_sub(1) == 0 {
            continue;
        }
        for second in bits(twos) {
            let positions = marks.positions(house, second);
            let is_same = |first: &usize| marks.positions(house, *first) == positions;
            for first in bits(twos & ((1 << second) - 1)).filter(is_same) {
                let pair = marks.places(house, second);
                let pattern = Pattern::in_houses([house; 2], 1 << first | 1 << second);
                removal.start("hidden-pair", pattern);
                for cell in each(pair) {
                    let others = marks.cells[cell] & !(1 << first | 1 << second);
                    removal.removed.extend(bits(others).map(|digit| id(cell, digit)));
                }
                if removal.removed.is_empty() {
                    continue;
                }
                for cell in each(HOUSES[house] & !pair) {
                    let digits = source.cells[cell] & (1 << first | 1 << second);
                    removal.causes.extend(bits(digits).map(|digit| id(cell, digit)));
                }
                removal.finish(report);
            }
        }
    }
}

fn naked_pairs(f: &Frame, source: &Marks, marks: &Marks, removal: &mut Removal, report: Report) {
    let twos = (0..81).filter(|&cell| is_two(marks.cells[cell]));
    let twos = twos.fold(0, |twos: Cells, cell| twos | 1 << cell);
    for house in (0..27).filter(|&house| f.empty[house] >= 4) {
        let twos = twos & HOUSES[house];
        if twos & twos.wrapping_sub(1) == 0 {
            continue;
        }
        for second in each(twos) {
            let digits = marks.cells[second];
            let is_same = |first: &usize| marks.cells[*first] == digits;
            for first in each(twos & ((1 << second) - 1)).filter(is_same) {
                let gone = (source.cells[first] | source.cells[second]) & !digits;
                if gone == 0 {
                    continue;
                }
                let cells = 1 << first | 1 << second;
                removal.start("naked-pair", Pattern { cells, ..Pattern::default() });
                for cell in each(HOUSES[house] & !(1 << first | 1 << second)) {
                    let gone = marks.cells[cell] & digits;
                    removal.removed.extend(bits(gone).map(|digit| id(cell, digit)));
                }
                for cell in [first, second] {
                    let gone = source.cells[cell] & !digits;
                    removal.causes.extend(bits(gone).map(|digit| id(cell, digit)));
                }
                removal.finish(report);
            }
        }
    }
}

fn x_wings(f: &Frame, source: &Marks, marks: &Marks, removal: &mut Removal, report: Report) {
    for (bases, covers) in [(COLUMNS, ROWS), (ROWS, COLUMNS)] {
        // For each digit, the lines with two places.
        let mut twos = [0_u16; 9];
        let mut has_any = false;
        for digit in (0..9).filter(|&digit| f.placed[digit] <= 5) {
            for line in 0..9 {
                let places = marks.positions(bases.start + line, digit);
                if is_two(places) {
                    let at = |other| marks.positions(bases.start + other, digit);
                    has_any |= bits(twos[digit]).any(|other| at(other) == places);
                    twos[digit] |= 1 << line;
                }
            }
        }
        if !has_any {
            continue;
        }
        for second in 1..9 {
            for first in 0..second {
                let is_wing = |digit: &usize| {
                    let both = twos[*digit] >> first & twos[*digit] >> second & 1 != 0;
                    let at = |line| marks.positions(bases.start + line, *digit);
                    both && at(first) == at(second)
                };
                for digit in (0..9).filter(is_wing) {
                    let places = marks.positions(bases.start + first, digit);
                    let bases = [bases.start + first, bases.start + second];
                    let base_cells = HOUSES[bases[0]] | HOUSES[bases[1]];
                    let ends = [places.trailing_zeros(), places.ilog2()];
                    let cover = ends.map(|line| covers.start + line as usize);
                    removal.start("x-wing", Pattern::in_houses(bases, 1 << digit));
                    for line in cover {
                        let gone = marks.places(line, digit) & !base_cells;
                        removal.removed.extend(each(gone).map(|cell| id(cell, digit)));
                    }
                    if removal.removed.is_empty() {
                        continue;
                    }
                    let cover_cells = HOUSES[cover[0]] | HOUSES[cover[1]];
                    for base in bases {
                        let gone = source.places(base, digit) & !marks.digits[digit];
                        let gone = gone & !cover_cells;
                        removal.causes.extend(each(gone).map(|cell| id(cell, digit)));
                    }
                    removal.finish(report);
                }
            }
        }
    }
}

//! The simple patterns that the (+) levels look for where links lead no further: locked candidates,
//! hidden pairs, naked pairs and X-Wings, on the marks of a run.

use super::marks::{Frame, Marks};
use super::{Id, id};
use crate::logic::cells::{Cells, bits, each};
use crate::logic::deduction::Link;
use crate::logic::houses::{BOXES, CELLS, COLUMNS, HOUSES, Kind, ROWS};

/// What a rule removes, and what had to be off for it.
#[derive(Default)]
pub(super) struct Removal {
    pub kind: &'static str,
    /// Candidates that go, in the order in which Sudoku Explainer visits them.
    pub removed: Vec<Id>,
    /// Candidates that are gone from the marks, without which the rule does not hold.
    pub causes: Vec<Id>,
    /// The links of a nested chain, if they are wanted.
    pub links: Vec<Link>,
}

/// The (+) rules, in the order in which they are tried.
pub(super) const RULES: [Rule; 4] = [locked, hidden_pairs, naked_pairs, x_wings];

/// Calls `report` with each use of a rule that removes something and needs something to be off.
/// `source` are the marks before the run, `marks` those of now.
pub(super) type Rule =
    fn(frame: &Frame, source: &Marks, marks: &Marks, removal: &mut Removal, report: Report);

pub(super) type Report<'a> = &'a mut dyn FnMut(&Removal);

impl Removal {
    fn start(&mut self, kind: &'static str) {
        self.kind = kind;
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
    let kinds: [(Kind, Kind, _); 4] = [
        (BOXES, COLUMNS, "pointing"),
        (BOXES, ROWS, "pointing"),
        (COLUMNS, BOXES, "claiming"),
        (ROWS, BOXES, "claiming"),
    ];
    for (bases, covers, kind) in kinds {
        for digit in 0..9 {
            for base in bases.clone() {
                let places = marks.places(base, digit);
                if places.count_ones() < 2 {
                    continue;
                }
                for cover in covers.clone() {
                    if places & !HOUSES[cover] != 0 {
                        continue;
                    }
                    let removed = marks.places(cover, digit) & !HOUSES[base];
                    if removed == 0 {
                        continue;
                    }
                    removal.start(kind);
                    removal.removed.extend(each(removed).map(|cell| id(cell, digit)));
                    let gone = source.places(base, digit) & !places & !HOUSES[cover];
                    removal.causes.extend(each(gone).map(|cell| id(cell, digit)));
                    removal.finish(report);
                }
            }
        }
    }
}

fn hidden_pairs(f: &Frame, source: &Marks, marks: &Marks, removal: &mut Removal, report: Report) {
    for house in 0..27 {
        if f.empty[house] <= 4 {
            continue;
        }
        let places: [Cells; 9] = std::array::from_fn(|digit| marks.places(house, digit));
        for second in 1..9 {
            if places[second].count_ones() != 2 {
                continue;
            }
            for first in (0..second).filter(|&first| places[first] == places[second]) {
                let pair = places[second];
                removal.start("hidden-pair");
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
    for house in 0..27 {
        if f.empty[house] < 4 {
            continue;
        }
        let masks = CELLS[house].map(|cell| marks.cells[usize::from(cell)]);
        for second in 1..9 {
            if masks[second].count_ones() != 2 {
                continue;
            }
            for first in (0..second).filter(|&first| masks[first] == masks[second]) {
                let digits = masks[second];
                removal.start("naked-pair");
                for position in (0..9).filter(|&position| position != first && position != second) {
                    let cell = CELLS[house][position].into();
                    let gone = masks[position] & digits;
                    removal.removed.extend(bits(gone).map(|digit| id(cell, digit)));
                }
                if removal.removed.is_empty() {
                    continue;
                }
                for position in [first, second] {
                    let cell = CELLS[house][position].into();
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
        for second in 1..9 {
            for first in 0..second {
                let (one, other) = (bases.start + first, bases.start + second);
                for digit in 0..9 {
                    if f.placed[digit] > 5 {
                        continue;
                    }
                    let (a, b) = (marks.places(one, digit), marks.places(other, digit));
                    if a.count_ones() != 2 || b.count_ones() != 2 {
                        continue;
                    }
                    let mut lines = covers.clone().filter(|&line| a & HOUSES[line] != 0);
                    let cover = [lines.next(), lines.next()].map(|line| line.unwrap_or(0));
                    if cover.iter().any(|&line| b & HOUSES[line] == 0) {
                        continue;
                    }
                    removal.start("x-wing");
                    for line in cover {
                        let gone = marks.places(line, digit) & !(a | b);
                        removal.removed.extend(each(gone).map(|cell| id(cell, digit)));
                    }
                    if removal.removed.is_empty() {
                        continue;
                    }
                    for base in [one, other] {
                        let lines = HOUSES[cover[0]] | HOUSES[cover[1]];
                        let gone = source.places(base, digit) & !marks.digits[digit] & !lines;
                        removal.causes.extend(each(gone).map(|cell| id(cell, digit)));
                    }
                    removal.finish(report);
                }
            }
        }
    }
}

//! Sue de Coq: two sets that share out the digits of the cells where a line and a box meet.

use std::ops::ControlFlow::{self, Continue};

use quadrille_core::{Cell, DigitSet};

use crate::cells::{Cells, bits, each, has_two, ones};
use crate::deduction::{Deduction, House, candidate, part};
use crate::grid::LogicGrid;
use crate::houses::{BOXES, COLUMNS, HOUSES, ROWS};
use crate::technique::{Kind, Sink, Technique};

/// Two or three cells where a line and a box meet have at least two digits more than they are. Some
/// other cells of the line, and some of the box, take as many of these digits as that: each set has
/// that many cells more than digits of its own that it holds, and the sets have none of the digits
/// at the intersection in common. Together there are as many cells as digits, so each digit is true
/// in them: those of the line's set in the line, those of the box's set in the box, and the rest in
/// the intersection.
///
/// In the evidence, `cells` are those of the intersection and `digits` what they hold, `houses` are the
/// line and the box, and `parts` the set of the line and that of the box.
///
/// The order of the search follows HoDoKu, by Bernhard Hobiger.
pub(super) struct SueDeCoq;

impl Technique for SueDeCoq {
    fn id(&self) -> &'static str {
        "sue-de-coq"
    }

    fn kinds(&self) -> &'static [Kind] {
        &[Kind { id: "sue-de-coq", title: "Sue de Coq" }]
    }

    fn find(&self, grid: &LogicGrid, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        let memory = sink.memory::<Memory>().0;
        let mut pending = memory.pending(grid);
        let mut sets = std::mem::take(&mut memory.sets);
        let mut flow = Continue(());
        while pending != 0 && flow.is_continue() {
            let number = pending.trailing_zeros() as usize;
            pending &= pending - 1;
            flow = Crossing::new(grid, number).find(&mut sets, sink);
            if flow.is_continue() && !sink.wants_all() {
                sink.memory::<Memory>().0.quiet |= 1 << number;
            }
        }
        sink.memory::<Memory>().0.sets = sets;
        flow?;
        sink.poll()
    }
}

/// The line and the box of a crossing by its number: three for each row, then for each column.
fn houses_of(number: usize) -> [usize; 2] {
    let (line, place) = (number / 3, number % 3);
    if line < 9 {
        [ROWS.start + line, BOXES.start + line / 3 * 3 + place]
    } else {
        [COLUMNS.start + line - 9, BOXES.start + (line - 9) / 3 + 3 * place]
    }
}

/// What is kept from step to step.
struct Memory {
    /// The candidates on the board that was searched last.
    masks: [u16; 81],
    /// A bit for each crossing where nothing was found then.
    quiet: u64,
    sets: [Vec<Set>; 2],
}

impl Default for Memory {
    fn default() -> Self {
        Self { masks: [0; 81], quiet: 0, sets: [Vec::new(), Vec::new()] }
    }
}

impl Memory {
    /// Returns the crossings with empty cells where something has changed since nothing was found.
    fn pending(&mut self, grid: &LogicGrid) -> u64 {
        let mut changed: Cells = 0;
        for (cell, mask) in self.masks.iter_mut().enumerate() {
            changed |= Cells::from(*mask != grid.mask(cell)) << cell;
            *mask = grid.mask(cell);
        }
        let mut pending = 0;
        for number in 0..54 {
            let [line, of_box] = houses_of(number).map(|house| HOUSES[house]);
            if changed & (line | of_box) != 0 {
                self.quiet &= !(1 << number);
            }
            pending |= u64::from(has_two(line & of_box & grid.empty())) << number;
        }
        pending & !self.quiet
    }
}

/// A line and a box that meet.
struct Crossing<'g> {
    grid: &'g LogicGrid,
    houses: [usize; 2],
    /// The empty cells of the line and of the box.
    line: Cells,
    of_box: Cells,
}

/// Some cells of the intersection.
struct Core {
    cells: Cells,
    digits: u16,
    /// How many digits more than cells there are.
    more: u32,
}

/// Cells of the line or of the box.
#[derive(Clone, Copy, Default)]
struct Set {
    cells: Cells,
    count: u32,
    digits: u16,
    /// How many cells more than other digits there are.
    takes: u32,
}

impl<'g> Crossing<'g> {
    fn new(grid: &'g LogicGrid, number: usize) -> Self {
        let houses = houses_of(number);
        let [line, of_box] = houses.map(|house| HOUSES[house] & grid.empty());
        Self { grid, houses, line, of_box }
    }

    fn find(&self, sets: &mut [Vec<Set>; 2], sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        let common = self.line & self.of_box;
        let above = |cell: usize| common & !((2 << cell) - 1);
        for first in each(common) {
            for second in each(above(first)) {
                self.check(&[first, second], sets, sink)?;
                for third in each(above(second)) {
                    self.check(&[first, second, third], sets, sink)?;
                }
            }
        }
        Continue(())
    }

    /// Looks for the two sets beside some cells of the intersection.
    fn check(
        &self,
        cells: &[usize],
        sets: &mut [Vec<Set>; 2],
        sink: &mut Sink<'_, '_>,
    ) -> ControlFlow<()> {
        let digits = cells.iter().fold(0, |digits, &cell| digits | self.grid.mask(cell));
        let more = ones(digits).saturating_sub(cells.len() as u32);
        if more < 2 {
            return Continue(());
        }
        let cells = cells.iter().fold(0, |cells, cell| cells | 1 << cell);
        let core = Core { cells, digits, more };
        for (sets, house) in sets.iter_mut().zip([self.line, self.of_box]) {
            sets.clear();
            let mut able = [(0, 0); 7];
            let mut count = 0;
            for cell in each(house & !core.cells) {
                able[count] = (1 << cell, self.grid.mask(cell));
                count += 1;
            }
            extend(&core, &able[..count], &Set::default(), sets);
            if sets.is_empty() {
                return Continue(());
            }
        }
        for line in &sets[0] {
            for other in &sets[1] {
                let fits = line.takes + other.takes == core.more
                    && line.digits & other.digits & core.digits == 0
                    && line.cells & other.cells == 0;
                if fits {
                    self.report(&core, [line, other], sink)?;
                }
            }
        }
        Continue(())
    }

    fn report(
        &self,
        core: &Core,
        [line, of_box]: [&Set; 2],
        sink: &mut Sink<'_, '_>,
    ) -> ControlFlow<()> {
        let twice = line.digits & of_box.digits;
        let mut eliminations = Vec::new();
        for (house, set, other) in [(self.of_box, of_box, line), (self.line, line, of_box)] {
            let digits = (core.digits | set.digits) & !other.digits | twice;
            for cell in each(house & !set.cells & !core.cells) {
                let removed = bits(self.grid.mask(cell) & digits);
                eliminations.extend(removed.map(|digit| candidate(cell, digit)));
            }
        }
        if eliminations.is_empty() {
            return Continue(());
        }
        let mut deduction = Deduction { kind: "sue-de-coq", eliminations, ..Deduction::default() };
        if sink.wants_evidence() {
            deduction.cells = each(core.cells).map(Cell::new).collect();
            deduction.digits = DigitSet::from_bits(core.digits.into());
            deduction.houses = self.houses.map(House::of_index).to_vec();
            deduction.parts = [line, of_box].map(|set| part(set.cells, set.digits)).to_vec();
        }
        sink.take(deduction)
    }
}

/// Collects the sets of a house that take some digits of the core and leave some: adds cells to one in
/// ascending order.
fn extend(core: &Core, able: &[(Cells, u16)], set: &Set, sets: &mut Vec<Set>) {
    for (index, &(cell, mask)) in able.iter().enumerate() {
        let digits = set.digits | mask;
        if core.digits & !digits == 0 {
            // It leaves nothing for the other set.
            continue;
        }
        let count = set.count + 1;
        let takes = count.saturating_sub(ones(digits & !core.digits));
        let with = Set { cells: set.cells | cell, count, digits, takes };
        if digits & core.digits != 0 && (1..core.more).contains(&takes) {
            sets.push(with);
        }
        extend(core, &able[index + 1..], &with, sets);
    }
}

#[cfg(test)]
mod tests {
    use crate::techniques::example::check;

    // Positions from walks through generated puzzles.

    #[test]
    fn sue_de_coq() {
        let rows = [
            "7 9 4 8 3 1 2 5 6",
            "3 6 5 7 2 9 4 1 8",
            "8 2 1 6 4 5 3 7 9",
            "4 5 8 3 6 2 1 9 7",
            "6 1 3 9 5 7 8 4 2",
            "2 7 9 4 1 8 6 3 5",
            "5 38 67 1 79 36 79 2 4",
            "19 34 2 5 8 34 79 6 13",
            "19 34 67 2 79 346 5 8 13",
        ];
        check("sue-de-coq", "sue-de-coq", rows, "r9c3<>6 r7c6<>6");
    }
}

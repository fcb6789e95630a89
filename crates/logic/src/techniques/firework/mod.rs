//! Fireworks: digits that a row and a column leave in the same three cells.

#[cfg(test)]
mod tests;

use std::ops::ControlFlow::{self, Continue};

use quadrille_core::{Cell, DigitSet};

use crate::cells::{Cells, bits, each, ones, sets};
use crate::deduction::{Deduction, House, candidate, part};
use crate::grid::LogicGrid;
use crate::houses::{HOUSES, HOUSES_OF};
use crate::technique::{Kind, Sink, Technique};

/// A digit of which a row and a column that cross in a box have one place each outside the box, a wing.
/// Without the wings, the row and the column would both have it in the box, which is only possible where
/// they cross. So it is in this cell or in one of the wings.
///
/// With three such digits for the same three cells, each cell holds one of them. So no cell holds anything
/// else, and each digit is in one cell alone: the box, which has it in the row or in the column, has it in
/// no other cell.
///
/// In the evidence, `cells` are the crossing and the wings in the row and in the column, `digits` the
/// digits, and `houses` the row, the column and the box.
///
/// Found by shye: <http://forum.enjoysudoku.com/fireworks-t39513.html>.
pub(super) struct FireworkTriple;

/// Two digits for a crossing and two wings, as in a [triple](FireworkTriple), and two others for the same
/// wings and the crossing at the opposite corner. The four digits are in the four corners, so each corner
/// holds one of them, the first crossing one of the first two and the second crossing one of the others.
///
/// In the evidence, `cells` are the corners and `digits` the four digits; `parts` are the crossings with
/// their digits, then the wings.
///
/// Found by shye: <http://forum.enjoysudoku.com/fireworks-t39513.html>.
pub(super) struct FireworkQuad;

impl Technique for FireworkTriple {
    fn id(&self) -> &'static str {
        "firework-triple"
    }

    fn kinds(&self) -> &'static [Kind] {
        &[Kind { id: "firework-triple", title: "Firework triple" }]
    }

    fn find(&self, grid: &LogicGrid, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        for crossing in each(grid.empty()) {
            let places = Places::new(grid, crossing);
            if ones(places.digits) < 3 {
                continue;
            }
            for digits in sets(3, places.digits) {
                if let Some(wings) = places.wings(digits) {
                    report_triple(grid, crossing, wings, digits, sink)?;
                }
            }
        }
        sink.poll()
    }
}

impl Technique for FireworkQuad {
    fn id(&self) -> &'static str {
        "firework-quad"
    }

    fn kinds(&self) -> &'static [Kind] {
        &[Kind { id: "firework-quad", title: "Firework quad" }]
    }

    fn find(&self, grid: &LogicGrid, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        let mut pairs = Vec::new();
        for crossing in each(grid.empty()) {
            let places = Places::new(grid, crossing);
            for digits in sets(2, places.digits) {
                if let Some(wings) = places.wings(digits) {
                    pairs.push(Pair { crossing, wings, digits });
                }
            }
        }
        for (number, first) in pairs.iter().enumerate() {
            for second in &pairs[number + 1..] {
                let is_opposite = first.wings == [second.wings[1], second.wings[0]];
                if is_opposite && first.digits & second.digits == 0 {
                    report_quad(grid, first, second, sink)?;
                }
            }
        }
        sink.poll()
    }
}

/// Where the row and the column of a cell have digits outside its box.
struct Places {
    /// The digits of which they have one place at most.
    digits: u16,
    /// For each of these, the place in the row and that in the column.
    outside: [[Cells; 2]; 9],
}

impl Places {
    fn new(grid: &LogicGrid, cell: usize) -> Self {
        let [of_box, column, row] = HOUSES_OF[cell].map(|house| HOUSES[usize::from(house)]);
        let mut places = Self { digits: 0, outside: [[0; 2]; 9] };
        for digit in 0..9 {
            let cells = grid.cells_of(digit);
            let outside = [row, column].map(|line| cells & line & !of_box);
            // The line has the digit if it is without places.
            let is_open = cells & row != 0 && cells & column != 0;
            if is_open && outside.iter().all(|cells| cells & cells.wrapping_sub(1) == 0) {
                places.digits |= 1 << digit;
                places.outside[digit] = outside;
            }
        }
        places
    }

    /// The wings in the row and in the column if some digits have the same ones.
    fn wings(&self, digits: u16) -> Option<[usize; 2]> {
        let all = |line: usize| bits(digits).fold(0, |all, digit| all | self.outside[digit][line]);
        let wings = [all(0), all(1)];
        let is_one = |cells: &Cells| cells.is_power_of_two();
        wings.iter().all(is_one).then(|| wings.map(|cells| cells.trailing_zeros() as usize))
    }
}

/// Two digits with a crossing and wings.
struct Pair {
    crossing: usize,
    wings: [usize; 2],
    digits: u16,
}

fn report_triple(
    grid: &LogicGrid,
    crossing: usize,
    wings: [usize; 2],
    digits: u16,
    sink: &mut Sink<'_, '_>,
) -> ControlFlow<()> {
    let mut removed = Removed { grid, digits: [0; 81] };
    for cell in [crossing, wings[0], wings[1]] {
        removed.digits[cell] |= !digits;
    }
    removed.add_box(crossing, digits);
    let Some(mut deduction) = removed.deduction("firework-triple") else { return Continue(()) };
    if sink.wants_evidence() {
        deduction.cells = [crossing, wings[0], wings[1]].map(Cell::new).to_vec();
        deduction.digits = DigitSet::from_bits(digits.into());
        let [of_box, column, row] = HOUSES_OF[crossing];
        deduction.houses =
            [row, column, of_box].map(|house| House::of_index(house.into())).to_vec();
    }
    sink.take(deduction)
}

fn report_quad(
    grid: &LogicGrid,
    first: &Pair,
    second: &Pair,
    sink: &mut Sink<'_, '_>,
) -> ControlFlow<()> {
    let digits = first.digits | second.digits;
    let mut removed = Removed { grid, digits: [0; 81] };
    for pair in [first, second] {
        removed.digits[pair.crossing] |= !pair.digits;
        removed.add_box(pair.crossing, pair.digits);
    }
    for wing in first.wings {
        removed.digits[wing] |= !digits;
    }
    let Some(mut deduction) = removed.deduction("firework-quad") else { return Continue(()) };
    if sink.wants_evidence() {
        let corners = [first.crossing, first.wings[0], second.crossing, first.wings[1]];
        deduction.cells = corners.map(Cell::new).to_vec();
        deduction.digits = DigitSet::from_bits(digits.into());
        let wings = 1 << first.wings[0] | 1 << first.wings[1];
        let crossings = [first, second].map(|pair| part(1 << pair.crossing, pair.digits));
        deduction.parts = crossings.into_iter().chain([part(wings, digits)]).collect();
    }
    sink.take(deduction)
}

/// What is ruled out.
struct Removed<'g> {
    grid: &'g LogicGrid,
    digits: [u16; 81],
}

impl Removed<'_> {
    /// Rules out digits in the box of a crossing but for its row and its column.
    fn add_box(&mut self, crossing: usize, digits: u16) {
        let [of_box, column, row] = HOUSES_OF[crossing].map(|house| HOUSES[usize::from(house)]);
        for cell in each(of_box & !row & !column) {
            self.digits[cell] |= digits;
        }
    }

    fn deduction(&self, kind: &'static str) -> Option<Deduction> {
        let of_cell = |cell: usize| {
            let gone = self.grid.mask(cell) & self.digits[cell];
            bits(gone).map(move |digit| candidate(cell, digit))
        };
        let eliminations: Vec<_> = (0..81).flat_map(of_cell).collect();
        let is_any = !eliminations.is_empty();
        is_any.then(|| Deduction { kind, eliminations, ..Deduction::default() })
    }
}

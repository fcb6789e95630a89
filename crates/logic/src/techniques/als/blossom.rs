//! Death blossom: a cell each of whose candidates is linked with an almost locked set.

use std::ops::ControlFlow::{self, Continue};

use quadrille_core::Cell;

use super::sets::{Als, Table};
use super::{Removed, deduction};
use crate::cells::{Cells, bits, each};
use crate::grid::LogicGrid;
use crate::technique::{Kind, Sink, Technique};

/// A cell, the stem, and for each of its candidates an almost locked set, a petal, all of whose places of
/// the digit it sees. Whichever of its candidates is true, the petal of that one is without it, and has
/// each of its other digits. So what sees all places of a digit that all petals have is not this digit.
///
/// In the evidence, `parts` are the petals, by the digit of the stem, `others` is the stem and `digits`
/// are its candidates.
pub(in crate::techniques) struct DeathBlossom;

/// The petals of a cell and a digit that are tried at most, as in HoDoKu.
const MOST_PETALS: usize = 100;

impl Technique for DeathBlossom {
    fn id(&self) -> &'static str {
        "death-blossom"
    }

    fn kinds(&self) -> &'static [Kind] {
        &[Kind { id: "death-blossom", title: "Death Blossom" }]
    }

    fn find(&self, grid: &LogicGrid, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        let mut table = std::mem::take(sink.memory::<Table>().0);
        table.update(grid);
        let flow = find(grid, &table, sink);
        *sink.memory::<Table>().0 = table;
        flow
    }
}

fn find(grid: &LogicGrid, table: &Table, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
    for stem in each(grid.empty()) {
        let sees = |set: &&Als, digit: usize| set.sees[digit] >> stem & 1 != 0;
        let petals: [Vec<&Als>; 9] = std::array::from_fn(|digit| {
            let able = table.sets.iter().filter(|set| sees(set, digit));
            able.take(MOST_PETALS).collect()
        });
        let digits = grid.mask(stem);
        if bits(digits).all(|digit| !petals[digit].is_empty()) {
            let chosen = Chosen { cells: 0, digits: 511 & !digits };
            Blossom { grid, stem, digits, petals, chosen: Vec::new() }
                .choose(digits, chosen, sink)?;
        }
    }
    Continue(())
}

/// The petals of a stem that have been chosen: their cells, and the digits that all of them have.
#[derive(Clone, Copy)]
struct Chosen {
    cells: Cells,
    digits: u16,
}

struct Blossom<'t> {
    grid: &'t LogicGrid,
    stem: usize,
    digits: u16,
    petals: [Vec<&'t Als>; 9],
    chosen: Vec<&'t Als>,
}

impl<'t> Blossom<'t> {
    /// Chooses petals for the digits that are left.
    fn choose(&mut self, left: u16, chosen: Chosen, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        if left == 0 {
            return self.report(chosen, sink);
        }
        sink.poll()?;
        let digit = left.trailing_zeros() as usize;
        for number in 0..self.petals[digit].len() {
            let petal: &'t Als = self.petals[digit][number];
            let digits = chosen.digits & petal.digits;
            if digits != 0 && petal.cells & chosen.cells == 0 {
                self.chosen.push(petal);
                let with = Chosen { cells: chosen.cells | petal.cells, digits };
                self.choose(left & (left - 1), with, sink)?;
                self.chosen.pop();
            }
        }
        Continue(())
    }

    fn report(&self, chosen: Chosen, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        let mut removed = Removed::default();
        for digit in bits(chosen.digits) {
            let all = self.grid.cells_of(digit) & !chosen.cells & !(1 << self.stem);
            removed.0[digit] = self.chosen.iter().fold(all, |seen, petal| seen & petal.sees[digit]);
        }
        if removed.is_empty() {
            return Continue(());
        }
        let petals = self.chosen.iter().copied();
        let mut deduction = deduction("death-blossom", &removed, petals, self.digits);
        deduction.others = vec![Cell::new(self.stem)];
        sink.take(deduction)
    }
}

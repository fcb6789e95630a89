//! Fish: the places of a digit in some parallel lines lie in as many crossing lines.

use std::ops::ControlFlow::{self, Continue};

use quadrille_core::{Cell, DigitSet};

use crate::cells::{Cells, bits, each, ones, sets};
use crate::deduction::{Deduction, House, candidate};
use crate::grid::LogicGrid;
use crate::houses::{COLUMNS, HOUSES, ROWS};
use crate::technique::{Kind, Sink, Technique};

/// X-Wing, Swordfish and Jellyfish: in two, three or four columns a digit has places in only as many
/// rows, or the other way round, so it is nowhere else in these rows.
///
/// A digit with fewer open places than twice the size is ignored: there a smaller fish the other
/// way round says the same.
pub(super) struct Fish {
    kind: &'static [Kind; 1],
    size: u32,
}

pub(super) const X_WING: Fish = Fish { kind: &[Kind { id: "x-wing", title: "X-Wing" }], size: 2 };
pub(super) const SWORDFISH: Fish =
    Fish { kind: &[Kind { id: "swordfish", title: "Swordfish" }], size: 3 };
pub(super) const JELLYFISH: Fish =
    Fish { kind: &[Kind { id: "jellyfish", title: "Jellyfish" }], size: 4 };

impl Technique for Fish {
    fn id(&self) -> &'static str {
        self.kind[0].id
    }

    fn kinds(&self) -> &'static [Kind] {
        self.kind
    }

    fn find(&self, grid: &LogicGrid, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        // Digits with enough open rows that a fish leaves as many beside it.
        let is_open = |digit: usize| {
            let rows = ROWS.filter(|&row| grid.places(row, digit) != 0).count();
            rows >= 2 * self.size as usize
        };
        let open: Vec<usize> = (0..9).filter(|&digit| is_open(digit)).collect();
        if open.is_empty() {
            return Continue(());
        }
        for (bases, covers) in [(COLUMNS, ROWS), (ROWS, COLUMNS)] {
            // Lines that may be in a fish, by digit. A line with one place is in none.
            let able: [u16; 9] = std::array::from_fn(|digit| {
                let fits = |line: &usize| {
                    let places = ones(grid.places(bases.start + line, digit));
                    (2..=self.size).contains(&places)
                };
                (0..9).filter(fits).fold(0, |able, line| able | 1 << line)
            });
            let any = able.iter().fold(0, |any, able| any | able);
            for set in sets(self.size, any) {
                for &digit in open.iter().filter(|&&digit| set & !able[digit] == 0) {
                    let places = |line: usize| grid.places(bases.start + line, digit);
                    let across = bits(set).fold(0, |across, line| across | places(line));
                    if ones(across) == self.size {
                        let of_lines =
                            |start: usize, lines: u16| bits(lines).map(move |line| start + line);
                        let base: Vec<usize> = of_lines(bases.start, set).collect();
                        let cover: Vec<usize> = of_lines(covers.start, across).collect();
                        self.report(grid, digit, &base, &cover, sink)?;
                    }
                }
            }
        }
        Continue(())
    }
}

impl Fish {
    fn report(
        &self,
        grid: &LogicGrid,
        digit: usize,
        base: &[usize],
        cover: &[usize],
        sink: &mut Sink<'_, '_>,
    ) -> ControlFlow<()> {
        let union = |houses: &[usize]| houses.iter().fold(0 as Cells, |all, &h| all | HOUSES[h]);
        let (base_cells, cover_cells) = (union(base), union(cover));
        let removed = grid.cells_of(digit) & cover_cells & !base_cells;
        if removed == 0 {
            return Continue(());
        }
        let eliminations = each(removed).map(|cell| candidate(cell, digit)).collect();
        let mut deduction = Deduction { kind: self.id(), eliminations, ..Deduction::default() };
        if sink.wants_evidence() {
            let pattern = grid.cells_of(digit) & base_cells;
            deduction.cells = each(pattern).map(Cell::new).collect();
            deduction.digits = DigitSet::from_bits(1 << digit);
            deduction.houses =
                base.iter().chain(cover).map(|&house| House::of_index(house)).collect();
        }
        sink.take(deduction)
    }
}

//! Skyscraper, Two-String Kite and Empty Rectangle: two links of a digit, of which two ends see each
//! other.

use std::ops::ControlFlow::{self, Continue};

use quadrille_core::{Cell, DigitSet};

use crate::cells::{Cells, each, ones};
use crate::deduction::{Deduction, House, candidate, part};
use crate::grid::LogicGrid;
use crate::houses::{BOXES, CELLS, COLUMNS, HOUSES, HOUSES_OF, PEERS, ROWS};
use crate::single_digit::removable;
use crate::technique::{Kind, Sink, Technique};

/// A pattern of one digit; digits are tried in ascending order.
///
/// In the evidence, `parts` are the two ends of each link; the second and the third see each other.
pub(in crate::techniques) enum SingleDigit {
    /// In two parallel lines the digit has two places each, of which two are in one crossing line.
    Skyscraper,
    /// In a row and a column the digit has two places each, of which two are in one box.
    TwoStringKite,
    /// In a box the digit is in a row or in a column; one of these crosses a line in which the digit
    /// has two places.
    EmptyRectangle,
}

impl Technique for SingleDigit {
    fn id(&self) -> &'static str {
        match self {
            Self::Skyscraper => "skyscraper",
            Self::TwoStringKite => "two-string-kite",
            Self::EmptyRectangle => "empty-rectangle",
        }
    }

    fn kinds(&self) -> &'static [Kind] {
        match self {
            Self::Skyscraper => &[Kind { id: "skyscraper", title: "Skyscraper" }],
            Self::TwoStringKite => &[Kind { id: "two-string-kite", title: "Two-String Kite" }],
            Self::EmptyRectangle => {
                &[Kind { id: "empty-rectangle", title: "Empty Rectangle or grouped Turbot Fish" }]
            }
        }
    }

    fn find(&self, grid: &LogicGrid, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        let removable = removable(grid, sink);
        let digits = || (0..9).filter(|&digit| removable[digit] != 0);
        match self {
            Self::Skyscraper => {
                // Rows of all digits come before columns.
                for lines in [ROWS, COLUMNS] {
                    for digit in digits() {
                        skyscrapers(&Digit { grid, digit, kind: self.id() }, &lines, sink)?;
                    }
                }
            }
            Self::TwoStringKite => {
                for digit in digits() {
                    kites(&Digit { grid, digit, kind: self.id() }, sink)?;
                }
            }
            Self::EmptyRectangle => {
                for digit in digits() {
                    let of_digit = Digit { grid, digit, kind: self.id() };
                    BOXES.into_iter().try_for_each(|of| of_digit.empty_rectangles(of, sink))?;
                }
            }
        }
        Continue(())
    }
}

/// A digit of a board.
struct Digit<'g> {
    grid: &'g LogicGrid,
    digit: usize,
    kind: &'static str,
}

/// A line in which a digit has two places.
#[derive(Clone, Copy)]
struct Link {
    house: usize,
    cells: [usize; 2],
}

impl Digit<'_> {
    /// The two places in a house, if there are two.
    fn link(&self, house: usize) -> Option<Link> {
        let places = self.grid.places(house, self.digit);
        let cell = |mask: u16| usize::from(CELLS[house][mask.trailing_zeros() as usize]);
        let cells = || [cell(places), cell(places & (places - 1))];
        (ones(places) == 2).then(|| Link { house, cells: cells() })
    }

    /// The links in some lines, and how many there are.
    fn links(&self, lines: std::ops::Range<usize>) -> ([Link; 9], usize) {
        let mut links = [Link { house: 0, cells: [0; 2] }; 9];
        let mut count = 0;
        for link in lines.filter_map(|line| self.link(line)) {
            links[count] = link;
            count += 1;
        }
        (links, count)
    }

    fn report(
        &self,
        removed: Cells,
        ends: [Cells; 4],
        houses: [usize; 2],
        sink: &mut Sink<'_, '_>,
    ) -> ControlFlow<()> {
        let eliminations = each(removed).map(|cell| candidate(cell, self.digit)).collect();
        let mut deduction = Deduction { kind: self.kind, eliminations, ..Deduction::default() };
        if sink.wants_evidence() {
            let cells = ends.iter().flat_map(|&end| each(end));
            deduction.cells = cells.map(Cell::new).collect();
            deduction.parts = ends.map(|end| part(end, 1 << self.digit)).to_vec();
            deduction.digits = DigitSet::from_bits(1 << self.digit);
            deduction.houses = houses.map(House::of_index).to_vec();
        }
        sink.take(deduction)
    }

    fn empty_rectangles(&self, of: usize, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        let places = self.grid.places(of, self.digit);
        if !(2..=5).contains(&ones(places)) {
            return Continue(());
        }
        // The last row and column of the box first.
        for (row, column) in (0..3).rev().flat_map(|row| (0..3).rev().map(move |c| (row, c))) {
            let (in_row, in_column) = (places & 0b111 << (3 * row), places & 0b100_1001 << column);
            let is_pattern = in_row | in_column == places
                && in_row & !in_column != 0
                && in_column & !in_row != 0
                && (ones(in_row) > 1 || ones(in_column) > 1);
            if is_pattern {
                let lines = [ROWS.start + of / 3 * 3 + row, COLUMNS.start + of % 3 * 3 + column];
                self.empty_rectangle(of, lines, sink)?;
                self.empty_rectangle(of, [lines[1], lines[0]], sink)?;
            }
        }
        Continue(())
    }

    /// Looks for links that begin in `near`; what crosses `far` at their other end is removed.
    fn empty_rectangle(
        &self,
        of: usize,
        [near, far]: [usize; 2],
        sink: &mut Sink<'_, '_>,
    ) -> ControlFlow<()> {
        let with = self.grid.cells_of(self.digit);
        for start in each(with & HOUSES[near] & !HOUSES[of]) {
            let crossing = line_of(start, !ROWS.contains(&near));
            let Some(link) = self.link(crossing) else { continue };
            let end = if link.cells[0] == start { link.cells[1] } else { link.cells[0] };
            let across = line_of(end, ROWS.contains(&near));
            let removed = with & HOUSES[across] & HOUSES[far] & !HOUSES[of];
            if removed != 0 {
                // The cell where the two lines meet, if it is a place, sees the start of the link too.
                let (seen, other) = (HOUSES[near], HOUSES[far] & !HOUSES[near]);
                let in_box = with & HOUSES[of];
                let ends = [in_box & other, in_box & seen, 1 << start, 1 << end];
                self.report(removed, ends, [of, crossing], sink)?;
            }
        }
        Continue(())
    }
}

/// The row or the column of a cell.
fn line_of(cell: usize, is_row: bool) -> usize {
    usize::from(HOUSES_OF[cell][if is_row { 2 } else { 1 }])
}

fn skyscrapers(
    of_digit: &Digit<'_>,
    lines: &std::ops::Range<usize>,
    sink: &mut Sink<'_, '_>,
) -> ControlFlow<()> {
    let is_row = *lines == ROWS;
    let (links, count) = of_digit.links(lines.clone());
    for (index, first) in links[..count].iter().enumerate() {
        for second in &links[index + 1..count] {
            let meets = |end: usize| {
                line_of(first.cells[end], !is_row) == line_of(second.cells[end], !is_row)
            };
            let base = match (meets(0), meets(1)) {
                (true, false) => 0,
                (false, true) => 1,
                _ => continue,
            };
            let [top, other_top] = [first.cells[1 - base], second.cells[1 - base]];
            let removed = of_digit.grid.cells_of(of_digit.digit) & PEERS[top] & PEERS[other_top];
            if removed != 0 {
                let ends = [top, first.cells[base], second.cells[base], other_top];
                let houses = [first.house, second.house];
                of_digit.report(removed, ends.map(|cell| 1 << cell), houses, sink)?;
            }
        }
    }
    Continue(())
}

fn kites(of_digit: &Digit<'_>, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
    let (mut rows, row_count) = of_digit.links(ROWS);
    let (mut columns, column_count) = of_digit.links(COLUMNS);
    let box_of = |cell: usize| HOUSES_OF[cell][0];
    for row in &mut rows[..row_count] {
        for column in &mut columns[..column_count] {
            // The ends in one box come first, and stay there for the next pairs of links: this decides
            // where both ends of a link are in one box.
            let ends = [(0, 0), (0, 1), (1, 0), (1, 1)];
            let meets = |&(a, b): &(usize, usize)| box_of(row.cells[a]) == box_of(column.cells[b]);
            let Some((a, b)) = ends.into_iter().find(meets) else { continue };
            row.cells.swap(0, a);
            column.cells.swap(0, b);
            if row.cells.iter().any(|cell| column.cells.contains(cell)) {
                continue;
            }
            let crossing = line_of(row.cells[1], false);
            let removed = of_digit.grid.cells_of(of_digit.digit)
                & HOUSES[crossing]
                & HOUSES[line_of(column.cells[1], true)];
            if removed != 0 {
                let cells = [row.cells[1], row.cells[0], column.cells[0], column.cells[1]];
                let houses = [row.house, column.house];
                of_digit.report(removed, cells.map(|cell| 1 << cell), houses, sink)?;
            }
        }
    }
    Continue(())
}

//! Skyscraper, Two-String Kite and Empty Rectangle: two links of a digit, of which two ends see each
//! other.

use std::ops::ControlFlow::{self, Continue};

use quadrille_core::{Cell, DigitSet};

use crate::board::{Array, Board};
use crate::cells::{CellSet, bits};
use crate::deduction::{Deduction, candidate, part};
use crate::grid::LogicGrid;
use crate::single_digit::removable;
use crate::technique::{Kind, Sink, Technique, search_every_board};

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

    search_every_board!();
}

impl SingleDigit {
    fn search<B: Board>(&self, grid: &LogicGrid<B>, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        let removable = removable(grid, sink);
        let board = grid.board();
        let digits = || (0..board.side()).filter(|&digit| !removable[digit].is_empty());
        match self {
            Self::Skyscraper => {
                // Rows of all digits come before columns.
                for lines in [board.rows(), board.columns()] {
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
                    board.boxes().try_for_each(|of| of_digit.empty_rectangles(of, sink))?;
                }
            }
        }
        Continue(())
    }
}

/// A digit of a board.
struct Digit<'g, B: Board> {
    grid: &'g LogicGrid<B>,
    digit: usize,
    kind: &'static str,
}

/// A line in which a digit has two places.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Link {
    house: usize,
    cells: [usize; 2],
}

impl<B: Board> Digit<'_, B> {
    fn with(&self) -> B::Cells {
        self.grid.cells_of(self.digit)
    }

    /// The row or the column of a cell.
    fn line_of(&self, cell: usize, is_row: bool) -> usize {
        self.grid.board().houses_of(cell)[if is_row { 2 } else { 1 }].into()
    }

    /// The two places in a house, if there are two.
    fn link(&self, house: usize) -> Option<Link> {
        let places = self.grid.places(house, self.digit);
        let cell = |mask: u16| self.grid.board().cell(house, mask.trailing_zeros() as usize);
        let cells = || [cell(places), cell(places & (places - 1))];
        (B::ones(places) == 2).then(|| Link { house, cells: cells() })
    }

    /// The links in some lines, and how many there are.
    fn links(&self, lines: std::ops::Range<usize>) -> (B::OfDigits<Link>, usize) {
        let mut links: B::OfDigits<Link> = Array::filled(Link { house: 0, cells: [0; 2] });
        let mut count = 0;
        for link in lines.filter_map(|line| self.link(line)) {
            links[count] = link;
            count += 1;
        }
        (links, count)
    }

    fn report(
        &self,
        removed: B::Cells,
        ends: [B::Cells; 4],
        houses: [usize; 2],
        sink: &mut Sink<'_, '_>,
    ) -> ControlFlow<()> {
        let eliminations = removed.each().map(|cell| candidate(cell, self.digit)).collect();
        let mut deduction = Deduction { kind: self.kind, eliminations, ..Deduction::default() };
        if sink.wants_evidence() {
            let cells = ends.iter().flat_map(|end| end.each());
            deduction.cells = cells.map(Cell::new).collect();
            deduction.parts = ends.map(|end| part(end, 1 << self.digit)).to_vec();
            deduction.digits = DigitSet::from_bits(1 << self.digit);
            deduction.houses = houses.map(|house| self.grid.board().named(house)).to_vec();
        }
        sink.take(deduction)
    }

    fn empty_rectangles(&self, of: usize, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        let places = self.grid.places(of, self.digit);
        let board = self.grid.board();
        let shape = board.shape();
        if !(2..shape.rows() + shape.columns()).contains(&(B::ones(places) as usize)) {
            return Continue(());
        }
        // The last row and column of the box first.
        for center in (0..board.side()).rev() {
            let [_, column, row] = board.houses_of(board.cell(of, center)).map(usize::from);
            let on_line = |line: usize| {
                let is_on =
                    |&position: &usize| board.house(line).contains(board.cell(of, position));
                bits(places).filter(is_on).fold(0, |on: u16, position| on | 1 << position)
            };
            let (in_row, in_column) = (on_line(row), on_line(column));
            let is_pattern = in_row | in_column == places
                && in_row & !in_column != 0
                && in_column & !in_row != 0
                && (B::ones(in_row) > 1 || B::ones(in_column) > 1);
            if is_pattern {
                self.empty_rectangle(of, [row, column], sink)?;
                self.empty_rectangle(of, [column, row], sink)?;
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
        let (board, with) = (self.grid.board(), self.with());
        let [in_near, in_far] = [near, far].map(|line| board.house(line));
        let (in_box, is_row) = (board.house(of), board.rows().contains(&near));
        for start in (with & in_near & !in_box).each() {
            let crossing = self.line_of(start, !is_row);
            let Some(link) = self.link(crossing) else { continue };
            let end = if link.cells[0] == start { link.cells[1] } else { link.cells[0] };
            let across = self.line_of(end, is_row);
            let removed = with & board.house(across) & in_far & !in_box;
            if !removed.is_empty() {
                // The cell where the two lines meet, if it is a place, sees the start of the link too.
                let places = with & in_box;
                let [start, end] = [start, end].map(B::Cells::only);
                let ends = [places & in_far & !in_near, places & in_near, start, end];
                self.report(removed, ends, [of, crossing], sink)?;
            }
        }
        Continue(())
    }
}

fn skyscrapers<B: Board>(
    of_digit: &Digit<'_, B>,
    lines: &std::ops::Range<usize>,
    sink: &mut Sink<'_, '_>,
) -> ControlFlow<()> {
    let board = of_digit.grid.board();
    let is_row = *lines == board.rows();
    let line_of = |cell: usize| of_digit.line_of(cell, !is_row);
    let (links, count) = of_digit.links(lines.clone());
    let links = &links.as_ref()[..count];
    for (index, first) in links.iter().enumerate() {
        for second in &links[index + 1..] {
            let meets = |end: usize| line_of(first.cells[end]) == line_of(second.cells[end]);
            let base = match (meets(0), meets(1)) {
                (true, false) => 0,
                (false, true) => 1,
                _ => continue,
            };
            let [top, other_top] = [first.cells[1 - base], second.cells[1 - base]];
            let removed = of_digit.with() & board.peers(top) & board.peers(other_top);
            if !removed.is_empty() {
                let ends = [top, first.cells[base], second.cells[base], other_top];
                let houses = [first.house, second.house];
                of_digit.report(removed, ends.map(B::Cells::only), houses, sink)?;
            }
        }
    }
    Continue(())
}

fn kites<B: Board>(of_digit: &Digit<'_, B>, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
    let board = of_digit.grid.board();
    let (mut rows, row_count) = of_digit.links(board.rows());
    let (mut columns, column_count) = of_digit.links(board.columns());
    let box_of = |cell: usize| board.houses_of(cell)[0];
    for row in 0..row_count {
        let row = &mut rows[row];
        for column in 0..column_count {
            let column = &mut columns[column];
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
            let crossing = board.house(of_digit.line_of(row.cells[1], false));
            let across = board.house(of_digit.line_of(column.cells[1], true));
            let removed = of_digit.with() & crossing & across;
            if !removed.is_empty() {
                let cells = [row.cells[1], row.cells[0], column.cells[0], column.cells[1]];
                let houses = [row.house, column.house];
                of_digit.report(removed, cells.map(B::Cells::only), houses, sink)?;
            }
        }
    }
    Continue(())
}

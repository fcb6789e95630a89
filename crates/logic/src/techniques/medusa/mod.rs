//! 3D Medusa: simple coloring over all digits, linked by cells with two candidates.

#[cfg(test)]
mod tests;

use std::ops::ControlFlow::{self, Continue};

use quadrille_core::{Cell, Digit, DigitSet};

use crate::cells::{Cells, bits, each, ones};
use crate::deduction::{Deduction, House, Part, Truth, candidate, part};
use crate::grid::LogicGrid;
use crate::houses::{CELLS, HOUSES, HOUSES_OF, PEERS, POSITIONS};
use crate::technique::{Kind, Sink, Technique};

/// Where a digit has two places in a house, or a cell has two candidates, one of the two is true.
/// Candidates that are linked in this way get two colors by turns, so all of one color are true or all of
/// the other. Groups of one digit are left to simple coloring.
///
/// A color is wrong if it puts two digits into a cell or a digit twice into a house, or if it leaves a cell
/// without candidates or a digit without places in a house. A candidate is wrong if both colors rule it
/// out: because it is in a cell with both, or because each color has another digit in its cell or the
/// same digit in a cell that it sees.
///
/// In the evidence, `parts` are the cells of the first and of the second color, in turn for each digit; of a
/// wrong color and another, the wrong one comes first. `others` is the cell of a contradiction, or both
/// cells, with `other_digits`; `houses` is the house. `truths` are the cells and the houses that link the colors, as
/// few as link all, and those that a color leaves empty.
///
/// The rules are those of <https://www.sudokuwiki.org/3D_Medusa> by Andrew Stuart, with two changes: rules
/// 4 and 5 are one kind, and a color also leaves a cell empty if what it would have to hold is of the other
/// color.
pub(super) struct Medusa;

const TWICE_IN_CELL: &str = "medusa-3d-cell";
const TWICE_IN_HOUSE: &str = "medusa-3d-house";
const TWO_COLORS: &str = "medusa-3d-two-colors";
const TRAP: &str = "medusa-3d-trap";
const EMPTY_CELL: &str = "medusa-3d-empty-cell";
const EMPTY_HOUSE: &str = "medusa-3d-empty-house";

impl Technique for Medusa {
    fn id(&self) -> &'static str {
        "medusa-3d"
    }

    fn kinds(&self) -> &'static [Kind] {
        &[
            Kind { id: TWO_COLORS, title: "3D Medusa: both colors in a cell" },
            Kind { id: TRAP, title: "3D Medusa trap" },
            Kind { id: TWICE_IN_CELL, title: "3D Medusa: color twice in a cell" },
            Kind { id: TWICE_IN_HOUSE, title: "3D Medusa: color twice in a house" },
            Kind { id: EMPTY_CELL, title: "3D Medusa: emptied cell" },
            Kind { id: EMPTY_HOUSE, title: "3D Medusa: emptied house" },
        ]
    }

    fn find(&self, grid: &LogicGrid, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        let groups = Group::all(grid);
        for group in &groups {
            group.find_double(sink)?;
            group.find_ruled_out(sink)?;
        }
        for group in &groups {
            group.find_empty(sink)?;
        }
        sink.poll()
    }
}

/// The cells of a color by digit.
type Color = [Cells; 9];

/// Candidates of more than one digit that are linked.
struct Group<'g> {
    grid: &'g LogicGrid,
    colors: [Color; 2],
    /// A candidate of the group.
    first: (usize, usize),
    /// For each color, what it rules out.
    ruled_out: [Color; 2],
}

impl<'g> Group<'g> {
    /// The groups, in ascending order of their first digits and of the first cells of these.
    fn all(grid: &'g LogicGrid) -> Vec<Self> {
        let mut open: Color = std::array::from_fn(|digit| grid.cells_of(digit));
        let mut groups = Vec::new();
        for digit in 0..9 {
            while open[digit] != 0 {
                let first = (open[digit].trailing_zeros() as usize, digit);
                let colors = paint(grid, first, &mut open, None);
                let count = (0..9).filter(|&of| (colors[0][of] | colors[1][of]) != 0).count();
                if count > 1 {
                    let ruled_out = [0, 1].map(|color| rules_out(&colors, color));
                    groups.push(Self { grid, colors, first, ruled_out });
                }
            }
        }
        groups
    }

    /// Looks for a color that is twice in a cell or in a house.
    fn find_double(&self, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        for (index, color) in self.colors.iter().enumerate() {
            let (mut once, mut twice) = (0, 0);
            for cells in color {
                twice |= once & cells;
                once |= cells;
            }
            if let Some(cell) = each(twice).next() {
                let digits = (0..9).filter(|&digit| color[digit] >> cell & 1 != 0);
                let digits = digits.fold(0, |digits, digit| digits | 1 << digit);
                self.report_wrong(TWICE_IN_CELL, index, (1 << cell, digits), None, sink)?;
                continue;
            }
            let double = (0..HOUSES.len()).find_map(|house| {
                let inside = |digit: &usize| color[*digit] & HOUSES[house];
                let digit = (0..9).find(|digit| inside(digit).count_ones() > 1)?;
                Some((house, digit, inside(&digit)))
            });
            if let Some((house, digit, cells)) = double {
                let clash = (cells, 1 << digit);
                self.report_wrong(TWICE_IN_HOUSE, index, clash, Some(house), sink)?;
            }
        }
        Continue(())
    }

    /// Looks for candidates that both colors rule out.
    fn find_ruled_out(&self, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        let [first, second] =
            self.colors.map(|color| color.iter().fold(0, |all, cells| all | cells));
        let with_both = first & second;
        for (kind, inside) in [(TWO_COLORS, with_both), (TRAP, !with_both)] {
            let mut removed = [0; 9];
            for (digit, removed) in removed.iter_mut().enumerate() {
                let colored = self.colors[0][digit] | self.colors[1][digit];
                let both = self.ruled_out[0][digit] & self.ruled_out[1][digit];
                *removed = self.grid.cells_of(digit) & both & inside & !colored;
            }
            self.report(kind, 0, &removed, (0, 0), None, sink)?;
        }
        Continue(())
    }

    /// Looks for a color that leaves nothing for a cell or for a digit in a house.
    fn find_empty(&self, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        for (index, color) in self.colors.iter().enumerate() {
            if (0..9).any(|digit| color[digit] & self.ruled_out[index][digit] != 0) {
                // It is known to be wrong.
                continue;
            }
            // What can be true with this color.
            let left: Color = std::array::from_fn(|digit| {
                self.grid.cells_of(digit)
                    & !(self.ruled_out[index][digit] | self.colors[1 - index][digit])
            });
            let able = left.iter().fold(0, |able, cells| able | cells);
            if let Some(cell) = each(self.grid.empty() & !able).next() {
                let clash = (1 << cell, self.grid.mask(cell));
                self.report_wrong(EMPTY_CELL, index, clash, None, sink)?;
                continue;
            }
            let emptied = (0..HOUSES.len()).find_map(|house| {
                let is_lost = |digit: &usize| {
                    self.grid.places(house, *digit) != 0 && left[*digit] & HOUSES[house] == 0
                };
                Some((house, (0..9).find(is_lost)?))
            });
            if let Some((house, digit)) = emptied {
                let clash = (self.grid.cells_of(digit) & HOUSES[house], 1 << digit);
                self.report_wrong(EMPTY_HOUSE, index, clash, Some(house), sink)?;
            }
        }
        Continue(())
    }

    fn report_wrong(
        &self,
        kind: &'static str,
        color: usize,
        clash: (Cells, u16),
        house: Option<usize>,
        sink: &mut Sink<'_, '_>,
    ) -> ControlFlow<()> {
        self.report(kind, color, &self.colors[color], clash, house, sink)
    }

    fn report(
        &self,
        kind: &'static str,
        first: usize,
        removed: &Color,
        (cells, digits): (Cells, u16),
        house: Option<usize>,
        sink: &mut Sink<'_, '_>,
    ) -> ControlFlow<()> {
        let of_digit = |digit| each(removed[digit]).map(move |cell| candidate(cell, digit));
        let eliminations: Vec<_> = (0..9).flat_map(of_digit).collect();
        if eliminations.is_empty() {
            return Continue(());
        }
        let mut deduction = Deduction { kind, eliminations, ..Deduction::default() };
        if sink.wants_evidence() {
            let (colors, links) = self.needed(kind, first, removed, (cells, digits));
            let [color, other] = [first, 1 - first].map(|color| &colors[color]);
            deduction.truths = links;
            let used = (0..9).filter(|&digit| color[digit] | other[digit] != 0);
            let pair =
                |digit: usize| [color[digit], other[digit]].map(|cells| part(cells, 1 << digit));
            deduction.parts = used.clone().flat_map(pair).collect::<Vec<Part>>();
            let all = used.clone().fold(0, |all, digit| all | color[digit] | other[digit]);
            deduction.cells = each(all).map(Cell::new).collect();
            deduction.digits = DigitSet::from_bits(used.fold(0, |all, digit| all | 1 << digit));
            deduction.others = each(cells).map(Cell::new).collect();
            deduction.other_digits = DigitSet::from_bits(digits.into());
            deduction.houses = house.map(House::of_index).into_iter().collect();
            match (kind, house) {
                (EMPTY_CELL, _) => deduction.truths.extend(each(cells).map(|cell| Truth::Cell {
                    cell: Cell::new(cell),
                    digits: deduction.other_digits,
                })),
                (EMPTY_HOUSE, Some(house)) => {
                    deduction.truths.push(place_in(house, digits.trailing_zeros() as usize, cells));
                }
                _ => {}
            }
        }
        sink.take(deduction)
    }

    /// The colors and the links that something needs: without the candidates at the ends of links that
    /// are not needed.
    fn needed(
        &self,
        kind: &'static str,
        first: usize,
        removed: &Color,
        clash: (Cells, u16),
    ) -> ([Color; 2], Vec<Truth>) {
        let (mut colors, mut links) = (self.colors, Vec::new());
        let mut open = std::array::from_fn(|digit| self.grid.cells_of(digit));
        paint(self.grid, self.first, &mut open, Some(&mut links));
        let omitted = |colors: &[Color; 2], links: &[Truth]| {
            (0..links.len()).find_map(|index| {
                let without = |(cell, digit): (usize, usize)| {
                    let is_end = |link: &&Truth| ends(link).contains(&(cell, digit));
                    let mut colors = *colors;
                    colors.iter_mut().for_each(|color| color[digit] &= !(1 << cell));
                    let is_spare = links.iter().filter(is_end).count() == 1
                        && self.shows(kind, first, removed, clash, &colors);
                    is_spare.then_some((index, colors))
                };
                ends(&links[index]).into_iter().find_map(without)
            })
        };
        // Without any link there are no colors.
        while links.len() > 1
            && let Some((index, rest)) = omitted(&colors, &links)
        {
            links.remove(index);
            colors = rest;
        }
        (colors, links)
    }

    /// Whether colors show that something is wrong.
    fn shows(
        &self,
        kind: &'static str,
        first: usize,
        removed: &Color,
        (cells, digits): (Cells, u16),
        colors: &[Color; 2],
    ) -> bool {
        let ruled_out = [0, 1].map(|color| rules_out(colors, color));
        let all = colors.map(|color| color.iter().fold(0, |all, cells| all | cells));
        let is_shown = |digit: usize| match kind {
            TWO_COLORS => removed[digit] & !(all[0] & all[1]) == 0,
            TRAP => removed[digit] & !(ruled_out[0][digit] & ruled_out[1][digit]) == 0,
            _ => removed[digit] & !colors[first][digit] == 0,
        };
        let is_empty = |digit: usize| {
            let left = cells & self.grid.cells_of(digit);
            left & !(ruled_out[first][digit] | colors[1 - first][digit]) == 0
        };
        let is_emptied = matches!(kind, EMPTY_CELL | EMPTY_HOUSE);
        (0..9).all(is_shown) && (!is_emptied || bits(digits).all(is_empty))
    }
}

/// The two candidates of a link, as cells and digits.
fn ends(link: &Truth) -> [(usize, usize); 2] {
    let digit_of = |digit: Digit| usize::from(digit.get() - 1);
    match link {
        Truth::Cell { cell, digits } => {
            let mut digits = digits.iter().map(digit_of);
            [(); 2].map(|()| (cell.index(), digits.next().expect("a link has two ends")))
        }
        Truth::House { digit, cells, .. } => {
            [0, 1].map(|index| (cells[index].index(), digit_of(*digit)))
        }
        Truth::Deadly { .. } | Truth::Grave { .. } => unreachable!("colors are linked otherwise"),
    }
}

/// A house has a digit in one of some cells.
fn place_in(house: usize, digit: usize, cells: Cells) -> Truth {
    Truth::House {
        house: House::of_index(house),
        digit: candidate(0, digit).digit,
        cells: each(cells).map(Cell::new).collect(),
    }
}

/// Colors what is linked with a candidate, and takes it from what is open. Adds the links to `truths`.
fn paint(
    grid: &LogicGrid,
    (cell, digit): (usize, usize),
    open: &mut Color,
    mut truths: Option<&mut Vec<Truth>>,
) -> [Color; 2] {
    let mut colors = [[0; 9]; 2];
    let mut added = vec![(cell, digit, 0)];
    open[digit] &= !(1 << cell);
    while let Some((cell, digit, color)) = added.pop() {
        colors[color][digit] |= 1 << cell;
        let mut add = |cell: usize, digit: usize, link: &dyn Fn() -> Truth| {
            if open[digit] >> cell & 1 != 0 {
                open[digit] &= !(1 << cell);
                added.push((cell, digit, 1 - color));
                truths.iter_mut().for_each(|truths| truths.push(link()));
            }
        };
        for (house, position) in HOUSES_OF[cell].into_iter().zip(POSITIONS[cell]) {
            let others = grid.places(house.into(), digit) & !(1 << position);
            if ones(others) == 1 {
                let house = usize::from(house);
                let other = usize::from(CELLS[house][others.trailing_zeros() as usize]);
                add(other, digit, &|| place_in(house, digit, 1 << cell | 1 << other));
            }
        }
        let others = grid.mask(cell) & !(1 << digit);
        if ones(others) == 1 {
            let digits = DigitSet::from_bits(grid.mask(cell).into());
            let link = || Truth::Cell { cell: Cell::new(cell), digits };
            bits(others).for_each(|other| add(cell, other, &link));
        }
    }
    colors
}

/// The cells that cannot hold a digit if a color is true, apart from those that it has of this digit if
/// they do not see each other.
fn rules_out(colors: &[Color; 2], color: usize) -> Color {
    let color = &colors[color];
    std::array::from_fn(|digit| {
        let seen = each(color[digit]).fold(0, |seen, cell| seen | PEERS[cell]);
        let others = (0..9).filter(|&other| other != digit);
        others.fold(seen, |cells, other| cells | color[other])
    })
}

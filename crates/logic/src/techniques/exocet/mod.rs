//! Junior exocet: two targets that hold the same two digits as two base cells, whichever these are.

mod board;
mod inference;

#[cfg(test)]
mod tests;

use std::ops::ControlFlow::{self, Continue};

use quadrille_core::{Cell, DigitSet};

use self::board::{Board, Direction};
use self::inference::eliminations;
use crate::cells::{Cells, bits, each, ones};
use crate::deduction::{Deduction, House, Truth, candidate, part};
use crate::grid::LogicGrid;
use crate::houses::{HOUSES, HOUSES_OF};
use crate::technique::{Kind, Sink, Technique};

/// Two base cells of a box and a line have three or four digits between them. Three lines cross theirs:
/// that of the third cell beside the base, and one through each of the other two boxes of the chute.
/// Each of the latter two has a target where it crosses the other two lines of the chute: one
/// of these cells, or both if one of them is taken by another digit. If for each digit of the base two
/// lines cover its places in the crossing lines that are neither in a target nor seen by the base, this
/// is an exocet.
///
/// For a digit that is in the base is once in each of the three crossing lines, in a target or in these
/// places. It is in at most two of these places, since two lines cover them, and so at least once in a
/// target. The base holds two digits and each target only one of them: the targets hold the same two
/// digits, one each.
///
/// The cell of a crossing line beside a target, its companion, has no digit of the base by the usual
/// definition. But it may be filled with one: the line then has its digit there, and the cell is one of
/// the places to be covered.
///
/// What follows is [derived](inference) from all ways to place two digits in the targets.
///
/// In the evidence, `cells` are the base and `digits` what it holds, `others` are the targets and
/// `other_digits` the same digits with those that take a cell of a target, `houses` are the crossing
/// lines, and `parts` the places of each digit in them. `truths` are the sets that prove the rest.
///
/// Source: the definition of JExocets by David P Bird in the JExocet compendium of the New Sudoku
/// Players' Forum, after champagne, who named the pattern, and Allan Barker, who found it. Targets in one
/// line and filled companions are as in an exocet that Leren describes there, in "JExocet Pattern
/// Definition".
pub(super) struct JuniorExocet;

impl Technique for JuniorExocet {
    fn id(&self) -> &'static str {
        "junior-exocet"
    }

    fn kinds(&self) -> &'static [Kind] {
        &[Kind { id: "junior-exocet", title: "Junior Exocet" }]
    }

    fn find(&self, grid: &LogicGrid, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        for direction in [Direction::Rows, Direction::Columns] {
            let board = Board::new(grid, direction);
            for base in bases(&board) {
                find_with(&board, &base, sink)?;
            }
            sink.poll()?;
        }
        Continue(())
    }
}

/// Two cells of a line in a box.
struct Base {
    cells: [usize; 2],
    digits: u16,
    line: usize,
    /// The crossing line of the third cell.
    third: usize,
}

impl Base {
    /// The lines of the chute.
    fn chute(&self) -> u16 {
        0b111 << (self.line / 3 * 3)
    }

    /// The lines where the crossing line of the third cell may hold a digit that is in the base.
    fn beyond(&self, board: &Board<'_>, digit: usize) -> u16 {
        board.places[digit][self.third] & !self.chute()
    }
}

/// Where a crossing line holds a digit of the base in the chute, if not in a companion.
#[derive(Clone, Copy)]
struct Target {
    /// The crossing line.
    cross: usize,
    /// One or two lines of the chute.
    lines: u16,
    cells: Cells,
    /// The other digit that takes one of two cells; none of one cell.
    taken: u16,
}

impl Target {
    /// The lines where its crossing line may hold a digit that is in the base but not in this target.
    fn beside(&self, board: &Board<'_>, base: &Base, digit: usize) -> u16 {
        board.places[digit][self.cross] & !(1 << base.line) & !self.lines
    }
}

/// The pairs of cells with three or four digits.
fn bases(board: &Board<'_>) -> impl Iterator<Item = Base> {
    (0..81).filter_map(|index| {
        let (line, third) = (index / 9, index % 9);
        let first = third / 3 * 3;
        let in_box = [first, first + 1, first + 2].into_iter().filter(|&cross| cross != third);
        let mut cells = in_box.map(|cross| board.cell(line, cross));
        let cells = [cells.next()?, cells.next()?];
        let masks = cells.map(|cell| board.grid.mask(cell));
        let digits = masks[0] | masks[1];
        let is_base = masks[0] != 0 && masks[1] != 0 && (3..=4).contains(&ones(digits));
        is_base.then_some(Base { cells, digits, line, third })
    })
}

/// Looks for the targets of a base.
fn find_with(board: &Board<'_>, base: &Base, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
    let mut boxes = (0..3).filter(|&in_chute| in_chute != base.third / 3);
    let (Some(first), Some(second)) = (boxes.next(), boxes.next()) else { return Continue(()) };
    let targets = |in_chute: usize| {
        (3 * in_chute..3 * in_chute + 3).filter_map(|cross| target(board, base, cross))
    };
    for one in targets(first) {
        for other in targets(second) {
            let targets = [one, other];
            if bits(base.digits).all(|digit| is_covered(&places(board, base, &targets, digit))) {
                report(board, base, &targets, sink)?;
            }
        }
    }
    Continue(())
}

/// The target of a crossing line, if it has one.
fn target(board: &Board<'_>, base: &Base, cross: usize) -> Option<Target> {
    let (mut lines, mut cells, mut others) = (0, 0, 0);
    for line in bits(base.chute() & !(1 << base.line)) {
        let cell = board.cell(line, cross);
        if board.grid.mask(cell) & base.digits != 0 {
            lines |= 1 << line;
            cells |= 1 << cell;
            others |= board.grid.mask(cell) & !base.digits;
        }
    }
    let taken = match ones(lines) {
        0 => return None,
        1 => 0,
        _ => 1 << bits(others).find(|&digit| board.locking(digit, cross, cells).is_some())?,
    };
    Some(Target { cross, lines, cells, taken })
}

/// The lines of each crossing line where it may hold a digit that is in the base but in no target.
fn places(board: &Board<'_>, base: &Base, targets: &[Target; 2], digit: usize) -> [u16; 3] {
    let [one, other] = targets.each_ref().map(|target| target.beside(board, base, digit));
    [base.beyond(board, digit), one, other]
}

/// Whether two lines cover all places: whether there are no three of them in different lines, as Kőnig's
/// theorem says.
fn is_covered(places: &[u16; 3]) -> bool {
    let &[one, two, three] = places;
    let are_three = ones(one | two | three) >= 3
        && [one | two, one | three, two | three].into_iter().all(|lines| ones(lines) >= 2)
        && places.iter().all(|&lines| lines != 0);
    !are_three
}

/// What the proof rests on: each base cell holds a digit of the base, each crossing line and each box of a
/// target holds these, and one of two cells of a target the digit that takes it.
fn truths(board: &Board<'_>, base: &Base, targets: &[Target; 2]) -> Vec<Truth> {
    let digits = |cell: usize| DigitSet::from_bits(board.grid.mask(cell).into());
    let of_cell = |cell: usize| Truth::Cell { cell: Cell::new(cell), digits: digits(cell) };
    let [one, other] = targets.map(|target| each(target.cells).next().expect("it has a cell"));
    let crosses = [base.third, targets[0].cross, targets[1].cross];
    let houses = crosses.map(|cross| board.crossing(cross));
    let boxes = [one, other].map(|cell| House::of_index(HOUSES_OF[cell][0].into()));
    let of_base = houses.into_iter().chain(boxes).flat_map(|house| {
        bits(base.digits).filter_map(move |digit| in_house(board.grid, house, digit))
    });
    let taken = targets.iter().flat_map(|target| {
        bits(target.taken).filter_map(|digit| {
            board.locking(digit, target.cross, target.cells).map(|house| (house, digit))
        })
    });
    let taken = taken.filter_map(|(house, digit)| in_house(board.grid, house, digit));
    base.cells.into_iter().map(of_cell).chain(of_base).chain(taken).collect()
}

/// The places of a digit in a house; `None` if it is placed there.
fn in_house(grid: &LogicGrid, house: House, digit: usize) -> Option<Truth> {
    let places = grid.cells_of(digit) & HOUSES[house.index()];
    (places != 0).then(|| Truth::House {
        house,
        digit: candidate(0, digit).digit,
        cells: each(places).map(Cell::new).collect(),
    })
}

fn report(
    board: &Board<'_>,
    base: &Base,
    targets: &[Target; 2],
    sink: &mut Sink<'_, '_>,
) -> ControlFlow<()> {
    let eliminations = eliminations(board, base, targets);
    if eliminations.is_empty() {
        return Continue(());
    }
    let mut deduction = Deduction { kind: "junior-exocet", eliminations, ..Deduction::default() };
    if sink.wants_evidence() {
        let [one, other] = targets;
        let crosses = [base.third, one.cross, other.cross];
        deduction.cells = base.cells.map(Cell::new).to_vec();
        deduction.digits = DigitSet::from_bits(base.digits.into());
        deduction.others = each(one.cells | other.cells).map(Cell::new).collect();
        deduction.other_digits =
            DigitSet::from_bits((base.digits | one.taken | other.taken).into());
        deduction.houses = crosses.map(|cross| board.crossing(cross)).to_vec();
        deduction.houses.sort_unstable();
        let places = |digit: usize| {
            let lines = places(board, base, targets, digit).into_iter().zip(crosses);
            let cells = lines
                .flat_map(|(lines, cross)| bits(lines).map(move |line| board.cell(line, cross)));
            part(cells.fold(0, |cells: Cells, cell| cells | 1 << cell), 1 << digit)
        };
        deduction.parts =
            bits(base.digits).map(places).filter(|part| !part.cells.is_empty()).collect();
        deduction.truths = truths(board, base, targets);
    }
    sink.take(deduction)
}

//! Unique rectangles and loops: cells with two common candidates that would let the puzzle have two
//! solutions.

mod search;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow::{self, Continue};

use quadrille_core::{Candidate, Cell, DigitSet};

use crate::board::{Board, Tables};
use crate::cells::{CellSet, bits};
use crate::deduction::{Deduction, candidate, listed};
use crate::grid::LogicGrid;
use crate::technique::{Kind, Sink, Technique, search_every_board};
use search::Loop;

/// A loop of cells in which two digits could be exchanged, so one of the cells holds another digit.
/// A loop of four cells is a rectangle.
///
/// - Type 1: one cell has further candidates, so it does not hold the two digits.
/// - Type 2: the further candidates are all the same digit, so cells that see all of them do not
///   hold it.
/// - Type 3: the further candidates of two cells form a naked set with other cells of a house that
///   the two share; or the two digits, a hidden set with other digits.
/// - Type 4: in a house that two cells with further candidates share, one of the two digits is in no
///   other cell, so they do not hold the other digit.
///
/// In the evidence, `cells` has the loop in its order and `digits` the two digits; for type 3,
/// `others` and `other_digits` are the other cells and all digits of the set. `houses` has the house
/// that types 3 and 4 use.
///
/// Types and order follow Sudoku Explainer, with the correction of lksudoku to its search.
pub(super) struct UniqueLoop;

/// Types 1 to 4 of rectangles, then of loops with six or more cells.
const KINDS: &[Kind; 8] = &[
    Kind { id: "unique-rectangle-1", title: "Unique rectangle, type 1" },
    Kind { id: "unique-rectangle-2", title: "Unique rectangle, type 2" },
    Kind { id: "unique-rectangle-3", title: "Unique rectangle, type 3" },
    Kind { id: "unique-rectangle-4", title: "Unique rectangle, type 4" },
    Kind { id: "unique-loop-1", title: "Unique loop, type 1" },
    Kind { id: "unique-loop-2", title: "Unique loop, type 2" },
    Kind { id: "unique-loop-3", title: "Unique loop, type 3" },
    Kind { id: "unique-loop-4", title: "Unique loop, type 4" },
];

impl Technique for UniqueLoop {
    fn id(&self) -> &'static str {
        "unique-loop"
    }

    fn kinds(&self) -> &'static [Kind] {
        KINDS
    }

    fn needs_uniqueness(&self) -> bool {
        true
    }

    search_every_board!();
}

impl UniqueLoop {
    fn search<B: Board>(&self, grid: &LogicGrid<B>, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        let mut uses = Vec::new();
        search::each_loop(grid, sink, &mut |path| of_loop(grid, path, &mut uses))?;
        let rank = |found: &Use<B>| {
            let kind = KINDS[found.kind].id;
            (
                sink.rating(kind) + u32::from(found.surcharge()),
                found.sum().to_bits(),
                found.kind % 4,
            )
        };
        uses.sort_by_cached_key(rank);
        // A loop is met from each of its bivalue cells, and in both directions.
        let mut taken: Vec<&Use<B>> = Vec::new();
        for found in &uses {
            if !taken.iter().any(|other| other.is_same(found)) {
                taken.push(found);
                sink.take(found.deduction(grid.board(), sink.wants_evidence()))?;
            }
        }
        Continue(())
    }
}

/// A deduction from a loop.
struct Use<B: Board> {
    /// The index of the kind.
    kind: usize,
    eliminations: Vec<Candidate>,
    path: Vec<usize>,
    cells: B::Cells,
    pair: u16,
    /// The house used, and the other cells and the digits of a set.
    house: Option<usize>,
    others: B::Cells,
    set: u16,
    /// What the size of the set adds to the rating, in tenths.
    size: u16,
}

impl<B: Board> Use<B> {
    /// The tenths that the sizes of the loop and of the set add to the rating.
    fn surcharge(&self) -> u16 {
        let of_loop = match self.path.len() {
            4 | 6 => 0,
            8 => 1,
            _ => 4,
        };
        of_loop + self.size
    }

    /// The rating as Sudoku Explainer sums it up. Equal ratings can come from unequal sums, and it
    /// sorts by the sums.
    fn sum(&self) -> f64 {
        let base = match self.path.len() {
            4 => 4.5,
            6 => 4.5 + 0.1,
            8 => 4.5 + 0.2,
            _ => 4.5 + 0.3 + 0.2,
        };
        base + f64::from(self.size) * 0.1
    }

    fn is_same(&self, other: &Self) -> bool {
        (self.kind, self.cells, self.house, self.others, self.set)
            == (other.kind, other.cells, other.house, other.others, other.set)
    }

    fn deduction(&self, board: B, wants_evidence: bool) -> Deduction {
        let mut deduction = Deduction {
            kind: KINDS[self.kind].id,
            surcharge: self.surcharge(),
            eliminations: self.eliminations.clone(),
            ..Deduction::default()
        };
        if wants_evidence {
            deduction.cells = self.path.iter().map(|&cell| Cell::new(cell)).collect();
            deduction.digits = DigitSet::from_bits(self.pair.into());
            deduction.others = listed(self.others);
            deduction.other_digits = DigitSet::from_bits(self.set.into());
            deduction.houses = self.house.into_iter().map(|house| board.named(house)).collect();
        }
        deduction
    }
}

/// Appends the deductions from a loop.
fn of_loop<B: Board>(grid: &LogicGrid<B>, path: &Loop, uses: &mut Vec<Use<B>>) {
    let mut rest = path.cells().filter(|&cell| grid.mask(cell) & !path.pair != 0);
    let further = rest.clone().fold(0, |further, cell| further | grid.mask(cell)) & !path.pair;
    let (Some(first), second, third) = (rest.next(), rest.next(), rest.next()) else { return };
    let Some(second) = second else {
        return push(path, 0, all(path.pair, first).collect(), None, uses);
    };
    // With three or more cells beyond the pair, the further candidates are one digit.
    if further.is_power_of_two() {
        type_2(grid, path, further, uses);
    } else {
        type_3(grid, path, [first, second], further, uses);
    }
    if third.is_none() {
        type_4(grid, path, [first, second], uses);
    }
}

/// All candidates of a mask in a cell.
fn all(mask: u16, cell: usize) -> impl Iterator<Item = Candidate> {
    bits(mask).map(move |digit| candidate(cell, digit))
}

/// A set that type 3 uses: the house, the other cells, the digits, and what its size adds.
type Set<B> = (usize, <B as Tables>::Cells, u16, u16);

fn push<B: Board>(
    path: &Loop,
    type_index: usize,
    eliminations: Vec<Candidate>,
    set: Option<Set<B>>,
    uses: &mut Vec<Use<B>>,
) {
    if eliminations.is_empty() {
        return;
    }
    let (_, others, digits, size) = set.unwrap_or((0, B::Cells::NONE, 0, 0));
    uses.push(Use {
        kind: type_index + if path.len() == 4 { 0 } else { 4 },
        eliminations,
        path: path.cells().collect(),
        cells: set_of::<B>(path.cells()),
        pair: path.pair,
        house: set.map(|(house, ..)| house),
        others,
        set: digits,
        size,
    });
}

/// The cells as a set.
fn set_of<B: Board>(cells: impl Iterator<Item = usize>) -> B::Cells {
    cells.fold(B::Cells::NONE, |cells, cell| cells | B::Cells::only(cell))
}

fn type_2<B: Board>(grid: &LogicGrid<B>, path: &Loop, further: u16, uses: &mut Vec<Use<B>>) {
    let digit = further.trailing_zeros() as usize;
    let holders = path.cells().filter(|&cell| grid.may_hold(cell, digit));
    let board = grid.board();
    let removed = holders.fold(grid.cells_of(digit), |cells, cell| cells & board.peers(cell));
    push(path, 1, removed.each().map(|cell| candidate(cell, digit)).collect(), None, uses);
}

/// The houses that two cells share: box, row, column.
fn shared_houses<B: Board>(board: B, ends: [usize; 2]) -> impl Iterator<Item = usize> {
    let [first, second] = ends.map(|end| board.houses_of(end));
    let kinds = [0, 2, 1].into_iter().filter(move |&kind| first[kind] == second[kind]);
    kinds.map(move |kind| first[kind].into())
}

fn type_3<B: Board>(
    grid: &LogicGrid<B>,
    path: &Loop,
    ends: [usize; 2],
    further: u16,
    uses: &mut Vec<Use<B>>,
) {
    let board = grid.board();
    // One of the two cells holds a further candidate. For naked sets the two count as one cell with
    // these; what both may hold must not be missing in the other cells of the set.
    let shared = further & grid.mask(ends[0]) & grid.mask(ends[1]);
    for size in 2..=7 {
        for house in shared_houses(board, ends) {
            let empty = (grid.empty() & board.house(house)).len();
            let at = |position: usize| board.cell(house, position);
            if 2 * size <= empty && size >= B::ones(further) {
                let fits = |&position: &usize| {
                    let mask = grid.mask(at(position));
                    !ends.contains(&at(position)) && (2..=size).contains(&B::ones(mask))
                };
                let able = (0..board.side()).filter(fits);
                let able = able.fold(0, |able: u16, position| able | 1 << position);
                for set in B::sets(size - 1, able) {
                    let masks = bits(set).map(|position| grid.mask(at(position)));
                    let digits = masks.fold(0, |digits, mask| digits | mask);
                    let is_naked =
                        B::ones(digits | shared) == size && B::ones(digits | further) == size;
                    if !is_naked {
                        continue;
                    }
                    let digits = digits | further;
                    let others = board.cells(house, set);
                    let used = others | set_of::<B>(ends.into_iter());
                    let rest = grid.empty() & board.house(house) & !used;
                    let removed = rest.each().flat_map(|cell| all(grid.mask(cell) & digits, cell));
                    let used = (house, others, digits, size as u16 - 1);
                    push(path, 2, removed.collect(), Some(used), uses);
                }
            }
            if 2 * size < empty {
                hidden(grid, path, ends, further, (house, size), uses);
            }
        }
    }
}

/// Type 3 with a hidden set: the two digits and others have together as many places besides the
/// second cell as they are, so the other places hold nothing else.
fn hidden<B: Board>(
    grid: &LogicGrid<B>,
    path: &Loop,
    ends: [usize; 2],
    further: u16,
    (house, size): (usize, u32),
    uses: &mut Vec<Use<B>>,
) {
    let board = grid.board();
    let free = board.digits() & !path.pair & !further;
    // Without a free digit, Sudoku Explainer does not try the two digits alone.
    if free == 0 || size - 2 > B::ones(free) {
        return;
    }
    let places_but = |digit: usize| {
        let mut positions = 0..board.side();
        let second = positions.find(|&position| board.cell(house, position) == ends[1]);
        grid.places(house, digit) & !(1 << second.expect("the house contains the second cell"))
    };
    for set in B::sets(size - 2, free) {
        let digits = set | path.pair;
        let mut places = bits(digits).map(places_but);
        let union = places.clone().fold(0, |union, places| union | places);
        if B::ones(union) != size || places.any(|places| places == 0) {
            continue;
        }
        let cells = bits(union).map(|position| board.cell(house, position));
        let others = cells.filter(|cell| !ends.contains(cell));
        let removed = others.clone().flat_map(|cell| all(grid.mask(cell) & !digits, cell));
        let used = (house, set_of::<B>(others.clone()), digits, size as u16 - 2);
        push(path, 2, removed.collect(), Some(used), uses);
    }
}

fn type_4<B: Board>(grid: &LogicGrid<B>, path: &Loop, ends: [usize; 2], uses: &mut Vec<Use<B>>) {
    let (board, ends_cells) = (grid.board(), set_of::<B>(ends.into_iter()));
    let is_locked = |house: usize, digit: usize| {
        (grid.cells_of(digit) & board.house(house) & !ends_cells).is_empty()
    };
    for digit in bits(path.pair) {
        // Any of the houses shows it. Sudoku Explainer names the last.
        let Some(house) =
            shared_houses(board, ends).filter(|&house| is_locked(house, digit)).last()
        else {
            continue;
        };
        let removed = path.pair & !(1 << digit);
        let eliminations = ends.into_iter().flat_map(|cell| all(removed, cell)).collect();
        return push(path, 3, eliminations, Some((house, B::Cells::NONE, 1 << digit, 0)), uses);
    }
}

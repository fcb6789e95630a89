//! Unique rectangles and loops: cells with two common candidates that would let the puzzle have two
//! solutions.

mod search;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow::{self, Continue};

use quadrille_core::{Candidate, Cell, DigitSet};

use crate::cells::{Cells, bits, each, ones, sets};
use crate::deduction::{Deduction, House, candidate};
use crate::grid::LogicGrid;
use crate::houses::{CELLS, HOUSES, HOUSES_OF, PEERS};
use crate::technique::{Kind, Sink, Technique};
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

    fn find(&self, grid: &LogicGrid, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        let mut uses = Vec::new();
        search::each_loop(grid, sink, &mut |path| of_loop(grid, path, &mut uses))?;
        let rank = |found: &Use| {
            let kind = KINDS[found.kind].id;
            (
                sink.rating(kind) + u32::from(found.surcharge()),
                found.sum().to_bits(),
                found.kind % 4,
            )
        };
        uses.sort_by_cached_key(rank);
        // A loop is met from each of its bivalue cells, and in both directions.
        let mut taken: Vec<&Use> = Vec::new();
        for found in &uses {
            if !taken.iter().any(|other| other.is_same(found)) {
                taken.push(found);
                sink.take(found.deduction(sink.wants_evidence()))?;
            }
        }
        Continue(())
    }
}

/// A deduction from a loop.
struct Use {
    /// The index of the kind.
    kind: usize,
    eliminations: Vec<Candidate>,
    path: Vec<usize>,
    cells: Cells,
    pair: u16,
    /// The house used, and the other cells and the digits of a set.
    house: Option<usize>,
    others: Cells,
    set: u16,
    /// What the size of the set adds to the rating, in tenths.
    size: u16,
}

impl Use {
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

    fn deduction(&self, wants_evidence: bool) -> Deduction {
        let mut deduction = Deduction {
            kind: KINDS[self.kind].id,
            surcharge: self.surcharge(),
            eliminations: self.eliminations.clone(),
            ..Deduction::default()
        };
        if wants_evidence {
            deduction.cells = self.path.iter().map(|&cell| Cell::new(cell)).collect();
            deduction.digits = DigitSet::from_bits(self.pair.into());
            deduction.others = each(self.others).map(Cell::new).collect();
            deduction.other_digits = DigitSet::from_bits(self.set.into());
            deduction.houses = self.house.into_iter().map(House::of_index).collect();
        }
        deduction
    }
}

/// Appends the deductions from a loop.
fn of_loop(grid: &LogicGrid, path: &Loop, uses: &mut Vec<Use>) {
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
type Set = (usize, Cells, u16, u16);

fn push(
    path: &Loop,
    type_index: usize,
    eliminations: Vec<Candidate>,
    set: Option<Set>,
    uses: &mut Vec<Use>,
) {
    if eliminations.is_empty() {
        return;
    }
    let (_, others, digits, size) = set.unwrap_or_default();
    uses.push(Use {
        kind: type_index + if path.len() == 4 { 0 } else { 4 },
        eliminations,
        path: path.cells().collect(),
        cells: path.cells().fold(0, |cells, cell| cells | 1 << cell),
        pair: path.pair,
        house: set.map(|(house, ..)| house),
        others,
        set: digits,
        size,
    });
}

fn type_2(grid: &LogicGrid, path: &Loop, further: u16, uses: &mut Vec<Use>) {
    let digit = further.trailing_zeros() as usize;
    let holders = path.cells().filter(|&cell| grid.may_hold(cell, digit));
    let removed = holders.fold(grid.cells_of(digit), |cells, cell| cells & PEERS[cell]);
    push(path, 1, each(removed).map(|cell| candidate(cell, digit)).collect(), None, uses);
}

/// The houses that two cells share: box, row, column.
fn shared_houses([first, second]: [usize; 2]) -> impl Iterator<Item = usize> {
    let kinds = [0, 2, 1].into_iter();
    let kinds = kinds.filter(move |&kind| HOUSES_OF[first][kind] == HOUSES_OF[second][kind]);
    kinds.map(move |kind| HOUSES_OF[first][kind].into())
}

fn type_3(grid: &LogicGrid, path: &Loop, ends: [usize; 2], further: u16, uses: &mut Vec<Use>) {
    // One of the two cells holds a further candidate. For naked sets the two count as one cell with
    // these; what both may hold must not be missing in the other cells of the set.
    let shared = further & grid.mask(ends[0]) & grid.mask(ends[1]);
    for size in 2..=7 {
        for house in shared_houses(ends) {
            let empty = (grid.empty() & HOUSES[house]).count_ones();
            let cells = CELLS[house].map(usize::from);
            if 2 * size <= empty && size >= ones(further) {
                let fits = |position: usize| {
                    let mask = grid.mask(cells[position]);
                    !ends.contains(&cells[position]) && (2..=size).contains(&ones(mask))
                };
                let able = (0..9).filter(|&position| fits(position));
                let able = able.fold(0, |able: u16, position| able | 1 << position);
                for set in sets(size - 1, able) {
                    let masks = bits(set).map(|position| grid.mask(cells[position]));
                    let digits = masks.fold(0, |digits, mask| digits | mask);
                    let is_naked = ones(digits | shared) == size && ones(digits | further) == size;
                    if !is_naked {
                        continue;
                    }
                    let digits = digits | further;
                    let others = bits(set).fold(0 as Cells, |all, p| all | 1 << cells[p]);
                    let [first, second] = ends;
                    let rest =
                        grid.empty() & HOUSES[house] & !others & !(1 << first) & !(1 << second);
                    let removed = each(rest).flat_map(|cell| all(grid.mask(cell) & digits, cell));
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
fn hidden(
    grid: &LogicGrid,
    path: &Loop,
    ends: [usize; 2],
    further: u16,
    (house, size): (usize, u32),
    uses: &mut Vec<Use>,
) {
    let free = 511 & !path.pair & !further;
    // Without a free digit, Sudoku Explainer does not try the two digits alone.
    if free == 0 || size - 2 > ones(free) {
        return;
    }
    let places_but = |digit: usize| {
        let second = CELLS[house].iter().position(|&cell| usize::from(cell) == ends[1]);
        grid.places(house, digit) & !(1 << second.expect("the house contains the second cell"))
    };
    for set in sets(size - 2, free) {
        let digits = set | path.pair;
        let mut places = bits(digits).map(places_but);
        let union = places.clone().fold(0, |union, places| union | places);
        if ones(union) != size || places.any(|places| places == 0) {
            continue;
        }
        let cells = bits(union).map(|position| usize::from(CELLS[house][position]));
        let others = cells.filter(|cell| !ends.contains(cell));
        let removed = others.clone().flat_map(|cell| all(grid.mask(cell) & !digits, cell));
        let others = others.clone().fold(0 as Cells, |others, cell| others | 1 << cell);
        let used = (house, others, digits, size as u16 - 2);
        push(path, 2, removed.collect(), Some(used), uses);
    }
}

fn type_4(grid: &LogicGrid, path: &Loop, ends: [usize; 2], uses: &mut Vec<Use>) {
    let ends_cells: Cells = 1 << ends[0] | 1 << ends[1];
    let is_locked =
        |house: usize, digit: usize| grid.cells_of(digit) & HOUSES[house] & !ends_cells == 0;
    for digit in bits(path.pair) {
        // Any of the houses shows it. Sudoku Explainer names the last.
        let Some(house) = shared_houses(ends).filter(|&house| is_locked(house, digit)).last()
        else {
            continue;
        };
        let removed = path.pair & !(1 << digit);
        let eliminations = ends.into_iter().flat_map(|cell| all(removed, cell)).collect();
        return push(path, 3, eliminations, Some((house, 0, 1 << digit, 0)), uses);
    }
}

//! Aligned exclusion: combinations of candidates that would leave a common peer without any.

use std::ops::ControlFlow::{self, Continue};

use quadrille_core::{Candidate, Cell, DigitSet};

use crate::cells::{Cells, bits, each};
use crate::deduction::{Deduction, candidate, part};
use crate::grid::LogicGrid;
use crate::houses::PEERS;
use crate::technique::{Kind, Sink, Technique};

/// Two or three cells cannot hold a combination of digits that takes all candidates of a cell that
/// sees them all, or that repeats a digit in a house. A candidate that is in no other combination is
/// false.
///
/// In the evidence, `cells` are the two or three cells and `others` the cells that can exclude
/// combinations; `parts` has a part for each of the first, then of the second, with its candidates.
///
/// As in Sudoku Explainer, cells that see a naked single are ignored, the excluding cells have at
/// most as many candidates as there are cells, and there are at least two of them; the third cell is
/// an excluding cell of one of the others.
pub(super) struct AlignedExclusion {
    kind: &'static [Kind; 1],
    is_triple: bool,
}

pub(super) const PAIR: AlignedExclusion = AlignedExclusion {
    kind: &[Kind { id: "aligned-pair-exclusion", title: "Aligned pair exclusion" }],
    is_triple: false,
};
pub(super) const TRIPLE: AlignedExclusion = AlignedExclusion {
    kind: &[Kind { id: "aligned-triplet-exclusion", title: "Aligned triplet exclusion" }],
    is_triple: true,
};

impl Technique for AlignedExclusion {
    fn id(&self) -> &'static str {
        self.kind[0].id
    }

    fn kinds(&self) -> &'static [Kind] {
        self.kind
    }

    fn find(&self, grid: &LogicGrid, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        let [_, one, two, three, four] = grid.at_least::<5>();
        let excluders = if self.is_triple { two & !four } else { two & !three };
        let singles = each(one & !two).fold(0, |cells, cell| cells | PEERS[cell]);
        let has_excluder = |&cell: &usize| excluders & PEERS[cell] != 0;
        let able = each(two & !singles).filter(has_excluder);
        let able = able.fold(0 as Cells, |able, cell| able | 1 << cell);
        let board = Board { grid, excluders, able, kind: self.id() };
        for second in each(able) {
            if self.is_triple {
                sink.poll()?;
            }
            let of_second = excluders & PEERS[second];
            for first in each(able & ((1 << second) - 1) & seen_twice(of_second)) {
                let common = of_second & PEERS[first];
                if self.is_triple {
                    board.triples(first, second, common, sink)?;
                } else {
                    board.pair(first, second, common, sink)?;
                }
            }
        }
        Continue(())
    }
}

struct Board<'g> {
    grid: &'g LogicGrid,
    /// The cells that can exclude combinations.
    excluders: Cells,
    /// The cells that can be in a pair or triple.
    able: Cells,
    kind: &'static str,
}

/// Whether two cells share a house.
fn see(first: usize, second: usize) -> bool {
    PEERS[first] >> second & 1 != 0
}

/// The cells that see at least two of some cells.
fn seen_twice(cells: Cells) -> Cells {
    let (_, twice) = each(cells)
        .fold((0, 0), |(once, twice), cell| (once | PEERS[cell], twice | once & PEERS[cell]));
    twice
}

/// The digit as a mask if two cells cannot both hold it.
fn repeated(digit: usize, is_seen: bool) -> u16 {
    u16::from(is_seen) << digit
}

impl Board<'_> {
    fn pair(
        &self,
        first: usize,
        second: usize,
        common: Cells,
        sink: &mut Sink<'_, '_>,
    ) -> ControlFlow<()> {
        let masks = [self.grid.mask(first), self.grid.mask(second)];
        // For each digit, those that cannot be with it.
        let mut forbidden = [0; 9];
        for mask in each(common).map(|cell| self.grid.mask(cell)) {
            for digit in bits(mask) {
                forbidden[digit] |= mask & !(1 << digit);
            }
        }
        let is_seen = see(first, second);
        let allowed = |mask: u16, other: u16| {
            let is_allowed =
                |&digit: &usize| other & !forbidden[digit] & !repeated(digit, is_seen) != 0;
            bits(mask).filter(is_allowed).fold(0, |allowed, digit| allowed | 1 << digit)
        };
        let allowed = [allowed(masks[0], masks[1]), allowed(masks[1], masks[0])];
        if allowed == masks {
            return Continue(());
        }
        let removed = |index: usize| masks[index] & !allowed[index];
        self.report(&[(first, removed(0)), (second, removed(1))], common, sink)
    }

    /// Tries the third cells that go with two.
    fn triples(
        &self,
        first: usize,
        second: usize,
        common: Cells,
        sink: &mut Sink<'_, '_>,
    ) -> ControlFlow<()> {
        let thirds = [PEERS[first], PEERS[second] & !PEERS[first]];
        let able = self.excluders & self.able & seen_twice(common) & !(1 << first) & !(1 << second);
        for thirds in thirds.map(|peers| peers & able) {
            for third in each(thirds) {
                if !self.is_known([first, second, third]) {
                    self.triple([first, second, third], common & PEERS[third], sink)?;
                }
            }
        }
        Continue(())
    }

    /// Whether three cells have been tried before in another order.
    fn is_known(&self, [first, second, third]: [usize; 3]) -> bool {
        let was_third = |cell: usize, other: usize| {
            self.excluders >> cell & 1 != 0 && (see(cell, third) || see(cell, other))
        };
        // Pairs come in the order of their second, then of their first cell.
        third < second && (was_third(second, first) || third < first && was_third(first, second))
    }

    fn triple(&self, cells: [usize; 3], common: Cells, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        let [first, second, third] = cells;
        let masks = cells.map(|cell| self.grid.mask(cell));
        let mut triple = Triple {
            masks,
            open: masks,
            seen: [see(first, second), see(second, third), see(third, first)],
            excluders: [0; MOST],
            count: 0,
        };
        for mask in each(common).map(|cell| self.grid.mask(cell)) {
            if mask & !(masks[0] | masks[1] | masks[2]) == 0 {
                triple.excluders[triple.count] = mask;
                triple.count += 1;
            }
        }
        let removed = [0, 1, 2].map(|index| (cells[index], triple.impossible(index)));
        if removed.iter().all(|&(_, mask)| mask == 0) {
            return Continue(());
        }
        self.report(&removed, common, sink)
    }

    fn report(
        &self,
        removed: &[(usize, u16)],
        common: Cells,
        sink: &mut Sink<'_, '_>,
    ) -> ControlFlow<()> {
        let of_cell =
            |&(cell, mask): &(usize, u16)| bits(mask).map(move |digit| candidate(cell, digit));
        let eliminations: Vec<Candidate> = removed.iter().flat_map(of_cell).collect();
        if eliminations.is_empty() {
            return Continue(());
        }
        let mut deduction = Deduction { kind: self.kind, eliminations, ..Deduction::default() };
        if sink.wants_evidence() {
            deduction.cells = removed.iter().map(|&(cell, _)| Cell::new(cell)).collect();
            let digits = removed.iter().fold(0, |digits, &(cell, _)| digits | self.grid.mask(cell));
            // Only a cell whose candidates are all among those of the others can lose them all.
            let able = each(common).filter(|&cell| self.grid.mask(cell) & !digits == 0);
            deduction.others = able.map(Cell::new).collect();
            let all = deduction.cells.iter().chain(&deduction.others);
            let all = all.map(|cell| part(1 << cell.index(), self.grid.mask(cell.index())));
            deduction.parts = all.collect();
            deduction.digits = DigitSet::from_bits(digits.into());
        }
        sink.take(deduction)
    }
}

/// The most common peers of two cells.
const MOST: usize = 13;

/// Three cells, and what excludes combinations of their candidates.
struct Triple {
    /// The candidates of the cells.
    masks: [u16; 3],
    /// The candidates that were not yet found in an allowed combination.
    open: [u16; 3],
    /// Whether each cell and the next share a house.
    seen: [bool; 3],
    /// The candidates of the excluding cells.
    excluders: [u16; MOST],
    count: usize,
}

impl Triple {
    /// The candidates of a cell that are in no allowed combination.
    fn impossible(&mut self, index: usize) -> u16 {
        let mut impossible = 0;
        while self.open[index] != 0 {
            let digit = self.open[index].trailing_zeros() as usize;
            match self.combination(index, digit) {
                Some(combination) => {
                    for (place, digit) in combination.into_iter().enumerate() {
                        self.open[(index + place) % 3] &= !(1 << digit);
                    }
                }
                None => {
                    impossible |= 1 << digit;
                    self.open[index] &= !(1 << digit);
                }
            }
        }
        impossible
    }

    /// Finds an allowed combination with a digit in a cell: the digits of the cell, the next and the
    /// one after. It prefers candidates that were in none.
    fn combination(&self, index: usize, digit: usize) -> Option<[usize; 3]> {
        let (next, last) = ((index + 1) % 3, (index + 2) % 3);
        let open_first = |cell: usize, mask: u16| {
            bits(mask & self.open[cell]).chain(bits(mask & !self.open[cell]))
        };
        let seconds = self.masks[next] & !repeated(digit, self.seen[index]);
        let thirds = self.masks[last] & !repeated(digit, self.seen[last]);
        for second in open_first(next, seconds) {
            for third in open_first(last, thirds & !repeated(second, self.seen[next])) {
                let all = 1 << digit | 1 << second | 1 << third;
                if self.excluders[..self.count].iter().all(|mask| mask & !all != 0) {
                    return Some([digit, second, third]);
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use crate::techniques::example::check;

    #[test]
    fn aligned_pair_exclusion() {
        let rows = [
            "8 5 3 4 1 6 7 9 2",
            "1 7 69 2 89 589 4 568 3",
            "4 2 69 589 3 7 568 1 68",
            "5 6 1 89 2 89 3 7 4",
            "3 9 2 1 7 4 68 68 5",
            "7 4 8 6 5 3 9 2 1",
            "6 13 7 359 4 1589 2 58 89",
            "9 38 5 38 6 2 1 4 7",
            "2 18 4 7 89 1589 568 3 689",
        ];
        check("aligned-pair-exclusion", "aligned-pair-exclusion", rows, "r7c6<>8");
    }

    #[test]
    fn aligned_triplet_exclusion() {
        let rows = [
            "124 8 12 6 14 9 7 5 3",
            "137 37 6 5 13 8 2 4 9",
            "45 359 49 2 34 7 1 6 8",
            "8 27 27 1 9 4 5 3 6",
            "13 39 19 8 5 6 4 2 7",
            "6 4 5 7 2 3 8 9 1",
            "25 25 8 3 6 1 9 7 4",
            "9 1 3 4 7 5 6 8 2",
            "47 6 47 9 8 2 3 1 5",
        ];
        check("aligned-triplet-exclusion", "aligned-triplet-exclusion", rows, "r4c2<>7");
    }
}

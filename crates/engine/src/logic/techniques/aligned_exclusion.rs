//! Aligned exclusion: combinations of candidates that would leave a common peer without any.

use std::ops::ControlFlow::{self, Continue};

use crate::board::{Candidate, Cell, DigitSet};
use crate::logic::cells::{Cells, bits, each};
use crate::logic::deduction::{Deduction, candidate};
use crate::logic::grid::LogicGrid;
use crate::logic::houses::PEERS;
use crate::logic::technique::{Kind, Sink, Technique};

/// Two or three cells cannot hold a combination of digits that takes all candidates of a cell that
/// sees them all, or that repeats a digit in a house. A candidate that is in no other combination is
/// false.
///
/// In the evidence, `cells` are the two or three cells and `others` the cells that exclude
/// combinations.
///
/// As in Sudoku Explainer, cells that see a naked single are left out, the excluding cells have at
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
            for first in each(able & ((1 << second) - 1)) {
                let common = excluders & PEERS[first] & PEERS[second];
                if common.count_ones() < 2 {
                    continue;
                }
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

/// What the excluding cells forbid.
struct Forbidden {
    /// For each digit, those that cannot be with it.
    pairs: [u16; 9],
    /// Digits of which no three can be together, as masks.
    triples: [u16; 20],
    triple_count: usize,
}

impl Forbidden {
    fn by(grid: &LogicGrid, excluders: Cells) -> Self {
        let mut forbidden = Self { pairs: [0; 9], triples: [0; 20], triple_count: 0 };
        for cell in each(excluders) {
            let mask = grid.mask(cell);
            if mask.count_ones() == 2 {
                let (low, high) = (mask.trailing_zeros(), mask.ilog2());
                forbidden.pairs[low as usize] |= 1 << high;
                forbidden.pairs[high as usize] |= 1 << low;
            } else {
                forbidden.triples[forbidden.triple_count] = mask;
                forbidden.triple_count += 1;
            }
        }
        forbidden
    }

    /// The digits that cannot be with both of two digits.
    fn with(&self, first: usize, second: usize) -> u16 {
        if self.pairs[first] >> second & 1 != 0 {
            return 511;
        }
        let both = 1 << first | 1 << second;
        let mut with = self.pairs[first] | self.pairs[second];
        for mask in &self.triples[..self.triple_count] {
            let rest = mask & !both;
            if rest.is_power_of_two() {
                with |= rest;
            }
        }
        with
    }
}

/// Whether two cells share a house.
fn see(first: usize, second: usize) -> bool {
    PEERS[first] >> second & 1 != 0
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
        let forbidden = Forbidden::by(self.grid, common).pairs;
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
        for thirds in thirds.map(|peers| peers & self.excluders & self.able) {
            for third in each(thirds & !(1 << first) & !(1 << second)) {
                let common = common & PEERS[third];
                if common.count_ones() >= 2 && !self.is_known([first, second, third]) {
                    self.triple([first, second, third], common, sink)?;
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
        let forbidden = Forbidden::by(self.grid, common);
        let seen = [see(first, second), see(first, third), see(second, third)];
        let mut allowed = [0; 3];
        for a in bits(masks[0]) {
            for b in bits(masks[1] & !repeated(a, seen[0])) {
                let rest = masks[2] & !repeated(a, seen[1]) & !repeated(b, seen[2]);
                let rest = rest & !forbidden.with(a, b);
                if rest != 0 {
                    allowed[0] |= 1 << a;
                    allowed[1] |= 1 << b;
                    allowed[2] |= rest;
                }
            }
            // Every candidate is in a combination: the usual case.
            if allowed == masks {
                return Continue(());
            }
        }
        let removed = [0, 1, 2].map(|index| (cells[index], masks[index] & !allowed[index]));
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
            deduction.others = each(common).map(Cell::new).collect();
            let digits = removed.iter().fold(0, |digits, &(cell, _)| digits | self.grid.mask(cell));
            deduction.digits = DigitSet::from_bits(digits.into());
        }
        sink.take(deduction)
    }
}

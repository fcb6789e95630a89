//! WXYZ-Wing and larger wings: an almost locked set and a bivalue cell.

use std::cmp::Reverse;
use std::ops::ControlFlow::{self, Continue};

use quadrille_core::{Candidate, Cell, DigitSet};

use crate::cells::{Cells, bits, each, ones};
use crate::deduction::{Deduction, candidate};
use crate::grid::LogicGrid;
use crate::houses::PEERS;
use crate::technique::{Kind, Sink, Technique};

/// Cells of a house that have together one digit more than they are (an almost locked set), and a
/// bivalue cell with two of these digits, x and z. The bivalue cell sees all places of x in the set,
/// so x is true in only one of them, and z is true in the other: cells that see all places of z do not
/// hold it.
///
/// If the bivalue cell also sees all places of z, the same holds for x, and the other digits of the
/// set are locked in it.
///
/// In the evidence, `cells` are those of the set and `digits` its digits; `others` is the bivalue cell
/// and `other_digits` are the digits all of whose places in the set it sees.
///
/// The order among wings follows SukakuExplainer, by Tarek Maani.
pub(super) struct AlsWing {
    kind: &'static [Kind; 1],
    /// The number of digits, and of cells with the bivalue cell.
    size: u32,
}

pub(super) const WXYZ: AlsWing =
    AlsWing { kind: &[Kind { id: "wxyz-wing", title: "WXYZ-Wing" }], size: 4 };
pub(super) const VWXYZ: AlsWing =
    AlsWing { kind: &[Kind { id: "vwxyz-wing", title: "VWXYZ-Wing" }], size: 5 };
pub(super) const UVWXYZ: AlsWing =
    AlsWing { kind: &[Kind { id: "uvwxyz-wing", title: "UVWXYZ-Wing" }], size: 6 };
pub(super) const TUVWXYZ: AlsWing =
    AlsWing { kind: &[Kind { id: "tuvwxyz-wing", title: "TUVWXYZ-Wing" }], size: 7 };

impl Technique for AlsWing {
    fn id(&self) -> &'static str {
        self.kind[0].id
    }

    fn kinds(&self) -> &'static [Kind] {
        self.kind
    }

    fn find(&self, grid: &LogicGrid, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        let [.., two, three] = grid.at_least::<4>();
        let mut search = Search { grid, size: self.size, bivalue: two & !three, found: Vec::new() };
        if search.bivalue == 0 {
            return Continue(());
        }
        for first in each(two) {
            sink.poll()?;
            search.extend(
                &Set::EMPTY,
                two & !((1 << first) - 1) & (PEERS[first] | 1 << first),
                true,
            );
        }
        let mut found = search.found;
        found.sort_by_key(|wing| (wing.surcharge, Reverse(wing.count), Reverse(wing.name)));
        for wing in &found {
            let mut deduction = Deduction {
                kind: self.id(),
                surcharge: wing.surcharge,
                eliminations: wing.eliminations(),
                ..Deduction::default()
            };
            if sink.wants_evidence() {
                deduction.cells = each(wing.set).map(Cell::new).collect();
                deduction.digits = DigitSet::from_bits(wing.digits.into());
                deduction.others = vec![Cell::new(wing.bivalue)];
                deduction.other_digits = DigitSet::from_bits(wing.linked.into());
            }
            sink.take(deduction)?;
        }
        Continue(())
    }
}

/// Cells that all see each other, with what they hold.
#[derive(Clone, Copy)]
struct Set {
    cells: Cells,
    digits: u16,
    count: u32,
    /// The number of candidates of the cells together, and of the cell with the most.
    candidates: u32,
    largest: u32,
    /// For each digit, the cells that see all its places in the set.
    sees: [Cells; 9],
}

impl Set {
    const EMPTY: Self =
        Self { cells: 0, digits: 0, count: 0, candidates: 0, largest: 0, sees: [(1 << 81) - 1; 9] };

    fn with(&self, cell: usize, mask: u16) -> Self {
        let mut set = *self;
        set.cells |= 1 << cell;
        set.digits |= mask;
        set.count += 1;
        set.candidates += ones(mask);
        set.largest = set.largest.max(ones(mask));
        for digit in bits(mask) {
            set.sees[digit] &= PEERS[cell];
        }
        set
    }
}

/// A wing with what decides its place among others.
struct Wing {
    set: Cells,
    digits: u16,
    bivalue: usize,
    /// The digits of the bivalue cell that are linked.
    linked: u16,
    /// What each digit is removed from.
    removed: [Cells; 9],
    surcharge: u16,
    count: u32,
    /// The text by which SukakuExplainer names the wing: whether it counts as doubly linked, the
    /// largest number of candidates, and the number of candidates in the set, which is compared as
    /// text.
    name: (bool, u32, [u8; 2]),
}

impl Wing {
    fn eliminations(&self) -> Vec<Candidate> {
        let of_digit = |digit: usize| each(self.removed[digit]).map(move |c| candidate(c, digit));
        (0..9).flat_map(of_digit).collect()
    }
}

struct Search<'g> {
    grid: &'g LogicGrid,
    size: u32,
    bivalue: Cells,
    found: Vec<Wing>,
}

impl Search<'_> {
    /// Adds cells out of `able` to a set, in ascending order.
    fn extend(&mut self, set: &Set, able: Cells, is_first: bool) {
        for cell in each(able) {
            let mask = self.grid.mask(cell);
            let digits = ones(set.digits | mask);
            if digits > self.size {
                if is_first {
                    return;
                }
                continue;
            }
            let is_last = set.count + 2 == self.size;
            if !is_last {
                let rest = able & PEERS[cell] & !((2 << cell) - 1);
                self.extend(&set.with(cell, mask), rest, false);
            } else if digits == self.size {
                self.wings(set, cell, mask);
            }
            if is_first {
                return;
            }
        }
    }

    /// Finds the bivalue cells that form a wing with a set.
    fn wings(&mut self, set: &Set, cell: usize, mask: u16) {
        let linked = |digit: usize| {
            let able = self.bivalue & self.grid.cells_of(digit) & set.sees[digit];
            if mask >> digit & 1 != 0 { able & PEERS[cell] } else { able }
        };
        let able = bits(set.digits | mask).fold(0, |able, digit| able | linked(digit));
        let able = able & !set.cells & !(1 << cell);
        if able == 0 {
            return;
        }
        let set = &set.with(cell, mask);
        for bivalue in each(able) {
            let pair = self.grid.mask(bivalue);
            if pair & !set.digits == 0 {
                let is_linked = |&digit: &usize| set.sees[digit] >> bivalue & 1 != 0;
                let linked = bits(pair).filter(is_linked);
                let linked = linked.fold(0, |linked: u16, digit| linked | 1 << digit);
                self.wing(set, bivalue, pair, linked);
            }
        }
    }

    fn wing(&mut self, set: &Set, bivalue: usize, pair: u16, linked: u16) {
        let is_double = linked == pair;
        let affected = if is_double { set.digits } else { pair & !linked };
        let mut removed = [0; 9];
        let mut count = 0;
        for digit in bits(affected) {
            let mut seen = self.grid.cells_of(digit) & set.sees[digit] & !set.cells;
            if pair >> digit & 1 != 0 {
                seen &= PEERS[bivalue];
            }
            removed[digit] = seen & !(1 << bivalue);
            count += removed[digit].count_ones();
        }
        if count == 0 {
            return;
        }
        // A doubly linked wing counts as such if it has more effect than a wing linked by the lower
        // digit of the pair.
        let low = pair.trailing_zeros() as usize;
        let only_high = bits(set.digits & !(1 << pair.ilog2())).all(|digit| removed[digit] == 0);
        let only_low = bits(set.digits & !(1 << low)).all(|digit| removed[digit] == 0);
        let extra = match self.size {
            4 => u16::from(set.largest == 3),
            5 => 2 - set.largest.abs_diff(3) as u16,
            _ => 0,
        };
        let candidates = set.candidates;
        let text = if candidates < 10 {
            [b'0' + candidates as u8, 0]
        } else {
            [b'0' + (candidates / 10) as u8, b'0' + (candidates % 10) as u8]
        };
        self.found.push(Wing {
            set: set.cells,
            digits: set.digits,
            bivalue,
            linked,
            removed,
            surcharge: extra,
            count,
            name: (is_double && !only_high && !only_low, set.largest, text),
        });
    }
}

#[cfg(test)]
mod tests {
    use crate::techniques::example::check;

    #[test]
    fn wxyz_wing() {
        let rows = [
            "6 57 37 1 4 35 8 9 2",
            "4 8 2 7 6 9 35 35 1",
            "9 1 35 58 38 2 7 4 6",
            "3 6 45 45 2 7 1 8 9",
            "2 57 78 9 1 358 35 6 4",
            "1 9 48 6 38 458 2 35 7",
            "8 3 1 2 9 6 4 7 5",
            "5 4 9 3 7 1 6 2 8",
            "7 2 6 48 5 48 9 1 3",
        ];
        check("wxyz-wing", "wxyz-wing", rows, "r6c5<>8");
    }

    #[test]
    fn vwxyz_wing() {
        let rows = [
            "1 2 4 9 68 78 67 3 5",
            "8 6 5 47 2 3 1 47 9",
            "7 3 9 46 1 5 26 24 8",
            "6 8 7 5 9 4 3 1 2",
            "5 1 2 8 3 6 4 9 7",
            "9 4 3 1 7 2 8 5 6",
            "34 57 8 267 56 1 9 27 34",
            "2 9 1 37 458 78 57 6 34",
            "34 57 6 237 45 9 257 8 1",
        ];
        check("vwxyz-wing", "vwxyz-wing", rows, "r9c7<>2");
    }

    #[test]
    fn uvwxyz_wing() {
        let rows = [
            "4 1 7 8 9 3 2 6 5",
            "25 26 9 7 1 56 34 34 8",
            "568 38 35 4 2 56 1 7 9",
            "259 26 45 69 3 48 68 1 7",
            "68 378 13 16 78 2 5 9 4",
            "69 78 14 169 5 47 36 38 2",
            "3 9 6 2 4 78 78 5 1",
            "1 5 2 3 78 9 47 48 6",
            "7 4 8 5 6 1 9 2 3",
        ];
        check("uvwxyz-wing", "uvwxyz-wing", rows, "r5c5<>8");
    }

    #[test]
    fn tuvwxyz_wing() {
        let rows = [
            "567 345 3457 34 8 9 26 12 15",
            "49 1 2 7 5 6 8 3 49",
            "56 8 349 34 2 1 69 7 459",
            "8 245 145 9 14 3 27 6 17",
            "27 6 17 8 14 5 39 124 39",
            "49 34 1349 6 7 2 5 14 8",
            "3 7 8 2 9 4 1 5 6",
            "25 245 45 1 6 8 37 9 37",
            "1 9 6 5 3 7 4 8 2",
        ];
        check("tuvwxyz-wing", "tuvwxyz-wing", rows, "r8c3<>5");
    }
}

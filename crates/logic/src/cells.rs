//! Sets of cells, digits and positions.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

pub(super) use quadrille_core::internal::nine_cells::{Cells, each};

/// A set of cells of a board of some size.
pub trait CellSet:
    Copy
    + Eq
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + Send
    + 'static
{
    /// The empty set.
    const NONE: Self;

    /// The set of one cell.
    fn only(cell: usize) -> Self;

    /// Iterates over the cells in ascending order.
    fn each(self) -> impl Iterator<Item = usize> + Clone;

    /// The first cell of a set that is not empty.
    fn first(self) -> usize;

    /// The number of cells.
    fn len(self) -> u32;

    /// Whether there is one cell.
    fn is_single(self) -> bool;

    /// Whether there are no cells.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::NONE
    }

    /// Whether there are at least two cells.
    #[inline]
    fn has_two(self) -> bool {
        !self.is_empty() && !self.is_single()
    }

    /// Whether there are at least some number of cells, which is cheaper than counting them.
    fn has(self, count: u32) -> bool;

    /// Whether a cell is in the set.
    fn contains(self, cell: usize) -> bool;

    /// All cells after one.
    fn after(cell: usize) -> Self;
}

impl CellSet for Cells {
    const NONE: Self = 0;

    #[inline]
    fn only(cell: usize) -> Self {
        1 << cell
    }

    #[inline]
    fn each(self) -> impl Iterator<Item = usize> + Clone {
        each(self)
    }

    #[inline]
    fn first(self) -> usize {
        self.trailing_zeros() as usize
    }

    #[inline]
    fn len(self) -> u32 {
        self.count_ones()
    }

    #[inline]
    fn is_single(self) -> bool {
        self.is_power_of_two()
    }

    #[inline]
    fn has_two(self) -> bool {
        has_two(self)
    }

    #[inline]
    fn has(mut self, count: u32) -> bool {
        for _ in 1..count {
            self &= self.wrapping_sub(1);
        }
        self != 0
    }

    #[inline]
    fn contains(self, cell: usize) -> bool {
        self >> cell & 1 != 0
    }

    #[inline]
    fn after(cell: usize) -> Self {
        !((2 as Self) << cell).wrapping_sub(1)
    }
}

/// A set of up to 256 cells: the first 128, and the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WideCells([u128; 2]);

impl WideCells {
    fn with(self, other: Self, of_half: impl Fn(u128, u128) -> u128) -> Self {
        Self([0, 1].map(|half| of_half(self.0[half], other.0[half])))
    }
}

impl BitAnd for WideCells {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        self.with(other, BitAnd::bitand)
    }
}

impl BitOr for WideCells {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.with(other, BitOr::bitor)
    }
}

impl Not for WideCells {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0.map(Not::not))
    }
}

impl BitAndAssign for WideCells {
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl BitOrAssign for WideCells {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl CellSet for WideCells {
    const NONE: Self = Self([0; 2]);

    fn only(cell: usize) -> Self {
        let mut set = Self::NONE;
        set.0[cell / 128] = 1 << (cell % 128);
        set
    }

    fn each(self) -> impl Iterator<Item = usize> + Clone {
        each(self.0[0]).chain(each(self.0[1]).map(|cell| cell + 128))
    }

    fn first(self) -> usize {
        match self.0 {
            [0, high] => 128 + high.trailing_zeros() as usize,
            [low, _] => low.trailing_zeros() as usize,
        }
    }

    fn len(self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones()
    }

    fn is_single(self) -> bool {
        self.len() == 1
    }

    fn has(self, count: u32) -> bool {
        self.len() >= count
    }

    fn contains(self, cell: usize) -> bool {
        self.0[cell / 128] >> (cell % 128) & 1 != 0
    }

    fn after(cell: usize) -> Self {
        match cell / 128 {
            0 => Self([<Cells as CellSet>::after(cell), u128::MAX]),
            _ => Self([0, <Cells as CellSet>::after(cell - 128)]),
        }
    }
}

/// Iterates over the set bits of a mask of digits or positions in ascending order.
pub(super) fn bits(mut mask: u16) -> impl Iterator<Item = usize> + Clone {
    std::iter::from_fn(move || {
        let bit = mask.trailing_zeros();
        (bit < 16).then(|| {
            mask &= mask - 1;
            bit as usize
        })
    })
}

/// Returns the number of bits of a mask of digits or positions.
///
/// Most builds must do without an instruction for this, and a table takes less time.
pub(super) fn ones(mask: u16) -> u32 {
    static SIZES: [u8; 512] = {
        let mut sizes = [0; 512];
        let mut mask = 1;
        while mask < 512 {
            sizes[mask] = sizes[mask / 2] + mask as u8 % 2;
            mask += 1;
        }
        sizes
    };
    SIZES[usize::from(mask & 511)].into()
}

/// Returns whether a set has at least two cells, which is cheaper than counting them.
pub(super) fn has_two(cells: Cells) -> bool {
    cells & cells.wrapping_sub(1) != 0
}

/// Iterates over the sets of `count` bits out of a mask of nine, in ascending order: the order in which
/// Sudoku Explainer tries combinations.
pub(super) fn sets(count: u32, able: u16) -> impl Iterator<Item = u16> {
    // Subtracting the mask from a part of it gives the next larger part.
    let next = move |part: &u16| Some(part.wrapping_sub(able) & able).filter(|&part| part != 0);
    std::iter::successors(Some(0), next).filter(move |&part| ones(part) == count)
}

/// As [`sets`], out of a mask of up to 16 bits, without the parts of other sizes.
pub(super) fn wide_sets(count: u32, able: u16) -> impl Iterator<Item = u16> {
    let mut members = [0_u16; 16];
    for (member, bit) in members.iter_mut().zip(bits(able)) {
        *member = 1 << bit;
    }
    let end = 1_u32 << able.count_ones();
    // The next larger number with as many bits: Gosper's hack (HAKMEM, item 175).
    let next = move |&set: &u32| {
        let low = set & set.wrapping_neg();
        let carried = set + low;
        (set != 0).then(|| carried | (((set ^ carried) >> 2) / low)).filter(|&set| set < end)
    };
    let first = (1_u32 << count) - 1;
    std::iter::successors(Some(first).filter(|&first| first < end), next).map(move |set| {
        (0..16).filter(|index| set >> index & 1 != 0).fold(0, |all, index| all | members[index])
    })
}

/// The sum of the places of candidates of a digit (from 0), in which later places weigh more: HoDoKu
/// uses the deduction with the least of several that remove as many candidates.
pub(super) fn sum_of_places(cells: impl CellSet, digit: usize) -> u32 {
    sum_of_candidates(cells.each().map(|cell| (cell, digit)))
}

/// As [`sum_of_places`], of candidates of several digits in ascending order of digits and cells.
pub(super) fn sum_of_candidates(candidates: impl Iterator<Item = (usize, usize)>) -> u32 {
    let weigh = |((cell, digit), weight): ((usize, usize), usize)| cell * weight + digit + 1;
    candidates.zip((1..).step_by(80)).map(weigh).sum::<usize>() as u32
}

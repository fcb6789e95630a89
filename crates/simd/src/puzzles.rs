//! The kinds of input batch, and how their puzzles are loaded into lanes.

use crate::Masks;
use crate::layout::{Form, Row, candidates};
use crate::machine::Transfer;
use crate::transpose::{masks_side_by_side, side_by_side};

/// The puzzles of a batch.
pub(crate) trait Puzzles: Copy {
    /// Returns the number of puzzles.
    fn count(self) -> usize;

    /// Returns the candidates of a puzzle. Bits 9 and up mean nothing.
    fn masks(self, puzzle: usize) -> Masks;

    /// Writes the candidates of a puzzle into a lane.
    fn load<const L: usize>(self, form: Form, puzzle: usize, cells: &mut [Row<L>; 81], lane: usize);

    /// Writes the candidates of up to `L` puzzles, starting with puzzle `first`, into the lanes
    /// from 0 on, and returns the number of puzzles. `bytes` is scratch space.
    ///
    /// This is faster than calling `load` for each puzzle, which stores each cell into another
    /// cache line: it transposes many cells of a few puzzles in registers.
    fn load_next<const L: usize, M: Transfer<L>>(
        self,
        machine: M,
        first: usize,
        bytes: &mut [[u8; L]; 81],
        cells: &mut [Row<L>; 81],
    ) -> usize;
}

impl Puzzles for &[Masks] {
    fn count(self) -> usize {
        self.len()
    }

    fn masks(self, puzzle: usize) -> Masks {
        self[puzzle]
    }

    #[inline]
    fn load<const L: usize>(
        self,
        form: Form,
        puzzle: usize,
        cells: &mut [Row<L>; 81],
        lane: usize,
    ) {
        for (cell, mask) in cells.iter_mut().zip(self[puzzle]) {
            cell.0[lane] = form.spread(mask);
        }
    }

    #[inline(never)]
    fn load_next<const L: usize, M: Transfer<L>>(
        self,
        _: M,
        first: usize,
        _: &mut [[u8; L]; 81],
        cells: &mut [Row<L>; 81],
    ) -> usize {
        static NONE: Masks = [0; 81];
        let next = &self[first..];
        let count = L.min(next.len());
        for lane in (0..count).step_by(8) {
            let eight = std::array::from_fn(|l| next.get(lane + l).unwrap_or(&NONE));
            masks_side_by_side(M::FORM, eight, cells, lane);
        }
        // Hardware prefetchers do not recognize eight interleaved streams.
        for masks in next.iter().skip(L).take(L) {
            prefetch(masks);
        }
        count
    }
}

/// Puzzles as text. They are parsed while being loaded into lanes, so candidate sets are not stored
/// anywhere else.
#[derive(Clone, Copy)]
pub(crate) struct Texts<'a>(pub(crate) &'a [&'a [u8; 81]]);

impl Puzzles for Texts<'_> {
    fn count(self) -> usize {
        self.0.len()
    }

    fn masks(self, puzzle: usize) -> Masks {
        self.0[puzzle].map(candidates)
    }

    #[inline]
    fn load<const L: usize>(
        self,
        form: Form,
        puzzle: usize,
        cells: &mut [Row<L>; 81],
        lane: usize,
    ) {
        for (cell, &byte) in cells.iter_mut().zip(self.0[puzzle]) {
            cell.0[lane] = form.spread(candidates(byte));
        }
    }

    #[inline(never)]
    fn load_next<const L: usize, M: Transfer<L>>(
        self,
        machine: M,
        first: usize,
        bytes: &mut [[u8; L]; 81],
        cells: &mut [Row<L>; 81],
    ) -> usize {
        static NONE: [u8; 81] = [0; 81];
        let next = &self.0[first..];
        let count = L.min(next.len());
        for lane in (0..count).step_by(8) {
            let eight = std::array::from_fn(|l| next.get(lane + l).copied().unwrap_or(&NONE));
            side_by_side(eight, bytes, lane);
        }
        for text in next.iter().skip(L).take(L) {
            prefetch(text);
        }
        machine.read(bytes, cells);
        count
    }
}

/// Prefetches a value into the cache.
#[inline]
fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    for offset in (0..size_of::<T>()).step_by(64).chain([size_of::<T>() - 1]) {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: `offset` is within the value, and a prefetch has no effect other than on timing.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(core::ptr::from_ref(value).cast::<i8>().add(offset)) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

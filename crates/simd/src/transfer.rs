//! Moves puzzles into and out of lanes by whole vectors.
//!
//! Every few sweeps some lanes finish. One pass over the cells for all of these lanes costs as much
//! as handling one or two of them separately, where every cell is in another cache line, and is
//! written by a store too small to be forwarded to the loads of the next sweep.

/// Implements `Transfer` for a backend: in vectors if the operation `givens` is defined, else by
/// the scalar code of the trait.
///
/// For modules in which `kernel::stamp` was used. `givens(bytes)` maps the characters of cells to
/// their candidates: one for a digit from 1 to 9, else all.
macro_rules! impl_transfer {
    ($features:tt $machine:ident) => {
        impl $crate::machine::Transfer<LANES> for $machine {
            const FORM: $crate::layout::Form = FORM;
        }
    };
    ([$(#[$features:meta])*] $machine:ident givens($bytes:ident) = $givens:expr;) => {
        $crate::lanes::table::lane_ops! {
            [$(#[$features])* #[inline]]
            givens($bytes) = $givens;
        }

        $(#[$features])*
        fn admit(
            cells: &mut [Row<LANES>; 81],
            queue: &[Row<LANES>; 81],
            from: &[u8; LANES],
            lanes: u32,
        ) {
            let (order, chosen) = (order(from), among(lanes));
            for (cell, next) in cells.iter_mut().zip(queue) {
                *cell = store(select(chosen, rearrange(load(next), order), load(cell)));
            }
        }

        $(#[$features])*
        fn collect(
            cells: &[Row<LANES>; 81],
            solved: &mut [Row<LANES>; 81],
            from: &[u8; LANES],
            lanes: u32,
        ) -> u32 {
            let (order, chosen) = (order(from), among(lanes));
            let ones = splat(!0);
            let mut several = splat(0);
            for (cell, kept) in cells.iter().zip(solved) {
                let x = load(cell);
                several = or(several, and(x, add(x, ones)));
                *kept = store(select(chosen, rearrange(x, order), load(kept)));
            }
            bits(nonzero(several))
        }

        $(#[$features])*
        fn read(bytes: &[[u8; LANES]; 81], cells: &mut [Row<LANES>; 81]) {
            for (cell, bytes) in cells.iter_mut().zip(bytes) {
                let mut row = [0; LANES];
                for (lane, &byte) in row.iter_mut().zip(bytes) {
                    *lane = u16::from(byte);
                }
                *cell = store(givens(load(&Row(row))));
            }
        }

        $(#[$features])*
        fn write(cells: &[Row<LANES>; 81], bytes: &mut [[u8; LANES]; 81]) {
            for (cell, bytes) in cells.iter().zip(bytes) {
                for (&lane, byte) in cell.0.iter().zip(bytes) {
                    *byte = $crate::layout::digit(FORM.compact(lane));
                }
            }
        }

        #[allow(unused_unsafe, reason = "safe if the whole program is compiled for the features")]
        impl $crate::machine::Transfer<LANES> for $machine {
            const FORM: $crate::layout::Form = FORM;

            fn admit(
                self,
                cells: &mut [Row<LANES>; 81],
                queue: &[Row<LANES>; 81],
                from: &[u8; LANES],
                lanes: u32,
            ) {
                // SAFETY: `self` exists, so the processor has the features.
                unsafe { admit(cells, queue, from, lanes) }
            }

            fn collect(
                self,
                cells: &[Row<LANES>; 81],
                solved: &mut [Row<LANES>; 81],
                from: &[u8; LANES],
                lanes: u32,
            ) -> u32 {
                // SAFETY: as above.
                unsafe { collect(cells, solved, from, lanes) }
            }

            fn read(self, bytes: &[[u8; LANES]; 81], cells: &mut [Row<LANES>; 81]) {
                // SAFETY: as above.
                unsafe { read(bytes, cells) }
            }

            fn write(self, cells: &[Row<LANES>; 81], bytes: &mut [[u8; LANES]; 81]) {
                // SAFETY: as above.
                unsafe { write(cells, bytes) }
            }
        }
    };
}

/// `givens` for backends that cannot shift each lane by its own amount.
#[cfg(target_arch = "x86_64")]
macro_rules! givens_by_comparison {
    ($bytes:ident) => {{
        let mut mask = splat(0);
        for digit in 0..9 {
            let found = equal($bytes, splat(u16::from(b'1') + digit));
            mask = or(mask, and(found, splat(FORM.spread(1 << digit))));
        }
        select(nonzero(mask), mask, splat(FORM.spread(0x1ff)))
    }};
}

#[cfg(target_arch = "x86_64")]
pub(crate) use givens_by_comparison;
pub(crate) use impl_transfer;
